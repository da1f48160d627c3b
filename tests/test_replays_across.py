"""The string of each error that a search tells leads to that error in every search: they break paths off elsewhere."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support

SEARCHES = {
    "dfs": {"search__class": "dfs"},
    "bfs": {"search__class": support.BFS},
    "dpor": {"search__class": "dpor"},
    "dynamic": {"search__class": "dfs", "vm__por": "dynamic"},
    "random": {"search__class": "random"},
    "pct": {"search__class": "pct"},
    "preemptions": {"search__class": "preemptions"},
    "nobody named one": {},
}
# A limit makes transitions before the first choice shorter; a string says nothing of limits.
LIMITS = {"search__transition_limit": "4000", "search__RandomSearch__path_limit": "40"}
MULTIPLE = {"search__multiple_errors": "true"}
ACROSS = ("dfs", "dpor", "random")
EACH = 8  # errors of a search, from the first to the last
KEYS = ("kind", "exception", "message", "location", "thread")

STACK = """import java.util.concurrent.atomic.AtomicInteger;
/** A stack of numbered nodes whose top has no stamp: a node may be taken off, and come back, while another looks on. */
public class Numbered {
    static final int[] below = {-1, 0, 1};
    static final AtomicInteger top = new AtomicInteger(2);
    static int pop() {
        for (;;) {
            int t = top.get();
            if (t < 0 || top.compareAndSet(t, below[t])) return t;
        }
    }
    static void push(int node) {
        int t;
        do below[node] = t = top.get(); while (!top.compareAndSet(t, node));
    }
    static void twice() {
        int a = pop(), b = pop();
        if (a >= 0) push(a);
        if (b >= 0) push(b);
    }
    public static void main(String[] args) throws Exception {
        Thread x = new Thread(Numbered::twice), y = new Thread(Numbered::twice);
        x.start();
        y.start();
        x.join();
        y.join();
        int n = 0;
        while (pop() >= 0 && n < 90) n++;
        if (n != 3) throw new AssertionError("nodes: " + n);
    }
}"""
TABLE = """import java.util.concurrent.locks.ReentrantLock;
/** Who moves an amount looks at it before it takes the locks. */
public class Moves {
    static final ReentrantLock[] lock = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};
    static final int[] has = {5, 5, 5};
    static void move(int from, int to) {
        int n = has[from];
        lock[Math.min(from, to)].lock();
        lock[Math.max(from, to)].lock();
        has[from] = n - 2;
        has[to] += 2;
        lock[from].unlock();
        lock[to].unlock();
    }
    public static void main(String[] args) throws Exception {
        Thread[] t = {new Thread(() -> move(0, 1)), new Thread(() -> move(1, 2)), new Thread(() -> move(2, 0))};
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
        int sum = 0;
        for (int i = 0; i < 3; i++) for (int k = 0; k < has[i]; k++) sum++;
        if (sum != 15) throw new AssertionError("sum: " + sum + " first: " + has[0]);
    }
}"""
SEVERAL = """/** Two threads end in an error, one after the other, and the last goes on alone. */
public class Several {
    static int x, ended;
    static void fails(String what) {
        int before = x;
        x++;
        for (int i = 0; i < 3; i++) ended += i & x;
        if (x == before + 1) throw new IllegalStateException(what + x);
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> fails("first ")), b = new Thread(() -> fails("second "));
        a.start();
        b.start();
        a.join();
        b.join();
        for (int i = 0; i < 900; i++) ended += x;
        throw new IllegalStateException("main " + x);
    }
}"""

LATE = """import java.util.concurrent.locks.*;
/** What protects `after` is known as one object that main has made, and by no field. */
public class Late {
    static int after;
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition c = lock.newCondition();
        Runnable use = () -> {
            for (int i = 0; i < 4; i++) {
                lock.lock();
                int x = after;
                lock.unlock();
                if (x > 0) throw new IllegalStateException("late");
            }
        };
        Thread w = new Thread(() -> {
            lock.lock();
            try {
                if (c.awaitNanos(1000000) <= 0) after++;
            } catch (InterruptedException e) {
            } finally {
                lock.unlock();
            }
        });
        Thread[] all = {w, new Thread(use), new Thread(use)};
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
    }
}"""


@functools.cache
def own() -> Path:
    texts = {"Numbered": STACK, "Moves": TABLE, "Several": SEVERAL, "Late": LATE}
    return support.compile_texts({f"{name}.java": text for name, text in texts.items()})


PROGRAMS = {
    **dict.fromkeys(("Numbered", "Moves", "Several", "Late"), own),
    **dict.fromkeys(
        ("LostWakeup", "NotifyChoice", "TimedWait", "JoinHeldMonitor", "RacyAccount"),
        lambda: support.compiled("conc"),
    ),
    "Ends": lambda: support.compiled("por"),
}


def told(error: Any) -> list[str]:
    return [re.sub(r"@[0-9a-f]+", "@", str(error[k])) for k in KEYS]


def some(errors: list[Any]) -> list[Any]:
    return errors[:: max(1, -(-len(errors) // EACH))] + errors[-1:]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_error_comes_again_in_each_search(name: str, search: str) -> None:
    classes = PROGRAMS[name]()
    config = MULTIPLE | SEARCHES[search]
    errors = support.explore(name, classes, **LIMITS, **config)["errors"]
    assert errors
    wrong = []
    for error in some(errors):
        for how in (LIMITS | config, config, *(MULTIPLE | SEARCHES[x] for x in ACROSS), SEARCHES["dfs"]):
            again = support.replay(name, classes, error["replay"], **how)
            if again["result"] != "violation" or told(error) not in [told(e) for e in again["errors"]]:
                wrong.append((how, error["replay"], told(error), again["result"], [told(e) for e in again["errors"]]))
    assert not wrong


@pytest.mark.parametrize("search", ACROSS)
def test_each_plainer_path_comes_again_in_each_search(search: str) -> None:
    """What is told is the plainer path, whose string is another."""
    config = {**support.CONFIG, "search.multiple_errors": "true", "search.transition_limit": "400"}
    config |= {"search.RandomSearch.path_limit": "40", "search.shrink.time": "20"}
    report = jpfpy.verify("Moves", classpath=[own()], search=search, config=config)
    assert any(e["shrunk"]["switches"] < e["shrunk"]["switches_before"] for e in report.raw["errors"])
    for error in some(list(report.errors)):
        for other in ACROSS:
            again = support.replay("Moves", own(), error.replay, **MULTIPLE, **SEARCHES[other])["errors"]
            assert any(e["message"] == error.message for e in again), (other, error.replay)


@pytest.mark.parametrize("search", ACROSS)
def test_a_string_is_made_plainer_alike_by_each_search(search: str) -> None:
    """Where each says that there are no fewer context switches, there are as many."""
    classes = support.compiled("conc")
    text = support.explore("LostWakeup", classes, search__class=search)["errors"][0]["replay"]
    switches = set()
    for shrinks in ACROSS:
        config = {"jpf__shrink__time": "60"} | SEARCHES[shrinks]
        shrunk = support.replay("LostWakeup", classes, text, **config)["shrunk"]
        assert not shrunk["why"] and shrunk["fewest"]
        switches.add(shrunk["switches"])
    assert len(switches) == 1 and switches < {6, 7}, switches


@pytest.mark.parametrize("other", ACROSS)
def test_a_path_that_goes_round_ends(other: str) -> None:
    """The string is a livelock's, and nobody looks for one: the state that comes again ends the path."""
    texts = {
        "Round.java": """public class Round {
        static boolean over;
        public static void main(String[] a) {
            new Thread(() -> over = false).start();
            while (!over) Thread.yield();
        } }"""
    }
    classes = support.compile_texts(texts)
    error = support.explore("Round", classes, search__class="dfs", search__properties="LivelockProperty")["errors"][0]
    assert error["kind"] == "livelock"
    again = support.replay("Round", classes, error["replay"], search__class=other)
    assert again["result"] == "replayed" and "made with search.properties" in again["message"]
