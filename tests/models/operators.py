# SPDX-License-Identifier: Apache-2.0
"""Every attribute and every known input of every operator at its extremes. What `etalon operators` lists is enough to make
these files, so an operator of tomorrow has its own. What must be refused by a certain rule is listed by hand below."""
import functools
import json
import os
import struct
import subprocess

from corpus import Case
from onnx_text import FLOAT, FLOATS, GRAPH, INT, INTS, STRING, STRINGS, TENSOR, TYPES, attribute, model, node, tensor
from wire import fixed32, message, number, packed, text

MILLION, LAST, FIRST = 10**6, 2**63 - 1, -2**63
ONNX = ["--profile", "onnx"]
JUDGED, REFUSED = [0, 1, 4, 6], [1, 4, 6]  # conformant or not, above a limit, not judged
LIMITS = "FILE-ALL-LIMITS"


def case(what, content, codes, *errors, **more):
    return Case("operators", what, content, codes, list(errors), whole=False, options=ONNX, **more)


def bits(x):
    return int.from_bytes(struct.pack("<f", x), "little")


def word(x):
    return struct.pack("<f", x)


def integers(*numbers, shape=None):
    return "int64", (len(numbers),) if shape is None else shape, text(9, b"".join(struct.pack("<q", x) for x in numbers))


# Values of each kind: the first one is an ordinary one, for an attribute of another kind.
HUGE = tensor("", "float", (LAST, LAST), b"")
MANY_RESULTS = b"".join(b"\x12\x05%05x" % i for i in range(MILLION))  # as numbers of five digits
KINDS = {
    "int": [(f"{x}", number(3, x) + number(20, INT)) for x in (1, LAST, FIRST, -1, 2**31, -2**31 - 1, 9)],
    "float": [(f"the float {x}", fixed32(2, bits(x)) + number(20, FLOAT)) for x in (1.0, float("nan"), float("inf"), float("-inf"), -0.0, 3.4e38, 1e-45)],
    "string": [(what, text(4, x) + number(20, STRING)) for what, x in
               (("a text", "FLOAT"), ("no text", ""), ("a NUL", b"FLO\0AT"), ("not UTF-8", b"\xff\xfe"), ("a megabyte", "A" * 2**20), ("an escape", "\x1b[31m"))],
    "ints": [(what, packed(8, x) + number(20, INTS)) for what, x in
             (("one integer", [1]), ("no integers", []), ("one integer twice", [0, 0]), ("the largest integers", [LAST, LAST]), ("the smallest integer", [FIRST]),
              ("a product of 2^64", [2**32, 2**32]), ("nine", range(9)), ("two of -1", [-1, -1]), ("a million", [1] * MILLION))],
    "floats": [(what, text(7, x) + number(20, FLOATS)) for what, x in
               (("floats", word(1)), ("no floats", b""), ("NaNs", word(float("nan")) * 4), ("a million floats", word(1) * MILLION))],
    "strings": [(what, x + number(20, STRINGS)) for what, x in (("texts", text(9, "a")), ("no texts", b""), ("a million texts", text(9, "") * MILLION))],
    "tensor": [(what, message(5, x) + number(20, TENSOR)) for what, x in
               (("a tensor", tensor("", "float", (2,))), ("an empty tensor", tensor("", "int64", (0,))), ("a tensor that overflows", HUGE),
                ("a tensor without data", tensor("", "float", (4,), b"")), ("a tensor of type 99", tensor("", "99", (1,), text(9, b"\0"))), ("no type", text(9, b"\0")),
                ("a tensor of texts", tensor("", "8", (1,), text(6, "a"))))],
    "graph": [("a graph", message(6, text(2, "g")) + number(20, GRAPH))],
    "other": [("a sparse tensor", message(22, message(1, tensor("", "float", (1,)))) + number(20, 11))],
}
KNOWN = [("the largest integer", integers(LAST)), ("the smallest integer", integers(FIRST)), ("-1 twice", integers(-1, -1)), ("0 twice", integers(0, 0)),
         ("nothing", integers()), ("a product of 2^64", integers(2**32, 2**32)), ("a sum of 2^64", integers(LAST, LAST, 2)), ("a scalar", integers(1, shape=())),
         ("a matrix", integers(1, 1, shape=(1, 2))), ("nine ones", integers(*[1] * 9)), ("-2", integers(-2)), ("an empty one of rank 8", integers(shape=(0,) * 8)),
         ("a million ones", integers(*[1] * MILLION)), ("floats", ("float", (2,), None)), ("int32", ("int32", (2,), None)), ("bool", ("bool", (2,), None))]


