"""Concurrent maps are judged by the threads that come to their keys, however these come."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_maps, support
from tests.support import BFS, seeds
from tests.test_random import outcome

SEEDS = seeds(6, 800)
REACH = {"vm__por__places": "false"}  # who can reach a map
SWITCHES: dict[str, dict[str, str]] = {
    "dfs": {"search__class": "dfs"},
    "bfs": {"search__class": BFS},
    "dynamic": {"vm__por": "dynamic", "search__class": "dfs"},
    "dpor": {"search__class": "dpor"},
    "two threads": {"search__threads": "2", "jpf__stress__join": "10"},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "no sleep sets, no symmetry": {"vm__por__sleep_sets": "false", "vm__por__symmetry": "false"},
    "reach": REACH,
}
FINE: dict[str, dict[str, str]] = {"fine": {"vm__por__library": "fine"}, "off": {"vm__por": "false"}}
LIMITS = {"search__multiple_errors": "true", "search__state_limit": "15000", "search__transition_limit": "60000"}


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_maps.Program, SEEDS)})


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_with_maps(seed: int) -> None:
    searches = SWITCHES if gen_maps.Program(seed).ordered else SWITCHES | FINE
    reports = {name: support.explore(f"Maps{seed}", classes(), **LIMITS, **extra) for name, extra in searches.items()}
    whole = {name: outcome(r) for name, r in reports.items() if r["complete"]}
    if not whole:
        pytest.skip("too large for all of them")
    want = next(iter(whole.values()))
    assert all(o == want for o in whole.values()), whole
    for name, report in reports.items():
        outputs, deadlock, died = outcome(report)
        assert outputs <= want[0] and deadlock <= want[1] and died <= want[2], name
