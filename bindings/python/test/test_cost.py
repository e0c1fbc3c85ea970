# SPDX-License-Identifier: Apache-2.0
"""What a call costs: time above that of the kernel, and no memory that is not given back."""
import ctypes
from fractions import Fraction
import gc
import os
import pathlib
import subprocess
import sys
import timeit

import numpy as np
import pytest

import etalon

pytestmark = pytest.mark.evidence("PY-ALL-COST")

CALLS = int(os.environ.get("ETALON_CALLS", 20_000))  # of each kind; 100,000 of Mul in any case


class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def in_use():
    """Bytes that malloc has given out, and blocks of Python's own allocator."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Mallinfo
    info = libc.mallinfo2()
    return info.uordblks + info.hblkhd, sys.getallocatedblocks()


def grown(work, count):
    """How much memory `count` calls keep, when as many calls have been made before."""
    for _ in range(min(count, 2000)):
        work()
    gc.collect()
    bytes_before, blocks_before = in_use()
    for _ in range(count):
        work()
    gc.collect()
    bytes_after, blocks_after = in_use()
    return bytes_after - bytes_before, blocks_after - blocks_before


A = np.ones(1000, np.float32)
BF = etalon.Array(np.ones(10), "bfloat16")
REALS = np.array([Fraction(1, 3), Fraction(2)], object)


def refused():
    try:
        etalon.ops.Mul(A, A[:3], profile="sonnx")
    except etalon.Error:
        pass


def condition():
    try:
        etalon.ops.Div(np.array([1]), np.array([0]))
    except etalon.Error:
        pass


@pytest.mark.parametrize("name, work, count", [
    ("Mul", lambda: etalon.ops.Mul(A, A), max(CALLS, 100_000)),
    ("attributes, events and names", lambda: etalon.ops.Concat(A, A, axis=0, events=etalon.Events(), opset=13), CALLS),
    ("MatMul with scratch", lambda: etalon.ops.MatMul(A.reshape(10, 100), A.reshape(100, 10)), CALLS),
    ("a copy of what is not contiguous", lambda: etalon.ops.Neg(A[::2]), CALLS),
    ("bfloat16", lambda: etalon.ops.Mul(BF, BF, opset=14), CALLS),
    ("reals", lambda: etalon.ops.Exp(REALS, profile="sonnx"), CALLS // 20),
    ("a refusal", refused, CALLS // 10),
    ("an error condition", condition, CALLS // 10)], ids=lambda v: v if isinstance(v, str) else "")
def test_calls_leak_nothing(name, work, count):
    references = sys.getrefcount(A)
    lost, blocks = grown(work, count)
    assert lost < 100_000 and blocks < 200, f"{name}: {lost} bytes and {blocks} blocks are kept by {count} calls"
    assert sys.getrefcount(A) == references


def test_models_leak_nothing():
    pytest.importorskip("onnx")
    from onnx import TensorProto, helper
    graph = helper.make_graph([helper.make_node("Mul", ["a", "a"], ["b"])], "g", [helper.make_tensor_value_info("a", TensorProto.FLOAT, [1000])],
                              [helper.make_tensor_value_info("b", TensorProto.FLOAT, [1000])])
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)])
    model = etalon.load(proto)
    for work, count in ((lambda: model.run({"a": A}), 10_000), (lambda: etalon.load(proto).check(), 3000),
                        (lambda: model.accuracy({"a": A[:1000]}).of("b"), 100)):
        lost, blocks = grown(work, count)
        assert lost < 200_000 and blocks < 300, f"{lost} bytes and {blocks} blocks are kept by {count} calls"


def best_of(function, calls=2000, repeats=20):
    """Seconds of one call, in the repeat that was disturbed least."""
    return min(timeit.repeat(function, number=calls, repeat=repeats)) / calls


@pytest.mark.skipif("ETALON_BUILD" not in os.environ, reason="needs time_mul of the build")
def test_mul_of_1000_floats_costs_at_most_3_microseconds_above_the_kernel():
    program = pathlib.Path(os.environ["ETALON_BUILD"]) / "bin/time_mul"
    mul, a, b = etalon.ops.Mul, A, A + 1
    right = mine = 1.0
    for _ in range(5):  # in turn, so that both meet the same machine
        right = min(right, float(subprocess.run([program, "1000"], capture_output=True, text=True, check=True).stdout))
        mine = min(mine, best_of(lambda: mul(a, b)) - best_of(lambda: None))
    print(f"etalon.ops.Mul on 1,000 floats: {mine * 1e6:.2f} µs, the call in C++: {right * 1e6:.2f} µs")
    assert mine - right <= 3e-6
