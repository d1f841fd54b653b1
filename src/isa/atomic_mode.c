/* The setters of the SIMD atomic mode and of the store-atomic register (ub_movement.md 11.1, 11.6). */
#include "isa/issue.h"
#include "number/atomic.h"

static void set_mode(struct belay_issue *in, enum belay_atomic_type type, enum belay_atomic_op op)
{
    uint64_t mask = belay_bits(~UINT64_C(0), 0, 5) << 6;
    uint64_t mode = (uint64_t)type << 6 | (uint64_t)op << 9;
    belay_register_set(in, BELAY_REG_CTRL, (belay_register(in, BELAY_REG_CTRL) & ~mask) | mode);
    in->nothing = true;
}

#define SETTER(name, type, op)                                                                                         \
    void belay_lower_set_atomic_##name(struct belay_issue *in)                                                         \
    {                                                                                                                  \
        set_mode(in, BELAY_ATOMIC_##type, BELAY_ATOMIC_##op);                                                          \
    }

SETTER(add_float, FLOAT, ADD)
SETTER(add_float16, HALF, ADD)
SETTER(add_int16, INT16, ADD)
SETTER(add_int32, INT32, ADD)
SETTER(add_int8, INT8, ADD)
SETTER(add_bfloat, BFLOAT16, ADD)
SETTER(max_float, FLOAT, MAX)
SETTER(max_float16, HALF, MAX)
SETTER(max_int16, INT16, MAX)
SETTER(max_int32, INT32, MAX)
SETTER(max_int8, INT8, MAX)
SETTER(max_bfloat, BFLOAT16, MAX)
SETTER(min_float, FLOAT, MIN)
SETTER(min_float16, HALF, MIN)
SETTER(min_int16, INT16, MIN)
SETTER(min_int32, INT32, MIN)
SETTER(min_int8, INT8, MIN)
SETTER(min_bfloat, BFLOAT16, MIN)

/* Both fields. */
void belay_lower_disable_dma_atomic(struct belay_issue *in)
{
    set_mode(in, BELAY_ATOMIC_OFF, BELAY_ATOMIC_ADD);
}

/* The machine keeps too few bits of the type, so that 7, 9 and 10 become others. */
void belay_lower_set_store_atomic_config_v2(struct belay_issue *in)
{
    const struct belay_set_store_atomic_config_v2_args *a = BELAY_ARGS(in, set_store_atomic_config_v2);
    uint64_t kept = a->type & 0x15;
    if (kept != a->type)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL,
                             "use asc_atomic_add, or asc_set_atomic_add_bfloat for stores of the UB",
                             "type %llu cannot be selected: the machine takes it as %llu", (unsigned long long)a->type,
                             (unsigned long long)kept);
    /* open point store-atomic-config: the register has no influence on stores of MTE3 and FIX */
    belay_register_set(in, BELAY_REG_ST_ATOMIC_CFG, kept | (a->op & 3) << 4);
    in->nothing = true;
}

void belay_lower_get_store_atomic_config(struct belay_issue *in)
{
    in->result = belay_register(in, BELAY_REG_ST_ATOMIC_CFG);
    in->nothing = true;
}
