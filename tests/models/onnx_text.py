# SPDX-License-Identifier: Apache-2.0
"""ONNX models said in few words:

    model("C = Mul(A, B)", inputs="A:float[2] B:float[2]", outputs="C:float[2]")

A value is name:type[dimensions]; without brackets it declares no shape, without type no type, a dimension that is no
number is a symbol. A node is results = Operator(operands), then attributes such as axis=1 or consumed_inputs=[0,0]. Wherever
text stands for a message, its bytes can be given instead. Field numbers are those of onnx.proto."""
import re

from wire import message, number, packed, text

#        name        number bits  field of the words
TYPES = {"float16":  (10,   16,   5),
         "bfloat16": (16,   16,   5),
         "float":    (1,    32,   4),
         "double":   (11,   64,   10),
         "int4":     (22,   4,    5),
         "int8":     (3,    8,    5),
         "int16":    (5,    16,   5),
         "int32":    (6,    32,   5),
         "int64":    (7,    64,   7),
         "uint4":    (21,   4,    5),
         "uint8":    (2,    8,    5),
         "uint16":   (4,    16,   5),
         "uint32":   (12,   32,   11),
         "uint64":   (13,   64,   11),
         "bool":     (9,    8,    5)}
FLOAT, INT, STRING, TENSOR, GRAPH, FLOATS, INTS, STRINGS, GRAPHS = 1, 2, 3, 4, 5, 6, 7, 8, 10  # AttributeProto.AttributeType


def type_number(name):
    return TYPES[name][0] if name in TYPES else int(name)


def dimension(word):
    return number(1, int(word)) if re.fullmatch(r"-?\d+", word) else text(2, word)


def dimensions(words):
    return b"".join(message(1, dimension(word)) for word in words.split(",") if word)


def type_of(words):
    """float[2,3], float, [2,3], and sparse float[2]."""
    kind, shape = re.fullmatch(r"((?:sparse )?\w*)(\[.*\])?", words).groups()
    sparse, kind = kind.startswith("sparse "), kind.removeprefix("sparse ")
    tensor = (number(1, type_number(kind)) if kind else b"") + (message(2, dimensions(shape[1:-1])) if shape else b"")
    return message(2, message(8 if sparse else 1, tensor)) if words else b""


def value(words):
    if isinstance(words, bytes):
        return words
    name, _, kind = words.partition(":")
    return text(1, name) + type_of(kind)


def values(field, words):
    """Several, in one text with blanks between them or in a list."""
    return b"".join(message(field, value(one)) for one in (words.split() if isinstance(words, str) else words))


def count_of(shape):
    count = 1
    for dim in shape:
        count *= dim
    return count


def raw_size(kind, shape):
    return (count_of(shape) * TYPES[kind][1] + 7) // 8


def tensor(name, kind="float", shape=(2,), data=None):
    """Zeros in raw_data, or what is given as data: the bytes of whole fields."""
    if data is None:
        data = text(9, bytes(raw_size(kind, shape)))
    return b"".join(number(1, dim) for dim in shape) + number(2, type_number(kind)) + text(8, name) + data


def attribute(name, content):
    if isinstance(content, bytes):
        return text(1, name) + content
    if isinstance(content, int):
        return text(1, name) + number(3, content) + number(20, INT)
    return text(1, name) + packed(8, content) + number(20, INTS)


def node(operator, operands, results, *attributes, name=None, domain=None):
    return b"".join([*(text(1, one) for one in operands), *(text(2, one) for one in results),
                     text(3, name) if name is not None else b"", text(4, operator),
                     *(message(5, one) for one in attributes), text(7, domain) if domain is not None else b""])


def node_of(words):
    if isinstance(words, bytes):
        return words
    results, operator, operands, rest = re.fullmatch(r"(.*?) = ([\w.]+)\((.*?)\)(.*)", words).groups()
    domain, _, operator = operator.rpartition(".")
    names = [one.strip() for one in operands.split(",")] if operands else []
    given = [pair.split("=") for pair in rest.split()]
    return node(operator, names, [one.strip() for one in results.split(",")],
                *(attribute(key, [int(n) for n in re.findall(r"-?\d+", content)] if "[" in content else int(content))
                  for key, content in given), domain=domain or None)


def graph(*nodes, inputs="", outputs="", value_info="", initializers=(), extra=b"", name="g"):
    return b"".join([*(message(1, node_of(one)) for one in nodes), text(2, name) if name is not None else b"",
                     *(message(5, one if isinstance(one, bytes) else tensor(*one)) for one in initializers),
                     values(11, inputs), values(12, outputs), values(13, value_info), extra])


def opset(version, domain=""):
    return message(8, (text(1, domain) if domain else b"") + number(2, version))


def wrap(graph_bytes, version=14, ir=8, before=b"", after=b""):
    """A model around the bytes of a graph; a version of None leaves the import out, as does an ir of None."""
    return b"".join([number(1, ir) if ir is not None else b"", opset(version) if version is not None else b"", before,
                     message(7, graph_bytes), after])


def model(*nodes, version=14, ir=8, before=b"", after=b"", **parts):
    return wrap(graph(*nodes, **parts), version, ir, before, after)


def binary(operator="Mul", a="float[2]", b=None, c=None, version=14, attributes="", **more):
    """One node on two graph inputs."""
    b, c = (a if b is None else b), (a if c is None else c)
    return model(f"C = {operator}(A, B) {attributes}", version=version, inputs=[f"A:{a}", f"B:{b}"], outputs=[f"C:{c}"], **more)
