"""vm.timeouts: where the limit of a wait passes, and that reductions lose nothing by it."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS

PROGRAMS = {
    "Poll": """import java.util.concurrent.*;
    public class Poll { public static void main(String[] a) throws Exception {
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>();
        new Thread(() -> q.add(1)).start();
        System.out.println("R " + q.poll(5, TimeUnit.SECONDS)); } }""",
    "Monitor": """public class Monitor { static boolean set; public static void main(String[] a) throws Exception {
        Object o = new Object();
        new Thread(() -> { synchronized (o) { set = true; o.notify(); } }).start();
        synchronized (o) { if (!set) o.wait(10); }
        System.out.println("R " + set); } }""",
    "Join": """public class Join { static volatile int n; public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> n = 1);
        t.start();
        t.join(10);
        System.out.println("R " + n); } }""",
    "Nobody": """import java.util.concurrent.*;
    public class Nobody { public static void main(String[] a) throws Exception {
        System.out.println("R " + new CountDownLatch(1).await(1, TimeUnit.SECONDS)); } }""",
    # A thread that sleeps longer is late; one that sleeps less comes first.
    "Longer": """import java.util.concurrent.*;
    public class Longer { public static void main(String[] a) throws Exception {
        CountDownLatch l = new CountDownLatch(1);
        new Thread(() -> { try { Thread.sleep(100); l.countDown(); } catch (InterruptedException e) { } }).start();
        System.out.println("R " + l.await(Long.parseLong(a[0]), TimeUnit.MILLISECONDS)); } }""",
    # The shorter limit passes first.
    "Two": """import java.util.concurrent.*;
    public class Two { public static void main(String[] a) throws Exception {
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>();
        Thread t = new Thread(() -> {
            try { q.poll(10, TimeUnit.MILLISECONDS); } catch (InterruptedException e) { } });
        t.start();
        t.join(1000);
        System.out.println("R " + t.isAlive()); } }""",
    # What is scheduled may come at any time: that is no limit.
    "Later": """import java.util.concurrent.*;
    public class Later { static volatile int n; public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        s.schedule(() -> { n = 1; }, 10, TimeUnit.MILLISECONDS);
        n = 3;
        System.out.println("R " + n);
        s.shutdown(); } }""",
    # A poller sleeps for shorter times than another one's limit, which passes in the end.
    "Polls": """import java.util.concurrent.*;
    public class Polls { static volatile boolean done; public static void main(String[] a) throws Exception {
        new Thread(() -> { try {
            new CountDownLatch(1).await(25, TimeUnit.MILLISECONDS);
            done = true;
        } catch (InterruptedException e) { } }).start();
        while (!done) Thread.sleep(10);
        System.out.println("R done"); } }""",
}
WANT = {  # any, idle
    ("Poll", ""): ({"1", "null"}, {"1"}),
    ("Monitor", ""): ({"true", "false"}, {"true"}),
    ("Join", ""): ({"0", "1"}, {"1"}),
    ("Nobody", ""): ({"false"}, {"false"}),
    ("Longer", "1000"): ({"true", "false"}, {"true"}),
    ("Longer", "10"): ({"true", "false"}, {"true", "false"}),
    ("Two", ""): ({"true", "false"}, {"false"}),
    ("Later", ""): ({"1", "3"}, {"1", "3"}),
    ("Polls", ""): ({"done"}, {"done"}),
}
VARIANTS: dict[str, dict[str, str]] = {
    "por": {},
    "off": {"vm__por": "false"},
    "bfs": {"search__class": BFS},
    "fine": {"vm__por__library": "fine"},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "no persistent sets": {"vm__por__persistent": "false"},
}


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{name}.java": text for name, text in PROGRAMS.items()})


def printed(report: dict[str, Any]) -> set[str]:
    return {line[2:] for line in report["output"].splitlines() if line.startswith("R ")}


@pytest.mark.parametrize("variant", ["por", "off", "bfs"])
@pytest.mark.parametrize(("name", "arg"), WANT)
def test_where_limits_pass(name: str, arg: str, variant: str) -> None:
    args = [arg] if arg else []
    for mode, want in zip(("any", "idle"), WANT[name, arg], strict=True):
        if name in ("Polls", "Later") and variant == "off":
            continue  # large
        report = support.explore(name, classes(), *args, vm__timeouts=mode, **VARIANTS[variant])
        assert report["complete"] and printed(report) == want, mode
        supposed = mode == "idle" and WANT[name, arg][0] != want
        assert "assumptions" in report or not supposed
        assert mode == "idle" or "assumptions" not in report


def program(seed: int) -> str:
    """Three threads that wait with limits, sleep, wake each other and write down what became of it."""
    rng = random.Random(seed)
    ops = [
        lambda: f"synchronized (m) {{ if (!told) m.wait({ms()}); o = o * 3 + (told ? 1 : 2); }}",
        lambda: "synchronized (m) { told = true; m.notifyAll(); }",
        lambda: f"acc(latch.await({ms()}, TimeUnit.MILLISECONDS) ? 1 : 2);",
        lambda: "latch.countDown();",
        lambda: f"{{ Integer v = q.poll({ms()}, TimeUnit.MILLISECONDS); acc(v == null ? 2 : 1); }}",
        lambda: "q.offer(1);",
        lambda: f"if (lock.tryLock({ms()}, TimeUnit.MILLISECONDS)) {{ n++; lock.unlock(); }} else acc(1);",
        lambda: f"lock.lock(); try {{ Thread.sleep({ms()}); n++; }} finally {{ lock.unlock(); }}",
        lambda: f"Thread.sleep({ms()});",
        lambda: f"LockSupport.parkNanos({ms()}000000L);",
        lambda: f"LockSupport.unpark(t{rng.randrange(2)});",
        lambda: "x++;",
        lambda: "acc(x);",
    ]

    def ms() -> int:
        return rng.choice((1, 2, 5))

    def body() -> str:
        return " ".join(rng.choice(ops)() for _ in range(rng.choice((1, 2, 2))))

    def thread(k: int) -> str:
        return f"t{k} = new Thread(() -> {{ try {{ {body()} }} catch (Exception e) {{ }} }});"

    return f"""import java.util.concurrent.*; import java.util.concurrent.locks.*;
    public class G{seed} {{
        static final Object m = new Object(); static boolean told; static int x, n, o, s; static Thread t0, t1;
        static final CountDownLatch latch = new CountDownLatch(1); static final ReentrantLock lock = new ReentrantLock();
        static final BlockingQueue<Integer> q = new ArrayBlockingQueue<>(4);
        static synchronized void acc(int v) {{ s = s * 3 + v; }}
        public static void main(String[] a) throws Exception {{
            {thread(0)} {thread(1)} t0.start(); t1.start();
            {body()} t0.join({rng.choice(("", "3"))}); t1.join();
            t0.join(); System.out.println("R " + x + " " + n + " " + o + " " + s + " " + told); }} }}"""


SEEDS = support.seeds(10, 120)


@functools.cache
def generated() -> Path:
    return support.compile_texts({f"G{seed}.java": program(seed) for seed in SEEDS})


@pytest.mark.parametrize("seed", SEEDS)
def test_reductions_lose_nothing(seed: int) -> None:
    """The outcomes with limits that pass where nobody else can run are the same with every reduction and with none,
    and are among those with limits that pass anywhere."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for variant, extra in VARIANTS.items():
        report = support.explore(
            f"G{seed}",
            generated(),
            vm__timeouts="idle",
            search__multiple_errors="true",
            search__state_limit="60000",
            **extra,
        )
        if report["complete"]:
            found[variant] = printed(report), {e["kind"] for e in report["errors"]}
    assert "por" in found
    assert all(f == found["por"] for f in found.values()), found
    every = support.explore(f"G{seed}", generated(), search__multiple_errors="true", search__state_limit="60000")
    assert not every["complete"] or found["por"][0] <= printed(every)


