# SPDX-License-Identifier: Apache-2.0
"""The package as it is delivered: types, notebook, wheel. What its pages show is run by tools/check_pages."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

import etalon

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = pathlib.Path(etalon.__file__).parent


def needs(module):
    return pytest.mark.skipif(importlib.util.find_spec(module) is None, reason=f"needs the module {module}")


def test_the_package_has_no_names_of_other_modules():
    import types
    strangers = [name for name, value in vars(etalon).items() if isinstance(value, types.ModuleType) and not name.startswith("_") and not value.__name__.startswith("etalon.")]
    assert strangers == []


TYPED = '''
from fractions import Fraction
import numpy as np
import etalon
from etalon import ops

x = np.zeros((1, 1, 4, 4), np.float32)
y = ops.Conv(x, np.ones((1, 1, 3, 3), np.float32), None, strides=[2, 2], auto_pad="SAME_UPPER", accumulate="fused")
z = ops.Concat(x, x, axis=0, events=etalon.Events())
c = ops.Cast(etalon.Array([1], "int4"), to=np.float16, opset=21)
ops.Clip(x, max=np.float32(1))
ops.Mul(np.array([Fraction(1, 3)], object), Fraction(2), profile="sonnx")
model: etalon.Model = etalon.load("model.onnx")
report: etalon.CheckReport = model.check("sonnx")
for finding in report.findings:
    text: str = finding.rule + finding.hint
run: etalon.Run = model.run({"x": x}, threads=2, events=True)
digest: str = run.digest
accuracy = model.accuracy(ranges={"x": (-1, 1)}, tolerances={"x": 1e-3}, require=["y<=1e-6"])
met: bool = accuracy.met
project: etalon.GenerateReport = model.generate("project", arena="static", threads=2)
stack: int = project.needs.stack
source: bytes = project.files["model.c"]
proved: bool = model.check_generated("project").proved
try:
    model.run({})
except etalon.Error as problem:
    status: etalon.Status = problem.status
'''
WRONG = [("ops.Conv(x, x, strydes=[1])", "strydes"), ("ops.Concat(x, x)", "axis"), ("etalon.load('m').check(3)", "arg-type"),
         ("ops.Mul(x, x, accumulate='wide')", "accumulate"), ("ops.Cast(x, to=1.5)", "arg-type")]


def mypy(folder, text):
    file = folder / "user.py"
    file.write_text(text, encoding="utf-8")
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), str(file)], capture_output=True, text=True,
                          env=os.environ | {"MYPYPATH": str(PACKAGE.parent)})


@needs("mypy")
def test_the_package_and_its_stubs_pass_mypy_strict(tmp_path):
    ran = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "etalon"], capture_output=True, text=True,
                         cwd=PACKAGE.parent)
    assert ran.returncode == 0, ran.stdout


@needs("mypy")
def test_a_typed_program_passes_and_its_mistakes_are_found(tmp_path):
    ran = mypy(tmp_path, TYPED)
    assert ran.returncode == 0, ran.stdout
    ran = mypy(tmp_path, "import numpy as np\nimport etalon\nfrom etalon import ops\nx = np.zeros(1)\n" + "".join(f"{line}\n" for line, _ in WRONG))
    for number, (line, word) in enumerate(WRONG, 5):
        [found] = [text for text in ran.stdout.splitlines() if f"user.py:{number}: error" in text]
        assert word in found, (line, found)


@pytest.mark.evidence("PY-ALL-CALLS")
def test_the_stub_has_the_functions_of_the_module():
    stub = (PACKAGE / "ops.pyi").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^def (\w+)\(", stub, re.M)) == etalon.ops.__all__


@needs("nbconvert")
def test_the_notebook_runs(tmp_path):
    """Every cell; and what is shown is tables, plots and numbers."""
    out = tmp_path / "etalon.html"
    ran = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output", str(out), str(ROOT / "examples/etalon.ipynb")],
                         capture_output=True, text=True, env=os.environ | {"JUPYTER_DATA_DIR": str(tmp_path), "IPYTHONDIR": str(tmp_path)})
    assert ran.returncode == 0, ran.stderr
    html = out.read_text(encoding="utf-8")
    assert html.count("<iframe srcdoc=") == 2 and "integer overflow" in html and "MUL-ALL-SHAPE" in html and "aria-label=&quot;" in html
    if "ETALON_BUILD" in os.environ:
        (pathlib.Path(os.environ["ETALON_BUILD"]) / "notebook.html").write_text(html, encoding="utf-8")


@needs("build")
def test_a_wheel_is_built_installed_and_used(tmp_path):
    ran = subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT / "bindings/python")],
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    [wheel] = tmp_path.glob("etalon-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"etalon/__init__.py", "etalon/py.typed", "etalon/ops.pyi", "etalon/backend.py"} <= set(names)
    assert any(re.fullmatch(r"etalon/_etalon\..*so", name) for name in names) and any(name.endswith("LICENSE") for name in names)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(tmp_path / "site"), str(wheel)], check=True)
    code = "import etalon, numpy as np; print(etalon.__file__, etalon.ops.Mul(np.float32(6), np.float32(7)), etalon.__version__)"
    used = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(tmp_path / "site")}).stdout.split()
    assert used == [str(tmp_path / "site/etalon/__init__.py"), "42.0", etalon.__version__]


def test_the_extension_exports_nothing_but_its_start():
    [path] = PACKAGE.glob("_etalon.*so")
    symbols = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout.split()[2::3]
    assert [s for s in symbols if "etalon" in s] == ["PyInit__etalon"]
