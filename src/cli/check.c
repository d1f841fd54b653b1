/* belay check: runs programs with every finding shown, and says in one line and one status what came of it. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/export.h"
#include "cli/fidelity.h"
#include "cli/format.h"
#include "cli/program.h"
#include "machine/options.h"

struct check {
    struct check_options options;
    struct belay_suppressions suppressions;
    FILE *json, *sarif, *junit; /* NULL: not wanted */
    char *folder;               /* of the files of the runs */
    size_t count;
    struct program *programs;
    size_t run_count, program_runs; /* in all, and of each program */
    struct run *runs;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* ---- files ---------------------------------------------------------------------------------------------- */

/* Opens an output, if it is wanted, before the programs run: a wrong path should not cost an hour. */
static bool open_output(const char *path, FILE **file)
{
    *file = path != NULL ? fopen(path, "w") : NULL;
    if (path == NULL || *file != NULL)
        return true;
    fprintf(stderr, "belay check: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}

static bool close_output(const char *path, FILE *file, bool good)
{
    if (file == NULL)
        return true;
    if (fclose(file) == 0 && good)
        return true;
    fprintf(stderr, "belay check: cannot write '%s': %s\n", path, strerror(errno));
    return false;
}

static void copy_file(const char *path, FILE *to)
{
    FILE *from = fopen(path, "r");
    char buffer[1 << 14];
    if (from == NULL)
        return;
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, from)) > 0;)
        fwrite(buffer, 1, n, to);
    fflush(to);
    fclose(from);
}

/* The programs may change their working directory before they look for the file. */
static bool load_suppressions(struct check *check)
{
    char path[PATH_MAX];
    const char *given = check->options.suppress;
    if (given == NULL)
        return true;
    if (!belay_suppressions_load(&check->suppressions, given))
        return false;
    setenv("BELAY_SUPPRESS", realpath(given, path) != NULL ? path : given, 1);
    return true;
}

static bool open_all(struct check *check)
{
    const struct check_options *options = &check->options;
    return load_suppressions(check) && open_output(options->json, &check->json) &&
           open_output(options->sarif, &check->sarif) && open_output(options->junit, &check->junit) &&
           (check->folder = run_folder("belay check")) != NULL;
}

/* ---- programs and their runs ---------------------------------------------------------------------------- */

static char *join(char **arguments)
{
    char *text = format_text("%s", arguments[0]);
    for (size_t i = 1; arguments[i] != NULL; i++) {
        char *longer = format_text("%s %s", text, arguments[i]);
        free(text);
        text = longer;
    }
    return text;
}

static void plan_run(struct check *check, size_t number, char **arguments)
{
    struct run *run = &check->runs[number];
    char schedule[64];
    run->arguments = arguments;
    run->records = format_text("%s/%zu.json", check->folder, number);
    if (check->run_count > 1) {
        run->output = format_text("%s/%zu.out", check->folder, number);
        run->errors = format_text("%s/%zu.err", check->folder, number);
    }
    belay_options_schedule_name(schedule, sizeof schedule);
    run->schedule = check->options.seeds == 0
                        ? format_text("%s", schedule)
                        : format_text("random:%" PRIu64, check->options.first_seed + number % check->program_runs);
}

static void plan(struct check *check)
{
    const struct check_options *options = &check->options;
    check->count = options->many ? options->argument_count : 1;
    check->program_runs = options->seeds > 0 ? options->seeds : 1;
    check->run_count = check->count * check->program_runs;
    check->programs = allocate(check->count, sizeof *check->programs);
    check->runs = allocate(check->run_count, sizeof *check->runs);
    for (size_t i = 0; i < check->count; i++) {
        struct program *program = &check->programs[i];
        char **arguments = options->arguments;
        if (options->many) {
            arguments = allocate(2, sizeof *arguments);
            arguments[0] = options->arguments[i];
        }
        findings_init(&program->findings);
        program->name = join(arguments);
        program->runs = &check->runs[i * check->program_runs];
        program->run_count = check->program_runs;
        for (size_t j = 0; j < check->program_runs; j++)
            plan_run(check, i * check->program_runs + j, arguments);
    }
    if (options->seeds > 0)
        fprintf(stderr, "belay: schedules %s to %s\n", check->runs[0].schedule,
                check->runs[check->program_runs - 1].schedule);
}

/* ---- results -------------------------------------------------------------------------------------------- */

static void print_totals(const char *label, const uint64_t totals[], uint64_t suppressed, bool complete)
{
    fprintf(stderr,
            "belay: %s: %" PRIu64 " errors, %" PRIu64 " warnings, %" PRIu64 " notes, %" PRIu64
            " suppressed; judged: %s\n",
            label, totals[BELAY_ERROR], totals[BELAY_WARNING], totals[BELAY_NOTE], suppressed,
            complete ? "complete" : "incomplete");
}

