/* The deadlock report: who waits for what, where, and why it does not come. */
#include <stdio.h>
#include <string.h>

#include "machine/inter.h"
#include "machine/machine.h"
#include "report/symbol.h"

enum { REASON = 400 };

/* The queued notify that would end a wait, if there is one. */
static const struct belay_entry *queued_notify(const struct belay_core *core, const struct belay_entry *wait)
{
    const struct belay_entry *entry = core->queue[wait->event.src].head;
    for (; entry != NULL; entry = entry->next)
        if (entry->kind == BELAY_ENTRY_NOTIFY && entry->event.dst == wait->event.dst && entry->event.id == wait->event.id)
            return entry;
    return NULL;
}

static void explain_event(const struct belay_core *core, const struct belay_entry *wait, char *text)
{
    const struct belay_event_flag *flag = &core->event[wait->event.src][wait->event.dst][wait->event.id];
    const struct belay_entry *next = queued_notify(core, wait);
    const char *src = belay_pipe_name(wait->event.src);
    int n = snprintf(text, REASON, "waits for event %s->%s id %d; ", src, belay_pipe_name(wait->event.dst), wait->event.id);
    if (next != NULL)
        snprintf(text + n, (size_t)(REASON - n), "the next notify is %s:%u, behind %s, which is blocked itself",
                 next->site.file, next->site.line, src);
    else if (flag->notifies == 0)
        snprintf(text + n, (size_t)(REASON - n), "no notify so far%s",
                 wait->event.dst == BELAY_PIPE_S ? ", and none can come: the scalar unit itself waits here" : "");
    else
        snprintf(text + n, (size_t)(REASON - n), "%u notif%s so far (last %s:%u), already used by the wait at %s:%u",
                 flag->notifies, flag->notifies == 1 ? "y" : "ies", flag->last_notify.file, flag->last_notify.line,
                 flag->last_wait.file, flag->last_wait.line);
}

static void explain_cross(const struct belay_core *core, const struct belay_entry *wait, char *text)
{
    uint8_t id = wait->cross.id;
    if (wait->cross.mode == BELAY_CROSS_INTRA) {
        snprintf(text, REASON, "waits for intra-core flag %d; no arrival is left for it%s", id,
                 core->kind == BELAY_AIC ? " (AIV0 arrives at ids 0..15, AIV1 at 16..31 of the AIC)" : "");
        return;
    }
    int n = snprintf(text, REASON, "waits for cross-core flag %d; no arrival is left for it", id);
    bool from_aivs = wait->cross.mode == BELAY_CROSS_SUBBLOCK ||
                     (wait->cross.mode == BELAY_CROSS_BLOCK && core->kind == BELAY_AIC);
    for (int i = BELAY_CORE_AIV0; from_aivs && i < BELAY_CORES && n < REASON; i++) {
        const struct belay_core *aiv = &core->cluster->core[i];
        uint64_t arrivals = aiv->arrivals[wait->cross.mode][id];
        if (aiv->state != BELAY_CORE_ABSENT)
            n += snprintf(text + n, (size_t)(REASON - n), "; AIV%u has arrived %llu time%s", aiv->sub,
                          (unsigned long long)arrivals, arrivals == 1 ? "" : "s");
    }
}

static void explain_units(const struct belay_core *core, const struct belay_entry *entry, char *text)
{
    bool consumer = entry->work.unit.use == BELAY_UNIT_CONSUME;
    (void)core;
    snprintf(text, REASON, "waits for unit flags of L0C that %s",
             consumer ? "no asc_mmad with unit flag 3 has set" : "no copy out of L0C with unit flag 3 has cleared");
}

static void explain(const struct belay_core *core, const struct belay_entry *entry, char *text)
{
    const struct belay_mutex *mutex;
    switch (entry->kind) {
    case BELAY_ENTRY_WAIT: explain_event(core, entry, text); break;
    case BELAY_ENTRY_CROSS_WAIT: explain_cross(core, entry, text); break;
    case BELAY_ENTRY_WORK: explain_units(core, entry, text); break;
    case BELAY_ENTRY_BARRIER_ALL: snprintf(text, REASON, "waits until all pipes of the core are empty"); break;
    default:
        mutex = &core->mutex[entry->mutex.id];
        snprintf(text, REASON, "waits for asc_unlock number %llu of mutex %d; only %llu have run",
                 (unsigned long long)entry->mutex.number, entry->mutex.id, (unsigned long long)mutex->prefix);
        break;
    }
}

static void add_line(struct belay_report *report, const struct belay_core *core, enum belay_pipe pipe,
                     const struct belay_op_info *op, const struct belay_site *site, const char *text)
{
    char who[32];
    if (core->kind == BELAY_AIC)
        snprintf(who, sizeof who, "aic %s", belay_pipe_name(pipe));
    else
        snprintf(who, sizeof who, "aiv%u %s", core->sub, belay_pipe_name(pipe));
    belay_report_detail(report, who, "%s at %s:%u %s", op->name, site->file, site->line, text);
}

/* Events that are set are often those that a wait has missed by a wrong id or pipe. */
static void add_set_events(struct belay_report *report, const struct belay_core *core)
{
    for (int src = 0; src < BELAY_PIPES; src++)
        for (int dst = 0; dst < BELAY_PIPES; dst++)
            for (int id = 0; id < BELAY_EVENT_IDS; id++) {
                const struct belay_event_flag *flag = &core->event[src][dst][id];
                if (flag->set)
                    belay_report_detail(report, "set", "event %s->%s id %d, notified at %s:%u; no wait has taken it",
                                        belay_pipe_name(src), belay_pipe_name(dst), id, flag->last_notify.file,
                                        flag->last_notify.line);
            }
}

