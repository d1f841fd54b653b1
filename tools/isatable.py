"""Reads the instruction tables (docs/instruction-tables.md) for isagen.py and completeness.py."""
import os
import re
from dataclasses import dataclass, field

# C++ spelling of an element type -> enumerator. The order is the numbering: append only.
ELEMENTS = {
    "void": "VOID", "int8_t": "INT8", "uint8_t": "UINT8", "int16_t": "INT16", "uint16_t": "UINT16",
    "int32_t": "INT32", "uint32_t": "UINT32", "int64_t": "INT64", "uint64_t": "UINT64", "half": "HALF",
    "bfloat16_t": "BFLOAT16", "float": "FLOAT", "hifloat8_t": "HIFLOAT8", "fp8_e4m3fn_t": "FP8_E4M3FN",
    "fp8_e5m2_t": "FP8_E5M2", "fp8_e8m0_t": "FP8_E8M0", "fp4x2_e2m1_t": "FP4X2_E2M1", "fp4x2_e1m2_t": "FP4X2_E1M2",
    "int4b_t": "INT4B", "int4x2_t": "INT4X2",
}
SPACES = {"gm": ("GM", "__gm__"), "cbuf": ("L1", "__cbuf__"), "ca": ("L0A", "__ca__"), "cb": ("L0B", "__cb__"),
          "cc": ("L0C", "__cc__"), "ubuf": ("UB", "__ubuf__"), "fbuf": ("FB", "__fbuf__")}
# TYPE of the tables -> (C++ parameter type, expression that makes its uint64_t)
UNSIGNED, SIGNED, ENUM, UNION = "{0}", "(uint64_t)(int64_t){0}", "(uint64_t){0}", "{0}.config"
SCALARS = {
    "u8": ("uint8_t", UNSIGNED), "u16": ("uint16_t", UNSIGNED), "u32": ("uint32_t", UNSIGNED),
    "u64": ("uint64_t", UNSIGNED), "bool": ("bool", UNSIGNED), "i8": ("int8_t", SIGNED), "i16": ("int16_t", SIGNED),
    "i32": ("int32_t", SIGNED), "i64": ("int64_t", SIGNED), "f32": ("float", "__builtin_bit_cast(uint32_t, {0})"),
    "pipe": ("pipe_t", ENUM), "dsb": ("mem_dsb_t", ENUM), "mutex_mode": ("asc_mutex_execute_mode", ENUM),
    "load_l2": ("asc_load_l2_cache_mode", ENUM), "store_l2": ("asc_store_l2_cache_mode", ENUM),
    "unit_flag": ("asc_unit_flag_mode", ENUM), "quant": ("asc_quant_mode", ENUM), "relu": ("asc_relu_pre_mode", ENUM),
    "dual": ("asc_dual_dst_mode", ENUM), "channel_pad": ("asc_channel_pad_mode", ENUM),
    "l13d_dir": ("asc_l13d_repeat_direction", ENUM), "fill_config": ("const asc_fill_value_config &", UNION),
    "ndim_pad_config": ("asc_ndim_pad_count_config &", UNION), "saturation": ("asc_saturation_mode", ENUM),
    "strategy": ("asc_override_strategy", ENUM), "load3d_config": ("const asc_load3d_v2_config &", UNION),
    "fmatrix_config": ("const asc_l13d_fmatrix_config &", UNION),
}
RETURNS = {"i64": "int64_t", "u64": "uint64_t", "u8": "uint8_t", "bool": "bool", "load_l2": "asc_load_l2_cache_mode",
           "store_l2": "asc_store_l2_cache_mode", "strategy": "asc_override_strategy"}
CORES = {"aic": "AIC", "aiv": "AIV", "any": "ANY"}
PIPES = ("S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX")
SEVERITIES = {"note": "NOTE", "warning": "WARNING", "error": "ERROR"}
ACTIONS = {"drop": "DROP", "down": "DOWN", "keep": "KEEP"}
MAX_TYPES = 3       # belay_issue() packs the codes of three element types
MAX_REGISTERS = 64  # belay_op_info has sets of 64 bits


class TableError(Exception):
    """A mistake in a table; the text is `file:line: message`."""


@dataclass
class Line:
    path: str
    number: int
    words: list
    text: str  # free text behind `;`

    def fail(self, message):
        raise TableError(f"{self.path}:{self.number}: {message}")

    def one(self, allowed=None):
        """The only word behind the keyword; `allowed` is a container of legal ones."""
        if len(self.words) != 2:
            self.fail(f"'{self.words[0]}' takes one word, found {len(self.words) - 1}")
        if allowed is not None and self.words[1] not in allowed:
            self.fail(f"'{self.words[1]}' is not a {self.words[0]}; use one of: {' '.join(allowed)}")
        return self.words[1]


