#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files that someone made to do harm, or that broke on their way. `hostile.py FOLDER` writes them. Files whose parts come by
the million are in bombs.py, branches of If in branches.py, data beside a model in outside.py, operators at their extremes in operators.py, and those with windows in
windows.py."""
import bombs
import branches
import operators
import outside
import windows
from corpus import Case, main
from onnx_text import GRAPH, TYPES, attribute, binary, graph, model, node, opset, raw_size, tensor, wrap
from wire import CLOSE, OPEN, fixed64, key, message, nested, number, packed, text, varint

FORM, PROTO, LIMITS = "FILE-ONNX-FORM", "FILE-PROTO-FORM", "FILE-ALL-LIMITS"
MALFORMED, TOO_LARGE, BROKEN, UNJUDGED = [3], [4], [1], [6]
VALUES = dict(inputs="A:float[2] B:float[2]", outputs="C:float[2]")


def case(group, what, content, codes, *errors, **more):
    return Case(group, what, content, codes, list(errors), whole=False, **more)


def one(*nodes, **more):
    return model(*(nodes or ["C = Mul(A, B)"]), **{**VALUES, **more})


def holding(stored, kind="float", shape=(2,)):
    dims = ",".join(map(str, shape))
    return model("C = Mul(A, B)", inputs=[f"A:{kind}[{dims}]"], outputs=[f"C:{kind}[{dims}]"], initializers=[stored])


def word_field(kind, count):
    """The typed field with `count` elements; two of 4 bits share a word."""
    _, bits, field = TYPES[kind]
    return text(field, bytes(count * bits // 8)) if field in (4, 10) else packed(field, [0] * ((count + 1) // 2 if bits == 4 else count))


def data_lengths():
    for kind in TYPES:
        step = 2 if TYPES[kind][1] == 4 else 1  # elements per word
        size, shape = raw_size(kind, (4,)), (4,)
        yield case("data length", f"{kind}, raw_data as it should be", holding(tensor("B", kind, shape), kind, shape), [0, 1])
        yield case("data length", f"{kind}, typed field as it should be", holding(tensor("B", kind, shape, word_field(kind, 4)), kind, shape), [0, 1])
        for what, data in (("a byte less", text(9, bytes(size - 1))), ("a byte more", text(9, bytes(size + 1))), ("no bytes", text(9, b"")),
                           ("an element less", word_field(kind, 4 - step)), ("an element more", word_field(kind, 4 + step)),
                           ("no data field", b""), ("two data fields", text(9, bytes(size)) + word_field(kind, 4)),
                           ("raw_data twice", text(9, bytes(size)) * 2), ("another type's field", word_field("int64" if kind != "int64" else "int32", 4))):
            yield case("data length", f"{kind}, {what}", holding(tensor("B", kind, shape, data), kind, shape), MALFORMED, PROTO)


def nibbles():
    for kind in "int4", "uint4":
        for count in 1, 3, 5:
            full, shape = bytes(count // 2), (count,)
            for what, last in ("zero", 0x07), ("not zero", 0x17), ("all ones", 0xF7):
                for field, data in (("raw_data", text(9, full + bytes([last]))), ("int32_data", packed(5, [*full, last]))):
                    good = last < 16
                    yield case("4-bit packing", f"{count} of {kind} in {field}, padding {what}", holding(tensor("B", kind, shape, data), kind, shape),
                               [0] if good else MALFORMED, *([] if good else [PROTO]))
        for word in 256, -1, -8, 2**40:
            yield case("4-bit packing", f"{kind}, a word of {word}", holding(tensor("B", kind, (2,), packed(5, [word])), kind), MALFORMED, PROTO)
    for kind, word in (("int8", 128), ("int8", -129), ("uint8", 256), ("uint8", -1), ("int16", 2**15), ("uint16", 2**16), ("float16", 2**16), ("bfloat16", -1),
                       ("int32", 2**31), ("int32", -2**31 - 1), ("uint32", 2**32), ("int8", 2**63), ("bool", 2), ("bool", -1), ("bool", 256)):
        yield case("words out of range", f"{word} as {kind}", holding(tensor("B", kind, (1,), packed(TYPES[kind][2], [word])), kind, (1,)), MALFORMED, PROTO)


def truth_values():
    for size, at in (1, 0), (4, 0), (4, 3), (1000, 999):
        for byte in 2, 7, 0x80, 0xFF:
            data = bytes(at) + bytes([byte]) + bytes(size - at - 1)
            yield case("truth values", f"byte {byte} at {at} of {size}", one(initializers=[tensor("W", "bool", (size,), text(9, data))]), MALFORMED, PROTO,
                       piece=f"byte {at} of the data is {byte}")


def dimensions():
    for dims in ([2**16] * 4, [2**31], [2**31 + 1], [2**32], [2**32] * 2, [-1], [0, 2**63 - 1], [0, 2**63], [2**63 - 1], [2**63], [2**64 - 1], [2**62, 4],
                 [3, 6148914691236517206], [2**33, 2**31], [-1, -1], [-2, -4], [0, 2**20 + 1], [2**20 + 1, 0], [0, 2**32, 2**32], [1] * 9, [0] * 9, [2**29 + 1, 1, 1]):
        words = ",".join(map(str, dims))
        for data in b"", text(9, bytes(8)), text(9, b""):
            yield case("dimension overflow", f"initializer of shape [{words}], {len(data)} bytes of data", one(initializers=[tensor("W", "double", dims, data)]), [3, 4], PROTO, LIMITS)
        yield case("dimension overflow", f"input of shape [{words}]", one(inputs=[f"A:double[{words}]", f"B:double[{words}]"], outputs=["C:double"]), [1, 4], "GEN-ALL-SHAPES", LIMITS)
    for rank, codes in (8, [0]), (9, TOO_LARGE):
        yield case("dimension overflow", f"rank {rank}", binary(a=f"float[{','.join('1' * rank)}]"), codes, *([LIMITS] if rank > 8 else []))
        yield case("dimension overflow", f"initializer of rank {rank}", holding(tensor("B", "float", (2,) * rank), shape=(2,) * rank) if rank < 9 else
                   one(initializers=[tensor("W", "float", (1,) * rank)]), codes, *([LIMITS] if rank > 8 else []))


def huge_tensors():
    for kind, dims in (("uint8", [2**31]), ("double", [2**29]), ("int4", [2**31]), ("float", [2**15, 2**15])):
        yield case("small file, huge tensor", f"{kind}{dims}, 8 bytes of data", one(initializers=[tensor("W", kind, dims, text(9, bytes(8)))]), MALFORMED, PROTO)
        yield case("small file, huge tensor", f"{kind}{dims}, words", one(initializers=[tensor("W", kind, dims, word_field(kind, 2))]), MALFORMED, PROTO)
    for kind, most in ("uint8", 2**31), ("double", 2**29), ("float", 2**30), ("int4", 2**31):
        for count in most, most + 1:
            yield case("small file, huge tensor", f"input of {count} {kind}", binary(a=f"{kind}[{count}]"), [0] if count == most else TOO_LARGE,
                       *([] if count == most else [LIMITS]))
    onnx = ["--profile", "onnx"]
    for operator, a, b in (("Mul", "[1048576,1]", "[1,1048576]"), ("MatMul", "[1048576,1]", "[1,1048576]"), ("Add", "[2147483648,1]", "[1,2147483648]"),
                           ("MatMul", "[65536,1,1,1]", "[65536,1,1]"), ("Div", "[46341,1]", "[1,46341]")):
        yield case("small file, huge tensor", f"the result of {operator} on {a} and {b}",
                   binary(operator, f"uint8{a}" if operator != "MatMul" else f"int32{a}", f"uint8{b}" if operator != "MatMul" else f"int32{b}", ""), TOO_LARGE, LIMITS, options=onnx)
    yield case("small file, huge tensor", "2^80 elements after three products",
               model("T = Mul(A, B)", "C = Mul(T, D)", inputs="A:uint8[2147483648,1,1,1] B:uint8[2147483648,1,1] D:uint8[2147483648,1]", outputs="C"), TOO_LARGE, LIMITS, options=onnx)


def deep_graph(depth):
    """An If in an If in an If … as bytes of one node: each level is a node, its attribute, the attribute's graph."""
    core = node("Mul", ["A", "B"], ["C"])
    level = [(text(4, "If") + text(2, "C"), 5), (text(1, "then_branch") + number(20, GRAPH), 6), (text(2, "g"), 1)]
    return nested(level * depth, core)


