# SPDX-License-Identifier: Apache-2.0
"""Every operator under its ONNX name: `etalon.ops.Conv(x, w, b, strides=[2, 2])`.

Operands come in ONNX's order, or by their names; None leaves one out. Attributes are keywords. Besides, each function takes

    opset       the operator set whose version is meant; the newest if none is given
    profile     "onnx", "sonnx", "sonnx-2026-08", "sonnx-2026-10"
    accumulate  how sums are computed: "sequential", "fused", "wide", "exact"
    strict      a broken precondition is an error even where there is a result
    kernel      "fast" or "reference": the bits are the same
    threads     for the fast kernels; 0: one per processor
    events      an etalon.Events, which is told what happened to elements
    outputs     how many results are wanted, of an operator that may have several

The functions are made from the same table as `etalon operators`; help(etalon.ops.Conv) shows what it says."""
from . import _etalon

__all__ = sorted(_etalon.operators)
globals().update(_etalon.operators)


def __dir__() -> list[str]:
    return __all__
