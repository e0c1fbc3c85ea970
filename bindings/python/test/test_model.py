# SPDX-License-Identifier: Apache-2.0
"""Models through Python: what the command line says of them, on arrays."""
from decimal import Decimal
from fractions import Fraction
import json
import os
import subprocess
import sys

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper

import etalon

ETALON = os.environ["ETALON_BIN"]
pytestmark = pytest.mark.evidence("PY-ALL-MODELS")


def command(*words, code=0):
    ran = subprocess.run([ETALON, *map(str, words)], capture_output=True, text=True)
    assert ran.returncode == code, ran.stderr
    return ran.stdout


def model_of(nodes, inputs, outputs, initializers=(), opset=17):
    info = lambda text: helper.make_tensor_value_info(text[0], text[1], text[2])
    graph = helper.make_graph(nodes, "g", [info(i) for i in inputs], [info(o) for o in outputs], list(initializers))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


MUL = model_of([helper.make_node("Mul", ["a", "b"], ["c"], name="first")],
               [("a", TensorProto.FLOAT, ["N"]), ("b", TensorProto.FLOAT, ["N"])], [("c", TensorProto.FLOAT, ["N"])])
RESHAPE = model_of([helper.make_node("Reshape", ["x", "shape"], ["y"])],
                   [("x", TensorProto.FLOAT, [6]), ("shape", TensorProto.INT64, [2])], [("y", TensorProto.FLOAT, ["a", "b"])])


@pytest.fixture
def scale(models):
    return etalon.load(models / "scale.onnx")


def test_a_model_comes_from_a_path_bytes_or_a_proto(models):
    path = models / "scale.onnx"
    for given in (path, str(path), path.read_bytes(), bytearray(path.read_bytes()), onnx.load(path)):
        model = etalon.load(given)
        assert [str(port) for port in model.inputs] == ["A int32 [2]"] and model.outputs[0].shape == (2,)
        assert model.opset == 14 and model.ir_version == 8 and model.nodes == [("Mul", "scale"), ("Div", "norm")]
    assert str(etalon.load(path)) == "scale.onnx: IR version 8, operator set 14, 2 nodes\n  input   A int32 [2]\n  output  C int32 [2]"


@pytest.mark.parametrize("given, kind", [(b"\xff\xff", etalon.MalformedError), ("no/such/file.onnx", etalon.Error), (3, etalon.UsageError)])
def test_what_is_no_model_is_refused(given, kind):
    with pytest.raises(kind) as caught:
        etalon.load(given)
    assert caught.value.rule


def without_identity(report):
    """What does not say where it comes from. The first hypothesis is about the input: a file there, an array here."""
    kept = {key: value for key, value in report.items() if key not in ("tool", "files", "model")}
    return kept | {"hypotheses": report["hypotheses"][1:]} if "hypotheses" in report else kept


@pytest.mark.parametrize("name", ["scale", "undeclared", "layer"])
@pytest.mark.parametrize("profile", etalon.PROFILES)
def test_check_says_what_the_command_line_says(models, name, profile):
    path = models / f"{name}.onnx"
    report = etalon.load(path).check(profile)
    ran = subprocess.run([ETALON, "check", path, "--profile", profile, "--format", "json"], capture_output=True, text=True)
    assert int(report.status) == ran.returncode and report.conformant == (ran.returncode == 0) == bool(report)
    assert without_identity(report.json()) == without_identity(json.loads(ran.stdout))
    for finding, right in zip(report.findings, report.json()["findings"], strict=True):
        assert (finding.rule, finding.message, finding.hint, finding.node) == (right["rule"], right["message"], right["hint"] or "", right["node"])
    assert report.sarif()["version"] == "2.1.0" and "<!doctype html>" in report.html() and "<iframe" in report._repr_html_()


