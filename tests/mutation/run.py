#!/usr/bin/env python3
"""run.py BISHENG PROGRAM.asc...: takes one synchronisation call at a time out of correct programs, or moves it one
statement up.

A mutant is caught when Belay reports something. One that is not reported must give the same output under every schedule
as the program itself: then the call was not needed for the result. One that is silent and gives another output is missed,
and the status is 1. The unchanged programs must be silent.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

CALL = re.compile(r"^[ \t]*asc_(?:sync\w*|lock|unlock|dcci\w*)\([^;]*\);[^\n]*$", re.MULTILINE)
STATEMENT = re.compile(r"^[ \t]*(?!return|break|continue|const |auto )[\w:<>.\[\]+ ]*[(=][^;{}]*;[^\n]*\n\Z", re.MULTILINE)
SCHEDULES = ["deterministic", "lazy"] + [f"random:{seed}" for seed in range(1, 9)]
SECONDS = 60


def build(bisheng, source, folder, program):
    """True when the program compiles. `folder` is where the original's headers lie."""
    command = [bisheng, source, "-I", folder, "-o", program, "--npu-arch=dav-3510"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def run(program, schedule):
    """What the program prints, its status, and whether Belay has anything to say."""
    environment = dict(os.environ, BELAY_SCHEDULE=schedule)
    try:
        done = subprocess.run([program], capture_output=True, env=environment, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "hangs", "", False
    return done.stdout, done.returncode, b"belay:" in done.stderr


def mutants(text):
    """What was done at which line, and the changed text; lines keep their numbers."""
    for call in CALL.finditer(text):
        line = text.count("\n", 0, call.start()) + 1
        before, after = text[: call.start()], text[call.end():]
        yield f"{line}: without {call.group().strip()}", before + ";" + "\n" * call.group().count("\n") + after
        last = before.rfind("\n", 0, -1) + 1
        if STATEMENT.match(before, last):
            moved = before[:last] + call.group() + "\n" + before[last:-1] + after
            yield f"{line}: one statement earlier {call.group().strip()}", moved


def judge(bisheng, path, number, text, expected, folder):
    """caught, harmless or missed; None: the change is not a program (a call moved out of its branch)."""
    source, program = os.path.join(folder, f"{number}.asc"), os.path.join(folder, f"{number}")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    if not build(bisheng, source, os.path.dirname(os.path.abspath(path)), program):
        return None
    for schedule in SCHEDULES:
        output, status, reported = run(program, schedule)
        if reported:
            return "caught"
        if (output, status) != expected:
            return "missed"
    return "harmless"


def mutate(bisheng, path):
    """Prints one line of the table. False: something was missed, or the program itself is not clean."""
    name = os.path.basename(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    counts = {"caught": 0, "harmless": 0, "missed": 0}
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "original")
        build(bisheng, path, os.path.dirname(os.path.abspath(path)), program)
        output, status, reported = run(program, "deterministic")
        if reported or status != 0:
            print(f"{name}: the program itself is not clean")
            return False
        changes = list(mutants(text))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(judge, bisheng, path, number, changed, (output, status), folder)
                    for number, (_, changed) in enumerate(changes)]
        for (what, _), job in zip(changes, jobs):
            if job.result() is None:
                continue
            counts[job.result()] += 1
            if job.result() != "caught":
                print(f"  {job.result()}: {name}:{what}")
    print(f"{name:28} {sum(counts.values()):8} {counts['caught']:8} {counts['harmless']:8} {counts['missed']:8}", flush=True)
    return counts["missed"] == 0


def main():
    """The table."""
    bisheng, paths = sys.argv[1], sys.argv[2:]
    print(f"{'program':28} {'mutants':>8} {'caught':>8} {'harmless':>8} {'missed':>8}")
    good = [mutate(os.path.abspath(bisheng), path) for path in paths]
    return 0 if all(good) else 1


sys.exit(main())
