#include "cli/check_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/options.h"

enum { MAX_SEEDS = 100000, MAX_JOBS = 1000 };

static void print_help(void)
{
    fputs("usage: belay check [OPTIONS] PROGRAM [ARGUMENTS]\n"
          "       belay check [OPTIONS] --programs PROGRAM...\n\n"
          "  --schedule S      deterministic (default), lazy, random or random:SEED\n"
          "  --seeds N         run N random schedules, from seed 1 or SEED, and compare their results\n"
          "  --threads N       host threads that run blocks\n"
          "  --programs        every argument is a program, to be run without arguments\n"
          "  -j, --jobs N      programs and seeds that run at the same time (default 1)\n"
          "  --notes           show notes too\n"
          "  --errors-only     warnings do not change the exit status\n"
          "  --suppress FILE   accept findings; entries RULE FILE[:LINE] [OPERATION] # REASON\n"
          "  --json FILE       write every finding as a line of JSON\n"
          "  --sarif FILE      write SARIF 2.1.0\n"
          "  --junit FILE      write JUnit XML\n\n"
          "exit status: 0 clean, 1 findings, 2 could not be judged, 3 the program itself failed\n",
          stdout);
}

static bool refuse(const char *message)
{
    fprintf(stderr, "belay check: %s; see belay check --help\n", message);
    return false;
}

static bool parse_count(const char *option, const char *text, size_t high, size_t *count)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (errno != 0 || *text < '0' || *text > '9' || *end != '\0' || value < 1 || value > high) {
        fprintf(stderr, "belay check: %s %s: use a whole number from 1 to %zu\n", option, text, high);
        return false;
    }
    *count = value;
    return true;
}

/* Seeds need a random schedule to count from. */
static bool set_schedule(const char *schedule, struct check_options *options)
{
    if (schedule == NULL && options->seeds > 0)
        schedule = "random:1";
    if (schedule != NULL)
        setenv("BELAY_SCHEDULE", schedule, 1);
    options->first_seed = belay_options()->seed;
    if (options->seeds > 0 && belay_options()->schedule != BELAY_RANDOM)
        return refuse("--seeds runs random schedules; leave --schedule out, or give it a first seed, random:SEED");
    return true;
}

static bool parse_letters(int argc, char **argv, struct check_options *options, const char **schedule)
{
    static const struct option names[] = {{"schedule", required_argument, NULL, 's'},
                                          {"seeds", required_argument, NULL, 'r'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"programs", no_argument, NULL, 'p'},
                                          {"jobs", required_argument, NULL, 'j'},
                                          {"notes", no_argument, NULL, 'n'},
                                          {"errors-only", no_argument, NULL, 'e'},
                                          {"suppress", required_argument, NULL, 'x'},
                                          {"json", required_argument, NULL, 'J'},
                                          {"sarif", required_argument, NULL, 'S'},
                                          {"junit", required_argument, NULL, 'U'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(argc, argv, "+j:", names, NULL)) != -1;) {
        switch (c) {
        case 's': *schedule = optarg; break;
        case 'r':
            if (!parse_count("--seeds", optarg, MAX_SEEDS, &options->seeds))
                return false;
            break;
        case 't': setenv("BELAY_THREADS", optarg, 1); break;
        case 'p': options->many = true; break;
        case 'j':
            if (!parse_count("--jobs", optarg, MAX_JOBS, &options->jobs))
                return false;
            break;
        case 'n': setenv("BELAY_NOTES", "1", 1); break;
        case 'e': options->errors_only = true; break;
        case 'x': options->suppress = optarg; break;
        case 'J': options->json = optarg; break;
        case 'S': options->sarif = optarg; break;
        case 'U': options->junit = optarg; break;
        case 'h': print_help(); exit(0);
        default: fputs("See belay check --help.\n", stderr); return false;
        }
    }
    return true;
}

bool check_options_parse(int argc, char **argv, struct check_options *options)
{
    const char *schedule = NULL;
    argv[0] = "belay check"; /* for the messages of getopt */
    *options = (struct check_options){.suppress = getenv("BELAY_SUPPRESS"), .json = getenv("BELAY_JSON")};
    setenv("BELAY_KEEP_GOING", "1", 1);
    if (!parse_letters(argc, argv, options, &schedule))
        return false;
    options->arguments = argv + optind;
    options->argument_count = (size_t)(argc - optind);
    if (options->argument_count == 0)
        return refuse("which program?");
    if (options->jobs > 1 && options->seeds < 2 && !options->many)
        return refuse("--jobs has only one run to do; name several programs after --programs, or give --seeds");
    if (options->jobs == 0)
        options->jobs = 1;
    return set_schedule(schedule, options);
}
