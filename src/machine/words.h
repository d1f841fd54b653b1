/* Places in words, the same in all reports: memory and offset first, then the variable of the program that lies there. */
#ifndef BELAY_WORDS_H
#define BELAY_WORDS_H

#include "machine/machine.h"

/* A short text, returned by value so that it can be made where it is printed. */
struct belay_words {
    char text[256];
};

__attribute__((format(printf, 1, 2))) struct belay_words belay_words(const char *format, ...);

/*
 * "L1 + 0x4000 (a_l1 + 0x0)", "GM allocation #2 + 0x40", "GM variable table + 0x8". An offset in GM is an address;
 * `cluster` may be NULL there.
 */
struct belay_words belay_byte_words(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset);

/* The same for the bytes [low, high): "UB [0x0, 0x200) (all of tile)", "GM allocation #2 [0x80, 0x100)". */
struct belay_words belay_bytes_words(const struct belay_cluster *cluster, enum belay_space space, uint64_t low,
                                     uint64_t high);

#endif
