/* The words of a race: what, both sides, why, and the call that mends it. */
#include <stdio.h>

#include "machine/words.h"
#include "report/symbol.h"
#include "watch/blocks.h"
#include "watch/hazard.h"

struct belay_site belay_accessor_site(const struct belay_accessor *accessor)
{
    return accessor->pc != 0 ? belay_symbol_site(accessor->pc) : accessor->site;
}

/* The accessor with its source line. */
static struct belay_accessor located(const struct belay_accessor *accessor)
{
    struct belay_accessor copy = *accessor;
    copy.site = belay_accessor_site(accessor);
    return copy;
}

/* Pipes whose instructions may overlap each other, but for which the documents only advise a barrier (README decision 36). */
static bool is_advisory(enum belay_pipe pipe)
{
    return pipe == BELAY_PIPE_MTE1 || pipe == BELAY_PIPE_FIX;
}

static enum belay_rule rule_of(const struct belay_conflict *conflict)
{
    enum belay_pipe first = belay_agent_pipe(conflict->first.agent), second = belay_agent_pipe(conflict->second.agent);
    bool same_pipe = conflict->first.agent == conflict->second.agent;
    if (same_pipe && first == BELAY_PIPE_M)
        return BELAY_RULE_MMAD_BARRIER;
    if (conflict->same_bytes)
        return BELAY_RULE_RACE_SAME_BYTES;
    if (same_pipe && is_advisory(second))
        return BELAY_RULE_RACE_ADVISORY;
    if (conflict->race == BELAY_RACE_WAR && first == BELAY_PIPE_S && second != BELAY_PIPE_S)
        return BELAY_RULE_RACE_SCALAR_READ; /* open point scalar-read-first */
    switch (conflict->race) {
    case BELAY_RACE_RAW: return BELAY_RULE_RACE_RAW;
    case BELAY_RACE_WAR: return BELAY_RULE_RACE_WAR;
    default: return BELAY_RULE_RACE_WAW;
    }
}

static struct belay_words place_words(const struct belay_cluster *cluster, const struct belay_conflict *conflict)
{
    bool gm = conflict->window == BELAY_WINDOWS;
    return belay_bytes_words(cluster, gm ? BELAY_GM : belay_window_space(conflict->window), conflict->run.low,
                             conflict->run.high);
}

void belay_accessor_detail(struct belay_report *report, const char *label, const struct belay_accessor *accessor,
                           uint32_t block)
{
    const struct belay_accessor located_side = located(accessor), *side = &located_side;
    int core = belay_agent_core(side->agent);
    char name[16];
    if (core == BELAY_CORE_AIC)
        snprintf(name, sizeof name, "aic");
    else
        snprintf(name, sizeof name, "aiv %d", core - BELAY_CORE_AIV0);
    belay_report_detail(report, label, "%-4s %s %s:%u   block %u %s", belay_pipe_name(belay_agent_pipe(side->agent)),
                        side->op->name, side->site.file, side->site.line, block, name);
}

/* Event ids of a pair that this block has not used. */
static void free_ids(const struct belay_core *core, enum belay_pipe src, enum belay_pipe dst, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (int id = 0; id < BELAY_EVENT_IDS; id++)
        if (core->event[src][dst][id].notifies == 0 && n < size)
            n += (size_t)snprintf(text + n, size - n, "%s%d", n > 0 ? ", " : "", id);
}

