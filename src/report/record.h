/*
 * Records: what happened in a program, as JSON lines in the file that BELAY_JSON names. Each process appends one record
 * "run" at its first report or its end, one record "report" per report, one record "fidelity" per launch, and one
 * record "end" when it ends. A program that dies leaves no record "end", so that nobody takes it for clean. The members
 * are listed in docs/reports.md.
 */
#ifndef BELAY_RECORD_H
#define BELAY_RECORD_H

#include <jansson.h>

#include "report/fidelity.h"
#include "report/report.h"
#include "report/suppress.h"

/* A report as a record. `suppression` is NULL for reports that are shown. The caller owns the result. */
json_t *belay_record_new(const struct belay_report *report, const struct belay_suppression *suppression);

/* A JSON string; bytes beyond ASCII become question marks in a text that is not UTF-8. */
json_t *belay_record_text(const char *text);

/* Appends the record of a report. Calls must not overlap. */
void belay_record_report(const struct belay_report *report, const struct belay_suppression *suppression);

/* Appends the record of what a launch of a kernel rests on. Neither may this overlap. */
void belay_record_fidelity(const struct belay_fidelity *fidelity, const char *kernel);

/* Appends the record "end". Nothing may be reported afterwards. */
void belay_record_end(void);

#endif
