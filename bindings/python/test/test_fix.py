# SPDX-License-Identifier: Apache-2.0
"""Models that are brought into a profile, from Python."""
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import etalon

models = pathlib.Path(__file__).resolve().parents[3] / "examples/models"


def load(name):
    return etalon.load(models / f"{name}.onnx")


def command(*words, code=0):
    ran = subprocess.run([os.environ["ETALON_BIN"], "fix", *map(str, words)], capture_output=True, text=True)
    assert ran.returncode == code, ran.stderr
    return ran.stdout


def open_model(default=None):
    """Y = Reshape(X, shape) + W, where X is [batch,?] and shape an input, which may have a default value."""
    helper, numpy_helper = pytest.importorskip("onnx.helper"), pytest.importorskip("onnx.numpy_helper")
    info = helper.make_tensor_value_info
    constants = [numpy_helper.from_array(np.arange(3, dtype=np.float32), "W")]
    if default is not None:
        constants.append(numpy_helper.from_array(np.array(default), "shape"))
    nodes = [helper.make_node("Reshape", ["X", "shape"], ["R"]), helper.make_node("Add", ["R", "W"], ["Y"])]
    graph = helper.make_graph(nodes, "g", [info("X", 1, ["batch", None]), info("shape", 7, [2])], [info("Y", 1, None)], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8)


@pytest.mark.evidence("FIX-ALL-PROOF", "FIX-ALL-REPORT")
def test_a_model_is_brought_into_the_profile():
    model = load("digits")
    report = model.fix()
    assert report and report.verdict == "conformant" and not any(finding.severity != "notice" for finding in report.findings)
    made = etalon.load(report.bytes)
    assert not model.check("sonnx") and made.check("sonnx")
    assert model.equal(made, second_profile="sonnx")
    assert [node["became"] for node in report.nodes].count("completed") == 5 and len(report.nodes) == len(model.nodes)
    assert report.evidence["proof"]["verdict"] == "equal" and any(control["seen"] for control in report.evidence["controls"])
    assert "(Flatten \"/6/Flatten\"): became Reshape" in report.difference
    same = load("layer").fix()
    assert same and same.bytes == (models / "layer.onnx").read_bytes() and same.difference == ""


@pytest.mark.evidence("FIX-ALL-REPORT")
def test_what_cannot_be_fixed_is_left():
    report = load("digits-int8").fix(threads=2)
    assert not report and report.verdict == "fixed_in_part"
    left = [finding for finding in report.findings if finding.severity != "notice"]
    assert len(left) == report.json()["after"]["findings"] > 0 and all(finding.rule and finding.hint for finding in left)
    assert {node["operator"] for node in report.nodes if node["became"] == "left"} >= {"QLinearConv", "QuantizeLinear"}
    assert load("digits-int8").equal(etalon.load(report.bytes))


@pytest.mark.evidence("FIX-ALL-REPORT")
@pytest.mark.parametrize("name, code", [("digits", 0), ("layer", 0), ("digits-int8", 1)])
def test_the_report_and_the_model_are_those_of_the_command_line(tmp_path, name, code):
    report = load(name).fix(tmp_path / "python.onnx", growth=2)
    assert report.json()["after"]["file"] == "python.onnx" and (tmp_path / "python.onnx").read_bytes() == report.bytes
    report.write(str(tmp_path / "fixed.onnx"))
    words = [models / f"{name}.onnx", "-o", tmp_path / "fixed.onnx", "--growth", 2]
    assert command(*words, code=code).rstrip("\n") == str(report)
    assert (tmp_path / "fixed.onnx").read_bytes() == report.bytes
    assert json.loads(command(*words, "--format", "json", code=code)) == report.json()
    assert command(*words, "--format", "html", code=code) == report.html()
    summary = str(report).split("\n", 1)[0]
    assert command(*words, "--diff", code=code).rstrip("\n") == f"{summary}\n\n{report.difference}".rstrip("\n")
    report.save(tmp_path / "log.json")
    command(models / f"{name}.onnx", "-o", tmp_path / "again.onnx", "--replay", tmp_path / "log.json", code=code)
    assert (tmp_path / "again.onnx").read_bytes() == report.bytes
    with pytest.raises(etalon.UsageError, match="sarif"):
        report.save(tmp_path / "report.sarif")


@pytest.mark.evidence("FIX-ALL-REPORT")
def test_a_model_that_was_not_written_has_no_name():
    report = load("digits").fix()
    assert report.json()["after"]["file"] is None and "A model brought into sonnx" in report.html()
    assert report._repr_html_().startswith("<iframe")


