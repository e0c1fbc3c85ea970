# SPDX-License-Identifier: Apache-2.0
"""Witnesses against a property from Python."""
import json
import os
import pathlib
import subprocess

import pytest

import etalon

models = pathlib.Path(__file__).resolve().parents[3] / "examples/models"
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
