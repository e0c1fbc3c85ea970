# SPDX-License-Identifier: Apache-2.0
"""Etalon as a backend of the onnx package: `etalon.backend` has what onnx.backend.base.Backend has.

    rep = etalon.backend.prepare(model)
    [y] = rep.run([x])

Models are judged under the profile onnx. What Etalon does not specify is a
onnx.backend.test.runner.BackendIsNotSupposedToImplementIt, which names the rule."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx  # type: ignore[import]
from onnx import helper
from onnx.backend.base import Backend, BackendRep, Device, DeviceType, namedtupledict  # type: ignore[import]
from onnx.backend.test.runner import BackendIsNotSupposedToImplementIt  # type: ignore[import]

from .arrays import Array
from .errors import NotJudgedError, error_of, usage_error
from .model import Model, Port, load
from .results import CheckReport


def _input(value: Any, port: Port) -> Any:
    """The onnx package has no array of bfloat16: it has the numbers as float32, or the patterns as uint16."""
    if port.type != "bfloat16" or isinstance(value, Array):
        return value
    return Array.from_bits(value, "bfloat16") if np.asarray(value).dtype == np.uint16 else Array(value, "bfloat16")


def _output(value: Any) -> Any:
    return value.numpy() if isinstance(value, Array) else value


def _unjudged(report: CheckReport) -> str:
    """What Etalon does not specify. That a value is not known before running is another matter: when the model runs, it is."""
    return "\n".join(str(f) for f in report.findings if f.severity == "not_judged" and f.rule != "GEN-ALL-KNOWN")


class EtalonRep(BackendRep):  # type: ignore[misc]
    """A model that is ready to run."""

    def __init__(self, model: Model, options: dict[str, Any]) -> None:
        self.model, self.options = model, options
        constants = set(model.constants)
        self._inputs = {port.name: port for port in model.inputs if port.name not in constants}

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """The outputs. `inputs` are a list in the order of the model, a dictionary, or one array."""
        if isinstance(inputs, np.ndarray):
            inputs = [inputs]
        if not isinstance(inputs, dict):
            if len(inputs) > len(self._inputs):
                raise usage_error(f"{len(inputs)} inputs are given", f"the model has {len(self._inputs)}")
            inputs = dict(zip(self._inputs, inputs))
        try:
            given = {name: _input(value, self._inputs[name]) if name in self._inputs else value for name, value in inputs.items()}
            results = self.model.run(given, **{**self.options, **kwargs})
        except NotJudgedError as problem:
            raise BackendIsNotSupposedToImplementIt(str(problem)) from problem
        return tuple(_output(value) for value in results.values())


class EtalonBackend(Backend):  # type: ignore[misc]
    """What onnx.backend.base.Backend wants. Options of etalon.Model.run are keywords of every function."""

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> bool:
        """Whether Etalon specifies all of the model, and no rule is broken."""
        if not cls.supports_device(device):
            return False
        report = load(model).check()
        return not _unjudged(report) and not any(finding.severity == "error" for finding in report.findings)

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> EtalonRep:
        if not cls.supports_device(device):
            raise usage_error(f"there is no device {device}", "give CPU")
        loaded = load(model)
        report = loaded.check()
        if unjudged := _unjudged(report):
            raise BackendIsNotSupposedToImplementIt(unjudged)
        for finding in report.findings:
            if finding.severity == "error":
                raise error_of(finding)
        return EtalonRep(loaded, kwargs)

    @classmethod
    def run_model(cls, model: onnx.ModelProto, inputs: Any, device: str = "CPU", **kwargs: Any) -> tuple[Any, ...]:
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node: onnx.NodeProto, inputs: Any, device: str = "CPU", outputs_info: Sequence[Any] | None = None,
                 **kwargs: Any) -> Any:
        """One node, by a model that has no other. `opset_version` is its operator set."""
        names = [name for name in node.input if name]
        given = dict(zip(names, inputs)) if not isinstance(inputs, dict) else inputs
        arrays = {name: np.asarray(value) for name, value in given.items()}
        declared = [helper.make_tensor_value_info(name, helper.mapping.NP_TYPE_TO_TENSOR_TYPE[a.dtype], a.shape)
                    for name, a in arrays.items()]
        graph = helper.make_graph([node], "node", declared, [onnx.ValueInfoProto(name=name) for name in node.output if name])
        opset = kwargs.pop("opset_version", onnx.defs.onnx_opset_version())
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
        results = cls.prepare(model, device, **kwargs).run(arrays)
        return namedtupledict("Outputs", [name for name in node.output if name])(*results)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        return bool(Device(device).type == DeviceType.CPU)


is_compatible = EtalonBackend.is_compatible
prepare = EtalonBackend.prepare
run_model = EtalonBackend.run_model
run_node = EtalonBackend.run_node
supports_device = EtalonBackend.supports_device
