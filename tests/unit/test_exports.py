"""test_exports.py LIBRARY ARCHIVE INCLUDE...: the shared library exports what the public headers declare and nothing
else, all of it with the version BELAY_0; the static library defines no other global names either."""

import pathlib
import re
import subprocess
import sys

library, archive, *folders = sys.argv[1:]


def declared():
    """Functions and objects that the C headers of include/belay and include/acl declare, macros expanded."""
    headers = {f"{path.parent.name}/{path.name}" for folder in folders for room in ("belay", "acl")
               for path in pathlib.Path(folder, room).glob("*.h")}
    text = "".join(f'#include "{name}"\n' for name in sorted(headers))
    command = ["cc", "-E", "-P", "-x", "c", "-"] + [f"-I{folder}" for folder in folders]
    text = subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", ";", text)
    names = set()
    for statement in text.split(";"):
        statement = re.sub(r"__attribute__\s*\(\(.*?\)\)\)?", "", statement)
        if re.match(r"\s*(static|typedef)\b", statement):
            continue
        names.update(re.findall(r"\b(acl\w+|belay_\w+)\s*\(", statement)[:1])
        names.update(re.findall(r"\bextern const char (\w+)", statement))
    return names


def defined(*command):
    """Global names and their versions."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    words = [line.split()[-1] for line in output.splitlines() if re.search(r" [A-TV-Z] (?!__odr_asan)", line)]
    return dict(word.split("@@") if "@@" in word else (word, "") for word in words)


wanted = declared()
shared = defined("nm", "-D", "--defined-only", library)
shared.pop("BELAY_0", None)  # the version itself
static = defined("nm", "--defined-only", archive)
problems = [f"{name}: declared, not exported" for name in wanted - set(shared)]
problems += [f"{name}: exported, in no public header" for name in set(shared) - wanted]
problems += [f"{name}: exported with version '{of}'" for name, of in shared.items() if of != "BELAY_0"]
problems += [f"{name}: declared, not in the static library" for name in wanted - set(static)]
problems += [f"{name}: global in the static library, in no public header" for name in set(static) - wanted]
print("\n".join(sorted(problems)) or f"{len(wanted)} names, all declared and all exported")
sys.exit(1 if problems or len(wanted) < 100 else 0)
