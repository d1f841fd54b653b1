#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *reallocate(void *block, size_t size)
{
    void *result = realloc(block, size != 0 ? size : 1);
    if (result == NULL) {
        fprintf(stderr, "bisheng: error: out of memory (%zu bytes requested)\n", size);
        exit(1);
    }
    return result;
}

void *allocate(size_t size)
{
    return reallocate(NULL, size);
}

char *copy_string(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(allocate(size), string, size);
}

void *grow(void *block, uint32_t *capacity, size_t size)
{
    *capacity = *capacity != 0 ? *capacity * 2 : 16;
    return reallocate(block, *capacity * size);
}

static void reserve(struct buffer *buffer, size_t more)
{
    if (buffer->length + more + 1 <= buffer->capacity)
        return;
    buffer->capacity = (buffer->length + more + 1) * 2;
    buffer->text = reallocate(buffer->text, buffer->capacity);
}

void buffer_append(struct buffer *buffer, const char *text, size_t length)
{
    reserve(buffer, length);
    memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

void buffer_string(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

bool buffer_file(struct buffer *buffer, const char *name)
{
    char part[65536];
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return false;
    buffer_string(buffer, "");
    for (size_t size; (size = fread(part, 1, sizeof part, file)) > 0;)
        buffer_append(buffer, part, size);
    bool good = !ferror(file); /* a folder opens, too */
    fclose(file);
    return good;
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        reserve(buffer, (size_t)length);
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
}
