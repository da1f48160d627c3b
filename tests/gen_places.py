"""Random programs about places: elements of arrays by indices that values decide, locks out of an array, statics,
classes that are initialized late, atomic arrays, objects that are published, threads that start threads, and every way
to ask whether a thread has ended.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

from tests.gen_workers import Workers

# {i}, {j}: an index, {c}: a small number, {t}: another thread
DATA = [
    "A[{i}] = {c}",
    "A[{i}]++",
    "obs(A[{i}])",
    "A[x & 1] += {c}",
    "obs(A[y & 1])",
    "x = {c}",
    "x++",
    "obs(x)",
    "y = x",
    "obs(y)",
    "D[{i}] += {c}L",
    "obs((int) D[x & 1])",
    "F[{i}] = x > {c}",
    "obs(F[{i}] ? 1 : 2)",
    "O[{i}] = O[{j}]",
    "O[{i}] = new Node({c})",
    "obs(O[{i}].v)",
    "O[x & 1].v += {c}",
    "N.v = {c}",
    "obs(N.v)",
    "N = O[{i}]",
    "P.v++",
    "obs(P.v)",
    "A = B",
    "B[{i}] = {c}",
]
LOCKS = [
    "synchronized (L[{i}]) {{ {s} }}",
    "synchronized (L[x & 1]) {{ {s} }}",
    "synchronized (L[{i}]) {{ synchronized (L[{j}]) {{ {s} }} }}",
    "synchronized (N) {{ {s} }}",
    "synchronized (Box.class) {{ {s} }}",
    "synchronized (L[{i}]) {{ x = {c}; L[{i}].notify(); }}",
    "synchronized (L[{i}]) {{ if (x == 0) L[{i}].wait(); }}",
    "synchronized (L[{i}]) {{ L[{i}].wait(1); {s} }}",
]
LIBRARY = [
    "obs(T.incrementAndGet({i}))",
    "obs(T.get(x & 1))",
    "obs(T.compareAndSet({i}, {c}, {c} + 1) ? 1 : 2)",
    "T.set({i}, x)",
    "System.arraycopy(A, 0, B, 1, 2)",
    "obs(A.clone()[{i}])",
    "Arrays.fill(B, {c})",
    "obs(Arrays.hashCode(A))",
    "obs((int) H.getAndAdd(A, {i}, 1))",
    "obs(Late.z)",
    "Late.z = {c}",
    "obs(Other.z)",
]
THREADS = [
    "obs({t}.isAlive() ? 1 : 2)",
    "{t}.join(1); {s}",
    "obs({t}.getState() == Thread.State.TERMINATED ? 1 : 2)",
    "{t}.interrupt()",
    "obs(Thread.interrupted() ? 1 : 2)",
    "{t}.join(); {s}",
    "obs({t}.getThreadGroup() == null ? 1 : 2)",
    "obs(Thread.activeCount())",
    "Thread.sleep(1); {s}",
    "synchronized ({t}) {{ {s} }}",
    "LockSupport.park(); {s}",
    "LockSupport.unpark({t})",
]
THEMES = {"locks": LOCKS, "library": LIBRARY, "threads": THREADS}


IMPORTS = """import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
"""
FIELDS = """    static final class Node { int v; Node(int v) { this.v = v; } }
    static class Box { }
    static class Late { static int z = x + A[0]; static { A[1] = 2; } }
    static class Other { static int z = y; static { x = 2; } }
    static final VarHandle H = MethodHandles.arrayElementVarHandle(int[].class);
    static int[] A = new int[3], B = new int[3];
    static long[] D = new long[2];
    static boolean[] F = new boolean[2];
    static Node[] O = { new Node(1), new Node(2) };
    static Object[] L = { new Object(), new Object() };
    static final AtomicIntegerArray T = new AtomicIntegerArray(2);
    static final Node P = new Node(0);
    static Node N = P;"""
WHOLE = """x + " " + y + Arrays.toString(A) + Arrays.toString(B)
            + Arrays.toString(D) + Arrays.toString(F) + O[0].v + O[1].v + " " + P.v + N.v + T"""


class Program(Workers):
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Place{seed}"
        self.n = r.choice([2, 2, 3, 3])
        self.menu = r.sample(DATA, 4)
        for theme in r.sample(sorted(THEMES), r.choice([1, 2])):
            self.menu += r.sample(THEMES[theme], 2)
        length = 3 if self.n == 2 else 2
        self.bodies = [" ".join(self.stmt() for _ in range(r.randint(1, length))) for _ in range(self.n)]
        self.child = r.random() < 0.3
        if self.child:
            who = r.randrange(self.n - 1)
            self.bodies[who] = f"ts[{self.n - 1}].start(); {self.bodies[who]}"
        self.joins = r.choice(["all", "all", "first", "none"])
        self.daemon = r.random() < 0.15
        self.between = [self.stmt() if r.random() < 0.3 else "" for _ in range(self.n)]
        self.check = r.choice(["", f"if ((q & 7) == {r.randint(0, 7)}) throw new IllegalStateException();"])

    def stmt(self, depth: int = 0) -> str:
        r = self.r
        text = r.choice(self.menu if not depth else [s for s in self.menu if "{s}" not in s and "wait" not in s])
        return (
            text.format(
                i=r.randint(0, 1),
                j=r.randint(0, 1),
                c=r.randint(0, 2),
                t=f"ts[{r.randrange(self.n)}]",
                s=self.stmt(1) if "{s}" in text else "",
            )
            + ";"
        )

    def java(self) -> str:
        daemon = f"ts[{self.n - 1}].setDaemon(true);" if self.daemon else ""
        return self.program(IMPORTS, FIELDS, WHOLE, ahead=daemon)