static void add_fix(struct belay_report *report, const struct belay_cluster *cluster, const struct belay_conflict *conflict)
{
    const struct belay_accessor *first = &conflict->first, *second = &conflict->second;
    enum belay_pipe src = belay_agent_pipe(first->agent), dst = belay_agent_pipe(second->agent);
    int core = belay_agent_core(first->agent);
    char ids[64];
    if (core != belay_agent_core(second->agent)) {
        bool aivs = core != BELAY_CORE_AIC && belay_agent_core(second->agent) != BELAY_CORE_AIC;
        belay_report_detail(report, "fix", "arrive on PIPE_%s after line %u and wait on PIPE_%s before line %u (%s)",
                            belay_pipe_name(src), first->site.line, belay_pipe_name(dst), second->site.line,
                            aivs ? "asc_sync_subblock_arrive and _wait, on both AIVs"
                                 : "asc_sync_block_arrive and _wait, or asc_sync_intra_arrive and _wait");
    } else if (src == dst) {
        belay_report_detail(report, "fix", "asc_sync_pipe(PIPE_%s) between line %u and line %u", belay_pipe_name(src),
                            first->site.line, second->site.line);
    } else {
        free_ids(&cluster->core[core], src, dst, ids, sizeof ids);
        belay_report_detail(report, "fix", "asc_sync_notify(PIPE_%s, PIPE_%s, id) after line %u, asc_sync_wait(PIPE_%s, "
                            "PIPE_%s, id) before line %u; unused ids: %s",
                            belay_pipe_name(src), belay_pipe_name(dst), first->site.line, belay_pipe_name(src),
                            belay_pipe_name(dst), second->site.line, ids[0] != '\0' ? ids : "none");
    }
}

void belay_race_report(struct belay_cluster *cluster, const struct belay_conflict *found)
{
    struct belay_conflict located_conflict = *found, *conflict = &located_conflict;
    conflict->first = located(&found->first);
    conflict->second = located(&found->second);
    static const char *const first_labels[] = {"write", "read", "write"}, *const second_labels[] = {"read", "write", "write"};
    const char *first = belay_pipe_name(belay_agent_pipe(conflict->first.agent));
    const char *second = belay_pipe_name(belay_agent_pipe(conflict->second.agent));
    struct belay_report *report =
        belay_report_pair(&cluster->log, rule_of(conflict), conflict->second.op->name, &conflict->second.site,
                          &conflict->first.site);
    if (report == NULL)
        return;
    const struct belay_words words = place_words(cluster, conflict);
    const char *place = words.text;
    switch (conflict->race) {
    case BELAY_RACE_RAW:
        belay_report_text(report, "%s is read by %s while %s's write to it may still be running", place, second, first);
        break;
    case BELAY_RACE_WAR:
        belay_report_text(report, "%s is written by %s while %s may still be reading it", place, second, first);
        break;
    case BELAY_RACE_WAW:
        belay_report_text(report, "%s is written by %s while %s's write to it may still be running%s", place, second, first,
                          conflict->same_bytes ? "; both write the same bytes" : "");
        break;
    }
    belay_accessor_detail(report, first_labels[conflict->race], &conflict->first, cluster->block);
    belay_accessor_detail(report, second_labels[conflict->race], &conflict->second, cluster->block);
    belay_report_detail(report, "why", "no chain of flags, barriers or locks leads from line %u to line %u",
                        conflict->first.site.line, conflict->second.site.line);
    add_fix(report, cluster, conflict);
}

void belay_notify_report(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *notify)
{
    const char *src = belay_pipe_name(notify->event.src), *dst = belay_pipe_name(notify->event.dst);
    uint8_t id = notify->event.id;
    const struct belay_event_flag *flag = &core->event[notify->event.src][notify->event.dst][id];
    struct belay_report *report = belay_core_report(core, BELAY_RULE_DOUBLE_NOTIFY, notify->op, &notify->site, pipe);
    belay_report_text(report, "event %s->%s id %d may be notified again before a wait has used the last notify", src, dst, id);
    belay_report_detail(report, "first", "%s:%u, taken by the wait at %s:%u", flag->last_notify.file,
                        flag->last_notify.line, flag->last_wait.file, flag->last_wait.line);
    belay_report_detail(report, "why", "nothing makes %s wait until %s has taken the event: the second notify may be lost", src,
                        dst);
    belay_report_detail(report, "fix", "use another id, or a notify and wait from PIPE_%s to PIPE_%s in between", dst, src);
}

