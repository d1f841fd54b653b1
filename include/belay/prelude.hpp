// Included by the driver before every .asc input: what the language has without an #include.
#ifndef BELAY_PRELUDE_HPP
#define BELAY_PRELUDE_HPP

#include "belay/builtin.hpp"
#include "belay/kernel.hpp"

// Consumed by the driver's rewriter (language.md 2 and 4).
#define __global__ __belay_global__
#define __cube__ __belay_cube__
#define __vector__ __belay_vector__
#define __mix__(aic, aiv) __belay_mix__(aic, aiv)
#define __schedmode__(mode) __belay_schedmode__(mode)
#define __gm__ __belay_gm__
#define __ubuf__ __belay_ubuf__
#define __cbuf__ __belay_cbuf__
#define __ca__ __belay_ca__
#define __cb__ __belay_cb__
#define __cc__ __belay_cc__
#define __biasbuf__ __belay_biasbuf__
#define __fbuf__ __belay_fbuf__

// Without effect on what a program computes.
#define __aicore__
#define __host__
#define __host_aicore__
#define __simd_vf__
#define __simd_callee__
#define __disable_kernel_type_autoinfer__
#define __no_simd_vf_fusion__
#define __sync_alias__
#define __sync_noalias__
#define __WORKGROUP_LOCAL__
#define __BLOCK_LOCAL__
#define __VEC_SCOPE__
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __inout_pipe__(...)
#define __kfc_workspace__

#endif
