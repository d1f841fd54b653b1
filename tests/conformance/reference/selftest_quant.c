/*
 * The value path of the fixpipe: numerics.md 9.3 and 14, fixpipe.md 15.8 to 15.13, with the expected values written out
 * from the text, and checks against nearest values found by search and against the arithmetic of the host.
 */
#include <math.h>

#include "ref_fixpipe.h"
#include "ref_mmad.h"
#include "ref_quant.h"
#include "selftest_memory.h"

#define CTRL_KEEP_NAN_FP8 ((uint64_t)1 << 50)
#define ROUNDS 200000

/* ---- numerics.md 14: the rows of conversions that the fixpipe does ---------------------------------------------- */

enum conversion { TO_HALF, TO_BFLOAT16, TO_E4M3, TO_HIFLOAT8, TO_HIFLOAT8_HYBRID, TO_FLOAT };

struct vector {
    unsigned row;
    enum conversion conversion;
    uint32_t in;
    uint64_t ctrl;
    uint32_t out;
};

static const struct vector VECTORS[] = {
    {1, TO_HALF, 0x3F001000, CTRL_LAUNCH, 0x3800},
    {7, TO_HALF, 0x477FEFFF, CTRL_LAUNCH, 0x7BFF},
    {11, TO_HALF, 0x477FF000, CTRL_LAUNCH, 0x7C00},
    {12, TO_HALF, 0x477FF000, CTRL_SATURATE, 0x7BFF},
    {17, TO_HALF, 0x33000000, CTRL_LAUNCH, 0x0000},
    {19, TO_HALF, 0x33000001, CTRL_LAUNCH, 0x0001},
    {22, TO_HALF, 0x387FF000, CTRL_LAUNCH, 0x0400},
    {24, TO_HALF, 0x7FC00000, CTRL_LAUNCH, 0x7FFF},
    {25, TO_HALF, 0x7FC00000, CTRL_SATURATE, 0x0000},
    {26, TO_HALF, 0xFF800000, CTRL_SATURATE, 0xFBFF},
    {27, TO_BFLOAT16, 0x3F808000, CTRL_LAUNCH, 0x3F80},
    {30, TO_BFLOAT16, 0x3F818000, CTRL_LAUNCH, 0x3F82},
    {31, TO_BFLOAT16, 0x7F7FFFFF, CTRL_LAUNCH, 0x7F80},
    {32, TO_BFLOAT16, 0x7F7FFFFF, CTRL_SATURATE, 0x7F7F},
    {34, TO_BFLOAT16, 0x00018000, CTRL_LAUNCH, 0x0002},
    {48, TO_E4M3, 0x3F880000, CTRL_LAUNCH, 0x38},
    {49, TO_E4M3, 0x3F980000, CTRL_LAUNCH, 0x3A},
    {50, TO_E4M3, 0x43E80000, CTRL_LAUNCH, 0x7E},
    {51, TO_E4M3, 0x43E80001, CTRL_LAUNCH, 0x7F},
    {52, TO_E4M3, 0x43E80001, CTRL_SATURATE, 0x7E},
    {53, TO_E4M3, 0xFF800000, CTRL_LAUNCH, 0x7F},
    {54, TO_E4M3, 0xFF800000, CTRL_SATURATE, 0xFE},
    {55, TO_E4M3, 0x7FC00000, CTRL_SATURATE, 0x00},
    {56, TO_E4M3, 0x7FC00000, CTRL_SATURATE | CTRL_KEEP_NAN_FP8, 0x7F},
    {57, TO_E4M3, 0x3A800000, CTRL_LAUNCH, 0x00},
    {58, TO_E4M3, 0x3A800001, CTRL_LAUNCH, 0x01},
    {59, TO_E4M3, 0x80000000, CTRL_LAUNCH, 0x80},
    {104, TO_FLOAT, 0x02000003, CTRL_LAUNCH, 0x4C000001},
    {106, TO_FLOAT, 0x7FFFFFFF, CTRL_LAUNCH, 0x4F000000},
    {114, TO_HIFLOAT8, 0x3F880000, CTRL_LAUNCH, 0x09},
    {115, TO_HIFLOAT8_HYBRID, 0x3F880000, CTRL_LAUNCH, 0x09},
    {116, TO_HIFLOAT8, 0x3F8FFFFF, CTRL_LAUNCH, 0x09},
    {117, TO_HIFLOAT8_HYBRID, 0x3F8FFFFF, CTRL_LAUNCH, 0x09},
    {118, TO_HIFLOAT8, 0xC0490FDB, CTRL_LAUNCH, 0x95},
    {119, TO_HIFLOAT8_HYBRID, 0xC0490FDB, CTRL_LAUNCH, 0x95},
    {120, TO_HIFLOAT8, 0x40F80000, CTRL_LAUNCH, 0x28},
    {121, TO_HIFLOAT8_HYBRID, 0x40F80000, CTRL_LAUNCH, 0x28},
    {122, TO_HIFLOAT8, 0x3DCCCCCD, CTRL_LAUNCH, 0x52},
    {123, TO_HIFLOAT8_HYBRID, 0x3DCCCCCD, CTRL_LAUNCH, 0x53},
    {124, TO_HIFLOAT8, 0x41800000, CTRL_LAUNCH, 0x40},
    {125, TO_HIFLOAT8_HYBRID, 0x41800000, CTRL_LAUNCH, 0x41},
    {126, TO_HIFLOAT8, 0x41900000, CTRL_LAUNCH, 0x41},
    {127, TO_HIFLOAT8_HYBRID, 0x41900000, CTRL_LAUNCH, 0x41},
    {128, TO_HIFLOAT8, 0x41900001, CTRL_LAUNCH, 0x41},
    {129, TO_HIFLOAT8_HYBRID, 0x41900001, CTRL_LAUNCH, 0x41},
    {130, TO_HIFLOAT8, 0x41801FFF, CTRL_LAUNCH, 0x40},
    {131, TO_HIFLOAT8_HYBRID, 0x41801FFF, CTRL_LAUNCH, 0x40},
    {132, TO_HIFLOAT8, 0x43A01000, CTRL_LAUNCH, 0x61},
    {133, TO_HIFLOAT8_HYBRID, 0x43A01000, CTRL_LAUNCH, 0x61},
    {134, TO_HIFLOAT8, 0x47000000, CTRL_LAUNCH, 0x6E},
    {135, TO_HIFLOAT8_HYBRID, 0x47000000, CTRL_LAUNCH, 0x6F},
    {136, TO_HIFLOAT8, 0x47003FFF, CTRL_LAUNCH, 0x6E},
    {137, TO_HIFLOAT8_HYBRID, 0x47003FFF, CTRL_LAUNCH, 0x6E},
    {138, TO_HIFLOAT8, 0x47200000, CTRL_LAUNCH, 0x6F},
    {139, TO_HIFLOAT8_HYBRID, 0x47200000, CTRL_LAUNCH, 0x6F},
    {140, TO_HIFLOAT8, 0x34000000, CTRL_LAUNCH, 0x01},
    {141, TO_HIFLOAT8_HYBRID, 0x34000000, CTRL_LAUNCH, 0x01},
    {142, TO_HIFLOAT8, 0x34003FFF, CTRL_LAUNCH, 0x01},
    {143, TO_HIFLOAT8_HYBRID, 0x34003FFF, CTRL_LAUNCH, 0x00},
    {144, TO_HIFLOAT8, 0x34C00000, CTRL_LAUNCH, 0x02},
    {145, TO_HIFLOAT8_HYBRID, 0x34C00000, CTRL_LAUNCH, 0x02},
    {146, TO_HIFLOAT8, 0x37800000, CTRL_LAUNCH, 0x07},
    {147, TO_HIFLOAT8_HYBRID, 0x37800000, CTRL_LAUNCH, 0x7E},
    {148, TO_HIFLOAT8, 0x80000000, CTRL_LAUNCH, 0x00},
    {149, TO_HIFLOAT8_HYBRID, 0x80000000, CTRL_LAUNCH, 0x00},
    {150, TO_HIFLOAT8, 0x47200000, CTRL_SATURATE, 0x6E},
    {151, TO_HIFLOAT8, 0x7FC00000, CTRL_LAUNCH, 0x80},
    {152, TO_HIFLOAT8, 0x7FC00000, CTRL_SATURATE, 0x00},
    {153, TO_HIFLOAT8_HYBRID, 0x47000000, CTRL_SATURATE, 0x6E},
    {174, TO_HIFLOAT8, 0x47203FFF, CTRL_LAUNCH, 0x6F},
    {175, TO_HIFLOAT8_HYBRID, 0x47203FFF, CTRL_LAUNCH, 0x6F},
};

