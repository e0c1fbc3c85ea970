#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An int8 version of a float network: quantise.py MODEL OUT.onnx INPUT.npy … [--per channel|tensor] [--form linear|chains]

Conv, Gemm and MatMul with constant weights are quantised: activations as uint8 with the range that they have on the
inputs that are given, weights as int8 without a zero point, biases as int32. `linear` makes QLinearConv and QLinearMatMul
of them, where the bias of a Gemm is added in float; `chains` leaves the float operator between DequantizeLinear and
QuantizeLinear. Everything else stays in float. A Relu or Clip that alone takes a result of one of them becomes the end of
its range.
Needs python3-onnx and python3-numpy; the program `etalon`, or what ETALON_BIN names, computes the ranges."""
import argparse
import os
import pathlib
import subprocess
import tempfile

import numpy
import onnx
from onnx import helper, numpy_helper

QUANTISED = ("Conv", "Gemm", "MatMul")


def ranges_of(model, inputs, etalon):
    """The least and the largest element of every value on the given inputs; 0 is always between them."""
    ranges = {}
    with tempfile.TemporaryDirectory() as folder:
        everything, results = pathlib.Path(folder, "all.onnx"), pathlib.Path(folder, "results")
        subprocess.run([etalon, "outputs", model, "--profile", "onnx", "-o", everything, "-q"], check=True, stdout=subprocess.DEVNULL)
        graph = onnx.load(everything).graph
        constants = {one.name for one in graph.initializer}
        [operand] = [one.name for one in graph.input if one.name not in constants]
        for file in inputs:
            subprocess.run([etalon, "run", everything, "--profile", "onnx", "--kernel", "fast", "--output-dir", results, "-q",
                            "--input", f"{operand}={file}"], check=True, stdout=subprocess.DEVNULL)
            for name, value in [(operand, file)] + [(one.name, results / f"output_{n}.npy") for n, one in enumerate(graph.output)]:
                values = numpy.load(value)
                if values.dtype == numpy.float32:
                    low, high = ranges.get(name, (0, 0))
                    ranges[name] = min(low, float(values.min())), max(high, float(values.max()))
    return ranges


class Quantiser:
    def __init__(self, model, ranges, per, form):
        self.model, self.graph, self.ranges, self.per, self.form = model, model.graph, ranges, per, form
        self.constants = {one.name: numpy_helper.to_array(one) for one in self.graph.initializer}
        for node in self.graph.node:
            if node.op_type == "Identity" and node.input[0] in self.constants:  # PyTorch writes equal constants once
                self.constants[node.output[0]] = self.constants[node.input[0]]
        self.uses = {}
        for node in self.graph.node:
            for name in node.input:
                self.uses.setdefault(name, []).append(node)
        self.nodes, self.renamed, self.made = [], {}, {}

    def constant(self, name, array):
        if name not in self.constants:
            self.constants[name] = array
            self.graph.initializer.append(numpy_helper.from_array(array, name))
        return name

    def add(self, operator, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [output], output, **attributes))
        return output

    def activation(self, name):
        """The names of scale and zero point of a value."""
        low, high = self.ranges[name]
        scale = numpy.float32((high - low) / 255) or numpy.float32(1)
        zero = numpy.uint8(numpy.clip(numpy.rint(-low / scale), 0, 255))
        return [self.constant(name + ".scale", numpy.array(scale, numpy.float32)), self.constant(name + ".zero", numpy.array(zero))]

    def quantised(self, name):
        """The name of a value's integers."""
        if name not in self.made:
            self.made[name] = self.add("QuantizeLinear", [name, *self.activation(name)], name + ".q")
        return self.made[name]

    def weights(self, name, array, axis):
        """Integers, scale and zero point of weights; a scale for each place along the axis, or one."""
        others = tuple(k for k in range(array.ndim) if k != axis)
        largest = numpy.abs(array).max(axis=others) if self.per == "channel" else numpy.abs(array).max()
        scale = numpy.maximum(numpy.asarray(largest, numpy.float32) / numpy.float32(127), numpy.float32(2.0**-60))
        shape = [-1 if k == axis else 1 for k in range(array.ndim)] if self.per == "channel" else []
        integers = numpy.clip(numpy.rint(array / scale.reshape(shape)), -127, 127).astype(numpy.int8)
        return (self.constant(name + ".q", integers), self.constant(name + ".scale", scale),
                self.constant(name + ".zero", numpy.zeros(scale.shape, numpy.int8)), scale)

    def bias(self, name, array, x_scale, scale):
        integers = numpy.rint(array.astype(numpy.float64) / (numpy.float64(x_scale) * scale.astype(numpy.float64)))
        return self.constant(name + ".q", numpy.clip(integers, -2**31, 2**31 - 1).astype(numpy.int32))

    def result_of(self, node):
        """What takes the result: the node's own output, or that of a Relu or Clip that alone takes it."""
        users = self.uses.get(node.output[0], [])
        if len(users) == 1 and users[0].op_type in ("Relu", "Clip"):
            self.renamed[users[0].output[0]] = users[0]
            return users[0].output[0]
        return node.output[0]

    def linear(self, node, w, axis):
        x, y = node.input[0], self.result_of(node)
        q, scale_name, zero, scale = self.weights(node.input[1], w, axis)
        x_scale, x_zero = self.activation(x)
        inputs = [self.quantised(x), x_scale, x_zero, q, scale_name, zero, *self.activation(y)]
        if node.op_type == "Conv":
            if len(node.input) > 2:
                inputs.append(self.bias(node.input[2], self.constants[node.input[2]], self.constants[x_scale], scale))
            attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
            self.made[y] = self.add("QLinearConv", inputs, y + ".q", **attributes)
        else:
            self.made[y] = self.add("QLinearMatMul", inputs, y + ".q")
        self.add("DequantizeLinear", [self.made[y], *self.activation(y)], y)

    def chain(self, node, w, axis):
        x, y = node.input[0], self.result_of(node)
        q, scale_name, zero, scale = self.weights(node.input[1], w, axis)
        real_x = self.add("DequantizeLinear", [self.quantised(x), *self.activation(x)], f"{y}.x")
        real_w = self.add("DequantizeLinear", [q, scale_name, zero], f"{y}.w", **({"axis": axis} if scale.ndim else {}))
        attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        self.add(node.op_type, [real_x, real_w, *self.real_bias(node, y, scale)], f"{y}.real", **attributes)
        self.made[y] = self.add("QuantizeLinear", [f"{y}.real", *self.activation(y)], y + ".q")
        self.add("DequantizeLinear", [self.made[y], *self.activation(y)], y)

    def real_bias(self, node, y, scale):
        """The bias of a chain. ONNX Runtime would round one in float to these integers by itself, which is another model."""
        if len(node.input) < 3:
            return []
        x_scale = self.constants[self.activation(node.input[0])[0]]
        integers = self.bias(node.input[2], self.constants[node.input[2]], x_scale, scale)
        return [self.add("DequantizeLinear", [integers, self.constant(integers + ".scale", numpy.asarray(x_scale * scale))], f"{y}.b",
                         **({"axis": 0} if scale.ndim else {}))]

    def gemm_as_product(self, node):
        """A Gemm of a matrix and constants: the weights as [K, N], and the addition of its bias as a node in float."""
        attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        w = self.constants[node.input[1]] * numpy.float32(attributes.get("alpha", 1))
        w = numpy.ascontiguousarray(w.T) if attributes.get("transB", 0) else w
        name = node.input[1] + ".product"
        self.constant(name, w)
        if len(node.input) < 3:
            return helper.make_node("MatMul", [node.input[0], name], node.output), w
        c = self.constants[node.input[2]] * numpy.float32(attributes.get("beta", 1))
        product = node.output[0] + ".product"
        low, high = self.ranges[node.output[0]]
        self.ranges[product] = min(0, low - float(c.max())), max(0, high - float(c.min()))
        self.uses[product] = []
        self.later = helper.make_node("Add", [product, self.constant(node.input[2] + ".sum", c)], node.output)
        return helper.make_node("MatMul", [node.input[0], name], [product]), w

    def run(self):
        for node in list(self.graph.node):
            if node.op_type in ("Relu", "Clip") and node.output[0] in self.renamed:
                continue
            self.later = None
            w = self.constants.get(node.input[1]) if node.op_type in QUANTISED else None
            if w is None or node.input[0] not in self.ranges or w.ndim < 2:
                self.nodes.append(node)
                continue
            if node.op_type == "Gemm" and self.form == "linear":
                node, w = self.gemm_as_product(node)
            attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
            is_last = node.op_type == "MatMul" or (node.op_type == "Gemm" and not attributes.get("transB", 0))
            (self.linear if self.form == "linear" else self.chain)(node, w, w.ndim - 1 if is_last else 0)
            if self.later is not None:
                self.nodes.append(self.later)
        del self.graph.node[:]
        self.graph.node.extend(self.nodes)
        self.drop_unused()
        del self.model.opset_import[:]
        self.model.opset_import.append(helper.make_opsetid("", 13))
        self.model.ir_version = 8
        return self.model

    def drop_unused(self):
        used = {name for node in self.graph.node for name in node.input}
        kept = [one for one in self.graph.initializer if one.name in used]
        del self.graph.initializer[:]
        self.graph.initializer.extend(kept)
        inputs = [one for one in self.graph.input if one.name in used and one.name not in self.constants]
        del self.graph.input[:]
        self.graph.input.extend(inputs)
        del self.graph.value_info[:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("output")
    parser.add_argument("inputs", nargs="+", help="inputs that the activations are calibrated on")
    parser.add_argument("--per", choices=["channel", "tensor"], default="channel")
    parser.add_argument("--form", choices=["linear", "chains"], default="linear")
    options = parser.parse_args()
    etalon = os.environ.get("ETALON_BIN", "etalon")
    ranges = ranges_of(options.model, options.inputs, etalon)
    onnx.save(Quantiser(onnx.load(options.model), ranges, options.per, options.form).run(), options.output)


if __name__ == "__main__":
    main()
