"""What people see, at sizes that grow: pages of reports, explorers, suites of JUnit tests. Rows of growth.py.

Each row is measured in a process of its own: python -m tests.bench.faces KIND SIZE CLASSES [JDK] prints it as JSON."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import jpfpy
from jpfpy.target.jdk import JDK
from tools import fetch_jars

from .measure import timed

NO_POR = {"vm.por": "false", "search.threads": "1"}
JUNIT_TEST = """    @Test void m%d() throws Exception {
        int[] n = {0};
        Thread t = new Thread(() -> { synchronized (n) { n[0]++; } });
        t.start();
        synchronized (n) { n[0]++; }
        t.join();
        assertEquals(2, n[0]);
    }
"""
JUNIT_CLASS = """import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;

class %s {
%s}
"""


class Row(NamedTuple):
    count: int  # transitions, states, test methods
    cpu_s: float  # for all of them
    rss_mb: float
    note: str


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def page(size: int, classes: str, jdk: str) -> Row:
    """The page of an error whose path has about so many transitions."""
    report = jpfpy.verify("Growth", "error", str(size // 4), classpath=classes, config=NO_POR, jdk=jdk)
    begun = time.process_time()
    html = report.to_html()
    cpu = time.process_time() - begun
    return Row(len(report.errors[0].trace), cpu, memory(), f"{len(html) / 1024:,.0f} KiB")


def explorer(size: int, classes: str, jdk: str) -> Row:
    """States looked at one by one, and what the widget shows of all of them after each step."""
    from jpfpy.explorer.desk import Desk

    with jpfpy.Explorer("Growth", "states", str(size * 4), classpath=classes, jdk=jdk) as here:
        desk = Desk(here)
        begun = time.process_time()
        here.run(until=lambda p: p.id >= size, limit=size + 1)
        cpu = time.process_time() - begun
        desk.view()
        begun = time.process_time()
        for _ in range(3):
            desk.view()
        view = (time.process_time() - begun) / 3
        return Row(len(here.graph), cpu, memory(), f"{view * 1000:.0f} ms a view")


def junit(methods: int, of_class: int, wanted: str, jdk: str) -> Row:
    jars = ":".join(str(p) for p in fetch_jars.have())
    if not jars:
        return Row(0, 0.0, 0.0, "no jars of JUnit (tools/fetch_jars.py)")
    with tempfile.TemporaryDirectory(prefix="jpfpy-suite-") as out:
        files = []
        for first in range(0, methods, of_class):
            name = f"Suite{first}Test"
            body = "".join(JUNIT_TEST % i for i in range(first, min(first + of_class, methods)))
            files.append(Path(out, f"{name}.java"))
            files[-1].write_text(JUNIT_CLASS % (name, body))
        javac = str(Path(jdk, "bin", "javac"))
        subprocess.run([javac, "-g", "-nowarn", "-cp", jars, "-d", out, *map(str, files)], check=True)
        command = [sys.executable, "-m", "jpfpy", "--no-progress", f"+vm.jdk={jdk}", "-cp", f"{out}:{jars}"]
        s = timed("junit", "jpfpy", [*command, "--junit", wanted or out], 1)
        last = s.extra["output"].strip().splitlines()[-1:]
        return Row(1 if wanted else methods, s.cpu_s, s.rss_mb, "".join(last).partition(":")[0][:40])


def suite(size: int, classes: str, jdk: str) -> Row:
    """So many test methods, in classes of ten."""
    return junit(size, 10, "", jdk)


def big_class(size: int, classes: str, jdk: str) -> Row:
    """One test of a class with so many: JUnit looks at all methods of the class."""
    return junit(size, size, "Suite0Test#m5", jdk)


FACES: dict[str, tuple[Callable[[int, str, str], Row], tuple[int, ...]]] = {
    "page": (page, (200, 2_000, 20_000)),
    "explorer": (explorer, (300, 3_000, 30_000)),
    "suite": (suite, (10, 100, 1_000)),
    "class": (big_class, (10, 100, 1_000)),
}


def measured(kind: str, size: int, java: JDK, classes: str) -> Row:
    command = [sys.executable, "-m", "tests.bench.faces", kind, str(size), classes, java.home]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"growth: {kind} {size}: {done.stderr.strip()[-300:]}")
    return Row(*json.loads(done.stdout.strip().splitlines()[-1]))


if __name__ == "__main__":
    print(json.dumps(FACES[sys.argv[1]][0](int(sys.argv[2]), sys.argv[3], sys.argv[4])))
