# SPDX-License-Identifier: Apache-2.0
"""Branches of If: those that are taken, those that are refused, and those that someone made to do harm."""
from corpus import Case
from onnx_text import GRAPH, GRAPHS, attribute, graph, model, node, tensor
from wire import message, nested, number, text

MILLION = 10**6
ORDER, NAMES, OUTPUTS, ATTRIBUTES, LIMITS = "GEN-GRAPH-ORDER", "IF-ALL-NAMES", "IF-ALL-OUTPUTS", "GEN-ALL-ATTRIBUTES", "FILE-ALL-LIMITS"
ONNX = ["--profile", "onnx"]
PORTS = dict(inputs="A:float[2] B:float[2]", outputs="C:float[2]")


def case(what, content, codes, *errors, **more):
    return Case("branches", what, content, codes, list(errors), **{"options": ONNX, "whole": False, **more})


def branch(name, content, field=6, kind=GRAPH):
    return attribute(name, message(field, content) + number(20, kind))


def truth(value, name="c", shape=()):
    return tensor(name, "bool", shape, text(9, bytes([value]) * (shape[0] if shape else 1)))


PRODUCT, SUM = graph("P = Mul(A, B)", outputs="P:float[2]"), graph("S = Add(A, B)", outputs="S:float[2]")


def choice(then=PRODUCT, other=SUM, operands=("c",), results=("C",), name=None):
    given = [branch("then_branch", then)] if then is not None else []
    given += [branch("else_branch", other)] if other is not None else []
    return node("If", operands, results, *given, name=name)


def one(*nodes, value=1, initializers=None, **more):
    return model(*nodes, initializers=[truth(value)] if initializers is None else initializers, **{**PORTS, **more})


def taken(content, **more):
    """The same branch taken, and not taken."""
    return [("taken", one(choice(then=content), **more)), ("not taken", one(choice(other=content), **more))]


def deep(depth, core=PRODUCT):
    """If in If in If …, each in the then_branch of the one before; the condition is the outermost graph's."""
    for level in range(depth):
        inner = choice(then=core, results=(f"r{level}",), other=graph(f"s{level} = Add(A, B)", outputs=f"s{level}"))
        core = graph(inner, outputs=f"r{level}")
    return core


def bottomless(depth):
    """The same without an else_branch, as bytes, to any depth."""
    level = [(text(4, "If") + text(1, "c") + text(2, "C"), 5), (text(1, "then_branch") + number(20, GRAPH), 6), (text(2, "g"), 1)]
    return nested(level * depth, node("Mul", ["A", "B"], ["C"]))


def good():
    yield case("a condition that is true", one(choice()), [0])
    yield case("a condition that is false", one(choice(), value=0), [0])
    yield case("a condition of shape [1]", one(choice(), initializers=[truth(1, shape=(1,))]), [0])
    yield case("in version 1", one(choice(), version=1, ir=3, inputs="A:float[2] B:float[2] c:bool"), [6], "GEN-ALL-KNOWN")
    for version in 4, 11, 13, 16, 19, 21, 23, 24, 25, 27:
        codes = [0] if version >= 7 else [1]  # without broadcasting the operands are as they should be, too
        yield case(f"in operator set {version}", one(choice(), version=version, ir=4), [0] if version >= 7 else codes + [0])
    yield case("a condition computed from shapes", one("s = Shape(A)", "e = Equal(s, n)", choice(operands=("e",)), version=13,
               initializers=[tensor("n", "int64", (1,), text(9, (2).to_bytes(8, "little")))]), [0])
    yield case("an output that is a captured value", one(choice(then=graph(outputs="A:float[2]"))), [0])
    yield case("an output that is an initializer", one(choice(then=graph(outputs="w:float[2]", initializers=[tensor("w")]))), [0])
    yield case("one value as both outputs", one(choice(then=graph("P = Mul(A, B)", outputs="P P"), results=("C", "D"),
               other=graph("S = Add(A, B)", outputs="S A")), outputs="C:float[2] D:float[2]"), [0])
    yield case("both branches have the same names", one(choice(then=graph("t = Mul(A, B)", outputs="t"), other=graph("t = Add(A, B)", outputs="t"))), [0])
    yield case("two nodes whose branches have the same names", one(choice(results=("t",)), choice(then=graph("P = Mul(t, B)", outputs="P"))), [0])
    yield case("nested twice", one(choice(then=deep(2))), [0])
    yield case("nested 32 deep", one(choice(then=deep(31))), [0])
    unknown = graph("P = other.Frobnicate(A)", outputs="P")
    yield case("an unknown operator that is not taken", one(choice(other=unknown)), [0])
    yield case("a Loop that is not taken", one(choice(other=graph(node("Loop", ["A"], ["P"], branch("body", b"\xff\xff")), outputs="P"))), [0])
    yield case("wrong types that are not taken", one(choice(other=graph("P = Mul(A, c)", outputs="P:8[9]"))), [0])


