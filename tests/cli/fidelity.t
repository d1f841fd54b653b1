What a program rests on is said before the summary, and changes neither the summary nor the status.

$ belay check ./open 2>&1 | sed 's|[^ ]*/open.asc|open.asc|'
> sync=0
> belay: fidelity: 6 operations exact, 8 open (4 points), 0 refused
>   open : gm2ub-size-32: sizes that are no multiple of 32: the page asks for multiples, samples do without; chosen: filled up to 32 bytes, with a note (2 times, first at open.asc:9; its results were read by scalar code at open.asc:11)
>   open : atomic-max-nan: maximum and minimum of NaN; chosen: the canonical NaN, then subject to saturation (4 times, first at open.asc:14)
>   open : atomic-float-order: the order in which blocks combine floats with the same element; chosen: by number of the block: a block waits until all lower ones have ended; one that waits for other blocks or polls lets the higher ones pass (4 times, first at open.asc:14)
>   open : core-id: the numbering of physical cores; chosen: AICs and AIVs apart, in order of blocks (2 times, first at open.asc:11)
> belay: summary: 0 errors, 0 warnings, 1 notes, 0 suppressed; judged: complete
$ belay check ./open >/dev/null 2>&1
$ belay check ./open drop 2>&1 | grep -v '^  open'
> belay: arch dav-3510, schedule deterministic
> belay: error GM-OOB: reads GM allocation #2 [0x4000, 0x4040), beyond its 0x200 bytes
>   at   : asc_copy_gm2ub open.asc:18   MTE2   block 0 aiv 0
>   why  : every byte must lie in one live allocation of aclrtMalloc; sizes are exact to the byte
>   fix  : check count, burst length and stride against the size of the allocation
>   seen : 2 times, first shown   explain: belay explain GM-OOB
> belay: aclrtSynchronizeDevice: kernel points, launched at open.asc:25, ended with an exception; see the report printed when it ran (returns 507035 ACL_ERROR_RT_VECTOR_CORE_EXCEPTION)
> sync=507035
> belay: fidelity: 6 operations exact, 8 open (4 points), 2 refused
> belay: summary: 1 errors, 0 warnings, 1 notes, 0 suppressed; judged: complete
$ belay check --schedule random:7 --threads 1 ./open 2>&1 | grep fidelity:
> belay: fidelity: 6 operations exact, 8 open (4 points), 0 refused

Copies and computations pass on what their sources rest on.

$ belay check ./open_copied 2>&1 | grep '^  open' | sed 's|[^ ]*/open_copied.asc|open_copied.asc|'
>   open : gm2ub-size-32: sizes that are no multiple of 32: the page asks for multiples, samples do without; chosen: filled up to 32 bytes, with a note (1 time, first at open_copied.asc:9; its results were read by scalar code at open_copied.asc:15)

Runs and programs are added up. Of programs without kernels there is nothing to say.

$ belay check --seeds 3 ./open 2>&1 | grep fidelity:
> belay: fidelity: 18 operations exact, 24 open (4 points), 0 refused
$ belay check --programs ./open ./clean ./ends 2>&1 | grep fidelity:
> belay: fidelity: 10 operations exact, 8 open (4 points), 0 refused
$ belay check ./ends 2>&1 | grep -c fidelity:
> 0
= 1

A program without the command says nothing of it.

$ ./open
> sync=0

The formats have it, too.

$ belay check --json open.json --sarif open.sarif --junit open.xml ./open drop >/dev/null 2>&1
= 1
$ python3 $CHECKS/check_json.py open.json
> run 1 ./open dav-3510 deterministic
> report ROUNDED 120 note asc_copy_gm2ub points 0 open.asc:9 - fix 
> report GM-OOB 105 error asc_copy_gm2ub points 0 open.asc:18 - why fix 
> fidelity points 6 8 2
>   point gm2ub-size-32 2 open.asc:9 11
>   point atomic-max-nan 4 open.asc:14 -
>   point atomic-float-order 4 open.asc:14 -
>   point core-id 2 open.asc:11 -
> end 1 0 1 0
$ python3 $CHECKS/check_sarif.py open.sarif
> invocation ./open drop True
>   fidelity 6 8 2 gm2ub-size-32=2 atomic-max-nan=4 atomic-float-order=4 core-id=2
> result ROUNDED note 2 open.asc:9
>   size is 52, not a multiple of 32: the bytes up to the next multiple are overwritten too
> result GM-OOB error 2 open.asc:18
>   reads GM allocation #2 [0x4000, 0x4040), beyond its 0x200 bytes
$ python3 $CHECKS/check_junit.py open.xml
> testcase ./open drop
>   property exact 6
>   property open 8
>   property refused 2
>   property gm2ub-size-32 2
>   property atomic-max-nan 4
>   property atomic-float-order 4
>   property core-id 2
>   failure GM-OOB reads GM allocation #2 [0x4000, 0x4040), beyond its 0x200 bytes
