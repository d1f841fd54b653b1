// System variables, and the setters that the older generation of the API keeps with them.
#ifndef C_API_SYS_VAR_SYS_VAR_H
#define C_API_SYS_VAR_SYS_VAR_H

#include "c_api/generated/fixpipe.hpp"
#include "c_api/generated/gm_to_l1.hpp"
#include "c_api/generated/system.hpp"

// Length of a vector register in bytes.
constexpr int64_t asc_get_vf_len()
{
    return 256;
}

inline void asc_get_arch_ver(uint32_t &core_version, BELAY_WHERE)
{
    core_version = static_cast<uint32_t>(asc_get_arch_ver(where));
}

#endif
