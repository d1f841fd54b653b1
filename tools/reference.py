"""The reference pages of instructions and rules, as Markdown: one page for each function and each rule.

All facts come from the instruction tables, from `belay draw` with the calls of tests/draw/pictures, and from the faulty
programs of tests/faults.
"""
import difflib
import glob
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from textwrap import wrap

from markdown.extensions.toc import slugify

from isatable import RETURNS, SCALARS, SPACES, of_count, parse

FAMILY_TITLES = {
    "gm_to_l1": "From GM to L1", "l1_to_l0": "Out of L1", "mmad": "The matrix unit", "fixpipe": "Out of L0C",
    "ub": "Into and out of UB", "sync": "Synchronisation", "atomic": "Atomics", "scalar": "Scalar accesses",
    "cache": "Caches", "system": "System",
}
FEW = 6  # links to setters that a page about something else shows


# ---------------------------------------------------------------------------------------------- the faulty programs

@dataclass
class Finding:
    """A rule that a .expect file asks for, and the lines of the program that the report names."""
    rule: str
    lines: list = field(default_factory=list)


@dataclass
class Fault:
    """A program of tests/faults: its text without the comment at the top, that of its twin, what must be reported."""
    name: str
    about: str
    program: list
    twin: list
    source: list
    expected: list
    findings: list

    def calls(self, rule):
        """The functions that stand in the lines which the reports of a rule name."""
        lines = [line for finding in self.findings if finding.rule == rule for line in finding.lines]
        return {name for line in lines for name in re.findall(r"\basc_\w+", self.source[line - 1])}

    def difference(self):
        return list(difflib.unified_diff(self.program, self.twin, n=len(self.program), lineterm=""))[3:]


def split_comment(lines):
    """The text of the comment at the top, and the rest."""
    count = next(i for i, line in enumerate(lines) if not line.startswith("//"))
    return " ".join(line[2:].strip() for line in lines[:count]), lines[count:]


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def read_findings(name, expected):
    findings = []
    for text in expected:
        rule = re.match(r"(?:error|warning|note) ([A-Z0-9-]+)", text)
        if rule:
            findings.append(Finding(rule.group(1)))
        elif findings:
            findings[-1].lines += [int(line) for line in re.findall(re.escape(name) + r"\.asc:(\d+)", text)]
    return findings


def read_fault(path):
    stem = path.removesuffix(".expect")
    name = os.path.basename(stem)
    source = read_lines(stem + ".asc")
    about, program = split_comment(source)
    expected = [line[6:] for line in read_lines(path) if line.startswith("ERROR ")]
    return Fault(name, about, program, split_comment(read_lines(stem + "_ok.asc"))[1], source, expected,
                 read_findings(name, expected))


def faults_of(faults, rule):
    """The programs that show a rule, the clearest one first: named after it, else with little else in the report."""
    def effort(fault):
        changed = sum(line[0] in "+-" for line in fault.difference())
        return (fault.name != rule.lower().replace("-", "_"), fault.findings[0].rule != rule,
                len({other.rule for other in fault.findings}), changed, -len(fault.expected), len(fault.program))

    return sorted((fault for fault in faults if any(finding.rule == rule for finding in fault.findings)), key=effort)


# ---------------------------------------------------------------------------------------------- the pictures

@dataclass
class Picture:
    name: str
    function: str
    command: str
    findings: str = ""


def read_pictures(path):
    for line in read_lines(path):
        words = line.partition(";")[0].split()
        if words and not line.startswith("#"):
            yield Picture(words[1], words[2], " ".join(["belay draw"] + words[2:]))


