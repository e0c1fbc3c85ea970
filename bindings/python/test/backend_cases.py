# SPDX-License-Identifier: Apache-2.0
"""ONNX's own node tests through etalon.backend, each with how it ends and why: backend_cases.py [FILE.md].

The runner of the onnx package lets a result pass that is within 1e-3 of its data. Here more is asked: the bits of the data, or, where
the data were rounded otherwise, both errors against the real value beside the bound that Etalon gives for its own."""
import collections
import dataclasses
import glob
import os
import importlib
import re
import sys
import unittest
import warnings

import numpy as np

importlib.import_module("conftest")  # which finds the package

np.object = object  # NumPy 1.24 has no np.object any more, which the runner of onnx 1.12 asks for

import onnx.backend.test  # noqa: E402
from onnx.backend.test.loader import DATA_DIR, load_model_tests  # noqa: E402
from onnx.backend.test.runner import BackendIsNotSupposedToImplementIt  # noqa: E402

import etalon  # noqa: E402
from etalon import backend  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))


def faults_of_the_data():
    """The cases that are known to be wrong, with the reason: tests/support/testdata_faults.hpp shows each by a computation of its own."""
    text = open(os.path.join(ROOT, "tests/support/testdata_faults.hpp"), encoding="utf-8").read()
    words = {name: "".join(re.findall(r'"([^"]*)"', value)) for name, value in
             re.findall(r"constexpr const char\* (\w+) =\s*((?:\"[^\"]*\"\s*)+);", text)}
    return {name: words[reason] for name, reason in re.findall(r'\{"node/(\w+)",\s*(\w+),', text)}


@dataclasses.dataclass
class Ending:
    name: str
    kind: str  # "identical", "other rounding", "poor data", "not specified", "refused", "failed"
    reason: str = ""
    rule: str = ""
    ours: float = 0.0  # errors of the element that differs most, against the real value
    theirs: float = 0.0
    bound: float = 0.0


class Recording(backend.EtalonBackend):
    """Keeps what was not judged, of which the runner says only that it passed."""

    unjudged: dict = {}
    name = ""

    @classmethod
    def is_compatible(cls, model, device="CPU", **kwargs):
        return True

    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        with cls.noted():
            rep = super().prepare(model, device, **kwargs)
        run = rep.run

        def noted_run(inputs, **options):
            with cls.noted():
                return run(inputs, **options)
        rep.run = noted_run
        return rep

    @classmethod
    def noted(cls):
        class Noted:
            def __enter__(self):
                return self

            def __exit__(self, kind, problem, trace):
                if kind is BackendIsNotSupposedToImplementIt:
                    cls.unjudged[cls.name] = str(problem)
        return Noted()


def run_the_runner():
    """The runner of the onnx package as it is, over all node tests: {name: (verdict, exception)}."""
    runner = onnx.backend.test.BackendTest(Recording, __name__)
    endings = {}
    for name, item in sorted(runner._test_items["NodeModel"].items()):
        if not name.endswith("_cpu"):
            continue
        case = name[: -len("_cpu")]
        Recording.name = case
        try:
            item.func(unittest.TestCase())
        except Exception as problem:  # whatever it is: it is in the table
            endings[case] = ("failed", problem)
        else:
            endings[case] = ("not specified", None) if case in Recording.unjudged else ("passed", None)
    return endings


def arrays_in(folder, role, declared):
    values = []
    for i in range(len(glob.glob(os.path.join(folder, f"{role}_*.pb")))):
        with open(os.path.join(folder, f"{role}_{i}.pb"), "rb") as file:
            tensor = onnx.TensorProto()
            tensor.ParseFromString(file.read())
            values.append(onnx.numpy_helper.to_array(tensor))
    return values


def same_bits(a, b):
    if a.dtype != b.dtype or a.shape != b.shape:
        return np.zeros(1, bool)
    words = lambda x: np.ascontiguousarray(x).view(f"u{x.dtype.itemsize}")
    return (words(a) == words(b)) | ((a != a) & (b != b))


def judged_window(case, size, ours, data, problem):
    """A window, whose length is an input: there is no bound for it, but a formula. The data have been computed with 3.1415 for pi."""
    def window(pi):
        angle = 2 * pi * np.arange(size) / (size - ("symmetric" in case))
        if "blackman" in case:
            return 0.42 - 0.5 * np.cos(angle) + 0.08 * np.cos(2 * angle)
        first = 25 / 46 if "hamming" in case else 0.5
        return first - (1 - first) * np.cos(angle)
    if "window" not in case or abs(data - window(3.1415)).max() > 3e-7 or abs(ours - window(np.pi)).max() > 3e-7:
        return Ending(case, "failed", problem.finding.message, problem.rule)
    return Ending(case, "poor data", "the data have been computed with 3.1415 for π", "", abs(ours - window(np.pi)).max(), abs(data - window(np.pi)).max())


