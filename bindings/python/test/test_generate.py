# SPDX-License-Identifier: Apache-2.0
"""Models that are written as C and proved, from Python."""
import json
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np
import pytest

import etalon

models = pathlib.Path(__file__).resolve().parents[3] / "examples/models"


def load(name):
    return etalon.load(models / f"{name}.onnx")


def command(*words, code=0):
    ran = subprocess.run([os.environ["ETALON_BIN"], "generate", *map(str, words)], capture_output=True, text=True)
    assert ran.returncode == code, ran.stderr
    return ran.stdout


def words_of(options):
    return [word for option, value in ({"profile": "onnx"} | options).items() for word in (f"--{option}", value)]


def files_in(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def timeless(text):
    """Without the time that a proof took."""
    if isinstance(text, str):
        return [line for line in text.splitlines() if not line.startswith("  seconds ")]
    if "proof" in text:
        del text["proof"]["seconds"]
    return text


def change(path, pattern, replacement):
    """Changes the first place that fits; its line."""
    text = path.read_bytes()
    found = re.search(pattern, text)
    path.write_bytes(text[:found.start()] + found.expand(replacement) + text[found.end():])
    return 1 + text[:found.start()].count(b"\n")


OTHER = {"prefix": "net", "arena": "static", "weights": "apart", "schedule": "rows"}
FUSED = {"accumulate": "fused"}


@pytest.mark.evidence("GENERATE-ALL-FILES", "GENERATE-ALL-REPORT")
@pytest.mark.parametrize("name, options", [("digits", {}), ("digits", OTHER | FUSED), ("digits-int8", {}), ("digits-int8", OTHER),
                                           ("layer", {"profile": "sonnx"}), ("layer", {"evidence": "none"})])
def test_the_files_and_the_report_are_those_of_the_command_line(tmp_path, name, options):
    words, folder = words_of(options), tmp_path / "project"
    printed = command(models / f"{name}.onnx", "-o", folder, *words)
    project = load(name).generate(**options)
    assert project.files == files_in(folder) and ("weights.bin" in project.files) == ("weights" in options)
    assert project.json()["project"] is None and project.json()["files_written"] == 0
    written = load(name).generate(tmp_path / "python", **options)
    assert files_in(tmp_path / "python") == written.files == project.files
    project.write(folder)
    assert timeless(str(project)) == timeless(printed) and project.summary == printed.split("\n", 1)[0]
    assert project.json()["files_written"] == len(project.files)
    printed = json.loads(command(models / f"{name}.onnx", "-o", folder, *words, "--format", "json"))
    assert timeless(printed) == timeless(project.json())


@pytest.mark.evidence("GENERATE-ALL-REPORT")
def test_a_report_says_what_was_proved_and_what_is_needed(tmp_path):
    project = load("digits").generate(threads=2)
    assert project and project.proved and project.summary.startswith("equal to the reference for every input: 19 of 22 files")
    assert project.proof["proved"] == ["model.h", "model.c", "weights.c"] and "README.md" in project.proof["not_judged"]
    assert {function["operator"] for function in project.functions} == {"Conv", "Gemm", "MaxPool", "Relu"}
    assert project.needs == etalon.ProjectNeeds(arena=4096, weights=7592, stack=0, operations=25280)
    project.save(tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == project.json()
    assert project._repr_html_().startswith("<pre>equal to the reference")
    with pytest.raises(etalon.UsageError, match="html"):
        project.html()
    fused = load("digits").generate(accumulate="fused")
    assert fused and fused.files["model.c"] != project.files["model.c"]


@pytest.mark.evidence("GENERATE-ALL-MEANING", "GENERATE-ALL-REPORT")
def test_without_evidence_nothing_is_called_proved(tmp_path):
    project = load("layer").generate(tmp_path / "project", evidence="none")
    assert not project and not project.proved and project.proof is None and project.functions == []
    assert str(project).startswith("written, not proved: 22 files are not judged\n")
    assert load("layer").check_generated(tmp_path / "project")


@pytest.mark.evidence("GENERATE-CHECK-FILES", "GENERATE-ALL-REPORT")
@pytest.mark.parametrize("name, options, policy", [("digits", {}, FUSED), ("digits-int8", {}, {}), ("digits-int8", OTHER, {})])
def test_a_project_of_the_command_line_is_accepted(tmp_path, name, options, policy):
    model, folder = models / f"{name}.onnx", tmp_path / "project"
    command(model, "-o", folder, *words_of(options | policy))
    report = load(name).check_generated(folder, threads=0, **policy)
    assert report and report.summary.startswith("equal to the reference for every input: ")
    assert report.files == files_in(folder)
    assert not hasattr(report, "write") and not hasattr(report, "needs")
    assert timeless(command(model, "--check", folder, *words_of(policy))) == timeless(str(report))
    assert timeless(json.loads(command(model, "--check", folder, *words_of(policy), "--format", "json"))) == timeless(report.json())


@pytest.mark.evidence("GENERATE-CHECK-MEANING", "GENERATE-CHECK-TEXT", "GENERATE-CHECK-WEIGHTS")
@pytest.mark.parametrize("name, file, pattern, replacement, rule, place", [
    ("digits", "model.c", rb"f32_larger\(X\[i\], 0\.0f\)", rb"f32_max(X[i], 0.0f)", "GENERATE-CHECK-MEANING", "node 1 (Relu): element 0 of Y"),
    ("digits", "model.c", rb"f32_larger\(X\[i\], 0\.0f\)", rb"f32_larger(X[i], 0)", "GENERATE-CHECK-TEXT", "0"),
    ("digits-int8", "model.c", rb"f32_add\((A\[i\]), (B\[i\])\)", rb"f32_add(\2, \1)", "GENERATE-CHECK-MEANING", "node 12 (Add): element 0 of C"),
    ("digits-int8", "weights.c", rb"\{\n  (-?\d+), (-?\d+), ", rb"{\n  \2, \1, ", "GENERATE-CHECK-WEIGHTS", "model_weight_2"),
])
def test_a_changed_file_is_refused_with_rule_and_place(tmp_path, name, file, pattern, replacement, rule, place):
    model, folder = load(name), tmp_path / "project"
    project = model.generate(folder)
    line = change(folder / file, pattern, replacement)
    with pytest.raises(etalon.NotConformantError) as found:
        model.check_generated(folder, threads=2)
    assert found.value.rule == rule and found.value.hint
    message = found.value.finding.message
    assert message.startswith(f"{file}:") and place in message
    assert rule != "GENERATE-CHECK-TEXT" or message.startswith(f"{file}:{line}:")
    assert rule != "GENERATE-CHECK-MEANING" or 0 <= line - int(message.split(":")[1]) < 10  # the head of its function
    assert json.loads(command(models / f"{name}.onnx", "--check", folder, *words_of({"format": "json"}), code=1))["error"]["message"] == message
    project.write(folder)
    assert model.check_generated(folder)


@pytest.mark.evidence("GENERATE-CHECK-MEANING")
def test_a_project_of_another_model_or_policy_is_refused(tmp_path):
    load("digits").generate(tmp_path / "project", accumulate="fused")
    with pytest.raises(etalon.NotConformantError, match="element 0 of Y") as found:
        load("digits").check_generated(tmp_path / "project")
    assert found.value.rule == "GENERATE-CHECK-MEANING" and found.value.where
    with pytest.raises(etalon.NotConformantError) as found:
        load("layer").check_generated(tmp_path / "project")
    assert found.value.rule.startswith("GENERATE-CHECK-")


@pytest.mark.evidence("GENERATE-CHECK-FILES")
def test_what_is_no_file_of_a_project_is_refused(tmp_path):
    model, folder = load("layer"), tmp_path / "project"
    model.generate(folder)

    def refused(error, match):
        with pytest.raises(error, match=match) as found:
            model.check_generated(folder)
        assert found.value.rule == "GENERATE-CHECK-FILES" and found.value.hint

    stranger = pathlib.Path(os.fsdecode(os.fsencode(folder) + b"/a\x1b\xff.c"))  # a name that is no text
    stranger.write_bytes(b"")
    refused(etalon.NotConformantError, r"a\\x1B\\xFF\.c: no project has this file")
    stranger.unlink()
    (folder / "math.h").symlink_to("model.h")
    refused(etalon.UsageError, "math.h")
    (folder / "math.h").unlink()
    assert model.check_generated(folder)
    (folder / "model.c").unlink()
    refused(etalon.NotConformantError, "model.c: the file is missing")
    shutil.rmtree(folder)
    refused(etalon.UsageError, "project")


@pytest.mark.evidence("GENERATE-ALL-SCOPE", "GENERATE-ALL-NAMES", "GENERATE-ALL-FILES", "GENERATE-ALL-MEANING")
def test_what_cannot_be_written_is_refused_and_not_written(tmp_path):
    with pytest.raises(etalon.NotConformantError):
        load("digits").generate(tmp_path / "project", profile="sonnx")
    for options, rule, hint in (({"prefix": "Net"}, "GENERATE-ALL-NAMES", "small letter"), ({"prefix": "int"}, "GENERATE-ALL-NAMES", "word of C"),
                                ({"arena": "heap"}, "GENERATE-ALL-FILES", "give caller or static"),
                                ({"weights": "tables"}, "GENERATE-ALL-FILES", "give inside or apart"),
                                ({"schedule": ""}, "GENERATE-ALL-FILES", "give plain or rows"),
                                ({"evidence": "drawn"}, "GENERATE-ALL-MEANING", "give proof or none")):
        with pytest.raises(etalon.UsageError, match=next(iter(options))) as found:
            load("layer").generate(tmp_path / "project", **options)
        assert found.value.rule == rule and hint in found.value.hint
    for options, error in (({"profile": "safe"}, etalon.UsageError), ({"accumulate": "pairwise"}, etalon.UsageError),
                           ({"threads": 5000}, etalon.LimitError), ({"dims": {"N": 1}}, etalon.UsageError)):
        with pytest.raises(error):
            load("layer").generate(tmp_path / "project", **options)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(etalon.UsageError) as found:
        load("layer").generate(tmp_path / "file")
    assert found.value.rule == "GENERATE-ALL-FILES" and (tmp_path / "file").read_bytes() == b""


@pytest.mark.evidence("GENERATE-ALL-SCOPE")
def test_what_a_model_leaves_open_is_bound(tmp_path):
    helper = pytest.importorskip("onnx.helper")
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("Add", ["A", "A"], ["B"])], "g", [info("A", 1, ["N", 2])], [info("B", 1, ["N", 2])])
    path = tmp_path / "open.onnx"
    path.write_bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8).SerializeToString())
    model = etalon.load(path)
    with pytest.raises(etalon.Error):
        model.generate()
    project = model.generate(dims={"N": 3})
    command(path, "--profile", "onnx", "--dim", "N=3", "-o", tmp_path / "project")
    assert project and project.files == files_in(tmp_path / "project")
    assert model.check_generated(tmp_path / "project", shapes={"A": [3, 2]})
    with pytest.raises(etalon.NotConformantError):
        model.check_generated(tmp_path / "project", dims={"N": 4})


@pytest.mark.evidence("GENERATE-ALL-FILES", "GENERATE-CHECK-WEIGHTS")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_host_that_rounds_upwards_gets_the_same_files_and_proofs(tmp_path, threads):
    ctypes = pytest.importorskip("ctypes")
    library = ctypes.CDLL(None)
    upwards = {"x86_64": 0x800, "aarch64": 0x400000}.get(os.uname().machine)
    if upwards is None or not hasattr(library, "fesetround"):
        pytest.skip("this test does not know how to round upwards here")
    files = load("digits").generate(tmp_path / "project", schedule="rows").files
    try:
        assert library.fesetround(upwards) == 0
        project = load("digits").generate(schedule="rows", threads=threads)
        report = load("digits").check_generated(tmp_path / "project", threads=threads)
    finally:
        library.fesetround(0)
    assert project and report and project.files == report.files == files
    assert np.float32(1) + np.float32(2**-25) == 1
