/*
 * The rewriter alone: reads preprocessed text from a file or the standard input, writes the rewritten text.
 * Usage: rewriter [all|host|aic|aiv [FILE]]. Messages go to the standard error; exit status 1 if there were errors.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rewrite.h"

static enum rewrite_pass find_pass(const char *name)
{
    static const char *const names[] = {[PASS_HOST] = "host", [PASS_DEVICE] = "device", [PASS_AIC] = "aic", [PASS_AIV] = "aiv"};
    for (int pass = PASS_HOST; pass <= PASS_AIV; pass++)
        if (strcmp(name, names[pass]) == 0)
            return (enum rewrite_pass)pass;
    return PASS_ALL;
}

int main(int argc, char **argv)
{
    enum rewrite_pass pass = argc > 1 ? find_pass(argv[1]) : PASS_ALL;
    FILE *input = argc > 2 ? fopen(argv[2], "rb") : stdin;
    if (input == NULL) {
        fprintf(stderr, "rewriter: cannot read %s\n", argv[2]);
        return 2;
    }
    struct buffer text = {0};
    char part[65536];
    for (size_t size; (size = fread(part, 1, sizeof part, input)) > 0;)
        buffer_append(&text, part, size);
    fclose(input);
    struct rewrite_options options = {.messages = stderr, .pass = pass, .watched = pass == PASS_DEVICE, .unit = "dir/\"a\".asc (a.o)"};
    size_t length;
    unsigned errors;
    char *result = belay_rewrite(text.text != NULL ? text.text : "", text.length, &options, &length, &errors);
    fwrite(result, 1, length, stdout);
    free(result);
    free(text.text);
    return errors != 0;
}
