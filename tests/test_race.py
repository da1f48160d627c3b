"""The race detector: every planted race and nothing else; the same with and without reductions."""

from __future__ import annotations

import re

import pytest

from tests import support
from tests.support import BFS

SOURCE = support.ROOT / "tests" / "java" / "listeners" / "RaceEdges.java"
CASES = re.findall(r'case "(\w+)"', SOURCE.read_text())
# with every reduction off these have more schedules than a test should take
LONG = {"executor", "queue", "future", "barrier", "badBarrier", "condition", "rwLock", "stamped", "map", "latch"}


def races(case: str, **config: str) -> set[str]:
    """The fields and elements that race."""
    detector = {"listener": "gov.nasa.jpf.listener.PreciseRaceDetector", "search.multiple_errors": "true"}
    report = support.verify("RaceEdges", case, classes="listeners", **detector, **config)
    assert report.complete, report.statistics.constraints
    assert all(e.kind == "race" for e in report.errors), [e.message for e in report.errors]
    for e in report.errors:  # both accesses, with stacks
        assert len(re.findall(r"^  \S+ (?:reads|writes) at RaceEdges.java:\d+$", e.message, re.M)) == 2, e.message
        assert "$$Lambda" not in e.message  # as java hides these frames
        assert len(re.findall(r"^    at RaceEdges\.", e.message, re.M)) >= 2
    return {e.message.splitlines()[0].removeprefix("data race on ") for e in report.errors}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.slow
def test_planted_races_and_no_others(case: str) -> None:
    found = races(case)
    assert bool(found) == case.startswith("bad"), found


@pytest.mark.parametrize("case", [c for c in CASES if c not in LONG])
@pytest.mark.slow
def test_no_race_is_lost_to_reductions(case: str) -> None:
    assert races(case) == races(case, vm__por="false")


@pytest.mark.parametrize("case", [c for c in CASES if c.startswith("bad")])
@pytest.mark.slow
def test_races_in_other_searches(case: str) -> None:
    assert races(case, search__class=BFS) == races(case)