def recursion():
    for depth in 1, 15, 16, 17, 10**6:
        yield case("recursion", f"subgraphs, {depth} deep", one(deep_graph(depth)), [1, 4], "GEN-ALL-VERSION", LIMITS)
        sequence = nested([(b"", 2)] + [(b"", 4), (b"", 1)] * depth, number(1, 1))
        yield case("recursion", f"a type of sequences, {depth} deep", one(value_info=[text(1, "C") + sequence]), [0, 1, 3, 4])
    calls = [message(25, text(1, name), message(7, node(other, ["x"], ["y"], domain="local")), text(10, "local")) for name, other in (("f", "g"), ("g", "f"), ("h", "h"))]
    yield case("recursion", "functions that call each other", one("C = local.f(A)", before=opset(1, "local"), after=b"".join(calls)), UNJUDGED, "GEN-GRAPH-FUNCTION")
    for count in 1, 2, 1000:
        circle = [f"T{i} = Mul(T{(i + 1) % count}, B)" for i in range(count)]
        yield case("recursion", f"a circle of {count} nodes", one(*circle, "C = Mul(T0, B)"), BROKEN, "GEN-GRAPH-ORDER")
    yield case("recursion", "a chain of 100,000 nodes, listed backwards",
               one(*(f"T{i} = Mul(T{i - 1}, B)" for i in range(99999, 0, -1)), "T0 = Mul(A, B)", "C = Mul(T99999, B)"), BROKEN, "GEN-GRAPH-ORDER",
               parts=200_000)  # a node and a value each


