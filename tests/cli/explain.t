Rules by name, in any case, and by number.

$ belay explain DEADLOCK
> DEADLOCK (204, error): nothing can go on
> 
> Every core and pipe that still has work waits for something that no one can
> deliver any more: a notify, an arrival, an unlock, a unit flag, or a value in
> memory. A core polls in vain when it has loaded what it knows already 2097152
> times (2^21) since anything in the launch has changed; loops that look at the
> clock, or store something else each time, are not judged. On the device the
> kernel runs into the time limit.
> 
> Fix:
> Supply the missing partner of the waits that the report lists, on a path that
> the partner really takes.
$ belay explain race-raw | head -1
> RACE-RAW (131, error): data is read that may not be there yet
$ belay explain 131 | head -1
> RACE-RAW (131, error): data is read that may not be there yet
$ belay explain 0131
! belay: there is no rule '0131'; belay explain lists them
= 2
$ belay explain | head -4
> usage: belay explain RULE
> 
> The rules, which have a number and a name:
>   101 OOB                error   an access outside of a memory
$ belay explain | grep -c 'RACE-RAW'
> 1
$ belay explain FALL
! belay: there is no rule 'FALL'; belay explain lists them
= 2
$ belay explain OOB ALIGN 2>&1 | head -1
> usage: belay explain RULE
$ belay explain OOB ALIGN 2>/dev/null
= 2
