#include "cli/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

char *format_text(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    return text;
}