def test_the_fix_of_a_finding_corrects_the_model(models):
    model = onnx.load(models / "undeclared.onnx")
    report = etalon.load(model).check("sonnx")
    assert not report and {finding.rule for finding in report.findings} == {"GEN-ALL-TYPES", "GEN-ALL-SHAPES"}
    for finding in report.findings:
        exec(finding.fix, {"model": model, "onnx": onnx})
    assert etalon.load(model).check("sonnx")


def test_a_run_gives_what_the_command_line_gives(models, scale):
    a = np.load(models / "a.npy")
    right = json.loads(command("run", models / "scale.onnx", "--input", f"A={models / 'a.npy'}", "--events", "--format", "json"))
    with pytest.warns(etalon.Notice, match="DIV-INT-NOTICE"):
        run = scale.run({"A": a}, profile="sonnx", events=True)
    assert list(run) == ["C"] and run["C"].tolist() == right["outputs"][0]["values"] and run.digest == right["digest"]
    assert [(e.kind, e.count, list(e.first)) for e in run.events] == [(e["kind"], e["count"], e["first"]) for e in right["events"]]
    assert [n.rule for n in run.notices] == [n["rule"] for n in right["notices"]] and run.notices[0].node == 1
    assert "C int32 [2] = [-11  18]" in str(run) and "<table>" in run._repr_html_()


@pytest.mark.parametrize("kernel", ["fast", "reference", "both"])
@pytest.mark.parametrize("threads", [0, 1, 3])
def test_kernels_and_threads_give_the_same_bits(models, kernel, threads):
    run = etalon.load(models / "layer.onnx").run({"X": np.load(models / "x.npy")}, kernel=kernel, threads=threads)
    assert run.digest in command("run", models / "layer.onnx", "--profile", "onnx", "--input", f"X={models / 'x.npy'}", "--digest")
    assert run.facts["nodes"] == 1 or run.facts["operations"] > 0


def test_a_plan_is_kept(scale):
    a = np.array([1, 2], np.int32)
    scale.run({"A": a})
    plans = len(scale._kept)
    scale.run({"A": a + 1})
    assert len(scale._kept) == plans
    for threads in range(2, 30):
        scale.run({"A": a}, threads=1, strict=bool(threads % 2), dims={}, accumulate=etalon.POLICIES[threads % 4])
    assert len(scale._kept) <= 8


def test_a_plan_that_is_forgotten_is_not_taken_for_another():
    model = etalon.load(MUL)
    for size in [*range(1, 40), *range(1, 40)]:
        x = np.arange(size, dtype=np.float32)
        assert model.run({"a": x, "b": x})["c"].tolist() == (x * x).tolist()


@pytest.mark.parametrize("inputs, words", [({}, '"A" is not given'), ({"A": np.zeros(2)}, "double"), ({"A": np.zeros(3, np.int32)}, r"int32 \[3\]"),
                                           ({"A": np.zeros(2, np.int32), "B": 1}, "no input of that name"), ({"A": None}, '"A" is not given')])
def test_inputs_that_do_not_fit_are_refused(scale, inputs, words):
    with pytest.raises(etalon.UsageError, match=words) as caught:
        scale.run(inputs)
    assert caught.value.rule in ("RUN-ALL-INPUTS", "API-ALL-REQUEST")


@pytest.mark.parametrize("call, words, hint", [
    (lambda m: m.run(np.zeros(2, np.int32)), "given as ndarray, without names", '{"x": x}'),
    (lambda m: m.run([np.zeros(2, np.int32)]), "given as list, without names", '{"x": x}'),
    (lambda m: m.run({"A": np.zeros(2, np.int32), "\ud800": 1}), "not Unicode", "as str"),
    (lambda m: m.run({"A": np.zeros(2, np.int32)}, events=5), "events is 5", "give True"),
    (lambda m: m.run({"A": np.zeros(2, np.int32)}, kernel="slow"), 'unknown kernel "slow"', "fast, reference, both"),
    (lambda m: m.run({"A": np.ma.array(np.zeros(2, np.int32), mask=[False, True])}), "masked elements", "filled"),
    (lambda m: m.accuracy({"A": np.zeros(2, np.int32)}, require=1e-3), "require is 0.001", "<=1e-3"),
    (lambda m: m.accuracy({"A": np.zeros(2, np.int32)}, require=["<=1", 2]), "require is 2", "4 ulp"),
    (lambda m: m.compare({"A": np.zeros(2, np.int32)}, {}, tolerance=4), "tolerance is 4", "4 ulp"),
])
def test_an_argument_of_another_kind_is_refused_with_what_to_give(scale, call, words, hint):
    with pytest.raises(etalon.UsageError, match=words) as caught:
        call(scale)
    assert hint in caught.value.hint


