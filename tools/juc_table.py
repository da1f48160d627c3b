#!/usr/bin/env python3
"""docs/juc.md: classes, states and CPU time of the programs in tests/java/juc, each in a process of its own."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import support, test_juc  # noqa: E402

HEAD = """# java.util.concurrent

Every program of `tests/java/juc` is explored completely, or its planted mistake is found, on the JDK's own
classes. `tools/juc_table.py` makes this table; `tests/test_juc.py` checks the verdicts, that
`vm.por.library=fine` gives the same, and that error traces name the program's lines.

What is one step: `csrc/classes/jdk/steps.def` lists the methods that are one visible action each, and those that need
no scheduling point of their own because they commute with whatever others may do before them (`unlock`, `release`,
`countDown`, `signal` ...), until something asks (`tryLock`, `isLocked`, timed
waits ...): then the search begins again with these points.
A pool's task is accepted and taken at one point each; work stealing, idle workers and stages of a
`CompletableFuture` have points only where the program could tell. What a call does in two steps that
a query tells apart (an element is in a map before it is counted, a task out of its queue before its worker is active,
`cancel` decides before it interrupts ...) is two steps once such a query was met. `tests/java/steps` and
`tests/java/pools` compare the outcomes with those of fine steps, wherever such a search ends (`// fine:`).
What the program's own code does that a listed call calls back (`equals`, a comparator, a thread
factory) is none of that call's one action: it has points of its own, and what the call does after
them is not one action any more.
A pool's control (`shutdown`, `shutdownNow`, `setCorePoolSize`, `remove`, `purge` ...) and what goes
on inside it (a task is put into the queue, a worker comes or goes, the pool ends) are steps as long
as one thread alone controls and uses pools. As soon as another thread calls one of them, too, the
search begins again, and all of that is fine, of the steps of locks, queues and atomics. So the
JDK's own mistakes are met there: `schedule` beside `shutdown` may lose its task for good
(JDK-8358601, `ScheduledShutdown` below).
The list is tested, not believed: `tests/test_step_pairs.py` makes programs from a table of calls
(`tests/tables_steps.py`), for every listed class every pair of calls in two threads and some of
three calls in two threads or three, nightly all of them, and compares what they print and where
they deadlock with fine steps. A fine search that does not end within its limit of states must have
seen nothing that steps do not have. Executors are compared with steps of their parts
(`vm.por.atomic_methods`), since fine steps all the way down make millions of states there.
A loop of the library that counts while it waits closes, and so does a fork-join worker that goes idle and wakes itself
up again because of another thread's half-done step (`csrc/search/spin.c`).
A fork-join worker without work waits until there is some, with `vm.por.library=fine` too; that it ends after its
keep-alive time (a minute) and another one comes is explored where the program asks for a pool's workers
(`getPoolSize` ...), makes them itself (a `ForkJoinWorkerThreadFactory` of its own) or uses a `ThreadLocal` in them,
and with `vm.por=false`; not where it only looks at a worker's name.
From JDK 25 on a search sets `java.util.concurrent.ForkJoinPool.common.parallelism` to 2 unless the
program is given another value
with `-D`: async stages run on the common pool there, and with one worker they would never overlap.

