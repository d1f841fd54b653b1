/* What functions say beside their status, and how structures that grow are handed over. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "embed/embed.h"

static _Thread_local char message[1024];

const char *belay_version(void)
{
    return BELAY_VERSION;
}

const char *belay_last_message(void)
{
    return message;
}

int belay_embed_fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return status;
}

/* Members only ever come behind the others, so an older caller gets a part of ours, and a newer one zeros. */
bool belay_embed_fill(void *theirs, const void *ours, size_t size, const char *name)
{
    size_t wanted;
    memcpy(&wanted, theirs, sizeof wanted);
    if (wanted <= sizeof wanted) {
        belay_embed_fail(BELAY_BAD_ARGUMENT, "size of struct %s is %zu; set it to sizeof(struct %s)", name, wanted,
                         name);
        return false;
    }
    memset(theirs, 0, wanted);
    memcpy(theirs, ours, wanted < size ? wanted : size);
    memcpy(theirs, &wanted, sizeof wanted);
    return true;
}

const char *belay_embed_core_name(int core)
{
    static const char *const names[BELAY_CORES] = {"aic", "aiv0", "aiv1"};
    return names[core];
}
