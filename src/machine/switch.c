/*
 * The C library's swapcontext also saves the signal mask, with a system call each time, and
 * AddressSanitizer warns about it; a switch inside one thread needs neither.
 */
#include "machine/switch.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)

/* rbx, rbp, r12 to r15, and the control words of the floating-point units. */
__asm__(".text\n"
        ".globl belay_switch\n"
        ".hidden belay_switch\n"
        ".type belay_switch, @function\n"
        "belay_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    subq $8, %rsp\n"
        "    stmxcsr (%rsp)\n"
        "    fnstcw 4(%rsp)\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    ldmxcsr (%rsp)\n"
        "    fldcw 4(%rsp)\n"
        "    addq $8, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size belay_switch, . - belay_switch\n"
        /* The first switch to a stack returns here, with the function in rbx and its argument in r12. */
        ".type belay_switch_start, @function\n"
        "belay_switch_start:\n"
        "    movq %r12, %rdi\n"
        "    callq *%rbx\n"
        "    ud2\n"
        ".size belay_switch_start, . - belay_switch_start\n");

void belay_switch_start(void);

void *belay_switch_prepare(void *top, void (*run)(void *), void *argument)
{
    uint64_t frame[8] = {0};
    uint32_t mxcsr;
    uint16_t control;
    __asm__("stmxcsr %0" : "=m"(mxcsr));
    __asm__("fnstcw %0" : "=m"(control));
    memcpy(&frame[0], &mxcsr, sizeof mxcsr);
    memcpy((char *)frame + 4, &control, sizeof control);
    frame[4] = (uint64_t)(uintptr_t)argument; /* r12 */
    frame[5] = (uint64_t)(uintptr_t)run;      /* rbx */
    frame[7] = (uint64_t)(uintptr_t)belay_switch_start;
    uint64_t aligned = (uint64_t)(uintptr_t)top & ~UINT64_C(15);
    return memcpy((void *)(uintptr_t)(aligned - sizeof frame), frame, sizeof frame);
}

#elif defined(__aarch64__)

/* x19 to x30 and the low halves of v8 to v15. */
__asm__(".text\n"
        ".globl belay_switch\n"
        ".hidden belay_switch\n"
        ".type belay_switch, %function\n"
        "belay_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size belay_switch, . - belay_switch\n"
        ".type belay_switch_start, %function\n"
        "belay_switch_start:\n"
        "    mov x0, x20\n"
        "    blr x19\n"
        "    brk #0\n"
        ".size belay_switch_start, . - belay_switch_start\n");

void belay_switch_start(void);

void *belay_switch_prepare(void *top, void (*run)(void *), void *argument)
{
    uint64_t frame[20] = {0};
    frame[0] = (uint64_t)(uintptr_t)run;                 /* x19 */
    frame[1] = (uint64_t)(uintptr_t)argument;            /* x20 */
    frame[11] = (uint64_t)(uintptr_t)belay_switch_start; /* x30 */
    uint64_t aligned = (uint64_t)(uintptr_t)top & ~UINT64_C(15);
    return memcpy((void *)(uintptr_t)(aligned - sizeof frame), frame, sizeof frame);
}

#else
#error "Belay runs on x86-64 and aarch64"
#endif
