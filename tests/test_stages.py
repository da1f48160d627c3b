"""Stages of a CompletableFuture: who completes one and who registers at it run dependents for one another."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_stages, support
from tests.support import BFS, seeds
from tests.test_random import outcome

SEEDS = seeds(8, 400)
SWITCHES: dict[str, dict[str, str]] = {
    "dfs": {"search__class": "dfs"},
    "bfs": {"search__class": BFS},
    "dynamic": {"vm__por": "dynamic", "search__class": "dfs"},
    "dpor": {"search__class": "dpor"},
    "nothing left out": {"vm__por__sleep_sets": "false", "vm__por__persistent": "false", "vm__por__symmetry": "false"},
    "fine": {"vm__por__library": "fine"},
    "off": {"vm__por": "false"},
}
LIMITS = {"search__multiple_errors": "true", "search__state_limit": "30000", "search__transition_limit": "60000"}


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_stages.Program, SEEDS)})


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_with_stages(seed: int) -> None:
    reports = {n: support.explore(f"Stages{seed}", classes(), **LIMITS, **extra) for n, extra in SWITCHES.items()}
    whole = {n: outcome(r) for n, r in reports.items() if r["complete"]}
    if not whole:
        pytest.skip("too large for all of them")
    want = next(iter(whole.values()))
    assert all(o == want for o in whole.values()), whole
    for n, report in reports.items():
        outputs, deadlock, died = outcome(report)
        assert outputs <= want[0] and deadlock <= want[1] and died <= want[2], n
