"""search.class=dpor of b-programs: each sequence of events is one execution."""

from __future__ import annotations

from typing import Any

import pytest

import jpfpy

from .bp_tables import random_table
from .support import DFS, compiled, default_jdk
from .test_bp_por import half_python, in_java, rows

DPOR = {"search.class": "dpor", "search.multiple_errors": True}
TREE = {"search.class": DFS, "vm.storage.class": "none", "search.multiple_errors": True}


def ends(report: jpfpy.Report) -> tuple[int, int]:
    """Maximal sequences of events, all and complete ones."""
    s = report.statistics
    assert s.executions_cut == 0
    return s.executions + s.executions_blocked, s.executions


@pytest.mark.parametrize("check", [in_java, half_python])
@pytest.mark.parametrize(("sizes", "sequences"), [((1, 2), 3), ((2, 2), 6), ((2, 2, 1), 30), ((2, 2, 2), 90)])
def test_each_sequence_is_one_execution(sizes: tuple[int, ...], sequences: int, check: Any) -> None:
    """B-threads that request so many events of their own: as many sequences as there are ways to merge theirs."""
    report = check(rows(*([(f"{'abc'[i]}{k}", "count") for k in range(n)] for i, n in enumerate(sizes))), **DPOR)
    assert report.ok and report.complete
    assert ends(report) == (sequences, sequences)


@pytest.mark.parametrize(("check", "seeds"), [(in_java, range(0, 60, 2)), (half_python, range(1, 40, 4))])
def test_random_programs_have_the_errors_and_sequences_of_depth_first(check: Any, seeds: Any) -> None:
    compared = 0
    for seed in seeds:
        given = random_table(seed, True, ())
        config = {"search.transition_limit": 300, "bp.hot": "none"}
        tree = check(given, **TREE, **config)
        if not tree.complete:
            continue
        report = check(given, **DPOR, **config)
        assert ends(report) == ends(tree), seed
        assert {(e.kind, e.message) for e in report.errors} == {(e.kind, e.message) for e in tree.errors}, seed
        for e in report.errors[:1]:
            again = check(given, replay=e.replay, **{"search.multiple_errors": True})
            assert e.kind in {x.kind for x in again.errors}, seed
        compared += 1
    assert compared > 2


@pytest.mark.parametrize(
    ("when", "unwanted", "found"),
    [("before", 0, True), ("before", 1, True), ("within", 0, True), ("within", 1, False)],
)
def test_a_thread_beside_the_b_threads(when: str, unwanted: int, found: bool) -> None:
    """With what it does the turns are dependent."""
    report = jpfpy.verify("Beside", when, str(unwanted), classpath=compiled("bp"), jdk=default_jdk(), search="dpor")
    assert [e.message for e in report.errors] == [f"java.lang.AssertionError: x is {unwanted}"] * found
    assert report.ok != found


def test_who_never_ends_is_not_said_to_have_no_errors() -> None:
    report = jpfpy.verify(
        "Features", "turns", classpath=compiled("bp"), jdk=default_jdk(), search="dpor",
        config={"search.depth_limit": 20},
    )  # fmt: skip
    assert report.result == "incomplete"
