/*
 * A random differential test through the embedding API (belay/belay.h): two movement instructions and the matrix unit
 * against models that are a few loops each, with every schedule. No kernel and no compiler driver takes part:
 *
 *     cc difftest.c -o difftest $(pkg-config --cflags --libs belay) && ./difftest [ROUNDS [SEED]]
 *
 * A model that disagrees, or a report of the machine, ends it with 1 and the arguments that did it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <belay/belay.h>

enum { BLOCK = 32, ROWS = 16, GM_BYTES = 64 * 1024 };

static struct belay_machine *machine;
static uint64_t gm, state;
static uint8_t source[GM_BYTES], found[GM_BYTES], expected[GM_BYTES];

static void must(int status, const char *what)
{
    if (status == BELAY_OK)
        return;
    printf("FAIL difftest: %s: %s\n", what, belay_last_message());
    exit(1);
}

/* From low to high, both included. */
static uint32_t draw(uint32_t low, uint32_t high)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (uint32_t)(state >> 33) % (high - low + 1);
}

static uint32_t up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static void issue(int core, struct belay_call call)
{
    must(belay_machine_issue(machine, core, &call, NULL), "issue");
}

static bool same(const char *what, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (found[i] != expected[i]) {
            printf("FAIL difftest: %s: byte %zu is 0x%02x, the model says 0x%02x\n", what, i, found[i], expected[i]);
            return false;
        }
    return true;
}

/* ---- bursts from GM to UB, each padded to 32 bytes, by names as a tool would read them from a file ---- */

static bool test_bursts(void)
{
    uint32_t bursts = draw(1, 8), length = draw(1, 200);
    uint32_t from = length + draw(0, 60), to = up(length, BLOCK) + BLOCK * draw(0, 3);
    uint32_t padding = up(length, BLOCK) - length, value = draw(0, 255), core = draw(BELAY_CORE_AIV0, BELAY_CORE_AIV1);
    const struct belay_value pad = {"pad_value", value};
    const struct belay_value values[] = {{"dst", 0},
                                         {"src", gm},
                                         {"n_burst", bursts},
                                         {"len_burst", length},
                                         {"src_stride", from},
                                         {"dst_stride", to},
                                         {"left_padding_num", 0},
                                         {"right_padding_num", padding},
                                         {"enable_constant_pad", 1},
                                         {"l2_cache_mode", 0}};
    struct belay_call call;
    must(belay_call_named("asc_set_copy_pad_val", "uint8_t", &pad, 1, &call), "asc_set_copy_pad_val");
    issue((int)core, call);
    must(belay_call_named("asc_copy_gm2ub_align", "uint8_t", values, sizeof values / sizeof *values, &call),
         "asc_copy_gm2ub_align");
    issue((int)core, call);
    must(belay_machine_drain(machine), "drain");

    memset(expected, 0xFF, sizeof expected); /* what nobody has written in this run */
    for (uint32_t i = 0; i < bursts; i++) {
        memcpy(expected + i * to, source + i * from, length);
        memset(expected + i * to + length, (int)value, padding);
    }
    must(belay_machine_read(machine, (int)core, BELAY_UB, 0, found, bursts * to), "read");
    return same("asc_copy_gm2ub_align", bursts * to);
}

/* ---- a matrix of 16-bit elements from rows to columns of 32-byte blocks, by typed structs ---- */

