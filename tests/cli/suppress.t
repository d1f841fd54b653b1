Findings that somebody accepts, with a reason.

$ echo 'RACE-RAW race.asc:9 asc_copy_* # measured, harmless here' > race.txt
$ belay check --suppress race.txt ./race
> first byte: copied
> sync=0
! belay: fidelity: 4 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 1 suppressed; judged: complete
$ BELAY_SUPPRESS=race.txt ./race
> first byte: copied
> sync=0
$ BELAY_SUPPRESS=race.txt belay check ./race 2>&1 | tail -1
> belay: summary: 0 errors, 0 warnings, 0 notes, 1 suppressed; judged: complete

Either place of a race will do; the name of a rule may be in any case.

$ echo 'race-raw *.asc:8 # the other side' > other.txt
$ belay check --suppress other.txt ./race 2>/dev/null
> first byte: copied
> sync=0
$ echo '  NOP   ./*.asc   # a path' > path.txt
$ belay check --suppress path.txt --errors-only ./warning
> sync=0
! belay: arch dav-3510, schedule deterministic
! belay: warning NOP: size is 0: the instruction does nothing
!   at   : asc_copy_gm2ub warning.asc:8   MTE2   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
! belay: note: path.txt:1: nothing matches 'NOP   ./*.asc'; remove the entry
! belay: fidelity: 1 operation exact, 1 open (1 point), 0 refused
!   open : gm2ub-size-32: sizes that are no multiple of 32: the page asks for multiples, samples do without; chosen: filled up to 32 bytes, with a note (1 time, first at warning.asc:9)
! belay: summary: 0 errors, 1 warnings, 1 notes, 0 suppressed; judged: complete
$ printf '# comment\n\nNOP warning.asc\t# empty tiles are fine\r\nROUNDED * # room is left\nRACE-WAW * # never\n' > unused.txt
$ belay check --suppress unused.txt ./warning
> sync=0
! belay: note: unused.txt:5: nothing matches 'RACE-WAW *'; remove the entry
! belay: fidelity: 1 operation exact, 1 open (1 point), 0 refused
!   open : gm2ub-size-32: sizes that are no multiple of 32: the page asks for multiples, samples do without; chosen: filled up to 32 bytes, with a note (1 time, first at warning.asc:9)
! belay: summary: 0 errors, 0 warnings, 0 notes, 2 suppressed; judged: complete
$ belay check --suppress unused.txt --programs ./warning true 2>&1 | grep errors,
> belay: ./warning: 0 errors, 0 warnings, 0 notes, 2 suppressed; judged: complete
> belay: true: 0 errors, 0 warnings, 0 notes, 0 suppressed; judged: incomplete
> belay: summary: 0 errors, 0 warnings, 0 notes, 2 suppressed; judged: incomplete

Reports without a place, and differences between schedules.

$ printf 'ACL * aclrtSetDevice # on purpose\nLAUNCH host.asc # on purpose\n' > host.txt
$ belay check --suppress host.txt ./host
> sync=0
! belay: summary: 0 errors, 0 warnings, 0 notes, 3 suppressed; judged: complete
$ printf 'RACE-RAW * # known\nSCHEDULE * # known\n' > schedule.txt
$ belay check --seeds 8 --suppress schedule.txt ./race
> first byte: old
> sync=0
> first byte: copied
> sync=0
! belay: schedules random:1 to random:8
! belay: ./race under random:1
! belay: ./race under random:2
! belay: fidelity: 32 operations exact, 0 open, 0 refused
! belay: summary: 0 errors, 0 warnings, 0 notes, 2 suppressed; judged: complete

Bad files.

$ printf 'FALL * # x\nNOP\nNOP * asc_nop more # x\nNOP *:0 # x\nNOP *:9x # x\nNOP * asc_nop\nNOP * #  \n# fine\n# \n#x\n # x\nNOP * # good\n   # x\n' > bad.txt
$ belay check --suppress bad.txt ./clean
! bad.txt:1: there is no rule 'FALL'; belay explain lists them
! bad.txt:2: the entry names no file; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:3: 'more' is too much; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:4: '*:0' does not end with a line number from 1; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:5: '*:9x' does not end with a line number from 1; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:6: the entry has no reason, which it must have; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:7: the entry has no reason, which it must have; write RULE FILE[:LINE] [OPERATION] # REASON
= 2
$ belay check --suppress nowhere.txt ./clean
! belay: cannot read the suppressions in 'nowhere.txt': No such file or directory
= 2
$ belay check --suppress . ./clean
! belay: cannot read the suppressions in '.': Is a directory
= 2
$ BELAY_SUPPRESS=bad.txt ./race
! bad.txt:1: there is no rule 'FALL'; belay explain lists them
! bad.txt:2: the entry names no file; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:3: 'more' is too much; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:4: '*:0' does not end with a line number from 1; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:5: '*:9x' does not end with a line number from 1; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:6: the entry has no reason, which it must have; write RULE FILE[:LINE] [OPERATION] # REASON
! bad.txt:7: the entry has no reason, which it must have; write RULE FILE[:LINE] [OPERATION] # REASON
= 2
