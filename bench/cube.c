/*
 * The matrix unit against OpenBLAS and oneDNN, one thread each, with operands that lie in L0. All checks are on; they
 * are part of what is measured.
 */
#include <cblas.h>
#include <oneapi/dnnl/dnnl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "belay/args.h"
#include "belay/number.h"
#include "bench.h"
#include "isa/issue.h"
#include "machine/launch.h"

static const struct belay_site site = {"bench", "bench", 1};
static bool all_good = true;

#define ISSUE(op, dtype, ...)                                                                                          \
    do {                                                                                                               \
        const uint64_t args_[] = {__VA_ARGS__};                                                                        \
        belay_issue(BELAY_OP_##op, dtype, args_, &site);                                                               \
    } while (0)

#define TYPES(c, a, b) (BELAY_##c | BELAY_##a << 8 | BELAY_##b << 16)

enum { SIZE = 128, ELEMENTS = SIZE * SIZE, FRACTAL_ROWS = 16, ROW_BYTES = 32 };

struct context {
    uint8_t *l0a, *l0b;
    const uint8_t *l0c;
    float *a, *b, *c; /* of the references */
    int8_t *a8, *b8;
    int32_t *c32;
};

/* Small integers, so that all sums are exact and the references give the same results whatever their order. */
static int small_value(int i, int j)
{
    return (i * 7 + j * 13) % 17 - 8;
}

static uint64_t element_bits(uint32_t type, int value)
{
    float real = (float)value;
    uint32_t word;
    memcpy(&word, &real, sizeof word);
    return type == BELAY_HALF   ? belay_float_to_half(word, BELAY_CAST_RINT, BELAY_NOSAT)
           : type == BELAY_INT8 ? (uint64_t)(uint8_t)value
                                : word;
}

/* Row i of A, or column i of B, element p. */
static void put(uint8_t *l0, uint32_t type, int i, int p, int value)
{
    int bytes = type == BELAY_HALF ? 2 : type == BELAY_INT8 ? 1 : 4, k0 = ROW_BYTES / bytes;
    uint64_t bits = element_bits(type, value);
    memcpy(l0 + (p / k0 * (SIZE / FRACTAL_ROWS) + i / FRACTAL_ROWS) * 512 + i % FRACTAL_ROWS * ROW_BYTES +
               p % k0 * bytes,
           &bits, (size_t)bytes);
}

static void fill(struct context *c, uint32_t type)
{
    for (int i = 0; i < SIZE; i++)
        for (int p = 0; p < SIZE; p++) {
            put(c->l0a, type, i, p, small_value(i, p));
            put(c->l0b, type, i, p, small_value(p, i + 3));
            c->a8[i * SIZE + p] = (int8_t)small_value(i, p);
            c->b8[p * SIZE + i] = (int8_t)small_value(p, i + 3);
            c->a[i * SIZE + p] = (float)c->a8[i * SIZE + p];
            c->b[p * SIZE + i] = (float)c->b8[p * SIZE + i];
        }
}

/* Element of the result in L0C. */
static const uint8_t *result(const struct context *c, int i, int j)
{
    return c->l0c + (j / 16 * (SIZE / 16) + i / 16) * 1024 + i % 16 * 64 + j % 16 * 4;
}

static bool same_floats(void *argument)
{
    struct context *c = argument;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            if (memcmp(result(c, i, j), &c->c[i * SIZE + j], 4) != 0)
                return false;
    return true;
}

static bool same_integers(void *argument)
{
    struct context *c = argument;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            if (memcmp(result(c, i, j), &c->c32[i * SIZE + j], 4) != 0)
                return false;
    return true;
}

static void sgemm(void *argument)
{
    struct context *c = argument;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIZE, SIZE, SIZE, 1, c->a, SIZE, c->b, SIZE, 0, c->c, SIZE);
}

static void igemm(void *argument)
{
    struct context *c = argument;
    const int32_t offset = 0;
    dnnl_gemm_s8s8s32('N', 'N', 'F', SIZE, SIZE, SIZE, 1, c->a8, SIZE, 0, c->b8, SIZE, 0, 0, c->c32, SIZE, &offset);
}

static void mmad_half(void *argument)
{
    (void)argument;
    ISSUE(mmad, TYPES(FLOAT, HALF, HALF), 0, 0, 0, SIZE, SIZE, SIZE, 0, 1, 0, 1);
}

static void mmad_float(void *argument)
{
    (void)argument;
    ISSUE(mmad, TYPES(FLOAT, FLOAT, FLOAT), 0, 0, 0, SIZE, SIZE, SIZE, 0, 1, 0, 1);
}

static void mmad_int8(void *argument)
{
    (void)argument;
    ISSUE(mmad, TYPES(INT32, INT8, INT8), 0, 0, 0, SIZE, SIZE, SIZE, 0, 1, 0, 1);
}

static void run(const char *name, const char *against, double floor, uint32_t type, void (*ours)(void *),
                void (*reference)(void *), bool (*same)(void *), struct context *c)
{
    struct bench bench = {name, against, floor, (double)SIZE * SIZE * SIZE, "GMAC/s", ours, reference, same, c};
    fill(c, type);
    all_good = bench_run(&bench) && all_good;
}

/* The bytes that copies would have written, so that the check for undefined bytes stays silent. */
static void define_l0(void)
{
    ISSUE(fill_l1, BELAY_HALF | BELAY_HALF << 8, 0, 0, 1 | (uint64_t)2048 << 16);
    ISSUE(sync_pipe, 0, BELAY_PIPE_ALL);
    ISSUE(copy_l12l0a, BELAY_HALF, 0, 0, 0, 0, 128, 1, 1, 1);
    ISSUE(copy_l12l0b, BELAY_HALF, 0, 0, 0, 0, 128, 1, 1, 1);
    ISSUE(sync_pipe, 0, BELAY_PIPE_ALL);
}

static void resident_kernel(void *closure)
{
    struct context *c = *(struct context **)closure;
    uint8_t *const *host = belay_current_core()->cluster->memory.host;
    c->l0a = host[BELAY_WINDOW_L0A], c->l0b = host[BELAY_WINDOW_L0B], c->l0c = host[BELAY_WINDOW_L0C];
    define_l0();
    run("mmad half, 128x128x128 in L0", "OpenBLAS sgemm", 0.35, BELAY_HALF, mmad_half, sgemm, same_floats, c);
    run("mmad float, 128x128x128 in L0", "OpenBLAS sgemm", 0.5, BELAY_FLOAT, mmad_float, sgemm, same_floats, c);
    run("mmad int8, 128x128x128 in L0", "oneDNN s8s8s32", 0.3, BELAY_INT8, mmad_int8, igemm, same_integers, c);
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, bytes);
    if (memory == NULL)
        abort();
    return memory;
}

static int bench_resident(void)
{
    static const struct belay_kernel description = {"bench", "bench", 1, 1, 0, 0, 0, 0, NULL};
    struct context c = {.a = allocate(ELEMENTS * 4),
                        .b = allocate(ELEMENTS * 4),
                        .c = allocate(ELEMENTS * 4),
                        .a8 = allocate(ELEMENTS),
                        .b8 = allocate(ELEMENTS),
                        .c32 = allocate(ELEMENTS * 4)};
    struct context *closure = &c;
    struct belay_launch_request request = {&description, resident_kernel, &closure, sizeof closure, 1, 0, &site, NULL, NULL, NULL};
    return belay_machine_run(&request);
}

int main(void)
{
    int code = bench_resident();
    return code == 0 && all_good ? 0 : 1;
}
