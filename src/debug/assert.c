/* Failed assertions of kernel code (language.md 10.2): a message, a report, and the core traps. */
#include <stdlib.h>
#include <string.h>

#include "debug/message.h"
#include "debug/print.h"
#include "machine/inter.h"

/*
 * open point assert-function: the name of the kernel without what the rewriter made of its body, a lambda, whose own
 * name starts with one of these.
 */
static int kernel_name_length(const char *function)
{
    static const char *const lambdas[] = {"::<lambda", "::(anonymous class)", "::(lambda"};
    for (size_t i = 0; i < sizeof lambdas / sizeof *lambdas; i++) {
        const char *lambda = strstr(function, lambdas[i]);
        if (lambda != NULL)
            return (int)(lambda - function);
    }
    return 0;
}

static void print_function(FILE *out, const char *function)
{
    int length = kernel_name_length(function);
    if (length == 0) {
        fputs(function, out);
        return;
    }
    int deduced = strncmp(function, "auto ", strlen("auto ")) == 0 ? (int)strlen("auto ") : 0;
    fprintf(out, "void %.*s", length - deduced, function + deduced);
}

static char *message_text(struct belay_core *core, const struct belay_message *message, const struct belay_site *site)
{
    struct belay_print print;
    belay_print_open(&print, core, site);
    belay_message_format(print.out, core, message, site);
    fclose(print.out);
    return print.text;
}

void belay_assert_failed(const char *expression, const char *function, const struct belay_message *message,
                         const struct belay_site *site)
{
    struct belay_core *core = belay_current_core();
    char *text = message->format != NULL ? message_text(core, message, site) : NULL;
    struct belay_print print;
    belay_print_open(&print, core, site);
    belay_message_prefix(print.out, core);
    fprintf(print.out, "[ASSERT] %s:%u: ", site->file, site->line);
    print_function(print.out, function);
    fprintf(print.out, ": Assertion `%s' failed.%s%s", expression, text != NULL ? " " : "\n", text != NULL ? text : "");
    belay_print_close(&print, site);

    static const struct belay_op_info assertion = {.name = "assert"};
    struct belay_report *report = belay_core_report(core, BELAY_RULE_ASSERT, &assertion, site, BELAY_PIPE_S);
    belay_report_text(report, "assertion `%s' failed", expression);
    if (text != NULL)
        belay_report_detail(report, "says", "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    belay_launch_fail(core->cluster->launch, BELAY_FAIL_EXCEPTION);
    belay_core_stop(core);
}
