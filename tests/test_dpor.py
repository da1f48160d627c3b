"""search.class=dpor: each Mazurkiewicz trace is executed once. Counts beside those of brute force, and outcomes, errors and
replays beside those of a search that keeps states."""

from __future__ import annotations

from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf
from tests import gen, support, test_random
from tests.test_scripts import FAMILIES, PLAIN, POINTS, answers, script
from tests.test_scripts import run as run_script

# Program and sizes (tests/java/por/Traces.java): complete executions, blocked ones. All but those with a formula beside
# them were counted by brute force; for these it was run on smaller sizes.
TRACES = {
    "readers 4": (16, 0),
    "readers 8": (256, 0),  # 2^n
    "lastzero 2": (5, 0),
    "lastzero 4": (28, 0),
    "lastzero 6": (144, 0),
    "counter 2 1": (4, 0),
    "counter 2 2": (34, 0),
    "counter 2 3": (328, 0),
    "counter 3 1": (36, 0),
    "counter 3 2": (7134, 0),
    "lockinc 2 3": (20, 0),
    "lockinc 3 2": (90, 0),
    "ainc 4": (24, 0),
    "binc 3": (1296, 0),
    "cinc 2": (64, 0),
    "casrot 3": (5, 0),
    "casrot 5": (43, 0),
    "casrot 7": (523, 0),
    "casw 2": (6, 0),
    "casw 3": (66, 0),
    "floating 4": (120, 0),
    "lastwrite 4": (24, 0),
    "sigma 2": (3, 0),
    "sigma 4": (105, 0),
    "phil 3 1": (6, 0),
    "phil 4 1": (14, 0),
    "phil 2 3": (20, 0),
    "phil 3 2": (90, 0),
    "cyclic 3 1": (6, 1),
    "cyclic 4 1": (14, 1),
    "fib 2": (19, 0),
    "fib 3": (141, 0),
    "fiblook 1": (11, 0),
    "fiblook 2": (140, 0),
    "indexer 11": (1, 0),
    "indexer 12": (8, 0),
    "indexercas 12": (8, 0),
    "filesystem 13": (1, 0),
    "filesystem 14": (2, 0),
    "filesystem 16": (8, 0),  # 2^(n-13)
    "dekker": (3, 0),
    "peterson": (4, 6),
    "exponential 1": (1955, 0),
    "alive 3": (2, 0),  # before and after the end; what others do is of no account
}


def traces(target: str, *args: str, **config: str) -> dict[str, Any]:
    every = {"search__class": "dpor", "search__multiple_errors": "true"}
    report = support.explore(target, support.compiled("por"), *args, **every | config)
    assert report["complete"], report["statistics"]["constraints"]
    return report


def counts(report: dict[str, Any]) -> tuple[int, int]:
    s = report["statistics"]
    assert s["executions_cut"] == 0
    return s["executions"], s["executions_blocked"]


@pytest.mark.parametrize("program", TRACES)
def test_each_trace_is_executed_once(program: str) -> None:
    report = traces("Traces", *program.split())
    assert counts(report) == TRACES[program]
    assert len(report["errors"]) == TRACES[program][1]


def test_visible_output_is_ordered_among_itself() -> None:
    assert counts(traces("Traces", "prints", "3", vm__por__output="visible")) == (6, 0)