static uint32_t convert(enum conversion conversion, uint32_t in, uint64_t ctrl)
{
    switch (conversion) {
    case TO_HALF:
        return ref_quant_to_half(in, ctrl);
    case TO_BFLOAT16:
        return ref_quant_to_bfloat16(in, ctrl);
    case TO_E4M3:
        return ref_quant_to_e4m3(in, ctrl);
    case TO_HIFLOAT8:
        return ref_quant_to_hifloat8(in, 0, ctrl);
    case TO_HIFLOAT8_HYBRID:
        return ref_quant_to_hifloat8(in, 1, ctrl);
    default:
        return ref_quant_from_int32(in);
    }
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(VECTORS); i++) {
        const struct vector *v = &VECTORS[i];
        const uint32_t out = convert(v->conversion, v->in, v->ctrl);
        if (out != v->out)
            fail_msg("row %u: %x instead of %x", v->row, out, v->out);
    }
}

/* ---- fixpipe.md 15.11 and 15.12 --------------------------------------------------------------------------------- */

static void test_e4m3_table(void **state)
{
    static const struct {
        float in;
        uint32_t saturated, kept;
    } ROWS[] = {
        {1, 0x38, 0x38},         {17, 0x58, 0x58},         {19, 0x5A, 0x5A},        {0.3f, 0x2A, 0x2A},
        {448, 0x7E, 0x7E},       {464, 0x7E, 0x7E},        {465, 0x7E, 0x7F},       {-500, 0xFE, 0x7F},
        {0x1p-9f, 0x01, 0x01},   {0x1p-10f, 0x00, 0x00},   {0x1.8p-10f, 0x01, 0x01}, {-0.0f, 0x80, 0x80},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        assert_int_equal(ref_quant_to_e4m3(float_bits(ROWS[i].in), CTRL_SATURATE), ROWS[i].saturated);
        assert_int_equal(ref_quant_to_e4m3(float_bits(ROWS[i].in), CTRL_LAUNCH), ROWS[i].kept);
    }
}

