#include "host/copy.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/context.h"
#include "host/error.h"
#include "host/queue.h"
#include "host/region.h"
#include "host/stream.h"
#include "machine/gm.h"
#include "machine/gm_undefined.h"

struct copy_task {
    struct belay_task base;
    struct belay_copy copy;
    const char *function;
};

/* The bytes from the first to the last that a side touches; SIZE_MAX if they exceed the address space. */
static size_t extent(size_t pitch, const struct belay_copy *copy)
{
    size_t before, all;
    if (__builtin_mul_overflow(pitch, copy->height - 1, &before) || __builtin_add_overflow(before, copy->width, &all))
        return SIZE_MAX;
    return all;
}

/* Whether a kind names this pair of memories; ACL_MEMCPY_DEFAULT leaves the choice to the addresses. */
static bool kind_fits(aclrtMemcpyKind kind, bool from_device, bool to_device)
{
    switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST: return !from_device && !to_device;
    case ACL_MEMCPY_HOST_TO_DEVICE:
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE: return !from_device && to_device;
    case ACL_MEMCPY_DEVICE_TO_HOST: return from_device && !to_device;
    case ACL_MEMCPY_DEVICE_TO_DEVICE: return from_device && to_device;
    default: return true;
    }
}

static void warn_kind(aclrtMemcpyKind kind, bool from_device, bool to_device, const char *function)
{
    static const char *const names[] = {"HOST_TO_HOST",     "HOST_TO_DEVICE", "DEVICE_TO_HOST",
                                        "DEVICE_TO_DEVICE", "DEFAULT",        "HOST_TO_BUF_TO_DEVICE"};
    if (!kind_fits(kind, from_device, to_device))
        belay_host_warn(
            function,
            "kind is ACL_MEMCPY_%s but src is %s memory and dst is %s memory; the addresses decide, correct "
            "the kind",
            names[kind], from_device ? "device" : "host", to_device ? "device" : "host");
}

static void warn_overlap(const struct belay_copy *copy, const char *function)
{
    uint64_t distance = (uint64_t)(uintptr_t)copy->dst - (uint64_t)(uintptr_t)copy->src;
    if (copy->height == 1 && (distance < copy->width || -distance < copy->width))
        belay_host_warn(function, "dst and src overlap, %zu bytes from %p and from %p; the result is undefined",
                        copy->width, copy->dst, copy->src);
}

/* Checks both sides against the allocations. */
static aclError check_ranges(const struct belay_copy *copy, const char *function)
{
    bool from_device = belay_region_is_device(copy->src);
    bool to_device = belay_region_is_device(copy->dst);
    aclError bad = belay_region_check(copy->src, extent(copy->src_pitch, copy), "src", function);
    bad = bad ? bad : belay_region_check(copy->dst, extent(copy->dst_pitch, copy), "dst", function);
    if (bad)
        return bad;
    warn_kind(copy->kind, from_device, to_device, function);
    warn_overlap(copy, function);
    return ACL_SUCCESS;
}

static void perform_row(const struct belay_copy *copy, size_t row, uint8_t *dst, const uint8_t *src)
{
    uint64_t to = (uint64_t)(uintptr_t)copy->dst + row * copy->dst_pitch;
    uint64_t from = (uint64_t)(uintptr_t)copy->src + row * copy->src_pitch;
    memmove(dst + row * copy->dst_pitch, src + row * copy->src_pitch, copy->width);
    if (belay_gm_is_device(to))
        belay_gm_copy_undefined(to, from, copy->width);
}

static void perform(const struct belay_copy *copy)
{
    uint8_t *dst = belay_gm_host((uint64_t)(uintptr_t)copy->dst);
    const uint8_t *src = belay_gm_host((uint64_t)(uintptr_t)copy->src);
    for (size_t row = 0; row < copy->height; row++)
        perform_row(copy, row, dst, src);
}

static struct belay_gm_uses uses_of(const struct belay_copy *copy)
{
    struct belay_gm_uses uses = {0};
    for (size_t row = 0; row < copy->height; row++) {
        uint64_t to = (uint64_t)(uintptr_t)copy->dst + row * copy->dst_pitch;
        uint64_t from = (uint64_t)(uintptr_t)copy->src + row * copy->src_pitch;
        belay_gm_runs_add(&uses.written, to, to + copy->width);
        belay_gm_runs_add(&uses.read, from, from + copy->width);
    }
    return uses;
}

/* In the words of a report: what it does to device memory. */
static const char *verb_of(const struct belay_copy *copy)
{
    return belay_region_is_device(copy->dst) ? "writes" : "reads";
}

aclError belay_copy_now(const struct belay_copy *copy, const char *function)
{
    aclError result = ACL_ERROR_RT_CONTEXT_NULL;
    belay_host_lock();
    if (belay_context_current(function) != NULL) {
        belay_host_drain();
        result = check_ranges(copy, function);
        if (result == ACL_SUCCESS) {
            struct belay_gm_uses uses = uses_of(copy);
            belay_in_flight_host(function, verb_of(copy), &uses);
            perform(copy);
        }
    }
    belay_host_unlock();
    return result;
}

static int run_copy(struct belay_task *task)
{
    const struct copy_task *copy = (struct copy_task *)task;
    struct belay_gm_uses uses = uses_of(&copy->copy);
    perform(&copy->copy);
    belay_host_lock();
    belay_in_flight_used(task, copy->function, &uses);
    belay_host_unlock();
    return 0;
}

/* Whether the copy can take place later: no side is host memory that might be gone by then. */
static bool can_wait(const struct belay_copy *copy)
{
    const char *start;
    size_t size;
    return (belay_region_is_device(copy->src) || belay_locked_find(copy->src, &start, &size)) &&
           (belay_region_is_device(copy->dst) || belay_locked_find(copy->dst, &start, &size));
}

static aclError submit(const struct belay_copy *copy, aclrtStream handle, const char *function)
{
    struct belay_stream *stream;
    aclError bad = belay_stream_find_for_work(handle, function, &stream);
    if (bad)
        return bad;
    if (!belay_region_is_device(copy->src) && !belay_region_is_device(copy->dst))
        return belay_host_fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, function,
                               "src %p and dst %p are both host memory; use memcpy, or aclrtMemcpy", copy->src,
                               copy->dst);
    bad = check_ranges(copy, function);
    if (bad)
        return bad;
    struct copy_task *task = calloc(1, sizeof *task);
    if (task == NULL)
        return belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, function, "the host has no memory left");
    task->base = (struct belay_task){.stream = stream, .run = run_copy};
    task->copy = *copy;
    task->function = function;
    bad = belay_stream_submit(&task->base, function);
    if (!bad && !can_wait(copy)) {
        struct belay_progress progress = {0};
        belay_progress_join(&progress, &stream->progress);
        belay_host_wait(stream->newest, -1);
        belay_in_flight_reached(&progress);
        belay_progress_free(&progress);
    }
    return bad;
}

aclError belay_copy_in_stream(const struct belay_copy *copy, aclrtStream stream, const char *function)
{
    belay_host_lock();
    aclError result = submit(copy, stream, function);
    belay_host_unlock();
    return result;
}
