#include "isa/issue.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/mmad.h"
#include "machine/address.h"
#include "machine/inter.h"
#include "machine/options.h"

/* ---- what lowerings use ------------------------------------------------------------------------ */

enum belay_dtype belay_issue_dtype(const struct belay_issue *in, int i)
{
    return (enum belay_dtype)(in->dtype >> (8 * i) & 0xFF);
}

uint32_t belay_issue_bytes(const struct belay_issue *in, int i)
{
    return belay_dtype_bits(belay_issue_dtype(in, i)) / 8;
}

static struct belay_move *next_move(struct belay_issue *in)
{
    return &in->entry.work.move[in->entry.work.moves++];
}

struct belay_move *belay_issue_copy(struct belay_issue *in, struct belay_place dst, struct belay_place src,
                                    uint32_t bytes)
{
    struct belay_move *move = next_move(in);
    *move = (struct belay_move){.source = BELAY_COPY, .bytes = bytes, .dst = dst, .src = src};
    return move;
}

struct belay_move *belay_issue_fill(struct belay_issue *in, struct belay_place dst, uint64_t pattern, uint32_t bytes)
{
    struct belay_move *move = next_move(in);
    *move = (struct belay_move){.source = BELAY_CONSTANT, .bytes = bytes, .pattern = pattern, .dst = dst};
    return move;
}

struct belay_place belay_place_at(struct belay_place place, uint64_t bytes)
{
    place.offset += bytes;
    return place;
}

void belay_issue_span(struct belay_issue *in, struct belay_place place, uint64_t bytes, enum belay_access access)
{
    in->entry.work.span[in->entry.work.spans++] = (struct belay_span){place, bytes, access};
}

struct belay_report *belay_issue_report(struct belay_issue *in, enum belay_rule rule)
{
    in->faulty |= belay_rule_table[rule].severity == BELAY_ERROR;
    return belay_core_report(in->core, rule, in->op, &in->entry.site, in->pipe);
}

void belay_issue_complain(struct belay_issue *in, enum belay_rule rule, const char *fix, const char *format, ...)
{
    struct belay_report *report = belay_issue_report(in, rule);
    if (report == NULL)
        return;
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    belay_report_text(report, "%s", text);
    free(text);
    if (fix != NULL)
        belay_report_detail(report, "fix", "%s", fix);
}

void belay_issue_open(struct belay_issue *in, enum belay_open point)
{
    belay_open_add(&in->entry.open, point);
}

void belay_issue_await_turn(struct belay_issue *in)
{
    struct belay_launch *launch = in->core->cluster->launch;
    if (belay_launch_request_of(launch)->blocks > 1)
        belay_issue_open(in, BELAY_OPEN_ATOMIC_FLOAT_ORDER);
    belay_launch_await_turn(in->core);
}

void belay_issue_drop(struct belay_issue *in)
{
    in->dropped = true;
}

uint64_t belay_register(struct belay_issue *in, enum belay_register reg)
{
    return in->core->reg[reg];
}

uint64_t belay_register_needed(struct belay_issue *in, enum belay_register reg, const char *setter)
{
    if (!(in->core->reg_set >> reg & 1)) {
        struct belay_report *report = belay_issue_report(in, BELAY_RULE_UNCONFIGURED);
        belay_report_text(report, "this call needs register %s, which was not set in this launch",
                          belay_register_table[reg].name);
        belay_report_detail(report, "why", "on the device it holds what an earlier kernel left (%s)",
                            belay_register_table[reg].meaning);
        belay_report_detail(report, "fix", "call %s before it", setter);
    }
    return in->core->reg[reg];
}

void belay_register_set(struct belay_issue *in, enum belay_register reg, uint64_t value)
{
    uint64_t changed = reg == BELAY_REG_CTRL ? in->core->reg[reg] ^ value : 0;
    for (; changed != 0; changed &= changed - 1)
        in->core->ctrl_set_at[__builtin_ctzll(changed)] = in->entry.site;
    in->core->set_at[reg] = in->entry.site;
    in->core->used_at[reg].file = NULL;
    in->core->reg[reg] = value;
    in->core->reg_set |= UINT64_C(1) << reg;
}

/* ---- what the tables know ------------------------------------------------------------------------ */

