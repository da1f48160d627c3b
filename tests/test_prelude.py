"""Before the first choice: one transition, however long, and what goes round is matched all the same."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import support
from tests.support import BFS, DFS

PROGRAMS = {
    "Rounds.java": """import java.util.*;
    public class Rounds {
        static int f;
        static Object o;
        static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i; return s; }
        public static void main(String[] a) {
            boolean b = false;
            List<Integer> l = new ArrayList<>();
            for (int i = 0; i < 700; i++) l.add(i);
            switch (a[0]) {
                case "empty": while (true) { }
                case "nested": while (true) work(300);
                case "garbage": while (true) { o = new int[10]; work(7); }
                case "changes": while (true) { for (int i = 0; i < 50; i++) l.add(i); l.clear(); }
                case "field": while (true) f = (f + 1) % 1000;
                case "iterator": while (true) for (int x : l) f = x;
                case "flips": while (true) { b = !b; work(1234); }
                case "grows": while (true) f++;
            }
        } }""",
    "Sieve.java": """public class Sieve {
        static volatile int found;
        public static void main(String[] a) throws Exception {
            int n = 300000, c = 0;
            boolean[] no = new boolean[n + 1];
            for (int i = 2; i <= n; i++) {
                if (no[i]) continue;
                c++;
                for (long j = (long) i * i; j <= n; j += i) no[(int) j] = true;
            }
            int primes = c;
            Thread t = new Thread(() -> found = primes);
            t.start();
            if (found != 0) throw new IllegalStateException("found " + found);
            t.join();
        } }""",
    "Alone.java": """public class Alone {
        static int c, f;
        static final Object LOCK = new Object();
        static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i; return s; }
        static void sieve(int n) {
            boolean[] no = new boolean[n + 1];
            int c = 0;
            for (int i = 2; i <= n; i++) {
                if (no[i]) continue;
                c++;
                for (long j = (long) i * i; j <= n; j += i) no[(int) j] = true;
            }
            if (c != 25997) throw new IllegalStateException("" + c);
        }
        static void joined() throws InterruptedException {
            Runnable r = () -> { synchronized (LOCK) { c++; } };
            Thread t = new Thread(r), u = new Thread(r);
            t.start();
            u.start();
            t.join();
            u.join();
        }
        /** A daemon waits, or is about to, for a notification that main alone could give. */
        static Thread waiting() {
            Thread t = new Thread(() -> {
                synchronized (LOCK) {
                    try { LOCK.wait(); f = c; } catch (InterruptedException e) { f = -1; }
                }
            });
            t.setDaemon(true);
            t.start();
            return t;
        }
        public static void main(String[] a) throws Exception {
            if (a[0].equals("clock")) {
                long t = System.nanoTime();
                sieve(300000);
                c = (int) (System.nanoTime() - t);
                return;
            }
            if (a[1].equals("joined")) joined();
            else waiting();
            switch (a[0]) {
                case "sieve": sieve(300000); break;
                case "fails": sieve(300000); throw new IllegalStateException("late");
                case "wakes":
                    sieve(300000);
                    synchronized (LOCK) { c = 7; LOCK.notify(); }
                    work(100000);
                    if (f == 7) throw new IllegalStateException("woken");
                    break;
                case "empty": while (true) { }
                case "nested": while (true) work(300);
                case "field": while (true) f = (f + 1) % 1000;
            }
        } }""",
}


@functools.cache
def classes() -> Path:
    return support.compile_texts(PROGRAMS)


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("how", ["empty", "nested", "garbage", "changes", "field", "iterator", "flips"])
def test_what_goes_round_is_met_again(how: str, search: str) -> None:
    report = support.explore("Rounds", classes(), how, search__class=search)
    s = report["statistics"]
    assert report["complete"] and report["result"] == "no_errors"
    assert (s["states_visited"], s["end_states"]) == (1, 0)


def test_numbers_of_states_are_kept_to() -> None:
    report = support.explore("Rounds", classes(), "grows", search__state_limit="30")
    assert not report["complete"] and report["statistics"]["states_new"] == 30


@pytest.mark.parametrize("search", [DFS, BFS])
def test_a_long_way_to_the_first_choice_is_one_transition(search: str) -> None:
    report = support.explore("Sieve", classes(), search__class=search, search__multiple_errors="true")
    s = report["statistics"]
    assert s["instructions"] > 10_000_000 and s["transitions"] < 12
    error = report["errors"][0]
    assert error["message"].endswith("found 25997")
    again = support.replay("Sieve", classes(), error["replay"], search__class=search)
    assert again["errors"][0]["message"] == error["message"]
    # broken off where a length is given, to the same end
    broken = support.explore("Sieve", classes(), search__class=search, vm__max_transition_length="50000")
    assert broken["statistics"]["transitions"] > 200 and broken["errors"][0]["message"] == error["message"]


@pytest.mark.parametrize("search", [DFS, BFS])
def test_who_is_alone_again_is_not_broken_off_each_time(search: str) -> None:
    """Both orders of the two threads run one tail; its states are few, and its end is one."""
    report = support.explore("Alone", classes(), "sieve", "joined", search__class=search)
    s = report["statistics"]
    assert report["complete"] and s["end_states"] == 1
    assert 10_000_000 < s["instructions"] < 20_000_000 and s["states_new"] < 40


@pytest.mark.parametrize("where", ["joined", "waiting"])
@pytest.mark.parametrize("how", ["empty", "nested", "field"])
def test_what_goes_round_alone_is_met_again(how: str, where: str) -> None:
    report = support.explore("Alone", classes(), how, where)
    s = report["statistics"]
    assert report["complete"] and report["result"] == "no_errors"
    assert s["end_states"] == 0 and s["states_visited"] >= 1
    assert s["states_new"] < (100 if where == "joined" else 2000)


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize(("how", "where", "message"), [("fails", "joined", "late"), ("wakes", "waiting", "woken")])
def test_errors_behind_a_long_way_alone(how: str, where: str, message: str, search: str) -> None:
    report = support.explore("Alone", classes(), how, where, search__class=search)
    error = report["errors"][0]
    assert error["message"].endswith(message)
    again = support.replay("Alone", classes(), error["replay"], how, where, search__class=search)
    assert again["errors"][0]["message"] == error["message"]


def test_a_reader_of_the_clock_that_is_alone_is_executed_once() -> None:
    s = support.explore("Alone", classes(), "clock", "")["statistics"]
    assert s["instructions"] < 20_000_000 and s.get("restarts", 0) == 0


@pytest.mark.parametrize("seed", ["5", "7"])
def test_what_was_broken_off_as_the_search_begins_again_ends_there_once_more(seed: str) -> None:
    """What an assumption has excluded is seen, and main is alone then: jpf.stress.restore executes that again."""
    args = ("GrownObjects", support.compiled("states"), seed, "3", "2")
    seals = {"jpf__stress__seal": "1", "jpf__stress__moved": "1"}
    for how in ({"vm__state__seal": "false"}, seals):
        once = support.explore(*args, **how)
        twice = support.explore(*args, **how, jpf__stress__restore="true")
        assert once["complete"]
        assert support.outcomes(twice) == support.outcomes(once)
        assert twice["complete"]
