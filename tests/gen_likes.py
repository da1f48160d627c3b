"""Programs whose threads are alike as far as one looks: what they share lies in locals of main, in static fields or
nowhere."""

from __future__ import annotations

import random

BODY = (
    "b.v++;",
    "int t{n} = x; x = t{n} + 1;",
    "x = b.v + {c};",
    "b.v = x;",
    "synchronized (b) { b.v += x; }",
    "synchronized (m) { x++; }",
    "l.lock(); try { x++; } finally { l.unlock(); }",
    "if (l.tryLock()) { y++; l.unlock(); }",
    "k.incrementAndGet();",
    "y += k.getAndAdd({c});",
    "Box n{n} = new Box(); n{n}.next = b; b.next = n{n};",
    "if (b.next != null) y += 2;",
    "Box n{n} = new Box(); synchronized (n{n}) { n{n}.v = x; b.other = n{n}; }",
    "Box o{n} = b.other; if (o{n} != null) synchronized (o{n}) { o{n}.v++; y += o{n}.v; }",
    "synchronized (m) { m.notifyAll(); y++; }",
    "put(w);",
    "put(x);",
    "me.v += x; y = me.v;",
    "b.next = me; Box p{n} = b.next; if (p{n} != me) y += 3;",
    "G.v++;",
    "Thread.yield();",
    "new Thread(() -> { b.v += 2; }).start();",
)
JOINS = (
    "for (int i = 0; i < ts.length; i++) ts[i].join();",
    "for (int i = ts.length - 1; i >= 0; i--) ts[i].join();",
    "for (Thread t : ts) t.join();",
    "for (Thread t : ts) t.join(0);",
    "for (Thread t : ts) try { t.join(); } catch (InterruptedException e) { put(9); }",
    "for (Thread t : ts) { t.join(); y++; }",
    "for (Thread t : ts) { t.join(); put(x); }",
    "for (Thread t : ts) if (t != null) t.join();",
    "for (Thread t : ts) t.join(5);",
    "for (Thread t : ts) { t.join(); if (t.isAlive()) put(5); }",
    "ts[0].join(); put(ts[1].isAlive() ? 1 : 2); ts[1].join();",
    "ts[1].join(); put(ts[0].getState() == Thread.State.TERMINATED ? 1 : 2); ts[0].join();",
    "ts[1].join(); ts[0].join();",
    "ts[0].join(); ts[1].join(); ts[0].join();",
    "Thread u0 = ts[0], u1 = ts[1]; ts = null; u0.join(); u1.join();",
    "ts[ts.length - 1].join(); put(x); for (Thread t : ts) t.join();",
    "ts[0] = null; try { for (Thread t : ts) t.join(); } catch (NullPointerException e) { put(3); }",
    "synchronized (m0) { for (Thread t : ts) t.join(); }",
    "for (int i = 0; i < ts.length; i += 2) ts[i].join();",
    "for (int i = 0; i <= ts.length; i++) ts[i].join();",
    "ALL = ts; for (Thread t : ts) t.join();",
    "Thread z = null; for (Thread t : ts) { z = t; t.join(); } ts = null; put(z == RAN ? 1 : 2);",
    "Thread z = null; int n = 0; for (Thread t : ts) { if (n++ == 1) z = t; t.join(); } put(z == RAN ? 1 : 2);",
)
LISTS = (
    "new ArrayList<>(Arrays.asList(ts))",
    "Arrays.asList(ts)",
    "List.of(ts)",
    "new LinkedList<>(Arrays.asList(ts))",
)
WAYS = (  # {q}: the threads in a list, which nobody else has
    "List<Thread> q = {q}; ts = null; for (Thread t : q) t.join();",
    "List<Thread> q = {q}; ts = null; q.forEach(t -> quietly(t));",
    "List<Thread> q = {q}; ts = null; for (int i = 0; i < q.size(); i++) q.get(i).join();",
    "List<Thread> q = {q}; ts = null; for (Thread t : q) quietly(t);",
    "List<Thread> q = {q}; ts = null; Thread z = null; for (Thread t : q) { z = t; t.join(); } put(z == RAN ? 1 : 2);",
    "List<Thread> q = {q}; for (Thread t : q) quietly(t); put(q.get(0) == RAN ? 1 : 2);",
    "Iterator<Thread> q = {q}.iterator(); ts = null; q.next().join(); put(x); q.next().join(); put(q.hasNext() ? 1 : 2);",
    "Iterator<Thread> q = {q}.iterator(); q.next().join(); Thread z = q.next(); z.join(); put(z == RAN ? 1 : 2);",
    "Arrays.stream(ts).forEach(t -> quietly(t));",
    "Keep k = new Keep(); for (Thread t : ts) { t.join(); k.n += 2; k.t = t; } ts = null; put(k.n + (k.t == RAN ? 1 : 0));",
    "Keep k = null; for (Thread t : ts) k = new Keep(t, k); ts = null; for (; k != null; k = k.next) k.t.join();",
    "Keep k = null; for (Thread t : ts) k = new Keep(t, k); ts = null; k.all(); put(k.t == RAN ? 1 : 2);",
    "Keep k = new Keep(); for (Thread t : ts) put(k.counted(t)); put(k.n);",
    "Keep k = new Keep(); for (Thread t : ts) { k.t = t; k.t.join(); } ts = null; put(k.t == RAN ? 3 : 4);",
    "KEPT = new Keep(); for (Thread t : ts) { t.join(); KEPT.n++; KEPT.t = t; } put(KEPT.t == RAN ? 3 : 4);",
    "ArrayDeque<Thread> q = new ArrayDeque<>({q}); ts = null; while (!q.isEmpty()) q.poll().join();",
    "LinkedList<Thread> q = new LinkedList<>({q}); ts = null; while (q.size() > 0) q.removeFirst().join(); put(q.size());",
    "Map<Integer, Thread> q = new HashMap<>(); for (Thread t : ts) q.put(q.size(), t); for (Thread t : q.values()) t.join();",
    "QUEUE = new ArrayList<>(Arrays.asList(ts)); ts = null; for (Thread t : QUEUE) quietly(t);",
    "Thread z = last({q}); ts = null; put(z == RAN ? 1 : 2);",
    "Thread z = last({q}); put(z == RAN ? 1 : z == ts[0] ? 3 : 2);",
)
KEPT = (  # in static fields, which main alone uses, or not
    "STS = ts; ts = null; for (Thread t : STS) t.join();",
    "STS = ts; for (Thread t : STS) t.join();",
    "STS = ts; ts = null; for (int i = 0; i < STS.length; i++) STS[i].join();",
    "STS = ts; ts = null; for (Thread t : STS) t.join(); put(STS[0] == RAN ? 1 : 2);",
    "STS = ts; ts = null; for (Thread t : STS) t.join(); if (x > 1) put(STS[1] == RAN ? 1 : 2);",
    "STS = ts; ts = null; for (int k = 0; k < 2; k++) { for (Thread t : STS) t.join(); put(k); }",
    "STS = ts; ts = null; for (int k = 0; k < 2; k++) { for (Thread t : STS) t.join(); if (k > 0) put(kept(0)); }",
    "STS = ts; ts = null; all(0); put(x); all(1);",
    "STS = ts; ts = null; all(0); put(x); if (y > 2) all(1);",
    "STS = ts; ts = null; try { for (Thread t : STS) { t.join(); if (x > 2) throw new Exception(); } }"
    " catch (Exception e) { put(STS[1] == RAN ? 1 : 2); for (Thread t : STS) t.join(); }",
    "STS = ts; ts = null; deep(0); put(RAN == null ? 1 : 2);",
    "STS = ts; ts = null; deep(0); put(kept(1));",
    "STS = ts; ts = null; for (Thread t : STS) t.join(); STS = null;",
    "STS = ts; ts = null; for (Thread t : STS) t.join(); STS = new Thread[] {RAN}; put(kept(0));",
    "STS = ts; ts = null; STS[0].join(); put(STS[1] == RAN ? 1 : 2); STS[1].join();",
    "STS = ts; ts = null; for (N = 0; N < STS.length; N++) STS[N].join(); put(N);",
    "STS = ts; ts = null; for (Thread t : STS) t.join(); put(raw() == RAN ? 1 : 2);",
    "FIRST = ts[0]; SECOND = ts[1]; FIRST.join(); SECOND.join(); for (Thread t : ts) t.join();",
    "FIRST = ts[0]; SECOND = ts[1]; ts = null; FIRST.join(); SECOND.join(); put(SECOND == RAN ? 1 : 2);",
    "LIST.addAll({q}); ts = null; for (Thread t : LIST) t.join();",
    "LIST.addAll({q}); ts = null; for (int i = 0; i < LIST.size(); i++) LIST.get(i).join(); put(LIST.size());",
    "LIST.addAll({q}); ts = null; for (Thread t : LIST) quietly(t); LIST.clear();",
    "LIST.addAll({q}); ts = null; LIST.forEach(t -> quietly(t)); if (y > 2) put(LIST.get(1) == RAN ? 1 : 2);",
    "STS = ts; LIST.addAll({q}); ts = null; for (Thread t : LIST) quietly(t); put(kept(0));",
    "STS = ts; ts = null; MINE = new Keep(); for (Thread t : STS) { t.join(); MINE.n++; MINE.t = t; }",
    "MINE = new Keep(); for (Thread t : ts) { t.join(); MINE.n++; MINE.t = t; } put(MINE.t == RAN ? 3 : 4);",
)
JOINING = (
    "MAIN.interrupt();",
    "put(MAIN.getState() == Thread.State.WAITING ? 1 : 2);",
    "Thread[] q = {new Thread(() -> x++), new Thread(() -> x++)}; for (Thread t : q) t.start(); join(q);",
    "if (ALL != null) ALL[0] = ALL[1];",
    "if (ALL != null) join(ALL);",
    "RAN = Thread.currentThread();",
    "if (RAN == null) RAN = Thread.currentThread();",
    "if (QUEUE != null) QUEUE.set(0, Thread.currentThread());",
    "if (KEPT != null) put(KEPT.n);",
    "if (STS != null) put(kept(0));",
    "if (STS != null) STS[0] = STS[1];",
    "Thread[] q = STS; if (q != null) put(q[1] == Thread.currentThread() ? 1 : 2);",
    "STS = null;",
    "if (!LIST.isEmpty()) put(LIST.get(0) == Thread.currentThread() ? 1 : 2);",
    "if (x > 2 && STS != null) put(kept(1));",
)
BETWEEN = (  # main has the threads in an array, and will join them
    "synchronized (m0) { x += 2; }",
    "x = b1.v;",
    "x++;",
    "l0.lock(); try { y++; } finally { l0.unlock(); }",
    "put(k0.getAndIncrement());",
    "for (int i = 0; i < 2; i++) synchronized (m0) { x++; }",
    "if (x == 1) synchronized (m0) { put(4); }",
    "if (x > 1) return;",
    "try { synchronized (m0) { if (x == 2) throw new IllegalStateException(); } } "
    "catch (IllegalStateException e) { put(5); }",
    "try { synchronized (m0) { if (x == 1) throw new IllegalStateException(); } } "
    "catch (IllegalStateException e) { ts[0].join(); put(x); }",
    "if (x == 1) ts = new Thread[] {ts[1], ts[0]};",
    "Thread f = ts[0]; synchronized (m0) { y++; } put(f == RAN ? 1 : 2);",
    "switch (x) { case 1: put(1); break; default: put(2); }",
    "int q0 = x; synchronized (m0) { y++; } if (q0 == 1) { for (Thread t : ts) t.join(); put(8); }",
    "Thread[] us = ts; synchronized (m0) { y++; } put(us[1] == RAN ? 1 : 2);",
    "int cut = 0; synchronized (m0) { cut = x > 1 ? 1 : 0; } for (int i = cut; i < ts.length; i++) ts[i].join(); put(cut);",
    "boolean some = false; synchronized (m0) { some = x > 0; } for (Thread t : ts) if (some) t.join();",
    "Thread[] us = {ts[1], ts[0]}; synchronized (m0) { y++; } for (Thread t : us) t.join(); put(x);",
    "int c = 0, n = 0; synchronized (m0) { y++; } for (Thread t : ts) { if (t instanceof Odd) c = n; n++; t.join(); } put(c);",
    "int c = 0, n = 0; Thread f = ts[1]; x++; for (Thread t : ts) { if (t == f) c = n; n++; t.join(); } put(c);",
    "Thread z = null; synchronized (m0) { y++; } for (Thread t : ts) { t.join(); z = t; } put(z == RAN ? 1 : 2);",
    "inner(ts, m0);",
    "List<Thread> q = {q}; ts = null; synchronized (m0) { x++; } for (Thread t : q) t.join(); put(x); if (y >= 0) return;",
    "List<Thread> q = {q}; ts = null; x++; for (int i = 0; i < q.size(); i++) q.get(i).join(); if (y >= 0) return;",
    "List<Thread> q = {q}; ts = null; y++; Thread z = null; for (Thread t : q) { z = t; t.join(); } "
    "put(z == RAN ? 1 : 2); if (y >= 0) return;",
    "List<Thread> q = {q}; ts = null; y++; for (Thread t : q) quietly(t); put(q.get(0) == RAN ? 1 : 2);if (y >= 0) return;",
    "Iterator<Thread> q = {q}.iterator(); ts = null; synchronized (m0) { x++; } while (q.hasNext()) q.next().join(); "
    "put(x); if (y >= 0) return;",
    "List<Thread> q = {q}; ts = null; synchronized (m0) { if (x == 1) q.set(0, q.get(1)); } "
    "for (Thread t : q) t.join(); put(x); if (y >= 0) return;",
)
STATIC = (  # what static fields lead to: data, threads, arrays of threads, what has a name of its own
    "synchronized (G) { G.v++; }",
    "synchronized (DATA) { x++; }",
    "DATA[{c} & 1] = me;",
    "DATA[{c} & 1] = b;",
    "put(DATA[0] == me ? 1 : 2);",
    "Box d{n} = DATA[1]; if (d{n} != null) synchronized (d{n}) { d{n}.v++; }",
    "G.next = b; b.next = G;",
    "G.other = me; put(G.other == me ? 1 : 2);",
    "synchronized (TEAM) { y++; }",
    "synchronized (TEAM[0]) { x++; }",
    "synchronized (Thread.currentThread()) { x++; }",
    "put(TEAM[{c} & 1] == Thread.currentThread() ? 1 : 2);",
    "TEAM[0] = TEAM[1];",
    "TEAM[1] = Thread.currentThread();",
    "Thread[] q{n} = TEAM; TEAM = new Thread[] {q{n}[1], q{n}[0]};",
    "TEAMS[{c} & 1] = TEAM; put(TEAMS[0] == TEAM ? 1 : 2);",
    "Box h{n} = FAR; FAR = NEAR; NEAR = h{n};",
    "Box h{n} = FAR; x++; put(h{n} == FAR ? 1 : 2);",
    "end(FAR).v++;",
    "end(NEAR).v += {c}; y = end(FAR).v;",
    "Box h{n} = new Box(); h{n}.next = FAR; FAR = h{n};",
    "FAR = FAR.next;",
    "synchronized (end(FAR)) { x++; }",
    "synchronized (MAP) { MAP.put(x & 3, b); }",
    "synchronized (MAP) { Box m{n} = MAP.get(0); if (m{n} != null) m{n}.v++; }",
    "synchronized (CALLED[{c} & 1]) { x++; }",
    "CALLED[0] = CALLED[1];",
    "put(CALLED[0] == CALLED[1] ? 1 : 2);",
    "x++; put(x); synchronized (DATA) { DATA[0] = end(NEAR); }",
)
LAST = ("LAST.interrupt();", "LAST.join();", "LAST = null;")
MAIN = ("x = 1;", "b0.v = 5;", "y = b1.v;", "synchronized (m0) { x += 2; }", "put(7);", *LAST)
STATIC_MAIN = (
    "FAR = chain;",
    "NEAR = chain.next;",
    "Box swapped = FAR; FAR = NEAR; NEAR = swapped;",
    "DATA[1] = b0;",
    "TEAM = new Thread[] {t1, t0};",
    "synchronized (TEAM[0]) { x++; }",
    "synchronized (DATA) { end(FAR).v = 3; }",
    "TEAMS[1] = TEAM; TEAMS[0] = new Thread[] {t1, t0};",
)
HEAD = """
  static class Box { int v; Box next, other; }
  static int x, y, s; static Thread LAST, MAIN, RAN; static Thread[] ALL; static final Box G = new Box();
  static final AtomicInteger DONE = new AtomicInteger();
  static void put(int v) { s = s * 7 + v & 4095; }
  static List<Thread> QUEUE; static Keep KEPT;
  static class Keep {
    Thread t; int n; Keep next;
    Keep() { }
    Keep(Thread t, Keep next) { this.t = t; this.next = next; }
    int counted(Thread u) throws Exception { u.join(); t = n == 0 ? u : t; return ++n; }
    void all() { quietly(t); if (next != null) next.all(); }
  }
  static class Odd extends Thread { Odd(Runnable r) { super(r); } }
  static void inner(Thread[] q, Object m) { synchronized (m) { x++; } join(q); }
  static void quietly(Thread t) { try { t.join(); } catch (InterruptedException e) { put(6); } }
  static Thread last(List<Thread> q) throws Exception { Thread z = null; for (Thread t : q) { t.join(); z = t; } return z; }
  static Thread[] STS; static Thread FIRST, SECOND; static final List<Thread> LIST = new ArrayList<>(); static int N;
  static Keep MINE;
  static final Box[] DATA = new Box[2]; static Thread[] TEAM; static final Thread[][] TEAMS = new Thread[2][];
  static Box FAR = chain(40), NEAR = chain(40); static final Map<Integer, Box> MAP = new HashMap<>();
  static final String[] CALLED = {new String("w"), new String("w")};
  static Box chain(int n) { Box h = null; for (int i = 0; i < n; i++) { Box b = new Box(); b.next = h; h = b; } return h; }
  static Box end(Box b) { for (int i = 0; i < 60 && b.next != null; i++) b = b.next; return b; }
  static int kept(int i) { return STS[i] == RAN ? 3 : 4; }
  static void all(int more) throws Exception { for (Thread t : STS) { t.join(); s += more; } }
  static void deep(int i) throws Exception { if (i < STS.length) { STS[i].join(); deep(i + 1); } }
  static Object raw() throws Exception { return ((Thread[]) HEAD.class.getDeclaredField("STS").get(null))[0]; }
  static void join(Thread[] q) { try { for (Thread t : q) t.join(); } catch (InterruptedException e) { put(6); } }"""
