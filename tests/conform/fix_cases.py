# SPDX-License-Identifier: Apache-2.0
"""The models of fix_test: small ones of every operator that `etalon fix` can rewrite."""
import importlib.machinery
import importlib.util
import pathlib

import numpy
from onnx import helper, numpy_helper

loader = importlib.machinery.SourceFileLoader("equal_test", str(pathlib.Path(__file__).resolve().parent / "equal_test"))
equal_test = importlib.util.module_from_spec(importlib.util.spec_from_loader("equal_test", loader))
loader.exec_module(equal_test)
model_of, node_of, if_model, ramp, moved, bits = (getattr(equal_test, name) for name in ("model_of", "node_of", "if_model", "ramp", "moved", "bits"))
copied, free_inputs, Pair = equal_test.copied, equal_test.free_inputs, equal_test.Pair
KINDS, F, D, H, I = equal_test.KINDS, equal_test.F, equal_test.D, equal_test.H, equal_test.I
KINDS.update({"uint16": 4, "int16": 5, "uint32": 12, "uint64": 13})

FLOATS = {"float": F, "double": D, "float16": H}
INF, NAN, SIGNALS = F(numpy.inf), bits(0x7FC12345)[0], bits(0x7F800001)[0]
ODD = bits(0x7FC12345, 0xFFC54321, 0x7F800001, 0, 0x80000000, 1, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x3F800000, 0xBF000000, 0x00800000)


class Case:
    def __init__(self, title, model, options=()):
        self.title, self.model, self.options = title, model, list(options)
        self.shapes, self.bound = {}, set()  # of inputs that are open, and inputs that options give


def case(title, inputs, text, constants=None, opset=13, outputs="y", options=()):
    return Case(title, model_of(inputs, text, constants or {}, outputs, opset), options)


def numbers(*shape, kind="float"):
    """Constants of a type: numbers that differ."""
    if kind in FLOATS:
        return ramp(*shape, kind=FLOATS[kind])
    count = int(numpy.prod(shape))
    a = numpy.arange(1, 1 + count) * 7 % 11 - (0 if kind.startswith("u") else 5)
    return numpy.where(a == 0, 3, a).reshape(shape).astype(kind)


def ints(*given):
    return numpy.array(given, numpy.int64)


# ---- element by element ---------------------------------------------------------------------------------------------

def elementwise():
    shapes = [("2,3", "2,3"), ("2,3", "3"), ("2,1", "1,3"), ("2,3,4", "3,1"), ("", "2,3"), ("2", ""), ("1", "4"), ("1,1,1", "2"), ("0,3", "3")]
    for operation in "Add", "Sub", "Mul", "Div", "Pow", "Less":
        for k, (a, b) in enumerate(shapes):
            yield case(f"{operation}, [{a}] and [{b}]", f"x float {a}|z float {b}", f"y = {operation}(x, z)", opset=(13, 15, 17, 14)[k % 4])
        for kind in "float", "float16", "double", "int8", "int32", "int64", "uint8", "uint64":
            if operation == "Pow" and kind in ("int8", "uint8", "uint64"):
                continue
            yield case(f"{operation}, {kind}, a constant", f"x {kind} 2,3", f"y = {operation}(x, c)", {"c": numbers(3, kind=kind)}, opset=15)
            yield case(f"{operation}, {kind}, a constant first", f"x {kind} 2,3", f"y = {operation}(c, x)", {"c": numbers(2, 1, kind=kind)}, opset=14)
            yield case(f"{operation}, {kind}, same shape", f"x {kind} 2,3|z {kind} 2,3", f"y = {operation}(x, z)", opset=14)
        for opset in 7, 8, 9, 12:
            yield case(f"{operation}, operator set {opset}", "x float 2,3|z float 3", f"y = {operation}(x, z)", opset=opset)
        yield case(f"{operation}, odd constants", "x float 12", f"y = {operation}(x, c)", {"c": ODD})
        yield case(f"{operation}, one odd constant stretched", "x float 2,2", f"y = {operation}(x, c) | b = {operation}(x, d)",
                   {"c": NAN, "d": F(-0.0)}, outputs="y,b")
        yield case(f"{operation}, on computed values", "x float 2,3|z float 3", f"a = Relu(x) | b = Neg(z) | c = {operation}(a, b) | y = {operation}(b, a)",
                   outputs="y,c")
        yield case(f"{operation}, both constant", "x float 2", f"a = {operation}(c, c) | y = Concat(a, a; axis=0) | z = Neg(x)", {"c": ODD}, outputs="y,z")
    for opset in (6,):
        for operation in "Add", "Sub", "Mul", "Div", "Pow":
            yield case(f"{operation}, broadcast by axis", "x float 2,3,4|z float 3", f"y = {operation}(x, z; broadcast=1, axis=1)", opset=opset)
    for opset in 9, 13, 16:
        yield case(f"Where, operator set {opset}", "q bool 2,1|x float 2,3|z float 3", "y = Where(q, x, z)", opset=opset)
    for kind in "float16", "double", "int64", "uint8", "bool":
        yield case(f"Where, {kind}", f"q bool 2,3|x {kind} 2,3|z {kind} 1", "y = Where(q, x, z)")
    yield case("Where, odd constants", "q bool 12", "y = Where(q, c, d)", {"c": ODD, "d": ODD[::-1].copy()})
    yield case("Where, a scalar condition", "q bool|x float 2|z float 2", "y = Where(q, x, z)")
    yield case("Where, a known condition", "x float 2,2|z float 2", "y = Where(q, x, z)", {"q": numpy.array([[True, False]])})
    for count in 1, 2, 3, 5:
        names = ", ".join("xzuvw"[:count])
        yield case(f"Sum, {count} operands", "|".join(f"{n} float {s}" for n, s in list(zip("xzuvw", ("2,3", "3", "2,1", "1", "2,3")))[:count]), f"y = Sum({names})")
        yield case(f"Sum, {count} of double, operator set 8", "|".join(f"{n} double 2" for n in "xzuvw"[:count]), f"y = Sum({names})", opset=8)
    yield case("Sum, float16 and constants", "x float16 2,2", "y = Sum(c, x, d)", {"c": numbers(2, kind="float16"), "d": H(-0.0)})
    yield case("Sum, of one odd", "x float 12", "y = Sum(x)")
    for opset in 6, 11, 12, 13:
        for kind in "float", "float16", "double":
            if opset < 11:
                yield case(f"Clip-6, {kind}, no bounds", f"x {kind} 3,4", "y = Clip(x)", opset=6 if kind == "float" else 10)
                yield case(f"Clip-6, {kind}, both", f"x {kind} 3,4", "y = Clip(x; min=-1.5, max=2.25)", opset=9)
                yield case(f"Clip-6, {kind}, min", f"x {kind} 12", "y = Clip(x; min=0.1)", opset=8)
                yield case(f"Clip-6, {kind}, max", f"x {kind} 12", "y = Clip(x; max=-0.0)", opset=7)
            else:
                c = {"lo": FLOATS[kind](-0.5), "hi": FLOATS[kind](3)}
                yield case(f"Clip-{opset}, {kind}, both", f"x {kind} 3,4", "y = Clip(x, lo, hi)", c, opset=opset)
                yield case(f"Clip-{opset}, {kind}, neither", f"x {kind} 3,4", "y = Clip(x)", c, opset=opset)
                yield case(f"Clip-{opset}, {kind}, hi", f"x {kind} 3,4", "y = Clip(x, , hi)", c, opset=opset)
                yield case(f"Clip-{opset}, {kind}, lo", f"x {kind} 3,4", "y = Clip(x, lo)", c, opset=opset)
    for name, lo, hi in ("crossed", 2, -2), ("zero from below", -0.0, 5), ("zero from above", -5, 0.0), ("minus zero from above", -5, -0.0), ("NaN", NAN, 1), \
            ("NaN above", 0, NAN), ("infinite", -INF, INF), ("infinite, turned", INF, -INF), ("equal", 1, 1), ("zeros", -0.0, 0.0), ("zeros, turned", 0.0, -0.0):
        yield case(f"Clip, {name}", "x float 12", "y = Clip(x, lo, hi)", {"lo": F(lo), "hi": F(hi)})
        if not numpy.isnan(lo) and not numpy.isnan(hi):
            yield Case(f"Clip-6, {name}", clip6(float(lo), float(hi)))
    yield case("Clip, computed bounds", "x float 3|a float|b float", "lo = Neg(a) | y = Clip(x, lo, b)")
    yield case("Clip, bounds of one element", "x float 3", "y = Clip(x, lo)", {"lo": F([0.5])})
    for kind in "int8", "int32", "int64", "uint8":
        yield case(f"Clip, {kind}", f"x {kind} 5", "y = Clip(x, lo, hi)", {"lo": numpy.asarray(1, kind), "hi": numpy.asarray(9, kind)})
        yield case(f"Clip, {kind}, one bound", f"x {kind} 5", "y = Clip(x, lo)", {"lo": numpy.asarray(1, kind)})
    for kind in "float", "float16", "double":
        yield case(f"HardSigmoid, {kind}", f"x {kind} 3,4", "y = HardSigmoid(x)")
        yield case(f"HardSigmoid, {kind}, a line of its own", f"x {kind} 12", "y = HardSigmoid(x; alpha=1.0, beta=-0.0)", opset=8)
        yield case(f"HardSigmoid, {kind}, falling", f"x {kind} 12", "y = HardSigmoid(x; alpha=-0.3, beta=0.1)", opset=15)
        yield case(f"PRelu, {kind}", f"x {kind} 2,3,2", "y = PRelu(x, s)", {"s": numbers(3, 1, kind=kind)}, opset=9)
        yield case(f"PRelu, {kind}, one slope", f"x {kind} 12", "y = PRelu(x, s)", {"s": numbers(1, kind=kind)}, opset=16)
        yield case(f"Dropout, {kind}", f"x {kind} 12", "r = Relu(x) | y = Dropout(r)", opset=12)
        yield case(f"Identity, {kind}", f"x {kind} 12", "y = Identity(x)")
        yield case(f"Cast, {kind} to itself", f"x {kind} 12", f"y = Cast(x; to={KINDS[kind]})")
        yield case(f"Cast, bool to {kind}", "x bool 12", f"y = Cast(x; to={KINDS[kind]})", opset=9)
    yield case("HardSigmoid, alpha 0", "x float 12", "y = HardSigmoid(x; alpha=0.0, beta=0.5)")
    yield case("HardSigmoid, beta 0", "x float 12", "y = HardSigmoid(x; alpha=2.0, beta=0.0)")
    yield case("PRelu, operator set 7", "x float 2,3", "y = PRelu(x, s)", {"s": numbers(3)}, opset=7)
    yield case("PRelu, slope computed", "x float 2,3|s float 3", "y = PRelu(x, s)")
    yield case("PRelu, odd slopes", "x float 12", "y = PRelu(x, s)", {"s": ODD})
    yield case("PRelu, int32", "x int32 2,3", "y = PRelu(x, s)", {"s": numbers(3, kind="int32")})
    yield case("LeakyRelu", "x float 12", "y = LeakyRelu(x)")
    yield case("Cast, bool to int64", "x bool 4", "y = Cast(x; to=7)")
    yield case("Cast, float to int32", "x float 4", "y = Cast(x; to=6)")
    yield case("Cast, int64 to float", "x int64 4", "y = Cast(x; to=1)")
    yield case("Cast, double to float16", "x double 4", "y = Cast(x; to=10)")
    yield case("Cast, int64 to itself", "x int64 4", "y = Cast(x; to=7)")
    yield case("Cast, bool to bool", "x bool 4", "y = Cast(x; to=9)")
    yield case("Cast, of a constant", "x float 2", "c = Cast(k; to=1) | y = Add(x, c)", {"k": ints(3, -4)})
    yield case("Dropout, mask used", "x float 4", "y, m = Dropout(x)", outputs="y,m")
    yield case("Dropout, mask named", "x float 4", "d, m = Dropout(x) | y = Neg(d)")
    yield case("Dropout, operator set 7", "x float 4", "d = Dropout(x; ratio=0.9) | y = Neg(d)", opset=7)
    yield case("Dropout, training off", "x float 4", "d = Dropout(x, r, t) | y = Neg(d)", {"r": F(0.5), "t": numpy.array(False)})
    yield case("Dropout, training on", "x float 4", "d = Dropout(x, r, t) | y = Neg(d)", {"r": F(0.5), "t": numpy.array(True)})
    for kind in "int64", "bool", "uint8":
        yield case(f"Identity, {kind}", f"x {kind} 4", "y = Identity(x)")
    for operation in ("Neg", "Exp", "Log", "Tanh", "Sigmoid", "Sqrt", "Erf", "Floor", "Ceil", "Reciprocal", "Softplus", "Softsign", "Sin", "Cos", "Elu", "Selu", "Sign",
                      "Round", "Relu", "Abs", "Not", "And", "Or", "Max", "Min", "Equal", "Greater", "Mean", "ThresholdedRelu", "Atan", "IsNaN", "LogSoftmax", "Xor"):
        kind = "bool" if operation in ("Not", "And", "Or", "Xor") else "float"
        two = operation in ("And", "Or", "Max", "Min", "Equal", "Greater", "Mean", "Xor")
        for opset in 9, 13:
            yield case(f"{operation}, operator set {opset}", f"x {kind} 2,3" + (f"|z {kind} 3" if two else ""), f"y = {operation}(x{', z' if two else ''})", opset=opset)


