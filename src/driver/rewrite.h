/*
 * Turns preprocessed Ascend C text into plain C++ that uses include/belay/kernel.hpp.
 *
 * What is rewritten (language.md 2 to 5):
 *   kernels          their body becomes a lambda that is handed to belay::kernel()
 *   launches         k<<<n, s>>>(a) becomes (::belay::configure(n, s), k(a))
 *   local objects    __cbuf__ half a[N]; becomes a reference to belay::array<>()
 *   local pointers   casts to them become belay::space_cast<>()
 *   device globals   __gm__ int x = 5; is followed by its registration
 * All other qualifiers disappear. The number of lines never changes, and every line marker stays.
 */
#ifndef BELAY_DRIVER_REWRITE_H
#define BELAY_DRIVER_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* How the compilation is divided (language.md 1): one for all, one for the host and one for the cores, or one per side. */
enum rewrite_pass { PASS_ALL, PASS_HOST, PASS_DEVICE, PASS_AIC, PASS_AIV };

struct rewrite_options {
    /* Where messages go, in the form `file:line:column: error: text`. */
    FILE *messages;
    /* Folder of our own headers, or NULL: they become system headers, which the user's warning options do not hit. */
    const char *own_headers;
    enum rewrite_pass pass;
    /* Names the translation unit among all that a program consists of. Used unless `pass` is PASS_ALL. */
    const char *unit;
    /* Whether the device code will be compiled so that the runtime sees its scalar accesses. */
    bool watched;
};

/*
 * Rewrites `length` bytes of text. Returns the new text, terminated, to be freed by the caller; its length is stored
 * in `*new_length` and the number of errors that were reported in `*errors`. Text in which the brackets do not match
 * only loses its qualifiers, so that the compiler finds the user's mistake; it cannot compile by accident.
 */
char *belay_rewrite(const char *text, size_t length, const struct rewrite_options *options, size_t *new_length,
                    unsigned *errors);

#endif
