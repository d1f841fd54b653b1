/*
 * Handles of contexts, streams and events. A handle is a number, never an address, and is not given out twice, so
 * that one whose object was destroyed is recognised. Call with the runtime locked (host/queue.h).
 */
#ifndef BELAY_HOST_HANDLE_H
#define BELAY_HOST_HANDLE_H

#include <stddef.h>

enum belay_handle_kind { BELAY_HANDLE_CONTEXT, BELAY_HANDLE_STREAM, BELAY_HANDLE_EVENT, BELAY_HANDLE_KINDS };

/* A new handle for an object, or null: no memory. */
void *belay_handle_new(enum belay_handle_kind kind, void *object);

/* The object of a handle, or null: never given out, of another kind, or deleted. */
void *belay_handle_get(enum belay_handle_kind kind, const void *handle);

/* Makes a live handle stale. */
void belay_handle_delete(enum belay_handle_kind kind, const void *handle);

/* The number of live handles of a kind. */
size_t belay_handle_count(enum belay_handle_kind kind);

/*
 * Visits the live objects of a kind: starts with *position = 0, returns null behind the last one. The object just
 * returned may be deleted during the walk.
 */
void *belay_handle_next(enum belay_handle_kind kind, size_t *position);

#endif
