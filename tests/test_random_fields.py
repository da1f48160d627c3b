"""Random programs about fields and locks: each switch of the assumptions has the outcomes of the search without any
reduction, and the race detector finds the same races."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_fields, support
from tests.support import BFS, NIGHTLY, seeds
from tests.test_random import outcome

SEEDS = seeds(6, 400)
ONLY_LOCKS = {"vm__por__write_once": "false", "vm__por__one_thread": "false", "vm__por__sync_detection__threshold": "1"}
SWITCHES: dict[str, dict[str, str]] = {
    "all": {},
    "scheduling points only": {"vm__por__persistent": "false", "vm__por__sleep_sets": "false"},
    "no write once": {"vm__por__write_once": "false"},
    "no one thread": {"vm__por__one_thread": "false"},
    "no locks": {"vm__por__sync_detection": "false"},
    "only write once": {"vm__por__one_thread": "false", "vm__por__sync_detection": "false"},
    "only one thread": {"vm__por__write_once": "false", "vm__por__sync_detection": "false"},
    "only locks": ONLY_LOCKS,
    "aggressive": {**ONLY_LOCKS, "vm__por__sync_detection__aggressive": "true"},
    "no finals": {"vm__shared__skip_finals": "false"},
    "constructed finals": {"vm__shared__skip_finals": "false", "vm__shared__skip_constructed_finals": "true"},
    "no static finals": {"vm__shared__skip_static_finals": "false"},
    "included": {"vm__por__include_fields": "*Box.*"},
    "bfs": {"search__class": BFS},
    "bfs, only locks": {**ONLY_LOCKS, "search__class": BFS},
}


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_fields.Program, SEEDS)})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_every_switch_has_the_outcomes_of_none(seed: int) -> None:
    def explore(**extra: str) -> dict[str, object]:
        return support.explore(
            f"Field{seed}", classes(), search__multiple_errors="true", search__state_limit="120000", **extra
        )

    off = explore(vm__por="false")
    if not off["complete"] and NIGHTLY:
        pytest.skip("too large without reductions")
    assert off["complete"]
    want = outcome(off)
    for name, extra in SWITCHES.items():
        report = explore(**extra)
        assert report["complete"] and outcome(report) == want, name
    fast = explore(vm__por__sync_detection="fast", **ONLY_LOCKS)
    found = outcome(fast)
    assert found[0] and found[0] <= want[0] and (not fast["complete"] or found == want)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_race_is_lost(seed: int) -> None:
    def races(**extra: str) -> set[str] | None:
        limits = {"search__multiple_errors": "true", "search__state_limit": "60000", **extra}
        report = support.verify(f"Field{seed}", classes=classes(), listener="PreciseRaceDetector", **limits)
        assert report.complete or NIGHTLY
        return {e.message.splitlines()[0] for e in report.errors if e.kind == "race"} if report.complete else None

    off = races(vm__por="false")
    for extra in ({}, ONLY_LOCKS, {"search__class": BFS}):
        on = races(**extra)
        assert on == off or on is None or off is None, extra
