"""Objects of the JDK that are no part of a listed call's one action, and those that nothing guards.

A listed call (csrc/classes/jdk/steps.def) asks keys, elements and values for equals, hashCode and toString. A list, a set or
a vector of the JDK's is read step by step there, or locks itself (methods.def: CALLED_BACK). Iterators, entries and streams
are not thread-safe (breaks.def); a reference's referent and a call site's target are set beside others now and then
(fields.def: SETTING). Each program is two bodies; its outcomes are those of fine steps, and the named one is among
them: it comes of what the two do in turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import support

SET = "new ConcurrentSkipListSet<>(List.of(1, 2))"
MOVES = "m.remove(2); m.remove(1); m.add(3);"  # 1 and 3 are never there together
LIKE = "new LinkedHashSet<>(List.of(1, 3))"
# name: fields, main's body, the other thread's, the end; an outcome (None: a deadlock)
CASES: dict[str, tuple[str, str, str, str, str | None]] = {
    "VectorOfSets": (
        f"static Vector<Object> v = new Vector<>(List.of({LIKE})); static Set<Integer> m = {SET};",
        "o(v.contains(m));",
        MOVES,
        "m",
        "true [3]",
    ),
    "CopyOfSets": (
        f"static CopyOnWriteArrayList<Object> v = new CopyOnWriteArrayList<>(List.of({LIKE})); static Set<Integer> m = {SET};",
        "o(v.addIfAbsent(m));",
        MOVES,
        "m",
        "false [3]",
    ),
    "QueueOfLists": (
        "static LinkedBlockingQueue<Object> v = new LinkedBlockingQueue<>(List.of(List.of(1, 3)));"
        " static List<Integer> m = new ArrayList<>(List.of(1, 2));",
        "o(v.remove(m));",
        "m.set(0, 2); m.set(1, 3);",
        "m",
        "true [2, 3]",
    ),
    "MapOfSets": (
        f"static Map<Integer, Object> v = new ConcurrentHashMap<>(Map.of(1, {LIKE})); static Set<Integer> m = {SET};",
        "o(v.remove(1, m));",
        MOVES,
        "m",
        "true [3]",
    ),
    "SortedBuilders": (
        'static Map<StringBuilder, Integer> v = new ConcurrentSkipListMap<>(Map.of(new StringBuilder("ad"), 1));'
        ' static StringBuilder m = new StringBuilder("ab");',
        "o(v.get(m));",
        "m.setCharAt(0, 'c'); m.setCharAt(1, 'd');",
        "m",
        "1 cd",
    ),
    "TextOfMap": (
        'static StringBuffer v = new StringBuffer("x"); static Map<Integer, Integer> m = new ConcurrentHashMap<>(Map.of(1, 1, 2, 2));',
        "v.append(m);",
        "m.put(1, 3); m.put(2, 4);",
        "v",
        "x{1=1, 2=4}",
    ),
    "BufferOfBuffer": (
        'static StringBuffer v = new StringBuffer("x"), m = new StringBuffer("12");',
        "v.append(m);",
        "m.setLength(0);",
        "v.length()",
        "3",
    ),
    "BufferOfBuilder": (
        'static StringBuffer v = new StringBuffer("x"); static StringBuilder m = new StringBuilder("12");',
        "v.append(m);",
        "m.setCharAt(0, '3'); m.setCharAt(1, '4');",
        "v",
        "x14",
    ),
    "BufferHalfWay": (
        'static StringBuffer v = new StringBuffer("ab");',
        "v.chars().forEach(c -> o((char) c));",
        "v.reverse();",
        "v",
        "bb ba",
    ),
    "TwoVectors": (
        "static Vector<Object> v = new Vector<>(List.of(1)), m = new Vector<>(List.of(2));",
        "v.contains(m);",
        "m.contains(v);",
        "1",
        None,
    ),
    "TwoBuffers": (
        'static StringBuffer v = new StringBuffer("a"), m = new StringBuffer("b");',
        "v.append(m);",
        "m.insert(0, (Object) v);",
        "1",
        None,
    ),
    "Dependents": (
        "static CompletableFuture<Integer> v = new CompletableFuture<>();",
        "o(v.join());",
        "v.complete(2); o(v.getNumberOfDependents());",
        "1",
        "21 1",
    ),
    "Entry": (
        'static Map.Entry<String, Integer> v = new AbstractMap.SimpleEntry<>("a", 0);',
        "v.setValue(v.getValue() + 1);",
        "v.setValue(v.getValue() + 1);",
        "v",
        "a=1",
    ),
    "Builder": (
        "static Stream.Builder<Integer> v = Stream.builder();",
        "v.add(1);",
        "v.add(2);",
        "v.build().toList()",
        "[2]",
    ),
    "PipeClosed": (
        "static java.io.PipedInputStream v = new java.io.PipedInputStream(2); static volatile int y;"
        " static java.io.PipedOutputStream w = new java.io.PipedOutputStream();"
        " static { try { v.connect(w); } catch (java.io.IOException e) { throw new Error(e); } }",
        "int z = y; o(z); w.write(1);",
        "y = 1; try { v.close(); } catch (java.io.IOException e) { }",
        "1",
        "1 1",
    ),
    "Spliterator": (
        "static Spliterator<Integer> v = Arrays.spliterator(new Integer[] {1, 2});",
        "v.tryAdvance(x -> o(x));",
        "v.tryAdvance(x -> o(x));",
        "v.estimateSize()",
        "11 1",
    ),
    "Position": (
        "static java.text.ParsePosition v = new java.text.ParsePosition(0);",
        "v.setIndex(v.getIndex() + 1);",
        "v.setIndex(v.getIndex() + 1);",
        "v.getIndex()",
        "1",
    ),
    "ReferenceCleared": (
        'static java.lang.ref.WeakReference<Object> v = new java.lang.ref.WeakReference<>("s");',
        "o(v.get()); o(v.refersTo(null));",
        "v.clear();",
        "v.get()",
        "strue null",
    ),
    "ReferenceEnqueued": (
        "static java.lang.ref.ReferenceQueue<Object> q = new java.lang.ref.ReferenceQueue<>();"
        ' static java.lang.ref.WeakReference<Object> v = new java.lang.ref.WeakReference<>("s", q);',
        "o(q.poll() != null); o(v.get());",
        "v.enqueue();",
        "1",
        "truenull 1",
    ),
    "CallSite": (
        "static java.lang.invoke.MutableCallSite v = new java.lang.invoke.MutableCallSite(of(1));"
        " static java.lang.invoke.MethodHandle of(int n) { return java.lang.invoke.MethodHandles.constant(int.class, n); }"
        " static int get() { try { return (int) v.getTarget().invoke(); } catch (Throwable e) { throw new Error(e); } }",
        "o(get()); o(get());",
        "v.setTarget(of(2));",
        "1",
        "12 1",
    ),
    "CharArrayWriter": (
        "static java.io.CharArrayWriter v = new java.io.CharArrayWriter();",
        "int a = v.size(), b = v.size(); o(a); o(b);",
        "v.write(3);",
        "1",
        "01 1",
    ),
}
ITERATORS = {
    "Of": "List.of(1).iterator()",
    "SetOf": "Set.of(1).iterator()",
    "AsList": "Arrays.asList(1).iterator()",
    "Singleton": "Collections.singleton(1).iterator()",
    "Copy": "new CopyOnWriteArrayList<>(List.of(1)).iterator()",
    "HashMap": "new ConcurrentHashMap<>(Map.of(1, 1)).keySet().iterator()",
    "SkipList": "new ConcurrentSkipListSet<>(List.of(1)).iterator()",
    "Linked": "new ConcurrentLinkedQueue<>(List.of(1)).iterator()",
    "Stream": "Stream.of(1).iterator()",
}
# Two workers take what is there: the second one may be told that there is something when there is nothing left.
TAKE = 'if (v.hasNext()) try { o(v.next()); } catch (NoSuchElementException e) { o("none"); }'
CASES |= {
    f"Iterator{n}": (f"static Iterator<Integer> v = {make};", TAKE, TAKE, "1", "1none 1")
    for n, make in ITERATORS.items()
}


def source(name: str) -> str:
    fields, main, other, end, _ = CASES[name]
    return f"""import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;
