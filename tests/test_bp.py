"""Behavioral programming: the figures of two independent implementations, in both languages; soundness; messages."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

import jpfpy
from jpfpy import bp

from .bp_tables import FIGURES, random_table, table, table_text
from .support import BFS, DFS, ROOT, compiled, default_jdk

ALL_ERRORS = {"search.multiple_errors": True}


@pytest.mark.parametrize("search", ["dfs", "bfs"])
@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.slow
def test_python_figures(name: str, search: str) -> None:
    program, want = table(FIGURES[name]["program"]), FIGURES[name]["expected"]
    report = program.verify(search=search, config=ALL_ERRORS)
    got: Any = report.raw["bp"]  # type: ignore[typeddict-item]
    assert (report.statistics.states_new, report.statistics.transitions) == (want["states"], want["edges"])
    for key in (
        "deadlock_states",
        "bad_states",
        "first_choices",
        "hot_system_cycle",
        "hot_bthread_cycles",
        "hot_finite_runs",
    ):
        assert got[key] == want[key], key
    if search == "bfs":
        assert report.statistics.max_depth == want["depth"]
    elif want["traces"] is not None:
        quiet = {**ALL_ERRORS, "vm.storage.class": "none", "bp.suppress_deadlock": True, "bp.max_errors": 1}
        assert program.verify(config=quiet).statistics.end_states == want["traces"]


@pytest.mark.parametrize("search", [DFS, BFS, "RandomHeuristic", "iddfs", "tests.test_python_searches:JPFsDepthFirst"])
@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.slow
def test_java_figures(name: str, search: str) -> None:
    want = FIGURES[name]["expected"]
    many = want["deadlock_states"] > 100  # each error's trace is executed again: too long for a test
    config = {**ALL_ERRORS, "bp.suppress_deadlock": many}
    report = jpfpy.verify("Tables", table_text(FIGURES[name]["program"]), classpath=compiled("bp"), jdk=default_jdk(),
                          search=search, config=config)  # fmt: skip
    assert report.statistics.states_new == want["states"]
    assert report.statistics.transitions == want["edges"] or search == "iddfs"  # which makes them again
    assert not report.statistics.constraints
    if not many:
        assert sum(e.kind == "deadlock" for e in report.errors) == want["deadlock_states"]
    assert sum(e.property == "BadStateProperty" for e in report.errors) == want["bad_states"]
    cycles = [e.message for e in report.errors if e.kind == "livelock"]
    assert ("the system can stay hot for ever" in cycles) == want["hot_system_cycle"]
    assert [m.split()[1] for m in cycles if m.startswith("b-thread")] == want["hot_bthread_cycles"]
    assert (
        sum(e.kind == "property" and e.property == "HotStateProperty" for e in report.errors) == want["hot_finite_runs"]
    )


@pytest.mark.parametrize("seed", [0, 3, 4, 8, 11, 12])
def test_events_equal_by_equals_are_one_event(seed: int) -> None:
    """Selection then asks the program's own code; the states are the same."""
    t = random_table(seed, extras=False)
    want = table(t).verify(config=ALL_ERRORS).statistics
    for kind in ("same", "equal"):
        report = jpfpy.verify("Tables", table_text(t), kind, classpath=compiled("bp"), jdk=default_jdk(),
                              config={**ALL_ERRORS, "vm.max_transition_length": 10**8})  # fmt: skip
        assert (report.statistics.states_new, report.statistics.transitions) == (want.states_new, want.transitions)


@pytest.mark.parametrize(
    ("rule", "priorities", "figures"),
    [
        ("", (1.0, 1.6, 2.2), (6, 7, 3)),
        ("chain", (1.0, 1.6, 2.2), (8, 11, 5)),
        ("", (1.0, 2.0, 3.0), (6, 7, 3)),
        ("strict", (1.0, 2.0, 3.0), (4, 3, 1)),
        ("strict,chain", (1.0, 1.6, 2.2), (8, 11, 5)),
        ("strict,chain", (1.0, 2.0, 3.0), (4, 3, 1)),
    ],
)
def test_epsilon(rule: str, priorities: tuple[float, ...], figures: tuple[int, int, int]) -> None:
    rows = [
        dict(name=f"B{i}", priority=p, start=0, steps=[dict(request=[f"e{i}"], next={"*": 1}), {}])
        for i, p in enumerate(priorities)
    ]
    t = dict(epsilon=1.0, bthreads=rows)
    config = {"bp.suppress_deadlock": True, "bp.epsilon": rule}
    report = table(t).verify(config=config)
    assert (report.statistics.states_new, report.statistics.transitions) == figures[:2]
    assert table(t).verify(config={**config, "vm.storage.class": "none"}).statistics.end_states == figures[2]
    java = jpfpy.verify("Tables", table_text(t), classpath=compiled("bp"), jdk=default_jdk(), config=config)
    assert (java.statistics.states_new, java.statistics.transitions) == figures[:2]


def test_documented_epsilon_example() -> None:
    rows = [
        dict(name=f"B{i}", priority=round(7 + i / 1000, 3), start=0, steps=[dict(request=[f"e{i}"], next={"*": 1}), {}])
        for i in range(1, 49)
    ]
    program = table(dict(epsilon=1.0, bthreads=rows))
    report = program.verify(config={"search.depth_limit": 1})
    assert report.raw["bp"]["first_choices"] == [f"e{i}" for i in range(1, 49)]  # type: ignore[typeddict-item]
    assert not report.ok  # a limit was met
    # less than epsilon: the same here; with chains too, for each is 0.001 from the one before
    for rule in ("strict", "chain", "strict,chain"):
        report = program.verify(config={"search.depth_limit": 1, "bp.epsilon": rule})
        assert len(report.raw["bp"]["first_choices"]) == 48  # type: ignore[typeddict-item]
    java = jpfpy.verify("Tables", table_text(dict(epsilon=1.0, bthreads=rows)), classpath=compiled("bp"),
                        jdk=default_jdk())  # fmt: skip
    first = next(t.choice for t in java.errors[0].trace if t.choice.id == "bSync")  # all park in the end: a deadlock
    assert first.total == 48


