"""Random programs about locks of java.util.concurrent: several of them in arrays, a map, a list and static fields, which
all threads can reach and some use, with conditions, tries, limits, interrupts, permits, and every way to look at a lock.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

from tests.gen_workers import Workers

# {i}, {j}: an index, {c}: a small number, {t}: another thread, {s}: a statement without a wait
LOCKS = [
    "L[{i}].lock(); try {{ {s} }} finally {{ L[{i}].unlock(); }}",
    "L[{i}].lock(); L[{j}].lock(); {s} L[{j}].unlock(); L[{i}].unlock();",
    "L[x & 1].lock(); {s} for (ReentrantLock l : L) if (l.isHeldByCurrentThread()) l.unlock();",
    "M.get({i}).lock(); {s} M.get({i}).unlock();",
    "G.get({i}).lock(); {s} G.get({i}).unlock();",
    "L[{i}].lock(); x = {c}; L[{i}].unlock(); y = {c};",
    "K.lock(); {s} K.unlock();",
    "K = L[{i}];",
]
TRIES = [
    "if (L[{i}].tryLock()) {{ {s} L[{i}].unlock(); }} else obs(3);",
    "if (L[{i}].tryLock(1, TimeUnit.SECONDS)) {{ {s} L[{i}].unlock(); }} else obs(4);",
    "L[{i}].lockInterruptibly(); try {{ {s} }} finally {{ L[{i}].unlock(); }}",
    "try {{ L[{i}].unlock(); }} catch (IllegalMonitorStateException e) {{ obs(2); }}",
]
LOOKS = [
    "obs(L[{i}].isLocked() ? 1 : 2);",
    "obs(L[{i}].hasQueuedThreads() ? 1 : 2);",
    "obs(L[{i}].getQueueLength());",
    "obs(L[{i}].toString().indexOf(']') & 3);",
    "obs(L[{i}].getHoldCount());",
    "obs(R[{i}].getReadLockCount());",
    "obs(S[{i}].availablePermits());",
    "obs(S[{i}].getQueueLength());",
    "obs((int) D[{i}].getCount());",
    "L[{i}].lock(); obs(L[{i}].hasWaiters(C[{i}]) ? 1 : 2); L[{i}].unlock();",
]
CONDITIONS = [
    "L[{i}].lock(); try {{ if (x == 0) C[{i}].await(); {s} }} finally {{ L[{i}].unlock(); }}",
    "L[{i}].lock(); x = {c}; C[{i}].signal(); L[{i}].unlock();",
    "L[{i}].lock(); x++; C[{i}].signalAll(); L[{i}].unlock();",
    "L[{i}].lock(); try {{ obs(C[{i}].awaitNanos(5) > 0 ? 1 : 2); }} finally {{ L[{i}].unlock(); }}",
    "L[{i}].lock(); Condition n = L[{i}].newCondition(); n.signalAll(); {s} L[{i}].unlock();",
]
OTHERS = [
    "R[{i}].readLock().lock(); {s} R[{i}].readLock().unlock();",
    "R[{i}].writeLock().lock(); {s} R[{i}].writeLock().unlock();",
    "if (R[{i}].writeLock().tryLock()) {{ {s} R[{i}].writeLock().unlock(); }} else obs(2);",
    "R[{i}].readLock().lock(); R[{j}].readLock().lock(); {s} R[{j}].readLock().unlock(); R[{i}].readLock().unlock();",
    "S[{i}].acquire(); {s} S[{i}].release();",
    "S[{i}].release(); {s}",
    "if (S[{i}].tryAcquire()) {{ {s} S[{i}].release(); }} else obs(2);",
    "S[{i}].acquire(); S[{j}].acquire(); {s} S[{j}].release(2);",
    "D[{i}].countDown(); {s}",
    "D[{i}].await(); {s}",
    "obs(D[{i}].await(1, TimeUnit.SECONDS) ? 1 : 2);",
    "long w = P[{i}].writeLock(); {s} P[{i}].unlockWrite(w);",
    "long w = P[{i}].readLock(); {s} P[{i}].unlockRead(w);",
    "long w = P[{i}].tryOptimisticRead(); {s} obs(P[{i}].validate(w) ? 1 : 2);",
    "P[{i}].asWriteLock().lock(); {s} P[{i}].asWriteLock().unlock();",
]
THREADS = [
    "LockSupport.unpark({t}); {s}",
    "LockSupport.park(); {s}",
    "{t}.interrupt(); {s}",
    "obs(Thread.interrupted() ? 1 : 2);",
    "obs({t}.getState() == Thread.State.WAITING ? 1 : 2);",
    "Object b = LockSupport.getBlocker({t}); obs(b instanceof AbstractOwnableSynchronizer ? 1 : 2);",
    "{t}.join(1); {s}",
    "L[{i}] = new ReentrantLock(); {s}",
    "Q.put({c}); {s}",
    "Integer q = Q.poll(); obs(q == null ? 3 : q);",
]
SIMPLE = ["x = {c};", "x++;", "y = x;", "obs(x);", "obs(y);", "A[{i}]++;", "obs(A[{i}]);", "Z[{i}]++;", "obs(Z[{i}]);"]
THEMES = {"tries": TRIES, "looks": LOOKS, "conditions": CONDITIONS, "others": OTHERS, "threads": THREADS}


class Program(Workers):
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Locks{seed}"
        self.n = r.choice([2, 3, 3, 4])
        self.size = r.choice([2, 3])
        self.menu = r.sample(LOCKS, 2)
        for theme in r.sample(sorted(THEMES), r.choice([1, 2])):
            self.menu += r.sample(THEMES[theme], 2)
        length = {2: 3, 3: 2, 4: 1}[self.n]
        self.bodies = [self.body(r.randint(1, length)) for _ in range(self.n)]
        self.child = r.random() < 0.2
        if self.child:
            who = r.randrange(self.n - 1)
            self.bodies[who] = f"ts[{self.n - 1}].start(); {self.bodies[who]}"
        self.before = r.random() < 0.15  # main has a lock before anybody else is there
        self.fair = r.random() < 0.2
        self.joins = r.choice(["all", "all", "first", "none"])
        self.between = [self.simple() if r.random() < 0.2 else "" for _ in range(self.n)]
        self.check = r.choice(["", f"if ((q & 7) == {r.randint(0, 7)}) throw new IllegalStateException();"])

    def body(self, length: int) -> str:
        """Each thread uses some of the locks."""
        own = self.r.sample(range(self.size), self.r.randint(1, 2))
        return " ".join(f"{{ {self.stmt(own)} }}" for _ in range(length))

    def fill(self, text: str, own: list[int], inner: str) -> str:
        r = self.r
        t = f"ts[{r.randrange(self.n)}]"
        return text.format(i=r.choice(own), j=r.choice(own), c=r.randint(0, 2), t=t, s=inner)

    def simple(self) -> str:
        return self.fill(self.r.choice(SIMPLE), list(range(self.size)), "")

    def stmt(self, own: list[int]) -> str:
        return self.fill(self.r.choice(self.menu), own, self.simple())

    def java(self) -> str:
        size = self.size
        fair = "true" if self.fair else "false"
        made = "\n".join(
            f"        L[{i}] = new ReentrantLock({fair}); C[{i}] = L[{i}].newCondition(); M.put({i}, new ReentrantLock());\n"
            f"        R[{i}] = new ReentrantReadWriteLock({fair}); S[{i}] = new Semaphore({1 + i % 2}, {fair});\n"
            f"        D[{i}] = new CountDownLatch({1 + i % 2}); P[{i}] = new StampedLock(); G.add(L[{i}]);"
            for i in range(size)
        )
        fields = f"""    static final ReentrantLock[] L = new ReentrantLock[{size}];
    static final Condition[] C = new Condition[{size}];
    static final Map<Integer, Lock> M = new HashMap<>();
    static final List<Lock> G = new ArrayList<>();
    static final ReentrantReadWriteLock[] R = new ReentrantReadWriteLock[{size}];
    static final Semaphore[] S = new Semaphore[{size}];
    static final CountDownLatch[] D = new CountDownLatch[{size}];
    static final StampedLock[] P = new StampedLock[{size}];
    static final BlockingQueue<Integer> Q = new LinkedBlockingQueue<>();
    static Lock K = new ReentrantLock();
    static int[] A = new int[{size}], Z = new int[{size}];"""
        return self.program(
            "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.locks.*;\n",
            fields,
            'x + " " + y + Arrays.toString(A) + Arrays.toString(Z)',
            made,
            "L[0].lock();" if self.before else "",
            "L[0].unlock();" if self.before else "",
        )
