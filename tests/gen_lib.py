"""Random programs over library objects: what their code reads and writes is named by no scheduling point.

Used without an oracle of their own: searches with different reductions must agree."""

from __future__ import annotations

import random

# name: constructor, type, statements; $ is the object, {c} and {d} small numbers
OBJECTS: dict[str, tuple[str, str, list[str]]] = {
    "list": (
        "new CopyOnWriteArrayList<Integer>()",
        "CopyOnWriteArrayList<Integer>",
        [
            "$.add({c})",
            "obs($.size())",
            "for (int z : $) obs(z)",
            "obs($.toString())",
            "$.remove((Integer) {c})",
            "$.set(0, {c})",
            "$.addIfAbsent({c})",
            "obs($.hashCode())",
        ],
    ),
    "map": (
        "new ConcurrentHashMap<Integer,Integer>()",
        "ConcurrentHashMap<Integer,Integer>",
        [
            "$.put({c}, {d})",
            "obs($.size())",
            "obs($.toString())",
            "obs($.get({c}))",
            "$.merge({c}, 1, Integer::sum)",
            "for (int z : $.values()) obs(z)",
            "$.clear()",
            "$.remove({c})",
            "obs($.isEmpty())",
            "$.computeIfAbsent({c}, k -> {d})",
        ],
    ),
    "ai": (
        "new AtomicInteger()",
        "AtomicInteger",
        [
            "$.incrementAndGet()",
            "obs($.toString())",
            "obs($.get())",
            "$.updateAndGet(z -> z * 2 + 1)",
            "obs($.intValue())",
            "obs($.compareAndSet({c}, {d}))",
        ],
    ),
    "la": (
        "new LongAdder()",
        "LongAdder",
        ["$.add({d})", "obs((int) $.sum())", "obs($.toString())", "$.reset()", "obs((int) $.sumThenReset())"],
    ),
    "sb": (
        "new StringBuilder()",
        "StringBuilder",
        ["$.append({c})", "obs($.toString())", "obs($.length())", "$.setLength(0)", "$.reverse()"],
    ),
    "sbf": ("new StringBuffer()", "StringBuffer", ["$.append({c})", "obs($.toString())", "obs($.length())"]),
    "al": (
        "new ArrayList<Integer>()",
        "ArrayList<Integer>",
        ["$.add({c})", "obs($.size())", "obs($.isEmpty())", "obs($.toString())"],
    ),
    "hm": (
        "new HashMap<Integer,Integer>()",
        "HashMap<Integer,Integer>",
        ["$.put({c}, {d})", "obs($.size())", "obs($.get({c}))"],
    ),
    "ex": (
        'new Exception("a")',
        "Exception",
        [
            "$.addSuppressed(new Error())",
            "obs($.getSuppressed().length)",
            'try { $.initCause(new Error("c")); } catch (IllegalStateException e) { obs(7); }',
            "obs($.getCause() == null)",
        ],
    ),
    "ft": (
        "new FutureTask<Integer>(() -> 3)",
        "FutureTask<Integer>",
        [
            "$.run()",
            "obs($.isDone())",
            "$.cancel(false)",
            'obs($.toString().contains("Compl"))',
            "obs($.isCancelled())",
        ],
    ),
    "cf": (
        "new CompletableFuture<Integer>()",
        "CompletableFuture<Integer>",
        [
            "$.complete({d})",
            "obs($.getNow(9))",
            "obs($.isDone())",
            "$.thenAccept(z -> obs(z))",
            "$.cancel(true)",
            "obs($.getNumberOfDependents())",
        ],
    ),
    "cdl": (
        "new CountDownLatch(2)",
        "CountDownLatch",
        ["$.countDown()", "obs((int) $.getCount())", 'obs($.toString().endsWith("1]"))'],
    ),
    "rl": (
        "new ReentrantLock()",
        "ReentrantLock",
        [
            "$.lock(); obs($.isLocked()); $.unlock()",
            "obs($.isLocked())",
            'obs($.toString().contains("Unlocked"))',
            "if ($.tryLock()) { obs(5); $.unlock(); }",
            "obs($.getQueueLength())",
        ],
    ),
    "sem": (
        "new Semaphore(1)",
        "Semaphore",
        ["$.release()", "obs($.tryAcquire())", "obs($.availablePermits())", 'obs($.toString().contains("1"))'],
    ),
    "q": (
        "new ConcurrentLinkedQueue<Integer>()",
        "ConcurrentLinkedQueue<Integer>",
        ["$.add({c})", "obs($.poll())", "obs($.size())", "for (int z : $) obs(z)", "obs($.peek())"],
    ),
    "lbq": (
        "new LinkedBlockingQueue<Integer>()",
        "LinkedBlockingQueue<Integer>",
        ["$.add({c})", "obs($.poll())", "obs($.size())", "obs($.toString())", "$.drainTo(new ArrayList<>())"],
    ),
    "sl": (
        "Collections.synchronizedList(new ArrayList<Integer>())",
        "List<Integer>",
        ["$.add({c})", "obs($.size())", "obs($.toString())", "for (int z : $) obs(z)"],
    ),
    "vec": (
        "new Vector<Integer>()",
        "Vector<Integer>",
        ["$.add({c})", "obs($.size())", "obs($.toString())", "for (int z : $) obs(z)"],
    ),
    "rnd": ("new Random(5)", "Random", ["obs($.nextInt(3))", "$.setSeed({c})", "obs($.nextBoolean())"]),
    "bs": ("new BitSet()", "BitSet", ["$.set({c})", "obs($.cardinality())", "obs($.get({c}))", "$.clear()"]),
    "ar": (
        "new AtomicReference<Object>()",
        "AtomicReference<Object>",
        ["$.set(new int[1])", "obs($.get() == null)", '$.compareAndSet(null, "x")'],
    ),
    "tl": ("ThreadLocal.withInitial(() -> 4)", "ThreadLocal<Integer>", ["$.set({c})", "obs($.get())", "$.remove()"]),
    "tm": (
        "new TreeMap<Integer,Integer>()",
        "TreeMap<Integer,Integer>",
        ["$.put({c}, {d})", "obs($.size())", "obs($.get({c}))"],
    ),
    "ht": (
        "new Hashtable<Integer,Integer>()",
        "Hashtable<Integer,Integer>",
        ["$.put({c}, {d})", "obs($.size())", "obs($.toString())", "obs($.get({c}))"],
    ),
    "opt": (
        "new AtomicIntegerArray(2)",
        "AtomicIntegerArray",
        ["$.incrementAndGet(0)", "obs($.toString())", "$.set(1, {c})", "obs($.length() + $.get(1))"],
    ),
    "whm": ("new WeakHashMap<Integer,Integer>()", "WeakHashMap<Integer,Integer>", ["$.put({c}, {d})", "obs($.size())"]),
    "dq": ("new ArrayDeque<Integer>()", "ArrayDeque<Integer>", ["$.add({c})", "obs($.size())", "obs($.poll())"]),
    "phs": (
        "new Phaser(1)",
        "Phaser",
        [
            "$.register()",
            "obs($.getPhase())",
            "$.arrive()",
            "obs($.getRegisteredParties())",
            "obs($.getUnarrivedParties())",
        ],
    ),
    "plain": ("new int[2]", "int[]", ["$[0]++", "obs($[0])", "$[1] = {c}", "obs($[1])"]),
    "box": (
        "new Box()",
        "Box",
        [
            "$.v++",
            "obs($.v)",
            "synchronized ($) { $.v += 2; obs($.w); $.w = {c}; }",
            "$.n = new Box()",
            "{ Box b = $.n; if (b != null) obs(b.v++); }",
        ],
    ),
}
ANYWHERE = [
    'System.setProperty("p", "{c}")',
    'obs(System.getProperty("p"))',
    'T0.setName("n{c}")',
    "obs(T0.getName())",
    "obs(T1.isAlive())",
    "obs(T0.isInterrupted())",
    "T1.interrupt()",
    "obs(Thread.interrupted())",
    "T0.setPriority({d} + 1)",
    "obs(T0.getPriority())",
    "obs(Lazy.z)",
    "Lazy.z++",
    "obs(T1.getState() == Thread.State.TERMINATED)",
    "LockSupport.unpark(T0)",
    "LockSupport.unpark(T1)",
    "obs(System.identityHashCode(new Object()) % 3)",
    "x++",
    "obs(x)",
    "x = {c}",
    'obs(("a" + x).intern().length())',
    "Thread.yield()",
    "obs(Thread.currentThread().getName())",
    "synchronized (L) { x++; obs(y); }",
    "synchronized (L) { y = {c}; L.notifyAll(); }",
    'obs(Integer.getInteger("p", 4))',
    "obs(Collections.unmodifiableList(new ArrayList<>(SHARED)).size())",
    "SHARED.add({c})",
    "obs(String.valueOf(SHARED))",
    "obs(new Date(0).getTime() > x)",
    "obs(L.hashCode() == L.hashCode())",
    "Thread.sleep(1)",
    "Runtime.getRuntime().gc()",
    "gov.nasa.jpf.vm.Verify.beginAtomic(); x++; obs(y); y++; gov.nasa.jpf.vm.Verify.endAtomic()",
    "obs(gov.nasa.jpf.vm.Verify.getInt(0, 1))",
    "obs(T0.isDaemon())",
    "Objects.requireNonNull(L)",
    "obs(U.name + U.k)",
    'U = new P("q{c}", {d})',
]
PARKED = "Thread D = new Thread(() -> { while (true) LockSupport.park(); }); D.setDaemon(true); D.start();"


