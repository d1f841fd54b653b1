/* What the instruction tables know, for callers. */
#include "embed/embed.h"
#include "isa/issue.h"

uint32_t belay_instructions(void)
{
    return BELAY_OPS;
}

int belay_embed_check_row(uint32_t op)
{
    if (op < BELAY_OPS)
        return BELAY_OK;
    return belay_embed_fail(BELAY_BAD_INSTRUCTION, "there is no instruction %u; they are 0 to %d", op, BELAY_OPS - 1);
}

int belay_instruction_info(uint32_t op, struct belay_instruction *instruction)
{
    if (belay_embed_check_row(op) != BELAY_OK)
        return BELAY_BAD_INSTRUCTION;
    const struct belay_op_info *info = &belay_op_table[op];
    const struct belay_instruction ours = {
        .name = info->name,
        .about = info->about,
        .page = info->page,
        .on_aic = belay_issue_acts_on(info, BELAY_AIC),
        .on_aiv = belay_issue_acts_on(info, BELAY_AIV),
        .pipe = info->pipe,
        .args = info->args,
        .types = info->types,
        .combinations = info->dtypes,
        .combination = info->dtype,
    };
    return belay_embed_fill(instruction, &ours, sizeof ours, "belay_instruction") ? BELAY_OK : BELAY_BAD_ARGUMENT;
}

int belay_argument_info(uint32_t op, uint32_t index, struct belay_parameter *argument)
{
    if (belay_embed_check_row(op) != BELAY_OK)
        return BELAY_BAD_INSTRUCTION;
    if (index >= belay_op_table[op].args)
        return belay_embed_fail(BELAY_BAD_ARGUMENT, "%s has no argument %u; it has %u", belay_op_table[op].name, index,
                                belay_op_table[op].args);
    const struct belay_arg_info *info = &belay_op_table[op].arg[index];
    const struct belay_parameter ours = {
        .name = info->name,
        .unit = info->unit,
        .meaning = info->meaning,
        .pointer = info->kind == BELAY_ARG_POINTER,
        .space = info->space,
        .align = info->align,
        .ranged = info->ranged,
        .low = info->low,
        .high = info->high,
        .width = info->width,
        .has_sign = info->is_signed,
        .optional = info->optional,
        .initial = info->initial,
    };
    return belay_embed_fill(argument, &ours, sizeof ours, "belay_parameter") ? BELAY_OK : BELAY_BAD_ARGUMENT;
}