class Oracle:
    """The traces of a script of reads, writes and monitors, by trying every interleaving of its actions.

    An action is a read, a write or the enter of a monitor, with the local steps behind it. What tells traces apart is
    the order of writes, of the reads between two writes against these, and of enters, each for one place."""

    def __init__(self, codes: list[str]) -> None:
        self.codes = codes
        self.complete: set[Any] = set()
        self.deadlocks: set[Any] = set()
        self.seen: set[Any] = set()
        start = tuple((0, 0, ()) for _ in codes)  # where it is, what its '+' has read + 1, the monitors that it holds
        todo = [(tuple(self.local(i, t, (), ()) for i, t in enumerate(start)), (), ())]
        while todo:
            node = todo.pop()
            if node in self.seen:
                continue
            self.seen.add(node)
            threads, memory, past = node
            owners = {c for at, _, held in threads if at >= 0 for c in held}
            moved = False
            for i, t in enumerate(threads):
                if t[0] < 0 or (self.enters(i, t) and self.codes[i][t[0]] in owners - set(t[2])):
                    continue
                moved = True
                todo.append(self.step(i, threads, dict(memory), dict(past)))
            if not moved:
                (self.complete if all(t[0] < 0 for t in threads) else self.deadlocks).add(past)

    def enters(self, i: int, t: Any) -> bool:
        return self.codes[i][t[0] + 1] == "("

    def local(self, i: int, t: Any, memory: Any, past: Any) -> Any:
        """Leaves come with the action before them; who enters again what it holds has done nothing."""
        at, read, held = t
        code = self.codes[i]
        while at >= 0:
            if at == len(code):
                return (-1, 0, ())
            if code[at] == ")":
                at, held = at + 1, held[:-1]
            elif code[at + 1] == "(" and code[at] in held:
                held, at = (*held, code[at]), at + 2
            else:
                break
        return (at, read, held)

    def step(self, i: int, threads: Any, memory: dict[Any, int], past: dict[Any, Any]) -> Any:
        at, read, held = threads[i]
        cell, what = self.codes[i][at], self.codes[i][at + 1]
        value = memory.get(cell, 0)
        number = past.get(("steps", i), 0)
        past["steps", i] = number + 1
        place, write = (("lock", cell), True) if what == "(" else (("cell", cell), what in "0123" or read > 0)
        groups = past.get(place, ())
        if write:
            groups = (*groups, ("w", frozenset([(i, number)])))
        elif groups and groups[-1][0] == "r":
            groups = (*groups[:-1], ("r", groups[-1][1] | {(i, number)}))
        else:
            groups = (*groups, ("r", frozenset([(i, number)])))
        past[place] = groups
        if what == "(":
            held, at = (*held, cell), at + 2
        elif what == "+" and not read:
            read = value + 1
        else:
            if write:
                memory[cell] = read & 3 if what == "+" else int(what)
            gone = (what == "!" and value == 2) or (what == "?" and value == 0)
            at, read = -1 if gone else at + 2, 0
        t = self.local(i, (at, read, held if at >= 0 else ()), memory, past)
        after = (*threads[:i], t, *threads[i + 1 :])
        return after, tuple(sorted(memory.items())), tuple(sorted(past.items(), key=str))


DEADLY = [
    ["c+a(b())", "b(c1a())"],  # a step that ends in a deadlock is known to be no better later
    ["a(b())", "b(a())"],
    ["a(b(br))", "b1b(a())"],
    ["a(b())", "b(c())", "c(a(ar))"],
]


@pytest.mark.parametrize("family", ["data", "repeat", "locks"])
def test_counts_are_those_of_brute_force(family: str) -> None:
    executions = 0
    for code in [script(family, seed, 6) for seed in support.seeds(10, 1000)] + DEADLY:
        oracle = Oracle(code)
        for config in [{}, POINTS]:
            report = traces("Script", *code, **config)
            assert counts(report) == (len(oracle.complete), len(oracle.deadlocks)), (code, config)
        assert oracle.deadlocks or code not in DEADLY
        executions += len(oracle.complete)
    assert executions > 20


@pytest.mark.parametrize("family", [f for f in FAMILIES if f != "spins"])
def test_no_outcome_is_lost(family: str) -> None:
    """Beside a depth-first search with a scheduling point at each access to what is shared."""
    for seed in support.seeds(5, 300):
        code = script(family, seed)
        want = answers(run_script(code, **PLAIN))
        assert answers(run_script(code, search__class="dpor")) == want, code


def test_values_multiply_traces() -> None:
    """A value that is drawn is one more way for the thread, and none for the others."""
    assert counts(traces("Traces", "values", "2")) == (8, 0)  # two threads draw 0..1, and one reads what another writes
    assert counts(traces("Traces", "values", "3")) == (18, 0)
    assert counts(traces("Traces", "drawn", "2")) == (6, 0)  # the value says whether the thread reads
    assert counts(traces("Traces", "drawn", "4")) == (12, 0)
    # each value is behind a race that was seen before it was drawn
    assert counts(traces("Script", "a1", "ar", ".c")) == (4, 0)
    assert counts(traces("Script", "a1", "ar", "b1.c", "br")) == (8, 0)
    # several values within one step
    assert counts(traces("Script", "ar", ".c.ca1")) == (8, 0)
    assert counts(traces("Script", "b1", "ar", ".c.ca1", "br")) == (16, 0)
    assert counts(traces("Script", "ar.c.c.ca1", "ar", "a2")) == (72, 0)  # nine orders, eight values


def test_an_interrupt_comes_before_and_after_a_notify() -> None:
    for code in [["aw", "an", "ai"], ["awbr", "ai", "anb1"], ["aw", "ai", "a1aN", "ar"]]:
        want = answers(run_script(code, **PLAIN))
        assert answers(run_script(code, search__class="dpor")) == want, code


def test_errors_replay_with_and_without_the_search() -> None:
    classes = support.compiled("por")
    report = traces("Traces", "cyclic", "3", "1")
    (error,) = report["errors"]
    assert error["kind"] == "deadlock"
    for config in [{"search__class": "dpor"}, {}]:
        again = support.replay("Traces", classes, error["replay"], "cyclic", "3", "1", **config)
        assert [e["kind"] for e in again["errors"]] == ["deadlock"], config


