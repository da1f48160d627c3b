"""Objects that threads make and hang into what is there: who may get hold of them is known by the places that refer to
them (csrc/state/reach.c)."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_nodes, support
from tests.support import BFS, seeds
from tests.test_random import outcome

SEEDS = seeds(12, 1500)
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


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_nodes.Program, SEEDS)})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_every_reduction_has_the_outcomes_of_none(seed: int) -> None:
    def explore(**extra: str) -> dict[str, object]:
        return support.explore(
            f"Nodes{seed}", classes(), search__multiple_errors="true", search__state_limit="60000", **extra
        )

    off = explore(vm__por="false")
    if not off["complete"]:
        pytest.skip("too large without reductions")
    for name, extra in SWITCHES.items():
        report = explore(**extra)
        assert report["complete"] and outcome(report) == outcome(off), name


KINDS = ("array", "linked", "deque", "tree", "hash", "heap", "chain")


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_thread_has_to_itself_costs_nothing(kind: str) -> None:
    """Each thread is a few states more; by reach there was no end with 8 threads."""
    few, many = (
        support.explore("OwnLists", support.compiled("por"), str(n), kind, search__class="dfs") for n in (8, 16)
    )
    assert few["complete"] and many["complete"]
    assert support.outcomes(few) == {"16"} and support.outcomes(many) == {"32"}
    assert few["statistics"]["states_new"] < 320
    assert many["statistics"]["states_new"] < 2.2 * few["statistics"]["states_new"]


@pytest.mark.parametrize("kind", KINDS)
def test_beside_a_lock_the_orders_of_the_lock_are_left(kind: str) -> None:
    """Which of the threads have had it: what they do before that comes in one order."""
    report = support.explore("OwnLists", support.compiled("por"), "6", kind, "lock", search__class="dfs")
    assert report["complete"] and support.outcomes(report) == {"18"}
    assert report["statistics"]["states_new"] < 700


def test_elements_of_main_s_arguments_are_nobody_s_business() -> None:
    """They have been there before main began, and nobody writes to them: OwnLists asks for its kind in each thread."""
    report = support.explore("OwnLists", support.compiled("por"), "12", "", search__class="dfs")
    assert report["complete"] and report["statistics"]["states_new"] < 200
