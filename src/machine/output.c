#include "machine/output.h"

#include <stdlib.h>
#include <string.h>

static size_t limit = 30 * 1024;

size_t belay_output_limit(void)
{
    return limit;
}

void belay_output_set_limit(size_t bytes)
{
    limit = bytes;
}

void belay_output_add(struct belay_output *output, const char *text, size_t size)
{
    if (size == 0)
        return;
    output->text = realloc(output->text, output->size + size);
    if (output->text == NULL)
        abort();
    memcpy(output->text + output->size, text, size);
    output->size += size;
}
