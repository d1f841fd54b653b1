#include "instrument.h"

void add_instrumentation(const struct toolchain *tools, struct arguments *command)
{
    static const char *const gcc[] = {"--param", "tsan-instrument-func-entry-exit=0"};
    static const char *const clang[] = {"-mllvm", "-tsan-instrument-func-entry-exit=0",
                                        "-mllvm", "-tsan-instrument-read-before-write=1",
                                        "-mllvm", "-tsan-instrument-atomics=0",
                                        "-mllvm", "-tsan-handle-cxx-exceptions=0"};
    bool with_clang = is_clang(tools);
    add_argument(command, "-fno-sanitize=all"); /* another one that was asked for is for the host's side */
    add_argument(command, "-fsanitize=thread");
    for (size_t i = 0; i < sizeof gcc / sizeof *gcc && !with_clang; i++)
        add_argument(command, gcc[i]);
    for (size_t i = 0; i < sizeof clang / sizeof *clang && with_clang; i++)
        add_argument(command, clang[i]);
}

static void rename_symbol(struct arguments *command, const char *name, const char *new_name)
{
    add_argument(command, format_string("--redefine-sym=%s=%s", name, new_name));
}

/* Functions whose names differ in the prefix only. */
static void rename_prefix(struct arguments *command, const char *name)
{
    rename_symbol(command, format_string("__tsan_%s", name), format_string("belay_watch_%s", name));
}

void add_callback_names(struct arguments *command)
{
    static const char *const accesses[] = {
        "read1",  "read2",  "read4",  "read8",   "read16",     "write1",      "write2",      "write4",
        "write8", "write16", "read_range", "write_range", "vptr_update", "vptr_read", "init"};
    static const char *const unaligned[] = {"read2",  "read4",  "read8",  "read16",
                                            "write2", "write4", "write8", "write16"};
    static const char *const library[] = {"memcpy", "memmove", "memset"};
    static const char *const sizes[] = {"8", "16", "32", "64"};
    static const char *const atomics[] = {"load",      "store",     "exchange",
                                          "fetch_add", "fetch_sub", "fetch_and",
                                          "fetch_or",  "fetch_xor", "fetch_nand",
                                          "compare_exchange_strong", "compare_exchange_weak", "compare_exchange_val"};
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
        rename_prefix(command, accesses[i]);
    for (size_t i = 0; i < sizeof unaligned / sizeof *unaligned; i++)
        rename_prefix(command, format_string("unaligned_%s", unaligned[i]));
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        rename_symbol(command, library[i], format_string("belay_watch_%s", library[i]));
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            rename_prefix(command, format_string("atomic%s_%s", sizes[s], atomics[i]));
    rename_prefix(command, "atomic_thread_fence");
    rename_prefix(command, "atomic_signal_fence");
}
