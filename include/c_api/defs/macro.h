// Macros of the C API (enums.md 5). ASC_IS_AIC and ASC_IS_AIV are in belay/builtin.hpp.
#ifndef C_API_DEFS_MACRO_H
#define C_API_DEFS_MACRO_H

#include "belay/builtin.hpp"

#define ASC_DEPRECATED(version, removal_date, replacement)                                           \
    [[deprecated("deprecated since " version ", to be removed after " removal_date "; use " replacement)]]

#endif
