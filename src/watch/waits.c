#include "watch/waits.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/grow.h"

static struct belay_wait_call *find(struct belay_waits *waits, const struct belay_op_info *op,
                                    const struct belay_site *site)
{
    for (uint32_t i = 0; i < waits->count; i++) {
        struct belay_wait_call *call = &waits->call[i];
        if (call->op == op && call->site.line == site->line && call->site.file == site->file)
            return call;
    }
    waits->call = belay_grow(waits->call, waits->count, &waits->capacity, sizeof *waits->call);
    waits->call[waits->count] = (struct belay_wait_call){.op = op, .site = *site};
    return &waits->call[waits->count++];
}

/* Locks come in pairs of which the first never waits, and flags between cores also keep their counters small. */
static bool is_judged(const struct belay_entry *entry)
{
    return entry->kind == BELAY_ENTRY_WAIT || entry->kind == BELAY_ENTRY_BARRIER ||
           entry->kind == BELAY_ENTRY_BARRIER_ALL;
}

static void add(struct belay_waits *waits, const struct belay_op_info *op, const struct belay_site *site,
                uint64_t times, enum belay_wait_value value)
{
    struct belay_wait_call *call = find(waits, op, site);
    call->times += times;
    call->value = value > call->value ? value : call->value;
}

void belay_waits_count(struct belay_waits *waits, const struct belay_entry *entry, enum belay_wait_value value)
{
    if (is_judged(entry))
        add(waits, entry->op, &entry->site, 1, value);
}

void belay_waits_merge(struct belay_waits **launch, const struct belay_waits *block)
{
    if (*launch == NULL)
        *launch = calloc(1, sizeof **launch);
    if (*launch == NULL)
        abort();
    for (uint32_t i = 0; i < block->count; i++)
        add(*launch, block->call[i].op, &block->call[i].site, block->call[i].times, block->call[i].value);
}

static void note(struct belay_report_log *log, const struct belay_wait_call *call)
{
    struct belay_report *report = belay_report_new(log, BELAY_RULE_REDUNDANT_WAIT, call->op->name, &call->site);
    belay_report_text(report, "this wait orders nothing: it ran %" PRIu64 " time%s in this launch, always in vain",
                      call->times, call->times == 1 ? "" : "s");
    belay_report_detail(report, "why", "earlier waits and barriers, or the order of issue, have ordered all of it");
    belay_report_detail(report, "fix",
                        "take it out, with the notify that belongs to it alone; keep it if other sizes need it");
}

void belay_waits_report(struct belay_waits *waits, struct belay_report_log *log)
{
    if (waits == NULL)
        return;
    for (uint32_t i = 0; i < waits->count; i++)
        if (log != NULL && waits->call[i].value == BELAY_WAIT_IN_VAIN)
            note(log, &waits->call[i]);
    free(waits->call);
    free(waits);
}
