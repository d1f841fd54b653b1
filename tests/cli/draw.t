Pictures of instructions; what they show is tested in tests/draw.

$ belay draw | head -4
$ belay draw --help | head -14
$ belay draw asc_copy_ub2ub --help
$ belay draw asc_copy_gm2l1_align --help | tail -5
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2

Names, types and values that there are not.

$ belay draw asc_copy_moon
$ belay draw asc_mmad m=16
$ belay draw asc_copy_ub2ub n_burst=1 len_brust=2 2>&1 | head -3
$ belay draw asc_copy_ub2ub n_burst=1 len_burst
$ belay draw asc_copy_ub2ub n_burst=one len_burst=2
$ belay draw asc_copy_ub2ub n_burst=2
$ belay draw asc_copy_l12l0a m_step=1 k_step=1
$ belay draw asc_copy_l12l0a dtype=double m_step=1 k_step=1
$ belay draw asc_copy_ub2ub dtype=double n_burst=1 len_burst=2
$ belay draw asc_copy_gm2ub size=64 asc_set_gm2ub_loop_size=2
$ belay draw asc_copy_gm2ub size=64 asc_set_gm2l1_loop_size=2,2
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 --fast
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 -o picture.gif
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 -o /nowhere/picture.svg
$ belay draw asc_copy_ub2ub n_burst=1 len_burst=2 -o /nowhere/picture.txt

Findings are those of a program.

$ belay draw asc_copy_l12l0a dtype=half m_step=300 k_step=1 src_stride=1 dst_stride=1
$ belay draw asc_copy_gm2l1_align dtype=half n_burst=1 len_burst=4 burst_dst_stride=33
$ belay draw asc_copy_ub2ub n_burst=0 len_burst=1
$ belay draw asc_copy_gm2ub n_burst=2 len_burst=32 src_stride=32 dst_stride=20 2>&1 | grep belay:
$ belay draw asc_copy_gm2ub_align dtype=half n_burst=4095 len_burst=1000 src_stride=0x8000000000 dst_stride=32 2>&1 | grep belay:
$ belay draw asc_copy_ub2gm_align dtype=float n_burst=4 len_burst=4 dst_stride=0x300000000 src_stride=32 | tail -12
