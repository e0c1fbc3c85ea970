#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A peer of `etalon conform` in Python: NumPy's idea of a few operators. docs/peers.md has the protocol."""
import pathlib
import sys

import numpy
import onnx
from onnx import numpy_helper

OPERATORS = {"Add": numpy.add, "Sub": numpy.subtract, "Mul": numpy.multiply, "MatMul": numpy.matmul, "Abs": numpy.abs, "Exp": numpy.exp}


def compute(case, outputs):
    model = onnx.load(case / "model.onnx")
    operator = model.graph.node[0].op_type
    if len(model.graph.node) != 1 or operator not in OPERATORS:
        return f"unsupported {operator}"
    operands = []
    for k in range(len(model.graph.input)):
        tensor = onnx.TensorProto()
        tensor.ParseFromString((case / "test_data_set_0" / f"input_{k}.pb").read_bytes())
        if tensor.data_type == onnx.TensorProto.BFLOAT16:
            return "unsupported bfloat16"
        operands.append(numpy_helper.to_array(tensor))
    result = numpy.asarray(OPERATORS[operator](*operands))
    (outputs / "output_0.pb").write_bytes(numpy_helper.from_array(result).SerializeToString())
    return "ok"


print("peer numpy", numpy.__version__, flush=True)
for line in sys.stdin:
    folders = [pathlib.Path(word) for word in line.rstrip("\n").split("\t")[:2]]
    try:
        answer = compute(*folders)
    except Exception as problem:
        answer = f"error {problem}"
    print(" ".join(answer.split()), flush=True)