/* Between blocks there is no order of issue, so a read and a write are one kind of race. */
void belay_block_race_report(struct belay_report_log *log, const struct belay_block_conflict *conflict)
{
    bool both_write = conflict->writes[0] && conflict->writes[1];
    const struct belay_accessor side[2] = {located(conflict->side[0]), located(conflict->side[1])};
    enum belay_rule rule = conflict->same_bytes ? BELAY_RULE_RACE_SAME_BYTES
                           : both_write         ? BELAY_RULE_RACE_WAW
                                                : BELAY_RULE_RACE_RAW;
    struct belay_report *report =
        belay_report_pair(log, rule, side[1].op->name, &side[1].site, &side[0].site);
    if (report == NULL)
        return;
    belay_report_text(report, "%s is %s by blocks that nothing orders%s",
                      belay_bytes_words(NULL, BELAY_GM, conflict->run.low, conflict->run.high).text,
                      both_write ? "written" : "read and written",
                      conflict->same_bytes ? "; both write the same bytes" : "");
    for (int i = 0; i < 2; i++)
        belay_accessor_detail(report, conflict->writes[i] ? "write" : "read", &side[i], conflict->block[i]);
    belay_report_detail(report, "why", "blocks run in any order, and at the same time");
    belay_report_detail(report, "fix", "let each block write a part of its own, order the blocks with asc_sync_inter_arrive "
                                       "and asc_sync_inter_wait, or store with an atomic mode");
}

void belay_block_stale_report(struct belay_report_log *log, const struct belay_block_conflict *conflict)
{
    int writer = conflict->writes[0] ? 0 : 1;
    const struct belay_accessor write = located(conflict->side[writer]), load = located(conflict->side[!writer]);
    struct belay_report *report =
        belay_report_pair(log, BELAY_RULE_CACHE_STALE, load.op->name, &load.site, &write.site);
    if (report == NULL)
        return;
    belay_report_text(report, "%s may come from the data cache, where it is older than in GM",
                      belay_bytes_words(NULL, BELAY_GM, conflict->run.low, conflict->run.high).text);
    belay_accessor_detail(report, "write", &write, conflict->block[writer]);
    belay_accessor_detail(report, "load", &load, conflict->block[!writer]);
    belay_report_detail(report, "why", "the core has had the line in its cache since before the other block's write");
    belay_report_detail(report, "fix", "asc_dcci_single for the line between the synchronisation and the load, or "
                                       "asc_load_dev");
}

void belay_block_sharing_report(struct belay_report_log *log, const struct belay_block_conflict *conflict)
{
    const struct belay_accessor side[2] = {located(conflict->side[0]), located(conflict->side[1])};
    struct belay_report *report =
        belay_report_pair(log, BELAY_RULE_CACHE_SHARED, side[1].op->name, &side[1].site, &side[0].site);
    if (report == NULL)
        return;
    belay_report_text(report, "two blocks store to one line of the data caches, %s",
                      belay_bytes_words(NULL, BELAY_GM, conflict->run.low, conflict->run.high).text);
    for (int i = 0; i < 2; i++)
        belay_accessor_detail(report, "store", &side[i], conflict->block[i]);
    belay_report_detail(report, "why", "each core has a copy of the line, and the one that is written back last overwrites "
                                       "the other");
    belay_report_detail(report, "fix", "store with asc_store_dev, or keep the data of two blocks %d bytes apart",
                        BELAY_CACHE_LINE);
}

void belay_waiters_report(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *wait,
                          const struct belay_waited *other)
{
    struct belay_report *report = belay_core_report(core, BELAY_RULE_FLAG_SHARED, wait->op, &wait->site, pipe);
    belay_report_text(report, "%s waits for flag %d, for which %s may still wait", belay_pipe_name(pipe), wait->cross.id,
                      belay_pipe_name(belay_agent_pipe(other->agent)));
    belay_report_detail(report, "other", "%s:%u", other->site.file, other->site.line);
    belay_report_detail(report, "why", "an arrival releases one of them, and which one is not defined");
    belay_report_detail(report, "fix", "use another id, or let one of the pipes wait and pass it on with an event");
}