@dataclass
class Param:
    name: str
    type: str     # a key of SCALARS, an element variable, or the ELEMENT of a pointer
    space: str    # a key of SPACES for a pointer, else ""


@dataclass
class Form:
    line: Line
    params: list
    sync: bool
    deprecated: str


@dataclass
class Arg:
    name: str
    meaning: str
    parts: list = field(default_factory=list)  # (name, low bit, width) of the members of a word
    unit: str = ""
    low: int = None
    high: int = None
    field: int = 0
    nop: str = "NEVER"
    align: int = 1
    action: str = "KEEP"
    signed: bool = False
    width: int = 0  # bits of the widest C type that a form gives it
    is_float: bool = False
    default: int = None
    space: str = ""


@dataclass
class Instr:
    line: Line
    op: str
    family: str
    names: list = field(default_factory=list)
    core: str = None
    pipe: str = None
    page: str = ""
    about: str = ""
    returns: str = None
    variables: list = field(default_factory=list)
    combinations: list = field(default_factory=list)  # one list of element types per combination
    reads: list = field(default_factory=list)         # (line, register)
    writes: list = field(default_factory=list)        # the same
    forms: list = field(default_factory=list)
    args: list = field(default_factory=list)


@dataclass
class Rule:
    line: Line
    number: int
    name: str
    severity: str
    title: str
    explain: str = ""
    fix: str = ""


@dataclass
class Tables:
    registers: dict = field(default_factory=dict)  # name -> (core, reset, meaning)
    instrs: list = field(default_factory=list)
    refusals: list = field(default_factory=list)   # (family, name, reason)
    rules: list = field(default_factory=list)
    families: list = field(default_factory=list)


def read_lines(path):
    """Yields the statements of a table; a line that ends in a backslash goes on in the next one."""
    pending, start = "", 0  # the statement so far and the line on which it began
    with open(path, encoding="utf-8") as table:
        for number, raw in enumerate(table, 1):
            start = start or number
            pending += re.sub(r"(^|\s)#.*", "", raw).rstrip()
            if pending.endswith("\\"):
                pending = pending[:-1].rstrip() + " "
                continue
            statement, _, text = pending.partition(";")
            words = statement.split()
            if words:
                yield Line(path, start, words, text.strip())
            elif text:
                raise TableError(f"{path}:{start}: text without a statement")
            pending, start = "", 0
    if pending.strip():
        raise TableError(f"{path}:{start}: the last line ends in a backslash")


def number(line, word):
    match = re.fullmatch(r"(?:2\^(\d+)(-1)?|(\d+|0x[0-9a-fA-F]+|-\d+))", word)
    if not match:
        line.fail(f"'{word}' is not a number; write N, 0xN, 2^N or 2^N-1")
    if match.group(3):
        return int(match.group(3), 0)
    return (1 << int(match.group(1))) - (1 if match.group(2) else 0)


def identifier(line, word):
    if not re.fullmatch(r"[A-Za-z_]\w*", word):
        line.fail(f"'{word}' is not an identifier")
    return word


def sentence(line):
    """The rest of a statement that is prose, in which `;` is punctuation."""
    return " ".join(line.words[1:]) + (f"; {line.text}" if line.text else "")


def parse_register(tables, line):
    words = line.words
    if len(words) != 6 or words[2] != "core" or words[3] not in CORES or words[4] != "reset":
        line.fail("write: register NAME core aic|aiv|any reset NUMBER ; meaning")
    if words[1] in tables.registers:
        line.fail(f"register {words[1]} is declared twice")
    tables.registers[identifier(line, words[1])] = (words[3], number(line, words[5]), line.text)
    if len(tables.registers) > MAX_REGISTERS:
        line.fail(f"more than {MAX_REGISTERS} registers")


def parse_rule(tables, line):
    words = line.words
    if len(words) != 4 or not words[1].isdigit() or words[3] not in SEVERITIES:
        line.fail("write: rule NUMBER NAME error|warning|note ; title")
    for other in tables.rules:
        if other.number == int(words[1]) or other.name == words[2]:
            line.fail(f"rule {words[1]} {words[2]} repeats rule {other.number} {other.name}")
    tables.rules.append(Rule(line, int(words[1]), words[2], words[3], line.text))


def parse_refusal(tables, family, line):
    if len(line.words) < 2 or not line.text:
        line.fail("write: refuse NAME... ; reason")
    for word in line.words[1:]:
        name, slash, count = word.partition("/")
        if slash and not count.isdigit():
            line.fail(f"'{word}': write NAME, or NAME/COUNT for the form with so many arguments")
        tables.refusals.append((family, identifier(line, name) + slash + count, line.text))


