#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""For each rule on models: models that keep it, and models that break it and nothing else. `rules.py FOLDER` writes them.

A row is passes(rule, what, model), fails(rule, what, model), unjudged(rule, what, model) or notes(rule, what, model). `on` says under which profiles; a
model that fails on some passes on the others, unless `only` leaves them out. What a finding cites is the rule itself or `tag`."""
import struct

import branches
from corpus import Case, exit_of, main
from onnx_text import (FLOAT, FLOATS, GRAPH, GRAPHS, INT, INTS, STRING, TENSOR, TYPES, attribute, binary, graph, model, node, opset, tensor, wrap)
from wire import fixed32, message, number, packed, text

ALL = ("sonnx", "sonnx-2026-08", "onnx")
SONNX, ONNX = ALL[:2], ALL[2:]
rows = []


def row(rule, what, content, profile, errors=(), notices=(), piece=""):
    rows.append(Case(rule, what, content, [exit_of(errors)], list(errors), list(notices), options=["--profile", profile], piece=piece))


def passes(rule, what, content, on=ALL):
    for profile in on:
        row(rule, what, content, profile)


def fails(rule, what, content, on=ALL, tag=None, only=False, piece=""):
    for profile in on if only else ALL:
        row(rule, what, content, profile, [tag or rule] if profile in on else [], piece=piece if profile in on else "")


def unjudged(rule, what, content, on=ALL, piece=""):
    """Outside of what this release specifies: no rule is broken, and the exit code is 6."""
    for profile in on:
        rows.append(Case(rule, what, content, [6], [rule], options=["--profile", profile], piece=piece))


def notes(rule, what, content, on=ALL):
    for profile in on:
        row(rule, what, content, profile, notices=[rule])


def chain(t="T:float[2]", **more):
    """Two nodes with one value between them."""
    return model("T = Mul(A, B)", "C = Mul(T, B)", inputs="A:float[2] B:float[2]", outputs="C:float[2]", value_info=[t] if t else [], **more)


def one(*nodes, inputs="A:float[2] B:float[2]", outputs="C:float[2]", **more):
    return model(*(nodes or ["C = Mul(A, B)"]), inputs=inputs, outputs=outputs, **more)


def holding(data, kind="float", shape=(2,), **more):
    """B is an initializer."""
    dims = ",".join(map(str, shape))
    return model("C = Mul(A, B)", inputs=[f"A:{kind}[{dims}]"], outputs=[f"C:{kind}[{dims}]"], initializers=[tensor("B", kind, shape, data)], **more)


plain = one()
constant = holding(None)

# Shapes and types are explicit.
passes("GEN-ALL-SHAPES", "every value declares its shape", chain())
fails("GEN-ALL-SHAPES", "no value_info for an intermediate value, but its type", chain("T:float"), on=SONNX)
fails("GEN-ALL-SHAPES", "a dimension of an intermediate value is a symbol", chain("T:float[n]"), on=SONNX)
fails("GEN-ALL-SHAPES", "an output declares no shape", one(outputs="C:float"), on=SONNX)
fails("GEN-ALL-SHAPES", "an input declares no shape", one(inputs="A:float B:float[2]"), on=SONNX, only=True)
unjudged("GEN-ALL-SHAPES", "an input declares no shape, as ONNX allows", one(inputs="A:float B:float[2]"), on=ONNX)
fails("GEN-ALL-SHAPES", "a dimension of an input is a symbol", one(inputs="A:float[n] B:float[2]"), on=SONNX, only=True)
unjudged("GEN-ALL-SHAPES", "a dimension of an input is a symbol, as ONNX allows", one(inputs="A:float[n] B:float[2]"), on=ONNX, piece="only shapes in numbers")
fails("GEN-ALL-SHAPES", "an output is declared otherwise than computed", one(outputs="C:float[3]"))
fails("GEN-ALL-SHAPES", "an intermediate value is declared otherwise than computed", chain("T:float[1,2]"))
fails("GEN-ALL-SHAPES", "a transposed product is declared", binary("MatMul", "float[2,4]", "float[4,3]", "float[3,2]"))
fails("GEN-ALL-SHAPES", "an initializer is declared otherwise than stored", holding(None, value_info="B:float[1,2]"))
passes("GEN-ALL-TYPES", "every value declares its type", chain())
fails("GEN-ALL-TYPES", "an intermediate value declares no type, but its shape", chain("T:[2]"), on=SONNX)
fails("GEN-ALL-TYPES", "an output declares no type", one(outputs="C:[2]"), on=SONNX)
fails("GEN-ALL-TYPES", "an input declares no type", one(inputs="A:[2] B:float[2]"))
fails("GEN-ALL-SHAPES", "a dimension of an input is -1", one(inputs="A:float[-1] B:float[2]"), piece="[-1]")
fails("GEN-ALL-SHAPES", "a dimension of an output is -1", one(outputs="C:float[-1]"), piece="[-1]")
fails("GEN-ALL-SHAPES", "a dimension of an intermediate value is -1", chain("T:float[-1]"), piece="[-1]")
passes("GEN-ALL-KIND", "tensors of float", plain)
passes("GEN-ALL-KIND", "an initializer of bool", one(initializers=[tensor("W", "bool", (2,), text(9, b"\1\0"))]))
passes("GEN-ALL-KIND", "an input of bool", one(inputs="A:float[2] B:float[2] D:bool[2]"))
foreign = {"STRING": 8, "COMPLEX64": 14, "COMPLEX128": 15, "FLOAT8E4M3FN": 17, "FLOAT8E4M3FNUZ": 18, "FLOAT8E5M2": 19, "FLOAT8E5M2FNUZ": 20,
           "FLOAT4E2M1": 23, "FLOAT8E8M0": 24, "UINT2": 25, "INT2": 26}
for name, number_of_type in foreign.items():
    unjudged("GEN-ALL-KIND", f"an initializer of {name}", one(initializers=[tensor("W", str(number_of_type), (2,), text(6, "x") if name == "STRING" else text(9, bytes(4)))]), piece=name)
    unjudged("GEN-ALL-KIND", f"an input of {name}", one(inputs=f"A:float[2] B:float[2] D:{number_of_type}[2]"), piece=name)
    fails("GEN-ALL-KIND", f"an output declared {name}", one(outputs=f"C:{number_of_type}[2]"), tag="GEN-ALL-ONETYPE", piece=name)
for field, name in (4, "a sequence"), (5, "a map"), (7, "of an opaque type"), (9, "an optional"):
    other = text(1, "S") + message(2, message(field, message(1, message(1, number(1, 1))) if field in (4, 9) else b""))
    unjudged("GEN-ALL-KIND", f"an input is {name}", one(inputs=["A:float[2]", "B:float[2]", other]), piece=name)
fails("GEN-ALL-KIND", "an input of type 99", one(inputs="A:float[2] B:float[2] D:99[2]"), piece="type 99")
passes("GEN-ALL-ONETYPE", "A, B and C are float", plain)
fails("GEN-ALL-ONETYPE", "A is float, B double", binary(a="float[2]", b="double[2]"))
fails("GEN-ALL-ONETYPE", "A is int32, B uint32", binary("MatMul", "int32[2,2]", "uint32[2,2]"))
fails("GEN-ALL-ONETYPE", "the output is declared double", binary(c="double[2]"))
fails("GEN-ALL-ONETYPE", "an intermediate value is declared int32", chain("T:int32[2]"))
fails("GEN-ALL-ONETYPE", "an initializer is declared int32", holding(None, value_info="B:int32[2]"))
passes("GEN-ALL-SPARSE", "all is dense", constant)
sparse = message(15, message(1, tensor("B", "float", (1,))), message(2, tensor("", "int64", (1,))), number(3, 2))
fails("GEN-ALL-SPARSE", "a sparse initializer", one(inputs="A:float[2]", value_info="B:float[2]", extra=sparse))
fails("GEN-ALL-SPARSE", "a sparse initializer that nothing uses", one(value_info="S:float[2]", extra=message(15, message(1, tensor("S", "float", (1,))))))
fails("GEN-ALL-SPARSE", "an input is sparse", one(inputs=["A:sparse float[2]", "B:float[2]"]))
for operator, shape in ("Mul", "[2]"), ("Div", "[2]"), ("MatMul", "[2,2]"):
    fails("GEN-ALL-SPARSE", f"the result of {operator} is sparse",
          one(f"C = {operator}(A, B)", inputs=f"A:float{shape} B:float{shape}", outputs=[f"C:sparse float{shape}"]))
fails("GEN-ALL-SPARSE", "an intermediate result is sparse", chain("T:sparse float[2]"))

# Operators, versions, attributes.
passes("GEN-ALL-OPERATOR", "Mul", plain)
passes("GEN-ALL-OPERATOR", "Mul of ai.onnx", one("C = ai.onnx.Mul(A, B)"))
unjudged("GEN-ALL-OPERATOR", "Foo", one("C = Foo(A, B)"))
unjudged("GEN-ALL-OPERATOR", "mul, in small letters", one("C = mul(A, B)"), piece="did you mean Mul?")
fails("FILE-ONNX-FORM", "a node without an operator", one(text(1, "A") + text(1, "B") + text(2, "C")))
passes("GEN-ALL-DOMAIN", "ai.onnx by its name", one("C = ai.onnx.Mul(A, B)"))
unjudged("GEN-ALL-DOMAIN", "com.example", one("C = com.example.Mul(A, B)", before=opset(1, "com.example")))
unjudged("GEN-ALL-DOMAIN", "ai.onnx.ml", one("C = ai.onnx.ml.Mul(A, B)", before=opset(1, "ai.onnx.ml")))
fails("GEN-ALL-DOMAIN", "a domain that is not imported", one("C = com.example.Mul(A, B)"), piece="does not import")
passes("GEN-ALL-VERSION", "operator set 27, the newest known", one(version=27))
unjudged("GEN-ALL-VERSION", "operator set 28", one(version=28), piece="operator set 28")
fails("GEN-ALL-VERSION", "operator set 0", one(version=0))
fails("GEN-ALL-VERSION", "operator set -3", one(version=-3), piece="operator set is -3")
unjudged("GEN-ALL-VERSION", "operator set 2^32 + 14", one(version=2**32 + 14), piece="4294967310")
unjudged("GEN-ALL-VERSION", "operator set 2^62", one(version=2**62), piece="4611686018427387904")
fails("GEN-ALL-VERSION", "no import", one(version=None), piece="imports no operator set")
passes("GEN-ALL-VERSION", "no import before IR version 3 means operator set 1", one(version=None, ir=2), on=ONNX)
fails("GEN-ALL-VERSION", "no import before IR version 3 means operator set 1", one(version=None, ir=2), on=SONNX, only=True, piece="operator set 1 means Mul-1")
passes("GEN-ALL-VERSION", "two imports of one version", one(before=opset(14, "ai.onnx")))
fails("GEN-ALL-VERSION", "two imports of two versions", one(before=opset(13)), piece="in version 14 and again in version 13")
fails("GEN-ALL-VERSION", "two imports of two versions, by both names", one(before=opset(13, "ai.onnx")))
fails("GEN-ALL-VERSION", "another domain in two versions", one(before=opset(1, "com.example") + opset(2, "com.example")), piece="com.example")
fails("GEN-ALL-VERSION", "only another domain's import", one(version=None, before=opset(14, "com.example")))
for operator, shape, oldest in ("Mul", "[2]", 14), ("Div", "[2]", 14), ("Add", "[2]", 7), ("MatMul", "[2,2]", 13):
    for version in range(1, 15):
        name, content = f"{operator.upper()}-ALL-VERSIONS", binary(operator, "float" + shape, version=version)
        if version >= oldest:
            passes(name, f"operator set {version}", content)
        else:
            fails(name, f"operator set {version}", content, on=SONNX, tag="GEN-ALL-VERSION")
passes("GEN-ALL-ARITY", "two inputs, one output", plain)
fails("GEN-ALL-ARITY", "no input", one("C = Mul()"))
fails("GEN-ALL-ARITY", "one input", one("C = Mul(A)"), piece="Mul needs 2 inputs; the node has 1")
fails("GEN-ALL-ARITY", "three inputs", one("C = Mul(A, B, A)"))
fails("GEN-ALL-ARITY", "two outputs", one("C, D = Mul(A, B)", outputs="C:float[2] D:float[2]"), piece="Mul needs 1 output; the node has 2")
passes("GEN-ALL-ATTRIBUTES", "broadcast and axis in version 6", binary(version=6, attributes="broadcast=1 axis=0"), on=ONNX)
fails("GEN-ALL-ATTRIBUTES", "axis in version 14", binary(attributes="axis=0"))
fails("GEN-ALL-ATTRIBUTES", "an unheard-of attribute", binary(attributes="alpha=1"))
fails("GEN-ALL-ATTRIBUTES", "transA of MatMul", binary("MatMul", "float[2,2]", attributes="transA=0"))
fails("GEN-ALL-ATTRIBUTES", "an attribute without a name", one(node("Mul", ["A", "B"], ["C"], attribute("", 0))))
for what, attributes in (("broadcast twice", [attribute("broadcast", 1), attribute("broadcast", 1)]),
                         ("broadcast is a list", [attribute("broadcast", [1])]),
                         ("broadcast is a float", [attribute("broadcast", fixed32(2) + number(20, FLOAT))]),
                         ("broadcast does not name its kind", [attribute("broadcast", number(3, 1))]),
                         ("broadcast has another kind than it names", [attribute("broadcast", fixed32(2) + number(20, INT))]),
                         ("broadcast has a kind that there is not", [attribute("broadcast", number(3, 1) + number(20, 99))]),
                         ("broadcast has two values", [attribute("broadcast", number(3, 1) + fixed32(2) + number(20, INT))]),
                         ("broadcast has no value", [attribute("broadcast", b"")]),
                         ("broadcast is a string", [attribute("broadcast", text(4, b"\xff\x1b[2J") + number(20, STRING))]),
                         ("broadcast is a tensor", [attribute("broadcast", message(5, tensor("t")) + number(20, TENSOR))]),
                         ("broadcast is an attribute of a function", [attribute("broadcast", text(21, "alpha") + number(20, INT))]),
                         ("consumed_inputs in version 6", [attribute("consumed_inputs", [0, 0])])):
    fails("GEN-ALL-ATTRIBUTES", what, one(node("Mul", ["A", "B"], ["C"], *attributes), version=6), on=ONNX, only=True)

# The operators' types: what a row does not name is refused. The lists are those of the profiles' page.
floats, wide, small = "float16 float double", "int32 int64 uint32 uint64", "int8 int16 uint8 uint16"
sonnx = f"{floats} {wide} {small}"
elementwise = {1: floats, 6: f"{floats} {wide}", 7: f"{floats} {wide}", 13: f"{floats} {wide} bfloat16", 14: f"{floats} {wide} {small} bfloat16"}
allowed = {"Mul": (f"{sonnx} int4 uint4", sonnx, elementwise),
           "Add": (sonnx, sonnx, elementwise),
           "Div": (f"{sonnx} int4 uint4 bfloat16", sonnx, elementwise),
           "MatMul": (f"{floats} {wide}", f"{floats} {wide}", {1: floats, 9: f"{floats} {wide}", 13: f"{floats} {wide} bfloat16"})}
for operator, (*strict, plainly) in allowed.items():
    shape = "[2,2]" if operator == "MatMul" else "[2]"
    for kind in TYPES:
        for version, types in plainly.items():
            newest = version == max(plainly)
            lists = {**(dict(zip(SONNX, strict)) if newest else {}), "onnx": types}
            content = binary(operator, kind + shape, version=version)
            for profile, listed in lists.items():
                tag, has = f"{operator.upper()}-ALL-TYPES", kind in listed.split()
                beyond = ["GEN-ALL-BEYOND-ONNX"] if has and kind not in types.split() else []
                row(tag, f"{kind} in version {version}", content, profile, [] if has else [tag], beyond)
notes("GEN-ALL-BEYOND-ONNX", "Mul of int4", binary(a="int4[3]"), on=("sonnx",))
fails("GEN-ALL-BEYOND-ONNX", "Mul of int4", binary(a="int4[3]"), on=ALL[1:], tag="MUL-ALL-TYPES", only=True)


def divided(kind, elements, shape=None, more=(), attributes="", version=14):
    """A divided by a constant B, and perhaps more constants; the elements are words of int32_data, int64_data, …"""
    dims = ",".join(map(str, shape if shape is not None else [len(elements)]))
    packing = {"float": lambda words: text(4, b"".join(struct.pack("<f", word) for word in words)),
               "double": lambda words: text(10, b"".join(struct.pack("<d", word) for word in words))}
    data = packing.get(kind, lambda words: packed(TYPES[kind][2], words))(elements)
    return model("C = Div(A, B)" + attributes, inputs=[f"A:{kind}[{dims}]", *more], outputs=[f"C:{kind}[{dims}]"], version=version,
                 initializers=[tensor("B", kind, shape if shape is not None else (len(elements),), data)])


# What a constant operand breaks is known before anything is computed.
for kind in "int32", "uint8", "int64":
    passes("DIV-INT-ZERO", f"{kind}, no zero in a constant B", divided(kind, [1, 2]))
    fails("DIV-INT-ZERO", f"{kind}, a zero in a constant B", divided(kind, [1, 0]))
passes("DIV-INT-ZERO", "an empty B holds no zero", divided("int32", []))
fails("DIV-INT-ZERO", "int4, a zero among three", divided("int4", [0x21, 0x00], (3,)), on=("sonnx",), only=True)
passes("DIV-INT-ZERO", "a zero that an empty result does not use",
       model("C = Div(A, B)", inputs="A:int32[0]", outputs="C:int32[0]", initializers=[tensor("B", "int32", (1,))]), on=ONNX)
passes("DIV-INT-ZERO", "a zero that the caller may replace",
       model("C = Div(A, B)", inputs="A:int32[2] B:int32[2]", outputs="C:int32[2]", initializers=[tensor("B", "int32", (2,))]), on=ONNX)
for kind in "float", "double":
    passes("DIV-FLOAT-ZERO", f"{kind}, no zero in a constant B", divided(kind, [1.5, -2.0]))
    for zero in 0.0, -0.0:
        broken = divided(kind, [1.5, zero])
        notes("DIV-FLOAT-ZERO", f"{kind}, {zero} in a constant B", broken, on=("sonnx",))
        passes("DIV-FLOAT-ZERO", f"{kind}, {zero} in a constant B: no source but SONNX Div excludes it", broken, on=ALL[1:])
        rows.append(Case("GEN-ALL-PRECONDITION", f"{kind}, {zero} in a constant B, strict", broken, [1], ["DIV-FLOAT-ZERO"],
                         options=["--profile", "sonnx", "--strict"]))
        rows.append(Case("GEN-ALL-PRECONDITION", f"{kind}, {zero} in a constant B, strict under onnx", broken, [0],
                         options=["--profile", "onnx", "--strict"]))

# The operators' shapes.
for operator in "Mul", "Div", "Add":
    same = f"{operator.upper()}-ALL-SHAPE"
    passes(same, "one shape", binary(operator, "float[2,3]"))
    fails(same, "B is stretched", binary(operator, "float[2,3]", "float[3]", "float[2,3]"), on=SONNX)
    fails(same, "B is a scalar", binary(operator, "float[2]", "float[]", "float[2]"), on=SONNX)
    fails(same, "B has one more dimension of 1", binary(operator, "float[2]", "float[1,2]", "float[1,2]"), on=SONNX)
    for version in 7, 13, 14:
        passes("ELT-ALL-BROADCAST", f"{operator}-{version} stretches both", binary(operator, "float[2,1]", "float[3]", "float[2,3]", version), on=ONNX)
        fails("ELT-ALL-BROADCAST", f"{operator}-{version}, 2 meets 3", binary(operator, "float[2]", "float[3]", "float[3]", version), on=ONNX, only=True)
    fails("ELT-ALL-BROADCAST", f"{operator}, 0 meets 2", binary(operator, "float[0]", "float[2]", "float[0]"), on=ONNX, only=True)
    passes("ELT-ALL-EMPTY", f"{operator} of nothing", binary(operator, "float[0]"))
    passes("ELT-ALL-EMPTY", f"{operator} of scalars", binary(operator, "float[]"))
    passes("ELT-ALL-EMPTY", f"{operator}, 0 meets 1", binary(operator, "float[2,0]", "float[1]", "float[2,0]"), on=ONNX)
    for version in 1, 6:
        def by_axis(attributes, b="float[3]", a="float[2,3,4]"):
            return binary(operator, a, b, a, version, attributes)
        name = f"{operator}-{version}"
        passes("ELT-ALL-AXIS-RUN", f"{name}, axis 1", by_axis("broadcast=1 axis=1"), on=ONNX)
        passes("ELT-ALL-AXIS-RUN", f"{name}, the last dimensions", by_axis("broadcast=1", "float[3,4]"), on=ONNX)
        passes("ELT-ALL-AXIS-RUN", f"{name}, one element", by_axis("broadcast=1", "float[1,1]"), on=ONNX)
        passes("ELT-ALL-AXIS-BROADCAST", f"{name}, no broadcast", by_axis("broadcast=0", "float[2,3,4]"), on=ONNX)
        for what, attributes, b in (("another axis", "axis=0", "float[3]"), ("no axis, and not the last dimension", "", "float[3]"),
                                    ("a negative axis", "axis=-2", "float[3]"), ("an axis beyond", "axis=3", "float[4]"),
                                    ("B reaches beyond", "axis=2", "float[4,1]"), ("a higher rank", "", "float[1,2,3,4]"),
                                    ("a dimension of 1 does not stretch", "axis=1", "float[3,1]")):
            fails("ELT-ALL-AXIS-RUN", f"{name}, {what}", by_axis("broadcast=1 " + attributes, b), on=ONNX, only=True)
        for what, attributes, b in (("broadcast is 2", "broadcast=2", "float[2,3,4]"), ("broadcast is -1", "broadcast=-1", "float[2,3,4]"),
                                    ("axis alone", "axis=1", "float[3]"), ("axis with broadcast=0", "broadcast=0 axis=1", "float[3]"),
                                    ("other shapes without broadcast", "", "float[4]")):
            fails("ELT-ALL-AXIS-BROADCAST", f"{name}, {what}", by_axis(attributes, b), on=ONNX, only=True)
    passes("ELT-ALL-AXIS-CONSUMED", f"{operator}-1", binary(operator, version=1, attributes="consumed_inputs=[0,0]"), on=ONNX)
    fails("ELT-ALL-AXIS-CONSUMED", f"{operator}-6", binary(operator, version=6, attributes="consumed_inputs=[0,0]"), on=ONNX,
          tag="GEN-ALL-ATTRIBUTES", only=True)


def product(a, b, c):
    return binary("MatMul", f"float{a}", f"float{b}", f"float{c}")


passes("MATMUL-ALL-RANK", "matrices", product("[2,3]", "[3,4]", "[2,4]"))
fails("MATMUL-ALL-RANK", "vectors", product("[3]", "[3]", "[]"), on=SONNX)
fails("MATMUL-ALL-RANK", "a batch", product("[5,2,3]", "[5,3,4]", "[5,2,4]"), on=SONNX)
fails("MATMUL-ALL-RANK", "a matrix and a vector", product("[2,3]", "[3]", "[2]"), on=SONNX)
passes("MATMUL-ALL-INNER", "3 columns, 3 rows", product("[2,3]", "[3,1]", "[2,1]"))
fails("MATMUL-ALL-INNER", "3 columns, 4 rows", product("[2,3]", "[4,2]", "[2,2]"))
fails("MATMUL-ALL-INNER", "A is transposed", product("[3,2]", "[3,4]", "[2,4]"))
fails("MATMUL-ALL-INNER", "vectors of 2 and 3", product("[2]", "[3]", "[]"), on=ONNX, only=True)
passes("MATMUL-ALL-BATCH", "the batch is stretched", product("[5,1,2,3]", "[6,3,4]", "[5,6,2,4]"), on=ONNX)
passes("MATMUL-ALL-BATCH", "a vector in front", product("[3]", "[3,4]", "[4]"), on=ONNX)
fails("MATMUL-ALL-BATCH", "batches of 2 and 3", product("[2,2,2]", "[3,2,2]", "[3,2,2]"), on=ONNX, only=True)
fails("MATMUL-ALL-BATCH", "a scalar", product("[]", "[1,1]", "[1,1]"), on=ONNX, only=True)
passes("MATMUL-ALL-EMPTY", "no columns", product("[2,0]", "[0,3]", "[2,3]"))
passes("MATMUL-ALL-EMPTY", "no rows", product("[0,2]", "[2,3]", "[0,3]"))

passes("FILE-ONNX-ATTRIBUTE", "an integer that is not written is 0", one(node("Mul", ["A", "B"], ["C"], attribute("broadcast", number(20, INT))), version=6), on=ONNX)
passes("FILE-ONNX-ATTRIBUTE", "before IR version 2 without a type", one(node("Mul", ["A", "B"], ["C"], attribute("broadcast", number(3, 1))), version=None, ir=1), on=ONNX)
for what, content, tag in (("a list of integers that is cut off", text(8, b"\x01\x96") + number(20, INTS), "FILE-ONNX-FORM"),
                           ("a list of floats that is cut off", text(7, bytes(5)) + number(20, FLOATS), "FILE-ONNX-FORM"),
                           ("a tensor with a byte too few", message(5, tensor("t", data=text(9, bytes(7)))) + number(20, TENSOR), "FILE-PROTO-FORM"),
                           ("a tensor of a type that there is not", message(5, tensor("t", "99", (2,), text(9, bytes(8)))) + number(20, TENSOR), "FILE-PROTO-FORM"),
                           ("a tensor of rank 9", message(5, tensor("t", shape=(1,) * 9)) + number(20, TENSOR), "FILE-ALL-LIMITS"),
                           ("a tensor in another file, unasked", message(5, tensor("t", data=message(13, text(1, "location"), text(2, "w")) + number(14, 1))) + number(20, TENSOR),
                            "FILE-ONNX-EXTERNAL")):
    fails("FILE-ONNX-ATTRIBUTE", what, one(node("Mul", ["A", "B"], ["C"], attribute("value", content))), tag=tag)

# Graphs.
function = message(25, text(1, "f"), text(4, "x"), text(5, "y"), message(7, node("Mul", ["x", "x"], ["y"])), text(10, "local"))
passes("GEN-GRAPH-FUNCTION", "none", plain)
unjudged("GEN-GRAPH-FUNCTION", "one, that no node calls", one(after=function))
unjudged("GEN-GRAPH-FUNCTION", "an overload", one(node("Mul", ["A", "B"], ["C"]) + text(8, "fast")), piece="fast")
passes("GEN-GRAPH-TRAINING", "none", plain)
unjudged("GEN-GRAPH-TRAINING", "a training algorithm", one(after=message(20, message(2, graph("D = Mul(A, B)", outputs="D:float[2]")))))
unjudged("GEN-GRAPH-TRAINING", "an empty entry", one(after=message(20)))
passes("GEN-GRAPH-SUBGRAPH", "none", plain)
inner = graph("D = Mul(A, B)", outputs="D:float[2]")
for kind, field in (GRAPH, 6), (GRAPHS, 11):
    unjudged("GEN-GRAPH-SUBGRAPH", f"attribute of kind {kind}",
          one(node("Loop", ["A"], ["C"], attribute("body", message(field, inner) + number(20, kind)))))

# Branches; more of them are in branches.py.
good = branches.one(branches.choice())
passes("IF-ALL-VERSIONS", "under the profile onnx", good, on=ONNX)
fails("IF-ALL-VERSIONS", "under the SONNX profiles", good, on=SONNX, tag="GEN-ALL-VERSION", only=True, piece="does not define this operator")
passes("IF-ALL-CONDITION", "one element", branches.one(branches.choice(), initializers=[branches.truth(1, shape=(1,))]), on=ONNX)
fails("IF-ALL-CONDITION", "two", branches.one(branches.choice(), initializers=[branches.truth(1, shape=(2,))]), on=ONNX, only=True, piece="cond has shape [2]")
fails("IF-ALL-TYPES", "the condition is an integer", branches.one(branches.choice(), initializers=[tensor("c", "int64", ())]), on=ONNX, only=True)
passes("IF-ALL-OUTPUTS", "one each", good, on=ONNX)
two = graph("P = Mul(A, B)", outputs="P:float[2] A:float[2]")
for what, broken_model in branches.taken(two):
    fails("IF-ALL-OUTPUTS", f"two of a branch that is {what}", broken_model, on=ONNX, only=True, piece="has 2 outputs, and the node has 1")
passes("IF-ALL-NAMES", "both branches have one name", branches.one(branches.choice(graph("t = Mul(A, B)", outputs="t"), graph("t = Add(A, B)", outputs="t"))), on=ONNX)
for what, broken_model in branches.taken(graph("c = Mul(A, B)", outputs="c:float[2]")):
    fails("IF-ALL-NAMES", f"a name of the enclosing graph, {what}", broken_model, on=ONNX, only=True)
passes("IF-ALL-TAKEN", "a constant condition", good, on=ONNX)
unknown_condition = branches.one(branches.choice(), initializers=[], inputs="A:float[2] B:float[2] c:bool[]")
rows.append(Case("IF-ALL-TAKEN", "a condition that is an input", unknown_condition, [6], ["GEN-ALL-KNOWN"], options=["--profile", "onnx"], piece="graph input"))
passes("IF-ALL-UNTAKEN", "an unknown operator", branches.one(branches.choice(other=graph("P = Frobnicate(A)", outputs="P"))), on=ONNX)
fails("IF-ALL-UNTAKEN", "a name that nothing has", branches.one(branches.choice(other=graph("P = Mul(A, nowhere)", outputs="P"))), on=ONNX, tag="GEN-GRAPH-ORDER", only=True, piece="nowhere")
passes("IF-ALL-DEPTH", "32 levels", branches.one(branches.choice(then=branches.deep(31))), on=ONNX)
fails("IF-ALL-DEPTH", "33 levels", branches.one(branches.choice(then=branches.deep(32))), on=ONNX, tag="FILE-ALL-LIMITS", only=True)

passes("GEN-GRAPH-OMITTED", "every input has a name", plain)
fails("GEN-GRAPH-OMITTED", "the second has none", one("C = Mul(A, )"), piece="Mul: input B is omitted")
fails("GEN-GRAPH-OMITTED", "the first has none", one("C = Mul(, B)"), piece="Mul: input A is omitted")
passes("GEN-GRAPH-DEAD", "a chain that ends in the output", chain())
fails("GEN-GRAPH-DEAD", "a result that nothing uses", one("C = Mul(A, B)", "D = Add(A, B)", value_info="D:float[2]"), on=SONNX)
fails("GEN-GRAPH-DEAD", "a chain that nothing uses", one("C = Mul(A, B)", "D = Add(A, B)", "E = Add(D, B)", value_info="D:float[2] E:float[2]"), on=SONNX)
passes("GEN-GRAPH-DEFAULT", "a constant that is no input", constant)
fails("GEN-GRAPH-DEFAULT", "an input with a value of its own", one(initializers=[("B",)]), on=SONNX)
passes("GEN-GRAPH-ORDER", "each after those it takes from", chain())
passes("GEN-GRAPH-ORDER", "an output that is an input", one(outputs="C:float[2] A:float[2]"))
passes("GEN-GRAPH-ORDER", "an output that is a constant", holding(None, extra=message(12, text(1, "B") + message(2, message(1, number(1, 1), message(2, message(1, number(1, 2))))))))
fails("GEN-GRAPH-ORDER", "the second is needed first", one("C = Mul(T, B)", "T = Mul(A, B)", value_info="T:float[2]"))
fails("GEN-GRAPH-ORDER", "nothing computes it", one("C = Mul(X, B)", value_info="X:float[2]"))
fails("GEN-GRAPH-ORDER", "a circle of two", one("C = Mul(T, B)", "T = Mul(C, B)", value_info="T:float[2]"), piece="a cycle of 2 nodes: 0 -> 1 -> 0")
fails("GEN-GRAPH-ORDER", "a node takes its own result", one("C = Mul(C, B)"))
fails("GEN-GRAPH-ORDER", "an output that nothing computes", one(outputs="C:float[2] D:float[2]"))
passes("GEN-GRAPH-SINGLE", "each result has its name", chain())
fails("GEN-GRAPH-SINGLE", "two nodes, one result", one("C = Mul(A, B)", "C = Add(A, B)"))
fails("GEN-GRAPH-SINGLE", "a result has an input's name", one("A = Mul(A, B)", outputs="A:float[2]"))
fails("GEN-GRAPH-SINGLE", "a result has an initializer's name", one(inputs="A:float[2] B:float[2]", initializers=[("C",)]))
fails("GEN-GRAPH-SINGLE", "a constant twice", one(inputs="A:float[2]", initializers=[("B",), ("B",)]))
passes("GEN-GRAPH-NAME", "every value has a name", constant)
fails("GEN-GRAPH-NAME", "the graph has none", wrap(graph("C = Mul(A, B)", inputs="A:float[2] B:float[2]", outputs="C:float[2]", name=None)))
fails("GEN-GRAPH-NAME", "the graph has an empty one", wrap(graph("C = Mul(A, B)", inputs="A:float[2] B:float[2]", outputs="C:float[2]", name="")))
fails("GEN-GRAPH-NAME", "an input has none", one(inputs=["A:float[2]", "B:float[2]", ":float[2]"]))
fails("GEN-GRAPH-NAME", "an output has none", one(outputs=["C:float[2]", ":float[2]"]))
fails("GEN-GRAPH-NAME", "an initializer has none", one(initializers=[("",)]))
fails("GEN-GRAPH-NAME", "an initializer has no name field", one(initializers=[number(1, 2) + number(2, 1) + text(9, bytes(8))]))
fails("GEN-GRAPH-NAME", "a value_info has none", one(value_info=[":float[2]"]))
fails("GEN-GRAPH-NAME", "a result has none", one("C = Mul(A, B)", node("Mul", ["A", "B"], [""])), on=ONNX, only=True)
passes("GEN-GRAPH-DECLARED", "value_info says what the output says", one(value_info="C:float[2]"))
passes("GEN-GRAPH-DECLARED", "value_info says what the input says", one(value_info="A:float[2]"))
fails("GEN-GRAPH-DECLARED", "an input twice", one(inputs="A:float[2] B:float[2] A:float[2]"))
fails("GEN-GRAPH-DECLARED", "an output twice", one(outputs="C:float[2] C:float[2]"))
fails("GEN-GRAPH-DECLARED", "a value_info twice", chain(extra=message(13, text(1, "T") + message(2, message(1, number(1, 1), message(2, message(1, number(1, 2))))))))
fails("GEN-GRAPH-DECLARED", "value_info and output, two types", one(value_info="C:double[2]"))
fails("GEN-GRAPH-DECLARED", "value_info and output, two shapes", one(value_info="C:float[3]"))
fails("GEN-GRAPH-DECLARED", "value_info and input, two types", one(value_info="A:double[2]"))
fails("GEN-GRAPH-DECLARED", "value_info and input, two shapes", one(value_info="A:float[2,1]"))
fails("GEN-GRAPH-DECLARED", "input and output, two shapes", one(outputs="C:float[2] A:float[2,1]"))


def named(first, second):
    return one(node("Mul", ["A", "B"], ["T"], name=first), node("Mul", ["T", "B"], ["C"], name=second), value_info="T:float[2]")


passes("GEN-GRAPH-NODENAME", "two names", named("n", "m"))
passes("GEN-GRAPH-NODENAME", "no names", named("", ""))
fails("GEN-GRAPH-NODENAME", "one name for two", named("n", "n"), on=SONNX)
passes("GEN-ALL-IR", "8", plain)
fails("GEN-ALL-IR", "none", one(ir=None))
fails("GEN-ALL-IR", "-1", one(ir=-1))
passes("GEN-ALL-IR", "13, that of ONNX 1.22", one(ir=13))
for ir in 14, 100:
    unjudged("GEN-ALL-IR", str(ir), one(ir=ir), piece=f"ir_version {ir}")
for ir in 1, 2:
    fails("GEN-ALL-IR", f"opset_import in version {ir}", one(ir=ir))
passes("GEN-GRAPH-INITIALIZER", "a constant in version 4", holding(None, ir=4))
passes("GEN-GRAPH-INITIALIZER", "a constant that is an input in version 3", one(initializers=[("B",)], ir=3), on=ONNX)
fails("GEN-GRAPH-INITIALIZER", "a constant that is no input in version 3", holding(None, ir=3), piece='\\"B\\"')

# Files.
passes("FILE-ONNX-FORM", "a model", plain)
fails("FILE-ONNX-FORM", "its last byte is missing", plain[:-1])
fails("FILE-ONNX-FORM", "no graph", number(1, 8) + opset(14))
fails("FILE-ONNX-FORM", "two graphs", plain + message(7, graph()))
fails("FILE-ONNX-FORM", "a name that is not UTF-8", one(value_info=[text(1, b"\xff")]))
fails("FILE-ONNX-FORM", "a name is a number", one(number(1, 5)))
notes("FILE-ONNX-UNKNOWN", "a field of the model", one(after=number(99, 1)))
notes("FILE-ONNX-UNKNOWN", "a field of the graph", one(extra=text(99, "x")))
notes("FILE-ONNX-UNKNOWN", "a field of a node", one(node("Mul", ["A", "B"], ["C"]) + fixed32(99)))
notes("FILE-ONNX-UNKNOWN", "a field of a tensor", holding(text(9, bytes(8)) + number(99, 1)))
notes("FILE-ONNX-UNKNOWN", "a field of a value", one(value_info=[text(1, "C") + number(99, 1)]))
elsewhere = message(13, text(1, "location"), text(2, "weights")) + number(14, 1)
fails("FILE-ONNX-EXTERNAL", "data in another file, unasked", holding(elsewhere))
passes("FILE-PROTO-FORM", "raw_data", constant)
passes("FILE-PROTO-FORM", "int32_data", holding(packed(5, [1, -128]), "int8"))
fails("FILE-PROTO-FORM", "a byte too few", holding(text(9, bytes(7))))
fails("FILE-PROTO-FORM", "a byte too many", holding(text(9, bytes(9))))
fails("FILE-PROTO-FORM", "no data", holding(b""))
fails("FILE-PROTO-FORM", "two data fields", holding(text(9, bytes(8)) + text(4, bytes(8))))
fails("FILE-PROTO-FORM", "float_data holds no int32", holding(text(4, bytes(8)), "int32"))
fails("FILE-PROTO-FORM", "300 is no int8", holding(packed(5, [300, 0]), "int8"))
fails("FILE-PROTO-FORM", "-129 is no int8", holding(packed(5, [0, -129]), "int8"))
fails("FILE-PROTO-FORM", "a negative dimension", one(inputs="A:float[2]", initializers=[tensor("B", shape=(-2,), data=text(9, bytes(8)))]))
fails("FILE-PROTO-FORM", "a type that there is not", one(inputs="A:float[2]", initializers=[tensor("B", "99", (2,), text(9, bytes(8)))]))
fails("FILE-PROTO-FORM", "no type", one(inputs="A:float[2]", initializers=[number(1, 2) + text(8, "B") + text(9, bytes(8))]))
passes("FILE-ALL-LIMITS", "rank 8", binary(a="float[1,1,1,1,1,1,1,1]"))
fails("FILE-ALL-LIMITS", "rank 9", binary(a="float[1,1,1,1,1,1,1,1,1]"))
fails("FILE-ALL-LIMITS", "an initializer of rank 9", holding(None, shape=(1,) * 9))
passes("FILE-ALL-LIMITS", "2^31 bytes", binary(a="uint8[2147483648]"))
fails("FILE-ALL-LIMITS", "2^31 + 1 bytes", binary(a="uint8[2147483649]"))
passes("FILE-ALL-LIMITS", "2^29 doubles", binary(a="double[536870912]"))
fails("FILE-ALL-LIMITS", "2^29 + 1 doubles", binary(a="double[536870913]"))
fails("FILE-ALL-LIMITS", "a result of 2^40 elements", model("C = MatMul(A, B)", inputs="A:float[1048576,1] B:float[1,1048576]", outputs="C:float"), on=ONNX, only=True)
passes("FILE-ALL-LIMITS", "a name of 4096 bytes", one("C = Mul(A, B)", node("Mul", ["C", "B"], ["n" * 4096]), outputs=["C:float[2]", "n" * 4096 + ":float[2]"]))
fails("FILE-ALL-LIMITS", "a name of 4097 bytes", one("C = Mul(A, B)", node("Mul", ["C", "B"], ["n" * 4097]), outputs=["C:float[2]", "n" * 4097 + ":float[2]"]))

if __name__ == "__main__":
    main(rows)
