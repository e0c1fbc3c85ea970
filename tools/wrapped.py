#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wraps the prose of pages at 140 characters: wrapped.py [--check] PAGE…

A paragraph with a longer line is wrapped anew; tables, headings and code stay as they are, and so does a piece of code within a line. With
--check nothing is written, and the program fails if a page would change. Programs that look for sentences use read() or joined()."""
import pathlib
import re
import sys

WIDTH = 140
MARKER = re.compile(r"\s*(?:[-*+] |\d+[.)] |)")  # of an item of a list
APART = re.compile(r"\s*(?:#|\||```|<!--|$)")  # a heading, a row of a table, a fence, a comment, a blank line


def joined(text):
    """(number of the first line, text) of every paragraph, item of a list, row of a table and line of code."""
    found, code, is_open = [], False, False
    for number, line in enumerate(text.splitlines(), 1):
        is_fence = line.lstrip().startswith("```")
        if code or APART.match(line):
            found.append((number, line))
            is_open = False
        elif is_open and not MARKER.match(line)[0].strip():
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
        else:
            found.append((number, line))
            is_open = True
        code ^= is_fence
    return found


def read(page):
    """A page, with what is wrapped in one line."""
    return "\n".join(line for _, line in joined(page.read_text(encoding="utf-8"))) + "\n"


def units(line):
    """What is not broken: words, code and links, with what adheres to them. None begins as an item of a list does."""
    return re.findall(r"(?:`[^`]*`|\[[^]`]*\]\([^)]*\)|[^\s`])+(?:\s+(?:[-*+#>|]|\d+[.)])(?=\s|$))*", line)


def folded(line):
    marker = MARKER.match(line)[0]
    first, *others = units(line[len(marker):])
    rows = [marker + first]
    for unit in others:
        if len(rows[-1]) + 1 + len(unit) > WIDTH:
            rows.append(" " * len(marker) + unit)
        else:
            rows[-1] += f" {unit}"
    return rows


def wrapped(text):
    lines, out, code = text.splitlines(), [], False
    parts = joined(text)
    for (number, line), (end, _) in zip(parts, [*parts[1:], (len(lines) + 1, "")]):
        rows = lines[number - 1:end - 1]
        is_prose = not code and not APART.match(line) and max(map(len, rows)) > WIDTH
        out += folded(line) if is_prose else rows
        code ^= line.lstrip().startswith("```")
    return "\n".join(out) + "\n"


def main():
    pages = [pathlib.Path(word) for word in sys.argv[1:] if word != "--check"]
    changed = [page for page in pages if wrapped(page.read_text(encoding="utf-8")) != page.read_text(encoding="utf-8")]
    for page in changed:
        if "--check" in sys.argv:
            print(f"{page}: lines of prose have more than {WIDTH} characters; tools/wrapped.py wraps them")
        else:
            page.write_text(wrapped(page.read_text(encoding="utf-8")), encoding="utf-8")
    sys.exit("--check" in sys.argv and bool(changed))


if __name__ == "__main__":
    main()
