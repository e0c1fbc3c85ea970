# SPDX-License-Identifier: Apache-2.0
"""A wheel of the package etalon: python3 -m build --wheel --no-isolation bindings/python. CMake builds the extension, in a build folder
of its own, or in the one that ETALON_BUILD names and that is configured already."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(os.environ.get("ETALON_BUILD") or pathlib.Path(self.build_temp).resolve())
        if not (build / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DETALON_TESTS=OFF",
                            "-DETALON_PYTHON=ON", f"-DETALON_PYTHON_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "etalon_python"], check=True)
        folder = pathlib.Path(self.get_ext_fullpath(extension.name)).parent
        folder.mkdir(parents=True, exist_ok=True)
        for made in [*(build / "python/etalon").glob("_etalon.*so"), build / "python/etalon/ops.pyi"]:
            shutil.copy(made, folder)


version = re.search(r"project\(etalon VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
shutil.copy(ROOT / "LICENSE", HERE)  # setuptools takes it only from here
try:
    with tempfile.TemporaryDirectory() as scratch:
        setup(version=version, ext_modules=[Extension("etalon._etalon", [])], cmdclass={"build_ext": BuildByCMake},
              options={"egg_info": {"egg_base": scratch}, "build": {"build_base": scratch}})
finally:
    (HERE / "LICENSE").unlink()
