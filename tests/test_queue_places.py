"""A ConcurrentLinkedQueue is judged by the threads that come to it, however these come (csrc/kernel/calls.h)."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from tests import outcomes, support
from tests.outcomes import agree, class_of, family
from tests.support import seeds

# What one thread does beside q.offer("c"); q.poll(); of another one. The queue begins with a and b.
WAYS = {
    "poll": "o = q.poll();",
    "peek": "o = q.peek() + q.isEmpty();",
    "size": "o = `` + q.size();",
    "text": "o = q.toString();",
    "iterate": "for (String s : q) o += s;",
    "remove by iterator": "Iterator<String> i = q.iterator(); i.next(); i.remove();",
    "contains": "o = `` + q.contains(`c`);",
    "remove": "o = `` + q.remove(`a`);",
    "remove if": "q.removeIf(s -> s.equals(`a`) || s.equals(`c`));",
    "each": "q.forEach(s -> o += s);",
    "stream": "o = q.stream().reduce(``, (x, y) -> x + y);",
    "spliterator": "Spliterator<String> s = q.spliterator(); s.tryAdvance(x -> o += x); s.forEachRemaining(x -> o += x);",
    "array": "o = `` + q.toArray().length;",
    "add all": "q.addAll(List.of(`d`, `e`));",
    "clear": "q.clear();",
    "as collection": "o = `` + all.get(0).size(); all.get(0).remove(`a`);",
    "of a subclass": "w.offer(`d`); o = w.poll() + q.poll();",
    "equals of its own": "o = `` + r.remove(new Odd());",
    "iterator of two": "if (it.hasNext()) o = it.next();",
}
WAY = """import java.util.*;
import java.util.concurrent.*;
public class Queue{name} {{
    static class Mine<T> extends ConcurrentLinkedQueue<T> {{ }}
    static class Odd {{
        public boolean equals(Object x) {{
            o += q.poll();
            return x instanceof Odd;
        }}
        public int hashCode() {{ return 1; }}
    }}
    static ConcurrentLinkedQueue<String> q = new ConcurrentLinkedQueue<>(List.of("a", "b")), w = new Mine<>();
    static ConcurrentLinkedQueue<Odd> r = new ConcurrentLinkedQueue<>(List.of(new Odd()));
    static List<Collection<String>> all = new ArrayList<>(List.of(q));
    static Iterator<String> it = q.iterator();
    static volatile String o = "";
    public static void main(String[] args) throws Exception {{
        Thread one = new Thread(() -> {{ q.offer("c"); String x = q.poll(); if (it.hasNext()) x += it.next(); w.add(x); }});
        Thread other = new Thread(() -> {{ {what} }});
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println("R " + q + " " + w + " " + r.size() + " " + o);
    }}
}}
"""


@functools.cache
def ways() -> Path:
    texts = {
        f"{class_of('queue', n)}.java": WAY.format(name=class_of(n), what=what.replace("`", '"'))
        for n, what in WAYS.items()
    }
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", WAYS)
def test_whoever_comes_to_a_queue_in_whatever_way_is_known(name: str) -> None:
    assert len(agree(class_of("queue", name), ways())) > 1


OPS = (
    "q[{i}].offer({k});",
    "x = q[{i}].poll();",
    "x = q[{i}].peek();",
    "if (q[{i}].isEmpty()) q[{j}].add({k});",
    "q[{i}].remove({k});",
    "for (Integer y : q[{i}]) x = y;",
    "q[{i}].removeIf(y -> y > 1);",
    "x = q[{i}].size();",
    "if (x != null) q[x & 1].offer(x);",
    "r.offer(q[{i}]); ",
    "ConcurrentLinkedQueue<Integer> y = r.poll(); if (y != null) x = y.poll();",
    "m = x; x = m == null ? 0 : m + 1;",
)


def program(seed: int) -> str:
    rng = random.Random(seed)
    run = outcomes.threads(rng.choice((2, 2, 3)), lambda: "Integer x = 0; " + outcomes.drawn(rng, OPS, 2))
    return f"""import java.util.*;
import java.util.concurrent.*;
public class Queues{seed} {{
    static Integer m;
    static ConcurrentLinkedQueue<ConcurrentLinkedQueue<Integer>> r = new ConcurrentLinkedQueue<>();
    @SuppressWarnings("unchecked")
    static ConcurrentLinkedQueue<Integer>[] q = new ConcurrentLinkedQueue[] {{
        new ConcurrentLinkedQueue<>(List.of(1)), new ConcurrentLinkedQueue<>(List.of(2, 3))}};
    public static void main(String[] args) throws Exception {{
        {run}
        System.out.println("R " + q[0] + q[1] + r.size() + " " + m);
    }}
}}
"""


SEEDS = seeds(12, 400)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_of_queues_keep_their_outcomes(seed: int) -> None:
    agree(f"Queues{seed}", family("Queues", program, SEEDS))
