/* belay draw: the picture of a movement instruction with the arguments that somebody has. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/run_call.h"
#include "draw/complain.h"
#include "draw/paint.h"

static const char usage[] = "usage: belay draw FUNCTION [name=value ...] [-o FILE.svg|FILE.pdf|FILE.png|FILE.txt]\n"
                            "       belay draw --from-run TRACE --at FILE:LINE [--nth N] [-o FILE...]\n";

static const char help[] =
    "\n"
    "Draws which bytes the call moves where: as text, or into a file. With --from-run, the call that a line made in a\n"
    "run that belay trace has recorded; if there were several different ones, the first, or the Nth.\n"
    "\n"
    "  n_burst=3           an argument by its name; what is left out is 0 where 0 is legal\n"
    "  dtype=half          the element type; half,float where there are two\n"
    "  dst=0x200 src=64    offsets of the operands in their memories\n"
    "  asc_set_gm2l1_loop_size=2,2\n"
    "                      a setter that runs before the call, with its values in order; asc_set_gm2l1_padding<half>=1.5\n"
    "                      for one of several types\n"
    "  config=5,3,5        the parts of a word in order\n"
    "\n"
    "Values are written as in C: 48, 0x30, -1, true, '1<<16|2'; 1.5 is the bit pattern of the element type.\n"
    "belay draw FUNCTION --help lists the arguments, types and setters of a function.\n";

static void list_functions(FILE *to)
{
    fputs("\nFunctions that can be drawn:\n", to);
    for (int op = 0; op < BELAY_OPS; op++) {
        bool again = op > 0 && strcmp(belay_op_table[op].name, belay_op_table[op - 1].name) == 0;
        if (draw_is_drawable(&belay_op_table[op]) && !again)
            fprintf(to, "  %-28s %s\n", belay_op_table[op].name, belay_op_table[op].about);
    }
}

static int describe(const char *name)
{
    bool any = false;
    for (int op = 0; op < BELAY_OPS; op++)
        if (strcmp(belay_op_table[op].name, name) == 0 && draw_is_drawable(&belay_op_table[op])) {
            draw_describe(stdout, &belay_op_table[op]);
            any = true;
        }
    if (!any)
        fprintf(stderr, "belay: '%s' is no instruction that can be drawn; belay draw lists them\n", name);
    return any ? 0 : BELAY_USAGE;
}

/* What a file name asks for. */
enum kind { TEXT, PICTURE, UNKNOWN };

static enum kind kind_of(const char *path, enum draw_format *format)
{
    static const struct {
        const char *end;
        enum kind kind;
        enum draw_format format;
    } kinds[] = {
        {".txt", TEXT, 0}, {".svg", PICTURE, DRAW_SVG}, {".pdf", PICTURE, DRAW_PDF}, {".png", PICTURE, DRAW_PNG}};
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end != NULL && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(end, kinds[i].end) == 0) {
            *format = kinds[i].format;
            return kinds[i].kind;
        }
    return UNKNOWN;
}

static int complain(const char *path, const char *reason)
{
    fprintf(stderr, "belay: %s: %s\n", path, reason);
    return BELAY_USAGE;
}

static int paint_file(const struct draw_sheet *sheet, const char *path)
{
    enum draw_format format;
    enum kind kind = kind_of(path, &format);
    if (kind == UNKNOWN)
        return complain(path, "name a file that ends in .svg, .pdf, .png or .txt");
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return complain(path, strerror(errno));
    const char *reason = NULL;
    bool painted = true;
    if (kind == TEXT)
        draw_paint_text(sheet, file);
    else
        painted = draw_paint_picture(sheet, format, file, &reason);
    bool written = fclose(file) == 0;
    return painted && written ? 0 : complain(path, painted ? strerror(errno) : reason);
}

static int paint(const struct draw_sheet *sheet, const char *path)
{
    if (path != NULL)
        return paint_file(sheet, path);
    draw_paint_text(sheet, stdout);
    return 0;
}

static int draw(const struct draw_call *call, const char *path)
{
    struct draw_record record;
    struct draw_trace trace;
    struct draw_sheet sheet;
    if (!draw_machine_issue(call, &record)) {
        fputs("belay: there is nothing to draw: the call moves nothing\n", stderr);
        return BELAY_FINDINGS;
    }
    if (!draw_trace_make(&record, &trace))
        return BELAY_USAGE;
    draw_sheet_make(&record, &trace, &sheet);
    int status = paint(&sheet, path);
    draw_sheet_free(&sheet);
    draw_trace_free(&trace);
    draw_record_free(&record);
    return status;
}

/* ---- calls of a run ------------------------------------------------------------------------------------------------ */

static int draw_run(int argc, char **argv)
{
    static const struct option names[] = {{"from-run", required_argument, NULL, 'r'},
                                          {"at", required_argument, NULL, 'a'},
                                          {"nth", required_argument, NULL, 'n'},
                                          {NULL, 0, NULL, 0}};
    const char *path = NULL, *at = NULL, *nth = NULL, *to = NULL;
    struct run_call recorded;
    struct draw_call call;
    argv[0] = "belay draw"; /* for the messages of getopt */
    for (int c; (c = getopt_long(argc, argv, "o:", names, NULL)) != -1;) {
        switch (c) {
        case 'r': path = optarg; break;
        case 'a': at = optarg; break;
        case 'n': nth = optarg; break;
        case 'o': to = optarg; break;
        default: return fputs(usage, stderr), BELAY_USAGE;
        }
    }
    if (path == NULL || at == NULL || optind < argc) {
        fputs(path != NULL && at == NULL ? "belay: --from-run needs --at FILE:LINE\n" : usage, stderr);
        return BELAY_USAGE;
    }
    if (!run_call_find(path, at, nth, &recorded))
        return BELAY_USAGE;
    int status = BELAY_USAGE;
    if (draw_call_parse(recorded.name, recorded.count, (const char *const *)recorded.words, &call))
        status = draw(&call, to);
    run_call_free(&recorded);
    return status;
}

int belay_command_draw(int argc, char **argv)
{
    const char *path = NULL, *words[BELAY_MAX_ARGS + DRAW_SETTERS];
    int count = 0;
    if (argc == 1 || strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        fputs(argc == 1 ? "" : help, stdout);
        list_functions(stdout);
        return 0;
    }
    if (argv[1][0] == '-')
        return draw_run(argc, argv);
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return describe(argv[1]);
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            path = argv[++i];
        else if (count < BELAY_MAX_ARGS + DRAW_SETTERS && argv[i][0] != '-')
            words[count++] = argv[i];
        else
            return fputs(usage, stderr), BELAY_USAGE;
    }
    struct draw_call call;
    return draw_call_parse(argv[1], count, words, &call) ? draw(&call, path) : BELAY_USAGE;
}
