# SPDX-License-Identifier: Apache-2.0
"""ONNX models of a few nodes, encoded by hand, for tests that need no ONNX package. Field numbers are those of onnx.proto."""


def varint(x):
    out = b""
    while x >= 0x80:
        out += bytes([x & 0x7F | 0x80])
        x >>= 7
    return out + bytes([x])


def number(field, x):
    return varint(field << 3) + varint(x)


def piece(field, content):
    content = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(content)) + content


def value(name, dims=(2, 3), element=1):
    shape = b"".join(piece(1, number(1, dim)) for dim in dims)
    return piece(1, name) + piece(2, piece(1, number(1, element) + piece(2, shape)))


def node(operation, inputs, outputs, name=""):
    return b"".join([*(piece(1, i) for i in inputs), *(piece(2, o) for o in outputs), piece(3, name), piece(4, operation)])


def model(nodes, inputs, outputs, infos=(), opset=14):
    graph = b"".join([*(piece(1, n) for n in nodes), piece(2, "g"), *(piece(11, value(i)) for i in inputs),
                      *(piece(12, value(o)) for o in outputs), *(piece(13, value(i)) for i in infos)])
    return number(1, 8) + piece(8, piece(1, "") + number(2, opset)) + piece(7, graph)


def good():
    return model([node("Mul", ["A", "B"], ["T"], "scale"), node("Div", ["T", "B"], ["C"], "norm")], ["A", "B"], ["C"], ["T"])


def failing(name="T"):
    """A value of that name declares neither type nor shape, and the node of that name is no known operator."""
    return model([node("Mul", ["A", "B"], [name], name), node("Frobnicate", [name], ["C"], name)], ["A", "B"], ["C"])


# Names that mean something to a terminal, JSON, HTML, SARIF, C or a reader's eye.
hostile_names = ["\x1b[31mred", "</script><script>alert(1)</script>", "quote\"'\\", "line\r\nbreak", "*/ ??/", "\u202egnp.exe",
                 "\u009b31m", "[link](0) {0}}", "x" * 4096]
