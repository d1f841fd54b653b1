/* Device memory and the environment variables of the machine. */
#include "test_host.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "machine/device.h"
#include "machine/gm.h"

static void allocates(void **state)
{
    (void)state;
    uint64_t a = belay_gm_alloc(100), b = belay_gm_alloc(1);
    assert_true(a != 0 && b != 0 && a % 512 == 0 && b % 512 == 0);
    assert_true(b >= a + 100 + 4096 || a >= b + 1 + 4096);
    assert_int_equal(belay_gm_alloc(0), 0);
    assert_true(belay_gm_is_device(a) && belay_gm_is_device(a + 4096) && !belay_gm_is_device((uintptr_t)&a));
    assert_true(belay_gm_contains(a, 100) && belay_gm_contains(a + 99, 1) && belay_gm_contains(a + 99, 0));
    assert_false(belay_gm_contains(a, 101) || belay_gm_contains(a + 100, 0) || belay_gm_contains(a - 1, 1));
    assert_false(belay_gm_contains(a + 1, UINT64_MAX) || belay_gm_contains(0, 1) || belay_gm_contains(UINT64_MAX, 1));
    for (int i = 0; i < 100; i++)
        assert_int_equal(belay_gm_host(a)[i], 0xFF);
    assert_ptr_equal(belay_gm_host(a + 5), belay_gm_host(a) + 5);
    assert_int_equal(belay_gm_free(a + 1), -1);
    assert_int_equal(belay_gm_free(a), 0);
    assert_int_equal(belay_gm_free(a), -1);
    assert_int_equal(belay_gm_free(0), -1);
    assert_int_equal(belay_gm_free(b), 0);
}

static void finds_blocks(void **state)
{
    (void)state;
    struct belay_gm_block block, next;
    uint64_t a = belay_gm_alloc(100), b = belay_gm_alloc(70000);
    assert_true(belay_gm_find(a + 99, &block));
    assert_true(block.address == a && block.size == 100 && block.live && block.number > 0);
    assert_true(belay_gm_find(b, &next));
    assert_int_equal(next.number, block.number + 1);
    assert_false(belay_gm_find(a + 100, &block));
    assert_true(belay_gm_nearest(a + 100, &block) && block.address == a);
    assert_true(belay_gm_nearest(b - 1, &block) && block.address == a);
    assert_true(belay_gm_nearest(b + 70000, &block) && block.address == b);
    assert_true(belay_gm_nearest(b + (1 << 22), &block) && block.address == b);
    assert_true(belay_gm_nearest(UINT64_MAX, &block) && block.address == b);
    assert_false(belay_gm_nearest(1, &block));
    assert_int_equal(belay_gm_free(a) | belay_gm_free(b), 0);
    assert_true(belay_gm_find(a + 99, &block) && !block.live && block.size == 100);
    assert_false(belay_gm_contains(a, 1));
}

/* Whether an access at an address succeeds, tried by the kernel on our behalf. */
static bool accessible(uint64_t address)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    bool done = write(ends[1], (const void *)(uintptr_t)address, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return done;
}

static void opens_and_closes(void **state)
{
    (void)state;
    uint64_t a = belay_gm_alloc(10000), b = belay_gm_alloc(8);
    assert_false(accessible(a) || accessible(b));
    assert_true(belay_gm_open(a + 9999) && belay_gm_open(a));
    assert_true(accessible(a) && accessible(a + 9999) && !accessible(a + 12288) && !accessible(a - 1) &&
                !accessible(b));
    *(volatile uint8_t *)(uintptr_t)(a + 7) = 3;
    assert_int_equal(belay_gm_host(a)[7], 3);
    belay_gm_host(a)[8] = 4;
    assert_int_equal(*(volatile uint8_t *)(uintptr_t)(a + 8), 4);
    assert_false(belay_gm_open(a + 10000) || belay_gm_open(a - 1) || belay_gm_open(0));
    assert_true(belay_gm_open(b));
    belay_gm_close_all();
    assert_false(accessible(a) || accessible(b));
    assert_true(belay_gm_open(a));
    assert_int_equal(belay_gm_free(a), 0); /* while open */
    assert_false(accessible(a) || belay_gm_open(a));
    belay_gm_close_all();
    assert_int_equal(belay_gm_free(b), 0);
}

/* Shared memory of the process that is in use; the memory behind device addresses is shared by its two views. */
static size_t shared_kilobytes(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    size_t kilobytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "RssShmem: %zu kB", &kilobytes);
    if (file != NULL)
        fclose(file);
    return kilobytes;
}

static void gives_memory_back(void **state)
{
    (void)state;
    enum { SIZE = 4 << 20 };
    size_t before = shared_kilobytes();
    for (int i = 0; i < 20; i++) {
        uint64_t a = belay_gm_alloc(SIZE);
        assert_int_equal(belay_gm_host(a)[SIZE - 1], 0xFF);
        assert_true(shared_kilobytes() >= before + 4096);
        assert_int_equal(belay_gm_free(a), 0);
    }
    assert_true(shared_kilobytes() < before + 4096);
}

