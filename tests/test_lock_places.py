"""Locks of java.util.concurrent are judged by the threads that come to them, however these come."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from tests import gen_locks, support
from tests.support import BFS, seeds
from tests.test_random import outcome

REACH = {"vm__por__places": "false"}  # who can reach a lock
# how locks are kept, and which: transitions of 4 and of 6 threads. By reach they were 2,938 and 105,395 with "ordered".
COUNTS = {
    "ordered": (285, 1137),
    "round": (249, 903),
    "fair": (285, 1137),
    "subclass": (285, 1137),
    "map": (285, 1137),
    "list": (285, 1137),
    "half": (331, 1224),
    "readers": (304, 1005),
    "late": (28, 40),
    "try": (820, None),
    "semaphores": (285, 1137),
    "latches": (20, 32),
    "stamped": (3152, None),
}
CONDITIONS = (62, 97)


def explore(*args: str, **extra: str) -> dict[str, Any]:
    return support.explore("Locks", support.compiled("por"), *args, search__multiple_errors="true", **extra)


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("how", [*COUNTS, "conditions"])
def test_only_those_who_come_to_a_lock_count(how: str, release: int) -> None:
    for n, transitions in zip((4, 6), COUNTS.get(how) or CONDITIONS, strict=True):
        if transitions is None:
            continue
        report = explore(how, str(n), search__class="dfs", jdk=support.jdks()[release])
        assert report["complete"] and report["statistics"]["transitions"] == transitions, n
        assert [e["kind"] for e in report["errors"]] == ["deadlock"] * (how == "round")


@pytest.mark.parametrize("how", [*COUNTS, "conditions"])
def test_all_searches_agree_about_locks(how: str) -> None:
    want = outcome(explore(how, "3", **REACH))
    for extra in ({"search__class": BFS}, {"vm__por": "dynamic", "search__class": "dfs"}, {"search__threads": "2"}):
        report = explore(how, "3", **extra)
        assert report["complete"] and outcome(report) == want, extra


def test_a_deadlock_of_locks_is_found_and_replays() -> None:
    report = support.explore("Locks", support.compiled("por"), "round", "5")
    (error,) = report["errors"]
    again = support.replay("Locks", support.compiled("por"), error["replay"], "round", "5")
    assert [e["kind"] for e in again["errors"]] == [error["kind"]] == ["deadlock"]


# `come` of Comers.java, and how many outcomes there are
COMERS = {
    "plain": 4,
    "reference": 4,
    "reflection": 4,
    "future": 4,
    "list": 4,
    "late": 4,
    "owner": 10,
    "queued": 5,
    "text": 9,
    "held": 9,
    "blocker": 3,
    "waiting": 4,
    "signal": 2,
    "reader": 4,
    "readers": 9,
    "permits": 7,
    "drain": 9,
    "gate": 3,
    "view": 4,
    "stamp": 9,
    "monitor": 9,
    "own": 4,
    "unpark": 2,
    "interrupt": 5,
    "complete": 2,
    "task": 2,
    "try": 7,
    "limit": 7,
    "swap": 4,
}


@pytest.mark.parametrize("how", COMERS)
def test_whoever_comes_to_a_lock_by_whatever_way_is_known(how: str) -> None:
    """Without places, or without reductions where that ends, there are as many outcomes."""
    classes = support.compiled("por")
    variants: dict[str, dict[str, str]] = {
        "dfs": {"search__class": "dfs"},
        "bfs": {"search__class": BFS},
        "dynamic": {"vm__por": "dynamic", "search__class": "dfs"},
        "plain": {"vm__por__sleep_sets": "false", "vm__por__symmetry": "false", "search__class": "dfs"},
        "reach": REACH,
        "off": {"vm__por": "false", "search__state_limit": "3000"},
    }
    found = {}
    for name, extra in variants.items():
        report = support.explore("Comers", classes, how, search__multiple_errors="true", **extra)
        assert report["complete"] or name == "off"
        if report["complete"]:
            found[name] = outcome(report)
            assert len(support.outcomes(report)) == COMERS[how], name
    assert all(o == found["reach"] for o in found.values()), found


SEEDS = seeds(6, 800)
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
LIMITS = {"search__multiple_errors": "true", "search__state_limit": "15000", "search__transition_limit": "60000"}


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_locks.Program, SEEDS)})


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_with_many_locks(seed: int) -> None:
    reports = {
        name: support.explore(f"Locks{seed}", classes(), **LIMITS, **extra)
        for name, extra in ({"off": {"vm__por": "false"}} | SWITCHES).items()
    }
    whole = {name: outcome(r) for name, r in reports.items() if r["complete"]}
    if not whole:
        pytest.skip("too large for all of them")
    want = next(iter(whole.values()))
    assert all(o == want for o in whole.values()), whole
    for name, report in reports.items():
        outputs, deadlock, died = outcome(report)
        assert outputs <= want[0] and deadlock <= want[1] and died <= want[2], name
