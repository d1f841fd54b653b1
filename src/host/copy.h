/* A copy of rows between any two memories; the work behind all copying functions. */
#ifndef BELAY_HOST_COPY_H
#define BELAY_HOST_COPY_H

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_rt.h"

struct belay_copy {
    void *dst;
    const void *src;
    size_t dst_pitch, src_pitch; /* bytes between the starts of rows */
    size_t width, height;        /* bytes in a row, rows */
    aclrtMemcpyKind kind;
};

/*
 * Copies at once, after all work in flight: what aclrtMemcpy and aclrtMemcpy2d do when their arguments are legal.
 * Reports 107002 and 107000 for the ranges, and warns of a kind that contradicts the addresses.
 */
aclError belay_copy_now(const struct belay_copy *copy, const char *function);

/* Copies in the order of a stream. Reports also what is wrong with the stream, and 207000 for two host addresses. */
aclError belay_copy_in_stream(const struct belay_copy *copy, aclrtStream stream, const char *function);

#endif
