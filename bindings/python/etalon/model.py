# SPDX-License-Identifier: Apache-2.0
"""Models: loaded once, then checked, run and analysed."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
import math
import os
from typing import Any, Union, overload
import warnings

import numpy as np

from . import _etalon
from .arrays import Array, adopt
from .errors import Notice, usage_error
from .results import AccuracyReport, CheckReport, ClaimReport, CompareReport, DecisionsReport, EqualReport, Event, Events, FixReport, GenerateReport, ProjectReport, RequantiseReport, Run, VerifyReport

Number = Union[str, int, float, Fraction]
_KEPT = 8  # checks and plans of one model that are kept for later calls


@dataclass(frozen=True)
class Port:
    """An input or output as the model declares it."""

    name: str
    type: str | None  # None: not declared, or a type that Etalon does not have
    shape: tuple[int | str | None, ...] | None  # a dimension may be a name, or open

    @property
    def is_open(self) -> bool:
        return self.shape is None or not all(isinstance(size, int) for size in self.shape)

    def __str__(self) -> str:
        shape = "" if self.shape is None else "[" + ",".join("?" if s is None else str(s) for s in self.shape) + "]"
        return f"{self.name} {self.type or '?'} {shape}".rstrip()


def _text(number: Any) -> str:
    """A literal that is this number, or that is rounded like it into every type: a third has no end in base 16."""
    if isinstance(number, str):
        return number
    if isinstance(number, (np.generic, np.ndarray)):
        number = number.item()
    if isinstance(number, float) and not math.isfinite(number):
        return str(number)
    exact = Fraction(number)
    size, top = exact.denominator.bit_length() - 1, abs(exact.numerator)
    if size == 0:
        return str(exact.numerator)
    shift = size if exact.denominator == 1 << size else max(size - top.bit_length(), 0) + 200
    digits, rest = divmod(top << shift, exact.denominator)
    return f"{'-' if exact < 0 else ''}0x{digits | (rest != 0):x}p-{shift}"  # an odd digit stands for what is behind it


def _given(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """As the extension takes them. None is what is not given."""
    if not isinstance(inputs, Mapping):
        raise usage_error(f"arrays are given as {type(inputs).__name__}, without names", 'give each by its name: {"x": x}')
    return {name: adopt(value) for name, value in inputs.items() if value is not None}


def _listed(given: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None) -> list[Mapping[str, Any]]:
    """One mapping, or several, as a list."""
    return [] if given is None else [given] if isinstance(given, Mapping) else list(given)


def _flag(name: str, given: Any, hint: str = "give True or False") -> bool:
    if not isinstance(given, (bool, np.bool_)):
        raise usage_error(f"{name} is {given!r}, which is not a bool", hint)
    return bool(given)


def _limit(name: str, given: Any, example: str) -> str:
    """A limit is a text, because a number has no unit."""
    if not isinstance(given, str):
        raise usage_error(f"{name} is {given!r}, which is not a text", f"give it with its measure: {example}")
    return given


def _file(path: str | os.PathLike[str]) -> tuple[str, bytes]:
    """The name of a file, and what is in it."""
    with open(path, "rb") as file:
        return os.path.basename(os.fspath(path)), file.read()


def _shown(number: Any) -> str:
    """As a double, not as the short form of a narrower type: np.float16(0.1) is 0.0999755859375."""
    return str(number.item() if isinstance(number, (np.generic, np.ndarray)) else number)


def _threshold(given: Any) -> str | None:
    """A text is the number that it says, a float the number that it stores: 0.1 is a little more than "0.1"."""
    if isinstance(given, (np.generic, np.ndarray)) and np.ndim(given) == 0:
        given = given.item()
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, bool) or not isinstance(given, (int, float, Fraction)):
        raise usage_error(f"threshold is {given!r}, which is neither a number nor a text", 'give a number such as 0.5 or "0.3"')
    return str(Decimal(given) if isinstance(given, float) and math.isfinite(given) else given)


def _ranges(given: Any) -> list[Any]:
    """One range, or several of one input."""
    several = isinstance(given, (tuple, list)) and len(given) > 0 and all(isinstance(one, (tuple, list)) for one in given)
    return list(given) if several else [given]


def _ends(name: str, pair: Any) -> tuple[Any, ...]:
    """Each end as the extension takes it, and how a report writes it."""
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise usage_error(f"the range of {name!r} is not a pair", 'give (lowest, highest), or (array, "+-0.01")')
    arrays = [isinstance(end, (np.ndarray, Array)) and np.ndim(end) > 0 for end in pair]
    return tuple(x for end, whole in zip(pair, arrays) for x in ((adopt(end), "what was given") if whole else (_text(end), _shown(end))))


class Model:
    """A model that was loaded. What is checked or planned is kept, so that a second run with the same options costs no more
    than the run."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self._kept: dict[Any, Any] = {}
        self.inputs = [Port(*port) for port in source.ports(False)]
        self.outputs = [Port(*port) for port in source.ports(True)]

    @property
    def constants(self) -> list[str]:
        """Names of the values that the model gives itself: an input among them keeps its value."""
        return list(self._source.constants())

    @property
    def name(self) -> str:
        return str(self._source.name())

    @property
    def ir_version(self) -> int:
        return int(self._source.ir_version())

    @property
    def opset(self) -> int | None:
        """Of ai.onnx."""
        opset = self._source.opset()
        return None if opset is None else int(opset)

    @property
    def nodes(self) -> list[tuple[str, str]]:
        """The operator and the name of each node."""
        return list(self._source.nodes())

    def check(self, profile: str = "onnx", *, strict: bool = False, dims: Mapping[str, int] | None = None,
              shapes: Mapping[str, Sequence[int]] | None = None, values: Mapping[str, Any] | None = None) -> CheckReport:
        """Does the model conform to the profile? `dims`, `shapes` and `values` settle what the model leaves open."""
        return CheckReport(self._checked(profile, None, strict, dims, shapes, values))

    def run(self, inputs: Mapping[str, Any], *, profile: str = "onnx", accumulate: str | None = None, strict: bool = False,
            kernel: str = "fast", threads: int = 1, events: bool = False, dims: Mapping[str, int] | None = None,
            shapes: Mapping[str, Sequence[int]] | None = None, values: Mapping[str, Any] | None = None) -> Run:
        """Computes the outputs. Where the profile allows it, an input whose shape the model leaves open has that of the array
        given, and an input whose elements decide about a shape is bound to them."""
        given = _given(inputs)
        events = _flag("events", events, "give True; the result has the events")
        plan, left = self._planned(given, profile, accumulate, strict, kernel, threads, dims, shapes, values)
        outputs, counted, notices = plan.run(left, events)
        for notice in notices:
            warnings.warn(Notice(notice), stacklevel=2)
        return Run(outputs, Events(Event(*event) for event in counted), notices, plan)

    def accuracy(self, inputs: Mapping[str, Any] | None = None, *, ranges: Mapping[str, Any] | None = None,
                 tolerances: Mapping[str, Number] | None = None, require: Sequence[str] | str = (), profile: str = "onnx",
                 accumulate: str | None = None, strict: bool = False, dims: Mapping[str, int] | None = None,
                 shapes: Mapping[str, Sequence[int]] | None = None, values: Mapping[str, Any] | None = None,
                 contributions: int = 0, search: int = 0, seed: int = 1, threads: int = 1,
                 any_order: bool = False) -> AccuracyReport:
        """How far the outputs are from the real ones. An input is given as an array, or as a range of two numbers or arrays;
        then the bounds hold for everything in it. (x, "+-0.01") is the range of what is at most 0.01 from the array x, and a list of
        ranges is what lies in all of them. `search` is the number of inputs of the ranges that are tried, with `seed`, for a large error:
        `reached` of the report has the largest. With `any_order` bounds hold for every admissible evaluation, not only in the order of the
        reference. `tolerances` say how far an input itself may be from its real value ("1e-3",
        "0.1%", "2 ulp"). `require` has bounds that must hold ("Y<=1e-6"). `contributions` is the number of groups of nodes whose part
        in the error of a run the report states, with signs; each takes a run. `threads` compute the real values of a run."""
        given = _given(inputs or {})
        checked, left = self._settled(given, profile, accumulate, strict, dims, shapes, values)
        ends = [(name, _ends(name, pair)) for name, given in (ranges or {}).items() for pair in _ranges(given)]
        some = list(require) if isinstance(require, Sequence) and not isinstance(require, str) else [require]
        wanted = [_limit("require", one, '"<=1e-3" for every output, or "Y<=4 ulp"') for one in some]
        return AccuracyReport(checked.accuracy(left, ends, {name: _shown(t) for name, t in (tolerances or {}).items()}, wanted,
                                               contributions, search, seed, threads,
                                               _flag("any_order", any_order)))

    def decisions(self, inputs: Mapping[str, Any] | str | os.PathLike[str] | Any, *, threshold: Number | None = None,
                  any_order: bool = False, output: str = "", profile: str = "onnx", accumulate: str | None = None,
                  dims: Mapping[str, int] | None = None, shapes: Mapping[str, Sequence[int]] | None = None,
                  values: Mapping[str, Any] | None = None, threads: int = 1) -> DecisionsReport:
        """For many inputs: is the largest score the same over the reals and under every accumulation policy? `inputs` has an array
        for each input of the model, whose first axis counts them; a model with one input takes the array alone. A path is a folder
        with a file NAME.npy or input_K.npy for each input. `threshold` decides for each element whether it is above it: a float is
        taken for the number that it stores, and a text such as "0.3" for the number that it says. `any_order` also judges every
        admissible order of sums. `output` names the scores where the model has several outputs."""
        checked = self._checked(profile, accumulate, False, dims, shapes, values)
        constants = set(self.constants) | set(values or {})
        names = [port.name for port in self.inputs if port.name not in constants]
        if isinstance(inputs, (str, os.PathLike)):
            files = [os.path.join(os.fspath(inputs), f"{name}.npy") for name in names]
            files = [own if os.sep not in name and os.path.exists(own) else os.path.join(os.fspath(inputs), f"input_{k}.npy")
                     for k, (name, own) in enumerate(zip(names, files))]
            given: dict[str, Any] = {name: np.load(file) for name, file in zip(names, files)}
        elif isinstance(inputs, Mapping):
            given = dict(inputs)
        elif len(names) == 1:
            given = {names[0]: inputs}
        else:
            raise usage_error(f"the model has {len(names)} inputs", "give an array for each, by its name")
        return DecisionsReport(checked.decisions(_given(given), output, _threshold(threshold), _flag("any_order", any_order), threads))

    def compare(self, inputs: Mapping[str, Any] | Sequence[Mapping[str, Any]], candidate: Mapping[str, Any] | Sequence[Mapping[str, Any]], *,
                deployed: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None, tolerance: str | None = None,
                real_values: bool = False, profile: str = "onnx", accumulate: str | None = None, dims: Mapping[str, int] | None = None,
                shapes: Mapping[str, Sequence[int]] | None = None, values: Mapping[str, Any] | None = None) -> CompareReport:
        """Do another implementation's results conform, which policy do they replicate, and why do bits differ? `candidate` has its
        outputs by name, and intermediate values where there are any. If these come from a model that was changed to give them, `deployed` has
        the outputs of the model as it is deployed. For several inputs give lists, one entry for each: a cause is then one of all
        of them. `tolerance` is "exact", "1e-3", "0.1%" or "4 ulp". The distances from the real values are computed for up to 2^28
        operations, and with `real_values` for up to 2^34."""
        every = [_listed(given) for given in (inputs, candidate, deployed)]
        count = len(every[0])
        every = [some or [{}] * count for some in every]
        if count == 0 or any(len(some) != count for some in every):
            raise ValueError("inputs, candidate and deployed need one entry for each input")
        settled = [self._settled(_given(given), profile, accumulate, False, dims, shapes, values) for given in every[0]]
        checked = settled[0][0]
        if any(other is not checked for other, _ in settled):
            raise ValueError("the inputs have different shapes, or different values that decide shapes: compare them one by one")
        runs = [(left, _given(own), _given(final)) for (_, left), own, final in zip(settled, every[1], every[2])]
        limit = None if tolerance is None else _limit("tolerance", tolerance, '"exact", "1e-3", "0.1%" or "4 ulp"')
        return CompareReport(checked.compare(runs, limit, _flag("real_values", real_values)))

    def requantise(self, rules: Sequence[str] | str = (), *, inputs: Mapping[str, Any] | None = None, profile: str = "onnx",
                   dims: Mapping[str, int] | None = None, shapes: Mapping[str, Sequence[int]] | None = None,
                   values: Mapping[str, Any] | None = None) -> RequantiseReport:
        """On which accumulators do requantisations differ? `rules` names them, as `etalon requantise --help` does; the first is held
        against the others, and "exact" against all if none is given. On `inputs` the network is computed, to see whether it has such
        accumulators."""
        names = [rules] if isinstance(rules, str) else list(rules)
        checked, left = self._settled(_given(inputs or {}), profile, None, False, dims, shapes, values)
        return RequantiseReport(checked.requantise(names, None if inputs is None else left))

    def equal(self, second: Model, *, profile: str = "onnx", second_profile: str | None = None, accumulate: str | None = None,
              dims: Mapping[str, int] | None = None, shapes: Mapping[str, Sequence[int]] | None = None,
              values: Mapping[str, Any] | None = None, operations: int = 20_000_000_000, threads: int = 1) -> EqualReport:
        """Do both models have the same bits for every input? Both are taken under `profile`, unless `second_profile` is given, with
        the same `dims`, `shapes` and `values`. `operations` bounds the length of all expressions that are compared."""
        if not isinstance(second, Model):
            raise usage_error(f"the second model is given as {type(second).__name__}", "give what etalon.load returns")
        ours = self._checked(profile, accumulate, False, dims, shapes, values)
        theirs = second._checked(second_profile or profile, accumulate, False, dims, shapes, values)
        return EqualReport(ours.equal(theirs, operations, threads))

    @overload
    def verify(self, property: str | os.PathLike[str], witness: None = None, *, margin: float | str | None = None, boxes: int = 16384,
               threads: int = 1, networks: Mapping[str, Model] | None = None, profile: str = "onnx", accumulate: str | None = None,
               dims: Mapping[str, int] | None = None, shapes: Mapping[str, Sequence[int]] | None = None,
               values: Mapping[str, Any] | None = None) -> ClaimReport: ...

    @overload
    def verify(self, property: str | os.PathLike[str], witness: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *,
               networks: Mapping[str, Model] | None = None, profile: str = "onnx", accumulate: str | None = None,
               dims: Mapping[str, int] | None = None, shapes: Mapping[str, Sequence[int]] | None = None,
               values: Mapping[str, Any] | None = None) -> VerifyReport: ...

    def verify(self, property: str | os.PathLike[str], witness: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None, *,
               margin: float | str | None = None, boxes: int | None = None, threads: int = 1, networks: Mapping[str, Model] | None = None,
               profile: str = "onnx", accumulate: str | None = None, dims: Mapping[str, int] | None = None,
               shapes: Mapping[str, Sequence[int]] | None = None,
               values: Mapping[str, Any] | None = None) -> ClaimReport | VerifyReport:
        """Without a witness: does the claim hold that no input satisfies the property, over the reals and in any admissible order?
        At most `boxes` parts of the inputs are bounded, 16384 if it is not given; `margin` is assumed, as `etalon verify --margin` says.
        With witnesses: do they hold, over the reals, under each policy and in any admissible order?
        `property` is the path of a VNN-LIB file, `witness` that of one or several witnesses. `networks` has the models of other
        networks that the property declares, by name; this model is that of the first network that is left. Shapes that a model leaves
        open are those of the property, unless `dims`, `shapes` or `values` settle them."""
        if witness is not None and not (margin is None and boxes is None):
            raise usage_error("margin and boxes are for a claim", "leave them out, or leave witness out")
        text = _file(property)
        own_network = _etalon.own_network(text, list(networks or {}))

        def checked(model: Model, network: str) -> Any:
            own = shapes
            if not (dims or shapes or values):
                own = dict(_etalon.shapes_for(model._source, text, network))
            return model._checked(profile, accumulate, False, dims, own or None, values)

        others = [(name, checked(model, name)) for name, model in (networks or {}).items()]
        if witness is None:
            limit = 16384 if boxes is None else boxes
            return ClaimReport(checked(self, own_network).claim(text, others, None if margin is None else str(margin), limit, threads))
        paths = [witness] if isinstance(witness, (str, os.PathLike)) else list(witness)
        return VerifyReport(checked(self, own_network).verify(text, [_file(path) for path in paths], others))

    def fix(self, output: str | os.PathLike[str] | None = None, *, profile: str = "sonnx", accumulate: str | None = None,
            growth: float = 4, evidence: str = "proof", dims: Mapping[str, int] | None = None,
            shapes: Mapping[str, Sequence[int]] | None = None, values: Mapping[str, Any] | None = None,
            operations: int = 20_000_000_000, threads: int = 1) -> FixReport:
        """Brings the model, which is taken under onnx with `dims`, `shapes` and `values`, into `profile`. `evidence` says how it is
        shown that no bit changes: "proof" for every input, "drawn" on drawn inputs, or "none". If it is not shown, this is an
        etalon.Error, and nothing is written. `output` is the path of the new model, which may be `growth` times as large."""
        checked = self._checked("onnx", accumulate, False, dims, shapes, values)
        path = None if output is None else os.fspath(output)
        return FixReport(checked.fix(path, profile, accumulate, growth, evidence, operations, threads))

    def generate(self, output: str | os.PathLike[str] | None = None, *, profile: str = "onnx", accumulate: str | None = None,
                 prefix: str = "model", arena: str = "caller", weights: str = "inside", schedule: str = "plain",
                 evidence: str = "proof", dims: Mapping[str, int] | None = None,
                 shapes: Mapping[str, Sequence[int]] | None = None, values: Mapping[str, Any] | None = None,
                 threads: int = 1) -> GenerateReport:
        """Writes the model as a C99 project, and proves that its files compute what the references compute, for every input. If that
        is not proved, this is an etalon.Error, and nothing is written. `output` is the folder of the project. `prefix` begins all names
        that other files can see; `arena` is "caller" or "static", `weights` "inside" or "apart", `schedule` "plain" or "rows".
        `evidence="none"` writes without a proof."""
        checked = self._checked(profile, accumulate, False, dims, shapes, values)
        folder = None if output is None else os.fspath(output)
        return GenerateReport(checked.generate(folder, prefix, arena, weights, schedule, evidence, threads))

    def check_generated(self, folder: str | os.PathLike[str], *, profile: str = "onnx", accumulate: str | None = None,
                        dims: Mapping[str, int] | None = None, shapes: Mapping[str, Sequence[int]] | None = None,
                        values: Mapping[str, Any] | None = None, threads: int = 1) -> ProjectReport:
        """Proves that the files of a project, whoever wrote them, compute what the references compute, for every input. The first
        reason why they do not, or why it is not proved, is an etalon.Error with rule, file and line."""
        checked = self._checked(profile, accumulate, False, dims, shapes, values)
        return ProjectReport(checked.check_generated(os.fspath(folder), threads))

    # ---- what is kept ------------------------------------------------------------------------------------------------

    def _remember(self, key: Any, make: Any) -> Any:
        found = self._kept.get(key)
        if found is None:
            found = make()
            while len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = found
        return found

    def _checked(self, profile: str, accumulate: str | None, strict: bool, dims: Mapping[str, int] | None,
                 shapes: Mapping[str, Sequence[int]] | None, values: Mapping[str, Any] | None) -> Any:
        sizes = sorted((name, int(size)) for name, size in (dims or {}).items())
        formed = sorted((name, tuple(int(size) for size in shape)) for name, shape in (shapes or {}).items())
        known = sorted(((name, adopt(value)) for name, value in (values or {}).items()), key=lambda pair: pair[0])
        words = tuple((name, str(v.dtype), v.shape, (v.bits if isinstance(v, Array) else v).tobytes()) for name, v in known)
        key = ("check", profile, accumulate, strict, tuple(sizes), tuple(formed), words)
        return self._remember(key, lambda: self._source.check(profile, accumulate, strict, sizes, formed, known))

    def _settled(self, given: Mapping[str, Any], profile: str, accumulate: str | None, strict: bool,
                 dims: Mapping[str, int] | None, shapes: Mapping[str, Sequence[int]] | None,
                 values: Mapping[str, Any] | None) -> tuple[Any, dict[str, Any]]:
        """A check for these inputs, and the inputs that are left to be given."""
        left, known, formed = dict(given), dict(values or {}), dict(shapes or {})
        if _etalon.allows_bindings(profile):
            for port in self.inputs:
                if port.is_open and port.name in given and port.name not in known:
                    formed.setdefault(port.name, given[port.name].shape)
        while True:
            checked = self._checked(profile, accumulate, strict, dims, formed, known)
            wanted = [name for name in checked.undecided() if name in left] if _etalon.allows_bindings(profile) else []
            if not wanted:
                return checked, left
            for name in wanted:
                known[name] = left.pop(name)
                formed.pop(name, None)

    def _planned(self, given: Mapping[str, Any], profile: str, accumulate: str | None, strict: bool, kernel: str, threads: int,
                 dims: Mapping[str, int] | None, shapes: Mapping[str, Sequence[int]] | None,
                 values: Mapping[str, Any] | None) -> tuple[Any, dict[str, Any]]:
        checked, left = self._settled(given, profile, accumulate, strict, dims, shapes, values)
        # The check is kept with its plan: as long as it lives, no other has its id.
        _, plan = self._remember((id(checked), kernel, threads), lambda: (checked, checked.plan(kernel, threads)))
        return plan, left

    def __str__(self) -> str:
        lines = [f"{self.name}: IR version {self.ir_version}, operator set {self.opset}, {len(self.nodes)} nodes"]
        return "\n".join(lines + [f"  input   {port}" for port in self.inputs] + [f"  output  {port}" for port in self.outputs])

    __repr__ = __str__


def load(model: Any, *, external_data: bool | str | os.PathLike[str] = False) -> Model:
    """A model from a path, from bytes, or from an onnx.ModelProto. External data are read only if `external_data` says
    so: True for the folder of the path, or a folder."""
    folder = None if isinstance(external_data, bool) else os.fspath(external_data)
    if isinstance(model, (str, os.PathLike)):
        return Model(_etalon.Source.of_path(os.fspath(model), bool(external_data), folder))
    if hasattr(model, "SerializeToString"):
        model = model.SerializeToString()
    if not isinstance(model, (bytes, bytearray, memoryview)):
        raise usage_error(f"a model is not loaded from {type(model).__name__}", "give a path, bytes or an onnx.ModelProto")
    if external_data is True:
        raise usage_error("bytes have no folder", "give the folder of the data: external_data=FOLDER")
    return Model(_etalon.Source.of_bytes(bytes(model), folder))


