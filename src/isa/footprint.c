/* The checks that follow from the bytes an instruction touches: bounds, allocations, double writes. */
#include <inttypes.h>

#include "isa/issue.h"
#include "machine/gm.h"
#include "machine/words.h"

static const char *verb(enum belay_access access)
{
    return access == BELAY_READ ? "reads" : "writes";
}

/* ---- local memories ----------------------------------------------------------------------------- */

static bool check_local(struct belay_issue *in, const struct belay_place *place, int64_t low, int64_t high,
                        enum belay_access access)
{
    const struct belay_space_info *space = &belay_spaces[place->space];
    int64_t begin = (int64_t)place->offset + low, end = (int64_t)place->offset + high;
    if (begin >= 0 && end <= (int64_t)space->capacity) {
        if (place->space == BELAY_UB && end > BELAY_UB_USABLE)
            belay_issue_complain(in, BELAY_RULE_RESERVED_UB, "keep below 248 KiB (ASC_UB_SIZE)",
                                 "%s %s; the upper 8 KiB are reserved", verb(access),
                                 belay_bytes_words(in->core->cluster, BELAY_UB, (uint64_t)begin, (uint64_t)end).text);
        return true;
    }
    const struct belay_cluster *cluster = in->core->cluster;
    struct belay_report *report = belay_issue_report(in, BELAY_RULE_OOB);
    if (begin < 0)
        belay_report_text(report, "%s %s from 0x%" PRIx64 " bytes below its start", verb(access), space->name,
                          (uint64_t)-begin);
    else
        belay_report_text(report, "%s %s", verb(access),
                          belay_bytes_words(cluster, place->space, (uint64_t)begin, (uint64_t)end).text);
    belay_report_detail(report, "why", "the operand starts at %s; sizes and strides of the call lead %" PRId64 " bytes %s",
                        belay_byte_words(cluster, place->space, place->offset).text, begin < 0 ? -low : high,
                        begin < 0 ? "below that" : "further");
    belay_report_detail(report, "fix", "check the strides and counts, or make the tile smaller");
    return false;
}

/* ---- GM -------------------------------------------------------------------------------------------- */

struct gm_check {
    struct belay_issue *in;
    uint64_t address;
    enum belay_access access;
};

static void report_gm(struct gm_check *check, uint64_t begin, uint64_t end)
{
    struct belay_gm_block block;
    struct belay_words words = belay_bytes_words(NULL, BELAY_GM, begin, end);
    check->in->page_fault = !belay_gm_contains(begin, 1);
    if (belay_gm_find(begin, &block) && !block.live) {
        belay_issue_complain(check->in, BELAY_RULE_GM_FREED,
                             "call aclrtFree after the synchronisation that waits for the kernel", "%s %s",
                             verb(check->access), words.text);
        return;
    }
    struct belay_report *report = belay_issue_report(check->in, BELAY_RULE_GM_OOB);
    belay_report_text(report, "%s %s", verb(check->access), words.text);
    belay_report_detail(report, "why", "every byte must lie in one live allocation of aclrtMalloc; sizes are exact to the byte");
    belay_report_detail(report, "fix", "check count, burst length and stride against the size of the allocation");
}

static bool visit_gm(void *context, int64_t offset, uint64_t bytes)
{
    struct gm_check *check = context;
    uint64_t begin = check->address + (uint64_t)offset;
    if (belay_gm_contains(begin, bytes))
        return true;
    report_gm(check, begin, begin + bytes);
    return false;
}

static bool check_gm_span(struct belay_issue *in, const struct belay_span *span)
{
    struct gm_check check = {in, span->place.offset, span->access & BELAY_WRITE ? BELAY_WRITE : BELAY_READ};
    return visit_gm(&check, 0, span->bytes);
}

/* The envelope first; only when it leaves the allocation, run by run. */
static bool check_gm(struct belay_issue *in, const struct belay_move *move, enum belay_side side,
                     struct belay_extent extent)
{
    const struct belay_place *place = side == BELAY_DST ? &move->dst : &move->src;
    if (belay_gm_contains(place->offset + (uint64_t)extent.low, (uint64_t)(extent.high - extent.low)))
        return true;
    struct gm_check check = {in, place->offset, side == BELAY_DST ? BELAY_WRITE : BELAY_READ};
    return belay_move_each_run(move, side, visit_gm, &check);
}

/* ---- moves and spans ------------------------------------------------------------------------------- */

static bool check_side(struct belay_issue *in, const struct belay_move *move, enum belay_side side)
{
    if (!belay_move_touches(move, side))
        return true;
    const struct belay_place *place = side == BELAY_DST ? &move->dst : &move->src;
    struct belay_extent extent = belay_move_extent(move, side);
    if (place->space == BELAY_GM)
        return check_gm(in, move, side, extent);
    return check_local(in, place, extent.low, extent.high, side == BELAY_DST ? BELAY_WRITE : BELAY_READ);
}

static void check_overlap(struct belay_issue *in, const struct belay_move *move)
{
    int64_t offset;
    if (move->combine != NULL || !belay_move_overlaps_itself(move, &offset))
        return; /* whoever combines judges the order */
    struct belay_report *report = belay_issue_report(in, BELAY_RULE_OVERLAP);
    belay_report_text(report, "the strides make this call write %s more than once",
                      belay_byte_words(in->core->cluster, move->dst.space, move->dst.offset + (uint64_t)offset).text);
    belay_report_detail(report, "why", "the machine gives no order for writes inside one instruction");
    belay_report_detail(report, "fix", "make every destination stride step over everything inside of it");
}

static bool check_span(struct belay_issue *in, const struct belay_span *span)
{
    if (span->place.space == BELAY_GM)
        return check_gm_span(in, span);
    return check_local(in, &span->place, 0, (int64_t)span->bytes,
                       span->access & BELAY_WRITE ? BELAY_WRITE : BELAY_READ);
}

bool belay_footprint_check(struct belay_issue *in)
{
    const struct belay_work *work = &in->entry.work;
    for (int i = 0; i < work->moves; i++)
        if (!check_side(in, &work->move[i], BELAY_DST) || !check_side(in, &work->move[i], BELAY_SRC))
            return false;
    for (int i = 0; i < work->spans; i++)
        if (!check_span(in, &work->span[i]))
            return false;
    for (int i = 0; i < work->moves; i++)
        check_overlap(in, &work->move[i]);
    return true;
}
