# SPDX-License-Identifier: Apache-2.0
"""Witnesses against a property from Python."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

import etalon

root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "tests/models"))
from onnx_text import model  # noqa: E402

models = root / "examples/models"
layer, claim = models / "layer.onnx", models / "layer.vnnlib"
witnesses = [models / "layer-witness.txt", models / "layer-corner.txt"]


@pytest.mark.evidence("VNN-ALL-VERDICT", "VNN-ALL-REPORT")
def test_a_witness_holds_and_another_is_not_decided():
    report = etalon.load(layer).verify(claim, witnesses)
    assert report.verdicts == ["holds", "not decided"] and not report
    assert report.totals["witnesses"] == 2 and report.witnesses[0]["in_box"]["decimals"] is True
    assert etalon.load(layer).verify(claim, witnesses[0])
    assert not etalon.load(layer).verify(claim)


@pytest.mark.evidence("VNN-ALL-REPORT")
def test_the_report_is_that_of_the_command_line():
    program = os.environ.get("ETALON_BIN")
    if program is None:
        pytest.skip("ETALON_BIN is not set")
    words = [program, "verify", layer, claim, "--witness", witnesses[0], "--format", "json"]
    of_program = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    of_package = etalon.load(layer).verify(claim, witnesses[0]).json()
    for report in of_program, of_package:
        report["files"].sort(key=lambda file: file["role"])
    assert of_package == of_program


@pytest.mark.evidence("VNN-ALL-READ", "VNN-ALL-FIT")
def test_what_does_not_fit_is_an_error(tmp_path):
    wrong = tmp_path / "p.vnnlib"
    wrong.write_text("(assert")
    with pytest.raises(etalon.MalformedError):
        etalon.load(layer).verify(wrong, witnesses)
    with pytest.raises(etalon.UsageError):
        etalon.load(models / "digits.onnx").verify(claim, witnesses)


@pytest.mark.evidence("VNN-ALL-READ", "VNN-ALL-LIMITS")
def test_a_property_that_says_too_little_or_asks_for_too_much_is_an_error(tmp_path):
    wrong = tmp_path / "p.vnnlib"
    wrong.write_text("(declare-const X_0 Real)(declare-const Y_0 Real)")
    with pytest.raises(etalon.MalformedError, match="the property has no assertion"):
        etalon.load(layer).verify(wrong)
    wrong.write_text("(vnnlib-version <2.0>)(declare-network f (declare-input X real [16777217])(declare-output Y real [2]))(assert (<= Y[0] 0))")
    with pytest.raises(etalon.Error) as raised:
        etalon.load(layer).verify(wrong)
    assert raised.value.status == etalon.Status.LIMIT and raised.value.finding.rule == "VNN-ALL-LIMITS"


@pytest.mark.evidence("VNN-ALL-MARGIN")
@pytest.mark.parametrize("given", [{"margin": 1e-4}, {"boxes": 10}, {"boxes": 16384}])
def test_what_is_assumed_of_a_claim_is_refused_with_a_witness(given):
    with pytest.raises(etalon.UsageError, match="are for a claim"):
        etalon.load(layer).verify(claim, witnesses, **given)
    etalon.load(layer).verify(claim, **given)


def networks(kinship, rows):
    """Two networks, each with rows of its own."""
    [first, second] = [f"(declare-input {name}X real [{n},2])(declare-output {name}Y real [{n},2])" for name, n in zip("fg", rows)]
    return ("(vnnlib-version <2.0>)(declare-network f " + first + ")(declare-network g " + kinship + second + ")"
            "(assert (>= fY[0,0] 2))(assert (>= gY[0,0] 2))")


def doubled():
    return etalon.load(model("Y = Add(X, X)", inputs="X:float[N,2]", outputs="Y:float[N,2]", version=14))


@pytest.mark.evidence("VNN-ALL-FIT")
def test_each_model_stands_for_one_network(tmp_path):
    text = tmp_path / "p.vnnlib"
    text.write_text(networks("", (1, 1)))
    for given, problem in (["f", "g"], "so is every network"), (["h"], "has no network"):
        with pytest.raises(etalon.UsageError, match=problem):
            doubled().verify(text, networks={name: doubled() for name in given})
    text.write_text(networks("(equal-to f)", (1, 1)))
    with pytest.raises(etalon.UsageError, match="is equal to .*, and has its model"):
        doubled().verify(text, networks={"g": doubled()})


@pytest.mark.evidence("VNN-ALL-FIT")
@pytest.mark.parametrize("given", ["f", "g"])
def test_open_shapes_are_those_of_the_network_that_a_model_stands_for(tmp_path, given):
    text, witness = tmp_path / "p.vnnlib", tmp_path / "w.txt"
    text.write_text(networks("", (1, 3)))
    witness.write_text("fX real [1,2]\n1\n1\ngX real [3,2]\n" + "1\n" * 6)
    assert doubled().verify(text, witness, networks={given: doubled()}).verdicts == ["holds"]
