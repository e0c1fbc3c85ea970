# SPDX-License-Identifier: Apache-2.0
"""Certificates of requantisations from Python."""
import numpy as np
import pytest

import etalon

onnx = pytest.importorskip("onnx")
from onnx import helper, numpy_helper  # noqa: E402


def product(weights=((2,), (4,)), y_scale=2.0**-13):
    """The scale of the accumulator is 2**-14 / y_scale."""
    constants = {"s": np.float32(2.0**-7), "z": np.uint8(0), "W": np.array(weights, np.int8), "v": np.int8(0), "y": np.float32(y_scale)}
    info = helper.make_tensor_value_info
    node = helper.make_node("QLinearMatMul", ["X", "s", "z", "W", "s", "v", "y", "z"], ["Y"], "scores")
    graph = helper.make_graph([node], "g", [info("X", 2, [1, len(weights)])], [info("Y", 2, [1, len(weights[0])])],
                              [numpy_helper.from_array(np.array(value), name) for name, value in constants.items()])
    return etalon.load(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8))


@pytest.mark.evidence("QUANTISE-ALL-CERTIFICATE", "QUANTISE-ALL-REACH")
def test_intervals_operands_and_what_cannot_be_reached():
    report = product().requantise("ties-away")
    assert list(report.rules) == ["exact", "ties-away"]
    [channel] = report.nodes[0]["channels"]
    [difference] = channel["differences"]
    # Half of 1, 5, 9 … is a tie between an even integer and the next one, and 2·a + 4·b is never odd.
    assert [one["low"] for one in difference["accumulators"]] == list(range(1, 511, 4))
    assert difference["reached"] == "no"
    [difference] = product(((1,), (4,))).requantise("ties-away").nodes[0]["channels"][0]["differences"]
    assert np.dot(difference["operands"], [1, 4]) == difference["accumulator"] == 1


@pytest.mark.evidence("QUANTISE-ALL-SEEN")
def test_inputs_that_show_a_difference():
    for x, elements in (([1, 0], 1), ([2, 0], 0)):
        report = product(((1,), (4,))).requantise(["ties-away"], inputs={"X": np.array([x], np.uint8)})
        assert report.nodes[0]["channels"][0]["differences"][0]["by_inputs"]["elements"] == elements
        assert report.rules["ties-away"]["by_inputs"] == elements


def test_the_report_is_that_of_the_command_line(tmp_path):
    report = product().requantise()
    assert str(report).startswith("1 requantisation with 1 channel judged, 0 not judged;")
    assert len(report.rules) == 8  # xnnpack-fp32 computes what ort does, and cmsis-nn what tflite-double does
    report.save(tmp_path / "report.html")
    assert "QLinearMatMul" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_an_unknown_rule_is_refused():
    with pytest.raises(etalon.UsageError, match="tensorflow"):
        product().requantise("tensorflow")
