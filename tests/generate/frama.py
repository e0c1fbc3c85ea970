# SPDX-License-Identifier: Apache-2.0
"""Frama-C on generated C: WP on all functions, Eva from the entry point. Both see model.c, model.h and weights.c as they are
delivered; the scalar functions that model.c calls are seen by contract, in a header that is derived from their definitions."""
import functools
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import time

import flow
from analysed import ROOT, Failed, functions_of, run

SECONDS = 1200  # for a project; none is near it
MOST_UNROLLED = 50_000  # operations, for Eva
ACCEPTED = json.loads((ROOT / "tests" / "generate" / "frama.json").read_text(encoding="utf-8"))


# ---- the scalar functions, by contract

def scalar_text(project):
    """What the scalar headers say after the preprocessor, without what the system's headers say."""
    done = run(["gcc", "-E", "-std=c99", "-I.", "model.c"], cwd=project.folder)
    if done.returncode:
        raise Failed(f"{project.name}: {done.stderr}")
    text, is_scalar = [], False
    for line in done.stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            is_scalar = marker[1].startswith(("scalar/", "./scalar/"))
        elif is_scalar:
            text.append(line)
    return "\n".join(text)


def definitions(text):
    """{name: (type, [(type, name)])} of the functions."""
    found = {}
    for kind, name, words in re.findall(r"static inline ([\w ]+?\**) ?\b(\w+)\(([^()]*)\) ?\{", text):
        parameters = [re.match(r"(.*?[ *])(\w+)$", word.strip()).groups() for word in words.split(",") if word.strip() != "void"]
        found[name] = kind, [(before.strip(), after) for before, after in parameters]
    return found


def contract(name, kind, parameters):
    """The ACSL of a scalar function. Where it says more than that nothing is written, it says why an index or a divisor is right."""
    lines, names = [], [after for _, after in parameters]
    pointers = {after: before for before, after in parameters if before.endswith("*")}
    written = [after for after, before in pointers.items() if not before.startswith("const")]
    for after in pointers:
        if name.endswith(("_load", "_store")):
            lines.append(f"requires \\valid{'' if after in written else '_read'}({after} + {names[1]} / 2)")
        else:
            lines.append(f"requires \\valid{'' if after in written else '_read'}({after})")
    integer = re.match(r"[iu]\d+_(\w+)$", name)
    if integer and integer[1] in ("div_floor", "div_truncate"):
        lines.append(f"requires {names[1]} != 0")
    if name.endswith(("_div_count", "_exact_quotient")):
        lines.append(f"requires 0 < {names[1]}")
    if name.startswith("place_of_"):
        lines.append(f"requires -{names[1]} <= {names[0]} < {names[1]}")
    read = ", ".join(f"*{after}" if after in pointers else after for after in names)
    assigned = [f"*{after} \\from {read}" for after in written]
    if name.endswith("_store"):
        assigned = [f"{written[0]}[{names[1]} / 2] \\from {read}"]
    if kind != "void":
        assigned.append(f"\\result \\from {read}" if read else "\\result \\from \\nothing")
    lines += [f"assigns {one}" for one in assigned]
    relation = {"less": "<", "equal": "==", "less_or_equal": "<="}.get(integer[1]) if integer else None
    if relation:
        lines.append(f"ensures \\result == ({names[0]} {relation} {names[1]} ? 1 : 0)")
    elif integer and integer[1] == "is_zero":
        lines.append(f"ensures \\result == ({names[0]} == 0 ? 1 : 0)")
    elif name.startswith("place_of_"):
        lines.append(f"ensures \\result == ({names[0]} < 0 ? {names[0]} + {names[1]} : {names[0]})")
    elif name == "etalon_environment":
        lines.append("ensures 0 <= \\result <= 4")
    elif kind == "int":
        lines.append("ensures 0 <= \\result <= 1")
    return "/*@ " + "; ".join(lines) + "; */"


def names_header(project):
    text = scalar_text(project)
    known, used = definitions(text), set(re.findall(r"\b(\w+)\(", project.text("model.c")))
    kinds = re.findall(r"typedef (?:struct \{[^}]*\} \w+|[^;{]+);|enum (?:\w+ )?\{[^}]*\};", text)
    lines = ["#ifndef NAMES_H", "#define NAMES_H", "#include <stdint.h>", *dict.fromkeys(kinds)]
    for name in sorted(used & set(known)):
        kind, parameters = known[name]
        words = ", ".join(f"{before}{'' if before.endswith('*') else ' '}{after}" for before, after in parameters)
        lines += [contract(name, kind, parameters), f"{kind} {name}({words or 'void'});"]
    return "\n".join([*lines, "#endif", ""])


def prepared(project):
    """A folder with the delivered files, in which every header of scalar/ that model.h names is the one of the contracts."""
    folder = project.folder / "frama"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in ("model.c", "model.h", "weights.c"):
        shutil.copy(project.folder / file, folder)
    (folder / "names.h").write_text(names_header(project), encoding="utf-8")
    for header in re.findall(r'#include "(scalar/[^"]+)"', project.text("model.h")):
        (folder / header).parent.mkdir(parents=True, exist_ok=True)
        (folder / header).write_text(f'#include "{os.path.relpath(folder / "names.h", (folder / header).parent)}"\n', encoding="utf-8")
    return folder


# ---- WP

