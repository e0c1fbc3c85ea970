# SPDX-License-Identifier: Apache-2.0
"""What settled.json says of networks, as options of the command line: {"batch": 1} is the size of a named dimension,
{"input": [1, 512]} the shape of an input of type float, {"rate": {"value": 16000}} the value of a scalar input of type int64, which
makes it a constant. "breaks" and "jumps" are about the tests."""
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def settled_in(folder):
    """{file name: what is settled}, of the folder itself or of this one."""
    own = folder / "settled.json"
    return json.loads((own if own.exists() else HERE / "settled.json").read_text(encoding="utf-8"))


def options_of(settled):
    words = []
    for name, given in settled.items():
        if name in ("breaks", "jumps"):
            continue
        if isinstance(given, dict):
            words += ["--value", f"{name}={given['value']}"]
        elif isinstance(given, list):
            words += ["--shape", f"{name}={','.join(map(str, given))}"]
        else:
            words += ["--dim", f"{name}={given}"]
    return words
