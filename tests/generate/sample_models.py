# SPDX-License-Identifier: Apache-2.0
"""Small models, one for each way in which C is written for a model: windows with pads, tables of places, indices from data, refusals,
rows of recurrences, exact sums, every kind of stored type. Needs python3-onnx and python3-numpy."""
import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TYPES = {"f16": TensorProto.FLOAT16, "f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE, "i8": TensorProto.INT8, "i32": TensorProto.INT32,
         "i64": TensorProto.INT64, "u8": TensorProto.UINT8, "truth": TensorProto.BOOL}


def value(name, text):
    """value("x", "f32 2 3"): a tensor of floats of shape [2,3]."""
    kind, *shape = text.split()
    return helper.make_tensor_value_info(name, TYPES[kind], [int(size) for size in shape])


def draw(*shape, kind=numpy.float32, seed=1):
    random = numpy.random.default_rng(seed)
    if numpy.issubdtype(kind, numpy.floating):
        return random.uniform(-1, 1, shape).astype(kind)
    return random.integers(numpy.iinfo(kind).min, numpy.iinfo(kind).max, shape, kind, endpoint=True)


def integers(*numbers):
    return numpy.array(numbers, numpy.int64)


def node(operator, inputs, outputs, **attributes):
    return helper.make_node(operator, inputs.split(","), outputs.split(","), **attributes)


def scalar(number, kind=numpy.float32):
    return numpy.array(number, kind)


