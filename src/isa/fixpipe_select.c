/* Which of the compiled kernels of the fixpipe this host can run. */
#include "isa/fixpipe_kernel.h"

const struct belay_fixpipe_kernels *belay_fixpipe_kernels[4];

__attribute__((constructor)) static void select_kernels(void)
{
    const struct belay_fixpipe_kernels **next = belay_fixpipe_kernels;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); /* such processors have F16C, too */
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (avx512)
        *next++ = &belay_fixpipe_kernels_avx512;
    if (avx2)
        *next++ = &belay_fixpipe_kernels_avx2;
#endif
    *next = &belay_fixpipe_kernels_plain;
}
