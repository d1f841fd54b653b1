#!/usr/bin/env python3
"""random.py BELAY [CALLS]: random calls of everything that can be drawn, and what holds for every picture.

A picture in which nothing is left out must show every touched byte once: as many cells as its captions count. A cell of the
source must have the number of its place. BELAY_SEED chooses the calls.
"""
import os
import random
import re
import subprocess
import sys

BELAY, CALLS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 150
SEED = int(os.environ.get("BELAY_SEED", "1"))


def draw(*words):
    return subprocess.run([BELAY, "draw", *words], capture_output=True, text=True, timeout=60)


def forms():
    """The descriptions of all overloads of all functions."""
    for name in re.findall(r"^  (asc_\w+)", draw().stdout, re.M):
        for text in re.split(r"^asc_\w+: .*$", draw(name, "--help").stdout, flags=re.M)[1:]:
            yield name, text


def number(choose, low, high):
    small = choose.randint(low, max(low, min(high, 6)))
    return choose.choice([small, small, small, min(high, choose.choice([16, 32, 48, 64, 96, 128])), choose.choice([low, high])])


def call(choose, text):
    words = []
    for name, low, high, rest in re.findall(r"^  (?!asc_)(\w+) +(?:(-?\d+) to (\d+), )?(.*)$", text, re.M):
        if name == "dtype":
            words.append("dtype=" + choose.choice(rest.removeprefix("one of ").split()))
        elif name not in ("dst", "src"):
            words.append(f"{name}={number(choose, int(low or 0), int(high or 128))}")
    for name, values in re.findall(r"^  (asc_\w+)=(.*)$", text, re.M):
        if choose.random() < 0.7:
            words.append(name + "=" + ",".join(str(choose.choice([0, 1, 2, 3, 16, 32, 64])) for _ in values.split(",")))
    return words[:38]


def boxes(lines):
    """Yields (number of the row's first element, {column: cell}) of every row of a panel."""
    columns = []
    for line in lines:
        if " |" not in line:
            continue
        head, cells = line.split(" |", 1)
        if head.split()[0] == "byte":
            columns = [int(column) for column in cells.split()]
        else:
            yield int(head.split()[2]), dict(zip(columns, cells.split()))


def check_panel(panel):
    lines = panel.splitlines()
    touched = float(re.search(r"(?:reads|writes) ([\d.]+) byte", panel).group(1))
    unit = float(re.search(r"one cell = .*\((?:\w+, )?([\d.]+) bytes?\)", panel).group(1))
    shown = 0
    for first, cells in boxes(lines):
        for column, cell in cells.items():
            shown += cell != "."
            if lines[0].startswith("source") and cell not in (".", str(first + column)):
                return f"the cell at element {first + column} has the number {cell}"
    return "" if shown * unit == touched else f"{shown} cells of {unit} bytes are shown, but {touched} bytes are touched"


def main():
    choose, all_forms, drawn = random.Random(SEED), list(forms()), 0
    for _ in range(CALLS):
        name, text = choose.choice(all_forms)
        words = call(choose, text)
        outcome = draw(name, *words)
        too_many = "make a count smaller" in outcome.stderr
        problem = "" if outcome.returncode in (0, 1) or too_many else f"status {outcome.returncode}: {outcome.stderr}"
        if outcome.returncode == 0 and ".." not in outcome.stdout and "more like these" not in outcome.stdout:
            drawn += 1
            for panel in outcome.stdout.split("\n\n")[1:-1]:
                problem = problem or check_panel(panel)
        if problem:
            print(f"FAIL, BELAY_SEED={SEED}: belay draw {name} {' '.join(words)}\n{problem}")
            return 1
    print(f"{CALLS} calls, {drawn} whole pictures checked")
    return 0 if drawn >= CALLS // 20 else 1


sys.exit(main())