def clip6(low, high):
    model = model_of("x float 12", "y = Clip(x)", {}, opset=10)
    model.graph.node[0].attribute.extend([helper.make_attribute("min", low), helper.make_attribute("max", high)])
    return model


# ---- moves ----------------------------------------------------------------------------------------------------------

def moves():
    for kind in "float", "float16", "double", "int64", "uint8", "bool":
        yield case(f"Concat, {kind}", f"x {kind} 2,3|z {kind} 2,1", "y = Concat(x, z; axis=-1)", opset=11)
        yield case(f"Flatten, {kind}", f"x {kind} 2,3,2", "y = Flatten(x; axis=-1)", opset=11)
        yield case(f"Transpose, {kind}", f"x {kind} 2,3,2", "y = Transpose(x; perm=[2, 0, 1])")
        yield case(f"Reshape, {kind}", f"x {kind} 2,3,2", "y = Reshape(x, k)", {"k": ints(0, -1)}, opset=8)
        yield case(f"Gather, {kind}", f"x {kind} 4,3", "y = Gather(x, k)", {"k": ints(2, -1, 0)})
        yield case(f"Slice, {kind}", f"x {kind} 4,3", "y = Slice(x, a, b, c)", {"a": ints(1), "b": ints(3), "c": ints(0)})
        yield case(f"Split, {kind}", f"x {kind} 4,3", "y, z = Split(x)", outputs="y,z")
        yield case(f"Pad, {kind}", f"x {kind} 2,3", "y = Pad(x, p)", {"p": ints(0, 1, 1, 2)})
        yield case(f"Squeeze, {kind}", f"x {kind} 2,1,3,1", "y = Squeeze(x, a)", {"a": ints(1)})
        yield case(f"Unsqueeze, {kind}", f"x {kind} 2,3", "y = Unsqueeze(x, a)", {"a": ints(0, -1)})
    for axis in 0, 1, -1, -3:
        yield case(f"Concat, axis {axis}", "x float 2,2,2|z float 2,2,2", f"y = Concat(x, z, x; axis={axis})")
    yield case("Concat, operator set 4", "x float 2,2|z float 1,2", "y = Concat(x, z; axis=0)", opset=7)
    yield case("Concat, one operand", "x float 2,2", "y = Concat(x; axis=0)")
    yield case("Concat, constants", "x float 12", "y = Concat(x, c, x; axis=0)", {"c": ODD})
    yield case("Concat, an empty part", "x float 2,2|z float 0,2", "y = Concat(z, x; axis=0)")
    for axis in 0, 1, 2, 3:
        yield case(f"Flatten, axis {axis}", "x float 2,3,4", f"y = Flatten(x; axis={axis})", opset=9)
    yield case("Flatten, rank 1", "x float 4", "y = Flatten(x; axis=0)", opset=9)
    yield case("Flatten, axis -2", "x float 2,3,4", "y = Flatten(x; axis=-2)")
    for perm in [1, 0, 2, 3], [3, 2, 1, 0], [0, 2, 3, 1], [0, 3, 1, 2], [2, 3, 0, 1], [0, 1, 2, 3], [1, 3, 0, 2]:
        yield case(f"Transpose, {perm}", "x float 2,3,4,5", f"y = Transpose(x; perm={perm})", opset=9)
    yield case("Transpose, default", "x float 2,3,4", "y = Transpose(x)")
    yield case("Transpose, vector", "x float 4", "y = Transpose(x)")
    yield case("Transpose, ones", "x float 1,3,1,2", "y = Transpose(x; perm=[3, 0, 1, 2])")
    yield case("Transpose, empty", "x float 0,3", "y = Transpose(x)")
    yield case("Transpose, of a constant", "x float 2,3", "t = Transpose(c) | y = Add(x, t)", {"c": numbers(3, 2)})
    yield case("Transpose, large", "x float 600,600", "y = Transpose(x)")
    for shape, given in ("2,3", [3, 2]), ("2,3", [-1]), ("2,3", [0, 3, 1]), ("2,3", [1, -1, 0]), ("1", []), ("2,0", [0, 2]), ("4", [2, -1]):
        yield case(f"Reshape, [{shape}] to {given}", f"x float {shape}", "y = Reshape(x, k)", {"k": ints(*given)}, opset=13 if shape != "4" else 5)
    yield case("Reshape, allowzero", "x float 0,3", "y = Reshape(x, k; allowzero=1)", {"k": ints(3, 0)}, opset=14)
    yield case("Reshape, allowzero and 0 means 0", "x float 0,3", "y = Reshape(x, k; allowzero=1)", {"k": ints(0, 0, 5)}, opset=14)
    yield case("Reshape, by a computed shape", "x float 2,3", "s = Shape(x) | g = Gather(s, i) | k = Concat(g, m; axis=0) | y = Reshape(x, k)",
               {"i": ints(1), "m": ints(-1)})
    yield case("Reshape, of the odd", "x float 12", "a = Reshape(x, k) | b = Reshape(c, k) | y = Concat(a, b; axis=0)", {"k": ints(3, 4), "c": ODD})
    for name, x, indices, axis in (("scalar", "4,3", 1, 0), ("matrix", "4,3", [[0, 3], [1, 1]], 0), ("axis 1", "2,4", [3, 0], 1), ("negative axis", "2,3,4", [-1, -4], -1),
                                   ("even steps", "9", [1, 3, 5, 7], 0), ("backwards", "4", [3, 2, 1, 0], 0), ("twice", "3,2", [1, 1, 1], 0), ("all", "3", [0, 1, 2], 0)):
        for kind in numpy.int64, numpy.int32:
            yield case(f"Gather, {name}, {kind.__name__}", f"x float {x}", f"y = Gather(x, k; axis={axis})", {"k": numpy.array(indices, kind)}, opset=11)
    yield case("Gather, computed indices", "x float 4,2|k int64 2", "y = Gather(x, k)")
    yield case("Gather, no indices", "x float 4,2", "y = Gather(x, k)", {"k": numpy.zeros(0, numpy.int64)})
    yield case("Gather, operator set 1", "x float 4,2", "y = Gather(x, k)", {"k": ints(1)}, opset=9)
    big = 2**63 - 1
    for name, x, a, b, axes, steps in (("to the end", "5,2", [1], [big], [0], None), ("negative", "5,2", [-3], [-1], [0], None), ("backwards", "5", [-1], [-big - 1], [0], [-1]),
                                       ("backwards by two", "7", [5], [0], [0], [-2]), ("steps", "2,7", [0, 1], [2, 6], [0, 1], [1, 2]), ("axes turned", "3,4", [1, 0], [3, 2], [1, 0], None),
                                       ("negative axes", "3,4", [1], [3], [-1], [2]), ("beyond", "3", [-100], [100], [0], None), ("one axis backwards", "2,3,4", [3, 1], [0, 3], [2, 1], [-1, 1]),
                                       ("nothing", "3", [2], [1], [0], None), ("begin beyond, backwards", "4", [100], [-100], [0], [-1]), ("step beyond", "5", [1], [5], [0], [9]),
                                       ("step beyond, backwards", "5", [4], [-9], [0], [-9])):
        c = {"a": ints(*a), "b": ints(*b), "x_": ints(*axes)} | ({"s": ints(*steps)} if steps else {})
        yield case(f"Slice, {name}", f"x float {x}", f"y = Slice(x, a, b, x_{', s' if steps else ''})", c, opset=11)
        if not steps:
            yield case(f"Slice-1, {name}", f"x float {x}", f"y = Slice(x; starts={a}, ends={b}, axes={axes})", opset=9)
    yield case("Slice, int32 ends", "x float 5", "y = Slice(x, a, b)", {"a": numpy.array([1], numpy.int32), "b": numpy.array([4], numpy.int32)})
    yield case("Slice, chain", "x float 9,4", "a = Slice(x, one, big, zero) | b = Slice(a, m1, small, zero, m2) | c = Slice(b, one, big, one) | y = Slice(c, m1, small, one, m1)",
               {"zero": ints(0), "one": ints(1), "big": ints(big), "m1": ints(-1), "m2": ints(-2), "small": ints(-big)})
    yield case("Slice, computed ends", "x float 5|e int64 1", "y = Slice(x, a, e)", {"a": ints(1)}, outputs="y float 2")
    for name, text, c, opset, outputs in (("by attribute", "y, z = Split(x; axis=1, split=[1, 3])", {}, 11, "y,z"), ("by operand", "y, z, u = Split(x, s; axis=-1)", {"s": ints(1, 2, 1)}, 13, "y,z,u"),
                                          ("operator set 2", "y, z = Split(x; axis=0, split=[1, 1])", {}, 7, "y,z"), ("a part unused", "y, z = Split(x) | u = Neg(y)", {}, 13, "u"),
                                          ("an empty part", "y, z = Split(x, s)", {"s": ints(0, 2)}, 13, "y,z"), ("num_outputs", "y, z = Split(x; axis=1, num_outputs=2)", {}, 18, "y,z"),
                                          ("one part", "y = Split(x)", {}, 13, "y")):
        yield case(f"Split, {name}", "x float 2,4", text, c, opset, outputs)
    yield case("Squeeze, all", "x float 1,2,1", "y = Squeeze(x)")
    yield case("Squeeze, attribute", "x float 1,2,1", "y = Squeeze(x; axes=[-1, 0])", opset=11)
    yield case("Squeeze, chain", "x float 1,2,1,3", "a = Squeeze(x; axes=[0]) | b = Squeeze(a; axes=[1]) | y = Relu(b)", opset=9)
    yield case("Squeeze, to a scalar", "x float 1,1", "y = Squeeze(x)")
    yield case("Unsqueeze, attribute", "x float 2,3", "y = Unsqueeze(x; axes=[0, 3])", opset=11)
    yield case("Unsqueeze, of a scalar", "x float", "y = Unsqueeze(x, a)", {"a": ints(0)})
    for mode in "constant", "edge", "reflect":
        for opset in 10, 11, 13:
            if opset < 11:
                yield case(f"Pad-2, {mode}", "x float 3,4", f"y = Pad(x; mode='{mode}', pads=[1, 0, 2, 2])", opset=opset)
            else:
                yield case(f"Pad-{opset}, {mode}", "x float 3,4", f"y = Pad(x, p; mode='{mode}')", {"p": ints(1, 0, 2, 2)}, opset=opset)
    yield case("Pad, wrap", "x float 3,4", "y = Pad(x, p; mode='wrap')", {"p": ints(1, 0, 2, 2)}, opset=19)
    yield case("Pad-2, a value", "x float 3,4", "y = Pad(x; pads=[0, 1, 0, 1], value=-2.5)", opset=7)
    for name, value in ("minus zero", -0.0), ("infinity", -INF), ("NaN", NAN), ("signalling NaN", SIGNALS), ("subnormal", bits(3)[0]):
        yield case(f"Pad, with {name}", "x float 2,3", "y = Pad(x, p, v)", {"p": ints(0, 1, 0, 1), "v": numpy.asarray(value, F)})
    yield case("Pad, float16 of a value", "x float16 2,3", "y = Pad(x, p, v)", {"p": ints(0, 1, 0, 1), "v": H(0.1)})
    yield case("Pad, double of a value", "x double 2,3", "y = Pad(x, p, v)", {"p": ints(0, 1, 0, 1), "v": D(0.1)})
    yield case("Pad, double NaN", "x double 2,3", "y = Pad(x, p, v)", {"p": ints(0, 1, 0, 1), "v": numpy.array(0x7FF8000000000123, numpy.uint64).view(D)})
    yield case("Pad, int64 of a value", "x int64 2,3", "y = Pad(x, p, v)", {"p": ints(0, 1, 0, 1), "v": I(2**53 + 1)})
    yield case("Pad, computed value", "x float 2,3|v float", "y = Pad(x, p, v)", {"p": ints(0, 1, 0, 1)})
    yield case("Pad, cutting", "x float 4,3", "y = Pad(x, p)", {"p": ints(-1, 1, 0, 0)})
    yield case("Pad, nothing", "x float 4,3", "y = Pad(x, p)", {"p": ints(0, 0, 0, 0)})
    yield case("Pad, before Conv", "x float 1,2,4,4", "p = Pad(x, k, v) | y = Conv(p, w)", {"k": ints(0, 0, 1, 1, 0, 0, 1, 1), "v": F(-0.0), "w": numbers(3, 2, 3, 3)})
    yield case("Pad, of axes", "x float 2,3", "y = Pad(x, p, v, a)", {"p": ints(1, 2), "v": F(0), "a": ints(1)}, opset=18)
    sizes = {"s": F([1, 1, 2, 3]), "k": ints(1, 2, 4, 6), "r": numpy.zeros(0, F), "half": F([1, 1, 0.5, 0.5])}
    for mode in "half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel":
        for nearest in "round_prefer_floor", "floor", "ceil", "round_prefer_ceil":
            yield case(f"Resize, {mode}, {nearest}", "x float 1,2,2,2", f"y = Resize(x, , s; coordinate_transformation_mode='{mode}', nearest_mode='{nearest}')", sizes)
    yield case("Resize-10", "x float 1,2,2,2", "y = Resize(x, s)", sizes, opset=10)
    yield case("Resize-11, sizes", "x float 1,2,2,2", "y = Resize(x, r, r, k; coordinate_transformation_mode='asymmetric', nearest_mode='floor')", sizes, opset=11)
    yield case("Resize, float16", "x float16 1,2,2,2", "y = Resize(x, , s; coordinate_transformation_mode='asymmetric', nearest_mode='floor')", sizes)
    yield case("Resize, smaller", "x float 1,2,4,4", "y = Resize(x, , half)", sizes)
    yield case("Resize, linear", "x float 1,2,2,2", "y = Resize(x, , s; mode='linear')", sizes)
    for kind in "float", "float16", "double":
        yield case(f"Upsample-9, {kind}", f"x {kind} 1,2,2,2", "y = Upsample(x, s)", sizes, opset=9)
    yield case("Upsample-7", "x float 1,2,2,2", "y = Upsample(x; scales=[1.0, 1.0, 2.0, 2.0])", opset=7)
    yield case("Upsample-9, linear", "x float 1,2,2,2", "y = Upsample(x, s; mode='linear')", sizes, opset=9)
    yield case("Upsample-9, a fraction", "x float 1,1,2,2", "y = Upsample(x, s)", {"s": F([1, 1, 1.5, 2])}, opset=9)