def test_what_is_said(tmp_path: Path) -> None:
    """An error that rests on a limit names it and the key; a verdict without such paths says what it supposes."""
    text = """import java.util.concurrent.*;
    public class Fails { public static void main(String[] a) throws Exception {
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>();
        new Thread(() -> q.add(1)).start();
        if (q.poll(5, TimeUnit.SECONDS) == null) throw new AssertionError(); } }"""
    (tmp_path / "Fails.java").write_text(text)
    done = support.jpf(str(tmp_path / "Fails.java"), cwd=tmp_path)
    line = "a time limit passed while other threads could run: main in LinkedBlockingQueue.poll (Fails.java:5)"
    assert done.returncode == 1 and done.stdout.count(f"{line}; +vm.timeouts=idle leaves such paths out") == 2
    done = support.jpf("+vm.timeouts=idle", str(tmp_path / "Fails.java"), cwd=tmp_path)
    verdict = "every interleaving and every choice was explored; supposed: time limits pass only where no other thread"
    assert done.returncode == 0 and verdict in done.stdout
    with pytest.raises(jpfpy.ConfigError, match="limits of vm.timeouts=idle depend on all threads; take dfs or bfs"):
        jpfpy.verify(str(tmp_path / "Fails.java"), config={"vm.timeouts": "idle", "search.class": "dpor"})
    error = jpfpy.verify(str(tmp_path / "Fails.java")).errors[0]
    again = jpfpy.verify(str(tmp_path / "Fails.java"), replay=error.replay)
    assert [e.message for e in again.errors] == [error.message]
    with pytest.raises(jpfpy.ConfigError, match=r"does not fit: it was made without vm\.timeouts, which is set now"):
        jpfpy.verify(str(tmp_path / "Fails.java"), config={"vm.timeouts": "idle"}, replay=error.replay)
