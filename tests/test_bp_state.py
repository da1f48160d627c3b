"""State identity of Python b-threads: each program is also run in every way there is, up to some depth, from scratch."""

from __future__ import annotations

import itertools
import random
import sys
import time
import types
from typing import Any

import pytest

from jpfpy import bp
from tests import bp_hidden
from tests.bp_programs import PROGRAMS, A, B, Programs


def build(make: Programs) -> bp.BProgram:
    made = make()
    return bp.BProgram([bp.BThread(f, name=f"t{i}", priority=float(i)) for i, f in enumerate(made)], epsilon=99.0)


def every_run(make: Programs, depth: int) -> tuple[set[str], bool]:
    """Messages of the exceptions met by runs of at most `depth` events; does every run end before?"""
    messages: set[str] = set()
    ends = True
    todo: list[tuple[int, ...]] = [()]
    while todo:
        script = todo.pop()
        sizes: list[int] = []

        def choose(events: Any, script: tuple[int, ...] = script, sizes: list[int] = sizes) -> int:
            i = len(sizes)
            sizes.append(len(events))
            return script[i] if i < len(script) else 0

        try:
            result = build(make).run("iter", choose=choose, steps=depth)
            ends = ends and not result.stopped
        except AssertionError as e:
            messages.add(str(e).partition("\n")[0])
        for i in range(len(script), len(sizes)):
            todo += [(*script, *[0] * (i - len(script)), k) for k in range(1, sizes[i])]
    return messages, ends


@pytest.mark.parametrize("search", ["dfs", "bfs"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_against_all_runs(name: str, search: str) -> None:
    make, depth = PROGRAMS[name]
    messages, _ = every_run(make, depth)
    assert messages, "a program of this kind has a bug"
    limit = {"search.multiple_errors": True, "search.depth_limit": depth, "bp.suppress_deadlock": True}
    report = build(make).verify(search="bfs", config=limit)  # breadth-first: a depth limit leaves out nothing above it
    found = {e.message.partition(": ")[2].partition("\n")[0] for e in report.errors}
    assert found == messages
    if search == "dfs":
        alone = build(make).verify(config={"search.depth_limit": depth, "bp.suppress_deadlock": True})
        assert alone.errors
    for note_ in report.statistics.constraints:
        assert "depth limit" in note_, note_


def verified(*functions: Any, **config: object) -> Any:
    threads = [bp.BThread(f, name=f"t{i}", priority=float(i)) for i, f in enumerate(functions)]
    return bp.BProgram(threads).verify(config=config)


def test_data_outside_is_put_back() -> None:
    log: list[int] = []

    def f() -> Any:
        while len(log) < 3:
            log.append(1)
            yield bp.sync(request=A)

    for _ in range(2):
        report = verified(f)
        assert report.ok and report.statistics.states_new == 4 and log == []


def test_modules_without_a_file_are_the_programs_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made = types.ModuleType("made")
    monkeypatch.setitem(sys.modules, "made", made)
    exec("class Count:\n    n = 0\n    @classmethod\n    def up(cls):\n        cls.n += 1", made.__dict__)

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            made.Count.up()
            assert made.Count.n < 3

    report = verified(f)
    assert not report.ok and len(report.errors[0].trace) == 3 and made.Count.n == 0


def test_data_outside_that_comes_back_closes_the_loop() -> None:
    on = [False]

    def f() -> Any:
        while True:
            on[0] = not on[0]
            yield bp.sync(request=A)

    assert verified(f).ok and verified(f).statistics.states_new == 2


def test_loops_over_generators_close() -> None:
    def two() -> Any:
        yield bp.sync(request=A)
        yield bp.sync(request=B)

    def f() -> Any:
        while True:
            yield from two()

    assert verified(f).ok and verified(f).statistics.states_new == 2


COUNT = itertools.count()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (lambda: random.random(), "random numbers"),
        (lambda: next(COUNT), "itertools.count"),
        (lambda: time.time(), "time.time"),
    ],
)
def test_what_is_no_function_of_the_events_is_told(source: Any, text: str) -> None:
    def f() -> Any:
        yield bp.sync(request=A)
        source()
        yield bp.sync(request=A)

    report = verified(f)
    assert not report.ok and report.result == "incomplete"
    assert any(text in c for c in report.statistics.constraints), report.statistics.constraints


def test_finally_of_a_dropped_generator_does_not_count() -> None:
    log: list[int] = []

    def f() -> Any:
        try:
            for _ in range(3):
                yield bp.sync(request=[[A, B]])
        finally:
            log.append(1)

    def g() -> Any:
        while True:
            yield bp.sync(wait_for=A)
            assert len(log) < 2

    report = verified(f, g, **{"bp.suppress_deadlock": True})
    assert report.ok and log == []


@pytest.mark.parametrize("name", bp_hidden.NAMES)
@pytest.mark.slow
def test_whatever_keeps_an_event_is_state(name: str) -> None:
    """Whichever event comes first: what its state keeps is not taken for what another one keeps."""
    for order in ([bp_hidden.A, bp_hidden.B], [bp_hidden.B, bp_hidden.A]):
        bp_hidden.ORDER[:] = order
        for search in ("dfs", "bfs"):
            threads = [bp.BThread(f, name=f"t{i}") for i, f in enumerate(bp_hidden.of(name))]
            report = bp.BProgram(threads).verify(search, {"search.multiple_errors": True})
            if name.partition(" ")[2] in bp_hidden.NOTED:
                assert report.statistics.constraints and not report.complete
            else:
                assert {e.message for e in report.errors} == {"AssertionError: b"}, (order, search)
                assert not report.statistics.constraints or name.partition(" ")[2] in bp_hidden.WIDE
