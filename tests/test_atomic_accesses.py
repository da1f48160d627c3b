"""Atomic accesses by handles, updaters and Unsafe are judged by the threads that come to the word (search/por)."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from tests import outcomes, support
from tests.outcomes import REDUCED, agree, class_of, family, only_those_count
from tests.support import seeds

# States of 4 and of 12 threads that access a word of their own. By who can reach it these are times 2 to 3 a thread.
COUNTS = {
    "handles": (21, 71),
    "updaters": (18, 59),
    "elements": (18, 59),
    "stamped": (27, 93),
    "maxima": (21, 71),
    "adders": (24, 81),
    "randoms": (24, 82),
    "queues": (21, 71),
    "queues of pairs": (39, 120),
    "linked": (21, 71),
    "bounded": (21, 71),
    "deques": (21, 71),
}


@pytest.mark.parametrize("how", COUNTS)
def test_only_those_who_come_to_the_word_count(how: str) -> None:
    only_those_count(how, COUNTS[how])


BOXES = ("linked", "bounded", "deques", "linked in a ring", "linked of pairs")


@pytest.mark.parametrize("how", [h for h in COUNTS if h not in BOXES] + ["shared randoms"])
def test_all_searches_agree(how: str) -> None:
    agree("AtomicEach", support.compiled("por"), how, "3")


@pytest.mark.parametrize("how", BOXES)
def test_all_searches_agree_about_mailboxes(how: str) -> None:
    agree("AtomicEach", support.compiled("por"), how, "4", modes=REDUCED)


# What one thread does with a word that another one comes to by a handle, and what lies beside it.
WAYS = {
    "field": "c.n = 5;",
    "read": "o = c.n + c.m;",
    "plain": "N.set(c, 7); o = (int) N.get(c);",
    "beside": "M.compareAndSet(c, 0, 3); o = c.n;",
    "two fields": "U.putLong(c, Math.min(AN, AM), 0x500000006L);",
    "two fields read": "long x = U.getLongVolatile(c, Math.min(AN, AM)); o = (int) (x ^ x >> 32);",
    "two fields swapped": "if (U.compareAndSwapLong(c, Math.min(AN, AM), 0, 0x500000006L)) o = 1;",
    "half a field": "U.putByte(c, AN, (byte) 1);",
    "reflection": "Field f = C.class.getDeclaredField(`n`); f.setInt(c, f.getInt(c) + 4);",
    "other": "C d = kept.get(0); o = (int) N.getAndAdd(d, 4);",
    "element": "v[1] = 5; o = v[0];",
    "two elements": "U.putLong(v, U.ARRAY_INT_BASE_OFFSET, 0x500000006L);",
    "two elements swapped": "if (U.compareAndSwapLong(v, U.ARRAY_INT_BASE_OFFSET, 0, 0x500000006L)) o = 1;",
    "filled": "Arrays.fill(v, 5);",
    "copied": "System.arraycopy(new int[] {8, 9}, 0, v, 0, 2); o = v.clone()[1];",
    "set": "java.lang.reflect.Array.setInt(v, 1, 4);",
    "bytes": "o = (int) BYTES.getAndAdd(b, 4, 1); b[5]++;",
    "wide": "o = (int) W.getAndAdd(c, 1L << 32 | 1);",
}
WAY = """import java.lang.invoke.*;
import java.lang.reflect.*;
import java.nio.ByteOrder;
import java.util.*;
import java.util.concurrent.atomic.*;
public class Word{name} {{
    static class C {{ volatile int n, m; volatile long w; }}
    static sun.misc.Unsafe U;
    static long AN, AM;
    static VarHandle N, M, INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static AtomicLongFieldUpdater<C> W = AtomicLongFieldUpdater.newUpdater(C.class, "w");
    static C c = new C();
    static List<C> kept = Collections.synchronizedList(new ArrayList<>(List.of(c)));
    static int[] v = new int[2];
    static byte[] b = new byte[8];
    static volatile int o;
    public static void main(String[] args) throws Exception {{
        Field u = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        u.setAccessible(true);
        U = (sun.misc.Unsafe) u.get(null);
        AN = U.objectFieldOffset(C.class.getDeclaredField("n"));
        AM = U.objectFieldOffset(C.class.getDeclaredField("m"));
        N = MethodHandles.lookup().findVarHandle(C.class, "n", int.class);
        M = MethodHandles.lookup().findVarHandle(C.class, "m", int.class);
        Thread s = new Thread(() -> {{
            N.getAndAdd(c, 1);
            INTS.getAndAdd(v, 1, 1);
            BYTES.compareAndSet(b, 4, 0, 256);
            W.addAndGet(c, 2);
        }});
        Thread t = new Thread(() -> {{ try {{ {what} }} catch (Exception e) {{ throw new Error(e); }} }});
        s.start();
        t.start();
        s.join();
        t.join();
        System.out.println("R " + c.n + " " + c.m + " " + c.w + " " + v[0] + v[1] + " " + b[4] + b[5] + " " + o);
    }}
}}
"""


@functools.cache
def ways() -> Path:
    texts = {
        f"{class_of('word', n)}.java": WAY.format(name=class_of(n), what=what.replace("`", '"'))
        for n, what in WAYS.items()
    }
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", WAYS)
def test_whoever_comes_to_the_word_in_whatever_way_is_known(name: str) -> None:
    said = agree(class_of("word", name), ways())
    assert len(said) > 1 or name in ("beside", "filled", "set", "element", "reflection"), said


OPS = (
    "N.compareAndSet(c[{i}], x, {k});",
    "N.getAndAdd(c[{i}], 1);",
    "x = (int) N.getVolatile(c[{i}]);",
    "x = c[{i}].n;",
    "c[x & 1].n = {k};",
    "M.setRelease(c[{i}], x);",
    "if ((int) M.getAcquire(c[{j}]) == 0) N.getAndBitwiseOr(c[{i}], 4);",
    "INTS.getAndAdd(v, {i}, {k});",
    "x = (int) INTS.compareAndExchange(v, {i}, 0, {k});",
    "v[{i}] = v[{j}];",
    "x = (int) Q.getAndSet({k});",
    "synchronized (c[{i}]) {{ M.set(c[{i}], {k}); x = (int) M.get(c[{j}]); }}",
)


def program(seed: int) -> str:
    rng = random.Random(seed)
    run = outcomes.threads(rng.choice((2, 3)), lambda: "int x = 0; " + outcomes.drawn(rng, OPS, 2))
    return f"""import java.lang.invoke.*;
public class Handle{seed} {{
    static class C {{ volatile int n; int m; }}
    static C[] c = {{new C(), new C()}};
    static int[] v = new int[2];
    static int q;
    static final VarHandle N, M, Q, INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static {{
        try {{
            MethodHandles.Lookup l = MethodHandles.lookup();
            N = l.findVarHandle(C.class, "n", int.class);
            M = l.findVarHandle(C.class, "m", int.class);
            Q = l.findStaticVarHandle(Handle{seed}.class, "q", int.class);
        }} catch (ReflectiveOperationException e) {{
            throw new Error(e);
        }}
    }}
    public static void main(String[] args) throws Exception {{
        {run}
        System.out.println("R " + c[0].n + c[0].m + c[1].n + c[1].m + " " + v[0] + v[1] + " " + q);
    }}
}}
"""


SEEDS = seeds(12, 400)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_of_handles_keep_their_outcomes(seed: int) -> None:
    agree(f"Handle{seed}", family("Handle", program, SEEDS))
