# SPDX-License-Identifier: Apache-2.0
"""What Etalon found: as a value, as an exception, as a warning.

A Finding says what is wrong, which rule says so, where it is, and what to do. An Error is a finding that left no result; which
class it is depends on its status. A Notice is a warning: there is a result, and something about it should be known."""
from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
import warnings


class Status(IntEnum):
    """How something ended: the exit codes of the command line."""

    OK = 0
    NOT_CONFORMANT = 1
    USAGE = 2
    MALFORMED = 3
    LIMIT = 4
    CONDITION = 5
    NOT_JUDGED = 6
    INTERNAL = 70


@dataclass(frozen=True)
class Finding:
    """One finding. What is not known or does not apply is "" or None."""

    severity: str  # "error", "not_judged", "notice"
    status: Status
    rule: str  # the tag of a requirement; etalon.explain(rule) describes it
    message: str
    where: str = ""  # node 3 (Mul "first"), value "x", byte 20
    hint: str = ""
    fix: str = ""  # Python statements on the ModelProto `model` that correct it
    node: int | None = None
    element: int | None = None  # the first element concerned, in row-major order
    count: int | None = None  # how many elements are concerned

    def __str__(self) -> str:
        lines = [f"{self.severity.replace('_', ' ')}: {self.message}"]
        for name in ("rule", "where", "hint", "fix"):
            if getattr(self, name):
                lines.append(f"  {name:<5}  {getattr(self, name)}")
        return "\n".join(lines)


class Error(Exception):
    """There is no result. `finding` says why; its parts are attributes of the error, too."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    @property
    def status(self) -> Status:
        return self.finding.status

    @property
    def rule(self) -> str:
        return self.finding.rule

    @property
    def where(self) -> str:
        return self.finding.where

    @property
    def hint(self) -> str:
        return self.finding.hint

    def __str__(self) -> str:
        text = self.finding.message
        for name in ("rule", "where", "hint"):
            if getattr(self, name):
                text += f"\n  {name:<5}  {getattr(self, name)}"
        return text


class UsageError(Error, ValueError):
    """An argument does not exist, or does not fit the others."""


class NotConformantError(Error, ValueError):
    """A rule of the profile is broken."""


class MalformedError(Error, ValueError):
    """A file or its bytes are not what they should be."""


class LimitError(Error, ValueError):
    """More is asked for than the limits allow."""


class ConditionError(Error, ArithmeticError):
    """An operator has no result for these elements: a division by zero, an index out of range."""


class NotJudgedError(Error, NotImplementedError):
    """This release does not specify it: it may be right or wrong."""


class InternalError(Error, RuntimeError):
    """Etalon contradicts itself."""


class Notice(UserWarning):
    """There is a result, and this should be known of it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    def __str__(self) -> str:
        text = f"{self.finding.message} [{self.finding.rule}]"
        return f"{text}; {self.finding.hint}" if self.finding.hint else text


_CLASSES: dict[Status, type[Error]] = {
    Status.NOT_CONFORMANT: NotConformantError,
    Status.USAGE: UsageError,
    Status.MALFORMED: MalformedError,
    Status.LIMIT: LimitError,
    Status.CONDITION: ConditionError,
    Status.NOT_JUDGED: NotJudgedError,
    Status.INTERNAL: InternalError,
}


def error_of(finding: Finding) -> Error:
    """The exception that a finding is, of the class that its status has."""
    return _CLASSES.get(finding.status, Error)(finding)


def usage_error(message: str, hint: str = "") -> Error:
    return error_of(Finding("error", Status.USAGE, "API-ALL-REQUEST", message, hint=hint))


def warn_of(finding: Finding) -> None:
    """Called from the extension, whose functions are no frames: the warning is the caller's."""
    warnings.warn(Notice(finding), stacklevel=2)
