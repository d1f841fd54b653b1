/* belay/belay.h alone, and twice, as C11 without extensions: compiling it is the test. */
#include "belay/belay.h"

struct belay_call embed_header_typed(uint64_t gm);
struct belay_call embed_header_typed(uint64_t gm)
{
    return BELAY_CALL(copy_gm2ub_size, 0, .dst = 0, .src = gm, .size = 64);
}
