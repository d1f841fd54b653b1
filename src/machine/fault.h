/*
 * Faults of scalar kernel code: a wild pointer, a dereferenced L1 address, a stack that ran
 * over. The signal becomes a report with the kernel's line and ends the block, not the process.
 * A host thread that touches device memory gets a report before it dies.
 */
#ifndef BELAY_FAULT_H
#define BELAY_FAULT_H

/* Installs the handlers, once per process. */
void belay_fault_install(void);

/* Gives the calling thread a signal stack, and takes it away again. */
void belay_fault_enter_thread(void);
void belay_fault_leave_thread(void);

#endif