@functools.cache
def rows():
    """Operators and their rows of ONNX."""
    listed = subprocess.run([os.environ["ETALON_BIN"], "operators", "--format", "json"], capture_output=True, check=True)
    return [(operator["name"], row) for operator in json.loads(listed.stdout)["operators"] for row in operator["rows"] if row["source"] == "onnx"]


def storable(row, formal):
    """A type that the formal takes: float, where it can be."""
    kinds = [kind for kind in row["types"][formal["variable"]] if kind in TYPES]
    return "float" if "float" in kinds else kinds[0]


def call(name, row, *attributes, known=None, more=b""):
    """One node of the operator on inputs of shape [2,3]; an input that must be known is [1], or what `known` says."""
    inputs, constants, operands = [], [], []
    for k, formal in enumerate(row["inputs"]):
        operands.append(f"x{k}")
        if not formal["known"]:
            inputs.append(f"x{k}:{storable(row, formal)}[2,3]")
        elif known is None or known[0] != k:
            constants.append(tensor(f"x{k}", *integers(1)))
        elif known[1] is None:
            inputs.append(f"x{k}:{storable(row, formal)}[2]")
        else:
            constants.append(tensor(f"x{k}", *known[1]))
    given = [attribute(one["name"], KINDS[one["kind"]][0][1]) for one in row["attributes"]
             if one["required"] and not any(part.startswith(text(1, one["name"])) for part in attributes)]
    return model(node(name, operands, ["y"], *given, *attributes) + more, version=row["versions"][-1], inputs=inputs, outputs="y", initializers=constants)


def attributes_of_all():
    seen = set()
    for name, row in rows():
        for one in row["attributes"]:
            if (name, one["name"], one["kind"]) in seen:
                continue
            seen.add((name, one["name"], one["kind"]))
            where = f"{name}-{row['versions'][-1]}, {one['name']}"
            for kind, contents in KINDS.items():
                for what, content in contents if kind == one["kind"] else contents[:1]:
                    codes = [*JUDGED, 3] if kind == one["kind"] else REFUSED
                    yield case(f"{where} is {what}", call(name, row, attribute(one["name"], content)), codes, parts=MILLION if "million" in what else 0)
            twice = attribute(one["name"], KINDS[one["kind"]][0][1])
            yield case(f"{where} is given twice", call(name, row, twice, twice), REFUSED)


def known_inputs_of_all():
    newest = {(name, formal["name"]): row for name, row in rows() for formal in row["inputs"]}
    for name, row in rows():
        for k, formal in enumerate(row["inputs"]):
            if not formal["known"] or newest[name, formal["name"]] is not row:
                continue
            where = f"{name}-{row['versions'][-1]}, {formal['name']}"
            for what, value in KNOWN:
                yield case(f"{where} is {what}", call(name, row, known=(k, value)), JUDGED)
            yield case(f"{where} is not known", call(name, row, known=(k, None)), REFUSED)


def counts_of_all():
    seen = set()
    for name, row in rows():
        if name in seen:
            continue
        seen.add(name)
        yield case(f"{name} of a million inputs", call(name, row, more=text(1, "x0") * MILLION), JUDGED, parts=MILLION)
        yield case(f"{name} with a million results", call(name, row, more=MANY_RESULTS), REFUSED, parts=MILLION)
        yield case(f"{name} without inputs or results", model(node(name, [], []), version=row["versions"][-1], inputs="A:float[2]", outputs="A"), REFUSED)


