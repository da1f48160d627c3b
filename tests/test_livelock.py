"""What never ends: fair cycles of states, told in a note and an error with LivelockProperty; pools never shut down."""

from __future__ import annotations

import functools
import random
import re
from typing import Any

import pytest

import jpfpy
from tests import support

verify = functools.partial(support.verify, classes="livelock")

BFS = "BFSHeuristic"
SEARCHES: dict[str, dict[str, str]] = {
    "dfs": {},
    "bfs": {"search.class": BFS},
    "best": {"search.class": "RandomHeuristic"},
    "por off": {"vm.por": "false"},
    "bfs, por off": {"vm.por": "false", "search.class": BFS},
}
PROPERTY = {"search.properties+": "LivelockProperty"}
JDKS = sorted(support.jdks())


def livelock_notes(report: jpfpy.Report) -> list[str]:
    return [n for n in report.notes if "end: " in n or "ends: " in n]


@pytest.mark.parametrize("search", SEARCHES)
def test_two_threads_that_spin(search: str) -> None:
    for jdk in JDKS:
        report = verify("Endless", "spin", jdk=jdk, **SEARCHES[search])
        assert report.ok and report.statistics.end_states == 0
        assert livelock_notes(report) == ["note: never ends: 2 threads loop for ever at Endless.java:14"]
        report = verify("Endless", "spin", jdk=jdk, **SEARCHES[search], **PROPERTY)
        assert [(e.property, e.kind, e.message) for e in report.errors] == [
            ("LivelockProperty", "livelock", "never ends: 2 threads loop for ever at Endless.java:14")
        ]
        error = report.errors[0]
        assert {t.thread for t in error.trace} >= {"Thread-0", "Thread-1"}
        assert error.location is not None and error.location.line == 14
        again = verify("Endless", "spin", jdk=jdk, **SEARCHES[search], **PROPERTY, **{"jpf.replay": error.replay})
        assert [(e.message, e.replay, e.location) for e in again.errors] == [
            (error.message, error.replay, error.location)
        ]


@pytest.mark.parametrize("search", SEARCHES)
def test_on_some_paths(search: str) -> None:
    report = verify("Endless", "late", **SEARCHES[search])
    assert report.ok and report.statistics.end_states > 0
    assert livelock_notes(report) == ["note: never ends: 1 thread loops for ever at Endless.java:22 (other paths end)"]
    errors = verify("Endless", "late", **SEARCHES[search], **PROPERTY).errors
    assert [e.message for e in errors] == ["never ends: 1 thread loops for ever at Endless.java:22"]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_cycle_beside_a_thread_that_goes_its_own_way(search: str) -> None:
    """Fair only once the third thread has ended: each cycle needs a state where all threads are tried."""
    errors = verify("Endless", "aside", **SEARCHES[search], **PROPERTY).errors
    assert [e.kind for e in errors] == ["livelock"]


@pytest.mark.parametrize("search", SEARCHES)
def test_retries_that_may_fail_for_ever(search: str) -> None:
    """Two threads that take two locks in opposite orders and give up: fair, but they may also get through."""
    report = verify("Endless", "polite", **SEARCHES[search])
    assert report.ok and report.statistics.end_states > 0
    notes = livelock_notes(report)
    assert len(notes) == 1 and notes[0].startswith("note: may never end: 2 threads loop for ever at Endless.java:")
    errors = verify("Endless", "polite", **SEARCHES[search], **PROPERTY).errors
    assert [e.kind for e in errors] == ["livelock"]
    again = verify("Endless", "polite", **SEARCHES[search], **PROPERTY, **{"jpf.replay": errors[0].replay})
    assert [(e.message, e.replay) for e in again.errors] == [(errors[0].message, errors[0].replay)]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("kind", ["waits", "sleeps"])
def test_unfair_cycles_are_none(kind: str, search: str) -> None:
    """A thread that spins, or sleeps and looks again, until another one, which can move all the time, has moved."""
    report = verify("Endless", kind, **SEARCHES[search], **PROPERTY)
    assert report.ok and not livelock_notes(report)


def test_every_error() -> None:
    report = verify("Endless", "late", search__multiple_errors="true", **PROPERTY)
    assert report.errors and {e.kind for e in report.errors} == {"livelock"}


def test_what_it_cannot_serve() -> None:
    report = verify("Endless", "late", vm__storage__class="bitstate:20", **PROPERTY)
    assert report.result == "incomplete" and any("LivelockProperty" in c for c in report.statistics.constraints)


# --- against a model of the same programs ---


