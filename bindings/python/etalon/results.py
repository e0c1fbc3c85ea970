# SPDX-License-Identifier: Apache-2.0
"""What runs, checks and analyses give: they print as the command line does, and show as tables and plots in a notebook."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
import json
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Array, Tensor
from .errors import Finding, Status


@dataclass(frozen=True)
class Event:
    """Something that happened to elements of a result: an overflow, a rounding, a division by zero."""

    kind: str
    count: int
    first: tuple[int, ...]  # the first element that it happened to
    where: str  # the operator, or the node of a model
    elements: int  # of the result

    def __str__(self) -> str:
        return f"{self.where}: {self.kind}: {self.count} of {self.elements}, first at {list(self.first)}"


class Events(list[Event]):
    """A list of events, which a call of an operator is given to fill: `events=`."""

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "no events"

    def _repr_html_(self) -> str:
        return _table(["where", "event", "elements", "first at"],
                      [[e.where, e.kind, f"{e.count} of {e.elements}", str(list(e.first))] for e in self], "no events")


def _table(header: list[str], rows: list[list[str]], otherwise: str = "") -> str:
    if not rows:
        return f"<p>{escape(otherwise)}</p>"
    head = "".join(f"<th style='text-align:left'>{escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td style='text-align:left'>{cell if cell.startswith('<svg') else escape(cell)}</td>"
                                    for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _frame(page: str) -> str:
    """A whole page inside of another one: its style and that of the notebook do not meet."""
    return (f'<iframe srcdoc="{escape(page)}" style="width:100%;height:36em;border:1px solid #ccc;color-scheme:light" '
            'onload="this.style.height=Math.min(this.contentDocument.documentElement.scrollHeight+4,900)+\'px\'"></iframe>')


def _histogram(values: NDArray[Any], bins: int = 24) -> str:
    """How the finite values are spread, as a small picture."""
    numbers = values[np.isfinite(values)] if values.dtype.kind == "f" else values
    if numbers.size < 2 or numbers.dtype.kind not in "biuf" or numbers.min() == numbers.max():
        return ""
    counts, edges = np.histogram(numbers.astype(np.float64), bins)
    tall, wide = 28, 5
    bars = "".join(f'<rect x="{i * wide}" y="{tall - h}" width="{wide - 1}" height="{h}" fill="currentColor" opacity=".6">'
                   f"<title>{edges[i]:.4g} to {edges[i + 1]:.4g}: {counts[i]}</title></rect>"
                   for i, h in enumerate(np.ceil(tall * counts / counts.max()).astype(int)))
    return f'<svg width="{bins * wide}" height="{tall}" role="img" aria-label="histogram">{bars}</svg>'


def _type(value: Tensor) -> str:
    return value.dtype if isinstance(value, Array) else str(value.dtype)


class Run(Mapping[str, Tensor]):
    """The outputs of a run by their names, in the order of the model; with what else a run reports."""

    def __init__(self, outputs: dict[str, Tensor], events: Events, notices: list[Finding], plan: Any) -> None:
        self._outputs, self.events, self.notices, self._plan = outputs, events, notices, plan

    def __getitem__(self, name: str) -> Tensor:
        return self._outputs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._outputs)

    def __len__(self) -> int:
        return len(self._outputs)

    @property
    def digest(self) -> str:
        """One number that is the same wherever the outputs are the same, to the last bit."""
        return str(self._plan.digest(list(self._outputs.values())))

    @property
    def facts(self) -> dict[str, Any]:
        """What the plan needs: bytes of its arena, of values, of packed constants; operations; instructions in use."""
        return dict(self._plan.facts())

    def __str__(self) -> str:
        lines = [f"{name} {_type(value)} {list(value.shape)} = " + str(np.asarray(value)).replace("\n", "\n  ")
                 for name, value in self._outputs.items()]
        return "\n".join(lines + [str(event) for event in self.events] + [str(notice) for notice in self.notices])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = []
        for name, value in self._outputs.items():
            numbers = np.asarray(value)
            ends = ["", ""] if numbers.size == 0 else [f"{numbers.min():.6g}", f"{numbers.max():.6g}"]
            shown = np.array2string(numbers.ravel()[:6], precision=6, separator=", ")
            rows.append([name, _type(value), str(list(value.shape)), *ends, shown + (" …" if numbers.size > 6 else ""),
                         _histogram(numbers)])
        html = _table(["output", "type", "shape", "lowest", "highest", "first elements", "how they are spread"], rows)
        if self.notices:
            html += _table(["rule", "notice", "hint"], [[n.rule, n.message, n.hint] for n in self.notices])
        return html + (self.events._repr_html_() if self.events else "")


class _Report:
    """A report that the extension writes in several forms."""

    def __init__(self, made: Any) -> None:
        self._made = made

    def __str__(self) -> str:
        return str(self._made.written("text")).rstrip("\n")

    __repr__ = __str__

    def json(self) -> Any:
        """What the command line writes with --format json, parsed."""
        return json.loads(self._made.written("json"))

    def html(self) -> str:
        """One page that opens offline."""
        return str(self._made.written("html"))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the report in the form that the ending of the name says: .html, .json, .sarif, .xml (JUnit, of a comparison), .csv (of
        witnesses) or .txt."""
        form = {".html": "html", ".json": "json", ".sarif": "sarif", ".xml": "junit", ".csv": "csv"}.get(os.path.splitext(path)[1], "text")
        text = self._made.written(form)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def _repr_html_(self) -> str:
        return _frame(self.html())


