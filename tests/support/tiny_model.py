# SPDX-License-Identifier: Apache-2.0
"""A good model, a failing one, one that is not judged, and untrusted names, for the tests of the command line."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "models"))
from onnx_text import model, node  # noqa: E402


def good():
    return model(node("Mul", ["A", "B"], ["T"], name="scale"), node("Div", ["T", "B"], ["C"], name="norm"),
                 inputs="A:float[2,3] B:float[2,3]", outputs="C:float[2,3]", value_info="T:float[2,3]")


def failing(name="T"):
    """A value of that name declares neither type nor shape, and the node of that name is no known operator."""
    return model(node("Mul", ["A", "B"], [name], name=name), node("Frobnicate", [name], ["C"], name=name),
                 inputs="A:float[2,3] B:float[2,3]", outputs="C:float[2,3]")


def unjudged():
    """An operator that is not specified, and nothing that is wrong."""
    return model(node("Mul", ["A", "B"], ["T"], name="scale"), node("Hardmax", ["T"], ["C"], name="act"),
                 inputs="A:float[2,3] B:float[2,3]", outputs="C:float[2,3]", value_info="T:float[2,3]")


# Names that mean something to a terminal, JSON, HTML, SARIF, C or a reader's eye.
hostile_names = ["\x1b[31mred", "</script><script>alert(1)</script>", "quote\"'\\", "line\r\nbreak", "*/ ??/", "\u202egnp.exe",
                 "\u009b31m", "[link](0) {0}}", "x" * 4096]
