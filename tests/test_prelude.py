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
