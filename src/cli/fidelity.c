#include "cli/fidelity.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/findings.h"

static const char *const classes[] = {"exact", "open", "refused"};
enum { CLASSES = sizeof classes / sizeof *classes };

json_t *fidelity_new(void)
{
    return json_pack("{s:i, s:i, s:i, s:[]}", "exact", 0, "open", 0, "refused", 0, "points");
}

/* ---- adding ---------------------------------------------------------------------------------------------- */

static void add_number(json_t *to, const json_t *from, const char *key)
{
    json_object_set_new(to, key, json_integer((json_int_t)(finding_number(to, key) + finding_number(from, key))));
}

static void add_point(json_t *points, const json_t *point)
{
    size_t i;
    json_t *known;
    json_array_foreach(points, i, known) {
        if (strcmp(finding_text(known, "name"), finding_text(point, "name")) != 0)
            continue;
        add_number(known, point, "count");
        json_object_update_missing(known, (json_t *)point);
        return;
    }
    json_array_append_new(points, json_copy((json_t *)point));
}

void fidelity_add(json_t *total, const json_t *record)
{
    size_t i;
    json_t *point;
    for (int c = 0; c < CLASSES; c++)
        add_number(total, record, classes[c]);
    json_array_foreach(json_object_get(record, "points"), i, point)
        add_point(json_object_get(total, "points"), point);
}

/* ---- saying it ------------------------------------------------------------------------------------------- */

uint64_t fidelity_operations(const json_t *total)
{
    uint64_t operations = 0;
    for (int c = 0; c < CLASSES; c++)
        operations += finding_number(total, classes[c]);
    return operations;
}

static const char *plural(uint64_t number)
{
    return number == 1 ? "" : "s";
}

static void print_point(const json_t *point)
{
    uint64_t count = finding_number(point, "count");
    const json_t *reader = json_object_get(point, "reader");
    fprintf(stderr, "  open : %s: %s; chosen: %s", finding_text(point, "name"), finding_text(point, "what"),
            finding_text(point, "choice"));
    fprintf(stderr, " (%" PRIu64 " time%s, first at %s:%" PRIu64, count, plural(count), finding_text(point, "file"),
            finding_number(point, "line"));
    if (reader != NULL)
        fprintf(stderr, "; its results were read by scalar code at %s:%" PRIu64, finding_text(reader, "file"),
                finding_number(reader, "line"));
    fputs(")\n", stderr);
}

void fidelity_print(const json_t *total)
{
    const json_t *points = json_object_get(total, "points");
    uint64_t exact = finding_number(total, "exact"), open = finding_number(total, "open");
    size_t i;
    json_t *point;
    if (fidelity_operations(total) == 0)
        return;
    fprintf(stderr, "belay: fidelity: %" PRIu64 " operation%s exact, %" PRIu64 " open", exact, plural(exact), open);
    if (open > 0)
        fprintf(stderr, " (%zu point%s)", json_array_size(points), plural(json_array_size(points)));
    fprintf(stderr, ", %" PRIu64 " refused\n", finding_number(total, "refused"));
    json_array_foreach(points, i, point)
        print_point(point);
}
