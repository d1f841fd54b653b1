/* Reports about a core, and the names of its parts. */
#include <stdio.h>

#include "machine/machine.h"

const char *belay_pipe_name(enum belay_pipe pipe)
{
    static const char *const names[BELAY_PIPES] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "MTE4", "MTE5", "V2", "FIX"};
    return (unsigned)pipe < BELAY_PIPES ? names[pipe] : "?";
}

struct belay_report *belay_core_report(struct belay_core *core, enum belay_rule rule, const struct belay_op_info *op,
                                       const struct belay_site *site, enum belay_pipe pipe)
{
    struct belay_report *report =
        belay_report_new(&core->cluster->log, rule, op != NULL ? op->name : NULL, site);
    if (core->kind == BELAY_AIC)
        belay_report_place(report, "%s   block %u aic", belay_pipe_name(pipe), core->cluster->block);
    else
        belay_report_place(report, "%s   block %u aiv %u", belay_pipe_name(pipe), core->cluster->block, core->sub);
    return report;
}
