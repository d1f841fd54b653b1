/* Which of the compiled kernels of the matrix unit this host can run. */
#include <stdbool.h>

#include "isa/mmad_kernel.h"

#define KERNELS(SUFFIX)                                                         \
    {                                                                           \
        #SUFFIX, belay_mmad_grouped_##SUFFIX, belay_mmad_paired_##SUFFIX,       \
            belay_mmad_fused_##SUFFIX, belay_mmad_halves_##SUFFIX,              \
            belay_mmad_integer_##SUFFIX                                         \
    }

struct belay_mmad_kernels belay_mmad_kernels[5];

__attribute__((constructor)) static void select_kernels(void)
{
    struct belay_mmad_kernels *next = belay_mmad_kernels;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (avx512 && __builtin_cpu_supports("avx512vnni"))
        *next++ = (struct belay_mmad_kernels)KERNELS(vnni);
    if (avx512)
        *next++ = (struct belay_mmad_kernels)KERNELS(avx512);
    if (avx2)
        *next++ = (struct belay_mmad_kernels)KERNELS(avx2);
#endif
    *next = (struct belay_mmad_kernels)KERNELS(plain);
}
