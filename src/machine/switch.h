/* Switching stacks: the registers that a called function must keep, and nothing else. */
#ifndef BELAY_SWITCH_H
#define BELAY_SWITCH_H

/* Saves the caller's registers on its stack and the stack pointer in *save, then goes on where `load` was saved. */
void belay_switch(void **save, void *load);

/* A saved stack pointer on the stack that ends at `top`; switching to it calls `run(argument)`, which must not return. */
void *belay_switch_prepare(void *top, void (*run)(void *), void *argument);

#endif