A, B = bp.Event("a"), bp.Event("b")


def one(function: Any, *others: Any, **config: object) -> Any:
    threads = [bp.BThread(f, priority=float(i)) for i, f in enumerate((function, *others), 1)]
    return bp.BProgram(threads).verify(config=config)


def test_code_position_is_state() -> None:
    def twice() -> Any:
        yield bp.sync(request=A)
        yield bp.sync(request=A)
        raise AssertionError("found")

    report = one(twice)
    assert report.errors[0].kind == "uncaught_exception" and "found" in report.errors[0].message
    assert [t.choice.value for t in report.errors[0].trace] == ["a", "a"]


def test_loop_iterator_is_state() -> None:
    def loop() -> Any:
        for x in (A, A):
            yield bp.sync(request=x)
        raise AssertionError("found")

    assert one(loop).errors[0].exception == "AssertionError"


def test_loop_in_a_loop_closes() -> None:
    def endless() -> Any:
        while True:
            for x in (A, B, A):
                yield bp.sync(request=x)

    report = one(endless)
    assert report.ok and report.statistics.states_new == 3


def test_closures_that_change() -> None:
    n = 0

    def counting() -> Any:
        nonlocal n
        while n < 3:
            n += 1
            yield bp.sync(request=A)
        raise AssertionError("three")

    report = one(counting)
    assert report.errors and len(report.errors[0].trace) == 3


def test_yield_from_and_with() -> None:
    def inner() -> Any:
        yield bp.sync(request=A)
        yield bp.sync(request=A)

    def outer() -> Any:
        yield from inner()
        raise AssertionError

    assert one(outer).errors


def test_mutable_locals_are_values() -> None:
    def queue() -> Any:
        q = [1, 2, 3]
        while q:
            yield bp.sync(request=A)
            q.pop()
        raise AssertionError("empty")

    assert len(one(queue).errors[0].trace) == 3


def test_ends_and_deadlocks() -> None:
    def done() -> Any:
        yield bp.sync(request=A)

    def parked() -> Any:
        yield bp.sync(wait_for=A)
        yield bp.sync()

    assert one(done).ok
    assert one(done, parked).errors[0].kind == "deadlock"
    assert one(done, parked, **{"bp.suppress_deadlock": True}).ok


def test_replay_and_lanes() -> None:
    program = table(FIGURES["phils3"]["program"])
    error = program.verify().errors[0]
    again = program.verify(replay=error.replay)
    assert [e.kind for e in again.errors] == ["deadlock"]
    assert [t.choice.value for t in again.errors[0].trace] == [t.choice.value for t in error.trace]
    assert "requests upR0" in bp.view(again.errors[0])
    last = bp.view(error).split(f"{len(error.trace) + 1}: no event can be selected\n")[1]
    assert {line.split()[0] for line in last.splitlines()} == {lane.bthread for lane in error.lanes}
    assert "requests" in last and "blocks" in last and "*" not in last
    with pytest.raises(jpfpy.JPFError):
        program.verify(replay="b1:00000000:0")


def test_fairness() -> None:
    t = FIGURES["hot_bthread"]["program"]  # A stays hot with a; b can always happen
    c = bp.Event("c")
    assert table(t).verify(fairness=bp.Fairness(unconditional=[c])).ok
    assert not table(t).verify(fairness=bp.Fairness(weak=[bp.Event("b")])).ok


def test_prune() -> None:
    def f() -> Any:
        event = yield bp.sync(request=[[A, B]])
        if event == B:
            raise bp.Prune
        yield bp.sync(request=A, prune_at_next=True)
        raise AssertionError

    report = one(f)
    assert report.ok and report.statistics.states_new == 2


@pytest.mark.parametrize("search", ["dfs", "bfs"])
@pytest.mark.parametrize("storage", ["exact", "JenkinsStateSet"])
def test_storages_agree(search: str, storage: str) -> None:
    report = table(FIGURES["phils4"]["program"]).verify(search, {**ALL_ERRORS, "vm.storage.class": storage})
    assert report.statistics.states_new == 80


def test_labels_are_checked() -> None:
    def f() -> Any:
        yield bp.sync(request=A, label="same")
        yield bp.sync(request=B, label="same")

    report = one(f, **{"bp.labels": True})
    assert not report.ok and "labels" in report.statistics.constraints[0]


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"bp_{name}", ROOT / "examples" / "bp" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("python", "java", "args", "states", "edges"),
    [
        (lambda: example("hotcold").program(True), "HotCold.java", ("mix",), 7, 6),
        (lambda: example("philosophers").program(6, True), "Philosophers.java", ("6", "left"), 728, 2910),
        (lambda: example("maze").program(10), "Maze.java", ("10",), 102, 360),
        (lambda: example("tictactoe").program(), "TicTacToe.java", (), 5478, 16167),
    ],
)
def test_examples_in_both_languages(python: Any, java: str, args: tuple[str, ...], states: int, edges: int) -> None:
    config = {"bp.suppress_deadlock": True}
    for report in (
        python().verify(config=config),
        jpfpy.verify(ROOT / "examples" / "bp" / java, *args, jdk=default_jdk(), config=config),
    ):
        assert report.ok, report.errors or report.statistics.constraints
        assert (report.statistics.states_new, report.statistics.transitions) == (states, edges)