/* What is missing for the entry that holds up the others. */
static void add_fix(struct belay_report *report, const struct belay_core *core, const struct belay_entry *entry)
{
    const char *name = entry->op->name, *suffix = strstr(name, "_wait");
    unsigned line = entry->site.line;
    switch (entry->kind) {
    case BELAY_ENTRY_WAIT:
        if (queued_notify(core, entry) != NULL)
            belay_report_detail(report, "fix", "these pipes wait for each other: let one notify before it waits");
        else
            belay_report_detail(report, "fix", "asc_sync_notify(PIPE_%s, PIPE_%s, %d) for every wait, called before line %u",
                                belay_pipe_name(entry->event.src), belay_pipe_name(entry->event.dst), entry->event.id, line);
        break;
    case BELAY_ENTRY_CROSS_WAIT:
        belay_report_detail(report, "fix", "%.*s_arrive for flag %d once for every wait, on all cores that have to arrive",
                            (int)(suffix != NULL ? suffix - name : 0), name, entry->cross.id);
        break;
    case BELAY_ENTRY_WORK:
        belay_report_detail(report, "fix", "pass unit flag 3 to the last asc_mmad of a sum and to the last copy of its result");
        break;
    case BELAY_ENTRY_LOCK:
        belay_report_detail(report, "fix", "asc_unlock for mutex %d where it can run before line %u", entry->mutex.id, line);
        break;
    default:
        break;
    }
}

static void add_entry(struct belay_report *report, const struct belay_core *core, enum belay_pipe pipe,
                      const struct belay_entry *entry)
{
    char text[REASON];
    explain(core, entry, text);
    add_line(report, core, pipe, entry->op, &entry->site, text);
}

/* ---- polling loops ----------------------------------------------------------------------------------------------- */

/* A core that could go on, at the end of a launch, could only load once more what it has loaded all the time. */
static bool polls(const struct belay_core *core)
{
    return core->state == BELAY_CORE_READY;
}

static struct belay_site poll_site(const struct belay_core *core)
{
    return core->polls.pc != 0 ? belay_symbol_site(core->polls.pc) : core->polls.site;
}

static void add_poll(struct belay_report *report, const struct belay_core *core)
{
    struct belay_site site = poll_site(core);
    char text[REASON];
    snprintf(text, sizeof text, "polls address 0x%llx; %d loads have found nothing new",
             (unsigned long long)core->polls.address, BELAY_POLL_LIMIT);
    add_line(report, core, BELAY_PIPE_S, core->polls.op, &site, text);
}

static const struct belay_core *first_poller(const struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++)
        if (polls(&cluster->core[i]))
            return &cluster->core[i];
    return NULL;
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

/* The scalar unit is named first: it is what a reader's program does. */
static const struct belay_entry *blocked_entry(const struct belay_core *core, int pipe)
{
    if (pipe != BELAY_PIPE_S)
        return core->queue[pipe].head;
    return core->state == BELAY_CORE_BLOCKED ? core->blocked_on : NULL;
}

/* How likely an entry holds up the others: what waits for another blocked entry does not. */
static int rank_of(const struct belay_core *core, const struct belay_entry *entry)
{
    switch (entry->kind) {
    case BELAY_ENTRY_BARRIER_ALL: return 0;
    case BELAY_ENTRY_LOCK: return 1;
    case BELAY_ENTRY_WAIT: return queued_notify(core, entry) != NULL ? 1 : 2;
    default: return 2;
    }
}

/* The entry with the highest rank, and its core. */
static const struct belay_entry *root_entry(const struct belay_cluster *cluster, const struct belay_core **core)
{
    const struct belay_entry *root = NULL;
    int rank = -1;
    for (int i = 0; i < BELAY_CORES; i++)
        for (int pipe = 0; pipe < BELAY_PIPES; pipe++) {
            const struct belay_entry *entry = blocked_entry(&cluster->core[i], pipe);
            if (entry != NULL && rank_of(&cluster->core[i], entry) > rank) {
                root = entry;
                *core = &cluster->core[i];
                rank = rank_of(&cluster->core[i], entry);
            }
        }
    return root;
}

static struct belay_report *start(struct belay_cluster *cluster, const struct belay_core *poller,
                                  const struct belay_entry *root)
{
    struct belay_report *report = NULL;
    if (poller != NULL) {
        struct belay_site site = poll_site(poller);
        report = belay_report_new(&cluster->log, BELAY_RULE_DEADLOCK, poller->polls.op->name, &site);
        belay_report_text(report, "block %u polls for something that no one changes any more", cluster->block);
    } else if (root != NULL) {
        report = belay_report_new(&cluster->log, BELAY_RULE_DEADLOCK, root->op->name, &root->site);
        belay_report_text(report, "block %u waits for ever", cluster->block);
    }
    return report;
}

void belay_deadlock_report(struct belay_cluster *cluster)
{
    const struct belay_core *root_core = NULL, *poller = first_poller(cluster);
    const struct belay_entry *root = root_entry(cluster, &root_core);
    struct belay_report *report = start(cluster, poller, root);
    for (int i = 0; i < BELAY_CORES; i++) {
        struct belay_core *core = &cluster->core[i];
        if (polls(core))
            add_poll(report, core);
        for (int pipe = 0; pipe < BELAY_PIPES; pipe++) {
            const struct belay_entry *entry = blocked_entry(core, pipe);
            if (entry != NULL)
                add_entry(report, core, pipe, entry);
        }
    }
    for (int i = 0; i < BELAY_CORES; i++)
        add_set_events(report, &cluster->core[i]);
    if (poller != NULL)
        belay_report_detail(report, "fix", "let another core store the value, past its data cache, on every path");
    else if (root != NULL)
        add_fix(report, root_core, root);
}
