"""The table of tests/gen_steps.py: shared things of the library, and calls with small arguments."""

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
    "f.cancel(false)",
    "f.cancel(true)",
    "f.isDone()",
    "f.isCancelled()",
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
            *(c for c in POOL[-6:]),
            "f.join()",
            "f.isCompletedNormally()",
            "f.complete(7);",
        ),
        'n.get() + " " + o.isShutdown()',
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
ENTRIES: list[Entry] = [
    number("Integer"),
    number("Long", "L"),
    boxed("Boolean", "", "false", "true"),
    boxed("Reference", "<Integer>", "1", "2"),
    array("Integer"),
    array("Long", suffix="L"),
    array("Reference", "<Integer>"),
    Entry(
        "AtomicStampedReference",
        "static AtomicStampedReference<Integer> o;",
        ("o = new AtomicStampedReference<>(1, 0)",),
        (
            "o.getReference()",
            "o.getStamp()",
            "{ int[] s = new int[1]; return o.get(s) + 10 * s[0]; }",
            "o.set(2, 1);",
            "o.compareAndSet(1, 3, 0, 2)",
            "o.compareAndSet(2, 1, 1, 0)",
            "o.weakCompareAndSet(1, 4, 0, 1)",
            "o.attemptStamp(1, 5)",
        ),
        "o.getReference() + 10 * o.getStamp()",
    ),
    Entry(
        "AtomicMarkableReference",
        "static AtomicMarkableReference<Integer> o;",
        ("o = new AtomicMarkableReference<>(1, false)",),
        (
            "o.getReference()",
            "o.isMarked()",
            '{ boolean[] s = new boolean[1]; return o.get(s) + " " + s[0]; }',
            "o.set(2, true);",
            "o.compareAndSet(1, 3, false, true)",
            "o.compareAndSet(2, 1, true, false)",
            "o.weakCompareAndSet(1, 4, false, true)",
            "o.attemptMark(1, true)",
        ),
        'o.getReference() + " " + o.isMarked()',
    ),
    accumulator("LongAdder", "new LongAdder()", ("o.add(2);", "o.increment();", "o.decrement();"), "sum"),
    accumulator("DoubleAdder", "new DoubleAdder()", ("o.add(2);", "o.add(-1);"), "sum"),
    accumulator(
        "LongAccumulator", "new LongAccumulator(Math::max, 0)", ("o.accumulate(2);", "o.accumulate(3);"), "get"
    ),
    accumulator(
        "DoubleAccumulator", "new DoubleAccumulator(Math::max, 0)", ("o.accumulate(2);", "o.accumulate(3);"), "get"
    ),
    Entry(
        "VarHandleModes",
        "volatile int v; static Modes o; static class Modes { int v; } static VarHandle H; static { try { "
        'H = MethodHandles.lookup().findVarHandle(Modes.class, "v", int.class); } '
        "catch (ReflectiveOperationException e) { throw new Error(e); } }",
        ("o = new Modes()",),
        (
            *(f"(int) H.{m}(o)" for m in ("get", "getVolatile", "getOpaque", "getAcquire")),
            *(f"H.{m}(o, 1);" for m in ("set", "setVolatile", "setOpaque", "setRelease")),
            *(
                f"H.{m}(o, 0, 2)"
                for m in ("compareAndSet", "weakCompareAndSet", "weakCompareAndSetPlain", "weakCompareAndSetAcquire")
            ),
            "(int) H.compareAndExchange(o, 1, 3)",
            *(f"(int) H.{m}(o, 3)" for m in ("getAndSet", "getAndAdd", "getAndBitwiseOr", "getAndBitwiseXor")),
        ),
        "(int) H.getVolatile(o)",
    ),
    Entry(
        "ReentrantLock",
        "static int x; static ReentrantLock o; static Condition c;",
        ("o = new ReentrantLock()", "o = new ReentrantLock(true)", "o = new ReentrantLock(); o.lock()"),
        (*LOCK, *OWNED, "o.hasWaiters(c = c == null ? o.newCondition() : c)"),
        'x + o.toString().replaceAll(".*\\\\[", "")',
        ordered=True,
    ),
    Entry(
        "ReadLock",
        "static int x; static ReentrantReadWriteLock l; static Lock o;",
        (
            "o = (l = new ReentrantReadWriteLock()).readLock()",
            "o = (l = new ReentrantReadWriteLock()).readLock(); o.lock()",
            "o = (l = new ReentrantReadWriteLock()).readLock(); l.writeLock().lock()",
        ),
        (
            *LOCK,
            "l.getReadHoldCount()",
            "l.getReadLockCount()",
            "l.writeLock().lock();",
            "l.writeLock().tryLock()",
            "l.writeLock().unlock();",
            "{ l.writeLock().lock(); try { return x++; } finally { l.writeLock().unlock(); } }",
            "l.isWriteLocked()",
        ),
        'x + l.toString().replaceAll(".*\\\\[", "")',
        ordered=True,
    ),
    Entry(
        "WriteLock",
        "static int x; static ReentrantReadWriteLock l; static ReentrantReadWriteLock.WriteLock o;",
        (
            "o = (l = new ReentrantReadWriteLock()).writeLock()",
            "o = (l = new ReentrantReadWriteLock(true)).writeLock(); o.lock()",
        ),
        (
            *LOCK,
            "o.isHeldByCurrentThread()",
            "o.getHoldCount()",
            "l.isWriteLocked()",
            "l.isWriteLockedByCurrentThread()",
            "l.getWriteHoldCount()",
            "l.hasQueuedThreads()",
            "l.getQueueLength()",
            "l.readLock().lock();",
            "{ l.readLock().lock(); o.unlock(); return x; }",
        ),
        'x + l.toString().replaceAll(".*\\\\[", "")',
        ordered=True,
    ),
    Entry(
        "StampedLock",
        "static int x; static long s; static StampedLock o;",
        (
            "o = new StampedLock()",
            "o = new StampedLock(); s = o.writeLock()",
            "o = new StampedLock(); s = o.readLock()",
            "o = new StampedLock(); s = o.tryOptimisticRead()",
        ),
        (
            "o.readLock();",
            "o.writeLock();",
            "o.tryReadLock() != 0",
            "o.tryWriteLock() != 0",
            f"o.tryReadLock({MS}) != 0",
            f"o.tryWriteLock({MS}) != 0",
            "o.readLockInterruptibly();",
            "o.writeLockInterruptibly();",
            "o.tryOptimisticRead() != 0",
            "o.validate(s)",
            "o.unlock(s);",
            "o.unlockRead(s);",
            "o.unlockWrite(s);",
            "o.tryConvertToWriteLock(s) != 0",
            "o.tryConvertToReadLock(s) != 0",
            "o.tryConvertToOptimisticRead(s) != 0",
            "o.tryUnlockRead()",
            "o.tryUnlockWrite()",
            "o.isReadLocked()",
            "o.isWriteLocked()",
            "o.getReadLockCount()",
            "{ long t = o.writeLock(); int y = x++; o.unlockWrite(t); return y; }",
            "{ long t = o.readLock(); int y = x; o.unlockRead(t); return y; }",
            '{ long t = o.tryOptimisticRead(); int y = x; return y + " " + o.validate(t); }',
            "other().interrupt();",
        ),
        'x + o.toString().replaceAll(".*\\\\[", "")',
    ),
    condition("LockCondition", "static Lock l; static Condition c;", ("c = (l = new ReentrantLock()).newCondition()",)),
    condition(
        "WriteLockCondition",
        "static Lock l; static Condition c;",
        ("c = (l = new ReentrantReadWriteLock().writeLock()).newCondition()",),
    ),
    Entry(
        "LockQueries",
        "static int x; static ReentrantLock l; static Condition c;",
        ("c = (l = new ReentrantLock()).newCondition()",),
        (
            "{ l.lock(); try { c.await(); return x; } finally { l.unlock(); } }",
            f"{{ l.lock(); try {{ return c.await({MS}); }} finally {{ l.unlock(); }} }}",
            "{ l.lock(); try { c.signal(); return x; } finally { l.unlock(); } }",
            "{ l.lock(); try { return l.hasWaiters(c); } finally { l.unlock(); } }",
            "{ l.lock(); try { return l.getWaitQueueLength(c); } finally { l.unlock(); } }",
            "l.hasWaiters(c)",
            "l.isLocked()",
            "l.hasQueuedThreads()",
            "l.getQueueLength()",
            "l.tryLock()",
            "other().interrupt();",
        ),
        'x + l.toString().replaceAll(".*\\\\[", "")',
    ),
    Entry(
        "Semaphore",
        "static Semaphore o;",
        ("o = new Semaphore(0)", "o = new Semaphore(1)", "o = new Semaphore(2, true)"),
        (
            "o.acquire();",
            "o.acquire(2);",
            "o.acquireUninterruptibly();",
            "o.tryAcquire()",
            f"o.tryAcquire({MS})",
            f"o.tryAcquire(2, {MS})",
            "o.release();",
            "o.release(2);",
            "o.availablePermits()",
            "o.drainPermits()",
            "o.hasQueuedThreads()",
            "o.getQueueLength()",
            "other().interrupt();",
        ),
        "o.availablePermits()",
    ),
    Entry(
        "CountDownLatch",
        "static CountDownLatch o;",
        ("o = new CountDownLatch(1)", "o = new CountDownLatch(2)"),
        ("o.await();", f"o.await({MS})", "o.countDown();", "o.getCount()", "other().interrupt();"),
        "o.getCount()",
    ),
    Entry(
        "CyclicBarrier",
        "static int x; static CyclicBarrier o;",
        ("o = new CyclicBarrier(1)", "o = new CyclicBarrier(2)", "o = new CyclicBarrier(2, () -> x++)"),
        (
            "o.await()",
            f"o.await({MS})",
            "o.reset();",
            "o.isBroken()",
            "o.getNumberWaiting()",
            "other().interrupt();",
        ),
        'x + " " + o.isBroken() + o.getNumberWaiting()',
    ),
    Entry(
        "Phaser",
        "static Phaser o;",
        ("o = new Phaser(1)", "o = new Phaser(2)", "o = new Phaser(new Phaser(), 1)"),
        (
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
            "other().interrupt();",
        ),
        'o.getPhase() + " " + o.getRegisteredParties() + o.getUnarrivedParties()',
    ),
    Entry(
        "Exchanger",
        "static Exchanger<Integer> o;",
        ("o = new Exchanger<>()",),
        ("o.exchange(1)", f"o.exchange(2, {MS})", "other().interrupt();"),
        "0",
    ),
    Entry(
        "CompletableFuture",
        "static CompletableFuture<Integer> o, p;",
        ("o = new CompletableFuture<>(); p = new CompletableFuture<>()",),
        STAGE,
        'o.getNow(0) + " " + o.getNumberOfDependents() + p.getNow(0)',
    ),
    Entry(
        "FutureTask",
        "static int x; static FutureTask<Integer> o;",
        (
            "o = new FutureTask<>(() -> ++x)",
            'o = new FutureTask<>(() -> { throw new Error("e"); })',
        ),
        TASK,
        'x + " " + o.isDone() + o.isCancelled() + o.get()',
    ),
    Entry(
        "FutureTaskHooks",
        "static int x, d; static Mine o; static class Mine extends FutureTask<Integer> { Mine() { super(() -> ++x); } "
        "protected void done() { d++; } public boolean runAndReset() { return super.runAndReset(); } "
        "public void set(Integer v) { super.set(v); } }",
        ("o = new Mine()",),
        (*TASK[:6], "o.runAndReset()", "o.set(5);", "d"),
        'x + " " + d + o.isDone() + o.isCancelled() + o.get()',
    ),
    collection(
        "ArrayBlockingQueue",
        "ArrayBlockingQueue<Integer>",
        "new ArrayBlockingQueue<>(2)",
        ("", "o.add(1)", "o.add(1); o.add(2)"),
        (*QUEUE, *BLOCKING),
    ),
    collection(
        "LinkedBlockingQueue",
        "LinkedBlockingQueue<Integer>",
        "new LinkedBlockingQueue<>(2)",
        ("", "o.add(1)", "o.add(1); o.add(2)"),
        (*QUEUE, *BLOCKING),
    ),
    collection(
        "LinkedBlockingDeque",
        "LinkedBlockingDeque<Integer>",
        "new LinkedBlockingDeque<>(2)",
        ("", "o.add(1); o.add(2)"),
        (*QUEUE, *BLOCKING, *DEQUE, "o.putFirst(5);", "o.putLast(6);", "o.takeFirst()", "o.takeLast()"),
    ),
    collection(
        "PriorityBlockingQueue",
        "PriorityBlockingQueue<Integer>",
        "new PriorityBlockingQueue<>(2)",
        ("", "o.add(1)", "o.add(2); o.add(1)"),
        (*QUEUE, *BLOCKING),
    ),
    Entry(
        "DelayQueue",
        "record D(int k, long t) implements Delayed { D { if (t != 0) t += System.nanoTime(); } "
        "public long getDelay(TimeUnit u) { return t == 0 ? 0 : u.convert(t - System.nanoTime(), TimeUnit.NANOSECONDS); } "
        'public int compareTo(Delayed d) { return k - ((D) d).k; } public String toString() { return "" + k; } } '
        "static DelayQueue<D> o;",
        (
            "o = new DelayQueue<>()",
            "o = new DelayQueue<>(); o.add(new D(1, 0))",
            "o = new DelayQueue<>(); o.add(new D(1, 5))",
        ),
        (
            "o.offer(new D(0, 0))",
            "o.add(new D(2, 0))",
            "o.put(new D(2, 3));",
            "o.take()",
            "o.poll()",
            f"o.poll({MS})",
            "o.peek()",
            "o.size()",
            "o.remove(new D(1, 0))",
            "o.clear();",
            "o.drainTo(new ArrayList<D>())",
            "other().interrupt();",
        ),
        "new ArrayList<>(o)",
    ),
    collection(
        "SynchronousQueue",
        "SynchronousQueue<Integer>",
        "new SynchronousQueue<>()",
        ("", "o = new SynchronousQueue<>(true)"),
        (
            "o.offer(1)",
            "o.put(2);",
            "o.take()",
            "o.poll()",
            f"o.poll({MS})",
            f"o.offer(3, {MS})",
            "o.add(4)",
            "o.remove()",
            "o.peek()",
            "o.drainTo(new ArrayList<Integer>())",
            "other().interrupt();",
        ),
        "o.size()",
    ),
    collection(
        "LinkedTransferQueue",
        "LinkedTransferQueue<Integer>",
        "new LinkedTransferQueue<>()",
        ("", "o.add(1)"),
        (
            *QUEUE,
            "o.put(7);",
            "o.take()",
            f"o.poll({MS})",
            "o.tryTransfer(8)",
            f"o.tryTransfer(8, {MS})",
            "o.transfer(9);",
            "o.hasWaitingConsumer()",
            "o.getWaitingConsumerCount()",
            "other().interrupt();",
        ),
    ),
    collection(
        "ConcurrentLinkedQueue",
        "ConcurrentLinkedQueue<Integer>",
        "new ConcurrentLinkedQueue<>()",
        ("", "o.add(1)", "o.add(1); o.add(2)"),
        QUEUE,
    ),
    collection(
        "ConcurrentLinkedDeque",
        "ConcurrentLinkedDeque<Integer>",
        "new ConcurrentLinkedDeque<>()",
        ("", "o.add(1); o.add(2)"),
        (*QUEUE, *DEQUE),
    ),
    collection(
        "ConcurrentHashMap",
        "ConcurrentHashMap<Integer, Integer>",
        "new ConcurrentHashMap<>()",
        ("", "o.put(1, 1)"),
        (*MAP, "o.mappingCount()", "o.reduceValues(1000, Integer::sum)", "o.search(1000, (k, v) -> v)"),
        "o.toString()",
    ),
    collection(
        "ConcurrentSkipListMap",
        "ConcurrentSkipListMap<Integer, Integer>",
        "new ConcurrentSkipListMap<>()",
        ("", "o.put(1, 1)", "o.put(1, 1); o.put(2, 2)"),
        (
            *MAP,
            *(
                f"o.{m}()"
                for m in ("firstKey", "lastKey", "pollFirstEntry", "pollLastEntry", "firstEntry", "lastEntry")
            ),
            *(f"o.{m}(1)" for m in ("floorKey", "ceilingKey", "lowerKey", "higherKey", "floorEntry", "higherEntry")),
            "o.headMap(2).size()",
        ),
        "o.toString()",
    ),
    collection(
        "ConcurrentSkipListSet",
        "ConcurrentSkipListSet<Integer>",
        "new ConcurrentSkipListSet<>()",
        ("", "o.add(1)", "o.add(1); o.add(2)"),
        (
            "o.add(1)",
            "o.add(3)",
            "o.remove(1)",
            "o.contains(1)",
            "o.pollFirst()",
            "o.pollLast()",
            "o.first()",
            "o.last()",
            "o.size()",
            "o.isEmpty()",
            "o.higher(1)",
            "o.toString()",
            "o.clear();",
        ),
    ),
    collection(
        "CopyOnWriteArrayList",
        "CopyOnWriteArrayList<Integer>",
        "new CopyOnWriteArrayList<>()",
        ("", "o.add(1); o.add(2)"),
        (*LIST, "o.addIfAbsent(3)", "o.addAllAbsent(List.of(3, 4))"),
    ),
    collection(
        "CopyOnWriteArraySet",
        "CopyOnWriteArraySet<Integer>",
        "new CopyOnWriteArraySet<>()",
        ("", "o.add(1); o.add(2)"),
        (
            "o.add(1)",
            "o.add(3)",
            "o.remove(1)",
            "o.contains(1)",
            "o.size()",
            "o.isEmpty()",
            "o.toString()",
            "o.addAll(List.of(4, 5))",
            '{ String s = ""; for (Integer x : o) s += x; return s; }',
        ),
    ),
    collection("StringBuffer", "StringBuffer", 'new StringBuffer("ab")', ("",), TEXT, "o.toString()"),
    collection(
        "Vector",
        "Vector<Integer>",
        "new Vector<>(1)",
        ("", "o.add(1); o.add(2)"),
        (
            *LIST,
            "o.addElement(8);",
            "o.elementAt(0)",
            "o.setElementAt(9, 0);",
            "o.removeElement(1)",
            "o.removeElementAt(0);",
            "o.firstElement()",
            "o.lastElement()",
            "o.insertElementAt(7, 0);",
        ),
    ),
    collection(
        "Stack",
        "Stack<Integer>",
        "new Stack<>()",
        ("", "o.push(1); o.push(2)"),
        ("o.push(3)", "o.pop()", "o.peek()", "o.empty()", "o.search(1)", "o.size()", "o.get(0)", "o.add(4)"),
    ),
    collection(
        "Hashtable",
        "Hashtable<Integer, Integer>",
        "new Hashtable<>()",
        ("", "o.put(1, 1)"),
        (*MAP, "o.contains(5)"),
        "o.toString()",
    ),
    collection(
        "SynchronizedList",
        "List<Integer>",
        "Collections.synchronizedList(new ArrayList<>())",
        ("", "o.add(1); o.add(2)"),
        LIST,
    ),
    collection(
        "SynchronizedMap",
        "Map<Integer, Integer>",
        "Collections.synchronizedMap(new HashMap<>())",
        ("", "o.put(1, 1)"),
        MAP,
        "o.toString()",
    ),
    collection("Random", "Random", "new Random(5)", ("",), RANDOM, "o.nextInt()"),
    Entry(
        "ThreadLocal",
        "static ThreadLocal<Integer> o;",
        ("o = ThreadLocal.withInitial(() -> 4)", "o = new InheritableThreadLocal<>(); o.set(3)"),
        ("o.get()", "o.set(1);", "o.remove();"),
        "o.get()",
    ),
    *POOLS,
]
