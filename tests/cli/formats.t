Records, as lines of JSON. Every launch of a program has records of its own.

$ belay check --json race.json ./race >/dev/null 2>&1
= 1
$ python3 $CHECKS/check_json.py race.json
> run 1 ./race dav-3510 deterministic
> report RACE-RAW 131 error asc_copy_ub2gm copy 0 race.asc:9 race.asc:8 write read why fix 
> fidelity copy 2 0 0
> report RACE-RAW 131 error asc_copy_ub2gm copy 0 race.asc:9 race.asc:8 write read why fix 
> fidelity copy 2 0 0
> end 2 0 0 0
$ head -2 race.json
> {"type":"run","format":1,"program":"./race","arch":"dav-3510","schedule":"deterministic"}
> {"type":"report","rule":"RACE-RAW","number":131,"severity":"error","message":"UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running","operation":"asc_copy_ub2gm","kernel":"copy","block":0,"file":"race.asc","line":9,"other":{"file":"race.asc","line":8},"details":[{"key":"write","value":"MTE2 asc_copy_gm2ub race.asc:8   block 0 aiv 0"},{"key":"read","value":"MTE3 asc_copy_ub2gm race.asc:9   block 0 aiv 0"},{"key":"why","value":"no chain of flags, barriers or locks leads from line 8 to line 9"},{"key":"fix","value":"asc_sync_notify(PIPE_MTE2, PIPE_MTE3, id) after line 8, asc_sync_wait(PIPE_MTE2, PIPE_MTE3, id) before line 9; unused ids: 0, 1, 2, 3, 4, 5, 6, 7"}],"count":1}
$ belay check --json many.json --sarif many.sarif --junit many.xml --programs ./clean ./race ./warning ./host ./ends true >/dev/null 2>&1
= 2
$ python3 $CHECKS/check_json.py many.json
> run 1 ./clean dav-3510 deterministic
> fidelity copy 4 0 0
> end 0 0 0 0
> run 1 ./race dav-3510 deterministic
> report RACE-RAW 131 error asc_copy_ub2gm copy 0 race.asc:9 race.asc:8 write read why fix 
> fidelity copy 2 0 0
> report RACE-RAW 131 error asc_copy_ub2gm copy 0 race.asc:9 race.asc:8 write read why fix 
> fidelity copy 2 0 0
> end 2 0 0 0
> run 1 ./warning dav-3510 deterministic
> report NOP 109 warning asc_copy_gm2ub copy 0 warning.asc:8 - fix 
> report ROUNDED 120 note asc_copy_gm2ub copy 0 warning.asc:9 - fix 
> fidelity copy 1 1 0
>   point gm2ub-size-32 1 warning.asc:9 -
> end 0 1 1 0
> run 1 ./host dav-3510 deterministic
> report ACL 404 error aclrtSetDevice - - - - 
> report ACL 404 error aclrtSetDevice - - - - 
> report LAUNCH 402 error - - - host.asc:13 - 
> end 3 0 0 0
> run 1 ./ends dav-3510 deterministic
> end 0 0 0 0
$ python3 $CHECKS/check_sarif.py many.sarif
> invocation ./clean True
>   fidelity 4 0 0
> invocation ./race True
>   fidelity 4 0 0
> invocation ./warning True
>   fidelity 1 1 0 gm2ub-size-32=1
> invocation ./host True
> invocation ./ends True
> invocation true False it ended with status 0 and without a closing record; it was not built with Belay's bisheng, could not read its options, or ended with _exit()
> result RACE-RAW error 2 race.asc:9 related race.asc:8
>   UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
> result NOP warning 1 warning.asc:8
>   size is 0: the instruction does nothing
> result ROUNDED note 1 warning.asc:9
>   size is 50, not a multiple of 32: the bytes up to the next multiple are overwritten too
> result ACL error 1
>   aclrtSetDevice: device 9 does not exist; the only device is 0 (returns 107001 ACL_ERROR_RT_INVALID_DEVICEID)
> result ACL error 1
>   aclrtSetDevice: device 10 does not exist; the only device is 0 (returns 107001 ACL_ERROR_RT_INVALID_DEVICEID)
> result LAUNCH error 1 host.asc:13
>   nothing<<<>>> at host.asc:13: the number of blocks is 0; it must be from 1 to 65535 (returns 107000 ACL_ERROR_RT_PARAM_INVALID)
$ python3 $CHECKS/check_junit.py many.xml
> testcase ./clean
>   property exact 4
>   property open 0
>   property refused 0
> testcase ./race
>   property exact 4
>   property open 0
>   property refused 0
>   failure RACE-RAW UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
> testcase ./warning
>   property exact 1
>   property open 1
>   property refused 0
>   property gm2ub-size-32 1
>   failure NOP size is 0: the instruction does nothing
> testcase ./host
>   failure ACL aclrtSetDevice: device 9 does not exist; the only device is 0 (returns 107001 ACL_ERROR_RT_INVALID_DEVICEID)
>   failure ACL aclrtSetDevice: device 10 does not exist; the only device is 0 (returns 107001 ACL_ERROR_RT_INVALID_DEVICEID)
>   failure LAUNCH nothing<<<>>> at host.asc:13: the number of blocks is 0; it must be from 1 to 65535 (returns 107000 ACL_ERROR_RT_PARAM_INVALID)
> testcase ./ends
> testcase true
>   error not-judged it ended with status 0 and without a closing record; it was not built with Belay's bisheng, could not read its options, or ended with _exit()

