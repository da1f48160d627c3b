"""Threads that join others one after the other: nobody's steps meet the joins but the threads' own ends
(csrc/search/por/persist.c, csrc/state/await.c)."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_awaits, gen_trees, programs, support
from tests.test_random import outcome

# Two that were wrong once: a state that was never seen, and engines of one search with too little room for what
# initializers made (1225 died of it).
FOUND = [1160, 1225]
SEEDS = [*FOUND, *support.seeds(14, 3000)]
SEARCHES = {
    "dfs": {"search__class": "dfs"},
    "bfs": {"search__class": support.BFS},
    "dynamic": {"search__class": "dfs", "vm__por": "dynamic"},
    "dpor": {"search__class": "dpor"},
    "no symmetry": {"vm__por__symmetry": "false"},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "two engines": {"search__threads": "2", "jpf__stress__join": "10"},
}


@pytest.mark.parametrize("how", ["array", "list", "static", "method", "backwards"])
def test_alike_threads_with_something_of_their_own_and_a_lock_grow_with_their_number(how: str) -> None:
    """Whoever joins them all is to come to what each has; it does so when the last one has ended."""
    few, many = (
        support.explore("AwaitOwn", support.compiled("por"), how, str(n), search__class="dfs") for n in (8, 16)
    )
    assert few["complete"] and many["complete"]
    assert support.outcomes(few) == {"8"} and support.outcomes(many) == {"16"}
    assert few["statistics"]["states_new"] < 250 and many["statistics"]["states_new"] < 700


LOOKS = ["between", "early", "other", "interrupt", "timed", "states", "nested", "written", "chain"]


@pytest.mark.parametrize("how", LOOKS)
def test_a_look_before_the_last_join_meets_those_who_are_still_running(how: str) -> None:
    """What is done between joins, or when one is broken off, is no part of them."""
    want = support.explore("AwaitLooks", support.compiled("por"), how, search__multiple_errors="true", vm__por="false")
    assert want["complete"] and len(support.outcomes(want)) > 1
    for name, config in SEARCHES.items():
        report = support.explore("AwaitLooks", support.compiled("por"), how, search__multiple_errors="true", **config)
        assert report["complete"] and outcome(report) == outcome(want), name


# States of threads that meet few others (Groups): how, number; as many transitions less what leads to known states.
GROUPS = {
    ("pairs", 8): 143,
    ("pairs", 16): 280,
    ("elements", 8): 229,
    ("elements", 16): 554,
    ("tree", 8): 61,
    ("tree", 16): 137,
    ("tree", 64): 610,
}


@pytest.mark.parametrize(("how", "n"), GROUPS)
def test_threads_that_meet_few_others_grow_with_their_number(how: str, n: int) -> None:
    """A set that sleeps as a whole does not let everybody in, nor does a thread's step that only who joins it may see:
    8 pairs with an element each had no end, a tree of 8 leaves 43,032 states."""
    for por in "true", "dynamic":
        report = support.explore("Groups", support.compiled("por"), how, str(n), search__class="dfs", vm__por=por)
        s = report["statistics"]
        assert report["complete"] and s["states_new"] <= GROUPS[how, n] and s["transitions"] < 1.2 * GROUPS[how, n]
        assert por == "dynamic" or s["states_new"] == GROUPS[how, n]
    # sleep sets leave transitions out, and hardly more states come of it than without them
    awake = support.explore(
        "Groups", support.compiled("por"), how, str(n), search__class="dfs", vm__por__sleep_sets="false"
    )
    assert awake["complete"] and 0.9 < awake["statistics"]["states_new"] / GROUPS[how, n] < 1.1


@functools.cache
def drawn() -> Path:
    made = [*map(gen_awaits.Program, SEEDS), *map(gen_trees.Program, SEEDS)]
    return support.compile_texts({f"{p.name}.java": p.java() for p in made})


@pytest.mark.slow
@pytest.mark.parametrize("family", ["awaits", "trees"])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_of_joins_keep_their_outcomes(family: str, seed: int) -> None:
    modes = (
        "off",
        "reduced",
        "reduced, breadth first",
        "dpor",
        "dynamic",
        "two threads",
        "no symmetry",
        "fine library",
    )
    wrong, _, whole = programs.check(programs.MADE[family](seed), drawn(), {m: programs.MODES[m] for m in modes})
    assert not wrong and whole > 1