Volatile fields of java.util.concurrent are scheduling points outside the listed calls (`csrc/classes/jdk/fields.def`).
Timed waits of the library do not put the clock into the state, only what is left until a deadline
(`csrc/classes/jdk/clock.def`), so that a loop around `awaitTermination` closes.
When a delayed or periodic task is due (`ScheduledExecutorService`, `Timer`, JDK 25's `ForkJoinPool`) is in the
state by what is left until then (`csrc/state/times.c`); tasks' numbers start again at 0, and pools forget how many
tasks they have run until somebody asks (`csrc/state/tasks.c`). So programs with periodic tasks close, for ever or
until they are cancelled. Not all: two tasks at a fixed rate, either of which may stand still while the other one
goes on, have any number of runs to make up for; such a search ends `incomplete` at its limit.
So does one whose program reads the clock in a loop, and on JDK 17
`ForkJoinPool.awaitQuiescence` beside a pool's workers.

Column *fine*: with `vm.por.library=fine` the verdict is the same, completely explored (`tests/test_juc.py`
checks it at every run, or nightly where it takes more than a few seconds);
or `too large`: such a search has not been seen to end within the limits tried (a minute or less), and its
report says `incomplete`.

States are new states; CPU time is the whole process's, start included; memory is its peak.

"""


def classes_of(path: Path) -> str:
    """What the program imports of java.util.concurrent and its like."""
    text = path.read_text()
    package = r"(?:util\.concurrent\.(?:atomic\.|locks\.)?|lang\.invoke\.|util\.(?:stream\.)?)"
    found = re.findall(rf"^import java\.{package}(\w+);", text, re.M)
    skip = {"TimeUnit", "List", "Map", "ArrayList", "MethodHandles", "TimerTask", "Callable", "Delayed", "ArrayDeque"}
    names = [n for n in found if n not in skip and not n.endswith("Exception")]
    for plain in ("ThreadLocal", "ScopedValue", "startVirtualThread"):
        if re.search(rf"\b{plain}\b", text) and plain not in names:
            names.append("Thread (virtual)" if plain == "startVirtualThread" else plain)
    return ", ".join(names)


def fine_column(name: str) -> str:
    """same, or on which JDKs the search with fine steps has not been seen to end."""
    have = [j for n, j in test_juc.CASES if n == name]
    slow = [str(j) for j in have if test_juc.fine(name, j) == "slow"]
    if slow:
        return "too large" if len(slow) == len(have) else "same; too large on " + ", ".join(slow)
    return "same (nightly)" if any(test_juc.fine(name, j) == "nightly" for j in have) else "same"


def measure(case: tuple[str, int]) -> tuple[str, int, dict[str, Any]]:
    name, jdk = case
    folder = str(test_juc.compiled(test_juc.needs(name)))
    code = (
        "import json; from tests import test_juc; "
        f"test_juc.compiled = lambda release: {folder!r}; print(json.dumps(test_juc.explore({name!r}, {jdk})))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    return name, jdk, json.loads(out)


def row_of(name: str, results: dict[tuple[str, int], dict[str, Any]]) -> str:
    """The program's line; its verdicts are checked."""
    result, kind, exception, _ = test_juc.parse_expectation(test_juc.FOLDER / f"{name}.java")
    verdict = "no errors" if result == "no_errors" else (exception or kind or "").rsplit(".", 1)[-1]
    row = [name, classes_of(test_juc.FOLDER / f"{name}.java"), verdict, fine_column(name)]
    for j in sorted(support.jdks()):
        report = results.get((name, j))
        if report is None:
            row += ["", "", ""]
            continue
        test_juc.check(name, report)
        st = report["statistics"]
        row += [f"{st['states_new']:,}", f"{st['cpu_s']:.2f}", f"{st['peak_rss_bytes'] >> 20}"]
    return "| " + " | ".join(row) + " |"


def whole(results: dict[tuple[str, int], dict[str, Any]]) -> str:
    jdks = sorted(support.jdks())
    lines = ["| program | uses | verdict | fine | " + " | ".join(f"states {j} | CPU s | MB" for j in jdks) + " |"]
    lines.append("|---|---|---|---|" + "---:|---:|---:|" * len(jdks))
    lines += [row_of(name, results) for name in test_juc.PROGRAMS]
    total = {j: sum(r["statistics"]["cpu_s"] for (_, k), r in results.items() if k == j) for j in jdks}
    times = ", ".join(f"{v:.1f} s on JDK {k}" for k, v in total.items())
    return HEAD + "\n".join(lines) + f"\n\n{len(test_juc.PROGRAMS)} programs; CPU time in all: {times}.\n"


def patched(page: str, names: list[str], results: dict[tuple[str, int], dict[str, Any]]) -> str:
    """The page with today's text before the table, and these programs' lines new."""
    for name in names:
        page, n = re.subn(rf"(?m)^\| {name} \|.*$", lambda _, name=name: row_of(name, results), page)
        if not n:
            raise SystemExit(f"{name} is not in the table yet: write it whole")
    return HEAD + page[page.index("| program |") :]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "juc.md")
    parser.add_argument("-j", type=int, default=2, help="programs at a time")
    parser.add_argument("only", nargs="*", help="measure these programs and leave the other lines as they are")
    args = parser.parse_args()
    cases = [c for c in test_juc.CASES if not args.only or c[0] in args.only]
    for release in {test_juc.needs(n) for n, _ in cases}:
        test_juc.compiled(release)
    with ThreadPoolExecutor(args.j) as pool:
        results = {(n, j): r for n, j, r in pool.map(measure, cases)}
    args.output.write_text(patched(args.output.read_text(), args.only, results) if args.only else whole(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
