/* Running one program on the machine, with all its memories under control. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "machine/gm.h"

static const enum belay_window windows[PLACES] = {
    [PLACE_L1] = BELAY_WINDOW_L1,   [PLACE_L0A] = BELAY_WINDOW_L0A, [PLACE_L0B] = BELAY_WINDOW_L0B,
    [PLACE_L0C] = BELAY_WINDOW_L0C, [PLACE_BT] = BELAY_WINDOW_BT,   [PLACE_UB0] = BELAY_WINDOW_UB0,
    [PLACE_UB1] = BELAY_WINDOW_UB1, [PLACE_FB] = BELAY_WINDOW_FB,   [PLACE_FB_RELU] = BELAY_WINDOW_FB_RELU,
    [PLACE_L0A_MX] = BELAY_WINDOW_L0A_MX, [PLACE_L0B_MX] = BELAY_WINDOW_L0B_MX,
};

static const char *place_name(enum place place)
{
    static const char *const names[PLACES] = {"GM",   "L1",   "L0A", "L0B",           "L0C",    "BT",
                                              "UB 0", "UB 1", "FB",  "FB activation", "L0A_MX", "L0B_MX"};
    return names[place];
}

enum belay_window place_window(enum place place)
{
    return windows[place];
}

uint64_t place_size(enum place place)
{
    return place == PLACE_GM ? GM_SIZE : belay_spaces[belay_window_space(windows[place])].capacity;
}

void program_add(struct program *program, enum belay_op op, uint32_t dtype, const uint64_t *args)
{
    program->call[program->count].op = op;
    program->call[program->count].dtype = dtype;
    memcpy(program->call[program->count++].arg, args, belay_op_table[op].args * sizeof *args);
}

void program_preset(struct program *program, enum belay_register reg, uint64_t value)
{
    program->preset[program->presets].reg = reg;
    program->preset[program->presets++].value = value;
}

void prepare_environment(void)
{
    setenv("BELAY_KEEP_GOING", "1", 1);
    setenv("BELAY_SCHEDULE", "deterministic", 1);
}

/* ---- the launch in progress ---- */

struct run {
    const struct program *program;
    const struct image *images;
    struct verdict *verdict;
    uint64_t gm;
};
static struct run run;

/* The GM allocation of the last run is kept: most runs want the same size. */
static uint64_t gm_of_size(uint64_t size)
{
    static uint64_t address, current;
    if (size == current || size == 0)
        return address;
    if (address != 0)
        belay_gm_free(address);
    address = belay_gm_alloc(size);
    if (address == 0)
        abort();
    current = size;
    return address;
}

static uint8_t *bytes_of(struct belay_memory *memory, enum place place)
{
    return place == PLACE_GM ? belay_gm_host(run.gm) : memory->host[windows[place]];
}

static uint64_t bytes_in(enum place place)
{
    return place == PLACE_GM ? run.images[place].size : place_size(place);
}

static void store_images(struct belay_memory *memory)
{
    for (int place = 0; place < PLACES; place++) {
        if (run.images[place].before == NULL)
            continue;
        memcpy(bytes_of(memory, place), run.images[place].before, bytes_in(place));
        if (place != PLACE_GM)
            memory->dirty[windows[place]] = bytes_in(place); /* so that the next launch finds poison */
    }
}

static void call(int index)
{
    static const struct belay_site site = {"program", "main", 1};
    const struct belay_op_info *op = &belay_op_table[run.program->call[index].op];
    uint64_t args[BELAY_MAX_ARGS];
    for (int i = 0; i < op->args; i++) {
        uint64_t value = run.program->call[index].arg[i];
        bool pointer = op->arg[i].kind == BELAY_ARG_POINTER;
        if (pointer && op->arg[i].space == BELAY_GM)
            value += run.gm;
        else if (pointer && run.program->windows)
            value = (uint64_t)(uintptr_t)belay_window(op->arg[i].space, value);
        args[i] = value;
    }
    belay_issue(run.program->call[index].op, run.program->call[index].dtype, args, &site);
}

/* ---- judging the memories ---- */

static void compare(enum place place, const uint8_t *is, const uint8_t *expected, uint64_t size)
{
    uint64_t at = 0, count = 0;
    if (run.verdict->difference[0] != '\0' || memcmp(is, expected, size) == 0)
        return;
    for (uint64_t i = size; i-- > 0;)
        if (is[i] != expected[i])
            at = i, count++;
    snprintf(run.verdict->difference, sizeof run.verdict->difference,
             "%s + 0x%" PRIx64 " is 0x%02X, expected 0x%02X (%" PRIu64 " bytes differ)", place_name(place), at, is[at],
             expected[at], count);
}

static void compare_untouched(struct belay_memory *memory, enum place place)
{
    static uint8_t poison[512 * 1024];
    if (poison[0] == 0)
        memset(poison, BELAY_POISON, sizeof poison);
    if (place != PLACE_GM && memory->dirty[windows[place]] != 0)
        compare(place, memory->host[windows[place]], poison, place_size(place));
}

static void compare_images(struct belay_memory *memory)
{
    for (int place = 0; place < PLACES; place++) {
        const struct image *image = &run.images[place];
        if (image->before == NULL)
            compare_untouched(memory, place);
        else
            compare(place, bytes_of(memory, place), image->after != NULL ? image->after : image->before,
                    bytes_in(place));
    }
}

/*
 * Notes the rules and forgets the reports, so that nothing is printed. The images came into the memories behind the back
 * of the checks, to which all their bytes are undefined.
 */
static void take_reports(struct belay_report_log *log)
{
    for (; log->first != NULL; belay_report_drop(log))
        if (log->first->rule != BELAY_RULE_UNDEFINED)
            run.verdict->reported[log->first->rule] = true;
}

/* What the kernel does, on every core. */
static void body(void *closure)
{
    (void)closure;
    struct belay_core *core = belay_current_core();
    if (core->kind != run.program->core || core->sub != 0)
        return;
    store_images(&core->cluster->memory);
    for (int i = 0; i < run.program->presets; i++) {
        core->reg[run.program->preset[i].reg] = run.program->preset[i].value;
        core->reg_set |= UINT64_C(1) << run.program->preset[i].reg;
    }
    for (int i = 0; i < run.program->count; i++)
        call(i);
    if (core->cluster->queued != 0)
        snprintf(run.verdict->difference, sizeof run.verdict->difference, "a pipe does not become idle");
    compare_images(&core->cluster->memory);
    take_reports(&core->cluster->log);
}

void machine_run(const struct program *program, const struct image images[PLACES], struct verdict *verdict)
{
    static const struct belay_kernel kernel = {.name = "program", .file = "program", .line = 1, .aic = 1, .aiv = 2,
                                               .scheduled = 1};
    static const struct belay_site site = {"program", "main", 1};
    const struct belay_launch_request request = {.kernel = &kernel, .entry = body, .closure = "", .blocks = 1,
                                                 .site = &site};
    memset(verdict, 0, sizeof *verdict);
    run = (struct run){program, images, verdict, gm_of_size(images[PLACE_GM].size)};
    verdict->failed = belay_machine_run(&request) != 0;
}
