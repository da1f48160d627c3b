"""Searches in Python: JPF's loops as they stand, the counts of the native ones, and what may be said of the result."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, DFS, JPF, PACKAGE

ERRORS = ["DiningDeadlock", "NotifyChoice", "RacyAccount"]
WHOLE = ["SafeAccount", "DiningOrdered", "WakeupAll", "EndlessPolling", "VerifyValues", "SpinCloses"]


def verify(name: str, **extra: Any) -> jpfpy.Report:
    return support.verify(name, classes=extra.pop("classes", None) or support.compiled("conc"), **extra)


class JPFsDepthFirst(jpfpy.Search):
    """JPF's DFSearch.search(), line by line."""

    def search(self) -> None:
        depth_limit_reached = False
        self.depth = 0
        self.notify_search_started()
        while not self.done:
            if (
                self.check_and_reset_backtrack_request()
                or not self.is_new_state()
                or self.is_end_state()
                or self.is_ignored_state()
                or depth_limit_reached
            ):
                if not self.backtrack():
                    break
                depth_limit_reached = False
                self.depth -= 1
                self.notify_state_backtracked()
            if self.forward():
                self.depth += 1
                self.notify_state_advanced()
                if self.current_error is not None:
                    self.notify_property_violated()
                    if self.has_property_termination():
                        break
                if self.depth >= self.depth_limit:
                    depth_limit_reached = True
                    self.notify_search_constraint_hit(f"depth limit reached: {self.depth_limit}")
                    continue
                if not self.check_state_space_limit():
                    self.notify_search_constraint_hit("memory limit reached")
                    break
            else:
                self.notify_state_processed()
        self.notify_search_finished()


class BreadthFirst(jpfpy.Search):
    def search(self) -> None:
        queue: list[int] = []
        if self.forward() and not self.is_end_state and not self.is_ignored_state:
            queue.append(self.state_id)
        while queue and not self.done:
            assert self.restore(queue.pop(0))
            while self.forward():
                if self.is_new_state and not self.is_end_state and not self.is_ignored_state:
                    queue.append(self.state_id)
                self.backtrack()


class Walks(jpfpy.Search):
    def search(self) -> None:
        rng = random.Random(3)
        for _ in range(10):
            while not self.done and (choices := self.choices()) and self.forward(rng.randrange(len(choices))):
                pass
            while self.depth > 1 and self.backtrack():
                pass


def counts(report: jpfpy.Report) -> tuple[Any, ...]:
    s = report.statistics
    return (
        report.result,
        s.states_new,
        s.states_visited,
        s.states_backtracked,
        s.end_states,
        s.max_depth,
        s.transitions,
        s.instructions,
        s.constraints,
        [(e.message, len(e.trace), e.replay.split(".")[-1]) for e in report.errors],
    )


VARIANTS: list[dict[str, str]] = [
    {},
    {"vm__por": "false"},
    {"search__multiple_errors": "true"},
    {"search__depth_limit": "9"},
    {"search__state_limit": "12"},
    {"vm__storage__class": "exact"},
]


@pytest.mark.parametrize("name", [*ERRORS, *WHOLE])
def test_depth_first_as_the_native_one(name: str) -> None:
    for extra in VARIANTS:
        native, ours = (verify(name, search=s, **extra) for s in (DFS, JPFsDepthFirst))
        assert counts(ours) == counts(native), extra


@pytest.mark.parametrize("name", ERRORS)
def test_replay(name: str) -> None:
    for search in (JPFsDepthFirst, BreadthFirst):
        error = verify(name, search=search).errors[0]
        for again in (verify(name, search=search, replay=error.replay), verify(name, replay=error.replay)):
            assert [e.message for e in again.errors] == [error.message]


@pytest.mark.parametrize("name", [*ERRORS, *WHOLE])
def test_breadth_first_by_restoring(name: str) -> None:
    native = verify(name, search=BFS, vm__por="false")
    ours = verify(name, search=BreadthFirst, vm__por="false")
    for key in ("states_new", "states_visited", "transitions", "max_depth", "states_restored"):
        assert getattr(ours.statistics, key) == getattr(native.statistics, key), key
    assert [len(e.trace) for e in ours.errors] == [len(e.trace) for e in native.errors]
    # of threads that are alike in a state, the native search tries one
    reduced, native = (verify(name, search=s, vm__por__symmetry="false") for s in (BreadthFirst, BFS))
    assert reduced.result == native.result and not reduced.statistics.constraints
    assert reduced.statistics.states_new == native.statistics.states_new
    assert reduced.statistics.transitions == native.statistics.transitions


class DeepestFirst(jpfpy.Search):
    """Restores the state that it has reached last."""

    def search(self) -> None:
        self.forward()
        waiting = [self.state_id]
        while waiting and not self.done:
            assert self.restore(waiting.pop())
            while self.forward():
                if self.is_new_state and not self.is_end_state and not self.is_ignored_state:
                    waiting.append(self.state_id)
                self.backtrack()


