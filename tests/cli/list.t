Instructions.

$ belay list sync_pipe
> asc_sync_pipe                  any S     Holds a pipe until its earlier instructions are complete; PIPE_ALL holds the core.
$ belay list | grep -c asc_mmad
> 6
$ belay list fly
! belay: no instruction of this version has 'fly' in its name
= 1
$ belay list a b
! usage: belay list [PART OF A NAME]
= 2
