# SPDX-License-Identifier: Apache-2.0
"""Flow facts of a model's C: the bound of every loop, and the most elementary operations that a call of a function makes.

Bounds are literals in the text, and no loop is left but by a refusal, which only makes fewer. An elementary operation is a call of a
scalar function, a read or a write of an element, or a comparison of places; of two branches the one with more counts."""
import csv
import re

from analysed import Failed, bare, functions_of

LOOP = re.compile(r" *for \(int32_t (\w+) = 0; \1 < (\d+); \+\+\1\) \{$")
NO_CALLS = {"for", "if", "return", "sizeof", "INT64_C", "UINT64_C"}


def operations(line):
    calls = sum(name not in NO_CALLS for name in re.findall(r"\b([a-z]\w*)\(", line))
    elements = len(re.findall(r"\w\[", line))
    comparisons = 0 if LOOP.match(line) else len(re.findall(r" (?:<|<=|==|!=|>=) ", line))
    return calls + elements + comparisons


def facts(text):
    """[function, kind, line, counter, bound, times or operations]: a row for each loop, then one for its function."""
    rows, lines = [], bare(text).splitlines()
    for name, first, last in functions_of(text):
        levels = [[0, 1, "function", 0]]  # operations so far, how often the level runs, its kind, operations of the branch before
        for number in range(first + 1, last):
            line = lines[number - 1]
            found = LOOP.match(line)
            if found:
                rows.append([name, "loop", number, found[1], int(found[2]), levels[-1][1] * int(found[2])])
                levels.append([0, levels[-1][1] * int(found[2]), int(found[2]), 0])
            elif line.strip() == "}":
                own, _, kind, before = levels.pop()
                levels[-1][0] += own * kind if isinstance(kind, int) else max(own, before)
            elif line.strip() == "} else {":
                own, times, kind, _ = levels.pop()
                levels.append([0, times, kind, own])
            elif re.match(r" *if \(.*\) \{$", line):
                levels[-1][0] += operations(line)
                levels.append([0, levels[-1][1], "branch", 0])
            elif line.endswith("{") and not re.match(r" *static const", line):
                raise Failed(f"line {number}: a block that is not understood: {line.strip()}")
            elif not re.match(r" *(?:static const|[-0-9.{]|\};)", line):
                levels[-1][0] += operations(line)
        if len(levels) != 1:
            raise Failed(f"{name}: its blocks are not understood")
        rows.append([name, "function", first, "", "", levels[0][0]])
    return rows


def calls_of(text, rows):
    """The entry point calls the nodes: its operations are theirs and its own."""
    own = {name: count for name, kind, *_, count in rows if kind == "function"}
    entry = functions_of(text)[-1]
    body = "\n".join(bare(text).splitlines()[entry[1]:entry[2]])
    called = [name for name in re.findall(r"\b(\w+)\(", body) if name in own]
    return own[entry[0]] - len(called) + sum(own[name] for name in called)


def judge(projects, arguments):
    faults, loops = [], 0
    for project in projects:
        text = project.text("model.c")
        try:
            rows = facts(text)
        except Failed as problem:
            faults.append(f"{project.name}: {problem}")
            continue
        rows[-1][-1] = calls_of(text, rows)
        loops += sum(row[1] == "loop" for row in rows)
        if sum(row[1] == "loop" for row in rows) != len(re.findall(r"\bfor \(", bare(text))):
            faults.append(f"{project.name}: a loop whose bound is not a literal")
        if re.search(r"\b(?:while|do|goto|switch)\b", bare(text)):
            faults.append(f"{project.name}: a loop or a jump of another kind")
        with open(project.folder / "flow.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["function", "kind", "line", "counter", "bound", "most"])
            writer.writerows(rows)
        if arguments.print or len(projects) == 1:
            print((project.folder / "flow.csv").read_text(encoding="utf-8"), end="")
        else:
            print(f"  {project.name:22} {sum(row[1] == 'loop' for row in rows):4} loops  {rows[-1][-1]:9} operations at most")
    print(f"flow: {loops} loops of {len(projects)} projects, {len(faults)} faults")
    return faults
