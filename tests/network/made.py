#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Networks of the shapes that certification papers take, with seeded weights: made.py FOLDER

Two of ACAS Xu's shape (5 inputs, 6 hidden layers of 50, 5 outputs), one as its published files are written (operator set 8, a
mean subtracted, MatMul and Add, weights that are inputs as well), one with Gemm; and two of LeNet-5's, with MaxPool and with
AveragePool. Beside each lie an input and what NumPy computes from it in double precision, by the definitions of the operators.
Needs python3-onnx and python3-numpy."""
import pathlib
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper

FLOAT = TensorProto.FLOAT


class Writer:
    """A model under way, and its value in double precision on one input."""

    def __init__(self, name, seed, opset, ir_version, weights_are_inputs=False):
        self.name, self.opset, self.ir_version, self.weights_are_inputs = name, opset, ir_version, weights_are_inputs
        self.random = numpy.random.RandomState(seed)
        self.nodes, self.weights = [], []
        self.input = self.value = None

    def start(self, *shape):
        self.input = self.random.uniform(-1, 1, shape).astype(numpy.float32)
        self.value = self.input.astype(numpy.float64)
        self.last = "input"

    def weight(self, name, *shape, inputs=1):
        """Of the size that keeps results as large as the inputs are, through a Relu."""
        values = (self.random.standard_normal(shape) * numpy.sqrt(2 / inputs)).astype(numpy.float32)
        self.weights.append(numpy_helper.from_array(values, name))
        return values.astype(numpy.float64)

    def node(self, operator, value, *others, **attributes):
        result = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, [self.last, *others], [result], result, **attributes))
        self.last, self.value = result, value

    def relu(self):
        self.node("Relu", numpy.maximum(self.value, 0))

    def flatten(self):
        self.node("Flatten", self.value.reshape(self.value.shape[0], -1), axis=1)

    def layer_as_product(self, outputs):
        inputs, at = self.value.shape[1], len(self.nodes)
        w, b = self.weight(f"W{at}", inputs, outputs, inputs=inputs), self.weight(f"B{at}", outputs, inputs=50)
        self.node("MatMul", self.value @ w, f"W{at}")
        self.node("Add", self.value + b, f"B{at}")

    def layer_as_gemm(self, outputs):
        inputs, at = self.value.shape[1], len(self.nodes)
        w, b = self.weight(f"W{at}", outputs, inputs, inputs=inputs), self.weight(f"B{at}", outputs, inputs=50)
        self.node("Gemm", self.value @ w.T + b, f"W{at}", f"B{at}", transB=1)

    def conv(self, features, kernel, pad):
        channels, at = self.value.shape[1], len(self.nodes)
        w = self.weight(f"W{at}", features, channels, kernel, kernel, inputs=channels * kernel * kernel)
        b = self.weight(f"B{at}", features, inputs=50)
        x = numpy.pad(self.value, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
        rows, columns = x.shape[2] - kernel + 1, x.shape[3] - kernel + 1
        y = numpy.zeros((x.shape[0], features, rows, columns)) + b[:, None, None]
        for i in range(kernel):
            for j in range(kernel):
                y += numpy.einsum("nchw,fc->nfhw", x[:, :, i:i + rows, j:j + columns], w[:, :, i, j])
        self.node("Conv", y, f"W{at}", f"B{at}", kernel_shape=[kernel, kernel], pads=[pad] * 4)

    def pool(self, operator):
        n, c, h, w = self.value.shape
        windows = self.value.reshape(n, c, h // 2, 2, w // 2, 2)
        self.node(operator, windows.max((3, 5)) if operator == "MaxPool" else windows.mean((3, 5)), kernel_shape=[2, 2],
                  strides=[2, 2])

    def write(self, folder):
        self.nodes[-1].output[0] = "output"
        declare = lambda name, shape: helper.make_tensor_value_info(name, FLOAT, shape)  # noqa: E731
        inputs = [declare("input", self.input.shape)]
        if self.weights_are_inputs:
            inputs += [declare(weight.name, weight.dims) for weight in self.weights]
        graph = helper.make_graph(self.nodes, self.name, inputs, [declare("output", self.value.shape)], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=self.ir_version)
        (folder / f"{self.name}.onnx").write_bytes(model.SerializeToString())
        (folder / self.name).mkdir(exist_ok=True)
        numpy.save(folder / self.name / "input_0.npy", self.input)
        numpy.save(folder / self.name / "numpy_0.npy", self.value)


def acas_xu_as_products(folder):
    net = Writer("acas_xu_matmul", 5, opset=8, ir_version=3, weights_are_inputs=True)
    net.start(1, 1, 1, 5)
    net.node("Sub", net.value - net.weight("mean", 1, 1, 1, 5, inputs=200), "mean")
    net.flatten()
    for _ in range(6):
        net.layer_as_product(50)
        net.relu()
    net.layer_as_product(5)
    net.write(folder)


def acas_xu_as_gemm(folder):
    net = Writer("acas_xu_gemm", 6, opset=13, ir_version=7)
    net.start(1, 5)
    for _ in range(6):
        net.layer_as_gemm(50)
        net.relu()
    net.layer_as_gemm(5)
    net.write(folder)


def lenet5(folder, name, seed, opset, pool):
    net = Writer(name, seed, opset, ir_version=8)
    net.start(1, 1, 28, 28)
    for features, pad in (6, 2), (16, 0):
        net.conv(features, 5, pad)
        net.relu()
        net.pool(pool)
    net.flatten()
    for outputs in 120, 84:
        net.layer_as_gemm(outputs)
        net.relu()
    net.layer_as_gemm(10)
    net.write(folder)


def make(folder):
    acas_xu_as_products(folder)
    acas_xu_as_gemm(folder)
    lenet5(folder, "lenet5_max", 7, 11, "MaxPool")
    lenet5(folder, "lenet5_average", 8, 17, "AveragePool")


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    make(target)
