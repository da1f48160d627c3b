"""search/kinds: every search by its names, what it may say, and the order in which a heuristic leaves states."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.config.keys import HEURISTICS, SEARCHES
from tests import support
from tests.support import BFS, DFS

BOUNDED = ["preemptions", "delays"]
WHOLE = ["best", "astar", "iddfs", *(h for h in HEURISTICS if h != "BFSHeuristic")]
RANDOM = ["random", "pct", "pos", "coverage"]
PARTS = ["beam", "path", "simulation", *RANDOM]
CONC = sorted(p.stem for p in support.CONC.glob("*.java"))
FEW = ["SafeAccount", "RacyAccount", "DiningDeadlock", "EndlessPolling", "NotifyChoice", "VerifyValues"]


def verify(name: str, classes: Path | str | None = None, **extra: Any) -> jpfpy.Report:
    return support.verify(name, classes=classes or support.compiled("conc"), **extra)


def source(name: str) -> Path:
    return support.CONC / f"{name}.java"


def test_names() -> None:
    for full, (others, _) in SEARCHES.items():
        counts = {verify("SafeAccount", search=n).statistics.states_new for n in (full, *others)}
        assert len(counts) == 1
    with pytest.raises(jpfpy.ConfigError, match="no such search"):
        verify("SafeAccount", search="dsf")
    with pytest.raises(jpfpy.ConfigError, match="search.heuristic=Nearest: no such heuristic"):
        verify("SafeAccount", search="best", search__heuristic="Nearest")
    for wrong, near in {"dsf": "dfs", "BFSearh": "BFSearch", "mostblocked": "MostBlocked", "randm": "random"}.items():
        with pytest.raises(jpfpy.ConfigError) as told:
            verify("SafeAccount", search=wrong)
        assert f"search.class={wrong}: no such search; nearest: {near} (there are auto, dfs, bfs, best," in str(
            told.value
        )
        assert all(name in str(told.value) for name in ("iddfs", "random", "path", "MostBlocked", "module:Class"))


@pytest.mark.parametrize("limit", [0, -2])
def test_a_queue_for_nothing_is_refused(limit: int) -> None:
    with pytest.raises(jpfpy.ConfigError, match=rf"queue_limit={limit}: 1 or more expected, or -1 for none"):
        verify("SafeAccount", search="best", search__heuristic__queue_limit=limit)


@pytest.mark.parametrize("key", ["search.class", "search.heuristic", "search.always", "jpf.replay"])
def test_empty_values_are_told(key: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=f"{key}: no value"):
        jpfpy.JPF({key: " ", "target": "x"})
    config = jpfpy.JPF.create_config([f"+{key}=mine:Mine", f"+{key}=", "x"])
    config.check()  # it takes away what a file, say, has set
    for given in ({"search": ""}, {"replay": " "}):
        with pytest.raises(jpfpy.ConfigError, match="empty"):
            jpfpy.verify("x", **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("search", ["dfs", "bfs", "best", "iddfs", "random"])
def test_a_limit_of_transitions(search: str) -> None:
    report = verify("DiningOrdered", search=search, search__transition_limit=50, vm__por="false")
    assert report.statistics.transitions == 50 and report.result == "incomplete"
    assert "transition limit reached: 50 (search.transition_limit)" in report.statistics.constraints
    assert "not whole: transition limit reached: 50 (search.transition_limit)" in report.notes


@pytest.mark.parametrize("search", [*WHOLE, *BOUNDED])
def test_verdicts_and_replays(search: str) -> None:
    for name in FEW:
        for por in ("true", "false"):
            report = support.explored(name, support.compiled("conc"), search__class=search, vm__por=por)
            support.as_expected(source(name), report)
            for error in report["errors"]:
                again = support.replay(
                    name, support.compiled("conc"), error["replay"], search__class=search, vm__por=por
                )
                assert [e["message"] for e in again["errors"]] == [error["message"]]


@pytest.mark.parametrize("search", ["best", "DFSHeuristic", "RandomHeuristic", "iddfs"])
@pytest.mark.parametrize("name", CONC)
@pytest.mark.slow
def test_every_verdict(name: str, search: str) -> None:
    support.as_expected(source(name), support.explored(name, support.compiled("conc"), search__class=search))


@pytest.mark.skipif(17 not in support.jdks(), reason="states of JDK 17's library are counted")
@pytest.mark.parametrize(("name", "states"), [("SafeAccount", 112), ("DiningOrdered", 5403), ("WakeupAll", 14015)])
@pytest.mark.parametrize("search", [DFS, BFS, *WHOLE])
@pytest.mark.slow
def test_states_without_reductions(name: str, states: int, search: str) -> None:
    report = support.explored(name, support.compiled("conc"), search__class=search, vm__por="false", **support.LARGE)
    assert report["result"] == "no_errors"
    assert report["statistics"]["states_new"] == states


@pytest.mark.parametrize("search", PARTS)
def test_parts_are_not_the_whole(search: str) -> None:
    """A search that leaves things out never says that there are no errors; what it finds replays."""
    for name in FEW:
        report = support.explored(name, support.compiled("conc"), search__class=search, vm__por="false")
        whole = support.explored(name, support.compiled("conc"), vm__por="false")
        if report["result"] == "incomplete":
            assert any(re.match("(beam|path) search|(.*walk|PCT|POS): ", c) for c in constraints(report))
        elif report["result"] == "no_errors":  # it came to every state
            assert report["statistics"]["states_new"] == whole["statistics"]["states_new"]
        for error in report["errors"]:
            again = support.replay(name, support.compiled("conc"), error["replay"], vm__por="false")
            assert [e["message"] for e in again["errors"]] == [error["message"]]


def constraints(report: dict[str, Any]) -> list[str]:
    return list(report["statistics"]["constraints"])


ONE = {
    "One.java": "public class One { public static void main(String[] a) { System.out.println(6 * 7); } }",
    "Round.java": "public class Round { static int i; public static void main(String[] a) { while (true) i = 1 - i; } }",
    "Pick.java": """import gov.nasa.jpf.vm.Verify;
        public class Pick {
            public static void main(String[] a) {
                int x = Verify.getInt(0, 9), y = Verify.getInt(0, 9);
                assert x * y != 42;
            } }""",
}


@pytest.mark.parametrize("search", PARTS)
def test_one_path_is_the_whole_of_a_program_that_has_no_other(search: str) -> None:
    classes = support.compile_texts(ONE)
    for name in ("One", "Round"):
        report = verify(name, classes=classes, search=search)
        assert report.result == "no_errors", (name, report.statistics.constraints)


@pytest.mark.parametrize("search", sorted({n for others, _ in SEARCHES.values() for n in others}))
def test_a_path_that_is_cut_off_before_its_first_choice(search: str) -> None:
    text = """import gov.nasa.jpf.vm.Verify;
        public class Cut { public static void main(String[] a) { Verify.ignoreIf(true); assert false; } }"""
    report = verify("Cut", classes=support.compile_texts({"Cut.java": text}), search=search)
    assert not report.errors and report.statistics.pruned == 1 and report.statistics.transitions == 1


def test_random_walks_go_by_their_seed() -> None:
    classes = support.compile_texts(ONE)
    found = {}
    for seed in range(6):
        runs = [
            verify("Pick", classes=classes, search="random", cg__seed=seed, search__RandomSearch__path_limit=50)
            for _ in range(2)
        ]
        assert runs[0].statistics.transitions == runs[1].statistics.transitions
        found[seed] = (runs[0].result, runs[0].statistics.transitions)
    assert len(set(found.values())) > 2
    assert {r for r, _ in found.values()} == {"violation", "incomplete"}


def test_random_walks_end_where_the_program_does_not() -> None:
    report = verify("EndlessPolling", search="walk", search__RandomSearch__path_limit=3)
    assert report.statistics.constraints == (
        "a path was left after 10000 transitions (search.depth_limit)",
        "random walk: 3 paths were taken, not all there are (search.RandomSearch.path_limit)",
    )
    report = verify("EndlessPolling", search="walk", search__RandomSearch__path_limit=3, search__depth_limit=50)
    assert report.statistics.max_depth <= 50
    assert report.statistics.constraints[0] == "depth limit reached: 50 (search.depth_limit)"


@pytest.mark.parametrize("search", ["best", "DFSHeuristic", "BFSHeuristic"])
def test_a_queue_limit_drops_the_worst(search: str) -> None:
    report = verify("WakeupAll", search=search, search__heuristic__queue_limit=3, vm__por="false")
    assert report.result == "incomplete"
    assert report.statistics.constraints == ("queue limit reached: 3 states wait (search.heuristic.queue_limit)",)
    whole = verify("SafeAccount", search=search, search__heuristic__queue_limit=100000)
    assert whole.result == "no_errors"


def test_a_beam_keeps_the_best_of_each_level() -> None:
    """As wide as the widest level it is a breadth-first search; as narrow as in jpf-core it is one path and its side
    steps."""
    whole = verify("DiningOrdered", search="beam", search__heuristic__queue_limit=100000)
    assert (whole.result, whole.statistics.states_new) == (
        "no_errors",
        verify("DiningOrdered", search=BFS).statistics.states_new,
    )
    narrow = verify("DiningOrdered", search="MostBlocked", search__heuristic__beam_search="true")
    assert narrow.result == "incomplete"
    assert narrow.statistics.constraints == (
        "beam search: states of a level were dropped (search.heuristic.queue_limit=1)",
    )


def test_iterative_deepening_finds_the_shortest_path_step_by_step() -> None:
    for name in ("RacyAccount", "DiningDeadlock", "NotifyChoice"):
        short = verify(name, search=BFS, vm__por="false").errors[0]
        deep = verify(name, search="iddfs", search__deepen_by=1, vm__por="false").errors[0]
        assert len(deep.trace) == len(short.trace)


@pytest.mark.parametrize(
    "search", [{"search": "iddfs"}, {"search": "random"}, {"search__match_depth": "true", "search__depth_limit": 60}]
)
def test_an_error_that_is_met_again_is_told_once(search: dict[str, Any]) -> None:
    for name in ("RacyAccount", "NotifyChoice", "DiningDeadlock"):
        seen = verify(name, search__multiple_errors="true", cg__seed=3, **search).errors
        told = [(e.kind, e.message, e.location) for e in seen]
        assert len(told) == len(set(told)) == 1


def test_a_state_limit_is_kept() -> None:
    for search in ("dfs", "bfs", "iddfs", "random", "MostBlocked"):
        for limit in range(20, 40):
            stats = verify("DiningOrdered", search=search, search__state_limit=limit, vm__por="false").statistics
            assert stats.states_new == limit, search


def test_cpu_time_is_that_of_the_search() -> None:
    """Not that of the process: what came before, or runs beside it, is no part of it."""
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    before = time.thread_time()
    report = verify("DiningOrdered")
    spent = time.thread_time() - before
    assert 0 < report.statistics.cpu_s <= spent


def test_a_depth_limit_hides_less_with_match_depth() -> None:
    """A state that is found first at the end of a long path hides what lies behind it, unless its depth is matched."""
    classes = support.compile_texts(
        {
            "Late.java": """import gov.nasa.jpf.vm.Verify;
            public class Late {
                static int at;
                public static void main(String[] a) {
                    at = 0;
                    while (true) { /* 0 -> 1 -> 2 -> 3, or 0 -> 3, then 3 -> 4 -> 5 */
                        int far = at == 0 ? Verify.getInt(0, 1) : 0;
                        at = far == 1 ? 3 : at + 1;
                        Verify.breakTransition("step");
                        if (at == 6) throw new IllegalStateException("six");
                    }
                } }""",
        }
    )
    limit = len(verify("Late", classes=classes, search=BFS).errors[0].trace)
    plain = verify("Late", classes=classes, search__depth_limit=limit)
    depths = verify("Late", classes=classes, search__depth_limit=limit, search__match_depth="true")
    assert (plain.result, depths.result) == ("incomplete", "violation")


def test_what_a_search_cannot_do_is_refused_at_the_start() -> None:
    for search in ("random", "path", "iddfs"):
        with pytest.raises(jpfpy.ConfigError, match=f"{search}|Random|Path|Iterative.* cannot check LivelockProperty"):
            verify("SafeAccount", search=search, search__properties="LivelockProperty")
    with pytest.raises(jpfpy.ConfigError, match="search.class=IterativeDeepening needs the depths of states"):
        verify("SafeAccount", search="iddfs", vm__storage__class="bitstate:20")
    with pytest.raises(jpfpy.ConfigError, match="search.match_depth needs the depths of states"):
        verify("SafeAccount", search__match_depth="true", vm__storage__class="bitstate:20")


def test_free_memory() -> None:
    report = verify("WakeupAll", vm__por="false", search__memory_limit="64m", search__min_free="60m", **support.LARGE)
    assert report.result == "incomplete"
    assert "search.min_free" in report.statistics.constraints[0]


# --- the order in which states are left: values as JPF's classes define them, computed by a listener ---


class Values(jpfpy.Listener):
    """What JPF's heuristic would say of each state, and whether the least of those that wait was left each time."""

    def __init__(self, heuristic: str) -> None:
        self.heuristic = heuristic
        self.waiting: dict[int, float] = {}
        self.paths: dict[int, list[int]] = {-1: []}
        self.preempted: dict[int, int] = {-1: 0}
        self.offered: dict[int, list[int]] = {}
        self.parent = -1
        self.history = [-1] * 10
        self.random = 42 ^ 0x5DEECE66D
        self.draw()  # the state before main
        self.left: list[int] = []

    search_restarted = lambda self, search: self.__init__(self.heuristic)  # noqa: E731

    def draw(self) -> float:
        self.random = (self.random * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        bits = self.random >> 16
        return abs(bits - (1 << 32) if bits >> 31 else bits)

    def state_advanced(self, search: Any) -> None:
        vm = search.vm
        here = search.state_id
        if not search.is_new_state or search.is_end_state:
            return
        who = vm.current_thread.id
        path = [*self.paths[self.parent], who]
        alive = [t for t in vm.threads if t.is_alive]
        value = float(
            {
                "DFSHeuristic": lambda: 2**31 - 1 - search.depth,
                "MostBlocked": lambda: 10000 - (len(alive) - self.runnable),
                "PreferThreads": lambda: int(vm.current_thread.name != "main"),
                "RandomHeuristic": self.draw,
                "Interleaving": lambda: sum(
                    (len(path) - i) * len(alive)
                    for i in range(max(0, len(path) - 5), len(path))
                    if path[i] == who and len(alive) > 1
                ),
                "GlobalSwitchThread": lambda: sum(
                    (10 - i) * len(alive) for i in range(10) if self.history[i] == who and len(alive) > 1
                ),
                "MinimizePreemption": lambda: self.preemptions(path),
            }[self.heuristic]()
        )
        self.history = [who, *self.history[:-1]]
        self.paths[here] = path
        self.preempted[here] = self.preemptions(path)
        self.waiting[here] = value

    def choice_generator_registered(self, vm: Any, cg: Any, *_: Any) -> None:
        self.runnable = len(list(cg.get_all_choices()))

    def preemptions(self, path: list[int]) -> int:
        before = self.preempted[self.parent]
        taken = len(path) > 1 and path[-1] != path[-2] and path[-2] in self.offered.get(self.parent, [])
        return before + int(taken)

    def choice_generator_set(self, vm: Any, cg: Any) -> None:
        if cg.kind == "thread":
            self.offered[vm.search.state_id] = [t.id for t in cg.get_all_choices()]

    def state_restored(self, search: Any) -> None:
        here = search.state_id
        assert (self.waiting[here], here) == min((v, k) for k, v in self.waiting.items())
        assert search.parent_state.priority == self.waiting[here]
        del self.waiting[here]
        self.left.append(here)
        self.parent = here


@pytest.mark.parametrize("heuristic", [h for h in HEURISTICS if h not in ("BFSHeuristic", "UserHeuristic")])
def test_order(heuristic: str) -> None:
    values = Values(heuristic)
    report = verify(
        "DiningOrdered",
        search=heuristic,
        listeners=[values],
        vm__por="false",
        search__heuristic__preferredThreads="main,nobody",
        search__heuristic__thread_history_limit=5,
        search__state_limit=1500,
    )
    assert report.statistics.states_new == 1500
    assert len(values.left) > 500 and (heuristic == "Interleaving" or values.left != sorted(values.left))


def told(name: str, *args: str, **extra: Any) -> jpfpy.Report:
    return support.verify(name, *args, classes=support.compiled("told"), **extra)


@pytest.mark.parametrize("search", BOUNDED)
def test_what_a_thread_holds_counts_where_its_turn_is_taken(search: str) -> None:
    """Taking the turn from who waits for a lock is free: the error of one preemption within a section has no more."""
    report = told("InLock", search=search)
    assert [e.message for e in report.errors] and f"no error has a path with fewer than 1 {search}" in str(report)
    assert not told("InLock", search=search, search__bound="0").errors


@pytest.mark.parametrize("search", BOUNDED)
def test_an_order_that_is_drawn_has_no_say_in_what_a_path_costs(search: str) -> None:
    plain = told("InLock", search=search)
    for seed in range(1, 6):
        report = told("InLock", search=search, cg__randomize_choices="FIXED_SEED", cg__seed=str(seed))
        assert [n for n in report.notes if "fewer" in n] == [n for n in plain.notes if "fewer" in n]


@pytest.mark.parametrize("how", ["wait", "spin", "yield", "sleep"])
def test_pct_finds_what_is_behind_a_wait_however_that_is_written(how: str) -> None:
    """Three threads: an error of depth 1 is found by one execution in three, by 1,000 of them about 333 times."""
    keys = {"search__pct__depth": "1", "search__multiple_errors": "true", "search__shrink": "false"}
    report = told("Waits", how, search="pct", **keys, search__RandomSearch__path_limit="300")
    assert report.statistics.executions_blocked > 60, how


@pytest.mark.parametrize("search", ["MostBlocked", "RandomHeuristic", "bfs", "dfs"])
def test_a_state_that_a_limit_of_depth_stood_before(search: str) -> None:
    """It is left where a shorter path comes to it, and belongs to the cycles that are looked for."""
    report = told("Adds", "3", "2", search=search, search__match_depth="true", search__depth_limit="20")
    assert not report.errors and not report.complete


def test_breadth_first_with_states_that_have_no_names() -> None:
    limits = {"search__transition_limit": "20000", "search__memory_limit": "200m"}
    report = told("Adds", "3", "4", search="bfs", vm__storage__class="bitstate:12", **limits)
    assert report.statistics.transitions <= 20000 and not any("memory" in c for c in report.statistics.constraints)


@pytest.mark.parametrize("limit", range(20, 80, 10))
def test_a_limit_that_comes_before_a_search_begins_again(limit: int) -> None:
    """What it has assumed does not hold: no cycle of it can be followed."""
    report = told("Mcs", search="dfs", search__transition_limit=str(limit))
    assert not report.errors and not report.complete
