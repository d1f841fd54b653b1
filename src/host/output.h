/*
 * What kernels print goes to the standard output when a thread of the program learns that the launch has ended, by
 * synchronisation or by a query: it then stands at the same place among the program's own output in every run.
 */
#ifndef BELAY_HOST_OUTPUT_H
#define BELAY_HOST_OUTPUT_H

#include <stdint.h>

#include "machine/output.h"

/* Keeps the output of a task, and takes over its text. Call locked, in the order of the tasks' numbers. */
void belay_host_output_keep(uint64_t number, struct belay_output output);

/* Prints and forgets what a task and all before it have printed. Call locked. */
void belay_host_output_print(uint64_t number);

/* Forgets everything unprinted: a child process does not repeat what its parent will print. */
void belay_host_output_drop(void);

#endif
