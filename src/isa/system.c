/* Identification of cores, read-outs, CTRL, asc_init (system.md 1 to 4). All on the scalar unit. */
#include <time.h>

#include "isa/issue.h"
#include "machine/inter.h"

static const struct belay_launch_request *request(struct belay_issue *in)
{
    return belay_launch_request_of(in->core->cluster->launch);
}

static void answer(struct belay_issue *in, int64_t value)
{
    in->result = (uint64_t)value;
    in->nothing = true;
}

static void answer_chosen(struct belay_issue *in, enum belay_open point, int64_t value)
{
    belay_issue_open(in, point);
    answer(in, value);
}

void belay_lower_get_block_idx(struct belay_issue *in)
{
    answer(in, in->core->cluster->block);
}

void belay_lower_get_block_num(struct belay_issue *in)
{
    answer(in, request(in)->blocks);
}

void belay_lower_get_sub_block_id(struct belay_issue *in)
{
    answer(in, in->core->sub);
}

void belay_lower_get_sub_block_num(struct belay_issue *in)
{
    answer(in, in->core->kind == BELAY_AIC ? 1 : request(in)->kernel->aiv);
}

/* open point core-id: AICs and AIVs are numbered apart, in order of blocks */
void belay_lower_get_core_id(struct belay_issue *in)
{
    int64_t block = in->core->cluster->block;
    answer_chosen(in, BELAY_OPEN_CORE_ID,
                  in->core->kind == BELAY_AIC ? block : block * request(in)->kernel->aiv + in->core->sub);
}

