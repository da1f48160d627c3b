"""Calls that many entries of tests/tables_steps.py have, and entries that are made alike."""

from __future__ import annotations

from tests.gen_steps import Entry

INT_CAS = (
    "compareAndSet weakCompareAndSetPlain weakCompareAndSetVolatile weakCompareAndSetAcquire "
    "weakCompareAndSetRelease compareAndExchange compareAndExchangeAcquire compareAndExchangeRelease"
).split()
SETS = "set lazySet setPlain setOpaque setRelease".split()
GETS = "get getPlain getOpaque getAcquire".split()
COUNTS = "getAndIncrement getAndDecrement incrementAndGet decrementAndGet".split()
MS = "1, TimeUnit.MILLISECONDS"
TEXT_OF = 'o.toString().replaceAll(".*\\\\[", "")'  # without the hash


def number(kind: str, suffix: str = "") -> Entry:
    return Entry(
        f"Atomic{kind}",
        f"static Atomic{kind} o;",
        (f"o = new Atomic{kind}()", f"o = new Atomic{kind}(1)"),
        (
            *(f"o.{m}()" for m in (*GETS, *COUNTS, "intValue", "longValue", "doubleValue", "floatValue")),
            *(f"o.{m}(1{suffix});" for m in SETS),
            *(f"o.{m}(1{suffix}, 2{suffix})" for m in (*INT_CAS, "weakCompareAndSet")),
            f"o.getAndSet(2{suffix})",
            f"o.getAndAdd(2{suffix})",
            f"o.addAndGet(2{suffix})",
            f"o.updateAndGet(x -> x * 2 + 1{suffix})",
            f"o.getAndUpdate(x -> x + 3{suffix})",
            f"o.accumulateAndGet(3{suffix}, (x, y) -> x * y)",
            f"o.getAndAccumulate(3{suffix}, (x, y) -> x - y)",
            "o.toString()",
        ),
        "o.get()",
    )


def boxed(kind: str, generic: str, a: str, b: str) -> Entry:
    """AtomicBoolean, AtomicReference."""
    return Entry(
        f"Atomic{kind}",
        f"static Atomic{kind}{generic} o;",
        (f"o = new Atomic{kind}{generic}({a})",),
        (
            *(f"o.{m}()" for m in GETS),
            *(f"o.{m}({b});" for m in SETS),
            *(f"o.{m}({a}, {b})" for m in (*INT_CAS, "weakCompareAndSet")),
            f"o.getAndSet({b})",
            *(("o.updateAndGet(x -> x + 1)", "o.accumulateAndGet(3, (x, y) -> x * y)") if generic else ()),
            "o.toString()",
        ),
        "o.get()",
    )


def array(kind: str, generic: str = "", suffix: str = "") -> Entry:
    some = "compareAndSet weakCompareAndSetPlain weakCompareAndSetVolatile weakCompareAndSet compareAndExchange".split()
    counts = () if generic else tuple(f"o.{m}(0)" for m in COUNTS)
    adds = () if generic else (f"o.getAndAdd(0, 2{suffix})", f"o.addAndGet(1, 2{suffix})")
    setup = "o.set(0, 1); o.set(1, 2)" if generic else "o.set(0, 1)"
    return Entry(
        f"Atomic{kind}Array",
        f"static Atomic{kind}Array{generic} o;",
        (f"o = new Atomic{kind}Array{generic}(2); {setup}",),
        (
            *(f"o.{m}(0)" for m in ("get", "getPlain", "getOpaque", "getAcquire")),
            "o.get(1)",
            *(f"o.{m}(0, 2{suffix});" for m in ("set", "lazySet", "setPlain", "setOpaque", "setRelease")),
            *(f"o.{m}(0, 1{suffix}, 2{suffix})" for m in some),
            f"o.getAndSet(0, 3{suffix})",
            *counts,
            *adds,
            f"o.updateAndGet(0, x -> x + 1{suffix})",
            "o.length()",
            "o.toString()",
        ),
        "o.toString()",
    )


def accumulator(name: str, make: str, put: tuple[str, ...], get: str) -> Entry:
    gets = (f"o.{get}()", "o.reset();", f"o.{get}ThenReset()", "o.toString()", "o.intValue()")
    return Entry(name, f"static {name} o;", (f"o = {make}",), (*put, *gets), f"o.{get}()")


