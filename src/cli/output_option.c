#include "cli/output_option.h"

#include <stddef.h>
#include <string.h>

const char *output_behind(int argc, char **argv, int first, const char *given)
{
    if (given != NULL || argc - first < 3 || strcmp(argv[argc - 2], "-o") != 0)
        return given;
    argv[argc - 2] = NULL;
    return argv[argc - 1];
}
