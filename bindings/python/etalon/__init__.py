# SPDX-License-Identifier: Apache-2.0
"""Etalon: the independent reference implementation for safety-related ONNX.

    etalon.ops.Mul(a, b)                     one operator, on NumPy arrays
    model = etalon.load("model.onnx")        a model: a path, bytes or an onnx.ModelProto
    model.check(profile="sonnx")             does it conform?
    model.run({"x": x})                      what it must compute, to the last bit
    model.accuracy({"x": x})                 how far that is from the real values
    model.compare({"x": x}, {"y": y})        do another implementation's results conform?
    model.requantise("tflite-double")        on which accumulators do requantisations differ?
    model.equal(other)                       do both have the same bits for every input?
    model.verify("p.vnnlib", "found.txt")    does a witness against a property hold, in any order of sums?
    model.fix("fixed.onnx")                  the same bits in the profile sonnx
    model.generate("project")                the same bits as a C99 project, proved
    model.check_generated("project")         do the files of a project have them?
    etalon.explain("MUL-ALL-SHAPE")          what a rule says

Etalon decides nothing silently: what it refuses is an etalon.Error with rule, place and hint, and what should be known of a result
is a warning of the class etalon.Notice."""
import os as _os

from . import _etalon, ops
from .arrays import Array, Enclosure
from .conform import CaseVerdict, conform
from .errors import (ConditionError, Error, Finding, InternalError, LimitError, MalformedError, NotConformantError,
                     NotJudgedError, Notice, Status, UsageError)
from .model import Model, Port, load
from .results import AccuracyReport, CheckReport, ClaimReport, CompareReport, Counterexample, Decision, DecisionsReport, EqualReport, Event, Events, FixReport, GenerateReport, OutputErrors, ProjectNeeds, ProjectReport, Reached, RequantiseReport, Run, VerifyReport

__version__: str = _etalon.version
PROFILES: tuple[str, ...] = tuple(_etalon.profiles)
POLICIES: tuple[str, ...] = tuple(_etalon.policies)


_os.register_at_fork(after_in_child=_etalon.forget_teams)


def explain(tag: str) -> str:
    """What the requirement with this tag says; for the beginning of a tag, a list of those that begin so."""
    return str(_etalon.explain(tag))


__all__ = ["AccuracyReport", "Array", "CaseVerdict", "CheckReport", "ClaimReport", "CompareReport", "ConditionError", "Counterexample", "Decision", "DecisionsReport", "Enclosure", "EqualReport", "Error", "Event", "Events", "Finding",
           "FixReport", "GenerateReport", "InternalError", "LimitError", "MalformedError", "Model", "NotConformantError", "NotJudgedError", "Notice",
           "OutputErrors", "POLICIES", "PROFILES", "Port", "ProjectNeeds", "ProjectReport", "Reached", "RequantiseReport", "Run", "Status", "UsageError", "VerifyReport", "conform", "explain", "load", "ops"]
