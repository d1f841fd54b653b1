/* How the host runtime reports failures (acl_host.md 9). */
#ifndef BELAY_HOST_ERROR_H
#define BELAY_HOST_ERROR_H

/*
 * Reports a failed call: prints "belay: error ACL: <function>: <message> (returns <code> <name>)", keeps the text for
 * aclGetRecentErrMsg and the code as the thread's last error. Returns the code. A kernel launch stands for the function
 * that it is ("k<<<>>> at a.asc:12"): its code is what aclrtGetLastError returns.
 */
int belay_host_fail(int code, const char *function, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same with another rule's name in place of ACL. */
int belay_host_fail_rule(int code, const char *rule, const char *function, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Prints "belay: warning ACL: <function>: <message>". */
void belay_host_warn(const char *function, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* belay_host_fail for the calling function. */
#define FAIL(code, ...) belay_host_fail(code, __func__, __VA_ARGS__)

#endif
