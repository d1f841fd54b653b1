/* What a block leaves behind that disturbs the next kernel on silicon (README decision 35). */
#include <inttypes.h>

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

/* ---- registers: they keep their values for the next kernel ------------------------------------------------ */

/* Loop sizes, whose counts start at bits 0 and 21. */
static void report_loops(struct belay_core *core)
{
    static const struct {
        enum belay_register reg;
        const char *setter;
    } sizes[] = {
        {BELAY_REG_LOOP_SIZE_OUTTOL1, "asc_set_gm2l1_loop_size"},
        {BELAY_REG_G2U_LOOP_SIZE, "asc_set_gm2ub_loop_size"},
        {BELAY_REG_U2G_LOOP_SIZE, "asc_set_ub2gm_loop_size"},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t size = core->reg[sizes[i].reg], n1 = size & 0x1FFFFF, n2 = size >> 21;
        if (n1 <= 1 && n2 <= 1)
            continue;
        struct belay_report *report =
            belay_core_report(core, BELAY_RULE_LEFTOVER_LOOPS, NULL, &core->set_at[sizes[i].reg], BELAY_PIPE_S);
        belay_report_text(report, "the loop sizes (%" PRIu64 ", %" PRIu64 ") are left in %s", n1, n2,
                          belay_register_table[sizes[i].reg].name);
        belay_report_detail(report, "why", "the next copy loops as well, in this kernel or in the one after it");
        belay_report_detail(report, "fix", "%s(1, 1) after the copies that loop", sizes[i].setter);
    }
}

/* Bits of CTRL that are switched together. The last row is everything else. */
static const struct {
    uint64_t bits;
    const char *name, *restore;
} ctrl_fields[] = {
    {UINT64_C(0x7C0), "the atomic mode of stores", "asc_set_atomic_none()"},
    {UINT64_C(0xF) << 16, "the cache policy of scalar loads", "asc_set_scalar_cache_mode with the policy of before"},
    {UINT64_C(0xF) << 20, "the cache policy of scalar stores", "asc_set_scalar_cache_mode with the policy of before"},
    {UINT64_C(1) << 45, "HiFloat8 in place of E4M3", "asc_disable_hif8()"},
    {UINT64_C(1) << 46, "HF32 in place of float", "asc_disable_hf32()"},
    {UINT64_C(1) << 47, "the rounding to HF32", "asc_enable_hf32_trans(0)"},
    {UINT64_C(1) << 51, "the direction of multiplications", "asc_set_mmad_direction_m()"},
    {~UINT64_C(0), "a mode", "asc_set_ctrl with the word that asc_get_ctrl gave before the change"},
};

static void report_ctrl(struct belay_core *core)
{
    uint64_t at_launch = belay_register_table[BELAY_REG_CTRL].reset, changed = core->reg[BELAY_REG_CTRL] ^ at_launch;
    for (size_t i = 0; changed != 0; changed &= ~ctrl_fields[i++].bits) {
        uint64_t bits = changed & ctrl_fields[i].bits;
        if (bits == 0)
            continue;
        struct belay_report *report = belay_core_report(core, BELAY_RULE_LEFTOVER_CTRL, NULL,
                                                        &core->ctrl_set_at[__builtin_ctzll(bits)], BELAY_PIPE_S);
        belay_report_text(report,
                          "%s is left changed in CTRL: bits 0x%" PRIX64 " are 0x%" PRIX64 ", at the launch 0x%" PRIX64,
                          ctrl_fields[i].name, bits, core->reg[BELAY_REG_CTRL] & bits, at_launch & bits);
        belay_report_detail(report, "why", "CTRL is not reset: the next kernel computes or stores in another way");
        belay_report_detail(report, "fix", "after its last use: %s", ctrl_fields[i].restore);
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------------ */

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
        report_loops(core);
        report_ctrl(core);
    }
    report_units(cluster);
}
