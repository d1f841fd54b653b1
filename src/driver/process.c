#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static volatile sig_atomic_t running_child, background_child; /* background: the last of them */

void add_argument(struct arguments *arguments, const char *argument)
{
    if (arguments->count + 1 >= arguments->capacity)
        arguments->items = grow(arguments->items, &arguments->capacity, sizeof *arguments->items);
    arguments->items[arguments->count++] = argument;
    arguments->items[arguments->count] = NULL;
}

void add_arguments(struct arguments *arguments, const struct arguments *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        add_argument(arguments, more->items[i]);
}

const char *format_string(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = copy_string("");
    va_end(arguments);
    return text;
}

static void print_message(const char *kind, const char *format, va_list arguments)
{
    fprintf(stderr, "bisheng: %s: ", kind);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void print_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message("error", format, arguments);
    va_end(arguments);
}

void print_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message("warning", format, arguments);
    va_end(arguments);
}

static void print_command(const struct arguments *command)
{
    for (uint32_t i = 0; i < command->count; i++)
        fprintf(stderr, " \"%s\"", command->items[i]);
    fputc('\n', stderr);
}

static bool open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) == 0)
        return true;
    print_error("cannot make a pipe: %s", strerror(errno));
    return false;
}

static void write_all(int file, const struct buffer *input)
{
    for (size_t at = 0; at < input->length;) {
        ssize_t written = write(file, input->text + at, input->length - at);
        if (written < 0 && errno != EINTR)
            break; /* the child has ended early; its exit status tells why */
        at += written > 0 ? (size_t)written : 0;
    }
}

static void read_all(int file, struct buffer *output)
{
    char part[65536];
    for (;;) {
        ssize_t size = read(file, part, sizeof part);
        if (size == 0 || (size < 0 && errno != EINTR))
            return;
        if (size > 0)
            buffer_append(output, part, (size_t)size);
    }
}

static int wait_for(pid_t child, const char *name)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    running_child = 0;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    print_error("'%s' was ended by signal %d (%s)", name, WTERMSIG(status), strsignal(WTERMSIG(status)));
    return 1;
}

/* Starts the command with its ends of the pipes, which may be -1. Returns 0 or an error number. */
static int start(const struct arguments *command, int input, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE); /* ignored by us, not by the child */
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (input >= 0)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int error = posix_spawnp(child, command->items[0], &actions, &attributes, (char *const *)command->items, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int run(const struct arguments *command, struct run_mode mode, const struct buffer *input, struct buffer *output)
{
    if (mode.print || mode.dry_run)
        print_command(command);
    if (mode.dry_run)
        return 0;
    int to_child[2] = {-1, -1}, from_child[2] = {-1, -1};
    if ((input != NULL && !open_pipe(to_child)) || (output != NULL && !open_pipe(from_child)))
        return 1;
    fflush(NULL);
    pid_t child = 0;
    int error = start(command, to_child[0], from_child[1], &child);
    running_child = error == 0 ? child : 0;
    if (to_child[0] >= 0)
        close(to_child[0]);
    if (from_child[1] >= 0)
        close(from_child[1]);
    if (error == 0 && input != NULL)
        write_all(to_child[1], input);
    if (to_child[1] >= 0)
        close(to_child[1]);
    if (error == 0 && output != NULL)
        read_all(from_child[0], output);
    if (from_child[0] >= 0)
        close(from_child[0]);
    if (error == 0)
        return wait_for(child, command->items[0]);
    print_error("cannot run '%s': %s", command->items[0], strerror(error));
    return 1;
}

/* ---- work in the background ---- */

void start_background(struct background *background, int (*work)(void *context), void *context)
{
    background->messages = temporary_file(".txt");
    fflush(NULL);
    background->child = fork();
    if (background->child != 0) {
        background_child = background->child;
        return;
    }
    int file = open(background->messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file >= 0)
        dup2(file, STDERR_FILENO);
    int status = work(context);
    fflush(NULL);
    _exit(status);
}

static void print_file(const char *name)
{
    char part[65536];
    int file = open(name, O_RDONLY | O_CLOEXEC);
    for (ssize_t size; file >= 0 && (size = read(file, part, sizeof part)) > 0;)
        if (write(STDERR_FILENO, part, (size_t)size) < 0)
            break;
    if (file >= 0)
        close(file);
}

int finish_background(const struct background *background, bool wants_messages)
{
    int status = 0;
    if (background->child < 0) {
        print_error("cannot start another process");
        return 1;
    }
    while (waitpid(background->child, &status, 0) < 0 && errno == EINTR)
        ;
    if (background_child == background->child)
        background_child = 0;
    if (wants_messages)
        print_file(background->messages);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool program_exists(const char *program)
{
    if (strchr(program, '/') != NULL)
        return access(program, X_OK) == 0;
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        char file[PATH_MAX];
        int size = snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
        if (size > 0 && size < (int)sizeof file && access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

const char *executable_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return ".";
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    return copy_string(path);
}

/* Temporary files lie together in one folder. The list never moves while a signal handler may read it. */
static char temporary_folder[PATH_MAX];
static char *volatile temporary_files[4096];
static volatile sig_atomic_t temporary_count;

/* Also called from signal handlers: only unlink and rmdir. */
static void remove_temporary_files(void)
{
    for (int i = 0; i < temporary_count; i++)
        unlink(temporary_files[i]);
    temporary_count = 0;
    if (temporary_folder[0] != '\0')
        rmdir(temporary_folder);
}

static void end_by_signal(int signal_number)
{
    remove_temporary_files();
    if (running_child > 0)
        kill((pid_t)running_child, signal_number);
    if (background_child > 0)
        kill((pid_t)background_child, signal_number);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void make_temporary_folder(void)
{
    const char *base = getenv("TMPDIR");
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/bisheng-XXXXXX", base != NULL && *base != '\0' ? base : "/tmp");
    if (mkdtemp(folder) == NULL) {
        print_error("cannot make a folder for temporary files in %s: %s", folder, strerror(errno));
        exit(1);
    }
    memcpy(temporary_folder, folder, strlen(folder) + 1);
    atexit(remove_temporary_files);
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], end_by_signal);
}

const char *temporary_file(const char *ending)
{
    if (temporary_folder[0] == '\0')
        make_temporary_folder();
    int limit = (int)(sizeof temporary_files / sizeof *temporary_files);
    if (temporary_count == limit) {
        print_error("too many inputs in one call: at most %d temporary files; compile them one by one with -c", limit);
        exit(1);
    }
    const char *path = format_string("%s/%d%s", temporary_folder, (int)temporary_count, ending);
    temporary_files[temporary_count] = (char *)path;
    temporary_count++;
    return path;
}
