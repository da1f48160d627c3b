"""Groups of threads in a search: interrupts and lists that hold whoever is alive, on JDKs that keep lists and others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from . import support

SOURCES = {
    "Interrupts": """public class Interrupts {
        static final Object lock = new Object();
        static volatile String a = "-", b = "-";

        static String waits() {
            synchronized (lock) {
                try { lock.wait(1); return "T"; } catch (InterruptedException e) { return "I"; }
            }
        }

        public static void main(String[] z) throws Exception {
            ThreadGroup outer = new ThreadGroup("outer"), inner = new ThreadGroup(outer, "inner");
            Thread x = new Thread(outer, () -> a = waits()), y = new Thread(inner, () -> b = waits());
            x.start();
            y.start();
            outer.interrupt();
            x.join();
            y.join();
            System.out.println("R " + a + b);
        }
    }""",
    "Counts": """public class Counts {
        public static void main(String[] z) throws Exception {
            ThreadGroup g = new ThreadGroup("g");
            Thread t = new Thread(g, () -> { });
            t.start();
            int n = g.enumerate(new Thread[5]), m = g.activeCount();
            t.join();
            System.out.println("R " + n + m);
        }
    }""",
}
OUTCOMES = {"Interrupts": {"II", "IT", "TI", "TT"}, "Counts": {"11", "10", "00"}}
SEARCHES: list[dict[str, Any]] = [{}, {"vm__por": False}, {"search": "bfs"}, {"search": "dpor"}, {"vm__por": "dynamic"}]


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_a_group_knows_who_is_alive(jdk: int, name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.java").write_text(SOURCES[name])
    for more in SEARCHES:
        report = support.verify(tmp_path / f"{name}.java", jdk=jdk, **more)
        assert report.ok and support.outcomes(report) == OUTCOMES[name], more


HELD = """public class Held {
    static int n;
    public static void main(String[] z) throws Exception {
        Object lock = new Object();
        ThreadGroup g = new ThreadGroup("g");
        Thread t = new Thread(() -> { synchronized (g) { synchronized (lock) { n++; } } });
        t.start();
        synchronized (lock) { n += WHAT; }
        t.join();
    }
}"""


@pytest.mark.parametrize("what", ["g.activeCount()", "g.enumerate(new Thread[1])"])
@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_up_to_18_a_group_is_locked_while_its_threads_are_looked_at(jdk: int, what: str, tmp_path: Path) -> None:
    (tmp_path / "Held.java").write_text(HELD.replace("WHAT", what))
    for more in SEARCHES:
        report = support.verify(tmp_path / "Held.java", jdk=jdk, **more)
        assert [e.kind for e in report.errors] == (["deadlock"] if jdk < 19 else []), more


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_what_a_thread_is_parked_for_is_seen(jdk: int) -> None:
    """LockSupport.getBlocker: a field of the thread that the library writes at no scheduling point."""
    source = """import java.util.concurrent.locks.LockSupport;
        public class Blocked {
            static volatile boolean go;

            public static void main(String[] z) throws Exception {
                Object b = new Object();
                Thread t = new Thread(() -> { while (!go) LockSupport.park(b); });
                t.start();
                Object seen = LockSupport.getBlocker(t);
                go = true;
                LockSupport.unpark(t);
                t.join();
                System.out.println("R " + (seen == b));
            }
        }"""
    classes = support.compile_texts({"Blocked.java": source})
    for more in SEARCHES:
        report = support.verify("Blocked", classes=classes, jdk=jdk, **more)
        assert report.ok and support.outcomes(report) == {"true", "false"}, more
