"""Random programs about places: every reduction has the outcomes of the search without any."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_nodes, gen_places, support
from tests.support import BFS, seeds
from tests.test_random import outcome

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
    "dynamic": {"search__class": "dfs", "vm__por": "dynamic"},
    "fine": {"vm__por__library": "fine"},
}
PLACES, NODES = seeds(8, 1500), seeds(12, 1500)


def every_reduction_agrees(name: str, classes: Path) -> None:
    def explore(**extra: str) -> dict[str, object]:
        return support.explore(name, classes, search__multiple_errors="true", search__state_limit="60000", **extra)

    off = explore(vm__por="false")
    if not off["complete"]:
        pytest.skip("too large without reductions")
    for switch, extra in SWITCHES.items():
        report = explore(**extra)
        assert report["complete"] and outcome(report) == outcome(off), switch


@functools.cache
def places() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_places.Program, PLACES)})


@functools.cache
def nodes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_nodes.Program, NODES)})


@pytest.mark.parametrize("seed", PLACES)
@pytest.mark.slow
def test_programs_about_places(seed: int) -> None:
    every_reduction_agrees(f"Place{seed}", places())


@pytest.mark.parametrize("seed", NODES)
@pytest.mark.slow
def test_programs_about_what_threads_make_and_hang_into_what_is_there(seed: int) -> None:
    every_reduction_agrees(f"Nodes{seed}", nodes())
