# SPDX-License-Identifier: Apache-2.0
"""The functions of etalon.ops: what they take, what they say of themselves, what they report and refuse."""
import copy
import inspect
import keyword
import os
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import etalon
from etalon import ops

pytestmark = pytest.mark.evidence("PY-ALL-CALLS", "PY-ALL-FINDINGS")

X = np.arange(1 * 1 * 5 * 5, dtype=np.float32).reshape(1, 1, 5, 5)
W = np.ones((1, 1, 3, 3), np.float32)
B = np.array([0.5], np.float32)


def test_the_example_of_the_first_page():
    y = ops.Conv(X, W, B, strides=[2, 2])
    assert y.tolist() == [[[[54.5, 72.5], [144.5, 162.5]]]]


def test_there_is_a_function_for_every_operator():
    names = subprocess.run([os.environ["ETALON_BIN"], "operators", "--format", "json"], capture_output=True, text=True, check=True)
    import json
    assert sorted(o["name"] for o in json.loads(names.stdout)["operators"]) == ops.__all__ == dir(ops)


@pytest.mark.parametrize("name", ops.__all__)
def test_a_function_describes_itself(name):
    function = getattr(ops, name)
    signature = inspect.signature(function)
    assert function.__name__ == name and function.__module__ == "etalon.ops" and repr(function) == f"<built-in function {name}>"
    assert {"opset", "profile", "strict", "kernel", "threads", "events"} <= set(signature.parameters)
    assert not any(keyword.iskeyword(parameter) for parameter in signature.parameters)
    assert function.__doc__.startswith(name) and "versions" in function.__doc__
    assert pickle.loads(pickle.dumps(function)) is function and copy.copy(function) is function


def test_the_signature_has_operands_attributes_and_options():
    assert str(inspect.signature(ops.Gemm)) == (
        "(A, B, C=None, *, alpha=1.0, beta=1.0, transA=0, transB=0, broadcast=None, opset=None, profile='onnx', "
        "accumulate=None, strict=False, kernel='fast', threads=1, events=None)")
    assert str(inspect.signature(ops.Concat)).startswith("(*inputs, axis")


def test_operands_are_given_by_place_or_by_name():
    x = np.array([-3, 0.5, 9], np.float32)
    top = np.float32(1)
    assert ops.Clip(x, None, top).tolist() == ops.Clip(x, max=top).tolist() == [-3, 0.5, 1]
    assert ops.Clip(x, max=1.0, opset=6).tolist() == [-3, 0.5, 1]  # where it is an attribute
    assert ops.Gemm(A=X[0, 0], B=X[0, 0], transB=1).shape == (5, 5)
    with pytest.raises(etalon.UsageError, match="given twice"):
        ops.Clip(x, top, min=top)


def test_none_is_what_is_not_given():
    assert ops.Conv(X, W, None, strides=None).shape == (1, 1, 3, 3)
    assert ops.Mul(B, B, opset=None, events=None).shape == (1,)


def test_several_results_are_a_tuple():
    a, b = ops.Split(np.arange(6), num_outputs=2, outputs=2)
    assert a.tolist() == [0, 1, 2] and b.tolist() == [3, 4, 5]
    y, mask = ops.MaxPool(X, kernel_shape=[2, 2], outputs=2)
    assert y.shape == mask.shape and mask.dtype == np.int64
    assert isinstance(ops.MaxPool(X, kernel_shape=[2, 2]), np.ndarray)


@pytest.mark.parametrize("to", [10, "float16", "FLOAT16", np.float16, np.dtype("float16")])
def test_a_type_is_named_as_onnx_numpy_or_python_do(to):
    assert ops.Cast(B, to=to).dtype == np.float16


def test_casts_reach_the_types_that_numpy_does_not_have():
    assert ops.Cast(B, to="bfloat16").tolist() == [0.5]
    assert ops.Cast(np.array([9, -9], np.int8), to="int4", opset=21).dtype == "int4"


def test_a_list_may_be_a_tuple_or_an_array():
    right = ops.Transpose(X, perm=[3, 2, 1, 0]).tolist()
    assert ops.Transpose(X, perm=(3, 2, 1, 0)).tolist() == ops.Transpose(X, perm=np.array([3, 2, 1, 0])).tolist() == right


def test_elements_that_decide_about_a_shape_are_part_of_the_call():
    """The second call is like the first but for the elements of the shape."""
    x = np.arange(6)
    assert ops.Reshape(x, [2, 3]).shape == (2, 3)
    assert ops.Reshape(x, [3, 2]).shape == (3, 2)


