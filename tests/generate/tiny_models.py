# SPDX-License-Identifier: Apache-2.0
"""Tiny models that together have every operator and every stored type, for the tests of written projects.

A model is a function of `made`: its name, its nodes, its inputs as name:type[shape], its constants. `sums` marks those in which floats
are added up, so that the policy of accumulation matters. Needs python3-onnx and python3-numpy."""
import re

import numpy
import onnx
from onnx import helper

TYPES = {"float": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9, "float16": 10, "double": 11, "uint32": 12,
         "uint64": 13, "bfloat16": 16, "uint4": 21, "int4": 22}
FLOATS = ["float16", "bfloat16", "float", "double"]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
WORDS = {"float": "f4", "double": "f8", "float16": "f2", "bool": "?"} | {name: name for name in INTEGERS}


def node(words, **attributes):
    """results = Operator(operands): an operand that is left out is empty."""
    results, operator, operands = re.fullmatch(r"(.*?) = (\w+)\((.*?)\)", words).groups()
    return helper.make_node(operator, [one.strip() for one in operands.split(",")] if operands else [], [one.strip() for one in results.split(",")], **attributes)


def bytes_of(kind, values):
    if kind in WORDS:
        return numpy.asarray(values).astype("<" + numpy.dtype(WORDS[kind]).str[1:]).tobytes()
    if kind == "bfloat16":  # truncated, which is one of the numbers near by
        return (numpy.asarray(values, "<f4").view("<u4") >> 16).astype("<u2").tobytes()
    nibbles = [int(v) & 15 for v in numpy.asarray(values).flat]
    return bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2] + [0]))


def constant(name, kind, values):
    return onnx.TensorProto(name=name, data_type=TYPES[kind], dims=numpy.shape(values), raw_data=bytes_of(kind, values))


def value(words):
    name, kind, shape = re.fullmatch(r"(\w+):(\w+)(?:\[(.*)\])?", words).groups()
    return helper.make_tensor_value_info(name, TYPES[kind], [int(n) for n in shape.split(",") if n] if shape is not None else None)


def drawn(seed, *shape):
    """Numbers from -1 to 1, the same ones at every call."""
    return numpy.random.RandomState(seed).uniform(-1, 1, shape)


class Tiny:
    """One model; all cases of its self-test may refuse if its name begins with refuses_. `constants` is {"W:float": values}; `outputs` are name:type, without a shape, which is inferred."""

    def __init__(self, name, nodes, inputs, outputs, constants=None, version=13, sums=False):
        self.name = name
        double = ":double" in inputs  # no format is wider
        self.policies = ["sequential", "fused", "exact"] + ([] if double else ["wide"]) if sums else ["sequential"]
        nodes = [node(one) if isinstance(one, str) else one for one in nodes]
        tensors = [constant(*key.split(":"), values) for key, values in (constants or {}).items()]
        graph = helper.make_graph(nodes, name, [value(one) for one in inputs.split()], [value(one) for one in outputs.split()], tensors)
        self.model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=8)


def of_types(kinds, name, operator, shape="2,3", version=13, operands=1, result=None, **attributes):
    """One model with a node for each type."""
    inputs, outputs, nodes = [], [], []
    for kind in kinds:
        names = [f"{kind}_{k}" for k in range(operands)]
        inputs += [f"{one}:{kind}[{shape}]" for one in names]
        nodes.append(node(f"{kind}_y = {operator}({', '.join(names)})", **attributes))
        outputs.append(f"{kind}_y:{result or kind}")
    return Tiny(name, nodes, " ".join(inputs), " ".join(outputs), version=version)


