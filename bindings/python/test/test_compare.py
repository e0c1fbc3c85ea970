# SPDX-License-Identifier: Apache-2.0
"""Another implementation's results, held against the reference from Python."""
from fractions import Fraction
import hashlib
import json

import numpy as np
import pytest

import etalon

onnx = pytest.importorskip("onnx")
from onnx import helper, numpy_helper  # noqa: E402


def product(k=40, n=3):
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMul", ["A", "B"], ["Y"])], "g",
                              [info("A", 1, [n, k]), info("B", 1, [k, n])], [info("Y", 1, [n, n])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    return model


def operands(k=40, n=3, seed=7):
    random = np.random.default_rng(seed)
    return random.standard_normal((n, k)).astype(np.float32), random.standard_normal((k, n)).astype(np.float32)


def from_the_last(a, b):
    y = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in reversed(range(a.shape[1])):
        y += a[:, k:k + 1] * b[k:k + 1]
    return y


def test_a_report_has_the_digests_of_what_was_given():
    """REPORT-ALL-IDENTITY"""
    a, b = operands()
    model = etalon.load(product())
    y = model.run({"A": a, "B": b})["Y"]
    files = model.compare({"A": a, "B": b}, {"Y": y}).json()["files"]
    assert [(one["role"], one["name"]) for one in files[1:]] == [("input", "A"), ("input", "B"), ("candidate", "Y")]
    assert files[1]["sha256"] == hashlib.sha256(a.astype("<f4").tobytes()).hexdigest()
    assert [one["name"] for one in model.accuracy({"A": a, "B": b}).json()["files"][1:]] == ["A", "B"]


def test_a_candidate_that_does_not_fit_is_not_called_an_input():
    a, b = operands()
    with pytest.raises(etalon.UsageError, match=r'candidate "Y" is float \[3,3\], but double'):
        etalon.load(product()).compare({"A": a, "B": b}, {"Y": np.zeros((3, 3))})


@pytest.mark.parametrize("policy", etalon.POLICIES)
def test_results_under_a_policy_replicate_it(policy):
    """CON-ALL-VERDICTS"""
    a, b = operands()
    model = etalon.load(product())
    y = model.run({"A": a, "B": b}, accumulate=policy)["Y"]
    report = model.compare({"A": a, "B": b}, {"Y": y})
    assert report and report.conforms and policy in report.replicates


def test_a_sum_from_the_last_term_on_conforms_and_is_named():
    """CON-ALL-CAUSE"""
    a, b = operands(n=12)
    report = etalon.load(product(n=12)).compare({"A": a, "B": b}, {"Y": from_the_last(a, b)}, tolerance="exact")
    assert report.conforms and not report.replicates and not report.within_tolerance
    assert report.cause.startswith("the terms of a sum are added from the last to the first (")
    assert report.json()["nodes"][0]["cause"]["certain"]


def test_distances_from_the_real_values_are_those_of_fractions():
    """CON-ALL-REAL"""
    a, b = operands()
    model = etalon.load(product())
    candidate = from_the_last(a, b)
    reference = model.run({"A": a, "B": b})["Y"]
    [said] = model.compare({"A": a, "B": b}, {"Y": candidate}).from_real
    real = [sum(Fraction(float(x)) * Fraction(float(y)) for x, y in zip(row, column)) for row in a for column in b.T]
    apart = {name: [abs(Fraction(float(value)) - exact) for value, exact in zip(values.ravel(), real)]
             for name, values in (("candidate", candidate), ("reference", reference))}
    for name, distances in apart.items():
        assert max(distances) <= Fraction(said["Y"][name]["absolute"]) <= max(distances) * (1 + Fraction(1, 10 ** 6))
    pairs = list(zip(apart["candidate"], apart["reference"]))
    assert said["Y"]["nearer"] == {"candidate": sum(x < y for x, y in pairs), "reference": sum(x > y for x, y in pairs),
                                   "neither": sum(x == y for x, y in pairs), "not_told": 0}


def test_several_inputs_show_a_cause_that_one_does_not():
    """CON-ALL-INPUTS CON-ALL-CHANCE"""
    model = etalon.load(product(n=2))
    inputs = [dict(zip("AB", operands(n=2, seed=seed))) for seed in range(30)]
    results = [{"Y": from_the_last(one["A"], one["B"])} for one in inputs]
    alone = [model.compare(one, own) for one, own in zip(inputs, results)]
    assert all("not enough data" in report.cause or report.cause.startswith("not found") for report in alone if report.cause)
    report = model.compare(inputs, results)
    assert report.conforms and report.cause.startswith("the terms of a sum are added from the last to the first (")
    assert report.json()["format"] == "etalon-compares-2" and len(report.json()["inputs"]) == 30 and "input 29" in str(report)
    results[7] = {"Y": results[7]["Y"] + 1}
    wrong = model.compare(inputs, results)
    assert wrong.conforms is False and "1 of 30 inputs" in wrong.reason and '"input 7"' in wrong.reason
    with pytest.raises(ValueError):
        model.compare(inputs, results[:3])


def test_a_dropped_term_does_not_conform():
    """CON-ALL-VERDICTS"""
    a, b = operands()
    report = etalon.load(product()).compare({"A": a, "B": b}, {"Y": a[:, 1:] @ b[1:]})
    assert report.conforms is False and not report


def cancelling():
    """One row sums up to 64; in 99 others large magnitudes cancel, so that what is given there cannot be judged."""
    large = (1000 + np.random.default_rng(3).random((99, 32)) * 10).astype(np.float32)
    a = np.ones((100, 64), np.float32)
    a[1:, ::2], a[1:, 1::2] = large, -large * np.float32(1 + 2 ** -19)
    y = a.astype(np.float64).sum(1, keepdims=True).astype(np.float32)
    y[1:] += np.float32(0.125)  # a multiple of what all terms are multiples of
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMul", ["A", "B"], ["Y"])], "g",
                              [info("A", 1, [100, 64]), info("B", 1, [64, 1])], [info("Y", 1, [100, 1])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    return model, a, np.ones((64, 1), np.float32), y


def test_what_is_partly_judged_does_not_conform(tmp_path):
    """CON-ALL-CLAIM"""
    model, a, b, y = cancelling()
    report = etalon.load(model).compare({"A": a, "B": b}, {"Y": y}, tolerance="abs=1")
    assert report.conforms is None and not report and report.within_tolerance
    assert (report.verdict, report.judged, report.not_judged) == ("partly judged", 1, 99)
    assert "99 of 100 elements" in report.reason and "partly judged (99 of 100 elements not judged)" in str(report)
    assert report.json()["elements"]["not_judged"] == 99 and "◐ partly judged" in report.html()
    report.save(tmp_path / "report.xml")
    assert 'failures="0" errors="0" skipped="2"' in (tmp_path / "report.xml").read_text()


def test_the_deployed_model_is_compared_with_the_run_that_was_judged():
    """CON-ALL-DEPLOYED"""
    model, a, b, _ = cancelling()
    loaded = etalon.load(model)
    y = np.array(loaded.run({"A": a, "B": b})["Y"])
    assert loaded.compare({"A": a, "B": b}, {"Y": y}).deployed_agrees is None
    same = loaded.compare({"A": a, "B": b}, {"Y": y}, deployed={"Y": y})
    assert same.deployed_agrees and same.conforms
    other = loaded.compare({"A": a, "B": b}, {"Y": y}, deployed={"Y": y + np.float32(2 ** -14)})
    assert other.deployed_agrees is False and other.conforms is None and other.not_judged == 99


def test_an_array_of_another_shape_is_refused():
    a, b = operands()
    with pytest.raises(etalon.Error):
        etalon.load(product()).compare({"A": a, "B": b}, {"Y": np.zeros(3, np.float32)})


def test_a_function_is_a_peer(tmp_path):
    """CON-ALL-VERDICTS"""
    a, b = operands()
    data = tmp_path / "case" / "test_data_set_0"
    data.mkdir(parents=True)
    (tmp_path / "case" / "model.onnx").write_bytes(product().SerializeToString())
    for k, array in enumerate((a, b)):
        (data / f"input_{k}.pb").write_bytes(numpy_helper.from_array(array).SerializeToString())
    case = {"name": "case", "operator": "MatMul", "profile": "onnx", "policy": "sequential", "status": "ok"}
    (tmp_path / "manifest.json").write_text(json.dumps({"cases": [case]}))
    [right] = etalon.conform(tmp_path, lambda model, inputs: [inputs[0] @ inputs[1]])
    assert right.conforms and right.outcome == "ok"
    [wrong] = etalon.conform(tmp_path, lambda model, inputs: [inputs[0] @ inputs[1] + 1])
    assert wrong.conforms is False
    assert wrong.verdict == "does not conform" and right.verdict == "conforms"
    [near] = etalon.conform(tmp_path, lambda model, inputs: [inputs[0] @ inputs[1]], tolerance="ulp=1e6")
    assert near.within_tolerance
    [short] = etalon.conform(tmp_path, lambda model, inputs: [])
    assert short.outcome == "error" and short.conforms is None and "gave 0 outputs, not 1" in short.reason
    unknown = product()
    unknown.graph.node[0].op_type = "NoSuchOperator"
    (tmp_path / "case" / "model.onnx").write_bytes(unknown.SerializeToString())
    [foreign] = etalon.conform(tmp_path, lambda model, inputs: [inputs[0] @ inputs[1]])
    assert foreign.outcome == "ok" and foreign.verdict == "not judged" and foreign.reason.startswith("its model is not one of profile onnx: ")
    (tmp_path / "case" / "model.onnx").write_bytes(product().SerializeToString())
    [raised] = etalon.conform(tmp_path, lambda model, inputs: 1 / 0)
    assert raised.outcome == "error" and "ZeroDivisionError" in raised.words and raised.conforms is None
