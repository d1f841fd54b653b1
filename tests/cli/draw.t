Pictures of instructions; what they show is tested in tests/draw.

$ belay draw | head -5
> usage: belay draw FUNCTION [name=value ...] [-o FILE.svg|FILE.pdf|FILE.png|FILE.txt]
>        belay draw --from-run TRACE --at FILE:LINE [--nth N] [-o FILE...]
> 
> Functions that can be drawn:
>   asc_copy_l0c2gm              Moves accumulators from L0C to GM, converted and in a layout of choice.
$ belay draw --help | head -18
> usage: belay draw FUNCTION [name=value ...] [-o FILE.svg|FILE.pdf|FILE.png|FILE.txt]
>        belay draw --from-run TRACE --at FILE:LINE [--nth N] [-o FILE...]
> 
> Draws which bytes the call moves where: as text, or into a file. With --from-run, the call that a line made in a
> run that belay trace has recorded; if there were several different ones, the first, or the Nth.
> 
>   n_burst=3           an argument by its name; what is left out is 0 where 0 is legal
>   dtype=half          the element type; half,float where there are two
>   dst=0x200 src=64    offsets of the operands in their memories
>   asc_set_gm2l1_loop_size=2,2
>                       a setter that runs before the call, with its values in order; asc_set_gm2l1_padding<half>=1.5
>                       for one of several types
>   config=5,3,5        the parts of a word in order
> 
> Values are written as in C: 48, 0x30, -1, true, '1<<16|2'; 1.5 is the bit pattern of the element type.
> belay draw FUNCTION --help lists the arguments, types and setters of a function.
> 
> Functions that can be drawn:
$ belay draw asc_copy_ub2ub --help
> asc_copy_ub2ub: Copies bursts of 32-byte blocks from UB to another place in UB.
>   dst                    first byte written
>   src                    first byte read
>   n_burst                1 to 4095, number of bursts
>   len_burst              1 to 65535, 32-byte: length of a burst
>   src_gap                0 to 65535, 32-byte: distance from the end of a burst to the next, in the source
>   dst_gap                0 to 65535, 32-byte: the same in the destination
> asc_copy_ub2ub: Copies a run of 32-byte blocks from UB to another place in UB; a remainder of the size is not copied.
>   dst                    first byte written
>   src                    first byte read
>   size                   byte: length, a multiple of 32
$ belay draw asc_copy_gm2l1_align --help | tail -5
>   dtype                  one of int8_t uint8_t hifloat8_t int16_t uint16_t half bfloat16_t int32_t uint32_t float
>   asc_set_gm2l1_pad=pad_val
>   asc_set_gm2l1_loop_size=loop1_size,loop2_size
>   asc_set_gm2l1_loop1_stride=loop1_src_stride,loop1_dst_stride
>   asc_set_gm2l1_loop2_stride=loop2_src_stride,loop2_dst_stride
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2
> asc_copy_ub2ub
> Copies bursts of 32-byte blocks from UB to another place in UB.
>   asc_copy_ub2ub  n_burst=1  len_burst=2 (32-byte)
> 
> source: UB
>   reads 64 bytes, the first at byte 126976, the last at byte 127039
>   one cell = one block (32 bytes)
>   the operand starts at byte 126976 (0x1f000): block 0
>     byte          block | 0 1
>   126976 0x1f000      0 | 0 1
> 
> destination: UB
>   writes 64 bytes, the first at byte 0, the last at byte 63
>   one cell = one block (32 bytes)
>   byte      block | 0 1
>      0 0x0      0 | 0 1
> 
>   12   number of the source's block; equal colours: the same row of the destination

Names, types and values that there are not.

