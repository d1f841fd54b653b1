#include "machine/fault.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "machine/address.h"
#include "machine/gm.h"
#include "machine/inter.h"
#include "machine/machine.h"
#include "report/symbol.h"

enum { SIGNAL_STACK = 64 * 1024, RED_ZONE = 256 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction previous[SIGNALS];
static _Thread_local void *signal_stack;
static _Thread_local int fault_signal;
static _Thread_local struct {
    uint64_t address, pc, caller;
    bool reported;
} host_fault;

/* ---- the report, made on the faulting core's own stack --------------------------------------- */

/* Whether the signal tells of an access, so that its address is that of the data. */
static bool is_access(int signal_number)
{
    return signal_number == SIGSEGV || signal_number == SIGBUS;
}

static void describe_fault(const struct belay_core *core, struct belay_report *report, enum belay_rule rule)
{
    const struct belay_words words = belay_address_words(core, core->fault_address);
    const char *what = words.text;
    switch (rule) {
    case BELAY_RULE_STACK_OVERFLOW:
        belay_report_text(report, "the kernel's stack is full: %d KiB are not enough", BELAY_STACK_SIZE / 1024);
        belay_report_detail(report, "why", "recursion without end, or local arrays of ordinary memory that are too large");
        belay_report_detail(report, "fix", "turn the recursion into a loop, or put the arrays into a local memory (__ubuf__)");
        break;
    case BELAY_RULE_SCALAR_SPACE:
        belay_report_text(report, "scalar code dereferences %s, which the scalar unit of this core cannot reach", what);
        belay_report_detail(report, "why", "the scalar unit of an AIV reaches GM and its own UB, that of the AIC only GM");
        belay_report_detail(report, "fix", "copy the data with an instruction to a memory that it reaches, and use it there");
        break;
    case BELAY_RULE_SCALAR_NULL:
        belay_report_text(report, "scalar code dereferences %s", what);
        belay_report_detail(report, "fix", "check the pointers that the launch passes; an offset in UB becomes a pointer by "
                                           "one cast, (__ubuf__ T *)offset");
        break;
    case BELAY_RULE_SCALAR_OOB:
        belay_report_text(report, "scalar code dereferences %s", what);
        belay_report_detail(report, "fix", "check the index against the size of the array or allocation, and that it is not "
                                           "freed before the kernel has finished");
        break;
    default:
        if (is_access(fault_signal))
            belay_report_text(report, "kernel code dereferences %s", what);
        else
            belay_report_text(report, "kernel code died of a signal: %s", strsignal(fault_signal));
        belay_report_detail(report, "fix", "%s", is_access(fault_signal)
                                                     ? "check the pointers and indices of this line"
                                                     : "check for a division by 0; a debugger stops at this line");
        break;
    }
}

static enum belay_rule classify(const struct belay_core *core)
{
    const struct belay_memory *memory;
    enum belay_window window;
    uint64_t address = core->fault_address;
    if (!is_access(fault_signal))
        return BELAY_RULE_KERNEL_FAULT;
    if (belay_coroutine_in_guard(&core->coroutine, address))
        return BELAY_RULE_STACK_OVERFLOW;
    if (address <= UINT32_MAX)
        return BELAY_RULE_SCALAR_NULL;
    if (belay_memory_find(address, &memory, &window)) {
        bool own_ub = memory == &core->cluster->memory && core->kind == BELAY_AIV &&
                      window == belay_space_window(BELAY_UB, core->sub);
        return own_ub ? BELAY_RULE_SCALAR_OOB : BELAY_RULE_SCALAR_SPACE;
    }
    return belay_gm_is_device(address) ? BELAY_RULE_SCALAR_OOB : BELAY_RULE_KERNEL_FAULT;
}

_Noreturn static void land_in_kernel(void)
{
    struct belay_core *core = belay_current_core();
    enum belay_rule rule = classify(core);
    struct belay_site site = belay_symbol_site(core->fault_pc);
    if (site.line == 0)
        site = core->last_site;
    struct belay_report *report = belay_core_report(core, rule, NULL, &site, BELAY_PIPE_S);
    describe_fault(core, report, rule);
    if (core->last_site.file != NULL)
        belay_report_detail(report, "after", "the last instruction before it was called at %s:%u", core->last_site.file,
                            core->last_site.line);
    bool in_gm = rule == BELAY_RULE_SCALAR_NULL || (rule == BELAY_RULE_SCALAR_OOB && belay_gm_is_device(core->fault_address));
    belay_launch_fail(core->cluster->launch, in_gm ? BELAY_FAIL_PAGE_FAULT : BELAY_FAIL_EXCEPTION);
    belay_core_stop(core);
}

/* ---- the report about a host thread, made on its own stack ----------------------------------- */

static void forget(int signal_number)
{
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == signal_number)
            sigaction(signal_number, &previous[i], NULL);
}