def test_a_masked_array_without_masked_elements_is_an_array(scale):
    x = np.arange(2, dtype=np.int32)
    assert scale.run({"A": np.ma.array(x)}).digest == scale.run({"A": x}).digest
    with pytest.raises(etalon.UsageError, match="masked"):
        etalon.ops.Neg(np.ma.array(x, mask=[True, False]))


def test_errors_of_an_output_print_without_long_fractions():
    model, x = etalon.load(MUL), np.full(2, 0.1, np.float32)
    errors = model.accuracy({"a": x, "b": x}).of("c")
    assert errors.real[0].denominator > 2**40 and len(repr(errors)) < 600 and "real=array([0.01, 0.01])" in repr(errors)


def test_a_model_that_is_not_conformant_is_not_run(models):
    with pytest.raises(etalon.NotConformantError, match="only a conformant model is run") as caught:
        etalon.load(models / "undeclared.onnx").run({"A": np.zeros(2, np.int32)}, profile="sonnx")
    assert caught.value.where.startswith("node 0") and caught.value.rule == "GEN-ALL-TYPES"


def test_an_error_condition_names_the_node():
    model = model_of([helper.make_node("Div", ["a", "b"], ["c"], name="quotient")],
                     [(n, TensorProto.INT32, [2]) for n in "ab"], [("c", TensorProto.INT32, [2])])
    with pytest.raises(etalon.ConditionError, match="quotient") as caught:
        etalon.load(model).run({"a": np.ones(2, np.int32), "b": np.array([1, 0], np.int32)})
    assert (caught.value.rule, caught.value.finding.node, caught.value.finding.element) == ("DIV-INT-ZERO", 0, 1)


# ---- what a model leaves open -------------------------------------------------------------------------------------------

@pytest.mark.evidence("PY-ALL-OPEN")
def test_open_shapes_are_those_of_the_arrays():
    model = etalon.load(MUL)
    for size in (3, 5):
        x = np.arange(size, dtype=np.float32)
        assert model.run({"a": x, "b": x})["c"].tolist() == (x * x).tolist()
    with pytest.raises(etalon.UsageError) as caught:
        model.run({"a": np.zeros(2, np.float32), "b": np.zeros(3, np.float32)})
    assert caught.value.rule.startswith("BIND-ALL")


@pytest.mark.evidence("PY-ALL-OPEN")
def test_elements_that_decide_about_a_shape_are_bound():
    model, x = etalon.load(RESHAPE), np.arange(6, dtype=np.float32)
    for shape in ([2, 3], [3, 2], [6, 1]):
        assert model.run({"x": x, "shape": np.array(shape)})["y"].shape == tuple(shape)
    report = model.check()
    assert report.status == etalon.Status.NOT_JUDGED and report.findings[0].rule == "GEN-ALL-KNOWN"
    assert model.check(values={"shape": [2, 3]})
    with pytest.raises(etalon.UsageError) as caught:
        model.check("sonnx", values={"shape": [2, 3]})
    assert caught.value.rule == "BIND-ALL-PROFILE"


def test_sizes_and_shapes_are_bound_by_name(tmp_path):
    path = tmp_path / "mul.onnx"
    onnx.save(MUL, path)
    model = etalon.load(path)
    assert model.inputs[0].shape == ("N",) and model.inputs[0].is_open
    for bound in ({"dims": {"N": 4}}, {"shapes": {"a": [4]}}):
        report = model.check(**bound)
        assert report and report.json()["bindings"]
    assert model.check(dims={"N": 4}).json()["bindings"] == json.loads(command("check", path, "--profile", "onnx", "--dim", "N=4", "--format", "json"))["bindings"]


