/* Movement against memcpy of the same bytes, with all checks on or, with BELAY_CHECK=off, without those of races. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "belay/args.h"
#include "isa/issue.h"
#include "machine/gm.h"
#include "machine/launch.h"
#include "machine/options.h"

static const struct belay_site site = {"bench", "bench", 1};
static bool all_good = true;

enum { TILE = 128, TILE_BYTES = TILE * TILE * 2, BYTES = 64 * 1024 };

struct context {
    uint64_t gm;
    uint8_t *source, *target; /* of the reference */
    const uint8_t *result;    /* ours */
    size_t bytes;
    bool checks;
};

static void reference_copy(void *argument)
{
    struct context *c = argument;
    memcpy(c->target, c->source, c->bytes);
}

static bool same(void *argument)
{
    struct context *c = argument;
    return memcmp(c->target, c->result, c->bytes) == 0;
}

#define ISSUE(op, dtype, ...)                                 \
    do {                                                      \
        const uint64_t args_[] = {__VA_ARGS__};               \
        belay_issue(BELAY_OP_##op, dtype, args_, &site);      \
    } while (0)

static void align_copy(void *argument)
{
    struct context *c = argument;
    ISSUE(copy_gm2l1_align, BELAY_INT8, 0, c->gm, 1, c->bytes, 0, 0, 0, 0, 0, c->bytes);
    ISSUE(sync_pipe, 0, BELAY_PIPE_MTE2);
}

static void nd2nz(void *argument)
{
    struct context *c = argument;
    ISSUE(copy_gm2l1_nd2nz, BELAY_HALF, 0, c->gm, TILE * 2, 0, TILE, TILE, 0, 0);
    ISSUE(sync_pipe, 0, BELAY_PIPE_MTE2);
}

/* The reference moves the bytes; that the layout is right is checked against a plain loop. */
static bool same_nz(void *argument)
{
    struct context *c = argument;
    for (int r = 0; r < TILE; r++)
        for (int k = 0; k < TILE; k++)
            if (memcmp(c->result + (k / 16 * TILE + r) * 32 + k % 16 * 2, c->source + (r * TILE + k) * 2, 2) != 0)
                return false;
    return true;
}

enum { PAD = 8, PADDED = TILE + 2 * PAD };

static void ndim(void *argument)
{
    struct context *c = argument;
    ISSUE(ndim_copy_gm2ub, BELAY_HALF, 0, c->gm, TILE, TILE, 1, 1, 1, PAD, PAD, 1, 0);
    ISSUE(sync_pipe, 0, BELAY_PIPE_MTE2);
}

static bool same_padded(void *argument)
{
    struct context *c = argument;
    for (int r = 0; r < PADDED; r++)
        for (int k = 0; k < PADDED; k++) {
            bool inside = r >= PAD && r < PAD + TILE && k >= PAD && k < PAD + TILE;
            uint16_t got, want = 0x3C00;
            memcpy(&got, c->result + (r * PADDED + k) * 2, 2);
            if (inside)
                memcpy(&want, c->source + ((r - PAD) * TILE + k - PAD) * 2, 2);
            if (got != want)
                return false;
        }
    return true;
}

static void transpose(void *argument)
{
    (void)argument;
    ISSUE(copy_l12l0b_transpose, BELAY_HALF, 0, 0, 0, 0, TILE / 16, TILE / 16, TILE / 16, TILE / 16);
    ISSUE(sync_pipe, 0, BELAY_PIPE_MTE1);
}

static bool same_transposed(void *argument)
{
    struct context *c = argument;
    const uint8_t *l1 = belay_current_core()->cluster->memory.host[BELAY_WINDOW_L1];
    for (int r = 0; r < TILE; r++)
        for (int k = 0; k < TILE; k++)
            if (memcmp(c->result + (r / 16 * (TILE / 16) + k / 16) * 512 + k % 16 * 32 + r % 16 * 2,
                       l1 + (k / 16 * (TILE / 16) + r / 16) * 512 + r % 16 * 32 + k % 16 * 2, 2) != 0)
                return false;
    return true;
}

static void run(const char *name, double floor, size_t bytes, void (*ours)(void *), bool (*check)(void *),
                struct context *c)
{
    c->bytes = bytes;
    struct bench bench = {name, "memcpy", floor, (double)bytes, "GB/s", ours, reference_copy, check, c};
    all_good = bench_run(&bench) && all_good;
}

static void kernel(void *closure)
{
    struct context *c = *(struct context **)closure;
    const struct belay_core *core = belay_current_core();
    if (core->sub == 1)
        return;
    if (core->kind == BELAY_AIC) {
        ISSUE(set_gm2l1_nz_para_fields, 0, 1, 1, TILE, 0);
        c->result = core->cluster->memory.host[BELAY_WINDOW_L1];
        run("gm2l1_align, 64 KiB contiguous", c->checks ? 0.4 : 0.8, BYTES, align_copy, same, c);
        run("nd2nz, 128x128 half", c->checks ? 0.3 : 0.5, TILE_BYTES, nd2nz, same_nz, c);
        ISSUE(sync_pipe, 0, BELAY_PIPE_ALL); /* the transpose reads what the copies wrote */
        c->result = core->cluster->memory.host[BELAY_WINDOW_L0B];
        run("l12l0b_transpose, 128x128 half", 0, TILE_BYTES, transpose, same_transposed, c);
    } else {
        ISSUE(set_ndim_loop0_stride, 0, 1, 1);
        ISSUE(set_ndim_loop1_stride, 0, PADDED, TILE);
        ISSUE(set_ndim_pad_count, 0, PAD | PAD << 8);
        ISSUE(set_ndim_pad_value, BELAY_HALF, 0x3C00);
        c->result = core->cluster->memory.host[BELAY_WINDOW_UB0];
        run("ND-DMA, 128x128 half padded by 8", 0.3, PADDED * PADDED * 2, ndim, same_padded, c);
    }
}

int main(void)
{
    static const struct belay_kernel description = {"bench", "bench", 1, 1, 2, 1, 0, 0, NULL};
    struct context c = {.gm = belay_gm_alloc(BYTES), .source = malloc(BYTES), .target = malloc(BYTES),
                        .checks = belay_options()->checks};
    struct context *closure = &c;
    printf("checks %s\n", c.checks ? "on" : "off");
    for (size_t i = 0; i < BYTES; i++)
        c.source[i] = belay_gm_host(c.gm)[i] = (uint8_t)(i * 131 + i / 251);
    struct belay_launch_request request = {&description, kernel, &closure, sizeof closure, 1, 0, &site, NULL, NULL, NULL};
    int code = belay_machine_run(&request);
    return code == 0 && all_good ? 0 : 1;
}