# ---- sums -----------------------------------------------------------------------------------------------------------

def sums():
    for kind in "float", "float16", "double", "int32":
        c = {"w": numbers(3, 4, kind=kind), "t": numbers(4, 3, kind=kind), "b": numbers(4, kind=kind), "e": numbers(2, 1, kind=kind), "s": numbers(kind=kind)}
        for name, text in (("plain", "y = Gemm(x, w, b)"), ("transB", "y = Gemm(x, t, b; transB=1)"), ("no C", "y = Gemm(x, w)"), ("column C", "y = Gemm(x, w, e)"),
                           ("scalar C", "y = Gemm(x, w, s)"), ("alpha", "y = Gemm(x, w, b; alpha=0.3)"), ("beta", "y = Gemm(x, w, b; beta=2.5)"),
                           ("alpha and beta", "y = Gemm(x, t, b; alpha=0.7, beta=-0.4, transB=1)"), ("alpha, no C", "y = Gemm(x, w; alpha=-1.0)"), ("beta 0", "y = Gemm(x, w, b; beta=0.0)"),
                           ("alpha 0", "y = Gemm(x, w, b; alpha=0.0)")):
            yield case(f"Gemm, {kind}, {name}", f"x {kind} 2,3", text, c, opset=11)
    c = {"w": numbers(3, 3), "b": numbers(3)}
    yield case("Gemm, square transB", "x float 3,3", "y = Gemm(x, w, b; transB=1)", c)
    yield case("Gemm, transA", "x float 3,2", "y = Gemm(x, w, b; transA=1)", c)
    yield case("Gemm, both transposed, computed", "x float 3,2|z float 4,3", "y = Gemm(x, z; transA=1, transB=1)", c)
    yield case("Gemm, C computed", "x float 2,3|z float 1,3", "y = Gemm(x, w, z)", c)
    yield case("Gemm, shared weight", "x float 3,3", "a = Gemm(x, w, b) | d = Gemm(a, w, b; transB=1) | y = MatMul(d, w)", c)
    yield case("Gemm, odd C", "x float 2,3", "y = Gemm(x, w, b)", {"w": numbers(3, 6), "b": ODD.reshape(2, 6)})
    yield case("Gemm, C of -0", "x float 2,3", "y = Gemm(x, w, b)", {"w": numbers(3, 2), "b": F([-0.0])})
    yield case("Gemm, operator set 7", "x float 2,3", "y = Gemm(x, w, b)", c, opset=7)
    yield case("Gemm, operator set 9", "x float 2,3", "y = Gemm(x, w, b; transB=1)", c, opset=9)
    yield case("Gemm, broadcast by attribute", "x float 2,3", "y = Gemm(x, w, b; broadcast=1)", c, opset=6)
    for policy in "fused", "wide", "exact":
        yield case(f"Gemm, {policy}", "x float 2,3", "y = Gemm(x, w, b; transB=1)", c, options=["--accumulate", policy])
        yield case(f"Gemm, alpha, {policy}", "x float 2,3", "y = Gemm(x, w, b; transB=1, alpha=0.3)", c, options=["--accumulate", policy])
        yield case(f"Gemm, beta, {policy}", "x float 2,3", "y = Gemm(x, w, b; beta=0.3)", c, options=["--accumulate", policy])
        yield case(f"Conv, {policy}", "x float 1,4,4,4", "y = Conv(x, w; group=2, auto_pad='SAME_UPPER')", {"w": numbers(4, 2, 3, 3)}, options=["--accumulate", policy])
        yield case(f"ReduceMean, {policy}", "x float 2,5", "y = ReduceMean(x; axes=[1])", options=["--accumulate", policy])
        yield case(f"AveragePool, {policy}", "x float 1,2,4,4", "y = AveragePool(x; kernel_shape=[2, 2])", options=["--accumulate", policy])
        yield case(f"GlobalAveragePool, {policy}", "x float 1,2,4,4", "y = GlobalAveragePool(x)", options=["--accumulate", policy])
        yield case(f"Sum, {policy}", "x float 2|z float 2|u float 2", "y = Sum(x, z, u)", options=["--accumulate", policy])
        yield case(f"LSTM, {policy}", "x float 2,1,3", "y = LSTM(x, w, r, b; hidden_size=2)", {"w": numbers(1, 8, 3), "r": numbers(1, 8, 2), "b": numbers(1, 16)},
                   options=["--accumulate", policy])
        yield case(f"ConvTranspose, {policy}", "x float 1,2,2,2", "y = ConvTranspose(x, w; strides=[2, 2])", {"w": numbers(2, 3, 2, 2)}, options=["--accumulate", policy])
        yield case(f"MatMul, {policy}", "x float 2,2,3", "y = MatMul(x, w)", c, options=["--accumulate", policy])
    for kind in "float", "float16", "double", "int32", "int64":
        for name, a, b in (("plain", "2,3", "3,2"), ("stack by matrix", "2,2,3", "3,2"), ("matrix by stack", "2,3", "2,3,2"), ("stacks", "2,2,3", "2,3,2")):
            yield case(f"MatMul, {kind}, {name}", f"x {kind} {a}|z {kind} {b}", "y = MatMul(x, z)", opset=9)
    for name, a, b in (("vectors", "3", "3"), ("vector by matrix", "3", "3,2"), ("matrix by vector", "2,3", "3"), ("stack by vector", "2,2,3", "3"), ("vector by stack", "3", "2,3,2"),
                       ("stretched stacks", "2,1,2,3", "1,3,3,2"), ("a stack of one", "1,2,3", "2,3,2"), ("empty sum", "2,0", "0,3"), ("no rows", "0,3", "3,2"), ("stack of ones", "2,2,3", "1,1,3,2")):
        yield case(f"MatMul, {name}", f"x float {a}|z float {b}", "y = MatMul(x, z)")
    yield case("MatMul, constant stack", "x float 2,2,3", "y = MatMul(x, z)", {"z": numbers(2, 3, 2)})
    for kind in "float", "float16", "double":
        c = {"w": numbers(4, 2, 3, 3, kind=kind), "b": numbers(4, kind=kind), "d": numbers(2, 1, 3, 3, kind=kind), "g": numbers(4, 1, 2, 2, kind=kind), "l": numbers(3, 2, 3, kind=kind)}
        x = f"x {kind} 1,2,5,5"
        for name, inputs, text in (("plain", x, "y = Conv(x, w)"), ("bias", x, "y = Conv(x, w, b)"), ("pads", x, "y = Conv(x, w, b; pads=[1, 0, 2, 1], strides=[2, 1])"),
                                   ("dilations", x, "y = Conv(x, w; dilations=[2, 1], kernel_shape=[3, 3])"), ("SAME_UPPER", f"x {kind} 1,2,6,6", "y = Conv(x, w; auto_pad='SAME_UPPER', strides=[2, 2])"),
                                   ("SAME_LOWER", f"x {kind} 1,2,6,6", "y = Conv(x, w; auto_pad='SAME_LOWER', strides=[2, 2])"), ("VALID", x, "y = Conv(x, w; auto_pad='VALID')"),
                                   ("depthwise", x, "y = Conv(x, d; group=2)"), ("groups", x, "y = Conv(x, g, b; group=2, pads=[1, 1, 1, 1])"), ("one axis", f"x {kind} 2,2,7", "y = Conv(x, l; pads=[1, 1], strides=[2])"),
                                   ("one axis, SAME", f"x {kind} 2,2,7", "y = Conv(x, l; auto_pad='SAME_LOWER')")):
            yield case(f"Conv, {kind}, {name}", inputs, text, c, opset=10)
    yield case("Conv, no channels", "x float 1,0,4,4|w float 2,0,3,3", "y = Conv(x, w)")
    yield case("Conv, three axes", "x float 1,1,3,3,3", "y = Conv(x, w)", {"w": numbers(1, 1, 2, 2, 2)})
    yield case("Conv, weights computed", "x float 1,2,4,4|w float 2,1,3,3", "y = Conv(x, w; group=2)")
    yield case("Conv, groups computed", "x float 1,4,4,4|w float 4,2,3,3|b float 4", "y = Conv(x, w, b; group=2)")
    yield case("Conv, bias of -0", "x float 1,2,4,4", "y = Conv(x, w, b)", {"w": numbers(2, 2, 3, 3), "b": F([-0.0, -0.0])})
    yield case("Conv, odd weights", "x float 1,1,3,4", "y = Conv(x, w)", {"w": ODD.reshape(2, 1, 2, 3)})
    yield case("Conv, batches", "x float 3,2,4,4", "y = Conv(x, w; auto_pad='SAME_UPPER')", {"w": numbers(2, 2, 2, 2)}, opset=7)
    c = {"w": numbers(2, 3, 2, 2), "b": numbers(3), "o": numbers(2, 3, 3, 3), "g": numbers(2, 1, 2, 2), "l": numbers(2, 3, 2), "r": numbers(2, 3, 3, 2)}
    for name, inputs, text in (("no overlap", "x float 1,2,3,3", "y = ConvTranspose(x, w; strides=[2, 2])"), ("bias", "x float 2,2,2,3", "y = ConvTranspose(x, w, b; strides=[2, 2])"),
                               ("overlap", "x float 1,2,3,3", "y = ConvTranspose(x, o)"), ("pads", "x float 1,2,3,3", "y = ConvTranspose(x, w; strides=[2, 2], pads=[1, 1, 1, 1])"),
                               ("groups", "x float 1,2,3,3", "y = ConvTranspose(x, g; strides=[2, 2], group=2)"), ("one axis", "x float 1,2,3", "y = ConvTranspose(x, l; strides=[2])"),
                               ("unequal", "x float 1,2,2,2", "y = ConvTranspose(x, r, b; strides=[3, 2])"), ("output padding", "x float 1,2,2,2", "y = ConvTranspose(x, w; strides=[3, 3], output_padding=[1, 1])"),
                               ("output shape", "x float 1,2,2,2", "y = ConvTranspose(x, w; strides=[2, 2], output_shape=[4, 4])"), ("SAME", "x float 1,2,2,2", "y = ConvTranspose(x, w; strides=[2, 2], auto_pad='SAME_UPPER')"),
                               ("1x1", "x float 1,2,2,2", "y = ConvTranspose(x, q)")):
        yield case(f"ConvTranspose, {name}", inputs, text, {**c, "q": numbers(2, 3, 1, 1)}, opset=11)
    yield case("ConvTranspose, weights computed", "x float 1,2,2,2|w float 2,3,2,2", "y = ConvTranspose(x, w; strides=[2, 2])")
    for kind in "float16", "double":
        yield case(f"ConvTranspose, {kind}", f"x {kind} 1,2,2,2", "y = ConvTranspose(x, w; strides=[2, 2])", {"w": numbers(2, 3, 2, 2, kind=kind)})


