/*
 * What programs rest on: the records of the type "fidelity" (report/record.h) of many launches, added up. A total has
 * the members of a record that are not about one launch: exact, open, refused, points.
 */
#ifndef BELAY_CLI_FIDELITY_H
#define BELAY_CLI_FIDELITY_H

#include <jansson.h>
#include <stdint.h>

/* A total of nothing. */
json_t *fidelity_new(void);

/* Adds a record, or another total. Of the places of a point the first one is kept. */
void fidelity_add(json_t *total, const json_t *record);

/* All operations. */
uint64_t fidelity_operations(const json_t *total);

/* Says it on the standard error: a line, and one for each open point. Nothing when there were no operations. */
void fidelity_print(const json_t *total);

#endif
