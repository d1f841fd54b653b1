/* Where this copy of Belay lies. */
#ifndef BELAY_HOME_H
#define BELAY_HOME_H

#include <limits.h>
#include <stdbool.h>

/* The folder above the one of the running program. False: it cannot be found, and that has been said. */
bool home_find(char home[PATH_MAX]);

#endif
