#include "machine/coroutine.h"

#include <sys/mman.h>

#include "machine/switch.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif

#ifdef HAVE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define __sanitizer_start_switch_fiber(save, bottom, size) ((void)0)
#define __sanitizer_finish_switch_fiber(save, bottom, size) ((void)0)
#define __asan_unpoison_memory_region(address, size) ((void)0)
#endif

bool belay_coroutine_create(struct belay_coroutine *coroutine)
{
    uint8_t *area = mmap(NULL, BELAY_STACK_GUARD + BELAY_STACK_SIZE, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return false;
    coroutine->stack = area + BELAY_STACK_GUARD;
    return mprotect(coroutine->stack, BELAY_STACK_SIZE, PROT_READ | PROT_WRITE) == 0;
}

void belay_coroutine_discard_frames(const struct belay_coroutine *coroutine)
{
    (void)coroutine;
    __asan_unpoison_memory_region(coroutine->stack, BELAY_STACK_SIZE);
}

static void first_entry(void *argument)
{
    struct belay_coroutine *coroutine = argument;
    __sanitizer_finish_switch_fiber(NULL, &coroutine->caller_stack, &coroutine->caller_stack_size);
    coroutine->run(coroutine->argument);
}

void belay_coroutine_start(struct belay_coroutine *coroutine, void (*run)(void *), void *argument)
{
    belay_coroutine_discard_frames(coroutine); /* a kernel that was stopped is never unwound */
    coroutine->run = run;
    coroutine->argument = argument;
    coroutine->fake_stack = NULL;
    coroutine->self = belay_switch_prepare(coroutine->stack + BELAY_STACK_SIZE, first_entry, coroutine);
}

void belay_coroutine_enter(struct belay_coroutine *coroutine)
{
    __sanitizer_start_switch_fiber(&coroutine->caller_fake_stack, coroutine->stack, BELAY_STACK_SIZE);
    belay_switch(&coroutine->caller, coroutine->self);
    __sanitizer_finish_switch_fiber(coroutine->caller_fake_stack, NULL, NULL);
}

void belay_coroutine_leave(struct belay_coroutine *coroutine, bool forever)
{
    (void)forever; /* only a sanitizer wants to know */
    __sanitizer_start_switch_fiber(forever ? NULL : &coroutine->fake_stack, coroutine->caller_stack,
                                   coroutine->caller_stack_size);
    belay_switch(&coroutine->self, coroutine->caller);
    __sanitizer_finish_switch_fiber(coroutine->fake_stack, &coroutine->caller_stack, &coroutine->caller_stack_size);
}

bool belay_coroutine_in_guard(const struct belay_coroutine *coroutine, uint64_t address)
{
    uint64_t bottom = (uint64_t)(uintptr_t)coroutine->stack;
    return address < bottom && bottom - address <= BELAY_STACK_GUARD;
}
