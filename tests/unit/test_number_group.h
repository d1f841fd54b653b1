/* What the test programs of the number formats share: variables of the oracle, a check that names its input. */
#ifndef TEST_NUMBER_GROUP_H
#define TEST_NUMBER_GROUP_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "test_number_oracle.h"

static mpfr_t exact, rounded;

static int setup(void **state)
{
    (void)state;
    mpfr_inits2(ORACLE_PRECISION, exact, rounded, (mpfr_ptr)0);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpfr_clears(exact, rounded, (mpfr_ptr)0);
    mpfr_free_cache();
    return 0;
}

static void expect(const char *what, uint64_t source, int mode, int overflow, uint64_t result, uint64_t expected)
{
    if (result != expected)
        fail_msg("%s 0x%" PRIx64 ", mode %d, overflow %d: 0x%" PRIx64 ", expected 0x%" PRIx64, what, source, mode,
                 overflow, result, expected);
}

#endif
