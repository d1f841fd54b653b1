#include "draw/value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "belay/number.h"

static bool parse_integer(const char **text, uint64_t *value)
{
    char *end;
    errno = 0;
    bool negative = **text == '-';
    *value = negative ? (uint64_t)strtoll(*text, &end, 0) : strtoull(*text, &end, 0);
    bool any = end != *text && errno == 0;
    *text = end;
    return any;
}

/* NUMBER [<< NUMBER] { | NUMBER [<< NUMBER] } */
static bool parse_word(const char *text, uint64_t *value)
{
    for (*value = 0;; text++) {
        uint64_t part, shift = 0;
        if (!parse_integer(&text, &part))
            return false;
        if (strncmp(text, "<<", 2) == 0) {
            text += 2;
            if (!parse_integer(&text, &shift) || shift > 63)
                return false;
        }
        *value |= part << shift;
        if (*text != '|')
            return *text == '\0';
    }
}

static bool parse_float(const char *text, enum belay_dtype dtype, uint64_t *value)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0')
        return false;
    if (dtype == BELAY_HALF) {
        *value = belay_double_to_half(belay_double_word(number), BELAY_CAST_RINT, BELAY_NOSAT);
    } else if (dtype == BELAY_BFLOAT16) {
        *value = belay_double_to_bfloat16(belay_double_word(number), BELAY_CAST_RINT, BELAY_NOSAT);
    } else if (dtype == BELAY_FLOAT) {
        float single = (float)number;
        uint32_t word;
        memcpy(&word, &single, sizeof word);
        *value = word;
    } else {
        return false;
    }
    return true;
}

/* Parts that are not there are 0. */
static bool parse_parts(const char *text, const struct belay_arg_info *info, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < info->parts; i++) {
        uint64_t part;
        if (!parse_integer(&text, &part) || (info->part[i].bits < 64 && part >> info->part[i].bits != 0))
            return false;
        *value |= part << info->part[i].low;
        if (*text != ',')
            return *text == '\0';
        text++;
    }
    return false;
}

bool draw_value_parse(const char *text, const struct belay_arg_info *info, enum belay_dtype dtype, uint64_t *value)
{
    *value = strcmp(text, "true") == 0;
    if (*value == 1 || strcmp(text, "false") == 0)
        return true;
    if (info->parts > 0 && strchr(text, ',') != NULL)
        return parse_parts(text, info, value);
    if (info->is_float)
        return parse_float(text, BELAY_FLOAT, value);
    if (strchr(text, '.') != NULL)
        return parse_float(text, dtype, value);
    return parse_word(text, value);
}