def refused():
    yield case("under sonnx", one(choice()), [1], "GEN-ALL-VERSION", options=[])
    unknown = graph("P = other.Frobnicate(A)", outputs="P")
    yield case("an unknown operator that is taken", one(choice(then=unknown)), [1, 6], "GEN-ALL-DOMAIN")
    yield case("a Loop that is taken", one(choice(then=graph(node("Loop", ["A"], ["P"], branch("body", b"")), outputs="P"))), [6], "GEN-GRAPH-SUBGRAPH")
    yield case("wrong types that are taken", one(choice(then=graph("P = Mul(A, c)", outputs="P"))), [1], "MUL-ALL-TYPES", "GEN-ALL-ONETYPE")
    yield case("a condition that is a graph input", one(choice(), initializers=[], inputs="A:float[2] B:float[2] c:bool"), [6], "GEN-ALL-KNOWN", piece="c")
    yield case("a condition computed from data", one("z = Less(A, B)", "i = Cast(z) to=6", "r = ReduceSum(i) keepdims=0", "e = Cast(r) to=9", choice(operands=("e",)), version=13, initializers=[]),
               [6], "GEN-ALL-KNOWN", piece="depends on")
    for kind, width in ("int64", 8), ("float", 4), ("uint8", 1):
        yield case(f"a condition of type {kind}", one(choice(), initializers=[tensor("c", kind, (), text(9, bytes(width)))]), [1], "IF-ALL-TYPES")
    yield case("a condition of type string", one(choice(), initializers=[], inputs="A:float[2] B:float[2] c:8"), [1, 6], "IF-ALL-TYPES", "GEN-ALL-KIND")
    for size in 0, 2, 3:
        yield case(f"a condition of shape [{size}]", one(choice(), initializers=[truth(1, shape=(size,))]), [1], "IF-ALL-CONDITION")
    yield case("no condition", one(choice(operands=())), [1], "GEN-ALL-ARITY")
    yield case("a condition without a name", one(choice(operands=("",))), [1], "GEN-GRAPH-OMITTED")
    yield case("two conditions", one(choice(operands=("c", "c"))), [1], "GEN-ALL-ARITY")
    yield case("a condition that nothing computes", one(choice(operands=("d",))), [1], ORDER)
    yield case("no else_branch", one(choice(other=None)), [1], ATTRIBUTES)
    yield case("no then_branch", one(choice(then=None)), [1], ATTRIBUTES)
    yield case("no branches", one(choice(then=None, other=None)), [1], ATTRIBUTES)
    both = branch("then_branch", PRODUCT), branch("else_branch", SUM)
    yield case("a branch twice", one(node("If", ["c"], ["C"], *both, both[0])), [1], ATTRIBUTES)
    yield case("a third branch", one(node("If", ["c"], ["C"], *both, branch("maybe_branch", SUM))), [1, 6], ATTRIBUTES, "GEN-GRAPH-SUBGRAPH")
    yield case("a branch that is an integer", one(node("If", ["c"], ["C"], both[0], attribute("else_branch", 1))), [1], ATTRIBUTES)
    yield case("a branch that is a tensor", one(node("If", ["c"], ["C"], both[0], attribute("else_branch", message(5, tensor("", "float", (2,))) + number(20, 4)))), [1], ATTRIBUTES)
    yield case("a branch that is a list of graphs", one(node("If", ["c"], ["C"], both[0], branch("else_branch", SUM, 11, GRAPHS))), [1, 6], ATTRIBUTES, "GEN-GRAPH-SUBGRAPH")
    yield case("a branch that is declared, but not there", one(node("If", ["c"], ["C"], both[0], attribute("else_branch", number(20, GRAPH)))), [1, 6], ATTRIBUTES, "GEN-GRAPH-SUBGRAPH")
    yield case("a branch without its kind", one(node("If", ["c"], ["C"], both[0], attribute("else_branch", message(6, SUM)))), [1], ATTRIBUTES)
    yield case("a branch with two graphs", one(node("If", ["c"], ["C"], both[0], attribute("else_branch", message(6, SUM) * 2 + number(20, GRAPH)))), [3], "FILE-ONNX-FORM")
    for what, content in taken(graph("P = Mul(A, B)")):
        yield case(f"a branch without outputs, {what}", content, [1], OUTPUTS)
    for what, content in taken(b""):
        yield case(f"an empty branch, {what}", content, [1], OUTPUTS)
    for what, content in taken(graph("P = Mul(A, B)", outputs="P A")):
        yield case(f"an output too many, {what}", content, [1], OUTPUTS)
    for what, content in taken(graph("P = Mul(A, B)", outputs=[text(1, "")])):
        yield case(f"an output without a name, {what}", content, [1], OUTPUTS)
    for what, content in taken(graph("P = Mul(A, x)", inputs="x:float[2]", outputs="P")):
        yield case(f"a branch with an input, {what}", content, [1], OUTPUTS)
    for what, content in taken(graph("P = Mul(A, nowhere)", outputs="P")):
        yield case(f"a name that nothing has, {what}", content, [1], ORDER)
    for what, content in taken(graph("P = Mul(A, B)", outputs="nowhere")):
        yield case(f"an output that nothing computes, {what}", content, [1], ORDER)
    for what, content in taken(graph("P = Mul(Q, B)", "Q = Mul(A, B)", outputs="P")):
        yield case(f"a value before it is computed, {what}", content, [1], ORDER)
    for what, content in taken(graph("P = Mul(C, B)", outputs="P")):
        yield case(f"a cycle through the node's own result, {what}", content, [1], ORDER)
    for what, then, other in ("taken", graph("P = Mul(L, B)", outputs="P"), SUM), ("not taken", SUM, graph("P = Mul(L, B)", outputs="P")):
        yield case(f"a value that is computed behind the node, {what}", one(choice(then=then, other=other), "L = Mul(A, C)", outputs="L:float[2] C:float[2]"), [1], ORDER)
    for what, content in taken(graph("A = Mul(B, B)", outputs="A")):
        yield case(f"a result with the name of an input, {what}", content, [1], NAMES)
    for what, content in taken(graph("P = Mul(A, c)", outputs="P", initializers=[tensor("c")])):
        yield case(f"an initializer with the name of another, {what}", content, [1], NAMES)
    for what, content in taken(graph("C = Mul(A, B)", outputs="C")):
        yield case(f"a result with the name of the node's, {what}", content, [1], NAMES)
    for what, content in taken(graph("P = Mul(A, B)", "P = Mul(A, A)", outputs="P")):
        yield case(f"two results of one name, {what}", content, [1] if what == "taken" else [0, 1])
    hidden = graph(choice(then=graph("P = Mul(A, nowhere)", outputs="P"), results=("r",)), outputs="r")
    for what, content in taken(hidden):
        yield case(f"a name that nothing has, two deep, {what}", content, [1], ORDER)
    yield case("a branch that its own branch needs", one(choice(then=graph(choice(then=graph("P = Mul(r, B)", outputs="P"), results=("r",)), outputs="r"))), [1], ORDER)
    yield case("a result of a type that the version does not have", one(choice(then=graph("P = Mul(D, D)", outputs="P"), other=graph("S = Add(D, D)", outputs="S")), version=13,
               inputs="D:bfloat16[2]", outputs="C:bfloat16[2]"), [1], "IF-ALL-TYPES")
    yield case("a declared shape that the branch does not have", one(choice(), outputs="C:float[3]"), [1], "GEN-ALL-SHAPES")
    yield case("a declared type that the branch does not have", one(choice(), outputs="C:double[2]"), [1], "GEN-ALL-ONETYPE")


