#!/usr/bin/python3
"""Builds the site of the documents, which needs no network: pages of docs/, and the reference from the tables.

usage: docsite.py BUILD    writes BUILD/site; BUILD/bin/belay draws its pictures

It needs the Python of the system, for which mkdocs and its libraries are installed.
"""
import glob
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser

import yaml
from pygments.formatters import HtmlFormatter

import reference

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Pages that do not come from docs/.
OTHERS = {"README.md": "overview.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
          "examples/README.md": "examples.md"}
# Tables, from which pages are made.
TABLES = {"src/isa": "instructions/index.md", "src/watch/rules.tab": "rules/index.md"}
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")


# ---------------------------------------------------------------------------------------------- pages

def sources():
    """Where the pages and their pictures are: path in the project -> path in the site."""
    found = dict(OTHERS)
    for path in glob.glob(f"{ROOT}/docs/*.md"):
        found[os.path.relpath(path, ROOT)] = os.path.basename(path)
    for path in glob.glob(f"{ROOT}/tests/draw/*.svg") + glob.glob(f"{ROOT}/docs/pictures/*.png"):
        found[os.path.relpath(path, ROOT)] = "pictures/" + os.path.basename(path)
    return found


def with_site_links(text, path, found):
    """Links between files of the project become links between pages."""
    def target(match):
        name = posixpath.normpath(posixpath.join(posixpath.dirname(path), match.group(1)))
        page = found.get(name) or TABLES.get(name)
        return f"]({page}{match.group(2) or ''})" if page else match.group(0)

    return LINK.sub(target, text)


def collect_pages(folder):
    found = sources()
    for path, name in found.items():
        os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
        if not path.endswith(".md"):
            shutil.copy(f"{ROOT}/{path}", f"{folder}/{name}")
            continue
        with open(f"{ROOT}/{path}", encoding="utf-8") as page:
            text = with_site_links(page.read(), path, found)
        with open(f"{folder}/{name}", "w", encoding="utf-8") as page:
            page.write(text)


def check_sections(nav, folder):
    """A page that stands in no section would not be found."""
    named = {page for section in nav for entries in section.values() for entry in entries for page in entry.values()}
    lost = [name for name in sorted(os.listdir(folder)) if name.endswith(".md") and name not in named]
    if lost:
        sys.exit(f"docsite: {', '.join(lost)}: in no section; add it to `nav` in tools/docsite/mkdocs.yml")


# ---------------------------------------------------------------------------------------------- search

class Sections(HTMLParser):
    """The headings of a page, each with the text below it."""
    def __init__(self, url):
        super().__init__()
        self.url, self.found, self.depth, self.heading = url, [], 0, False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "div" and (self.depth or attributes.get("itemprop") == "articleBody"):
            self.depth += 1
        elif self.depth and tag in ("h1", "h2", "h3"):
            anchor = "" if tag == "h1" else "#" + attributes["id"]
            self.found.append({"url": self.url + anchor, "heading": "", "text": ""})
            self.heading = True

    def handle_endtag(self, tag):
        if tag == "div" and self.depth:
            self.depth -= 1
        elif tag in ("h1", "h2", "h3"):
            self.heading = False

    def handle_data(self, data):
        if self.depth and self.found:
            self.found[-1]["heading" if self.heading else "text"] += data


def search_index(site):
    for path in sorted(glob.glob(f"{site}/**/*.html", recursive=True)):
        url = os.path.relpath(path, site)
        parser = Sections(url)
        with open(path, encoding="utf-8") as page:
            parser.feed(page.read())
        for section in parser.found:
            yield {**section, "text": " ".join(section["text"].split()), "page": parser.found[0]["heading"]}


# ---------------------------------------------------------------------------------------------- main

def write_config(nav_file, build):
    with open(nav_file, encoding="utf-8") as file:
        config = yaml.safe_load(file)
    config.update(docs_dir=f"{build}/pages", site_dir=f"{build}/site")
    config["theme"]["custom_dir"] = f"{ROOT}/tools/docsite/theme"
    with open(f"{build}/mkdocs.yml", "w", encoding="utf-8") as file:
        yaml.safe_dump(config, file)
    return config


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    build = os.path.abspath(sys.argv[1])
    pages, site = f"{build}/pages", f"{build}/site"
    for folder in (pages, site):
        shutil.rmtree(folder, ignore_errors=True)
    collect_pages(pages)
    config = write_config(f"{ROOT}/tools/docsite/mkdocs.yml", build)
    check_sections(config["nav"], pages)
    reference.write(ROOT, f"{build}/bin/belay", pages)
    subprocess.run(["mkdocs", "build", "--quiet", "--strict", "-f", f"{build}/mkdocs.yml"], check=True)
    with open(f"{site}/css/pygments.css", "w", encoding="utf-8") as style:
        style.write(HtmlFormatter(style="friendly").get_style_defs(".codehilite"))
    with open(f"{site}/js/search_index.js", "w", encoding="utf-8") as index:
        index.write(f"window.searchIndex = {json.dumps(list(search_index(site)), ensure_ascii=False)};\n")
    print(f"{site}/index.html")


if __name__ == "__main__":
    main()
