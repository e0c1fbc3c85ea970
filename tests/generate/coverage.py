# SPDX-License-Identifier: Apache-2.0
"""MC/DC of model.c by the project's own self-test, as clang 19 measures it; decisions of one condition count as branches. Headers are
measured as well: what no self-test reaches there is listed, with the reason in coverage.json why it need not be."""
import json
import re

from analysed import ROOT, run

ACCEPTED = json.loads((ROOT / "tests" / "generate" / "coverage.json").read_text(encoding="utf-8"))
FLAGS = "-std=c99 -O0 -ffp-contract=off -I. -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc".split()


def measured(project):
    """What llvm-cov exports about the files of the project, or what went wrong."""
    done = run(["clang-19", *FLAGS, "model.c", "weights.c", "selftest.c", "-o", "covered", "-lm"], cwd=project.folder)
    if done.returncode:
        return None, f"not compiled: {done.stderr[:300]}"
    done = run(["./covered"], cwd=project.folder, timeout=600, env={"LLVM_PROFILE_FILE": "covered.profraw", "PATH": "/usr/bin:/bin"})
    if done.returncode:
        return None, f"the self-test ended with {done.returncode}"
    run(["llvm-profdata-19", "merge", "-o", "covered.profdata", "covered.profraw"], cwd=project.folder)
    done = run(["llvm-cov-19", "export", "./covered", "-instr-profile=covered.profdata"], cwd=project.folder)
    return json.loads(done.stdout)["data"][0]["files"], None


def gaps(entries):
    """[(kind, line, what)]: regions, branches and conditions that none of the programs reached. A function that a program does not call has
    only a region there. What a macro makes for several types is one place."""
    regions, branches, conditions = {}, {}, {}
    for entry in entries:
        for line, column, count, has_count, is_entry, is_gap in entry["segments"]:
            if has_count and is_entry and not is_gap:
                regions[line, column] = regions.get((line, column), 0) + count
        for line, column, _, _, taken, not_taken, *_ in entry.get("branches", ()):
            before = branches.get((line, column), (0, 0))
            branches[line, column] = before[0] + taken, before[1] + not_taken
        for record in entry.get("mcdc_records", ()):
            key, covered = tuple(record[:2]), record[-1]
            conditions[key] = [one or other for one, other in zip(covered, conditions.get(key, covered))]
    found = [("region", line, column) for (line, column), count in regions.items() if count == 0]
    found += [("branch", line, f"{column}: never {'true' if taken == 0 else 'false'}")
              for (line, column), (taken, not_taken) in branches.items() if taken == 0 or not_taken == 0]
    return found + [("mcdc", line, f"condition {number} of {len(covered)}") for (line, _), covered in conditions.items()
                    for number, is_covered in enumerate(covered, 1) if not is_covered]


def judge(projects, arguments):
    faults, headers, used = [], {}, set()
    print(f"  {'model':22} conditions independent  percent  branches percent  lines percent")
    for project in projects:
        files, problem = measured(project)
        if problem:
            faults.append(f"{project.name}: {problem}")
            continue
        for entry in files:
            name = re.sub(r".*?/(scalar/|model\.c$)", r"\1", entry["filename"])
            if name.startswith("scalar/"):
                headers.setdefault(name, []).append(entry)
            if name != "model.c":
                continue
            summary, text = entry["summary"], project.text("model.c").splitlines()
            conditions = summary["mcdc"]
            percent = conditions["percent"] if conditions["count"] else 100
            print(f"  {project.name:22} {conditions['count']:10} {conditions['covered']:11} {percent:8.2f} "
                  f"{summary['branches']['count']:9} {summary['branches']['percent']:7.2f} {summary['lines']['count']:6} {summary['lines']['percent']:7.2f}", flush=True)
            for kind, line, what in gaps([entry]):
                source = text[line - 1].strip()
                pattern = next((pattern for pattern in ACCEPTED["model"] if re.search(pattern, source)), None)
                used.add(pattern)
                reason = ACCEPTED["model"].get(pattern)
                if reason is None:
                    faults.append(f"{project.name}: model.c:{line}: {kind} {what}: {source}")
                if arguments.print:
                    print(f"      model.c:{line}: {kind} {what}: {source}: {reason or 'NOT EXPLAINED'}")
    for name, entries in sorted(headers.items()):
        missed = gaps(entries)
        reason = next((reason for pattern, reason in ACCEPTED["scalar"].items() if re.fullmatch(pattern, name)), None)
        kinds = {kind: sum(one[0] == kind for one in missed) for kind in ("region", "branch", "mcdc")}
        if missed:
            print(f"  {name:40} " + " ".join(f"{count:4} {kind}" for kind, count in kinds.items()) + ("" if reason else "  NOT JUSTIFIED"))
            for kind, line, what in sorted(missed, key=lambda one: one[1]) if arguments.print else ():
                print(f"      {name}:{line}: {kind} {what}")
            if reason is None:
                faults.append(f"{name}: {len(missed)} gaps without a justification")
    if not (arguments.only or arguments.sample or arguments.model):
        faults += [f"coverage.json: {pattern}: nothing of that kind is missed" for pattern in ACCEPTED["model"] if pattern not in used]
    print(f"mcdc: {len(projects)} projects, {len(faults)} faults")
    return faults
