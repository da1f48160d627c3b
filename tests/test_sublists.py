"""vm.por.atomic_methods: a part of the listed methods (csrc/classes/jdk/steps.def) has the outcomes of the whole list.

A method that is taken out is no step any more; it ends, splits and tells all the same what others take for one step. Each
program says its outcomes, which test_steps.py and test_juc.py compare with fine steps."""

from __future__ import annotations

import functools
import random
import re

import pytest

from tests import support, tables_step_calls, test_step_pairs, test_steps
from tests.support import NIGHTLY, SEED

ROWS = re.compile(r"(?m)^LIB\w+\((?:\d+, \d+, )?\"([^\"]+)\",\s*(?:\w+,\s*)?((?:\"[^\"]*\"\s*)+)\)")
SEEDS = range(SEED, SEED + (200 if NIGHTLY else 4))


@functools.cache
def methods() -> tuple[str, ...]:
    """Class.method of all rows but those that stand for all methods, or for several classes."""
    found = set()
    for cls, names in ROWS.findall(test_step_pairs.TABLE.read_text()):
        for name in " ".join(re.findall(r"\"([^\"]*)\"", names)).split():
            if "*" not in cls + name:
                found.add(f"{cls.replace('/', '.')}.{name.split('(')[0]}")
    assert len(found) > 400
    return tuple(sorted(found))


def sublist(seed: str) -> str:
    """Some classes are out, and some methods of others."""
    r = random.Random(seed)
    kept = r.choice((0.3, 0.5, 0.8, 0.9, 0.95))
    out = {c for c in sorted({m.rsplit(".", 1)[0] for m in methods()}) if r.random() < 0.1}
    return ",".join(m for m in methods() if r.random() < kept and m.rsplit(".", 1)[0] not in out)


def wrong(folder: str, name: str, jdk: int, want: set[str], listed: str, limit: str = "10000") -> set[str]:
    """Outcomes that the list loses or adds; a search that its limit cuts off can only add."""
    report = support.explore(
        name,
        support.compiled(folder),
        jdk=support.jdks()[jdk],
        search__state_limit=limit,
        vm__por__atomic_methods=listed,
    )
    found = {x if x.strip() else "" for x in support.outcomes(report)}
    return found ^ want if report["complete"] else found - want


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_a_part_of_the_list_has_its_outcomes(seed: int, jdk: int) -> None:
    bad = {}
    for name in test_steps.PROGRAMS:
        if lost := wrong("steps", name, jdk, test_steps.expected(name, jdk), sublist(f"{name} {seed}")):
            bad[name] = lost
    assert not bad


# The one method that is out, and a program that shows what it did beside being a step.
ALONE = [
    ("steps", "MapCountTwo", "java.util.concurrent.ConcurrentHashMap.addCount"),  # splits a call
    ("steps", "MapIterate", "java.util.concurrent.ConcurrentHashMap.initTable"),
    ("pools", "CancelledInPool", "java.util.concurrent.FutureTask.run"),  # within the worker's step
    ("steps", "ForkJoinActive", "java.util.concurrent.ForkJoinPool.getActiveThreadCount"),  # reads QUIET fields
]


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.parametrize(("folder", "name", "method"), ALONE)
def test_who_is_out_ends_the_calls_of_others(folder: str, name: str, method: str, jdk: int) -> None:
    assert method in methods()
    want = set((support.header(support.TESTS / "java" / folder / f"{name}.java", "outcomes") or "").split("|"))
    assert not wrong(folder, name, jdk, want, ",".join(m for m in methods() if m != method))


@pytest.mark.skipif(not NIGHTLY, reason="some hundred thousand states")
def test_workers_are_steps_and_their_pool_is_not() -> None:
    path = support.TESTS / "java" / "pools" / "EndOfWorkers.java"
    want = set((support.header(path, "outcomes") or "").split("|"))
    assert not wrong(
        "pools", "EndOfWorkers", 17, want, dict(tables_step_calls.PARTS)["vm.por.atomic_methods"], "3000000"
    )
