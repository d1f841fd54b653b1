/* Flags between cores (sync.md 8). */
#include "isa/sync.h"
#include "machine/device.h"
#include "machine/inter.h"

static const struct belay_kernel *kernel_of(const struct belay_issue *in)
{
    return belay_launch_request_of(in->core->cluster->launch)->kernel;
}

static const char *kind_name(const struct belay_kernel *kernel)
{
    return kernel->aic > 0 ? "__cube__" : "__vector__";
}

/* Kernels that bypass the scheduler have no cross-core flags; modes 1, 2 and 4 need vector cores beside the AIC. */
static void check_kind(struct belay_issue *in, enum belay_cross_mode mode)
{
    const struct belay_kernel *kernel = kernel_of(in);
    const char *fix = mode != BELAY_CROSS_INTER ? "declare the kernel __mix__(1, 1) or __mix__(1, 2)"
                      : kernel->aic > 0         ? "declare the kernel __mix__(1, 0)"
                                                : "declare the kernel __mix__(0, 1)";
    if (!kernel->scheduled)
        belay_issue_complain(in, BELAY_RULE_SYNC_KIND, fix,
                             "cross-core flags do not work in a %s kernel", kind_name(kernel));
    else if (mode != BELAY_CROSS_INTER && (kernel->aic == 0 || kernel->aiv == 0))
        belay_issue_complain(in, BELAY_RULE_SYNC_KIND, fix,
                             "this flag connects the cores of a block, but a __mix__(%d, %d) kernel has only one",
                             kernel->aic, kernel->aiv);
    else if (mode == BELAY_CROSS_INTRA && kernel->aiv == 1)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "use __mix__(1, 2), or asc_sync_block_arrive and asc_sync_block_wait",
                             "flags between two cores are documented for __mix__(1, 2) kernels only");
}

static void check_blocks(struct belay_issue *in)
{
    const struct belay_launch_request *request = belay_launch_request_of(in->core->cluster->launch);
    uint32_t cores = belay_device_aic_cores();
    if (request->blocks > cores && !request->kernel->batch)
        belay_issue_complain(in, BELAY_RULE_TOO_MANY_BLOCKS,
                             "launch at most as many blocks as the device has cores, and loop over the work in each",
                             "all %u blocks wait for each other, but the device has %u cores: it would hang",
                             request->blocks, cores);
}

static bool check_pipe(struct belay_issue *in, uint64_t pipe)
{
    if (belay_is_pipe(pipe))
        return true;
    belay_issue_complain(in, BELAY_RULE_SYNC_PIPE, "name one pipe: the one that writes the data, or reads it",
                         "%s is no pipe that can arrive or wait", belay_pipe_name((enum belay_pipe)pipe));
    belay_issue_drop(in);
    return false;
}

static uint8_t check_flag_id(struct belay_issue *in, uint64_t id, unsigned limit)
{
    if (id < limit)
        return (uint8_t)id;
    belay_issue_complain(in, BELAY_RULE_SYNC_ID, "use an id of this range",
                         "flag id %lld is out of range 0 to %u; the machine keeps its low bits: %u", (long long)id,
                         limit - 1, (unsigned)(id % limit));
    return (uint8_t)(id % limit);
}

static void make_cross(struct belay_issue *in, enum belay_entry_kind kind, enum belay_cross_mode mode, uint64_t pipe,
                       uint64_t id)
{
    bool wide = mode == BELAY_CROSS_INTRA && in->core->kind == BELAY_AIC;
    if (!check_pipe(in, pipe))
        return;
    check_kind(in, mode);
    if (mode == BELAY_CROSS_INTER)
        check_blocks(in);
    in->entry.kind = kind;
    in->entry.cross.id = check_flag_id(in, id, wide ? BELAY_INTRA_IDS : BELAY_FLAG_IDS);
    in->entry.cross.mode = mode;
    in->pipe = (enum belay_pipe)pipe;
}

void belay_lower_sync_block_arrive(struct belay_issue *in)
{
    const struct belay_sync_block_arrive_args *a = BELAY_ARGS(in, sync_block_arrive);
    make_cross(in, BELAY_ENTRY_ARRIVE, BELAY_CROSS_BLOCK, a->pipe, a->id);
}

void belay_lower_sync_block_wait(struct belay_issue *in)
{
    const struct belay_sync_block_wait_args *a = BELAY_ARGS(in, sync_block_wait);
    make_cross(in, BELAY_ENTRY_CROSS_WAIT, BELAY_CROSS_BLOCK, a->pipe, a->id);
}

void belay_lower_sync_subblock_arrive(struct belay_issue *in)
{
    const struct belay_sync_subblock_arrive_args *a = BELAY_ARGS(in, sync_subblock_arrive);
    if (in->core->kind == BELAY_AIC) {
        belay_issue_complain(in, BELAY_RULE_SYNC_KIND, "guard the call with ASC_IS_AIV",
                             "this flag connects the two AIVs; an arrival of the AIC has no effect");
        in->nothing = true;
        return;
    }
    make_cross(in, BELAY_ENTRY_ARRIVE, BELAY_CROSS_SUBBLOCK, a->pipe, a->id);
}

void belay_lower_sync_subblock_wait(struct belay_issue *in)
{
    const struct belay_sync_subblock_wait_args *a = BELAY_ARGS(in, sync_subblock_wait);
    make_cross(in, BELAY_ENTRY_CROSS_WAIT, BELAY_CROSS_SUBBLOCK, a->pipe, a->id);
}

void belay_lower_sync_inter_arrive(struct belay_issue *in)
{
    const struct belay_sync_inter_arrive_args *a = BELAY_ARGS(in, sync_inter_arrive);
    make_cross(in, BELAY_ENTRY_ARRIVE, BELAY_CROSS_INTER, a->pipe, a->id);
}

void belay_lower_sync_inter_wait(struct belay_issue *in)
{
    const struct belay_sync_inter_wait_args *a = BELAY_ARGS(in, sync_inter_wait);
    make_cross(in, BELAY_ENTRY_CROSS_WAIT, BELAY_CROSS_INTER, a->pipe, a->id);
}

void belay_lower_sync_intra_arrive(struct belay_issue *in)
{
    const struct belay_sync_intra_arrive_args *a = BELAY_ARGS(in, sync_intra_arrive);
    make_cross(in, BELAY_ENTRY_ARRIVE, BELAY_CROSS_INTRA, a->pipe, a->id);
}

void belay_lower_sync_intra_wait(struct belay_issue *in)
{
    const struct belay_sync_intra_wait_args *a = BELAY_ARGS(in, sync_intra_wait);
    make_cross(in, BELAY_ENTRY_CROSS_WAIT, BELAY_CROSS_INTRA, a->pipe, a->id);
}
