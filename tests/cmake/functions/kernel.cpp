#include "../device.h"
#include "offset.h"

#if !defined(OFFSET) || !defined(HOST_OPTION)
#error "an option is missing"
#endif

__global__ __vector__ void multiply(__gm__ int32_t *out)
{
    asc_store_dev(out, FACTOR * 7 + OFFSET_VALUE);
}

int more();

int run_all()
{
    Device device;
    multiply<<<1, 0>>>(device.out());
    return device.expect(47) + more();
}
