# SPDX-License-Identifier: Apache-2.0
"""What the tests of `etalon compare` share: models of one node, and results that another implementation could have computed, made with NumPy and
fractions alone. Nothing here is taken from the program that is tested."""
import fractions
import json
import pathlib
import subprocess

import numpy
import onnx
from onnx import helper, numpy_helper

TYPES = {"float16": numpy.float16, "float": numpy.float32, "double": numpy.float64}


def model_of(folder, operation, inputs, outputs, opset=13, constants=(), **attributes):
    """A model of one node: inputs and outputs are {name: array}, of which only types and shapes count."""
    return model_with(folder, [helper.make_node(operation, list(inputs), list(outputs), **attributes)], inputs, outputs, opset, constants)


def model_with(folder, nodes, inputs, outputs, opset=13, constants=()):
    """The same of several nodes."""
    def info(name, array):
        return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype) if hasattr(helper, "np_dtype_to_tensor_dtype")
                                             else onnx.mapping.NP_TYPE_TO_TENSOR_TYPE[array.dtype], array.shape)
    graph = helper.make_graph(nodes, "seed", [info(n, a) for n, a in inputs.items() if n not in constants],
                              [info(n, a) for n, a in outputs.items()],
                              [numpy_helper.from_array(inputs[n], n) for n in constants])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 7
    path = pathlib.Path(folder) / "model.onnx"
    path.write_bytes(model.SerializeToString())
    return path


def compare(program, folder, model, inputs, candidate, *words, profile="onnx"):
    """The report on a candidate, {output: array} in the model's order, and the exit code."""
    folder = pathlib.Path(folder)
    results = folder / "candidate"
    results.mkdir(exist_ok=True)
    for old in results.iterdir():
        old.unlink()
    command = [program, "compare", model, "--profile", profile, "--candidate", results, "--format", "json", *words]
    for name, array in inputs.items():
        numpy.save(folder / f"{name}.npy", array)
        command += ["--input", f"{name}={folder / name}.npy"]
    for k, array in enumerate(candidate.values()):
        numpy.save(results / f"output_{k}.npy", array)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout), done.returncode
    except json.JSONDecodeError:
        raise AssertionError(f"exit {done.returncode}: {done.stdout[:500]}{done.stderr[:500]}") from None


def verdict_on(report, wanted):
    """right, unsure (the right one among several), none, or wrong."""
    cause = next(one["cause"] for one in report["nodes"] + report["stretches"] if "cause" in one)
    fits = [all(any(word in part for part in parts) for word in wanted) and len(parts) == len(wanted) for parts in cause["causes"]]
    if cause["certain"]:
        return "right" if fits[0] else f"wrong: {cause['causes']}"
    return "unsure" if any(fits) else "none" if not fits else f"not among {len(fits)}"


# ---- sums, term by term ---------------------------------------------------------------------------------------------

def step(total, a, b, fused, wide):
    if wide is not None:
        return wide(total) + wide(a) * wide(b)
    if fused:  # one rounding, but for the sum in a format that is much wider; NumPy takes a long double to float16 by way of float
        wider = numpy.float64 if total.dtype == numpy.float16 else numpy.longdouble
        return total.dtype.type(wider(total) + wider(a) * wider(b))
    return total + a * b


def chain(terms, kind, fused=False, wide=None, start=None):
    total = (wide or kind)(0) if start is None else (wide or kind)(start)
    for a, b in terms:
        total = step(total, a, b, fused, wide)
    return total


def pairwise(terms, kind, fused=False, wide=None):
    if len(terms) == 1:
        return chain(terms, kind, fused, wide)
    middle = len(terms) // 2
    return pairwise(terms[:middle], kind, fused, wide) + pairwise(terms[middle:], kind, fused, wide)


def blocked(terms, kind, width, fused=False, wide=None):
    total = (wide or kind)(0)
    for k in range(0, len(terms), width):
        total = total + chain(terms[k:k + width], kind, fused, wide)
    return total


def lanes(terms, kind, width, fused=False, wide=None):
    parts = [chain(terms[k::width], kind, fused, wide) for k in range(width)]
    while len(parts) > 1:
        parts = [parts[k] + parts[k + len(parts) // 2] for k in range(len(parts) // 2)]
    return parts[0]


def any_tree(terms, kind, random):
    """A legal order that is drawn: a permutation, a tree, products rounded or fused, an accumulator in the type or wider."""
    terms = [terms[k] for k in random.permutation(len(terms))]
    wide = {numpy.float16: numpy.float32, numpy.float32: numpy.float64, numpy.float64: None}[kind] if random.random() < 0.3 else None
    fused = random.random() < 0.5

    def tree(part):
        if len(part) <= 1 + random.integers(8):
            return chain(part, kind, fused, wide)
        cut = 1 + random.integers(len(part) - 1)
        return tree(part[:cut]) + tree(part[cut:])
    return kind(tree(terms))


def exact(terms):
    """The exact sum and the sum of the magnitudes."""
    products = [fractions.Fraction(float(a)) * fractions.Fraction(float(b)) for a, b in terms]
    return sum(products), sum(map(abs, products))


def allowed_width(count, magnitudes, kind):
    """((1+u)^(n+1) - 1) S + 2 n eta (1+u)^n, as the page says."""
    info = numpy.finfo(kind)
    u = fractions.Fraction(float(info.eps)) / 2
    eta = fractions.Fraction(float(numpy.nextafter(kind(0), kind(1)))) / 2
    return ((1 + u) ** (count + 1) - 1) * magnitudes + 2 * count * eta * (1 + u) ** count


def last_inside(limit, kind, up):
    """The largest number that is not above the limit, or the least that is not below it."""
    guess = kind(float(limit))
    toward = kind(numpy.inf if up else -numpy.inf)
    while (fractions.Fraction(float(guess)) > limit) if up else (fractions.Fraction(float(guess)) < limit):
        guess = numpy.nextafter(guess, -toward)
    while True:
        beyond = numpy.nextafter(guess, toward)
        if not numpy.isfinite(beyond) or ((fractions.Fraction(float(beyond)) > limit) if up else (fractions.Fraction(float(beyond)) < limit)):
            return guess, beyond
        guess = beyond
