#include "machine/fault.h"

#include <inttypes.h>
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
        belay_report_detail(report, "why", "recursion without end, or local arrays of ordinary type that are too large");
        break;
    case BELAY_RULE_SCALAR_SPACE:
        belay_report_text(report, "scalar code dereferences %s, which the scalar unit of this core cannot reach", what);
        belay_report_detail(report, "why", "the scalar unit of an AIV reaches GM and its own UB, that of the AIC only GM");
        belay_report_detail(report, "fix", "move the data with an instruction; a pointer into this memory is only a name");
        break;
    case BELAY_RULE_SCALAR_NULL:
        belay_report_text(report, "scalar code dereferences %s", what);
        belay_report_detail(report, "fix", "cast local addresses in one step, (__ubuf__ T *)offset, and check GM pointers");
        break;
    case BELAY_RULE_SCALAR_OOB:
        belay_report_text(report, "scalar code dereferences %s", what);
        break;
    default:
        if (is_access(fault_signal))
            belay_report_text(report, "kernel code dereferences %s", what);
        else
            belay_report_text(report, "kernel code died of a signal: %s", strsignal(fault_signal));
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

_Noreturn static void land(void)
{
    struct belay_core *core = belay_current_core();
    enum belay_rule rule = classify(core);
    struct belay_site site = belay_symbol_site(core->fault_pc);
    if (site.line == 0)
        site = core->last_site;
    struct belay_report *report = belay_core_report(core, rule, NULL, &site, BELAY_PIPE_S);
    describe_fault(core, report, rule);
    if (core->last_site.file != NULL)
        belay_report_detail(report, "after", "the call at %s:%u", core->last_site.file, core->last_site.line);
    belay_launch_fail(core->cluster->launch, BELAY_FAIL_EXCEPTION);
    belay_core_stop(core);
}

/* ---- the signal handler ------------------------------------------------------------------------- */

/* Makes the interrupted kernel go on in land(), on the top of its stack, which it will not need any more. */
static void redirect(struct belay_core *core, ucontext_t *context)
{
    uint64_t top = (uint64_t)(uintptr_t)core->coroutine.stack + BELAY_STACK_SIZE - RED_ZONE;
    belay_coroutine_discard_frames(&core->coroutine);
#if defined(__x86_64__)
    core->fault_pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
    context->uc_mcontext.gregs[REG_RSP] = (greg_t)((top & ~UINT64_C(15)) - 8);
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)land;
#elif defined(__aarch64__)
    core->fault_pc = context->uc_mcontext.pc;
    context->uc_mcontext.sp = top & ~UINT64_C(15);
    context->uc_mcontext.pc = (uint64_t)(uintptr_t)land;
#else
#error "Belay runs on x86-64 and aarch64"
#endif
}

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void report_host_access(uint64_t address)
{
    char text[512];
    snprintf(text, sizeof text,
             "belay: error HOST-ACCESS: host code dereferences device memory, %s\n"
             "  why  : device pointers mean nothing to the host; a real system faults or reads garbage here\n"
             "  fix  : copy with aclrtMemcpy(..., ACL_MEMCPY_DEVICE_TO_HOST) and read the copy\n",
             belay_byte_words(NULL, BELAY_GM, address).text);
    say(text);
}

static void handle(int signal_number, siginfo_t *info, void *context)
{
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    struct belay_core *core = belay_current_core();
    if (core != NULL) {
        if (is_access(signal_number) && belay_gm_is_device(address) && belay_gm_open(address))
            return; /* the access is repeated, now allowed */
        fault_signal = signal_number;
        core->fault_address = address;
        redirect(core, context);
        return;
    }
    if (is_access(signal_number) && belay_gm_is_device(address))
        report_host_access(address);
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == signal_number)
            sigaction(signal_number, &previous[i], NULL);
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
