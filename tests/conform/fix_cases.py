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
        yield case(f"{operation}, one odd constant stretched", "x float 2,2", f"a = {operation}(x, c) | b = {operation}(x, d) | y = Sub(a, b)",
                   {"c": NAN, "d": F(-0.0)})
        yield case(f"{operation}, on computed values", "x float 2,3|z float 3", f"a = Relu(x) | b = Neg(z) | c = {operation}(a, b) | y = {operation}(b, a)",
                   outputs="y,c")
        yield case(f"{operation}, both constant", "x float 2", f"a = {operation}(c, c) | y = Concat(x, a; axis=0)", {"c": ODD})
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
        yield case(f"Slice, {kind}", f"x {kind} 4,3", "y = Slice(x, a, b)", {"a": ints(1), "b": ints(3)})
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
    yield case("Slice, chain", "x float 9,4", "a = Slice(x, one, big) | b = Slice(a, m1, small, zero, m2) | c = Slice(b, one, big, one) | y = Slice(c, m1, small, one, m1)",
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
    yield case("AveragePool, count_include_pad, ceil, pads", x, "y = AveragePool(x; kernel_shape=[3, 3], strides=[3, 3], pads=[1, 1, 1, 1], ceil_mode=1, count_include_pad=1)", opset=11)
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
