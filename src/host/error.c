#include "host/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl.h"
#include "host/error_name.h"

enum { MESSAGE_BYTES = 1024, TEXT_BYTES = MESSAGE_BYTES + 512, RECENT_BYTES = 4096 };

static _Thread_local int last_error;
static _Thread_local char recent[RECENT_BYTES];   /* texts since the last aclGetRecentErrMsg, newest first */
static _Thread_local char returned[RECENT_BYTES]; /* what aclGetRecentErrMsg returned last */

/* Puts a text before the others; the oldest ones fall off the end. */
static void remember(int code, const char *subject, const char *message)
{
    char text[MESSAGE_BYTES + 256];
    const char *id = code < ACL_ERROR_RT_PARAM_INVALID ? "EH0001" : "EE1001"; /* interface or runtime */
    snprintf(text, sizeof text, "%s: %s: %s\n", id, subject, message);
    size_t length = strlen(text);
    size_t kept = strlen(recent);
    if (kept > sizeof recent - 1 - length)
        kept = sizeof recent - 1 - length;
    memmove(recent + length, recent, kept);
    memcpy(recent, text, length);
    recent[length + kept] = '\0';
}

static void report(enum belay_rule rule, enum belay_severity severity, const struct belay_site *site,
                   const char *subject, const char *text)
{
    static const struct belay_site nowhere;
    struct belay_report_log log = {NULL};
    struct belay_report *made =
        site != NULL ? belay_report_new(&log, rule, NULL, site) : belay_report_new(&log, rule, subject, &nowhere);
    made->severity = severity;
    made->brief = true;
    belay_report_text(made, "%s", text);
    belay_report_flush(&log);
}

/* Keeps a failure for the functions that are asked for it later, and puts it in words. */
static void note(int code, const char *subject, const char *format, va_list arguments, char *text, size_t size)
{
    char message[MESSAGE_BYTES];
    vsnprintf(message, sizeof message, format, arguments);
    snprintf(text, size, "%s: %s (returns %d %s)", subject, message, code, belay_host_error_name(code));
    remember(code, subject, message);
    last_error = code;
}

static void fail(int code, enum belay_rule rule, const struct belay_site *site, const char *subject, const char *format,
                 va_list arguments)
{
    char text[TEXT_BYTES];
    note(code, subject, format, arguments, text, sizeof text);
    report(rule, BELAY_ERROR, site, subject, text);
}

int belay_host_fail(int code, const char *function, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(code, BELAY_RULE_ACL, NULL, function, format, arguments);
    va_end(arguments);
    return code;
}

int belay_host_pass_on(int code, const char *function, const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    note(code, function, format, arguments, text, sizeof text);
    va_end(arguments);
    fprintf(stderr, "belay: %s\n", text);
    return code;
}

int belay_host_refuse_launch(enum belay_rule rule, const struct belay_site *site, const char *launch,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(ACL_ERROR_RT_PARAM_INVALID, rule, site, launch, format, arguments);
    va_end(arguments);
    return ACL_ERROR_RT_PARAM_INVALID;
}

void belay_host_warn(const char *function, const char *format, ...)
{
    char message[MESSAGE_BYTES], text[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "%s: %s", function, message);
    report(BELAY_RULE_ACL, BELAY_WARNING, NULL, function, text);
}

static int check_level(aclrtLastErrLevel level, const char *function)
{
    if (level == ACL_RT_THREAD_LEVEL)
        return ACL_SUCCESS;
    return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                           "level is %d; the only level is ACL_RT_THREAD_LEVEL (0)", (int)level);
}

aclError aclrtGetLastError(aclrtLastErrLevel level)
{
    int bad = check_level(level, __func__);
    if (bad)
        return bad;
    int code = last_error;
    last_error = ACL_SUCCESS;
    return code;
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level)
{
    int bad = check_level(level, __func__);
    return bad ? bad : last_error;
}

const char *aclGetRecentErrMsg(void)
{
    if (recent[0] == '\0')
        return NULL;
    memcpy(returned, recent, sizeof returned);
    recent[0] = '\0';
    return returned;
}
