# SPDX-License-Identifier: Apache-2.0
"""Every operator, type and profile through Python gives the bits of the oracle, and those of the command line."""
import collections
import concurrent.futures
from fractions import Fraction
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import pytest

import drawn
import etalon

pytestmark = [pytest.mark.filterwarnings("ignore::etalon.Notice"), pytest.mark.evidence("PY-ALL-CALLS")]
CALLS = collections.defaultdict(list)
for one in drawn.drawn(400):
    CALLS[one["operation"]].append(one)
NOT_CALLED = {"If"}  # its branches are graphs


def function_of(call):
    return getattr(etalon.ops, call["operation"])


def options_of(call, profile="onnx"):
    options = {"opset": call["opset"], "profile": profile, "outputs": len(call["outputs"])}
    if "accumulate=" in function_of(call).__text_signature__:
        options["accumulate"] = drawn.POLICIES[call["accumulation"]]
    return options


@pytest.mark.parametrize("name", sorted(CALLS))
def test_drawn_calls_give_the_bits_of_the_oracle(name):
    computed = 0
    for call in CALLS[name][:120]:
        operands = [drawn.array_of(t) for t in call["inputs"]]
        for kernel in ("fast", "reference"):
            got = drawn.outcome(function_of(call), *operands, **drawn.attributes_of(call), **options_of(call), kernel=kernel)
            if isinstance(got, tuple):  # a type that the version does not have: the oracle draws these, too
                assert got[0] == etalon.Status.NOT_CONFORMANT and got[1].endswith("-TYPES"), (call, got)
                continue
            computed += 1
            assert got == [(t["type"], t["shape"], t["patterns"]) for t in call["outputs"]], call
    assert computed > 0


# ---- every profile, against the command line ----------------------------------------------------------------------------

def row_of(call, profile):
    operator = drawn.operators()[call["operation"]]
    version = max((v for v in operator["versions"] if v <= call["opset"]), default=None)
    for row in operator["rows"]:
        if profile in row["profiles"] and version in row["versions"]:
            return row
    return None


def completed(call, keywords, row, operands):
    """The SONNX profiles want every attribute that has an effect to be given: then what ONNX says it is without."""
    if row is None:
        return keywords
    full = dict(keywords)
    spatial = max(len(operands[0].shape) - 2, 0) if operands and operands[0] is not None else 0
    usual = {"strides": [1] * spatial, "dilations": [1] * spatial, "pads": [0] * 2 * spatial,
             "kernel_shape": list(operands[1].shape[2:]) if len(operands) > 1 and operands[1] is not None else [1] * spatial,
             "output_padding": [0] * spatial, "perm": list(range(len(operands[0].shape) if operands and operands[0] is not None else 0))[::-1]}
    for attribute in row["attributes"]:
        if "default" in attribute:
            full.setdefault(attribute["name"], attribute["default"])
        elif attribute["required"] and attribute["name"] in usual:
            full.setdefault(attribute["name"], usual[attribute["name"]])
    return full


def variable_at(row, k):
    return row["inputs"][min(k, len(row["inputs"]) - 1)]["variable"]


def variables_of(row, operands):
    """The type that each variable of the row has in this call."""
    return {(variable_at(row, k), drawn.type_of(operand)) for k, operand in enumerate(operands) if operand is not None}


def retyped(call, row, variable, kind):
    """A drawn call with one variable of another type: what the oracle does not draw, the two faces can compute all the same."""
    operands = [drawn.array_of(t) for t in call["inputs"]]
    for k, operand in enumerate(operands):
        if operand is not None and variable_at(row, k) == variable:
            numbers = np.asarray(operand)
            if numbers.dtype.kind == "f" or kind in ("float16", "bfloat16"):
                numbers = np.clip(np.nan_to_num(numbers), -8, 8).round()
            if kind == "bool":
                operands[k] = numbers != 0
            elif kind in drawn.NUMPY:
                operands[k] = numbers.astype(drawn.NUMPY[kind])
            else:
                operands[k] = etalon.Array(numbers if kind == "bfloat16" else numbers & 7, kind)
    return operands


