A suite: every argument is a program.

$ belay check --programs ./clean ./race
> sync=0
> first byte: copied
> sync=0
! belay: ./clean under deterministic
! belay: ./clean: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
! belay: ./race under deterministic
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
! belay: ./race: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
! belay: fidelity: 8 operations exact, 0 open, 0 refused
! belay: summary: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1
$ belay check -j 3 --programs ./clean ./host ./warning ./ends 2>&1 >/dev/null | grep '^belay: [.s]'
> belay: ./clean under deterministic
> belay: ./clean: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
> belay: ./host under deterministic
> belay: ./host: 3 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
> belay: ./warning under deterministic
> belay: ./warning: 0 errors, 1 warnings, 1 notes, 0 suppressed; judged: complete
> belay: ./ends under deterministic
> belay: ./ends: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
> belay: summary: 3 errors, 1 warnings, 1 notes, 0 suppressed; judged: complete
$ belay check -j 3 --programs ./clean ./ends true ./race > /dev/null 2>&1
= 2
$ belay check --programs ./clean ./nothing
> sync=0
! belay: ./clean under deterministic
! belay: ./clean: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
! belay: could not judge ./nothing: it cannot be run: No such file or directory
! belay: ./nothing: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
$ belay check -j 2 --seeds 2 --programs ./clean ./ends
> sync=0
! belay: schedules random:1 to random:2
! belay: ./clean under random:1
! belay: ./clean: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
! belay: ./ends under random:1
! belay: ./ends: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
! belay: fidelity: 8 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
