/* Data within a page: compressed by gzip, as base64 in an element that browsers take for no script. */
#ifndef BELAY_EMBED_H
#define BELAY_EMBED_H

#include <stdio.h>

/* Writes the element `id` with what `data` has from where it stands. Errors stay with the files. */
void embed(FILE *page, const char *id, FILE *data);

#endif
