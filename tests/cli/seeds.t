Several random schedules. The first run is shown, and later ones that bring something new.

$ belay check --seeds 3 ./clean
> sync=0
! belay: schedules random:1 to random:3
! belay: ./clean under random:1
! belay: fidelity: 12 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
$ belay check --seeds 8 ./race
> first byte: old
> sync=0
> first byte: copied
> sync=0
! belay: schedules random:1 to random:8
! belay: ./race under random:1
! belay: arch dav-3510, schedule random:1
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
! belay: ./race under random:2
! belay: arch dav-3510, schedule random:2
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
! belay: error SCHEDULE: ./race prints something else under random:2 than under random:1
!   what : line 1 is 'first byte: copied' under random:2, 'first byte: old' under random:1
!   why  : the machine may order its work either way; a correct program gives the same result
!   fix  : mend its races first; belay check --schedule random:2 repeats this run
!   seen : 6 times, first shown   explain: belay explain SCHEDULE
! belay: fidelity: 32 operations exact, 0 open, 0 refused
! belay: summary: 2 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1
$ belay check --seeds 8 -j 4 ./race > parallel.out 2> parallel.err
= 1
$ belay check --seeds 8 ./race > serial.out 2> serial.err
= 1
$ cmp parallel.out serial.out && cmp parallel.err serial.err
$ belay check --schedule random:40 --seeds 2 ./clean 2>&1 | head -1
> belay: schedules random:40 to random:41
$ belay check --seeds 2 --schedule random:18446744073709551615 ./clean 2>&1 | head -1
> belay: schedules random:18446744073709551615 to random:0

Other differences.

$ belay check --seeds 2 sh -c './clean; test $BELAY_SCHEDULE = random:1'
> sync=0
> sync=0
! belay: schedules random:1 to random:2
! belay: sh -c ./clean; test $BELAY_SCHEDULE = random:1 under random:1
! belay: sh -c ./clean; test $BELAY_SCHEDULE = random:1 under random:2
! belay: error SCHEDULE: sh -c ./clean; test $BELAY_SCHEDULE = random:1 ends with another status under random:2 than under random:1
!   what : status 1 under random:2, 0 under random:1
!   why  : the machine may order its work either way; a correct program gives the same result
!   fix  : mend its races first; belay check --schedule random:2 repeats this run
!   seen : 1 time   explain: belay explain SCHEDULE
! belay: fidelity: 8 operations exact, 0 open, 0 refused
! belay: summary: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1
$ belay check --seeds 2 sh -c './clean; test $BELAY_SCHEDULE = random:1 || echo more'
> sync=0
> sync=0
> more
! belay: schedules random:1 to random:2
! belay: sh -c ./clean; test $BELAY_SCHEDULE = random:1 || echo more under random:1
! belay: sh -c ./clean; test $BELAY_SCHEDULE = random:1 || echo more under random:2
! belay: error SCHEDULE: sh -c ./clean; test $BELAY_SCHEDULE = random:1 || echo more prints something else under random:2 than under random:1
!   what : line 2 is 'more' under random:2, missing under random:1
!   why  : the machine may order its work either way; a correct program gives the same result
!   fix  : mend its races first; belay check --schedule random:2 repeats this run
!   seen : 1 time   explain: belay explain SCHEDULE
! belay: fidelity: 8 operations exact, 0 open, 0 refused
! belay: summary: 1 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
= 1
$ belay check --seeds 2 sh -c './clean; test $BELAY_SCHEDULE = random:2 || echo more' 2>&1 | grep what
>   what : line 2 is missing under random:2, 'more' under random:1
$ belay check --seeds 2 sh -c './clean; test $BELAY_SCHEDULE = random:1 || kill -9 $$'
> sync=0
> sync=0
! belay: schedules random:1 to random:2
! belay: sh -c ./clean; test $BELAY_SCHEDULE = random:1 || kill -9 $$ under random:1
! belay: sh -c ./clean; test $BELAY_SCHEDULE = random:1 || kill -9 $$ under random:2
! belay: could not judge sh -c ./clean; test $BELAY_SCHEDULE = random:1 || kill -9 $$: it was killed by signal 9 (Killed)
! belay: fidelity: 8 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
= 2
