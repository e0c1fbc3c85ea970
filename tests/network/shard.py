# SPDX-License-Identifier: Apache-2.0
"""A run of many models in parts, under the rules of `etalon exhaustive --shard` (src/conform/campaign/part.hpp, shard.hpp): each part writes one
file, whole or not at all; the parts of one run can be merged, and nothing else can."""
import json
import os
import pathlib
import tempfile

SLURM, KUBERNETES = "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"


class Refused(Exception):
    pass


def number(text, what):
    if not (text.isascii() and text.isdigit()):
        raise Refused(f"--shard: {what} is {text!r}, not a number")
    return int(text)


def variable(name, environment):
    if name not in environment:
        raise Refused(f"--shard auto: {name} is not set; give --shard I/N")
    return number(environment[name], name)


def part_of(text, environment):
    """(index from 1, count): of "3/64"; of "auto/64", whose number, from 0, a Slurm array or an Indexed Job of Kubernetes gives; of
    "auto", a whole Slurm array."""
    index, slash, count = text.partition("/")
    of = number(count, f"N in {text!r}") if slash else None
    if index != "auto":
        if of is None or not 1 <= number(index, f"I in {text!r}") <= of:
            raise Refused(f"--shard {text!r} is not a part: for example 1/8 … 8/8, auto, or auto/8")
        return int(index), of
    if of == 0:
        raise Refused(f"--shard {text!r} is not a part: for example 1/8 … 8/8, auto, or auto/8")
    if (SLURM in environment) == (KUBERNETES in environment):
        raise Refused(f"--shard auto: {'both' if SLURM in environment else 'neither'} of {SLURM} and {KUBERNETES} are set; give --shard I/N")
    name = SLURM if SLURM in environment else KUBERNETES
    task = variable(name, environment)
    if of is not None:
        last = max(task, variable("SLURM_ARRAY_TASK_MAX", environment) if name == SLURM and "SLURM_ARRAY_TASK_MAX" in environment else task)
        if last >= of:
            raise Refused(f"--shard auto/{of}: {name} goes up to {last}; parts are 0 to {of - 1}")
        return task + 1, of
    if name == KUBERNETES:
        raise Refused("--shard auto: Kubernetes does not say how many parts there are; give the completions of the Job: auto/N")
    size, first, last = (variable(f"SLURM_ARRAY_TASK_{word}", environment) for word in ("COUNT", "MIN", "MAX"))
    if size == 0 or last - first != size - 1 or not first <= task <= last:
        raise Refused("--shard auto: this Slurm array has gaps, so that its size is not the number of parts; give it: auto/N")
    return task - first + 1, size


def file_in(folder, part):
    """shard-03-of-64.json"""
    index, of = part
    return pathlib.Path(folder) / f"shard-{index:0{len(str(of))}}-of-{of}.json"


def write(path, text):
    """Under another name, to the disk, and only then under its own."""
    path = pathlib.Path(path)
    handle, name = tempfile.mkstemp(prefix=".etalon-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        pathlib.Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def merged(files):
    """The rows of all parts, in the order of the whole run."""
    shards = {}
    run = of = None
    for file in files:
        try:
            content = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
            index, count = content["part"]
            names, rows = [content["run"]["models"][k] for k in range(index - 1, len(content["run"]["models"]), count)], content["rows"]
        except (OSError, ValueError, LookupError, TypeError) as problem:
            raise Refused(f"{file}: not a shard of tests/run/networks: {problem}") from None
        if [row["name"] for row in rows] != [model["name"] for model in names]:
            raise Refused(f"{file}: the rows are not those of part {index}/{count}")
        run, of = run or content["run"], of or count
        for key in run:
            if content["run"].get(key) != run[key]:
                raise Refused(f"{file}: of another run than {files[0]}: other {key}")
        if count != of:
            raise Refused(f"{file}: of another run than {files[0]}: one of {count} parts, not of {of}")
        if index in shards:
            raise Refused(f"part {index}/{of} appears twice: {shards[index][0]} and {file}")
        shards[index] = file, rows
    missing = [str(index) for index in range(1, of + 1) if index not in shards]
    if missing:
        raise Refused(f"{len(missing)} of {of} parts are missing: {', '.join(missing)}")
    return [shards[k % of + 1][1][k // of] for k in range(len(run["models"]))]
