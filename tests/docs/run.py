#!/usr/bin/env python3
"""run.py BUILD [DOCUMENT...]: what the documents print must be true. Each document has a folder of its own with the
project's examples, in which things happen in the order in which they stand:

* A line that starts four blanks deep, as Markdown shows code, and begins with bisheng, belay, cmake or ./ is a command
  that must succeed. A line that ends in a backslash goes on in the next one.
* A block ```console shows commands behind `$ ` and below each what it prints, on either output. A line `...` stands for
  any lines.
* A line of a report, four blanks deep, must be one that some transcript of the documents prints; "..." may stand for
  its end.
* A block behind a line that ends in "`NAME`:" is that file: of the project, which must have these lines; else it is
  written. A block ```diff changes the file.

BELAY_ACCEPT=1 writes what commands print into the documents instead; look at it before you commit it.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = re.compile(r"    ((?:bisheng|belay|cmake|\./)[^:]*)")
PLACEHOLDERS = ("NAME.asc", "examples.asc", "PROGRAM")
QUOTE = re.compile(r" {4,}((?:belay: )?(?:error|warning|note) [A-Z-]+:.*|(?:at|read|write|why|fix|seen|aiv\d \w+) *: .*)")
FILE = re.compile(r".*`([\w./-]+)`:")


def run(command, folder):
    return subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", timeout=300, check=False)


def matches(expected, found):
    """Whether lines are those that are expected, of which `...` is any number."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(matches(expected[1:], found[i:]) for i in range(len(found) + 1))
    return bool(found) and expected[0] == found[0] and matches(expected[1:], found[1:])


class Document:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.commands = 0
        self.failures, self.quotes, self.printed = [], [], []
        with open(f"{ROOT}/{path}", encoding="utf-8") as file:
            self.lines = file.read().splitlines()

    def fail(self, number, message, output=()):
        self.failures.append(f"FAIL {self.path}:{number + 1}: {message}")
        self.failures += ["    " + line for line in output]

    def joined(self, number):
        """The line and those in which it goes on; returns it and the number of the line behind."""
        line = self.lines[number]
        while line.endswith("\\"):
            number += 1
            line = line[:-1].rstrip() + " " + self.lines[number].strip()
        return line, number + 1

    def replay(self):
        """Does everything; returns the lines with what the commands print today."""
        kept, number, name = [], 0, None
        while number < len(self.lines):
            line = self.lines[number]
            if line.startswith("```"):
                end = self.lines.index("```", number + 1)
                kept += self.block(line[3:], name, number, end)
                number, name = end + 1, None
                continue
            text, after = self.joined(number) if line.startswith("    ") else (line, number + 1)
            command = COMMAND.fullmatch(text)
            if command and not any(word in text for word in PLACEHOLDERS):
                self.must_succeed(command.group(1), number)
            elif QUOTE.fullmatch(line):
                self.quotes.append((number, QUOTE.fullmatch(line).group(1)))
            if line:
                named = FILE.fullmatch(line)
                name = named.group(1) if named else None
            kept += self.lines[number:after]
            number = after
        return kept

    def must_succeed(self, command, number):
        self.commands += 1
        result = run(command, self.folder)
        if result.returncode != 0:
            self.fail(number, command, result.stdout.splitlines())

    def block(self, language, name, start, end):
        body = self.lines[start + 1:end]
        if language == "console":
            body = self.transcript(start + 1, end)
        elif name:
            self.file(name, language, body, start)
        return [self.lines[start], *body, self.lines[end]]

    def transcript(self, number, end):
        kept = []
        while number < end:
            command, after = self.joined(number)
            kept += self.lines[number:after]
            number = after
            while after < end and not self.lines[after].startswith("$ "):
                after += 1
            kept += self.compare(command.removeprefix("$ "), number, self.lines[number:after])
            number = after
        return kept

    def compare(self, command, number, expected):
        self.commands += 1
        found = run(command, self.folder).stdout.splitlines()
        self.printed += found
        if matches(expected, found):
            return expected
        self.fail(number, f"`{command}` prints something else:", found)
        return found

    def file(self, name, language, body, number):
        text = "\n".join(body) + "\n"
        if language == "diff":
            result = subprocess.run(["patch", name], cwd=self.folder, input=text, capture_output=True, text=True,
                                    check=False)
            if result.returncode != 0:
                self.fail(number, f"the change does not fit {name}", result.stdout.splitlines())
        elif os.path.isfile(f"{ROOT}/{name}"):
            with open(f"{ROOT}/{name}", encoding="utf-8") as file:
                if text not in file.read():
                    self.fail(number, f"{name} does not have these lines")
        else:
            os.makedirs(os.path.dirname(f"{self.folder}/{name}"), exist_ok=True)
            with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)


def check(path):
    """Does what a document says; returns it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(f"{ROOT}/examples", f"{folder}/examples")
        document = Document(path, f"{folder}/examples" if path.startswith("examples/") else folder)
        kept = document.replay()
    if os.environ.get("BELAY_ACCEPT") == "1":
        with open(f"{ROOT}/{path}", "w", encoding="utf-8") as file:
            file.write("\n".join(kept) + "\n")
    return document


def check_quotes(documents):
    printed = "\n".join(line for document in documents for line in document.printed)
    for document in documents:
        for number, text in document.quotes:
            if text.removesuffix("...").rstrip() not in printed:
                document.fail(number, f"no transcript prints this: {text}")


def main():
    os.environ["PATH"] = os.path.abspath(sys.argv[1]) + "/bin:" + os.environ["PATH"]
    os.environ["PKG_CONFIG_PATH"] = os.path.abspath(sys.argv[1]) + "/lib/pkgconfig"
    os.environ["LC_ALL"] = "C"
    pages = sorted(os.path.relpath(path, ROOT) for path in glob.glob(f"{ROOT}/docs/*.md"))
    documents = [check(path) for path in
                 sys.argv[2:] or ["README.md", "examples/README.md", "CONTRIBUTING.md", *pages]]
    check_quotes(documents)
    failures = [line for document in documents for line in document.failures]
    commands = sum(document.commands for document in documents)
    print("\n".join(failures))
    print(f"{commands} commands, {sum(line.startswith('FAIL') for line in failures)} failed")
    sys.exit(bool(failures) or commands == 0)


if __name__ == "__main__":
    main()
