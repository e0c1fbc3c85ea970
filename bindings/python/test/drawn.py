# SPDX-License-Identifier: Apache-2.0
"""Calls that the oracle draws (print_calls), as Python gives them to etalon.ops and as files and words for the command line."""
import functools
import json
import os
import pathlib
import struct
import subprocess

import numpy as np

import etalon

BUILD = pathlib.Path(os.environ["ETALON_BUILD"])
ETALON = os.environ["ETALON_BIN"]
POLICIES = etalon.POLICIES
NUMPY = {"float16": "f2", "float": "f4", "double": "f8", "bool": "?"}
NUMPY |= {f"{sign}int{bits}": f"{kind}{bits // 8}" for sign, kind in (("", "i"), ("u", "u")) for bits in (8, 16, 32, 64)}
ONNX = {"float": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9, "float16": 10,
        "double": 11, "uint32": 12, "uint64": 13, "bfloat16": 16, "uint4": 21, "int4": 22}
NAMES = {"float32": "float", "float64": "double"}


@functools.lru_cache(maxsize=None)
def drawn(count):
    """That many calls of each operator."""
    lines = subprocess.run([BUILD / "bin/print_calls", str(count)], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


@functools.lru_cache(maxsize=None)
def operators():
    return {o["name"]: o for o in json.loads(subprocess.run([ETALON, "operators", "--format", "json"], check=True,
                                                            capture_output=True, text=True).stdout)["operators"]}


def array_of(tensor):
    """From patterns; None is an operand that is omitted."""
    if tensor is None:
        return None
    patterns = np.array(tensor["patterns"], np.uint64).reshape(tensor["shape"])
    if tensor["type"] not in NUMPY:
        return etalon.Array.from_bits(patterns, tensor["type"])
    kind = np.dtype(NUMPY[tensor["type"]])
    return patterns.astype(f"u{kind.itemsize}").view(kind)


def type_of(value):
    name = str(value.dtype)
    return NAMES.get(name, name)


def patterns_of(value):
    words = value.bits if isinstance(value, etalon.Array) else np.ascontiguousarray(value).view(f"u{value.dtype.itemsize}")
    return [int(word) for word in words.ravel()]


def floats(patterns):
    return np.array(patterns, np.uint32).view(np.float32)


def attributes_of(call):
    """As keywords. The oracle prints floats as their patterns; what is a float, the operator says."""
    kinds = {a["name"]: a["kind"] for row in operators()[call["operation"]]["rows"] for a in row["attributes"]}
    keywords = {}
    for name, value in call["attributes"].items():
        if kinds[name] == "float":
            value = floats([value])[0]
        elif kinds[name] == "floats":
            value = list(floats(value))
        elif kinds[name] == "tensor":
            value = array_of(value)
        keywords[name] = value
    return keywords


def outcome(function, *args, **keywords):
    """Types, shapes and patterns of the results, or the status and the rule of the refusal."""
    try:
        results = function(*args, **keywords)
    except etalon.Error as problem:
        return int(problem.status), problem.rule
    results = results if isinstance(results, tuple) else (results,)
    return [(type_of(r), list(r.shape), patterns_of(r)) for r in results]


# ---- the command line --------------------------------------------------------------------------------------------------

def field(number, payload):
    return bytes([number << 3 | 2]) + varint(len(payload)) + payload


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out + bytes([n]))


def tensor_proto(value):
    name = type_of(value)
    if isinstance(value, etalon.Array):
        raw = value._storage.tobytes()
    else:
        raw = np.ascontiguousarray(value).tobytes()
    dims = b"".join(b"\x08" + varint(size) for size in value.shape)
    return dims + b"\x10" + varint(ONNX[name]) + field(9, raw)


def number_text(number):
    if not isinstance(number, np.floating):
        return json.dumps(number.item())
    return f'"{float(number).hex()}"' if np.isfinite(number) else f'"{number}"'


def numbers_text(array):
    """A tensor as a literal, exactly; but a NaN is one of many."""
    return number_text(array[()]) if array.ndim == 0 else "[" + ",".join(map(numbers_text, array)) + "]"


def can_be_said(keywords):
    """Whether words can say them: a literal of no elements has one dimension."""
    return not any(isinstance(value, (np.ndarray, etalon.Array)) and 0 in value.shape[:-1] for value in keywords.values())


def without_payloads(keywords):
    """Keywords that words can say: there the one NaN has no payload."""
    def plain(value):
        if isinstance(value, list):
            return [plain(one) for one in value]
        if isinstance(value, etalon.Array):
            return value if value.dtype != "bfloat16" else etalon.Array.from_bits(np.where(np.isnan(value.numpy()), 0x7FC0, value.bits), "bfloat16")
        if isinstance(value, np.floating):
            return value.dtype.type(np.nan) if np.isnan(value) else value
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            return np.where(np.isnan(value), value.dtype.type(np.nan), value)
        return value
    return {name: plain(value) for name, value in keywords.items()}


def attribute_words(name, value):
    if isinstance(value, np.floating):
        return f"{name}={number_text(value)}".replace('"', "")
    if isinstance(value, (np.ndarray, etalon.Array)):
        return f"{name}={type_of(value)}:{numbers_text(np.asarray(value))}"
    if isinstance(value, list) and value and isinstance(value[0], np.floating):
        return f"{name}=[" + ",".join(map(number_text, value)) + "]"
    if isinstance(value, list):
        return f"{name}=[" + ",".join(map(str, value)) + "]"
    return f"{name}={value}"


def given_of(operands):
    """Without what is omitted behind the last one."""
    return operands[: max((k + 1 for k, operand in enumerate(operands) if operand is not None), default=0)]


def command_line(folder, call, keywords, operands, profile, policy):
    """The same call by `etalon op`; as `outcome`."""
    words = [ETALON, "op", call["operation"].lower(), "--format", "json", "--bits", "--profile", profile, "--opset", str(call["opset"]),
             "--outputs", str(len(call["outputs"]))]
    if policy:
        words += ["--accumulate", policy]
    for name, value in keywords.items():
        words += ["--attr", attribute_words(name, value)]
    words.append("--")
    for k, operand in enumerate(given_of(operands)):
        if operand is None:
            words.append("-")
            continue
        file = folder / f"{k}.pb"
        file.write_bytes(tensor_proto(operand))
        words.append(f"{type_of(operand)}:@{file}")
    ran = subprocess.run(words, capture_output=True, text=True)
    report = json.loads(ran.stdout)
    if ran.returncode:
        return ran.returncode, report["error"]["rule"] or ""
    return [(r["type"], r["shape"], [int(p, 16) for p in flattened(r["result"])]) for r in report["results"]]


def agree(got, right):
    """Whether two outcomes are the same. An operand that is missing is a fault of the command line, which has no rule."""
    return got == right or (right == (2, "") and got in ((1, "GEN-ALL-ARITY"), (1, "GEN-GRAPH-OMITTED")))


def flattened(nested):
    return [x for part in nested for x in flattened(part)] if isinstance(nested, list) else [nested]


assert struct.pack("=H", 1) == b"\x01\x00"  # files are little-endian, and so are arrays here