class CheckReport(_Report):
    """Whether a model conforms to a profile, and each finding."""

    @property
    def conformant(self) -> bool:
        return self.status == Status.OK

    @property
    def status(self) -> Status:
        return Status(self._made.status())

    @property
    def findings(self) -> list[Finding]:
        return list(self._made.findings())

    def sarif(self) -> Any:
        """What the command line writes with --format sarif, parsed."""
        return json.loads(self._made.written("sarif"))

    def __bool__(self) -> bool:
        return self.conformant


def _nearest(real: Any) -> float:
    try:
        return float("nan") if real is None else float(real)
    except OverflowError:
        return float("inf") if real > 0 else float("-inf")


@dataclass(frozen=True)
class OutputErrors:
    """What is known of the errors of one value of a model, element by element."""

    low: Tensor  # the computed value lies between low and high; they are the same where the inputs are known
    high: Tensor
    bound: NDArray[np.float64]  # of |computed - real|; infinite where there is none
    error: NDArray[np.float64] | None  # as measured, rounded up; None over ranges, and where the model is too large
    ulp: NDArray[np.float64] | None  # the same in units in the last place
    real: NDArray[np.object_] | None  # the real values: Fraction or Enclosure; None: none, or not to be written

    def __repr__(self) -> str:
        """The real values as the nearest doubles: a fraction may have hundreds of digits."""
        real = None if self.real is None else np.array([_nearest(x) for x in self.real.ravel()]).reshape(self.real.shape)
        parts = {"low": self.low, "high": self.high, "bound": self.bound, "error": self.error, "ulp": self.ulp, "real": real}
        return "OutputErrors(" + ", ".join(f"{name}={value!r}" for name, value in parts.items()) + ")"


@dataclass(frozen=True)
class Reached:
    """The largest error that a search over ranges found: that of one input, which is certified to be between `below` and `above`."""

    below: float
    above: float
    output: str
    element: tuple[int, ...]  # its index
    inputs: dict[str, Any]  # with these the model has this error
    tried: int


