#include "debug/print.h"

#include <stdlib.h>

#include "debug/message.h"
#include "machine/inter.h"

void belay_print_open(struct belay_print *print, struct belay_core *core, const struct belay_site *site)
{
    core->last_site = *site;
    print->core = core;
    print->out = open_memstream(&print->text, &print->size);
    if (print->out == NULL)
        abort();
}

static void report_too_large(const struct belay_print *print, const struct belay_site *site)
{
    struct belay_report *report = belay_core_report(print->core, BELAY_RULE_PRINTF, NULL, site, BELAY_PIPE_S);
    belay_report_text(report, "a message of %zu bytes is dropped: a core's buffer has %zu", print->size,
                      belay_output_limit());
    belay_report_detail(report, "fix",
                        "print less at a time, or set simd_printf_fifo_size_per_core in the file that aclInit reads");
}

void belay_print_close(struct belay_print *print, const struct belay_site *site)
{
    fclose(print->out);
    if (print->size > belay_output_limit())
        report_too_large(print, site);
    else
        belay_output_add(belay_launch_output(print->core), print->text, print->size);
    free(print->text);
}

void belay_print(const struct belay_message *message, const struct belay_site *site)
{
    struct belay_print print;
    belay_print_open(&print, belay_current_core(), site);
    belay_message_prefix(print.out, print.core);
    belay_message_format(print.out, print.core, message, site);
    belay_print_close(&print, site);
}
