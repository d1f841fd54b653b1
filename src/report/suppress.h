/*
 * Suppressions: findings that somebody has looked at and accepts, in a text file, one entry a line:
 *
 *     RULE FILE[:LINE] [OPERATION] # REASON
 *
 * FILE and OPERATION are patterns of fnmatch(3). A FILE without a slash is compared with the last part of a path; `*`
 * also stands for a report without a source position. Empty lines, and lines that start with #, say nothing.
 */
#ifndef BELAY_SUPPRESS_H
#define BELAY_SUPPRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"

struct belay_suppression {
    struct belay_suppression *next;
    enum belay_rule rule;
    const char *file;
    uint32_t line;         /* 0: any */
    const char *operation; /* NULL: any */
    const char *reason;
    uint32_t number; /* of the entry's own line, from 1 */
    char *text;      /* the entry as it was written, without the reason */
};

struct belay_suppressions {
    struct belay_suppression *first;
};

/*
 * Reads a file. Every bad line is reported on the standard error as FILE:LINE: MESSAGE, and so is a file that cannot be
 * read; then the result is false. What is read lives as long as the process.
 */
bool belay_suppressions_load(struct belay_suppressions *list, const char *path);

/* The first entry that hides a report, or NULL. A report about two places is hidden by either of them. */
const struct belay_suppression *belay_suppressions_find(const struct belay_suppressions *list,
                                                        const struct belay_report *report);

#endif
