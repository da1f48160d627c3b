"""Objects that lie in a map, under a key: who may get hold of them comes to the key or the map (csrc/kernel/maps.h)."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from tests import outcomes, support
from tests.outcomes import REDUCED, agree, class_of, family
from tests.support import seeds

# What another thread does while one makes a box, puts it under 1 and adds to it twice.
WAYS = {
    "get": "Box b = m.get(1); if (b != null) b.n += 5;",
    "another key": "Box b = m.get(2); if (b != null) b.n += 5;",
    "moved": "Box b = m.get(1); if (b != null) m.put(2, b); b = m.get(2); if (b != null) b.n += 5;",
    "values": "for (Box b : m.values()) b.n += 5;",
    "entries": "for (Map.Entry<Integer, Box> e : m.entrySet()) { e.getValue().n += 5; e.setValue(new Box()); }",
    "for each": "m.forEach((k, b) -> b.n += 5);",
    "for each value": "m.forEachValue(9, b -> b.n += 5);",
    "search": "Box b = m.search(9, (k, x) -> x); if (b != null) b.n += 5;",
    "reduce": "Box b = m.reduceValues(9, (x, y) -> x); if (b != null) b.n += 5;",
    "replace all": "m.replaceAll((k, b) -> { b.n += 5; return b; });",
    "compute": "m.compute(1, (k, b) -> { if (b == null) b = new Box(); b.n += 5; return b; });",
    "present": "m.computeIfPresent(1, (k, b) -> { b.n += 5; return b; });",
    "merge": "m.merge(1, new Box(), (x, y) -> { x.n += 5; return x; });",
    "removed": "Box b = m.remove(1); if (b != null) b.n += 5;",
    "compared": "m.containsValue(new Box());",
    "text": "seen += m.toString();",
    "copied": "for (Box b : new HashMap<>(m).values()) b.n += 5;",
    "streamed": "m.values().stream().forEach(b -> b.n += 5);",
    "same bin": "m.put(17, new Box()); m.get(17).n = 9; Box b = m.get(1); if (b != null) b.n += 5;",
    "grown": "for (int i = 30; i < 44; i++) m.put(i, m.getOrDefault(1, new Box())); m.get(43).n += 5;",
    "cleared": "m.clear(); m.put(1, new Box());",
    "by another map": "o.putAll(m); Box b = o.get(1); if (b != null) b.n += 5;",
    "from another map": "Box b = o.get(1); if (b != null) { b.n += 5; m.put(3, b); }",
    "handed over": "Box b = last; if (b != null) b.n += 5;",
    "locked": "Box b = m.get(1); if (b != null) synchronized (b) { b.n += 5; }",
    "by its lock": "synchronized (guard) { Box b = m.get(1); if (b != null) b.n += 5; }",
    "counted": "Box b = m.get(1); if (b != null) b.a.addAndGet(5);",
    "key": "for (Integer k : m.keySet()) if (k == 1) m.get(k).n += 5;",
}
WAY = """import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
public class {cls} {{
    static class Box {{
        int n;
        final AtomicInteger a = new AtomicInteger();
        public boolean equals(Object x) {{
            n += 7;
            return x == this;
        }}
        public int hashCode() {{ return 1; }}
        public String toString() {{ return n + "/" + a; }}
    }}
    static final ConcurrentHashMap<Integer, Box> m = new ConcurrentHashMap<>(), o = new ConcurrentHashMap<>();
    static volatile Box last;
    static final Object guard = new Object();
    static String seen = "";
    public static void main(String[] args) throws Exception {{
        m.put(2, new Box());
        Thread one = new Thread(() -> {{
            Box b = m.computeIfAbsent(1, k -> new Box());
            b.n++;
            b.a.incrementAndGet();
            {more}
            b.n++;
            b.a.incrementAndGet();
        }});
        Thread other = new Thread(() -> {{ {what} }});
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println("R " + new TreeMap<>(m) + new TreeMap<>(o) + last + seen);
    }}
}}
"""
MORE = {"handed over": "last = b;", "from another map": "o.put(1, b);", "locked": "synchronized (b) { b.n++; }"}


@functools.cache
def ways() -> Path:
    texts = {}
    for name, what in WAYS.items():
        cls = class_of("held", name)
        texts[f"{cls}.java"] = WAY.format(cls=cls, what=what, more=MORE.get(name, ""))
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", WAYS)
def test_whoever_gets_hold_of_it_in_whatever_way_is_known(name: str) -> None:
    agree(class_of("held", name), ways(), modes=REDUCED)


OPS = (
    "b = m.computeIfAbsent({k}, y -> new Box());",
    "b = m.get({k});",
    "m.put({k}, b);",
    "b = m.remove({k});",
    "b = m.putIfAbsent({k}, new Box());",
    "b.n++;",
    "b.n += 2; b.n *= 2;",
    "b.a.incrementAndGet();",
    "synchronized (b) {{ b.n++; }}",
    "last = b;",
    "b = last;",
    "for (Box y : m.values()) y.n++;",
    "m.put({i}, m.get({k}));",
    "b.to = m.get({k});",
    "b = b.to;",
    "m.computeIfPresent({k}, (x, y) -> {{ y.n++; return y; }});",
)


def program(seed: int) -> str:
    rng = random.Random(seed)

    def body() -> str:
        first = f"Box b = m.computeIfAbsent({rng.randrange(3)}, y -> new Box());"
        return f"try {{ {first} {outcomes.drawn(rng, OPS, 3)} }} catch (NullPointerException e) {{ }}"

    run = outcomes.threads(2, body)
    return f"""import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
public class Contents{seed} {{
    static class Box {{
        int n;
        Box to;
        final AtomicInteger a = new AtomicInteger();
        public String toString() {{ return n + "/" + a + (to == null ? "" : "(" + to.n + ")"); }}
    }}
    static final ConcurrentHashMap<Integer, Box> m = new ConcurrentHashMap<>();
    static Box last = new Box();
    public static void main(String[] args) throws Exception {{
        m.put(3, new Box());
        {run}
        System.out.println("R " + new TreeMap<>(m) + last);
    }}
}}
"""


SEEDS = seeds(16, 600)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_of_contents_keep_their_outcomes(seed: int) -> None:
    agree(f"Contents{seed}", family("Contents", program, SEEDS), modes=REDUCED)