static bool test_nz(void)
{
    uint32_t rows = draw(1, 48), columns = draw(1, 100), pitch = 2 * (columns + draw(0, 9)), height = rows + draw(0, 5);
    issue(BELAY_CORE_AIC,
          BELAY_CALL(set_gm2l1_nz_para_fields, 0, .matrix_num = 1, .dst_nz_n_stride = 1, .dst_nz_c0_stride = height));
    issue(BELAY_CORE_AIC, BELAY_CALL(copy_gm2l1_nd2nz, BELAY_HALF, .dst = 0, .src = gm, .loop1_src_stride = pitch,
                                     .n_value = rows, .d_value = columns));
    must(belay_machine_drain(machine), "drain");

    uint32_t blocks = up(columns, ROWS) / ROWS, bytes = blocks * height * BLOCK;
    memset(expected, 0xFF, sizeof expected);
    for (uint32_t block = 0; block < blocks; block++)
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t i = 0; i < BLOCK; i++) {
                uint32_t at = block * BLOCK + i;
                expected[(block * height + row) * BLOCK + i] = at < 2 * columns ? source[row * pitch + at] : 0;
            }
    must(belay_machine_read(machine, BELAY_CORE_AIC, BELAY_L1, 0, found, bytes), "read");
    return same("asc_copy_gm2l1_nd2nz", bytes);
}

/* ---- a product of int8 matrices: operands in fractals of 16 x 32, the result in one of 16 x 16 ---- */

static bool test_product(void)
{
    uint32_t m = draw(2, ROWS), k = draw(1, 4 * BLOCK), n = draw(1, ROWS), bytes = up(k, BLOCK) * ROWS;
    const int8_t *a = (const int8_t *)source, *b = a + bytes;
    must(belay_machine_write(machine, BELAY_CORE_AIC, BELAY_L0A, 0, a, bytes), "write A");
    must(belay_machine_write(machine, BELAY_CORE_AIC, BELAY_L0B, 0, b, bytes), "write B");
    issue(BELAY_CORE_AIC, BELAY_CALL(mmad, BELAY_INT32 | BELAY_INT8 << 8 | BELAY_INT8 << 16, .m = m, .k = k, .n = n,
                                     .disable_gemv = 1, .c_matrix_init_val = 1));
    must(belay_machine_drain(machine), "drain");

    int32_t c[ROWS * ROWS];
    must(belay_machine_read(machine, BELAY_CORE_AIC, BELAY_L0C, 0, c, sizeof c), "read");
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < n; j++) {
            int32_t sum = 0;
            for (uint32_t l = 0; l < k; l++)
                sum += a[(l / BLOCK * ROWS + i) * BLOCK + l % BLOCK] * b[(l / BLOCK * ROWS + j) * BLOCK + l % BLOCK];
            if (c[i * ROWS + j] != sum) {
                printf("FAIL difftest: asc_mmad: C[%u][%u] is %d, the model says %d\n", i, j, c[i * ROWS + j], sum);
                return false;
            }
        }
    return true;
}

/* ---- rounds ---- */

static bool silent(void)
{
    struct belay_machine_report report = {.size = sizeof report};
    if (belay_machine_reports(machine) == 0)
        return true;
    must(belay_machine_get_report(machine, 0, &report), "report");
    printf("FAIL difftest: %s at %s:%u: %s\n", report.rule, report.site.file, report.site.line, report.text);
    return false;
}

/* Each test in a run of its own. */
static bool test_round(void)
{
    static bool (*const tests[])(void) = {test_bursts, test_nz, test_product};
    for (size_t i = 0; i < sizeof source; i++)
        source[i] = (uint8_t)draw(0, 255);
    must(belay_machine_write(machine, BELAY_CORE_AIC, BELAY_GM, gm, source, sizeof source), "write");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (!tests[i]())
            return false;
        must(belay_machine_finish(machine), "finish");
    }
    return silent();
}

int main(int argc, char **argv)
{
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 0) : 100, seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    for (uint64_t round = 0; round < rounds; round++) {
        struct belay_machine_options options = BELAY_MACHINE_DEFAULTS;
        options.seed = state = seed + round;
        options.schedule = (enum belay_schedule)(options.seed % 3);
        must(belay_machine_create(&options, &machine), "create");
        must(belay_machine_alloc(machine, GM_BYTES, &gm), "alloc");
        if (!test_round()) {
            printf("again: %s 1 %" PRIu64 "\n", argv[0], seed + round);
            return 1;
        }
        belay_machine_destroy(machine);
    }
    printf("PASS difftest: %" PRIu64 " rounds\n", rounds);
    return 0;
}