# ---- pools, reductions, slices --------------------------------------------------------------------------------------

def windows():
    for kind in "float", "float16", "double":
        x = f"x {kind} 1,2,5,5"
        for name, inputs, text in (("plain", x, "(x; kernel_shape=[2, 2])"), ("pads", x, "(x; kernel_shape=[3, 3], pads=[1, 0, 1, 2], strides=[2, 2])"),
                                   ("SAME_UPPER", x, "(x; kernel_shape=[2, 3], auto_pad='SAME_UPPER')"), ("SAME_LOWER", x, "(x; kernel_shape=[2, 2], auto_pad='SAME_LOWER', strides=[2, 2])"),
                                   ("ceil", x, "(x; kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1)"), ("ceil and pads", x, "(x; kernel_shape=[3, 3], strides=[2, 2], pads=[0, 1, 1, 0], ceil_mode=1)"),
                                   ("one axis", f"x {kind} 1,2,6", "(x; kernel_shape=[3], strides=[2])"), ("batches", f"x {kind} 2,3,3,3", "(x; kernel_shape=[3, 3])")):
            yield case(f"MaxPool, {kind}, {name}", inputs, f"y = MaxPool{text}", opset=11 if kind == "double" else 12)
            yield case(f"AveragePool, {kind}, {name}", inputs, f"y = AveragePool{text}", opset=11)
        yield case(f"GlobalAveragePool, {kind}", x, "y = GlobalAveragePool(x)", opset=9)
        yield case(f"GlobalAveragePool, {kind}, three axes", f"x {kind} 2,2,2,2,3", "y = GlobalAveragePool(x)")
        yield case(f"GlobalMaxPool, {kind}", x, "y = GlobalMaxPool(x)")
        for name, text in (("last", "axes=[-1]"), ("first", "axes=[0]"), ("middle", "axes=[1], keepdims=0"), ("two", "axes=[1, 2]"), ("apart", "axes=[0, 2]"), ("all", ""), ("turned", "axes=[2, 1], keepdims=0")):
            for operation in "ReduceMean", "ReduceMax":
                yield case(f"{operation}, {kind}, {name}", f"x {kind} 2,3,4", f"y = {operation}(x{'; ' if text else ''}{text})", opset=(11, 13)[kind == "double"])
        for name, shape, axis, opset in (("last axis", "2,3", 1, 11), ("middle axis", "2,3,4", 1, 11), ("middle axis of four", "2,2,3,2", 2, 11), ("first axis", "2,3,2", 0, 11), ("13, middle", "2,3,4", 1, 13),
                                         ("13, last", "2,3", -1, 13), ("13, first", "3,2", 0, 13), ("9", "2,3", 1, 9), ("negative axis", "2,3,4", -2, 11), ("vector", "4", 0, 9)):
            yield case(f"Softmax, {kind}, {name}", f"x {kind} {shape}", f"y = Softmax(x; axis={axis})", opset=opset)
    x = "x float 1,2,5,5"
    yield case("MaxPool, dilations", x, "y = MaxPool(x; kernel_shape=[2, 2], dilations=[2, 2])", opset=11)
    yield case("MaxPool, indices", x, "y, z = MaxPool(x; kernel_shape=[2, 2])", outputs="y,z")
    yield case("MaxPool, indices unused", x, "y, z = MaxPool(x; kernel_shape=[2, 2])")
    yield case("MaxPool, three axes", "x float 1,1,3,3,3", "y = MaxPool(x; kernel_shape=[2, 2, 2])")
    yield case("MaxPool, int8", "x int8 1,1,4,4", "y = MaxPool(x; kernel_shape=[2, 2])")
    yield case("MaxPool, operator set 7", x, "y = MaxPool(x; kernel_shape=[3, 3], strides=[2, 2])", opset=7)
    yield case("MaxPool, storage order", x, "y = MaxPool(x; kernel_shape=[2, 2], storage_order=1)")
    yield case("AveragePool, count_include_pad", x, "y = AveragePool(x; kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1)")
    yield case("AveragePool, ceil and count_include_pad", x, "y = AveragePool(x; kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1, count_include_pad=1)", opset=11)
    yield case("AveragePool, operator set 7", x, "y = AveragePool(x; kernel_shape=[3, 3], pads=[1, 1, 1, 1])", opset=7)
    yield case("AveragePool, dilations", x, "y = AveragePool(x; kernel_shape=[2, 2], dilations=[2, 2])", opset=19)
    for operation in "ReduceMean", "ReduceMax":
        yield case(f"{operation}, int32", "x int32 2,3", f"y = {operation}(x; axes=[1])")
        yield case(f"{operation}, of one element", "x float 2,1", f"y = {operation}(x; axes=[1])")
        yield case(f"{operation}, axes as operand", "x float 2,3", f"y = {operation}(x, a)", {"a": ints(1)}, opset=18)
        yield case(f"{operation}, of nothing", "x float 2,3", f"y = {operation}(x; noop_with_empty_axes=1)", opset=18)
        yield case(f"{operation}, around a one", "x float 2,1,3", f"y = {operation}(x; axes=[0, 2])")
        yield case(f"{operation}, a scalar", "x float", f"y = {operation}(x)")
        yield case(f"{operation}, empty", "x float 0,3", f"y = {operation}(x; axes=[1])")
    yield case("ReduceMean, 70 elements of float16", "x float16 1,70", "y = ReduceMean(x; axes=[1])")
    yield case("ReduceMean, 3000 elements of float16", "x float16 1,3000", "y = ReduceMean(x; axes=[1])")
    yield case("ReduceSum", "x float 2,3", "y = ReduceSum(x, a)", {"a": ints(1)})
    yield case("ReduceMin", "x float 2,3", "y = ReduceMin(x; axes=[1])")
    yield case("BatchNormalization", "x float 1,2,2,2", "y = BatchNormalization(x, a, b, c, d)", {n: numbers(2) ** 2 + 1 for n in "abcd"}, opset=9)
    yield case("BatchNormalization, operator set 15", "x float 1,2,2,2", "y = BatchNormalization(x, a, b, c, d)", {n: numbers(2) ** 2 + 1 for n in "abcd"}, opset=15)
    yield case("LRN", "x float 1,4,2,2", "y = LRN(x; size=3)")
    yield case("InstanceNormalization", "x float 1,2,2,2", "y = InstanceNormalization(x, a, b)", {n: numbers(2) for n in "ab"})
    yield case("ArgMax", "x float 2,3", "y = ArgMax(x; axis=1)")
    yield case("Expand", "x float 1,3", "y = Expand(x, k)", {"k": ints(2, 3)})
    yield case("Tile", "x float 2,3", "y = Tile(x, k)", {"k": ints(2, 1)})
    yield case("ConstantOfShape", "x float 2,3", "s = Shape(x) | c = ConstantOfShape(s) | y = Add(x, c)")
    yield case("Range", "x float 3", "r = Range(a, b, c) | f = Cast(r; to=1) | y = Add(x, f)", {"a": I(0), "b": I(3), "c": I(1)})
    yield case("DepthToSpace", "x float 1,4,2,2", "y = DepthToSpace(x; blocksize=2)")
    yield case("OneHot", "x int64 3", "y = OneHot(x, d, v)", {"d": I(4), "v": F([0, 1])})
    yield case("QuantizeLinear", "x float 2,3", "q = QuantizeLinear(x, s, z) | y = DequantizeLinear(q, s, z)", {"s": F(0.1), "z": numpy.uint8(3)})