public class Unsafe{name} {{
  {fields}
  static final String[] S = {{"", ""}};
  static Thread T;
  static void o(Object x) {{ S[Thread.currentThread() == T ? 1 : 0] += x; }}
  public static void main(String[] args) throws Throwable {{
    T = new Thread(() -> {{ {other} }});
    T.start();
    {main}
    T.join();
    System.out.println("R " + (S[0] + S[1] + " " + ({end})).trim());
  }}
}}
"""


@pytest.fixture(scope="module")
def classes() -> Path:
    return support.compile_texts({f"Unsafe{n}.java": source(n) for n in CASES}, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", sorted(CASES))
def test_two_threads_meet_half_way(name: str, classes: Path) -> None:
    seen = []
    for extra in ({}, {"vm__por": "dynamic"}, {"search__class": "dpor"}, {"vm__por__library": "fine"}):
        if name == "IteratorHashMap" and "search__class" in extra:
            continue  # two threads go from bin to bin: millions of executions
        config = {"search__class": "dfs", "search__multiple_errors": "true"} | extra
        report = support.explore(f"Unsafe{name}", classes, **config)
        assert report["complete"], (extra, report["statistics"]["constraints"])
        seen.append((support.outcomes(report), {e["kind"] for e in report["errors"]}))
    assert all(s == seen[0] for s in seen), seen
    wanted = CASES[name][-1]
    if wanted is None:
        assert seen[0][1] == {"deadlock"}
    else:
        assert wanted in seen[0][0]


PARK = """import java.util.concurrent.locks.LockSupport;
public class UnsafePark {
  static volatile int x = 1;
  public static void main(String[] args) throws Throwable {
    Thread t = new Thread(() -> { LockSupport.parkNanos(1000); System.out.println("R " + x); });
    t.start();
    x = 0;
    LockSupport.unpark(t);
    t.join();
  }
}
"""


@pytest.mark.parametrize("how", [{"search__class": "dfs"}, {"search__class": "dpor"}, {"vm__por": "dynamic"}])
def test_a_park_with_a_limit_need_not_wait_for_its_permit(how: dict[str, str]) -> None:
    where = support.compile_texts({"UnsafePark.java": PARK})
    report = support.explore("UnsafePark", where, **({"search__class": "dfs"} | how))
    assert report["complete"]
    assert support.outcomes(report) == {"0", "1"}