def products():
    for kind in FLOATS:
        yield Tiny(f"conv_{kind}", [node("Y = Conv(X, W, B)", kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 1], dilations=[1, 2])], f"X:{kind}[1,2,5,6]", f"Y:{kind}",
                   {f"W:{kind}": drawn(1, 3, 2, 3, 3), f"B:{kind}": drawn(2, 3)}, version=22, sums=True)
        yield Tiny(f"gemm_{kind}", [node("Y = Gemm(A, B, C)", alpha=0.5, beta=0.25, transA=1, transB=1)], f"A:{kind}[7,2] C:{kind}[3]", f"Y:{kind}", {f"B:{kind}": drawn(3, 3, 7)}, sums=True)
    yield Tiny("conv_groups_1d", [node("Y = Conv(X, W)", group=2, auto_pad="SAME_LOWER")], "X:float[2,4,7]", "Y:float", {"W:float": drawn(4, 6, 2, 4)}, version=11, sums=True)
    yield Tiny("conv_3d", ["Y = Conv(X, W)"], "X:float[1,1,3,3,3] W:float[1,1,2,2,2]", "Y:float", sums=True)
    yield Tiny("convtranspose", [node("Y = ConvTranspose(X, W, B)", strides=[2, 3], pads=[1, 0, 0, 1], output_padding=[1, 1], group=2)], "X:float[1,2,3,3]", "Y:float",
               {"W:float": drawn(5, 2, 2, 3, 3), "B:float": drawn(6, 4)}, sums=True)
    yield Tiny("matmul", ["Y = MatMul(A, B)", "I = MatMul(J, K)", "L = MatMul(M, N)"],
             "A:float[2,1,3,4] B:float[2,4,5] J:int32[2,9] K:int32[9,3] M:uint64[2,3] N:uint64[3,2]", "Y:float I:int32 L:uint64", sums=True)
    yield Tiny("matmul_double", ["Z = MatMul(V, V)", "Y = MatMul(A, V)"], "V:double[6] A:double[2,6]", "Z:double Y:double", sums=True)
    yield Tiny("gemm_integers", ["Y = Gemm(A, B, C)", "Z = Gemm(D, E)"], "A:int64[2,3] B:int64[3,2] C:int64[1,2] D:uint32[2,3] E:uint32[3,2]", "Y:int64 Z:uint32")


def pools():
    yield Tiny("maxpool", [node("Y, I = MaxPool(X)", kernel_shape=[3, 2], pads=[1, 0, 2, 1], strides=[2, 2], dilations=[1, 2], ceil_mode=1), node("Z = MaxPool(B)", kernel_shape=[2, 2])],
               "X:float[1,2,5,6] B:int8[1,1,3,4]", "Y:float I:int64 Z:int8", version=12)
    yield Tiny("maxpool_columns", [node("Y, I = MaxPool(X)", kernel_shape=[2, 2], storage_order=1)], "X:double[1,2,3,4]", "Y:double I:int64", version=12)
    yield Tiny("averagepool", [node("Y = AveragePool(X)", kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]),
                               node("Z = AveragePool(X)", kernel_shape=[2, 3], pads=[1, 0, 0, 2], count_include_pad=1, ceil_mode=1)], "X:float[1,2,5,5]", "Y:float Z:float", version=11, sums=True)
    yield Tiny("averagepool_halves", [node("Y = AveragePool(X)", kernel_shape=[2], pads=[1, 1]), node("Z = AveragePool(B)", kernel_shape=[3])], "X:float16[1,2,5] B:bfloat16[1,1,5]", "Y:float16 Z:bfloat16",
               version=22, sums=True)
    yield Tiny("global_pools", ["Y = GlobalAveragePool(X)", "Z = GlobalMaxPool(X)", "D = GlobalAveragePool(C)"], "X:float[2,3,4,5] C:float16[1,2,3]", "Y:float Z:float D:float16", sums=True)


