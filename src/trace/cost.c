/*
 * The figures for dav-3510, all in cycles of the core. None of them is the vendor's word, and none was measured on a
 * device by us. Where they come from:
 *
 *   [G]  graph-autofusion and hicann/ge, perf_param_v2.cpp: registered for the device names "3510" and "5102"
 *   [N]  the same, v35/att/api_perf_register/nddma_model.cpp
 *   [P]  hw-native-sys/pypto, backend_950_handler.h: fitted to the vendor's simulator; its authors say that the drain
 *        of L0C is about four times too slow against the chip
 *   [V]  pto-isa, costmodel/a5: the vector unit
 *
 * A path without a figure gets that of the nearest path that has one; `paths` says which.
 */
#include "trace/cost.h"

#include <string.h>

#include "isa/issue.h"
#include "trace/traffic.h"

/* bytes / ((own + shared / blocks) / 100) + fixed + stride cost; blocks share the way to GM. */
struct rate {
    uint32_t own, shared; /* hundredths of a byte a cycle */
    uint32_t fixed, head;
    bool strided; /* runs cost extra when they do not touch */
};

static const struct rate gm_in = {1183, 662, 160, 1174, true};        /* [G] runs of 512 bytes or more */
static const struct rate gm_in_short = {1314, 641, 160, 775, true};   /* [G] shorter runs */
static const struct rate gm_out = {1177, 1027, 160, 571, true};       /* [G] */
static const struct rate l1_to_l0a = {20600, 0, 0, 0, false};         /* [P] */
static const struct rate l1_to_l0b = {22400, 0, 0, 0, false};         /* [P] */
static const struct rate vector_copy = {25600, 0, 23 + 12, 0, false}; /* [V] a 256-byte store a cycle, start, drain */

enum { LONG_RUN = 512 };

/* [G] in its later version: 0.005 cycles for a byte of stride, for every run; strides count up to 4096 bytes. */
enum { STRIDE_CAP = 4096, STRIDE_PER_CYCLE = 200 };

struct path {
    enum belay_space from, to;
    const struct rate *rate;
};

static const struct path paths[] = {
    {BELAY_GM, BELAY_UB, &gm_in},
    {BELAY_GM, BELAY_L1, &gm_in}, /* no figure: as GM to UB */
    {BELAY_UB, BELAY_GM, &gm_out},
    {BELAY_L1, BELAY_L0A, &l1_to_l0a},
    {BELAY_L1, BELAY_L0B, &l1_to_l0b},
    {BELAY_L1, BELAY_L0A_MX, &l1_to_l0a}, /* no figures: scales as the operand that they belong to */
    {BELAY_L1, BELAY_L0B_MX, &l1_to_l0b},
    {BELAY_UB, BELAY_UB, &vector_copy},
};
static const struct rate *const no_figure = &l1_to_l0a; /* between other local memories, and constants into L1 */

static const struct rate *rate_of(const struct belay_traffic *traffic)
{
    const struct rate *rate = no_figure;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (paths[i].from == traffic->src.space && paths[i].to == traffic->dst.space && traffic->src.bytes > 0)
            rate = paths[i].rate;
    return rate == &gm_in && traffic->src.run_bytes < LONG_RUN ? &gm_in_short : rate;
}

static uint64_t ceil_div(uint64_t value, uint64_t by)
{
    return (value + by - 1) / by;
}

static uint64_t stride_cycles(const struct belay_traffic_side *gm)
{
    uint64_t runs = gm->run_bytes > 0 ? gm->bytes / gm->run_bytes : 0;
    uint64_t stride = gm->stride < STRIDE_CAP ? gm->stride : STRIDE_CAP;
    return ceil_div(runs * stride, STRIDE_PER_CYCLE);
}

static struct belay_cost move_cost(const struct belay_traffic *traffic, uint32_t blocks)
{
    const struct rate *rate = rate_of(traffic);
    uint64_t hundredths = (uint64_t)rate->own * blocks + rate->shared;
    uint64_t cycles = ceil_div(belay_traffic_bytes(traffic) * 100 * blocks, hundredths) + rate->fixed;
    if (rate->strided)
        cycles += stride_cycles(traffic->src.space == BELAY_GM ? &traffic->src : &traffic->dst);
    return (struct belay_cost){cycles, rate->head};
}

