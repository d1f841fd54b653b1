The command line of the page of a run. What the page shows is tested in a browser, in tests/page.

$ belay report --help
> usage: belay report [OPTIONS] PROGRAM [ARGUMENTS] -o FILE
> 
> Runs the program and writes a page for browsers: findings, timeline, memory map, instructions.
> 
>   -o FILE           the page; before the program, or as the last two words
>   --schedule S      deterministic (default), lazy, random or random:SEED
>   --threads N       host threads that run blocks
>   --suppress FILE   accept findings; entries RULE FILE[:LINE] [OPERATION] # REASON
> 
> exit status: that of belay check; 2 also when the page cannot be written
$ belay report
! belay report: which program?; see belay report --help
= 2
$ belay report ./clean
! belay report: which file? -o FILE; see belay report --help
= 2
$ belay report ./clean -o
! belay report: which file? -o FILE; see belay report --help
= 2
$ belay report --colour ./clean -o page.html
! belay report: unrecognized option '--colour'
! See belay report --help.
= 2
$ mkdir -p other/bin && cp "$(command -v belay)" other/bin && other/bin/belay report ./clean -o page.html; status=$?; rm -r other; ls page.html; (exit $status)
! belay report: this build has no page, because npm was missing when it was made; install nodejs and npm, then build Belay again with the npm registry in reach
! ls: cannot access 'page.html': No such file or directory
= 2