def collection(
    name: str,
    generic: str,
    make: str,
    prior: tuple[str, ...],
    calls: tuple[str, ...],
    observe: str = "new ArrayList<>(o)",
) -> Entry:
    return Entry(name, f"static {generic} o;", tuple(f"o = {make}; {p}".rstrip("; ") for p in prior), calls, observe)


QUEUE = (
    "o.offer(3)",
    "o.add(4)",
    "o.poll()",
    "o.peek()",
    "o.remove(1)",
    "o.remove()",
    "o.element()",
    "o.contains(3)",
    "o.size()",
    "o.isEmpty()",
    "o.clear();",
    "o.toString()",
    "o.addAll(List.of(5, 6))",
    "o.removeIf(x -> x > 2)",
    "o.toArray()",
    '{ String s = ""; for (Integer x : o) s += x; return s; }',
    "o.contains(1)",
    "{ o.offer(1); return o.poll(); }",
)
BLOCKING = (
    "o.put(7);",
    "o.take()",
    f"o.poll({MS})",
    f"o.offer(8, {MS})",
    "o.remainingCapacity()",
    "o.drainTo(new ArrayList<Integer>())",
    "other().interrupt();",
)
DEQUE = (
    *(f"o.{m}(3)" for m in ("offerFirst", "offerLast")),
    *(f"o.{m}(4);" for m in ("addFirst", "addLast", "push")),
    *(f"o.{m}()" for m in ("pollFirst", "pollLast", "peekFirst", "peekLast", "removeFirst", "removeLast", "pop")),
    *(f"o.{m}()" for m in ("getFirst", "getLast")),
    "o.removeLastOccurrence(1)",
    "o.removeFirstOccurrence(2)",
    '{ String s = ""; for (Iterator<Integer> i = o.descendingIterator(); i.hasNext();) s += i.next(); return s; }',
)
MAP = (
    "o.get(1)",
    "o.put(1, 5)",
    "o.put(2, 6)",
    "o.putIfAbsent(1, 7)",
    "o.remove(1)",
    "o.remove(1, 1)",
    "o.replace(1, 8)",
    "o.replace(1, 1, 9)",
    "o.containsKey(1)",
    "o.getOrDefault(1, 0)",
    "o.size()",
    "o.isEmpty()",
    "o.containsValue(5)",
    "o.clear();",
    "o.toString()",
    "o.putAll(Map.of(1, 3, 2, 4));",
    "o.compute(1, (k, v) -> v == null ? 1 : v + 1)",
    "o.computeIfAbsent(1, k -> 2)",
    "o.computeIfPresent(1, (k, v) -> null)",
    "o.merge(1, 2, Integer::sum)",
    '{ String s = ""; for (Integer x : o.values()) s += x; return s; }',
    "o.keySet().remove(2)",
    "o.entrySet().removeIf(e -> e.getValue() > 4)",
    "o.hashCode()",
)
LIST = (
    "o.add(3)",
    "o.add(0, 4);",
    "o.get(0)",
    "o.set(0, 5)",
    "o.remove(0)",
    "o.remove((Integer) 2)",
    "o.contains(3)",
    "o.indexOf(2)",
    "o.lastIndexOf(2)",
    "o.size()",
    "o.isEmpty()",
    "o.clear();",
    "o.toString()",
    "o.addAll(List.of(6, 7))",
    "o.removeIf(x -> x > 2)",
    "o.replaceAll(x -> x + 1);",
    '{ String s = ""; for (Integer x : o) s += x; return s; }',
    "o.toArray()",
    "o.hashCode()",
)
LOCK = (
    "o.lock();",
    "o.unlock();",
    "o.lockInterruptibly();",
    "o.tryLock()",
    f"o.tryLock({MS})",
    "other().interrupt();",
    "{ o.lock(); try { return x++; } finally { o.unlock(); } }",
    "{ if (o.tryLock()) try { return x++; } finally { o.unlock(); } return -1; }",
    "{ o.lockInterruptibly(); try { x += 2; } finally { o.unlock(); } return -2; }",
)
OWNED = (
    "o.isLocked()",
    "o.isHeldByCurrentThread()",
    "o.getHoldCount()",
    "o.hasQueuedThreads()",
    "o.hasQueuedThread(T1)",
    "o.getQueueLength()",
    'o.toString().replaceAll(".*\\\\[", "")',
)
CONDITION = (
    "c.await();",
    f"c.await({MS})",
    "c.awaitUninterruptibly();",
    "c.awaitNanos(1000) > 0",
    "c.awaitUntil(new Date(1))",
    "c.signal();",
    "c.signalAll();",
)


