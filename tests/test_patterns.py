"""Patterns of properties and filters: one syntax everywhere, JPF's; what they name, and that one that names nothing is told."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import jpfpy
from jpfpy.listeners._base import Patterns
from jpfpy.listeners._specs import glob
from tests import support
from tests.support import BFS, DFS

verify = functools.partial(support.verify, classes="patterns")
access = functools.partial(verify, "pat.Access")

pytestmark = pytest.mark.filterwarnings("ignore::jpfpy.JPFWarning")


def notes(report: jpfpy.Report) -> list[str]:
    return list(report.raw.get("notes", []))


# --- race.include and race.exclude mean the methods that access (jpf-core: mi.getBaseName()) ---


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("por", ["true", "false"])
@pytest.mark.parametrize(
    ("config", "races"),
    [
        ({}, True),
        ({"race.include": "pat.Access$Data.*"}, False),  # the class accessed is nobody who accesses
        ({"race.include": "pat.Access$Reader.get"}, False),  # one of the two only
        ({"race.include": "pat.Access$Reader.get,pat.Access$Writer.set"}, True),
        ({"race.include": "*"}, True),
        ({"race.include": "pat.*"}, True),
        ({"race.exclude": "pat.Access$Data.n"}, True),
        ({"race.exclude": "*Writer.set"}, False),
        ({"race.exclude": "!pat.*"}, True),
        ({"race.include": "!*Writer.*"}, False),
    ],
)
def test_races_by_the_methods_that_access(config: dict[str, str], races: bool, por: str, search: str) -> None:
    report = access("fields", **config, listener="PreciseRaceDetector", vm__por=por, search__class=search)
    assert [e.kind for e in report.errors] == (["race"] if races else [])


@pytest.mark.parametrize(("exclude", "races"), [("", True), ("pat.Access.main", False)])
def test_reflection_is_the_access_of_who_called_it(exclude: str, races: bool) -> None:
    config = {"race.exclude": exclude} if exclude else {}
    assert bool(access("reflect", listener="PreciseRaceDetector", **config).errors) == races


# --- assertions ---


@pytest.mark.parametrize(
    ("enable", "disable", "fail"),
    [
        ("", "", ["FirstAS", "Second"]),
        ("*", "*AS", ["Second"]),
        ("*", "*", []),
        ("", "pat.*", []),
        ("", "pat...", []),
        ("", "pat.F*t?S", ["Second"]),
        ("", "p*.F*", ["Second"]),
        ("", "!*AS", ["FirstAS"]),
        ("*AS", "", ["FirstAS"]),  # jpf-core: what is not enabled is off
        ("*Second", "*", ["Second"]),  # the more exact one counts, as with java -ea -da
        ("pat.*", "pat.Second", ["FirstAS"]),
    ],
)
def test_assertions(enable: str, disable: str, fail: list[str]) -> None:
    config = {k: v for k, v in (("vm.enable_assertions", enable), ("vm.disable_assertions", disable)) if v}
    assert access("asserts", **config).output.split() == fail


# --- vm.shared.*: fields, types, methods ---


@pytest.mark.parametrize(
    ("key", "pattern", "skips"),
    [
        ("vm.por.exclude_fields", "pat.Access$Data.n", True),
        ("vm.por.exclude_fields", "pat.*", True),  # every class in the package
        ("vm.por.exclude_fields", "Access$Data.?", True),
        ("vm.por.exclude_fields", "!pat.*", False),
        ("vm.shared.never_break_types", "java.lang.Object+", True),
        ("vm.shared.never_break_types", "java.lang.Object", False),
        ("vm.shared.never_break_methods", "*Writer.set(pat.Access$Data)", True),
        ("vm.shared.never_break_methods", "*Writer.set(Access$Data)", True),
        ("vm.shared.never_break_methods", "*Writer.set(Access$Data, int)", False),
        ("vm.shared.never_break_methods", "*Writer.set(*)", True),
    ],
)
def test_fields_and_methods_that_are_no_points(key: str, pattern: str, skips: bool) -> None:
    report, usual = access("fields", **{key: pattern}), access("fields")
    skipped, of_the_jdk = (r.raw["statistics"]["boundaries_skipped"].get("excluded", 0) for r in (report, usual))
    assert (skipped > of_the_jdk) == skips
    assert [n for n in notes(report) if not skips] == notes(report)


# --- a pattern that means nothing is told ---


@pytest.mark.parametrize(
    ("key", "pattern", "listener"),
    [
        ("vm.enable_assertions", "Nope", ""),
        ("vm.disable_assertions", "Nope", ""),
        ("vm.por.include_fields", "pat.Access$Data.m", ""),
        ("vm.por.exclude_fields", "Nope.n", ""),
        ("vm.shared.always_break_fields", "Nope.n", ""),
        ("vm.shared.always_break_types", "Nope", ""),
        ("vm.shared.never_break_fields", "Nope.n", ""),
        ("vm.shared.never_break_types", "Nope", ""),
        ("vm.shared.never_break_methods", "*Writer.set(int)", ""),
        ("race.include", "pat.Access$Data.n", "PreciseRaceDetector"),
        ("race.exclude", "Nope", "PreciseRaceDetector"),
        ("coverage.include", "Nope", "CoverageAnalyzer"),
        ("coverage.exclude", "Nope", "CoverageAnalyzer"),
        ("heap.include", "Nope", "HeapTracker"),
        ("heap.exclude", "Nope", "HeapTracker"),
        ("method.include", "Nope.f", "MethodAnalyzer"),
        ("method.exclude", "Nope.f", "MethodTracker"),
        ("ot.include", "Nope", "ObjectTracker"),
        ("var_recorder.include", "Nope", "VarRecorder"),
        ("vt.exclude", "Nope", "VarTracker"),
        ("vt.methods", "Nope.*", "VarTracker"),
        ("choice.calls", "Nope.f", "ChoiceSelector"),
        ("choice.threads", "no such thread", "ChoiceSelector"),
        ("trace.store_calls", "Nope.f", "TraceStorer"),
        ("trace.store_threads", "Nope", "TraceStorer"),
        ("nonshared.classes", "Nope", "NonSharedChecker"),
        ("oome.types", "Nope", "OOMEInjector"),
        ("oome.locations", "Nope.java:3", "OOMEInjector"),
        ("ei.exception", "Error@Nope:3", "ExceptionInjector"),
        ("ei.exception", "Error@pat.Nope.f(int)", "ExceptionInjector"),
    ],
)
def test_a_pattern_that_means_nothing_is_told(key: str, pattern: str, listener: str) -> None:
    config = {key: pattern, **({"listener": listener} if listener else {})}
    told = [n for n in notes(access("fields", **config)) if n.startswith("warning: ")]
    assert len(told) == 1 and f"{key}: `{pattern}`" in told[0], told


@pytest.mark.parametrize(
    ("key", "pattern", "listener"),
    [
        ("race.include", "*Writer.set", "PreciseRaceDetector"),
        ("coverage.include", "pat.Access*", "CoverageAnalyzer"),
        ("heap.include", "Access$Data", "HeapTracker"),
        ("method.include", "*Writer.set(Lpat/Access$Data;)V", "MethodAnalyzer"),
        ("method.include", "Access$Writer.set", "MethodTracker"),
        ("ot.include", "Access$Data", "ObjectTracker"),
        ("var_recorder.include", "Access$Writer", "VarRecorder"),
        ("vt.include", "*Data.n", "VarTracker"),
        ("vt.methods", "*Writer.*", "VarTracker"),
        ("choice.calls", "*Writer.set", "ChoiceSelector"),
        ("choice.threads", "the w*", "ChoiceSelector"),
        ("nonshared.classes", "Access$Data", "NonSharedChecker"),
    ],
)
def test_a_pattern_that_means_something_is_not(key: str, pattern: str, listener: str) -> None:
    assert notes(access("fields", **{key: pattern, "listener": listener})) == []


def test_var_recorder_excludes_by_the_class_whose_code_accesses(capsys: pytest.CaptureFixture[str]) -> None:
    access("fields", listener="VarRecorder", var_recorder__exclude="pat.Access$Writer")
    out = capsys.readouterr().out
    assert "Data.n -> " in out and "Data.n <- 1" not in out


# --- one matcher, in C and in Python ---

TABLE = [
    ("*", "a.B", True), ("a.*", "a.b.C", True), ("a.*", "a", False), ("*AS", "a.FirstAS", True), ("*AS", "a.AST", False),
    ("a.b.C", "a/b/C", True), ("a/b/C", "a.b.C", True), ("a?b", "axb", True), ("a?b", "ab", False), ("a[b", "a[b", True),
    ("[I", "[I", True), ("a$*", "a$1", True), ("*a*b*", "xaybz", True), ("*a*b*", "xbya", False), ("", "", True),
    ("a+b", "a+b", True), ("a.b", "aXb", False), ("**", "x", True), ("*.set(*)", "A.set(int)", True),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "name", "fits"), TABLE)
def test_python_matcher(pattern: str, name: str, fits: bool) -> None:
    assert bool(glob(pattern).fullmatch(name)) == fits


def test_both_matchers_mean_the_same() -> None:
    patterns = [
        "Access",
        "pat.Access",
        "*ccess",
        "Access$*",
        "access",
        "pat/Access",
        "pat.?ccess",
        "pat",
        "Acc[e]ss",
        "*",
        "x.Access",
    ]
    got: dict[str, bool] = {}

    class Ask(jpfpy.Listener):
        def search_finished(self, search: Any) -> None:
            for p in patterns:
                got[p] = not search.vm.raw._unused("c", p)

    access("asserts", listeners=[Ask()])
    names = ["pat.Access", "pat.FirstAS", "pat.FirstAS$In", "pat.Second"]
    assert got == {p: any(Patterns([p], [])(n) for n in names) for p in patterns}


def test_a_name_that_is_excluded_by_a_later_pattern_still_meets_the_first() -> None:
    both = Patterns(["a.*", "!a.b.*"], ["a.c.D"])
    assert [both(n) for n in ("a.X", "a.b.X", "a.c.D", "z.X")] == [True, False, False, False]
    assert all(p.met for p in (*both.include, *both.exclude))
