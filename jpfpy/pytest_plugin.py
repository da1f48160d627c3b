"""The pytest plugin (entry point `jpfpy`): the fixture `jpf`, the mark `jpf`, .java and .jpf files with an expectation,
the outcome `incomplete`, and what is shown of an error. docs/pytest.md is its page.

Every project whose environment has jpfpy loads this module: it imports nothing of the package at the top; what is
imported when a search is wanted is in jpfpy.testing."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .report.report import Report
    from .testing.check import Check

KEPT = 20  # reports of a test that an assertion may be about: the last ones


class Searches:
    """Of one test."""

    def __init__(self) -> None:
        self.made: deque[tuple[Report, tuple[str, int] | None]] = deque(maxlen=KEPT)  # with file and line of the call
        self.checks: list[Check] = []
        self.checked: list[tuple[Check, Report]] = []
        self.pages: list[Path] = []
        self.allowed = False  # the test allows itself what is not whole

    def hear(self, report: Report) -> None:
        """A report was made, by whomever."""
        frame: Any = sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "jpfpy":
            frame = frame.f_back
        self.made.append((report, (frame.f_code.co_filename, frame.f_lineno) if frame is not None else None))


SEARCHES = pytest.StashKey[Searches]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    # The entry point and -p (or pytest_plugins) name this module differently; whoever comes second is passed over.
    for name in {"jpfpy", __name__} - {pluginmanager.get_name(sys.modules[__name__])}:
        pluginmanager.set_blocked(name)
    group = parser.getgroup("jpf", "Java programs, explored by jpfpy")
    group.addoption("--jpf-budget", metavar="TIME", help="a search ends after this much time (30s, 5m)")
    group.addoption("--jpf-search", metavar="NAME", help="the search: dfs, bfs, random ... or module:Class")
    group.addoption("--jpf-replay", metavar="STRING", help="take this path (a replay string, or a file that has one)")
    group.addoption("--jpf-html", metavar="DIR", help="write a page for each error that is found into this folder")
    group.addoption(
        "--jpf-junit",
        metavar="DIR",
        action="append",
        default=[],
        help="the JUnit tests of this folder of classes are tests, each explored on its own (repeatable)",
    )
    group.addoption(
        "--jpf-allow-incomplete",
        action="store_true",
        help="searches that are not whole do not make the session fail (they are no passes either)",
    )
    parser.addini("jpf_budget", "a search ends after this much time, unless --jpf-budget or a test says another one")
    parser.addini("jpf_search", "the search, unless --jpf-search or a test says another one")
    parser.addini("jpf_classpath", "class path of the programs that tests name", type="paths")
    parser.addini("jpf_collect", ".java and .jpf files with an expectation are tests", type="bool", default=True)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "jpf(budget=TIME, search=NAME, allow_incomplete=False, config={...}, key=value ...): how the fixture jpf "
        "searches; _ in the name of a key stands for . in it",
    )
    if folder := config.getoption("jpf_html"):
        place = config.invocation_params.dir / folder
        there = next(p for p in (place, *place.parents) if p.exists())
        if not there.is_dir():
            raise pytest.UsageError(f"--jpf-html={folder}: {there} is a file; a folder for the pages is named")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".class" and parent.session.isinitpath(file_path):
        from .testing.junit import TestClass

        return TestClass.from_parent(parent, path=file_path, settings=settings, kept=kept, tests=None, suite=None)
    if file_path.suffix not in (".java", ".jpf") or not parent.config.getini("jpf_collect"):
        return None
    from .testing.collect import collect

    return collect(file_path, parent, parent.session.isinitpath(file_path), Checks)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """JUnit tests stand behind what was collected, before -k and -m choose."""
    if wanted := config.getoption("jpf_junit"):
        from .testing.junit import collect

        items += collect(session, wanted, settings, kept)


# --- searching


def settings(item: pytest.Item) -> dict[str, Any]:
    """Keys and values for this test's searches: of the ini-file, the command line, its marks; later ones win."""
    from .testing.settings import values_of

    config = item.config
    out: dict[str, Any] = {}
    if paths := config.getini("jpf_classpath"):
        out["classpath"] = [str(p) for p in paths]
    for name in ("budget", "search"):
        value = config.getoption(f"jpf_{name}") or config.getini(f"jpf_{name}")
        out.update(values_of({name: value or None}))
    if replay := config.getoption("jpf_replay"):
        out["jpf.replay"] = replay.removeprefix("@")
    for mark in reversed(list(item.iter_markers("jpf"))):
        given = dict(mark.kwargs)
        if mark.args:
            pytest.fail(f"@pytest.mark.jpf takes keywords only: {mark.args[0]!r}", pytrace=False)
        for name in ("allow_incomplete", "classpath", "sourcepath"):
            if name in given:
                out[name] = given.pop(name)
        out.update(values_of(given, given.pop("config", None)))
    return out


