"""Several threads search one space: verdicts, errors and, without reductions, all counts are those of one."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import memory
from jpfpy.config.config import Config
from jpfpy.config.values import check_value
from tests import gen, gen_lib, support
from tests.support import seeds

SEEDS = seeds(3, 200)
EXACT = ("states_new", "states_visited", "transitions", "end_states", "pruned", "choice_generators")
OFF = {"search__class": "dfs", "vm__por": "false"}
SUM = """
public class Sum {
    static int sum, low, last;
    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[2];
        int n = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        for (int k = 0; k < 2; k++) all[k] = new Thread(() -> {
            for (int i = 0; i < n; i++) { sum = sum + 1; if (low < 2) low++; last = sum; }
        });
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        if (sum == Integer.parseInt(args[0])) throw new AssertionError("sum is " + args[0]);
    }
}
"""

ROUND = """
public class Round {
    static volatile int turn, seen;
    public static void main(String[] args) {
        for (int k = 0; k < 2; k++) {
            final int me = k;
            Thread t = new Thread(() -> {
                while (true) {
                    while (turn != me) seen = turn;
                    seen = me;
                    turn = 1 - me;
                }
            });
            t.setDaemon(true);
            t.start();
        }
        int a = turn, b = seen;
        while (seen == 0) if (turn == 2) throw new AssertionError();
        System.out.println(a + " " + b + " " + turn + " " + seen);
    }
}
"""
# What the threads of the search assume of it is found wrong again and again, so they begin anew some ten times.
DEQUE = """
import java.util.concurrent.atomic.*;

public class Deque {
    static final AtomicInteger top = new AtomicInteger(), bottom = new AtomicInteger();
    static final AtomicReferenceArray<Integer> all = new AtomicReferenceArray<>(8);
    static final AtomicIntegerArray taken = new AtomicIntegerArray(4);

    static void push(int x) {
        int b = bottom.get();
        all.set(b & 7, x);
        bottom.set(b + 1);
    }

    static void pop() {
        int b = bottom.get() - 1;
        bottom.set(b);
        int t = top.get();
        if (b < t) {
            bottom.set(t);
            return;
        }
        Integer x = all.get(b & 7);
        if (b == t) {
            if (!top.compareAndSet(t, t + 1)) x = null;
            bottom.set(t + 1);
        }
        if (x != null) taken.incrementAndGet(x);
    }

    static void steal() {
        int t = top.get();
        if (t >= bottom.get()) return;
        Integer x = all.get(t & 7);
        if (top.compareAndSet(t, t + 1)) taken.incrementAndGet(x);
    }

    public static void main(String[] args) throws Exception {
        push(1);
        push(2);
        Thread thief = new Thread(() -> { steal(); steal(); });
        thief.start();
        pop();
        push(3);
        pop();
        pop();
        thief.join();
        for (int x = 1; x <= 3; x++) if (taken.get(x) > 1) throw new AssertionError(x + " twice");
    }
}
"""
# The locks have no name but that both are made before the first choice. Who has another lock than the other thread is
# long by itself, so that most of what it leads to has been seen with one lock by another thread of the search.
TWO_LOCKS = """
import gov.nasa.jpf.vm.Verify;

