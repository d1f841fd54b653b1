#include "machine/gm.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine/gm_size.h"
#include "machine/gm_undefined.h"
#include "machine/gm_variables.h"

/*
 * The range is divided into granules. An allocation begins at a granule and owns all that it touches plus one more,
 * its guard. Granule 0 is the guard of the first; as an owner it means "nobody".
 */
enum { GRANULE_SHIFT = 16 };
#define GRANULE ((uint64_t)1 << GRANULE_SHIFT)

/* Address space per byte of the limit: how long freed addresses stay unused. */
enum { RANGE_PER_LIMIT = 8 };
#define MIN_RANGE ((uint64_t)1 << 26)
#define MAX_RANGE ((uint64_t)1 << 40)

/* The allocation that begins, or last began, at a granule. Fields are atomic because readers take no lock. */
struct record {
    _Atomic uint64_t live_size; /* 0: freed */
    _Atomic uint64_t size;
    _Atomic uint32_t number;
    _Atomic uint32_t next_open; /* list of belay_gm_open: granule of the next member */
    atomic_bool listed;
};

static struct {
    _Atomic uint64_t base; /* device address of granule 0; 0 before the range is reserved */
    uint8_t *alias;
    uint64_t granules;
    uint64_t page;           /* bytes */
    _Atomic uint32_t *owner; /* first granule of the newest allocation that owned each granule */
    struct record *records;
    _Atomic uint32_t open; /* head of the list of belay_gm_open */
    int file;
    pthread_mutex_t lock; /* for the fields below and every change of an allocation */
    uint64_t limit, used;
    uint64_t cursor; /* where the search for room begins */
    uint64_t top;    /* granules from here on were never used */
    uint32_t count;
} gm = {.lock = PTHREAD_MUTEX_INITIALIZER, .cursor = 1, .top = 1};

static uint64_t page_round(uint64_t size)
{
    return (size + gm.page - 1) & ~(gm.page - 1);
}

/* Granules that an allocation owns: its bytes and its guard. */
static uint64_t span(uint64_t size)
{
    return (size + GRANULE - 1) / GRANULE + 1;
}

static uint64_t start_of(uint64_t granule)
{
    return atomic_load(&gm.base) + (granule << GRANULE_SHIFT);
}

/* --- Reserving the range ---------------------------------------------------------------------------------------- */

static void *map(uint64_t bytes, int protection, int flags, int file)
{
    void *address = mmap(NULL, bytes, protection, flags | MAP_NORESERVE, file, 0);
    return address == MAP_FAILED ? NULL : address;
}

static void unmap(void *address, uint64_t bytes)
{
    if (address != NULL)
        munmap(address, bytes);
}

static bool reserve_bytes(uint64_t bytes)
{
    uint64_t granules = bytes >> GRANULE_SHIFT;
    if (ftruncate(gm.file, (off_t)bytes) != 0)
        return false;
    void *device = map(bytes, PROT_NONE, MAP_SHARED, gm.file);
    void *alias = map(bytes, PROT_READ | PROT_WRITE, MAP_SHARED, gm.file);
    void *owner = map(granules * sizeof *gm.owner, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    void *records = map(granules * sizeof *gm.records, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    if (device == NULL || alias == NULL || owner == NULL || records == NULL) {
        unmap(device, bytes);
        unmap(alias, bytes);
        unmap(owner, granules * sizeof *gm.owner);
        unmap(records, granules * sizeof *gm.records);
        return false;
    }
    madvise(device, bytes, MADV_DONTDUMP); /* a core file of the whole range would take hours to scan */
    madvise(alias, bytes, MADV_DONTDUMP);
    gm.alias = alias;
    gm.granules = granules;
    gm.owner = owner;
    gm.records = records;
    atomic_store(&gm.base, (uint64_t)(uintptr_t)device);
    return true;
}

static void reserve(void)
{
    gm.page = (uint64_t)sysconf(_SC_PAGESIZE);
    gm.limit = belay_gm_size_limit();
    gm.file = memfd_create("belay-gm", MFD_CLOEXEC);
    uint64_t range = gm.limit < MAX_RANGE / RANGE_PER_LIMIT ? gm.limit * RANGE_PER_LIMIT : MAX_RANGE;
    range = range < MIN_RANGE ? MIN_RANGE : range & ~(GRANULE - 1);
    while (gm.file >= 0 && range >= MIN_RANGE && !reserve_bytes(range))
        range = range / 2 & ~(GRANULE - 1);
    uint64_t room = gm.granules > 2 ? (gm.granules - 2) << GRANULE_SHIFT : 0; /* between the first and last guard */
    gm.limit = room < gm.limit ? room : gm.limit;
    if (atomic_load(&gm.base) == 0)
        fprintf(stderr,
                "belay: error: no address space could be reserved for device memory (%s); allocations will fail; "
                "raise the limits of the process (ulimit -v)\n",
                strerror(errno));
}

static bool ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, reserve);
    return atomic_load(&gm.base) != 0;
}

