/* Functions of the program that the runtime calls (acl_host.md 7.2, 8.2). */
#ifndef BELAY_HOST_CALLBACK_H
#define BELAY_HOST_CALLBACK_H

#include <stdbool.h>

struct belay_stream;
struct belay_task;

/* Whether the calling thread runs a function for which a stream waits: it must not wait for streams itself. */
bool belay_callback_is_running(void);

/* Marks the begin and the end of such a function on the calling thread. */
void belay_callback_enter(void);
void belay_callback_leave(void);

/* Ends the subscription of a stream: its callbacks that have not run are dropped. Call locked. */
void belay_callback_unsubscribe(struct belay_stream *stream);

/* Tells the program's exception callback of a failed task. Called by the worker, locked. */
void belay_exception_tell(const struct belay_task *task, int code);

#endif