def test_external_data_are_read_only_where_that_is_said(tmp_path):
    weight = np.arange(300, dtype=np.float32)
    model = model_of([helper.make_node("Add", ["x", "w"], ["y"])], [("x", TensorProto.FLOAT, [300])], [("y", TensorProto.FLOAT, [300])],
                     [numpy_helper.from_array(weight, "w")])
    onnx.save_model(model, str(tmp_path / "m.onnx"), save_as_external_data=True, location="w.bin", size_threshold=0)
    with pytest.raises(etalon.Error):
        etalon.load(tmp_path / "m.onnx")
    x = np.ones(300, np.float32)
    for loaded in (etalon.load(tmp_path / "m.onnx", external_data=True),
                   etalon.load((tmp_path / "m.onnx").read_bytes(), external_data=tmp_path)):
        assert loaded.run({"x": x})["y"].tolist() == (x + weight).tolist()
        assert any(f["role"] == "external data" for f in loaded.check().json()["files"])
    with pytest.raises(etalon.UsageError, match="no folder"):
        etalon.load(b"", external_data=True)


# ---- accuracy -----------------------------------------------------------------------------------------------------------

def test_the_errors_of_a_run_are_those_of_the_command_line(models):
    x = np.load(models / "x.npy")
    report = etalon.load(models / "layer.onnx").accuracy({"X": x}, profile="sonnx")
    right = json.loads(command("accuracy", models / "layer.onnx", "--input", f"X={models / 'x.npy'}", "--format", "json"))
    assert without_identity(report.json()) == without_identity(right)
    [errors] = report.outputs.values()
    assert errors.low.dtype == np.float32 and (errors.low == errors.high).all()
    assert (errors.error <= errors.bound).all() and errors.bound.shape == errors.low.shape == errors.real.shape
    for computed, real, error in zip(errors.low.ravel().tolist(), errors.real.ravel(), errors.error.ravel()):
        assert abs(etalon.arrays.Fraction(computed) - real) <= etalon.arrays.Fraction(error)
    assert report.headline in str(report) and report.met and report.informative and "<iframe" in report._repr_html_()


@pytest.mark.parametrize("ends", [(-1, 1), (-1.0, 1.0), ("-1", "1")])
def test_bounds_over_a_range_are_those_of_the_command_line(models, ends):
    model = etalon.load(models / "layer.onnx")
    report = model.accuracy(ranges={"X": ends}, require="Y<=1e-6", profile="sonnx")
    right = json.loads(command("accuracy", models / "layer.onnx", "--range", "X=-1:1", "--require", "Y<=1e-6", "--format", "json"))
    assert without_identity(report.json()) == without_identity(right)
    assert report.met and report and list(report.verdicts.values()) == [True]
    assert report.of("Y").error is None and np.isfinite(report.of("Y").bound).all()
    strict = model.accuracy(ranges={"X": ends}, require=["Y<=1e-9", "Y<=1"], profile="sonnx")
    assert not strict.met and sorted(strict.verdicts.values()) == [False, True]


@pytest.mark.parametrize("end, literal", [
    (0.5, "0.5"), (np.float32(-0.75), "-0.75"), (np.float16(0.1), "0.0999755859375"), (np.array(0.25), "0.25"), (1e-310, "1e-310"),
    (0.1, "0.1"), (Fraction(1, 3), "0.333333333333333333333333333333"), (Decimal("0.3"), "0.3"), (True, "1"), (-0.0, "0"),
    # between two floats, below the middle by less than a double can tell: it is rounded once
    (1 + Fraction(1, 2**24) - Fraction(1, 3 * 2**80), "1"), (1 + Fraction(1, 2**24) + Fraction(1, 3 * 2**80), "1.00000011920928955078125")])
