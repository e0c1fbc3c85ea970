# SPDX-License-Identifier: Apache-2.0
"""A model under test: its inputs, and what etalon says of it."""
import collections
import hashlib
import json
import math
import os
import pathlib
import resource
import signal
import statistics
import subprocess
import zlib

import numpy
import onnx
import onnx.numpy_helper

from settled import options_of

PROGRAM = os.environ.get("ETALON_BIN", "build/release/bin/etalon")
TYPES = {"float": numpy.float32, "double": numpy.float64, "float16": numpy.float16, "bool": numpy.bool_,
         **{name: numpy.dtype(name).type for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")}}
# What accuracy() says of a model, apart from how long that took.
ACCURACY = ("bounds", "reals", "headline", "error", "decisions", "bits", "tight", "lost_from", "without_value", "largest_bound", "largest_value", "uninformative_output", "dominating", "meaningless_from",
            "median_factor", "largest_factor", "beyond_30", "not_bounded")


class Failed(Exception):
    pass


class TooLong(Failed):
    pass


def output_of(command, good=(0,), timeout=3600):
    """What a command prints, and how many seconds a processor worked for it, of which there may be `timeout`: others may use the
    machine."""
    start = processor_seconds()
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(timeout), math.ceil(timeout) + 1))  # noqa: E731
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, preexec_fn=limit if timeout else None, check=False)
    if timeout and -done.returncode in (signal.SIGXCPU, signal.SIGKILL) and processor_seconds() - start >= timeout - 1:
        raise TooLong(f"{' '.join(str(word) for word in command[:2])}: more than {timeout} s")
    if done.returncode not in good:
        raise Failed(f"{' '.join(str(word) for word in command[:2])}: exit {done.returncode}: {(done.stderr or done.stdout)[:300].strip()}")
    return done.stdout, processor_seconds() - start


