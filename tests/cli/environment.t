The variables that programs read when they run alone. Records are appended.

$ BELAY_JSON=alone.json ./clean
> sync=0
$ BELAY_JSON=alone.json BELAY_SCHEDULE=lazy ./warning
> sync=0
! belay: arch dav-3510, schedule lazy
! belay: warning NOP: size is 0: the instruction does nothing
!   at   : asc_copy_gm2ub warning.asc:8   MTE2   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
$ python3 $CHECKS/check_json.py alone.json
> run 1 ./clean dav-3510 deterministic
> fidelity copy 4 0 0
> end 0 0 0 0
> run 1 ./warning dav-3510 lazy
> report NOP 109 warning asc_copy_gm2ub copy 0 warning.asc:8 - fix 
> report ROUNDED 120 note asc_copy_gm2ub copy 0 warning.asc:9 - fix 
> fidelity copy 1 1 0
>   point gm2ub-size-32 1 warning.asc:9 -
> end 0 1 1 0
$ BELAY_JSON=nowhere/alone.json ./clean
> sync=0
! belay: cannot open the records in BELAY_JSON=nowhere/alone.json: No such file or directory
$ BELAY_JSON=/dev/full ./clean
> sync=0
! belay: cannot write the records in BELAY_JSON=/dev/full: No space left on device
$ BELAY_JSON=checked.json belay check ./clean 2>&1
> sync=0
> belay: fidelity: 4 operations exact, 0 open, 0 refused
> belay: summary: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: complete
$ python3 $CHECKS/check_json.py checked.json
> run 1 ./clean dav-3510 deterministic
> fidelity copy 4 0 0
> end 0 0 0 0
$ BELAY_JSON=listed.json belay list sync_pipe >/dev/null; test -e listed.json
= 1

A launch with an error can fail for the host, too. Suppressed ones do not count.

$ BELAY_ERRORS_FAIL=1 ./race 2>&1 | grep -o 'returns 507035'
> returns 507035
$ echo 'RACE-RAW race.asc # known' >known; BELAY_ERRORS_FAIL=1 BELAY_SUPPRESS=known ./race
> first byte: copied
> sync=0
$ BELAY_ERRORS_FAIL=1 ./warning 2>/dev/null
> sync=0

Values that make no sense end a program, whether it launches anything or not.

$ BELAY_SCHEDULE=eager ./clean
! belay: BELAY_SCHEDULE=eager is not understood: use deterministic, lazy, random or random:SEED (a whole number)
= 2
$ BELAY_THREADS=0 ./clean
! belay: BELAY_THREADS=0 is not understood: use a whole number from 1 to 256
= 2
$ BELAY_NOTES=yes belay check ./clean
! belay: BELAY_NOTES=yes is not understood: use 0 or 1
= 2
