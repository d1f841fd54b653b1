/* belay explain RULE and belay list: what the tables know, for people. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "belay/pipes.h"
#include "cli/commands.h"
#include "isa/table.h"
#include "report/rules.h"
#include "report/text.h"

/* Prints text in lines of at most 78 columns. */
static void print_wrapped(const char *text)
{
    enum { WIDTH = 78 };
    int column = 0;
    for (const char *word = text; *word != '\0';) {
        int length = (int)strcspn(word, " ");
        if (column > 0 && column + 1 + length > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%.*s", column > 0 ? " " : "", length, word);
        word += length;
        word += strspn(word, " ");
    }
    putchar('\n');
}

static void list_rules(FILE *to)
{
    for (int i = 0; i < BELAY_RULES; i++)
        fprintf(to, "  %3d %-18s %-7s %s\n", belay_rule_table[i].number, belay_rule_table[i].name,
                belay_severity_name(belay_rule_table[i].severity), belay_rule_table[i].title);
}

/* By name or number. NULL: there is no such rule. */
static const struct belay_rule_info *find_rule(const char *text)
{
    char number[16];
    for (int i = 0; i < BELAY_RULES; i++) {
        const struct belay_rule_info *rule = &belay_rule_table[i];
        snprintf(number, sizeof number, "%d", rule->number);
        if (strcasecmp(rule->name, text) == 0 || strcmp(number, text) == 0)
            return rule;
    }
    return NULL;
}

int belay_command_explain(int argc, char **argv)
{
    if (argc != 2) {
        FILE *to = argc == 1 ? stdout : stderr;
        fputs("usage: belay explain RULE\n\nThe rules, which have a number and a name:\n", to);
        list_rules(to);
        return argc == 1 ? 0 : BELAY_USAGE;
    }
    const struct belay_rule_info *rule = find_rule(argv[1]);
    if (rule == NULL) {
        fprintf(stderr, "belay: there is no rule '%s'; belay explain lists them\n", argv[1]);
        return BELAY_USAGE;
    }
    printf("%s (%d, %s): %s\n\n", rule->name, rule->number, belay_severity_name(rule->severity), rule->title);
    print_wrapped(rule->explain);
    printf("\nFix:\n");
    print_wrapped(rule->fix);
    return 0;
}

static const char *cores_name(enum belay_cores cores)
{
    return cores == BELAY_ON_AIC ? "AIC" : cores == BELAY_ON_AIV ? "AIV" : "any";
}

int belay_command_list(int argc, char **argv)
{
    static const char *const pipes[BELAY_PIPES] = {[BELAY_PIPE_S] = "S",       [BELAY_PIPE_V] = "V",
                                                   [BELAY_PIPE_M] = "M",       [BELAY_PIPE_MTE1] = "MTE1",
                                                   [BELAY_PIPE_MTE2] = "MTE2", [BELAY_PIPE_MTE3] = "MTE3",
                                                   [BELAY_PIPE_FIX] = "FIX"};
    int found = 0;
    if (argc > 2) {
        fputs("usage: belay list [PART OF A NAME]\n", stderr);
        return BELAY_USAGE;
    }
    for (int i = 0; i < BELAY_OPS; i++) {
        const struct belay_op_info *op = &belay_op_table[i];
        if (argc == 2 && strstr(op->name, argv[1]) == NULL)
            continue;
        printf("%-30s %-3s %-4s  %s\n", op->name, cores_name(op->cores), pipes[op->pipe], op->about);
        found++;
    }
    if (found == 0) {
        fprintf(stderr, "belay: no instruction of this version has '%s' in its name\n", argv[1]);
        return BELAY_FINDINGS;
    }
    return 0;
}