public class TwoLocks {
    static int f;
    static class Worker extends Thread {
        Object lock;
        int rounds;
        Worker(Object lock, int rounds) {
            this.lock = lock;
            this.rounds = rounds;
        }
        @Override
        public void run() {
            Object l = lock;
            int n = rounds;
            lock = null;
            rounds = 0;
            for (int i = 0; i < n; i++) synchronized (l) { }
            for (int i = 0; i < 6; i++) synchronized (l) { f++; }
        }
    }
    static Thread[] made() {
        Object first = new Object(), second = new Object();
        boolean other = Verify.getBoolean();
        return new Thread[] {new Worker(other ? first : second, other ? 300 : 0), new Worker(second, 0)};
    }
    public static void main(String[] args) throws Exception {
        Thread[] all = made();
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        if (f != 12) throw new AssertionError("lost");
    }
}
"""


@functools.cache
def programs() -> tuple[Path, list[str]]:
    texts = {}
    for seed in SEEDS:
        for g in (gen.Generator(seed), gen.Generator(seed, joins=False)):
            texts[g.name] = g.java()
        name, text = gen_lib.program(seed, seed % 2 == 0)
        texts[name] = text
    own = {"Sum": SUM, "Round": ROUND, "TwoLocks": TWO_LOCKS, "Deque": DEQUE}
    return support.compile_texts({f"{name}.java": text for name, text in (texts | own).items()}), sorted(texts)


def search(name: str, threads: int, *args: str, **extra: str) -> dict[str, Any]:
    joins = {"search__threads": str(threads), "jpf__stress__join": "10"}
    return support.explore(name, programs()[0], *args, **{"search__multiple_errors": "true"} | joins | extra)


def errors(report: dict[str, Any]) -> Counter[tuple[str, ...]]:
    keys = ("kind", "exception", "message", "thread", "location")
    return Counter(tuple(str(e[k]) for k in keys) for e in report["errors"])


def test_counts_are_exact() -> None:
    """Of all programs of the families that are small enough."""
    parts = 0
    for name in programs()[1]:
        one = search(name, 1, search__state_limit="4000", **OFF)
        if not one["complete"]:
            continue
        for n in (2, 3, 4):
            many = search(name, n, **OFF)
            stats, want = many["statistics"], one["statistics"]
            assert {k: stats[k] for k in EXACT} == {k: want[k] for k in EXACT}, (name, n)
            assert errors(many) == errors(one)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"])
            assert sorted(many["output"].splitlines()) == sorted(one["output"].splitlines())
            parts += many.get("workers", {}).get("parts", 0)
    assert parts > 0  # or nothing was tested


def test_the_first_error_ends_all_threads() -> None:
    report = search("Sum", 3, "3", search__multiple_errors="false", **OFF)
    (error,) = report["errors"]
    assert error["message"] == "java.lang.AssertionError: sum is 3"
    again = support.replay("Sum", programs()[0], error["replay"], "3", search__threads="3", **OFF)
    assert again["errors"][0]["message"] == error["message"]


def test_limits_are_of_all_threads() -> None:
    for key in ("state", "transition"):
        text = f"{key} limit reached: 20000 (search.{key}_limit)"
        report = search("Sum", 2, "99", **OFF, **{f"search__{key}_limit": "20000"})
        assert report["result"] == "incomplete"
        assert text in report["statistics"]["constraints"]
        made = report["statistics"]["states_new" if key == "state" else "transitions"]
        assert 20000 <= made < 20010


def test_time_that_threads_have_not_used_is_not_lost() -> None:
    """What is left of search.cpu_limit is shared out at each beginning, and given back."""
    report = search("Deque", 4, search__class="dfs", search__cpu_limit="100")
    assert (report["result"], report["statistics"]["constraints"]) == ("no_errors", [])


def test_reductions_keep_verdicts() -> None:
    """What is left out is left out for all threads: errors and outputs are those of one, and paths replay."""
    parts = 0
    for name in programs()[1]:
        one = search(name, 1, search__class="dfs")
        for n in (2, 3):
            many = search(name, n, search__class="dfs")
            assert set(errors(many)) == set(errors(one)), (name, n)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"])
            assert {*many["output"].splitlines()} == {*one["output"].splitlines()}
            parts += many.get("workers", {}).get("parts", 0)
            for error in many["errors"][:1]:
                assert support.replay(name, programs()[0], error["replay"], search__threads="2")["errors"]
    assert parts > 0


def what(report: dict[str, Any]) -> set[tuple[str, ...]]:
    """Errors, whoever came last to the state: a deadlock is told at the step that closed it."""
    return {tuple(str(e[k]) for k in ("kind", "exception", "message")) for e in report["errors"]}


MODES = (
    {},
    {"vm__por": "false"},
    {"vm__por__sleep_sets": "false"},
    {"vm__por__symmetry": "false"},
    {"vm__por__persistent": "false"},
)


@pytest.mark.parametrize("extra", MODES, ids=lambda x: "".join(x) or "all")
def test_it_goes_on_where_it_stands(extra: dict[str, str]) -> None:
    """At any moment: what one thread has explored by then counts, and what is on its path does not."""
    parts = 0
    for number, name in enumerate(programs()[1]):
        one = search(name, 1, search__class="dfs", search__transition_limit="6000", **extra)
        if not one["complete"]:
            continue
        joins = [n for n in (1, 5, 50, 200, 500) if n < one["statistics"]["transitions"]] or [1]
        for n in (2, 3, 4):
            many = search(
                name, n, search__class="dfs", jpf__stress__join=str(joins[(number + n) % len(joins)]), **extra
            )
            stats, want = many["statistics"], one["statistics"]
            if extra.get("vm__por") == "false":
                assert {k: stats[k] for k in EXACT} == {k: want[k] for k in EXACT}, (name, n)
            assert what(many) == what(one), (name, n)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"])
            assert {*many["output"].splitlines()} == {*one["output"].splitlines()}
            parts += many.get("workers", {}).get("parts", 0)
    assert parts > 0


@pytest.mark.parametrize("joins", ["20", "200"])
def test_beside_searches_that_take_turns(joins: str) -> None:
    """The others go on depth first while the first thread makes other searches' turns."""
    keys = {"search__multiple_errors": "false", "jpf__stress__turns": "100", "jpf__stress__join": joins}
    turns = parts = 0
    for name, args in [("Sum", ("3",)), ("Sum", ("99",)), *((n, ()) for n in programs()[1])]:
        one = search(name, 1, *args, **keys)
        for n in (2, 3):
            many = search(name, n, *args, **keys)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"]), (name, n)
            assert len(many["errors"]) == len(one["errors"])
            for error in many["errors"]:
                assert support.replay(name, programs()[0], error["replay"], *args)["errors"]
            parts += many.get("workers", {}).get("parts", 0)
            turns += sum(x["turns"] for x in many.get("portfolio", {"searches": []})["searches"])
    assert parts > 0
    assert turns > 0