def kept(item: pytest.Item) -> Searches:
    return item.stash[SEARCHES]


class Checks:
    """The fixture: jpf(target, *args, classpath=..., **config)."""

    def __init__(self, item: pytest.Item) -> None:
        self.item = item
        self.searches = item.stash.setdefault(SEARCHES, Searches())
        from .errors import JPFError

        wrong = ""
        try:
            self.defaults = settings(item)
        except JPFError as e:
            wrong = str(e)
        if wrong:
            pytest.fail(f"@pytest.mark.jpf: {wrong}", pytrace=False)
        self.searches.allowed = bool(self.defaults.get("allow_incomplete"))

    def __call__(self, target: Any, *args: object, **keywords: Any) -> Check:
        __tracebackhide__ = True
        from .errors import JPFError
        from .testing.check import Check

        places = [self.item.path.parent, self.item.config.invocation_params.dir, self.item.config.rootpath]
        try:
            check = Check(target, args, keywords, self.defaults, places, self.heard)
        except JPFError as e:
            raise type(e)(str(e)) from None  # not from deep inside
        self.searches.checks.append(check)
        return check

    def __repr__(self) -> str:
        return "<fixture of jpfpy>"

    def heard(self, check: Check, report: Report) -> None:
        """One of the checks has searched."""
        from .report.explain import short

        self.searches.checked.append((check, report))
        tell = self.item.user_properties.append
        tell(("jpf.target", short(report.target)))
        tell(("jpf.result", report.result))
        tell(("jpf.complete", str(report.complete).lower()))
        tell(("jpf.states", report.statistics.states_new))
        tell(("jpf.seconds", round(report.statistics.elapsed_s, 3)))
        told = f"{short(report.target)}: {report.result}, {report.statistics.states_new:,} states, "
        told += f"{report.statistics.elapsed_s:.3f} s\n"
        self.item.add_report_section("call", "jpf", told)
        for error in report.errors[:1]:
            tell(("jpf.replay", error.replay))
        if report.errors and self.item.config.getoption("jpf_html"):
            from .testing.outcome import page_of

            page_of(self.item, report, self.searches)


@pytest.fixture
def jpf(request: pytest.FixtureRequest) -> Checks:
    """jpf(target, *args, classpath=..., **config): a Java program to be asked .ok(), .deadlocks(), .raises(...) ..."""
    return Checks(request.node)


# --- outcomes


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Reports that the test makes are heard of, by whatever function it makes them."""
    from .made import hearers

    searches = item.stash.setdefault(SEARCHES, Searches())
    hearers.append(searches.hear)
    try:
        return (yield)
    finally:
        hearers.remove(searches.hear)
        del item.stash[SEARCHES]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test that asked nothing, or that took an unfinished search for an answer, does not pass."""
    result = yield
    searches = item.stash[SEARCHES]
    if searches.checks:
        from .errors import IncompleteError
        from .report.explain import unfinished

        for check, report in searches.checked:
            if not report.complete and not report.errors and not check.allow_incomplete:
                raise IncompleteError(unfinished(report), report)
        for check in searches.checks:
            if not check.asked:
                pytest.fail(f"{check!r} was asked nothing: .ok(), .deadlocks(), .raises(...) ...", pytrace=False)
    return result


def without_ours(excinfo: pytest.ExceptionInfo[BaseException]) -> None:
    """An error that this package tells is shown where the test, or code of the user's that it calls, has made it."""
    errors, usercode = sys.modules.get("jpfpy.errors"), sys.modules.get("jpfpy.usercode")
    if errors is None or usercode is None or not isinstance(excinfo.value, errors.JPFError):
        return
    excinfo.value.__traceback__ = shown = usercode.frames_without_ours(excinfo.tb)
    if shown is not None:
        excinfo.traceback = type(excinfo.traceback)(shown)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    if call.excinfo is not None and not item.config.getoption("fulltrace", False):
        without_ours(call.excinfo)
    report = yield
    searches = item.stash.get(SEARCHES, None)
    if searches is not None and searches.made and call.when == "call":
        from .testing.outcome import finish

        finish(item, call, report, searches)
    return report


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, Any] | None:
    if getattr(report, "jpf_incomplete", None):
        return "incomplete", "I", ("INCOMPLETE", {"yellow": True})
    return None


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    reports = terminalreporter.stats.get("incomplete", [])
    if not reports:
        return
    terminalreporter.section("incomplete: nothing found, and not everything explored", yellow=True)
    for report in reports:
        terminalreporter.write("INCOMPLETE ", yellow=True)
        terminalreporter.write(f"{report.nodeid} - {report.jpf_incomplete}\n")
    if not config.getoption("jpf_allow_incomplete"):
        terminalreporter.write_line("--jpf-budget=TIME gives searches more time; --jpf-allow-incomplete lets them be")