Equal findings of several runs are one finding.

$ belay check --seeds 8 --json seeds.json --sarif seeds.sarif --junit seeds.xml ./race >/dev/null 2>&1
= 1
$ python3 $CHECKS/check_json.py seeds.json | grep -c RACE-RAW
> 16
$ python3 $CHECKS/check_json.py seeds.json | tail -1
> report SCHEDULE 501 error - - - - - what why fix 
$ python3 $CHECKS/check_sarif.py seeds.sarif
> invocation ./race True
>   fidelity 32 0 0
> result RACE-RAW error 16 race.asc:9 related race.asc:8
>   UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
> result SCHEDULE error 6
>   ./race prints something else under random:2 than under random:1
$ python3 $CHECKS/check_junit.py seeds.xml
> testcase ./race
>   property exact 32
>   property open 0
>   property refused 0
>   failure RACE-RAW UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
>   failure SCHEDULE ./race prints something else under random:2 than under random:1

Suppressed findings are recorded, and are no failures.

$ echo 'RACE-RAW race.asc # known' > known.txt
$ belay check --suppress known.txt --json known.json --sarif known.sarif --junit known.xml ./race 2>/dev/null
> first byte: copied
> sync=0
$ python3 $CHECKS/check_json.py known.json
> run 1 ./race dav-3510 deterministic
> report RACE-RAW 131 error asc_copy_ub2gm copy 0 race.asc:9 race.asc:8 write read why fix {'line': 1, 'reason': 'known'}
> fidelity copy 2 0 0
> report RACE-RAW 131 error asc_copy_ub2gm copy 0 race.asc:9 race.asc:8 write read why fix {'line': 1, 'reason': 'known'}
> fidelity copy 2 0 0
> end 0 0 0 2
$ python3 $CHECKS/check_sarif.py known.sarif
> invocation ./race True
>   fidelity 4 0 0
> result RACE-RAW error 2 race.asc:9 related race.asc:8 suppressed: known
>   UB [0x0, 0x200) (all of ub) is read by MTE3 while MTE2's write to it may still be running
$ python3 $CHECKS/check_junit.py known.xml
> testcase ./race
>   property exact 4
>   property open 0
>   property refused 0

Programs that fail, and warnings that do not matter.

$ belay check --junit ends.xml ./ends 4 finding >/dev/null 2>&1
= 1
$ python3 $CHECKS/check_junit.py ends.xml
> testcase ./ends 4 finding
>   property exact 1
>   property open 0
>   property refused 0
>   failure NOP size is 0: the instruction does nothing
>   failure exit-status the program itself ended with status 4
$ belay check --errors-only --junit ends.xml ./ends 0 finding >/dev/null 2>&1
$ python3 $CHECKS/check_junit.py ends.xml
> testcase ./ends 0 finding
>   property exact 1
>   property open 0
>   property refused 0
$ belay check --json ends.json --junit ends.xml ./ends abort finding >/dev/null 2>&1
= 2
$ python3 $CHECKS/check_json.py ends.json
> run 1 ./ends dav-3510 deterministic
> report NOP 109 warning asc_copy_gm2ub copy 0 ends.asc:11 - fix 
> fidelity copy 1 0 0
$ python3 $CHECKS/check_junit.py ends.xml
> testcase ./ends abort finding
>   property exact 1
>   property open 0
>   property refused 0
>   failure NOP size is 0: the instruction does nothing
>   error not-judged it was killed by signal 6 (Aborted)

Names that are hard to write.

$ cp clean $'a <b> & "c"\n\xe4\x01'
$ belay check --json hard.json --sarif hard.sarif --junit hard.xml --programs $'./a <b> & "c"\n\xe4\x01' >/dev/null 2>&1
$ python3 $CHECKS/check_json.py hard.json | cat -v
> run 1 ./a <b> & "c"
> ?^A dav-3510 deterministic
> fidelity copy 4 0 0
> end 0 0 0 0
$ python3 $CHECKS/check_sarif.py hard.sarif | cat -v
> invocation ./a <b> & "c"
> ?^A True
>   fidelity 4 0 0
$ python3 $CHECKS/check_junit.py hard.xml | cat -v
> testcase ./a <b> & "c"
> ??
>   property exact 4
>   property open 0
>   property refused 0

A program that dies of what was found.

$ belay check --json access.json --sarif access.sarif --junit access.xml ./access >/dev/null 2>&1
= 2
$ python3 $CHECKS/check_json.py access.json | sed 's,/[^ ]*/access,access,'
> run 1 ./access dav-3510 deterministic
> report HOST-ACCESS 403 error - - - access.asc:7 - why fix 
$ python3 $CHECKS/check_sarif.py access.sarif | sed 's,file:/[^ ]*/access,access,'
> invocation ./access False it was killed by signal 11 (Segmentation fault)
> result HOST-ACCESS error 1 access.asc:7
>   host code dereferences device memory, GM allocation #1 + 0x0
$ python3 $CHECKS/check_junit.py access.xml
> testcase ./access
>   failure HOST-ACCESS host code dereferences device memory, GM allocation #1 + 0x0
>   error not-judged it was killed by signal 11 (Segmentation fault)
