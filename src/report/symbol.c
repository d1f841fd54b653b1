#include "report/symbol.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* First line that addr2line prints for an offset in a module: the innermost inlined frame. */
static bool run_addr2line(const char *module, const char *offset, char *answer, size_t size)
{
    int pipes[2];
    if (pipe(pipes) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, pipes[0]);
    char *const arguments[] = {"addr2line", "-e", (char *)module, (char *)offset, NULL};
    pid_t child;
    bool started = posix_spawnp(&child, "addr2line", &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    size_t length = 0;
    for (ssize_t n; length + 1 < size && (n = read(pipes[0], answer + length, size - 1 - length)) > 0;)
        length += (size_t)n;
    answer[length] = '\0';
    close(pipes[0]);
    if (started)
        waitpid(child, NULL, 0);
    answer[strcspn(answer, "\n")] = '\0';
    return started;
}

static bool find_line(uint64_t pc, char *file, size_t size, uint32_t *line)
{
    Dl_info module;
    struct link_map *map;
    if (dladdr1((void *)(uintptr_t)pc, &module, (void **)&map, RTLD_DL_LINKMAP) == 0)
        return false;
    char offset[32], path[4096];
    snprintf(offset, sizeof offset, "0x%" PRIx64, pc - map->l_addr);
    /* The main program has an empty name in the link map; argv[0] need not be a path. */
    const char *name = map->l_name[0] != '\0' ? map->l_name : realpath("/proc/self/exe", path);
    if (name == NULL || !run_addr2line(name, offset, file, size))
        return false;
    char *colon = strrchr(file, ':');
    if (colon == NULL || file[0] == '?')
        return false;
    *colon = '\0';
    *line = (uint32_t)strtoul(colon + 1, NULL, 10);
    return *line != 0;
}

/* The path as somebody in the current folder would write it. */
static const char *below_here(const char *path)
{
    char here[4096];
    if (getcwd(here, sizeof here) == NULL)
        return path;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

/* What has been asked for: few addresses, so a list will do. */
struct known {
    struct known *next;
    uint64_t pc;
    struct belay_site site;
};

static struct known *add(struct known *list, uint64_t pc)
{
    char file[4096];
    struct known *known = malloc(sizeof *known);
    if (known == NULL)
        abort();
    *known = (struct known){list, pc, {"(unknown)", NULL, 0}};
    if (find_line(pc, file, sizeof file, &known->site.line))
        known->site.file = strdup(below_here(file));
    return known;
}

struct belay_site belay_symbol_site(uint64_t pc)
{
    static struct known *list;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    struct known *known = list;
    while (known != NULL && known->pc != pc)
        known = known->next;
    if (known == NULL)
        known = list = add(list, pc);
    pthread_mutex_unlock(&lock);
    return known->site;
}