/* Nanoseconds of the host; one step of a polling loop, so the other cores get a turn. */
void belay_lower_get_system_cycle(struct belay_issue *in)
{
    struct timespec now;
    in->core->cluster->progress++; /* a loop that looks at the clock has a limit of its own */
    in->core->polling = true;
    belay_core_yield(in->core);
    clock_gettime(CLOCK_MONOTONIC, &now);
    answer(in, (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
}

void belay_lower_get_system_clock(struct belay_issue *in)
{
    belay_lower_get_system_cycle(in);
    in->result /= 1000;
}

void belay_lower_nop(struct belay_issue *in)
{
    in->nothing = true;
}

/* ---- constants ------------------------------------------------------------------------------------------- */

/* open point arch-version: the value of the chip is unknown */
void belay_lower_get_arch_ver(struct belay_issue *in)
{
    answer_chosen(in, BELAY_OPEN_ARCH_VERSION, 0x351);
}

/* open point program-counter: a hash of the call site, 48 bits and not 0 */
void belay_lower_get_program_counter(struct belay_issue *in)
{
    const struct belay_site *site = &in->entry.site;
    uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ site->line; /* FNV-1a */
    for (const char *c = site->file; *c != '\0'; c++)
        hash = (hash ^ (uint8_t)*c) * UINT64_C(0x100000001B3);
    answer_chosen(in, BELAY_OPEN_PROGRAM_COUNTER, (int64_t)(belay_bits(hash, 0, 48) | 1));
}

/* open point status-bits: none is modelled */
void belay_lower_get_status(struct belay_issue *in)
{
    answer_chosen(in, BELAY_OPEN_STATUS_BITS, 0);
}

/* open point base-addresses: these three are 0 */
void belay_lower_get_smmu_tag_version(struct belay_issue *in)
{
    answer_chosen(in, BELAY_OPEN_BASE_ADDRESSES, 0);
}

void belay_lower_get_phy_stack_base(struct belay_issue *in)
{
    answer_chosen(in, BELAY_OPEN_BASE_ADDRESSES, 0);
}

void belay_lower_get_sys_virtual_base(struct belay_issue *in)
{
    answer_chosen(in, BELAY_OPEN_BASE_ADDRESSES, 0);
}

void belay_lower_get_squeeze_status(struct belay_issue *in)
{
    answer(in, (int64_t)belay_register(in, BELAY_REG_AR));
}

void belay_lower_get_phy_buf_addr(struct belay_issue *in)
{
    answer(in, (int64_t)BELAY_ARGS(in, get_phy_buf_addr)->offset);
}

/* ---- CTRL ------------------------------------------------------------------------------------------------- */

static void change_ctrl(struct belay_issue *in, uint64_t clear, uint64_t set)
{
    belay_register_set(in, BELAY_REG_CTRL, (belay_register(in, BELAY_REG_CTRL) & ~clear) | set);
    in->nothing = true;
}

static uint64_t bit(int number)
{
    return UINT64_C(1) << number;
}

void belay_lower_get_ctrl(struct belay_issue *in)
{
    answer(in, (int64_t)belay_register(in, BELAY_REG_CTRL));
}

/* Bits that the page of asc_set_ctrl lets programs change, and those of the atomic setters. All may be put back. */
void belay_lower_set_ctrl(struct belay_issue *in)
{
    uint64_t config = BELAY_ARGS(in, set_ctrl)->config;
    uint64_t put_back = ~(config ^ belay_register_table[BELAY_REG_CTRL].reset);
    uint64_t documented = bit(48) | bit(53) | bit(56) | bit(59) | UINT64_C(0x7C0);
    uint64_t changed = (config ^ belay_register(in, BELAY_REG_CTRL)) & ~(documented | put_back);
    if (changed != 0)
        belay_issue_complain(in, BELAY_RULE_UNUSUAL, "read the word with asc_get_ctrl, change only bits 48, 53, 56, 59",
                             "this changes bits 0x%llx of CTRL, which are not the program's",
                             (unsigned long long)changed);
    change_ctrl(in, ~UINT64_C(0), config);
}

/* The bits mean "keep" and "truncate", except the one of integer arithmetic, which means "saturate" (enums.md). */
static bool means_saturate(uint64_t mode)
{
    enum { INTEGER = 53 };
    return mode == INTEGER;
}

void belay_lower_set_saturation_flag(struct belay_issue *in)
{
    const struct belay_set_saturation_flag_args *a = BELAY_ARGS(in, set_saturation_flag);
    bool one = (a->enable != 0) == means_saturate(a->mode);
    uint64_t flag = bit((int)belay_bits(a->mode, 0, 6));
    change_ctrl(in, flag, one ? flag : 0);
}

void belay_lower_get_saturation_flag(struct belay_issue *in)
{
    uint64_t mode = BELAY_ARGS(in, get_saturation_flag)->mode;
    uint64_t flag = bit((int)belay_bits(mode, 0, 6));
    answer(in, ((belay_register(in, BELAY_REG_CTRL) & flag) != 0) == means_saturate(mode));
}

enum { SATURATION_STRATEGY = 60, LOAD_POLICY = 16, STORE_POLICY = 20, POLICY_BITS = 4 };

void belay_lower_set_saturation_strategy(struct belay_issue *in)
{
    bool global = BELAY_ARGS(in, set_saturation_strategy)->strategy != 0;
    change_ctrl(in, bit(SATURATION_STRATEGY), global ? bit(SATURATION_STRATEGY) : 0);
}

void belay_lower_get_saturation_strategy(struct belay_issue *in)
{
    answer(in, (int64_t)belay_bits(belay_register(in, BELAY_REG_CTRL), SATURATION_STRATEGY, 1));
}

void belay_lower_set_scalar_load_cache_mode(struct belay_issue *in)
{
    uint64_t mode = belay_bits(BELAY_ARGS(in, set_scalar_load_cache_mode)->mode, 0, POLICY_BITS);
    change_ctrl(in, belay_bits(~UINT64_C(0), 0, POLICY_BITS) << LOAD_POLICY, mode << LOAD_POLICY);
}

void belay_lower_set_scalar_store_cache_mode(struct belay_issue *in)
{
    uint64_t mode = belay_bits(BELAY_ARGS(in, set_scalar_store_cache_mode)->mode, 0, POLICY_BITS);
    change_ctrl(in, belay_bits(~UINT64_C(0), 0, POLICY_BITS) << STORE_POLICY, mode << STORE_POLICY);
}

void belay_lower_get_scalar_load_cache_mode(struct belay_issue *in)
{
    answer(in, (int64_t)belay_bits(belay_register(in, BELAY_REG_CTRL), LOAD_POLICY, POLICY_BITS));
}

void belay_lower_get_scalar_store_cache_mode(struct belay_issue *in)
{
    answer(in, (int64_t)belay_bits(belay_register(in, BELAY_REG_CTRL), STORE_POLICY, POLICY_BITS));
}

void belay_lower_enable_hif8(struct belay_issue *in)
{
    change_ctrl(in, 0, bit(45));
}

void belay_lower_enable_fp8(struct belay_issue *in)
{
    change_ctrl(in, bit(45), 0);
}

void belay_lower_enable_hf32(struct belay_issue *in)
{
    change_ctrl(in, 0, bit(46));
}

void belay_lower_set_fp32_mode(struct belay_issue *in)
{
    change_ctrl(in, bit(46), 0);
}

void belay_lower_enable_hf32_trans(struct belay_issue *in)
{
    change_ctrl(in, bit(47), BELAY_ARGS(in, enable_hf32_trans)->mode != 0 ? bit(47) : 0);
}

void belay_lower_set_mmad_direction_m(struct belay_issue *in)
{
    change_ctrl(in, bit(51), 0);
}

void belay_lower_set_mmad_direction_n(struct belay_issue *in)
{
    change_ctrl(in, 0, bit(51));
}

/* On the AIV only: atomic mode off, vector mask normal. Nothing on the AIC. */
void belay_lower_init(struct belay_issue *in)
{
    change_ctrl(in, belay_bits(~UINT64_C(0), 0, 3) << 6 | bit(56), 0);
}
