"""Spaces without end: no thread is left out for ever, and the faults that are found without reductions are found with them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests import support
from tests.support import BFS, DFS, seeds

NOISE = ["local", "field", "atomic", "monitor", "lock", "choice", "static"]
FAULTS = ["busy", "turns", "stale", "between", "chosen", "steps"]
LENGTH = "2000"  # threads that never ask for anything else cost little
FEW = 8_000  # states in which the search without reductions is to find the fault


def search(*threads: str, states: int, kind: str, **extra: str) -> Any:
    limit = {"search__state_limit": str(states), "search__class": kind, "vm__max_transition_length": LENGTH}
    return support.explore("Endless", support.compiled("por"), *threads, **support.LARGE, **limit, **extra)


def found(report: Any) -> bool:
    return any(e["message"].endswith("fault") for e in report["errors"])


def lost(threads: list[str], kind: str) -> str:
    """Nothing, or what is found without reductions only. A few thousand states are what the bound costs."""
    off = search(*threads, states=FEW, kind=kind, vm__por="false")
    if not found(off):
        return ""
    states = 8_000 + 30 * off["statistics"]["states_new"]
    on = search(*threads, states=states, kind=kind)
    if not found(on):
        return f"{threads} {kind}: {off['statistics']['states_new']} states without reductions, not {states} with them"
    again = support.replay(
        "Endless", support.compiled("por"), on["errors"][0]["replay"], *threads, vm__max_transition_length=LENGTH
    )
    return "" if found(again) else f"{threads} {kind}: not replayed"


@pytest.mark.parametrize("seed", seeds(8, 300))
def test_faults_beside_endless_threads(seed: int) -> None:
    rng = random.Random(seed)
    threads = ["!" + rng.choice(FAULTS)] * 2
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        threads.insert(rng.randrange(len(threads) + 1), rng.choice(NOISE))
    kinds = [BFS, DFS, "Interleaving"]
    assert [why for kind in kinds if (why := lost(threads, kind))] == []


# Here a set without the faulty threads is the smallest one in every state from some state on.
POSTPONED = [
    (BFS, "!between !between local"),
    (BFS, "!stale !stale static"),
    (BFS, "!turns choice !turns . touch"),
    (DFS, "!steps local . touch"),
]


@pytest.mark.parametrize(("kind", "threads"), POSTPONED)
def test_postponed_threads_come_in(kind: str, threads: str) -> None:
    assert lost(threads.split(), kind) == ""


@pytest.mark.parametrize("kind", [DFS, BFS])
def test_the_bound_is_met_in_each_run(kind: str) -> None:
    """One thread counts for itself, the other one has six steps of two accesses each to its fault."""
    for bound in [2, 20, 200]:
        report = search("!steps", "local", ".", "touch", states=2_000, kind=kind, vm__por__max_reduced=str(bound))
        assert found(report) and report["statistics"]["max_depth"] <= 12 * 2 * (bound + 2)
        assert report["statistics"]["por_fair_states"] > 0 or bound > 2
    off = search("!steps", "local", ".", "touch", states=2_000, kind=kind, vm__por__max_reduced="1000000")
    assert not found(off) and off["statistics"]["por_fair_states"] == 0


@pytest.mark.parametrize("por", ["true", "dynamic"])
def test_the_bound_grows_with_the_threads_that_were_there(por: str) -> None:
    """Each thread above twelve makes it longer by a fiftieth. Threads that are started meanwhile do not, or there
    would be no end."""
    for bound in [2, 20, 200]:
        for noise in ["local"] * 19, ["starts"]:
            how = {"vm__por__max_reduced": str(bound), "vm__por": por}
            report = search("!steps", *noise, ".", "touch", states=10_000, kind=DFS, **how)
            assert found(report) and report["statistics"]["max_depth"] <= 12 * 2 * (2 * bound + 2) + 40, (bound, noise)


@pytest.mark.parametrize(("por", "how", "n"), [("true", "array", 60), ("dynamic", "array", 40), ("true", "list", 40)])
def test_a_row_in_which_each_thread_comes_up_once_is_not_broken_off(por: str, how: str, n: int) -> None:
    """Each of many threads has 20 states, one after the other, and main waits for all."""
    report = support.explore("AwaitOwn", support.compiled("por"), how, str(n), search__class=DFS, vm__por=por)
    assert report["complete"] and report["statistics"]["por_fair_states"] == 0
    assert report["statistics"]["states_new"] == 20 * n


def test_two_threads_that_count_and_a_flag() -> None:
    """The first transitions of a thread do not wait behind a chain of another one's."""
    report = search("!busy", "!busy", states=2_000, kind=BFS)
    assert found(report) and report["statistics"]["states_new"] < 300