def reductions():
    for operator in "ReduceMean", "ReduceL2", "ReduceSum", "ReduceProd":
        axes = operator == "ReduceSum"
        for name, shapes in ("", {"float": "2,3,4", "float16": "2,5", "bfloat16": "2,5", "int32": "2,3", "int64": "3,2", "uint32": "3,3"}), ("_double", {"double": "3,4"}):
            nodes = [node(f"{kind}_y = {operator}({kind}_x{', axes' if axes else ''})", keepdims=int(kind == "float"), **({} if axes else {"axes": [1]})) for kind in shapes]
            yield Tiny(operator.lower() + name, nodes, " ".join(f"{kind}_x:{kind}[{shape}]" for kind, shape in shapes.items()), " ".join(f"{kind}_y:{kind}" for kind in shapes),
                       {"axes:int64": [1]} if axes else {}, sums=operator != "ReduceProd")
    yield Tiny("reduce_all", ["Y = ReduceSum(X)", "M = ReduceMean(X)", "P = ReduceProd(X)", "L = ReduceL2(X)"], "X:float[3,4]", "Y:float M:float P:float L:float", sums=True)
    for operator in "ReduceMax", "ReduceMin":
        yield of_types(FLOATS + ["int8", "uint8", "int32", "int64", "uint32", "uint64"], operator.lower(), operator, "3,4", axes=[0], keepdims=0)
    for operator in "ArgMax", "ArgMin":
        for last in 0, 1:
            yield of_types(FLOATS + INTEGERS, operator.lower() + ("_last" if last else ""), operator, "3,4", result="int64", axis=last, keepdims=last, select_last_index=last)
    yield Tiny("mean_sum", ["M = Mean(A, B, C)", "S = Sum(A, B, C)", "D = Mean(E, F)"], "A:float[2,3] B:float[3] C:float[2,1] E:float16[3] F:float16[3]", "M:float S:float D:float16")


def elementwise():
    for operator, version in ("Add", 14), ("Sub", 14), ("Mul", 14):
        yield of_types(FLOATS + INTEGERS, operator.lower(), operator, "5", version, 2)
    yield of_types(FLOATS, "div", "Div", "5", 14, 2)
    yield Tiny("refuses_div", ["Y = Div(A, B)"], "A:int32[5] B:int32[5]", "Y:int32", version=14)
    for kind in INTEGERS:  # any divisor but zero
        yield Tiny(f"div_{kind}", ["Z = Equal(B, zero)", "D = Where(Z, one, B)", "Y = Div(A, D)"], f"A:{kind}[9] B:{kind}[9]", f"Y:{kind}", {f"zero:{kind}": 0, f"one:{kind}": 1}, version=14)
    for operator in "Max", "Min":
        yield of_types(FLOATS + INTEGERS, operator.lower(), operator, "5", 13, 3)
    yield Tiny("broadcast", ["Y = Add(A, B)", "Z = Mul(Y, S)", "W = Sub(Z, C)"], "A:float[2,1,4] B:float[3,1] S:float[] C:float[2,3,4]", "Y:float Z:float W:float")
    yield Tiny("div_constants", ["Y = Div(A, S)", "Z = Div(B, T)"], "A:int32[6] B:int8[3]", "Y:int32 Z:int8", {"S:int32": [1, -1, 7, -7, 3, 2], "T:int8": [-1, 5, -3]}, version=14)
    kinds = FLOATS + ["int8", "int16", "int32", "int64"]
    yield of_types(kinds, "neg", "Neg")
    yield of_types(FLOATS + INTEGERS, "abs", "Abs")
    yield of_types(FLOATS + ["int8", "int16", "int32", "int64"], "relu", "Relu", version=14)
    for operator in "Sqrt", "Floor", "Ceil", "Reciprocal", "Exp", "Log", "Sigmoid", "Tanh", "Erf":
        yield of_types(FLOATS, operator.lower(), operator, "7")
    for operator in "Round", "Sin", "Cos", "Acos":
        yield of_types(FLOATS, operator.lower(), operator, "7", version=22)
    yield of_types(FLOATS, "leakyrelu", "LeakyRelu", version=16, alpha=0.3)
    yield of_types(FLOATS, "hardsigmoid", "HardSigmoid", version=22, alpha=0.3, beta=0.4)
    yield of_types(FLOATS, "thresholdedrelu", "ThresholdedRelu", version=22, alpha=0.25)
    yield Tiny("prelu", ["Y = PRelu(X, S)", "Z = PRelu(J, K)"], "X:float[2,3,2] J:int32[4] K:int32[1]", "Y:float Z:int32", {"S:float": drawn(7, 3, 1)}, version=16)
    yield Tiny("clip", ["Y = Clip(X, low, high)", "Z = Clip(X, , high)", "J = Clip(I, , seven)", "L = Clip(D, a, b)"], "X:float[5] I:int8[4] D:double[4] a:double[] b:double[]",
               "Y:float Z:float J:int8 L:double", {"low:float": -0.5, "high:float": 0.5, "seven:int8": 7})
    yield Tiny("clip_6", [node("Y = Clip(X)", min=-0.25, max=0.75)], "X:float16[6]", "Y:float16", version=6)
    yield Tiny("pow", ["Y = Pow(X, two)", "Z = Pow(A, B)", "W = Pow(I, J)", "V = Pow(X, half)", "U = Pow(X, K)", "T = Pow(H, G)"],
               "X:float[6] A:double[5] B:double[5] I:int32[5] J:int32[5] K:int64[6] H:float16[5] G:float[5]", "Y:float Z:double W:int32 V:float U:float T:float16",
               {"two:float": 2.0, "half:float": 0.5}, version=15)
    yield Tiny("pow_bfloat16", ["Y = Pow(X, Z)", "V = Pow(I, X)"], "X:bfloat16[4] Z:bfloat16[4] I:int64[4]", "Y:bfloat16 V:int64", version=15)