def parse_types(instr, line):
    words = line.words[1:]
    if ":" not in words:
        line.fail("write: types VARIABLE... : TYPE... | TYPE...")
    instr.variables = [identifier(line, word) for word in words[:words.index(":")]]
    if not 1 <= len(instr.variables) <= MAX_TYPES:
        line.fail(f"{len(instr.variables)} type variables; there may be 1 to {MAX_TYPES}")
    for combination in " ".join(words[words.index(":") + 1:]).split("|"):
        types = combination.split()
        if len(types) != len(instr.variables):
            line.fail(f"'{combination.strip()}' does not name {len(instr.variables)} element types")
        for element in types:
            if element not in ELEMENTS:
                line.fail(f"unknown element type '{element}'")
        if types in instr.combinations:
            line.fail(f"'{combination.strip()}' is listed twice")
        instr.combinations.append(types)


def parse_param(instr, line, text):
    words = text.replace("*", " * ").split()
    if len(words) == 4 and words[2] == "*":
        space, element, _, name = words
        if space not in SPACES:
            line.fail(f"unknown memory space '{space}' in '{text.strip()}'")
        if element != "void" and element not in instr.variables:
            line.fail(f"'{element}' is neither void nor a type variable of this instruction")
        return Param(identifier(line, name), element, space)
    if len(words) != 2 or (words[0] not in SCALARS and words[0] not in instr.variables):
        line.fail(f"'{text.strip()}' is not a parameter: write TYPE NAME or SPACE ELEMENT* NAME")
    return Param(identifier(line, words[1]), words[0], "")


def width_of(param):
    """Bits that a C type holds: 64 where only the element type of a call tells."""
    if param.space or param.type not in SCALARS or SCALARS[param.type][1] == UNION:
        return 64
    digits = param.type.lstrip("uif")
    return 1 if param.type == "bool" else int(digits) if digits.isdigit() else 32


def parse_form(instr, line):
    match = re.fullmatch(r"form\s+(sync\s+)?\((.*)\)(?:\s+deprecated\s+(.+))?", " ".join(line.words))
    if not match:
        line.fail("write: form [sync] (parameters) [deprecated TEXT]")
    params = [parse_param(instr, line, text) for text in match.group(2).split(",")] if match.group(2).strip() else []
    instr.forms.append(Form(line, params, bool(match.group(1)), match.group(3) or ""))


def parse_arg(instr, line):
    words = line.words[1:]
    if not words:
        line.fail("write: arg NAME [properties] ; meaning")
    arg = Arg(identifier(line, words.pop(0)), line.text)
    if any(arg.name == other.name for other in instr.args):
        line.fail(f"argument {arg.name} is described twice")

    def value():
        return words.pop(0) if words else line.fail("a property lacks its value")

    while words:
        word = words.pop(0)
        if word == "range":
            low, dots, high = value().partition("..")
            arg.low, arg.high = number(line, low), number(line, high) if dots else line.fail("write: range LO..HI")
            if arg.low > arg.high or arg.high >= 1 << 63:
                line.fail(f"the range {low}..{high} is empty or too large")
        elif word == "field":
            arg.field = number(line, value())
        elif word in ("nop", "quietnop"):
            arg.nop = "WARN" if word == "nop" else "QUIET"
        elif word == "align":
            arg.align, action = number(line, value()), value()
            if action not in ACTIONS or arg.align & (arg.align - 1):
                line.fail("write: align N drop|down|keep, N a power of two")
            arg.action = ACTIONS[action]
        elif word == "part":
            text = value()
            match = re.fullmatch(r"([A-Za-z_]\w*):(\d+)\+(\d+)", text)
            if not match or int(match.group(2)) + int(match.group(3)) > 64:
                line.fail(f"'{text}' is not a part of a word: write NAME:LOW+BITS")
            arg.parts.append((match.group(1), int(match.group(2)), int(match.group(3))))
        elif word == "signed":
            arg.signed = True
        elif word == "default":
            arg.default = number(line, value())
        elif word == "unit":
            arg.unit = value()
        else:
            line.fail(f"unknown property '{word}' of argument {arg.name}")
    instr.args.append(arg)


