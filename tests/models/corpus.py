# SPDX-License-Identifier: Apache-2.0
"""A corpus is a list of cases, written into a folder as files and an index.json that says what `etalon check` must say of
each. The files are made by a process of their own, so that the one that measures stays small."""
import json
import pathlib
import sys
from dataclasses import dataclass, field

EXITS = {"FILE-ALL-LIMITS": 4, "FILE-ONNX-FORM": 3, "FILE-ONNX-EXTERNAL": 3, "FILE-PROTO-FORM": 3, "FILE-ALL-READ": 3}


def exit_of(tags):
    return EXITS.get(next(iter(tags)), 1) if tags else 0


@dataclass
class Case:
    group: str                # the requirement, or the class of attack
    what: str                 # this one among them
    content: object           # bytes, or a function that fills a folder and returns the model's name in it
    codes: list               # exit codes that are right
    errors: list = field(default_factory=list)    # tags of errors: all of them, or one at least
    notices: list = field(default_factory=list)   # tags of notices that must be there
    whole: bool = True        # whether `errors` are all of them
    options: list = field(default_factory=list)
    piece: str = ""           # occurs in the message
    formats: bool = False     # whether to check every format of the output
    parts: int = 0            # nodes and values, where their number is so large that their memory matters
    file: str = ""


def write(cases, folder):
    folder = pathlib.Path(folder)
    index, last = [], Case("", "", None, [])
    for case in cases:
        if callable(case.content):
            case.file = f"{len(index)}/"
            (folder / case.file).mkdir()
            case.file += case.content(folder / case.file)
        elif case.content is last.content:  # the same model under another profile
            case.file = last.file
        else:
            case.file = f"{len(index)}.onnx"
            (folder / case.file).write_bytes(case.content)
        entry = dict(vars(case))
        del entry["content"]
        index.append(entry)
        last = case
    (folder / "index.json").write_text(json.dumps(index))


def main(cases):
    """`rules.py FOLDER`, `hostile.py FOLDER`: cases come one by one and are forgotten once written."""
    pathlib.Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    write(cases, sys.argv[1])