@pytest.mark.parametrize("name", sorted(p.stem for p in support.CONC.glob("*.java")))
@pytest.mark.slow
def test_every_verdict_of_searches_that_restore(name: str) -> None:
    for search in (BreadthFirst, DeepestFirst):
        report = verify(name, search=search)
        support.as_expected(support.CONC / f"{name}.java", dict(report.raw))


def test_what_is_left_out_is_said() -> None:
    report = verify("SafeAccount", search=Walks, vm__por="false")
    assert report.result == "incomplete" and report.statistics.states_new > 80
    assert "states before forward() had said that no choice is left" in report.statistics.constraints[-1]

    class Nothing(jpfpy.Search):
        def search(self) -> None:
            pass

    assert verify("SafeAccount", search=Nothing).statistics.constraints == (
        "the search left 1 of 1 states before forward() had said that no choice is left",
    )

    class Stops(JPFsDepthFirst):
        def notify_state_advanced(self) -> None:
            self.done = self.state_id > 5

    assert verify("SafeAccount", search=Stops).result == "incomplete"


@pytest.mark.skipif(17 not in support.jdks(), reason="states of JDK 17's library are counted")
def test_walks_and_every_choice_of_every_state_is_the_whole() -> None:
    """States left half done are taken up later: complete once each was left with all its choices made in order."""

    class InTwoRounds(jpfpy.Search):
        def search(self) -> None:
            found: list[int] = []
            self.forward()
            at = self.state_id
            while self.forward():  # the first path
                at = self.state_id
                found.append(at)
                if self.is_end_state:
                    break
            waiting = [0]
            seen = {0}
            while waiting:
                assert self.restore(waiting.pop())
                while self.forward():
                    if self.state_id not in seen and not self.is_end_state:
                        seen.add(self.state_id)
                        waiting.append(self.state_id)
                    self.backtrack()

    report = verify("SafeAccount", search=InTwoRounds, vm__por="false")
    assert (report.result, report.statistics.states_new) == ("no_errors", 112)


def test_where_it_stands() -> None:
    seen: list[Any] = []

    class Look(jpfpy.Search):
        def search(self) -> None:
            assert (self.state_id, self.depth, bool(self.is_new_state)) == (-1, 0, True)
            assert self.choices() == ["main"] and not self.backtrack()
            assert self.forward() and (self.state_id, self.depth) == (0, 1)
            assert self.choices() == ["0", "1", "2"]
            assert self.vm.search.depth == 1 and [t.name for t in self.vm.threads] == ["main"]
            with pytest.raises(IndexError, match=r"forward\(3\): there are 3 choices here"):
                self.forward(3)
            for i in (2, 0, 1):
                assert self.forward(i)
                seen.append((self.state_id, self.choices()))
                assert self.backtrack()
            for unknown in (999, -1, self.state_id + 4):
                with pytest.raises(
                    IndexError, match=rf"restore\({unknown}\): no such state was reached \(there are 0 to 3"
                ):
                    self.restore(unknown)
            assert self.restore(2) and self.state_id == 2 and not self.is_new_state

    text = """import gov.nasa.jpf.vm.Verify;
        public class Two { public static void main(String[] a) {
            int x = Verify.getInt(0, 2); boolean b = Verify.getBoolean();
            System.out.println(x + " " + b);
        } }"""
    report = verify("Two", classes=support.compile_texts({"Two.java": text}), search=Look)
    assert report.result == "incomplete"
    assert seen[-3:] == [(1, ["false", "true"]), (2, ["false", "true"]), (3, ["false", "true"])]


def test_listeners_hear_of_every_move() -> None:
    class Ear(jpfpy.Listener):
        def __init__(self) -> None:
            self.heard: list[tuple[str, int, int]] = []

        def state_advanced(self, search: Any) -> None:
            self.heard.append(("advanced", search.state_id, search.depth))

        def state_backtracked(self, search: Any) -> None:
            self.heard.append(("backtracked", search.state_id, search.depth))

        def state_processed(self, search: Any) -> None:
            self.heard.append(("processed", search.state_id, search.depth))

        def search_restarted(self, search: Any) -> None:
            self.heard.clear()

    for extra in ({}, {"vm__por": "false"}):
        native, ours = Ear(), Ear()
        one = verify("DiningOrdered", search=DFS, listeners=[native], **extra)
        two = verify("DiningOrdered", search=JPFsDepthFirst, listeners=[ours], **extra)
        assert ours.heard == native.heard
        assert one.statistics.states_new == two.statistics.states_new