def fair_cycle(programs: list[list[str]]) -> bool:
    """Does the full graph of their interleavings have a strongly connected part in which every thread that can always
    move moves?"""
    Key = tuple[tuple[int, ...], tuple[int, ...]]
    start: Key = ((0,) * len(programs), (0, 0, 0))

    def step(state: Key, t: int) -> Key | None:
        pcs, cells = list(state[0]), list(state[1])
        while pcs[t] < len(programs[t]) and programs[t][pcs[t]][0] == "g":
            pcs[t] = int(programs[t][pcs[t]][1])
        if pcs[t] >= len(programs[t]):
            return None
        op = programs[t][pcs[t]]
        cell = int(op[1])
        if op[0] == "s":
            cells[cell] = int(op[2])
        elif op[0] == "w" and cells[cell] != int(op[2]) or op[0] == "c" and cells[cell] != 0:
            return tuple(pcs), tuple(cells)
        elif op[0] == "c":
            cells[cell] = 1
        pcs[t] += 1
        while pcs[t] < len(programs[t]) and programs[t][pcs[t]][0] == "g":
            pcs[t] = int(programs[t][pcs[t]][1])
        return tuple(pcs), tuple(cells)

    edges: dict[Key, dict[int, Key]] = {}
    todo = [start]
    while todo:
        x = todo.pop()
        if x in edges:
            continue
        edges[x] = {t: y for t in range(len(programs)) if (y := step(x, t)) is not None}
        todo += edges[x].values()
    reach: dict[Key, set[Key]] = {}
    for x in edges:
        seen: set[Key] = set()
        todo = list(edges[x].values())
        while todo:
            y = todo.pop()
            if y not in seen:
                seen.add(y)
                todo += edges[y].values()
        reach[x] = seen
    for x in edges:
        if x not in reach[x]:
            continue
        part = {y for y in reach[x] if x in reach[y]}
        ran = {t for y in part for t, z in edges[y].items() if z in part}
        always = set.intersection(*({*edges[y]} for y in part))
        if always <= ran:
            return True
    return False


def random_programs(seed: int) -> list[list[str]]:
    rnd = random.Random(seed)
    out = []
    for _ in range(rnd.choice((2, 2, 3))):
        ops = []
        for _ in range(rnd.randrange(1, 5)):
            kind, cell, value = rnd.choice("ssssswwc"), rnd.randrange(2), rnd.randrange(2)
            ops.append(f"{kind}{cell}" + (str(value) if kind != "c" else ""))
        if rnd.random() < 0.1:
            ops.append(f"g{rnd.randrange(len(ops))}")
        out.append(ops)
    return out


def test_same_answers_as_a_model() -> None:
    found = []
    for seed in range(40):
        programs = random_programs(seed)
        args = [",".join(ops) for ops in programs]
        want = fair_cycle(programs)
        found.append(want)
        for search, config in SEARCHES.items():
            report = verify("Loops", *args, **config, **PROPERTY)
            kinds = [e.kind for e in report.errors]
            assert kinds == (["livelock"] if want else []), (seed, args, search, report.result)
            if not want:
                assert report.ok
                continue
            error = report.errors[0]
            again = verify("Loops", *args, **config, **PROPERTY, **{"jpf.replay": error.replay})
            assert [(e.message, e.replay) for e in again.errors] == [(error.message, error.replay)], (args, search)
        notes = {search: bool(livelock_notes(verify("Loops", *args, **config))) for search, config in SEARCHES.items()}
        assert set(notes.values()) == {want}, args
    assert 8 < sum(found) < 36


# --- pools and timers that nobody ends ---


@pytest.mark.parametrize("search", ["dfs", "bfs"])
def test_pools_never_shut_down(search: str) -> None:
    source = (support.TESTS / "java" / "livelock" / "Forgotten.java").read_text().splitlines()
    tried = 0
    for number, line in enumerate(source, 1):
        match = re.search(r'case "(\w+)": .*// ((?:Executors\.|new ).*)', line)
        if not match:
            continue
        tried += 1
        for jdk in JDKS:
            report = verify("Forgotten", match[1], jdk=jdk, **SEARCHES[search])
            error = report.errors[0]
            what = "a timer was never cancelled" if "Timer" in match[2] else "a thread pool was never shut down"
            assert error.message == f"deadlock: {what}: {match[2]} at Forgotten.java:{number}"
            assert error.kind == "deadlock" and error.location is not None and error.location.line == number
            again = verify("Forgotten", match[1], jdk=jdk, **SEARCHES[search], **{"jpf.replay": error.replay})
            assert [e.message for e in again.errors] == [error.message]
    assert tried == 7


def test_several_pools_and_other_deadlocks() -> None:
    message = verify("Forgotten", "two").errors[0].message
    assert message.count("never shut down") == 1 and message.count("never cancelled") == 1
    busy = verify("Forgotten", "busy").errors[0]
    assert "never shut down" not in busy.message and "pool-1-thread-1" in busy.message
    waited = verify("Forgotten", "awaited").errors[0]
    assert "never shut down" not in waited.message and waited.thread == "main"


def test_daemons_end_with_the_program() -> None:
    assert verify("Forgotten", "daemons").ok


def test_console_names_the_line() -> None:
    text = str(verify("Forgotten", "fixed"))
    assert "deadlock: a thread pool was never shut down: Executors.newFixedThreadPool at Forgotten.java:" in text


# --- traces of fine steps ---


def library_steps(**config: str) -> list[Any]:
    report = verify("Forgotten", "map", **config)
    return [s for t in report.errors[0].trace for s in t.steps if s.class_name.startswith("java.util.concurrent.")]


def test_fine_steps_name_the_library_lines() -> None:
    fine = library_steps(vm__por__library="fine")
    assert any(s.class_name == "java.util.concurrent.ConcurrentHashMap" and s.line for s in fine)
    assert not library_steps()


def test_every_step_of_a_fine_trace_says_where() -> None:
    report = verify("Forgotten", "map", vm__por__library="fine")
    moves = [t for t in report.errors[0].trace[1:] if t.choice.id not in ("TERMINATE", "THREAD_RUN")]
    assert len(moves) > 10
    for t in moves:
        assert t.steps, t