def decisions():
    for operator, version in ("Less", 13), ("LessOrEqual", 16), ("Greater", 13), ("GreaterOrEqual", 16):
        yield of_types(FLOATS + INTEGERS, operator.lower(), operator, "4", version, 2, "bool")
    yield of_types(FLOATS + INTEGERS + ["bool"], "equal", "Equal", "4", 13, 2, "bool")
    yield Tiny("logic", ["E = And(A, B)", "F = Or(A, B)", "G = Xor(E, F)", "H = Not(G)", "I = Equal(H, A)"], "A:bool[2,3] B:bool[3]", "E:bool F:bool G:bool H:bool I:bool")
    yield Tiny("where", ["Y = Where(C, A, B)", "Z = Where(C, I, J)", "W = Where(C, H, G)"], "C:bool[2,1] A:float[2,3] B:float[3] I:int64[1] J:int64[2,2] H:bfloat16[2,2] G:bfloat16[2,2]",
               "Y:float Z:int64 W:bfloat16", version=16)
    yield Tiny("where_of_less", ["C = Less(A, B)", "Y = Where(C, A, B)"], "A:float[2,3] B:float[3]", "Y:float")


def moves():
    every = FLOATS + INTEGERS + ["bool"]
    yield of_types(every, "transpose", "Transpose", "2,3,2", perm=[2, 0, 1])
    yield of_types(["int4", "uint4"], "transpose_nibbles", "Transpose", "3,5", version=21, perm=[1, 0])
    yield Tiny("concat", [node("Y = Concat(A, B, A)", axis=1), node("Z = Concat(I, J)", axis=-1)], "A:float[2,1,2] B:float[2,3,2] I:uint8[2,3] J:uint8[2,2]", "Y:float Z:uint8")
    yield Tiny("split", [node("A, B, C = Split(X, sizes)", axis=1), node("D, E = Split(I)", axis=0)], "X:float[2,6] I:int16[4,2]", "A:float B:float C:float D:int16 E:int16", {"sizes:int64": [1, 3, 2]})
    yield Tiny("slice", ["Y = Slice(X, starts, ends, axes, steps)", "Z = Slice(B, starts, ends, axes, steps)"], "X:double[4,7] B:bool[4,6]", "Y:double Z:bool",
               {"starts:int64": [-1, 1], "ends:int64": [-100, 6], "axes:int64": [0, 1], "steps:int64": [-2, 3]})
    for mode in "constant", "reflect", "edge":
        yield Tiny(f"pad_{mode}", [node("Y = Pad(X, pads, v)" if mode == "constant" else "Y = Pad(X, pads)", mode=mode), node("Z = Pad(I, pads)", mode=mode)], "X:float[3,4] I:int32[3,4]",
                   "Y:float Z:int32", {"pads:int64": [1, 2, 2, 0], "v:float": 0.75} if mode == "constant" else {"pads:int64": [1, 2, 2, 0]})
    yield Tiny("pad_negative", ["Y = Pad(X, pads)"], "X:float16[4,5]", "Y:float16", {"pads:int64": [-1, 2, 1, -2]})
    yield Tiny("tile_expand", ["Y = Tile(X, times)", "Z = Expand(X, shape)", "W = Tile(B, twice)"], "X:float[2,1,3] B:bool[3]", "Y:float Z:float W:bool",
               {"times:int64": [2, 3, 1], "shape:int64": [2, 4, 3], "twice:int64": [2]})
    for mode in "DCR", "CRD":
        yield Tiny(f"depth_space_{mode.lower()}", [node("Y = DepthToSpace(X)", blocksize=2, mode=mode), node("Z = SpaceToDepth(Y)", blocksize=2)], "X:float[1,8,2,3]", "Y:float Z:float")
    for kind in "int64", "int32":
        yield Tiny(f"gather_{kind}", [node("Y = Gather(X, I)", axis=1), node("Z = Gather(B, I)")], f"X:float[2,5,2] B:uint8[4,2] I:{kind}[2,2]", "Y:float Z:uint8")
    yield Tiny("gather_constant", [node("Y = Gather(X, I)", axis=0)], "X:bfloat16[5,2]", "Y:bfloat16", {"I:int64": [[-1, 0], [3, -5]]})
    yield Tiny("shapes", ["R = Reshape(X, shape)", "F = Flatten(X)", "Q = Squeeze(X, one)", "U = Unsqueeze(X, one)", "I = Identity(X)", "S = Shape(X)", "N = Size(X)", "Y = Add(R, R)"],
               "X:float[2,1,3]", "R:float F:float Q:float U:float I:float S:int64 N:int64 Y:float", {"shape:int64": [3, -1], "one:int64": [1]})
    yield Tiny("dropout", ["Y, M = Dropout(X)", "Z = Relu(Y)"], "X:float[2,3]", "Y:float M:bool Z:float")
    yield Tiny("constants", [node("C = ConstantOfShape(shape)", value=constant("", "float", [1.5])), "Y = Add(C, X)", "K = Identity(C)"], "X:float[2,3]", "Y:float K:float", {"shape:int64": [2, 3]})
    yield Tiny("range", ["R = Range(a, b, c)", "Y = Add(R, X)"], "X:float[5]", "Y:float", {"a:float": 0.5, "b:float": 1.5, "c:float": 0.2})