def test_what_it_raises_is_told_with_the_state(tmp_path: Path) -> None:
    class Boom(JPFsDepthFirst):
        def notify_state_advanced(self) -> None:
            if self.state_id == 7:
                raise LookupError("seven")

    with pytest.raises(
        jpfpy.ConfigError,
        match=r"Boom: search\(\) at state 7 raised LookupError: seven \(.*test_python_searches.py:\d+\)",
    ):
        verify("DiningOrdered", search=Boom)

    class Bare(jpfpy.Search):
        pass

    with pytest.raises(jpfpy.ConfigError, match="does not define search"):
        verify("DiningOrdered", search=Bare)
    with pytest.raises(jpfpy.ConfigError, match="cannot check LivelockProperty"):
        verify("DiningOrdered", search=JPFsDepthFirst, search__properties="LivelockProperty")
    (tmp_path / "mine.py").write_text(
        "import jpfpy\nclass Mine(jpfpy.Search):\n    def search(self):\n        self.forward(); raise KeyError('k')\n"
    )
    done = subprocess.run(
        [*JPF, "-cp", str(support.compiled("conc")), "+search.class=mine:Mine", "SafeAccount"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("jpf: search.class=mine:Mine: search() at state 0 raised KeyError: 'k' (")
    assert "Traceback" not in done.stderr


def test_what_a_callback_raises_in_a_move_goes_through() -> None:
    class Own(Exception):
        pass

    class Failing(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            if search.state_id == 4:
                raise Own

    class Swallows(JPFsDepthFirst):
        def search(self) -> None:
            try:
                super().search()
            except Exception:
                pass

    for search in (JPFsDepthFirst, Swallows):
        with pytest.raises(Own):
            verify("DiningOrdered", search=search, listeners=[Failing()])


def test_only_the_search_moves_and_only_while_it_runs() -> None:
    kept: list[jpfpy.Search] = []

    class Keep(JPFsDepthFirst):
        def search(self) -> None:
            kept.append(self)
            super().search()

    assert verify("SafeAccount", search=Keep).result == "no_errors"
    with pytest.raises(RuntimeError, match="there is no search on"):
        kept[0].choices()
    one = Keep()
    assert verify("SafeAccount", search=one).result == "no_errors"
    assert verify("SafeAccount", search=one).result == "no_errors"
    assert kept[-1] is kept[-2] is one


class Endless(jpfpy.Search):
    def search(self) -> None:
        while True:
            self.forward()
            self.backtrack()


def test_no_move_after_the_end() -> None:
    moved: list[object] = []

    class Ends(jpfpy.Search):
        how = "terminate"

        def search(self) -> None:
            self.forward()
            if self.how == "terminate":
                self.terminate()
            else:
                self.done = True
            moved.extend([self.forward(), self.forward(0), self.backtrack(), self.restore(0), self.state_id])

    for how in ("terminate", "done"):
        Ends.how = how
        report = verify("SafeAccount", search=Ends)
        assert report.result == "incomplete" and report.statistics.transitions == 1
    assert moved == [False, False, False, False, 0] * 2


def test_a_search_that_never_ends_meets_its_time_limit() -> None:
    report = verify("DiningOrdered", search=Endless, search__time_limit="0.3s")
    assert report.result == "incomplete" and "time limit reached" in report.statistics.constraints[0]


@pytest.mark.parametrize("what", ["search", "heuristic"])
def test_an_interrupt_in_python_keeps_what_was_found(what: str) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell started us aside

    class Halts(jpfpy.Search):
        def search(self) -> None:
            self.forward()
            signal.raise_signal(signal.SIGINT)
            while self.forward():
                pass

    class Thinks(jpfpy.Heuristic):
        def evaluate(self, state: jpfpy.Candidate) -> float:
            if state.state_id > 3:
                signal.raise_signal(signal.SIGINT)
            return 0.0

    try:
        report = verify("DiningOrdered", search=Thinks if what == "heuristic" else Halts)
    finally:
        signal.signal(signal.SIGINT, before)
    assert report.interrupted and report.result == "incomplete" and report.statistics.states_new > 0


def test_moves_take_whole_numbers_and_come_from_one_thread() -> None:
    said: list[str] = []

    class Moves(jpfpy.Search):
        def aside(self) -> None:
            try:
                self.forward()
            except RuntimeError as e:
                said.append(str(e))

        def search(self) -> None:
            t = threading.Thread(target=self.aside)
            t.start()
            t.join()
            self.restore("0")  # type: ignore[arg-type]

    with pytest.raises(jpfpy.ConfigError, match=r"at state -1 raised TypeError: restore\('0'\): a whole number"):
        verify("SafeAccount", search=Moves)
    assert said == ["only the thread that called search() may move the search, while search() runs"]


@pytest.mark.parametrize(
    ("search", "states"), [("greedy:Greedy", 26), ("searches:DepthFirst", 1171), ("searches:TakingTurns", 30)]
)
def test_the_example_finds_what_its_page_says(search: str, states: int) -> None:
    """docs/strategies.md gives the figures."""
    folder = support.ROOT / "examples" / "strategies"
    done = subprocess.run(
        [*JPF, f"+search.class={search}", "--json", "-", "--quiet", "Ring.java", "7"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout[done.stdout.index("{") :])
    assert report["errors"][0]["kind"] == "deadlock"
    assert report["statistics"]["states_new"] == states
