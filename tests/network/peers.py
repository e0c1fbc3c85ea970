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


def distance(ours, theirs, bounds, functions=False, jumps=False):
    """The largest difference of two results, what is wrong with it, and how many elements are left out of both: of a result that a
    comparison of rounded numbers decides, one element of a thousand may be any."""
    wrong, jumped = apart_from(ours, theirs, bounds, functions), 0
    if jumps and wrong[1] and ours.shape == theirs.shape:
        size = numpy.abs(ours).max(initial=0)
        near = ~(numpy.abs(ours.astype(numpy.float64) - theirs) > 1e-3 * size)
        jumped = int(near.size - near.sum())
        if jumped <= near.size / 1000:
            wrong = apart_from(ours[near], theirs[near], None if bounds is None else bounds[near], functions)
    return *wrong, jumped


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
    if not largest <= 1e-3 * size:
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