@pytest.mark.evidence("FIX-ALL-PROOF")
@pytest.mark.parametrize("name, options, rule, message", [
    ("scale", {}, "FIX-ALL-LEFT", "would have other bits in profile sonnx"),
    ("digits", {"operations": 1}, "FIX-ALL-PROOF", "not shown to have the same bits")])
def test_what_is_not_shown_is_refused_and_not_written(tmp_path, name, options, rule, message):
    words = [word for option, value in options.items() for word in (f"--{option}", value)]
    command(models / f"{name}.onnx", "-o", tmp_path / "fixed.onnx", *words, code=6)
    with pytest.raises(etalon.NotJudgedError, match=message) as found:
        load(name).fix(tmp_path / "fixed.onnx", **options)
    assert found.value.rule == rule and found.value.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.evidence("FIX-ALL-PROOF")
def test_other_evidence_is_what_it_is_called():
    drawn = load("digits").fix(evidence="drawn")
    assert drawn and drawn.evidence["kind"] == "drawn" and drawn.evidence["proof"] is None and "not proved" in str(drawn)
    none = load("digits").fix(evidence="none")
    assert not none and none.verdict == "conformant" and none.evidence["drawn"] is None
    assert none.bytes == drawn.bytes == load("digits").fix().bytes


@pytest.mark.evidence("FIX-ALL-REPORT", "FIX-ALL-PROOF")
@pytest.mark.parametrize("default", [None, [2, 6], [12, 1]])
def test_what_a_model_leaves_open_is_bound(tmp_path, default):
    path = tmp_path / "open.onnx"
    path.write_bytes(open_model(default).SerializeToString())
    model = etalon.load(path)
    with pytest.raises(etalon.Error):
        model.fix(tmp_path / "fixed.onnx")
    assert not (tmp_path / "fixed.onnx").exists()
    bound = {"dims": {"batch": 2}, "shapes": {"X": [2, 6]}, "values": {"shape": np.array([4, 3])}}
    report = model.fix(tmp_path / "fixed.onnx", **bound)
    assert report, str(report)
    words = ["--dim", "batch=2", "--shape", "X=[2,6]", "--value", "shape=[4,3]"]
    assert json.loads(command(path, "-o", tmp_path / "fixed.onnx", *words, "--format", "json")) == report.json()
    assert (tmp_path / "fixed.onnx").read_bytes() == report.bytes
    report.save(tmp_path / "log.json")
    command(path, "-o", tmp_path / "again.onnx", "--replay", tmp_path / "log.json")
    assert (tmp_path / "again.onnx").read_bytes() == report.bytes
    x = np.arange(12, dtype=np.float32).reshape(2, 6)
    ours = model.run({"X": x, "shape": np.array([4, 3])})["Y"]
    assert etalon.load(report.bytes).run({"X": x}, profile="sonnx")["Y"].tobytes() == ours.tobytes()


def test_external_data_stay_beside_the_model(tmp_path):
    onnx = pytest.importorskip("onnx")
    (tmp_path / "model").mkdir()
    path = tmp_path / "model/m.onnx"
    onnx.save_model(open_model(), str(path), save_as_external_data=True, location="w.bin", size_threshold=0)
    bound = {"dims": {"batch": 2}, "shapes": {"X": [2, 6]}, "values": {"shape": np.array([4, 3])}}
    words = ["--dim", "batch=2", "--shape", "X=2,6", "--value", "shape=[4,3]", "--external-data"]
    with pytest.raises(etalon.UsageError, match="beside") as found:
        etalon.load(path, external_data=True).fix(tmp_path / "fixed.onnx", **bound)
    assert found.value.rule == "FILE-ONNX-EXTERNAL"
    command(path, "-o", tmp_path / "fixed.onnx", *words, code=2)
    assert not (tmp_path / "fixed.onnx").exists()
    report = etalon.load(path.read_bytes(), external_data=tmp_path / "model").fix(**bound)
    with pytest.raises(etalon.UsageError, match="beside"):
        report.write(tmp_path / "fixed.onnx")
    report.write(tmp_path / "model/fixed.onnx")
    command(path, "-o", tmp_path / "model/again.onnx", *words)
    assert (tmp_path / "model/again.onnx").read_bytes() == report.bytes


def test_arguments_that_do_not_fit_are_refused(tmp_path):
    for options, text in (({"evidence": "trust"}, "trust"), ({"growth": 0}, "growth"), ({"growth": float("nan")}, "growth"),
                          ({"profile": "safe"}, "safe"), ({"dims": {"N": 1}}, "N")):
        with pytest.raises(etalon.UsageError, match=text):
            load("digits").fix(tmp_path / "fixed.onnx", **options)
    with pytest.raises(etalon.Error):
        load("digits").fix(tmp_path / "no folder/fixed.onnx")
    assert list(tmp_path.iterdir()) == []
    assert load("digits").fix(growth=float("inf"))
