/* Text that kernels print: each core's is kept apart while its launch runs. */
#ifndef BELAY_MACHINE_OUTPUT_H
#define BELAY_MACHINE_OUTPUT_H

#include <stddef.h>

struct belay_output {
    char *text; /* without a final zero; owned */
    size_t size;
};

/* Appends a copy of `size` bytes. */
void belay_output_add(struct belay_output *output, const char *text, size_t size);

/*
 * Bytes of the largest message that fits into the buffer of a core. Set it only while no kernel runs.
 * open point printf-buffer: 30 KiB, unless the program says otherwise
 */
size_t belay_output_limit(void);
void belay_output_set_limit(size_t bytes);

#endif
