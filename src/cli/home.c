#include "cli/home.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool find(char home[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", home, PATH_MAX - 1);
    if (length <= 0)
        return false;
    home[length] = '\0';
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(home, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    return true;
}

bool home_find(char home[PATH_MAX])
{
    if (find(home))
        return true;
    fputs("belay: /proc/self/exe cannot be read, which tells where Belay is installed; mount /proc\n", stderr);
    return false;
}
