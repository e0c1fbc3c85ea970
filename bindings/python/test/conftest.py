# SPDX-License-Identifier: Apache-2.0
"""Where the tests find what they need; and evidence for `etalon trace`: a test that has evidence("TAG") says what it is evidence of."""
import os
import pathlib
import sys

import hypothesis
import pytest

hypothesis.settings.register_profile("etalon", database=None, deadline=None)
hypothesis.settings.load_profile("etalon")
ROOT = pathlib.Path(__file__).resolve().parents[3]
for name, usual in (("ETALON_BUILD", "build/release"), ("ETALON_BIN", "build/release/bin/etalon"), ("PYTHONPATH", "build/release/python")):
    os.environ[name] = str(ROOT / os.environ.get(name, usual))  # other processes have other folders
sys.path.insert(0, os.environ["PYTHONPATH"])


@pytest.fixture
def models():
    return ROOT / "examples/models"


def pytest_configure(config):
    config.addinivalue_line("markers", "evidence(*tags): the requirements that a test is evidence of")


evidence = {}  # of each test function: its tags, and whether all its cases passed


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    tags = {tag for mark in item.iter_markers("evidence") for tag in mark.args}
    if tags and (call.when == "call" or report.failed) and not report.skipped:
        cited, passed = evidence.get(item.originalname, (set(), True))
        evidence[item.originalname] = (cited | tags, passed and report.passed)


def pytest_sessionfinish():
    if not os.environ.get("ETALON_EVIDENCE"):
        return
    folder = pathlib.Path(os.environ["ETALON_EVIDENCE"])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (tags, passed) in evidence.items():
        text = "".join(f"{tag} {'passed' if passed else 'failed'}\n" for tag in sorted(tags))
        (folder / f"Python.{name}").write_text(text, encoding="utf-8")
