"""Shutdown hooks in a search: who runs them, beside what, and how that can go wrong (Runtime.addShutdownHook)."""

from __future__ import annotations

from typing import Any

import pytest

import jpfpy

from . import support

SEARCHES: list[dict[str, Any]] = [
    {},
    {"vm__por": False},
    {"vm__por": "dynamic"},
    {"search": "bfs"},
    {"search": "dpor"},
    {"search__threads": 2},
]
# What is printed on any path, by what ends the program.
OUTCOMES = {
    "two": {"ab", "ba"},
    "daemon": {"0", "1"},
    "exit": {"0", "1"},
    "last": {"mt", "tm"},
    "late": {"mt", "tm"},
    "starts": {"ht", "th"},
    "removed": {"yes"},
    "halt": {"yes"},
    "toolate": {"Shutdown in progress"},
}
ERRORS = {
    "waits": "Thread-0 waits to be notified on java.lang.Object",
    "exits": "Thread-0 waits to lock class java.lang.Shutdown, held by main",
    "joins": "Thread-0 waits to lock java.lang.Object@1, held by main",
    "asserts": "AssertionError: seen 1",
}


def explore(how: str, **more: Any) -> jpfpy.Report:
    return support.verify(
        "Hooks", how, classes=support.compiled("por"), search__multiple_errors=how in OUTCOMES, **more
    )


@pytest.mark.parametrize("how", OUTCOMES)
def test_hooks_run_beside_what_goes_on(how: str) -> None:
    for more in SEARCHES if how != "starts" else [m for m in SEARCHES if "vm__por" not in m or m["vm__por"]]:
        report = explore(how, **more)
        assert report.ok and support.outcomes(report) == OUTCOMES[how], more


@pytest.mark.parametrize("how", ERRORS)
def test_what_goes_wrong_in_a_hook_is_found_and_replayed(how: str) -> None:
    for more in SEARCHES:
        report = explore(how, **more)
        assert [ERRORS[how] in e.message for e in report.errors] == [True], more
        por = {k: v for k, v in more.items() if k == "vm__por"}
        again = explore(how, replay=report.errors[0].replay, **por)
        assert [e.message for e in again.errors] == [report.errors[0].message], more


def test_the_status_given_to_exit_is_told_after_the_hooks() -> None:
    source = """public class Exits { public static void main(String[] a) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("R hook")));
        new Thread(() -> System.exit(3)).start(); } }"""
    report = support.verify(
        "Exits", classes=support.compile_texts({"Exits.java": source}), search__multiple_errors=True
    )
    assert support.outcomes(report) == {"hook"} and "exit" in report.errors[0].message


def test_ends_have_no_order_where_nothing_is_registered() -> None:
    report = support.verify("Joins", "array", "3", classes=support.compiled("por"))
    assert report.ok and "OTHER" not in report.statistics.boundaries_met