static bool is_in_c_library(uint64_t pc)
{
    Dl_info at, library;
    return dladdr((void *)(uintptr_t)pc, &at) != 0 && dladdr((void *)(uintptr_t)memcpy, &library) != 0 &&
           at.dli_fbase == library.dli_fbase;
}

/* The line of the access or, for memcpy and its kind, of the call. File NULL: it is not known. */
static struct belay_site host_site(void)
{
    uint64_t pc = is_in_c_library(host_fault.pc) ? host_fault.caller : host_fault.pc;
    struct belay_site site = belay_symbol_site(pc);
    return site.line != 0 && !is_in_c_library(pc) ? site : (struct belay_site){.file = NULL};
}

/* The process dies of the signal, as it would without us, but not before the report is recorded. */
_Noreturn static void land_in_host(void)
{
    struct belay_report_log log = {NULL};
    const struct belay_site site = host_site();
    struct belay_report *report = belay_report_new(&log, BELAY_RULE_HOST_ACCESS, NULL, &site);
    belay_report_text(report, "host code dereferences device memory, %s",
                      belay_byte_words(NULL, BELAY_GM, host_fault.address).text);
    belay_report_detail(report, "why", "device pointers mean nothing to the host; a real system faults or reads garbage here");
    belay_report_detail(report, "fix", "copy with aclrtMemcpy between this memory and host memory, and use the host memory");
    belay_report_flush(&log);
    forget(fault_signal);
    raise(fault_signal);
    _exit(128 + fault_signal);
}

/* ---- the signal handler ------------------------------------------------------------------------- */

/* Makes the interrupted thread go on in `land`, which never returns, with its stack below `top`. */
static void redirect(ucontext_t *context, uint64_t top, void (*land)(void))
{
#if defined(__x86_64__)
    context->uc_mcontext.gregs[REG_RSP] = (greg_t)((top & ~UINT64_C(15)) - 8);
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)land;
#elif defined(__aarch64__)
    context->uc_mcontext.sp = top & ~UINT64_C(15);
    context->uc_mcontext.pc = (uint64_t)(uintptr_t)land;
#else
#error "Belay runs on x86-64 and aarch64"
#endif
}

/* Registers at the fault. The caller is right for a function that has not touched the stack, like memcpy. */
#if defined(__x86_64__)
static uint64_t pc_of(const ucontext_t *context) { return (uint64_t)context->uc_mcontext.gregs[REG_RIP]; }
static uint64_t sp_of(const ucontext_t *context) { return (uint64_t)context->uc_mcontext.gregs[REG_RSP]; }
static uint64_t caller_of(const ucontext_t *context) { return *(const uint64_t *)(uintptr_t)sp_of(context) - 1; }
#else
static uint64_t pc_of(const ucontext_t *context) { return context->uc_mcontext.pc; }
static uint64_t sp_of(const ucontext_t *context) { return context->uc_mcontext.sp; }
static uint64_t caller_of(const ucontext_t *context) { return context->uc_mcontext.regs[30] - 1; }
#endif

/* On the top of the kernel's stack, which it will not need any more. */
static void redirect_kernel(struct belay_core *core, uint64_t address, ucontext_t *context)
{
    belay_coroutine_discard_frames(&core->coroutine);
    core->fault_address = address;
    core->fault_pc = pc_of(context);
    redirect(context, (uint64_t)(uintptr_t)core->coroutine.stack + BELAY_STACK_SIZE - RED_ZONE, land_in_kernel);
}

static void redirect_host(uint64_t address, ucontext_t *context)
{
    host_fault.address = address;
    host_fault.pc = pc_of(context);
    host_fault.caller = caller_of(context);
    host_fault.reported = true;
    redirect(context, sp_of(context) - RED_ZONE, land_in_host);
}

static void handle(int signal_number, siginfo_t *info, void *context)
{
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    struct belay_core *core = belay_current_core();
    bool device = is_access(signal_number) && belay_gm_is_device(address);
    if (core != NULL && device && belay_gm_open(address))
        return; /* the access is repeated, now allowed */
    fault_signal = signal_number;
    if (core != NULL)
        redirect_kernel(core, address, context);
    else if (device && !host_fault.reported)
        redirect_host(address, context);
    else
        forget(signal_number);
}

static void install(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &previous[i]);
}

void belay_fault_install(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

void belay_fault_enter_thread(void)
{
    signal_stack = malloc(SIGNAL_STACK);
    if (signal_stack == NULL)
        abort();
    stack_t stack = {.ss_sp = signal_stack, .ss_size = SIGNAL_STACK};
    sigaltstack(&stack, NULL);
}

void belay_fault_leave_thread(void)
{
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(signal_stack);
}
