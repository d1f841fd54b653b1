/* Coroutines: one per core, on a stack of its own, switched by the thread that runs the cluster. */
#ifndef BELAY_COROUTINE_H
#define BELAY_COROUTINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct belay_coroutine {
    void *self, *caller; /* saved stack pointers */
    uint8_t *stack;      /* mapped, with a guard below */
    void (*run)(void *argument);
    void *argument;
    void *fake_stack, *caller_fake_stack; /* AddressSanitizer's */
    const void *caller_stack;
    size_t caller_stack_size;
};

enum { BELAY_STACK_SIZE = 1024 * 1024, BELAY_STACK_GUARD = 64 * 1024 };

/* Maps the stack. False when memory is out. */
bool belay_coroutine_create(struct belay_coroutine *coroutine);

/* Prepares a call of `run(argument)`. `run` must end in belay_coroutine_leave(). */
void belay_coroutine_start(struct belay_coroutine *coroutine, void (*run)(void *), void *argument);

/* Goes on with the coroutine until it leaves. */
void belay_coroutine_enter(struct belay_coroutine *coroutine);

/* Back to whoever entered. `forever` promises that the coroutine is not entered again. */
void belay_coroutine_leave(struct belay_coroutine *coroutine, bool forever);

/* Tells sanitizers that the frames on the stack are given up. */
void belay_coroutine_discard_frames(const struct belay_coroutine *coroutine);

/* Whether an address lies in the guard below the stack. */
bool belay_coroutine_in_guard(const struct belay_coroutine *coroutine, uint64_t address);

#endif
