/*
 * Scalar atomics on GM (system.md 6.2). They are complete when they are issued; the result is the value before. All
 * rows have the address first and then their operands. CTRL has no part in them.
 */
#include <string.h>

#include "belay/number.h"
#include "isa/issue.h"
#include "isa/scalar_access.h"
#include "move/atomic_lock.h"

/* The new value, of which the low bits of the type count. */
typedef uint64_t change(enum belay_dtype type, uint64_t old, const uint64_t *operand);

/* What an entry brings along for when it runs. */
enum { RESULT, CHANGE, TYPE, OPERAND };

static void make(struct belay_core *core, const struct belay_entry *entry)
{
    const struct belay_work *work = &entry->work;
    const struct belay_span *span = &work->span[0];
    change *new_value = (change *)(uintptr_t)work->operands[CHANGE];
    uint8_t *stored = belay_place_host(core, &span->place);
    uint64_t old = 0;
    belay_atomic_lock();
    memcpy(&old, stored, span->bytes);
    uint64_t value = new_value((enum belay_dtype)work->operands[TYPE], old, &work->operands[OPERAND]);
    belay_scalar_store(core, stored, &value, span->bytes);
    belay_atomic_unlock();
    *(uint64_t *)(uintptr_t)work->operands[RESULT] = old; /* of the call, which is still going on */
}

static void apply(struct belay_issue *in, change *new_value)
{
    const struct belay_place *place = &in->place[0];
    uint32_t bytes = belay_issue_bytes(in, 0);
    uint64_t *operands = in->entry.work.operands;
    belay_scalar_load_step(in, place->offset);
    belay_scalar_check_alignment(in, place, bytes);
    belay_issue_span(in, *place, bytes, BELAY_READ | BELAY_WRITE);
    in->entry.work.compute = make;
    in->entry.work.uses = belay_uses_all;
    operands[RESULT] = (uint64_t)(uintptr_t)&in->result;
    operands[CHANGE] = (uint64_t)(uintptr_t)new_value;
    operands[TYPE] = belay_issue_dtype(in, 0);
    for (int i = 1; i < in->op->args; i++)
        operands[OPERAND + i - 1] = in->arg[i];
}

/* Sums of floats depend on their order, which must not depend on the threads. */
static void apply_sum(struct belay_issue *in, change *new_value)
{
    if (belay_issue_dtype(in, 0) == BELAY_FLOAT)
        belay_issue_await_turn(in);
    apply(in, new_value);
}

/* ---- floats ----------------------------------------------------------------------------------------------- */

static uint64_t float_word(float value)
{
    return value != value ? BELAY_FORMAT_FLOAT.nan : belay_float_word(value);
}

static float float_of(uint64_t word)
{
    return belay_float_of_word((uint32_t)word);
}

static bool is_nan(enum belay_dtype type, uint64_t word)
{
    return type == BELAY_FLOAT && float_of(word) != float_of(word);
}

/* ---- comparisons ------------------------------------------------------------------------------------------ */

static bool less(enum belay_dtype type, uint64_t a, uint64_t b)
{
    switch (type) {
    case BELAY_FLOAT: return float_of(a) < float_of(b);
    case BELAY_INT32: return (int32_t)a < (int32_t)b;
    case BELAY_INT64: return (int64_t)a < (int64_t)b;
    default: return a < b;
    }
}

/* open point scalar-atomic-float: values are compared, so +0 equals -0 and NaN equals nothing; NaN wins max and min */
static bool equal(enum belay_dtype type, uint64_t a, uint64_t b)
{
    return type == BELAY_FLOAT ? float_of(a) == float_of(b) : a == b;
}

static void apply_comparison(struct belay_issue *in, change *new_value)
{
    if (belay_issue_dtype(in, 0) == BELAY_FLOAT)
        belay_issue_open(in, BELAY_OPEN_SCALAR_ATOMIC_FLOAT);
    apply(in, new_value);
}

/* ---- operations ------------------------------------------------------------------------------------------- */

static uint64_t sum(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    return type == BELAY_FLOAT ? float_word(float_of(old) + float_of(operand[0])) : old + operand[0];
}

static uint64_t difference(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    return type == BELAY_FLOAT ? float_word(float_of(old) - float_of(operand[0])) : old - operand[0];
}

static uint64_t exchange(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    (void)type, (void)old;
    return operand[0];
}

static uint64_t larger(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    if (is_nan(type, old) || is_nan(type, operand[0]))
        return BELAY_FORMAT_FLOAT.nan;
    return less(type, old, operand[0]) ? operand[0] : old;
}

static uint64_t smaller(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    if (is_nan(type, old) || is_nan(type, operand[0]))
        return BELAY_FORMAT_FLOAT.nan;
    return less(type, operand[0], old) ? operand[0] : old;
}

static uint64_t compare_and_swap(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    return equal(type, old, operand[0]) ? operand[1] : old;
}

static uint64_t both(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    (void)type;
    return old & operand[0];
}

static uint64_t either(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    (void)type;
    return old | operand[0];
}

static uint64_t one_of(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    (void)type;
    return old ^ operand[0];
}

static uint64_t increment(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    (void)type;
    return old >= operand[0] ? 0 : old + 1;
}

static uint64_t decrement(enum belay_dtype type, uint64_t old, const uint64_t *operand)
{
    (void)type;
    return old == 0 || old > operand[0] ? operand[0] : old - 1;
}

void belay_lower_atomic_add(struct belay_issue *in)
{
    apply_sum(in, sum);
}

void belay_lower_atomic_sub(struct belay_issue *in)
{
    apply_sum(in, difference);
}

void belay_lower_atomic_exch(struct belay_issue *in)
{
    apply(in, exchange);
}

void belay_lower_atomic_max(struct belay_issue *in)
{
    apply_comparison(in, larger);
}

void belay_lower_atomic_min(struct belay_issue *in)
{
    apply_comparison(in, smaller);
}

void belay_lower_atomic_cas(struct belay_issue *in)
{
    apply_comparison(in, compare_and_swap);
}

void belay_lower_atomic_and(struct belay_issue *in)
{
    apply(in, both);
}

void belay_lower_atomic_or(struct belay_issue *in)
{
    apply(in, either);
}

void belay_lower_atomic_xor(struct belay_issue *in)
{
    apply(in, one_of);
}

void belay_lower_atomic_inc(struct belay_issue *in)
{
    apply(in, increment);
}

void belay_lower_atomic_dec(struct belay_issue *in)
{
    apply(in, decrement);
}
