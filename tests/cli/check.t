One program. The last line and the exit status are fixed: 0 clean, 1 findings, 2 not judged, 3 the program failed.

$ belay check ./clean
> sync=0
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
$ belay check ./race
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
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1
$ belay check --schedule lazy ./race 2>/dev/null
> first byte: old
> sync=0
= 1
$ belay check --threads 1 ./clean
> sync=0
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete

Warnings and notes.

$ belay check ./warning
> sync=0
! belay: arch dav-3510, schedule deterministic
! belay: warning NOP: size is 0: the instruction does nothing
!   at   : asc_copy_gm2ub warning.asc:8   MTE2   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
! belay: fidelity: 1 operation exact, 1 open (1 point), 0 refused
!   open : gm2ub-size-32: sizes that are no multiple of 32: the page asks for multiples, samples do without; chosen: filled up to 32 bytes, with a note (1 time, first at warning.asc:9)
! belay: summary: 0 errors, 1 warnings, 1 notes, 0 suppressed; judged: complete
= 1
$ belay check --errors-only ./warning 2>&1 >/dev/null | tail -1
> belay: summary: 0 errors, 1 warnings, 1 notes, 0 suppressed; judged: complete
$ belay check --errors-only ./warning >/dev/null 2>&1
$ belay check --notes ./warning
> sync=0
! belay: arch dav-3510, schedule deterministic
! belay: warning NOP: size is 0: the instruction does nothing
!   at   : asc_copy_gm2ub warning.asc:8   MTE2   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
! belay: note ROUNDED: size is 50, not a multiple of 32: the bytes up to the next multiple are overwritten too
!   at   : asc_copy_gm2ub warning.asc:9   MTE2   block 0 aiv 0
!   fix  : copy a multiple of 32 bytes, or use asc_copy_gm2ub_align
!   seen : 1 time   explain: belay explain ROUNDED
! belay: fidelity: 1 operation exact, 1 open (1 point), 0 refused
!   open : gm2ub-size-32: sizes that are no multiple of 32: the page asks for multiples, samples do without; chosen: filled up to 32 bytes, with a note (1 time, first at warning.asc:9)
! belay: summary: 0 errors, 1 warnings, 1 notes, 0 suppressed; judged: complete
= 1

Mistakes of the host are findings, too.

$ belay check ./host
> sync=0
! belay: error ACL: aclrtSetDevice: device 9 does not exist; the only device is 0 (returns 107001 ACL_ERROR_RT_INVALID_DEVICEID)
! belay: error ACL: aclrtSetDevice: device 10 does not exist; the only device is 0 (returns 107001 ACL_ERROR_RT_INVALID_DEVICEID)
! belay: error LAUNCH: nothing<<<>>> at host.asc:13: the number of blocks is 0; it must be from 1 to 65535 (returns 107000 ACL_ERROR_RT_PARAM_INVALID)
! belay: summary: 3 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1

How a program ends.

$ belay check ./ends 0
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
$ belay check ./ends 4
! belay: the program itself ended with status 4: ./ends 4
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 3
$ belay check ./ends 4 finding
> sync=0
! belay: arch dav-3510, schedule deterministic
! belay: warning NOP: size is 0: the instruction does nothing
!   at   : asc_copy_gm2ub ends.asc:11   MTE2   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
! belay: fidelity: 1 operation exact, 0 open, 0 refused
! belay: summary: 0 errors, 1 warnings, 0 notes, 0 suppressed; judged: complete
= 1
$ belay check ./ends abort
! belay: could not judge ./ends abort: it was killed by signal 6 (Aborted)
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
$ belay check ./ends abort finding
! belay: arch dav-3510, schedule deterministic
! belay: warning NOP: size is 0: the instruction does nothing
!   at   : asc_copy_gm2ub ends.asc:11   MTE2   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
! belay: could not judge ./ends abort finding: it was killed by signal 6 (Aborted)
! belay: fidelity: 1 operation exact, 0 open, 0 refused
! belay: summary: 0 errors, 1 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
$ belay check ./ends _exit
! belay: could not judge ./ends _exit: it ended with status 0 and without a closing record; it was not built with Belay's bisheng, could not read its options, or ended with _exit()
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
$ belay check true
! belay: could not judge true: it ended with status 0 and without a closing record; it was not built with Belay's bisheng, could not read its options, or ended with _exit()
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
$ belay check ./nothing
! belay: could not judge ./nothing: it cannot be run: No such file or directory
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2

Input reaches a program that runs alone.

$ echo hello | belay check sh -c 'cat; ./clean'
> hello
> sync=0
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete

