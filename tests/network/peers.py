# SPDX-License-Identifier: Apache-2.0
"""Other implementations: ONNX Runtime from npm, and how far results are apart."""
import json
import os
import pathlib
import subprocess

import numpy
from subject import Failed

HERE = pathlib.Path(__file__).resolve().parent
NPM = pathlib.Path(os.environ.get("ETALON_NPM", HERE.parent.parent / "build" / "npm"))
NAMES = {"float32": numpy.float32, "float64": numpy.float64, "bool": numpy.bool_}


def runtime_is_there():
    return (NPM / "node_modules" / "onnxruntime-node" / "package.json").exists()


def run_in_runtime(subject, seconds):
    inputs = [{"name": name, "type": str(values.dtype), "shape": values.shape, "file": str(file.with_suffix(".raw"))}
              for name, file, values in [*subject.inputs, *subject.constants()]]
    task = subject.scratch / "onnxruntime.json"
    task.write_text(json.dumps({"model": str(subject.original.resolve()), "folder": str(subject.scratch), "inputs": inputs,
                                "seconds": seconds}), encoding="utf-8")
    done = subprocess.run(["node", HERE / "onnxruntime.js", task], env=os.environ | {"NODE_PATH": str(NPM / "node_modules")},
                          capture_output=True, text=True, timeout=1800, check=False)
    if done.returncode != 0:
        raise Failed(f"ONNX Runtime: {done.stderr[-300:].strip()}")
    said = json.loads(done.stdout)
    said["outputs"] = [numpy.fromfile(output["file"], NAMES.get(output["type"], output["type"])).reshape(output["shape"])
                       for output in said["outputs"]]
    return said


# Others compute these in a few units in the last place, where here they are rounded once.
FUNCTIONS = {"Erf", "Exp", "GRU", "LSTM", "Log", "LogSoftmax", "Pow", "Sigmoid", "Softmax", "Sin", "Cos", "Acos", "Tanh"}
ULPS = 4


def distance(ours, theirs, bounds, functions=False, jumps=False, step=0.0):
    """The largest difference of two results, what is wrong with it, and how many elements are left out of both, by reason. "jumped": of a
    result that a comparison of rounded numbers decides, one element of a thousand may be any. "stepped": of integers times a step, half
    may be one or two steps away, as each side may round one sum to the next integer."""
    wrong, left_out = apart_from(ours, theirs, bounds, functions), {}
    if wrong[1] is None or ours.shape != theirs.shape or not (jumps or step):
        return *wrong, left_out
    apart = numpy.abs(ours.astype(numpy.float64) - theirs)
    near = numpy.full(ours.shape, True)
    if step > 0:
        steps = apart / step
        near = ~((numpy.abs(steps - numpy.rint(steps)) < 0.01) & (steps > 0.5) & (steps < 2.5))
        left_out["stepped"] = int(near.size - near.sum())
    if jumps:
        jumping = near & (apart > largest_share(ours) * numpy.abs(ours).max(initial=0))
        near &= ~jumping
        left_out["jumped"] = int(jumping.sum())
    if left_out.get("stepped", 0) <= near.size / 2 and left_out.get("jumped", 0) <= near.size / 1000:
        wrong = apart_from(ours[near], theirs[near], None if bounds is None else bounds[near], functions)
    return *wrong, left_out


def largest_share(ours):
    """How far two results may be apart, in parts of the largest value: a thousandth, or 16 units of a type that is coarser."""
    return max(1e-3, 16 * float(numpy.finfo(ours.dtype).eps)) if ours.dtype.kind == "f" else 1e-3


def apart_from(ours, theirs, bounds, functions):
    """The largest difference of two results, and what is wrong with it."""
    if ours.shape != theirs.shape:
        return float("inf"), f"its shape is {theirs.shape}, not {ours.shape}"
    if ours.size == 0:
        return 0.0, None
    a, b = ours.astype(numpy.float64), theirs.astype(numpy.float64)
    with numpy.errstate(invalid="ignore"):
        apart = numpy.where((a == b) | (numpy.isnan(a) & numpy.isnan(b)), 0, numpy.abs(a - b))
    apart[numpy.isnan(apart)] = numpy.inf
    largest = float(apart.max())
    if ours.dtype.kind != "f":
        return largest, "other elements" if largest > 0 else None
    real = theirs.dtype == numpy.float64 and ours.dtype != numpy.float64
    size = float(numpy.abs(a[numpy.isfinite(a)]).max(initial=0))
    if not largest <= largest_share(ours) * size:
        return largest, f"{largest:.3g} away, where the largest value is {size:.3g}"
    if bounds is None:
        return largest, None
    allowed = bounds * (1 if real else 2) + (1e-12 * size if real else 0)
    if functions and not real:
        allowed = allowed + ULPS * numpy.spacing(numpy.abs(ours))
    if (apart > allowed).any():
        at = tuple(int(i) for i in numpy.argwhere(apart > allowed)[0])
        return largest, f"{apart[at]:.3g} away at {list(at)}, where the bound is {bounds[at]:.3g}"
    return largest, None
