/*
 * One lock of the process makes read-modify-write accesses to GM indivisible (ub_movement.md 11.4, system.md 6.2):
 * atomic stores hold it for a whole move, scalar atomics for one element.
 */
#ifndef BELAY_ATOMIC_LOCK_H
#define BELAY_ATOMIC_LOCK_H

void belay_atomic_lock(void);
void belay_atomic_unlock(void);

#endif