static void test_hifloat8_table(void **state)
{
    static const struct {
        uint32_t in, away, hybrid, away_saturated, hybrid_saturated;
    } ROWS[] = {
        {0x3F800000, 0x08, 0x08, 0x08, 0x08}, {0xBF800000, 0x88, 0x88, 0x88, 0x88},
        {0x3F880000, 0x09, 0x09, 0x09, 0x09}, {0xC0600000, 0x96, 0x96, 0x96, 0x96},
        {0x40533333, 0x15, 0x15, 0x15, 0x15}, {0x3DCCCCCD, 0x52, 0x53, 0x52, 0x53},
        {0x41800000, 0x40, 0x41, 0x40, 0x41}, {0x418F3333, 0x40, 0x40, 0x40, 0x40},
        {0x41A00000, 0x41, 0x42, 0x41, 0x42}, {0x34800000, 0x01, 0x02, 0x01, 0x02}, /* 2^-22 */
        {0x34000000, 0x01, 0x01, 0x01, 0x01}, {0x33800000, 0x00, 0x00, 0x00, 0x00}, /* 2^-23, 2^-24 */
        {0x47000000, 0x6E, 0x6F, 0x6E, 0x6E}, {0x47200000, 0x6F, 0x6F, 0x6E, 0x6E}, /* 32768, 40960 */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        assert_int_equal(ref_quant_to_hifloat8(ROWS[i].in, 0, CTRL_LAUNCH), ROWS[i].away);
        assert_int_equal(ref_quant_to_hifloat8(ROWS[i].in, 1, CTRL_LAUNCH), ROWS[i].hybrid);
        assert_int_equal(ref_quant_to_hifloat8(ROWS[i].in, 0, CTRL_SATURATE), ROWS[i].away_saturated);
        assert_int_equal(ref_quant_to_hifloat8(ROWS[i].in, 1, CTRL_SATURATE), ROWS[i].hybrid_saturated);
    }
}

