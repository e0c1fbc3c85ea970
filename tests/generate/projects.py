# SPDX-License-Identifier: Apache-2.0
"""Writes projects, compiles them and runs their self-tests, for the tests of this folder. Needs python3-onnx for the tiny models."""
import math
import pathlib
import re
import shutil
import subprocess

STRICT = "-pedantic -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror".split()
SOURCES = ["model.c", "weights.c", "selftest.c"]
SAME = "every bit as the reference has it"
REFUSED = "refused, as the reference refuses it"
ROUNDING = re.compile(r"rounding upwards: (refused, and no output written|not possible here)$")  # how self-tests end


class Failed(Exception):
    """What went wrong, in a few lines."""


def called(words, folder=None, seconds=600):
    try:
        return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"more than {seconds} seconds: {' '.join(map(str, words))}")


def first_lines(text, count=3):
    return "\n    ".join(text.strip().splitlines()[:count])


def accumulation(policy):
    """Sequential is the default, and the option is refused where nothing is added up."""
    return [] if policy == "sequential" else ["--accumulate", policy]


def write(program, model, folder, policy="sequential", *options):
    """A project in a folder that was not there. A program that is not called etalon takes MODEL FOLDER POLICY."""
    shutil.rmtree(folder, ignore_errors=True)
    words = [program, "generate", model, "-o", folder, "--profile", "onnx", "--quiet", *accumulation(policy), *options]
    if pathlib.Path(program).name != "etalon":
        words = [program, model, folder, policy]
    run = called(words)
    if run.returncode:
        raise Failed(f"not written, exit {run.returncode}: {first_lines(run.stderr)}")
    return folder


def compile_project(folder, compiler, flags, program="selftest", more=()):
    """The self-test; `more` are further sources. Returns the finished process of the compiler."""
    return called([*compiler.split(), *flags, "-I.", *SOURCES, *more, "-o", program, "-lm"], folder)


def self_test(folder, emulator="", program="selftest"):
    """The finished process, how many cases have the bits of the reference or are refused as it refuses them, and what the others say."""
    run = called([*emulator.split(), f"./{program}"], folder)
    lines = run.stdout.splitlines()
    good = [line for line in lines if re.match(r"case \d+: ", line) and (SAME in line or REFUSED in line)]
    return run, len(good), [line for line in lines if line not in good and line != "weights: loaded" and not ROUNDING.match(line)]


def refusing(folder):
    """How many cases of a self-test expect a result, and how many a refusal, which compares nothing but a status and untouched outputs."""
    text = (folder / "selftest.c").read_text()
    return len(re.findall(r"status != \w+_ok\b", text)), len(re.findall(r"status != \w+_node_", text))


def patterns(text, name):
    """The words of a table of a self-test, and the bytes of each."""
    bits, words = re.search(rf"static const uint(\d+)_t {name}\[\d+\] = {{(.*?)}};", text, re.S).groups()
    return [int(number, 16) for number in re.findall(r"0x[0-9A-Fa-f]+", words)], int(bits) // 8


def as_run(program, model, folder, policy):
    """Holds the expected results of a self-test against `etalon run`: how many cases have its bits, or the exit code of a refusal."""
    import onnx
    graph, text, right = onnx.load(str(model)).graph, (folder / "selftest.c").read_text(), 0
    constants = {one.name for one in graph.initializer}
    inputs = [one for one in graph.input if one.name not in constants]
    for case in range(len(re.findall(r"static int case_\d+\(void\)", text))):
        words = [program, "run", model, "--profile", "onnx", *accumulation(policy), "--kernel", "reference", "--quiet", "--output-dir", folder / "run", "--output-format", "pb"]
        for k, one in enumerate(inputs):
            kind, shape = one.type.tensor_type.elem_type, [dim.dim_value for dim in one.type.tensor_type.shape.dim]
            table, size = patterns(text, f"input_{k}_case_{case}")
            count = (math.prod(shape) + 1) // 2 if kind in (21, 22) else math.prod(shape)
            raw = b"".join(table[(i + i // len(table)) % len(table)].to_bytes(size, "little") for i in range(count))
            if kind in (21, 22) and math.prod(shape) % 2:  # the self-test shows that the unused half does not matter; a file has zeros
                raw = raw[:-1] + bytes([raw[-1] & 15])
            path = folder / f"input_{k}.pb"
            path.write_bytes(onnx.TensorProto(data_type=kind, dims=shape, raw_data=raw).SerializeToString())
            words += ["--input", f"{one.name}={path}"]
        shutil.rmtree(folder / "run", ignore_errors=True)
        run = called(words)
        body = re.search(rf"static int case_{case}\(void\) {{(.*?)\n}}", text, re.S).group(1)
        if "_ok)" not in body:
            tag = re.search(r"status != \w+_node_\d+_(\w+)\)", body).group(1).replace("_", "-")
            if run.returncode == 0 or tag not in run.stdout + run.stderr:
                raise Failed(f"case {case} expects {tag}, and `etalon run` ends with {run.returncode}: {first_lines(run.stderr)}")
            right += 1
            continue
        if run.returncode:
            raise Failed(f"case {case}: `etalon run` ends with {run.returncode}: {first_lines(run.stderr)}")
        for k in range(len(graph.output)):
            result = onnx.TensorProto()
            result.ParseFromString((folder / "run" / f"output_{k}.pb").read_bytes())
            table, size = patterns(text, f"output_{k}_case_{case}")
            if result.raw_data[:len(table) * size] != b"".join(one.to_bytes(size, "little") for one in table):
                raise Failed(f"case {case}, output {k}: `etalon run` has other bits")
        right += 1
    return right