$ belay draw asc_copy_moon
! belay: 'asc_copy_moon' is no instruction that can be drawn; belay draw lists them
= 2
$ belay draw asc_mmad m=16
! belay: 'asc_mmad' is no instruction that can be drawn; belay draw lists them
= 2
$ belay draw asc_copy_ub2ub n_burst=1 len_brust=2 2>&1 | head -3
> belay: asc_copy_ub2ub has no argument 'len_brust'
> belay: no form of the instruction has all of these arguments; legal are:
> asc_copy_ub2ub: Copies bursts of 32-byte blocks from UB to another place in UB.
$ belay draw asc_copy_ub2ub n_burst=1 len_burst
! belay: 'len_burst' is not of the form name=value
= 2
$ belay draw asc_copy_ub2ub n_burst=one len_burst=2
! belay: n_burst=one: 'one' is no value (number of bursts)
= 2
$ belay draw asc_copy_ub2ub n_burst=2
! belay: asc_copy_ub2ub needs len_burst=
!   len_burst              1 to 65535, 32-byte: length of a burst
= 2
$ belay draw asc_copy_l12l0a m_step=1 k_step=1
! belay: asc_copy_l12l0a needs dtype=, one of: int8_t uint8_t fp8_e4m3fn_t fp8_e5m2_t hifloat8_t int16_t uint16_t half bfloat16_t int32_t uint32_t float int4b_t fp4x2_e2m1_t fp4x2_e1m2_t
= 2
$ belay draw asc_copy_l12l0a dtype=double m_step=1 k_step=1
! belay: asc_copy_l12l0a does not take dtype=double; legal are: int8_t uint8_t fp8_e4m3fn_t fp8_e5m2_t hifloat8_t int16_t uint16_t half bfloat16_t int32_t uint32_t float int4b_t fp4x2_e2m1_t fp4x2_e1m2_t
= 2
$ belay draw asc_copy_ub2ub dtype=double n_burst=1 len_burst=2
! belay: dtype=double is no element type; use one like half, float or int8_t
= 2
$ belay draw asc_copy_gm2ub size=64 asc_set_gm2ub_loop_size=2
! belay: asc_set_gm2ub_loop_size has another number of values, or other types; the setters of what asc_copy_gm2ub reads:
!   asc_set_gm2ub_loop_size=loop1_size,loop2_size
!   asc_set_gm2ub_loop1_stride=src_stride,dst_stride
!   asc_set_gm2ub_loop2_stride=src_stride,dst_stride
= 2
$ belay draw asc_copy_gm2ub size=64 asc_set_gm2l1_loop_size=2,2
! belay: there is no setter 'asc_set_gm2l1_loop_size' for asc_copy_gm2ub; the setters of what it reads:
!   asc_set_gm2ub_loop_size=loop1_size,loop2_size
!   asc_set_gm2ub_loop1_stride=src_stride,dst_stride
!   asc_set_gm2ub_loop2_stride=src_stride,dst_stride
= 2
$ belay draw asc_copy_gm2l1 n_burst=1 len_burst=1 pad_func_mode=1 'asc_set_gm2l1_padding<uint8_t>=5' | tail -2
>   12   number of the source's byte; equal colours: the same row of the destination
>   ##   written with the constant 0x05
$ belay draw asc_copy_gm2l1 n_burst=1 len_burst=1 pad_func_mode=1 'asc_set_gm2l1_padding<int4b_t>=5'
! belay: asc_set_gm2l1_padding has another number of values, or other types; the setters of what asc_copy_gm2l1 reads:
!   asc_set_gm2l1_padding=config
!   asc_set_l13d_padding=config
!   asc_set_l12l0a_3d_padding=config
= 2
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 --fast
! usage: belay draw FUNCTION [name=value ...] [-o FILE.svg|FILE.pdf|FILE.png|FILE.txt]
!        belay draw --from-run TRACE --at FILE:LINE [--nth N] [-o FILE...]
= 2
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 -o picture.gif
! belay: picture.gif: name a file that ends in .svg, .pdf, .png or .txt
= 2
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 -o /nowhere/picture.svg
! belay: /nowhere/picture.svg: No such file or directory
= 2
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 -o /nowhere/picture.txt
! belay: /nowhere/picture.txt: No such file or directory
= 2

Findings are those of a program.

$ belay draw asc_copy_l12l0a dtype=half m_step=300 k_step=1 src_stride=1 dst_stride=1
! belay: error RANGE: m_step is 300 (unit: 16-row), legal are 0 to 255
!   at   : asc_copy_l12l0a   MTE1   block 0 aic
!   what : m_step: row fractals of each column
!   fix  : use at most 255, or split the work over several calls
!   seen : 1 time   explain: belay explain RANGE
! belay: error OOB: writes L0A [0x0, 0x25800), beyond its 0x10000 bytes
!   at   : asc_copy_l12l0a   MTE1   block 0 aic
!   why  : the operand starts at L0A + 0x0; sizes and strides of the call lead 153600 bytes further
!   fix  : check the strides and counts, or make the tile smaller
!   seen : 1 time   explain: belay explain OOB
! belay: there is nothing to draw: the call moves nothing
= 1
$ belay draw asc_copy_gm2l1_align dtype=half n_burst=1 len_burst=4 burst_dst_stride=33
! belay: error STRIDE: burst_dst_stride is 33: neither a multiple of 32 nor the burst length 4
!   at   : asc_copy_gm2l1_align   MTE2   block 0 aic
!   fix  : use a multiple of 32, or exactly len_burst for packed bursts
!   seen : 1 time   explain: belay explain STRIDE
! belay: there is nothing to draw: the call moves nothing
= 1
$ belay draw asc_copy_ub2ub n_burst=0 len_burst=1
! belay: warning NOP: n_burst is 0: the instruction does nothing
!   at   : asc_copy_ub2ub   V   block 0 aiv 0
!   fix  : skip the call when there is nothing to do
!   seen : 1 time   explain: belay explain NOP
! belay: there is nothing to draw: the call moves nothing
= 1
$ belay draw asc_copy_gm2ub n_burst=2 len_burst=32 src_stride=32 dst_stride=20 2>&1 | grep belay:
> belay: error STRIDE: dst_stride is 20: neither a multiple of 32 nor the burst length 32
> belay: error OVERLAP: the strides make this call write UB + 0x14 more than once
$ belay draw asc_copy_gm2ub_align dtype=half n_burst=4095 len_burst=1000 src_stride=0x8000000000 dst_stride=32 2>&1 | grep belay:
> belay: error GM-OOB: reads GM allocation #2 [0x8000000000, 0x8000000002), beyond its 0x1000000000 bytes
> belay: there is nothing to draw: the call moves nothing
$ belay draw asc_copy_ub2gm_align dtype=float n_burst=4 len_burst=4 dst_stride=0x300000000 src_stride=32 | tail -12
> destination: GM
>   writes 16 bytes, the first at byte 0, the last at byte 38654705667
>   one cell = one element (float, 4 bytes); rows start 12884901888 bytes apart
>          byte                 element |  0 1 .. 3221225471
>             0         0x0           0 |  0 . ..          .
>   12884901888 0x300000000  3221225472 |  8 . ..          .
>   25769803776 0x600000000  6442450944 | 16 . ..          .
>   38654705664 0x900000000  9663676416 | 24 . ..          .
> 
>   12   number of the source's element; equal colours: the same row of the source
>   .    untouched
>   ..   left out: more like the neighbours
