#!/usr/bin/env python3
"""Compares the instruction tables with the declared functions of the C API.

usage: completeness.py [--list] SPEC_DIR

Reads functions.tsv of SPEC_DIR and says for each header how many of its functions are implemented (a table row or a
hand-written overload under include/c_api), refused by name, or missing. --list names the refused and the missing ones.
"""
import argparse
import collections
import glob
import os
import re
import sys

from isatable import TableError, parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def table_names():
    """Returns (implemented, refused) names of all tables."""
    tables = parse([os.path.join(ROOT, "src/isa/registers.tab")] +
                   sorted(path for path in glob.glob(os.path.join(ROOT, "src/isa/*.tab"))
                          if os.path.basename(path) != "registers.tab"))
    implemented = set()
    for instr in tables.instrs:
        for name in instr.names:
            implemented.add(name)
            if any(form.sync for form in instr.forms):
                implemented.add(name + "_sync")
    return implemented, {name for _, name, _ in tables.refusals}


def header_names():
    """Returns the functions that the headers define by hand."""
    names = set()
    for path in glob.glob(os.path.join(ROOT, "include/c_api/**/*.h"), recursive=True):
        with open(path, encoding="utf-8") as header:
            names.update(re.findall(r"^(?:inline|constexpr) [\w ]+\b(asc_\w+)\(", header.read(), re.MULTILINE))
    return names


def declared(spec):
    """Returns {header: [name, ...]} in the order of functions.tsv."""
    headers = collections.defaultdict(dict)
    with open(os.path.join(spec, "functions.tsv"), encoding="utf-8") as table:
        next(table)
        for line in table:
            header, name = line.split("\t")[:2]
            headers[header][name] = True
    return {header: list(names) for header, names in headers.items()}


def report(headers, implemented, refused, with_names):
    total = collections.Counter()
    print(f"{'header':44} {'declared':>9} {'done':>9} {'refused':>9} {'missing':>9}")
    for header, names in headers.items():
        kinds = {name: "done" if name in implemented else "refused" if name in refused else "missing" for name in names}
        count = collections.Counter(kinds.values(), declared=len(names))
        total.update(count)
        print(f"{header:44}" + "".join(f" {count[kind]:9}" for kind in ("declared", "done", "refused", "missing")))
        for kind in ("refused", "missing") if with_names else ():
            for name in names:
                if kinds[name] == kind:
                    print(f"    {kind:8} {name}")
    print(f"{'total':44}" + "".join(f" {total[kind]:9}" for kind in ("declared", "done", "refused", "missing")))


def main():
    parser = argparse.ArgumentParser(description="Compares the instruction tables with the declared functions.")
    parser.add_argument("--list", action="store_true", help="name the refused and the missing functions")
    parser.add_argument("spec", metavar="SPEC_DIR")
    options = parser.parse_args()
    try:
        implemented, refused = table_names()
        headers = declared(options.spec)
    except (TableError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    report(headers, implemented | header_names(), refused, options.list)
    return 0


if __name__ == "__main__":
    sys.exit(main())