def resizes():
    settings = [("nearest", {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}), ("nearest_half", {"mode": "nearest"}),
                ("linear", {"mode": "linear"}), ("linear_corners", {"mode": "linear", "coordinate_transformation_mode": "align_corners"})]
    for name, attributes in settings:
        yield Tiny(f"resize_{name}", [node("Y = Resize(X, , scales)", **attributes)], "X:float[1,2,3,4]", "Y:float", {"scales:float": [1, 1, 2, 1.5]}, sums=name.startswith("linear"))
    yield Tiny("resize_sizes", [node("Y = Resize(X, , , sizes)", mode="linear", coordinate_transformation_mode="pytorch_half_pixel")], "X:float16[1,1,4,5]", "Y:float16", {"sizes:int64": [1, 1, 3, 1]}, sums=True)
    yield Tiny("resize_uint8", [node("Y = Resize(X, , , sizes)", mode="nearest")], "X:uint8[1,1,4,5]", "Y:uint8", {"sizes:int64": [1, 1, 7, 3]})
    yield Tiny("upsample", [node("Y = Upsample(X, scales)", mode="nearest"), node("Z = Upsample(X, scales)", mode="linear")], "X:float[1,1,2,3]", "Y:float Z:float", {"scales:float": [1, 1, 2, 2]}, version=9,
               sums=True)


