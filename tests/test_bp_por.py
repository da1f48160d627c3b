"""Orders of independent events left out (`bp.por`): the verdicts stay what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import jpfpy
from jpfpy import bp

from .bp_tables import FIGURES, random_table, table, table_text
from .support import BFS, DFS, NIGHTLY, compiled, default_jdk

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
@pytest.mark.slow
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
@pytest.mark.slow
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
    replayed = 0
    for seed in range(40):
        program = table(random_table(seed))
        for e in program.verify(config={"bp.por": True, "search.multiple_errors": True}).errors[:3]:
            again = program.verify(replay=e.replay, config={"search.multiple_errors": True})
            assert (e.kind, len(e.trace)) in {(x.kind, len(x.trace)) for x in again.errors}
            replayed += 1
    assert replayed > 20


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


# --- b-threads in the VM

MORE = ("count", "list", "list", "give", "take", "look")
Check = Callable[..., jpfpy.Report]


def in_java(given: dict[str, Any], **config: object) -> jpfpy.Report:
    return jpfpy.verify("Tables", table_text(given), classpath=compiled("bp"), jdk=default_jdk(), config=config,
                        replay=config.pop("replay", None))  # type: ignore[arg-type]  # fmt: skip


def half_python(given: dict[str, Any], **config: object) -> jpfpy.Report:
    """The first b-threads are Java's, the others Python's."""
    split = (len(given["bthreads"]) + 1) // 2
    text = table_text(given | {"bthreads": given["bthreads"][:split]})
    for plain, code in (("\n", "~"), ("\t", "^"), (" ", "_")):
        text = text.replace(plain, code)
    replay = config.pop("replay", None)
    program = bp.BProgram(table(given).given[split:], epsilon=given["epsilon"], java="Tables", args=[text],
                          classpath=compiled("bp"))  # fmt: skip
    return program.verify(config={"vm.jdk": default_jdk(), **config}, replay=replay)  # type: ignore[arg-type]


def found(report: jpfpy.Report, given: dict[str, Any]) -> tuple[Any, ...]:
    """Where runs are cut off, how often a deadlock is met depends on the order."""
    cut = any(s["prune"] or "prune" in s["do"].values() for b in given["bthreads"] for s in b["steps"])
    deadlocks = sum(e.kind == "deadlock" for e in report.errors)
    return report.complete, {(e.kind, e.message) for e in report.errors}, deadlocks > 0 if cut else deadlocks


def compare(seeds: Iterable[int], states: int) -> tuple[int, int]:
    """Programs compared; those of them where something was left out."""
    n = reduced = 0
    for seed in seeds:
        given = random_table(seed, True, MORE if seed % 2 else ())
        check: Check = half_python if seed % 3 == 2 else in_java
        config = {"search.multiple_errors": True, "search.class": (DFS, BFS)[seed // 2 % 2]}
        whole = check(given, **config, **{"search.state_limit": states})
        if not whole.complete:
            continue
        some = check(given, **config, **{"bp.por": True})
        assert found(whole, given) == found(some, given), seed
        n += 1
        reduced += some.statistics.transitions < whole.statistics.transitions
        for e in some.errors[:2]:
            again = check(given, replay=e.replay, **{"search.multiple_errors": True})
            assert (e.kind, len(e.trace)) in {(x.kind, len(x.trace)) for x in again.errors}, seed
    return n, reduced


def test_random_programs_in_the_vm() -> None:
    n, reduced = compare([3, 5004, 5014, 5028, 5029, 5036, 5054, 5075, 5085, 5091, 5099, 5110, 5117], 150)
    assert n > 10 and reduced > 8


@pytest.mark.skipif(not NIGHTLY, reason="JPFPY_NIGHTLY=1")
def test_many_random_programs_in_the_vm() -> None:
    n, reduced = compare(range(2000, 3000), 300)
    assert n > 500 and reduced > 100


@pytest.mark.parametrize("search", [DFS, BFS])
def test_philosophers_in_the_vm(search: str) -> None:
    """728 states and 2910 edges."""
    report = in_java(
        FIGURES["phils6"]["program"], **{"search.class": search, "search.multiple_errors": True, "bp.por": True}
    )
    assert [e.kind for e in report.errors] == ["deadlock"]
    assert (report.statistics.states_new, report.statistics.transitions) == (345, 786)


def rows(*scripts: list[tuple[str, str]]) -> dict[str, Any]:
    """Each b-thread requests events of its own in turn, and does something after each."""
    bthreads = []
    for i, script in enumerate(scripts):
        steps = [{"request": [e], "next": {"*": k + 1}, "do": {e: act}} for k, (e, act) in enumerate(script)]
        bthreads.append({"name": f"b{i}", "priority": 1.0 + i, "start": 0, "steps": steps})
    return {"epsilon": 99.0, "bthreads": bthreads}


@pytest.mark.parametrize(
    ("scripts", "errors", "edges"),
    [
        # nothing in common: one order will do
        (([("a", "count"), ("b", "count")], [("c", "count"), ("d", "list")]), [], (12, 4)),
        # an object made on the way, which another b-thread looks at: after its second element, before it is taken back
        (([("a", "list"), ("b", "give"), ("c", "list"), ("d", "clear")], [("e", "look")]), ["a given list of two"], (13, 13)),
        # the same words, but an object for each
        (([("a", "list"), ("b", "list")], [("c", "list"), ("d", "list")]), [], (12, 4)),
    ],
)  # fmt: skip
def test_data_in_common(scripts: Any, errors: list[str], edges: tuple[int, int]) -> None:
    config = {"search.multiple_errors": True}
    whole, some = (in_java(rows(*scripts), **config, **{"bp.por": por}) for por in (False, True))
    assert (
        {e.message.split(": ")[-1] for e in whole.errors}
        == {e.message.split(": ")[-1] for e in some.errors}
        == set(errors)
    )
    assert (whole.statistics.transitions, some.statistics.transitions) == edges


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("alarm",), "alarms"),
        (("fair", "sometimes", "strong", "b"), "fairness"),
        (("choices",), "choices"),
        (("sets",), ""),
    ],
)
def test_why_nothing_is_left_out(args: tuple[str, ...], why: str) -> None:
    report = jpfpy.verify("Features", *args, classpath=compiled("bp"), jdk=default_jdk(), config={"bp.por": True})
    said = report.raw["bp"]["not_reduced"] or ""
    assert why in said and (not said or any(said in w for w in report.statistics.warnings))
    whole = jpfpy.verify("Features", *args, classpath=compiled("bp"), jdk=default_jdk())
    assert [e.message for e in report.errors] == [e.message for e in whole.errors]
