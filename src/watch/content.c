#include "watch/content.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* In four chains, which run side by side. */
static uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, uint64_t count)
{
    uint64_t chain[4] = {hash, hash + 1, hash + 2, hash + 3}, word[4] = {0};
    for (; count >= sizeof word; bytes += sizeof word, count -= sizeof word) {
        memcpy(word, bytes, sizeof word);
        for (int i = 0; i < 4; i++)
            chain[i] = mix(chain[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, bytes, count);
    for (int i = 0; i < 4; i++)
        hash = mix(mix(hash, chain[i]), word[i]);
    return hash;
}

struct source {
    const uint8_t *start;
    uint64_t hash;
};

static bool mix_run(void *context, int64_t offset, uint64_t bytes)
{
    struct source *source = context;
    source->hash = mix_bytes(mix(source->hash, (uint64_t)offset), source->start + offset, bytes);
    return true;
}

/* The walks, and the bytes that they find. */
static uint64_t mix_copy(uint64_t hash, struct belay_core *core, const struct belay_move *move)
{
    hash = mix(mix(hash, move->dst.offset), move->bytes);
    for (int i = 0; i < move->loops; i++)
        hash = mix(mix(mix(hash, move->loop[i].count), (uint64_t)move->loop[i].dst), (uint64_t)move->loop[i].src);
    struct source source = {belay_place_host(core, &move->src), hash};
    belay_move_each_run(move, BELAY_SRC, mix_run, &source);
    return source.hash;
}

static bool is_copy_to_gm(const struct belay_move *move)
{
    return move->source == BELAY_COPY && move->convert == NULL && move->combine == NULL && !move->nibbles &&
           move->dst.space == BELAY_GM && move->src.space != BELAY_GM;
}

uint64_t belay_content_of(struct belay_core *core, const struct belay_entry *entry)
{
    const struct belay_work *work = &entry->work;
    uint64_t hash = 1;
    if (work->moves == 0 || work->spans > 0 || work->compute != NULL)
        return 0;
    for (int i = 0; i < work->moves; i++) {
        if (!is_copy_to_gm(&work->move[i]))
            return 0;
        hash = mix_copy(hash, core, &work->move[i]);
    }
    return hash | 1;
}