def normalisations():
    for kind in FLOATS:
        yield Tiny(f"softmax_{kind}", [node("Y = Softmax(X)", axis=1), node("L = LogSoftmax(X)", axis=-1)], f"X:{kind}[2,3,4]", f"Y:{kind} L:{kind}", sums=True)
    yield Tiny("softmax_11", ["Y = Softmax(X)", node("L = LogSoftmax(X)", axis=2)], "X:float[2,3,2]", "Y:float L:float", version=11, sums=True)
    for kind in FLOATS:
        yield Tiny(f"layernorm_{kind}", [node("Y, M, D = LayerNormalization(X, S, B)", axis=-1, epsilon=1e-3)], f"X:{kind}[3,5]",
                   f"Y:{kind} M:float D:float", {f"S:{kind}": drawn(8, 5), f"B:{kind}": drawn(9, 5)}, version=17, sums=True)
    for kind in FLOATS:
        yield Tiny(f"batchnorm_{kind}", [node("Y = BatchNormalization(X, S, B, M, V)", epsilon=1e-3)], f"X:{kind}[2,3,2]", f"Y:{kind}",
                   {f"{name}:{kind}": drawn(seed, 3) + (2 if name == "V" else 0) for seed, name in enumerate("SBMV")}, version=15)
    for kind in "float", "double", "float16", "bfloat16":
        yield Tiny(f"lrn_{kind}", [node("Y = LRN(X)", size=3, alpha=0.1, beta=0.75 if kind != "double" else 0.5, bias=1.5)], f"X:{kind}[1,5,2,2]", f"Y:{kind}", sums=True)


def recurrences():
    for operator, gates in ("LSTM", 4), ("GRU", 3):
        results = "Y, H, C" if gates == 4 else "Y, H"
        declared = "Y:float H:float C:float" if gates == 4 else "Y:float H:float"
        small = {"W:float": drawn(10, 1, gates * 2, 3), "R:float": drawn(11, 1, gates * 2, 2), "B:float": drawn(12, 1, gates * 4)}
        both = {"W:float": drawn(10, 2, gates * 2, 3), "R:float": drawn(11, 2, gates * 2, 2), "B:float": drawn(12, 2, gates * 4)}
        name = operator.lower()
        yield Tiny(name, [node(f"{results} = {operator}(X, W, R)", hidden_size=2)], "X:float[3,1,3]", declared, {key: small[key] for key in ("W:float", "R:float")}, version=14, sums=True)
        yield Tiny(f"{name}_both_ways", [node(f"{results} = {operator}(X, W, R, B, , first)", hidden_size=2, direction="bidirectional")], "X:float[3,2,3] first:float[2,2,2]", declared, both, version=14, sums=True)
        yield Tiny(f"{name}_lengths", [node(f"{results} = {operator}(X, W, R, B, lengths)", hidden_size=2, direction="reverse")], "X:float[4,3,3] lengths:int32[3]", declared, small, version=14, sums=True)
        yield Tiny(f"{name}_lengths_both", [node(f"{results} = {operator}(X, W, R, B, lengths)", hidden_size=2, direction="bidirectional")], "X:float[3,2,3]", declared, both | {"lengths:int32": [3, 1]}, version=14, sums=True)
        yield Tiny(f"{name}_no_steps", [node(f"Y = {operator}(X, W, R, B, lengths, first)", hidden_size=2)], "X:float[4,1,3] first:float[1,1,2]", "Y:float", small | {"lengths:int32": [0]}, version=14)
        half = {key.replace("float", "float16"): values for key, values in small.items()}
        yield Tiny(f"{name}_float16", [node(f"{results} = {operator}(X, W, R, B)", hidden_size=2)], "X:float16[2,1,3]", declared.replace("float", "float16"), half, version=14, sums=True)
    yield Tiny("gru_before_reset", [node("Y, H = GRU(X, W, R, B)", hidden_size=2, linear_before_reset=1)], "X:float[3,1,3]", "Y:float H:float",
               {"W:float": drawn(10, 1, 6, 3), "R:float": drawn(11, 1, 6, 2), "B:float": drawn(12, 1, 12)}, version=14, sums=True)
    yield Tiny("lstm_peepholes", [node("Y, H, C = LSTM(X, W, R, B, , , , P)", hidden_size=2, clip=0.5, activations=["HardSigmoid", "Tanh", "Relu"])], "X:float[2,1,3]", "Y:float H:float C:float",
               {"W:float": drawn(10, 1, 8, 3), "R:float": drawn(11, 1, 8, 2), "B:float": drawn(12, 1, 16), "P:float": drawn(13, 1, 6)}, version=14, sums=True)


