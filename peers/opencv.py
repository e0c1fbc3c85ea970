#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""OpenCV's DNN module as a peer of `etalon conform`: opencv.py [--threads N]. Needs python3-opencv and python3-onnx.

OpenCV's arrays have at least two dimensions, so outputs that the model declares with fewer get their declared shape back; nothing
else is changed."""
import os
import pathlib
import platform
import sys

# What the library prints must not come between the answers.
answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8", errors="replace")
os.dup2(2, 1)

import cv2  # noqa: E402
import numpy  # noqa: E402
import onnx  # noqa: E402
from onnx import numpy_helper  # noqa: E402

threads = int(sys.argv[sys.argv.index("--threads") + 1]) if "--threads" in sys.argv else 1
cv2.setNumThreads(threads)
TYPES = {numpy.dtype(name) for name in ("float32", "uint8", "int8", "int32")}  # that setInput takes


class Unsupported(Exception):
    pass


def tensor_of(file):
    tensor = onnx.TensorProto()
    tensor.ParseFromString(file.read_bytes())
    if tensor.data_type == 0 or tensor.data_type == onnx.TensorProto.BFLOAT16:
        raise Unsupported("no tensor of a type that OpenCV has")
    array = numpy_helper.to_array(tensor)
    if array.dtype not in TYPES:
        raise Unsupported(f"OpenCV takes no operands of {array.dtype}")
    return array


def declared_shape(value):
    dims = value.type.tensor_type.shape.dim
    return [dim.dim_value for dim in dims] if value.type.tensor_type.HasField("shape") and all(dim.HasField("dim_value") for dim in dims) else None


def compute(case, outputs):
    model = onnx.load(case / "model.onnx")
    try:
        net = cv2.dnn.readNetFromONNX(str(case / "model.onnx"))
    except cv2.error as problem:
        raise Unsupported(problem.err) from problem
    constants = {tensor.name for tensor in model.graph.initializer}
    names = [value.name for value in model.graph.input if value.name not in constants]
    for k, name in enumerate(names):
        net.setInput(tensor_of(case / "test_data_set_0" / f"input_{k}.pb"), name)
    wanted = [value.name for value in model.graph.output]
    results = net.forward(wanted) if len(wanted) > 1 else [net.forward()]
    for k, (value, array) in enumerate(zip(model.graph.output, results)):
        shape = declared_shape(value)
        if shape is not None and len(shape) < 2 and numpy.prod(shape, dtype=int) == array.size:
            array = array.reshape(shape)
        (outputs / f"output_{k}.pb").write_bytes(numpy_helper.from_array(numpy.ascontiguousarray(array).reshape(array.shape)).SerializeToString())


print(f"peer opencv {cv2.__version__} threads={threads} platform={platform.system().lower()}/{platform.machine()} python={platform.python_version()}",
      file=answers)
for line in sys.stdin:
    folder, target = line.rstrip("\n").split("\t")[:2]
    try:
        compute(pathlib.Path(folder), pathlib.Path(target))
        answer = "ok"
    except Unsupported as problem:
        answer = f"unsupported {problem}"
    except Exception as problem:  # whatever it is, it is the result of this case
        answer = f"error {getattr(problem, 'err', '') or problem}"
    print(" ".join(answer.split()), file=answers)
