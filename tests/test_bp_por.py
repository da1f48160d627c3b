"""Orders of independent events left out (`bp.por`): the verdicts stay what they are."""

from __future__ import annotations

from typing import Any

import pytest

from jpfpy import bp

from .bp_tables import FIGURES, random_table, table

SEARCHES = ["dfs", "bfs"]


def verdicts(program: bp.BProgram, por: bool, search: str) -> tuple[Any, Any]:
    report = program.verify(
        search=search, config={"search.multiple_errors": True, "bp.por": por, "bp.max_errors": 100_000}
    )
    counts: Any = report.raw["bp"]  # type: ignore[typeddict-item]
    assert report.complete
    messages = {e.message for e in report.errors if e.property in ("BadStateProperty", "NoUncaughtExceptionsProperty")}
    return (
        messages,
        counts["deadlock_states"],
        counts["hot_system_cycle"],
        counts["hot_bthread_cycles"],
        counts["hot_finite_runs"] > 0,
    ), report


@pytest.mark.parametrize("search", SEARCHES)
def test_random_programs(search: str) -> None:
    reduced = 0
    for seed in range(120):
        given = random_table(seed)
        whole, _ = verdicts(table(given), False, search)
        some, report = verdicts(table(given), True, search)
        if any(s["prune"] or "prune" in s["do"].values() for b in given["bthreads"] for s in b["steps"]):
            # where runs are cut off, how often a deadlock is met depends on the order
            whole, some = ((v[0], v[1] > 0, *v[2:]) for v in (whole, some))
        assert whole == some, seed
        reduced += report.raw["bp"]["reduced_states"] > 0
    assert reduced > 30


@pytest.mark.parametrize("name", FIGURES)
def test_known_figures(name: str) -> None:
    program = table(FIGURES[name]["program"])
    for search in SEARCHES:
        (whole, all_), (some, report) = (verdicts(program, por, search) for por in (False, True))
        assert whole == some
        assert report.statistics.transitions <= all_.statistics.transitions


def counters(n: int, k: int) -> bp.BProgram:
    def count(i: int) -> Any:
        for j in range(k):
            yield bp.sync(request=bp.Event(f"{i}.{j}"))

    return bp.BProgram([bp.BThread(count, name=f"c{i}", args=(i,)) for i in range(n)], epsilon=99.0)


@pytest.mark.parametrize("search", SEARCHES)
def test_independent_counters(search: str) -> None:
    """(k + 1) ** n states become a path, but for the prefixes seen before the b-threads were known."""
    whole = counters(3, 3).verify(search=search)
    some = counters(3, 3).verify(search=search, config={"bp.por": True})
    assert (whole.statistics.states_new, whole.statistics.transitions) == (64, 144)
    assert (some.statistics.states_new, some.statistics.transitions) == (10, 9)
    assert some.complete and some.ok
    assert some.raw["bp"]["reduced_states"] == 6  # type: ignore[typeddict-item]


def test_errors_replay() -> None:
    for seed in range(40):
        program = table(random_table(seed))
        for e in program.verify(config={"bp.por": True, "search.multiple_errors": True}).errors[:3]:
            again = program.verify(replay=e.replay, config={"search.multiple_errors": True})
            assert (e.kind, len(e.trace)) in {(x.kind, len(x.trace)) for x in again.errors}


def test_shared_data_is_no_independence() -> None:
    """Two b-threads without a common event that write one list: each order counts."""

    def build() -> bp.BProgram:
        seen: list[str] = []

        def write(name: str) -> Any:
            yield bp.sync(request=bp.Event(name))
            seen.append(name)
            assert seen != ["b", "a"], "b came first"

        return bp.BProgram([bp.BThread(write, name=n, args=(n,)) for n in "ab"], epsilon=9.0)

    assert build().verify().errors[0].message == build().verify(config={"bp.por": True}).errors[0].message


def test_where_it_has_no_part() -> None:
    """Fairness, labels, no matching and the chained epsilon: all events are tried."""
    options: list[dict[str, Any]] = [
        {"config": {"bp.por": True}, "fairness": bp.Fairness(weak=[bp.ALL])},
        {"config": {"bp.por": True, "bp.labels": True}},
        {"config": {"bp.por": True, "vm.storage.class": "none"}},
        {"config": {"bp.por": True, "bp.epsilon": "chain"}},
    ]
    for option in options:
        report = counters(2, 2).verify(**option)
        assert report.raw["bp"]["reduced_states"] == 0  # type: ignore[typeddict-item]
        assert report.ok
