/* The texts of the source files that a run names. */
#ifndef BELAY_SOURCES_H
#define BELAY_SOURCES_H

#include <jansson.h>

/*
 * Add the files of the places in a record, and those of the calls in a trace, to the object `sources`: texts by the
 * names of the files. One that is not found is null there.
 */
void sources_add_record(json_t *sources, const json_t *record);
void sources_add_trace(json_t *sources, const json_t *trace);

#endif