def condition(name: str, declare: str, setups: tuple[str, ...]) -> Entry:
    """What a thread does with a condition under its lock, or without."""
    under = tuple(
        f"{{ l.lock(); try {{ {'' if c.endswith(';') else 'return '}{c.rstrip(';')}; {'return x;' if c.endswith(';') else ''} }}"
        " finally { l.unlock(); } }"
        for c in CONDITION
    )
    more = (
        "{ l.lock(); try { x = 1; c.signalAll(); } finally { l.unlock(); } return 1; }",
        "{ l.lock(); try { while (x == 0) c.await(); return x; } finally { l.unlock(); } }",
        f"{{ l.lock(); try {{ return x == 0 ? c.await({MS}) : true; }} finally {{ l.unlock(); }} }}",
        "other().interrupt();",
        "l.tryLock()",
        "c.signal();",
        "c.await();",
    )
    return Entry(name, f"static int x; {declare}", setups, (*under, *more), "x")


STAGE = (
    "o.complete(1)",
    "o.complete(2)",
    'o.completeExceptionally(new Error("e"))',
    "o.cancel(true)",
    "o.get()",
    f"o.get({MS})",
    "o.join()",
    "o.getNow(9)",
    "o.isDone()",
    "o.isCancelled()",
    "o.isCompletedExceptionally()",
    "o.getNumberOfDependents()",
    'o.toString().replaceAll(".*\\\\[", "")',
    "19: o.resultNow()",
    "19: o.exceptionNow()",
    "19: o.state()",
    "o.obtrudeValue(4);",
    "o.thenApply(x -> x + 1).getNow(8)",
    "{ int[] a = {0}; o.thenAccept(x -> a[0] = x); return a[0]; }",
    "o.exceptionally(t -> 7).getNow(8)",
    "o.handle((x, t) -> t == null ? x : -1).join()",
    "o.whenComplete((x, t) -> { }).isDone()",
    "o.thenCombine(p, Integer::sum).getNow(8)",
    "o.applyToEither(p, x -> x).getNow(8)",
    "o.thenCompose(x -> p).getNow(8)",
    "p.complete(3)",
    "CompletableFuture.anyOf(o, p).getNow(8)",
    "CompletableFuture.allOf(o, p).isDone()",
    "o.copy().isDone()",
    "other().interrupt();",
)
PHASER = (
    "o.register()",
    "o.bulkRegister(2)",
    "o.arrive()",
    "o.arriveAndDeregister()",
    "o.arriveAndAwaitAdvance()",
    "o.awaitAdvance(0)",
    "o.awaitAdvanceInterruptibly(0)",
    f"o.awaitAdvanceInterruptibly(0, {MS})",
    "o.forceTermination();",
    "o.getPhase()",
    "o.getRegisteredParties()",
    "o.getArrivedParties()",
    "o.getUnarrivedParties()",
    "o.isTerminated()",
    TEXT_OF,
    "other().interrupt();",
)
TASK = (
    "o.run();",
    "o.cancel(false)",
    "o.cancel(true)",
    "o.get()",
    f"o.get({MS})",
    "o.isDone()",
    "o.isCancelled()",
    'o.toString().replaceAll(".*\\\\[", "").replaceAll("task =.*", "task")',
    "19: o.state()",
    "19: o.resultNow()",
    "19: o.exceptionNow()",
    "other().interrupt();",
    "Thread.interrupted()",
)
TEXT = (
    'o.append("c")',
    "o.append(1)",
    "o.append('d')",
    "o.append(new char[] {'x', 'y'})",
    'o.append(new StringBuffer("z"))',
    'o.append((CharSequence) "q")',
    'o.insert(0, "e")',
    "o.delete(0, 1)",
    "o.deleteCharAt(0)",
    'o.replace(0, 1, "f")',
    "o.length()",
    "o.charAt(0)",
    "o.setCharAt(0, 'g');",
    "o.setLength(1);",
    "o.toString()",
    "o.reverse()",
    'o.indexOf("b")',
    'o.lastIndexOf("a")',
    "o.substring(1)",
    "o.substring(0, 1)",
    "o.capacity()",
    "o.subSequence(0, 1)",
    "o.codePointAt(0)",
)
RANDOM = (
    "o.nextInt()",
    "o.nextInt(5)",
    "o.nextLong()",
    "o.nextDouble()",
    "o.nextFloat()",
    "o.nextBoolean()",
    "{ byte[] b = new byte[2]; o.nextBytes(b); return b[0] * 256 + b[1]; }",
    "o.setSeed(3);",
    "o.nextGaussian()",
)
# Pools are compared with steps that consist of those of locks, queues, atomics and futures, each of which is compared
# with fine ones by itself: fine steps all the way down make spaces of millions of states here.
PARTS = (
    ("vm.por.library", "atomic"),
    (
        "vm.por.atomic_methods",
        "java.util.concurrent.atomic.*,java.util.concurrent.locks.*,java.util.concurrent.*Queue.*,"
        "java.util.concurrent.FutureTask.*,java.util.concurrent.ThreadPoolExecutor$Worker.*",
    ),
)
FORK_PARTS = (
    ("vm.por.library", "atomic"),
    (
        "vm.por.atomic_methods",
        "java.util.concurrent.atomic.*,java.util.concurrent.locks.*,java.util.concurrent.FutureTask.*,"
        "java.util.concurrent.ForkJoinTask*.*,java.util.concurrent.CountedCompleter.*,"
        "java.util.concurrent.ForkJoinPool$WorkQueue.*,java.util.concurrent.DelayScheduler*.*",
    ),
)
WORKERS = "workers come, go and look for work in many small steps: 10,000 to some millions of states"
POOL = (
    "o.execute(() -> n.incrementAndGet());",
    "o.submit(() -> n.incrementAndGet()).get()",
    "o.shutdown();",
    "o.shutdownNow().size()",
    "o.isShutdown()",
    "o.isTerminating()",
    "o.isTerminated()",
    f"o.awaitTermination({MS})",
    "o.awaitTermination(1, TimeUnit.DAYS)",
    "o.remove((Runnable) f)",
    "o.purge();",
    "o.setCorePoolSize(0);",
    "o.setCorePoolSize(2);",
    "o.setMaximumPoolSize(2);",
    "o.setKeepAliveTime(1, TimeUnit.SECONDS);",
    "o.allowCoreThreadTimeOut(true);",
    "o.prestartCoreThread()",
    "o.prestartAllCoreThreads()",
    "o.getQueue().size()",
    "o.getPoolSize()",
    "o.getActiveCount()",
    "o.getTaskCount()",
    "o.getCompletedTaskCount()",
    "o.getLargestPoolSize()",
    'o.toString().replaceAll(".*\\\\[", "")',
    "f.cancel(false)",
    "f.cancel(true)",
    "f.isDone()",
    "f.isCancelled()",
    'f.toString().replaceAll(".*\\\\[", "").replaceAll("task =.*", "task")',
    "f.get()",
    f"f.get({MS})",
)
DAEMONS = "static Thread daemon(Runnable r) { Thread t = new Thread(r); t.setDaemon(true); return t; }"
POOLS: list[Entry] = [
    Entry(
        "ThreadPoolExecutor",
        f"static AtomicInteger n = new AtomicInteger(); static Future<Integer> f; static ThreadPoolExecutor o; {DAEMONS}",
        (
            "o = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Steps@::daemon); "
            "f = o.submit(() -> n.incrementAndGet())",
            "o = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), Steps@::daemon); "
            "f = o.submit(() -> n.incrementAndGet())",
        ),
        POOL,
        'n.get() + " " + o.isShutdown()',
        config=PARTS,
        fine=WORKERS,
    ),
    Entry(
        "ScheduledThreadPoolExecutor",
        "static AtomicInteger n = new AtomicInteger(); static Future<Integer> f; "
        f"static ScheduledThreadPoolExecutor o; {DAEMONS}",
        (
            "o = new ScheduledThreadPoolExecutor(1, Steps@::daemon); f = o.schedule(() -> n.incrementAndGet(), 0, TimeUnit.SECONDS)",
        ),
        (
            *POOL,
            "o.schedule(() -> n.incrementAndGet(), 10, TimeUnit.MILLISECONDS).get()",
            "o.schedule(() -> n.incrementAndGet(), 0, TimeUnit.MILLISECONDS).isDone()",
            "o.setRemoveOnCancelPolicy(true);",
            "o.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);",
        ),
        'n.get() + " " + o.isShutdown()',
        config=PARTS,
        fine=WORKERS,
    ),
    Entry(
        "ForkJoinPool",
        "static AtomicInteger n = new AtomicInteger(); static ForkJoinTask<Integer> f; static ForkJoinPool o; ",
        ("o = new ForkJoinPool(1); f = o.submit(() -> n.incrementAndGet())",),
        (
            *(c for c in POOL[:9]),
            "f.fork().join()",
            "o.invoke(new RecursiveTask<Integer>() { protected Integer compute() { return n.incrementAndGet(); } })",
            "o.getPoolSize()",
            "o.getActiveThreadCount()",
            "o.getStealCount() > 0",
            'o.toString().replaceAll(".*\\\\[|,.*", "")',
            "o.isQuiescent()",
            "o.hasQueuedSubmissions()",
            f"o.awaitQuiescence({MS})",
            *(c for c in POOL[-7:]),
            "f.join()",
            "f.isCompletedNormally()",
            "f.complete(7);",
            "19: o.close();",
            "19: o.externalSubmit(ForkJoinTask.adapt(() -> n.incrementAndGet())).get()",
            "19: o.lazySubmit(ForkJoinTask.adapt(() -> n.incrementAndGet())).get()",
        ),
        'n.get() + " " + o.isShutdown()',
        config=FORK_PARTS,
        fine=WORKERS,
    ),
    Entry(
        "TwoExecutors",
        "static AtomicInteger n = new AtomicInteger(); static FutureTask<Integer> f; static ThreadPoolExecutor o, p; "
        f"static ThreadPoolExecutor pool(BlockingQueue<Runnable> q) {{ return new ThreadPoolExecutor(1, 1, 1, "
        f"TimeUnit.SECONDS, q, StepsTwoExecutors::daemon); }} {DAEMONS} "
        "static void both() { f = new FutureTask<>(() -> n.incrementAndGet()); "
        "BlockingQueue<Runnable> q = new LinkedBlockingQueue<>(); o = pool(q); p = pool(q); }",
        (
            "both(); o.execute(f)",
            "both(); o.execute(f); o.shutdown()",
            "both(); o.execute(f); p.execute(() -> n.addAndGet(2)); p.execute(f); p.shutdown()",
            "both(); p = pool(new LinkedBlockingQueue<>()); o.execute(f); p.execute(f)",
        ),
        (
            "p.execute(() -> n.incrementAndGet());",
            "p.execute(f);",
            "o.execute(f);",
            "o.shutdown();",
            "p.shutdown();",
            "o.shutdownNow().size()",
            "o.isTerminated()",
            "o.awaitTermination(1, TimeUnit.DAYS)",
            "p.remove(f)",
            "p.getQueue().size()",
            "p.getPoolSize()",
            "f.cancel(true)",
            "f.isDone()",
            "f.get()",
            "n.get()",
        ),
        'n.get() + " " + o.isShutdown() + f.isDone()',
        config=PARTS,
        fine=WORKERS,
    ),
    Entry(
        "TwoForkJoinPools",
        "static AtomicInteger n = new AtomicInteger(); static ForkJoinTask<Integer> f; static ForkJoinPool o, p; "
        "static void both() { f = ForkJoinTask.adapt(() -> n.incrementAndGet()); "
        "o = new ForkJoinPool(1); p = new ForkJoinPool(1); }",
        (
            "both(); o.execute(f)",
            "both(); o.execute(f); p.execute(f)",
            "both(); o.execute(f); o.shutdown()",
        ),
        (
            "p.execute(f);",
            "p.submit(f).get()",
            "p.invoke(f)",
            "o.shutdown();",
            "p.shutdown();",
            "o.shutdownNow().size()",
            "p.shutdownNow().size()",
            "o.isTerminated()",
            "o.awaitTermination(1, TimeUnit.DAYS)",
            "f.cancel(true)",
            "f.isDone()",
            "f.isCancelled()",
            "f.join()",
            "f.invoke()",
            "f.tryUnfork()",
            "n.get()",
        ),
        'n.get() + " " + o.isShutdown() + f.isDone()',
        config=FORK_PARTS,
        fine=WORKERS,
    ),
    Entry(
        "Timer",
        "static AtomicInteger n = new AtomicInteger(); static Timer o; static TimerTask f; "
        "static TimerTask task() { return new TimerTask() { public void run() { n.incrementAndGet(); } }; }",
        ("o = new Timer(true); o.schedule(f = task(), 1)",),
        (
            "o.schedule(task(), 1);",
            "o.schedule(f, 1);",
            "o.cancel();",
            "o.purge()",
            "f.cancel()",
            "n.get()",
            "o.schedule(new TimerTask() { public void run() { n.incrementAndGet(); cancel(); } }, 1, 1);",
        ),
        "n.get()",
    ),
]