def test_auto() -> None:
    """One thread up to 10^5 states, whatever the machine; then several, and nothing is said where that cannot be."""
    keys = {"jpf__stress__join": "", **support.LARGE, **support.KEYS}
    small = search("Sum", 1, "99", "4", **keys | OFF | {"search__threads": "auto:3"})
    assert small["statistics"]["states_new"] < 100_000
    assert "workers" not in small
    large, one = (search("Sum", 1, "99", "6", **keys | OFF | {"search__threads": n}) for n in ("auto:3", "1"))
    assert large["workers"]["threads"] == 3
    assert {k: large["statistics"][k] for k in EXACT} == {k: one["statistics"][k] for k in EXACT}


def test_a_long_path_stays_in_one_thread() -> None:
    """What grows under search is on the path of each engine."""
    classes = support.compile_texts({"Growth.java": (support.ROOT / "tests/bench/java/Growth.java").read_text()})
    keys = {"jpf__stress__join": "", "search__class": "dfs", **support.LARGE}
    auto, one = (
        support.explore("Growth", classes, "lists", "26000", **keys, search__threads=n) for n in ("auto:3", "1")
    )
    assert "workers" not in auto and auto["statistics"]["states_new"] > 100_000
    assert {k: auto["statistics"][k] for k in EXACT} == {k: one["statistics"][k] for k in EXACT}


ALONE: list[dict[str, str]] = [
    {"search__threads": "auto:1"},
    {"search__threads": "auto"},
    {"search__class": "bfs"},
    {"search__class": "auto"},
    {"search__class": "random", "search__RandomSearch__path_limit": "50"},
    {"search__class": "dpor", "vm__por": "true"},
    {"search__class": "GlobalSwitchThread"},
    {"search__deterministic": "true"},
    {"search__depth_limit": "1000"},
    {"search__match_depth": "true"},
    {"search__memory_limit": "24m"},
    {"search__properties": "LivelockProperty"},
    {"vm__storage__class": "exact"},
    {"vm__storage__class": "none", "search__depth_limit": "20"},
    {"vm__por": "dynamic"},
    {"cg__randomize_choices": "FIXED_SEED"},
]


@pytest.mark.parametrize("extra", ALONE, ids=lambda e: " ".join(e.values()))
def test_what_stays_in_one_thread_says_nothing_where_nobody_has_asked(extra: dict[str, str]) -> None:
    given = {"search__threads": "auto:3", "jpf__stress__join": "10"} | OFF | extra
    alone = search("Sum", 1, "99", "4", **given)
    assert "workers" not in alone
    assert not [n for n in alone["notes"] if "thread" in n]
    one = search("Sum", 1, "99", "4", **given | {"search__threads": "1"})
    assert {k: alone["statistics"][k] for k in EXACT} == {k: one["statistics"][k] for k in EXACT}
    assert alone["result"] == one["result"]


