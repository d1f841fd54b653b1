/* The generators of ref_mx.h. */
#include "ref_mx.h"

#include <stdbool.h>

#define FRACTAL 512
#define C_FRACTAL 1024
#define GROUP 32

static uint64_t cdiv(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static const char *fault(enum ref_outcome *outcome, enum ref_outcome value, const char *rule)
{
    *outcome = value;
    return rule;
}

/* ---- random operands ------------------------------------------------------------------------------------------- */

void ref_mx_fill(uint64_t *state, struct ref_memory *memory, enum ref_mx_type type, int special)
{
    const bool fp4 = type == REF_MX_E2M1 || type == REF_MX_E1M2;
    for (uint64_t i = 0; i < memory->size; i++) {
        const uint64_t sign = ref_between(state, 0, 1) << 7;
        if (fp4 || (special && ref_between(state, 0, 999) == 0))
            memory->bytes[i] = (uint8_t)ref_next(state);
        else /* every magnitude of both types below 0x60 is modest */
            memory->bytes[i] = (uint8_t)(sign | ref_between(state, 0, 0x5F));
    }
}

void ref_mx_fill_scales(uint64_t *state, struct ref_memory *memory, int special)
{
    for (uint64_t i = 0; i < memory->size; i++) {
        const bool any = special && ref_between(state, 0, 999) == 0;
        memory->bytes[i] = (uint8_t)(any ? ref_next(state) : ref_between(state, 119, 135));
    }
}

/* ---- random legal arguments ------------------------------------------------------------------------------------ */

void ref_l12l0_mx_random(uint64_t *state, struct ref_mx_move_args *args, uint64_t l1_size, uint64_t mx_size)
{
    const uint64_t mx_room = mx_size / GROUP, l1_room = l1_size / GROUP;
    args->x_step = ref_between(state, 1, ref_between(state, 1, least(255, mx_room)));
    args->y_step = ref_between(state, 1, least(255, mx_room / args->x_step));
    args->dst_stride = ref_between(state, 0, 65535); /* does not count with one x */
    uint64_t span = args->y_step;
    if (args->x_step > 1) {
        const uint64_t widest = (mx_room - args->y_step) / (args->x_step - 1);
        args->dst_stride = ref_between(state, args->y_step, ref_between(state, args->y_step, widest));
        span += (args->x_step - 1) * args->dst_stride;
    }
    args->dst = ref_between(state, 0, mx_room - span) * GROUP;
    /* The limit on every number of the source is halved until the walk stays inside. */
    for (uint64_t limit = least(65535, l1_room);; limit /= 2) {
        args->src_stride = ref_between(state, 0, limit / args->x_step);
        args->x_start_pos = ref_between(state, 0, limit / (args->src_stride + 1));
        args->y_start_pos = ref_between(state, 0, limit);
        args->src = ref_between(state, 0, limit) * GROUP;
        const uint64_t first = args->src / GROUP + args->x_start_pos * args->src_stride + args->y_start_pos;
        if (first + (args->x_step - 1) * args->src_stride + args->y_step <= l1_room)
            break;
    }
    switch (ref_between(state, 0, 39)) {
    case 0:
        args->x_step = 0;
        break;
    case 1:
        args->y_step = 0;
        break;
    default:
        break;
    }
}

static void random_types(uint64_t *state, struct ref_mmad_mx_args *args)
{
    const uint64_t first = ref_between(state, 0, 1) ? REF_MX_E4M3 : REF_MX_E2M1;
    args->a_type = (enum ref_mx_type)ref_between(state, first, first + 1);
    args->b_type = (enum ref_mx_type)ref_between(state, first, first + 1);
}

static bool fp4(const struct ref_mmad_mx_args *args)
{
    return args->a_type == REF_MX_E2M1 || args->a_type == REF_MX_E1M2;
}

static void random_modes(uint64_t *state, struct ref_mmad_mx_args *args)
{
    const uint64_t start = ref_between(state, 0, 3);
    args->c_matrix_init_val = start == 0 || start == 3;
    args->c_matrix_source = start == 1 || start == 3;
    args->disable_gemv = ref_between(state, 0, 1);
    args->unit_flag = 0;
    args->ctrl = 0x1000000000000008 | ref_between(state, 0, 7) << 45 | ref_between(state, 0, 1) << 48 |
                 ref_between(state, 0, 1) << 51; /* 45, 46, 47 and 51 must not count */
}

static void random_addresses(uint64_t *state, struct ref_mmad_mx_args *args, const struct ref_mx_sizes *sizes)
{
    const uint64_t unit = fp4(args) ? 512 : 1024, kf = cdiv(args->k, fp4(args) ? 64 : 32);
    const uint64_t m1 = cdiv(args->m, 16), n1 = cdiv(args->n, 16);
    args->a = ref_between(state, 0, (sizes->l0a - m1 * kf * FRACTAL) / unit) * unit;
    args->b = ref_between(state, 0, (sizes->l0b - n1 * kf * FRACTAL) / unit) * unit;
    args->c = ref_between(state, 0, sizes->l0c / C_FRACTAL - m1 * n1) * C_FRACTAL;
    args->bias = 0;
    if (args->n * 4 > sizes->bt)
        args->c_matrix_source = 0;
    else
        args->bias = ref_between(state, 0, (sizes->bt - args->n * 4) / 64) * 64;
}

static uint64_t random_size(uint64_t *state, uint64_t highest)
{
    return ref_between(state, 1, least(highest, ref_between(state, 0, 7) == 0 ? highest : 50));
}

void ref_mmad_mx_random(uint64_t *state, struct ref_mmad_mx_args *args, const struct ref_mx_sizes *sizes)
{
    random_types(state, args);
    const uint64_t per_k64 = fp4(args) ? 1 : 2; /* fractal columns per 64 k */
    const uint64_t a_room = sizes->l0a / FRACTAL / per_k64, b_room = sizes->l0b / FRACTAL / per_k64;
    const uint64_t c_room = sizes->l0c / C_FRACTAL;
    const uint64_t k2 = ref_between(state, 1, ref_between(state, 1, least(63, least(a_room, b_room))));
    args->k = 64 * k2;
    args->n = random_size(state, 16 * least(255, least(b_room / k2, c_room)));
    args->m = random_size(state, 16 * least(255, least(a_room / k2, c_room / cdiv(args->n, 16))));
    if (ref_between(state, 0, 5) == 0)
        args->m = 1;
    random_modes(state, args);
    random_addresses(state, args, sizes);
    uint64_t *const dimensions[] = {&args->m, &args->k, &args->n};
    if (ref_between(state, 0, 39) == 0)
        *dimensions[ref_between(state, 0, 2)] = 0;
}

/* ---- random illegal arguments ---------------------------------------------------------------------------------- */

const char *ref_l12l0_mx_illegal(uint64_t *state, struct ref_mx_move_args *args, uint64_t l1_size, uint64_t mx_size,
                                 enum ref_outcome *outcome)
{
    *args = (struct ref_mx_move_args){.x_step = 3, .y_step = 2, .src_stride = 4, .dst_stride = 2,
                                      .dst = ref_between(state, 0, 8) * GROUP,
                                      .src = ref_between(state, 0, 64) * GROUP};
    switch (ref_between(state, 0, 6)) {
    case 0:
        args->x_step = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        args->y_step = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 2:
        args->dst += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3:
        args->src += ref_between(state, 1, 31);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 4:
        args->src = l1_size - ref_between(state, 0, 9) * GROUP;
        return fault(outcome, REF_DROPPED, "OOB");
    case 5:
        args->dst = mx_size - ref_between(state, 0, 5) * GROUP;
        return fault(outcome, REF_DROPPED, "OOB");
    default:
        args->dst_stride = ref_between(state, 0, 1);
        return fault(outcome, REF_UNDEFINED, "OVERLAP");
    }
}

static const char *illegal_address(uint64_t *state, struct ref_mmad_mx_args *args, const struct ref_mx_sizes *sizes,
                                   enum ref_outcome *outcome)
{
    const bool of_a = ref_between(state, 0, 1);
    uint64_t *const operand = of_a ? &args->a : &args->b;
    switch (ref_between(state, 0, 5)) {
    case 0: /* the 512 bytes that fp4 asks for are too weak for fp8 */
        *operand += fp4(args) ? ref_between(state, 1, 511) : 512;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 1:
        args->c += ref_between(state, 1, 15) * 64;
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 2:
        args->c_matrix_source = 1;
        args->c_matrix_init_val = 0;
        args->bias = 64 + ref_between(state, 1, 63);
        return fault(outcome, REF_DROPPED, "ALIGN");
    case 3:
        *operand = of_a ? sizes->l0a : sizes->l0b;
        return fault(outcome, REF_DROPPED, "OOB");
    case 4:
        args->c = sizes->l0c - ref_between(state, 0, 3) * C_FRACTAL;
        return fault(outcome, REF_DROPPED, "OOB");
    default:
        args->c_matrix_source = 1;
        args->c_matrix_init_val = 0;
        args->bias = sizes->bt - ref_between(state, 0, 1) * 64;
        return fault(outcome, REF_DROPPED, "OOB");
    }
}

const char *ref_mmad_mx_illegal(uint64_t *state, struct ref_mmad_mx_args *args, const struct ref_mx_sizes *sizes,
                                enum ref_outcome *outcome)
{
    uint64_t *const dimensions[] = {&args->m, &args->k, &args->n};
    random_types(state, args);
    args->m = ref_between(state, 17, 32);
    args->k = 128;
    args->n = ref_between(state, 17, 32);
    random_modes(state, args);
    random_addresses(state, args, sizes);
    switch (ref_between(state, 0, 5)) {
    case 0:
        *dimensions[ref_between(state, 0, 2)] = 0;
        return fault(outcome, REF_NOTHING, "NOP");
    case 1:
        *dimensions[ref_between(state, 0, 2)] += 4096 * ref_between(state, 1, 15);
        return fault(outcome, REF_UNDEFINED, "RANGE");
    case 2:
        args->unit_flag = 1;
        return fault(outcome, REF_UNDEFINED, "UNIT-FLAG");
    case 3:
        args->k -= ref_between(state, 1, 63);
        return fault(outcome, REF_UNDEFINED, "K-MULTIPLE");
    default:
        return illegal_address(state, args, sizes, outcome);
    }
}
