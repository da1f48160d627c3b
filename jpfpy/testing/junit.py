"""Items of --jpf-junit: one for each JUnit test method of a folder of test classes. Its sets of parameters are searches
of their own, and it fails where one of them does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..arguments import joined, text
from ..config import Config
from ..errors import IncompleteError, JPFError, VerificationError
from ..junit.command import prepared
from ..junit.find import Finder, Test
from ..junit.run import Result, Runner, check_engines
from ..junit.text import SuiteText, title
from ..made import hearers
from ..report.report import Report

Settings = Callable[[pytest.Item], dict[str, Any]]


class TestClasses(pytest.Collector):
    """A folder (or jar) of test classes, or what else --junit takes."""

    __test__ = False

    def __init__(self, *, spec: str, classpath: str, settings: Settings, **more: Any) -> None:
        super().__init__(**more)
        self.spec, self.classpath, self.settings = spec, classpath, settings
        self.prepared = Config()

    def collect(self) -> Iterator[TestMethod]:
        try:
            config, wanted = prepared(Config({"classpath": self.classpath}), [self.spec])
            finder = Finder(config.get_path("classpath"))
            tests = [t for spec in wanted for t in finder.find(spec)]
            check_engines(finder.path, tests)
        except JPFError as e:
            raise self.CollectError(str(e)) from None
        self.prepared = config
        finder.path.close()
        for test in tests:
            yield TestMethod.from_parent(self, name=test.name.replace("#", "::", 1), test=test)


class TestMethod(pytest.Item):
    __test__ = False

    def __init__(self, *, test: Test, **more: Any) -> None:
        super().__init__(**more)
        self.test = test

    def runtest(self) -> None:
        parent = self.parent
        assert isinstance(parent, TestClasses)
        values = {k: v for k, v in parent.settings(self).items() if k != "classpath"}
        allowed = bool(values.pop("allow_incomplete", False))
        classes = {k: v for k, v in values.items() if isinstance(v, type)}
        config = Config({**parent.prepared.values, **{k: text(v) for k, v in values.items() if k not in classes}})
        for key, cls in classes.items():
            config.put_class(key, cls)
        config.check()
        results = list(Runner(config).run(self.test))
        self.tell(results)
        failed = [r for r in results if r.outcome == "failed"]
        if failed:
            shown: list[str] = []
            for r in failed:
                shown.append(f"{title(r)}: {r.message}\n")
                SuiteText(config, shown.append, ":".join(config.get_path("classpath"))).failure(r)
            raise VerificationError("".join(shown), report_of(failed[0]))
        for r in results:
            if r.outcome in ("incomplete", "error") and not allowed:
                for hear in hearers:
                    hear(report_of(r))
                raise IncompleteError(f"{title(r)}: {r.message}", report_of(r))
        if results and all(r.outcome == "skipped" for r in results):
            pytest.skip(results[0].message or "disabled")

    def tell(self, results: list[Result]) -> None:
        self.user_properties.append(("jpf.target", self.test.name))
        self.user_properties.append(("jpf.searches", len(results)))
        self.user_properties.append(("jpf.states", sum(r.states for r in results)))
        for r in results:
            if r.report and r.report["errors"]:
                self.user_properties.append(("jpf.replay", r.report["errors"][0]["replay"]))
                break

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, JPFError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        return self.path, None, self.test.name


def report_of(r: Result) -> Report:
    assert r.report is not None
    return Report.from_raw(r.report)


def collect(session: pytest.Session, wanted: Iterable[str], settings: Settings) -> Iterator[pytest.Item]:
    """Raises UsageError for a folder that is not there."""
    config = session.config
    classpath = joined([str(p) for p in config.getini("jpf_classpath")])
    for spec in wanted:
        given = config.invocation_params.dir / spec
        if os.sep in spec and not given.exists():
            raise pytest.UsageError(f"--jpf-junit {spec}: no such folder")
        there = str(given) if given.exists() else spec
        node = TestClasses.from_parent(
            session, name=spec, path=Path(given), spec=there, classpath=classpath, settings=settings
        )
        yield from session.genitems(node)