def casts():
    every = list(TYPES)
    for source in every:
        targets = [one for one in every if one != source]
        yield Tiny(f"cast_{source}", [node(f"y_{one} = Cast(X)", to=TYPES[one]) for one in targets], f"X:{source}[9]", " ".join(f"y_{one}:{one}" for one in targets), version=21)


def quantised():
    yield Tiny("quantize", ["Q = QuantizeLinear(X, s, z)", "Y = DequantizeLinear(Q, s, z)"], "X:float[2,3]", "Q:uint8 Y:float", {"s:float": 0.017, "z:uint8": 7})
    yield Tiny("quantize_axis", [node("Q = QuantizeLinear(X, s, z)", axis=0), node("Y = DequantizeLinear(Q, s, z)", axis=0)], "X:float[3,4]", "Q:int8 Y:float", {"s:float": [0.01, 0.3, 0.007], "z:int8": [0, -3, 5]})
    yield Tiny("quantize_types", ["A = QuantizeLinear(X, s, a)", "B = QuantizeLinear(X, s, b)", "C = QuantizeLinear(X, s, c)", "D = QuantizeLinear(X, s, d)", "E = DequantizeLinear(A, s, a)",
                                  "F = DequantizeLinear(B, s, b)", "G = DequantizeLinear(C, s, c)", "H = DequantizeLinear(D, s, d)"],
               "X:float[5]", "A:int4 B:uint4 C:int16 D:uint16 E:float F:float G:float H:float", {"s:float": 0.2, "a:int4": 1, "b:uint4": 8, "c:int16": -5, "d:uint16": 900}, version=21)
    yield Tiny("quantize_halves", ["Q = QuantizeLinear(X, s, z)", "Y = DequantizeLinear(Q, s, z)", "P = QuantizeLinear(V, t, z)", "W = DequantizeLinear(P, t, z)"], "X:float16[5] V:bfloat16[5]",
               "Q:int8 Y:float16 P:int8 W:bfloat16", {"s:float16": 0.02, "t:bfloat16": 0.02, "z:int8": 3}, version=21)
    yield Tiny("dequantize_int32", ["Y = DequantizeLinear(X, s)"], "X:int32[5]", "Y:float", {"s:float": 0.013})
    yield Tiny("dequantize_blocks", [node("Y = DequantizeLinear(W, s, z)", axis=0, block_size=2), "Z = MatMul(X, Y)"], "X:float[1,4]", "Z:float",
               {"W:int4": numpy.arange(12).reshape(4, 3) - 6, "s:float": abs(drawn(14, 2, 3)), "z:int4": numpy.ones((2, 3))}, version=21, sums=True)
    yield Tiny("dequantize_nibbles", ["Y = DequantizeLinear(X, s)", "Z = DequantizeLinear(U, s)"], "X:int4[3,3] U:uint4[5]", "Y:float Z:float", {"s:float": 0.3}, version=21)
    yield Tiny("dynamic_quantize", ["Q, s, z = DynamicQuantizeLinear(X)", "Y = DequantizeLinear(Q, s, z)"], "X:float[2,5]", "Q:uint8 s:float z:uint8 Y:float")
    yield Tiny("matmulinteger", ["Y = MatMulInteger(A, B, z, w)", "V = MatMulInteger(A, B)"], "A:uint8[2,4] B:int8[4,3]", "Y:int32 V:int32", {"z:uint8": 7, "w:int8": [1, -2, 3]})
    yield Tiny("convinteger", [node("Y = ConvInteger(X, W, z)", pads=[1, 1, 1, 1])], "X:uint8[1,2,4,4]", "Y:int32", {"W:int8": numpy.round(drawn(15, 3, 2, 3, 3) * 127), "z:uint8": 9})
    yield Tiny("qlinearmatmul", ["Y = QLinearMatMul(A, sa, za, B, sb, zb, sy, zy)"], "A:uint8[2,5]", "Y:uint8",
               {"sa:float": 0.02, "za:uint8": 3, "B:int8": numpy.round(drawn(16, 5, 3) * 127), "sb:float": [0.01, 0.02, 0.03], "zb:int8": [0, 0, 0], "sy:float": 0.05, "zy:uint8": 128})
    yield Tiny("qlinearconv", [node("Y = QLinearConv(X, sx, zx, W, sw, zw, sy, zy, B)", pads=[1, 0, 1, 0], strides=[1, 2])], "X:int8[1,2,4,5]", "Y:int8",
               {"sx:float": 0.02, "zx:int8": -3, "W:int8": numpy.round(drawn(17, 3, 2, 3, 3) * 127), "sw:float": [0.01, 0.02, 0.03], "zw:int8": [0, 0, 0], "sy:float": 0.05, "zy:int8": 5,
                "B:int32": [100, -200, 300]})


