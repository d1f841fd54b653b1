#include "debug/message.h"

#include <inttypes.h>
#include <string.h>

#include "number/e8m0.h"
#include "number/element.h"

/* What the formatting of one message goes through. */
struct formatter {
    FILE *out;
    struct belay_core *core;
    const struct belay_message *message;
    const struct belay_site *site;
    uint32_t used; /* arguments so far */
};

#define KNOWN_CONVERSIONS "%d, %i, %u, %x and %X (with l or ll), %f, %F, %p, %s and %%"

void belay_message_prefix(FILE *out, const struct belay_core *core)
{
    fprintf(out, "[%s Block %u/%u] ", core->kind == BELAY_AIC ? "AIC" : "AIV", belay_inter_member(core),
            belay_inter_members(core));
}

static struct belay_report *report(const struct formatter *formatter)
{
    static const struct belay_op_info print = {.name = "printf"};
    return belay_core_report(formatter->core, BELAY_RULE_PRINTF, &print, formatter->site, BELAY_PIPE_S);
}

static float float_of(const struct belay_argument *argument)
{
    float value;
    uint8_t bits[sizeof argument->bits];
    memcpy(bits, &argument->bits, sizeof bits);
    if (argument->kind == BELAY_ARGUMENT_SMALL)
        belay_element_values(&value, bits, 1, (enum belay_dtype)argument->dtype);
    else
        memcpy(&value, bits, sizeof value);
    return value;
}

/* The 8 bytes of an argument as the device lays them out. */
static uint64_t bits_of(const struct belay_argument *argument)
{
    return argument->kind == BELAY_ARGUMENT_SMALL ? belay_float_word(float_of(argument)) : argument->bits;
}

/* open point printf-double: %f takes the low 4 bytes of a double for a float; it is printed as its author means it */
static void print_float(struct formatter *formatter, const struct belay_argument *argument, char conversion)
{
    float value = float_of(argument);
    if (argument->kind == BELAY_ARGUMENT_DOUBLE) {
        double wide;
        memcpy(&wide, &argument->bits, sizeof wide);
        value = (float)wide;
        struct belay_report *warning = report(formatter);
        belay_report_text(warning, "%%%c takes a float, but argument %u is a double", conversion, formatter->used);
        belay_report_detail(warning, "why",
                            "the device may print the low half of a double as a float; here it is converted");
        belay_report_detail(warning, "fix", "pass a float: 3.14f, or static_cast<float>(x)");
    }
    fprintf(formatter->out, conversion == 'F' ? "%F" : "%f", (double)value);
}

/* open point printf-string: what %s makes of something else */
static bool print_string(struct formatter *formatter, const struct belay_argument *argument)
{
    if (argument->kind == BELAY_ARGUMENT_STRING) {
        const char *text = (const char *)(uintptr_t)argument->bits;
        fputs(text != NULL ? text : "(null)", formatter->out);
        return true;
    }
    struct belay_report *warning = report(formatter);
    belay_report_text(warning, "%%s takes a string, but argument %u is none: the message ends there", formatter->used);
    belay_report_detail(warning, "fix", "pass a char pointer, or use %%d, %%u, %%x, %%f or %%p");
    return false;
}

/* Prints the next argument; false ends the message. open point printf-pointer: %p is 0x and hexadecimal digits */
static bool print_argument(struct formatter *formatter, char conversion)
{
    const struct belay_message *message = formatter->message;
    if (formatter->used == message->count) {
        struct belay_report *warning = report(formatter);
        belay_report_text(warning,
                          "the format asks for more than the %u argument%s of the call: the message ends at %%%c",
                          message->count, message->count == 1 ? "" : "s", conversion);
        belay_report_detail(warning, "fix", "pass an argument for every conversion of the format");
        return false;
    }
    const struct belay_argument *argument = &message->arguments[formatter->used++];
    uint64_t bits = bits_of(argument);
    switch (conversion) {
    case 'd':
    case 'i': fprintf(formatter->out, "%" PRId64, (int64_t)bits); break;
    case 'u': fprintf(formatter->out, "%" PRIu64, bits); break;
    case 'x': fprintf(formatter->out, "%" PRIx64, bits); break;
    case 'X': fprintf(formatter->out, "%" PRIX64, bits); break;
    case 'p': fprintf(formatter->out, "0x%" PRIx64, bits); break;
    case 's': return print_string(formatter, argument);
    default: print_float(formatter, argument, conversion); break;
    }
    return true;
}

/* open point printf-unknown: characters up to the one that is not understood are printed, and nothing behind them */
static void print_unknown(struct formatter *formatter, const char *text, int length)
{
    fprintf(formatter->out, "%%%.*s", length, text);
    struct belay_report *warning = report(formatter);
    belay_report_text(warning, "the device does not know the conversion %%%.*s: the message ends there", length, text);
    belay_report_detail(warning, "fix", "use %s, without flags, width and precision", KNOWN_CONVERSIONS);
}

/* The conversion behind a percent sign; the characters it takes, or 0: the message ends here. */
static size_t print_conversion(struct formatter *formatter, const char *text)
{
    size_t length = text[0] == 'l' ? text[1] == 'l' ? 2 : 1 : 0;
    char conversion = text[length];
    if (conversion == '%' && length == 0) {
        fputc('%', formatter->out);
        return 1;
    }
    if (conversion == '\0' || strchr(length > 0 ? "diuxX" : "diuxXfFps", conversion) == NULL) {
        print_unknown(formatter, text, (int)length + (conversion != '\0'));
        return 0;
    }
    return print_argument(formatter, conversion) ? length + 1 : 0;
}

void belay_message_format(FILE *out, struct belay_core *core, const struct belay_message *message,
                          const struct belay_site *site)
{
    struct formatter formatter = {out, core, message, site, 0};
    const char *text = message->format;
    while (*text != '\0') {
        size_t plain = strcspn(text, "%");
        fwrite(text, 1, plain, out);
        text += plain;
        if (*text == '\0')
            return;
        size_t taken = print_conversion(&formatter, text + 1);
        if (taken == 0)
            return;
        text += 1 + taken;
    }
}