def judged(case, model_dir):
    """The outputs of a case that ran, held against the data bit by bit."""
    proto = onnx.load(os.path.join(model_dir, "model.onnx"))
    ending = Ending(case, "identical")
    for folder in sorted(glob.glob(os.path.join(model_dir, "test_data_set_*"))):
        inputs, wanted = arrays_in(folder, "input", proto.graph.input), arrays_in(folder, "output", proto.graph.output)
        rep = backend.prepare(proto)
        outputs = rep.run(inputs)
        names = [port.name for port in rep.model.outputs]
        for name, ours, data in zip(names, outputs, wanted):
            same = same_bits(ours, data)
            if same.all():
                continue
            if ours.dtype != data.dtype or ours.shape != data.shape:
                return Ending(case, "failed", f"{ours.dtype} {ours.shape}, but the data are {data.dtype} {data.shape}")
            given = {n: backend._input(v, rep._inputs[n]) for n, v in zip(rep._inputs, inputs)}
            try:
                errors = rep.model.accuracy(given).of(name)
            except etalon.NotJudgedError as problem:
                return judged_window(case, int(inputs[0]), ours, data, problem)
            ending.kind = "other rounding"
            for i in np.argwhere(~same):
                place = tuple(i)
                real = errors.real[place]
                exact = (real.lower + real.upper) / 2 if isinstance(real, etalon.Enclosure) else real
                if exact is None or not np.isfinite(ours[place]) or not np.isfinite(data[place]):
                    return Ending(case, "failed", f"{name}{list(place)} is {ours[place]!r}, but the data have {data[place]!r}")
                mine, others = (float(abs(etalon.arrays.Fraction(x.item()) - exact)) for x in (ours[place], data[place]))
                if mine > errors.bound[place]:
                    return Ending(case, "failed", "beyond Etalon's own bound")
                if others >= ending.theirs:
                    ending.ours, ending.theirs, ending.bound = mine, others, float(errors.bound[place])
    return ending


def all_endings():
    warnings.simplefilter("ignore")
    ran = run_the_runner()
    folders = {test.name: test.model_dir for test in load_model_tests(kind="node")}
    faults = faults_of_the_data()
    endings = []
    for case, (verdict, problem) in sorted(ran.items()):
        if verdict == "passed":
            endings.append(judged(case, folders[case]))
        elif verdict == "not specified":
            text = Recording.unjudged[case]
            rule = re.search(r"rule\s+(\S+)", text)
            endings.append(Ending(case, "not specified", text.splitlines()[0].split(": ", 1)[-1], rule[1] if rule else ""))
        elif case in faults:
            endings.append(Ending(case, "refused", faults[case], getattr(problem, "rule", "")))
        else:
            endings.append(Ending(case, "failed", str(problem).strip().splitlines()[0], getattr(problem, "rule", "")))
    return endings


def table(endings):
    counts = collections.Counter(e.kind for e in endings)
    passed = counts["identical"] + counts["other rounding"] + counts["poor data"]
    lines = [f"{len(endings)} node tests: {passed} pass the runner of onnx {onnx.__version__}, {counts['identical']} of them with the bits of "
             f"the data, {counts['other rounding']} with another rounding, {counts['poor data']} with data that are less accurate "
             f"than the model; {counts['not specified']} are not specified, "
             f"{counts['refused']} are refused or differ because the data are wrong or outside of what is defined, {counts['failed']} fail.", ""]
    lines += ["## Another rounding than that of the data", "", "| case | error of Etalon | its bound | error of the data |", "|---|---|---|---|"]
    lines += [f"| {e.name} | {e.ours:.2e} | {e.bound:.2e} | {e.theirs:.2e} |" for e in endings if e.kind == "other rounding"]
    lines += ["", "## Data that are less accurate than the model", "", "| case | error of Etalon | error of the data | reason |", "|---|---|---|---|"]
    lines += [f"| {e.name} | {e.ours:.2e} | {e.theirs:.2e} | {e.reason} |" for e in endings if e.kind == "poor data"]
    for kind, title in (("failed", "Failed"), ("refused", "Refused, or other than the data"), ("not specified", "Not specified")):
        rows = [e for e in endings if e.kind == kind]
        if rows:
            lines += ["", f"## {title}", "", "| case | reason | rule |", "|---|---|---|"]
            lines += [f"| {e.name} | {e.reason} | {e.rule} |" for e in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = table(all_endings())
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            file.write(text)
    print(text.splitlines()[0])
assert os.path.isdir(DATA_DIR)
