/* The page of a run: the template that src/page makes, with the data of the run in it. */
#ifndef BELAY_PAGE_H
#define BELAY_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* The template, which the caller frees. NULL: there is none, or it cannot be read, and that has been said. */
char *page_template(void);

/* Writes the page. `trace` may be NULL; it goes into the page as it is. */
void page_write(FILE *page, const char *template, const json_t *judgement, FILE *trace);

#endif
