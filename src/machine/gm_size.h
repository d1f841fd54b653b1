/* The environment variable BELAY_GM_SIZE. */
#ifndef BELAY_MACHINE_GM_SIZE_H
#define BELAY_MACHINE_GM_SIZE_H

#include <stdint.h>

/* The limit of device memory in bytes: BELAY_GM_SIZE, or 128 GiB. A bad value is reported and ignored. */
uint64_t belay_gm_size_limit(void);

#endif
