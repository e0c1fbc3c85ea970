# SPDX-License-Identifier: Apache-2.0
"""etalon.backend, and ONNX's own test runner over it."""
import collections
import os
import pathlib

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import helper

import etalon
from etalon import backend

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.evidence("PY-ALL-BACKEND")]


def test_it_is_a_backend():
    assert issubclass(backend.EtalonBackend, onnx.backend.base.Backend) and backend.supports_device("CPU") and not backend.supports_device("CUDA")
    node = helper.make_node("Add", ["x", "y"], ["z"])
    x = np.arange(3, dtype=np.float32)
    assert backend.run_node(node, [x, x]).z.tolist() == [0, 2, 4]
    assert backend.run_node(helper.make_node("Upsample", ["x"], ["y"], mode="nearest", scales=[2.0]), [x], opset_version=7)[0].shape == (6,)


def test_a_model_is_prepared_once_and_run_with_lists_dictionaries_or_one_array(models):
    model = onnx.load(models / "layer.onnx")
    x = np.load(models / "x.npy")
    rep = backend.prepare(model, accumulate="exact")
    assert isinstance(rep, onnx.backend.base.BackendRep)
    [y] = rep.run([x])
    assert (rep.run({"X": x})[0] == y).all() and (rep.run(x)[0] == y).all() and (backend.run_model(model, [x], accumulate="exact")[0] == y).all()
    assert rep.run([x], accumulate="sequential")[0].shape == y.shape
    with pytest.raises(etalon.UsageError, match="2 inputs"):
        rep.run([x, x])
    with pytest.raises(etalon.UsageError, match="no device"):
        backend.prepare(model, "CUDA")


def test_what_is_not_specified_is_said_so():
    node = helper.make_node("Loop", ["x"], ["y"])
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", 1, [1])], [helper.make_tensor_value_info("y", 1, [1])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    assert not backend.is_compatible(model)
    with pytest.raises(backend.BackendIsNotSupposedToImplementIt, match="GEN-ALL-OPERATOR"):
        backend.prepare(model)


def test_the_runner_of_onnx_passes():
    cases = pytest.importorskip("backend_cases")
    endings = cases.all_endings()
    counts = collections.Counter(e.kind for e in endings)
    print(cases.table(endings).splitlines()[0])
    if "ETALON_BUILD" in os.environ:
        (pathlib.Path(os.environ["ETALON_BUILD"]) / "backend.md").write_text(cases.table(endings), encoding="utf-8")
    assert not [e for e in endings if e.kind == "failed"]
    for e in endings:
        if e.kind == "other rounding":
            assert e.ours <= e.bound
        elif e.kind != "identical":
            assert e.reason, e
    assert counts["identical"] + counts["other rounding"] >= 500
