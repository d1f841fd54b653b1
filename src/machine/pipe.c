/* The queues of the pipes: in order, captured entries, run as soon as the schedule lets them. */
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "machine/options.h"

static const struct belay_observer *observers[BELAY_OBSERVERS];

void belay_observe(const struct belay_observer *observer)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] == NULL) {
            observers[i] = observer;
            return;
        }
    abort();
}

void belay_unobserve(const struct belay_observer *observer)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] == observer)
            observers[i] = NULL;
}

void belay_observers_start(struct belay_launch *launch)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] != NULL && observers[i]->start != NULL)
            observers[i]->start(observers[i]->self, launch);
}

void belay_observers_begin(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] != NULL && observers[i]->begin != NULL)
            observers[i]->begin(observers[i]->self, cluster);
}

void belay_observers_called(struct belay_core *core, const struct belay_called *call)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] != NULL && observers[i]->called != NULL)
            observers[i]->called(observers[i]->self, core, call);
}

void belay_observers_end(struct belay_cluster *cluster)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] != NULL && observers[i]->end != NULL)
            observers[i]->end(observers[i]->self, cluster);
}

void belay_observers_finish(struct belay_launch *launch, struct belay_report_log *log)
{
    for (int i = 0; i < BELAY_OBSERVERS; i++)
        if (observers[i] != NULL && observers[i]->finish != NULL)
            observers[i]->finish(observers[i]->self, launch, log);
}

/* Tells the observers of a moment in the life of an entry. */
#define TELL(MOMENT)                                                          \
    for (int i = 0; i < BELAY_OBSERVERS; i++)                                 \
        if (observers[i] != NULL && observers[i]->MOMENT != NULL)             \
    observers[i]->MOMENT(observers[i]->self, core, pipe, entry)

/* Loads and barriers of a scalar unit change nothing; what its stores change, they tell themselves. */
static bool is_progress(enum belay_pipe pipe, const struct belay_entry *entry)
{
    bool is_barrier = entry->kind == BELAY_ENTRY_BARRIER || entry->kind == BELAY_ENTRY_BARRIER_ALL;
    return pipe != BELAY_PIPE_S || !(entry->kind == BELAY_ENTRY_WORK || entry->kind == BELAY_ENTRY_FENCE || is_barrier);
}

static void execute(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    core->cluster->progress += is_progress(pipe, entry);
    TELL(starting);
    belay_entry_execute(core, pipe, entry);
    TELL(executed);
}

static size_t entry_size(const struct belay_entry *entry)
{
    /* All kinds but work are small; the union's largest member need not be copied for them. */
    size_t small = offsetof(struct belay_entry, work) + sizeof entry->mutex + sizeof entry->event;
    return entry->kind == BELAY_ENTRY_WORK ? sizeof *entry : small;
}

static void append(struct belay_core *core, enum belay_pipe pipe, const struct belay_entry *entry)
{
    struct belay_pipe_queue *queue = &core->queue[pipe];
    struct belay_entry *copy = malloc(sizeof *copy);
    if (copy == NULL)
        abort();
    memcpy(copy, entry, entry_size(entry));
    copy->next = NULL;
    if (queue->head == NULL)
        queue->tail = &queue->head;
    *queue->tail = copy;
    queue->tail = &copy->next;
    core->cluster->queued++;
}

bool belay_pipe_ready(struct belay_core *core, enum belay_pipe pipe)
{
    const struct belay_entry *head = core->queue[pipe].head;
    return head != NULL && belay_entry_ready(core, head);
}

void belay_pipe_step(struct belay_core *core, enum belay_pipe pipe)
{
    struct belay_pipe_queue *queue = &core->queue[pipe];
    struct belay_entry *head = queue->head;
    queue->head = head->next;
    core->cluster->queued--;
    execute(core, pipe, head);
    free(head);
}

void belay_pipe_clear(struct belay_core *core)
{
    for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
        while (core->queue[pipe].head != NULL) {
            struct belay_entry *head = core->queue[pipe].head;
            core->queue[pipe].head = head->next;
            core->cluster->queued--;
            free(head);
        }
}

void belay_cluster_settle(struct belay_cluster *cluster)
{
    bool moved = cluster->queued > 0;
    while (moved) {
        moved = false;
        for (int i = 0; i < BELAY_CORES; i++)
            for (int pipe = 0; pipe < BELAY_PIPES; pipe++)
                while (belay_pipe_ready(&cluster->core[i], pipe)) {
                    belay_pipe_step(&cluster->core[i], pipe);
                    moved = true;
                }
    }
}

static void submit_scalar(struct belay_core *core, const struct belay_entry *entry)
{
    while (!belay_entry_ready(core, entry))
        belay_core_block(core, entry);
    execute(core, BELAY_PIPE_S, entry);
}

void belay_pipe_submit(struct belay_core *core, enum belay_pipe pipe, struct belay_entry *entry)
{
    enum belay_schedule schedule = belay_options()->schedule;
    entry->number = ++core->issued;
    TELL(issued);
    if (pipe == BELAY_PIPE_S)
        submit_scalar(core, entry);
    else if (schedule == BELAY_DETERMINISTIC && core->queue[pipe].head == NULL && belay_entry_ready(core, entry))
        execute(core, pipe, entry);
    else
        append(core, pipe, entry);

    if (schedule == BELAY_DETERMINISTIC)
        belay_cluster_settle(core->cluster);
    else if (schedule == BELAY_RANDOM && belay_schedule_coin(core->cluster))
        belay_core_yield(core);
}
