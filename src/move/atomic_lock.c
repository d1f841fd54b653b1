#include "move/atomic_lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void belay_atomic_lock(void)
{
    pthread_mutex_lock(&lock);
}

void belay_atomic_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
