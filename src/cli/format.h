/* Texts of any length. */
#ifndef BELAY_FORMAT_H
#define BELAY_FORMAT_H

/* A new text, made like printf() does. The caller frees it. */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
