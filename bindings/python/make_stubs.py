#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes ops.pyi into a package folder that has the extension: make_stubs.py FOLDER. All it says is in the table of operators."""
import importlib.util
import inspect
import json
import pathlib
import sys

KINDS = {"int": "int", "float": "float", "string": "str", "ints": "Sequence[int]", "floats": "Sequence[float]",
         "strings": "Sequence[str]", "tensor": "Operand", "graph": "Any", "other": "Any"}
OPTIONS = {"opset": "int | None = None", "profile": 'str = "onnx"', "accumulate": "str | None = None", "strict": "bool = False",
           "kernel": 'str = "fast"', "threads": "int = 1", "events": "list[Event] | None = None", "outputs": "int | None = None"}
TYPES = {"to", "dtype", "stash_type"}  # integers that are types

folder = pathlib.Path(sys.argv[1])
[path] = folder.glob("_etalon.*so")
spec = importlib.util.spec_from_file_location("_etalon", path)
extension = importlib.util.module_from_spec(spec)
spec.loader.exec_module(extension)


def function(operator):
    kinds = {a["name"]: a["kind"] for row in operator["rows"] for a in row["attributes"]}
    parameters = []
    several = False
    for name, parameter in inspect.signature(extension.operators[operator["name"]]).parameters.items():
        several = several or name == "outputs"
        if name in OPTIONS:
            text = f"{name}: {OPTIONS[name]}"
        elif parameter.kind == parameter.VAR_POSITIONAL:
            text = f"*{name}: Operand"
        elif parameter.kind == parameter.POSITIONAL_OR_KEYWORD:
            text = f"{name}: Operand" + (" = None" if parameter.default is None else "")
        else:
            kind = KINDS[kinds[name]] + (" | str | type[Any] | np.dtype[Any]" if name in TYPES else "")
            text = f"{name}: {kind}" + ("" if parameter.default is parameter.empty else " | None = ...")
        if parameter.kind == parameter.KEYWORD_ONLY and not any(p.startswith("*") for p in parameters):
            parameters.append("*")
        parameters.append(text)
    return f"def {operator['name']}({', '.join(parameters)}) -> Any: ..."


head = '''# SPDX-License-Identifier: Apache-2.0
# Made by make_stubs.py from the table of operators. A result is a numpy.ndarray, or an etalon.Array of bfloat16, int4 or uint4;
# several results are a tuple.
from collections.abc import Sequence
from typing import Any

import numpy as np

from .arrays import Operand
from .results import Event

'''
operators = json.loads(extension.operators_json())["operators"]
(folder / "ops.pyi").write_text(head + "\n".join(map(function, operators)) + "\n", encoding="utf-8")
