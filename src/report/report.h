/*
 * Reports: what Belay tells people. A report names a rule, the place in the user's source,
 * and says in words what happened, why it is wrong and how to mend it. Reports are
 * collected in logs (one per block, one per host thread) and delivered when a launch ends,
 * in an order that does not depend on threads. Equal reports are counted, not repeated.
 */
#ifndef BELAY_REPORT_H
#define BELAY_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "belay/abi.h"
#include "report/rules.h"

enum { BELAY_NO_BLOCK = -1 };

/* A further line: "  fix  : ...". */
struct belay_detail {
    struct belay_detail *next;
    char *label;
    char *text;
};

struct belay_report {
    struct belay_report *next;
    enum belay_rule rule;
    enum belay_severity severity; /* the rule's, unless the one who reports knows better */
    bool brief;                   /* printed as one line, without place and explanation */
    struct belay_site site;       /* file NULL: no source position */
    struct belay_site other;      /* the other side of a pair; file NULL: there is none */
    const char *operation;        /* "asc_copy_gm2ub", or NULL */
    const char *kernel;           /* NULL: not in a launch */
    int64_t block;                /* the first one that met it, or BELAY_NO_BLOCK */
    char *place;                  /* "MTE2  block 0 aiv 1", or NULL */
    char *text;                   /* the headline */
    struct belay_detail *details;
    uint64_t seen;
};

struct belay_report_log {
    struct belay_report *first;
};

/*
 * Starts a report. Returns NULL when the log already holds one of the same rule, operation
 * and source line (it is counted there); the other functions accept NULL and do nothing.
 */
struct belay_report *belay_report_new(struct belay_report_log *log, enum belay_rule rule, const char *operation,
                                      const struct belay_site *site);
/* The same for a finding about two places, which counts as equal only when both are. */
struct belay_report *belay_report_pair(struct belay_report_log *log, enum belay_rule rule, const char *operation,
                                       const struct belay_site *site, const struct belay_site *other);
/* The headline, and where in the machine it happened. */
__attribute__((format(printf, 2, 3))) void belay_report_text(struct belay_report *report, const char *format, ...);
__attribute__((format(printf, 2, 3))) void belay_report_place(struct belay_report *report, const char *format, ...);
/* A further line: label "why", "fix", "note" ... */
__attribute__((format(printf, 3, 4))) void belay_report_detail(struct belay_report *report, const char *label,
                                                               const char *format, ...);

/* Names the kernel and the block of all reports of a log that do not know theirs yet. `kernel` outlives the log. */
void belay_report_locate(struct belay_report_log *log, const char *kernel, int64_t block);

/* Moves all reports of `from` behind those of `to`, counting equal ones together. */
void belay_report_merge(struct belay_report_log *to, struct belay_report_log *from);

/* Removes the first report of a log, which must not be empty, and frees it. */
void belay_report_drop(struct belay_report_log *log);

/*
 * Delivers the reports of a log and frees them: each is recorded (report/record.h), and printed on the standard error
 * unless it is a note that nobody wants or a suppression hides it. Returns whether an error was among them that is not
 * suppressed. May be called from several threads.
 */
bool belay_report_flush(struct belay_report_log *log);

#endif
