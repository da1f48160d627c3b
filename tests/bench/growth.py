"""How costs grow: each program at several sizes, one row a size, and the slope of each cost.

    python -m tests.bench.growth [--json FILE] [KIND ...]
    python -m tests.bench.growth table [--write] [--resume] [--json FILE] [ROW ...]

What a transition costs should not follow the size. The line `slope` of a kind is the exponent of the power of the size
that its cost follows (a fit through the logarithms of all its rows): 0 says that the size costs nothing, 1 that each
transition pays for all of it. From 0.25 on it says `GROWS`.

`table` prints the table of docs/performance.md (costs.py), and puts it there with --write. It takes some minutes. Where
it was broken off, --resume goes on with the rows that are missing (build/growth-table.json).

The rows of `jumps` go to 50,000 stored states drawn at random once a breadth-first search has ended, on paths of 10,000
transitions: what each costs, a few words or 1,000 of them apart.

The rows of `beside-...` are of 60 threads that are alike beside objects that a static field leads to: what their
transitions cost. What two threads cost is taken off: that of making and naming the objects, once.

The rows of `page`, `explorer`, `suite` and `class` (faces.py) are of what people see: a transition of a report's page, a
state that an explorer has seen, a JUnit test in classes of ten, one test in a class of many; with the greatest memory
of the process in MiB."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from jpfpy.target import jdk

from . import costs, ours
from .__main__ import ROOT, compile_programs
from .faces import FACES, measured
from .measure import Sample, slope
from .pages import put

SIZES = (100, 10_000, 100_000, 1_000_000)
DFS = {"search.class": "dfs"}
NO_POR = {"search.class": "dfs", "vm.por": "false"}
LIVELOCK = {"search.properties": "NotDeadlockedProperty,LivelockProperty"}
EXACT = {"search.class": "dfs", "vm.storage.class": "exact"}
GROWS = 0.25
EXACT_KINDS = ("push", "tail", "linked", "array", "map", "tree", "queue")
# kind -> the program's arguments (the size comes second), properties, sizes
KINDS: dict[str, tuple[str, dict[str, str], tuple[int, ...]]] = {
    "states": ("states", NO_POR, SIZES),
    "exact": ("states", {**NO_POR, "vm.storage.class": "exact"}, SIZES[:3]),
    "livelock": ("states", {**NO_POR, **LIVELOCK}, SIZES),
    "breadth": ("states", {**NO_POR, "search.class": "bfs"}, SIZES[:3]),
    "depth": ("depth", NO_POR, SIZES[:3]),
    # the same with reduction: what the last thread still has to do
    "tails": ("depth", DFS, (1_000, 10_000, 100_000)),
    "output": ("output", {**NO_POR, "vm.por.output": "visible"}, SIZES[:3]),
    "objects": ("objects", NO_POR, SIZES[:3]),
    # a new head on an old list, which names all of the list anew unless it is sealed
    "heads": ("heads", {**DFS, "search.state_limit": "100000"}, (100, 1_000, 10_000)),
    "unsealed": ("heads", {**DFS, "search.state_limit": "5000", "vm.state.seal": "false"}, (100, 1_000, 10_000)),
    # a list that grows under the search
    "lists": ("lists", DFS, (100, 1_000, 4_000)),
    # structures that do, an element each transition; `append` looks for the end of its list each time
    "push": ("grown push", DFS, (1_000, 10_000, 100_000)),
    "tail": ("grown tail", DFS, (1_000, 10_000, 100_000)),
    "append": ("grown append", {**DFS, "search.state_limit": "1000"}, (100, 300)),
    "queue": ("grown queue", DFS, (1_000, 10_000)),
    "linked": ("grown linked", DFS, (1_000, 10_000, 100_000)),
    "array": ("grown array", DFS, (1_000, 10_000, 100_000)),
    "map": ("grown map", DFS, (1_000, 10_000, 100_000)),
    "tree": ("grown tree", DFS, (1_000, 10_000)),
    "wide": ("grown push", {"search.class": "bfs"}, (1_000, 10_000)),
    # the same in an exact set
    **{f"exact-{k}": (f"grown {k}", EXACT, (100, 1_000, 10_000)) for k in EXACT_KINDS},
    # n threads that are alike, with symmetry and without; n that wait for ever
    "alike": ("alike", {**DFS, "search.state_limit": "2000"}, (10, 100, 1_000)),
    "named": ("alike", {**DFS, "search.state_limit": "2000", "vm.por.symmetry": "false"}, (10, 100, 1_000)),
    "waiting": ("waiting", DFS, (30, 100, 300)),
}
BESIDE = {f"beside-{how}": f"{how} static" for how in ("array", "linked", "map")} | {"beside-main": "array main"}
ALIKE = 60
JUMPS, JUMP_SIZES, JUMP_WORDS = 50_000, (10_000, 100_000, 1_000_000), (4, 1_000)


class Row(NamedTuple):
    kind: str
    size: int
    count: int  # transitions, jumps, tests
    cost: float  # microseconds for each of them
    bytes: float | None  # of memory a state
    note: str


def jumps(java: jdk.JDK, out: str, words: int) -> Iterator[Row]:
    """CPU time of the same search with and without the jumps: the difference is theirs."""
    for size in JUMP_SIZES:
        cpu, figures = [], {}
        for n in (0, JUMPS):
            properties = {"vm.por": "false", "search.class": "bfs", "search.state_limit": str(size)}
            properties["jpf.stress.jumps"] = str(n)
            s = ours.explore("jumps", java, out, "Growth", ["far", str(size), str(words)], properties, 1)
            if "statistics" not in s.extra:
                sys.exit(f"growth: jumps {size}: {s.note}")
            figures = s.extra["statistics"]
            cpu.append(figures["cpu_s"])
        cost = (cpu[1] - cpu[0]) / JUMPS * 1e6
        note = f"{words} words, paths of up to {figures['max_depth']:,}"
        yield Row(f"jumps-{words}", figures["states_new"], JUMPS, cost, None, note)


def beside(kind: str, java: jdk.JDK, out: str) -> Iterator[Row]:
    """CPU time of the same search with all the threads and with two: the difference is that of their transitions."""
    for size in SIZES:
        cpu, figures = [], {}
        for n in (2, ALIKE):
            args = ["beside", str(size), *BESIDE[kind].split(), str(n)]
            runs = [ours.explore(kind, java, out, "Growth", args, DFS, 1) for _ in range(3)]
            if any("statistics" not in s.extra for s in runs):
                sys.exit(f"growth: {kind} {size}: {runs[0].note}")
            figures = runs[0].extra["statistics"]
            cpu.append(min(s.extra["statistics"]["cpu_s"] for s in runs))
        cost = (cpu[1] - cpu[0]) / figures["transitions"] * 1e6
        yield Row(kind, size, figures["transitions"], cost, None, f"{figures['states_new']:,} states")


def faces(kind: str, java: jdk.JDK, out: str) -> Iterator[Row]:
    for size in FACES[kind][1]:
        row = measured(kind, size, java, out)
        note = f"{row.rss_mb:.0f} MiB {row.note}"
        yield Row(kind, size, row.count, row.cpu_s / max(row.count, 1) * 1e6, None, note)


def searches(kind: str, java: jdk.JDK, out: str, start: Sample) -> Iterator[Row]:
    program, properties, sizes = KINDS[kind]
    name, *more = program.split()
    for size in sizes:
        s = ours.explore(kind, java, out, "Growth", [name, str(size), *more], properties, 1).less(start)
        if "statistics" not in s.extra:
            sys.exit(f"growth: {kind} {size}: {s.note}")
        figures = s.extra["statistics"]
        cost = s.work / max(figures["transitions"], 1) * 1e6
        memory = max(0.0, s.rss_mb - start.rss_mb) * 2**20 / max(figures["states_new"], 1)
        yield Row(kind, size, figures["transitions"], cost, memory, s.note)


def shown(rows: Iterator[Row]) -> list[dict[str, object]]:
    """Each row as it is there, then their slope; the records of both."""
    done: list[Row] = []
    for row in rows:
        done.append(row)
        memory = "" if row.bytes is None else f"{row.bytes:.0f}"
        print(f"{row.kind:12} {row.size:>9,} {row.count:>12,} {row.cost:>9.2f} {memory:>14} {row.note}", flush=True)
    if not done:
        return []
    # what takes less than 10 ms is too short to be timed
    exponent = slope([(r.size, r.cost) for r in done if r.count * r.cost >= 10_000])
    told = "too few rows" if exponent is None else f"{exponent:.2f}" + ("  GROWS" if exponent >= GROWS else "")
    print(f"{done[0].kind:12} {'slope':>9} {'':>12} {told:>9}", flush=True)
    return [*(r._asdict() for r in done), {"kind": done[0].kind, "slope": exponent}]


def main() -> int:
    known = [*KINDS, *BESIDE, "jumps", *FACES]
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"table, or of {', '.join(known)}")
    parser.add_argument("--json", metavar="FILE", help="write the rows there")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--resume", action="store_true", help="go on with the table that was broken off")
    options = parser.parse_args()
    table = options.kinds[:1] == ["table"]
    known = [*costs.ROWS] if table else known
    wanted = options.kinds[1:] if table else options.kinds
    unknown = [k for k in wanted if k not in known]
    if unknown:
        sys.exit(f"growth: no {'row' if table else 'kind'} named {unknown[0]} (there are {', '.join(known)})")
    if options.write and (not table or wanted):
        sys.exit("growth: --write is of the whole table")
    if options.resume and not table:
        sys.exit("growth: --resume is of the table")
    java = jdk.find()
    records: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory(prefix="jpfpy-growth-") as out:
        compile_programs(Path(__file__).resolve().parent, java, out)
        hello = ours.startup(java, out, 1)
        start = ours.idle(java, out, "Growth", ["nothing", "0"], 3)
        if table:
            kept = None if wanted else ROOT / "build" / "growth-table.json"
            lines, records = costs.table(costs.Bench(java, out, start, hello), wanted or known, kept, options.resume)
            if options.write:
                put(ROOT / "docs" / "performance.md", "costs", lines)
        else:
            print(f"{'kind':12} {'size':>9} {'transitions':>12} {'us each':>9} {'bytes a state':>14} result")
            for kind in wanted or known:
                if kind == "jumps":
                    for words in JUMP_WORDS:
                        records += shown(jumps(java, out, words))
                elif kind in BESIDE:
                    records += shown(beside(kind, java, out))
                else:
                    rows = faces(kind, java, out) if kind in FACES else searches(kind, java, out, start)
                    records += shown(rows)
    if options.json:
        Path(options.json).write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