def program(seed: int, parked: bool = False) -> tuple[str, str]:
    """Name and source. `parked`: a daemon waits all the time, so that scheduling points stay on to the end."""
    r = random.Random(seed)
    name = f"Lib{seed}"
    n = r.choice([2, 2, 2, 3])
    objects = r.sample(sorted(OBJECTS), r.choice([1, 2, 2]))
    fields = [
        f"static {'final ' if r.random() < 0.6 else ''}{OBJECTS[o][1]} o{i} = {OBJECTS[o][0]};"
        for i, o in enumerate(objects)
    ]

    def stmt() -> str:
        if r.random() < 0.28:
            s = r.choice(ANYWHERE)
        else:
            i = r.randrange(len(objects))
            s = r.choice(OBJECTS[objects[i]][2]).replace("$", f"o{i}")
        s = s.replace("{c}", str(r.randint(0, 2))).replace("{d}", str(r.randint(1, 3)))
        return f"try {{ {s}; }} catch (RuntimeException e) {{ obs(7); }}" if r.random() < 0.9 else f"{s};"

    bodies = [[stmt() for _ in range(r.randint(1, 3))] for _ in range(n)]
    main = []
    for t in range(n):
        main.append(f"T{t}.start();")
        if r.random() < 0.35:
            main.append(stmt())
    threads = ", ".join(f"T{t}" for t in range(n))
    lines = [
        "import java.util.*;",
        "import java.util.concurrent.*;",
        "import java.util.concurrent.atomic.*;",
        "import java.util.concurrent.locks.*;",
        f"public class {name} {{",
        "  static class Box { int v, w; Box n; }",
        "  record P(String name, int k) { }",
        "  static class Lazy { static int z = x + 1; }",
        "  static class None extends Exception { }",
        "  static void maybe() throws InterruptedException, None { }",
        f"  static int x, y; static final Object L = new Object(); static Thread {threads};",
        '  static P U = new P("p", 1);',
        "  static final List<Integer> SHARED = new CopyOnWriteArrayList<>();",
        f"  static int[] acc = new int[{n + 1}];",
        *(f"  {f}" for f in fields),
        "  static int me() {",
        "    Thread c = Thread.currentThread();",
        *(f"    if (c == T{t}) return {t};" for t in range(n)),
        f"    return {n};",
        "  }",
        "  static void put(int v) { int m = me(); acc[m] = acc[m] * 31 + v; }",
        "  static void obs(int v) { put(v); }",
        "  static void obs(boolean b) { put(b ? 1 : 2); }",
        "  static void obs(Object o) {",
        "    put(o == null ? 7 : o instanceof Integer i ? i : o.toString().length() + 100);",
        "  }",
    ]
    for t in range(n):
        lines += [
            f"  static class R{t} implements Runnable {{",
            "    public void run() {",
            "      try {",
            "        maybe();",
            *(f"        {s}" for s in bodies[t]),
            "      } catch (InterruptedException | None e) {",
            "        obs(9);",
            "      }",
            "    }",
            "  }",
        ]
    lines += [
        "  public static void main(String[] a) throws Exception {",
        *([f"    {PARKED}"] if parked else []),
        *(f"    T{t} = new Thread(new R{t}());" for t in range(n)),
        *(f"    {s}" for s in main),
        *(f"    T{t}.join();" for t in range(n)),
        '    System.out.println("R " + Arrays.toString(acc) + x + y);',
        "  }",
        "}",
    ]
    return name, "\n".join(lines) + "\n"