/* A count of zero makes the instruction do nothing, before anything else is judged (README decision 21). */
static bool is_nop(struct belay_issue *in)
{
    for (int i = 0; i < in->op->args; i++) {
        const struct belay_arg_info *info = &in->op->arg[i];
        uint64_t value = info->field != 0 ? belay_bits(in->arg[i], 0, info->field) : in->arg[i];
        if (info->nop == BELAY_NOP_NEVER || value != 0)
            continue;
        if (info->nop == BELAY_NOP_WARN)
            belay_issue_complain(in, BELAY_RULE_NOP, "skip the call when there is nothing to do",
                                 "%s is 0%s: the instruction does nothing", info->name,
                                 in->arg[i] != 0 ? " in the hardware's field" : "");
        return true;
    }
    return false;
}

static void check_range(struct belay_issue *in, int i)
{
    const struct belay_arg_info *info = &in->op->arg[i];
    int64_t value = (int64_t)in->arg[i];
    bool above = info->is_signed ? value > info->high : in->arg[i] > (uint64_t)info->high;
    if (!info->ranged || (!above && value >= info->low))
        return;
    struct belay_report *report = belay_issue_report(in, BELAY_RULE_RANGE);
    belay_report_text(report, "%s is %" PRId64 "%s%s%s, legal are %" PRId64 " to %" PRId64, info->name, value,
                      info->unit != NULL ? " (unit: " : "", info->unit != NULL ? info->unit : "",
                      info->unit != NULL ? ")" : "", info->low, info->high);
    belay_report_detail(report, "what", "%s: %s", info->name, info->meaning);
    uint64_t kept = info->field != 0 ? belay_bits(in->arg[i], 0, info->field) : in->arg[i];
    if (kept != in->arg[i])
        belay_report_detail(report, "note", "the machine keeps the low %d bits: %" PRIu64, info->field, kept);
    belay_report_detail(report, "fix", above ? "use at most %" PRId64 ", or split the work over several calls"
                                             : "use at least %" PRId64, above ? info->high : info->low);
    in->arg[i] = kept;
}

static void report_wrong_space(struct belay_issue *in, int i)
{
    const struct belay_arg_info *info = &in->op->arg[i];
    const char *fix = info->space == BELAY_GM ? "pass memory of aclrtMalloc to the kernel, or a __gm__ variable"
                                              : "pass an array that is declared in this memory, or an offset in it";
    belay_issue_complain(in, BELAY_RULE_SPACE, fix,
                         "%s must be an address in %s, but it is %s", info->name, belay_spaces[info->space].name,
                         belay_address_words(in->core, in->arg[i]).text);
    belay_issue_drop(in);
}

static void check_alignment(struct belay_issue *in, int i)
{
    const struct belay_arg_info *info = &in->op->arg[i];
    uint64_t offset = in->place[i].offset, past = offset % info->align;
    if (past == 0)
        return;
    struct belay_report *report = belay_issue_report(in, BELAY_RULE_ALIGN);
    belay_report_text(report, "%s is %s, not a multiple of %u", info->name,
                      belay_byte_words(in->core->cluster, info->space, offset).text, info->align);
    belay_report_detail(report, "fix", "the nearest legal addresses are 0x%" PRIx64 " and 0x%" PRIx64, offset - past,
                        offset - past + info->align);
    if (info->align_action == BELAY_ALIGN_DROP)
        belay_issue_drop(in);
    else if (info->align_action == BELAY_ALIGN_DOWN)
        in->place[i].offset -= past;
}

/* A raw C address of the matrix unit carries the bias-table offset in its upper half (README decision 15). */
static uint64_t address_of(const struct belay_issue *in, int i)
{
    bool is_c = in->op->pipe == BELAY_PIPE_M && in->op->arg[i].space == BELAY_L0C;
    return is_c ? in->arg[i] - (belay_mmad_raw_bias(in->arg[i]) << 32) : in->arg[i];
}

static void resolve_pointer(struct belay_issue *in, int i)
{
    const struct belay_arg_info *info = &in->op->arg[i];
    if (!belay_address_resolve(in->core, info->space, address_of(in, i), &in->place[i])) {
        report_wrong_space(in, i);
        return;
    }
    check_alignment(in, i);
}

