"""The twins in Promela against what is known of them, and all tools beside each other in counts.

    python -m tests.bench.twins [--check] [--write] [--seconds N]

--check: the states of each twin are those of the literature (found by an independent enumerator), and with the steps
that Java has besides, those of the Java program in jpfpy, state by state; exit status 1 if not. Otherwise the table of
docs/por.md is printed, and put there with --write. Counts do not depend on the machine. A cell that took longer than N
seconds (60) says how far it came; jpf-core has four times as many."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from jpfpy.target import jdk

from . import jpfcore, ours, spin
from .__main__ import ROOT, compile_programs
from .measure import Sample
from .pages import head, line, put
from .programs import VISIBLE

# of each twin: its model, sizes, and its states without those of begin and end
LITERATURE = [
    ("counter.pml", "-DN=2 -DK=2", 57),
    ("counter.pml", "-DN=3 -DK=2", 904),
    ("readers.pml", "-DN=4", 32),
    ("lastzero.pml", "-DN=4", 416),
    ("indexer.pml", "-DPAIR", 40),
    ("casrot.pml", "-DN=5", 47),
    ("filesystem.pml", "-DPAIR", 81),
    ("phil.pml", "-DN=4 -DR=1", 320),
    ("phil.pml", "-DN=3 -DR=2", 357),
    ("phil.pml", "-DN=2 -DR=3", 88),
]
# of each Java program: its twin, and how many Mazurkiewicz traces it has, where that is known (a thread that spins has
# executions without end)
SAME = [
    ("counter 3 2", "counter.pml", "-DN=3 -DK=2", 7134),
    ("readers 4", "readers.pml", "-DN=4", 16),
    ("lastzero 3", "lastzero.pml", "-DN=3", 12),
    ("indexerpair", "indexer.pml", "-DPAIR", 8),
    ("casrot 5", "casrot.pml", "-DN=5", 43),
    ("filesystempair", "filesystem.pml", "-DPAIR", 2),
    ("phil 4 1", "phil.pml", "-DN=4 -DR=1", 14),
    ("phil 3 2", "phil.pml", "-DN=3 -DR=2", 90),
    ("peterson 2 1", "peterson.pml", "-DN=2 -DR=1", None),
    ("peterson 3 1", "peterson.pml", "-DN=3 -DR=1", None),
    ("buffer 1 1 1 2", "buffer.pml", "-DP=1 -DC=1 -DCAP=1 -DK=2", None),
    ("buffer 2 2 1 2", "buffer.pml", "-DP=2 -DC=2 -DCAP=1 -DK=2", None),
    ("choice 4", "choice.pml", "-DD=4", 4096),
]


class Twin(NamedTuple):
    args: str
    model: str
    defines: str
    traces: str = ""


TABLE = [
    Twin("counter 3 2", "counter.pml", "-DN=3 -DK=2", "7,134"),
    Twin("counter 4 2", "counter.pml", "-DN=4 -DK=2"),
    Twin("counter 4 3", "counter.pml", "-DN=4 -DK=3"),
    Twin("readers 8", "readers.pml", "-DN=8", "256"),
    Twin("lastzero 6", "lastzero.pml", "-DN=6", "144"),
    Twin("lastzero 8", "lastzero.pml", "-DN=8", "704"),
    Twin("indexer 12", "indexer.pml", "-DN=12", "8"),
    Twin("indexer 13", "indexer.pml", "-DN=13", "64"),
    Twin("casrot 7", "casrot.pml", "-DN=7", "523"),
    Twin("filesystem 14", "filesystem.pml", "-DN=14", "2"),
    Twin("filesystem 16", "filesystem.pml", "-DN=16", "8"),
    Twin("phil 5 1", "phil.pml", "-DN=5 -DR=1", "30"),
    Twin("phil 8 1", "phil.pml", "-DN=8 -DR=1", "254"),
    Twin("phil 5 3", "phil.pml", "-DN=5 -DR=3"),
    Twin("peterson 3 1", "peterson.pml", "-DN=3 -DR=1"),
    Twin("peterson 3 3", "peterson.pml", "-DN=3 -DR=3"),
    Twin("buffer 2 2 1 2", "buffer.pml", "-DP=2 -DC=2 -DCAP=1 -DK=2"),
    Twin("buffer 3 3 2 2", "buffer.pml", "-DP=3 -DC=3 -DCAP=2 -DK=2"),
    Twin("choice 5", "choice.pml", "-DD=5", "32,768"),
]
HEAD = ("program", "traces", "Spin, all orders", "Spin", "jpf-core", "jpfpy", "`dynamic`", "`dpor` executes")
# What jpf-core has stored (branch java-17, commit 7ea25de, JDK 17, 4 GB), where JPF_CORE names no build of it.
JPF_CORE: dict[str, str] = {}


def check(java: jdk.JDK, out: str) -> int:
    wrong = 0
    for model, defines, known in LITERATURE:
        found = spin.states(model, defines.split()).states_new
        wrong += found != known
        print(f"{model:15} {defines:28} {found:>8,} states, {known:,} in the literature{told(found == known)}")
    for args, model, defines, traces in SAME:
        theirs = spin.states(model, ["-DSTEPS", *defines.split()])
        mine = ours.explore(args, java, out, "Twins", args.split(), {"search.class": "dfs", **VISIBLE}, 1)
        good, counts = same(mine, theirs), f"{theirs.transitions:,} transitions of Spin, {mine.transitions:,} of jpfpy"
        if traces is not None:
            once = ours.explore(args, java, out, "Twins", args.split(), {"search.class": "dpor"}, 1)
            executed = once.extra["statistics"]["executions"]
            good, counts = good and executed == traces, f"{counts}, {executed:,} executions, {traces:,} traces"
        wrong += not good
        print(f"{args:15} {counts}{told(good)}", flush=True)
    return 1 if wrong else 0


def same(mine: Sample, theirs: Sample) -> bool:
    """As often at a state that had been seen; ours has the steps before the threads run besides."""
    if None in (mine.states_new, theirs.states_new, mine.transitions, theirs.transitions):
        return False
    before = mine.states_new - theirs.states_new  # type: ignore[operator]
    return 0 <= before <= 150 and mine.transitions - theirs.transitions == before  # type: ignore[operator]


def told(good: bool) -> str:
    return "" if good else "   WRONG"


def cell(s: Sample, what: int | None) -> str:
    whole = s.note in ("", "no_errors", "no errors detected")
    if what is None:
        return f"no end in {s.wall_s:.0f} s"
    return f"{what:,}" if whole else f"more than {what:,}"


def row(twin: Twin, java: jdk.JDK, out: str, seconds: int) -> tuple[str, ...]:
    defines = ["-DSTEPS", *twin.defines.split()]
    cells = []
    for reduction in (spin.FULL, spin.REDUCED):
        s = spin.explore(twin.args, twin.model, defines, reduction, 22, 1, seconds)
        cells.append(cell(s, s.states_new))
    if core := os.environ.get("JPF_CORE"):
        s = jpfcore.explore(twin.args, core, java, out, "Twins", twin.args.split(), {}, 4 * seconds)
        cells.append(cell(s, s.states_new))
    else:
        cells.append(JPF_CORE.get(twin.args, ""))
    limit = {"search.time_limit": f"{seconds}s"}
    for properties in ({"search.class": "dfs"}, {"search.class": "dfs", "vm.por": "dynamic"}):
        s = ours.explore(twin.args, java, out, "Twins", twin.args.split(), {**properties, **limit}, 1)
        cells.append(cell(s, s.states_new))
    s = ours.explore(twin.args, java, out, "Twins", twin.args.split(), {"search.class": "dpor", **limit}, 1)
    cells.append(cell(s, s.extra["statistics"]["executions"]))
    return (twin.args, twin.traces, *cells)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.twins", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="twins and Java programs are the same")
    parser.add_argument("--write", action="store_true", help="put the table into docs/por.md")
    parser.add_argument("--seconds", type=int, default=60, help="for each cell (60); jpf-core has four times as many")
    options = parser.parse_args()
    if not spin.there():
        sys.exit("twins: Spin is not here (apt-get install spin)")
    java = jdk.find()
    with tempfile.TemporaryDirectory(prefix="jpfpy-twins-") as out:
        compile_programs(Path(__file__).resolve().parent, java, out)
        if options.check:
            return check(java, out)
        lines = head(HEAD)
        print("\n".join(lines), flush=True)
        for twin in TABLE:
            lines.append(line(row(twin, java, out, options.seconds)))
            print(lines[-1], flush=True)
    if options.write:
        put(ROOT / "docs" / "por.md", "twins", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