/* ---- whole value path: numerics.md 9.3, fixpipe.md 15.8 to 15.10 and 15.13 -------------------------------------- */

#define WORD(scale, offset, sign) \
    ((uint64_t)(scale) | (uint64_t)((offset) & 0x1FF) << 37 | (uint64_t)(sign) << 46)
#define F(value) float_bits(value)

enum mode {
    NO_QUANT = 0,
    F322F16 = 1,
    QF322HIF8 = 3,
    QF322HIF8_HYBRID = 5,
    REQ8 = 9,
    DEQF16 = 11,
    QF322FP8 = 13,
    QF322F32 = 15,
    F322BF16 = 16,
    REQ4 = 22,
    VQF322B8 = 23,
    QF322B8 = 24,
    QF322S4 = 26,
    QF322F16 = 32,
    VQF322BF16 = 33,
    QS322BF16 = 36
};

static uint32_t value(enum ref_quant_source source, enum ref_quant_type type, enum mode mode, uint64_t word,
                      uint64_t ctrl, uint32_t in)
{
    const struct ref_quant quant = {.source = source, .type = type, .mode = mode, .word = word, .ctrl = ctrl};
    assert_true(ref_quant_is_known(&quant));
    return ref_quant(in, &quant);
}

#define INT32 REF_FROM_INT32
#define FLOAT REF_FROM_FLOAT

/* numerics.md 9.3 */
static void test_path_examples(void **state)
{
    const uint64_t keep = CTRL_LAUNCH, sat = CTRL_SATURATE;
    (void)state;
    assert_int_equal(value(INT32, REF_QUANT_HALF, DEQF16, 0x3D199999, keep, 1000), 0x50AF);
    assert_int_equal(ref_quant_multiply(ref_quant_from_int32(1000), 0x3D198000), 0x4215E700);
    assert_int_equal(value(INT32, REF_QUANT_HALF, DEQF16, 0x3A830000, keep, 16777217), 0x7418);
    assert_int_equal(ref_quant_multiply(ref_quant_from_int32(16777217), 0x3A830000), 0x46830000);
    assert_int_equal(value(INT32, REF_QUANT_HALF, DEQF16, F(0.125f), keep, 1048576), 0x7C00);
    assert_int_equal(value(INT32, REF_QUANT_HALF, DEQF16, F(0.125f), sat, 1048576), 0x7BFF);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(1.5f), 3, 1), keep, F(10.5f)), 0x13);
    assert_int_equal(value(FLOAT, REF_QUANT_UINT8, QF322B8, WORD(F(1.5f), 3, 0), keep, F(-10.5f)), 0);
    assert_int_equal(value(INT32, REF_QUANT_INT8, REQ8, WORD(F(0.5f), 0, 1), keep, 5), 2);
    assert_int_equal(value(INT32, REF_QUANT_INT8, REQ8, WORD(F(0.5f), 0, 1), keep, 7), 4);
    assert_int_equal(value(INT32, REF_QUANT_INT8, REQ8, WORD(F(0.5f), 200, 1), keep, (uint32_t)-1000), 0xC8);
    assert_int_equal(value(INT32, REF_QUANT_INT8, REQ8, 0x000067003F800000, keep, 300), 0x37);
    assert_int_equal(value(INT32, REF_QUANT_INT4, REQ4, F(0.1f), keep, 100), 7);
    assert_int_equal(value(INT32, REF_QUANT_INT4, REQ4, F(0.1f), keep, (uint32_t)-35), 0xD);
    assert_int_equal(value(FLOAT, REF_QUANT_E4M3, QF322FP8, F(2), keep, F(300)), 0x7F);
    assert_int_equal(value(FLOAT, REF_QUANT_E4M3, QF322FP8, F(2), sat, F(300)), 0x7E);
    assert_int_equal(ref_quant_multiply(F(1.1f), F(3)), 0x40533334);
    assert_int_equal(value(FLOAT, REF_QUANT_E4M3, QF322FP8, F(3), keep, F(1.1f)), 0x45);
    assert_int_equal(value(FLOAT, REF_QUANT_HIFLOAT8, QF322HIF8, F(1), keep, F(5.1f)), 0x22);
    assert_int_equal(value(FLOAT, REF_QUANT_HIFLOAT8, QF322HIF8, F(1), keep, F(16)), 0x40);
    assert_int_equal(value(FLOAT, REF_QUANT_HIFLOAT8, QF322HIF8_HYBRID, F(1), keep, F(16)), 0x41);
    assert_int_equal(value(INT32, REF_QUANT_BFLOAT16, QS322BF16, F(0.3f), keep, 12345), 0x4567);
    assert_int_equal(ref_quant_multiply(ref_quant_from_int32(12345), 0x3E998000), 0x4567516C);
}