MADE = """
    Box b0 = new Box(), b1 = new Box(); ReentrantLock l0 = new ReentrantLock(), l1 = new ReentrantLock();
    AtomicInteger k0 = new AtomicInteger(), k1 = new AtomicInteger(); Object m0 = new Object(), m1 = new Object();
    Box[] all = {b0, b1};"""
PRINTED = '"R " + x + " " + y + " " + s + " " + all[0].v + " " + all[1].v + " " + G.v + (all[0].next != null)'


def likes(seed: int, joined: bool = False, kept: bool = False, static: bool = False) -> tuple[str, str]:
    """The last thread to be through prints; joined: main waits for the ends of threads in an array, and prints too;
    kept: it does something else before, while it has that array; static: threads do most of what they do to what static
    fields lead to."""
    r = random.Random(seed)
    name = f"{'Held' if static else 'Kept' if kept else 'Joins' if joined else 'Likes'}{seed}"
    count = r.choice([2, 3, 3, 4])
    longest = {2: 4, 3: 3, 4: 2}[count]

    def body() -> list[str]:
        chosen = [r.choice(STATIC if static and r.random() < 0.8 else BODY) for _ in range(r.randint(1, longest))]
        return [s.replace("{c}", str(r.randint(0, 2))).replace("{n}", str(i)) for i, s in enumerate(chosen)]

    bodies = [body() for _ in range(2 if r.random() < 0.3 else 1)]
    if joined and r.random() < 0.4:
        bodies[0][r.randrange(len(bodies[0]))] = r.choice(JOINING)
    groups = r.choice([1, 1, 1, 2])  # of threads that share
    shared, own, numbered = r.random() < 0.4, r.random() < 0.5, r.random() < 0.25
    tail = [r.choice(MAIN) for _ in range(r.choice([0, 0, 0, 1, 2]))]

    def task(i: int) -> str:
        def of(what: str) -> str:
            return f"{what}{i % groups if r.random() < 0.7 else 0}"

        me, number = "new Box()" if own else "b1", i if numbered else 1
        return f"task{r.randrange(len(bodies))}({of('b')}, {of('l')}, {of('k')}, {of('m')}, {me}, {number}, all)"

    lines = ["import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;", "import java.util.*;"]
    lines += [f"public class {name} {{{HEAD.replace('HEAD', name)}"]
    lines += [
        f"  static void end(Box[] all) {{ if (DONE.incrementAndGet() == {count}) System.out.println({PRINTED}); }}"
    ]
    for k, statements in enumerate(bodies):
        lines += [
            f"  static Runnable task{k}(Box b, ReentrantLock l, AtomicInteger k, Object m, Box me, int w, Box[] all) {{"
        ]
        lines += ["    return () -> {", *(f"      {s}" for s in statements), "      end(all);", "    };", "  }"]
    lines += [f"  public static void main(String[] a) throws Exception {{{MADE}", f"    Runnable one = {task(0)};"]
    called = static and r.random() < 0.3  # one name for two threads, and that is somewhere else, too
    team = static and r.random() < 0.25
    if static:
        shared |= r.random() < 0.5
        lines += ["    Box chain = chain(40);", "    TEAM = new Thread[] {new Thread(one), new Odd(one)};"]
    for i in range(count):
        made = "Odd" if kept and r.random() < 0.2 else "Thread"
        named = f", CALLED[{i & 1}]" if called and made == "Thread" else ""
        lines += [f"    Thread t{i} = new {made}({'one' if shared else task(i)}{named});"]
        if i == 0 and any(s in LAST for s in tail):
            lines += ["    LAST = t0;"]
        lines += [f"    TEAM[{i % 2}] = t{i};"] if team else []
        lines += [] if static else [f"    t{i}.start();"]
    if static:
        lines += [f"    t{i}.start();" for i in range(count)]
        lines += [f"    {r.choice(STATIC_MAIN)}" for _ in range(r.choice([0, 1, 2]))]
    lines += [f"    {s}" for s in tail]
    if joined:
        threads = ", ".join(f"t{i}" for i in range(count))
        joins = [r.choice(r.choice([JOINS, WAYS, KEPT])) for _ in range(r.choice([1, 1, 1, 2]))]
        joins = [s.replace("{q}", r.choice(LISTS)) for s in joins]
        lines += ["    MAIN = Thread.currentThread();", f"    Thread[] ts = {{{threads}}};"]
        if kept:
            joins[:0] = [
                r.choice(BETWEEN).replace("{q}", r.choice(LISTS[:1] * 3 + LISTS[1:]))
                for _ in range(r.choice([1, 1, 2]))
            ]
        lines += [*(f"    {{ {s} }}" for s in joins), f"    System.out.println({PRINTED});"]
    lines += ["  }", "}"]
    return name, "\n".join(lines) + "\n"
