#include "isa/store_atomic.h"

#include "machine/words.h"

enum { INTEGER_SATURATION = 53, FLOAT_KEEPS_INF = 48, GLOBAL_SATURATION = 60 };

static bool is_float(enum belay_atomic_type type)
{
    return type == BELAY_ATOMIC_FLOAT || type == BELAY_ATOMIC_HALF || type == BELAY_ATOMIC_BFLOAT16;
}

/*
 * open point atomic-saturation: half saturates when CTRL[60] = 1 and CTRL[48] = 0, other floats never; integer
 * addition does when CTRL[53] = 1, as in vector arithmetic
 */
static bool saturates(uint64_t ctrl, enum belay_atomic_type type)
{
    if (is_float(type))
        return belay_bits(ctrl, GLOBAL_SATURATION, 1) != 0 && belay_bits(ctrl, FLOAT_KEEPS_INF, 1) == 0;
    return belay_bits(ctrl, INTEGER_SATURATION, 1) != 0;
}

/* Whether another reading of the documents could let other elements saturate. */
static bool saturation_is_open(uint64_t ctrl, enum belay_atomic_type type, enum belay_atomic_op op)
{
    bool global = belay_bits(ctrl, GLOBAL_SATURATION, 1), keeps = belay_bits(ctrl, FLOAT_KEEPS_INF, 1);
    if (!is_float(type))
        return op == BELAY_ATOMIC_ADD;
    return !global || (!keeps && type != BELAY_ATOMIC_HALF);
}

static void note_choices(struct belay_issue *in, uint64_t ctrl, enum belay_atomic_type type, enum belay_atomic_op op)
{
    if (saturation_is_open(ctrl, type, op))
        belay_issue_open(in, BELAY_OPEN_ATOMIC_SATURATION);
    if (is_float(type) && op != BELAY_ATOMIC_ADD)
        belay_issue_open(in, BELAY_OPEN_ATOMIC_MAX_NAN);
}

/* Sums of floats round, clamped sums lose their excess, and equal zeros keep the sign of the first. */
static bool order_matters(enum belay_atomic_type type, enum belay_atomic_op op, bool saturate)
{
    return is_float(type) || (op == BELAY_ATOMIC_ADD && saturate);
}

struct belay_store_atomic belay_store_atomic(struct belay_issue *in)
{
    struct belay_store_atomic atomic = {NULL, BELAY_ATOMIC_OFF, false};
    uint64_t ctrl = belay_register(in, BELAY_REG_CTRL);
    uint64_t type = belay_bits(ctrl, 6, 3), op = belay_bits(ctrl, 9, 2);
    if (belay_register(in, BELAY_REG_ST_ATOMIC_CFG) != 0)
        belay_issue_open(in, BELAY_OPEN_STORE_ATOMIC_CONFIG);
    if (type == BELAY_ATOMIC_OFF)
        return atomic;
    if (type >= BELAY_ATOMIC_TYPES || op >= BELAY_ATOMIC_OPS) {
        belay_issue_complain(
            in, BELAY_RULE_RESERVED, "use asc_set_atomic_add_float and its siblings",
            "the atomic mode in CTRL is reserved: type %llu (legal 1 to 6), operation %llu (legal 0 to 2)",
            (unsigned long long)type, (unsigned long long)op);
        belay_issue_drop(in);
        return atomic;
    }
    bool saturate = saturates(ctrl, (enum belay_atomic_type)type);
    atomic.type = (enum belay_atomic_type)type;
    atomic.combine = belay_atomic(atomic.type, (enum belay_atomic_op)op, saturate);
    atomic.order_matters = order_matters(atomic.type, (enum belay_atomic_op)op, saturate);
    note_choices(in, ctrl, atomic.type, (enum belay_atomic_op)op);
    if (atomic.order_matters)
        belay_issue_await_turn(in);
    return atomic;
}

enum belay_dtype belay_store_atomic_dtype(const struct belay_store_atomic *atomic)
{
    static const enum belay_dtype dtypes[BELAY_ATOMIC_TYPES] = {
        [BELAY_ATOMIC_OFF] = BELAY_VOID,          [BELAY_ATOMIC_FLOAT] = BELAY_FLOAT, [BELAY_ATOMIC_HALF] = BELAY_HALF,
        [BELAY_ATOMIC_INT16] = BELAY_INT16,       [BELAY_ATOMIC_INT32] = BELAY_INT32, [BELAY_ATOMIC_INT8] = BELAY_INT8,
        [BELAY_ATOMIC_BFLOAT16] = BELAY_BFLOAT16,
    };
    return dtypes[atomic->type];
}

void belay_store_combine(struct belay_issue *in, const struct belay_store_atomic *atomic, struct belay_move *move)
{
    uint32_t element = belay_atomic_bytes(atomic->type), rest = move->bytes % element;
    if (rest != 0) { /* open point atomic-cut-element */
        belay_issue_open(in, BELAY_OPEN_ATOMIC_CUT_ELEMENT);
        belay_issue_complain(in, BELAY_RULE_RANGE, "store whole elements, or call asc_set_atomic_none first",
                             "a burst of %u bytes is no whole number of the %u-byte elements of the atomic mode; the "
                             "last %u bytes are not written",
                             move->bytes, element, rest);
    }
    if (move->dst.offset % element != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "align the destination to the type of the atomic mode",
                             "the destination is not a multiple of the %u bytes of an element of the atomic mode",
                             element);
    belay_move_loop(move, move->bytes / element, element, element);
    move->bytes = element;
    move->combine = atomic->combine;
}

void belay_store_check_order(struct belay_issue *in, const struct belay_store_atomic *atomic,
                             const struct belay_move *move)
{
    int64_t offset;
    if (atomic->order_matters && belay_move_overlaps_itself(move, &offset))
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "make the bursts write different elements",
                             "several bursts are combined with %s, and the result depends on their order",
                             belay_byte_words(NULL, BELAY_GM, move->dst.offset + (uint64_t)offset).text);
}
