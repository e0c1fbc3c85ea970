#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Networks of usual shapes with drawn weights, whose errors over ranges are bounded: ranges_of_networks.py FOLDER writes
# acas.onnx (5 inputs, six layers of 50, 5 outputs), lenet.onnx (28x28; 6 and 16 channels by 5x5; 120, 84, 10), and the
# ends of a range around a drawn input of each: NAME.low.npy, NAME.high.npy. Needs python3-onnx.
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Network:
    def __init__(self, shape, seed):
        self.random = np.random.default_rng(seed)
        self.shape, self.value = shape, "X"
        self.nodes, self.constants = [], []

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array.astype(np.float32), name))
        return name

    def node(self, kind, *operands, **attributes):
        result = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, [self.value, *operands], [result], **attributes))
        self.value = result
        return self

    # Weights of the scale that keeps the size of values (He et al.), small biases.
    def drawn(self, *shape, inputs):
        return self.constant(self.random.normal(0, np.sqrt(2 / inputs), shape))

    def dense(self, inputs, outputs):
        return self.node("Gemm", self.drawn(inputs, outputs, inputs=inputs), self.drawn(outputs, inputs=200))

    def conv(self, inputs, outputs, size):
        terms = inputs * size * size
        return self.node("Conv", self.drawn(outputs, inputs, size, size, inputs=terms), self.drawn(outputs, inputs=200))

    def relu(self):
        return self.node("Relu")

    def pool(self):
        return self.node("MaxPool", kernel_shape=[2, 2], strides=[2, 2])

    def model(self):
        given = helper.make_tensor_value_info("X", TensorProto.FLOAT, self.shape)
        result = helper.make_tensor_value_info(self.value, TensorProto.FLOAT, None)
        graph = helper.make_graph(self.nodes, "drawn", [given], [result], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
        model.ir_version = 7
        return onnx.shape_inference.infer_shapes(model)


def acas():
    network = Network([1, 5], 1)
    network.dense(5, 50)
    for _ in range(5):
        network.relu().dense(50, 50)
    return network.relu().dense(50, 5)


def lenet():
    network = Network([1, 1, 28, 28], 2)
    network.conv(1, 6, 5).relu().pool().conv(6, 16, 5).relu().pool().node("Flatten")
    return network.dense(256, 120).relu().dense(120, 84).relu().dense(84, 10)


def write(folder, name, network, radius, least, most):
    onnx.save(network.model(), f"{folder}/{name}.onnx")
    centre = np.random.default_rng(3).uniform(least, most, network.shape)
    np.save(f"{folder}/{name}.low.npy", np.maximum(centre - radius, least).astype(np.float32))
    np.save(f"{folder}/{name}.high.npy", np.minimum(centre + radius, most).astype(np.float32))


if __name__ == "__main__":
    write(sys.argv[1], "acas", acas(), 0.01, -1, 1)
    write(sys.argv[1], "lenet", lenet(), 0.001, 0, 1)
