"""Threads that use the JDK, each for itself, share no more than caches, tables and numbers of the library's own: their states
add up (footprints without the library's own affairs, kernel/quiet.h; what initializers of the JDK's have made,
kernel/arrays.h; hashes that follow from who draws, native/lang/thread_list.c; a clock that stands still)."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from tests import support
from tests.outcomes import REDUCED, agree, class_of, drawn, family, threads
from tests.support import seeds

EACH = """import java.io.*;
import java.math.*;
import java.text.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;
public class {name} {{
    enum E {{ A, B {{ }} }}
    record R(int a, String b) {{ }}
    static int use(int k) throws Exception {{ return {what}; }}
    public static void main(String[] args) throws Exception {{
        int n = Integer.parseInt(args[0]);
        Thread[] t = new Thread[n];
        int[][] out = new int[n][1];
        for (int i = 0; i < n; i++) {{
            int k = i;
            t[i] = new Thread(() -> {{ try {{ out[k][0] = use(k); }} catch (Exception e) {{ throw new Error(e); }} }});
        }}
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
        int sum = 0;
        for (int[] o : out) sum += o[0];
        System.out.println("R " + sum);
    }}
}}
"""
# What each thread does.
USES = {
    "thread local": "ThreadLocal.withInitial(() -> k).get()",
    "two thread locals": "ThreadLocal.withInitial(() -> k).get() + new ThreadLocal<Integer>().hashCode() * 0",
    "read lock": "new ReentrantReadWriteLock().getReadHoldCount()",
    "enum": 'E.valueOf("B").ordinal()',
    "set of constants": "new HashSet<>(List.of(E.A, E.B)).size()",
    "map of constants": "new EnumMap<E, Integer>(Map.of(E.A, 1)).size()",
    "big integer": "BigInteger.valueOf(k + 3).pow(20).bitLength()",
    "big decimal": 'new BigDecimal("1.5").multiply(BigDecimal.TEN).intValue()',
    "decimal": "Double.toString(1.1 + k).length()",
    "reflection": '(Integer) String.class.getMethod("length").invoke("abc")',
    "class by name": 'Class.forName("java.util.BitSet").getName().length()',
    "stream": "IntStream.range(0, 5).map(x -> x * x).sum()",
    "sorted": "Stream.of(3, 1, 2).sorted().collect(Collectors.toList()).get(0)",
    "groups": 'Stream.of("a", "bb").collect(Collectors.groupingBy(String::length)).size()',
    "path": 'java.nio.file.Path.of("a/b").getNameCount()',
    "nanoseconds": "(int) (System.nanoTime() * 0)",
    "instant": "Instant.now().getNano() * 0",
    "date": 'DateTimeFormatter.ofPattern("yyyy-MM-dd").format(LocalDate.of(2020, 1, 1)).length()',
    "format": 'String.format("%d-%s-%5.2f", k, "x", 1.5).length()',
    "formatter": 'new Formatter().format("%x", k).toString().length()',
    "decimal format": 'new DecimalFormat("#.##").format(1.5).length()',
    "message": 'MessageFormat.format("{0}", k).length()',
    "scanner": 'new Scanner("1 2").nextInt()',
    "digest": 'java.security.MessageDigest.getInstance("SHA-256").digest(new byte[3]).length',
    "uuid": "UUID.nameUUIDFromBytes(new byte[] {1}).version()",
    "currency": 'Currency.getInstance("EUR").getDefaultFractionDigits()',
    "calendar": "new GregorianCalendar(2020, 1, 1).get(Calendar.YEAR)",
    "record": 'new R(k, "x").toString().length()',
}
# States depth first with 4 and with 8 threads, where these are more than those of threads that do nothing: 15 and 31.
# Who comes first and initializes has others beside it that do the same, so there the number may grow as its square.
STATES: dict[int, dict[str, tuple[int, int]]] = {
    17: {
        "date": (16, 32),
        "format": (40, 144),
        "decimal format": (43, 151),
        "message": (40, 144),
        "scanner": (82, 280),
        "digest": (61, 249),
        "uuid": (58, 242),
        "currency": (40, 144),
        "calendar": (44, 156),
    },
    25: {
        "big decimal": (40, 144),
        "path": (55, 235),
        "format": (58, 242),
        "decimal format": (58, 242),
        "message": (55, 235),
        "scanner": (106, 434),
        "digest": (61, 249),
        "uuid": (58, 242),
        "currency": (55, 235),
        "calendar": (58, 242),
    },
}


@functools.cache
def each(release: int) -> Path:
    texts = {f"{class_of('each', n)}.java": EACH.format(name=class_of("each", n), what=w) for n, w in USES.items()}
    return support.compile_texts(texts, release, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", USES)
def test_states_of_threads_that_use_the_library_add_up(what: str, release: int) -> None:
    for i, n in enumerate((4, 8)):
        jdk = support.jdks()[release]
        report = support.explore(class_of("each", what), each(release), str(n), jdk=jdk, search__class="dfs")
        assert report["complete"] and not report["errors"]
        states, most = report["statistics"]["states_new"], STATES.get(release, {}).get(what, (15, 31))[i]
        assert states == most if release in STATES else states <= 16 * n * n


# Who reads the clock beside others that sleep or wait, and what is drawn, hashed and formatted on the way.
OPS = (
    "x += System.nanoTime() > n0 ? 1 : 2;",
    "x += System.currentTimeMillis() > m0 ? 4 : 8;",
    "Thread.sleep(3);",
    "synchronized (l) {{ l.wait(2); }}",
    "synchronized (l) {{ l.notifyAll(); }}",
    "s = {k};",
    "x += s;",
    "x += String.format(`%x`, s).length();",
    "if (new HashSet<>(List.of(E.A, E.B)).contains(E.A)) s++;",
    "x += new Random(3).nextInt(4);",
    "x += a[{i}];",
    "a[{j}] = {k};",
    "x += BigInteger.valueOf({k}).pow(9).bitLength();",
    "x += Currency.getInstance(`EUR`).getDefaultFractionDigits();",
    "Locale.setDefault({k} > 1 ? Locale.US : Locale.ROOT);",
    "x += Locale.getDefault().toString().length();",
)
BESIDE = """import java.math.*;
import java.util.*;
public class Beside{seed} {{
    enum E {{ A, B }}
    static final Object l = new Object();
    static int s;
    static int[] a = new int[2];
    static String seen = "";
    public static void main(String[] args) throws Exception {{
        {run}
        System.out.println("R " + seen + s + a[0] + a[1]);
    }}
}}
"""


def beside(seed: int) -> str:
    rng = random.Random(seed)

    def body() -> str:
        start = "int x = 0; long n0 = System.nanoTime(), m0 = System.currentTimeMillis();"
        op = drawn(rng, OPS, 2, 3)
        return (
            f"{start} try {{ {op} }} catch (Exception e) {{ x = 99; }} synchronized (E.class) {{ seen += `:` + x; }}"
        ).replace("`", '"')

    return BESIDE.format(seed=seed, run=threads(2, body))


SEEDS = seeds(24, 700)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_read_beside_others_is_read_as_before(seed: int) -> None:
    agree(f"Beside{seed}", family("Beside", beside, SEEDS), modes=REDUCED)