class AccuracyReport(_Report):
    """How far a model's results are from the real ones, and can be."""

    @property
    def headline(self) -> str:
        return str(self._made.headline())

    @property
    def informative(self) -> bool:
        """Whether the largest bound is finite and below the largest number that was computed."""
        return bool(self._made.informative())

    @property
    def reached(self) -> Reached | None:
        """The largest error that the search found; None: no search was asked for, or it found none."""
        found = self._made.reached()
        if found is None:
            return None
        below, above, output, element, inputs, tried = found
        return Reached(below, above, output, tuple(json.loads(element)), inputs, tried)

    @property
    def met(self) -> bool:
        """Whether all that was required is guaranteed; true where nothing was."""
        return all(self._made.verdicts().values())

    @property
    def verdicts(self) -> dict[str, bool]:
        return dict(self._made.verdicts())

    def of(self, name: str) -> OutputErrors:
        """The errors of a value of the model: an output, or anything that a node computes."""
        return OutputErrors(*self._made.errors_of(name))

    @property
    def outputs(self) -> dict[str, OutputErrors]:
        return {name: self.of(name) for name in self._made.outputs()}

    def __bool__(self) -> bool:
        return self.met


@dataclass(frozen=True)
class Decision:
    """What was decided for one row of scores of one input, or for one element with a threshold."""

    input: int
    row: int  # of the scores of this input
    real: int | None  # which element is the largest over the reals, or 1 above the threshold and 0 otherwise; None: not told
    taken: dict[str, int | None]  # the same in a run under each policy; None: a score is NaN
    margin: float  # over the reals, to the nearest other decision; rounded down
    error: float  # the largest certified error of a score; rounded up
    in_any_order: bool  # whether the decision is proved for every admissible order


class DecisionsReport(_Report):
    """Whether rounding changes what a model decides, over a set of inputs. It is true if all decisions are the same."""

    @property
    def headline(self) -> str:
        return str(self._made.headline())

    @property
    def count(self) -> int:
        return int(self._made.totals()[0])

    @property
    def same(self) -> int:
        """How many decisions are the same over the reals and under every policy."""
        return int(self._made.totals()[1])

    @property
    def otherwise(self) -> int:
        """How many decisions a run takes otherwise."""
        return int(self._made.totals()[2])

    @property
    def not_told(self) -> int:
        """How many decisions could not be told."""
        return int(self._made.totals()[3])

    @property
    def in_any_order(self) -> int:
        """How many decisions are proved to be the same in every admissible order; 0 unless `any_order` was given."""
        return int(self._made.totals()[4])

    @property
    def least_margin_over_error(self) -> float:
        """The smallest quotient of a margin and the error of its scores, rounded down; infinite where there is none."""
        return float(self._made.totals()[5])

    @property
    def not_same(self) -> list[Decision]:
        """The decisions that are taken otherwise or could not be told."""
        return [Decision(*one) for one in self._made.decisions(False)]

    @property
    def decisions(self) -> list[Decision]:
        return [Decision(*one) for one in self._made.decisions(True)]

    def __bool__(self) -> bool:
        return self.same == self.count


class CompareReport(_Report):
    """Whether another implementation's results conform, and which policy they replicate."""

    @property
    def conforms(self) -> bool | None:
        """None: an element was not judged, and none of those that were violates. `verdict` and `reason` have more."""
        conforms = self._made.claim()[0]
        return None if conforms is None else bool(conforms)

    @property
    def verdict(self) -> str:
        """"conforms", "partly judged", "not judged" or "does not conform"."""
        return str(self._made.claim()[1])

    @property
    def reason(self) -> str:
        return str(self._made.claim()[2])

    @property
    def judged(self) -> int:
        """How many elements were judged. Those that the sources leave undefined count neither here nor in `not_judged`."""
        return int(self._made.claim()[3])

    @property
    def not_judged(self) -> int:
        return int(self._made.claim()[4])

    @property
    def replicates(self) -> list[str]:
        """The accumulation policies that give the same bits."""
        return list(self._made.replicates())

    @property
    def cause(self) -> str | None:
        """Why bits differ, at the first node where they do; None: they do not."""
        cause = self._made.cause()
        return None if cause is None else str(cause)

    @property
    def from_real(self) -> list[dict[str, dict[str, Any]]]:
        """For each input, by the names of floating-point outputs: the largest distances of candidate and reference from the real values,
        and for how many elements each of them is nearer. Empty where the model is too large; see `real_values` of Model.compare."""
        report = self.json()
        runs = [one["report"] for one in report["inputs"]] if "inputs" in report else [report]
        return [{one["name"]: one["from_real"] for one in run["outputs"] if "from_real" in one} for run in runs]

    @property
    def deployed_agrees(self) -> bool | None:
        """Whether the deployed model gives the bits of the run that was judged; None: `deployed` was not given."""
        agrees = self._made.deployed_agrees()
        return None if agrees is None else bool(agrees)

    @property
    def within_tolerance(self) -> bool:
        return bool(self._made.within_tolerance())

    def __bool__(self) -> bool:
        return self.conforms is True


