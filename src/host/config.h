/* The JSON file that aclInit reads. */
#ifndef BELAY_HOST_CONFIG_H
#define BELAY_HOST_CONFIG_H

#include <stddef.h>
#include <stdint.h>

struct belay_config {
    int64_t default_device; /* -1: none */
    int64_t printf_bytes;   /* of the buffer for the messages of a core; -1: not given */
};

/*
 * Reads a configuration from JSON text. Returns 0, or the line of the first thing that is not JSON, with what was
 * expected there in *expected. What should be a number and is none becomes INT64_MIN.
 */
size_t belay_config_parse(const char *text, struct belay_config *config, const char **expected);

#endif
