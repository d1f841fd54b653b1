// The standard output of a piece of a test program as a string.
#ifndef BELAY_TESTS_CAPTURED_H
#define BELAY_TESTS_CAPTURED_H

#include <cstdio>
#include <string>
#include <unistd.h>

#include "program.h"

inline std::string captured(void (*run)())
{
    std::fflush(stdout);
    const int screen = dup(1);
    FILE *file = std::tmpfile();
    dup2(fileno(file), 1);
    run();
    must(aclrtSynchronizeDevice(), "aclrtSynchronizeDevice");
    std::fflush(stdout);
    dup2(screen, 1);
    close(screen);
    std::rewind(file);
    std::string text;
    for (int c; (c = std::fgetc(file)) != EOF;) {
        text += static_cast<char>(c);
    }
    std::fclose(file);
    return text;
}

inline void expect_output(const char *what, void (*run)(), const std::string &expected)
{
    const std::string found = captured(run);
    if (found != expected) {
        std::fprintf(stdout, "FAIL %s printed\n%swhere this was expected:\n%s", what, found.c_str(), expected.c_str());
        ++program_failures();
    }
}

#endif
