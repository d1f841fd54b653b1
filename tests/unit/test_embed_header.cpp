// belay/belay.h alone, and twice, as C++17 without extensions: compiling it is the test.
#include "belay/belay.h"

#include <cstdint>

namespace inside
{

belay_call typed(std::uint64_t gm);
belay_call typed(std::uint64_t gm)
{
    belay_copy_gm2ub_size_args args = {};
    args.src = gm;
    args.size = 64;
    return ::belay_call_make(BELAY_OP_copy_gm2ub_size, 0, &args, sizeof args, BELAY_HERE);
}

} // namespace inside
