/* What a block leaves behind that disturbs the next kernel on silicon (README decision 35). */
#include "machine/inter.h"
#include "machine/machine.h"
#include "machine/words.h"

static void report_flags(struct belay_core *core)
{
    for (int src = 0; src < BELAY_PIPES; src++)
        for (int dst = 0; dst < BELAY_PIPES; dst++)
            for (int id = 0; id < BELAY_EVENT_IDS; id++) {
                const struct belay_event_flag *flag = &core->event[src][dst][id];
                if (!flag->set)
                    continue;
                struct belay_report *report = belay_core_report(core, BELAY_RULE_LEFTOVER_FLAG, NULL,
                                                                &flag->last_notify, src);
                belay_report_text(report, "event %s->%s id %d is notified and never waited for", belay_pipe_name(src),
                                  belay_pipe_name(dst), id);
                belay_report_detail(report, "why", "the event stays set, and the first wait of the next kernel passes too early");
                belay_report_detail(report, "fix", "asc_sync_wait(PIPE_%s, PIPE_%s, %d) before the kernel ends, or drop the notify",
                                    belay_pipe_name(src), belay_pipe_name(dst), id);
            }
}

static void report_locks(struct belay_core *core)
{
    for (int id = 0; id < BELAY_MUTEX_IDS; id++) {
        const struct belay_mutex *mutex = &core->mutex[id];
        if (!mutex->held)
            continue;
        struct belay_report *report =
            belay_core_report(core, BELAY_RULE_LEFTOVER_LOCK, NULL, &mutex->lock_site, mutex->pipe);
        belay_report_text(report, "mutex %d is locked by %s and never unlocked", id, belay_pipe_name(mutex->pipe));
        belay_report_detail(report, "fix", "asc_unlock(PIPE_%s, %d) on every path before the kernel ends", belay_pipe_name(mutex->pipe), id);
    }
}

static void report_counter(struct belay_core *core, const struct belay_counter *counter, int id, const char *kind)
{
    if (counter->tokens == 0)
        return;
    struct belay_report *report =
        belay_core_report(core, BELAY_RULE_LEFTOVER_COUNTER, NULL, &counter->last_arrive, BELAY_PIPE_S);
    belay_report_text(report, "%s flag %d has %u arrival%s left that nobody waits for", kind, id, counter->tokens,
                      counter->tokens == 1 ? "" : "s");
    belay_report_detail(report, "fix", "wait once for every arrival, also on the paths that end early");
}

static void report_counters(struct belay_core *core)
{
    for (int id = 0; id < BELAY_FLAG_IDS; id++) {
        belay_inter_collect(core, (uint8_t)id, &core->flag[id]);
        report_counter(core, &core->flag[id], id, "cross-core");
    }
    for (int id = 0; id < BELAY_INTRA_IDS; id++)
        report_counter(core, &core->intra[id], id, "intra-core");
}

/* An AIV that arrived for a round which its sibling never joined. */
static void report_rounds(struct belay_core *core)
{
    static const enum belay_cross_mode modes[] = {BELAY_CROSS_SUBBLOCK, BELAY_CROSS_BLOCK};
    const struct belay_cluster *cluster = core->cluster;
    for (int m = 0; m < 2 && core->kind == BELAY_AIV; m++)
        for (int id = 0; id < BELAY_FLAG_IDS; id++) {
            if (core->arrivals[modes[m]][id] <= cluster->rounds[modes[m]][id])
                continue;
            struct belay_report *report = belay_core_report(core, BELAY_RULE_INCOMPLETE_ROUND, NULL,
                                                            &core->last_site, BELAY_PIPE_S);
            belay_report_text(report, "AIV%u has arrived at cross-core flag %d, the other AIV of the block has not",
                              core->sub, id);
            belay_report_detail(report, "fix", "let both AIVs arrive, or use asc_sync_intra_arrive from one of them");
        }
}

static void report_units(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_UNITS; i++) {
        if (!(cluster->unit[i / 64] >> (i % 64) & 1))
            continue;
        struct belay_core *aic = &cluster->core[BELAY_CORE_AIC];
        struct belay_report *report =
            belay_core_report(aic, BELAY_RULE_LEFTOVER_UNIT_FLAG, NULL, &aic->last_site, BELAY_PIPE_M);
        belay_report_text(report, "the unit flag of %s is still set: that result was never moved out",
                          belay_byte_words(cluster, BELAY_L0C, (uint64_t)i * BELAY_UNIT_BYTES).text);
        belay_report_detail(report, "fix", "copy the whole result out of L0C with unit flag mode 3");
        return;
    }
}

void belay_leftover_report(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_CORES; i++) {
        struct belay_core *core = &cluster->core[i];
        if (core->state == BELAY_CORE_ABSENT)
            continue;
        report_flags(core);
        report_locks(core);
        report_counters(core);
        report_rounds(core);
    }
    report_units(cluster);
}
