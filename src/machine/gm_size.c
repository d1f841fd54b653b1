#include "machine/gm_size.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_LIMIT ((uint64_t)128 << 30)
#define MIN_LIMIT ((uint64_t)1 << 20)
#define MAX_LIMIT ((uint64_t)1 << 39)

/* A decimal number of bytes with an optional K, M or G. */
static bool parse(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMG";
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    unsigned shift = 0;
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        end++;
    }
    if (errno != 0 || *end != '\0' || number > UINT64_MAX >> shift)
        return false;
    *bytes = (uint64_t)number << shift;
    return *bytes >= MIN_LIMIT && *bytes <= MAX_LIMIT;
}

uint64_t belay_gm_size_limit(void)
{
    const char *text = getenv("BELAY_GM_SIZE");
    uint64_t bytes = DEFAULT_LIMIT;
    if (text != NULL && !parse(text, &bytes)) {
        fprintf(stderr,
                "belay: error: BELAY_GM_SIZE is \"%s\"; it must be a number of bytes from 1M to 512G, such as 16G; "
                "using 128G\n",
                text);
        bytes = DEFAULT_LIMIT;
    }
    return bytes;
}
