/* The pipes of a core (sync.md 1.2). */
#ifndef BELAY_PIPES_H
#define BELAY_PIPES_H

/* Numbered like pipe_t of the C API, so that arguments need no translation. */
enum belay_pipe {
    BELAY_PIPE_S = 0,
    BELAY_PIPE_V = 1,
    BELAY_PIPE_M = 2,
    BELAY_PIPE_MTE1 = 3,
    BELAY_PIPE_MTE2 = 4,
    BELAY_PIPE_MTE3 = 5,
    BELAY_PIPE_ALL = 6,
    BELAY_PIPE_FIX = 10,
    BELAY_PIPES = 11
};

#endif
