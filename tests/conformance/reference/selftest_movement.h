/*
 * The stage on which the self-tests of the movement models play: one source, one destination, and the picture that
 * the specification draws of the destination afterwards.
 */
#ifndef SELFTEST_MOVEMENT_H
#define SELFTEST_MOVEMENT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "ref_memory.h"

enum { STAGE_SIZE = 512 * 1024, STAGE_BACKGROUND = 0xEE };

enum piece_kind { PIECE_END, PIECE_SOURCE, PIECE_RISE, PIECE_FILL };

/* A part of the picture; bytes that no piece mentions must keep their contents and stay untouched. */
struct piece {
    enum piece_kind kind;
    uint64_t at;    /* destination offset */
    uint64_t count; /* elements of `size` bytes; bytes for PIECE_RISE and PIECE_FILL */
    uint64_t size;
    uint64_t from;  /* source offset, first value, or the element of a fill */
    uint64_t step;  /* source bytes between elements, or difference of neighbouring values */
};

/* `length` bytes from source offset `from`. */
#define DATA(at, length, from) {PIECE_SOURCE, at, length, 1, from, 1}
/* `count` elements of `size` bytes from source offsets `from`, `from + step`, ... */
#define PICK(at, count, size, from, step) {PIECE_SOURCE, at, count, size, from, step}
/* The byte values `first`, `first + step`, ... */
#define RISE(at, length, first, step) {PIECE_RISE, at, length, 1, first, step}
/* `length` bytes of an element of `size` bytes, repeated. */
#define FILL(at, length, element, size) {PIECE_FILL, at, length, size, element, 0}

struct stage {
    struct ref_memory to, from;
    uint8_t *source;  /* what `from` held at the start */
    uint8_t *picture; /* what `to` must hold at the end */
    uint8_t *marks;   /* what `to.touched` must hold at the end */
};

/* cmocka fixture: a stage as the test's state. */
int stage_setup(void **state);
int stage_teardown(void **state);

/* Byte i of the source becomes i mod 251, every byte of the destination STAGE_BACKGROUND. */
void stage_clear(struct stage *stage);

/* After a change of `from.bytes` or `to.bytes` by the test: this is the start. */
void stage_start(struct stage *stage);

/* Adds one piece to the picture; a later piece covers an earlier one. */
void stage_expect(struct stage *stage, struct piece piece);

/* Adds pieces up to PIECE_END. */
void stage_expect_all(struct stage *stage, const struct piece *pieces);

/* Compares destination and touched marks with the picture and the outcome; names the example when they differ. */
void stage_check(const struct stage *stage, const char *example, enum ref_outcome outcome, enum ref_outcome expected);

/* The groups of tests; each returns the number of failed tests. */
int selftest_gm_to_l1(void);
int selftest_ub(void);
int selftest_generators(void);

#endif