/* 15.8 */
static void test_8_bits(void **state)
{
    static const struct {
        int32_t in;
        uint32_t out;
    } ROWS[] = {{5, 0xFF}, {7, 0x01}, {-5, 0xFB}, {3, 0xFF}, {254, 0x7C}, {1000, 0x7F}, {-1000, 0x80}};
    const uint64_t word = WORD(0x3F000000, -3, 1);
    struct ref_quant quant = {.source = INT32, .type = REF_QUANT_INT8, .mode = REQ8, .word = word,
                              .relu = REF_RELU_NORMAL, .ctrl = CTRL_LAUNCH};
    (void)state;
    assert_int_equal(word, 0x00007FA03F000000);
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        assert_int_equal(value(INT32, REF_QUANT_INT8, REQ8, word, CTRL_LAUNCH, (uint32_t)ROWS[i].in), ROWS[i].out);
        assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, word, CTRL_SATURATE, F((float)ROWS[i].in)),
                         ROWS[i].out);
    }
    assert_int_equal(value(INT32, REF_QUANT_UINT8, REQ8, 0x000027003F800000, CTRL_LAUNCH, 400), 0x37);
    assert_int_equal(ref_quant((uint32_t)-5, &quant), 0xFD); /* the offset is added after ReLU */
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(0.1f), 0, 1), CTRL_LAUNCH, F(25)), 2);
    assert_int_equal(ref_quant_multiply(ref_quant_from_int32(70483), 0x3AADE000), F(93.5f));
    assert_int_equal(value(INT32, REF_QUANT_INT8, REQ8, WORD(0x3AADE000, 0, 1), CTRL_LAUNCH, 70483), 94);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, VQF322B8, WORD(F(2), 0, 1), CTRL_LAUNCH, F(3)), 6);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(2), 3, 1), CTRL_LAUNCH, F(1)), 5);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(2), 3, 1), CTRL_LAUNCH, F(0)), 3);
    assert_int_equal(WORD(F(2), 0, 1), 0x0000400040000000);
    /* 8.5: NaN counts as 0, infinity as the bound of the intermediate; bit 46 decides, not the type */
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(2), 3, 1), CTRL_LAUNCH, 0x7FC00000), 3);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(2), -200, 1), CTRL_LAUNCH, 0x7F800000), 55);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(2), 200, 1), CTRL_LAUNCH, 0xFF800000), 0xC8);
    assert_int_equal(value(FLOAT, REF_QUANT_INT8, QF322B8, WORD(F(2), 0, 0), CTRL_LAUNCH, F(-1)), 0);
}

