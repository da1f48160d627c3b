"""Items of .java and .jpf files: one for each expectation in the first comment."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..errors import ConfigError, JPFError, VerificationError
from .expectation import Expectation, Header, read

if TYPE_CHECKING:
    from .check import Check

    Checks = Callable[[pytest.Item], Callable[..., Check]]


class ProgramFile(pytest.File):
    """A program with an expectation. `header`: what its first comment says; `checks`: what the fixture is made by."""

    def __init__(self, *, header: Header, checks: Checks, **more: Any) -> None:
        super().__init__(**more)
        self.header, self.checks = header, checks

    def collect(self) -> Iterator[Program]:
        seen: dict[str, int] = {}
        for expected in self.header.expectations:
            n = seen[expected.name] = seen.get(expected.name, 0) + 1
            name = expected.name if n == 1 else f"{expected.name}-{n}"
            yield Program.from_parent(self, name=name, expected=expected)


def collect(path: Path, parent: pytest.Collector, named: bool, checks: Checks) -> ProgramFile | None:
    """None: nothing is expected of the file. One that was `named` on the command line is then to have no errors."""
    try:
        header = read(path)
    except ConfigError as e:
        return BrokenFile.from_parent(parent, path=path, header=Header(), checks=checks, message=str(e))
    if header is None and named:
        header = Header([Expectation("no_errors", 1)])
    return ProgramFile.from_parent(parent, path=path, header=header, checks=checks) if header is not None else None


class BrokenFile(ProgramFile):
    """Its expectation cannot be read."""

    def __init__(self, *, message: str, **more: Any) -> None:
        super().__init__(**more)
        self.message = message

    def collect(self) -> Iterator[Program]:
        raise self.CollectError(self.message)


class Program(pytest.Item):
    def __init__(self, *, expected: Expectation, **more: Any) -> None:
        super().__init__(**more)
        self.expected = expected

    def runtest(self) -> None:
        parent = self.parent
        assert isinstance(parent, ProgramFile)
        config = {} if self.path.suffix == ".jpf" else {"config": parent.header.config}
        check: Check = parent.checks(self)(self.path, *parent.header.args, **config)
        answer(check, self.expected)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, JPFError):
            return f"{excinfo.value}\nexpected: {self.path.name}:{self.expected.line}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        return self.path, max(self.expected.line - 1, 0), f"{self.path.name}: {self.name}"


def answer(check: Check, expected: Expectation) -> None:
    """Ask what is expected. Raises VerificationError."""
    text = re.escape(expected.texts[0]) if expected.texts else None
    match expected.word:
        case "no_errors":
            check.ok()
        case "race_free":
            check.race_free()
        case "deadlock" if text is None:
            check.deadlocks()
        case "race" if text is None:
            check.races()
        case "race":
            assert text is not None
            if not any(re.search(text, e.message) for e in check.races()):
                raise VerificationError(f"{check.name}: no race with {expected.texts[0]!r}", check.report)
        case "prints":
            check.prints(*expected.texts)
        case "violation":
            check.fails(text)
        case "uncaught_exception" if expected.exception is not None:
            check.raises(expected.exception, text)
        case "incomplete":
            check.allow_incomplete = True
            report = check.report
            if report.result != "incomplete":
                raise VerificationError(f"{check.name}: the search is {report.result}, not incomplete", report)
        case kind:
            check.violates(kind, text)
