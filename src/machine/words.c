#include "machine/words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "machine/gm.h"

struct belay_words belay_words(const char *format, ...)
{
    struct belay_words words;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words.text, sizeof words.text, format, arguments);
    va_end(arguments);
    return words;
}

/* Bytes [low, high) of something; high 0: the place `low`. */
struct stretch {
    uint64_t low, high;
};

static struct belay_words stretch_words(struct stretch stretch)
{
    if (stretch.high == 0)
        return belay_words(" + 0x%" PRIx64, stretch.low);
    return belay_words(" [0x%" PRIx64 ", 0x%" PRIx64 ")", stretch.low, stretch.high);
}

static struct stretch behind(struct stretch stretch, uint64_t start)
{
    return (struct stretch){stretch.low - start, stretch.high == 0 ? 0 : stretch.high - start};
}

/* What must be said of a place that is not inside of `size` bytes. */
static struct belay_words limit_words(struct stretch stretch, uint64_t size)
{
    bool inside = stretch.high == 0 ? stretch.low < size : stretch.high <= size;
    return inside ? belay_words("%s", "") : belay_words(", beyond its 0x%" PRIx64 " bytes", size);
}

static struct belay_words array_words(const struct belay_cluster *cluster, enum belay_space space, struct stretch stretch)
{
    struct belay_array_byte byte;
    if (!belay_array_find(cluster, space, stretch.low, &byte))
        return belay_words("%s", "");
    struct stretch inside = behind(stretch, stretch.low - byte.offset);
    if (inside.low == 0 && inside.high == byte.size)
        return belay_words(" (all of %s)", byte.name);
    return belay_words(" (%s + 0x%" PRIx64 "%s)", byte.name, inside.low, limit_words(inside, byte.size).text);
}

static struct belay_words local_words(const struct belay_cluster *cluster, enum belay_space space, struct stretch stretch)
{
    return belay_words("%s%s%s%s", belay_spaces[space].name, stretch_words(stretch).text,
                       array_words(cluster, space, stretch).text,
                       limit_words(stretch, belay_spaces[space].capacity).text);
}

static struct belay_words gm_words(struct stretch stretch)
{
    struct belay_gm_block block;
    const char *variable = belay_gm_variable_name(stretch.low);
    bool known = belay_gm_find(stretch.low, &block) ||
                 (belay_gm_is_device(stretch.low) && belay_gm_nearest(stretch.low, &block));
    if (!known)
        return belay_words("GM at 0x%" PRIx64 ", which is in no allocation", stretch.low);
    struct stretch inside = behind(stretch, block.address);
    struct belay_words name = variable != NULL ? belay_words("GM variable %s", variable)
                                               : belay_words("GM allocation #%u", block.number);
    return belay_words("%s%s%s%s", block.live ? "" : "freed ", name.text, stretch_words(inside).text,
                       limit_words(inside, block.size).text);
}

static struct belay_words words_of(const struct belay_cluster *cluster, enum belay_space space, struct stretch stretch)
{
    return space == BELAY_GM ? gm_words(stretch) : local_words(cluster, space, stretch);
}

struct belay_words belay_byte_words(const struct belay_cluster *cluster, enum belay_space space, uint64_t offset)
{
    return words_of(cluster, space, (struct stretch){offset, 0});
}

struct belay_words belay_bytes_words(const struct belay_cluster *cluster, enum belay_space space, uint64_t low,
                                     uint64_t high)
{
    return words_of(cluster, space, (struct stretch){low, high});
}
