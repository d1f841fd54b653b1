// Synchronisation.
#ifndef C_API_SYNC_SYNC_H
#define C_API_SYNC_SYNC_H

#include "c_api/generated/sync.hpp"

#endif
