/*
 * Copies out of L0C against memcpy of the bytes that they read. All checks are on; they are part of what is measured.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "belay/args.h"
#include "belay/number.h"
#include "isa/issue.h"
#include "machine/launch.h"
#include "number/hifloat8.h"

static const struct belay_site site = {"bench", "bench", 1};
static bool all_good = true;

enum { TILE = 128, BYTES = TILE * TILE * 4, ROWS_ND = 1, NZ = 0, F322F16 = 1, QF322B8_PRE = 24, VQF322B8_PRE = 23,
       QF322FP8_PRE = 13, QF322HIF8_PRE = 3 };

struct context {
    uint8_t *target; /* of the reference */
    const uint8_t *l0c, *ub;
    uint32_t type, mode, layout;
    uint64_t stride;
    uint8_t (*convert)(uint32_t word); /* to 8 bits, one element */
};

#define ISSUE(op, dtype, ...)                            \
    do {                                                 \
        const uint64_t args_[] = {__VA_ARGS__};          \
        belay_issue(BELAY_OP_##op, dtype, args_, &site); \
    } while (0)

static void reference_copy(void *argument)
{
    struct context *c = argument;
    memcpy(c->target, c->l0c, BYTES);
}

/* The barrier keeps copies to the same place apart. */
static void copy(void *argument)
{
    struct context *c = argument;
    ISSUE(sync_pipe, 0, BELAY_PIPE_FIX);
    ISSUE(copy_l0c2ub, c->type | BELAY_FLOAT << 8, 0, 0, TILE, TILE, c->stride, TILE, 0, 0, 0, 0, c->mode, 0, 0,
          c->layout, 0, 0, 0, 0, 0, 0, 0, 0);
}

/* The word of the accumulator in a row and column. */
static uint32_t accumulator(const struct context *c, int row, int column)
{
    uint32_t word;
    memcpy(&word, c->l0c + (column / 16 * TILE + row) * 64 + column % 16 * 4, sizeof word);
    return word;
}

static bool same_half(void *argument)
{
    struct context *c = argument;
    for (int row = 0; row < TILE; row++)
        for (int column = 0; column < TILE; column++) {
            int at = c->layout == ROWS_ND ? row * TILE + column : column / 16 * TILE * 16 + row * 16 + column % 16;
            uint16_t is, expected = belay_float_to_half(accumulator(c, row, column), BELAY_CAST_RINT, BELAY_NOSAT);
            memcpy(&is, c->ub + at * 2, sizeof is);
            if (is != expected)
                return false;
        }
    return true;
}

static uint8_t to_int8(uint32_t word)
{
    return (uint8_t)belay_float_to_integer(word, BELAY_FORMAT_INT8, BELAY_CAST_RINT, BELAY_SAT);
}

static uint8_t to_e4m3(uint32_t word)
{
    return belay_float_to_e4m3(word, BELAY_CAST_RINT, BELAY_SAT);
}

static uint8_t to_hifloat8(uint32_t word)
{
    return belay_float_to_hifloat8(word, BELAY_HIFLOAT8_AWAY, BELAY_SAT);
}

/* The scale is 0.5. */
static bool same_8_bits(void *argument)
{
    struct context *c = argument;
    for (int row = 0; row < TILE; row++)
        for (int column = 0; column < TILE; column++) {
            uint32_t half = belay_float_word(belay_float_of_word(accumulator(c, row, column)) * 0.5F);
            if (c->ub[row * TILE + column] != c->convert(half))
                return false;
        }
    return true;
}

static void run(const char *name, double floor, bool (*check)(void *), struct context *c)
{
    struct bench bench = {name, "memcpy", floor, BYTES, "GB/s", copy, reference_copy, check, c};
    all_good = bench_run(&bench) && all_good;
}

/* A product makes the accumulators known to the checks; then they get values of their own. */
static void fill(uint8_t *l0c)
{
    enum { K = 16, FRACTALS = TILE / 16, BLOCKS = TILE * K * 2 / 32 };
    ISSUE(fill_l1, BELAY_UINT32, 0, 0, 1 | BLOCKS << 16);
    ISSUE(sync, 0, 0);
    ISSUE(copy_l12l0a, BELAY_HALF, 0, 0, 0, 0, FRACTALS, 1, FRACTALS, FRACTALS);
    ISSUE(copy_l12l0b, BELAY_HALF, 0, 0, 0, 0, FRACTALS, 1, FRACTALS, FRACTALS);
    ISSUE(sync, 0, 0);
    ISSUE(mmad, BELAY_FLOAT | BELAY_HALF << 8 | BELAY_HALF << 16, 0, 0, 0, TILE, K, TILE, 0, 0, 0, 1);
    ISSUE(sync, 0, 0);
    for (int i = 0; i < TILE * TILE; i++) {
        uint32_t word = belay_float_word((float)(i * 131 % 1021 - 510) * 0.37F);
        memcpy(l0c + i * 4, &word, sizeof word);
    }
}

/* A table of TILE words at the start of the quantisation region. */
static void fill_table(uint8_t *fb, uint64_t word)
{
    ISSUE(copy_l12fb, BELAY_UINT64, 0, 0, 1, TILE * 8 / 64, 0, 0);
    ISSUE(sync, 0, 0);
    for (int i = 0; i < TILE; i++)
        memcpy(fb + i * 8, &word, sizeof word);
}

static void kernel(void *closure)
{
    struct context *c = *(struct context **)closure;
    const struct belay_core *core = belay_current_core();
    const uint64_t word = UINT64_C(1) << 46 | 0x3F000000;
    if (core->kind != BELAY_AIC)
        return;
    uint8_t *const *host = core->cluster->memory.host;
    c->l0c = host[BELAY_WINDOW_L0C];
    c->ub = host[BELAY_WINDOW_UB0];
    fill(host[BELAY_WINDOW_L0C]);
    fill_table(host[BELAY_WINDOW_FB], word);
    ISSUE(set_l0c_copy_nz_para, 0, 1, 0, 0);
    ISSUE(set_l0c_copy_prequant, 0, word);
    ISSUE(set_l0c_copy_config, 0, 0, 0, 0);
    c->type = BELAY_HALF;
    c->mode = F322F16;
    c->layout = ROWS_ND;
    c->stride = TILE;
    run("L0C to UB, 128x128 to half, Nz2ND", 0.25, same_half, c);
    c->layout = NZ;
    c->stride = TILE * 16;
    run("L0C to UB, 128x128 to half, NZ", 0.25, same_half, c);
    c->type = BELAY_INT8;
    c->mode = QF322B8_PRE;
    c->convert = to_int8;
    c->layout = ROWS_ND;
    c->stride = TILE;
    run("L0C to UB, 128x128 to int8, one scale", 0.15, same_8_bits, c);
    c->mode = VQF322B8_PRE;
    run("L0C to UB, 128x128 to int8, scale per column", 0.1, same_8_bits, c);
    c->type = BELAY_FP8_E4M3FN;
    c->mode = QF322FP8_PRE;
    c->convert = to_e4m3;
    run("L0C to UB, 128x128 to E4M3, one scale", 0.06, same_8_bits, c);
    c->type = BELAY_HIFLOAT8;
    c->mode = QF322HIF8_PRE;
    c->convert = to_hifloat8;
    run("L0C to UB, 128x128 to HiFloat8, one scale", 0.015, same_8_bits, c);
}

int main(void)
{
    static const struct belay_kernel description = {"bench", "bench", 1, 1, 2, 1, 0, 0, NULL};
    struct context c = {.target = malloc(BYTES)};
    struct context *closure = &c;
    struct belay_launch_request request = {&description, kernel, &closure, sizeof closure, 1, 0, &site, NULL, NULL, NULL};
    int code = belay_machine_run(&request);
    return code == 0 && all_good ? 0 : 1;
}