def test_an_end_of_a_range_may_be_any_number(models, end, literal):
    report = etalon.load(models / "layer.onnx").accuracy(ranges={"X": (end, 2)}, profile="sonnx")
    right = json.loads(command("accuracy", models / "layer.onnx", "--range", f"X={literal}:2", "--format", "json"))
    assert without_identity(report.json()) == without_identity(right)
    assert f"between {end} and 2" in report.json()["hypotheses"][0]


def test_a_range_may_be_one_of_arrays_and_an_input_have_a_tolerance(models):
    x = np.load(models / "x.npy")
    model = etalon.load(models / "layer.onnx")
    both = model.accuracy(ranges={"X": (x, x)})
    assert np.isfinite(both.of("Y").bound).all()
    exact, tolerated = model.accuracy({"X": x}), model.accuracy({"X": x}, tolerances={"X": "1e-3"})
    assert (tolerated.of("Y").bound > exact.of("Y").bound).all()


def test_a_range_may_be_around_an_array_and_within_another_one(models):
    x = np.load(models / "x.npy")
    model = etalon.load(models / "layer.onnx")
    near = model.accuracy(ranges={"X": [(x, "+-0.01"), (-4, 4)]}, profile="sonnx")
    right = json.loads(command("accuracy", models / "layer.onnx", "--range", f"X=@{models / 'x.npy'}+-0.01", "--range", "X=-4:4", "--format", "json"))
    assert near.json()["outputs"] == right["outputs"] and near.headline == right["headline"]
    assert (near.of("Y").bound <= model.accuracy(ranges={"X": (-4, 4)}).of("Y").bound).all()
    assert "at most 0.01 from that of what was given" in near.json()["hypotheses"][0]


def test_a_search_finds_what_the_command_line_finds(models):
    model = etalon.load(models / "layer.onnx")
    report = model.accuracy(ranges={"X": (-1, 1)}, search=300, seed=7, threads=2, profile="sonnx")
    right = json.loads(command("accuracy", models / "layer.onnx", "--range", "X=-1:1", "--search", "300", "--seed", "7", "--format", "json"))
    assert without_identity(report.json()) == without_identity(right)
    found = report.reached
    assert found is not None and found.tried == 300 and 0 < found.below <= report.of("Y").bound.max()
    error = model.accuracy(found.inputs).of(found.output).error[found.element]
    assert found.below <= error <= found.above * (1 + 1e-6)
    assert model.accuracy(ranges={"X": (-1, 1)}).reached is None


@pytest.mark.parametrize("arguments, words", [({}, "not given"), ({"ranges": {"X": [(0, 1), (2, 3)]}}, "no number is in all ranges"),
                                              ({"inputs": {"X": np.zeros((1, 3), np.float32)}, "search": 10}, "search"), ({"ranges": {"X": (1, -1)}}, "above"), ({"ranges": {"X": (1,)}}, "not a pair"),
                                              ({"ranges": {"Z": (0, 1)}}, "no input"), ({"ranges": {"X": (0, float("inf"))}}, "finite"),
                                              ({"ranges": {"X": (0, 1)}, "require": "Q<=1"}, "Q")])
def test_what_is_said_of_inputs_must_fit(models, arguments, words):
    with pytest.raises(etalon.UsageError, match=words):
        etalon.load(models / "layer.onnx").accuracy(**arguments)


def test_reports_are_saved_by_the_ending_of_their_name(models, tmp_path):
    report = etalon.load(models / "scale.onnx").check()
    for ending, begins in (("html", "<!doctype html>"), ("json", "{"), ("sarif", "{"), ("txt", "scale.onnx")):
        report.save(tmp_path / f"report.{ending}")
        assert (tmp_path / f"report.{ending}").read_text().startswith(begins)


def test_a_report_is_the_same_in_another_process(models):
    code = f"import etalon; print(etalon.load({str(models / 'scale.onnx')!r}).check('sonnx'))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip().endswith("conformant to sonnx: 2 of 2 nodes judged, 0 errors")