def hostile():
    for depth in 33, 34, 100, 1000:
        yield case(f"nested {depth} deep", one(choice(then=deep(depth - 1))), [4], LIMITS)
    for depth in 2, 32:
        yield case(f"nested {depth} deep without an else_branch", one(bottomless(depth)), [1], ATTRIBUTES, NAMES)
    for depth in 33, 1000, MILLION:
        yield case(f"nested {depth} deep without an else_branch", one(bottomless(depth)), [4], LIMITS)
    yield case("nested deep in both branches", one(choice(then=deep(20), other=deep(33))), [4], LIMITS)
    yield case("4096 nodes with branches", one(*(choice(results=(f"x{k}",)) for k in range(4096))), [4], LIMITS)
    yield case("a million empty branches", one(extra=message(1, node("If", ["c"], ["C"], branch("then_branch", b""))) * MILLION), [4], LIMITS)
    yield case("a million branches of one node", one(node("If", ["c"], ["C"]) + message(5, branch("then_branch", b"")) * MILLION), [1, 4, 6], ATTRIBUTES, LIMITS, parts=MILLION)
    for what, content in (("bytes that are no graph", b"\xff" * 100), ("a graph that is cut off", PRODUCT[:-3]), ("a node without an operator", message(1, text(1, "A"))),
                          ("a name that is not UTF-8", message(1, text(2, b"\xff\xfe") + text(4, "Mul"))), ("a tensor that is cut off", message(5, b"\x08"))):
        for where, file in taken(content):
            yield case(f"{what}, {where}", file, [3], "FILE-ONNX-FORM", "FILE-PROTO-FORM")
    for what, content in taken(graph(outputs="w", initializers=[tensor("w", "float", (2**62, 2**62), b"")])):
        yield case(f"an initializer that overflows, {what}", content, [3, 4], LIMITS, "FILE-PROTO-FORM")
    for what, content in taken(graph("P = Mul(A, B)", outputs="P:float[1,1,1,1,1,1,1,1,1]")):
        yield case(f"a declared rank of 9, {what}", content, [4], LIMITS)
    chain = b"".join(message(1, node("Identity", [f"v{k}" if k else "A"], [f"v{k + 1}"])) for k in range(MILLION))
    for what, content in taken(chain + graph(outputs=f"v{MILLION}")):
        yield case(f"a million nodes in a branch, {what}", content, [0], parts=4 * MILLION)  # nodes and values, visited twice
    strangers = b"".join(message(1, node("Mul", [f"n{k}", "B"], [f"m{k}"])) for k in range(200_000)) + graph(outputs="m0")
    for what, content in taken(strangers):
        yield case(f"many names that nothing has, {what}", content, [1], ORDER, parts=600_000)
    hiding = b"".join(message(1, node("Mul", ["A", "B"], [f"m{k}"])) for k in range(50_000))
    yield case("many names that are hidden", one(choice(then=hiding + graph(outputs="m0")), extra=hiding), [1], NAMES, parts=400_000)
    yield case("an escape in the name of a node", one(choice(name="\x1b[31m" * 10), choice(results=("D",))), [0, 1])
    yield case("the longest name, 32 deep", one(choice(then=deep(31), name="n" * 4096)), [0])


def cases():
    for part in good, refused, hostile:
        yield from part()
