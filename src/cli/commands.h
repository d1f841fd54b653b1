/* The subcommands of `belay`. Each gets its own name as argv[0] and returns the exit status. */
#ifndef BELAY_COMMANDS_H
#define BELAY_COMMANDS_H

/* Exit statuses of `belay check` (README decision 34); a wrong command line could not be judged either. */
enum { BELAY_CLEAN = 0, BELAY_FINDINGS = 1, BELAY_NOT_JUDGED = 2, BELAY_PROGRAM_FAILED = 3, BELAY_USAGE = 2 };

int belay_command_check(int argc, char **argv);
int belay_command_draw(int argc, char **argv);
int belay_command_env(int argc, char **argv);
int belay_command_explain(int argc, char **argv);
int belay_command_list(int argc, char **argv);
int belay_command_report(int argc, char **argv);
int belay_command_trace(int argc, char **argv);

#endif
