/* Data types, formats and the float16 helpers (acl_host.md 2 and 10). */
#ifndef ACL_BASE_H
#define ACL_BASE_H

#include "acl_base_mdl.h"
#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The bits of an IEEE half. */
typedef uint16_t aclFloat16;

typedef enum aclDataType {
    ACL_DT_UNDEFINED = -1,
    ACL_FLOAT = 0,
    ACL_FLOAT16 = 1,
    ACL_INT8 = 2,
    ACL_INT32 = 3,
    ACL_UINT8 = 4,
    ACL_INT16 = 6,
    ACL_UINT16 = 7,
    ACL_UINT32 = 8,
    ACL_INT64 = 9,
    ACL_UINT64 = 10,
    ACL_DOUBLE = 11,
    ACL_BOOL = 12,
    ACL_STRING = 13,
    ACL_COMPLEX64 = 16,
    ACL_COMPLEX128 = 17,
    ACL_BF16 = 27,
    ACL_INT4 = 29,
    ACL_UINT1 = 30,
    ACL_COMPLEX32 = 33,
    ACL_HIFLOAT8 = 34,
    ACL_FLOAT8_E5M2 = 35,
    ACL_FLOAT8_E4M3FN = 36,
    ACL_FLOAT8_E8M0 = 37,
    ACL_FLOAT6_E3M2 = 38,
    ACL_FLOAT6_E2M3 = 39,
    ACL_FLOAT4_E2M1 = 40,
    ACL_FLOAT4_E1M2 = 41
} aclDataType;

typedef enum aclFormat {
    ACL_FORMAT_UNDEFINED = -1,
    ACL_FORMAT_NCHW = 0,
    ACL_FORMAT_NHWC = 1,
    ACL_FORMAT_ND = 2,
    ACL_FORMAT_NC1HWC0 = 3,
    ACL_FORMAT_FRACTAL_Z = 4,
    ACL_FORMAT_HWCN = 16,
    ACL_FORMAT_NDHWC = 27,
    ACL_FORMAT_FRACTAL_NZ = 29,
    ACL_FORMAT_NCDHW = 30,
    ACL_FORMAT_NDC1HWC0 = 32,
    ACL_FRACTAL_Z_3D = 33,
    ACL_FORMAT_NC = 35,
    ACL_FORMAT_NCL = 47,
    ACL_FORMAT_FRACTAL_NZ_C0_16 = 50,
    ACL_FORMAT_FRACTAL_NZ_C0_32 = 51,
    ACL_FORMAT_FRACTAL_NZ_C0_2 = 52,
    ACL_FORMAT_FRACTAL_NZ_C0_4 = 53,
    ACL_FORMAT_FRACTAL_NZ_C0_8 = 54
} aclFormat;

/*
 * The size of one element in bytes, as the public implementation counts it: 1 for the types of 8 bits and fewer
 * that it knows, 0 for ACL_STRING and ACL_DT_UNDEFINED, and 8 for every other value, the 4-bit and 6-bit floats
 * included (acl_host.md 2). Never fails.
 */
size_t aclDataTypeSize(aclDataType dataType);

/*
 * float to half, nearest even. No IEEE conversion at the top: infinities, NaN and everything from 65520 up become
 * the largest finite half (0x7BFF) with the sign of the input (acl_host.md 10). Never fails.
 */
aclFloat16 aclFloatToFloat16(float value);

/*
 * half to float, exact. Exponent 31 counts as an ordinary exponent: +infinity (0x7C00) becomes 65536
 * (acl_host.md 10). Never fails.
 */
float aclFloat16ToFloat(aclFloat16 value);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