/* --- Reading without a lock ------------------------------------------------------------------------------------- */

/* The first granule of the newest allocation that owned the address, or 0. */
static uint32_t owner_of(uint64_t address)
{
    uint64_t base = atomic_load_explicit(&gm.base, memory_order_acquire);
    uint64_t granule = (address - base) >> GRANULE_SHIFT;
    if (base == 0 || granule >= gm.granules)
        return 0;
    return atomic_load_explicit(&gm.owner[granule], memory_order_acquire);
}

static void describe(uint32_t granule, struct belay_gm_block *block)
{
    const struct record *record = &gm.records[granule];
    block->address = start_of(granule);
    block->size = atomic_load(&record->size);
    block->number = atomic_load(&record->number);
    block->live = atomic_load(&record->live_size) != 0;
}

bool belay_gm_contains(uint64_t address, uint64_t size)
{
    uint32_t granule = owner_of(address);
    if (granule == 0)
        return belay_gm_variable_contains(address, size);
    uint64_t live_size = atomic_load_explicit(&gm.records[granule].live_size, memory_order_acquire);
    uint64_t offset = address - start_of(granule);
    return offset < live_size && size <= live_size - offset;
}

bool belay_gm_find(uint64_t address, struct belay_gm_block *block)
{
    uint32_t granule = owner_of(address);
    if (granule == 0)
        return belay_gm_variable_find(address, block);
    describe(granule, block);
    return address - block->address < block->size;
}

bool belay_gm_nearest(uint64_t address, struct belay_gm_block *block)
{
    uint64_t base = atomic_load(&gm.base);
    if (base == 0 || address < base)
        return false;
    uint64_t granule = (address - base) >> GRANULE_SHIFT;
    if (granule >= gm.granules)
        granule = gm.granules - 1;
    while (granule > 0 && atomic_load(&gm.owner[granule]) == 0)
        granule--;
    if (granule == 0)
        return false;
    describe(atomic_load(&gm.owner[granule]), block);
    return true;
}

bool belay_gm_is_device(uint64_t address)
{
    uint64_t base = atomic_load_explicit(&gm.base, memory_order_acquire);
    return base != 0 && address - base < gm.granules << GRANULE_SHIFT;
}

uint8_t *belay_gm_host(uint64_t address)
{
    if (!belay_gm_is_device(address))
        return (uint8_t *)(uintptr_t)address;
    return gm.alias + (address - atomic_load_explicit(&gm.base, memory_order_relaxed));
}

/* --- Allocating ------------------------------------------------------------------------------------------------- */

/* The first granule behind a live allocation that has a granule in [start, start + granules), or 0. */
static uint64_t obstacle(uint64_t start, uint64_t granules)
{
    for (uint64_t granule = start; granule < start + granules && granule < gm.top; granule++) {
        uint32_t owner = atomic_load(&gm.owner[granule]);
        uint64_t live_size = atomic_load(&gm.records[owner].live_size);
        if (live_size != 0 && granule < owner + span(live_size))
            return owner + span(live_size);
    }
    return 0;
}

/* Room for an allocation: from the cursor to the end, then from the beginning. Returns 0 if there is none. */
static uint64_t find_room(uint64_t granules)
{
    for (int pass = 0; pass < 2; pass++) {
        uint64_t start = pass == 0 ? gm.cursor : 1;
        while (start + granules <= gm.granules) {
            uint64_t next = obstacle(start, granules);
            if (next == 0)
                return start;
            start = next;
        }
    }
    return 0;
}

/* Makes sure that the poison can be written: running out of memory must not become a SIGBUS. */
static bool poison(uint64_t offset, uint64_t size)
{
    uint64_t bytes = size < BELAY_GM_POISONED ? size : BELAY_GM_POISONED;
    if (fallocate(gm.file, FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)page_round(bytes)) != 0)
        return false;
    memset(gm.alias + offset, 0xFF, bytes);
    return true;
}