ALIKE = [
    "x++",
    "x = {c}",
    "put(x)",
    "put(y)",
    "synchronized (L) { x++; put(y); }",
    "synchronized (L) { y = {c}; L.notifyAll(); }",
    "LAST = Thread.currentThread()",
    "{ Thread t = LAST; if (t != null) LockSupport.unpark(t); }",
    "put(LAST == Thread.currentThread() ? 1 : 2)",
    "{ Thread t = LAST; if (t != null) t.interrupt(); }",
    "put(Thread.interrupted() ? 3 : 4)",
    "put(Verify.getInt(0, 1))",
    "BOX = new Box(BOX)",
    "{ Box b = BOX; if (b != null) { b.v++; if (b.next != null) put(b.next.v); } }",
    "{ Box b = new Box(null); synchronized (b) { BOX = b; b.v = x; } }",
    "{ Box b = BOX; if (b != null) synchronized (b) { b.v += 2; put(b.v); } }",
    "LOCK.lock(); try { x += 2; } finally { LOCK.unlock(); }",
    "if (Verify.getBoolean()) F++",
    "if (FIRST.getAndIncrement() == 0) F = {c}; else put(F)",
    "if (FIRST.getAndIncrement() == 1) G.v++",
    "put(G.v)",
    "{ Box b = new Box(null); b.v = F; OWN.set(b); put(OWN.get().v); }",
    "put(Thread.currentThread().getName().length())",
    "put((int) (Thread.currentThread().getId() & 1))",
    "put(new Object().hashCode() & 1)",
    "new Thread(() -> { y++; }).start()",
]