/* Says what the program's own end means, and in a suite what came of it. */
static void print_program(const struct check *check, const struct program *program)
{
    int verdict = program_verdict(program, check->options.errors_only);
    if (verdict == BELAY_NOT_JUDGED)
        fprintf(stderr, "belay: could not judge %s: %s\n", program->name, program->problem);
    if (verdict == BELAY_PROGRAM_FAILED)
        fprintf(stderr, "belay: the program itself ended with status %d: %s\n", program->status, program->name);
    if (check->count > 1)
        print_totals(program->name, program->findings.totals, program->findings.suppressed, program->problem == NULL);
}

static void on_end(const struct run *run, void *data)
{
    struct check *check = data;
    size_t number = (size_t)(run - check->runs);
    struct program *program = &check->programs[number / check->program_runs];
    bool news = program_take(program, run);
    if (run->output != NULL && run->error == 0 && news) {
        fprintf(stderr, "belay: %s under %s\n", program->name, run->schedule);
        copy_file(run->output, stdout);
        copy_file(run->errors, stderr);
    }
    if (check->json != NULL)
        copy_file(run->records, check->json);
    if (number % check->program_runs == check->program_runs - 1) {
        program_conclude(program, &check->suppressions, check->json);
        print_program(check, program);
    }
}

static bool is_used(const struct check *check, const struct belay_suppression *entry)
{
    const char *key;
    json_t *record;
    for (size_t i = 0; i < check->count; i++)
        json_object_foreach(check->programs[i].findings.records, key,
                            record) if (finding_is_suppressed(record) &&
                                        finding_number(json_object_get(record, "suppression"), "line") ==
                                            entry->number) return true;
    return false;
}

/* Programs that were not judged might have used them. */
static void print_unused(const struct check *check)
{
    for (const struct belay_suppression *entry = check->suppressions.first; entry != NULL; entry = entry->next)
        if (!is_used(check, entry))
            fprintf(stderr, "belay: note: %s:%u: nothing matches '%s'; remove the entry\n", check->options.suppress,
                    entry->number, entry->text);
}

static void print_fidelity(const struct check *check)
{
    json_t *total = fidelity_new();
    for (size_t i = 0; i < check->count; i++)
        fidelity_add(total, check->programs[i].findings.fidelity);
    fidelity_print(total);
    json_decref(total);
}

/* What weighs most comes first. */
static int worst(const bool seen[])
{
    static const int order[] = {BELAY_NOT_JUDGED, BELAY_FINDINGS, BELAY_PROGRAM_FAILED};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (seen[order[i]])
            return order[i];
    return BELAY_CLEAN;
}

static int conclude(const struct check *check)
{
    bool seen[BELAY_PROGRAM_FAILED + 1] = {false};
    uint64_t totals[BELAY_ERROR + 1] = {0}, suppressed = 0;
    for (size_t i = 0; i < check->count; i++) {
        const struct program *program = &check->programs[i];
        seen[program_verdict(program, check->options.errors_only)] = true;
        for (int severity = BELAY_NOTE; severity <= BELAY_ERROR; severity++)
            totals[severity] += program->findings.totals[severity];
        suppressed += program->findings.suppressed;
    }
    if (!seen[BELAY_NOT_JUDGED])
        print_unused(check);
    print_fidelity(check);
    print_totals("summary", totals, suppressed, !seen[BELAY_NOT_JUDGED]);
    return worst(seen);
}

/* ---- the command ---------------------------------------------------------------------------------------- */

static bool export(struct check *check)
{
    const struct check_options *options = &check->options;
    bool json = close_output(options->json, check->json, check->json != NULL && !ferror(check->json));
    bool sarif = close_output(options->sarif, check->sarif,
                              check->sarif != NULL && export_sarif(check->sarif, check->programs, check->count));
    bool junit = close_output(options->junit, check->junit,
                              check->junit != NULL &&
                                  export_junit(check->junit, check->programs, check->count, options->errors_only));
    return json && sarif && junit;
}

static void clean_up(struct check *check)
{
    for (size_t i = 0; i < check->run_count; i++) {
        unlink(check->runs[i].records);
        if (check->runs[i].output != NULL) {
            unlink(check->runs[i].output);
            unlink(check->runs[i].errors);
        }
    }
    rmdir(check->folder);
}

int belay_command_check(int argc, char **argv)
{
    static struct check check; /* what it owns lives as long as the process */
    if (!check_options_parse(argc, argv, &check.options))
        return BELAY_USAGE;
    if (!open_all(&check))
        return BELAY_NOT_JUDGED;
    plan(&check);
    run_all(check.runs, check.run_count, check.options.jobs, on_end, &check);
    int status = conclude(&check);
    if (!export(&check))
        status = BELAY_NOT_JUDGED;
    clean_up(&check);
    return status;
}
