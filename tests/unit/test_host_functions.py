"""test_host_functions.py LIBRARY: every function of host_functions.txt is declared in include/acl, exported by the
library, and tested with its success and each of its errors; and include/acl declares nothing else."""

import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).parent
DECLARATION = re.compile(r"^\w[\w ]*[ *](acl\w+)\(", re.M)
COMMENTED = re.compile(r"\*/\n(?:\w[^;{}]*;\n)*?\w[\w ]*[ *](acl\w+)\(")

# The calls that test_host_handles.c puts through every failure of a kernel.
DELIVERERS = {"aclrtSynchronizeStream", "aclrtSynchronizeStreamWithTimeout", "aclrtSynchronizeDevice",
              "aclrtSynchronizeDeviceWithTimeout"}


def read_list():
    for line in (here / "host_functions.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            yield words[0].lstrip("!"), words[0].startswith("!"), words[1:]


def exported(library):
    names = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in names.splitlines()}


def failures(name, tests):
    """The codes with which tests expect the function to fail."""
    expected = re.findall(rf"EXPECT_(?:KERNEL_)?FAILURE\(\s*(\d+),\s*{name}\(", tests)
    for macro in ("EXPECT_NO_WORK", "EXPECT_NO_STREAM"):  # a code for a group of functions
        group = re.search(rf"#define {macro}\(.*?while \(0\)", tests, re.S)
        if f"EXPECT_FAILURE(code, {name}(" in group[0]:
            expected += re.findall(rf"{macro}\((\d+),", tests)
    expected += re.findall(rf"assert_int_equal\({name}\([^;]*\), (\d{{6}})\);", tests)
    if name in DELIVERERS:
        expected += re.findall(r"507\d{3}", re.search(r"static const int codes\[\] = .*?;", tests)[0])
    return set(expected)


def succeeds(name, tests):
    """Whether some test calls the function and expects no failure."""
    others = re.sub(rf"EXPECT_(?:KERNEL_)?FAILURE\(\s*\w+,\s*{name}\(", "", tests)
    return re.search(rf"(?<!\w){name}\(", others) is not None


headers = "\n".join(path.read_text() for path in sorted((here / "../../include/acl").glob("*.h")))
tests = "\n".join(path.read_text() for path in sorted(here.glob("test_host_*.c")))
library = exported(sys.argv[1])
declared = set(DECLARATION.findall(headers))
commented = set(COMMENTED.findall(headers))
listed = list(read_list())
problems = [f"{name}: declared in include/acl, not in the list" for name in declared - {row[0] for row in listed}]
for name, refused, codes in listed:
    checks = [(name in declared, "not declared in include/acl"), (name in commented, "its declaration has no comment"),
              (name in library, f"not exported by {sys.argv[1]}"),
              (refused or succeeds(name, tests), "no test of its success")]
    checks += [(code in failures(name, tests), f"no test of error {code}") for code in codes]
    problems += [f"{name}: {problem}" for good, problem in checks if not good]
print("\n".join(sorted(problems)) or f"{len(listed)} functions, {sum(len(row[2]) for row in listed)} errors")
sys.exit(1 if problems or not listed else 0)
