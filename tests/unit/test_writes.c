/* The registers that the tables say an instruction writes are those that it writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/issue.h"
#include "machine/launch.h"
#include "report/report.h"

static const struct belay_site site = {"test_writes.c", "kernel", 1};

/* The calls that may change a register: zeros are legal for the others, too, but some of those wait for ever. */
static bool may_set(const struct belay_op_info *op)
{
    static const char *const starts[] = {"asc_set_", "asc_enable_", "asc_disable_", "asc_init"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(op->name, starts[i], strlen(starts[i])) == 0)
            return true;
    return op->writes != 0;
}

static int tried, wrong; /* a failed assertion must not jump off the stack of a core */

static void kernel(void *closure)
{
    (void)closure;
    struct belay_core *core = belay_current_core();
    const uint64_t zeros[BELAY_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < BELAY_OPS; i++) {
        const struct belay_op_info *op = &belay_op_table[i];
        bool acts = op->cores == BELAY_ON_ANY || (op->cores == BELAY_ON_AIC) == (core->kind == BELAY_AIC);
        if (!acts || core->sub != 0 || !may_set(op))
            continue;
        core->reg_set = 0;
        belay_issue(i, op->dtypes > 0 ? op->dtype[0] : 0, zeros, &site);
        if (core->reg_set != op->writes) {
            print_error("%s writes 0x%llx, the table says 0x%llx\n", op->name, (unsigned long long)core->reg_set,
                        (unsigned long long)op->writes);
            wrong++;
        }
        tried++;
    }
}

static void test_writes(void **state)
{
    (void)state;
    static const struct belay_kernel mixed = {.name = "kernel", .aic = 1, .aiv = 2, .scheduled = 1};
    const struct belay_launch_request request = {.kernel = &mixed, .entry = kernel, .closure = "", .blocks = 1,
                                                 .site = &site};
    setenv("BELAY_KEEP_GOING", "1", 1);
    belay_machine_run(&request);
    assert_true(tried > 70);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_writes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
