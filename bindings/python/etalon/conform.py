# SPDX-License-Identifier: Apache-2.0
"""A peer that is a Python function, held against conformance cases."""
from __future__ import annotations

import json
import pathlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import Error, usage_error
from .model import Port, load
from .results import CompareReport

Peer = Callable[[bytes, list[Any]], Sequence[Any]]


@dataclass(frozen=True)
class CaseVerdict:
    """What a peer made of one case."""

    name: str
    operator: str
    outcome: str  # "ok", or "error" where the peer raised an exception or gave arrays of another form
    words: str  # of that exception, or why there is nothing to judge
    report: CompareReport | None  # where there are results to judge

    @property
    def conforms(self) -> bool | None:
        """None where not every element was judged, and none of those that were violates."""
        return None if self.report is None else self.report.conforms

    @property
    def verdict(self) -> str:
        """"conforms", "partly judged", "not judged" or "does not conform"."""
        return "not judged" if self.report is None else self.report.verdict

    @property
    def reason(self) -> str:
        return self.words if self.report is None else self.report.reason

    @property
    def within_tolerance(self) -> bool | None:
        """None where there are no results. An element that is near enough is not thereby judged."""
        return None if self.report is None else self.report.within_tolerance


def named(ports: Sequence[Port], arrays: Sequence[Any]) -> dict[str, Any]:
    return {port.name: array for port, array in zip(ports, arrays)}


def conform(vectors: str | pathlib.Path, peer: Peer, *, tolerance: str | None = None) -> Iterator[CaseVerdict]:
    """Runs `peer(model, inputs)`, which returns the outputs in their order, over the cases that `etalon vectors` wrote, and judges each
    result. `tolerance` is "exact", "1e-3", "0.1%" or "4 ulp". A peer that may crash is better given to the command `etalon conform`, which
    runs it in processes of its own."""
    import onnx  # type: ignore[import]
    from onnx import numpy_helper

    folder = pathlib.Path(vectors)
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        raise usage_error(f"{str(folder)!r} has no manifest.json", "write the cases with `etalon vectors DIR`")
    for case in json.loads(manifest.read_text(encoding="utf-8"))["cases"]:
        data = folder / case["name"] / "test_data_set_0"
        model = (folder / case["name"] / "model.onnx").read_bytes()
        inputs = [numpy_helper.to_array(onnx.TensorProto.FromString(path.read_bytes()))
                  for path in sorted(data.glob("input_*.pb"), key=lambda path: int(path.stem[6:]))]
        try:
            outputs = list(peer(model, inputs))
        except Exception as problem:  # whatever a peer raises is its answer
            yield CaseVerdict(case["name"], case["operator"], "error", f"{type(problem).__name__}: {problem}", None)
            continue
        if case["status"] != "ok":
            yield CaseVerdict(case["name"], case["operator"], "ok", f"the specified status is {case['status']}", None)
            continue
        loaded = load(model)
        refused = [finding for finding in loaded.check(profile=case["profile"]).findings if finding.severity != "notice"]
        if refused:
            words = f"its model is not one of profile {case['profile']}: {refused[0].rule}, {refused[0].message}"
            yield CaseVerdict(case["name"], case["operator"], "ok", words, None)
            continue
        try:
            if len(outputs) != len(loaded.outputs):
                raise usage_error(f"the peer gave {len(outputs)} outputs, not {len(loaded.outputs)}", "return one array for each")
            report = loaded.compare(named(loaded.inputs, inputs), named(loaded.outputs, outputs), tolerance=tolerance,
                                    profile=case["profile"], accumulate=case["policy"] or None)
            yield CaseVerdict(case["name"], case["operator"], "ok", "", report)
        except Error as problem:
            yield CaseVerdict(case["name"], case["operator"], "error", str(problem), None)