def by_hand():
    def one(*nodes, inputs="A:float[2,3]", **more):
        return model(*nodes, **{**dict(version=18, inputs=inputs, outputs="C"), **more})

    def with_known(operator, kind, shape, data, inputs="A:float[2,3]", results="C", given=""):
        return one(f"{results} = {operator}(A, K) {given}", inputs=inputs, initializers=[tensor("K", kind, shape, data)], outputs=results.replace(",", ""))

    for numbers, rule in (([-1, -1], "RESHAPE-ALL-SHAPE"), ([-1, 4], "RESHAPE-ALL-SHAPE"), ([7], "RESHAPE-ALL-SHAPE"), ([-2, -3], "RESHAPE-ALL-SHAPE"), ([2**32, 2**32], "RESHAPE-ALL-SHAPE"),
                          ([2**63 - 1, 2], "RESHAPE-ALL-SHAPE"), ([1, 1, 0], "RESHAPE-ALL-SHAPE"), ([6] + [1] * 8, LIMITS)):
        yield case(f"Reshape of 6 elements to {numbers}", with_known("Reshape", *integers(*numbers)), REFUSED, rule, "RESHAPE-ALL-SHAPE")
    yield case("Reshape of no elements to [-1,0]", with_known("Reshape", *integers(-1, 0), inputs="A:float[0,3]", given="allowzero=1"), [1], "RESHAPE-ALL-SHAPE")
    for sizes in [1, 1, 2], [3, 3], [-1, 4], [LAST, 4], [2**62, 2**62, 2**62, 2**62], [2]:
        results = ", ".join(["C", *(f"D{i}" for i in range(len(sizes) - 1))])
        yield case(f"Split of 3 into {sizes}", with_known("Split", *integers(*sizes), results=results, given="axis=1"), [1], "SPLIT-ALL-LENGTHS")
    for parts in 0, -1, 7, LAST, FIRST:
        yield case(f"Split into num_outputs={parts}", one(f"C = Split(A) axis=1 num_outputs={parts}"), [1, 4])
    yield case("Split into a million", one(node("Split", ["A"], ["C"], attribute("num_outputs", MILLION + 1)) + MANY_RESULTS,
                                           inputs="A:float[1000001]"), [0], parts=MILLION)
    for axis in 2, -3, LAST, FIRST:
        for operator in "Concat(A, A)", "Split(A)", "Gather(A, K)":
            yield case(f"{operator} along axis {axis}", one(f"C = {operator} axis={axis}", initializers=[tensor("K", *integers(0))] if "K" in operator else []), [1], piece="axis")
    for places in [2], [-3], [LAST], [FIRST], [0, 1, 2]:
        yield case(f"Gather of rows {places} of 2", with_known("Gather", *integers(*places)), [0, 1])
    yield case("Gather with indices of 2^31 elements", one("C = Gather(A, K)", inputs="A:float[2,3] K:int64[2147483648]"), [4], LIMITS)
    yield case("Gather whose result has 2^80 elements", one("C = Gather(A, K)", inputs="A:int8[1,1099511627776] K:int64[1099511627776]"), [4], LIMITS)
    for axes in [0, 0], [-1, 3], [5], [-4], [LAST], [FIRST], list(range(9)):
        yield case(f"Unsqueeze of rank 2 by {axes}", with_known("Unsqueeze", *integers(*axes)), REFUSED, "UNSQUEEZE-ALL-AXES", LIMITS)
        yield case(f"ReduceSum of rank 2 over {axes}", with_known("ReduceSum", *integers(*axes)), [1], "REDUCESUM-ALL-AXES")
    for to in 0, -1, 8, 14, 15, 17, 23, 27, 99, LAST, FIRST:
        yield case(f"Cast to type {to}", one(f"C = Cast(A) to={to}"), REFUSED)
    yield case("Cast without a type", one("C = Cast(A)"), [1], "GEN-ALL-ATTRIBUTES")
    for what, given in (("nothing", []), ("value_int and value_float", ["int", "float"]), ("all that there are", ["int", "float", "ints", "floats", "string", "strings"])):
        parts = [attribute("value_" + kind, KINDS[kind][0][1]) for kind in given]
        yield case(f"Constant with {what}", one(node("Constant", [], ["C"], *parts)), REFUSED)
    yield case("Constant with a sparse tensor", one(node("Constant", [], ["C"], attribute("sparse_value", message(22, message(1, tensor("", "float", (1,)))) + number(20, 11)))), REFUSED)
    yield case("Concat of a million inputs", one(node("Concat", [], ["C"], attribute("axis", 0)) + text(1, "A") * MILLION), JUDGED, parts=MILLION)
    yield case("Concat whose sum overflows", one("C = Concat(A, A, A, A) axis=0", inputs=f"A:int8[{2**31}]"), [4], LIMITS)
    yield case("Max of a million inputs", one(node("Max", [], ["C"]) + text(1, "A") * MILLION), JUDGED, parts=MILLION)
    yield case("a result of 2^80 elements that Where broadcasts", one("C = Where(B, X, Y)", inputs="B:bool[2147483648,1,1] X:int8[2147483648,1] Y:int8[2147483648]"), [4], LIMITS)
    for start, end in (LAST, FIRST), (FIRST, LAST), (1, 0), (-1, -2):
        yield case(f"Shape from {start} to {end}", one(f"C = Shape(A) start={start} end={end}", outputs="C"), [0])
    chain = "S = Shape(A)", "G = Gather(S, K)", "U = Unsqueeze(G, Z)", "T = Concat(U, K1) axis=0", "C = Reshape(A, T)"
    for place, rest in (0, -1), (0, 2), (1, LAST), (0, FIRST), (2, 1), (-3, 1):
        constants = [tensor("K", *integers(place, shape=())), tensor("Z", *integers(0)), tensor("K1", *integers(rest))]
        good = (place, rest) == (0, -1)
        yield case(f"the chain that computes a shape, with index {place} and size {rest}", one(*chain, initializers=constants), [0] if good else REFUSED)
    grown = ["T0 = Concat(A, A) axis=0", *(f"T{i + 1} = Concat(T{i}, T{i}) axis=0" for i in range(70)), "C = Concat(T70, T70) axis=0"]
    yield case("a list that doubles seventy times", one(*grown, inputs="A:int64[1]"), [4], LIMITS)
    yield case("a constant list that doubles seventy times", one(*grown, inputs="", initializers=[tensor("A", *integers(1))]), [4], LIMITS)
    many = [f"T{i} = Concat(A, A) axis=0" for i in range(20_000)]
    yield case("20,000 nodes whose results are known", one(*many, "C = Max(" + ", ".join(f"T{i}" for i in range(20_000)) + ")", inputs="", initializers=[tensor("A", *integers(1))]), JUDGED,
               parts=40_000)