/* 15.13, 8.5 */
static void test_4_bits(void **state)
{
    static const int32_t IN[] = {1, -2, 9, -9, 7, -8, 0, 3};
    static const uint32_t OUT[] = {0x1, 0xE, 0x7, 0x8, 0x7, 0x8, 0x0, 0x3};
    (void)state;
    for (size_t i = 0; i < COUNT(IN); i++) {
        assert_int_equal(value(INT32, REF_QUANT_INT4, REQ4, WORD(F(1), 0, 0), CTRL_LAUNCH, (uint32_t)IN[i]), OUT[i]);
        assert_int_equal(value(FLOAT, REF_QUANT_INT4, QF322S4, WORD(F(1), 0, 1), CTRL_LAUNCH, F((float)IN[i])),
                         OUT[i]);
    }
    /* the clamp to five bits comes before the offset; the offset has five bits */
    assert_int_equal(value(INT32, REF_QUANT_INT4, REQ4, WORD(F(1), -12, 0), CTRL_LAUNCH, 100), 3);
    assert_int_equal(value(INT32, REF_QUANT_INT4, REQ4, WORD(F(1), 12, 0), CTRL_LAUNCH, (uint32_t)-100), 0xC);
    assert_int_equal(value(INT32, REF_QUANT_INT4, REQ4, WORD(F(1), 33, 0), CTRL_LAUNCH, 2), 3);
}

/* 15.9, 15.10 and 8.3 */
static void test_relu(void **state)
{
    static const struct {
        enum ref_quant_type type;
        enum mode mode;
        uint64_t relu;
        uint32_t scale, alpha;
        uint32_t in, out;
    } ROWS[] = {
        {REF_QUANT_HALF, F322F16, REF_RELU_SCALAR, 0, 0x3F000000, 0xBF800000, 0xB800},
        {REF_QUANT_HALF, F322F16, REF_RELU_SCALAR, 0, 0x3F000000, 0x40800000, 0x4400},
        {REF_QUANT_HALF, QF322F16, REF_RELU_SCALAR, 0x40000000, 0x3F000000, 0x40800000, 0x4800},
        {REF_QUANT_HALF, QF322F16, REF_RELU_SCALAR, 0x40000000, 0x3F000000, 0xC0800000, 0xC000},
        {REF_QUANT_HALF, QF322F16, REF_RELU_VECTOR, 0x40000000, 0x3F001FFF, 0xC0800000, 0xC000}, /* low bits */
        {REF_QUANT_HALF, QF322F16, REF_RELU_NORMAL, 0xC0000000, 0, 0x40800000, 0xC800}, /* a negative scale */
        {REF_QUANT_HALF, QF322F16, REF_RELU_NORMAL, 0xC0000000, 0, 0xC0800000, 0x0000},
        {REF_QUANT_HALF, QF322F16, REF_RELU_NORMAL, 0xC0000000, 0, 0x80000000, 0x0000}, /* -0 is not negative */
        {REF_QUANT_HALF, QF322F16, REF_RELU_NORMAL, 0x40000000, 0, 0x80000000, 0x8000},
        {REF_QUANT_HALF, QF322F16, REF_RELU_NORMAL, 0x40000000, 0, 0xFFC00000, 0x7FFF}, /* nor is NaN */
        {REF_QUANT_FLOAT, NO_QUANT, REF_RELU_NORMAL, 0, 0, 0xFF800000, 0x00000000},
        {REF_QUANT_FLOAT, NO_QUANT, REF_RELU_SCALAR, 0, 0x3F000000, 0xBF800000, 0xBF000000},
        {REF_QUANT_FLOAT, NO_QUANT, REF_RELU_SCALAR, 0, 0x3F000000, 0x7FC12345, 0x7FC12345}, /* bits unchanged */
        {REF_QUANT_FLOAT, NO_QUANT, REF_RELU_SCALAR, 0, 0, 0xFF800000, 0x7FFFFFFF},          /* -inf * 0 */
        {REF_QUANT_FLOAT, QF322F32, REF_RELU_NONE, 0x3F800000, 0, 0x7FC12345, 0x7FFFFFFF},   /* a product */
        {REF_QUANT_FLOAT, QF322F32, REF_RELU_NONE, 0x3FC00000, 0, 0xFF800000, 0xFF800000},
        {REF_QUANT_FLOAT, QF322F32, REF_RELU_NONE, 0x3F000000, 0, 0x00000003, 0x00000002}, /* subnormals are kept */
        {REF_QUANT_BFLOAT16, F322BF16, REF_RELU_NONE, 0, 0, 0x3F808000, 0x3F80},
        {REF_QUANT_BFLOAT16, F322BF16, REF_RELU_NONE, 0, 0, 0x3F818000, 0x3F82},
        {REF_QUANT_BFLOAT16, VQF322BF16, REF_RELU_NONE, 0x3F000000, 0, 0x42040000, 0x4184}, /* 15.14: 33 * 0.5 */
        {REF_QUANT_HALF, F322F16, REF_RELU_NONE, 0, 0, 0x3F801000, 0x3C00},
        {REF_QUANT_HALF, F322F16, REF_RELU_NONE, 0, 0, 0x3F803000, 0x3C02},
        {REF_QUANT_HALF, F322F16, REF_RELU_NONE, 0, 0, 0x4788B800, 0x7C00}, /* 70000 */
    };
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const struct ref_quant quant = {.source = FLOAT, .type = ROWS[i].type, .mode = ROWS[i].mode,
                                        .word = ROWS[i].scale, .relu = ROWS[i].relu, .alpha = ROWS[i].alpha,
                                        .ctrl = CTRL_LAUNCH};
        const uint32_t out = ref_quant(ROWS[i].in, &quant);
        if (out != ROWS[i].out)
            fail_msg("row %zu: %x instead of %x", i, out, ROWS[i].out);
    }
}

