"""Atomic variables are judged by the threads that come to them, however these come (csrc/kernel/calls.h)."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from tests import outcomes, support
from tests.outcomes import agree, family, only_those_count
from tests.support import seeds

# How they are kept: states of 4 and of 12 threads. By who can reach them these were 128 and 797,184 in an array.
COUNTS = {
    "array": (21, 71),
    "pairs": (98, 311),
    "list": (21, 71),
    "map": (24, 82),
    "longs": (18, 59),
    "flags": (18, 59),
    "references": (18, 59),
    "update": (18, 59),
}


@pytest.mark.parametrize("how", COUNTS)
def test_only_those_who_come_to_an_atomic_count(how: str) -> None:
    only_those_count(how, COUNTS[how])


@pytest.mark.parametrize("how", [*COUNTS, "statics"])
def test_all_searches_agree_about_atomics(how: str) -> None:
    agree("AtomicEach", support.compiled("por"), how, "3")


# Ways to an atomic variable that are no call of its methods: what one thread does with v, which another increments.
WAYS = {
    "volatile": "U.putIntVolatile(v, AT, 5);",
    "swap": "if (U.compareAndSwapInt(v, AT, 1, 5)) o = 1;",
    "raw": "U.putInt(v, AT, 5);",
    "look": "o = U.getInt(v, AT);",
    "text": "o = v.toString().length() + v.intValue();",
    "subclass": "o = w.incrementAndGet();",
    "late": "o = all.get(0).getAndSet(3);",
    "map": "o = map.values().iterator().next().getAndSet(3);",
    "update": "o = v.updateAndGet(x -> x + 3);",
    "plain": "v.setPlain(4); o = v.getPlain();",
}
WAY = """import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.atomic.*;
public class Way{name} {{
    static class Mine extends AtomicInteger {{ }}
    static sun.misc.Unsafe U;
    static long AT;
    static AtomicInteger v = new AtomicInteger(), w = new Mine();
    static List<AtomicInteger> all = Collections.synchronizedList(new ArrayList<>(List.of(v)));
    static Map<String, AtomicInteger> map = new HashMap<>(Map.of("v", v));
    static volatile int o;
    public static void main(String[] args) throws Exception {{
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        U = (sun.misc.Unsafe) f.get(null);
        AT = U.objectFieldOffset(AtomicInteger.class.getDeclaredField("value"));
        Thread t = new Thread(() -> {{ v.incrementAndGet(); w.incrementAndGet(); v.incrementAndGet(); }});
        Thread u = new Thread(() -> {{ try {{ {what} }} catch (Exception e) {{ throw new Error(e); }} }});
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R " + v + " " + w + " " + o);
    }}
}}
"""


@functools.cache
def ways() -> Path:
    texts = {f"Way{n}.java": WAY.format(name=n, what=what) for n, what in WAYS.items()}
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", WAYS)
def test_whoever_comes_to_an_atomic_by_whatever_way_is_known(name: str) -> None:
    seen = []
    for config in ({"vm__por__places": "false"}, {}, {"search__class": "bfs"}, {"search__class": "dpor"}):
        report = support.explore(f"Way{name}", ways(), **({"search__class": "dfs"} | config))
        assert report["complete"] and not report["errors"], report["errors"]
        seen.append(support.outcomes(report))
    assert all(s == seen[0] for s in seen), seen
    assert len(seen[0]) > 1


OPS = (
    "v[{i}].incrementAndGet();",
    "v[{i}].getAndAdd(2);",
    "x = v[{i}].get();",
    "v[{i}].compareAndSet(x, x + 3);",
    "v[x % 3].set({k});",
    "if (v[{i}].get() == 1) v[{j}].set({k});",
    "r.get().incrementAndGet();",
    "r.set(v[{i}]);",
    "synchronized (v[{i}]) {{ x = v[{j}].getAndSet({k}); }}",
    "y = x; x = y + 1;",
)


def program(seed: int) -> str:
    rng = random.Random(seed)
    run = outcomes.threads(rng.choice((2, 3)), lambda: "int x = 0; " + outcomes.drawn(rng, OPS, 3))
    return f"""import java.util.concurrent.atomic.*;
public class Atomic{seed} {{
    static AtomicInteger[] v = {{new AtomicInteger(), new AtomicInteger(), new AtomicInteger()}};
    static AtomicReference<AtomicInteger> r = new AtomicReference<>(v[0]);
    static int y;
    public static void main(String[] args) throws Exception {{
        {run}
        System.out.println("R " + v[0] + " " + v[1] + " " + v[2] + " " + y + " " + (r.get() == v[0]));
    }}
}}
"""


SEEDS = seeds(12, 400)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_of_atomics_keep_their_outcomes(seed: int) -> None:
    agree(f"Atomic{seed}", family("Atomic", program, SEEDS))
