/* Names of result codes. */
#ifndef BELAY_HOST_ERROR_NAME_H
#define BELAY_HOST_ERROR_NAME_H

/* The name of a result code as the ACL headers spell it; "unknown code" for a value without one. */
const char *belay_host_error_name(int code);

#endif