/* The decision table knows these modes and no other (fixpipe.md 3). */
static void test_decision_table(void **state)
{
    static const uint64_t USABLE[] = {0,  1,  2,  3,  4,  5,  8,  9,  10, 11, 12, 13, 14, 15,
                                      16, 21, 22, 23, 24, 25, 26, 31, 32, 33, 34, 35, 36};
    unsigned triples = 0;
    (void)state;
    for (uint64_t mode = 0; mode < 64; mode++) {
        bool usable = false, known = false;
        for (size_t i = 0; i < COUNT(USABLE); i++)
            usable = usable || USABLE[i] == mode;
        for (int source = REF_FROM_FLOAT; source <= REF_FROM_INT32; source++) {
            for (int type = REF_QUANT_INT4; type <= REF_QUANT_FLOAT; type++) {
                const struct ref_quant quant = {.source = (enum ref_quant_source)source,
                                                .type = (enum ref_quant_type)type, .mode = mode};
                known = known || ref_quant_is_known(&quant);
                triples += (unsigned)ref_quant_is_known(&quant);
            }
        }
        assert_int_equal(known, usable);
    }
    assert_int_equal(triples, 1 + 5 * 2 + 3 * 3 + 6 * 2);
}

/* ---- checks by other means -------------------------------------------------------------------------------------- */

static float float_of(uint32_t bits)
{
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* Products and integers against the host's own single precision. */
static void test_against_host(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t a = ref_quant_random_accumulator(&seed, REF_FROM_FLOAT);
        const uint32_t b = round % 2 ? ref_quant_random_alpha(&seed) : (uint32_t)ref_next(&seed);
        const uint32_t n = ref_quant_random_accumulator(&seed, REF_FROM_INT32);
        const volatile float product = float_of(a) * float_of(b);
        assert_int_equal(ref_quant_multiply(a, b), isnan(product) ? 0x7FFFFFFF : float_bits(product));
        assert_int_equal(ref_quant_from_int32(n), float_bits((float)(int32_t)n));
    }
}

/* half and bfloat16 against the casts of ref_fixpipe.h, which work on double. */
static void test_against_casts(void **state)
{
    uint64_t seed = 2;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t in = ref_quant_random_accumulator(&seed, REF_FROM_FLOAT);
        assert_int_equal(ref_quant_to_half(in, CTRL_LAUNCH), ref_float_to_half(in, 1));
        assert_int_equal(ref_quant_to_half(in, CTRL_SATURATE), ref_float_to_half(in, 0));
        assert_int_equal(ref_quant_to_bfloat16(in, CTRL_LAUNCH), ref_float_to_bfloat16(in, 1));
        assert_int_equal(ref_quant_to_bfloat16(in, CTRL_SATURATE), ref_float_to_bfloat16(in, 0));
    }
}

