/* Reports as text for people. */
#ifndef BELAY_REPORT_TEXT_H
#define BELAY_REPORT_TEXT_H

#include "report/report.h"

/* "note", "warning" or "error". */
const char *belay_severity_name(enum belay_severity severity);

/* Prints a report on the standard error. */
void belay_report_print(const struct belay_report *report);

#endif