def test_calls_that_differ_in_one_thing_are_told_apart():
    a, b = np.array([-7], np.int32), np.array([2], np.int32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [ops.Div(a, b, profile=p).item() for p in ("onnx", "sonnx", "onnx", "sonnx-2026-08")] == [-3, -4, -3, -3]
    m = np.array([[2048, 1, 1]], np.float16)
    o = np.ones((3, 1), np.float16)
    assert [ops.MatMul(m, o, accumulate=p).item() for p in etalon.POLICIES] == [2048, 2048, 2050, 2050]
    assert ops.Gather(np.eye(2), [1], axis=0).shape == (1, 2) and ops.Gather(np.eye(2), [1], axis=1).shape == (2, 1)


def test_more_calls_than_are_kept_are_computed_all_the_same():
    for size in range(4500):
        assert ops.Neg(np.full(size % 4200, 2, np.int8)).shape == (size % 4200,)


# ---- events and notices -------------------------------------------------------------------------------------------------

def test_events_are_told_to_a_list():
    events = etalon.Events()
    a, b = np.array([-6, -9, -9, 9], np.int8), np.array([-3, 100, -100, 100], np.int8)
    assert ops.Mul(a, b, events=events).tolist() == [18, 124, -124, -124]
    assert events == [etalon.Event("integer overflow", 3, (1,), "Mul", 4)]
    assert str(events) == "Mul: integer overflow: 3 of 4, first at [1]" and "integer overflow" in events._repr_html_()
    ops.Mul(a[:1], b[:1], events=events)
    assert len(events) == 1


def test_a_notice_is_a_warning_at_the_caller():
    with pytest.warns(etalon.Notice) as caught:
        result = ops.Div(np.array([-7], np.int32), np.array([2], np.int32), profile="sonnx")
    assert result.item() == -4
    notice = caught[0].message.finding
    assert notice.rule == "DIV-INT-NOTICE" and notice.severity == "notice" and notice.hint and caught[0].filename == __file__


def test_a_notice_can_be_an_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error", etalon.Notice)
        with pytest.raises(etalon.Notice, match="DIV-INT-NOTICE"):
            ops.Div(np.array([-7], np.int32), np.array([2], np.int32), profile="sonnx")


# ---- refusals -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("call, kind, base, rule", [
    (lambda: ops.Mul(np.ones(2, np.float32), np.ones((2, 1), np.float32), profile="sonnx"), etalon.NotConformantError, ValueError, "MUL-ALL-SHAPE"),
    (lambda: ops.Mul(np.ones(2), np.ones(2, np.float32)), etalon.NotConformantError, ValueError, "GEN-ALL-ONETYPE"),
    (lambda: ops.Div(np.array([1, 2]), np.array([1, 0])), etalon.ConditionError, ArithmeticError, "DIV-INT-ZERO"),
    (lambda: ops.Gather(np.eye(2), [2]), etalon.ConditionError, ArithmeticError, None),
    (lambda: ops.Mul(B, B, opset=99), etalon.NotJudgedError, NotImplementedError, "GEN-ALL-VERSION"),
    (lambda: ops.Conv(X, W, profile="sonnx"), etalon.NotConformantError, ValueError, "GEN-ALL-DEFAULTS"),
    (lambda: ops.Conv(X, W, stride=[1, 1]), etalon.NotConformantError, ValueError, "GEN-ALL-ATTRIBUTES"),
    (lambda: ops.Conv(X, W, strides="2"), etalon.NotConformantError, ValueError, "GEN-ALL-ATTRIBUTES"),
    (lambda: ops.Conv(X, W, group=1.5), etalon.NotConformantError, ValueError, "GEN-ALL-ATTRIBUTES"),
    (lambda: ops.Mul(B), etalon.NotConformantError, ValueError, "GEN-ALL-ARITY"),
    (lambda: ops.Mul(B, B, B), etalon.NotConformantError, ValueError, "GEN-ALL-ARITY"),
    (lambda: ops.Mul(B, B, profile="iso"), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.Mul(B, B, accumulate="wide"), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.MatMul(B, B, accumulate="wider"), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.Mul(B, B, kernel="slow"), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.Mul(B, B, threads=-1), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.Mul(B, B, threads=1.0), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.Cast(B, to="float17"), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.LeakyRelu(B, alpha=1e300), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.Concat(B, axis=2**70), etalon.UsageError, ValueError, "API-ALL-REQUEST"),
    (lambda: ops.ConstantOfShape([2**40, 2**20]), etalon.LimitError, ValueError, "FILE-ALL-LIMITS"),
])
def test_a_refusal_has_a_class_a_rule_and_a_hint(call, kind, base, rule):
    with pytest.raises(kind) as caught:
        call()
    problem = caught.value
    assert isinstance(problem, base) and isinstance(problem, etalon.Error)
    assert rule is None or problem.rule == rule
    assert problem.hint and problem.rule in str(problem) and problem.finding.message in str(problem)
    assert problem.status == problem.finding.status != etalon.Status.OK


def test_an_error_condition_says_which_element():
    with pytest.raises(etalon.ConditionError) as caught:
        ops.Div(np.array([[1, 2], [3, 4]]), np.array([[1, 2], [0, 0]]))
    assert caught.value.finding.element == 2 and caught.value.finding.count == 2 and "[1,0]" in str(caught.value)


def test_strict_makes_a_broken_precondition_an_error():
    a, b = np.array([1, 2], object), np.array([3, 0], object)
    with pytest.warns(etalon.Notice, match="MUL-REAL-ZERO"):
        assert ops.Mul(a, b, profile="sonnx").tolist() == [3, 0]
    with pytest.raises(etalon.ConditionError) as caught:
        ops.Mul(a, b, profile="sonnx", strict=True)
    assert caught.value.rule == "MUL-REAL-ZERO" and caught.value.finding.element == 1


def test_a_process_that_was_forked_has_its_own_threads():
    code = ("import os, numpy as np, etalon\n"
            "a = np.ones(1 << 20, np.float32)\n"
            "etalon.ops.Mul(a, a, threads=2)\n"
            "child = os.fork()\n"
            "if child == 0:\n"
            "    etalon.ops.Mul(a, a, threads=2); os._exit(0)\n"
            "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n")
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_rules_are_explained():
    assert etalon.explain("mul-all-shape").startswith("MUL-ALL-SHAPE\n") and "Defined in src/ops/mul/spec.md" in etalon.explain("MUL-ALL-SHAPE")
    assert "DIV-INT-ZERO" in etalon.explain("DIV-")
    with pytest.raises(etalon.UsageError, match="no requirement"):
        etalon.explain("NO-SUCH-TAG")
