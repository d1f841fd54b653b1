/* Elements of a dump as text. */
#ifndef BELAY_DEBUG_ELEMENT_H
#define BELAY_DEBUG_ELEMENT_H

#include <stdint.h>
#include <stdio.h>

/* Element types are enum belay_dtype, or 0 for bool. The name is that in the header of a dump. */
const char *belay_dump_type_name(uint32_t dtype);
uint32_t belay_dump_type_bytes(uint32_t dtype);
void belay_dump_element(FILE *out, const uint8_t *element, uint32_t dtype);

#endif