/* The magnitude of the 8-bit code that lies nearest to `in`; ties go to the even code or away from zero. */
static uint32_t nearest(enum ref_mmad_type type, double in, uint32_t last, bool to_even)
{
    uint32_t best = 0;
    for (uint32_t code = 1; code <= last; code++) {
        const double here = fabs(ref_mmad_value(type, code) - in), there = fabs(ref_mmad_value(type, best) - in);
        const bool wins = to_even ? code % 2 == 0 : ref_mmad_value(type, code) > ref_mmad_value(type, best);
        if (isfinite(ref_mmad_value(type, code)) && (here < there || (here == there && wins)))
            best = code;
    }
    return best;
}

static void test_against_search(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (unsigned round = 0; round < ROUNDS / 20; round++) {
        const uint32_t in = ref_quant_random_accumulator(&seed, REF_FROM_FLOAT) & 0x7FFFFFFF;
        const double real = (double)float_of(in);
        if (real <= 464)
            assert_int_equal(ref_quant_to_e4m3(in, CTRL_LAUNCH), nearest(REF_E4M3, real, 0x7E, true));
        if (real < 40960)
            assert_int_equal(ref_quant_to_hifloat8(in, 0, CTRL_LAUNCH), nearest(REF_HIFLOAT8, real, 0x7F, false));
    }
    for (uint32_t code = 0; code < 256; code++) { /* what a format holds survives */
        const float e4m3 = (float)ref_mmad_value(REF_E4M3, code), hif8 = (float)ref_mmad_value(REF_HIFLOAT8, code);
        if (!isnan(e4m3))
            assert_int_equal(ref_quant_to_e4m3(float_bits(e4m3), CTRL_LAUNCH), code);
        assert_int_equal(ref_quant_to_hifloat8(float_bits(hif8), 0, CTRL_LAUNCH), code);
    }
}

/* Integer modes against the rounding of the host, on random clean parameters. */
static void test_integers(void **state)
{
    uint64_t seed = 4;
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct ref_quant quant;
        ref_quant_random(&seed, &quant);
        assert_true(ref_quant_is_known(&quant) && ref_quant_is_clean(&quant));
        const bool wide = quant.type == REF_QUANT_INT8 || quant.type == REF_QUANT_UINT8;
        if (!wide && quant.type != REF_QUANT_INT4)
            continue;
        const uint32_t in = ref_quant_random_accumulator(&seed, quant.source);
        const volatile float x = quant.source == REF_FROM_INT32 ? (float)(int32_t)in : float_of(in);
        const float factor = float_of((x < 0 && quant.relu >= REF_RELU_SCALAR ? quant.alpha : (uint32_t)quant.word) &
                                      0xFFFFE000);
        volatile float y = x * factor;
        if (x < 0 && quant.relu == REF_RELU_NORMAL)
            y = 0;
        const double low = wide ? -256 : -16, high = wide ? 255 : 15;
        const double rounded = isnan(y) ? 0 : fmin(fmax(rint((double)y), low), high);
        int offset = (int)(quant.word >> 37 & 511);
        offset -= offset > 255 ? 512 : 0;
        const double sum = rounded + offset;
        const double bound = !wide ? 7 : quant.type == REF_QUANT_INT8 ? 127 : 255;
        const int expected = (int)fmin(fmax(sum, bound == 255 ? 0 : -bound - 1), bound);
        assert_int_equal(ref_quant(in, &quant), (unsigned)expected & (wide ? 255u : 15u));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),        cmocka_unit_test(test_e4m3_table),
        cmocka_unit_test(test_hifloat8_table), cmocka_unit_test(test_path_examples),
        cmocka_unit_test(test_8_bits),         cmocka_unit_test(test_4_bits),
        cmocka_unit_test(test_relu),           cmocka_unit_test(test_decision_table),
        cmocka_unit_test(test_against_host),   cmocka_unit_test(test_against_casts),
        cmocka_unit_test(test_against_search), cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