BYTES, NUMBER, FIXED, WORDS, PATTERNS = "bytes", "number", "fixed", "words", "patterns"
ODD = {BYTES: number, NUMBER: fixed64, FIXED: number, WORDS: fixed64, PATTERNS: number}  # how a field can be wrong
#          message      its place in a model                                                  its fields
FIELDS = {"model":     (lambda f: wrap(graph("C = Mul(A, B)", **VALUES)) + f,                 {NUMBER: (1, 5), BYTES: (2, 3, 4, 6, 7, 8, 14, 20, 25, 26)}),
          "import":    (lambda f: one(before=message(8, text(1, "x") + f)),                   {NUMBER: (2,), BYTES: (1,)}),
          "graph":     (lambda f: one(extra=f),                                               {BYTES: (1, 2, 5, 10, 11, 12, 13, 14, 15, 16)}),
          "node":      (lambda f: one(node("Mul", ["A", "B"], ["C"]) + f),                    {BYTES: range(1, 11)}),
          "attribute": (lambda f: one(node("Mul", ["A", "B"], ["C"], attribute("axis", f))),
                        {NUMBER: (3, 20), FIXED: (2,), WORDS: (8,), PATTERNS: (7,), BYTES: (1, 4, 5, 6, 9, 10, 11, 13, 14, 15, 21, 22, 23)}),
          "value":     (lambda f: one(value_info=[text(1, "C") + f]),                         {BYTES: (1, 2, 3, 4)}),
          "type":      (lambda f: one(value_info=[text(1, "C") + message(2, f)]),             {BYTES: (1, 4, 5, 6, 8, 9)}),
          "tensor type": (lambda f: one(value_info=[text(1, "C") + message(2, message(1, f))]), {NUMBER: (1,), BYTES: (2,)}),
          "shape":     (lambda f: one(value_info=[text(1, "C") + message(2, message(1, message(2, f)))]), {BYTES: (1,)}),
          "dimension": (lambda f: one(value_info=[text(1, "C") + message(2, message(1, message(2, message(1, f))))]), {NUMBER: (1,), BYTES: (2, 3)}),
          "tensor":    (lambda f: one(initializers=[tensor("W") + f]),                        {NUMBER: (2, 14), WORDS: (1, 5, 7, 11), PATTERNS: (4, 10), BYTES: (3, 6, 8, 9, 12, 13, 16)}),
          "sparse":    (lambda f: one(extra=message(15, f)),                                  {BYTES: (1, 2), WORDS: (3,)}),
          "function":  (lambda f: one(after=message(25, text(1, "f") + f)),                   {BYTES: (1, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14)})}


