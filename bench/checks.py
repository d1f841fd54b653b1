#!/usr/bin/env python3
"""checks.py BISHENG MATMUL PROGRAM.asc...: what the checks cost.

Every program runs with all checks and with BELAY_CHECK=off, in turn. Printed are the ratio of the processor times and
the ratio's limit, and by how much the checks raise the highest amount of memory. MATMUL is the benchmark of the tiled
product, which tells the speed of the product alone, without what a program does around it. The status is 1 when a limit
is passed or a program fails.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROUNDS, LIMIT = 11, 2.0
MATMUL_ROUNDS, MATMUL_LIMIT = 3, 1.5
MEGABYTE = 1 << 10  # in the units of ru_maxrss


def run(command, check):
    """Processor seconds and the highest amount of memory of one run."""
    environment = dict(os.environ, BELAY_CHECK=check, BELAY_THREADS="1")
    child = os.posix_spawn(command[0], command, environment, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{command[0]} fails with BELAY_CHECK={check}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def tell(name, ratio, of, memory, limit):
    """Prints one line. True: the ratio keeps its limit."""
    print(f"{name:28} {ratio:5.2f} of {of:>14}, {max(memory, 0) / MEGABYTE:6.1f} MB more   limit {limit:.1f}"
          f"{'' if ratio <= limit else '  ABOVE'}", flush=True)
    return ratio <= limit


def measure(name, command):
    """Compares processor times."""
    run(command, "on"), run(command, "off")
    samples = [(run(command, "on"), run(command, "off")) for _ in range(ROUNDS)]
    seconds = [statistics.median(sample[i][0] for sample in samples) for i in (0, 1)]
    memory = max(on[1] for on, _ in samples) - max(off[1] for _, off in samples)
    return tell(name, seconds[0] / seconds[1], f"{seconds[1] * 1000:.1f} ms", memory, LIMIT)


def speed(program, check):
    """What the benchmark tells in GMAC/s, and its highest amount of memory."""
    environment = dict(os.environ, BELAY_CHECK=check)
    with subprocess.Popen([program], stdout=subprocess.PIPE, env=environment, text=True) as child:
        text = child.stdout.read()
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    return float(re.search(r"([0-9.]+) GMAC/s", text).group(1)), usage.ru_maxrss


def measure_matmul(program):
    """Compares speeds."""
    samples = [(speed(program, "on"), speed(program, "off")) for _ in range(MATMUL_ROUNDS)]
    speeds = [statistics.median(sample[i][0] for sample in samples) for i in (0, 1)]
    memory = max(on[1] for on, _ in samples) - max(off[1] for _, off in samples)
    return tell("matmul 2048x2048x2048", speeds[1] / speeds[0], f"{speeds[1]:.1f} GMAC/s", memory, MATMUL_LIMIT)


def main():
    bisheng, matmul, sources = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    print("checks on / checks off")
    good = measure_matmul(matmul)
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            name = os.path.basename(source)
            program = os.path.join(folder, name.removesuffix(".asc"))
            if os.spawnv(os.P_WAIT, bisheng, [bisheng, source, "-o", program, "--npu-arch=dav-3510"]) != 0:
                sys.exit(f"{source} does not build")
            good &= measure(name, [program])
    sys.exit(0 if good else 1)


main()