def networks():
    yield Tiny("attention", ["Q = MatMul(X, W)", node("K = Transpose(Q)", perm=[0, 2, 1]), "S = MatMul(Q, K)", "D = Div(S, root)", node("P = Softmax(D)", axis=-1), "Y = MatMul(P, Q)"], "X:float[1,4,6]", "Y:float",
               {"W:float": drawn(18, 6, 4), "root:float": 2.0}, sums=True)
    yield Tiny("separable", [node("A = Conv(X, D)", group=4, pads=[1, 1, 1, 1]), "B = BatchNormalization(A, s, b, m, v)", "C = Clip(B, zero, six)", "E = Conv(C, W)", "F = Add(E, X)", "G = GlobalAveragePool(F)",
                             "H = Flatten(G)", node("Y = Gemm(H, L)", transB=1)], "X:float[1,4,5,5]", "Y:float",
               {"D:float": drawn(19, 4, 1, 3, 3), "s:float": drawn(20, 4), "b:float": drawn(21, 4), "m:float": drawn(22, 4), "v:float": drawn(23, 4) + 2, "zero:float": 0, "six:float": 6,
                "W:float": drawn(24, 4, 4, 1, 1), "L:float": drawn(25, 3, 4)}, version=14, sums=True)
    yield Tiny("refuses_in_the_middle", ["S = ReduceSum(I)", "D = Div(I, J)", node("G = Gather(X, D)"), "Y = Add(G, G)"], "I:int64[3] J:int64[3] X:float[4]", "Y:float S:int64", version=14)
    yield Tiny("extremes", ["A = Mul(X, huge)", "B = Mul(A, huge)", "C = Sub(B, B)", "D = Mul(X, tiny)", "E = Mul(D, tiny)", "F = Max(C, E)", "Y = Where(M, F, B)"], "X:float[8] M:bool[8]", "Y:float",
               {"huge:float": 3e38, "tiny:float": 1e-38})
    yield Tiny("zeros_and_infinities", ["A = Mul(X, W)", "Y = Div(A, Z)", "R = Reciprocal(W)"], "X:float[6]", "Y:float R:float", {"W:float": [0.0, -0.0, numpy.inf, -numpy.inf, 1e-45, -1e-45], "Z:float": [-0.0, 1, 1, 1, 1, 1]})


def made():
    """All of them, by name."""
    models = {}
    for family in products, pools, reductions, elementwise, decisions, moves, resizes, normalisations, recurrences, casts, quantised, networks:
        for tiny in family():
            assert tiny.name not in models, tiny.name
            models[tiny.name] = tiny
    return models
