belay trace runs a program as it is, and writes what its kernels do into a file.

$ belay trace -o run.json ./clean
> sync=0
$ ls run.json
> run.json
$ belay trace ./race -o run.json
> first byte: copied
> sync=0
! belay: arch dav-3510, schedule deterministic
! belay: error RACE-RAW: UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
!   write: MTE2 asc_copy_gm2ub race.asc:8   block 0 aiv 0
!   read : MTE3 asc_copy_ub2gm race.asc:9   block 0 aiv 0
!   why  : no chain of flags, barriers or locks leads from line 8 to line 9
!   fix  : asc_sync_notify(PIPE_MTE2, PIPE_MTE3, id) after line 8, asc_sync_wait(PIPE_MTE2, PIPE_MTE3, id) before line 9; unused ids: 0, 1, 2, 3, 4, 5, 6, 7
!   seen : 1 time   explain: belay explain RACE-RAW
! belay: error RACE-RAW: UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
!   write: MTE2 asc_copy_gm2ub race.asc:8   block 0 aiv 0
!   read : MTE3 asc_copy_ub2gm race.asc:9   block 0 aiv 0
!   why  : no chain of flags, barriers or locks leads from line 8 to line 9
!   fix  : asc_sync_notify(PIPE_MTE2, PIPE_MTE3, id) after line 8, asc_sync_wait(PIPE_MTE2, PIPE_MTE3, id) before line 9; unused ids: 0, 1, 2, 3, 4, 5, 6, 7
!   seen : 1 time   explain: belay explain RACE-RAW
$ belay trace -o run.json ./ends 3
! belay trace: ./ends has launched no kernel: 'run.json' holds nothing
= 3
$ belay trace -o run.json sh -c 'kill -TERM $$'
! belay trace: sh has launched no kernel: 'run.json' holds nothing
= 143
$ belay trace --threads 1 --schedule lazy -o run.json ./clean
> sync=0
$ grep -o '"schedule":"[a-z]*"' run.json
> "schedule":"lazy"
$ belay trace --scalar -o run.json ./clean
> sync=0
$ cd / && belay trace -o $OLDPWD/run.json $OLDPWD/clean && grep -c asc_copy $OLDPWD/run.json
> sync=0
> 2

A program may be started with the variables alone; launches are added to a file.

$ BELAY_TRACE=more.json ./clean && BELAY_TRACE=more.json BELAY_TRACE_SCALAR=1 ./clean && tail -1 more.json
> sync=0
> sync=0
> "launches":2,"cycles":4240,"events":24,"arrows":2}
$ echo text >text.json; BELAY_TRACE=text.json ./clean; cat text.json
> sync=0
> text
! belay: cannot write the trace in 'text.json': it is no trace of Belay to which launches can be added; remove it
$ BELAY_TRACE=nowhere/run.json ./clean
> sync=0
! belay: cannot write the trace in 'nowhere/run.json': No such file or directory
$ BELAY_TRACE_SCALAR=yes ./clean
! belay: BELAY_TRACE_SCALAR=yes is not understood: use 0 or 1
= 2

Mistakes.

$ belay trace
! belay trace: where to? name a file with -o; see belay trace --help
= 2
$ belay trace ./clean
! belay trace: where to? name a file with -o; see belay trace --help
= 2
$ belay trace -o run.json
! belay trace: which program?; see belay trace --help
= 2
$ belay trace -o nowhere/run.json ./clean
! belay trace: cannot write 'nowhere/run.json': No such file or directory
= 2
$ belay trace -o run.json ./nothing
! belay trace: cannot run './nothing': No such file or directory
= 2
$ belay trace -o run.json true
! belay trace: true has launched no kernel: 'run.json' holds nothing
$ python3 -c 'import json; print(json.load(open("run.json"))["traceEvents"])'
> []
$ belay trace --nonsense
! belay trace: unrecognized option '--nonsense'
! See belay trace --help.
= 2
$ belay trace --schedule nonsense -o run.json ./clean
! belay: BELAY_SCHEDULE=nonsense is not understood: use deterministic, lazy, random or random:SEED (a whole number)
= 2
$ belay trace --help
> usage: belay trace [OPTIONS] PROGRAM [ARGUMENTS] -o FILE
> 
> Writes what every pipe of every core does, with estimated times, for ui.perfetto.dev or chrome://tracing.
> 
>   -o FILE           the trace; before the program, or as the last two words
>   --scalar          with a lane for each scalar unit
>   --schedule S      deterministic (default), lazy, random or random:SEED
>   --threads N       host threads that run blocks
>   --notes           show notes too
>   --suppress FILE   accept findings; entries RULE FILE[:LINE] [OPERATION] # REASON
> 
> exit status: that of the program; 2: it could not be run, or the trace not be written

