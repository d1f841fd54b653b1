#include "machine/memory.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

const struct belay_space_info belay_spaces[BELAY_SPACES] = {
    [BELAY_GM] = {"GM", 0},
    [BELAY_L1] = {"L1", 512 * 1024},
    [BELAY_L0A] = {"L0A", 64 * 1024},
    [BELAY_L0B] = {"L0B", 64 * 1024},
    [BELAY_L0C] = {"L0C", 256 * 1024},
    [BELAY_UB] = {"UB", 256 * 1024},
    [BELAY_BT] = {"BT", 4 * 1024},
    [BELAY_FB] = {"FB", 4 * 1024},
    [BELAY_FB_RELU] = {"FB (activation)", 2 * 1024},
    [BELAY_L0A_MX] = {"L0A_MX", 4 * 1024},
    [BELAY_L0B_MX] = {"L0B_MX", 4 * 1024},
};

static const enum belay_space window_spaces[BELAY_WINDOWS] = {
    [BELAY_WINDOW_L1] = BELAY_L1,   [BELAY_WINDOW_L0A] = BELAY_L0A, [BELAY_WINDOW_L0B] = BELAY_L0B,
    [BELAY_WINDOW_L0C] = BELAY_L0C, [BELAY_WINDOW_BT] = BELAY_BT,   [BELAY_WINDOW_FB] = BELAY_FB,
    [BELAY_WINDOW_FB_RELU] = BELAY_FB_RELU, [BELAY_WINDOW_L0A_MX] = BELAY_L0A_MX, [BELAY_WINDOW_L0B_MX] = BELAY_L0B_MX,
    [BELAY_WINDOW_UB0] = BELAY_UB,  [BELAY_WINDOW_UB1] = BELAY_UB,  [BELAY_WINDOW_UB_NAME] = BELAY_UB,
};

static const uint64_t window_size = UINT64_C(1) << 32;

/* All memories of the process, for belay_memory_find(). Entries are only ever added. */
enum { MAX_MEMORIES = 1024 };
static const struct belay_memory *memories[MAX_MEMORIES];
static int memory_count;
static pthread_mutex_t memories_lock = PTHREAD_MUTEX_INITIALIZER;

enum belay_space belay_window_space(enum belay_window window)
{
    return window_spaces[window];
}

enum belay_window belay_space_window(enum belay_space space, uint8_t aiv)
{
    switch (space) {
    case BELAY_L1: return BELAY_WINDOW_L1;
    case BELAY_L0A: return BELAY_WINDOW_L0A;
    case BELAY_L0B: return BELAY_WINDOW_L0B;
    case BELAY_L0C: return BELAY_WINDOW_L0C;
    case BELAY_BT: return BELAY_WINDOW_BT;
    case BELAY_FB: return BELAY_WINDOW_FB;
    case BELAY_FB_RELU: return BELAY_WINDOW_FB_RELU;
    case BELAY_L0A_MX: return BELAY_WINDOW_L0A_MX;
    case BELAY_L0B_MX: return BELAY_WINDOW_L0B_MX;
    default: return aiv == 0 ? BELAY_WINDOW_UB0 : BELAY_WINDOW_UB1;
    }
}

static bool is_mapped_in_window(enum belay_window window)
{
    return window == BELAY_WINDOW_UB0 || window == BELAY_WINDOW_UB1;
}

static uint64_t capacity(enum belay_window window)
{
    return belay_spaces[window_spaces[window]].capacity;
}

/* Address space for all windows of one cluster, aligned to a window. */
static uint64_t reserve(void)
{
    size_t size = (BELAY_WINDOWS + 1) * window_size;
    void *area = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return 0;
    return ((uint64_t)(uintptr_t)area + window_size - 1) & ~(window_size - 1);
}

static uint8_t *map_bytes(const struct belay_memory *memory, enum belay_window window)
{
    if (!is_mapped_in_window(window)) {
        void *bytes = mmap(NULL, capacity(window), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return bytes == MAP_FAILED ? NULL : bytes;
    }
    uint8_t *bytes = (uint8_t *)(uintptr_t)belay_memory_address(memory, window, 0);
    return mprotect(bytes, capacity(window), PROT_READ | PROT_WRITE) == 0 ? bytes : NULL;
}

static bool remember(const struct belay_memory *memory)
{
    pthread_mutex_lock(&memories_lock);
    bool room = memory_count < MAX_MEMORIES;
    if (room) {
        memories[memory_count] = memory;
        __atomic_store_n(&memory_count, memory_count + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&memories_lock);
    return room;
}

bool belay_memory_create(struct belay_memory *memory)
{
    memory->base = reserve();
    if (memory->base == 0)
        return false;
    for (int window = 0; window < BELAY_WINDOW_UB_NAME; window++) {
        memory->host[window] = map_bytes(memory, window);
        if (memory->host[window] == NULL)
            return false;
        memory->dirty[window] = capacity(window);
    }
    memory->host[BELAY_WINDOW_UB_NAME] = NULL;
    belay_memory_reset(memory);
    return remember(memory);
}

void belay_memory_reset(struct belay_memory *memory)
{
    for (int window = 0; window < BELAY_WINDOW_UB_NAME; window++) {
        memset(memory->host[window], BELAY_POISON, memory->dirty[window]);
        /* Scalar stores to UB are not seen, so UB always counts as written. */
        memory->dirty[window] = is_mapped_in_window(window) ? capacity(window) : 0;
    }
}

uint64_t belay_memory_address(const struct belay_memory *memory, enum belay_window window, uint64_t offset)
{
    return memory->base + (uint64_t)window * window_size + offset;
}

bool belay_memory_find(uint64_t address, const struct belay_memory **memory, enum belay_window *window)
{
    int count = __atomic_load_n(&memory_count, __ATOMIC_ACQUIRE);
    for (int i = 0; i < count; i++) {
        uint64_t offset = address - memories[i]->base;
        if (offset < BELAY_WINDOWS * window_size) {
            *memory = memories[i];
            *window = (enum belay_window)(offset / window_size);
            return true;
        }
    }
    return false;
}
