/* JUnit XML, as CI servers read it. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/export.h"
#include "cli/fidelity.h"
#include "report/record.h"

/* Text for elements and attributes. XML has no way to write the other control characters. */
static void put_text(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        case '\t':
        case '\n': fprintf(file, "&#%d;", c); break;
        default: fputc(c < ' ' ? '?' : c, file); break;
        }
    }
}

static void put_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    put_text(file, value);
    fputc('"', file);
}

static bool is_failure(const json_t *record, bool errors_only)
{
    enum belay_severity severity = finding_severity(record);
    return !finding_is_suppressed(record) && (severity == BELAY_ERROR || (severity == BELAY_WARNING && !errors_only));
}

static void put_failure(FILE *file, const json_t *record)
{
    char *message = finding_message(record);
    fputs("   <failure", file);
    put_attribute(file, "type", finding_text(record, "rule"));
    put_attribute(file, "message", finding_text(record, "message"));
    fputc('>', file);
    put_text(file, message);
    if (*finding_text(record, "file") != '\0') {
        put_text(file, "\nat: ");
        put_text(file, finding_text(record, "file"));
        fprintf(file, ":%" PRIu64, finding_number(record, "line"));
    }
    fputs("</failure>\n", file);
    free(message);
}

/* Names and problems may hold bytes that are not UTF-8. */
static void put_named(FILE *file, const char *name, const char *value)
{
    json_t *text = belay_record_text(value);
    put_attribute(file, name, json_string_value(text));
    json_decref(text);
}

static void put_property(FILE *file, const char *name, uint64_t value)
{
    fprintf(file, "    <property name=\"%s\" value=\"%" PRIu64 "\"/>\n", name, value);
}

/* How many operations are exact, open and refused, and how many rest on each open point. */
static void put_fidelity(FILE *file, const json_t *fidelity)
{
    size_t i;
    json_t *point;
    if (fidelity_operations(fidelity) == 0)
        return;
    fputs("   <properties>\n", file);
    put_property(file, "exact", finding_number(fidelity, "exact"));
    put_property(file, "open", finding_number(fidelity, "open"));
    put_property(file, "refused", finding_number(fidelity, "refused"));
    json_array_foreach(json_object_get(fidelity, "points"), i, point)
        put_property(file, finding_text(point, "name"), finding_number(point, "count"));
    fputs("   </properties>\n", file);
}

static void put_case(FILE *file, const struct program *program, bool errors_only)
{
    const char *key;
    json_t *record;
    fputs("  <testcase classname=\"belay\"", file);
    put_named(file, "name", program->name);
    fprintf(file, " time=\"%.3f\">\n", program->seconds);
    put_fidelity(file, program->findings.fidelity);
    json_object_foreach(program->findings.records, key, record) if (is_failure(record, errors_only))
        put_failure(file, record);
    if (program->problem != NULL) {
        fputs("   <error type=\"not-judged\"", file);
        put_named(file, "message", program->problem);
        fputs("/>\n", file);
    } else if (program->status != 0) {
        fprintf(file, "   <failure type=\"exit-status\" message=\"the program itself ended with status %d\"/>\n",
                program->status);
    }
    fputs("  </testcase>\n", file);
}

bool export_junit(FILE *file, const struct program *programs, size_t count, bool errors_only)
{
    size_t failures = 0, errors = 0;
    double seconds = 0;
    for (size_t i = 0; i < count; i++) {
        int verdict = program_verdict(&programs[i], errors_only);
        failures += verdict == BELAY_FINDINGS || verdict == BELAY_PROGRAM_FAILED;
        errors += verdict == BELAY_NOT_JUDGED;
        seconds += programs[i].seconds;
    }
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            " <testsuite name=\"belay\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"%.3f\">\n",
            count, failures, errors, seconds);
    for (size_t i = 0; i < count; i++)
        put_case(file, &programs[i], errors_only);
    fputs(" </testsuite>\n</testsuites>\n", file);
    return !ferror(file);
}
