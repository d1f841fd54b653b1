/* What the emulated product consists of. */
#ifndef BELAY_MACHINE_DEVICE_H
#define BELAY_MACHINE_DEVICE_H

#include <stdint.h>

/*
 * The number of AI cores with a cube unit (AIC); each comes with two vector cores (AIV). 32, an Ascend 950PR
 * (README decision 31), unless the environment variable BELAY_AIC_CORES says otherwise: 1 to 1024. Another value is
 * reported once and ignored.
 */
uint32_t belay_device_aic_cores(void);

#endif
