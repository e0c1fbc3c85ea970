#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""float16 versions of networks: float16.py FOLDER MODEL… writes FOLDER/NAME_float16.onnx and, if MODEL's folder has one, its input.

Every float is rounded once to float16: weights, constants, inputs, and what Cast gives. Needs python3-onnx, python3-numpy."""
import pathlib
import sys

import numpy
import onnx
from onnx import TensorProto, numpy_helper


def rounded(tensor):
    if tensor.data_type == TensorProto.FLOAT:
        tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(numpy.float16), tensor.name))


def convert(model):
    graph = model.graph
    for tensor in graph.initializer:
        rounded(tensor)
    for value in [*graph.input, *graph.output, *graph.value_info]:
        if value.type.tensor_type.elem_type == TensorProto.FLOAT:
            value.type.tensor_type.elem_type = TensorProto.FLOAT16
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                rounded(attribute.t)
            if node.op_type == "Cast" and attribute.name == "to" and attribute.i == TensorProto.FLOAT:
                attribute.i = TensorProto.FLOAT16


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in map(pathlib.Path, sys.argv[2:]):
        model = onnx.load(path)
        convert(model)
        onnx.checker.check_model(model)
        name = f"{path.stem}_float16"
        onnx.save(model, folder / f"{name}.onnx")
        given = path.with_suffix("") / "input_0.npy"
        if given.exists():
            (folder / name).mkdir(exist_ok=True)
            numpy.save(folder / name / "input_0.npy", numpy.load(given).astype(numpy.float16))
        print(f"{name}: {len(model.graph.node)} nodes")


main()
