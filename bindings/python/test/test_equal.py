# SPDX-License-Identifier: Apache-2.0
"""Equality of two models from Python."""
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


@pytest.mark.evidence("EQUIV-ALL-VERDICT")
def test_a_rewritten_model_is_equal():
    report = load("layer").equal(load("layer-optimised"))
    assert report and report.verdict == "equal"
    assert report.counts["all"] == report.counts["by_expression"] == 1
    assert report.lemmas == [] and report.not_shown == [] and report.counterexample is None


@pytest.mark.evidence("EQUIV-ALL-VERDICT", "EQUIV-ALL-REPORT")
def test_inputs_of_a_difference_show_it():
    first, second = load("digits"), load("digits-int8")
    report = first.equal(second, threads=2)
    assert not report and report.verdict == "different"
    found = report.counterexample
    assert list(found.inputs) == ["image"] and found.inputs["image"].shape == (1, 1, 8, 8)
    results = [model.run(found.inputs)[found.output].ravel().view(np.uint32) for model in (first, second)]
    assert np.count_nonzero(results[0] != results[1]) == found.elements
    assert np.flatnonzero(results[0] != results[1])[0] == found.first_element
    assert tuple(int(bits[found.first_element]) for bits in results) == found.bits


@pytest.mark.evidence("EQUIV-ALL-VERDICT", "EQUIV-ALL-REPORT")
def test_what_is_not_shown_is_neither():
    report = load("digits-int8").equal(load("digits-int8-optimised"))
    assert not report and report.verdict == "not shown" and report.counterexample is None
    [first] = report.not_shown
    assert first["value"] == "/2/MaxPool_output_0.q" and not first["differs"] and not first["too_large"]
    short = load("layer").equal(load("layer-optimised"), operations=1)
    assert short.verdict == "not shown" and short.not_shown[0]["too_large"]


def test_the_report_is_that_of_the_command_line(tmp_path):
    report = load("layer").equal(load("layer-optimised"), second_profile="onnx")
    words = [os.environ["ETALON_BIN"], "equal", models / "layer.onnx", models / "layer-optimised.onnx"]
    for form, text in (("text", str(report)), ("json", json.dumps(report.json()))):
        printed = subprocess.run([*words, "--format", form], capture_output=True, text=True, check=True).stdout
        assert (json.loads(printed) == json.loads(text)) if form == "json" else printed.rstrip("\n") == text
    report.save(tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == report.json()
    assert report._repr_html_().startswith("<pre>equal: the same bits")
    with pytest.raises(etalon.UsageError, match="html"):
        report.html()


@pytest.mark.evidence("EQUIV-ALL-INTERFACE")
def test_models_of_another_interface_are_refused():
    with pytest.raises(etalon.UsageError, match="int32") as found:
        load("scale").equal(load("layer"))
    assert found.value.rule == "EQUIV-ALL-INTERFACE"
    with pytest.raises(etalon.UsageError, match="PosixPath"):
        load("scale").equal(models / "layer.onnx")
    with pytest.raises(etalon.NotConformantError):
        load("scale").equal(load("undeclared"), second_profile="sonnx")
    assert load("scale").equal(load("undeclared"), profile="sonnx", second_profile="onnx").json()["second_profile"] == "onnx"


@pytest.mark.evidence("EQUIV-ALL-LEMMAS")
def test_a_lemma_that_is_used_is_listed():
    helper = pytest.importorskip("onnx").helper

    def product(*operands):
        info = [helper.make_tensor_value_info(name, 1, [3]) for name in "ABC"]
        graph = helper.make_graph([helper.make_node("Mul", operands, ["C"])], "g", info[:2], info[2:])
        return etalon.load(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8))

    report = product("A", "B").equal(product("B", "A"))
    assert report and report.lemmas == ["COMMUTE", "QUIET"] and str(report).startswith("equal by lemmas: ")
    assert product("A", "B").equal(product("A", "B")).lemmas == []
    assert not product("A", "B").equal(product("A", "A"))
