#!/usr/bin/env python3
"""progress.py PROGRAM: a long launch says on a terminal how far it is, takes that back, and is silent elsewhere.

PROGRAM takes a number of repetitions; how many make a launch of some seconds depends on the host and is found out.
"""
import os
import pty
import re
import subprocess
import sys
import time

LINE = re.compile(r"\rbelay: busy: \d of 8 blocks, [\d.]+( million)? instructions/s(, about \d+:\d\d left)?\x1b\[K")
ERASE = "\r\x1b[K"


def on_terminal(command, **variables):
    """What a program writes on a terminal that is its standard error."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "CI": "", **variables}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # Linux: nobody has the other end any more
            piece = b""
        if not piece:
            break
        text += piece
    os.close(ours)
    assert process.wait() == 0, process.returncode
    return text.decode()


def long_enough(program):
    times = 1000
    while True:
        start = time.monotonic()
        subprocess.run([program, str(times)], stdout=subprocess.DEVNULL, check=True)
        if time.monotonic() - start > 2:
            return str(times)
        times *= 2


def main():
    program = sys.argv[1]
    times = long_enough(program)
    text = on_terminal([program, times])
    assert LINE.search(text), repr(text)
    assert LINE.sub("", text) == ERASE, repr(LINE.sub("", text))
    assert on_terminal([program, times], CI="true") == ""
    assert on_terminal([program, times], TERM="dumb") == ""
    assert on_terminal([program, "1"]) == ""
    run = subprocess.run([program, times], capture_output=True, text=True, check=True)
    assert run.stderr == "" and run.stdout == "sync=0\n", (run.stdout, run.stderr)
    print("ok progress")


main()