/* ---- gathering tensors ------------------------------------------------------------------------------------------- */

/*
 * [N] by the size of an element, for at most two blocks and for more: hundredths of a byte a cycle, and a fixed part.
 * Its terms for strides are not published with their units and left out.
 */
static const struct {
    uint32_t bytes;
    struct rate few, many;
} gathers[] = {
    {1, {1176, 0, 194, 0, false}, {606, 0, 373, 0, false}},
    {2, {2576, 0, 205, 0, false}, {1326, 0, 400, 0, false}},
    {4, {5726, 0, 235, 0, false}, {2941, 0, 454, 0, false}},
};

static struct belay_cost gather_cost(const struct belay_called *call, const struct belay_traffic *traffic,
                                     uint32_t blocks)
{
    uint32_t bytes = belay_dtype_bits((enum belay_dtype)(call->dtype & 0xFF)) / 8;
    size_t i = bytes >= 4 ? 2 : bytes == 2 ? 1 : 0;
    const struct rate *rate = blocks <= 2 ? &gathers[i].few : &gathers[i].many;
    return (struct belay_cost){ceil_div(traffic->src.bytes * 100, rate->own) + rate->fixed, 0};
}

/* ---- the matrix unit ----------------------------------------------------------------------------------------------- */

static uint64_t argument(const struct belay_called *call, const char *name)
{
    int i = 0;
    while (i < call->op->args && strcmp(call->op->arg[i].name, name) != 0)
        i++;
    return i < call->op->args ? call->arg[i] : 0;
}

/*
 * [P] 25 + p ceil(m / 16) ceil(n / 16) ceil(k size / 32), where p is 8 for operands of type float and else 1. There is
 * no figure for HF32: as float.
 */
static struct belay_cost mmad_cost(const struct belay_called *call)
{
    enum { START = 25, CUBE = 16, STEP_BITS = 256, FLOAT_PASSES = 8 };
    enum belay_dtype a = (enum belay_dtype)(call->dtype >> 8 & 0xFF);
    uint64_t steps = ceil_div(argument(call, "m"), CUBE) * ceil_div(argument(call, "n"), CUBE) *
                     ceil_div(argument(call, "k") * belay_dtype_bits(a), STEP_BITS);
    return (struct belay_cost){START + (a == BELAY_FLOAT ? FLOAT_PASSES : 1) * steps, 0};
}

/*
 * [P] 343 + rows max(4.59, row bytes / 30) + 0.26 rows (odd - 1), where `odd` is the odd part of the 32-byte units of
 * a row, and a row is what the destination gets of it.
 */
static struct belay_cost drain_cost(const struct belay_called *call, const struct belay_traffic *traffic)
{
    enum { START = 343, ROW_LEAST = 459, ROW_RATE = 30, ODD = 26, UNIT = 32, ACCUMULATOR = 4 };
    uint64_t columns = argument(call, "n_size");
    uint64_t rows = columns > 0 ? traffic->src.bytes / (ACCUMULATOR * columns) : 0;
    if (rows == 0)
        return (struct belay_cost){START, 0};
    uint64_t row_bytes = ceil_div(traffic->dst.bytes, rows);
    uint64_t row = ceil_div(row_bytes * 100, ROW_RATE), odd = ceil_div(row_bytes, UNIT);
    while (odd % 2 == 0)
        odd /= 2;
    return (struct belay_cost){START + ceil_div(rows * ((row > ROW_LEAST ? row : ROW_LEAST) + ODD * (odd - 1)), 100), 0};
}

struct belay_cost belay_cost_of(const struct belay_called *call, const struct belay_work *work, uint32_t blocks)
{
    struct belay_traffic traffic = belay_traffic_of(work);
    if (call->op->pipe == BELAY_PIPE_S || (work->moves == 0 && work->spans == 0))
        return (struct belay_cost){BELAY_COST_SYNC, 0};
    if (call->op->pipe == BELAY_PIPE_M)
        return mmad_cost(call);
    if (traffic.src.space == BELAY_L0C && traffic.reads)
        return drain_cost(call, &traffic);
    if (call->op == &belay_op_table[BELAY_OP_ndim_copy_gm2ub])
        return gather_cost(call, &traffic, blocks);
    return move_cost(&traffic, blocks);
}
