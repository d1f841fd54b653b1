/* What the page of a run says beside its trace (docs/report-page.md). */
#ifndef BELAY_JUDGEMENT_H
#define BELAY_JUDGEMENT_H

#include <jansson.h>

#include "cli/program.h"

/* The judgement of a program that has ended after one run. `trace` names further sources, and may be NULL. */
json_t *judgement_new(const struct program *program, const json_t *trace);

#endif
