/* Response files: an argument @FILE stands for the arguments in the file. */
#ifndef BELAY_DRIVER_RESPONSE_H
#define BELAY_DRIVER_RESPONSE_H

#include "process.h"

/*
 * Adds the words of a command line, with response files expanded as gcc does: blanks and newlines separate, quotation marks
 * of both kinds keep them, a backslash keeps the character behind it, and files may name files. An @FILE that cannot be
 * read stays what it is. Returns false, after a message, when files name each other in a circle.
 */
bool expand_words(const char *const *words, int count, struct arguments *expanded);

#endif