def test_listeners_hear_of_each_state() -> None:
    class Counts(jpfpy.Listener):
        def __init__(self) -> None:
            self.advanced = self.backtracked = 0

        def state_advanced(self, search: Any) -> None:
            self.advanced += 1

        def state_backtracked(self, search: Any) -> None:
            self.backtracked += 1

    heard = Counts()
    report = jpfpy.verify(
        "Traces", "readers", "3", classpath=str(support.compiled("por")), search="dpor", listeners=[heard]
    )
    s = report.statistics
    assert (s.executions, s.executions_blocked, s.executions_cut) == (8, 0, 0) and report.ok
    assert heard.advanced == s.states_new and heard.backtracked == s.states_backtracked


@pytest.mark.parametrize(
    "key, value",
    [
        ("vm__por", "false"),
        ("cg__randomize_choices", "FIXED_SEED"),
        ("search__match_depth", "true"),
        ("search__properties", "LivelockProperty"),
    ],
)
def test_what_it_cannot_go_with_is_refused(key: str, value: str) -> None:
    with pytest.raises(_jpf.ConfigError, match="search.class=dpor"):
        traces("Traces", "readers", "1", **{key: value})


def test_limits_end_it_in_order() -> None:
    every = {"search__class": "dpor", "search__transition_limit": "50"}
    report = support.explore("Traces", support.compiled("por"), "readers", "8", **every)
    assert report["result"] == "incomplete" and report["statistics"]["transitions"] == 50


def test_random_programs_have_the_outcomes_of_an_enumeration() -> None:
    """Monitors, waits, locks of the library, parking, interrupts, time limits, class initialization, errors."""
    whole = 0
    for seed in test_random.CONCURRENT if support.NIGHTLY else test_random.CONCURRENT[:5]:
        for joins, classes in [(True, test_random.concurrent), (False, test_random.unjoined)]:
            program = gen.Generator(seed, joins=joins)
            try:
                want = gen.Oracle(program).explore()
            except gen.TooBig:
                continue
            every = {"search__multiple_errors": "true", "search__transition_limit": "20000"}
            report = support.explore(program.name, classes(), search__class="dpor", **every)
            outputs, deadlock, died = test_random.outcome(report)
            assert outputs <= want.outputs or not joins
            if report["complete"]:
                whole += 1
                assert (deadlock, died) == (want.deadlock, want.died), program.name
                assert outputs == want.outputs or not joins, program.name
    assert whole > 4


def test_random_library_programs_have_the_outcomes_of_a_search_with_states() -> None:
    whole = 0
    for seed in test_random.LIBRARY if support.NIGHTLY else test_random.LIBRARY[:6]:
        found = {}
        for search in ("dfs", "dpor"):
            every = {"search__multiple_errors": "true", "search__transition_limit": "20000"}
            report = support.explore(f"Lib{seed}", test_random.library(False), search__class=search, **every)
            if report["complete"]:
                found[search] = test_random.outcome(report)
        whole += len(found) == 2
        assert len(found) < 2 or found["dfs"] == found["dpor"], seed
    assert whole > 2


BEGUN = ["join", "cycle", "group", "alive", "unpark", "class", "new", "use", "last"]
ASKED: list[dict[str, str]] = [{}, {"search__class": "bfs"}, {"search__class": "dpor"}, {"vm__por": "dynamic"}]


@pytest.mark.parametrize("case", BEGUN)
def test_what_asks_for_a_beginning_may_come_before_it(case: str) -> None:
    """A thread that another one starts, a class that another one initializes."""

    def seen(**extra: str) -> object:
        report = support.explore("Begun", classes, case, search__multiple_errors="true", **extra)
        assert report["complete"]
        return test_random.outcome(report)

    classes = support.compiled("por")
    want = seen(vm__por="false")
    assert len(want[0]) + want[1] > 1  # type: ignore[index]
    for extra in ASKED:
        assert seen(**extra) == want, extra


def test_either_of_two_may_start_a_thread() -> None:
    """The thread has another number then, but it is the same one."""
    classes = support.compiled("outcomes")
    for extra in ASKED:
        report = support.explore("StartTwiceRace", classes, search__multiple_errors="true", **extra)
        found = {e["exception"] for e in report["errors"]}
        assert report["complete"] and found == {"java.lang.IllegalThreadStateException"}, extra
        assert support.outcomes(report) == {"1"}, extra


@pytest.mark.parametrize(
    ("key", "value", "way_out"),
    [
        ("vm.por", "false", "it is a reduction; leave that out, or take search.class=dfs"),
        ("search.match_depth", "true", "it stores no states; leave that out, or take search.class=dfs"),
        ("cg.randomize_choices", "FIXED_SEED", "it chooses the order itself; take search.class=dfs"),
    ],
)
def test_what_it_cannot_go_with_is_one_line_with_the_way_out(key: str, value: str, way_out: str) -> None:
    with pytest.raises(_jpf.ConfigError) as failed:
        support.explore("Traces", support.compiled("por"), "peterson", **{"search.class": "dpor", key: value})
    name = f"{key}=false" if value == "false" else key
    assert str(failed.value) == f"search.class=dpor cannot go with {name}: {way_out}"