def test_others_that_look_on_stay_in_one_thread(tmp_path: Path) -> None:
    """With the default: a listener without merge, one that has it, and a search that is written to a file."""

    class Deaf(jpfpy.Listener):
        def state_advanced(self, search: jpfpy.Search) -> None:
            pass

    given = {k.replace("__", "."): v for k, v in OFF.items()} | {"search.threads": "auto", "jpf.stress.join": "10"}
    written = {"search.checkpoint": str(tmp_path / "c"), "search.checkpoint_interval": "1h"}
    for listeners, more in (([Deaf()], {}), ([Counts()], {}), ([], written)):
        report = jpfpy.verify("Sum", "99", "4", classpath=str(programs()[0]), listeners=listeners, config=given | more)
        assert "workers" not in report.raw
        assert not [n for n in report.notes if "thread" in n]


def test_the_cores_take_part_unless_it_says_otherwise(tmp_path: Path) -> None:
    """The command and Python alike."""
    assert check_value("search.threads", "auto") is None
    config = Config({"search.threads": "auto"})
    assert config.engine_values()["search.threads"] == f"auto:{memory.cores()}"
    given = {"search.class": "dfs", "vm.por": "false", "search.shrink": "false"} | {
        k.replace("__", "."): v for k, v in support.LARGE.items()
    }
    out = tmp_path / "r.json"
    keys = [f"+{k}={v}" for k, v in given.items()]
    for threads in ([], ["+search.threads=1"]):
        args = [*support.JPF, *keys, *threads, "--json", str(out), "-cp", str(programs()[0]), "Sum", "99", "6"]
        done = subprocess.run(args, capture_output=True, text=True, check=False, env=support.environment())
        assert done.returncode == 0, done.stderr
        raw = json.loads(out.read_text())
        assert ("workers" in raw) == (not threads and memory.cores() > 1)
        assert not [n for n in raw.get("notes", ()) if "thread" in n]
        config = given | dict(k[1:].split("=") for k in threads)
        report = jpfpy.verify("Sum", "99", "6", classpath=str(programs()[0]), config=config)
        assert ("workers" in report.raw) == ("workers" in raw)
        assert raw["statistics"]["states_new"] == report.raw["statistics"]["states_new"] > 100_000


def test_one_core_is_one_thread() -> None:
    given = ["+search.class=dfs", "+vm.por=false", "+jpf.stress.join=10", "--json", "-", "--quiet"]
    jpf = [*support.JPF, *given, "-cp", str(programs()[0]), "Sum", "99", "3"]
    core = str(min(os.sched_getaffinity(0)))
    done = subprocess.run(
        ["taskset", "-c", core, *jpf], capture_output=True, text=True, check=True, env=support.environment()
    )
    assert "workers" not in json.loads(done.stdout)


@pytest.mark.parametrize(
    ("args", "most"),
    [
        (("counter", "3", "3"), 1.05),  # persistent sets
        (("lastzero", "8"), 2),  # sleep sets: a part begins with nobody asleep
        (("indexer", "13"), 2),
        # Threads that are alike; without sleep sets there would be 21,252 states in place of 461. What two engines search
        # goes by when the second one joins: 461 to 960.
        (("inc", "20"), 4),
    ],
)
def test_reductions_reduce(args: tuple[str, ...], most: float) -> None:
    """With sleep sets and symmetry in several threads, not much more is searched than in one."""
    name, program = ("Alikes" if args[0] == "inc" else "Traces"), support.compiled("por")
    one, two = (
        support.explore(name, program, *args, search__class="dfs", search__threads=n, jpf__stress__join="100")
        for n in ("1", "2")
    )
    assert two["workers"]["threads"] == 2
    assert two["complete"]
    assert two["statistics"]["states_new"] <= most * one["statistics"]["states_new"]


