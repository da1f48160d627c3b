"""Collections and synchronizers are judged by the threads that come to them (csrc/kernel/calls.h: owners, holders)."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import outcomes, support
from tests.outcomes import REDUCED, agree, class_of, family
from tests.support import seeds


class Kind(NamedTuple):
    """Of the object q: how it is made, what one thread does, how its end is seen, and what another thread may do."""

    made: str
    one: str
    seen: str
    ways: dict[str, str]


LIST = {
    "get": "o = q.get(0);",
    "size": "o = `` + q.size() + q.isEmpty();",
    "set": "o = q.set(0, `x`);",
    "remove the first": "o = q.remove(0);",
    "iterate": "for (String s : q) o += s;",
    "iterate backwards": "ListIterator<String> i = q.listIterator(q.size()); while (i.hasPrevious()) o += i.previous();",
    "contains": "o = `` + q.contains(`c`) + q.indexOf(`b`);",
    "part": "List<String> p = q.subList(0, 1); o = p.get(0); p.add(`x`);",
    "sort": "q.sort(Comparator.reverseOrder());",
    "remove if": "q.removeIf(s -> s.equals(`b`));",
    "replace all": "q.replaceAll(s -> s + `x`);",
    "array": "o = String.join(``, q.toArray(new String[0]));",
    "stream": "o = q.stream().reduce(``, (x, y) -> x + y);",
    "text": "o = q.toString();",
    "hash": "o = `` + q.hashCode() + q.equals(List.of(`a`));",
    "clear": "q.clear();",
    "as collection": "Collection<String> c = all.get(0); o = `` + c.size(); c.remove(`a`);",
    "equals of its own": "o = `` + ((Collection<?>) q).contains(new Odd());",
    "under a lock": "synchronized (q) { o = q.get(0); q.set(0, o + q.size()); }",
}
KINDS = {
    "copy on write": Kind(
        "CopyOnWriteArrayList<String> q = new CopyOnWriteArrayList<>(List.of(`a`, `b`))",
        "q.add(`c`); w = q.get(0);",
        "q",
        {**LIST, "if absent": "o = `` + q.addIfAbsent(`c`);"},
    ),
    "copy on write set": Kind(
        "CopyOnWriteArraySet<String> q = new CopyOnWriteArraySet<>(List.of(`a`, `b`))",
        "q.add(`c`); w = `` + q.contains(`b`);",
        "q",
        {
            "add": "o = `` + q.add(`c`);",
            "remove": "o = `` + q.remove(`b`);",
            "iterate": "for (String s : q) o += s;",
            "size": "o = `` + q.size();",
            "equals of its own": "o = `` + q.contains(new Odd());",
        },
    ),
    "vector": Kind(
        "Vector<String> q = new Vector<>(List.of(`a`, `b`))",
        "q.add(`c`); w = q.get(0);",
        "q",
        {
            **LIST,
            "elements": "Enumeration<String> i = q.elements(); while (i.hasMoreElements()) o += i.nextElement();",
            "copied": "String[] s = new String[9]; q.copyInto(s); o = s[0] + s[2];",
            "capacity": "q.ensureCapacity(40); q.trimToSize();",
            "insert": "q.insertElementAt(`x`, 1); o = q.lastElement();",
        },
    ),
    "stack": Kind(
        "Stack<String> q = new Stack<>()",
        "q.push(`c`); w = q.pop();",
        "q",
        {
            "push": "q.push(`x`); o = q.peek();",
            "empty": "o = `` + q.empty();",
            "under a lock": "synchronized (q) { if (!q.empty()) o = q.pop(); }",
        },
    ),
    "buffer": Kind(
        "StringBuffer q = new StringBuffer(`ab`)",
        "q.append(`c`).append(1); w = `` + q.length();",
        "q",
        {
            "append": "q.append(`x`).append('y');",
            "insert": "q.insert(0, `x`); o = `` + q.charAt(2);",
            "cut": "q.setLength(1); o = q.substring(0);",
            "reverse": "q.reverse(); o = q.toString();",
            "append to another": "o = new StringBuffer(`x`).append(q).toString();",
            "append to a builder": "o = new StringBuilder(`x`).append(q).toString();",
            "compare": "o = `` + q.compareTo(new StringBuffer(`abc`));",
            "characters": "o = `` + q.chars().sum();",
            "same content": "o = `` + `abc`.contentEquals(q);",
            "under a lock": "synchronized (q) { o = `` + q.length(); q.append(o); }",
            "text of its own": "q.append(new Odd());",
            "grow": "q.ensureCapacity(99); q.append(`0123456789012345678901234567890123456789`); q.trimToSize();",
        },
    ),
    "linked deque": Kind(
        "ConcurrentLinkedDeque<String> q = new ConcurrentLinkedDeque<>(List.of(`a`, `b`))",
        "q.addLast(`c`); w = q.pollFirst();",
        "q",
        {
            "first": "q.addFirst(`x`); o = q.peekFirst();",
            "last": "o = q.pollLast();",
            "iterate": "for (String s : q) o += s;",
            "iterate backwards": "Iterator<String> i = q.descendingIterator(); while (i.hasNext()) o += i.next();",
            "remove by iterator": "Iterator<String> i = q.iterator(); if (i.hasNext()) { i.next(); i.remove(); }",
            "size": "o = `` + q.size();",
            "contains": "o = `` + q.contains(`c`);",
            "remove": "o = `` + q.removeFirstOccurrence(`b`);",
            "stream": "o = q.stream().reduce(``, (x, y) -> x + y);",
            "equals of its own": "o = `` + q.contains(new Odd());",
        },
    ),
    "transfer": Kind(
        "LinkedTransferQueue<String> q = new LinkedTransferQueue<>(List.of(`a`))",
        "q.add(`c`); w = q.take();",
        "q",
        {
            "poll": "o = q.poll() + q.poll();",
            "wait": "o = q.poll(1, TimeUnit.SECONDS);",
            "peek": "o = q.peek() + q.isEmpty();",
            "size": "o = `` + q.size();",
            "iterate": "for (String s : q) o += s;",
            "remove": "o = `` + q.remove(`a`);",
            "transfer": "o = `` + q.tryTransfer(`x`);",
            "transfer in time": "o = `` + q.tryTransfer(`x`, 1, TimeUnit.SECONDS);",
            "who waits": "o = `` + q.hasWaitingConsumer();",
            "drain": "List<String> l = new ArrayList<>(); o = q.drainTo(l) + `` + l;",
            "interrupt": "one.interrupt();",
        },
    ),
    "hand over": Kind(
        "SynchronousQueue<String> q = new SynchronousQueue<>()",
        "w = `` + q.offer(`c`, 1, TimeUnit.SECONDS);",
        "q.size()",
        {
            "poll": "o = q.poll();",
            "wait": "o = q.poll(1, TimeUnit.SECONDS);",
            "offer": "o = `` + q.offer(`x`);",
            "interrupt": "one.interrupt(); o = q.poll();",
        },
    ),
    "hand over in turn": Kind(
        "SynchronousQueue<String> q = new SynchronousQueue<>(true)",
        "w = q.poll(1, TimeUnit.SECONDS);",
        "q.size()",
        {
            "offer": "o = `` + q.offer(`x`);",
            "offer in time": "o = `` + q.offer(`x`, 1, TimeUnit.SECONDS);",
            "poll": "o = q.poll();",
            "permit": "LockSupport.unpark(one); o = `` + q.offer(`x`);",
        },
    ),
    "priorities": Kind(
        "PriorityBlockingQueue<String> q = new PriorityBlockingQueue<>(List.of(`b`))",
        "q.add(`a`); w = q.take();",
        "q",
        {
            "poll": "o = q.poll() + q.poll();",
            "add": "q.add(`0`); o = q.peek();",
            "grow": "for (int i = 0; i < 12; i++) q.add(`x` + i);",
            "size": "o = `` + q.size();",
            "iterate": "for (String s : q) o += s;",
            "remove": "o = `` + q.remove(`b`);",
            "remove if": "q.removeIf(s -> s.equals(`b`));",
            "drain": "List<String> l = new ArrayList<>(); o = q.drainTo(l) + `` + l;",
            "equals of its own": "o = `` + q.contains(new Odd());",
        },
    ),
    "barrier": Kind(
        "CyclicBarrier q = new CyclicBarrier(2)",
        "try { w = `` + q.await(1, TimeUnit.SECONDS); } catch (Exception e) { w = `` + e; }",
        "q.isBroken()",
        {
            "meet": "o = `` + q.await(1, TimeUnit.SECONDS);",
            "reset": "q.reset();",
            "look": "o = `` + q.getNumberWaiting() + q.isBroken();",
            "interrupt": "one.interrupt(); o = `` + q.isBroken();",
        },
    ),
    "barrier with an action": Kind(
        "CyclicBarrier q = new CyclicBarrier(2, () -> { seen(`x`); })",
        "try { w = `` + q.await(); } catch (Exception e) { w = `` + e; }",
        "q.isBroken()",
        {"meet": "seen(`y`); o += q.await();", "look": "seen(`y`); q.await(); o += q.getNumberWaiting();"},
    ),
    "phaser": Kind(
        "Phaser q = new Phaser(2)",
        "w = `` + q.arriveAndAwaitAdvance();",
        "q",
        {
            "meet": "o = `` + q.arriveAndAwaitAdvance();",
            "arrive": "o = `` + q.arrive() + q.getArrivedParties();",
            "leave": "o = `` + q.arriveAndDeregister();",
            "come": "o = `` + q.register(); q.arriveAndDeregister(); q.arrive();",
            "look": "o = `` + q.getPhase() + q.getUnarrivedParties(); q.arrive();",
            "wait": "q.arrive(); o = `` + q.awaitAdvance(0);",
            "end": "q.forceTermination(); o = `` + q.isTerminated();",
            "child": "Phaser p = new Phaser(q, 1); o = `` + p.arriveAndDeregister(); q.arrive();",
        },
    ),
    "skip list": Kind(
        "ConcurrentSkipListMap<Integer, String> q = new ConcurrentSkipListMap<>(Map.of(1, `a`, 3, `b`))",
        "q.put(2, `c`); w = q.get(1);",
        "q",
        {
            "put": "o = q.put(2, `x`);",
            "get": "o = q.get(2) + q.containsKey(3);",
            "remove": "o = q.remove(1);",
            "size": "o = `` + q.size();",
            "iterate": "for (Integer i : q.keySet()) o += i;",
            "first": "o = `` + q.firstKey() + q.pollFirstEntry();",
            "part": "o = `` + q.headMap(3).remove(1) + q.tailMap(2).size();",
            "backwards": "o = `` + q.descendingMap();",
            "compute": "o = q.computeIfAbsent(2, i -> `x` + q.size());",
            "merge": "o = q.merge(2, `y`, (x, y) -> x + y);",
            "clear": "q.clear();",
            "stream": "o = `` + q.keySet().stream().mapToInt(i -> i).sum();",
            "copy": "o = `` + q.clone();",
        },
    ),
    "skip list set": Kind(
        "ConcurrentSkipListSet<Key> q = new ConcurrentSkipListSet<>(List.of(new Key(1), new Key(3)))",
        "q.add(new Key(2)); w = `` + q.contains(new Key(3));",
        "q.size()",
        {
            "add": "o = `` + q.add(new Key(2)) + compared;",
            "remove": "o = `` + q.remove(new Key(1)) + compared;",
            "look": "o = `` + compared + q.first().n;",
            "part": "o = `` + q.headSet(new Key(3)).add(new Key(2));",
        },
    ),
    "exchanger": Kind(
        "Exchanger<String> q = new Exchanger<>()",
        "try { w = q.exchange(`c`, 1, TimeUnit.SECONDS); } catch (TimeoutException e) { w = `t`; }",
        "w.length()",
        {
            "meet": "o = q.exchange(`x`, 1, TimeUnit.SECONDS);",
            "look": "o = w;",
            "interrupt": "one.interrupt(); o = w;",
            "permit": "LockSupport.unpark(one); o = q.exchange(`x`, 1, TimeUnit.SECONDS);",
        },
    ),
    "stage": Kind(
        "CompletableFuture<String> q = new CompletableFuture<>(), then = q.thenApply(s -> seen(s))",
        "w = `` + q.complete(`c`) + then.getNow(`-`);",
        "q.isDone() + `` + q.isCompletedExceptionally() + then.isDone()",
        {
            "complete": "o = `` + q.complete(`x`);",
            "fail": "o = `` + q.completeExceptionally(new Error()) + then.isCompletedExceptionally();",
            "join": "o = q.join() + then.join();",
            "get in time": "try { o = q.get(1, TimeUnit.SECONDS); } catch (TimeoutException e) { o = `t`; }",
            "cancel": "o = `` + q.cancel(true) + q.isCancelled();",
            "register": "q.thenAccept(s -> { o += s + seen; });",
            "both": "q.thenCombine(then, (x, y) -> x + y).thenAccept(s -> { o += s; });",
            "either": "q.applyToEither(then, x -> x).thenAccept(s -> { o += s; });",
            "any": "o = `` + CompletableFuture.anyOf(q, then).isDone();",
            "obtrude": "q.obtrudeValue(`x`); o = q.join();",
            "dependents": "o = `` + q.getNumberOfDependents() + q.isDone();",
            "then": "o = `` + then.complete(`y`) + then.join();",
        },
    ),
    "task": Kind(
        "FutureTask<String> q = new FutureTask<>(() -> seen(`x`))",
        "q.run();",
        "q.isDone() + `` + q.isCancelled()",
        {
            "get": "o = q.get();",
            "get in time": "try { o = q.get(1, TimeUnit.SECONDS); } catch (TimeoutException e) { o = `t`; }",
            "cancel": "o = `` + q.cancel(true) + one.isInterrupted();",
            "run": "q.run(); o = `` + q.isDone();",
            "look": "o = seen(`y`) + q.isDone();",
        },
    ),
}
WAY = """import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
public class {cls} {{
    static class Odd {{
        public boolean equals(Object x) {{
            return seen("e").isEmpty();
        }}
        public int hashCode() {{ return 1; }}
        public String toString() {{ return seen("t"); }}
    }}
    static class Key implements Comparable<Key> {{
        final int n;
        Key(int n) {{ this.n = n; }}
        public int compareTo(Key k) {{
            compared |= n == 2;
            return n - k.n;
        }}
    }}
    static boolean compared;
    static String seen = "";
    static String seen(String s) {{ return seen += s; }}
    static {made};
    static List<Collection<String>> all = new ArrayList<>();
    static volatile String o = "", w = "";
    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {{
        if ((Object) q instanceof Collection) all.add((Collection<String>) (Object) q);
        Thread one = new Thread(() -> {{
            try {{
                {one}
            }} catch (Exception e) {{
                w = "" + e;
            }}
        }});
        Thread other = new Thread(() -> {{ try {{ {what} }} catch (Exception e) {{ o += e; }} }});
        one.setDaemon(true);
        one.start();
        other.start();
        other.join();
        {freed}
        one.join();
        System.out.println("R " + {seen} + " " + w + " " + o + " " + seen + compared);
    }}
}}
"""
# For whoever still waits when the other thread has ended.
FREED = {"transfer": 'q.offer("z");', "priorities": 'q.offer("z");', "phaser": "q.forceTermination();"}


def cls(kind: str, way: str) -> str:
    return class_of("owned", kind, way)


def text(kind: str, way: str) -> str:
    k = KINDS[kind]
    made, one, seen, what = (part.replace("`", '"') for part in (k.made, k.one, k.seen, k.ways[way]))
    return WAY.format(cls=cls(kind, way), made=made, one=one, what=what, seen=seen, freed=FREED.get(kind, ""))


EACH = [(kind, way) for kind, k in KINDS.items() for way in k.ways]


@functools.cache
def ways() -> Path:
    return support.compile_texts({f"{cls(*each)}.java": text(*each) for each in EACH}, 0, ("-g", "-Xlint:none"))


# States depth first of that many threads of tests/java/por/OwnerEach.java, 4 and 12, on 17; on later releases, where
# threads begin in another way, one or two more. `builder`, by release: strings are put together in other ways.
EACH_STATES = {
    "vector": (27, 92),
    "stack": (27, 92),
    "buffer": (24, 81),
    "copies": (21, 70),
    "set of copies": (21, 70),
    "deque": (24, 81),
    "transfer": (21, 70),
    "hand over": (18, 59),
    "priorities": (21, 70),
    "skip list": (21, 70),
    "skip list set": (21, 70),
    "key set": (21, 70),
    "barrier": (18, 59),
    "phaser of pairs": (35, 115),
    "exchanger of pairs": (33, 105),
    "task": (21, 70),
    "stage": (21, 70),
    "counters in a map": (27, 92),
    "cache of tasks": (106, 373),
    "readers": (24, 81),
}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("how", EACH_STATES)
def test_those_who_do_not_meet_add_their_states(how: str, release: int) -> None:
    for n, states in zip((4, 12), EACH_STATES[how], strict=True):
        classes, jdk = support.compiled("por", release), support.jdks()[release]
        report = support.explore("OwnerEach", classes, how, str(n), jdk=jdk, search__class="dfs")
        assert report["complete"] and not report["errors"]
        assert 0 <= report["statistics"]["states_new"] - states <= (2 if release > 17 else 0)


# Who cancels a task waits in a loop for one who sets its result, so executions have no end.
ENDLESS = {("task", "cancel")}


@pytest.mark.parametrize(("kind", "way"), EACH)
def test_whoever_comes_to_it_in_whatever_way_is_known(kind: str, way: str) -> None:
    modes = tuple(m for m in REDUCED if (kind, way) not in ENDLESS or m.get("search__class") != "dpor")
    agree(cls(kind, way), ways(), modes=modes)


# Types of q[0] and q[1], how each is made, and what threads do with them.
OPS = {
    "List<Integer>": (
        ("new Vector<>(List.of(1, 2))", "new CopyOnWriteArrayList<>(List.of(1, 2))"),
        (
            "q[{i}].add({k});",
            "x = q[{i}].get(0);",
            "x = q[{i}].size();",
            "x = q[{i}].remove(0);",
            "x = q[{i}].set(0, {k});",
            "for (Integer y : q[{i}]) x = y;",
            "if (q[{i}].contains({k})) q[{j}].add({k});",
            "synchronized (q[{i}]) {{ x = q[{j}].get(0); q[{i}].set(0, x + 1); }}",
            "q[{i}].addAll(q[{j}]);",
            "q[{i}].removeIf(y -> y == {k});",
            "m = x;",
            "x = m;",
        ),
    ),
    "Deque<Integer>": (
        ("new ConcurrentLinkedDeque<>(List.of(1, 2))",),
        (
            "q[{i}].addFirst({k});",
            "q[{i}].addLast({k});",
            "x = q[{i}].pollFirst();",
            "x = q[{i}].pollLast();",
            "x = q[{i}].peekLast();",
            "for (Integer y : q[{i}]) x = y;",
            "if (q[{i}].contains({k})) q[{j}].add({k});",
            "q[{i}].removeFirstOccurrence({k});",
            "m = x;",
            "x = m;",
        ),
    ),
    "BlockingQueue<Integer>": (
        ("new LinkedTransferQueue<>(List.of(1, 2))", "new PriorityBlockingQueue<>(List.of(1, 2))"),
        (
            "q[{i}].add({k});",
            "x = q[{i}].poll();",
            "x = q[{i}].peek();",
            "x = q[{i}].poll(1, TimeUnit.SECONDS);",
            "x = q[{i}].size();",
            "for (Integer y : q[{i}]) x = y;",
            "if (q[{i}].remove({k})) q[{j}].add({k});",
            "m = x;",
            "x = m;",
        ),
    ),
    "SortedMap<Integer, Integer>": (
        ("new ConcurrentSkipListMap<>(Map.of(1, 1, 2, 2))",),
        (
            "q[{i}].put({k}, 1);",
            "x = q[{i}].get({k});",
            "x = q[{i}].remove({k});",
            "x = q[{i}].size();",
            "x = q[{i}].firstKey();",
            "for (Integer y : q[{i}].keySet()) x = y;",
            "q[{i}].merge({k}, 1, (a, b) -> a + b);",
            "x = q[{i}].headMap({k}).size();",
            "x = q[{i}].computeIfAbsent({k}, y -> q[{j}].get(1));",
            "m = x;",
            "x = m;",
        ),
    ),
    "StringBuffer": (
        ('new StringBuffer("ab")',),
        (
            "q[{i}].append({k});",
            "x = (int) q[{i}].charAt(0);",
            "x = q[{i}].length();",
            "q[{i}].append(q[{j}]);",
            "q[{i}].reverse();",
            "synchronized (q[{i}]) {{ q[{j}].append(q[{i}].length()); }}",
            "x = q[{i}].compareTo(q[{j}]);",
            "q[{i}].setLength({k});",
            "m = x;",
        ),
    ),
    "Phaser": (
        ("new Phaser(2)",),
        (
            "x = q[{i}].arrive();",
            "x = q[{i}].register();",
            "x = q[{i}].arriveAndDeregister();",
            "x = q[{i}].getArrivedParties();",
            "q[{i}].arriveAndDeregister(); q[{j}].awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS);",
            "m = x;",
            "x = m;",
        ),
    ),
    "FutureTask<Integer>": (
        ("new FutureTask<>(() -> ++m)",),
        (
            "q[{i}].run();",
            "x = q[{i}].get(1, TimeUnit.SECONDS);",
            "if (q[{i}].isDone()) q[{j}].run();",
            "m = {k};",
            "x = m;",
        ),
    ),
}


def program(seed: int) -> str:
    rng = random.Random(seed)
    kind = [*OPS][seed % len(OPS)]
    made, ops = rng.choice(OPS[kind][0]), OPS[kind][1]

    def body() -> str:
        return f"Integer x = 0; try {{ {outcomes.drawn(rng, ops, 2)} }} catch (Exception e) {{ l += e; }}"

    run = outcomes.threads(2, body)
    show = "q[0].isDone() + `` + q[1].isCancelled()" if kind.startswith("Future") else "q[0] + `` + q[1]"
    return f"""import java.util.*;
import java.util.concurrent.*;
public class Owned{seed} {{
    static Integer m = 0;
    static volatile String l = "";
    @SuppressWarnings("unchecked")
    static {kind}[] q = new {kind.split("<")[0]}[] {{{made}, {made}}};
    public static void main(String[] args) throws Exception {{
        {run}
        System.out.println("R " + {show.replace("`", '"')} + " " + m + l.isEmpty());
    }}
}}
"""


SEEDS = seeds(21, 700)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_keep_their_outcomes(seed: int) -> None:
    agree(f"Owned{seed}", family("Owned", program, SEEDS), modes=REDUCED)