def parse_instr_line(instr, line):
    keyword = line.words[0]
    if keyword == "name":
        instr.names = [identifier(line, word) for word in line.words[1:]]
    elif keyword == "core":
        instr.core = line.one(CORES)
    elif keyword == "pipe":
        instr.pipe = line.one(PIPES)
    elif keyword == "returns":
        instr.returns = line.one(list(RETURNS) + instr.variables)
    elif keyword in ("page", "about"):
        setattr(instr, keyword, sentence(line))
    elif keyword == "types":
        parse_types(instr, line)
    elif keyword in ("reads", "writes"):
        getattr(instr, keyword).extend((line, word) for word in line.words[1:])
    elif keyword == "form":
        parse_form(instr, line)
    elif keyword == "arg":
        parse_arg(instr, line)
    else:
        line.fail(f"unknown statement '{keyword}' in instruction {instr.op}")


def parse_rule_line(rule, line):
    if line.words[0] not in ("explain", "fix"):
        line.fail(f"unknown statement '{line.words[0]}' in rule {rule.name}")
    setattr(rule, line.words[0], (getattr(rule, line.words[0]) + " " + sentence(line)).strip())


def of_count(count):
    """Which form of a function a refusal means."""
    return f" with {count} arguments" if count else ""


def cpp_type(param, types):
    element = types.get(param.type, param.type)
    if param.space:
        return f"{element} *"
    return SCALARS[param.type][0] if param.type in SCALARS else element


def overloads(instr):
    """Yields (name, form, {variable: element type}) of every C++ function without the _sync twins."""
    for name in instr.names:
        for form in instr.forms:
            seen = set()
            for combination in instr.combinations or [[]]:
                types = dict(zip(instr.variables, combination))
                signature = tuple(cpp_type(param, types) for param in form.params)
                if signature not in seen:
                    seen.add(signature)
                    yield name, form, types


def check_instr(tables, instr):
    for keyword, value in (("name", instr.names), ("core", instr.core), ("pipe", instr.pipe), ("page", instr.page),
                           ("about", instr.about), ("form", instr.forms)):
        if not value:
            instr.line.fail(f"instruction {instr.op} has no '{keyword}'")
    for line, register in instr.reads + instr.writes:
        if register not in tables.registers:
            line.fail(f"unknown register '{register}'")
    args = {arg.name: arg for arg in instr.args}
    for form in instr.forms:
        if form.sync and instr.core == "any":
            form.line.fail("a form with 'sync' needs an instruction of one kind of core")
        given = {param.name for param in form.params}
        if len(given) != len(form.params):
            form.line.fail("a parameter name occurs twice")
        for param in form.params:
            if param.name not in args:
                form.line.fail(f"parameter '{param.name}' has no 'arg' line")
            if param.space:
                args[param.name].space = param.space
            if SCALARS.get(param.type, ("", ""))[1] == SIGNED:
                args[param.name].signed = True
            args[param.name].is_float |= param.type == "f32"
            args[param.name].width = max(args[param.name].width, width_of(param))
        for arg in instr.args:
            if arg.name not in given and arg.default is None:
                form.line.fail(f"argument '{arg.name}' is not a parameter of this form and has no default")


def check_tables(tables):
    signatures, ops = {}, {}
    for instr in tables.instrs:
        if instr.op in ops:
            instr.line.fail(f"instruction {instr.op} is described twice (first: {ops[instr.op].path})")
        ops[instr.op] = instr.line
        check_instr(tables, instr)
        for name, form, types in overloads(instr):
            key = (name, tuple(cpp_type(param, types) for param in form.params))
            if key in signatures and signatures[key] is not form:
                form.line.fail(f"{name} already has an overload ({', '.join(key[1])})")
            signatures[key] = form
    for rule in tables.rules:
        if not rule.title or not rule.explain or not rule.fix:
            rule.line.fail(f"rule {rule.name} needs a title, 'explain' and 'fix'")


def parse(paths):
    """Reads and checks tables; raises TableError."""
    tables = Tables()
    for path in paths:
        family = os.path.splitext(os.path.basename(path))[0]
        current = None
        for line in read_lines(path):
            keyword = line.words[0]
            if keyword == "register":
                current = parse_register(tables, line)
            elif keyword == "rule":
                parse_rule(tables, line)
                current = tables.rules[-1]
            elif keyword == "instr":
                current = Instr(line, identifier(line, line.one()), family)
                tables.instrs.append(current)
            elif keyword == "refuse":
                parse_refusal(tables, family, line)
                current = None
            elif isinstance(current, Instr):
                parse_instr_line(current, line)
            elif isinstance(current, Rule):
                parse_rule_line(current, line)
            else:
                line.fail(f"'{keyword}' stands outside of an instruction")
            if keyword in ("instr", "refuse") and family not in tables.families:
                tables.families.append(family)
    check_tables(tables)
    return tables