def draw(picture, belay, folder):
    command = [belay, *picture.command.split()[1:], "-o", f"{picture.name}.svg"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    picture.findings = run.stderr.strip()


# ---------------------------------------------------------------------------------------------- what pages share

def table(head, rows):
    return ["", "| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows], ""]


def wrapped(parts, end=""):
    """Parts that stay whole, in lines that fit; `end` stands at the end of each line but the last."""
    whole = " ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    lines = wrap(whole, width=95, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return (end + "\n").join(lines).replace("\N{NO-BREAK SPACE}", " ").split("\n")


def code(language, lines):
    return ["", "```" + language, *lines, "```", ""]


@dataclass
class Book:
    tables: object
    faults: list
    pictures: list

    def functions(self):
        """The rows of each function, by its present name."""
        rows = {}
        for instr in self.tables.instrs:
            rows.setdefault(instr.names[0], []).append(instr)
        return rows

    def setters(self, register):
        return [instr for instr in self.tables.instrs if register in {name for _, name in instr.writes}]

    def readers(self, register):
        """Those that use it, not those that only change a part of it."""
        return [instr for instr in self.tables.instrs
                if register in {name for _, name in instr.reads} - {name for _, name in instr.writes}]


def spellings(instr):
    return {name + suffix for name in instr.names for suffix in ("", "_sync")}


def prose(text):
    """Text of a table or a comment, in which Markdown has no meaning."""
    return re.sub(r"([\\`*_\[\]])", r"\\\1", text).replace("<", "&lt;")


def links(instrs, here=""):
    return ", ".join(dict.fromkeys(f"[`{instr.names[0]}`]({here}{instr.names[0]}.md)" for instr in instrs)) or "nothing"


def links_or_count(instrs, register):
    """The links, or where they are when they are too many for a page about something else."""
    count = len({instr.names[0] for instr in instrs})
    return links(instrs) if count <= FEW else f"[{count} functions](registers.md#{register.lower()})"


def register_link(name):
    return f"[`{name}`](registers.md#{name.lower()})"


def rule_link(rule, here="../rules/"):
    return f"[{rule.name}]({here}{rule.name}.md)"


# ---------------------------------------------------------------------------------------------- instructions

def declaration(start, params):
    words = [start + (params[0] if params else ""), *params[1:]]
    return wrapped(words[:-1] + [words[-1].removesuffix(",") + ");"])


def declarations(instr):
    for name in instr.names:
        for form in instr.forms:
            words = [f"{SPACES[param.space][1]} {param.type} *" if param.space else
                     SCALARS.get(param.type, (param.type,))[0] + " " for param in form.params]
            params = [f"{word}{param.name},".replace("& ", "&") for word, param in zip(words, form.params)]
            if form.deprecated:
                yield f"// {form.deprecated}"
            yield from declaration(f"{RETURNS.get(instr.returns, instr.returns or 'void')} {name}(", params)
            if form.sync:
                yield from declaration(f"void {name}_sync(", params)


def number(value):
    """As people know it: 2^21-1."""
    power = value.bit_length()
    return f"2^{power}-1" if power > 16 and value == (1 << power) - 1 else str(value)


def legal_values(arg):
    rules = [f"{number(arg.low)} to {number(arg.high)}"] if arg.low is not None else []
    if arg.align > 1:
        then = {"DROP": "else the instruction is dropped", "DOWN": "else rounded down", "KEEP": "else used as it is"}
        rules.append(f"multiple of {arg.align}, {then[arg.action]}")
    if arg.field:
        rules.append(f"{arg.field}-bit field")
    rules += [f"`{name}` in bits {low + bits - 1}:{low}" for name, low, bits in arg.parts]
    if arg.nop != "NEVER":
        rules.append("0: nothing happens" + (", with a warning" if arg.nop == "WARN" else ""))
    if arg.default is not None:
        rules.append(f"{arg.default} when not given")
    return "; ".join(rules)


def rules_from_table(instr):
    """The rules that the properties of the arguments bring with them."""
    spaces = {arg.space for arg in instr.args if arg.space}
    return {rule for rule, holds in {
        "SPACE": spaces, "OOB": spaces - {"gm"}, "GM-OOB": "gm" in spaces, "GM-FREED": "gm" in spaces,
        "ALIGN": any(arg.align > 1 for arg in instr.args), "RANGE": any(arg.low is not None for arg in instr.args),
        "NOP": any(arg.nop == "WARN" for arg in instr.args)}.items() if holds}


def rules_of(book, rows):
    """Rules that follow from the table, and those whose faulty programs blame a call of the function."""
    names = set().union(*map(spellings, rows))
    found = set().union(*map(rules_from_table, rows))
    found |= {finding.rule for fault in book.faults for finding in fault.findings if names & fault.calls(finding.rule)}
    return [rule for rule in book.tables.rules if rule.name in found]


def element_types(instr):
    if not instr.variables:
        return []
    if len(instr.variables) == 1:
        return ["", f"`{instr.variables[0]}` is one of "
                + ", ".join(f"`{types[0]}`" for types in instr.combinations) + ".", ""]
    return table([f"`{name}`" for name in instr.variables],
                 [[f"`{name}`" for name in types] for types in instr.combinations])


def registers(book, instr):
    lines = []
    if instr.reads:
        lines += ["", "Registers that it reads:"]
        rows = [(register_link(name), prose(book.tables.registers[name][2]), links_or_count(book.setters(name), name))
                for name in dict.fromkeys(register for _, register in instr.reads)]
        lines += table(("register", "holds", "set by"), rows)
    if instr.writes:
        lines += ["", "Registers that it writes:"]
        rows = [(register_link(name), prose(book.tables.registers[name][2]), links_or_count(book.readers(name), name))
                for name in dict.fromkeys(register for _, register in instr.writes)]
        lines += table(("register", "holds", "read by"), rows)
    return lines


def register_page(book):
    lines = ["# Registers", "", "What instructions take their configuration from, when they are issued. Here every "
             "launch begins with the values that are given; on a chip a register holds what the last kernel has left.", ""]
    for name, (core, reset, meaning) in book.tables.registers.items():
        cores = {"any": "every core"}.get(core, f"every {core.upper()}")
        lines += ["", f"## {name}", "", f"On {cores}: {prose(meaning)}. At launch: {reset:#x}.", "",
                  f"Set by {links(book.setters(name))}.", "", f"Read by {links(book.readers(name))}."]
    return "\n".join(lines + [""])


def row_section(book, instr, title):
    core = {"aic": "AIC", "aiv": "AIV", "any": "AIC and AIV"}[instr.core]
    lines = ["", f"## {title}"] if title else []
    lines += ["", prose(instr.about), "", f"Acts on {core}, in pipe {instr.pipe}."]
    lines += code("cpp", declarations(instr)) + element_types(instr)
    if instr.args:
        lines += table(("argument", "meaning", "unit", "legal values"),
                       [(f"`{arg.name}`", prose(arg.meaning), arg.unit, legal_values(arg)) for arg in instr.args])
    return lines + registers(book, instr)


def picture_section(pictures):
    lines = ["", "## Pictures" if len(pictures) > 1 else "## Picture"] if pictures else []
    for picture in pictures:
        lines += code("sh", wrapped([*picture.command.split(), f"-o {picture.name}.svg"], " \\"))
        lines += [f"![What the call moves]({picture.name}.svg)", ""]
        lines += code("text", picture.findings.splitlines()) if picture.findings else []
    return lines


def instruction_page(book, name, rows):
    group = FAMILY_TITLES[rows[0].family]
    lines = [f"# {name}", "", f"Group: [{group}](index.md#{slugify(group, '-')})", ""]
    older = list(dict.fromkeys(old for instr in rows for old in instr.names[1:]))
    if older:
        lines += ["Older spelling: " + ", ".join(f"`{old}`" for old in older) + ".", ""]
    for i, instr in enumerate(rows, 1):
        lines += row_section(book, instr, f"Form {i}" if len(rows) > 1 else "")
    lines += picture_section([picture for picture in book.pictures if picture.function == name])
    rules = rules_of(book, rows)
    if rules:
        lines += ["", "## Rules", "", "Reports about calls of this function have these rules, among others:", ""]
        lines += [f"* {rule_link(rule)}: {prose(rule.title)}" for rule in rules]
    return "\n".join(lines + [""])


def instruction_index(book):
    lines = ["# Instructions", "", "All instructions that this version carries out, as `belay list` prints them. On "
             "another kind of core than that of the table a call does nothing, as on the chip.", ""]
    for family, title in FAMILY_TITLES.items():
        rows = [(f"[`{name}`]({name}.md)", {"any": "both"}.get(instrs[0].core, instrs[0].core.upper()), instrs[0].pipe,
                 prose(instrs[0].about)) for name, instrs in book.functions().items() if instrs[0].family == family]
        lines += ["", f"## {title}", ""] + table(("function", "core", "pipe", "what it does"), rows)
    lines += ["", "## Not on this machine", "", "A call of one of these is a compile error that gives the reason.", ""]
    refused = [(*name.partition("/"), reason) for _, name, reason in book.tables.refusals]
    lines += table(("function", "reason"),
                   [(f"`{name}`{of_count(count)}", prose(reason)) for name, _, count, reason in refused])
    return "\n".join(lines + [""])


# ---------------------------------------------------------------------------------------------- rules

def example_section(book, faults, rule):
    if not faults:
        return []
    fault = faults[0]
    lines = ["", "## A program that breaks it", "",
             f"`tests/faults/{fault.name}.asc`: {prose(fault.about.removeprefix(rule + ': '))}", "",
             "A line with `-` is wrong; one with `+` is what the safe twin of the program has.", ""]
    lines += code("diff", fault.difference())
    lines += ["It must be reported with"] + code("text", fault.expected)
    if faults[1:]:
        lines += ["", "More programs of `tests/faults` that break it:", ""]
        lines += [f"* `{other.name}.asc`: {prose(other.about)}" for other in faults[1:]]
    names = set().union(*(other.calls(rule) for other in faults))
    blamed = [instr for instr in book.tables.instrs if names & spellings(instr)]
    if blamed:
        lines += ["", f"Calls that these reports name: {links(blamed, '../instructions/')}."]
    return lines


def rule_page(book, rule):
    faults = faults_of(book.faults, rule.name)
    lines = [f"# {rule.name}", "", f"**{rule.severity.capitalize()} {rule.number}: {prose(rule.title)}.**", "",
             prose(rule.explain), "", "## Fix", "", prose(rule.fix), "",
             f"`belay explain {rule.name}` prints this text."]
    return "\n".join(lines + example_section(book, faults, rule.name) + [""])


def rule_index(book):
    rows = [(rule.number, rule_link(rule, ""), rule.severity, prose(rule.title)) for rule in book.tables.rules]
    return "\n".join(["# Rules", "", "What reports name. Numbers are pinned: none is ever given to another rule.", ""]
                     + table(("number", "rule", "severity", "what is wrong"), rows))


# ---------------------------------------------------------------------------------------------- main

def pages(book):
    """Yields (path, content)."""
    yield "instructions/index.md", instruction_index(book)
    for name, rows in book.functions().items():
        yield f"instructions/{name}.md", instruction_page(book, name, rows)
    yield "instructions/registers.md", register_page(book)
    yield "rules/index.md", rule_index(book)
    for rule in book.tables.rules:
        yield f"rules/{rule.name}.md", rule_page(book, rule)


def write(root, belay, folder):
    """Writes the pages and pictures below `folder`, from the tables and tests of the project at `root`."""
    book = Book(parse(sorted(glob.glob(f"{root}/src/isa/*.tab")) + [f"{root}/src/watch/rules.tab"]),
                [read_fault(path) for path in sorted(glob.glob(f"{root}/tests/faults/*.expect"))],
                list(read_pictures(f"{root}/tests/draw/pictures")))
    if {instr.family for instr in book.tables.instrs} != set(FAMILY_TITLES):
        raise SystemExit("tools/reference.py: FAMILY_TITLES does not have the families of the tables")
    for name in ("instructions", "rules"):
        os.makedirs(f"{folder}/{name}")
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda picture: draw(picture, belay, f"{folder}/instructions"), book.pictures))
    for path, content in pages(book):
        with open(f"{folder}/{path}", "w", encoding="utf-8") as page:
            page.write(content)