def processor_seconds():
    """Of all commands so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Subject:
    def __init__(self, file, scratch, settled):
        self.file, self.name, self.settled = file, file.stem, dict(settled)
        self.data = file.with_suffix("")
        self.scratch = scratch / self.name
        self.scratch.mkdir(parents=True, exist_ok=True)
        self.breaks, self.jumps = self.settled.pop("breaks", None), self.settled.pop("jumps", [])
        self.original = file  # what others run
        self.inputs = []  # (name, file of elements in NumPy's form, array)

    def options(self):
        settled = options_of(self.settled) if self.file == self.original else []  # which a corrected file has in it
        return ["--profile", "onnx", "-q", *settled]

    def constants(self):
        """The inputs that are none any more, for those who take them as inputs all the same."""
        for name, given in self.settled.items():
            if isinstance(given, dict):
                file = self.scratch / f"constant_{name}.raw"
                values = numpy.array(given["value"], numpy.int64)
                values.tofile(file)
                yield name, file, values

    def correct(self):
        """Of a model that is known to break a rule: the fixes that check reports, which must be all for that rule. Etalon then takes the
        corrected file."""
        if self.breaks is None:
            return {}
        corrected = self.scratch / self.original.name
        said, _ = output_of([PROGRAM, "fix", self.original, "-o", corrected, *self.options(), "--format", "json"])
        self.file = corrected
        rules = [finding["rule"] for finding in json.loads(said)["corrected"]]
        if set(rules) != {self.breaks}:
            raise Failed(f"settled.json says that it breaks {self.breaks}; `etalon fix` corrected {rules}")
        return {"corrected": f"{self.breaks} ×{len(rules)}"}

    def check(self):
        said, seconds = output_of([PROGRAM, "check", self.file, *self.options(), "--format", "json"], good=(0, 1, 3, 4, 6))
        report = json.loads(said)
        missing = collections.Counter(finding["operator"] for finding in report["findings"] if finding["rule"] == "GEN-ALL-OPERATOR")
        other = [finding["message"] for finding in report["findings"]
                 if finding["severity"] != "notice" and finding["rule"] != "GEN-ALL-OPERATOR"]
        why = ", ".join(f"{operator} ×{count}" for operator, count in missing.most_common()) or "; ".join(other[:2])
        verdict = report["verdict"] if report["nodes"] is not None else "refused"  # it is no model, or too large for any
        row = {"verdict": verdict, "nodes": report["nodes"], "opset": report["opset"], "why": why, "check_seconds": seconds}
        if verdict == "conformant":
            graph = onnx.load(self.file, load_external_data=False).graph
            self.draw_inputs(report["inputs"], {weight.name for weight in graph.initializer})
            row["operators"] = [node.op_type for node in graph.node]
            self.output_names = [value.name for value in graph.output]
            self.steps = [step_of(name, graph) for name in self.output_names]
            row["input_digest"] = hashlib.sha256(b"".join(values.tobytes() for *_, values in self.inputs)).hexdigest()
        return row

    def draw_inputs(self, declared, constants):
        random = numpy.random.RandomState(zlib.crc32(self.name.encode()))
        for port in declared:
            if port["name"] in constants:
                continue
            given, file = self.data / f"input_{len(self.inputs)}.npy", self.scratch / f"input_{len(self.inputs)}.npy"
            if given.exists():
                values = numpy.load(given)
            else:
                drawn = random.uniform(-1, 1, port["shape"])
                values = (drawn if "float" in port["type"] or port["type"] == "double" else drawn > 0).astype(TYPES[port["type"]])
            numpy.save(file, values)
            values.tofile(file.with_suffix(".raw"))
            self.inputs.append((port["name"], file, values))

    def given(self):
        return [word for name, file, _ in self.inputs for word in ("--input", f"{name}={file}")]

    def run(self, *words):
        """What a run reports, and its time; loading and checking the model is part of that."""
        said, seconds = output_of([PROGRAM, "run", self.file, *self.options(), *self.given(), *words, "--output-dir", self.scratch,
                                   "--format", "json", "--platform"])
        report = json.loads(said)
        return {"digest": report["digest"], "seconds": seconds, "operations": report["plan"]["operations"], **report["platform"]}

    def outputs(self):
        """Of the last run."""
        return [numpy.load(file) for file in numbered(self.scratch, "output")]

    def given_peers(self):
        names = {file.stem.rsplit("_", 1)[0] for file in self.data.glob("*_0.npy")} - {"input"}
        return {name: [numpy.load(file) for file in numbered(self.data, name)] for name in sorted(names)}

    def accuracy(self, timeout):
        """The bounds of the outputs, what dominates them, and how near the bounds of single nodes are to their errors."""
        file = self.scratch / "accuracy.json"
        try:
            _, seconds = output_of([PROGRAM, "accuracy", self.file, *self.options(), *self.given(), "--format", "json", "-o", file],
                                   good=(0, 4), timeout=timeout)
        except TooLong:
            return {"not_bounded": f"not within {timeout:.0f} s of the processor"}
        report = json.loads(file.read_text(encoding="utf-8"))
        if "error" in report:
            return {"accuracy_seconds": seconds, "not_bounded": report["error"]["message"]}
        number = lambda x: float("inf") if x is None or isinstance(x, str) else x  # noqa: E731
        bounds = [numpy.array([number(e["bound"]) for e in output["elements"]]).reshape(output["shape"]) for output in report["outputs"]]
        row = {"accuracy_seconds": seconds, "headline": report["headline"]}
        if report["nodes"]:  # otherwise bounds are the errors of this run, and say nothing of other implementations
            row["bounds"] = bounds
        row["reals"] = [numpy.array([number((e.get("real") or [None])[0]) for e in output["elements"]]).reshape(output["shape"])
                        for output in report["outputs"]]
        if "run" in report:
            row["decisions"], row["bits"], row["tight"] = (report["run"][key] for key in ("decisions", "bits", "tight"))
            lost = [result for result in report["run"]["results"] if result["without_value"]]
            row["lost_from"] = (lost[0]["operator"], lost[0]["node"]) if lost else None
        errors = [number(e["error"]["absolute"]) for output in report["outputs"] for e in output["elements"] if "error" in e]
        row["error"] = max((error for error in errors if math.isfinite(error)), default=None)
        row["without_value"] = sum(not math.isfinite(error) for error in errors), len(errors)
        if "bounds" in row:
            row["largest_bound"] = max((float(bound.max()) for bound in bounds if bound.size), default=0.0)
        sizes = [numpy.array([max(abs(number(e["low"])), abs(number(e["high"]))) for e in output["elements"]]) for output in report["outputs"]]
        row["largest_value"] = max((float(size.max()) for size in sizes if size.size), default=0.0)
        for output, bound, size in zip(report["outputs"], bounds, sizes):
            if ((bound.ravel() >= size) & (bound.ravel() > 0)).any() and "uninformative_output" not in row:
                row["uninformative_output"] = output["name"]
        operators = {node["node"]: node["operator"] for node in report["nodes"]}
        row["dominating"] = [(operators[share["node"]], share["node"], share["share"]) for share in report["contributions"][:3]]
        meaningless = (node for node in report["nodes"] if is_meaningless(node, number))
        row["meaningless_from"] = next(((node["operator"], node["node"]) for node in meaningless), None)
        factors = [(number(node["median_factor"]), node["operator"], node["node"]) for node in report["nodes"] if "median_factor" in node]
        if factors:
            row["median_factor"] = statistics.median(factor for factor, *_ in factors)
            row["largest_factor"] = max(factors)
            row["beyond_30"] = sum(factor > 30 for factor, *_ in factors), len(factors)
        return row

    def timed(self, threads, seconds, policy):
        """The digest of the outputs, and the best time of a run."""
        program = pathlib.Path(PROGRAM).parent / "time_network"
        # Under a limit of its time, Linux advances a process's clock by whole ticks.
        said, _ = output_of([program, threads, seconds, *self.words(), f"--accumulate={policy}"], timeout=None)
        return json.loads(said)

    def digest_by(self, command):
        said, _ = output_of([*command, *self.words()])
        return said.strip()

    def words(self):
        """What tests/replay/network.hpp takes."""
        words = [self.file]
        for name, given in self.settled.items():
            if isinstance(given, dict):
                words.append(f"--value={name}={given['value']}")
            elif isinstance(given, list):
                words.append(f"--shape={name}={','.join(map(str, given))}")
            else:
                words.append(f"{name}={given}")
        return [*words, *(file.with_suffix(".raw") for _, file, _ in self.inputs)]


def step_of(name, graph):
    """What two neighbours of a quantised value differ by: 1 for integers; for what follows from them by changes of shape and sums with
    constants, their scale. 0 for all others."""
    makers = {output: node for node in graph.node for output in node.output}
    constants = {one.name: one for one in graph.initializer}
    while node := makers.get(name):
        if node.op_type in ("QuantizeLinear", "QLinearConv", "QLinearMatMul"):
            return 1.0
        if node.op_type == "DequantizeLinear":
            scale = constants.get(node.input[1])
            return float(onnx.numpy_helper.to_array(scale).item()) if scale is not None and math.prod(scale.dims) == 1 else 0.0
        varying = [operand for operand in node.input if operand not in constants]
        if node.op_type not in ("Add", "Flatten", "Identity", "Reshape", "Transpose") or len(varying) != 1:
            return 0.0
        [name] = varying
    return 0.0


def is_meaningless(node, number):
    """A bound that is as large as the largest element is not informative."""
    size = max(abs(number(node["low"])), abs(number(node["high"]))) if "low" in node else 0
    return node["type"] in ("float", "double", "float16", "bfloat16") and size > 0 and number(node["bound"]) >= size


def numbered(folder, name):
    """NAME_0.npy, NAME_1.npy, …"""
    files = []
    while (file := folder / f"{name}_{len(files)}.npy").exists():
        files.append(file)
    return files
