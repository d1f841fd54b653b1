/* Kernel launches: configuration, checks, submission (language.md 5, acl_host.md 8.1). */
#include "machine/launch.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "host/context.h"
#include "host/error.h"
#include "host/output.h"
#include "host/queue.h"
#include "host/stream.h"
#include "machine/gm.h"

enum {
    MAX_BLOCKS = 65535,
    UB_BYTES = 262144,
    MAX_NESTING = 64,      /* launches inside the arguments of launches */
    CLOSURE_ALIGNMENT = 64 /* enough for any parameter: the widest vector type of a host compiler */
};

struct configuration {
    uint64_t blocks;
    uint64_t dynamic_ub;
    aclrtStream stream;
    struct belay_site site;
};

struct launch_task {
    struct belay_task base;
    struct belay_launch_request request;
    struct belay_kernel kernel; /* the caller's lives only as long as its call */
    alignas(CLOSURE_ALIGNMENT) unsigned char closure[];
};

static _Thread_local struct configuration nested[MAX_NESTING];
static _Thread_local unsigned depth;

void belay_gm_variable(void *address, size_t size, const char *name)
{
    belay_gm_register(address, size, name);
}

void belay_launch_configure(uint64_t blocks, uint64_t dynamic_ub, void *stream, const struct belay_site *site)
{
    if (depth == MAX_NESTING) /* left by exceptions from the arguments of launches: the oldest goes */
        memmove(nested, nested + 1, --depth * sizeof nested[0]);
    nested[depth++] = (struct configuration){blocks, dynamic_ub, stream, *site};
}

/* Checks what the kernel and the configuration say, as `launch`. */
static aclError check_configuration(const struct belay_kernel *kernel, const struct configuration *configuration,
                                    const char *launch)
{
    const struct belay_site *site = &configuration->site;
    if (kernel->aic < 0)
        return belay_host_refuse_launch(BELAY_RULE_KERNEL_KIND, site, launch,
                                        "the kernel, defined at %s:%u, has no kind; write __cube__, __vector__ or "
                                        "__mix__(c, v) beside __global__",
                                        kernel->file, (unsigned)kernel->line);
    if (configuration->blocks == 0 || configuration->blocks > MAX_BLOCKS)
        return belay_host_refuse_launch(BELAY_RULE_LAUNCH, site, launch,
                                        "the number of blocks is %" PRId64 "; it must be from 1 to %d",
                                        (int64_t)configuration->blocks, MAX_BLOCKS);
    if (configuration->dynamic_ub != 0 && kernel->aiv == 0)
        return belay_host_refuse_launch(BELAY_RULE_LAUNCH, site, launch,
                                        "%" PRIu64
                                        " bytes of dynamic UB are given to a kernel without vector cores, which have "
                                        "the UB; pass 0",
                                        configuration->dynamic_ub);
    if (configuration->dynamic_ub > UB_BYTES)
        return belay_host_refuse_launch(BELAY_RULE_LAUNCH, site, launch,
                                        "%" PRIu64 " bytes of dynamic UB exceed the UB of %d bytes",
                                        configuration->dynamic_ub, UB_BYTES);
    uint64_t fixed = kernel->aiv != 0 ? belay_static_ub(kernel->arrays) : 0;
    if (fixed + configuration->dynamic_ub > UB_BYTES)
        return belay_host_refuse_launch(BELAY_RULE_LAUNCH, site, launch,
                                        "%" PRIu64 " bytes of dynamic UB and the %" PRIu64 " bytes of the kernel's "
                                        "local arrays exceed the UB of %d bytes; make one of them smaller",
                                        configuration->dynamic_ub, fixed, UB_BYTES);
    return ACL_SUCCESS;
}

static int run_launch(struct belay_task *task)
{
    struct belay_output output = {NULL, 0};
    struct belay_launch_request *request = &((struct launch_task *)task)->request;
    struct belay_gm_uses uses = {0};
    char what[128];
    bool page_fault = false;
    request->output = &output;
    request->uses = &uses;
    request->page_fault = &page_fault;
    int code = belay_machine_run(request);
    belay_gm_close_all(); /* one worker runs all kernels: none is running now */
    belay_host_lock();
    belay_host_output_keep(task->number, output);
    snprintf(what, sizeof what, "kernel %s", task->kernel);
    belay_in_flight_used(task, what, &uses);
    if (page_fault)
        belay_device_break(task);
    belay_host_unlock();
    return code;
}

static struct launch_task *new_task(const struct belay_kernel *kernel, const struct configuration *configuration,
                                    void (*entry)(void *closure), const void *closure, size_t size)
{
    size_t bytes = (sizeof(struct launch_task) + size + CLOSURE_ALIGNMENT - 1) / CLOSURE_ALIGNMENT * CLOSURE_ALIGNMENT;
    struct launch_task *task = aligned_alloc(CLOSURE_ALIGNMENT, bytes);
    if (task == NULL)
        return NULL;
    task->base = (struct belay_task){.run = run_launch, .kernel = kernel->name, .site = configuration->site};
    task->kernel = *kernel;
    task->request = (struct belay_launch_request){.kernel = &task->kernel,
                                                  .entry = entry,
                                                  .closure = task->closure,
                                                  .closure_size = size,
                                                  .blocks = (uint32_t)configuration->blocks,
                                                  .dynamic_ub = configuration->dynamic_ub,
                                                  .site = &task->base.site};
    memcpy(task->closure, closure, size);
    return task;
}

/* Puts a launch into its stream. */
static void submit(struct launch_task *task, aclrtStream handle, const char *launch)
{
    belay_host_lock();
    aclError bad = belay_stream_find_for_work(handle, launch, &task->base.stream);
    if (bad)
        free(task);
    else
        belay_stream_submit(&task->base, launch);
    belay_host_unlock();
}

void belay_launch(const struct belay_kernel *kernel, void (*entry)(void *closure), const void *closure, size_t size)
{
    char launch[256];
    if (depth == 0) {
        snprintf(launch, sizeof launch, "%s()", kernel->name);
        belay_host_refuse_launch(
            BELAY_RULE_LAUNCH, NULL, launch,
            "kernel %s (%s:%u) is called like a function; launch it with %s<<<blocks, 0, stream>>>(...)", kernel->name,
            kernel->file, (unsigned)kernel->line, kernel->name);
        return;
    }
    const struct configuration configuration = nested[--depth];
    snprintf(launch, sizeof launch, "%s<<<>>> at %s:%u", kernel->name, configuration.site.file,
             (unsigned)configuration.site.line);
    if (check_configuration(kernel, &configuration, launch))
        return;
    struct launch_task *task = new_task(kernel, &configuration, entry, closure, size);
    if (task == NULL)
        belay_host_fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, launch, "the host has no memory left");
    else
        submit(task, configuration.stream, launch);
}