static uint64_t alloc_locked(uint64_t size)
{
    if (size > gm.limit || page_round(size) > gm.limit - gm.used)
        return 0;
    uint64_t start = find_room(span(size));
    if (start == 0 || !poison(start << GRANULE_SHIFT, size))
        return 0;
    struct record *record = &gm.records[start];
    atomic_store(&record->size, size);
    atomic_store(&record->number, ++gm.count);
    atomic_store(&record->live_size, size);
    for (uint64_t granule = start; granule < start + span(size); granule++)
        atomic_store_explicit(&gm.owner[granule], (uint32_t)start, memory_order_release);
    gm.used += page_round(size);
    gm.cursor = start + span(size);
    gm.top = gm.cursor > gm.top ? gm.cursor : gm.top;
    return start_of(start);
}

void belay_gm_range(uint64_t *base, uint64_t *size)
{
    ready();
    *base = atomic_load(&gm.base);
    *size = gm.granules << GRANULE_SHIFT;
}

uint64_t belay_gm_alloc(size_t size)
{
    if (size == 0 || !ready())
        return 0;
    pthread_mutex_lock(&gm.lock);
    uint64_t address = alloc_locked(size);
    pthread_mutex_unlock(&gm.lock);
    return address;
}

static void close_view(uint32_t granule)
{
    uint64_t bytes = page_round(atomic_load(&gm.records[granule].size));
    mprotect((void *)(uintptr_t)start_of(granule), bytes, PROT_NONE);
}

static void free_locked(uint32_t granule)
{
    struct record *record = &gm.records[granule];
    uint64_t bytes = page_round(atomic_load(&record->size));
    if (atomic_load(&record->listed))
        close_view(granule);
    atomic_store(&record->live_size, 0);
    belay_gm_define(start_of(granule), bytes < BELAY_GM_POISONED ? bytes : BELAY_GM_POISONED);
    fallocate(gm.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)granule << GRANULE_SHIFT, (off_t)bytes);
    gm.used -= bytes;
}

int belay_gm_free(uint64_t address)
{
    pthread_mutex_lock(&gm.lock);
    uint32_t granule = owner_of(address);
    bool found = granule != 0 && start_of(granule) == address && atomic_load(&gm.records[granule].live_size) != 0;
    if (found)
        free_locked(granule);
    pthread_mutex_unlock(&gm.lock);
    return found ? 0 : -1;
}

void belay_gm_free_all(void)
{
    pthread_mutex_lock(&gm.lock);
    for (uint64_t granule = 1; granule < gm.top; granule++)
        if (atomic_load(&gm.records[granule].live_size) != 0)
            free_locked((uint32_t)granule);
    pthread_mutex_unlock(&gm.lock);
    belay_gm_variables_restore();
}

void belay_gm_usage(uint64_t *available, uint64_t *limit)
{
    (void)ready();
    pthread_mutex_lock(&gm.lock);
    *available = gm.limit - gm.used;
    *limit = gm.limit;
    pthread_mutex_unlock(&gm.lock);
}

/* --- Scalar access ---------------------------------------------------------------------------------------------- */

bool belay_gm_open(uint64_t address)
{
    uint32_t granule = owner_of(address);
    if (granule == 0 || !belay_gm_contains(address, 1))
        return false;
    struct record *record = &gm.records[granule];
    int saved = errno;
    int failed =
        mprotect((void *)(uintptr_t)start_of(granule), page_round(atomic_load(&record->size)), PROT_READ | PROT_WRITE);
    errno = saved;
    if (failed)
        return false;
    if (!atomic_exchange(&record->listed, true)) {
        uint32_t head = atomic_load(&gm.open);
        do
            atomic_store(&record->next_open, head);
        while (!atomic_compare_exchange_weak(&gm.open, &head, granule));
    }
    return true;
}

void belay_gm_close_all(void)
{
    pthread_mutex_lock(&gm.lock);
    uint32_t granule = atomic_exchange(&gm.open, 0);
    while (granule != 0) {
        uint32_t next = atomic_load(&gm.records[granule].next_open);
        close_view(granule);
        atomic_store(&gm.records[granule].listed, false);
        granule = next;
    }
    pthread_mutex_unlock(&gm.lock);
}
