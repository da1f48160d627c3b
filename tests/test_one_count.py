"""One count, one meaning: report, a listener's own counts and `search.statistics` agree, for every program of the suite."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, CONFIG

# name -> configuration; searches that are not whole are counted too
SEARCHES: dict[str, dict[str, str]] = {
    "dfs": {"search.multiple_errors": "true", "search.state_limit": "500"},
    "bfs": {"search.class": BFS, "search.state_limit": "500"},
    "first": {"search.state_limit": "500"},
    "deep": {"search.depth_limit": "4", "search.multiple_errors": "true"},
    "whole": {"vm.por": "false", "search.state_limit": "300"},
    "paths": {"vm.storage.class": "none", "search.state_limit": "300"},
}
FOLDERS = ["conc", "outcomes", "por", "threads", "times", "listeners", "reports", "pools", "bp", "seq"]
EXAMPLES = support.examples()


class Counts(jpfpy.Listener):
    """What JPF's report.Statistics counts, from notifications alone."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.new = self.visited = self.end = self.backtracked = self.restored = self.max_depth = 0
        self.thread = self.data = self.depth = self.setup_states = 0
        self.begun = False

    def search_restarted(self, search: Any) -> None:
        self.clear()

    def state_advanced(self, search: Any) -> None:
        self.depth += 1
        assert self.depth == search.depth
        self.new += search.is_new_state
        self.visited += not search.is_new_state
        self.end += search.is_end_state
        if search.is_new_state:
            self.max_depth = max(self.max_depth, search.depth)
        s = search.statistics
        if s["states_new"] + s["states_visited"] == 1:  # a b-program's first state, or the first of all
            self.setup_states = self.new + self.visited - 1
        assert s["states_new"] + self.setup_states == self.new and s["states_visited"] == self.visited
        assert (s["end_states"], s["max_depth"]) == (self.end, self.max_depth)
        assert (s["states_backtracked"], s["states_restored"]) == (self.backtracked, self.restored)

    def state_backtracked(self, search: Any) -> None:
        self.depth -= 1
        assert self.depth == search.depth
        self.backtracked += 1

    def state_restored(self, search: Any) -> None:
        self.depth = search.depth
        self.restored += 1

    def choice_generator_set(self, vm: Any, cg: Any) -> None:
        self.thread += cg.kind == "thread"
        self.data += cg.kind != "thread"


def agree(target: str | Path, config: dict[str, str], *args: str, **more: Any) -> jpfpy.Report:
    counts = Counts()
    report = jpfpy.verify(target, *args, listeners=[counts], config={**CONFIG, **config}, **more)
    s = report.statistics
    told = (counts.new - counts.setup_states, counts.visited, counts.end, counts.backtracked, counts.restored)
    assert told == (s.states_new, s.states_visited, s.end_states, s.states_backtracked, s.states_restored), target
    assert counts.new + counts.visited == s.transitions + s.setup_transitions
    assert counts.max_depth == s.max_depth
    assert {"thread": counts.thread, "data": counts.data} == s.choice_generators
    assert sum(s.boundaries_chosen.values()) == counts.thread
    console = str(report)
    states = f"new={s.states_new}, visited={s.states_visited}, backtracked={s.states_backtracked}, end={s.end_states}"
    assert states in console
    assert f"max depth={s.max_depth}, transitions={s.transitions}" in console
    return report


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_programs(folder: str, search: str) -> None:
    if folder == "seq" and search != "first":
        pytest.skip("the same few kinds of states, many times")
    all_agree(folder, search)


@functools.cache
def all_agree(folder: str, search: str) -> list[str]:
    """The programs of the folder in which errors were found. Without one, "first" is the search "dfs" again."""
    names = [p.stem for p in sorted((support.TESTS / "java" / folder).glob("*.java")) if " main(" in p.read_text()]
    if search == "first" and folder != "seq":
        names = all_agree(folder, "dfs")
    classes = support.compiled(folder)
    return [n for n in names if agree(n, SEARCHES[search], classpath=[classes]).errors]


@pytest.mark.parametrize("search", ["dfs", "bfs", "deep"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_examples(path: Path, search: str) -> None:
    agree(path, SEARCHES[search])


def test_the_depth_limit_stops_at_that_depth() -> None:
    """As in jpf-core: a state at that depth is reached, and none beyond it."""

    class Depths(jpfpy.Listener):
        seen: set[int] = set()

        def state_advanced(self, search: Any) -> None:
            self.seen.add(search.depth)

    for search in ("DFSearch", "BFSHeuristic"):
        Depths.seen = set()
        config = {**CONFIG, "search.depth_limit": "4", "search.class": search}
        report = jpfpy.verify(
            "DiningOrdered", classpath=[support.compiled("conc")], listeners=[Depths()], config=config
        )
        assert Depths.seen == {1, 2, 3, 4} and report.statistics.max_depth == 4
        assert report.result == "incomplete" and report.statistics.constraints == (
            "depth limit reached: 4 (search.depth_limit)",
        )


def test_what_was_searched_before_a_restart_is_told() -> None:
    """Beside the figures of the last search, which a listener hears alone."""
    alone = jpfpy.verify("Casts", classpath=[support.compiled("seq")], config=CONFIG)
    assert alone.statistics.por_restarts == 0 == alone.statistics.restarted_states
    again = jpfpy.verify(support.ROOT / "examples" / "account" / "Account.java", config=CONFIG)
    s = again.statistics
    assert s.por_restarts > 0 and s.restarted_transitions > 0 and s.restarted_instructions > 0
    assert "begun again" in str(again) and "begun again" not in str(alone)


LATE = """
public class Late {
    static int c;
    public static void main(String[] a) throws InterruptedException {
        if (a.length > 1) System.out.println("first");
        int x = 1;
        for (int i = 0; i < Integer.parseInt(a[0]); i++) x = x * 31 + (i ^ x >>> 7);
        int[][] late = new int[2][x & 1];
        System.out.println("then " + late.length);
        Thread t = new Thread(() -> c++);
        t.start();
        c++;
        t.join();
        System.out.println(c);
    }
}
"""


def test_listeners_hear_the_same_wherever_their_search_begins(tmp_path: Path) -> None:
    """They hear a search of their own, or, from 20 million bytecodes on that say nothing to them, the only one."""

    class Hears(jpfpy.Listener):
        def __init__(self) -> None:
            self.heard: list[str] = []

        def search_started(self, search: Any) -> None:
            self.heard.append("started")

        def search_restarted(self, search: Any) -> None:
            self.heard.clear()

        @jpfpy.on(opcodes="MULTIANEWARRAY")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            self.heard.append(insn.mnemonic)

        def state_advanced(self, search: Any) -> None:
            self.heard.append(f"{search.state_id} {search.depth} {search.is_new_state}")

    support.compile_class(tmp_path, "Late", LATE)
    seen = []
    for args in (["10"], ["2500000"], ["2500000", "printed"]):
        hears = Hears()
        report = jpfpy.verify("Late", *args, listeners=[hears], classpath=[tmp_path], config=CONFIG)
        said = [line for line in report.output.splitlines() if line != "first"]
        seen.append((hears.heard, said, report.statistics.states_new, report.statistics.transitions, report.result))
        assert report.output.count("first") == (len(args) > 1)
    assert hears.heard.count("multianewarray") == 1
    # a search that has begun where they heard nothing may begin again before them, and says then that it does
    assert seen[0][0][-5:] == seen[1][0][-5:] == seen[2][0][-5:]
    assert seen[0][1:] == seen[1][1:] == seen[2][1:]
