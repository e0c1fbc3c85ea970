# SPDX-License-Identifier: Apache-2.0
"""Small parts by the million: the reader's cost per part must stay small, and the report on them must not be a million lines."""
from corpus import Case
from onnx_text import FLOATS, GRAPH, STRINGS, TENSOR, attribute, model, node, tensor
from wire import CLOSE, OPEN, fixed32, key, message, number, packed, text

MILLION = 10**6
VALUES = dict(inputs="A:float[2] B:float[2]", outputs="C:float[2]")


def one(*nodes, **more):
    return model(*(nodes or ["C = Mul(A, B)"]), **{**VALUES, **more})


THIS, NEXT = "@@@@@", "#####"  # stand for names of five letters


def numbered(part):
    """The part a million times, each with a name of its own."""
    return b"".join(part.replace(b"@@@@@", b"%05x" % i).replace(b"#####", b"%05x" % (i + 1)) for i in range(MILLION))


def cases():
    def case(what, content, codes, *errors, parts=MILLION):
        return Case("a million", what, content, codes, list(errors), whole=False, parts=parts)
    refused = [1, 4, 6]  # not conformant, above a limit, not judged
    yield case("groups, in one another", one(after=key(99, OPEN) * MILLION), [3], "FILE-ONNX-FORM")
    yield case("groups, one after the other", one(after=(key(99, OPEN) + key(99, CLOSE)) * MILLION), [3], "FILE-ONNX-FORM")
    yield case("groups in a tensor", one(initializers=[tensor("W") + key(99, OPEN) * MILLION]), [3], "FILE-ONNX-FORM", "FILE-PROTO-FORM")
    yield case("unknown fields of the model", one(after=number(99, 1) * MILLION), [0, 4])
    yield case("unknown fields of a tensor", one(initializers=[tensor("W") + fixed32(99) * MILLION]), [0, 4])
    yield case("metadata_props", one(after=message(14, text(1, "k"), text(2, "v")) * MILLION), [0, 4])
    yield case("words of int32_data for one element", one(initializers=[tensor("W", "int32", (1,), packed(5, [0] * MILLION))]), [3], "FILE-PROTO-FORM")
    yield case("words of int32_data, as many as there should be", one(initializers=[tensor("W", "int8", (MILLION,), packed(5, [1] * MILLION))]), [0])
    yield case("words of int32_data, unpacked", one(initializers=[tensor("W", "int8", (MILLION,), number(5, 1) * MILLION)]), [3], "FILE-PROTO-FORM")
    yield case("dimensions, packed", one(initializers=[packed(1, [1] * MILLION) + tensor("W")]), [4], "FILE-ALL-LIMITS")
    yield case("dimensions of a value", one(value_info=[text(1, "C") + message(2, message(1, number(1, 1), message(2, message(1, number(1, 1)) * MILLION)))]), [4], "FILE-ALL-LIMITS")
    yield case("ten million integers of an attribute, packed", one(node("Mul", ["A", "B"], ["C"], attribute("axis", text(8, bytes(10 * MILLION)) + number(20, 7)))), refused,
               "GEN-ALL-ATTRIBUTES", "FILE-ALL-LIMITS")
    yield case("integers of an attribute, one by one", one(node("Mul", ["A", "B"], ["C"], attribute("axis", number(8, 1) * MILLION + number(20, 7)))), refused)
    yield case("floats of an attribute", one(node("Mul", ["A", "B"], ["C"], attribute("axis", text(7, bytes(40 * MILLION)) + number(20, FLOATS)))), refused)
    yield case("strings of an attribute", one(node("Mul", ["A", "B"], ["C"], attribute("axis", text(9, "") * MILLION + number(20, STRINGS)))), refused)
    yield case("attributes that are tensors", one(node("Mul", ["A", "B"], ["C"]) + message(5, attribute("", message(5, tensor("", "uint8", (0,))) + number(20, TENSOR))) * MILLION), refused)
    yield case("attributes without a name", one(node("Mul", ["A", "B"], ["C"]) + message(5) * MILLION), refused, "GEN-ALL-ATTRIBUTES", "FILE-ALL-LIMITS")
    yield case("attributes that are graphs", one(node("If", ["A"], ["C"]) + message(5, number(20, GRAPH)) * MILLION), refused, "GEN-GRAPH-SUBGRAPH", "FILE-ALL-LIMITS")
    yield case("attributes of one name",
               model(node("Mul", ["A", "B"], ["C"]) + message(5, attribute("axis", 1)) * MILLION, version=6, **VALUES), refused)
    yield case("operands of one node", one(node("Mul", ["A", "B"], ["C"]) + text(1, "A") * MILLION), refused, "GEN-ALL-ARITY", "FILE-ALL-LIMITS")
    yield case("results of one node", one(node("Mul", ["A", "B"], ["C"]) + numbered(text(2, THIS))), refused)
    yield case("nodes without operands", one(extra=message(1, text(4, "x")) * MILLION), refused)
    yield case("empty nodes", one(extra=message(1) * MILLION), [1, 3, 4])
    yield case("nodes that nothing uses", one(extra=message(1, node("Mul", ["A", "B"], ["D"])) * MILLION), refused, "GEN-GRAPH-SINGLE", "FILE-ALL-LIMITS")
    yield case("nodes in a chain, undeclared", one(inputs="00000:float[2] B:float[2]", extra=numbered(message(1, node("Mul", [THIS, "B"], [NEXT])))), refused,
               parts=2 * MILLION)  # a node and a value each
    yield case("nodes, one more than allowed", one(extra=message(1, text(4, "x")) * (2**22 + 1)), [4], "FILE-ALL-LIMITS")
    yield case("initializers of one name", one(initializers=[tensor("W", "uint8", ())], extra=message(5, tensor("W", "uint8", ())) * MILLION), refused, "GEN-GRAPH-SINGLE", "FILE-ALL-LIMITS")
    yield case("initializers", one(extra=numbered(message(5, tensor(THIS, "uint8", ())))), [0, 4])
    yield case("sparse initializers", one(extra=message(15) * MILLION), refused)
    yield case("inputs of one name", one(extra=message(11, text(1, "A")) * MILLION), refused)
    yield case("inputs", one(extra=numbered(message(11, text(1, THIS)))), refused)
    yield case("inputs without a name", one(extra=message(11) * MILLION), refused)
    yield case("outputs of one name", one(extra=message(12, text(1, "C")) * MILLION), refused)
    yield case("outputs that nothing computes", one(extra=numbered(message(12, text(1, THIS)))), refused)
    yield case("value_info of nothing", one(extra=numbered(message(13, text(1, THIS)))), [0, 1, 4])
    yield case("functions", one(after=message(25) * MILLION), refused, "GEN-GRAPH-FUNCTION", "FILE-ALL-LIMITS")
    yield case("imports of other domains", one(after=message(8, text(1, "x"), number(2, 1)) * MILLION), [0, 1, 3, 4])
    yield case("long names", one(extra=message(1, text(1, "n" * 4000), text(4, "Mul")) * 10000), refused)
