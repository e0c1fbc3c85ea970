# SPDX-License-Identifier: Apache-2.0
"""Whether rounding changes what a model decides, from Python; and the error of one run, exactly."""
from fractions import Fraction
import json
import os
import subprocess

import numpy as np
import pytest

import etalon

onnx = pytest.importorskip("onnx")
from onnx import helper  # noqa: E402


def scores(inputs="XW"):
    """S = X W: two scores, sums of three products."""
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMul", ["X", "W"], ["S"])], "g", [info("X", 1, [1, 3]), info("W", 1, [3, 2])],
                              [info("S", 1, [1, 2])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    return etalon.load(model)


# Over the reals 1 and 0.5, where rounding gives 0 and 0.5; then 3 and 0; then two scores that are equal.
X = np.array([[1, 1, 1], [1, 2, 0], [1, 1, 1]], np.float32)
W = np.array([[[2 ** 24, 0], [1, 0], [-2 ** 24, 0.5]], [[1, 0], [1, 0], [0, 3]], [[1, 1], [1, 1], [1, 1]]], np.float32)


def decided_by_fractions(x, w):
    first, second = (sum(Fraction(float(a)) * Fraction(float(b)) for a, b in zip(x, w[:, k])) for k in range(2))
    return None if first == second else int(second > first), abs(first - second)


def test_decisions_are_those_of_fractions_and_of_runs():
    """DEC-ALL-SAME"""
    model = scores()
    report = model.decisions({"X": X, "W": W}, any_order=True)
    assert (report.count, report.same, report.otherwise, report.not_told, report.in_any_order) == (3, 1, 1, 1, 1) and not report
    assert report.headline.startswith("1 of 3 decisions are the same over the reals and under sequential, fused, wide, exact; 1 are taken otherwise")
    for k, one in enumerate(report.decisions):
        real, margin = decided_by_fractions(X[k], W[k])
        assert (one.input, one.row, one.real) == (k, 0, real) and one.margin <= margin and one.margin >= margin * (1 - 1e-9)
        assert set(one.taken) == set(etalon.POLICIES)
        for policy, taken in one.taken.items():
            assert taken == int(np.argmax(model.run({"X": X[k:k + 1], "W": W[k]}, accumulate=policy)["S"]))
    assert [one.input for one in report.not_same] == [0, 2]
    quotient = report.decisions[0].margin / report.decisions[0].error
    assert quotient * (1 - 1e-9) <= report.least_margin_over_error <= quotient  # rounded down
    again = model.decisions({"X": X, "W": W}, any_order=True, threads=2)
    assert again.json()["inputs"] == report.json()["inputs"]


def test_a_threshold_decides_for_each_element():
    """DEC-ALL-SAME"""
    report = scores().decisions({"X": X[:2], "W": W[:2]}, threshold=0.75)
    assert report.count == 4 and report.otherwise == 1 and [one.real for one in report.decisions] == [1, 0, 1, 0]


# The first score is between the double that is nearest to 3/10 and 3/10, the second one is 0.
BETWEEN = np.array([[[float.fromhex("0x1.333334p-2"), 0], [-float.fromhex("0x1.99999ap-27"), 0], [float.fromhex("0x1.999996p-53"), 0]]], np.float32)


def test_a_threshold_is_the_number_that_a_text_says_or_a_float_stores():
    """DEC-ALL-SAME"""
    model = scores()
    given = {"X": X[:1], "W": BETWEEN}
    for threshold, real in ("0.3", 0), (Fraction(3, 10), 0), (0.3, 1), (np.float64(0.3), 1), ("3/10", 0), (np.float32(0.3), 0), (0, 1):
        assert model.decisions(given, threshold=threshold).decisions[0].real == real, threshold
    assert [model.decisions(given, threshold=text).json()["threshold"] for text in ("0.30", "1/3")] == [0.3, "1/3"]


@pytest.mark.parametrize("threshold, says", [("abc", '"abc" is not a number'), ("", "is not a number"), (float("nan"), "not a real number"), (float("inf"), "not a real number"),
                                             (True, "neither a number nor a text"), ([0.5], "neither a number nor a text")])
def test_a_threshold_that_is_no_number_is_refused(threshold, says):
    with pytest.raises(etalon.UsageError, match=says):
        scores().decisions({"X": X, "W": W}, threshold=threshold)


def test_a_run_that_gives_nan_has_no_decision():
    """DEC-ALL-SAME"""
    huge = np.array([[[3e38, 1], [3e38, 2], [0, 0]]], np.float32)
    report = scores().decisions({"X": np.array([[2, -2, 0]], np.float32), "W": huge})
    [one] = report.decisions
    assert one.real == 0 and one.taken["sequential"] is None and one.taken["exact"] == 0
    assert (report.same, report.otherwise, report.not_told, report.not_same) == (0, 0, 1, [one])


def test_a_folder_and_an_array_are_what_the_command_line_takes(models, tmp_path):
    """DEC-ALL-SAME"""
    model = etalon.load(models / "digits.onnx")
    seven = np.load(models / "seven.npy")
    images = np.concatenate([seven, np.roll(seven, 1, axis=-1), np.clip(seven * 0.5, 0, 1)])
    np.save(tmp_path / "image.npy", images)
    report = model.decisions(tmp_path, any_order=True)
    assert report and report.count == 3 and model.decisions(images).same == 3
    said = subprocess.run([os.environ["ETALON_BIN"], "accuracy", models / "digits.onnx", "--profile", "onnx", "--inputs", tmp_path, "--any-order",
                           "--format", "json", "--threads", "2"], capture_output=True, text=True, check=True).stdout
    assert json.loads(said)["inputs"] == report.json()["inputs"] and json.loads(said)["totals"] == report.json()["totals"]
    report.save(tmp_path / "report.html")
    assert "<h1><bdi>Decisions</bdi></h1>" in (tmp_path / "report.html").read_text() and report._repr_html_().startswith("<iframe")
    assert str(report).startswith("3 of 3 decisions are the same")


@pytest.mark.parametrize("given, says", [
    ({"X": X}, 'input "W" is not given'),
    ({"X": X, "W": W[:2]}, '"W" holds 2 inputs, and "X" has 3'),
    ({"X": X.astype(np.float64), "W": W}, "double \\[3,3\\] does not hold inputs of float \\[1,3\\]"),
    ({"X": X, "W": W, "Z": X}, "no input"),
    (X, "the model has 2 inputs"),
])
def test_what_does_not_fit_is_refused(given, says):
    with pytest.raises(etalon.UsageError, match=says):
        scores().decisions(given)


def test_an_output_that_is_not_there_is_refused():
    with pytest.raises(etalon.UsageError, match='no output "T"'):
        scores().decisions({"X": X, "W": W}, output="T")


def test_contributions_add_up_and_threads_change_nothing(models):
    """ACC-ALL-CONTRIBUTIONS ACC-ALL-RUN"""
    model = etalon.load(models / "digits.onnx")
    image = {"image": np.load(models / "seven.npy")}
    one, two = (model.accuracy(image, contributions=3, threads=threads) for threads in (1, 2))
    assert one.json() == two.json() and len(one.json()["error_parts"]["groups"]) == 2  # the last nodes go together