@functools.cache
def proving():
    """tools/prove: its provers, with their limits in steps, and how it reads what WP says."""
    loader = importlib.machinery.SourceFileLoader("prove", str(ROOT / "tools" / "prove"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("prove", loader))
    loader.exec_module(module)
    os.environ["WHY3CONFIG"] = str(module.configure())
    return module


def goals_of(project):
    """{goal: prover or None}"""
    folder = prepared(project)
    own = [name for name, *_ in functions_of(project.text("model.c"))]
    prove = proving()
    done = run(["frama-c", "-c11", f"-cpp-extra-args=-I{folder}", folder / "model.c", "-wp", "-wp-rte", "-wp-split", "-wp-timeout", 60, "-wp-par", 1, "-wp-fct",
                ",".join(own), "-wp-prover", "z3,cvc5", "-kernel-warn-key", "CERT:EXP:46=inactive"], cwd=folder, timeout=SECONDS)
    (folder / "wp.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    return prove.parse_wp(done)


def wp(projects, arguments):
    faults, total, proved = [], 0, 0
    print(f"  {'model':22} functions  goals  proved  seconds")
    for project in projects:
        started = time.monotonic()
        goals = goals_of(project)
        open_goals = sorted(name for name, by in goals.items() if by is None)
        known = ACCEPTED["wp"].get(project.name, {})
        functions = len(functions_of(project.text("model.c")))
        print(f"  {project.name:22} {functions:9} {len(goals):6} {len(goals) - len(open_goals):7} {time.monotonic() - started:8.1f}", flush=True)
        for name in open_goals:
            reason = next((known[pattern] for pattern in known if re.fullmatch(pattern, name)), None)
            if reason is None:
                faults.append(f"{project.name}: {name} is not proved")
            if arguments.print:
                print(f"      open: {name}: {reason or 'NOT LISTED'}")
        faults += [f"frama.json: {project.name}: {pattern} is proved or gone" for pattern in known
                   if not any(re.fullmatch(pattern, name) for name in open_goals)]
        if not goals:
            faults.append(f"{project.name}: no goal")
        total, proved = total + len(goals), proved + len(goals) - len(open_goals)
    print(f"wp: {proved} of {total} goals of {len(projects)} projects")
    return faults


# ---- Eva

def harness(project):
    """A main that gives the entry point every input: pointers to arrays of unknown elements, and an arena of any content."""
    entry = functions_of(project.text("model.c"))[-1][0]
    head = re.search(rf"^int32_t {entry}\((.*)\);", project.text("model.h"), re.M)[1]
    sizes = dict(re.findall(r"^static \w+ ((?:input|output)_\d+)\[(\d+)\];", project.text("selftest.c"), re.M))
    lines, passed = ['#include "model.h"'], []
    for parameter in head.split(", "):
        kind, name = re.match(r"(?:const )?(\w+) \*restrict (\w+)$", parameter).groups()
        if name == "arena":
            lines.append(f"static {kind} arena;")
            passed.append("&arena")
        else:
            lines.append(f"static {kind} {name}[{sizes[name]}];")
            passed.append(name)
    lines += ["volatile int any;", "/*@ assigns p[0 .. n - 1] \\from any; */ void unknown(unsigned char *p, unsigned long n);",
              "int main(void) {"]
    lines += [f"  unknown((unsigned char *){name}, sizeof {name});" for name in passed if name.startswith("input")]
    lines += [f"  return {entry}({', '.join(passed)});", "}", ""]
    return "\n".join(lines)


def eva(projects, arguments):
    faults, alarms_of_all = [], 0
    print(f"  {'model':22} alarms  seconds")
    for project in projects:
        started, folder = time.monotonic(), prepared(project)
        (folder / "harness.c").write_text(harness(project), encoding="utf-8")
        # Loops of small models are unrolled; in large ones the invariants of the text bound the counters.
        text = project.text("model.c")
        is_small = flow.calls_of(text, flow.facts(text)) <= MOST_UNROLLED
        precision = ["-eva-precision", 3, "-eva-auto-loop-unroll", 64] if is_small else ["-eva-precision", 0]
        done = run(["frama-c", "-c11", f"-cpp-extra-args=-I{folder}", *(folder / file for file in ("harness.c", "model.c", "weights.c")), "-eva", *precision, "-warn-special-float",
                    "none", "-eva-no-show-progress", "-kernel-warn-key", "CERT:EXP:46=inactive"], cwd=folder, timeout=SECONDS)
        said = done.stdout + done.stderr
        (folder / "eva.log").write_text(said, encoding="utf-8")
        summary = re.search(r"(\d+) alarms? generated by the analysis", said)
        if done.returncode or not summary:
            faults.append(f"{project.name}: Eva failed: {said[-300:]}")
            continue
        alarms = re.findall(r"\[eva:alarm\] (\S+?):(\d+): Warning: \n? *(.*)", said)
        alarms = [f"{os.path.basename(file)}:{line}: {what}" for file, line, what in alarms]
        known = ACCEPTED["eva"].get(project.name, {})
        print(f"  {project.name:22} {len(alarms):6} {time.monotonic() - started:8.1f}", flush=True)
        for alarm in alarms:
            reason = next((known[pattern] for pattern in known if re.search(pattern, alarm)), None)
            if reason is None:
                faults.append(f"{project.name}: {alarm}")
            if arguments.print:
                print(f"      {alarm}: {reason or 'NOT EXPLAINED'}")
        if int(summary[1]) > len(alarms):
            faults.append(f"{project.name}: {summary[1]} alarms, of which {len(alarms)} are understood")
        reached = re.search(r"(\d+) statements reached \(out of (\d+)\)", said)
        if not reached or reached[1] != reached[2]:
            faults.append(f"{project.name}: {reached[0] if reached else 'nothing is reached'}")
        alarms_of_all += len(alarms)
    print(f"eva: {alarms_of_all} alarms of {len(projects)} projects")
    return faults
