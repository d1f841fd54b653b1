/*
 * A whole kernel, C = A * B with halves of 2048 x 2048 from GM to GM on several blocks and two threads, with double
 * buffering as in examples/matmul.asc, against the multiplications that it consists of. All checks are on; they are
 * part of what is measured.
 */
#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "belay/args.h"
#include "belay/number.h"
#include "bench.h"
#include "isa/issue.h"
#include "machine/gm.h"
#include "machine/launch.h"

enum { SIZE = 2048, TILE = 128, STEP_L1 = 256, STEP_L0 = 128, CUBE = 16, BLOCKS = 8, THREADS = 2, HALF_BYTES = 2 };
enum { L1_BYTES = TILE * STEP_L1 * HALF_BYTES, L0_BYTES = TILE * STEP_L0 * HALF_BYTES };

static const struct belay_site site = {"bench", "bench", 1};

struct context {
    uint64_t a, b, c; /* device memory */
    float *expected;
    int code;
};

#define ISSUE(op, dtype, ...)                                                                                          \
    do {                                                                                                               \
        const uint64_t args_[] = {__VA_ARGS__};                                                                        \
        const struct belay_site here_ = {"bench", __func__, __LINE__};                                                 \
        belay_issue(BELAY_OP_##op, dtype, args_, &here_);                                                              \
    } while (0)
#define NOTIFY(src, dst, id) ISSUE(sync_notify, 0, BELAY_PIPE_##src, BELAY_PIPE_##dst, id)
#define WAIT(src, dst, id) ISSUE(sync_wait, 0, BELAY_PIPE_##src, BELAY_PIPE_##dst, id)

/* How often L1 and L0 have been filled so far: the lowest bit selects the buffer and its flags. */
struct steps {
    uint64_t l1, l0;
};

static void load_l1(const struct context *c, uint64_t row, uint64_t column, uint64_t k, uint64_t buffer)
{
    ISSUE(set_gm2l1_nz_para_fields, 0, 1, 1, TILE, 0);
    ISSUE(copy_gm2l1_nd2nz, BELAY_HALF, buffer * L1_BYTES, c->a + (row * SIZE + k) * HALF_BYTES, SIZE * HALF_BYTES, 0,
          TILE, STEP_L1, 0, 0);
    ISSUE(set_gm2l1_nz_para_fields, 0, 1, 1, STEP_L1, 0);
    ISSUE(copy_gm2l1_nd2nz, BELAY_HALF, (2 + buffer) * L1_BYTES, c->b + (k * SIZE + column) * HALF_BYTES,
          SIZE * HALF_BYTES, 0, STEP_L1, TILE, 0, 0);
}

static void load_l0(uint64_t k, uint64_t buffer_l1, uint64_t buffer_l0)
{
    ISSUE(copy_l12l0a, BELAY_HALF, buffer_l0 * L0_BYTES, buffer_l1 * L1_BYTES, 0, k / CUBE, TILE / CUBE, STEP_L0 / CUBE,
          TILE / CUBE, TILE / CUBE);
    ISSUE(copy_l12l0b_transpose, BELAY_HALF, buffer_l0 * L0_BYTES, (2 + buffer_l1) * L1_BYTES, k / CUBE, 0,
          STEP_L0 / CUBE, TILE / CUBE, STEP_L1 / CUBE, TILE / CUBE);
}

static void multiply(uint64_t buffer_l0, bool first)
{
    ISSUE(mmad, BELAY_FLOAT | BELAY_HALF << 8 | BELAY_HALF << 16, 0, buffer_l0 * L0_BYTES, buffer_l0 * L0_BYTES, TILE,
          STEP_L0, TILE, 0, 1, 0, first);
}

static void accumulate(bool first, struct steps *steps)
{
    for (uint64_t k = 0; k < STEP_L1; k += STEP_L0, steps->l0++) {
        uint64_t buffer = steps->l0 & 1;
        WAIT(M, MTE1, buffer);
        load_l0(k, steps->l1 & 1, buffer);
        NOTIFY(MTE1, M, buffer);
        WAIT(MTE1, M, buffer);
        multiply(buffer, first && k == 0);
        NOTIFY(M, MTE1, buffer);
    }
}

static void store(const struct context *c, uint64_t row, uint64_t column)
{
    ISSUE(set_l0c_copy_nz_para, 0, 1, 0, 0);
    ISSUE(copy_l0c2gm, BELAY_FLOAT | BELAY_FLOAT << 8, c->c + (row * SIZE + column) * sizeof(float), 0, TILE, TILE,
          SIZE, TILE, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
}

static void compute_tile(const struct context *c, uint64_t row, uint64_t column, struct steps *steps)
{
    WAIT(FIX, M, 0);
    for (uint64_t k = 0; k < SIZE; k += STEP_L1, steps->l1++) {
        uint64_t buffer = steps->l1 & 1;
        WAIT(MTE1, MTE2, buffer);
        load_l1(c, row, column, k, buffer);
        NOTIFY(MTE2, MTE1, buffer);
        WAIT(MTE2, MTE1, buffer);
        accumulate(k == 0, steps);
        NOTIFY(MTE1, MTE2, buffer);
    }
    NOTIFY(M, FIX, 0);
    WAIT(M, FIX, 0);
    store(c, row, column);
    NOTIFY(FIX, M, 0);
}

static void matmul_kernel(void *closure)
{
    const struct context *c = *(struct context **)closure;
    struct steps steps = {0, 0};
    for (uint64_t id = 0; id < 2; id++) {
        NOTIFY(MTE1, MTE2, id);
        NOTIFY(M, MTE1, id);
    }
    NOTIFY(FIX, M, 0);
    for (uint64_t i = belay_current_core()->cluster->block; i < (SIZE / TILE) * (SIZE / TILE); i += BLOCKS)
        compute_tile(c, i / (SIZE / TILE) * TILE, i % (SIZE / TILE) * TILE, &steps);
    for (uint64_t id = 0; id < 2; id++) {
        WAIT(MTE1, MTE2, id);
        WAIT(M, MTE1, id);
    }
    WAIT(FIX, M, 0);
}

/* As many multiplications of the same sizes, on operands that were loaded once. */
static void mmad_kernel(void *closure)
{
    const struct context *c = *(struct context **)closure;
    load_l1(c, 0, 0, 0, 0);
    ISSUE(sync_pipe, 0, BELAY_PIPE_ALL);
    load_l0(0, 0, 0);
    ISSUE(sync_pipe, 0, BELAY_PIPE_ALL);
    for (uint64_t i = belay_current_core()->cluster->block; i < (SIZE / TILE) * (SIZE / TILE); i += BLOCKS)
        for (uint64_t k = 0; k < SIZE; k += STEP_L0)
            multiply(0, k == 0);
}

static void launch(struct context *c, void (*kernel)(void *))
{
    static const struct belay_kernel description = {"bench", "bench", 1, 1, 0, 0, 0, 0, NULL};
    struct belay_launch_request request = {&description, kernel, &c, sizeof c, BLOCKS, 0, &site, NULL, NULL, NULL};
    c->code |= belay_machine_run(&request);
}

static void whole(void *argument)
{
    launch(argument, matmul_kernel);
}

static void products(void *argument)
{
    launch(argument, mmad_kernel);
}

static bool same(void *argument)
{
    const struct context *c = argument;
    return memcmp(belay_gm_host(c->c), c->expected, (size_t)SIZE * SIZE * sizeof(float)) == 0;
}

/* Small integers, so that all sums are exact whatever their order. */
static uint64_t filled(float *values, int seed)
{
    uint64_t address = belay_gm_alloc((uint64_t)SIZE * SIZE * HALF_BYTES);
    for (size_t i = 0; i < (size_t)SIZE * SIZE; i++) {
        uint32_t word;
        values[i] = (float)((int)((i * 7 + i / SIZE * 13 + (size_t)seed) % 17) - 8);
        memcpy(&word, &values[i], sizeof word);
        uint16_t half = (uint16_t)belay_float_to_half(word, BELAY_CAST_RINT, BELAY_NOSAT);
        memcpy(belay_gm_host(address) + i * HALF_BYTES, &half, sizeof half);
    }
    return address;
}

int main(void)
{
    size_t bytes = (size_t)SIZE * SIZE * sizeof(float);
    float *a = malloc(bytes), *b = malloc(bytes);
    struct context c = {.c = belay_gm_alloc(bytes), .expected = malloc(bytes)};
    char threads[8];
    snprintf(threads, sizeof threads, "%d", THREADS);
    setenv("BELAY_THREADS", threads, 1);
    c.a = filled(a, 0);
    c.b = filled(b, 5);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIZE, SIZE, SIZE, 1, a, SIZE, b, SIZE, 0, c.expected, SIZE);
    struct bench bench = {"matmul half, 2048x2048x2048, 2 threads",
                          "its mmads alone",
                          0.5,
                          (double)SIZE * SIZE * SIZE,
                          "GMAC/s",
                          whole,
                          products,
                          same,
                          &c};
    return bench_run(&bench) && c.code == 0 ? 0 : 1;
}
