"""Random programs about places: every reduction has the outcomes of the search without any."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_places, support
from tests.support import BFS, seeds
from tests.test_random import outcome

SEEDS = seeds(8, 1500)
SWITCHES: dict[str, dict[str, str]] = {
    "all": {},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "no symmetry, no assumptions": {
        "vm__por__symmetry": "false",
        "vm__por__write_once": "false",
        "vm__por__one_thread": "false",
        "vm__por__sync_detection": "false",
    },
    "bfs": {"search__class": BFS},
    "fine": {"vm__por__library": "fine"},
}


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_places.Program, SEEDS)})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_every_reduction_has_the_outcomes_of_none(seed: int) -> None:
    def explore(**extra: str) -> dict[str, object]:
        return support.explore(
            f"Place{seed}", classes(), search__multiple_errors="true", search__state_limit="60000", **extra
        )

    off = explore(vm__por="false")
    if not off["complete"]:
        pytest.skip("too large without reductions")
    for name, extra in SWITCHES.items():
        report = explore(**extra)
        assert report["complete"] and outcome(report) == outcome(off), name
