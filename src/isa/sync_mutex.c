/*
 * asc_lock and asc_unlock (sync.md 6). A lock captures how many unlocks of its id came before
 * it in program order; its pipe goes on when that many have run.
 */
#include "isa/sync.h"

enum { SYSTEM_MUTEXES = 28 }; /* where those of the system and its libraries begin */

static uint8_t check_mutex_id(struct belay_issue *in, uint64_t id)
{
    if (id >= BELAY_MUTEX_IDS)
        belay_issue_complain(in, BELAY_RULE_RANGE, "use 0 to 27", "mutex id %llu is out of range 0 to 31; the machine keeps %llu",
                             (unsigned long long)id, (unsigned long long)(id % BELAY_MUTEX_IDS));
    else if (id >= SYSTEM_MUTEXES)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use 0 to 27",
                             "mutex %llu may be in use already: 28 to 31 are those of the system and its libraries",
                             (unsigned long long)id);
    return (uint8_t)(id % BELAY_MUTEX_IDS);
}

static bool check_pipe(struct belay_issue *in, uint64_t pipe)
{
    if (belay_is_pipe(pipe))
        return true;
    belay_issue_complain(in, BELAY_RULE_SYNC_PIPE, "name one pipe", "%s is no pipe that can hold a mutex",
                         belay_pipe_name((enum belay_pipe)pipe));
    belay_issue_drop(in);
    return false;
}

void belay_lower_lock(struct belay_issue *in)
{
    const struct belay_lock_args *a = BELAY_ARGS(in, lock);
    if (!check_pipe(in, a->pipe))
        return;
    uint8_t id = check_mutex_id(in, a->id);
    struct belay_mutex *mutex = &in->core->mutex[id];
    if (mutex->held)
        belay_issue_complain(in, BELAY_RULE_LOCK_ORDER, "unlock it before locking it again",
                             "mutex %d is locked again while it is held since %s:%u", id, mutex->lock_site.file,
                             mutex->lock_site.line);
    mutex->held = true;
    mutex->pipe = (enum belay_pipe)a->pipe;
    mutex->blocking = a->mode == 0;
    mutex->lock_site = in->entry.site;
    in->entry.kind = BELAY_ENTRY_LOCK;
    in->entry.mutex.id = id;
    in->entry.mutex.blocking = a->mode == 0;
    in->entry.mutex.number = mutex->issued;
    in->pipe = (enum belay_pipe)a->pipe;
}

void belay_lower_unlock(struct belay_issue *in)
{
    const struct belay_unlock_args *a = BELAY_ARGS(in, unlock);
    if (!check_pipe(in, a->pipe))
        return;
    uint8_t id = check_mutex_id(in, a->id);
    struct belay_mutex *mutex = &in->core->mutex[id];
    if (!mutex->held)
        belay_issue_complain(in, BELAY_RULE_LOCK_ORDER, "lock it first", "mutex %d is unlocked, but nothing has locked it", id);
    else if (mutex->pipe != (enum belay_pipe)a->pipe || mutex->blocking != (a->mode == 0))
        belay_issue_complain(in, BELAY_RULE_LOCK_ORDER, "unlock with the pipe and mode of the lock",
                             "mutex %d was locked by %s at %s:%u, but is unlocked by %s%s", id, belay_pipe_name(mutex->pipe),
                             mutex->lock_site.file, mutex->lock_site.line, belay_pipe_name((enum belay_pipe)a->pipe),
                             mutex->blocking != (a->mode == 0) ? " in another mode" : "");
    mutex->held = false;
    in->entry.kind = BELAY_ENTRY_UNLOCK;
    in->entry.mutex.id = id;
    in->entry.mutex.blocking = a->mode == 0;
    in->entry.mutex.number = mutex->issued++;
    in->pipe = (enum belay_pipe)a->pipe;
}
