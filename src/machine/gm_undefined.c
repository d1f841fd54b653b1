#include "machine/gm_undefined.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "machine/gm.h"

enum { WORD = 64 };

static struct {
    uint64_t base, size;    /* of device memory */
    _Atomic uint64_t *word; /* a bit for each byte; NULL before the first allocation, or without address space for them */
} map;

static void reserve(void)
{
    belay_gm_range(&map.base, &map.size);
    void *words = mmap(NULL, map.size / 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (words == MAP_FAILED)
        return;
    madvise(words, map.size / 8, MADV_DONTDUMP);
    map.word = words;
}

/* Clips to device memory and makes the address an offset. Returns the bytes that are left. */
static uint64_t clip(uint64_t *address, uint64_t size)
{
    *address -= map.base;
    return map.word != NULL && *address < map.size ? size : 0;
}

/* The bits of [offset, end) in the word that holds `offset`. */
static uint64_t bits_of(uint64_t offset, uint64_t end)
{
    uint64_t low = offset % WORD, high = end - (offset - low) < WORD ? end - (offset - low) : WORD;
    return (high == WORD ? UINT64_MAX : (UINT64_C(1) << high) - 1) & ~((UINT64_C(1) << low) - 1);
}

static void change(uint64_t offset, uint64_t size, bool undefined)
{
    for (uint64_t end = offset + size; offset < end; offset = (offset / WORD + 1) * WORD) {
        _Atomic uint64_t *word = &map.word[offset / WORD];
        uint64_t bits = bits_of(offset, end), now = atomic_load_explicit(word, memory_order_relaxed);
        if (undefined && (now & bits) != bits)
            atomic_fetch_or_explicit(word, bits, memory_order_relaxed);
        else if (!undefined && (now & bits) != 0)
            atomic_fetch_and_explicit(word, ~bits, memory_order_relaxed);
    }
}

void belay_gm_undefine(uint64_t address, uint64_t size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, reserve);
    uint64_t left = clip(&address, size < BELAY_GM_POISONED ? size : BELAY_GM_POISONED);
    change(address, left, true);
}

void belay_gm_define(uint64_t address, uint64_t size)
{
    uint64_t left = clip(&address, size);
    change(address, left, false);
}

/* Past the whole words of written bytes that begin at `offset`: mostly there is nothing else. */
static uint64_t skip_written(uint64_t offset, uint64_t end)
{
    enum { STEP = 4 };
    for (; end - offset >= STEP * WORD; offset += STEP * WORD) {
        uint64_t part[STEP], any = 0;
        memcpy(part, (const void *)&map.word[offset / WORD], sizeof part);
        for (int i = 0; i < STEP; i++)
            any |= part[i];
        if (any != 0)
            break;
    }
    return offset;
}

/* The first byte in [offset, end) with this state, or `end`. */
static uint64_t find(uint64_t offset, uint64_t end, bool undefined)
{
    for (; offset < end; offset = (offset / WORD + 1) * WORD) {
        if (undefined && offset % WORD == 0)
            offset = skip_written(offset, end);
        if (offset == end)
            break;
        uint64_t word = atomic_load_explicit(&map.word[offset / WORD], memory_order_relaxed);
        uint64_t bits = (undefined ? word : ~word) & bits_of(offset, end);
        if (bits != 0)
            return offset / WORD * WORD + (uint64_t)__builtin_ctzll(bits);
    }
    return end;
}

uint64_t belay_gm_find_undefined(uint64_t address, uint64_t size, uint64_t *start)
{
    uint64_t left = clip(&address, size);
    if (left == 0)
        return 0;
    uint64_t first = find(address, address + left, true);
    *start = map.base + first;
    return find(first, address + left, false) - first;
}

void belay_gm_copy_undefined(uint64_t dst, uint64_t src, uint64_t size)
{
    uint64_t start, length;
    belay_gm_define(dst, size);
    for (uint64_t at = 0; (length = belay_gm_find_undefined(src + at, size - at, &start)) > 0; at = start - src + length)
        belay_gm_undefine(dst + (start - src), length);
}
