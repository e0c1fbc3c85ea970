# SPDX-License-Identifier: Apache-2.0
"""Generated projects to look at, and what is common to those who look at them."""
import dataclasses
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Failed(Exception):
    pass


@dataclasses.dataclass
class Project:
    name: str
    folder: pathlib.Path

    def text(self, file):
        return (self.folder / file).read_text(encoding="utf-8")

    def headers(self):
        return sorted(self.folder.glob("scalar/**/*.h"))


def run(command, **options):
    """A process with little priority, its output as text."""
    command = [str(word) for word in command]
    try:
        return subprocess.run(["nice", "-n", "5", *command], capture_output=True, text=True, check=False, **options)
    except subprocess.TimeoutExpired as late:
        raise Failed(f"{command[0]} took more than {late.timeout} s") from late


def generated(program, rows, folder):
    """Writes the projects of the models. A program of another name than etalon takes MODEL FOLDER [ACCUMULATION]."""
    projects = []
    for name, model, accumulation in rows:
        target = folder / name
        if pathlib.Path(program).name == "etalon":
            more = ["--accumulate", accumulation] if accumulation else []
            command = [program, "generate", model, "-o", target, "--profile", "onnx", "--evidence", "none", *more]
        else:
            command = [program, model, target, *([accumulation] if accumulation else [])]
        done = run(command, timeout=300)
        if done.returncode:
            raise Failed(f"{name} is not written: {done.stderr.strip() or done.stdout.strip()}")
        projects.append(Project(name, target))
    return projects


def bare(text):
    """The text of C without comments, every statement in one line: the first of those it is broken into. The others are empty."""
    lines, begin = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.S).splitlines(), None
    for number, line in enumerate(lines):
        if begin is not None:
            lines[begin], lines[number] = f"{lines[begin]} {line.strip()}", ""
        whole = lines[number if begin is None else begin].rstrip()
        is_done = not whole or whole.startswith("#") or (whole.endswith((";", "{", "}", ",")) and whole.count("(") == whole.count(")"))
        begin = None if is_done else number if begin is None else begin
    return "\n".join(line.rstrip() for line in lines)


def functions_of(text):
    """[(name, first line, last line)] of the functions that a text defines; braces are at line ends, as the writer puts them."""
    found, lines = [], bare(text).splitlines()
    for number, line in enumerate(lines, 1):
        head = re.match(r"(?:static )?(?:inline )?\w[\w ]*?[ *](\w+)\(.*\) \{$", line)
        if head:
            end = next(k for k in range(number, len(lines)) if lines[k] == "}")
            found.append((head[1], number, end + 1))
    return found


def present(*programs):
    """Whether all of these programs are installed."""
    return all(any(os.access(pathlib.Path(folder) / program, os.X_OK) for folder in os.environ["PATH"].split(":"))
               for program in programs)
