/* How the host runtime hands a kernel launch to the machine. */
#ifndef BELAY_MACHINE_LAUNCH_H
#define BELAY_MACHINE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay/abi.h"
#include "machine/gm_uses.h"
#include "machine/output.h"

/* One kernel launch as the machine sees it. */
struct belay_launch_request {
    const struct belay_kernel *kernel;
    void (*entry)(void *closure);
    const void *closure; /* valid until belay_machine_run returns */
    size_t closure_size;
    uint32_t blocks;
    uint64_t dynamic_ub;
    const struct belay_site *site; /* of the <<<>>> */
    struct belay_output *output;   /* receives what the kernel prints; may be NULL when it prints nothing */
    bool *page_fault;              /* receives whether it accessed GM where nothing is; or NULL */
    struct belay_gm_uses *uses;    /* receives what it has used of GM, with the checks on; or NULL */
};

/*
 * Runs a launch to its end on the calling thread (and pool threads). Returns 0 or the device error code of
 * acl_host.md 8.2 (507014, 507015, 507034, 507035). Prints the reports.
 */
int belay_machine_run(const struct belay_launch_request *request);

/*
 * The least UB in bytes that the local arrays in a kernel's own body need (belay_kernel.arrays); the arrays of
 * functions that it calls come on top.
 */
uint64_t belay_static_ub(const void *arrays);

#endif