BOTH_WAYS = {
    "TwoJoins": "t0.join(); t2.join();",
    "Caught": "try { t0.join(); t2.join(); } catch (InterruptedException e) { x = 7; }",
    "Parks": "t0.join(); LockSupport.park();",
    "ParksTwice": "LockSupport.park(); LockSupport.park();",
}


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_an_interrupt_and_what_was_waited_for_let_a_thread_go_on_in_either_order(name: str) -> None:
    """Whoever comes first lets main go on; its step does not come behind the interrupt for that."""
    text = f"""import java.util.concurrent.locks.LockSupport;
        public class {name} {{
            static int x, y;
            public static void main(String[] a) throws Exception {{
                Thread main = Thread.currentThread(), t0 = new Thread(() -> {{ x++; LockSupport.unpark(main); }}),
                    t1 = new Thread(() -> {{ y = 1; main.interrupt(); }}),
                    t2 = new Thread(() -> LockSupport.unpark(main));
                t0.start(); t1.start(); t2.start();
                {BOTH_WAYS[name]}
                System.out.println("R " + x + y);
            }}
        }}"""
    classes = support.compile_texts({f"{name}.java": text})
    every = {"search__multiple_errors": "true"}
    want = test_random.outcome(support.explore(name, classes, **every, vm__por="false"))
    assert len(want[0]) > 1
    for extra in ({"search__class": "dpor"}, {"vm__por": "dynamic"}, {}):
        assert test_random.outcome(support.explore(name, classes, **every, **extra)) == want, extra


@pytest.mark.parametrize("started", [63, 64, 70])
def test_more_than_64_threads_are_told_in_one_line(started: int) -> None:
    """The first and the last of them race, and main is one more."""
    text = """public class Many { static int x; static int[] a; public static void main(String[] s) throws Exception {
        int n = Integer.parseInt(s[0]);
        a = new int[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) { int k = i; t[i] = new Thread(() -> { a[k] = 1; if (k == n - 1 || k == 0) x++; }); }
        for (Thread u : t) u.start();
        for (Thread u : t) u.join();
        if (x != 2) throw new AssertionError();
    } }"""
    report = support.explore("Many", support.compile_texts({"Many.java": text}), str(started), search__class="dpor")
    told = report["statistics"]["constraints"]
    if started == 63:
        assert report["result"] == "violation" and not told
    else:
        assert report["result"] == "incomplete" and told == ["search.class=dpor: more than 64 threads"]


# `use` and `look` of Lookers.java: outcomes, executions of dpor
LOOKERS = {
    "stamp": (30, 48),
    "drawn": (180, 288),  # as stamp, with six values
    "written": (42, 48),
    "read": (42, 48),
    "try": (42, 69),
    "locked": (42, 48),
    "half": (42, 69),
    "halves": (42, 48),
    "permits": (42, 69),
    "available": (42, 48),
    "gate": (48, 48),
    "phaser": (114, 249),
    "task": (33, 33),
    "map": (42, 48),
    "behind": (21, 26),
    "number": (48, 48),
}


@pytest.mark.parametrize("how", LOOKERS)
def test_what_looks_at_a_lock_comes_before_who_takes_it(how: str) -> None:
    """What a look does where it comes earlier is not known before it is executed: what else may come before it then?"""
    classes = support.compiled("por")
    n, executions = LOOKERS[how]
    variants: dict[str, dict[str, str]] = {
        "dpor": {"search__class": "dpor"},
        "dynamic": {"search__class": "dfs", "vm__por": "dynamic"},
        "plain": {"search__class": "dfs", "vm__por__sleep_sets": "false", "vm__por__symmetry": "false"},
    }
    found = {}
    for name, extra in variants.items():
        report = support.explore("Lookers", classes, how, **extra)
        assert report["complete"] and not report["errors"], name
        found[name] = support.outcomes(report)
        if name == "dpor":
            s = report["statistics"]
            assert (s["executions"], s["executions_blocked"], s["executions_cut"]) == (executions, 0, 0)
    assert len(found["plain"]) == n and all(o == found["plain"] for o in found.values())


def test_who_looks_at_a_stamp_beside_a_third_thread_has_all_outcomes() -> None:
    report = support.explore("Comers", support.compiled("por"), "stamp", "m", search__class="dpor")
    assert report["complete"] and len(support.outcomes(report)) == 99
    assert report["statistics"]["executions"] == 562
