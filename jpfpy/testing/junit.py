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
from ..report.explain import short
from ..report.report import Report
from ..target.classfile import parsed
from ..target.project import find_project
from .outcome import page_of

Settings = Callable[[pytest.Item], dict[str, Any]]
Kept = Callable[[pytest.Item], Any]  # the searches of an item, for the pages that they have got


class TestClass(pytest.File):
    """A test class, by its class file: so its node ids are paths, and pytest takes them back. `tests`: the methods that
    are wanted of it; None: all of them."""

    __test__ = False

    def __init__(
        self, *, settings: Settings, kept: Kept, tests: list[Test] | None, suite: Config | None, **more: Any
    ) -> None:
        super().__init__(**more)
        self.settings, self.kept, self.tests = settings, kept, tests
        self.prepared = suite or Config()
        self.given = joined([str(p) for p in self.config.getini("jpf_classpath")])

    def collect(self) -> Iterator[TestMethod]:
        try:
            tests = self.tests if self.tests is not None else self.all()
        except JPFError as e:
            raise self.CollectError(str(e)) from None
        for test in tests:
            yield TestMethod.from_parent(self, name=test.name.partition("#")[2], test=test)

    def all(self) -> list[Test]:
        """Of the class alone: those nested in it have files of their own."""
        name = parsed(self.path.read_bytes()).name
        root = self.path.parents[name.count(".")]
        self.prepared, finder = prepare(self.given, str(root))
        tests = [t for t in finder.of_class(name) if t.cls == name]
        check_engines(finder.path, tests)
        finder.path.close()
        return tests


def prepare(classpath: str, spec: str) -> tuple[Config, Finder]:
    """The configuration that the tests of a folder run with."""
    config, _ = prepared(Config({"classpath": classpath}), [spec])
    return config, Finder(config.get_path("classpath"))


class TestMethod(pytest.Item):
    __test__ = False

    def __init__(self, *, test: Test, **more: Any) -> None:
        super().__init__(**more)
        self.test = test

    def runtest(self) -> None:
        parent = self.parent
        assert isinstance(parent, TestClass)
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
                SuiteText(config, shown.append, self.short_classpath()).failure(r)
                if page := page_of(self, report_of(r), parent.kept(self)):
                    shown.append(f"page:  {short(page)}\n")
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

    def short_classpath(self) -> str:
        """What -cp has to say to find the test again from here: nothing within a project."""
        parent = self.parent
        assert isinstance(parent, TestClass)
        root = str(self.path.parents[self.test.cls.count(".")])
        if not parent.given and find_project("."):
            return ""
        return joined(list(filter(None, [parent.given, short(root) if self.path.suffix == ".class" else ""])))

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        return self.path, None, self.test.name


def report_of(r: Result) -> Report:
    assert r.report is not None
    return Report.from_raw(r.report)


def collect(session: pytest.Session, wanted: Iterable[str], settings: Settings, kept: Kept) -> Iterator[pytest.Item]:
    """Of what --jpf-junit names; where test classes were named themselves, these were collected and are all. Raises
    UsageError for a folder that is not there, and where there are no tests."""
    if any(isinstance(item.parent, TestClass) for item in session.items):
        return
    config = session.config
    classpath = joined([str(p) for p in config.getini("jpf_classpath")])
    for spec in wanted:
        given = config.invocation_params.dir / spec
        if os.sep in spec and not given.exists():
            raise pytest.UsageError(f"--jpf-junit {spec}: no such folder")
        there = str(given) if given.exists() else spec
        try:
            suite, specs = prepared(Config({"classpath": classpath}), [there])
            finder = Finder(suite.get_path("classpath"))
            tests = [t for one in specs for t in finder.find(one)]
            check_engines(finder.path, tests)
        except JPFError as e:
            raise pytest.UsageError(str(e)) from None
        finder.path.close()
        for cls in dict.fromkeys(t.cls for t in tests):
            node = TestClass.from_parent(
                session,
                path=class_file(suite, cls, Path(given)),
                settings=settings,
                kept=kept,
                tests=[t for t in tests if t.cls == cls],
                suite=suite,
            )
            yield from session.genitems(node)


def class_file(suite: Config, cls: str, other: Path) -> Path:
    """Where the class is, on the class path; of one in a jar, `other`."""
    found = (Path(e, cls.replace(".", "/") + ".class") for e in suite.get_path("classpath"))
    return next((f.absolute() for f in found if f.is_file()), other)
