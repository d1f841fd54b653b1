#!/usr/bin/env python3
"""shapes.py FILE.svg: the shapes of a picture, one a line, without what depends on fonts and on the writer of the SVG.

Rectangles and lines are printed with their colours and coordinates, a text by its colour, its number of letters and where
it begins.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree


def properties(element):
    """Presentation attributes, wherever they stand."""
    style = dict(part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    return {**element.attrib, **style}


def numbers(text):
    return " ".join(f"{float(number):.1f}" for number in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text or ""))


def main():
    for element in ElementTree.parse(sys.argv[1]).getroot().iter():
        tag, values = element.tag.rpartition("}")[2], properties(element)
        colour = f"fill {numbers(values.get('fill'))} stroke {numbers(values.get('stroke'))}"
        letters = [child for child in element if child.tag.endswith("}use")]
        if tag == "path" and values.get("stroke", "") + values.get("fill", "") != "none":
            print(colour, re.sub(r"[^A-Z]", "", element.get("d")), numbers(element.get("d")))
        elif tag == "g" and letters:
            print(colour, len(letters), "letters", numbers(letters[0].get("x")), numbers(letters[0].get("y")))


main()
