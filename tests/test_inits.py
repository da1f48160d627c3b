"""First uses of classes: an initializer that does the same whoever runs it is a part of the step that comes to it; others
have a scheduling point, whose partners are those that use the class."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_inits, support
from tests.support import BFS
from tests.test_random import outcome

WAYS: dict[str, dict[str, str]] = {
    "everything": {"vm__por": "false"},
    "true": {},
    "bfs": {"search__class": BFS},
    "dynamic": {"vm__por": "dynamic"},
    "dpor": {"search__class": "dpor"},
    "no assumption": {"vm__por__initializers": "false"},
    "no places": {"vm__por__places": "false"},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "initializers alone": {
        "vm__por__persistent": "false",
        "vm__por__sleep_sets": "false",
        "vm__por__symmetry": "false",
        "vm__por__write_once": "false",
        "vm__por__one_thread": "false",
    },
}
CLOSED = ["none", "fields", "single", "enum", "holder", "chain", "default", "tables"]
# states, transitions and ends; before, the fields took 437 states with six threads, the tables 9,779
FIGURES = {
    "fails": {3: (41, 41, 3), 4: (74, 74, 4), 6: (170, 170, 6)},  # the failure names its thread
    "reads": {3: (57, 62, 2), 4: (95, 103, 2), 6: (221, 235, 2)},  # 878
    "writes": {3: (48, 51, 2), 4: (85, 90, 2), 6: (209, 218, 2)},  # 639
    "asks": {3: (41, 41, 3), 4: (74, 74, 4), 6: (170, 170, 6)},  # 715
    "sub": {3: (54, 55, 3), 4: (103, 105, 4), 6: (246, 250, 6)},  # 789
    "circle": {3: (44, 47, 6), 4: (73, 79, 10), 6: (147, 160, 20)},  # 558
    "super": {3: (44, 47, 6), 4: (73, 79, 10), 6: (147, 160, 20)},  # 558
}


def explore(*args: str, **extra: str) -> dict[str, object]:
    return support.explore("FirstUses", support.compiled("por"), *args, search__multiple_errors="true", **extra)


def size(report: dict[str, object]) -> tuple[int, int, int]:
    s = report["statistics"]
    assert report["complete"] and isinstance(s, dict)
    return s["states_new"], s["transitions"], s["end_states"]


@pytest.mark.parametrize("kind", CLOSED)
def test_first_uses_of_closed_initializers_cost_nothing(kind: str) -> None:
    for n in (3, 4, 6):
        assert size(explore(kind, str(n))) == (5 * n - 2, 5 * n - 2, 1)
        assert size(explore(kind, str(n), "before")) == (5 * n - 2, 5 * n - 2, 1)


@pytest.mark.parametrize("kind", CLOSED)
def test_closed_initializers_need_no_new_beginning(kind: str) -> None:
    restarts = [explore(k, "3")["statistics"]["por_restarts"] for k in (kind, "none")]  # type: ignore[index]
    assert restarts[0] == restarts[1]


@pytest.mark.parametrize("kind", FIGURES)
def test_open_initializers(kind: str) -> None:
    for n, want in FIGURES[kind].items():
        assert size(explore(kind, str(n))) == want, n


@pytest.mark.parametrize("kind", [*CLOSED[1:], *FIGURES])
def test_first_uses_in_every_search(kind: str) -> None:
    found = {}
    for way, extra in WAYS.items():
        report = explore(kind, "2", **extra)
        assert report["complete"], way
        found[way] = outcome(report)
        for error in report["errors"]:  # type: ignore[attr-defined]
            again = support.replay("FirstUses", support.compiled("por"), error["replay"], kind, "2", **extra)
            assert [e["kind"] for e in again["errors"]] == [error["kind"]], way
    assert all(f == found["everything"] for f in found.values()), found


# The initializer of C, and what the program says; the first thread sets x before it uses C.
SHELL = """
import gov.nasa.jpf.vm.Verify;
public class Opens {{
    static int x, y = 3, later = 1;
    static long[] table = {{ 1, 2 }};
    static int[] written = {{ 1, 2 }};
    static Node node = new Node();
    static Kept kept = new Kept();
    static final Object L = new Object();
    static final java.util.ArrayList<Integer> list = new java.util.ArrayList<>();
    static final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
    static class Node {{ int v = 1; }}
    static class Kept {{ int v = 1; final int f = 2; }}
    static class Other {{ static int z = x; }}
    static class C {{ static int v; static Object o = new Object(); static int[] t = {{ 1 }}; static {{ {init} }} int f; }}
    static class Sub extends C {{ }}
    static class W extends Thread {{
        int q;
        W(String name) {{ super(name); }}
        void use() {{ {use} }}
        @Override public void run() {{
            if (this == b) {{ {second} return; }}
            x = 1;
            list.add(7);
            use();
        }}
    }}
    static W a = new W("first"), b = new W("the second");
    public static void main(String[] args) throws Exception {{
        a.start();
        b.start();
        a.join();
        b.join();
        {last}
        System.out.println("R " + C.v + " " + x + list.size() + a.q + b.q + node.v);
    }}
}}
"""
OPENS = {
    "reads a static field": "v = x;",
    "writes one": "x = 5; v = 1;",
    "writes what is there": "x = 1; v = 2;",
    "reads an element": "v = written[0];",
    "reads a field": "v = node.v;",
    "writes a field": "node.v = 4;",
    "reads a collection": "v = list.size();",
    "locks": "synchronized (L) { v = 1; }",
    "asks for the thread": "v = Thread.currentThread().getName().length();",
    "has a thread local": "v = local.get();",
    "throws": "if (o != null) throw new IllegalStateException();",
    "throws and catches": "try { v = t[4]; } catch (ArrayIndexOutOfBoundsException e) { v = e.getStackTrace().length; }",
    "uses an open one": "v = Other.z;",
    "uses its own subclass": "o = new Sub();",
    "prints": 'System.out.println("R C"); v = 1;',
    "draws a value": "v = Verify.getInt(1, 2);",
    "loops": "for (int i = 0; i < 3; i++) { v += i; Thread.yield(); }",
    "an atomic section": "Verify.beginAtomic(); v = x; Verify.endAtomic();",
}
CLOSES = {
    "numbers": "v = 3; v += t.length;",
    "objects": "Node n = new Node(); n.v = 4; o = n; v = n.v;",
    "what nobody writes": "v = y + (int) table[1] + kept.v + kept.f;",
    "a monitor of its own": "synchronized (o) { v = 2; }",
    "a collection of its own": 'var m = new java.util.HashMap<String, Integer>(); m.put("a", 1); o = m; v = m.size();',
    "texts": 'String s = "n" + t.length; v = s.length(); o = s.intern();',
    "constants of an enum": "v = java.util.concurrent.TimeUnit.DAYS.ordinal();",
    "a lambda": "Runnable r = () -> v++; r.run(); o = r;",
}
SECOND = "if (written[0] == 1) written[0] = 2; node.v++; use();"


def opens(init: str, use: str = "q = C.v;", second: str = SECOND, last: str = "") -> Path:
    return support.compile_texts({"Opens.java": SHELL.format(init=init, use=use, second=second, last=last)})


def points(report: dict[str, object]) -> int:
    return report["statistics"]["boundaries_met"].get("CLINIT", 0)  # type: ignore[index, no-any-return]


def all_ways(classes: Path) -> dict[str, dict[str, object]]:
    found = {}
    for way, extra in WAYS.items():
        found[way] = support.explore("Opens", classes, search__multiple_errors="true", **extra)
        assert found[way]["complete"], way
        assert outcome(found[way]) == outcome(found["everything"]), way
    return found


@pytest.mark.parametrize("why", OPENS)
def test_what_makes_an_initializer_open(why: str) -> None:
    assert points(all_ways(opens(OPENS[why], use="new Sub(); q = C.v;" if "sub" in why else "q = C.v;"))["true"])


@pytest.mark.parametrize("what", CLOSES)
def test_what_leaves_an_initializer_closed(what: str) -> None:
    assert not points(all_ways(opens(CLOSES[what]))["true"])


@pytest.mark.parametrize("read, write", [("y", "y++;"), ("(int) table[1]", "table[1]++;"), ("kept.v", "kept.v++;")])
def test_what_is_written_later_opens_it(read: str, write: str) -> None:
    """It is taken to be closed as long as nobody writes what it reads."""
    found = all_ways(opens(f"v = {read};", second=f"{SECOND} {write}"))
    assert points(found["true"])


def test_a_use_that_finds_the_superclass_done_races_with_its_initialization() -> None:
    """A subclass without code is initialized in passing; search.class=dpor did not see that it could have been first."""
    found = all_ways(opens("v = x;", use="q = C.v;", second="q = new Sub().f;"))
    assert outcome(found["dpor"])[0] == {"R 0 11001", "R 1 11101"} or len(outcome(found["dpor"])[0]) == 2


def test_who_uses_the_inner_class_first_can_wait_for_who_began_outside() -> None:
    """As long as nobody does, a class that makes objects of its subclass is closed; else the two deadlock."""
    inner = all_ways(opens("o = new Sub(); v = 2;", second="q = C.v;"))
    assert not points(inner["true"])
    both = all_ways(opens("o = new Sub(); v = 2;", second="q = new Sub().f;"))
    assert points(both["true"]) and outcome(both["true"])[1]


@pytest.mark.parametrize("threads", ["2"])
@pytest.mark.parametrize("kind", ["fields", "fails", "circle"])
def test_first_uses_searched_by_several_engines(kind: str, threads: str) -> None:
    one, more = explore(kind, "4"), explore(kind, "4", search__threads=threads)
    assert outcome(one) == outcome(more)


SEEDS = support.seeds(6, 1500)


@functools.cache
def programs() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_inits.Program, SEEDS)})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_random_initializers_in_every_search(seed: int) -> None:
    def one(**extra: str) -> dict[str, object]:
        limit = {"search__multiple_errors": "true", "search__state_limit": "40000"}
        return support.explore(f"Inits{seed}", programs(), **limit, **extra)

    off = one(vm__por="false")
    if not off["complete"]:
        pytest.skip("too large without reductions")
    for way, extra in WAYS.items():
        report = one(**extra) if way != "everything" else off
        if not report["complete"]:
            assert way in ("dpor", "initializers alone"), way
            continue
        assert outcome(report) == outcome(off), way
