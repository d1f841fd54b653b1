/* The float16 helpers and sizes of types (acl_host.md 10 and 2). */
#include "test_host.h"

#include <math.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The value of a half whose exponent 31 is an ordinary one. */
static double half_value(unsigned magnitude)
{
    unsigned exponent = magnitude >> 10;
    unsigned mantissa = magnitude & 1023;
    return exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, (int)exponent - 25);
}

static void table_of_the_specification(void **state)
{
    (void)state;
    static const struct {
        float in;
        unsigned out;
    } narrow[] = {
        {1.0f, 0x3C00},           {65504.0f, 0x7BFF}, {65519.0f, 0x7BFF},   {65520.0f, 0x7BFF},
        {1e9f, 0x7BFF},           {INFINITY, 0x7BFF}, {-INFINITY, 0xFBFF},  {1.00048828125f, 0x3C00},
        {1.00146484375f, 0x3C02}, {0x1p-24f, 0x0001}, {0x1.8p-25f, 0x0001}, {0x1p-25f, 0x0000},
        {-1e-10f, 0x8000},        {0.0f, 0},          {-0.0f, 0x8000},      {0x1.000002p-25f, 1},
    };
    for (size_t i = 0; i < sizeof narrow / sizeof narrow[0]; i++)
        assert_int_equal(aclFloatToFloat16(narrow[i].in), narrow[i].out);
    assert_int_equal(aclFloatToFloat16(float_of(0x7FC00000)), 0x7BFF);
    assert_int_equal(aclFloatToFloat16(float_of(0xFFC00000)), 0xFBFF);
    static const struct {
        unsigned in;
        float out;
    } wide[] = {
        {0x3C00, 1.0f},     {0x7BFF, 65504.0f}, {0x7C00, 65536.0f}, {0xFC00, -65536.0f}, {0x7E00, 98304.0f},
        {0x7C01, 65600.0f}, {0x0001, 0x1p-24f}, {0x8000, -0.0f},    {0x0400, 0x1p-14f},  {0x03FF, 0x1.ff8p-15f},
    };
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        assert_int_equal(bits_of(aclFloat16ToFloat((aclFloat16)wide[i].in)), bits_of(wide[i].out));
}

static void all_halves(void **state)
{
    (void)state;
    for (unsigned half = 0; half <= 0xFFFF; half++) {
        float expected = (float)half_value(half & 0x7FFF);
        float value = aclFloat16ToFloat((aclFloat16)half);
        assert_int_equal(bits_of(value), bits_of(half & 0x8000 ? -expected : expected));
        unsigned back = (half & 0x7FFF) > 0x7BFF ? (half & 0x8000) | 0x7BFF : half;
        assert_int_equal(aclFloatToFloat16(value), back);
    }
}

/* Between every two neighbouring halves: the middle goes to the even one, its neighbours to the nearer one. */
static void all_middles(void **state)
{
    (void)state;
    for (unsigned half = 0; half <= 0x7BFF; half++) {
        float middle = (float)((half_value(half) + half_value(half + 1)) / 2);
        unsigned above = half == 0x7BFF ? 0x7BFF : half + 1;
        assert_int_equal(aclFloatToFloat16(middle), half & 1 ? above : half);
        assert_int_equal(aclFloatToFloat16(float_of(bits_of(middle) - 1)), half);
        assert_int_equal(aclFloatToFloat16(float_of(bits_of(middle) + 1)), above);
        assert_int_equal(aclFloatToFloat16(-float_of(bits_of(middle) + 1)), 0x8000 | above);
    }
}

static void sizes_of_types(void **state)
{
    (void)state;
    static const struct {
        int type;
        size_t size;
    } sizes[] = {
        {ACL_DT_UNDEFINED, 0},
        {ACL_STRING, 0},
        {ACL_BOOL, 1},
        {ACL_INT8, 1},
        {ACL_UINT8, 1},
        {ACL_HIFLOAT8, 1},
        {ACL_FLOAT8_E5M2, 1},
        {ACL_FLOAT8_E4M3FN, 1},
        {ACL_FLOAT8_E8M0, 1},
        {ACL_INT4, 1},
        {ACL_UINT1, 1},
        {ACL_FLOAT16, 2},
        {ACL_BF16, 2},
        {ACL_INT16, 2},
        {ACL_UINT16, 2},
        {ACL_FLOAT, 4},
        {ACL_INT32, 4},
        {ACL_UINT32, 4},
        {ACL_COMPLEX32, 4},
        {ACL_INT64, 8},
        {ACL_UINT64, 8},
        {ACL_DOUBLE, 8},
        {ACL_COMPLEX64, 8},
        {ACL_COMPLEX128, 16},
        {5, 8},
        {ACL_FLOAT4_E2M1, 8},
        {ACL_FLOAT6_E3M2, 8},
        {1000, 8},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        assert_int_equal(aclDataTypeSize((aclDataType)sizes[i].type), sizes[i].size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_the_specification),
        cmocka_unit_test(all_halves),
        cmocka_unit_test(all_middles),
        cmocka_unit_test(sizes_of_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
