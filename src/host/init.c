/* Initialisation of the runtime (acl_host.md 4). */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "host/config.h"
#include "host/context.h"
#include "host/error.h"
#include "host/queue.h"
#include "machine/output.h"

enum { MAX_CONFIG_BYTES = 1 << 20 };

static uint64_t initialised; /* aclInit without aclFinalize */

void belay_host_check_initialised(const char *function)
{
    static bool told;
    if (initialised == 0 && !told) {
        told = true;
        belay_host_warn(function,
                        "aclInit has not been called; call aclInit(nullptr) first, a device may insist on it");
    }
}

/* Reads a whole file into a new string; null, with 100003 reported, if that fails. */
static char *read_file(const char *path, const char *function)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(MAX_CONFIG_BYTES + 1) : NULL;
    size_t length = text != NULL ? fread(text, 1, MAX_CONFIG_BYTES + 1, file) : 0;
    bool failed = text == NULL || ferror(file);
    int reason = errno;
    if (file != NULL)
        fclose(file);
    if (failed)
        belay_host_fail(ACL_ERROR_INVALID_FILE, function,
                        "the configuration file \"%s\" cannot be read (%s); pass a JSON file, or nullptr for none",
                        path, strerror(reason));
    else if (length > MAX_CONFIG_BYTES)
        belay_host_fail(ACL_ERROR_INVALID_FILE, function, "the configuration file \"%s\" exceeds the limit of %d bytes",
                        path, MAX_CONFIG_BYTES);
    if (failed || length > MAX_CONFIG_BYTES) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    return text;
}

/* open point printf-buffer: a size that the documents do not allow is not used */
static void set_printf_buffer(int64_t bytes, const char *path, const char *function)
{
    enum { LEAST = 1 << 10, MOST = 64 << 20, UNIT = 8 };
    if (bytes >= LEAST && bytes <= MOST && bytes % UNIT == 0)
        belay_output_set_limit((size_t)bytes);
    else
        belay_host_warn(function,
                        "%s: simd_printf_fifo_size_per_core is ignored; it must be a multiple of %d from %d to %d",
                        path, UNIT, LEAST, MOST);
}

static aclError configure(const char *path, const char *function)
{
    char *text = read_file(path, function);
    if (text == NULL)
        return ACL_ERROR_INVALID_FILE;
    struct belay_config config;
    const char *expected;
    size_t line = belay_config_parse(text, &config, &expected);
    free(text);
    if (line != 0)
        return belay_host_fail(ACL_ERROR_PARSE_FILE, function, "%s:%zu: this is not JSON: expected %s", path, line,
                               expected);
    if (config.default_device == INT64_MIN)
        return belay_host_fail(ACL_ERROR_RT_INVALID_DEVICEID, function,
                               "%s: default_device is no device number; write {\"defaultDevice\": "
                               "{\"default_device\": \"0\"}}",
                               path);
    if (config.default_device >= 0 && !belay_host_is_device_id(config.default_device, function))
        return ACL_ERROR_RT_INVALID_DEVICEID;
    belay_context_set_default_device((int32_t)config.default_device);
    if (config.printf_bytes != -1)
        set_printf_buffer(config.printf_bytes, path, function);
    return ACL_SUCCESS;
}

aclError aclInit(const char *configPath)
{
    aclError result = ACL_SUCCESS;
    belay_host_lock();
    if (initialised > 0)
        result = ACL_ERROR_REPEAT_INITIALIZE; /* harmless and common: nothing is printed */
    else if (configPath != NULL && *configPath != '\0')
        result = configure(configPath, __func__);
    if (result == ACL_SUCCESS || result == ACL_ERROR_REPEAT_INITIALIZE)
        initialised++;
    belay_host_unlock();
    return result;
}

/* Lowers the count of initialisations to `remaining`; reports 100037 if it is 0 already. */
static aclError finalize(uint64_t remaining, const char *function)
{
    if (initialised == 0)
        return belay_host_fail(ACL_ERROR_REPEAT_FINALIZE, function,
                               "aclInit was not called, or was already undone; call it once for each aclInit at most");
    initialised = remaining;
    if (initialised == 0)
        belay_context_set_default_device(-1);
    return ACL_SUCCESS;
}

aclError aclFinalize(void)
{
    belay_host_lock();
    aclError result = finalize(0, __func__);
    belay_host_unlock();
    return result;
}

aclError aclFinalizeReference(uint64_t *refCount)
{
    belay_host_lock();
    aclError result = finalize(initialised - 1, __func__);
    if (result == ACL_SUCCESS && refCount != NULL)
        *refCount = initialised;
    belay_host_unlock();
    return result;
}
