/* belay report: runs a program and writes a page that shows the run in a browser, from a file and without a network. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/judgement.h"
#include "cli/output_option.h"
#include "cli/page.h"
#include "cli/program.h"
#include "machine/options.h"

static const char usage[] =
    "usage: belay report [OPTIONS] PROGRAM [ARGUMENTS] -o FILE\n\n"
    "Runs the program and writes a page for browsers: findings, timeline, memory map, instructions.\n\n"
    "  -o FILE           the page; before the program, or as the last two words\n"
    "  --schedule S      deterministic (default), lazy, random or random:SEED\n"
    "  --threads N       host threads that run blocks\n"
    "  --suppress FILE   accept findings; entries RULE FILE[:LINE] [OPERATION] # REASON\n\n"
    "exit status: that of belay check; 2 also when the page cannot be written\n";

struct report {
    const char *output;
    char **arguments;
    char *folder; /* of the files of the run */
    char *trace;  /* path */
    struct run run;
    struct program program;
};

/* ---- the command line ----------------------------------------------------------------------------------- */

static bool refuse(const char *message)
{
    fprintf(stderr, "belay report: %s; see belay report --help\n", message);
    return false;
}

static bool parse(int argc, char **argv, struct report *report)
{
    static const struct option names[] = {
        {"schedule", required_argument, NULL, 's'},
        {"threads", required_argument, NULL, 't'},
        {"suppress", required_argument, NULL, 'x'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    argv[0] = "belay report"; /* for the messages of getopt */
    for (int c; (c = getopt_long(argc, argv, "+o:", names, NULL)) != -1;) {
        switch (c) {
        case 'o': report->output = optarg; break;
        case 's': setenv("BELAY_SCHEDULE", optarg, 1); break;
        case 't': setenv("BELAY_THREADS", optarg, 1); break;
        case 'x': setenv("BELAY_SUPPRESS", optarg, 1); break;
        case 'h': fputs(usage, stdout); exit(0);
        default: fputs("See belay report --help.\n", stderr); return false;
        }
    }
    report->output = output_behind(argc, argv, optind, report->output);
    report->arguments = argv + optind;
    if (report->arguments[0] == NULL)
        return refuse("which program?");
    return report->output != NULL || refuse("which file? -o FILE");
}

/* ---- the run -------------------------------------------------------------------------------------------- */

static void on_end(const struct run *run, void *data)
{
    program_take(data, run);
}

static void run_program(struct report *report)
{
    struct run *run = &report->run;
    char schedule[64];
    belay_options_schedule_name(schedule, sizeof schedule);
    report->trace = format_text("%s/trace.json", report->folder);
    run->arguments = report->arguments;
    run->schedule = format_text("%s", schedule);
    run->records = format_text("%s/records.json", report->folder);
    report->program = (struct program){.name = report->arguments[0], .runs = run, .run_count = 1};
    findings_init(&report->program.findings);
    setenv("BELAY_TRACE", report->trace, 1);
    setenv("BELAY_KEEP_GOING", "1", 1);
    run_all(run, 1, 1, on_end, &report->program);
}

static void clean_up(const struct report *report)
{
    unlink(report->run.records);
    unlink(report->trace);
    rmdir(report->folder);
}

/* ---- the page ------------------------------------------------------------------------------------------ */

static bool write_report(const struct report *report, FILE *page, const char *template)
{
    json_t *content = json_load_file(report->trace, 0, NULL);
    json_t *judgement = judgement_new(&report->program, content);
    FILE *trace = content != NULL ? fopen(report->trace, "r") : NULL; /* no use of one that is not whole */
    json_decref(content);
    page_write(page, template, judgement, trace);
    if (trace != NULL)
        fclose(trace);
    json_decref(judgement);
    bool good = !ferror(page);
    if (fclose(page) == 0 && good)
        return true;
    fprintf(stderr, "belay report: cannot write '%s': %s\n", report->output, strerror(errno));
    return false;
}

/* ---- the command ---------------------------------------------------------------------------------------- */

/* A wrong path should not cost a long run, so the page is opened before it. */
static FILE *open_page(const char *path)
{
    FILE *page = fopen(path, "w");
    if (page == NULL)
        fprintf(stderr, "belay report: cannot write '%s': %s\n", path, strerror(errno));
    return page;
}

int belay_command_report(int argc, char **argv)
{
    static struct report report; /* what it owns lives as long as the process */
    if (!parse(argc, argv, &report))
        return BELAY_USAGE;
    char *template = page_template();
    FILE *page = template != NULL ? open_page(report.output) : NULL;
    if (page == NULL || (report.folder = run_folder("belay report")) == NULL)
        return BELAY_NOT_JUDGED;
    run_program(&report);
    if (report.program.problem != NULL)
        fprintf(stderr, "belay: could not judge %s: %s\n", report.program.name, report.program.problem);
    bool written = write_report(&report, page, template);
    clean_up(&report);
    return written ? program_verdict(&report.program, false) : BELAY_NOT_JUDGED;
}