Wrong command lines.

$ belay check
! belay check: which program?; see belay check --help
= 2
$ belay check --help
> usage: belay check [OPTIONS] PROGRAM [ARGUMENTS]
>        belay check [OPTIONS] --programs PROGRAM...
> 
>   --schedule S      deterministic (default), lazy, random or random:SEED
>   --seeds N         run N random schedules, from seed 1 or SEED, and compare their results
>   --threads N       host threads that run blocks
>   --programs        every argument is a program, to be run without arguments
>   -j, --jobs N      programs and seeds that run at the same time (default 1)
>   --notes           show notes too
>   --errors-only     warnings do not change the exit status
>   --suppress FILE   accept findings; entries RULE FILE[:LINE] [OPERATION] # REASON
>   --json FILE       write every finding as a line of JSON
>   --sarif FILE      write SARIF 2.1.0
>   --junit FILE      write JUnit XML
> 
> exit status: 0 clean, 1 findings, 2 could not be judged, 3 the program itself failed
$ belay check --seed 3 --fast ./clean
! belay check: unrecognized option '--fast'
! See belay check --help.
= 2
$ belay check --schedule
! belay check: option '--schedule' requires an argument
! See belay check --help.
= 2
$ belay check --schedule eager ./clean
! belay: BELAY_SCHEDULE=eager is not understood: use deterministic, lazy, random or random:SEED (a whole number)
= 2
$ belay check --threads 0 ./clean
! belay: BELAY_THREADS=0 is not understood: use a whole number from 1 to 256
= 2
$ belay check --seeds 0 ./clean
! belay check: --seeds 0: use a whole number from 1 to 100000
= 2
$ belay check --seeds many ./clean
! belay check: --seeds many: use a whole number from 1 to 100000
= 2
$ belay check --seeds 3 --schedule lazy ./clean
! belay check: --seeds runs random schedules; leave --schedule out, or give it a first seed, random:SEED; see belay check --help
= 2
$ belay check -j -1 --programs ./clean
! belay check: --jobs -1: use a whole number from 1 to 1000
= 2
$ belay check -j 2 ./clean ./race
! belay check: --jobs has only one run to do; name several programs after --programs, or give --seeds; see belay check --help
= 2
$ belay check --json nowhere/x.json ./clean
! belay check: cannot write 'nowhere/x.json': No such file or directory
= 2
$ belay check --sarif nowhere/x.sarif ./clean
! belay check: cannot write 'nowhere/x.sarif': No such file or directory
= 2
$ belay check --junit nowhere/x.xml ./clean
! belay check: cannot write 'nowhere/x.xml': No such file or directory
= 2
$ belay check --junit /dev/full ./clean
> sync=0
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
! belay check: cannot write '/dev/full': No space left on device
= 2
$ TMPDIR=/nowhere belay check ./clean
! belay check: cannot make a folder in '/nowhere': No such file or directory; set TMPDIR to another place
= 2

A kernel that fails is one finding; the error that the synchronisation returns for it is none.

$ belay check ./stuck
> sync=507034
! belay: arch dav-3510, schedule deterministic
! belay: error DEADLOCK: block 0 waits for ever
!   at   : asc_sync_wait stuck.asc:7
!   aiv0 MTE3: asc_sync_wait at stuck.asc:7 waits for event MTE2->MTE3 id 0; no notify so far
!   fix  : asc_sync_notify(PIPE_MTE2, PIPE_MTE3, 0) for every wait, called before line 7
!   seen : 1 time   explain: belay explain DEADLOCK
! belay: aclrtSynchronizeDevice: kernel kernel, launched at stuck.asc:14, ran into a deadlock; see the report printed when it ran (returns 507034 ACL_ERROR_RT_VECTOR_CORE_TIMEOUT)
! belay: fidelity: 1 operation exact, 0 open, 0 refused
! belay: summary: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1

Host code that touches device memory is a finding of a program that cannot be judged to its end.

$ belay check ./access 2>&1 | sed 's,/[^ ]*/access,access,'; exit ${PIPESTATUS[0]}
> belay: arch dav-3510, schedule deterministic
> belay: error HOST-ACCESS: host code dereferences device memory, GM allocation #1 + 0x0
>   at   : access.asc:7
>   why  : device pointers mean nothing to the host; a real system faults or reads garbage here
>   fix  : copy with aclrtMemcpy between this memory and host memory, and use the host memory
>   seen : 1 time   explain: belay explain HOST-ACCESS
> belay: could not judge ./access: it was killed by signal 11 (Segmentation fault)
> belay: summary: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