def wires():
    for place, (put, kinds) in FIELDS.items():
        for kind, fields in kinds.items():
            for field in fields:
                odd = ODD[kind](field, 0x5A5A5A5A5A)  # found nowhere else
                content = put(odd)
                where = "byte" if place == "tensor" else f"byte {content.index(odd)}"  # those of a tensor count from its start
                yield case("wrong wire type", f"field {field} of {place}", content, MALFORMED, FORM, PROTO, piece=where)
    for place, (put, _) in FIELDS.items():
        for what, field in (("a group", key(99, OPEN) + key(99, CLOSE)), ("an end without a group", key(99, CLOSE)), ("wire type 6", key(99, 6)), ("wire type 7", key(99, 7)),
                            ("field number 0", number(0, 0)), ("a key of 33 bits", varint(1 << 35)), ("a length beyond the end", key(99, 2) + varint(2**31)),
                            ("a length of 2^64 - 1", key(99, 2) + varint(-1)), ("eleven bytes of varint", key(99, 0) + b"\x80" * 10 + b"\x01"),
                            ("a varint of 65 bits", key(99, 0) + b"\x80" * 9 + b"\x02"), ("a varint without end", key(99, 0) + b"\xff")):
            yield case("protobuf", f"{what} in {place}", put(field), MALFORMED, FORM, PROTO, piece="byte")
    padded = message(7, graph("C = Mul(A, B)", **VALUES)) + b"\x08" + b"\x88" + b"\x80" * 8 + b"\x00" + opset(14)
    yield case("protobuf", "a number with nine bytes of zeros behind it is that number", padded, [0])


def names():
    places = {"input": lambda n: one(inputs=["A:float[2]", "B:float[2]", text(1, n)]), "output": lambda n: one(outputs=["C:float[2]", text(1, n)]),
              "initializer": lambda n: one(initializers=[tensor(n)]), "value_info": lambda n: one(value_info=[text(1, n)]),
              "operand": lambda n: one(node("Mul", ["A", n], ["C"])), "result": lambda n: one(node("Mul", ["A", "B"], [n])),
              "node": lambda n: one(node("Mul", ["A", "B"], ["C"], name=n)), "operator": lambda n: one(node(n, ["A", "B"], ["C"])),
              "domain": lambda n: one(node("Mul", ["A", "B"], ["C"], domain=n)), "import": lambda n: one(before=message(8, text(1, n) + number(2, 1))),
              "attribute": lambda n: one(node("Mul", ["A", "B"], ["C"], attribute(n, 1))), "function": lambda n: one(after=message(25, text(1, n)))}
    for what, bad in (("a continuation alone", b"\x80"), ("overlong NUL", b"\xc0\x80"), ("overlong /", b"\xe0\x80\xaf"), ("overlong in four", b"\xf0\x80\x80\xaf"),
                      ("a surrogate", b"\xed\xa0\x80"), ("above U+10FFFF", b"\xf4\x90\x80\x80"), ("F5", b"\xf5\x80\x80\x80"), ("FE", b"\xfe"), ("cut off in two", b"\xc3"),
                      ("cut off in three", b"\xe2\x82"), ("cut off in four", b"\xf0\x9f\x98"), ("NUL", b"A\0B")):
        yield case("names", f"an input's name holds {what}", places["input"](b"x" + bad), MALFORMED, FORM, piece="byte")
    for place, put in places.items():
        yield case("names", f"the name of the {place} is not UTF-8", put(b"\xff\xfe"), MALFORMED, FORM, piece="byte")
        yield case("names", f"{place} of 4096 bytes", put(b"n" * 4096), [0, 1, 6])
        yield case("names", f"{place} of 4097 bytes", put(b"n" * 4097), TOO_LARGE, LIMITS)
    for payload in ("*/", "\\\n", "??/", "\x1b[31m\x1b]0;x\x07", "</script><script>alert(1)</script>", '"},{"', "<!--", "\x7f\u0085\u009b", "\u202eevil", "%n%s{}{0}", "\r\n::error::"):
        for place in "input", "output", "operand", "node", "operator", "domain", "attribute", "function":
            content = places[place](payload.encode()) if place != "node" else one(node("Foo", ["A", "B"], ["C"], name=payload))
            yield case("text injection", f"{payload!r} as {place}", content, [1, 6], formats=True)
    yield from pairs()


