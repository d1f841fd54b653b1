/*
 * Mutates texts and rewrites them. Usage: fuzz ROUNDS SEED FILE...
 * Whatever the text: no crash, no change in the number of lines, and without markers or launches no change at all.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rewrite.h"

static uint64_t state;

static uint32_t pick(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % limit;
}

static const char *const words[] = {
    "__belay_global__",
    "__belay_cube__",
    "__belay_vector__",
    "__belay_mix__",
    "__belay_mix__(1, 2)",
    "__belay_schedmode__(1)",
    "__belay_gm__",
    "__belay_ubuf__",
    "__belay_cbuf__",
    "__belay_ca__",
    "__belay_cc__",
    "void",
    "int",
    "half",
    "k",
    "x",
    "T",
    "template",
    "<",
    ">",
    ">>",
    "<<<",
    ">>>",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "::",
    "*",
    "&",
    "=",
    ":",
    ".",
    "->",
    "extern",
    "\"C\"",
    "namespace",
    "struct",
    "class",
    "operator",
    "const",
    "static",
    "return",
    "if",
    "reinterpret_cast",
    "static_cast",
    "sizeof",
    "1",
    "0x2",
    "\"s\"",
    "'c'",
    "R\"(",
    "/*",
    "*/",
    "//",
    "\n",
    "\n# 7 \"f.asc\" 3\n",
    "\n#pragma x\n",
    "[[",
    "]]",
    "alignas(64)",
    "__attribute__((aligned(4)))",
    "\\",
    "\"",
    "'",
    "#",
    "auto",
    "enum",
    "decltype",
    "...",
    "<=>",
    "&&",
    "typename",
    "using",
    "friend",
    "~",
    "\x80",
    "\x01",
};

static const char *pick_word(void)
{
    return words[pick(sizeof words / sizeof *words)];
}

static void random_tokens(struct buffer *text)
{
    for (uint32_t i = pick(60); i > 0; i--) {
        buffer_string(text, pick_word());
        if (pick(3) != 0)
            buffer_string(text, " ");
    }
}

/* Copies `source` with a few spots damaged. */
static void mutate(const struct buffer *source, struct buffer *text)
{
    uint32_t rate = 1 + pick(60);
    for (size_t at = 0; at < source->length; at++) {
        uint32_t chance = pick(rate * 8);
        if (chance == 0) {
            at += pick(12);
            continue;
        }
        if (chance == 1)
            buffer_string(text, pick_word());
        buffer_append(text, source->text + at, 1);
        if (chance == 2 && at > 8)
            at -= pick(8);
    }
}

static size_t count_lines(const char *text, size_t length)
{
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

static int check(const struct buffer *text)
{
    struct rewrite_options options = {
        .own_headers = "/usr/include/", .pass = (enum rewrite_pass)pick(5), .unit = "a.asc"};
    char *exact = allocate(text->length); /* not terminated: reading past the end is found */
    memcpy(exact, text->text, text->length);
    size_t length;
    unsigned errors;
    char *result = belay_rewrite(exact, text->length, &options, &length, &errors);
    int failed = 0;
    if (count_lines(exact, text->length) != count_lines(result, length))
        failed = printf("the number of lines changed\n");
    bool touched =
        options.pass != PASS_ALL || memmem(exact, text->length, "__belay_", 8) || memmem(exact, text->length, "<<<", 3);
    if (!touched && (length != text->length || memcmp(exact, result, length) != 0))
        failed = printf("text without markers changed\n");
    if (failed)
        printf("--- input\n%s\n--- output\n%s\n", text->text, result);
    free(result);
    free(exact);
    return failed;
}

static void read_file(const char *name, struct buffer *text)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        exit(2);
    char part[4096];
    for (size_t size; (size = fread(part, 1, sizeof part, file)) > 0;)
        buffer_append(text, part, size);
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    long rounds = atol(argv[1]);
    state = strtoull(argv[2], NULL, 0);
    uint32_t count = (uint32_t)argc - 3;
    struct buffer *sources = allocate(count * sizeof *sources);
    memset(sources, 0, count * sizeof *sources);
    for (uint32_t i = 0; i < count; i++)
        read_file(argv[3 + i], &sources[i]);
    int failures = 0;
    for (long round = 0; round < rounds && failures == 0; round++) {
        struct buffer text = {0};
        buffer_string(&text, "");
        if (pick(4) == 0)
            random_tokens(&text);
        else
            mutate(&sources[pick(count)], &text);
        failures += check(&text) != 0;
        free(text.text);
    }
    for (uint32_t i = 0; i < count; i++)
        free(sources[i].text);
    free(sources);
    printf("%ld rounds from seed %s: %s\n", rounds, argv[2], failures == 0 ? "no failure" : "FAILED");
    return failures != 0;
}