def recurrent():
    c = {"w": numbers(1, 8, 3), "r": numbers(1, 8, 2), "b": numbers(1, 16), "p": numbers(1, 6), "h": numbers(1, 1, 2), "c": numbers(1, 1, 2), "w2": numbers(2, 8, 3), "r2": numbers(2, 8, 2), "b2": numbers(2, 16),
         "n": numpy.array([2], numpy.int32)}
    net = "x float 3,1,3"
    for name, text, outputs in (("plain", "y = LSTM(x, w, r; hidden_size=2)", "y"), ("bias", "y = LSTM(x, w, r, b; hidden_size=2)", "y"), ("states", "y, g, e = LSTM(x, w, r, b, , h, c; hidden_size=2)", "y,g,e"),
                                ("peepholes", "y = LSTM(x, w, r, b, , h, c, p; hidden_size=2)", "y"), ("reverse", "y, g = LSTM(x, w, r, b; hidden_size=2, direction='reverse')", "y,g"),
                                ("bidirectional", "y, g, e = LSTM(x, w2, r2, b2; hidden_size=2, direction='bidirectional')", "y,g,e"), ("last state only", ", g = LSTM(x, w, r, b; hidden_size=2)", "g"),
                                ("lengths", "y = LSTM(x, w, r, b, n; hidden_size=2)", "y"), ("clip", "y = LSTM(x, w, r, b; hidden_size=2, clip=0.5)", "y"), ("coupled", "y = LSTM(x, w, r, b; hidden_size=2, input_forget=1)", "y"),
                                ("activations", "y = LSTM(x, w, r, b; hidden_size=2, activations=['Sigmoid', 'Relu', 'Tanh'])", "y"), ("activations as they are", "y = LSTM(x, w, r, b; hidden_size=2, activations=['Sigmoid', 'Tanh', 'Tanh'])", "y"),
                                ("hidden size not given", "y = LSTM(x, w, r, b)", "y")):
        yield case(f"LSTM, {name}", net, text, c, outputs=outputs, opset=11)
    yield case("LSTM, batch", "x float 2,3,3", "y = LSTM(x, w, r, b; hidden_size=2)", c)
    yield case("LSTM, batch first", "x float 2,3,3", "y = LSTM(x, w, r, b; hidden_size=2, layout=1)", c, opset=14)
    yield case("LSTM, weights computed", "x float 2,1,3|w float 1,8,3", "y = LSTM(x, w, r, b; hidden_size=2)", c)
    yield case("LSTM, 100 steps", "x float 100,1,3", "y = LSTM(x, w, r, b; hidden_size=2)", c)
    yield case("LSTM, state computed", "x float 2,1,3|h float 1,1,2", "y = LSTM(x, w, r, b, , h; hidden_size=2)", c)
    for kind in "float16", "double":
        yield case(f"LSTM, {kind}", f"x {kind} 2,1,3", "y = LSTM(x, w, r, b; hidden_size=2)", {"w": numbers(1, 8, 3, kind=kind), "r": numbers(1, 8, 2, kind=kind), "b": numbers(1, 16, kind=kind)})
    yield case("GRU", net, "y = GRU(x, w, r; hidden_size=2)", {"w": numbers(1, 6, 3), "r": numbers(1, 6, 2)})


def operators():
    for part in elementwise, moves, sums, windows, recurrent:
        yield from part()


# ---- what a rewrite could lose --------------------------------------------------------------------------------------

def changed(title, inputs, text, constants=None, opset=13, outputs="y", options=(), change=None):
    one = case(title, inputs, text, constants, opset, outputs, options)
    change(one.model)
    return one


def renamed(model, names):
    for node in model.graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
    for value in [*model.graph.input, *model.graph.output, *model.graph.initializer, *model.graph.value_info]:
        value.name = names.get(value.name, value.name)


def nested_if():
    """If in a branch of an If; both branches use the same names."""
    def branch(texts, output):
        return helper.make_graph([node_of(text) for text in texts], "branch", [], [helper.make_tensor_value_info(output, 1, [3])])
    inner = helper.make_node("If", ["q2"], ["t"], then_branch=branch(["a = Neg(x)", "s = Mul(a, c)"], "s"), else_branch=branch(["a = Relu(x)", "s = Add(a, c)"], "s"))
    outer = branch([], "t")
    outer.node.append(inner)
    node = helper.make_node("If", ["q"], ["y"], then_branch=outer, else_branch=branch(["a = Exp(x)", "t = Sub(a, c)"], "t"))
    model = model_of("x float 3", "z = HardSigmoid(x)", {}, outputs="z")
    model.graph.node.append(node)
    model.graph.initializer.extend([numpy_helper.from_array(numpy.asarray(True), "q"), numpy_helper.from_array(numpy.asarray(False), "q2"),
                                    numpy_helper.from_array(numpy.asarray(0.3, F), "c")])
    model.graph.output.append(helper.make_tensor_value_info("y", 1, [3]))
    return model


def add_unknown_parts(model):
    model.doc_string = "a model"
    model.producer_name = "somebody"
    model.domain = "here"
    model.model_version = 7
    model.metadata_props.add(key="k", value="v")
    model.graph.doc_string = "a graph"
    annotation = model.graph.quantization_annotation.add(tensor_name="x")
    annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="w")
    for node in model.graph.node:
        node.doc_string = f"this is {node.op_type}"


def unknown_field(model):
    """A field that onnx.proto does not have, in the model, the graph and a node."""
    def with_field(message):
        return type(message).FromString(message.SerializeToString() + bytes([0xFA, 0x7F, 3]) + b"new")
    model.graph.node[0].CopyFrom(with_field(model.graph.node[0]))
    model.graph.CopyFrom(with_field(model.graph))
    model.CopyFrom(with_field(model))