static void check_arguments(struct belay_issue *in)
{
    for (int i = 0; i < in->op->args; i++) {
        if (in->op->arg[i].kind == BELAY_ARG_POINTER)
            resolve_pointer(in, i);
        else
            check_range(in, i);
    }
}

/* ---- the path of a call ------------------------------------------------------------------------------ */

bool belay_issue_acts_on(const struct belay_op_info *op, enum belay_core_kind kind)
{
    return op->cores == BELAY_ON_ANY || (op->cores == BELAY_ON_AIC) == (kind == BELAY_AIC);
}

void belay_issue_refuse_host(const struct belay_op_info *op, const struct belay_site *site)
{
    struct belay_report_log log = {NULL};
    struct belay_report *report = belay_report_new(&log, BELAY_RULE_NOT_IN_KERNEL, op->name, site);
    belay_report_text(report, "%s is called from host code", op->name);
    belay_report_detail(report, "why", "it is an instruction of the AI Core, which only kernels can use");
    belay_report_detail(report, "fix", "call it in a kernel, or in a function that only kernels call");
    belay_report_flush(&log);
}

/* A call that breaks a rule and is executed all the same may rest on a choice of docs/open-points.md. */
static void count(const struct belay_issue *in)
{
    struct belay_cluster *cluster = in->core->cluster;
    bool open = belay_open_any(&in->entry.open);
    if (in->dropped || (in->faulty && !open))
        cluster->fidelity.refused++;
    else if (open)
        belay_fidelity_open(&cluster->fidelity, &in->entry.open,
                            &(struct belay_open_place){.block = cluster->block, .site = in->entry.site});
    else
        cluster->fidelity.exact++;
}

void belay_issue_finish(struct belay_issue *in)
{
    struct belay_core *core = in->core;
    count(in);
    if (in->dropped) {
        belay_launch_fail(core->cluster->launch, in->page_fault ? BELAY_FAIL_PAGE_FAULT : BELAY_FAIL_EXCEPTION);
        if (!belay_options()->keep_going)
            belay_core_stop(core);
    } else if (!in->nothing) {
        belay_pipe_submit(core, in->pipe, &in->entry);
    }
}

void belay_issue_prepare(struct belay_issue *in, struct belay_core *core, uint32_t code, uint32_t dtype,
                         const uint64_t *args, const struct belay_site *site)
{
    const struct belay_op_info *op = &belay_op_table[code];
    in->core = core;
    in->op = op;
    in->dtype = dtype;
    in->pipe = op->pipe;
    in->nothing = in->page_fault = in->dropped = in->faulty = false;
    in->result = 0;
    in->entry.kind = BELAY_ENTRY_WORK;
    in->entry.op = op;
    in->entry.site = *site;
    in->entry.pc = 0;
    in->entry.open = (struct belay_open_set){{0}};
    memset(&in->entry.work.unit, 0, sizeof in->entry.work.unit);
    in->entry.work.moves = in->entry.work.spans = 0;
    in->entry.work.compute = NULL;
    in->entry.work.uses = NULL;
    in->entry.work.fillers = NULL;
    in->entry.work.parameters = NULL;
    for (int i = 0; i < op->args; i++)
        in->arg[i] = args[i];

    if (is_nop(in))
        return;
    check_arguments(in);
    if (!in->dropped)
        op->lower(in);
    if (!in->dropped && !in->nothing && in->entry.kind == BELAY_ENTRY_WORK && !belay_footprint_check(in))
        belay_issue_drop(in);
}

uint64_t belay_issue(uint32_t code, uint32_t dtype, const uint64_t *args, const struct belay_site *site)
{
    const struct belay_op_info *op = &belay_op_table[code];
    struct belay_core *core = belay_current_core();
    if (core == NULL) {
        belay_issue_refuse_host(op, site);
        return 0;
    }
    if (!belay_issue_acts_on(op, core->kind))
        return 0;
    core->last_site = *site;
    belay_observers_called(core, &(struct belay_called){op, dtype, args});

    struct belay_issue in;
    belay_issue_prepare(&in, core, code, dtype, args, site);
    belay_issue_finish(&in);
    return in.result;
}

enum belay_core_kind belay_core_kind(void)
{
    const struct belay_core *core = belay_current_core();
    return core == NULL ? BELAY_HOST : core->kind;
}