class RequantiseReport(_Report):
    """On which accumulators of a quantised model requantisations differ."""

    @property
    def rules(self) -> dict[str, dict[str, Any]]:
        """By name what is counted of each rule, over all channels; the first one is what the others are held against."""
        return {one["id"]: one for one in self.json()["rules"]}

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """Of every node that requantises, its channels with the intervals on which rules differ, or why it was not judged."""
        return list(self.json()["nodes"])


@dataclass(frozen=True)
class Counterexample:
    """Inputs for which two models differ, and the first output that does."""

    inputs: dict[str, Tensor]  # by the names of the first model
    output: str  # of the first model
    elements: int  # that differ
    first_element: int  # its number
    bits: tuple[int, int]  # of that element in the two models


class _PlainReport(_Report):
    """A report that has no page of its own."""

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


class EqualReport(_PlainReport):
    """Whether two models have the same bits for every input."""

    @property
    def verdict(self) -> str:
        """"equal", "different" or "not shown"."""
        return str(self.json()["verdict"]).replace("_", " ")

    @property
    def counts(self) -> dict[str, int]:
        """Of the values of the second model: all, and those that were proved by each way."""
        return dict(self.json()["values"])

    @property
    def lemmas(self) -> list[str]:
        """Names of the lemmas that the proof rests on: `etalon.explain("EQUIV-ALL-LEMMAS")` states them."""
        return list(self.json()["lemmas"])

    @property
    def not_shown(self) -> list[dict[str, Any]]:
        """The first values of the second model that differ or are not shown to be equal, each with its counterpart in the first."""
        return list(self.json()["not_shown"])

    @property
    def counterexample(self) -> Counterexample | None:
        """Inputs for which the models differ; None unless the verdict is "different"."""
        inputs = self._made.differing_inputs()
        if inputs is None:
            return None
        found = self.json()["counterexample"]
        bits = int(found["first_bits"], 16), int(found["second_bits"], 16)
        return Counterexample(inputs, found["output"], found["elements"], found["first_element"], bits)

    def __bool__(self) -> bool:
        return self.verdict == "equal"


class VerifyReport(_Report):
    """What is true of witnesses against a property, without tolerance."""

    @property
    def witnesses(self) -> list[dict[str, Any]]:
        """Of each witness whether it is in the box, and whether it satisfies the property over the reals, under each policy and in
        any admissible order."""
        return list(self.json()["witnesses"])

    @property
    def totals(self) -> dict[str, Any]:
        return dict(self.json()["totals"])

    @property
    def verdicts(self) -> list[str]:
        """Of each witness in any admissible order: "holds", "fails", "depends" or "not decided"; "not judged" has a `problem`."""
        return [str(one.get("any_order", "not judged")).replace("_", " ") for one in self.witnesses]

    def __bool__(self) -> bool:
        """Whether there are witnesses, and all are in the box and hold in every admissible order."""
        return int(self._made.code()) == 0


