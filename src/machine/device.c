#include "machine/device.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_AIC_CORES = 32, MAX_AIC_CORES = 1024 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint32_t aic_cores = DEFAULT_AIC_CORES;

static void read_environment(void)
{
    const char *text = getenv("BELAY_AIC_CORES");
    if (text == NULL)
        return;
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && value >= 1 && value <= MAX_AIC_CORES)
        aic_cores = (uint32_t)value;
    else
        fprintf(stderr, "belay: error: BELAY_AIC_CORES is \"%s\"; it must be a number from 1 to %d; using %d\n", text,
                MAX_AIC_CORES, DEFAULT_AIC_CORES);
}

uint32_t belay_device_aic_cores(void)
{
    pthread_once(&once, read_environment);
    return aic_cores;
}
