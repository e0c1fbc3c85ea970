# SPDX-License-Identifier: Apache-2.0
"""Strict flags without a warning, and no symbol imported but those that are stated."""
from analysed import run

COMPILERS = ("gcc", "clang-19")
FLAGS = ("-std=c99 -pedantic -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wstrict-prototypes -Wmissing-prototypes "
         "-Werror -O2 -ffp-contract=off").split()
# What objects may import, and why. The symbols of the model itself are apart.
STATED = {
    "sqrt": "of math.h, for numbers whose root the processor's instruction does not give (errno)",
    "sqrtf": "the same for float",
    "memcpy": "compilers move structures and patterns with it",
    "memset": "compilers clear arrays with it",
    "fma": "only where the compiler defines FP_FAST_FMA",
    "fmaf": "only where the compiler defines FP_FAST_FMAF",
}


def imported(objects):
    """Symbols that some object needs and none defines."""
    names = {"U": set(), "T": set()}
    for one in objects:
        for line in run(["nm", one]).stdout.splitlines():
            kind, name = line.split()[-2:]
            names["U" if kind == "U" else "T"].add(name)
    return names["U"] - names["T"]


def judge(projects, _arguments):
    faults, files, symbols = [], 0, {}
    for project in projects:
        for compiler in COMPILERS:
            for file in ("model.c", "weights.c", "selftest.c"):
                done = run([compiler, *FLAGS, "-I.", "-c", file, "-o", f"{compiler}-{file[:-2]}.o"], cwd=project.folder)
                files += 1
                if done.returncode or done.stderr:
                    faults.append(f"{project.name}: {compiler} {file}: {done.stderr.strip().splitlines()[0] if done.stderr else 'failed'}")
            objects = [project.folder / f"{compiler}-{part}.o" for part in ("model", "weights")]
            for name in imported([one for one in objects if one.exists()]):
                symbols.setdefault(name, set()).add(project.name)
    for name, users in sorted(symbols.items()):
        print(f"  imported: {name:8} by {len(users):3} of {len(projects)} projects; {STATED.get(name, 'NOT STATED')}")
        if name not in STATED:
            faults.append(f"{name} is imported by {', '.join(sorted(users))}")
    print(f"strict: {files} compilations of {len(projects)} projects by {' and '.join(COMPILERS)}, {len(faults)} faults")
    return faults