@pytest.mark.parametrize("extra", [{}, {"vm__por": "false"}, {"search__multiple_errors": "true"}])
def test_a_deterministic_search_tells_what_one_thread_finds(extra: dict[str, str]) -> None:
    """Errors, with their traces and replay strings, and output."""
    config = {"search__class": "dfs", "search__multiple_errors": "false"} | extra
    one = search("Sum", 1, "3", **config)
    for n in (2, 3):
        many = search("Sum", n, "3", search__deterministic="true", **config)
        assert (many["errors"], many["output"], many["result"]) == (one["errors"], one["output"], one["result"])
        (note,) = (x for x in many["notes"] if x.startswith("note: search.deterministic"))
        assert note.startswith(f"note: search.deterministic: {n} threads found an error after ")
    clean = search("Sum", 2, "99", search__deterministic="true", **config)
    assert clean["workers"]["threads"] == 2
    assert not clean["errors"] and not clean["notes"]
    limited = search("Sum", 2, "99", search__deterministic="true", search__state_limit="3000", **config)
    assert "workers" not in limited
    assert any("search.deterministic means that a limit" in note for note in limited["notes"])


def test_a_lock_is_not_another_one() -> None:
    """Locks that are known only by where they were made protect a field only if all threads mean the same one."""
    for n in (2, 3):
        report = search("TwoLocks", n, search__class="dfs", jpf__stress__join="70")
        assert {e["message"] for e in report["errors"]} == {"java.lang.AssertionError: lost"}


def test_programs_that_go_round() -> None:
    """Outcomes of a space with cycles are those of one thread, and nothing is said of what never ends."""
    parts = 0
    for extra in (OFF, {"search__class": "dfs"}, {"search__class": "dfs", "vm__por__sleep_sets": "false"}):
        one = search("Round", 1, **extra)
        assert one["complete"]
        for n in (2, 3, 4):
            many = search("Round", n, **extra)
            assert many["complete"]
            assert {*many["output"].splitlines()} == {*one["output"].splitlines()}
            parts += many["workers"]["parts"]
            said = (
                f"note: search.threads={n}: whether the program can go on for ever was not looked at; one thread does"
            )
            assert many["notes"] == [said]
    assert parts > 0


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        ({"search__class": "bfs"}, "only depth-first and random searches have several threads so far"),
        ({"search__class": "coverage"}, "coverage goes on from the executions before"),
        ({"vm__storage__class": "exact"}, "only sets of keys can be shared"),
        ({"search__depth_limit": "100000"}, "the depths of states count"),
    ],
)
def test_a_note_says_why_there_is_one_thread(extra: dict[str, str], why: str) -> None:
    report = search("Sum", 2, "99", "3", **OFF | extra)
    assert report["complete"] or extra["search__class"] == "coverage"
    assert "workers" not in report
    assert f"note: search.threads=2: one thread searches, because {why}" in report["notes"]


DRAWN = ("executions", "executions_blocked", "states_restored", "states_backtracked")


@pytest.mark.parametrize("kind", ["random", "pct", "pos"])
def test_executions_are_those_of_one_thread(kind: str) -> None:
    """The same are drawn, so what they show is the same, to the replay strings and the estimates."""
    for name, args in [("Sum", ("12",)), *((n, ()) for n in programs()[1][:2])]:
        keys = {"vm__por": "false", "search__class": kind, "search__RandomSearch__path_limit": "300"}
        if args:  # with states that are known again
            keys["vm__storage__class"] = "keys"
        one, *others = (search(name, n, *args, **keys) for n in (1, 2, 4))
        for many in others:
            assert [{**e, "id": 0} for e in many["errors"]] == [{**e, "id": 0} for e in one["errors"]]
            assert [e["id"] for e in many["errors"]] == list(range(1, len(one["errors"]) + 1))
            stats, want = many["statistics"], one["statistics"]
            assert {k: stats[k] for k in EXACT + DRAWN} == {k: want[k] for k in EXACT + DRAWN}, name
            assert stats["constraints"] == want["constraints"]
            assert many["notes"] == one["notes"]
            assert sorted(many["output"].splitlines()) == sorted(one["output"].splitlines())
            assert len(many["workers"]["transitions"]) > 1


