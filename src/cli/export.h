/* What has been found, in the formats of other tools. Both return whether everything could be written. */
#ifndef BELAY_EXPORT_H
#define BELAY_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/program.h"

/* SARIF 2.1.0: one run, all rules, one result per finding; suppressed ones carry their reason. */
bool export_sarif(FILE *file, const struct program *programs, size_t count);

/* JUnit XML: one test case per program, one failure per error and, unless errors_only, per warning. */
bool export_junit(FILE *file, const struct program *programs, size_t count, bool errors_only);

#endif
