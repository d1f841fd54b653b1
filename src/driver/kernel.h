/* What the text says about one kernel: its declaration, kind and parameters. */
#ifndef BELAY_DRIVER_KERNEL_H
#define BELAY_DRIVER_KERNEL_H

#include "scope.h"
#include "unit.h"

struct kernel {
    uint32_t start;      /* first token of the declaration */
    uint32_t name;       /* the declared name */
    uint32_t parameters; /* the '(' before the parameters */
    uint32_t body;       /* the '{', or NO_TOKEN for a declaration without body */
    uint32_t kind;       /* the marker __cube__, __vector__ or __mix__, or NO_TOKEN */
    uint32_t schedule;   /* the marker __schedmode__, or NO_TOKEN */
};

/*
 * Reads the declaration around the __global__ at token `global`. Reports what cannot be a kernel and returns false;
 * also false, silently, for declarations that define nothing, such as friends.
 */
bool read_kernel(struct unit *unit, uint32_t global, struct kernel *kernel);

/* Checks the rules for a kernel that is defined here (language.md 2 and 3) and reports every violation. */
void check_kernel(struct unit *unit, const struct kernel *kernel);

/* One parameter: tokens [first, last), of which [value, last) is the default argument with its '='. */
struct parameter {
    uint32_t first;
    uint32_t value;
    uint32_t last;
};

/* Reads the parameter at token `first` of a list that ends at `close`. Returns the first token of the next one. */
uint32_t read_parameter(const struct token_list *list, uint32_t first, uint32_t close, struct parameter *parameter);

uint32_t count_parameters(const struct token_list *list, const struct kernel *kernel);

/* The token that names the parameter, or NO_TOKEN. */
uint32_t parameter_name(const struct token_list *list, const struct parameter *parameter);

#endif