/* The range of the test holds 60 such allocations; after them the addresses come again, but never a live one. */
static void reuses_addresses_late(void **state)
{
    (void)state;
    enum { SIZE = 2 << 20, ROUNDS = 300, REMEMBERED = 50 };
    struct belay_gm_block block;
    uint64_t keeper = belay_gm_alloc(SIZE), addresses[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = addresses[i] = belay_gm_alloc(SIZE - 4096 * (uint64_t)(i % 5));
        assert_true(a != 0 && (a >= keeper + SIZE || a + SIZE <= keeper));
        assert_int_equal(belay_gm_host(a)[0], 0xFF);
        belay_gm_host(a)[0] = 1;
        assert_int_equal(belay_gm_free(a), 0);
        uint64_t old = addresses[i < REMEMBERED ? 0 : i - REMEMBERED];
        assert_true(belay_gm_find(old, &block) && !block.live && block.address == old);
    }
    assert_true(belay_gm_contains(keeper, SIZE));
    assert_int_equal(belay_gm_free(keeper), 0);
}

static int registered = 5;
static const int registered_constant = 6;

static void registers_variables(void **state)
{
    (void)state;
    struct belay_gm_block block;
    uint64_t address = (uintptr_t)&registered;
    assert_false(belay_gm_contains(address, 4));
    belay_gm_register(&registered, sizeof registered, "registered");
    belay_gm_register((void *)(uintptr_t)&registered_constant, sizeof registered_constant, "registered_constant");
    assert_true(belay_gm_contains(address, 4) && belay_gm_contains(address + 3, 1));
    assert_false(belay_gm_contains(address, 5) || belay_gm_is_device(address) || belay_gm_open(address));
    assert_true(belay_gm_find(address + 1, &block));
    assert_true(block.address == address && block.size == 4 && block.number == 0 && block.live);
    assert_ptr_equal(belay_gm_host(address), &registered);
    assert_string_equal(belay_gm_variable_name(address + 3), "registered");
    assert_null(belay_gm_variable_name((uintptr_t)&block));
    uint64_t a = belay_gm_alloc(10);
    registered = 9;
    belay_gm_free_all();
    assert_int_equal(registered, 5);
    assert_false(belay_gm_contains(a, 1));
    uint64_t available, limit;
    belay_gm_usage(&available, &limit);
    assert_int_equal(available, limit);
    assert_int_equal(limit, 16 << 20);
    assert_int_equal(belay_gm_alloc((16 << 20) + 1), 0);
}

static void *allocate_and_look(void *failed)
{
    for (int i = 0; i < 500; i++) {
        uint64_t a = belay_gm_alloc(1000 + (size_t)i);
        belay_gm_host(a)[999] = (uint8_t)i;
        *(bool *)failed |= a == 0 || !belay_gm_contains(a, 1000) || belay_gm_host(a)[999] != (uint8_t)i;
        *(bool *)failed |= !belay_gm_open(a) || *(volatile uint8_t *)(uintptr_t)(a + 999) != (uint8_t)i;
        *(bool *)failed |= belay_gm_free(a) != 0;
    }
    return NULL;
}

static void threads_share_it(void **state)
{
    (void)state;
    pthread_t threads[4];
    bool failed[4] = {false};
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, allocate_and_look, &failed[i]);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_false(failed[i]);
    }
    belay_gm_close_all();
}

/* A program run with other environment variables: prints the limit and the number of cores. */
static void print_environment(void)
{
    uint64_t available, limit;
    belay_gm_usage(&available, &limit);
    printf("%llu %u\n", (unsigned long long)limit, (unsigned)belay_device_aic_cores());
}

static void expect_environment(const char *size, const char *cores, const char *output)
{
    char command[4096], text[1024] = "";
    char self[2048];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = '\0';
    snprintf(command, sizeof command, "BELAY_GM_SIZE='%s' BELAY_AIC_CORES='%s' '%s' print 2>&1", size, cores, self);
    FILE *pipe = popen(command, "r");
    size_t count = fread(text, 1, sizeof text - 1, pipe);
    text[count] = '\0';
    assert_int_equal(pclose(pipe), 0);
    expect_text(text, output);
}

static void reads_the_environment(void **state)
{
    (void)state;
    expect_environment("2G", "36", "2147483648 36\n");
    expect_environment("1048576", "1024", "1048576 1024\n");
    expect_environment("256G", "1", "274877906944 1\n");
    static const char *const bad_sizes[] = {
        "", "x", "-1G", "1.5G", "1GB", "1023K", "1T", "99999999999999999999", " 1G", "17179869184G"};
    for (size_t i = 0; i < sizeof bad_sizes / sizeof bad_sizes[0]; i++) {
        expect_environment(bad_sizes[i], "32", "belay: error: BELAY_GM_SIZE is \"");
        expect_environment(bad_sizes[i], "32", "137438953472 32\n");
    }
    static const char *const bad_cores[] = {"", "0", "-1", "1025", "8x", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad_cores / sizeof bad_cores[0]; i++)
        expect_environment("2G", bad_cores[i], "belay: error: BELAY_AIC_CORES is \"");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "print") == 0) {
        print_environment();
        return 0;
    }
    setenv("BELAY_GM_SIZE", "16M", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocates),
        cmocka_unit_test(finds_blocks),
        cmocka_unit_test(opens_and_closes),
        cmocka_unit_test(gives_memory_back),
        cmocka_unit_test(reuses_addresses_late),
        cmocka_unit_test(registers_variables),
        cmocka_unit_test(threads_share_it),
        cmocka_unit_test(reads_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
