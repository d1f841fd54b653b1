#include "host/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl.h"
#include "host/error_name.h"

enum { MESSAGE_BYTES = 1024, RECENT_BYTES = 4096 };

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

static void fail(int code, const char *rule, const char *subject, const char *format, va_list arguments)
{
    char message[MESSAGE_BYTES];
    vsnprintf(message, sizeof message, format, arguments);
    fprintf(stderr, "belay: error %s: %s: %s (returns %d %s)\n", rule, subject, message, code,
            belay_host_error_name(code));
    remember(code, subject, message);
    last_error = code;
}

int belay_host_fail(int code, const char *function, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(code, "ACL", function, format, arguments);
    va_end(arguments);
    return code;
}

int belay_host_fail_rule(int code, const char *rule, const char *function, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(code, rule, function, format, arguments);
    va_end(arguments);
    return code;
}

void belay_host_warn(const char *function, const char *format, ...)
{
    char message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fprintf(stderr, "belay: warning ACL: %s: %s\n", function, message);
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
