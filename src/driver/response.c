#include "response.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

/* Reads one word of a response file; false: there is none left. */
static bool read_word(const char **at, struct buffer *word)
{
    while (isspace((unsigned char)**at))
        ++*at;
    if (**at == '\0')
        return false;
    char quote = '\0';
    buffer_string(word, "");
    for (; **at != '\0' && (quote != '\0' || !isspace((unsigned char)**at)); ++*at) {
        if (**at == '\\' && (*at)[1] != '\0')
            buffer_append(word, ++*at, 1);
        else if (**at == quote)
            quote = '\0';
        else if (quote == '\0' && (**at == '"' || **at == '\''))
            quote = **at;
        else
            buffer_append(word, *at, 1);
    }
    return true;
}

static bool expand_word(const char *word, struct arguments *expanded, int depth);

/* The words live until the driver ends, like those of the command line. */
static bool expand_text(const char *text, struct arguments *expanded, int depth)
{
    for (struct buffer word = {0}; read_word(&text, &word); word = (struct buffer){0})
        if (!expand_word(word.text, expanded, depth))
            return false;
    return true;
}

static bool expand_word(const char *word, struct arguments *expanded, int depth)
{
    struct buffer text = {0};
    if (word[0] != '@' || !buffer_file(&text, word + 1)) {
        free(text.text);
        add_argument(expanded, word);
        return true;
    }
    if (depth == MAX_DEPTH) {
        print_error("response file '%s' is named by itself, or by %d others in a row", word, MAX_DEPTH);
        free(text.text);
        return false;
    }
    bool good = expand_text(text.text, expanded, depth + 1);
    free(text.text);
    return good;
}

bool expand_words(const char *const *words, int count, struct arguments *expanded)
{
    for (int i = 0; i < count; i++)
        if (!expand_word(words[i], expanded, 0))
            return false;
    return true;
}
