# SPDX-License-Identifier: Apache-2.0
"""A network of Conv, Relu, MaxPool, Flatten and Gemm as C in the style of onnx2c, for comparison: a sum begins at the bias, pads are
skipped, the compiler may contract, and nothing is said about NaNs. Needs python3-onnx."""
import math

import onnx
from onnx import helper, numpy_helper


def literal(x):
    return f"{float(x)!r}f"


def array(kind, name, shape):
    return f"{kind} {name}" + "".join(f"[{n}]" for n in shape)


def loops(bounds, body, depth=1):
    """Nested loops: the heads from the outside in, then the body."""
    lines = [f"{'  ' * (depth + k)}for (int {name} = 0; {name} < {bound}; {name}++) {{" for k, (name, bound) in enumerate(bounds)]
    inner = "  " * (depth + len(bounds))
    return "\n".join([*lines, *(inner + line for line in body.split("\n")), *("  " * (depth + k) + "}" for k in reversed(range(len(bounds))))])


def window(height, width, attributes):
    """What skips the pads, with the places row and column of the operand."""
    top, left = attributes.get("pads", [0, 0, 0, 0])[:2]
    down, right = attributes.get("strides", [1, 1])
    return f"int row = y0 * {down} + k0 - {top}, column = y1 * {right} + k1 - {left};\nif (row < 0 || row >= {height} || column < 0 || column >= {width}) continue;"


def conv(name, x, y, w, attributes):
    (_, _, height, width), (_, maps, rows, columns), (_, channels, high, wide) = x, y, w
    sums = loops([("c", channels), ("k0", high), ("k1", wide)], window(height, width, attributes) + "\nacc += X[0][c][row][column] * W[m][c][k0][k1];", 0)
    body = loops([("m", maps), ("y0", rows), ("y1", columns)], f"float acc = B[m];\n{sums}\nY[0][m][y0][y1] = acc;")
    return f"static void {name}({array('const float', 'X', x)}, {array('const float', 'W', w)}, const float B[{maps}], {array('float', 'Y', y)}) {{\n{body}\n}}\n"


def maxpool(name, x, y, attributes):
    (_, channels, height, width), (_, _, rows, columns) = x, y
    high, wide = attributes["kernel_shape"]
    largest = loops([("k0", high), ("k1", wide)], window(height, width, attributes) + "\nlargest = X[0][c][row][column] > largest ? X[0][c][row][column] : largest;", 0)
    body = loops([("c", channels), ("y0", rows), ("y1", columns)], f"float largest = -FLT_MAX;\n{largest}\nY[0][c][y0][y1] = largest;")
    return f"static void {name}({array('const float', 'X', x)}, {array('float', 'Y', y)}) {{\n{body}\n}}\n"


def gemm(name, y, b, attributes):
    assert attributes.get("transB") == 1 and attributes.get("alpha", 1) == 1 and attributes.get("beta", 1) == 1
    body = loops([("i", y[0]), ("j", b[0])], "float acc = C[j];\n" + loops([("k", b[1])], "acc += A[i][k] * B[j][k];", 0) + "\nY[i][j] = acc;")
    return f"static void {name}({array('const float', 'A', [y[0], b[1]])}, {array('const float', 'B', b)}, const float C[{b[0]}], {array('float', 'Y', y)}) {{\n{body}\n}}\n"


def relu(name, x, y):
    body = loops([("i", math.prod(x))], "Y[i] = X[i] > 0 ? X[i] : 0;")
    return f"static void {name}(const float *X, float *Y) {{\n{body}\n}}\n"


def source(path):
    """The text: void entry(const float *input, float *output). None if the model has another operator."""
    model = onnx.shape_inference.infer_shapes(onnx.load(str(path)))
    graph = model.graph
    weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    shapes = {one.name: [d.dim_value for d in one.type.tensor_type.shape.dim] for one in [*graph.input, *graph.value_info, *graph.output]}
    if {one.op_type for one in graph.node} - {"Conv", "Relu", "MaxPool", "Flatten", "Gemm"}:
        return None
    text = ["#include <float.h>", "#include <stdint.h>", "void entry(const float *input, float *output);", ""]
    for k, (name, values) in enumerate(weights.items()):
        text.append(f"static const float weight_{k}[{values.size}] = {{{', '.join(map(literal, values.flat))}}};")
    constants = {name: f"weight_{k}" for k, name in enumerate(weights)}
    places, calls = {graph.input[0].name: "input"}, []
    for k, one in enumerate(graph.node):
        attributes = {a.name: helper.get_attribute_value(a) for a in one.attribute}
        x, y = shapes.get(one.input[0]), shapes[one.output[0]]
        result, name = one.output[0], f"node_{k}_{one.op_type.lower()}"
        if one.op_type == "Flatten":
            places[result] = places[one.input[0]]
            continue
        if result == graph.output[0].name:
            places[result] = "output"
        else:
            places[result] = f"tensor_{k}"
            text.append(f"static float tensor_{k}[{math.prod(y)}];")
        if one.op_type == "Conv":
            text.append(conv(name, x, y, weights[one.input[1]].shape, attributes))
        elif one.op_type == "MaxPool":
            text.append(maxpool(name, x, y, attributes))
        elif one.op_type == "Gemm":
            text.append(gemm(name, y, weights[one.input[1]].shape, attributes))
        else:
            text.append(relu(name, x, y))
        operands = [f"(const void *){constants.get(word) or places[word]}" for word in one.input]
        calls.append(f"  {name}({', '.join(operands)}, (void *){places[result]});")
    return "\n".join([*text, "void entry(const float *input, float *output) {", *calls, "}", ""])