def pairs():
    """One name in two of the five places where a name is given."""
    base = dict(inputs=["A:float[2]", "B:float[2]"], outputs=["C:float[2]"], value_info=[], initializers=[])
    parts = {"input": ("inputs", "N:float[2]"), "output": ("outputs", "N:float[2]"), "value_info": ("value_info", "N:float[2]"), "initializer": ("initializers", ("N",)), "result": (None, None)}
    single, declared = ["GEN-GRAPH-SINGLE"], ["GEN-GRAPH-DECLARED"]
    wrong = {("input", "input"): declared, ("output", "output"): declared, ("value_info", "value_info"): declared, ("initializer", "initializer"): single,
             ("result", "result"): single, ("input", "initializer"): ["GEN-GRAPH-DEFAULT"], ("input", "result"): single, ("initializer", "result"): single}
    order = list(parts)
    for i, first in enumerate(order):
        for second in order[i:]:
            said, nodes = {key: list(held) for key, held in base.items()}, ["C = Mul(A, B)"]
            for place in first, second:
                if place == "result":
                    nodes.append("N = Add(A, B)")
                else:
                    said[parts[place][0]].append(parts[place][1])
            errors = wrong.get((first, second), wrong.get((second, first), []))
            if "output" not in (first, second) and "result" in (first, second) and not errors:
                errors = ["GEN-GRAPH-DEAD"]
            elif (first, second) == ("output", "value_info"):
                errors = ["GEN-GRAPH-ORDER"]  # nothing computes it
            elif (first, second) == ("output", "output"):
                errors = ["GEN-GRAPH-DECLARED", "GEN-GRAPH-ORDER"]
            yield case("names", f"one name, {first} and {second}", model(*nodes, **said), BROKEN if errors else [0], *errors)


def types():
    known = {str(n): name for name, (n, *_) in TYPES.items()}
    for n in range(31):
        kind = known.get(str(n))
        stored = tensor("W", str(n), (2,), text(9, bytes(raw_size(kind, (2,)) if kind else 8)))
        defined = 0 < n <= 26
        yield case("types", f"an initializer of type {n}", one(initializers=[stored]), [0] if kind else UNJUDGED if defined else MALFORMED,
                   *([] if kind else ["GEN-ALL-KIND"] if defined else [PROTO]))
        codes = [0] if kind and kind not in ("bfloat16", "bool") else BROKEN
        yield case("types", f"an input of type {n}", binary(a=f"{n}[2]"), codes, *([] if codes == [0] else ["MUL-ALL-TYPES", "GEN-ALL-TYPES", "GEN-ALL-KIND"]))
    for n in -1, 2**31, 2**32 + 1, 2**63:
        yield case("types", f"an initializer of type {n}", one(initializers=[tensor("W", str(n), (2,), text(9, bytes(8)))]), MALFORMED, PROTO)
        yield case("types", f"an input of type {n}", binary(a=f"{n & 2**64 - 1}[2]"), BROKEN, "GEN-ALL-KIND")


def cut_off():
    whole = wrap(graph("C = Mul(A, B)", inputs="A:float[2]", outputs="C:float[2]", initializers=[tensor("B")]))
    for size in range(len(whole)):
        yield case("cut off", f"after {size} of {len(whole)} bytes", whole[:size], MALFORMED, FORM, PROTO)
    for what, content in (("zeros", bytes(4096)), ("ones", b"\xff" * 4096), ("text", b"not a model\n" * 100), ("a .npy file", b"\x93NUMPY\x01\0"), ("a zip", b"PK\x03\x04" * 64)):
        yield case("cut off", what, content, MALFORMED, FORM)


def everything():
    for part in data_lengths, nibbles, truth_values, dimensions, huge_tensors, recursion, wires, names, types, cut_off, bombs.cases, branches.cases, outside.cases, operators.cases, windows.cases:
        yield from part()


if __name__ == "__main__":
    main(everything())
