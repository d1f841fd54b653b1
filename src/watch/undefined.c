#include "watch/undefined.h"

#include "machine/words.h"

/* ---- copies ---------------------------------------------------------------------------------------------------- */

struct carry {
    const struct belay_move *move;
    const struct belay_undefined *undefined;
    uint32_t count;
    belay_run_visitor *visit;
    void *context;
};

/* One element at a position of both walks. A copy keeps the places of its bytes, a conversion mixes them. */
static void carry_element(const struct carry *carry, int64_t dst, int64_t src)
{
    const struct belay_move *move = carry->move;
    int64_t scale = move->nibbles ? 2 : 1, from = dst / scale, bytes = move->nibbles ? 1 : (int64_t)move->bytes;
    int64_t low = (int64_t)move->src.offset + (move->convert != NULL ? src : src / scale);
    int64_t high = low + (move->convert != NULL ? (int64_t)move->src_bytes : bytes);
    for (uint32_t i = 0; i < carry->count; i++) {
        int64_t first = (int64_t)carry->undefined[i].run.low, behind = (int64_t)carry->undefined[i].run.high;
        if (first >= high || behind <= low)
            continue;
        if (move->convert != NULL) {
            carry->visit(carry->context, from, (uint64_t)bytes);
            return;
        }
        first = first > low ? first : low;
        behind = behind < high ? behind : high;
        carry->visit(carry->context, from + first - low, (uint64_t)(behind - first));
    }
}

static void carry_loop(const struct carry *carry, int level, int64_t dst, int64_t src)
{
    if (level < 0) {
        carry_element(carry, dst, src);
        return;
    }
    const struct belay_loop *loop = &carry->move->loop[level];
    for (uint64_t i = 0; i < loop->count; i++)
        carry_loop(carry, level - 1, dst + (int64_t)i * loop->dst, src + (int64_t)i * loop->src);
}

void belay_undefined_carry(const struct belay_move *move, const struct belay_undefined *undefined, uint32_t count,
                           belay_run_visitor *visit, void *context)
{
    const struct carry carry = {move, undefined, count, visit, context};
    if (move->source == BELAY_COPY && move->combine == NULL)
        carry_loop(&carry, move->loops - 1, 0, 0);
}

/* ---- uses ------------------------------------------------------------------------------------------------------ */

bool belay_undefined_used(const struct belay_entry *entry, const struct belay_span *span,
                          struct belay_undefined *undefined)
{
    struct belay_place byte = span->place;
    for (uint64_t offset = undefined->run.low; offset < undefined->run.high; offset++) {
        byte.offset = offset;
        if (entry->work.uses(entry, &byte)) {
            undefined->run.low = offset;
            return true;
        }
    }
    return false;
}

/* ---- words ----------------------------------------------------------------------------------------------------- */

static struct belay_words place_words(const struct belay_cluster *cluster, const struct belay_undefined *undefined)
{
    if (undefined->window == BELAY_WINDOWS)
        return belay_bytes_words(NULL, BELAY_GM, undefined->run.low, undefined->run.high);
    return belay_byte_words(cluster, belay_window_space(undefined->window), undefined->run.low);
}

static void report_filler(struct belay_report *report, const struct belay_cluster *cluster,
                          const struct belay_accessor *user, const struct belay_undefined *undefined,
                          const struct belay_accessor *product)
{
    belay_report_text(report, "%s reads %s, which the product only fills up", user->op->name,
                      place_words(cluster, undefined).text);
    belay_report_detail(report, "from", "%s %s:%u has fewer rows or columns", product->op->name, product->site.file,
                        product->site.line);
    belay_report_detail(report, "why", "whole fractals of 16 x 16 are written, and what lies beyond m and n is not "
                                       "promised");
    belay_report_detail(report, "fix", "read m and n of the product, or multiply with the larger sizes");
}

void belay_undefined_report(struct belay_cluster *cluster, const struct belay_accessor *user,
                            const struct belay_undefined *undefined, const struct belay_accessor *origin)
{
    struct belay_core *core = &cluster->core[belay_agent_core(user->agent)];
    const struct belay_site site = belay_accessor_site(user);
    bool is_filler = origin != NULL && belay_agent_pipe(origin->agent) == BELAY_PIPE_M;
    struct belay_report *report = belay_core_report(core, is_filler ? BELAY_RULE_FILLER : BELAY_RULE_UNDEFINED, user->op,
                                                    &site, belay_agent_pipe(user->agent));
    if (is_filler) {
        report_filler(report, cluster, user, undefined, origin);
        return;
    }
    belay_report_text(report, "%s reads %s, which nothing has written", user->op->name,
                      place_words(cluster, undefined).text);
    if (origin != NULL)
        belay_report_detail(report, "from", "%s %s:%u copied bytes there that nothing had written", origin->op->name,
                            origin->site.file, origin->site.line);
    belay_report_detail(report, "why", "%s holds what was left there before, so the result changes from run to run",
                        undefined->window == BELAY_WINDOWS ? "new device memory" : "a memory of the core");
    belay_report_detail(report, "fix", "write the bytes first, or read fewer: check the sizes, strides and addresses of the "
                                       "calls that should write them");
}
