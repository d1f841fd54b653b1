#!/usr/bin/python3
"""site.py BUILD: builds the site and checks it.

Nothing is said while it is built, every link and anchor leads somewhere, no page loads anything from the network, every
instruction and rule has its page with what `belay` says about it, every movement has a picture, and YAML is YAML.
"""
import glob
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlparse

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Attributes with which a page loads something; `a` only leads there.
LOADING = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("object", "data"),
           ("source", "src"), ("video", "src"), ("audio", "src"), ("embed", "src")}
failures = []


def fail(page, message):
    failures.append(f"FAIL {page}: {message}")


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads, self.words = {""}, [], [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.anchors.add(value)
            elif (tag, name) in LOADING:
                self.loads.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)

    def handle_data(self, data):
        self.words.append(data)


def is_outside(url):
    return bool(urlparse(url).scheme or urlparse(url).netloc)


def check_page(site, name, pages):
    page = pages[name]
    for url in page.loads:
        if is_outside(url):
            fail(name, f"loads {url}")
    for url in page.loads + page.links:
        if is_outside(url):
            continue
        path, _, anchor = url.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(name), unquote(path))) if path else name
        if not os.path.isfile(f"{site}/{target}"):
            fail(name, f"there is no {url}")
        elif target in pages and anchor not in pages[target].anchors:
            fail(name, f"there is no place {url}")


def check_resources(site):
    """What style sheets and pictures load."""
    for path in glob.glob(f"{site}/**/*", recursive=True):
        if path.endswith((".css", ".svg")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for url in re.findall(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)|href=\"([^\"]+)\"", text):
                if re.match(r"(https?:)?//", "".join(url)):
                    fail(os.path.relpath(path, site), f"loads {''.join(url)}")


def belay(build, *arguments):
    return subprocess.run([f"{build}/bin/belay", *arguments], capture_output=True, text=True, check=True).stdout


def check_instructions(build, pages):
    listed = re.findall(r"^(asc_\w+) +\w+ +\w+ +(.*)$", belay(build, "list"), re.M)
    for name, about in listed:
        page = pages.get(f"instructions/{name}.html")
        if page is None:
            fail(name, "has no page")
        elif about not in page.text:
            fail(name, f"its page does not say: {about}")
    for name in re.findall(r"^  (asc_\w+)", belay(build, "draw"), re.M):
        if not any(url.endswith(".svg") for url in pages[f"instructions/{name}.html"].loads):
            fail(name, "has no picture: add a call to tests/draw/pictures")
    return len(listed)


def check_rules(build, pages):
    rules = re.findall(r"^ +\d+ ([A-Z0-9-]+) ", belay(build, "explain"), re.M)
    for name in rules:
        page = pages.get(f"rules/{name}.html")
        if page is None:
            fail(name, "has no page")
            continue
        for part in belay(build, "explain", name).split("\n\n")[1:]:
            text = " ".join(part.removeprefix("Fix:").split())
            if text not in page.text:
                fail(name, f"its page does not say: {text}")
        if ("A program that breaks it" in page.text) == (name == "SCHEDULE"):  # which compares several runs
            fail(name, "its page has no program, or needs none")
    return len(rules)


def check_yaml():
    for path in glob.glob(f"{ROOT}/docs/*.md"):
        with open(path, encoding="utf-8") as file:
            blocks = re.findall(r"^```yaml\n(.*?)^```", file.read(), re.M | re.S)
        for block in blocks:
            try:
                yaml.safe_load(block)
            except yaml.YAMLError as error:
                fail(path, str(error))


def main():
    build = os.path.abspath(sys.argv[1])
    run = subprocess.run([f"{ROOT}/tools/docsite.py", build], capture_output=True, text=True, check=False)
    if run.returncode != 0 or run.stderr:
        sys.exit(f"FAIL: the site does not build in silence\n{run.stderr}")
    site = f"{build}/site"
    pages = {os.path.relpath(path, site): Page(path) for path in glob.glob(f"{site}/**/*.html", recursive=True)}
    for name in pages:
        if name != "404.html":  # for servers: its links begin with a slash
            check_page(site, name, pages)
    check_resources(site)
    check_yaml()
    instructions, rules = check_instructions(build, pages), check_rules(build, pages)
    print("\n".join(failures))
    print(f"{len(pages)} pages, {instructions} instructions, {rules} rules, {len(failures)} failed")
    sys.exit(bool(failures) or instructions < 100 or rules < 50)


if __name__ == "__main__":
    main()
