The command itself.

$ belay
! usage: belay COMMAND [ARGUMENTS]
! 
!   check    run a program and judge it
!   draw     draw what a movement instruction moves where
!   env      print the settings of a shell in which projects find Belay
!   explain  explain a rule, like OOB or DEADLOCK
!   list     list the instructions that this version carries out
!   report   run a program and show its run as a page for browsers
!   trace    run a program and record what its kernels do over time
! 
!   --version, --help
! 
! Programs are built with: bisheng PROGRAM.asc -o PROGRAM --npu-arch=dav-3510
= 2
$ belay --help
> usage: belay COMMAND [ARGUMENTS]
> 
>   check    run a program and judge it
>   draw     draw what a movement instruction moves where
>   env      print the settings of a shell in which projects find Belay
>   explain  explain a rule, like OOB or DEADLOCK
>   list     list the instructions that this version carries out
>   report   run a program and show its run as a page for browsers
>   trace    run a program and record what its kernels do over time
> 
>   --version, --help
> 
> Programs are built with: bisheng PROGRAM.asc -o PROGRAM --npu-arch=dav-3510
$ belay help | head -1
> usage: belay COMMAND [ARGUMENTS]
$ belay --version | grep -Ec '^belay [0-9]+[.][0-9]+[.][0-9]+$'
> 1
$ belay climb
! belay: there is no command 'climb'; see belay --help
= 2
