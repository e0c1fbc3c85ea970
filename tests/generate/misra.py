# SPDX-License-Identifier: Apache-2.0
"""MISRA C:2012 by cppcheck's addon. docs/misra.md has a row for every rule that is deviated from; any other finding is a fault.

The texts of the rules are not free, so they are known by number. Findings of model.c, model.h and weights.c are counted for each
project; the scalar headers are the same bytes in all projects, so that a finding there counts once."""
import os
import re

from analysed import ROOT, run

MANDATORY = set("9.1 12.5 13.6 17.3 17.4 17.6 19.1 21.13 21.17 21.18 21.19 21.20 22.2 22.4 22.5 22.6".split())
ADVISORY = set("1.2 2.3 2.4 2.5 2.6 2.7 4.2 5.9 8.7 8.9 8.11 8.13 10.5 11.4 11.5 12.1 12.3 12.4 13.3 13.4 15.1 15.4 15.5 17.5 17.8 18.4 18.5 "
               "19.2 20.1 20.5 20.10 21.12".split())
# Macros of the compiler and its headers that the text asks for; cppcheck does not read system headers.
ASKED = re.compile(r"#define (_*(?:FLT|DBL|INT_MAX|CHAR_BIT|BYTE_ORDER|ORDER|GNUC__|STRICT_ANSI|STDC_VERSION)\w*) (\S+)$")


def category(rule):
    return "mandatory" if rule in MANDATORY else "advisory" if rule in ADVISORY else "required"


def macros():
    text = run(["gcc", "-std=c99", "-dM", "-E", "-include", "float.h", "-include", "limits.h", "-include", "math.h", "-x", "c", os.devnull]).stdout
    found = [ASKED.match(line) for line in text.splitlines()]
    return [f"-D{one[1]}={one[2]}" for one in found if one]


def recorded():
    """{(where, rule): (category, at most how often, reason)}: rows "| model | 15.5 | advisory | 3 | reason |" of the page."""
    rows = {}
    for line in (ROOT / "docs" / "misra.md").read_text(encoding="utf-8").splitlines():
        found = re.match(r"\| (model|scalar) \| (\d+\.\d+) \| (\w+) \| (\S+) \| (.+) \|$", line)
        if found:
            rows[found[1], found[2]] = (found[3], found[4], found[5])
    return rows


def findings(project, defined):
    """{(file, line, column, rule)} of a project, and what else cppcheck said."""
    found, other = set(), []
    for file in ("model.c", "weights.c"):
        done = run(["cppcheck", "--addon=misra", "--std=c99", "-I.", *defined, "--quiet", "--template={file}\t{line}\t{column}\t{severity}\t{id}\t{message}",
                    "--suppress=missingIncludeSystem", file], cwd=project.folder, timeout=600)
        for line in done.stderr.splitlines():
            parts = line.split("\t")
            if len(parts) == 6 and parts[4].startswith("misra-c2012-"):
                found.add((parts[0], int(parts[1]), int(parts[2]), parts[4].removeprefix("misra-c2012-")))
            elif len(parts) == 6:
                other.append(line.replace("\t", " "))
        if done.returncode:
            other.append(f"cppcheck ended with {done.returncode} on {file}: {(done.stdout + done.stderr)[-300:]}")
    return found, other


def judge(projects, arguments):
    faults, model, scalar = [], {}, set()
    defined = macros()
    for project in projects:
        found, other = findings(project, defined)
        faults += [f"{project.name}: {line}" for line in other]
        if not any(rule == "8.14" for *_, rule in found):  # every function has pointers that are restricted
            faults.append(f"{project.name}: cppcheck has not read it")
        for one in found:
            if one[0].startswith("scalar/"):
                scalar.add(one)
            else:
                model.setdefault(one[3], []).append((project.name, *one))
    rules = {}
    for _, line, column, rule in scalar:
        rules.setdefault(rule, set()).add((_, line, column))
    counts = {("model", rule): len(rows) for rule, rows in model.items()} | {("scalar", rule): len(rows) for rule, rows in rules.items()}
    known = recorded()
    for (where, rule), count in sorted(counts.items(), key=lambda entry: (entry[0][0], [int(part) for part in entry[0][1].split(".")])):
        row = known.get((where, rule))
        print(f"  {where:6} {rule:6} {category(rule):9} {count:5}  {'recorded' if row else 'NOT RECORDED'}")
        examples = model[rule] if where == "model" else sorted(rules[rule])
        if arguments.print or not row:
            for example in examples[:None if arguments.print else 5]:
                print("      ", *example)
        if category(rule) == "mandatory":
            faults.append(f"mandatory rule {rule}: {where}: {count} findings, which no record can allow")
        elif not row:
            faults.append(f"rule {rule}: {where}: {count} findings outside docs/misra.md, the first at {examples[0]}")
        elif row[0] != category(rule):
            faults.append(f"docs/misra.md: rule {rule} is {category(rule)}")
        elif count > int(row[1]):
            faults.append(f"rule {rule}: {where}: {count} findings, {row[1]} in docs/misra.md")
    if not (arguments.only or arguments.sample or arguments.model):
        faults += [f"docs/misra.md: {where} {rule}: no such finding" for where, rule in known if (where, rule) not in counts]
    for where in ("model", "scalar"):
        total = {kind: sum(count for (place, rule), count in counts.items() if place == where and category(rule) == kind)
                 for kind in ("mandatory", "required", "advisory")}
        print(f"misra: {where}: " + ", ".join(f"{count} {kind}" for kind, count in total.items()))
    return faults