def described():
    """name: (inputs, outputs, nodes, weights), with the accumulation that the model is written under where it is not the profile's."""
    scales = {"s": scalar(0.05), "z": scalar(3, numpy.uint8), "ws": scalar(0.02), "wz": scalar(-1, numpy.int8), "ys": scalar(0.3),
              "yz": scalar(100, numpy.uint8)}
    yield "gemm", {"x": "f32 3 5"}, {"y": "f32 3 4"}, [node("Gemm", "x,w,b", "h", alpha=0.5, transB=1), node("Relu", "h", "y")], {
        "w": draw(4, 5), "b": draw(4)}
    yield "conv", {"x": "f32 1 2 6 5"}, {"y": "f32 1 4 3 3"}, [
        node("Conv", "x,w,b", "y", pads=[1, 1, 1, 1], strides=[2, 2], kernel_shape=[3, 3])], {"w": draw(4, 2, 3, 3), "b": draw(4)}
    yield "conv_groups", {"x": "f32 2 4 9"}, {"y": "f32 2 6 5"}, [
        node("Conv", "x,w", "y", group=2, dilations=[2], kernel_shape=[3])], {"w": draw(6, 2, 3)}
    yield "conv_transposed", {"x": "f32 1 2 3 3"}, {"y": "f32 1 2 5 5"}, [
        node("ConvTranspose", "x,w,b", "y", strides=[2, 2], pads=[1, 1, 1, 1], kernel_shape=[3, 3])], {"w": draw(2, 2, 3, 3), "b": draw(2)}
    yield "pools", {"x": "f32 1 2 7 7"}, {"y": "f32 1 2 1 1", "m": "f32 1 2 4 4"}, [
        node("MaxPool", "x", "m", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("AveragePool", "m", "a", kernel_shape=[2, 2], pads=[1, 0, 0, 1]), node("GlobalAveragePool", "a", "y")], {}
    yield "pool_indices", {"x": "f32 1 2 5 5"}, {"y": "f32 1 2 3 3", "i": "i64 1 2 3 3"}, [
        node("MaxPool", "x", "y,i", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])], {}
    yield "softmax", {"x": "f32 3 7"}, {"y": "f32 3 7", "l": "f32 3 7"}, [
        node("Softmax", "x", "y", axis=1), node("LogSoftmax", "x", "l", axis=1)], {}
    yield "gather", {"x": "f32 4 5", "i": "i64 3"}, {"y": "f32 4 3"}, [node("Gather", "x,i", "y", axis=1)], {}
    yield "embedding", {"i": "i32 2 3"}, {"y": "f32 2 3 4"}, [node("Gather", "w,i", "h"), node("Add", "h,p", "y")], {
        "w": draw(9, 4), "p": draw(3, 4)}
    yield "moves", {"x": "f32 2 3 4"}, {"y": "f32 7 3 4", "t": "f32 2 5 6"}, [
        node("Transpose", "x", "a", perm=[1, 0, 2]), node("Transpose", "a", "b", perm=[1, 0, 2]), node("Slice", "x,from,to,axes", "c"),
        node("Concat", "b,c,x,b", "y", axis=0), node("Pad", "x,pads,zero", "t")], {
            "from": integers(1), "to": integers(2), "axes": integers(0), "pads": integers(0, 1, 1, 0, 1, 1), "zero": scalar(0.5)}
    yield "pad_reflect", {"x": "f32 1 1 4 5"}, {"y": "f32 1 1 8 9", "e": "f32 1 1 6 7"}, [
        node("Pad", "x,two", "y", mode="reflect"), node("Pad", "x,one", "e", mode="edge")], {
            "two": integers(0, 0, 2, 2, 0, 0, 2, 2), "one": integers(0, 0, 1, 1, 0, 0, 1, 1)}
    yield "resize", {"x": "f32 1 2 3 3"}, {"y": "f32 1 2 7 5", "n": "f32 1 2 6 6"}, [
        node("Resize", "x,,,sizes", "y", mode="linear", coordinate_transformation_mode="half_pixel"),
        node("Resize", "x,,scales", "n", mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")], {
            "sizes": integers(1, 2, 7, 5), "scales": numpy.array([1, 1, 2, 2], numpy.float32)}
    yield "lstm", {"x": "f32 3 1 4"}, {"y": "f32 3 1 1 5", "h": "f32 1 1 5"}, [node("LSTM", "x,w,r,b", "y,h", hidden_size=5)], {
        "w": draw(1, 20, 4), "r": draw(1, 20, 5), "b": draw(1, 40)}
    yield "gru", {"x": "f32 3 1 4"}, {"y": "f32 3 2 1 5"}, [
        node("GRU", "x,w,r,b", "y", hidden_size=5, direction="bidirectional", linear_before_reset=1)], {
            "w": draw(2, 15, 4), "r": draw(2, 15, 5), "b": draw(2, 30)}
    yield "argmax", {"x": "f32 3 4"}, {"y": "i64 3", "l": "i64 1 4"}, [
        node("ArgMax", "x", "y", axis=1, keepdims=0), node("ArgMin", "x", "l", axis=0, select_last_index=1)], {}
    yield "normalised", {"x": "f32 2 3 4"}, {"y": "f32 2 3 4", "n": "f32 2 3 4"}, [
        node("LayerNormalization", "x,scale,bias", "y"), node("BatchNormalization", "x,a,b,m,v", "n")], {
            "scale": draw(4), "bias": draw(4), "a": draw(3), "b": draw(3), "m": draw(3), "v": abs(draw(3))}
    yield "reductions", {"x": "f32 2 3 4"}, {"a": "f32 2 1 4", "b": "f32 2 3", "c": "f32 1 1 1", "d": "f32 2 3 1"}, [
        node("ReduceMean", "x", "a", axes=[1]), node("ReduceMax", "x", "b", axes=[2], keepdims=0), node("ReduceL2", "x", "c"),
        node("ReduceSum", "x,two", "d")], {"two": integers(2)}
    yield "quantised_conv", {"x": "u8 1 2 5 5"}, {"y": "u8 1 3 5 5"}, [
        node("QLinearConv", "x,s,z,w,ws,wz,ys,yz,b", "y", pads=[1, 1, 1, 1], kernel_shape=[3, 3])], scales | {
            "w": draw(3, 2, 3, 3, kind=numpy.int8), "b": draw(3, kind=numpy.int32) // 1000000}
    yield "quantised_product", {"x": "f32 2 6"}, {"y": "f32 2 4"}, [
        node("QuantizeLinear", "x,s,z", "q"), node("QLinearMatMul", "q,s,z,w,ws,wz,ys,yz", "p"),
        node("DequantizeLinear", "p,ys,yz", "y")], scales | {"w": draw(6, 4, kind=numpy.int8)}
    yield "integer_division", {"a": "i32 4", "b": "i32 4"}, {"y": "i32 4"}, [node("Div", "a,b", "y")], {}
    yield "division_rows", {"a": "i32 2 3", "b": "i32 3"}, {"y": "i32 2 3"}, [node("Div", "a,b", "y")], {}
    yield "lengths", {"x": "f32 3 2 4", "n": "i32 2"}, {"y": "f32 3 1 2 3"}, [node("GRU", "x,w,r,b,n", "y", hidden_size=3)], {
        "w": draw(1, 9, 4), "r": draw(1, 9, 3), "b": draw(1, 18)}
    yield "masks", {"x": "f32 2 6", "t": "truth 2 6"}, {"y": "f32 2 6", "o": "truth 2 6"}, [
        node("Less", "x,zero", "n"), node("And", "n,t", "a"), node("Not", "a", "o"), node("Where", "o,x,zero", "y")], {
            "zero": scalar(0.25)}
    yield "casts", {"x": "f32 5"}, {"i": "i32 5", "h": "f16 5", "t": "truth 5", "u": "u8 5"}, [
        node("Cast", "x", "i", to=TYPES["i32"]), node("Cast", "x", "h", to=TYPES["f16"]), node("Cast", "x", "t", to=TYPES["truth"]),
        node("Cast", "x", "u", to=TYPES["u8"])], {}
    yield "halves", {"x": "f16 2 3"}, {"y": "f16 2 2"}, [node("Gemm", "x,w,b", "h"), node("Tanh", "h", "y")], {
        "w": draw(3, 2, kind=numpy.float16), "b": draw(2, kind=numpy.float16)}
    yield "attention", {"x": "f32 1 4 6"}, {"y": "f32 1 4 6"}, [
        node("MatMul", "x,q", "a"), node("MatMul", "x,k", "b"), node("MatMul", "x,v", "c"), node("Transpose", "b", "d", perm=[0, 2, 1]),
        node("MatMul", "a,d", "e"), node("Mul", "e,half", "f"), node("Softmax", "f", "g", axis=2), node("MatMul", "g,c", "y")], {
            "q": draw(6, 6), "k": draw(6, 6, seed=2), "v": draw(6, 6, seed=3), "half": scalar(0.5)}
    yield "functions", {"x": "f32 6"}, {"a": "f32 6", "b": "f32 6", "c": "f32 6", "d": "f32 6", "e": "f32 6"}, [
        node("Sigmoid", "x", "a"), node("Erf", "x", "b"), node("Pow", "x,three", "c"), node("Clip", "x,low,high", "d"),
        node("PRelu", "x,slope", "e")], {"three": scalar(3), "low": scalar(-0.5), "high": scalar(0.5), "slope": draw(6)}
    yield "channels", {"x": "f32 1 4 3 3"}, {"y": "f32 1 4 3 3", "s": "f32 1 1 6 6"}, [
        node("LRN", "x", "y", size=3), node("DepthToSpace", "x", "s", blocksize=2)], {}
    yield "passed_on", {"x": "f32 2 3", "t": "truth 4"}, {"y": "f32 3 2", "u": "truth 4", "k": "f32 2"}, [
        node("Reshape", "x,shape", "y"), node("Identity", "t", "u"), node("Identity", "c", "k")], {
            "shape": integers(3, 2), "c": draw(2)}
    yield "split", {"x": "f64 5 3"}, {"a": "f64 2 3", "y": "f64 6 6"}, [
        node("Split", "x,parts", "a,b", axis=0), node("Tile", "b,times", "y")], {"parts": integers(2, 3), "times": integers(2, 2)}


POLICIES = {"gemm": ("exact", "wide", "fused"), "conv": ("exact",), "reductions": ("exact",)}


def make(folder):
    """Writes the models; gives [(name, file, accumulation or None)], with the examples of the repository."""
    rows = []
    for name, inputs, outputs, nodes, weights in described():
        graph = helper.make_graph(nodes, name, [value(*entry) for entry in inputs.items()], [value(*entry) for entry in outputs.items()],
                                  [numpy_helper.from_array(array, key) for key, array in weights.items()])
        opset = 17 if any(one.op_type == "LayerNormalization" for one in nodes) else 13
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        onnx.save(model, folder / f"{name}.onnx")
        rows.append((name, folder / f"{name}.onnx", None))
        rows += [(f"{name}_{policy}", folder / f"{name}.onnx", policy) for policy in POLICIES.get(name, ())]
    examples = ROOT / "examples" / "models"
    return rows + [(name.replace("-", "_"), examples / f"{name}.onnx", None) for name in ("digits", "digits-int8", "layer")]