@pytest.mark.parametrize("profile", etalon.PROFILES)
def test_every_operator_type_and_profile_gives_the_bits_of_the_command_line(profile):
    chosen, covered, seen = [], set(), collections.Counter()

    def take(call, row, operands):
        keywords = drawn.without_payloads(drawn.attributes_of(call))
        if profile != "onnx":
            keywords = completed(call, keywords, row, operands)
        options = options_of(call, profile)
        got = drawn.outcome(function_of(call), *operands, **keywords, **options)
        types = variables_of(row, operands) if isinstance(got, list) else set()
        new = {(call["operation"], *pair) for pair in types} - covered
        covered.update(new)
        place = (call["operation"], tuple(sorted(types)), options.get("accumulate")) if types else (call["operation"], str(got))
        seen[place] += 1
        if (new or seen[place] == 1) and drawn.can_be_said(keywords):
            chosen.append((call, keywords, operands, options, got))

    for calls in CALLS.values():
        for call in calls:
            take(call, row_of(call, profile), [drawn.array_of(t) for t in call["inputs"]])
    # Whatever the table says is there is computed.
    wanted = {(o["name"], i["variable"], t) for o in drawn.operators().values() for row in o["rows"] if profile in row["profiles"]
              for i in row["inputs"] for t in row["types"][i["variable"]] if t != "real" and o["name"] not in NOT_CALLED}
    for name, variable, kind in sorted(wanted - covered):
        for call in CALLS[name]:
            row = row_of(call, profile)
            if (name, variable, kind) not in covered and row is not None and kind in row["types"].get(variable, ()):
                take(call, row, retyped(call, row, variable, kind))
    print(f"{profile}: {len(covered)} operators with types computed, {len(chosen)} calls compared")
    assert not wanted - covered, sorted(wanted - covered)

    def judge(task):
        call, keywords, operands, options, got = task
        with tempfile.TemporaryDirectory() as folder:
            right = drawn.command_line(pathlib.Path(folder), call, keywords, operands, profile, options.get("accumulate"))
        return None if drawn.agree(got, right) else (call["operation"], options, keywords, got, right)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [fault for fault in pool.map(judge, chosen) if fault]
    assert not wrong, (len(wrong), wrong[:3])


# ---- reals --------------------------------------------------------------------------------------------------------------

def fractions_of(value):
    """The numbers of an array as fractions; None where one is none."""
    numbers = np.asarray(value).ravel().tolist()
    if not all(np.isfinite(n) for n in numbers):
        return None
    array = np.empty(len(numbers), object)
    array[:] = [Fraction(n) for n in numbers]
    return array.reshape(value.shape)


def real_words(array):
    def nested(part):
        return f'"{part}"' if isinstance(part, Fraction) else "[" + ",".join(map(nested, part)) + "]"
    return nested(array.tolist())


def shown(element):
    """An element of a real result as the command line prints it."""
    if not isinstance(element, Fraction):
        return str(element)
    return element


def printed(text):
    return text if text.startswith("[") else Fraction(text)


def profiles_with_reals(operator):
    return [p for p in etalon.PROFILES for row in operator["rows"]
            if p in row["profiles"] and any("real" in row["types"][i["variable"]] for i in row["inputs"])]


REAL = {name: found[0] for name, operator in drawn.operators().items() if (found := profiles_with_reals(operator))}


@pytest.mark.evidence("PY-ALL-REALS")
@pytest.mark.parametrize("name", sorted(REAL))
def test_reals_are_those_of_the_command_line(name):
    """Values of drawn calls as fractions, under the first profile that has reals there."""
    compared, refused, profile = 0, 0, REAL[name]
    for call in CALLS[name]:
        row = row_of(call, profile)
        operands = [drawn.array_of(t) for t in call["inputs"]]
        if row is None or compared == 4 or not operands or any(o is not None and not 0 < np.size(o) <= 300 for o in operands):
            continue
        real = []
        for k, operand in enumerate(operands):
            types = row["types"][row["inputs"][min(k, len(row["inputs"]) - 1)]["variable"]]
            real.append(fractions_of(operand) if operand is not None and "real" in types else operand)
        if any(r is None and o is not None for r, o in zip(real, operands)):
            continue
        keywords = completed(call, drawn.attributes_of(call), row, operands)
        try:
            results = getattr(etalon.ops, name)(*real, **keywords, opset=call["opset"], profile=profile, outputs=len(call["outputs"]))
            results = results if isinstance(results, tuple) else (results,)
        except etalon.Error as problem:
            results, refusal = None, (int(problem.status), problem.rule)
            refused += 1
            if refused > 4:
                continue
        words = [drawn.ETALON, "op", name.lower(), "--format", "json", "--profile", profile, "--opset", str(call["opset"]), "--outputs", str(len(call["outputs"]))]
        for key, value in keywords.items():
            words += ["--attr", drawn.attribute_words(key, value)]
        words.append("--")
        for operand in drawn.given_of(real):
            words.append("-" if operand is None else f"real:{real_words(operand)}" if operand.dtype == object
                         else f"{drawn.type_of(operand)}:{json.dumps(np.asarray(operand).tolist())}")
        ran = subprocess.run(words, capture_output=True, text=True)
        assert ran.stdout, (ran.returncode, ran.stderr, words)
        report = json.loads(ran.stdout)
        if results is None:
            assert drawn.agree(refusal, (ran.returncode, report["error"]["rule"] or "")), words
            continue
        for got, right in zip(results, report["results"], strict=True):
            assert list(got.shape) == right["shape"]
            texts = drawn.flattened(right["result"])
            if right["type"] == "real":
                assert [shown(e) for e in got.ravel().tolist()] == [printed(t) for t in texts], words
            else:
                assert got.ravel().tolist() == texts
        compared += 1
    assert compared > 0
