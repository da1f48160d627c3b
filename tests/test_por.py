"""Reductions: what they leave out, and that they leave nothing out that matters."""

from __future__ import annotations

import pytest

from tests import support

BFS = "gov.nasa.jpf.search.heuristic.BFSHeuristic"
PROGRAMS = [("Philo", "3", "1"), ("Philo", "3", "2"), ("Handoff", "1"), ("Handoff", "2")]


def states(name: str, *args: str, **extra: str) -> int:
    report = support.explore(name, support.compiled("por"), *args, **extra)
    assert report["result"] == "no_errors" and report["complete"], report["statistics"]["constraints"]
    count = report["statistics"]["states_new"]
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_more_than_70_percent_are_left_out(program: tuple[str, ...]) -> None:
    assert states(*program) < 0.3 * states(*program, vm__por="false")


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_persistent_sets_reduce(program: tuple[str, ...]) -> None:
    assert states(*program) < states(*program, vm__por__persistent="false")


@pytest.mark.parametrize("how", ["exit", "ignore"])
@pytest.mark.parametrize("search", ["gov.nasa.jpf.search.DFSearch", BFS])
def test_a_path_that_ends_hides_no_error(how: str, search: str) -> None:
    report = support.explore("Ends", support.compiled("por"), how, search__class=search)
    assert report["errors"][0]["message"].endswith("hidden")


@pytest.mark.parametrize("search", ["gov.nasa.jpf.search.DFSearch", BFS])
def test_a_cycle_starves_nobody(search: str) -> None:
    report = support.explore("Spinner", support.compiled("por"), search__class=search)
    assert report["errors"][0]["message"].endswith("starved")


def test_what_is_configured_away_is_said() -> None:
    report = support.explore("ArrayRace", support.compiled("conc"), cg__threads__break_arrays="false")
    assert report["result"] == "incomplete" and not report["complete"]
    assert "break_arrays" in report["statistics"]["constraints"][0]


@pytest.mark.parametrize("name", ["RacyAccount", "NotifyChoice", "HashMapRace", "LostWakeup", "InterruptWait"])
def test_errors_are_the_same_with_and_without(name: str) -> None:
    def kinds(**extra: str) -> set[tuple[str, str | None]]:
        report = support.explore(name, support.compiled("conc"), search__multiple_errors="true", **extra)
        return {(e["kind"], e["exception"]) for e in report["errors"]}

    assert kinds() == kinds(vm__por__persistent="false") == kinds(vm__por="false")


@pytest.mark.parametrize("how", ["static", "array", "lock", "joiner", "latch"])
@pytest.mark.parametrize("search", ["gov.nasa.jpf.search.DFSearch", BFS])
def test_a_thread_that_is_alone_in_the_end_conflicts_all_the_same(how: str, search: str) -> None:
    report = support.explore("Alone", support.compiled("por"), how, search__class=search)
    assert report["errors"][0]["message"].endswith("came first")
