#include "trace/setters.h"

#include <string.h>

#include "trace/describe.h"

static void remember(struct belay_setters *setters, const struct belay_core *core)
{
    memcpy(setters->reg, core->reg, sizeof setters->reg);
    setters->reg_set = core->reg_set;
    setters->pending.op = NULL;
}

void belay_setters_reset(struct belay_setters *setters, const struct belay_core *core)
{
    memset(setters, 0, sizeof *setters);
    remember(setters, core);
}

static void learn(struct belay_setters *setters, const struct belay_core *core)
{
    uint64_t bits = setters->reg[BELAY_REG_CTRL] ^ core->reg[BELAY_REG_CTRL];
    for (; bits != 0; bits &= bits - 1)
        setters->ctrl[__builtin_ctzll(bits)] = setters->pending;
    for (int reg = 0; reg < BELAY_REGISTERS; reg++)
        if (core->reg[reg] != setters->reg[reg] || ((core->reg_set ^ setters->reg_set) >> reg & 1))
            setters->last[reg] = setters->pending;
}

void belay_setters_called(struct belay_setters *setters, const struct belay_core *core, const struct belay_called *call)
{
    if (setters->pending.op != NULL)
        learn(setters, core);
    remember(setters, core);
    setters->calls++;
    if (call->op->pipe != BELAY_PIPE_S)
        return;
    setters->pending = (struct belay_setter){.op = call->op, .dtype = call->dtype, .number = setters->calls};
    for (int i = 0; i < call->op->args; i++)
        setters->pending.arg[i] = call->arg[i];
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

enum { MOST = BELAY_REGISTERS + 64 };

/* Keeps them in the order of the calls, each once. */
static int insert(const struct belay_setter *list[], int count, const struct belay_setter *setter)
{
    int at = count;
    if (setter->op == NULL)
        return count;
    while (at > 0 && list[at - 1]->number > setter->number)
        at--;
    if (at > 0 && list[at - 1]->number == setter->number)
        return count;
    memmove(&list[at + 1], &list[at], (size_t)(count - at) * sizeof *list);
    list[at] = setter;
    return count + 1;
}

static void print_setter(const struct belay_setter *setter, FILE *out)
{
    const struct belay_op_info *op = setter->op;
    fprintf(out, "\"%s", op->name);
    if (op->types > 0)
        fprintf(out, "<%s>", belay_dtype_name((enum belay_dtype)(setter->dtype & 0xFF)));
    fputs("\":\"", out);
    for (int i = 0; i < op->args; i++) {
        fputs(i > 0 ? "," : "", out);
        belay_describe_value(&op->arg[i], setter->arg[i], out);
    }
    fputc('"', out);
}

void belay_setters_print(const struct belay_setters *setters, uint64_t registers, FILE *out)
{
    const struct belay_setter *list[MOST];
    int count = 0;
    for (int reg = 0; reg < BELAY_REGISTERS; reg++)
        if (reg != BELAY_REG_CTRL && (registers >> reg & 1))
            count = insert(list, count, &setters->last[reg]);
    for (int bit = 0; bit < 64 && (registers >> BELAY_REG_CTRL & 1); bit++)
        count = insert(list, count, &setters->ctrl[bit]);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", out);
        print_setter(list[i], out);
    }
}
