"""Blocking queues are judged by the threads that come to them or to their locks (csrc/kernel/calls.h: holders)."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from tests import outcomes, support
from tests.outcomes import REDUCED, agree, class_of, family
from tests.support import seeds

CLASSES = {
    "linked": "LinkedBlockingQueue",
    "deque": "LinkedBlockingDeque",
    "bounded": "ArrayBlockingQueue",
}
# What one thread does beside q.put("c"); q.take(); of another one. The queue begins with a, and has room for two.
WAYS = {
    "poll": "o = `` + q.poll();",
    "peek": "o = q.peek() + q.isEmpty() + q.remainingCapacity();",
    "wait": "o = q.take() + q.poll(1, TimeUnit.SECONDS);",
    "fill": "q.put(`d`); o = `` + q.offer(`e`, 1, TimeUnit.SECONDS);",
    "size": "o = `` + q.size();",
    "text": "o = q.toString();",
    "iterate": "for (String s : q) o += s;",
    "remove by iterator": "Iterator<String> i = q.iterator(); if (i.hasNext()) { i.next(); i.remove(); }",
    "contains": "o = `` + q.contains(`c`);",
    "remove": "o = `` + q.remove(`a`);",
    "remove if": "q.removeIf(s -> s.equals(`a`));",
    "drain": "List<String> l = new ArrayList<>(); o = q.drainTo(l) + `` + l;",
    "array": "o = Arrays.toString(q.toArray());",
    "stream": "o = q.stream().reduce(``, (x, y) -> x + y);",
    "clear": "q.clear();",
    "as collection": "o = `` + all.get(0).size(); all.get(0).remove(`a`);",
    "permit": "LockSupport.unpark(one); o = `` + q.poll();",
    "interrupt": "one.interrupt(); o = `` + q.poll();",
    "equals of its own": "o = `` + r.remove(new Odd());",
}
WAY = """import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
public class {cls} {{
    static class Odd {{
        public boolean equals(Object x) {{
            o += q.poll();
            return x instanceof Odd;
        }}
        public int hashCode() {{ return 1; }}
    }}
    static BlockingQueue<String> q = new {queue}<>(2), w = new {queue}<>(2);
    static BlockingQueue<Odd> r = new {queue}<>(2);
    static List<Collection<String>> all = new ArrayList<>(List.of(q));
    static volatile String o = "";
    public static void main(String[] args) throws Exception {{
        q.add("a");
        r.add(new Odd());
        Thread one = new Thread(() -> {{
            try {{
                q.put("c");
                w.put(q.take());
            }} catch (InterruptedException e) {{
                w.add("i");
            }}
        }});
        Thread other = new Thread(() -> {{ try {{ {what} }} catch (Exception e) {{ throw new Error(e); }} }});
        one.setDaemon(true);
        one.start();
        other.start();
        other.join();
        if (q.isEmpty()) q.offer("z");
        else if (q.remainingCapacity() == 0) q.poll();
        one.join();
        System.out.println("R " + q + " " + w + " " + r.size() + " " + o);
    }}
}}
"""


@functools.cache
def ways() -> Path:
    texts = {
        f"{class_of('blocking', queue, name)}.java": WAY.format(
            cls=class_of("blocking", queue, name), queue=cls, what=what.replace("`", '"')
        )
        for queue, cls in CLASSES.items()
        for name, what in WAYS.items()
    }
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("queue", CLASSES)
def test_whoever_comes_to_a_queue_in_whatever_way_is_known(queue: str, name: str) -> None:
    assert len(agree(class_of("blocking", queue, name), ways(), modes=REDUCED)) > 1


OPS = (
    "q[{i}].offer({k});",
    "x = q[{i}].poll();",
    "x = q[{i}].peek();",
    "q[{i}].put({k}); x = q[{i}].poll(1, TimeUnit.SECONDS);",
    "if (q[{i}].isEmpty()) q[{j}].offer({k});",
    "q[{i}].remove({k});",
    "for (Integer y : q[{i}]) x = y;",
    "x = q[{i}].poll(1, TimeUnit.SECONDS);",
    "x = q[{i}].size();",
    "List<Integer> l = new ArrayList<>(); x = q[{i}].drainTo(l, 1);",
    "if (x != null) q[x & 1].offer(x);",
    "BlockingQueue<Integer> y = r.poll(); if (y != null) {{ x = y.poll(); r.offer(y); }}",
    "m = x; x = m == null ? 0 : m + 1;",
    "synchronized (q[{i}]) {{ x = q[{j}].poll(); }}",
)


def program(seed: int) -> str:
    rng = random.Random(seed)
    cls = rng.choice([*CLASSES.values()])

    def body() -> str:
        return f"Integer x = 0; try {{ {outcomes.drawn(rng, OPS, 2)} }} catch (Exception e) {{ }}"

    run = outcomes.threads(2, body)
    return f"""import java.util.*;
import java.util.concurrent.*;
public class Boxes{seed} {{
    static Integer m;
    @SuppressWarnings("unchecked")
    static BlockingQueue<Integer>[] q = new BlockingQueue[] {{new {cls}<>(9), new {cls}<>(9)}};
    static BlockingQueue<BlockingQueue<Integer>> r = new {cls}<>(9);
    public static void main(String[] args) throws Exception {{
        q[0].add(1);
        q[1].addAll(List.of(2, 3, 4));
        r.add(q[0]);
        {run}
        System.out.println("R " + q[0] + q[1] + r.size() + " " + m);
    }}
}}
"""


SEEDS = seeds(12, 400)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_of_blocking_queues_keep_their_outcomes(seed: int) -> None:
    agree(f"Boxes{seed}", family("Boxes", program, SEEDS), modes=REDUCED)
