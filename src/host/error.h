/* How the host runtime reports failures (acl_host.md 9). */
#ifndef BELAY_HOST_ERROR_H
#define BELAY_HOST_ERROR_H

#include "report/report.h"

/*
 * Reports a failed call, at once and each time: prints "belay: error ACL: <function>: <message> (returns <code> <name>)",
 * keeps the text for aclGetRecentErrMsg and the code as the thread's last error. Returns the code. A kernel launch stands
 * for the function that it is ("k<<<>>> at a.asc:12"): its code is what aclrtGetLastError returns.
 */
int belay_host_fail(int code, const char *function, const char *format, ...) __attribute__((format(printf, 3, 4)));

/*
 * The same for the failure of a kernel, which a report has told when it ran: prints "belay: <function>: <message>
 * (returns <code> <name>)", which is no finding of its own.
 */
int belay_host_pass_on(int code, const char *function, const char *format, ...) __attribute__((format(printf, 3, 4)));

/*
 * belay_host_fail for a launch that is refused by a rule of its own: BELAY_RULE_LAUNCH or BELAY_RULE_KERNEL_KIND stands in
 * place of ACL, and the report carries the launch's source position (NULL: it is not known). Returns
 * ACL_ERROR_RT_PARAM_INVALID.
 */
int belay_host_refuse_launch(enum belay_rule rule, const struct belay_site *site, const char *launch,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Reports a call that succeeds and is wrong: prints "belay: warning ACL: <function>: <message>". */
void belay_host_warn(const char *function, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* belay_host_fail for the calling function. */
#define FAIL(code, ...) belay_host_fail(code, __func__, __VA_ARGS__)

#endif