@pytest.mark.parametrize("kind", ["random", "pct", "pos"])
def test_the_error_of_the_first_execution_that_has_one(kind: str) -> None:
    keys = {"vm__por": "false", "search__class": kind, "search__multiple_errors": "false"}
    for wrong in ("12", "8"):
        one, *others = (search("Sum", n, wrong, **keys) for n in (1, 2, 3, 3))
        (error,) = one["errors"]
        assert all(many["errors"] == [error] for many in others)


@pytest.mark.parametrize("kind", ["random", "pct", "pos"])
def test_executions_with_reductions(kind: str) -> None:
    keys = {"search__class": kind, "search__RandomSearch__path_limit": "400"}
    for name, args in [("Sum", ("12",)), *((n, ()) for n in programs()[1])]:
        one, many = (search(name, n, *args, **keys) for n in (1, 3))
        assert many["statistics"]["executions"] + many["statistics"]["executions_blocked"] == 400
        assert many["result"] == one["result"]
        assert {e["message"] for e in many["errors"]} == {e["message"] for e in one["errors"]}
        for error in many["errors"][:2]:
            again = support.replay(name, programs()[0], error["replay"], *args, **keys)
            assert again["errors"][0]["message"] == error["message"]


def test_executions_that_show_nothing_new_end_all_threads() -> None:
    keys = {"vm__por": "false", "search__class": "pct", "search__pct__depth": "1", "search__stale_limit": "400"}
    keys["search__RandomSearch__path_limit"] = "100000"
    one, many = (search("Sum", n, "99", **keys) for n in (1, 3))
    (text,) = one["statistics"]["constraints"]
    assert "the last 400 had no new happens-before shape" in text
    (text,) = many["statistics"]["constraints"]
    assert "no new happens-before shape (search.stale_limit)" in text
    assert many["statistics"]["executions"] >= one["statistics"]["executions"]
    assert many["statistics"]["executions"] == int(text.split()[1])


def test_limits_of_random_searches_are_of_all_threads() -> None:
    keys = {"vm__por": "false", "search__class": "random", "search__transition_limit": "20000"}
    report = search("Sum", 2, "99", search__RandomSearch__path_limit="1000000", **keys)
    assert "transition limit reached: 20000 (search.transition_limit)" in report["statistics"]["constraints"]
    assert 20000 <= report["statistics"]["transitions"] < 20010


class Counts(jpfpy.Listener):
    """What a listener can count of states and choices, whoever comes to them."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.copies = self.started = 0

    def search_started(self, search: jpfpy.Search) -> None:
        self.started += 1

    def state_advanced(self, search: jpfpy.Search) -> None:
        self.counts["new" if search.is_new_state() else "visited"] += 1
        self.counts["end"] += search.is_end_state()

    def state_processed(self, search: jpfpy.Search) -> None:
        self.counts["processed"] += 1

    def choice_generator_set(self, vm: jpfpy.VM, cg: object) -> None:
        self.counts["generators"] += 1

    @jpfpy.on(opcodes="putstatic", method="Sum.*")
    def instruction_executed(self, vm: jpfpy.VM, thread: Any, after: Any, insn: Any) -> None:
        self.counts["puts"] += 1

    def merge(self, other: Counts) -> None:
        assert other is not self
        self.counts += other.counts
        self.copies += 1 + other.copies
        self.started += other.started


def hear(listener: object, threads: int, *, joins: str = "10", **keys: str) -> jpfpy.Report:
    config = {k.replace("__", "."): v for k, v in (OFF | keys).items()}
    config |= {"search.threads": str(threads), "jpf.stress.join": joins, "search.multiple_errors": "true"}
    return jpfpy.verify("Sum", "6", "3", classpath=str(programs()[0]), listeners=[listener], config=config)


@pytest.mark.parametrize("kind", ["dfs", "random"])
def test_listeners_of_all_threads_are_merged(kind: str) -> None:
    keys = {"search__class": kind, "search__RandomSearch__path_limit": "100"}
    one, many = Counts(), Counts()
    want, got = hear(one, 1, **keys), hear(many, 3, **keys)
    assert (one.copies, one.started) == (0, 1)
    assert (many.copies, many.started) == (2, 3)
    assert many.counts == one.counts
    assert [e.message for e in got.errors] == [e.message for e in want.errors]


class Kept(Counts):
    def checkpoint_state(self) -> Counter[str]:
        return Counter(self.counts)

    def restore_state(self, state: Counter[str]) -> None:
        self.counts = state


@pytest.mark.parametrize("kind", ["dfs", "random"])
def test_listeners_of_all_threads_are_written(kind: str, tmp_path: Path) -> None:
    """Whenever the search is written the first thread's have what all have heard; new copies hear what follows."""
    file = str(tmp_path / "c")
    keys = {"search__class": kind, "search__RandomSearch__path_limit": "100"}
    one, often, first, last = Kept(), Kept(), Kept(), Kept()
    want = hear(one, 1, **keys)
    hear(often, 3, **keys, search__checkpoint=file, jpf__stress__checkpoints="500")
    assert often.counts == one.counts
    assert often.copies > 4
    hear(first, 2, **keys, search__checkpoint=file, jpf__stress__checkpoint="1500")
    assert 0 < first.counts["new"] < one.counts["new"]
    assert first.copies > 0
    got = jpfpy.resume(file, config={"search.threads": "3"}, listeners=[last])
    assert last.counts == one.counts
    assert last.copies > 0
    assert [e.message for e in got.errors] == [e.message for e in want.errors]


