#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes safe.onnx, which conforms to the SONNX profile, from digits.onnx. Needs python3-onnx."""
import json
import subprocess

import onnx
from onnx import helper, numpy_helper

model = onnx.load("digits.onnx")
constants = {constant.name: constant for constant in model.graph.initializer}
defaults = {"Conv": {"auto_pad": "NOTSET"}, "MaxPool": {"auto_pad": "NOTSET", "dilations": [1, 1], "storage_order": 0}}
for node in model.graph.node:
    # The profile allows no default values: what the exporter left out is written down.
    for name, value in defaults.get(node.op_type, {}).items():
        node.attribute.append(helper.make_attribute(name, value))
    # Gemm of the profile reads its matrices as they are and does not broadcast: the constants are rearranged here instead.
    if node.op_type == "Gemm":
        weights, bias = (numpy_helper.to_array(constants[name]) for name in node.input[1:])
        constants[node.input[1]].CopyFrom(numpy_helper.from_array(weights.T.copy(), node.input[1]))
        constants[node.input[2]].CopyFrom(numpy_helper.from_array(bias[None], node.input[2]))
        del node.attribute[:]
onnx.save(model, "safe.onnx")

# The profile wants every type and shape declared. Etalon computes them and says how to declare them.
report = subprocess.run(["etalon", "check", "safe.onnx", "--format", "json"], capture_output=True, check=False).stdout
for finding in json.loads(report)["findings"]:
    exec(finding["fix"])
onnx.save(model, "safe.onnx")