def moves_by_hand():
    """Results that no machine holds, and numbers that overflow on the way to a shape."""
    def one(*nodes, known=(), inputs="A:float[2,3]", **more):
        constants = [tensor(f"K{i}", *value) for i, value in enumerate(known)]
        return model(*nodes, **{**dict(version=21, inputs=inputs, outputs="C", initializers=constants), **more})

    def double(x):
        return "double", (), text(9, struct.pack("<d", x))

    def scalar(x):
        return integers(x, shape=())

    for repeats in [LAST, LAST], [2**62, 1], [2**32, 2**32], [1, 2**40], [2**61, 8]:
        yield case(f"Tile by {repeats}", one("C = Tile(A, K0)", known=[integers(*repeats)]), [4], LIMITS)
    yield case(f"Tile of nothing by {LAST}", one("C = Tile(A, K0)", known=[integers(LAST, LAST)], inputs="A:float[0,3]"), [0, 4])
    for repeats in [FIRST, 1], [-1, 2], [1], [1] * 9:
        yield case(f"Tile by {repeats}", one("C = Tile(A, K0)", known=[integers(*repeats)]), [1], "TILE-ALL-REPEATS")
    for mode in "constant", "reflect", "edge", "wrap":
        given = node("Pad", ["A", "K0"], ["C"], attribute("mode", text(4, mode) + number(20, STRING)))
        for pads in [2**62] * 4, [LAST] * 4, [0, 0, 0, 2**40], [LAST, 0, LAST, 0], [2**63 - 4, 0, 0, 0]:
            yield case(f"Pad by {pads}, {mode}", one(given, known=[integers(*pads)]), [4], LIMITS)
        for pads in [FIRST] * 4, [FIRST, 0, 0, 0], [0, -2, 0, -2], [-1, 0, -2, 0], [1]:
            yield case(f"Pad by {pads}, {mode}", one(given, known=[integers(*pads)]), [1], "PAD-ALL-PADS")
    for axes in [0, 0], [-1, 1], [2], [LAST], [FIRST]:
        yield case(f"Pad of axes {axes}", one(node("Pad", ["A", "K0", "", "K1"], ["C"]), known=[integers(*[0] * 2 * len(axes)), integers(*axes)]), [1], "PAD-ALL-PADS")
    for starts, ends, axes, steps in ([0, 0], [9, 9], [0, -2], [1, 1]), ([0], [9], [2], [1]), ([0], [9], [FIRST], [1]), ([0], [9], [0], [0]), ([0, 0], [9], [0], [1]), ([0] * 9, [9] * 9, list(range(9)), [1] * 9):
        lists = [integers(*numbers) for numbers in (starts, ends, axes, steps)]
        yield case(f"Slice from {starts} to {ends} of axes {axes} by {steps}", one("C = Slice(A, K0, K1, K2, K3)", known=lists), [1], "SLICE-ALL-PARTS")
    for start, end, step in (FIRST, LAST, LAST), (LAST, FIRST, FIRST), (FIRST, FIRST, -1), (LAST, LAST, 1):
        lists = [integers(number) for number in (start, end, 0, step)]
        yield case(f"Slice from {start} to {end} by {step}", one("C = Slice(A, K0, K1, K2, K3)", known=lists), [0])
    for dims in [2**40, 1, 1], [2**32, 2**32, 1, 1], [LAST, 1, 1], [2**21, 2**21, 2**21, 2, 3]:
        yield case(f"Expand to {dims}", one("C = Expand(A, K0)", known=[integers(*dims)]), [4], LIMITS)
    for dims in [-1, 3], [FIRST], [4, 3], [0, 3]:
        yield case(f"Expand to {dims}", one("C = Expand(A, K0)", known=[integers(*dims)]), [1], "EXPAND-ALL-SHAPE")
    for dims in [2**62], [2**32, 2**32], [LAST], [2**21] * 3, [1] * 9:
        yield case(f"ConstantOfShape {dims}", one("C = ConstantOfShape(K0)", known=[integers(*dims)]), [4], LIMITS)
    for dims in [FIRST], [-1, 0]:
        yield case(f"ConstantOfShape {dims}", one("C = ConstantOfShape(K0)", known=[integers(*dims)]), [1], "CONSTANTOFSHAPE-ALL-RESULT")
    for start, limit, delta in (FIRST, LAST, 1), (LAST, FIRST, -1), (0, 2**62, 1), (0, 2**40, 2):
        yield case(f"Range of integers from {start} to {limit} by {delta}", one("C = Range(K0, K1, K2)", known=[scalar(start), scalar(limit), scalar(delta)]), [4], LIMITS)
    for numbers in (0, 1, 0), (FIRST, LAST, 0):
        yield case(f"Range of integers by 0, {numbers}", one("C = Range(K0, K1, K2)", known=[scalar(number) for number in numbers]), [1], "RANGE-ALL-COUNT")
    yield case("Range from one end to the other in two steps", one("C = Range(K0, K1, K2)", known=[scalar(LAST), scalar(FIRST), scalar(FIRST)]), [0])
    nan, inf = float("nan"), float("inf")
    for numbers in (0.0, 1.0, 5e-324), (-1.7e308, 1.7e308, 1.0), (0.0, 1e300, 1e-300), (0.0, 2.0**53, 0.25), (0.0, 1e12, 1.0):
        yield case(f"Range of doubles {numbers}", one("C = Range(K0, K1, K2)", known=[double(number) for number in numbers]), [4], LIMITS)
    for numbers in (nan, 1.0, 1.0), (0.0, nan, 1.0), (0.0, 1.0, nan), (-inf, 1.0, 1.0), (0.0, inf, 1.0), (0.0, 1.0, inf), (0.0, 1.0, -0.0):
        yield case(f"Range of doubles {numbers}", one("C = Range(K0, K1, K2)", known=[double(number) for number in numbers]), [1], "RANGE-ALL-COUNT")
    for block in 2, 2**31, 2**32, 2**63 - 1, 0, -1, FIRST:
        for operator in "DepthToSpace", "SpaceToDepth":
            yield case(f"{operator} by {block}", one(f"C = {operator}(A) blocksize={block}", inputs="A:float[1,3,5,7]"), [1], f"{operator.upper()}-ALL-SHAPE")
    yield case("DepthToSpace of 2^62 channels and no rows", one(f"C = DepthToSpace(A) blocksize={2**31}", inputs=f"A:int8[1,{2**62},0,{2**40}]"), [0, 1, 4])
    yield case("SpaceToDepth of blocks that overflow", one(f"C = SpaceToDepth(A) blocksize={2**32}", inputs=f"A:int8[1,{2**20},0,0]"), [0, 1, 4])
    for perm in [0, 0], [0, 1, 2], [1, 2], [-1, 0], [LAST, 0], [FIRST, 0]:
        yield case(f"Transpose by {perm}", one(node("Transpose", ["A"], ["C"], attribute("perm", perm))), [1], "TRANSPOSE-ALL-PERM")
    grown = ["T0 = Tile(A, K0)", *(f"T{i + 1} = Tile(T{i}, K0)" for i in range(70)), "C = Tile(T70, K0)"]
    yield case("a matrix that Tile makes four times as large seventy times", one(*grown, known=[integers(2, 2)]), [4], LIMITS)
    listed = ["R = Range(K0, K1, K2)", "S = Size(R)", "U = Unsqueeze(S, K3)", "C = ConstantOfShape(U)"]
    for limit, codes in (100, [0]), (2**20, [0, 6]), (2**40, [4, 6]), (-5, [0]):
        yield case(f"a shape that is the size of a range up to {limit}", one(*listed, known=[scalar(0), scalar(limit), scalar(1), integers(0)]), codes)


def cases():
    for part in attributes_of_all, known_inputs_of_all, counts_of_all, by_hand, moves_by_hand:
        yield from part()
