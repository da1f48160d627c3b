"""Heuristics in Python: what they are told, the order they make, and what becomes of wrong answers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, JPF, PACKAGE


def verify(name: str, **extra: Any) -> jpfpy.Report:
    return support.verify(name, classes=support.compiled("conc"), **extra)


class Blocked(jpfpy.Heuristic):
    """MostBlocked once more."""

    def evaluate(self, state: jpfpy.Candidate) -> float:
        return 10000 - state.blocked


class BlockedMany(jpfpy.Heuristic):
    batch = 1

    def evaluate_many(self, states: jpfpy.Candidates) -> list[int]:
        return [10000 - (a - r) for a, r in zip(states.column("threads"), states.column("runnable"), strict=True)]


class Depth(jpfpy.Heuristic):
    def __init__(self) -> None:
        self.calls = self.states = 0

    def evaluate_many(self, states: jpfpy.Candidates) -> list[int]:
        assert 1 <= len(states) <= 1000
        self.calls += 1
        self.states += len(states)
        return [s.depth for s in states]


def counts(report: jpfpy.Report) -> tuple[Any, ...]:
    s = report.statistics
    return (
        report.result,
        s.states_new,
        s.states_visited,
        s.transitions,
        s.max_depth,
        [len(e.trace) for e in report.errors],
    )


POT = """
public class Pot {
    static volatile int total;
    static class Coin { int worth = 5; }
    static Coin coin;
    static int[] log = {1, 2};
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) new Thread(() -> { total += 2; total -= 1; }).start();
        coin = new Coin();
        assert total < 6;
    }
}
"""


@pytest.mark.parametrize("por", ["true", "false"])
def test_values_of_the_program(por: str) -> None:
    """They are those of the state, as a listener reads them there."""
    classes = support.compile_texts({"Pot.java": POT})
    read: dict[int, list[dict[str, Any]]] = {}

    class Rich(jpfpy.Heuristic):
        expressions = ("Pot.total", "Pot.coin.worth * 2", "Pot.coin", "Pot.log", "nobody.x")

        def evaluate(self, state: jpfpy.Candidate) -> float:
            read.setdefault(state.state_id, []).append(dict(state.values))
            return -float(state.values["Pot.total"] or 0)

    class RichMany(Rich):
        def evaluate_many(self, states: jpfpy.Candidates) -> list[float]:
            assert states.values("Pot.total") == [s.values["Pot.total"] for s in states]
            with pytest.raises(KeyError, match="not among"):
                states.values("Pot.x")
            return [self.evaluate(s) for s in states]

    class Heard(jpfpy.Listener):
        values: dict[int, dict[str, Any]] = {}

        def state_advanced(self, search: Any) -> None:
            if search.is_new_state:
                told = {e: search.vm.values(e) for e in Rich.expressions if e not in ("Pot.coin", "Pot.log")}
                self.values[search.state_id] = told

    config = {"vm__por": por, "search__multiple_errors": "true"}
    report = support.verify("Pot", classes=classes, search=Rich, **config)
    assert report.complete and {v["Pot.total"] for kept in read.values() for v in kept} > {0, 1, 2, 3, 4}
    assert {v["Pot.coin"] for kept in read.values() for v in kept} | {None} == {None, "Pot$Coin@1"}
    assert {v["Pot.log"] for kept in read.values() for v in kept} | {None} == {None, (1, 2)}
    for heuristic in (Rich, RichMany):
        read.clear()
        support.verify("Pot", classes=classes, search=heuristic, listeners=[Heard()], **config)
        for number, told in Heard.values.items():
            for kept in read.get(number, [])[-1:]:
                assert {e: kept[e] for e in told} == told
        assert len(read) > 30
    assert "values" not in jpfpy.strategy.FIELDS and Rich().expressions


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("Pot.totl",), "column 5: Pot has no field totl; it has total"),
        (("Pot.total +",), "column 12: a value expected"),
        (("Pot.coin < 3",), "an object of class Pot.Coin < 3: numbers expected"),
        ("Pot.total", "expressions is 'Pot.total': a list of texts expected"),
    ],
)
def test_wrong_expressions(given: Any, why: str) -> None:
    class Wrong(jpfpy.Heuristic):
        expressions = given

        def evaluate(self, state: jpfpy.Candidate) -> float:
            return 0

    with pytest.raises(jpfpy.ConfigError, match=why):
        support.verify("Pot", classes=support.compile_texts({"Pot.java": POT}), search=Wrong)


@pytest.mark.parametrize("name", ["DiningOrdered", "DiningDeadlock", "NotifyChoice", "EndlessPolling"])
@pytest.mark.parametrize("por", ["true", "false"])
def test_the_same_as_the_native_one(name: str, por: str) -> None:
    native = verify(name, search="MostBlocked", vm__por=por)
    for search in (Blocked, Blocked(), BlockedMany, f"{__name__}:Blocked"):
        report = verify(name, search=search, vm__por=por)
        assert counts(report) == counts(native)
        for error in report.errors:
            again = verify(name, search=search, vm__por=por, replay=error.replay)
            assert [e.message for e in again.errors] == [error.message]


@pytest.mark.parametrize("search", ["best", "astar", "beam"])
def test_as_the_heuristic_of_a_search_of_the_engines(search: str) -> None:
    one = verify("DiningOrdered", search=search, search__heuristic=Blocked)
    other = verify("DiningOrdered", search=search, search__heuristic="MostBlocked")
    assert counts(one) == counts(other)


def test_batches_grow_with_the_queue() -> None:
    """Every state is asked for once, several in a call; nothing is lost."""
    depth = Depth()
    report = verify("WakeupAll", search=depth, vm__por="false", **support.LARGE)
    states = verify("WakeupAll", vm__por="false", **support.LARGE).statistics.states_new
    assert (report.result, report.statistics.states_new) == ("no_errors", states) and states > 10000
    assert depth.states == states - 1  # of the state at the end of all paths nobody is asked
    assert depth.calls < depth.states / 8

    class InStep(Depth):
        batch = 1

    step = InStep()
    verify("WakeupAll", search=step, vm__por="false", **support.LARGE)
    assert step.states == depth.states and step.calls > depth.calls


def test_states_and_columns() -> None:
    """Sequence, column and matrix say the same, and numpy takes them as they are, where there is one."""
    seen: list[int] = []

    class Look(jpfpy.Heuristic):
        def evaluate_many(self, states: jpfpy.Candidates) -> Any:
            assert states.matrix.shape == (len(states), 15)
            assert [tuple(row) for row in states.matrix.tolist()] == [s[:-2] for s in states]
            assert states.column("depth").tolist() == [s.depth for s in states]
            assert states[-1] == list(states)[-1] and states[:1] == [states[0]]
            with pytest.raises(KeyError, match="no column"):
                states.column("dept")
            with pytest.raises(IndexError):
                states[len(states)]
            seen.extend(s.state_id for s in states)
            try:
                import numpy
            except ImportError:
                return states.column("shared")
            assert numpy.asarray(states.matrix).tolist() == states.matrix.tolist()
            return numpy.asarray(states.column("shared"), dtype=numpy.float32)

    report = verify("SafeAccount", search=Look, vm__por="false")
    assert report.result == "no_errors"
    assert len(seen) == len(set(seen)) > 100


def test_what_a_state_tells() -> None:
    classes = support.compile_texts(
        {
            "Told.java": """import gov.nasa.jpf.vm.Verify;
            public class Told {
                static final Object lock = new Object();
                static int x;
                public static void main(String[] a) throws Exception {
                    Thread t = new Thread(() -> { synchronized (lock) { x++; } });
                    synchronized (lock) {
                        t.start();
                        Verify.setHeuristicSearchValue(7);
                        Verify.breakTransition("here");
                    }
                    int n = Verify.getInt(0, 4);
                    Verify.setHeuristicSearchValue(n);
                    if (n == 3) Verify.interesting(true);
                    if (n == 2) Verify.boring(true);
                    Verify.breakTransition("there");
                    t.join();
                    assert n < 9;
                } }""",
        }
    )
    told: list[jpfpy.Candidate] = []

    class Look(jpfpy.Heuristic):
        def evaluate(self, state: jpfpy.Candidate) -> float:
            told.append(state)
            return 0

    report = support.verify("Told", classes=classes, search=Look, vm__por="false")
    assert report.result == "no_errors"
    assert any(s.locks == 1 and s.locking == 1 and s.pending[1] == "lock" and s.blocked == 1 for s in told)
    assert any(s.waiting == 1 and s.pending[0] == "join" for s in told)
    assert any(s.choices == 5 for s in told)
    assert {s.value for s in told} >= {0, 7, 1, 2, 3, 4}
    assert any(s.interesting and s.value == 3 for s in told) and any(s.boring and s.value == 2 for s in told)
    assert all(s.threads == s.runnable + s.locking + s.waiting for s in told)
    assert all(s.depth >= s.shared and s.depth >= s.coverage and s.depth > s.preemptions for s in told)
    assert {s.thread for s in told} == {0, 1} and max(s.preemptions for s in told) >= 2
    assert len({s.state_id for s in told}) == len(told)


def test_interesting_comes_first_and_boring_last() -> None:
    """JPF: an interesting state has the value 0, a boring one the largest, whatever the heuristic says."""
    text = """import gov.nasa.jpf.vm.Verify;
        public class Pick { public static void main(String[] a) {
            int n = Verify.getInt(0, 9);
            Verify.setHeuristicSearchValue(100 - n);
            if (n == 4) Verify.interesting(true);
            if (n == 9) Verify.boring(true);
            Verify.breakTransition("picked");
            Verify.addComment("" + n);
            System.out.println("R " + n);
        } }"""
    classes = support.compile_texts({"Pick.java": text})
    report = support.verify("Pick", classes=classes, search="UserHeuristic", cg__break_single_choice="true")
    order = [line[2:] for line in report.output.splitlines() if line.startswith("R ")]
    assert order == ["4", "8", "7", "6", "5", "3", "2", "1", "0", "9"]


WRONG: list[tuple[Any, str]] = [
    (lambda s: None, "answered None: a number expected"),
    (lambda s: float("nan"), "answered nan: a number expected"),
    (lambda s: "3", "answered '3': a number expected"),
    (lambda s: [1], r"answered \[1\]: a number expected"),
    (lambda s: s.dept, r"raised AttributeError: .*dept.* \(.*test_heuristics.py:\d+\)"),
]


@pytest.mark.parametrize(("say", "message"), WRONG)
def test_wrong_answers(say: Any, message: str) -> None:
    class Wrong(jpfpy.Heuristic):
        def evaluate(self, state: jpfpy.Candidate) -> Any:
            return say(state) if state.state_id == 5 else 1

    with pytest.raises(jpfpy.ConfigError, match=f"Wrong: evaluate of state 5 {message}"):
        verify("DiningOrdered", search=Wrong)


@pytest.mark.parametrize(
    ("say", "message"),
    [
        (lambda states: [], "states from state 0 on answered 0 values: one number for each state expected"),
        (lambda states: None, "from state 0 on answered None: one number for each state expected"),
        (lambda states: b"1" * len(states), "answered b'1': one number for each state expected"),
        (lambda states: {1: 2}, "answered {1: 2}: one number for each state expected"),
        (lambda states: 3, "raised TypeError"),
        (lambda states: [float("nan")] * len(states), "evaluate_many answered nan for state 0: a number expected"),
        (lambda states: [None] * len(states), "evaluate_many answered None for state 0: a number expected"),
        (lambda states: 1 / 0, "raised ZeroDivisionError: division by zero"),
    ],
)
def test_wrong_answers_to_many(say: Any, message: str) -> None:
    class Wrong(jpfpy.Heuristic):
        def evaluate_many(self, states: jpfpy.Candidates) -> Sequence[Any]:
            return say(states)  # type: ignore[no-any-return]

    with pytest.raises(jpfpy.ConfigError, match=message):
        verify("DiningOrdered", search=Wrong)


def test_numbers_of_any_kind() -> None:
    from fractions import Fraction

    class Any_(jpfpy.Heuristic):
        def evaluate(self, state: jpfpy.Candidate) -> Any:
            kinds = [state.depth, float(state.depth), Fraction(state.depth), True, float("inf"), 10**400, -(10**400)]
            return kinds[state.state_id % len(kinds)]

    one, other = verify("SafeAccount", search=Any_, vm__por="false"), verify("SafeAccount", vm__por="false")
    assert one.statistics.states_new == other.statistics.states_new > 100


def test_what_is_no_heuristic() -> None:
    with pytest.raises(jpfpy.ConfigError, match="that is no jpfpy.Heuristic"):
        verify("SafeAccount", search=dict)
    with pytest.raises(jpfpy.ConfigError, match="no class Mine in tests.support"):
        verify("SafeAccount", search="tests.support:Mine")
    with pytest.raises(jpfpy.ConfigError, match="no module nosuch"):
        verify("SafeAccount", search="nosuch:Mine")

    class Neither(jpfpy.Heuristic):
        pass

    with pytest.raises(jpfpy.ConfigError, match="defines neither evaluate nor evaluate_many"):
        verify("SafeAccount", search=Neither)

    class Width(Blocked):
        batch = -1

    with pytest.raises(jpfpy.ConfigError, match="batch is -1"):
        verify("SafeAccount", search=Width)


def test_from_the_command_and_from_main(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import jpfpy\n"
        "class Mine(jpfpy.Heuristic):\n"
        "    def evaluate(self, state):\n"
        "        return -state.depth\n"
        "class Bad(jpfpy.Heuristic):\n"
        "    def evaluate(self, state):\n"
        "        return None\n"
        "if __name__ == '__main__':\n"
        f"    print(jpfpy.verify('DiningDeadlock', classpath={str(support.compiled('conc'))!r}, search=Mine).result)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    base = [*JPF, "-cp", str(support.compiled("conc"))]

    def run(*command: str) -> tuple[int, str, str]:
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100)
        return done.returncode, done.stdout, done.stderr

    assert run(*base, "+search.class=mine:Mine", "DiningDeadlock")[0] == 1
    status, _, err = run(*base, "+search.class=mine:Bad", "DiningDeadlock")
    assert status == 2
    assert err.strip() == "jpf: search.class=mine:Bad: evaluate of state 0 answered None: a number expected"
    status, out, err = run(sys.executable, "mine.py")
    assert (status, out) == (0, "violation\n"), err


def test_listeners_hear_the_values() -> None:
    heard: list[tuple[float, float]] = []

    class Ear(jpfpy.Listener):
        def state_restored(self, search: Any) -> None:
            heard.append((search.parent_state.priority, search.depth))

    class Deepest(jpfpy.Heuristic):
        def evaluate(self, state: jpfpy.Candidate) -> float:
            return 0.5 - state.depth

    report = verify("DiningOrdered", search=Deepest, listeners=[Ear()], vm__por="false")
    assert report.result == "no_errors" and heard
    assert all(value == 0.5 - depth for value, depth in heard)


def test_limits_and_several_errors() -> None:
    report = verify("DiningDeadlock", search=Blocked, search__multiple_errors="true", vm__por="false")
    other = verify("DiningDeadlock", search=BFS, search__multiple_errors="true", vm__por="false")
    assert len(report.errors) == len(other.errors) and report.statistics.states_new == other.statistics.states_new
    report = verify("WakeupAll", search=Blocked, search__state_limit=50, vm__por="false")
    assert report.statistics.states_new == 50 and report.result == "incomplete"
