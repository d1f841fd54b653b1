/* Allocation that ends the process with a message when memory runs out. */
#ifndef BELAY_DRIVER_MEMORY_H
#define BELAY_DRIVER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* malloc, realloc and strdup that never return NULL. */
void *allocate(size_t size);
void *reallocate(void *block, size_t size);
char *copy_string(const char *string);

/* Makes room for at least one more element: doubles `*capacity` (elements of `size` bytes) and returns the block. */
void *grow(void *block, uint32_t *capacity, size_t size);

/* A growing piece of text, always terminated. Zero-initialise it; the owner frees `text`. */
struct buffer {
    char *text;
    size_t length;
    size_t capacity;
};

void buffer_append(struct buffer *buffer, const char *text, size_t length);
void buffer_string(struct buffer *buffer, const char *text);

/* Appends what is in a file. Returns false if it cannot be read. */
bool buffer_file(struct buffer *buffer, const char *name);

void buffer_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