def models():
    w = {"w": numbers(3, 3), "b": numbers(3)}
    yield case("an intermediate value is an output", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Relu(a)", w, outputs="y,a")
    yield case("an output twice computed from", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Relu(a) | z = Identity(a) | u = Identity(z)", w, outputs="y,a,z,u")
    yield case("an input is an output", "x float 2,3", "y = HardSigmoid(x)", outputs="y,x")
    yield case("an initializer is an output", "x float 2,3", "y = Gemm(x, w)", w, outputs="y,w")
    yield changed("an output is listed twice", "x float 2,3", "y = HardSigmoid(x)", change=lambda m: m.graph.output.append(m.graph.output[0]))
    yield case("Identity chain to the output", "x float 2,3", "a = HardSigmoid(x) | b = Identity(a) | c = Identity(b) | y = Identity(c)")
    yield case("Identity of an input", "x float 2,3", "y = Identity(x) | z = Identity(x)", outputs="y,z")
    yield case("Identity of a constant", "x float 2,3", "y = Identity(c) | z = Neg(x)", {"c": ODD}, outputs="y,z")
    for name in "fix_value_1", "fix_constant_1", "fix_node_1", "fix_value_2", "a\"b'c\\", "größe→x", "with space", "a" * 300:
        yield changed(f"a value has the name {name[:20]}", "x float 2,3", "a = Gemm(x, w, b; transB=1, alpha=0.5) | y = HardSigmoid(a)", w, change=lambda m: renamed(m, {"a": name}))
        yield changed(f"an input has the name {name[:20]}", "x float 2,3", "a = Gemm(x, w, b; transB=1, alpha=0.5) | y = HardSigmoid(a)", w, change=lambda m: renamed(m, {"x": name}))
        yield changed(f"a weight has the name {name[:20]}", "x float 2,3", "a = Gemm(x, w, b; transB=1, alpha=0.5) | y = HardSigmoid(a)", w, change=lambda m: renamed(m, {"w": name}))
        yield changed(f"an output has the name {name[:20]}", "x float 2,3", "a = Gemm(x, w, b; transB=1, alpha=0.5) | y = HardSigmoid(a)", w, change=lambda m: renamed(m, {"y": name}))

        def name_nodes(model):
            for node in model.graph.node:
                node.name = name
        yield changed(f"nodes have the name {name[:20]}", "x float 2,3", "a = Gemm(x, w, b; transB=1, alpha=0.5) | y = HardSigmoid(a)", w, change=name_nodes)

    def reverse_nodes(model):
        nodes = [*model.graph.node][::-1]
        del model.graph.node[:]
        model.graph.node.extend(nodes)
    yield changed("nodes are not sorted", "x float 2,3", "a = Gemm(x, w, b; transB=1) | r = HardSigmoid(a) | y = Gemm(r, w, b)", w, change=reverse_nodes)
    yield changed("initializers are inputs", "x float 2,3", "y = Gemm(x, w, b; transB=1)", w, opset=9,
                  change=lambda m: m.graph.input.extend([helper.make_tensor_value_info("w", 1, [3, 3]), helper.make_tensor_value_info("b", 1, [3])]))
    yield changed("inputs come after initializers that are inputs", "x float 2,3|z float 2,3", "a = Gemm(x, w, b; transB=1) | y = Sub(z, a)", w, opset=9,
                  change=lambda m: m.graph.input.insert(0, helper.make_tensor_value_info("w", 1, [3, 3])))
    yield case("dead nodes", "x float 2,3", "d = Erf(x) | e = HardSigmoid(d) | y = Gemm(x, w, b; transB=1)", w)
    yield case("a dead division", "x float 2,3|i int64 2|j int64 2", "d = Div(i, j) | y = Gemm(x, w, b; transB=1)", w)
    yield case("a dead Gather", "x float 2,3|i int64 2", "d = Gather(x, i) | y = Gemm(x, w, b; transB=1)", w)
    yield case("one weight in two ways", "x float 2,3", "a = Gemm(x, w, b) | c = Gemm(a, w, b; transB=1) | d = Transpose(w) | e = MatMul(c, d) | y = Add(e, b)", w)
    yield case("one weight as data and as a table", "x float 2,3", "g = Gather(w, k) | a = MatMul(x, w) | y = Add(a, g)", {**w, "k": ints(2)})
    yield case("two weights with the same bits", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Gemm(a, v, b; transB=1)", {**w, "v": numbers(3, 3)})
    yield case("weights that differ in the sign of zero", "x float 2,2", "a = Add(x, c) | y = Add(x, d)", {"c": F([0.0]), "d": F([-0.0])}, outputs="y,a")
    yield case("weights that differ in a payload", "x float 2,2", "a = Where(q, x, c) | y = Where(q, x, d)", {"q": numpy.array([True, False]), "c": bits(0x7FC00001), "d": bits(0x7FC00002)},
               outputs="y,a")
    yield case("weights that differ in their type", "x int32 2|z int64 2", "a = Add(x, c) | y = Add(z, d)", {"c": numpy.array([5], numpy.int32), "d": ints(5)}, outputs="y,a", opset=14)
    yield Case("If with a known condition", if_model(True))
    yield Case("If with a known condition, else", if_model(False, "t = HardSigmoid(x)", "t = Identity(x)"))
    yield Case("If in If", nested_if())
    yield changed("If with a condition that is given", "x float 3", "z = HardSigmoid(x)", outputs="z", change=lambda m: m.graph.node.append(if_model(True).graph.node[0]) or
                  m.graph.input.append(helper.make_tensor_value_info("q", 9, [])) or m.graph.output.append(helper.make_tensor_value_info("y", 1, [3])))
    yield case("Squeezes one after the other", "x float 1,2,1,3,1", "a = Squeeze(x; axes=[0]) | b = Squeeze(a; axes=[1]) | c = Unsqueeze(b; axes=[0]) | y = Squeeze(c; axes=[-1])", opset=11)
    yield case("Slices one after the other", "x float 9,7", "a = Slice(x; starts=[1, -6], ends=[8, 100]) | b = Slice(a; starts=[-5], ends=[-1], axes=[1]) | y = Slice(b; starts=[2], ends=[5])"
               .replace("starts=[2], ends=[5]", "starts=[2], ends=[5], axes=[0]"), opset=9)
    yield case("Softmax of slices of -infinity", "x float 2,3", "m = Where(q, x, n) | y = Softmax(m; axis=1)", {"q": numpy.zeros((2, 3), bool), "n": F(-numpy.inf)}, opset=11)
    yield case("mean of integers", "x int64 2,3", "y = ReduceMean(x; axes=[1])")
    yield case("Div of integers among others", "x int32 4|z int32 4|v float 2,3", "y = Div(x, z) | u = HardSigmoid(v)", outputs="y,u")
    yield case("LSTM as the profile has it", "x float 2,1,3", "y, g, e = LSTM(x, w, r, b, n, h, c, p; hidden_size=2, activations=['Sigmoid', 'Tanh', 'Tanh'], direction='forward', layout=0, input_forget=0)",
               {"w": numbers(1, 8, 3), "r": numbers(1, 8, 2), "b": numbers(1, 16), "p": numbers(1, 6), "h": numbers(1, 1, 2), "c": numbers(1, 1, 2), "n": numpy.array([2], numpy.int32)},
               opset=14, outputs="y,g,e")
    yield changed("fields that nobody needs", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Relu(a)", w, change=add_unknown_parts)
    yield changed("unknown fields", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Relu(a)", w, change=unknown_field)
    yield changed("a graph without a name", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Relu(a)", w, change=lambda m: m.graph.ClearField("name"))
    yield changed("no version of the IR is new", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = Relu(a)", w, change=lambda m: setattr(m, "ir_version", 3))

    def local_function(model):
        function = helper.make_function("own", "Twice", ["X"], ["Y"], [helper.make_node("Add", ["X", "X"], ["Y"])], [helper.make_opsetid("", 13)])
        model.functions.append(function)
    yield changed("a function that is not called", "x float 2,3", "y = HardSigmoid(x)", change=local_function)
    for opset in 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21:
        yield case(f"a network of operator set {opset}", "x float 1,2,6,6",
                   "a = Conv(x, w, b; auto_pad='SAME_UPPER', strides=[2, 2]) | r = Relu(a) | m = MaxPool(r; kernel_shape=[2, 2]) | f = Flatten(m) | g = Gemm(f, v, u; transB=1) | y = Softmax(g; axis=1)",
                   {"w": numbers(4, 2, 3, 3), "b": numbers(4), "v": numbers(3, 16), "u": numbers(3)}, opset=opset)
    for profile in "sonnx-2026-08", "sonnx-2026-10", "onnx":
        yield case(f"a network for {profile}", "x float 1,2,6,6",
                   "a = Conv(x, w, b; auto_pad='SAME_LOWER', strides=[2, 2]) | s = Mul(a, k) | h = HardSigmoid(s) | f = Flatten(h) | g = Gemm(f, v, u; transB=1) | y = Softmax(g; axis=1)",
                   {"w": numbers(4, 2, 3, 3), "b": numbers(4), "v": numbers(3, 36), "u": numbers(3), "k": numbers(4, 1, 1)}, opset=11, options=["--profile", profile])
        yield case(f"Div of integers for {profile}", "x int32 4|z int32 4", "y = Div(x, z)", options=["--profile", profile])
        yield case(f"odd things for {profile}", "x float 12", "a = Clip(x) | b = PRelu(a, s) | y = Sum(b, c, x)", {"s": ODD[:1] * 0 + F(0.1), "c": ODD}, opset=10, options=["--profile", profile])
    for profile in "sonnx", "onnx":
        open_size = case(f"a size that is bound for {profile}", "x float 2,3", "a = Gemm(x, w, b; transB=1) | y = HardSigmoid(a)", w)
        open_size.model.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "N"
        open_size.model.graph.output[0].type.tensor_type.shape.dim[0].dim_param = "N"
        open_size.options, open_size.shapes = ["--dim", "N=2", "--profile", profile], {"x": [2, 3]}
        yield open_size
        given = case(f"a value that is bound for {profile}", "x float 2,3|s float", "a = Mul(x, s) | y = HardSigmoid(a)")
        given.options, given.bound = ["--value", "s=0.3", "--profile", profile], {"s"}
        yield given


# ---- wrong rewrites -------------------------------------------------------------------------------------------------

class Planted:
    """A model, and what a wrong rewrite would make of it. `either` is said where the two may be the same after all."""

    def __init__(self, title, inputs, first, second, constants=None, opset=13, second_opset=13, outputs="y", either=False, options=(), as_it_is=False):
        self.title, self.either, self.options, self.as_it_is = title, either, list(options), as_it_is
        self.first = model_of(inputs, first, constants or {}, outputs, opset)
        self.second = model_of(inputs, second, constants or {}, outputs, second_opset)


def lstm_text(order, sums="plain"):
    """One step of an LSTM of two units without bias, with its gates in this order (input, output, forget, cell of ONNX are 0 to 3)."""
    i, o, f, c = (f"p{k}" for k in order)
    gates = " | ".join(f"m{k} = MatMul(s, w{k}) | h{k} = MatMul(z, r{k}) | p{k} = Add(m{k}, h{k})" for k in range(4))
    return (f"s = Reshape(x, two) | {gates} | a = Sigmoid({i}) | b = Sigmoid({f}) | g = Tanh({c}) | fc = Mul(b, z) | ig = Mul(a, g) | n = Add(fc, ig) | e = Sigmoid({o}) | t = Tanh(n) | "
            "u = Mul(e, t) | y = Reshape(u, four)")


def planted():
    w = numbers(3, 3)
    c = {"w": w, "b": numbers(3), "b2": numpy.tile(numbers(3), (3, 1)), "col": numpy.tile(numbers(3)[:, None], (1, 3)), "wt": w.T.copy(), "ulp": moved(w, 4)}
    x = "x float 3,3"
    yield Planted("Gemm: transB dropped", x, "y = Gemm(x, w, b; transB=1)", "y = Gemm(x, w, b2)", c)
    yield Planted("Gemm: transA dropped", x, "y = Gemm(x, w, b; transA=1)", "y = Gemm(x, w, b2)", c)
    yield Planted("Gemm: transposed twice", x, "y = Gemm(x, w, b; transB=1)", "y = Gemm(x, wt, b2; transB=1)", c)
    yield Planted("Gemm: C expanded along the other axis", x, "y = Gemm(x, w, b)", "y = Gemm(x, w, col)", c)
    yield Planted("Gemm: C dropped", x, "y = Gemm(x, w, b)", "y = Gemm(x, w)", c)
    yield Planted("Gemm: alpha dropped", x, "y = Gemm(x, w, b; alpha=0.5)", "y = Gemm(x, w, b2)", c)
    yield Planted("Gemm: alpha multiplied into the weights", x, "y = Gemm(x, w, b; alpha=0.3)", "y = Gemm(x, v, b2)", {**c, "v": w * F(0.3)})
    yield Planted("Gemm: alpha applied behind the addition", x, "y = Gemm(x, w, b; alpha=0.3)", "g = Gemm(x, w, b2) | y = Mul(g, k)", {**c, "k": F(0.3)})
    yield Planted("Gemm: beta dropped", x, "y = Gemm(x, w, b; beta=0.5)", "y = Gemm(x, w, b2)", c)
    yield Planted("Gemm: beta 0 drops C", x, "y = Gemm(x, w, b; beta=0.0)", "y = MatMul(x, w)", {**c, "b": bits(0x7F800000, 0, 0)})
    yield Planted("Gemm: a weight moved by an ulp", x, "y = Gemm(x, w, b; transB=1)", "y = Gemm(x, ulp, b2)", {**c, "w": w.T.copy()})
    yield Planted("Clip-6: no bounds", "x float 12", "y = Clip(x)", "y = Clip(x)", opset=6)
    yield Planted("Clip-6: no bounds taken as a copy", "x float 12", "y = Clip(x)", "y = Max(x)", opset=10)
    yield Planted("Clip-6: bounds exchanged", "x float 12", "y = Clip(x; min=-1.0, max=2.0)", "y = Clip(x, lo, hi)", {"lo": F(-2), "hi": F(1)}, opset=10)
    yield Planted("Clip: upper bound dropped", "x float 12", "y = Clip(x, lo, hi)", "y = Clip(x, lo)", {"lo": F(-1), "hi": F(2)})
    yield Planted("Clip: bounds in another order", "x float 12", "y = Clip(x, lo, hi)", "a = Min(x, hi) | y = Max(a, lo)", {"lo": F(2), "hi": F(-2)}, either=True)
    yield Planted("Clip from below by Max", "x float 12", "y = Clip(x, lo)", "y = Max(x, z)", {"lo": F(-0.0), "z": F(0.0)})
    yield Planted("Softmax-11: a middle axis kept", "x float 2,3,4", "y = Softmax(x; axis=1)", "y = Softmax(x; axis=1)", opset=11)
    yield Planted("Softmax-11: a middle axis of four kept", "x float 2,2,3,2", "y = Softmax(x; axis=2)", "y = Softmax(x; axis=2)", opset=11)
    yield Planted("Softmax-11: the default axis", "x float 2,3,4", "y = Softmax(x)", "y = Softmax(x)", opset=11)
    yield Planted("Softmax-13: flattened", "x float 2,3,4", "y = Softmax(x; axis=1)", "r = Reshape(x, k) | s = Softmax(r; axis=1) | y = Reshape(s, l)", {"k": ints(2, 12), "l": ints(2, 3, 4)})
    yield Planted("Softmax: another axis", "x float 3,3", "y = Softmax(x; axis=1)", "y = Softmax(x; axis=0)")
    ones = {"one": numpy.ones((5, 1), F), "five": F(5), "fifth": F(1) / F(5), "i": ints(1)}
    yield Planted("mean: times 1/n", "x float 2,5", "y = ReduceMean(x; axes=[1])", "s = MatMul(x, one) | y = Mul(s, fifth)", ones)
    yield Planted("mean: divided before it is summed", "x float 2,5", "y = ReduceMean(x; axes=[1])", "d = Div(x, five) | y = MatMul(d, one)", ones)
    yield Planted("mean: n off by one", "x float 2,5", "y = ReduceMean(x; axes=[1])", "s = MatMul(x, one) | y = Div(s, four)", {**ones, "four": F(4)})
    yield Planted("mean: other axis", "x float 5,5", "y = ReduceMean(x; axes=[1])", "t = ReduceMean(x; axes=[0]) | y = Reshape(t, k)", {"k": ints(5, 1)})
    yield Planted("mean of integers as a sum and a quotient", "x int32 2,5", "y = ReduceMean(x; axes=[1])", "s = MatMul(x, one) | y = Div(s, five)",
                  {"one": numpy.ones((5, 1), numpy.int32), "five": numpy.array([[5], [5]], numpy.int32)}, second_opset=15)
    for policy in "wide", "exact":
        yield Planted(f"mean as a sum and a quotient, {policy}", "x float 2,5", "y = ReduceMean(x; axes=[1])", "s = MatMul(x, one) | y = Div(s, five)", ones, options=["--accumulate", policy])
    image = "x float 1,2,5,5"
    yield Planted("AveragePool: pads counted", image, "y = AveragePool(x; kernel_shape=[3, 3], pads=[1, 1, 1, 1])", "y = AveragePool(x; kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1)", opset=11)
    yield Planted("AveragePool: pads divided by the whole window", image, "y = AveragePool(x; kernel_shape=[2, 2], pads=[1, 1, 0, 0])", "s = Conv(x, k; group=2, pads=[1, 1, 0, 0]) | y = Div(s, four)",
                  {"k": numpy.ones((2, 1, 2, 2), F), "four": F(4)}, opset=11)
    yield Planted("AveragePool: pads not counted", image, "y = AveragePool(x; kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1)", "y = AveragePool(x; kernel_shape=[3, 3], pads=[1, 1, 1, 1])", opset=11)
    line = {"a": F(1), "b": F(-0.0), "zero": F(0), "one": F(1), "low": F(-numpy.inf)}
    yield Planted("HardSigmoid: Clip from below", "x float 12", "y = HardSigmoid(x; alpha=1.0, beta=-0.0)", "m = Mul(x, a) | s = Add(m, b) | y = Clip(s, zero, one)", line, either=True)
    yield Planted("HardSigmoid: minus zero from below", "x float 12", "y = HardSigmoid(x; alpha=1.0, beta=-0.0)", "m = Mul(x, a) | s = Add(m, b) | l = Clip(s, low, one) | y = Max(l, n)", {**line, "n": F(-0.0)})
    yield Planted("HardSigmoid: alpha of the default", "x float 12", "y = HardSigmoid(x; alpha=0.25)", "y = HardSigmoid(x)")
    yield Planted("HardSigmoid: rounded once", "x float 12", "y = HardSigmoid(x; alpha=0.3, beta=0.1)", "m = Add(x, k) | s = Mul(m, q) | y = Clip(s, zero, one)",
                  {**line, "q": F(0.3), "k": F(0.1) / F(0.3)})
    conv = {"w": numbers(3, 2, 3, 3), "b": numbers(3), "p": ints(0, 0, 1, 1, 0, 0, 1, 1), "v": F(-0.0), "g": numbers(4, 1, 3, 3), "g2": numbers(4, 1, 3, 3)[[2, 3, 0, 1]],
            "flip": numbers(3, 2, 3, 3)[:, :, ::-1, ::-1].copy(), "turned": numbers(3, 2, 3, 3).transpose(0, 1, 3, 2).copy()}
    yield Planted("Pad of -0 taken into Conv", image, "q = Pad(x, p, v) | y = Conv(q, w)", "y = Conv(x, w; pads=[1, 1, 1, 1])", conv, either=True)
    yield Planted("Pad of a number taken into Conv", image, "q = Pad(x, p, v) | y = Conv(q, w)", "y = Conv(x, w; pads=[1, 1, 1, 1])", {**conv, "v": F(1)})
    yield Planted("Conv: SAME_UPPER as SAME_LOWER", "x float 1,2,6,6", "y = Conv(x, w; auto_pad='SAME_UPPER', strides=[2, 2])", "y = Conv(x, w; pads=[1, 1, 0, 0], strides=[2, 2])", conv)
    yield Planted("Conv: dilations dropped", image, "y = Conv(x, w; dilations=[2, 2], pads=[2, 2, 2, 2])", "y = Conv(x, w; pads=[1, 1, 1, 1])", conv)
    yield Planted("Conv: strides of the other axis", "x float 1,2,6,6", "y = Conv(x, w; strides=[2, 1], pads=[1, 1, 1, 1])", "a = Conv(x, w; strides=[1, 2], pads=[1, 1, 1, 1]) | y = Reshape(a, k)", {**conv, "k": ints(1, 3, 3, 6)})
    yield Planted("Conv: kernel flipped", image, "y = Conv(x, w)", "y = Conv(x, flip)", conv)
    yield Planted("Conv: kernel transposed", image, "y = Conv(x, w)", "y = Conv(x, turned)", conv)
    yield Planted("Conv: groups exchanged", image, "y = Conv(x, g; group=2)", "y = Conv(x, g2; group=2)", conv)
    yield Planted("Conv: parts of groups joined in another order", image, "y = Conv(x, g; group=2)", "s, t = Split(x; axis=1) | m = Conv(s, g0) | n = Conv(t, g1) | y = Concat(n, m; axis=1)",
                  {**conv, "g0": conv["g"][:2], "g1": conv["g"][2:]})
    yield Planted("Conv: bias dropped", image, "y = Conv(x, w, b)", "y = Conv(x, w)", conv)
    yield Planted("Conv: bias of -0 dropped", image, "y = Conv(x, w, b)", "y = Conv(x, w)", {**conv, "b": F([-0.0] * 3)}, either=True)
    yield Planted("Conv: no bias, one of zero given", image, "y = Conv(x, w)", "y = Conv(x, w, b)", {**conv, "b": F([0] * 3)}, either=True)
    yield Planted("Conv: a weight moved by an ulp", image, "y = Conv(x, w)", "y = Conv(x, v)", {**conv, "v": moved(conv["w"], 17)})
    yield Planted("Conv: a weight of zero has another sign", image, "y = Conv(x, w)", "y = Conv(x, v)", {"w": numpy.where(conv["w"] > 0, conv["w"], F(0)), "v": numpy.where(conv["w"] > 0, conv["w"], F(-0.0))}, either=True)
    s = numbers(3) ** 2 + F(0.5)
    factor = numbers(3) / numpy.sqrt(s + F(1e-5))
    yield Planted("BatchNormalization taken into Conv", image, "c = Conv(x, w) | y = BatchNormalization(c, b, m, m, s)", "y = Conv(x, v, u)",
                  {**conv, "m": numbers(3), "s": s, "v": conv["w"] * factor[:, None, None, None], "u": numbers(3) - numbers(3) * factor})
    t = {"w": numbers(2, 3, 2, 2), "f": numbers(2, 3, 2, 2)[:, :, ::-1, ::-1].copy(), "t": numbers(2, 3, 2, 2).transpose(0, 1, 3, 2).copy()}
    yield Planted("ConvTranspose: kernel flipped", "x float 1,2,2,2", "y = ConvTranspose(x, w; strides=[2, 2])", "y = ConvTranspose(x, f; strides=[2, 2])", t)
    yield Planted("ConvTranspose: rows and columns exchanged", "x float 1,2,2,2", "y = ConvTranspose(x, w; strides=[2, 2])", "y = ConvTranspose(x, t; strides=[2, 2])", t)
    yield Planted("Add: stretched along the other axis", x, "y = Add(x, b)", "y = Add(x, col)", c)
    yield Planted("Add-6: placed at the end", "x float 2,3,3", "y = Add(x, b; broadcast=1, axis=1)", "y = Add(x, b)", c, opset=6)
    yield Planted("Sub: operands exchanged", "x float 3|z float 3", "y = Sub(x, z)", "y = Sub(z, x)")
    yield Planted("Div: by the reciprocal", "x float 3", "y = Div(x, k)", "y = Mul(x, q)", {"k": F([3, 3, 3]), "q": F([1, 1, 1]) / F([3, 3, 3])})
    yield Planted("Div of integers kept", "x int32 4|z int32 4", "y = Div(x, z)", "y = Div(x, z)", second_opset=15, as_it_is=True)
    yield Planted("Div of unsigned kept", "x uint8 4|z uint8 4", "y = Div(x, z)", "y = Div(x, z)", opset=14, second_opset=15, either=True, as_it_is=True)
    yield Planted("Pow: a square by Mul", "x float 4", "y = Pow(x, k)", "y = Mul(x, x)", {"k": F([2, 2, 2, 2])}, either=True)
    yield Planted("Where: branches exchanged", "q bool 3|x float 3|z float 3", "y = Where(q, x, z)", "y = Where(q, z, x)")
    yield Planted("Sum: another order", "x float 3|z float 3|u float 3", "y = Sum(x, z, u)", "a = Add(z, u) | y = Add(a, x)")
    yield Planted("Sum: of two, exchanged", "x float 3|z float 3", "y = Sum(x, z)", "y = Add(z, x)", either=True)
    yield Planted("Transpose: another permutation", "x float 2,2,2", "y = Transpose(x; perm=[1, 2, 0])", "y = Transpose(x; perm=[2, 0, 1])")
    yield Planted("Transpose as Reshape", "x float 2,3", "y = Transpose(x)", "y = Reshape(x, k)", {"k": ints(3, 2)})
    e = {"k": ints(1), "l": ints(4), "m": ints(2), "n": ints(5), "z": ints(0), "i": ints(2, 0), "j": ints(2, 1), "back": ints(-1), "low": ints(-100)}
    yield Planted("Slice: off by one", "x float 6", "y = Slice(x, k, l)", "y = Slice(x, m, n)", e)
    yield Planted("Slice: direction dropped", "x float 4", "y = Slice(x, back, low, z, back)", "y = Slice(x, z, l, z, k)", e)
    yield Planted("Slice: other axis", "x float 4,4", "y = Slice(x, k, l, z)", "a = Slice(x, k, l, k) | y = Reshape(a, r)", {**e, "r": ints(3, 4)})
    yield Planted("Gather: index off by one", "x float 4,2", "y = Gather(x, i)", "y = Gather(x, j)", e)
    yield Planted("Gather: other axis", "x float 3,3", "y = Gather(x, i)", "a = Gather(x, i; axis=1) | y = Reshape(a, r)", {**e, "r": ints(2, 3)})
    yield Planted("Split: other boundaries", "x float 6", "y, z = Split(x, a)", "z, y = Split(x, b)", {"a": ints(2, 4), "b": ints(4, 2)}, outputs="y,z")
    yield Planted("Split: halves exchanged", "x float 6", "y, z = Split(x)", "z, y = Split(x)", outputs="y,z")
    yield Planted("Concat: another order", "x float 2|z float 2", "y = Concat(x, z; axis=0)", "y = Concat(z, x; axis=0)")
    yield Planted("Concat: other axis", "x float 2,2|z float 2,2", "y = Concat(x, z; axis=0)", "a = Concat(x, z; axis=1) | y = Reshape(a, k)", {"k": ints(4, 2)})
    yield Planted("Reshape: 0 taken for another axis", "x float 2,3,4", "y = Reshape(x, k)", "t = Transpose(x; perm=[0, 2, 1]) | y = Reshape(t, k)", {"k": ints(0, -1)})
    yield Planted("two Squeezes merged wrongly", "x float 2,1,2", "a = Squeeze(x; axes=[1]) | y = Transpose(a)", "y = Reshape(x, k)", {"k": ints(2, 2)}, opset=11)
    yield Planted("Flatten: another axis", "x float 2,2,4", "y = Flatten(x; axis=2)", "t = Transpose(x; perm=[1, 0, 2]) | y = Reshape(t, k)", {"k": ints(4, 4)})
    yield Planted("Pad: edge as reflect", "x float 4", "y = Pad(x, p; mode='edge')", "y = Pad(x, p; mode='reflect')", {"p": ints(1, 2)})
    yield Planted("Pad: before and behind exchanged", "x float 4", "y = Pad(x, p)", "y = Pad(x, q)", {"p": ints(1, 2), "q": ints(2, 1)})
    yield Planted("Pad: -0 as 0", "x float 4", "y = Pad(x, p, v)", "y = Pad(x, p)", {"p": ints(1, 1), "v": F(-0.0)})
    yield Planted("Pad: another payload", "x float 4", "y = Pad(x, p, v)", "y = Pad(x, p, u)", {"p": ints(1, 1), "v": bits(0x7FC00001)[0], "u": bits(0x7FC00002)[0]})
    yield Planted("PRelu: slope of another axis", "x float 3,3", "y = PRelu(x, s)", "y = PRelu(x, t)", {"s": numbers(3), "t": numbers(3, 1)})
    yield Planted("PRelu: payload kept", "x float 3", "y = PRelu(x, s)", "l = Less(x, z) | m = Mul(x, t) | y = Where(l, m, x)", {"s": numbers(1), "t": numpy.tile(numbers(1), 3), "z": numpy.zeros(3, F)})
    yield Planted("PRelu: -0 is taken for negative", "x float 3", "y = PRelu(x, s)", "n = Neg(x) | l = Less(z, n) | q = Max(x) | m = Mul(q, t) | y = Where(l, m, q)", {"s": numbers(1), "t": numpy.tile(numbers(1), 3), "z": numpy.zeros(3, F)}, either=True)
    yield Planted("LeakyRelu: alpha of the default", "x float 3", "y = LeakyRelu(x; alpha=0.1)", "y = LeakyRelu(x)")
    yield Planted("Dropout: scaled", "x float 3", "y = Dropout(x)", "y = Mul(x, k)", {"k": F([2, 2, 2])}, opset=7)
    yield Planted("Identity by Max", "x float 3", "y = Identity(x)", "y = Max(x)")
    yield Planted("Identity by Add of 0", "x float 3", "y = Identity(x)", "y = Add(x, z)", {"z": numpy.zeros(3, F)})
    yield Planted("Identity by Mul with 1", "x float 3", "y = Identity(x)", "y = Mul(x, o)", {"o": numpy.ones(3, F)})
    yield Planted("Cast of truth values, turned", "x bool 3", "y = Cast(x; to=1)", "y = Where(x, z, o)", {"z": numpy.zeros(3, F), "o": numpy.ones(3, F)})
    yield Planted("Cast of truth values to -0 and 1", "x bool 3", "y = Cast(x; to=1)", "y = Where(x, o, z)", {"z": F([-0.0] * 3), "o": numpy.ones(3, F)})
    yield Planted("Resize: nearest rounding", "x float 1,1,3,3", "y = Resize(x, , s; coordinate_transformation_mode='asymmetric', nearest_mode='ceil')",
                  "y = Resize(x, , s; coordinate_transformation_mode='asymmetric', nearest_mode='floor')", {"s": F([1, 1, 2, 2])})
    yield Planted("Resize: rows for columns", "x float 1,1,2,2", "y = Upsample(x, s)", "r = Reshape(x, k) | a = Concat(r, r; axis=1) | b = Concat(a, a; axis=2) | y = Reshape(b, l)",
                  {"s": F([1, 1, 2, 2]), "k": ints(1, 2, 2), "l": ints(1, 1, 4, 4)}, opset=9)
    yield Planted("ReduceMax: another axis", "x float 3,3", "y = ReduceMax(x; axes=[1])", "a = ReduceMax(x; axes=[0]) | y = Reshape(a, k)", {"k": ints(3, 1)})
    yield Planted("MaxPool: ceil_mode dropped", "x float 1,1,5,5", "a = MaxPool(x; kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1) | y = Slice(a, k, l, m, o)",
                  "a = MaxPool(x; kernel_shape=[2, 2], strides=[2, 2], pads=[1, 1, 0, 0]) | y = Slice(a, k, l, m, o)", {"k": ints(0, 0), "l": ints(2, 2), "m": ints(2, 3), "o": ints(1, 1)}, opset=11)
    yield Planted("MaxPool: SAME_UPPER as SAME_LOWER", "x float 1,1,4,4", "y = MaxPool(x; kernel_shape=[2, 2], auto_pad='SAME_UPPER')", "y = MaxPool(x; kernel_shape=[2, 2], auto_pad='SAME_LOWER')", opset=11)
    yield Planted("MaxPool: dilations dropped", "x float 1,1,5,5", "y = MaxPool(x; kernel_shape=[2, 2], dilations=[2, 2])", "y = MaxPool(x; kernel_shape=[3, 3])", opset=11)
    yield Planted("MatMul: stack broadcast wrongly", "x float 2,2,2|z float 2,2", "y = MatMul(x, z)", "t = Transpose(x; perm=[1, 0, 2]) | y = MatMul(t, z)")
    yield Planted("MatMul: matrices of a stack exchanged", "x float 2,2,2|z float 2,2,2", "y = MatMul(x, z)", "g = Gather(z, i) | y = MatMul(x, g)", {"i": ints(1, 0)})
    ws = {f"w{k}": numbers(1, 8, 3)[0, 2 * k:2 * k + 2].T.copy() for k in range(4)} | {f"r{k}": numbers(1, 8, 2)[0, 2 * k:2 * k + 2].T.copy() for k in range(4)}
    lstm = {"w": numbers(1, 8, 3), "r": numbers(1, 8, 2), "z": numpy.zeros((1, 2), F), "two": ints(1, 3), "four": ints(1, 1, 1, 2), **ws}
    for order, name in (((0, 1, 2, 3), "as it is"), ((1, 0, 2, 3), "input and output exchanged"), ((0, 1, 3, 2), "forget and cell exchanged"), ((2, 1, 0, 3), "input and forget exchanged")):
        yield Planted(f"LSTM: gates {name}", "x float 1,1,3", "y = LSTM(x, w, r; hidden_size=2)", lstm_text(order), lstm, either=order == (0, 1, 2, 3) or order == (2, 1, 0, 3))
    full = {"w": numbers(1, 8, 3), "r": numbers(1, 8, 2), "b": numbers(1, 16), "p": numbers(1, 6), "h": numbers(1, 1, 2), "c": numbers(1, 1, 2), "n": numpy.array([3], numpy.int32)}
    kept = "y = LSTM(x, w, r, b, n, h, c, p; activations=['Sigmoid', 'Tanh', 'Tanh'], clip=0.0, direction='forward', hidden_size=2, input_forget=0, layout=0)"
    yield Planted("LSTM kept as the profile's", "x float 3,1,3", "y = LSTM(x, w, r, b, n, h, c, p; hidden_size=2)", kept, full, opset=14, second_opset=15, as_it_is=True)
    yield Planted("LSTM: backwards", "x float 3,1,3", "y = LSTM(x, w, r; hidden_size=2)", "y = LSTM(x, w, r; hidden_size=2, direction='reverse')", lstm, opset=14)
