/*
 * The binary interface between compiled kernels and libbelay.
 *
 * Kernels never call these functions by hand: the C++ headers under c_api/ and the
 * text that the compiler driver generates do. Everything is plain C, so that a
 * kernel object built by any host compiler links with the same library.
 */
#ifndef BELAY_ABI_H
#define BELAY_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The memories of the machine, in the order of language.md 4.1. */
enum belay_space {
    BELAY_GM,
    BELAY_L1,
    BELAY_L0A,
    BELAY_L0B,
    BELAY_L0C,
    BELAY_UB,
    BELAY_BT,
    BELAY_FB,      /* quantisation parameters of the fixpipe buffer */
    BELAY_FB_RELU, /* its activation parameters */
    BELAY_L0A_MX,  /* scales of A */
    BELAY_L0B_MX,  /* scales of B */
    BELAY_SPACES
};

/* The kind of the core that executes the calling code; BELAY_HOST outside of kernels. */
enum belay_core_kind { BELAY_HOST, BELAY_AIC, BELAY_AIV };

/* Where a call stands in the user's source. Strings live as long as the program. */
struct belay_site {
    const char *file;
    const char *function;
    uint32_t line;
};

/*
 * One local array or object of the kernel (`__cbuf__ half a[N];`), registered before
 * main() once for every instance of its declaration. All arrays with the same
 * `function` are placed together, in the order of `index` (language.md 4.3).
 */
struct belay_array {
    const void *function;  /* identity of the enclosing function instance */
    uint32_t index;        /* position among the declarations of that function */
    uint32_t live_until;   /* index of the first declaration outside of its scope */
    uint32_t space;        /* enum belay_space */
    uint32_t align;        /* bytes, a power of two */
    uint64_t size;         /* bytes */
    const char *name;      /* filled in at the first use */
    struct belay_array *next; /* owned by the registry */
    uint32_t id;              /* owned by the registry */
};

/* What the driver knows of a kernel at its definition. */
struct belay_kernel {
    const char *name;
    const char *file;
    uint32_t line;
    int8_t aic;        /* AIC instances per block: 0 or 1; -1: no kind was given */
    int8_t aiv;        /* AIV instances per block: 0, 1 or 2 */
    uint8_t scheduled; /* 1 for the __mix__ kinds, which may use cross-core flags (sync.md 1.1) */
    uint8_t batch;     /* __schedmode__(1) */
    uint8_t watched;   /* its code announces what it loads and stores (belay/watch.h) */
    const void *arrays; /* `function` of the local arrays in its own body; null: it has none */
};

/*
 * Issues one instruction on the calling core. `op` is one of enum belay_op, `dtype` packs
 * the codes of up to three element types (8 bits each, first type lowest), `args` holds the
 * arguments in the order of the instruction's table row, pointers as addresses, signed
 * values sign-extended. Returns the value of instructions that have one, else 0.
 */
uint64_t belay_issue(uint32_t op, uint32_t dtype, const uint64_t *args, const struct belay_site *site);

/* The kind of the calling core. */
enum belay_core_kind belay_core_kind(void);

/*
 * The address at which the calling core sees byte `offset` of one of its memories.
 * On the host, and for BELAY_GM, it returns the offset itself as an address.
 */
void *belay_window(enum belay_space space, uint64_t offset);

/*
 * The same for an offset that the program names as a number. One that lies in a local array is reported when the block
 * ends (language.md 4.3, rule 6).
 */
void *belay_raw_window(enum belay_space space, uint64_t offset, const struct belay_site *site);

/* Adds an array to the registry. Called by static constructors only. */
void belay_array_register(struct belay_array *array);

/* The calling core's address of a local array. */
void *belay_array_address(struct belay_array *array, const char *name);

/* The start of the launch's dynamic UB (`extern __ubuf__ T buf[];`) on the calling core. */
void *belay_dynamic_ub(void);

/* Declares a namespace-scope `__gm__` variable as device memory. */
void belay_gm_variable(void *address, size_t size, const char *name);

/*
 * First half of `name<<<blocks, ub, stream>>>(...)`: remembers the configuration for the
 * next kernel call of this thread. Configurations nest.
 */
void belay_launch_configure(uint64_t blocks, uint64_t dynamic_ub, void *stream, const struct belay_site *site);

/*
 * Second half: copies the description and `size` bytes of the kernel's closure and submits the launch.
 * `entry` is called with a private copy of the closure on every core of every block.
 */
void belay_launch(const struct belay_kernel *kernel, void (*entry)(void *closure), const void *closure, size_t size);

/*
 * Messages of kernels (language.md 10.1). An argument is 8 bytes, which the conversions of the format read as they
 * like; `kind` says what the bytes were made of.
 */
enum belay_argument_kind {
    BELAY_ARGUMENT_INTEGER, /* extended to 64 bits; also pointers and enumerations */
    BELAY_ARGUMENT_FLOAT,   /* 4 bytes */
    BELAY_ARGUMENT_SMALL,   /* the bits of a float of one byte, of type `dtype` */
    BELAY_ARGUMENT_DOUBLE,
    BELAY_ARGUMENT_STRING
};
struct belay_argument {
    uint64_t bits;
    uint8_t kind;  /* enum belay_argument_kind */
    uint8_t dtype; /* enum belay_dtype */
};
struct belay_message {
    const char *format; /* NULL: no message */
    const struct belay_argument *arguments;
    uint32_t count;
};

/* The printf of kernels: prints a message of the calling core, which must not be the host. */
void belay_print(const struct belay_message *message, const struct belay_site *site);

/* An assertion of the calling core, which must not be the host, has failed: says so and ends its block. */
void belay_assert_failed(const char *expression, const char *function, const struct belay_message *message,
                         const struct belay_site *site);

/* Memory to print (language.md 10.3). */
struct belay_dump {
    const char *name; /* of the function that the kernel calls */
    uint64_t address;
    uint32_t space; /* enum belay_space; BELAY_SPACES: the one in which the address lies */
    uint32_t dtype; /* enum belay_dtype; 0: bool */
    uint32_t desc;  /* the number that the kernel gives to the dump */
    uint32_t count; /* elements */
    const uint32_t *shape;
    uint32_t dims; /* of the shape; 0: none */
};

/* Prints elements of a memory of the calling core. */
void belay_dump_memory(const struct belay_dump *dump, const struct belay_site *site);

/*
 * For translation units whose host, AIC and AIV texts differ and are compiled apart (language.md 1). `unit` names the
 * translation unit, `key` the kernel or function instance in it; both live as long as the program.
 */

/* Registers the code of a kernel for one kind of core. Called by static constructors only. */
void belay_entry_register(const char *unit, const char *key, enum belay_core_kind kind, void (*entry)(void *closure));

/*
 * The code that was registered for a kind of core. Without one it says so on the standard error, once, and returns a
 * function that does nothing.
 */
void (*belay_entry_find(const char *unit, const char *key, enum belay_core_kind kind))(void *closure);

/*
 * Registers an array like belay_array_register(), with the function named by `key`. An array with the same name of the
 * function, index, memory, size and alignment, from the other device pass, is the same array: it is returned instead.
 */
struct belay_array *belay_array_share(const char *unit, const char *key, struct belay_array *array);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
