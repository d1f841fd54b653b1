/* Events (acl_host.md 7). */
#ifndef BELAY_HOST_EVENT_H
#define BELAY_HOST_EVENT_H

struct belay_context;

/* Destroys the events that were created in a context, whose tasks have all finished. Call with the runtime locked. */
void belay_events_destroy_of(const struct belay_context *context);

#endif
