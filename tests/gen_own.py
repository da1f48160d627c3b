"""Programs whose threads are given data of their own by main: collections, arrays, locks, builders, nested objects."""

from __future__ import annotations

import random

# kind -> its type, how it is made, how main fills it, what its thread does to it. {c}: a small number, {s}: how much main
# fills in, {w}: the thread's number or nothing
DATA = {
    "map": (
        "Map<Integer, Integer>",
        "new HashMap<>()",
        "for (int q = 0; q < {s}; q++) m.put(q, q{w});",
        ("m.put({c}, x);", "m.put({c} + 7, 1);", "for (int v : m.values()) s += v;", "m.merge({c}, 1, Integer::sum);"),
    ),
    "strings": (
        "Map<String, Integer>",
        "new HashMap<>()",
        'for (int q = 0; q < {s}; q++) m.put("k" + q, q{w});',
        ('m.put("k{c}", x);', 'm.merge("k{c}", 1, Integer::sum);', "y = m.size();"),
    ),
    "tree": (
        "TreeMap<Integer, Integer>",
        "new TreeMap<>()",
        "for (int q = 0; q < {s}; q++) m.put(q, q{w});",
        ("m.put({c}, x);", "y = m.firstKey();", "m.put({c} + 9, 1);"),
    ),
    "list": (
        "List<Integer>",
        "new ArrayList<>()",
        "for (int q = 0; q < {s}; q++) m.add(q{w});",
        ("m.add({c});", "m.set(0, x);", "for (int v : m) s += v;"),
    ),
    "linked": (
        "LinkedList<Integer>",
        "new LinkedList<>()",
        "for (int q = 0; q < {s}; q++) m.add(q{w});",
        ("m.add({c});", "m.poll();", "for (int v : m) s += v;"),
    ),
    "builder": (
        "StringBuilder",
        "new StringBuilder()",
        "for (int q = 0; q < {s}; q++) m.append(q{w});",
        ("m.append({c});", "m.setLength(1);", "y = m.length();"),
    ),
    "array": (
        "int[]",
        "new int[{s} + 2]",
        "for (int q = 0; q < {s}; q++) m[q] = q{w};",
        ("m[{c} & 1]++;", "y = m[0];", "m[0] = x;", "for (int q = 0; q < 2; q++) m[1] += m[0];"),
    ),
    "node": (
        "Node",
        "new Node()",
        "for (int q = 0; q < {s}; q++) m.next = new Node(m.next, q{w});",
        ("m.v++;", "for (Node o = m; o != null; o = o.next) o.v++;", "m.next = new Node(m.next, 1);", "y = m.v;"),
    ),
    "lock": (
        "ReentrantLock",
        "new ReentrantLock()",
        "",
        ("m.lock(); try { y++; } finally { m.unlock(); }", "if (m.tryLock()) m.unlock();"),
    ),
    "atomic": (
        "AtomicInteger",
        "new AtomicInteger()",
        "for (int q = 0; q < {s}; q++) m.addAndGet(1{w});",
        ("m.incrementAndGet();", "y = m.get();", "m.compareAndSet(1, 2);"),
    ),
    "objects": (
        "Object[][]",
        "new Object[2][2]",
        "for (int q = 0; q < 4; q++) m[q / 2][q % 2] = new Node(null, q{w});",
        ("((Node) m[1][{c} & 1]).v++;", "m[{c} & 1] = m[0];", "m[0][1] = new Node(null, 1);"),
    ),
}
SHARED = (
    "synchronized (MON) { x++; }",
    "x = x + 1;",
    "k.incrementAndGet();",
    "res[i] = y;",
    "synchronized (MON) { ALL.add(m); }",
    "Object[] q{n} = {GIVEN}; GIVEN = m; if (q{n}[0] != null) x += 3;",
    "synchronized (m) { s++; }",
)
HOLDERS = {
    "lambda": "new Thread(() -> work(m, {i}))",
    "thread": "new Worker(m, {i})",
    "array": "new Thread(() -> work(({t}) ms[i], {i}))",
    "runnable": "new Thread(new Task(m, {i}))",
}


def own(seed: int) -> tuple[str, str]:
    """The last thread to be through prints, and main at times."""
    r = random.Random(seed)
    name, count, kind = f"Own{seed}", r.choice([2, 3, 3, 4]), r.choice(list(DATA))
    made, new, fill, acts = DATA[kind]
    size, numbered = r.choice([1, 2, 3]), r.random() < 0.2

    def filled(text: str, n: int = 0) -> str:
        text = text.replace("{c}", str(r.randint(0, 3))).replace("{s}", str(size)).replace("{n}", str(n))
        return text.replace("{w}", " + i" if numbered else "")

    chosen = [r.choice(SHARED if r.random() < 0.4 else acts) for _ in range(r.randint(1, {2: 4, 3: 3, 4: 2}[count]))]
    body = [filled(text, n) for n, text in enumerate(chosen)]
    holder, keeps, joins, late = r.choice(list(HOLDERS)), r.random() < 0.3, r.random() < 0.7, r.random() < 0.5
    number = "i" if numbered or any("res[i]" in text for text in body) else "0"
    fields = f"final {made} m; final int i;"
    run = "this.m = m; this.i = i; } public void run() { work(m, i); }"
    lines = [
        "import java.util.*;",
        "import java.util.concurrent.atomic.*;",
        "import java.util.concurrent.locks.*;",
        f"public class {name} {{",
        "  static class Node { int v; Node next; Node() { } Node(Node n, int v) { next = n; this.v = v; } }",
        "  static int x; static final Object MON = new Object(); static final List<Object> ALL = new ArrayList<>();",
        "  static final AtomicInteger k = new AtomicInteger(), DONE = new AtomicInteger(); static int[] res;",
        "  static Object GIVEN;",
        f"  static {made} made(int i) {{ {made} m = {filled(new)}; {filled(fill)} return m; }}",
        f"  static class Worker extends Thread {{ {fields} Worker({made} m, int i) {{ {run} }}",
        f"  static class Task implements Runnable {{ {fields} Task({made} m, int i) {{ {run} }}",
        f"  static void work({made} m, int i) {{",
        "    int y = 0, s = 0;",
        *(f"    {text}" for text in body),
        "    if (y + s > 1000) x = 77;",
        f"    if (DONE.incrementAndGet() == {count})",
        '      System.out.println("R " + x + " " + k + " " + ALL.size() + Arrays.toString(res));',
        "  }",
        "  public static void main(String[] a) throws Exception {",
        f"    Thread[] ts = new Thread[{count}]; Object[] ms = new Object[{count}]; res = new int[{count}];",
        f"    for (int j = 0; j < {count}; j++) {{",
        f"      final int i = j; {made} m = made(i);",
        "      ms[i] = m;" if keeps or holder == "array" else "",
        f"      ts[i] = {HOLDERS[holder].replace('{t}', made).replace('{i}', number)};",
        "" if late else "      ts[i].start();",
        "    }",
        "    for (Thread t : ts) t.start();" if late else "",
        "    for (Thread t : ts) t.join();" if joins else "",
        '    System.out.println("M " + x + (ms[0] == GIVEN));' if joins and keeps else "",
        "  }",
        "}",
    ]
    return name, "\n".join(line for line in lines if line) + "\n"