Pictures of what a line has done.

$ belay trace -o run.json ./race >/dev/null 2>&1
$ belay draw --from-run run.json --at race.asc:8 -o picture.txt && head -3 picture.txt
> asc_copy_gm2ub
> Copies a run of bytes from GM to UB; only the low 16 bits of the size count.
>   asc_copy_gm2ub  dst=0x0  src=0x0  size=512 (byte)
$ belay draw --from-run run.json --at race.asc:7
! belay: run.json holds no instruction of race.asc:7; the nearest line that moves data is 8
= 2
$ belay draw --from-run run.json --at race.asc:100
! belay: run.json holds no instruction of race.asc:100; the nearest line that moves data is 9
= 2
$ belay draw --from-run run.json --at other.asc:8
! belay: run.json holds no instruction of other.asc:8; nothing in that file moves data in this run
= 2
$ belay draw --from-run run.json --at race.asc
! belay: --at race.asc: name a line of the program as FILE:LINE
= 2
$ belay draw --from-run run.json --at race.asc:8 --nth 2
! belay: --nth 2: race.asc:8 holds one call only; leave --nth out
= 2
$ belay draw --from-run run.json --at race.asc:8 --nth x
! belay: --nth x: race.asc:8 holds one call only; leave --nth out
= 2
$ belay draw --from-run run.json
! belay: --from-run needs --at FILE:LINE
= 2
$ belay draw --at race.asc:8
! usage: belay draw FUNCTION [name=value ...] [-o FILE.svg|FILE.pdf|FILE.png|FILE.txt]
!        belay draw --from-run TRACE --at FILE:LINE [--nth N] [-o FILE...]
= 2
$ belay draw --from-run nothing.json --at race.asc:8
! belay: nothing.json: No such file or directory
= 2
$ belay draw --from-run text.json --at race.asc:8
! belay: text.json is no trace: line 1: '[' or '{' expected near 'text'
= 2
$ echo '{"traceEvents": []}' >text.json; belay draw --from-run text.json --at race.asc:8
! belay: text.json is no trace of belay trace
= 2
$ belay trace -o run.json ./clean >/dev/null; grep -o '"at":"[^"]*"' run.json | sort -u
> "at":"clean.asc:10"
> "at":"clean.asc:11"
> "at":"clean.asc:8"
> "at":"clean.asc:9"
$ belay draw --from-run run.json --at clean.asc:9
! belay: clean.asc:9 holds asc_sync_notify, which moves nothing that can be drawn; the nearest lines that move data are 8 and 11
= 2

A line may have made several calls, which are not alike.

$ belay trace -o run.json ./loop >/dev/null
$ belay draw --from-run run.json --at loop.asc:10 | head -3
> asc_copy_gm2ub
> Copies a run of bytes from GM to UB; only the low 16 bits of the size count.
>   asc_copy_gm2ub  dst=0x0  src=0x0  size=64 (byte)
! belay: loop.asc:10 holds 3 different calls, this is the first; --nth 2 draws the next one
$ belay draw --from-run run.json --at loop.asc:10 --nth 3 | head -3
> asc_copy_gm2ub
> Copies a run of bytes from GM to UB; only the low 16 bits of the size count.
>   asc_copy_gm2ub  dst=0x0  src=0x0  size=256 (byte)
$ belay draw --from-run run.json --at loop.asc:10 --nth 4
! belay: --nth 4: loop.asc:10 holds 3 different calls; use a whole number from 1 to 3
= 2