class ClaimReport(_Report):
    """Whether a claim holds: that no input satisfies a property, over the reals and in every admissible order."""

    @property
    def verdict(self) -> str:
        """"holds", "fails" or "not decided"."""
        return str(self.json()["answer"]).replace("_", " ")

    @property
    def boxes(self) -> int:
        return int(self.json()["boxes"])

    @property
    def sufficient_margin(self) -> float:
        """A larger one would decide what is left."""
        return float(self.json()["sufficient_margin"])

    @property
    def counterexample(self) -> dict[str, Fraction]:
        """Of a claim that fails: the inputs by their names."""
        return {str(one["name"]): Fraction(one["number"]) for one in self.json()["counterexample"]}

    def __bool__(self) -> bool:
        """Whether it holds, also by a margin that is assumed."""
        return int(self._made.code()) == 0


class FixReport(_Report):
    """A model that was brought into a profile, what became of each node, and the evidence that no bit changed."""

    @property
    def verdict(self) -> str:
        """"conformant" or "fixed_in_part"."""
        return "conformant" if self._made.is_conformant() else "fixed_in_part"

    @property
    def bytes(self) -> bytes:
        """The new model, as `etalon.load` takes it. External data stay in their files."""
        made: bytes = self._made.bytes()
        return made

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the new model, completely or not at all. If it has external data, it must lie in their folder."""
        self._made.write(os.fspath(path))

    @property
    def findings(self) -> list[Finding]:
        """What the profile still says of the new model."""
        return list(self._made.findings())

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """Of every node what became of it: "kept", "completed", "rewritten", "folded", "removed" or "left", and the change in words."""
        return list(self.json()["nodes"])

    @property
    def difference(self) -> str:
        """The change in words: the model first, then node by node. Nodes that were kept are left out."""
        return str(self._made.written("difference")).rstrip("\n")

    @property
    def evidence(self) -> dict[str, Any]:
        """How it was shown that no bit changed: the proof, the drawn inputs, and whether a planted error was seen."""
        return dict(self.json()["evidence"])

    def __bool__(self) -> bool:
        """Whether the new model conforms, and its bits were shown to be the same: never with the evidence "none"."""
        return bool(self._made.is_conformant() and self._made.is_shown())


class ProjectReport(_PlainReport):
    """The files of a C99 project, and what was proved of them."""

    @property
    def summary(self) -> str:
        """The first line of the report."""
        return str(self._made.written("summary")).rstrip("\n")

    @property
    def files(self) -> dict[str, bytes]:
        """The files by their paths in the folder."""
        return dict(self._made.files())

    @property
    def proved(self) -> bool:
        """Whether the files compute what the references compute, for every input; those that were not judged are in `proof`."""
        return self.proof is not None

    @property
    def proof(self) -> dict[str, Any] | None:
        """Which files were proved, compared and not judged, and the bound of a collision; None: nothing was proved."""
        proof: dict[str, Any] | None = self.json().get("proof")
        return proof

    @property
    def functions(self) -> list[dict[str, Any]]:
        """Of every function that was proved its node, and how many elements were compared."""
        return list(self.json().get("functions", []))

    def __bool__(self) -> bool:
        return self.proved


@dataclass(frozen=True)
class ProjectNeeds:
    """What a project needs of the machine."""

    arena: int  # bytes for intermediate values
    weights: int  # bytes of all tables
    stack: int  # bytes of the arrays of one function, the most of all
    operations: int  # steps that the references take


class GenerateReport(ProjectReport):
    """A model that was written as a C99 project, what it needs, and what was proved of it."""

    @property
    def needs(self) -> ProjectNeeds:
        needs = self.json()["needs"]
        return ProjectNeeds(needs["arena_bytes"], needs["weight_bytes"], needs["stack_array_bytes"], needs["operations"])

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Writes the files into a folder, which is made if it is not there."""
        self._made.write(os.fspath(folder))


__all__ = ["AccuracyReport", "CheckReport", "ClaimReport", "CompareReport", "Counterexample", "EqualReport", "Event", "Events", "FixReport",
           "GenerateReport", "OutputErrors", "ProjectNeeds", "ProjectReport", "Reached", "RequantiseReport", "Run", "VerifyReport"]
