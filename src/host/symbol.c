/* __gm__ variables by their host address (acl_host.md 8.1). */
#include <stdbool.h>
#include <stdint.h>

#include "acl/acl.h"
#include "host/copy.h"
#include "host/error.h"
#include "machine/gm.h"

/* The variable that starts at an address; reports 100000, 107042 or 107043. */
static aclError find(const void *symbol, const char *function, struct belay_gm_block *variable)
{
    uint64_t address = (uint64_t)(uintptr_t)symbol;
    if (symbol == NULL)
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "symbol is a null pointer; pass the address of a __gm__ variable");
    const char *name = belay_gm_variable_name(address);
    if (name == NULL || !belay_gm_find(address, variable))
        return belay_host_fail(ACL_ERROR_RT_SYMBOL_NOT_FOUND, function,
                               "symbol %p is no __gm__ variable of the program; pass the address of one", symbol);
    if (variable->address != address)
        return belay_host_fail(ACL_ERROR_RT_INVALID_SYMBOL, function,
                               "symbol %p lies %llu bytes inside variable %s; pass its start, and an offset", symbol,
                               (unsigned long long)(address - variable->address), name);
    return ACL_SUCCESS;
}

aclError aclrtGetSymbolAddress(void **devPtr, const void *symbol)
{
    if (devPtr == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "devPtr is a null pointer; pass the address of a pointer");
    struct belay_gm_block variable;
    aclError bad = find(symbol, __func__, &variable);
    if (!bad)
        *devPtr = (void *)(uintptr_t)variable.address;
    return bad;
}

aclError aclrtGetSymbolSize(size_t *size, const void *symbol)
{
    if (size == NULL)
        return FAIL(ACL_ERROR_INVALID_PARAM, "size is a null pointer; pass the address of a size_t");
    struct belay_gm_block variable;
    aclError bad = find(symbol, __func__, &variable);
    if (!bad)
        *size = variable.size;
    return bad;
}

/* Copies between `other` and the variable; the order of the arguments is a choice (open point acl-signatures). */
static aclError copy(const void *symbol, void *other, size_t count, size_t offset, aclrtMemcpyKind kind, bool to_symbol,
                     const char *function)
{
    if (count == 0)
        return ACL_SUCCESS;
    struct belay_gm_block variable;
    aclError bad = find(symbol, function, &variable);
    if (bad)
        return bad;
    aclrtMemcpyKind host_kind = to_symbol ? ACL_MEMCPY_HOST_TO_DEVICE : ACL_MEMCPY_DEVICE_TO_HOST;
    if (other == NULL || (kind != host_kind && kind != ACL_MEMCPY_DEVICE_TO_DEVICE && kind != ACL_MEMCPY_DEFAULT))
        return belay_host_fail(ACL_ERROR_INVALID_PARAM, function,
                               "%s is %p and kind %d; pass memory, and ACL_MEMCPY_%s (%d), DEVICE_TO_DEVICE (3) or "
                               "DEFAULT (4)",
                               to_symbol ? "src" : "dst", other, (int)kind,
                               to_symbol ? "HOST_TO_DEVICE" : "DEVICE_TO_HOST", (int)host_kind);
    if (offset > variable.size || count > variable.size - offset)
        return belay_host_fail(ACL_ERROR_RT_PARAM_INVALID, function,
                               "%zu bytes at offset %zu run past the %llu bytes of variable %s; count fewer", count,
                               offset, (unsigned long long)variable.size, belay_gm_variable_name(variable.address));
    void *inside = (char *)(uintptr_t)variable.address + offset;
    struct belay_copy rows = {to_symbol ? inside : other, to_symbol ? other : inside, count, count, count, 1, kind};
    return belay_copy_now(&rows, function);
}

aclError aclrtMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind)
{
    return copy(symbol, (void *)(uintptr_t)src, count, offset, kind, true, __func__);
}

aclError aclrtMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind)
{
    return copy(symbol, dst, count, offset, kind, false, __func__);
}