def alike(seed: int) -> tuple[str, str]:
    """Threads that all do the same, told apart by nothing but what they are; the last one prints."""
    r = random.Random(seed)
    name = f"Alike{seed}"
    count = r.choice([2, 3, 3])
    # names, numbers and hash codes make threads differ: some programs look at them
    pool = ALIKE if r.random() < 0.3 else ALIKE[:-4] + ALIKE[-1:]
    body = [r.choice(pool).replace("{c}", str(r.randint(0, 2))) for _ in range(r.randint(2, 4 if count == 2 else 3))]
    lines = [
        "import gov.nasa.jpf.vm.Verify;",
        "import java.util.concurrent.atomic.AtomicInteger;",
        "import java.util.concurrent.locks.*;",
        f"public class {name} {{",
        "  static class Box { int v; Box next; Box(Box n) { next = n; } }",
        "  static int x, y, s; static final Object L = new Object(); static Thread LAST; static Box BOX;",
        "  static final ReentrantLock LOCK = new ReentrantLock();",
        "  static final AtomicInteger DONE = new AtomicInteger(), FIRST = new AtomicInteger();",
        "  static int F; static final Box G = new Box(null);",
        "  static final ThreadLocal<Box> OWN = new ThreadLocal<>();",
        "  static void put(int v) { s = s * 7 + v & 4095; }",
        "  public static void main(String[] a) {",
        f"    for (int i = 0; i < {count}; i++)",
        "      new Thread(() -> {",
        *(f"        {s};" for s in body),
        f'        if (DONE.incrementAndGet() == {count}) System.out.println("R " + x + " " + y + " " + s);',
        "      }).start();",
        "  }",
        "}",
    ]
    return name, "\n".join(lines) + "\n"
