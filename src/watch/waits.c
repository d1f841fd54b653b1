#include "watch/waits.h"

#include <inttypes.h>
#include <stdlib.h>

static struct belay_wait_call *find(struct belay_waits *waits, const struct belay_op_info *op,
                                    const struct belay_site *site)
{
    for (uint32_t i = 0; i < waits->count; i++) {
        struct belay_wait_call *call = &waits->call[i];
        if (call->op == op && call->site.line == site->line && call->site.file == site->file)
            return call;
    }
    if (waits->count == waits->capacity) {
        waits->capacity = waits->capacity * 2 + 16;
        waits->call = realloc(waits->call, waits->capacity * sizeof *waits->call);
        if (waits->call == NULL)
            abort();
    }
    waits->call[waits->count] = (struct belay_wait_call){.op = op, .site = *site};
    return &waits->call[waits->count++];
}

/* Locks come in pairs of which the first never waits, and flags between blocks order what one block cannot see. */
static bool is_judged(const struct belay_entry *entry)
{
    switch (entry->kind) {
    case BELAY_ENTRY_WAIT:
    case BELAY_ENTRY_BARRIER:
    case BELAY_ENTRY_BARRIER_ALL: return true;
    case BELAY_ENTRY_CROSS_WAIT: return entry->cross.mode != BELAY_CROSS_INTER;
    default: return false;
    }
}

void belay_waits_count(struct belay_waits *waits, const struct belay_entry *entry, bool useful)
{
    if (!is_judged(entry))
        return;
    struct belay_wait_call *call = find(waits, entry->op, &entry->site);
    call->times++;
    call->useful = call->useful || useful;
}

void belay_waits_merge(struct belay_waits **launch, const struct belay_waits *block)
{
    if (*launch == NULL)
        *launch = calloc(1, sizeof **launch);
    if (*launch == NULL)
        abort();
    for (uint32_t i = 0; i < block->count; i++) {
        struct belay_wait_call *call = find(*launch, block->call[i].op, &block->call[i].site);
        call->times += block->call[i].times;
        call->useful = call->useful || block->call[i].useful;
    }
}

static void note(struct belay_report_log *log, const struct belay_wait_call *call)
{
    struct belay_report *report = belay_report_new(log, BELAY_RULE_REDUNDANT_WAIT, call->op->name, &call->site);
    belay_report_text(report, "this wait orders nothing: it ran %" PRIu64 " time%s in this launch, always in vain", call->times,
                      call->times == 1 ? "" : "s");
    belay_report_detail(report, "why", "whatever it waits for was known to be complete, by an earlier wait or barrier, or "
                                       "there was nothing to wait for");
    belay_report_detail(report, "fix", "take it out, together with the notify or arrival that belongs to it alone; keep it if "
                                       "other sizes need it");
}

void belay_waits_report(struct belay_waits *waits, struct belay_report_log *log)
{
    if (waits == NULL)
        return;
    for (uint32_t i = 0; i < waits->count; i++)
        if (log != NULL && !waits->call[i].useful)
            note(log, &waits->call[i]);
    free(waits->call);
    free(waits);
}
