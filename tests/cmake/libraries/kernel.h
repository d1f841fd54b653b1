/* The host's view of the kernels. */
#include <stdint.h>

#ifdef __cplusplus
extern "C"
#endif
void run_square(int32_t *out, int32_t value, void *stream);