def test_a_listener_without_merge_keeps_one_thread() -> None:
    class Deaf(jpfpy.Listener):
        def state_advanced(self, search: jpfpy.Search) -> None:
            pass

    class Holding(Counts):
        def __init__(self) -> None:
            super().__init__()
            self.lock = threading.Lock()  # no copy can be made of it

    for listener, why in ((Deaf(), "has no merge(other)"), (Holding(), "the listeners cannot be copied")):
        report = hear(listener, 2)
        (note,) = [n for n in report.notes if "one thread searches" in n]
        assert why in note
    assert "Deaf" in [n for n in hear(Deaf(), 2).notes if "one thread searches" in n][0]


def test_reductions_keep_listeners_in_one_thread() -> None:
    report = hear(Counts(), 2, vm__por="true")
    assert any("it would begin again before the eyes of listeners (vm.por=false)" in n for n in report.notes)


def test_what_a_listener_raises_in_any_thread() -> None:
    class Fails(Counts):
        def state_advanced(self, search: jpfpy.Search) -> None:
            super().state_advanced(search)
            if self.counts["new"] == 300:
                raise KeyError("three hundred")

    for threads in (1, 3):
        with pytest.raises(KeyError, match="three hundred"):
            hear(Fails(), threads)


def test_a_listener_that_changes_the_program_needs_one_thread() -> None:
    class Changes(Counts):
        def state_advanced(self, search: jpfpy.Search) -> None:
            super().state_advanced(search)
            if self.counts["new"] == 300:
                search.vm.find_class("Sum").statics["sum"] = 0

    with pytest.raises(RuntimeError, match="needs search.threads=1"):
        hear(Changes(), 3)


def test_a_small_search_is_as_without_the_key() -> None:
    name = programs()[1][0]
    reports = [search(name, n, jpf__stress__join="1000000", **OFF) for n in (1, 4)]
    assert reports[0]["statistics"]["transitions"] == reports[1]["statistics"]["transitions"]
    assert "workers" not in reports[1]
    assert [e["replay"] for e in reports[0]["errors"]] == [e["replay"] for e in reports[1]["errors"]]


def test_as_many_threads_as_cores(tmp_path: Path) -> None:
    (tmp_path / "proc" / "self").mkdir(parents=True)
    (tmp_path / "proc" / "self" / "cgroup").write_text("0::/a/b\n")
    group = tmp_path / "sys" / "fs" / "cgroup" / "a"
    (group / "b").mkdir(parents=True)
    assert memory.quota(str(tmp_path)) == memory.NO_LIMIT
    for text, cores in (("max 100000", memory.NO_LIMIT), ("350000 100000", 3), ("50000 100000", 1)):
        (group / "cpu.max").write_text(text)
        assert memory.quota(str(tmp_path)) == cores
    (group / "b" / "cpu.max").write_text("100000 100000")
    (group / "cpu.max").write_text("max 100000")
    assert memory.cores(str(tmp_path)) == 1
    values = {"search.threads": "cores"}
    assert Config(values).engine_values()["search.threads"] == str(memory.cores())
    with pytest.raises(jpfpy.ConfigError, match=r"search.threads=many: a whole number expected"):
        check_value("search.threads", "many")
