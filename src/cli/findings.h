/* Findings: the records of the runs of one program (report/record.h), equal ones counted together. */
#ifndef BELAY_FINDINGS_H
#define BELAY_FINDINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "report/rules.h"

struct findings {
    json_t *records; /* an object: records of the type "report" by what makes two of them equal, oldest first */
    uint64_t totals[BELAY_ERROR + 1]; /* by severity, without suppressed ones */
    uint64_t suppressed;
    json_t *fidelity; /* what the launches rest on (cli/fidelity.h) */
};

void findings_init(struct findings *findings);
void findings_free(struct findings *findings);

/*
 * Adds a record of the type "report", which it takes over. Equal are records of the same rule, severity, operation,
 * kernel and places, and without a place of the same message. Returns false when the finding was there and is counted
 * only.
 */
bool findings_add(struct findings *findings, json_t *record);

/*
 * Reads the records that a run has written. False: they are not complete, because a process did not end as it should,
 * because there are none, or because the file is damaged. `added` says whether something new was found.
 */
bool findings_read(struct findings *findings, const char *path, bool *added);

/* What records say; a text that is not there is "". */
const char *finding_text(const json_t *record, const char *key);
uint64_t finding_number(const json_t *record, const char *key);
enum belay_severity finding_severity(const json_t *record);
bool finding_is_suppressed(const json_t *record);

/* The headline, and the further lines behind it, each after a newline. The caller frees it. */
char *finding_message(const json_t *record);

#endif
