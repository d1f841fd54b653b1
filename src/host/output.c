#include "host/output.h"

#include <stdio.h>
#include <stdlib.h>

struct kept {
    struct kept *next;
    uint64_t number;
    struct belay_output output;
};

static struct kept *first, **tail = &first;

void belay_host_output_keep(uint64_t number, struct belay_output output)
{
    if (output.size == 0)
        return;
    struct kept *kept = malloc(sizeof *kept);
    if (kept == NULL)
        abort();
    *kept = (struct kept){NULL, number, output};
    *tail = kept;
    tail = &kept->next;
}

static void remove_first(void)
{
    struct kept *kept = first;
    first = kept->next;
    if (first == NULL)
        tail = &first;
    free(kept->output.text);
    free(kept);
}

void belay_host_output_print(uint64_t number)
{
    if (first == NULL || first->number > number)
        return;
    for (; first != NULL && first->number <= number; remove_first())
        fwrite(first->output.text, 1, first->output.size, stdout);
    fflush(stdout);
}

void belay_host_output_drop(void)
{
    while (first != NULL)
        remove_first();
}
