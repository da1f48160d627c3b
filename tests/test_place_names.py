"""What is known of a place goes by the name of its object, and states that count as one have equal names: where an object
that was made later has taken the place of a named one, they are two (csrc/kernel/places.h)."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import support

# How an object is made (1: it looks as main's does when main is through), what main does with it, and what the other
# thread sees of the object in p: its own, or main's.
KINDS = {
    "Field": ("Node", "new Node(%s)", "n.val = 1;", "q = m.val;"),
    "Volatile": ("Seen", "new Seen(%s)", "n.val = 1;", "q = m.val;"),
    "Wide": ("Long2", "new Long2(%s)", "n.val = 1;", "q = (int) m.val;"),
    "Element": ("int[]", "new int[] {%s}", "n[0] = 1;", "q = m[0];"),
    "Atomic": ("AtomicInteger", "new AtomicInteger(%s)", "n.set(1);", "q = m.get();"),
    "Monitor": (
        *("Object", "new Object() /* %s */"),
        *("synchronized (n) { synchronized (A) { } }", "synchronized (A) { synchronized (m) { q = 1; } }"),
    ),
    "Lock": (
        *("ReentrantLock", "new ReentrantLock() /* %s */", "n.lock(); n.unlock();"),
        "if (m.tryLock()) { q = 1; m.unlock(); } else q = 2;",
    ),
    "Key": ("ConcurrentHashMap<Integer, Integer>", "made(%s)", "n.put(1, 1);", "q = m.get(1);"),
}  # fmt: skip

SOURCE = """import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;
public class %(name)s {
    static class Node { int val; Node(int v) { val = v; } }
    static class Seen { volatile int val; Seen(int v) { val = v; } }
    static class Long2 { long val; Long2(long v) { val = v; } }
    static ConcurrentHashMap<Integer, Integer> made(int v) {
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        m.put(1, v);
        return m;
    }
    static final Object A = new Object();
    static %(type)s p;
    static int q;
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> { p = %(other)s; %(type)s m = p; %(look)s });
        Thread two = new Thread(() -> { p = %(other)s; });
        one.start();
        %(type)s n = %(mine)s;
        p = n;
        %(act)s
        two.start();
        one.join();
        two.join();
        System.out.println("R " + q);
    }
}"""


@functools.cache
def classes() -> Path:
    texts = {}
    for name, (type_, make, act, look) in KINDS.items():
        parts = {"name": name, "type": type_, "mine": make % 0, "other": make % 1, "act": act, "look": look}
        texts[f"{name}.java"] = SOURCE % parts
    return support.compile_texts(texts)


def found(name: str, **config: str) -> tuple[set[str], set[str]]:
    report = support.explore(name, classes(), search__multiple_errors="true", **config)
    assert report["complete"] or report["errors"]
    return support.outcomes(report), {e["kind"] for e in report["errors"]}


@pytest.mark.parametrize("name", KINDS)
def test_nothing_is_missed_where_another_object_has_taken_the_place_of_a_named_one(name: str) -> None:
    want = found(name, vm__por="false")
    assert want[0] == {"Monitor": {"1"}, "Lock": {"1", "2"}}.get(name, {"0", "1"})
    assert want[1] == ({"deadlock"} if name == "Monitor" else set())
    modes: list[dict[str, str]] = [
        {"search__class": "dfs"},
        {"search__class": "dfs", "vm__por__symmetry": "false"},
        {"search__class": "dfs", "vm__por": "dynamic"},
        {"vm__storage__class": "exact"},
        {"search__threads": "2", "jpf__stress__join": "5"},
        {"jpf__stress__check": "true", "jpf__stress__restore": "true"},
        {"search__class": support.BFS},
    ]
    for mode in modes:
        assert found(name, **mode) == want, mode


def test_states_are_told_apart_only_where_an_object_is_another_one() -> None:
    """Names cost no state where main's object is in its place, or nobody has it any more."""
    text = """public class Kept {
        static class Node { int val; }
        static Node p; static final Object L = new Object();
        public static void main(String[] args) throws Exception {
            Node n = new Node();
            p = n;
            Thread[] t = new Thread[2];
            for (int i = 0; i < 2; i++) {
                int k = i;
                t[i] = new Thread(() -> { synchronized (L) { p.val += k; } synchronized (n) { n.val += k; } });
                t[i].start();
            }
            for (Thread x : t) x.join();
            System.out.println("R " + n.val);
        }
    }"""
    kept = support.compile_texts({"Kept.java": text})
    report = support.explore("Kept", kept, search__class="dfs", **support.KEYS)
    s = report["statistics"]
    assert (report["complete"], s["states_new"], s["transitions"]) == (True, 51, 59)
