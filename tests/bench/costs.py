"""What costs were to follow, and what they follow: the table of docs/performance.md.

    python -m tests.bench.growth table [--write] [--json FILE] [ROW ...]

A row: what is measured, the figure before the work on it began (another run, on the machine named in the page), its
goal, and what this run gives. `met` is of this run: figures of seconds need a machine that does nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from jpfpy.target.jdk import JDK

from . import jpfcore, ours, spin
from .measure import Sample, timed
from .programs import LARGE, SEARCHES

DFS = {"search.class": "dfs"}
NO_POR = {"search.class": "dfs", "vm.por": "false"}
LISTENERS = """
import jpfpy

class States(jpfpy.Listener):
    calls = 0
    def state_advanced(self, search): self.calls += 1

class Ends(jpfpy.Listener):
    def search_finished(self, search): pass

class NoHit(jpfpy.Listener):
    @jpfpy.on(opcodes="MULTIANEWARRAY")
    def execute_instruction(self, vm, thread, insn): pass
"""


class Bench(NamedTuple):
    java: JDK
    out: str
    start: Sample  # of a search of nothing
    hello: Sample  # of a run of nothing

    def growth(self, args: str, properties: dict[str, str], cls: str = "Growth", runs: int = 1) -> Sample:
        s = ours.explore(args, self.java, self.out, cls, args.split(), properties, runs, PYTHONPATH=self.out).less(
            self.start
        )
        if "statistics" not in s.extra:
            raise RuntimeError(f"{cls} {args}: {s.extra.get('output', s.note)[-300:]}")
        return s


class Figure(NamedTuple):
    today: str
    met: bool | None  # None: cannot be told here


class Row(NamedTuple):
    what: str
    before: str
    goal: str
    measure: Callable[[Bench], Figure]


def each(s: Sample) -> float:
    """Microseconds a transition."""
    return s.work / max(s.transitions or 1, 1) * 1e6


def figure(values: list[float], form: str = ".1f") -> str:
    return " / ".join(format(v, form) for v in values)


def heads(b: Bench) -> Figure:
    cost = [each(b.growth(f"heads {n}", {**DFS, "search.state_limit": "100000"})) for n in (100, 1_000, 10_000)]
    return Figure(f"{figure(cost, '.2f')} us", max(cost) <= 3)


def lists(b: Bench) -> Figure:
    small = b.growth("lists 4000", DFS)
    limits = {**DFS, "search.cpu_limit": "60s", "search.memory_limit": "1g"}
    large = b.growth("lists 1000000", limits)
    end = f"10^6: {large.states_new:,} states, {large.note}"
    end += f" ({'; '.join(large.extra['statistics']['constraints'])})" if large.note == "incomplete" else ""
    met = large.note == "no_errors" and large.rss_mb <= 1024
    return Figure(f"{each(small):.1f} us, {small.rss_mb:.0f} MB; {end}", met)


def tails(b: Bench) -> Figure:
    done = [b.growth(f"depth {n}", DFS).extra["statistics"]["instructions"] for n in (1_000, 10_000, 100_000)]
    return Figure(f"{figure([n / 1e6 for n in done])} M", done[2] <= 11 * done[1] <= 121 * done[0])


def waiting(b: Bench) -> Figure:
    s = b.growth("waiting 300", {})
    return Figure(f"{s.states_new:,} states, {s.work:.2f} s", s.work <= 0.2)


def exact(b: Bench) -> Figure:
    """A look-up is what a transition costs more than with the 128-bit set."""
    parts = []
    good = True
    exact_set = {**NO_POR, "vm.storage.class": "exact"}
    for objects in (0, 1_000):
        key, whole = (b.growth(f"states 1000000 {objects}", p) for p in (NO_POR, exact_set))
        more = (whole.work - key.work) / max(whole.transitions or 1, 1) * 1e6
        held = whole.extra["statistics"]["state_bytes"] / max(whole.states_new or 1, 1)
        parts.append(f"{held:.0f} B, {more:.1f} us more than the 128-bit set")
        good = good and held <= 20 and more <= 2
    return Figure(f"{parts[0]}; with 1,000 idle objects {parts[1]}", good)


def resident(b: Bench) -> Figure:
    large = LARGE["same-counter-4x4"]
    s = b.growth(" ".join(large.args), large.properties, large.cls)
    held = s.extra["statistics"]["state_bytes"] / max(s.states_new or 1, 1)
    whole = s.state_bytes or 0
    return Figure(f"{whole:.0f} B of the process, {held:.0f} B in the set, at {s.states_new:,} states", whole <= 24)


def sieve(b: Bench) -> Figure:
    args = ["sieve", "5000000"]
    searched = b.growth(" ".join(args), {}, "Compute")
    run = ours.run("sieve", b.java, b.out, "Compute", args, 1).less(b.hello)
    java = [f"{b.java.home}/bin/java", "-Xint", "-cp", b.out]
    xint = timed("sieve", "java -Xint", [*java, "Compute", *args], 1).less(
        timed("sieve", "java", [*java, "JpfpyHello"], 3)
    )
    rates = [xint.work / max(s.work, 1e-3) for s in (searched, run)]
    text = f"{rates[0]:.2f} of -Xint, {searched.rss_mb:.0f} MB; --run: {rates[1]:.2f}, {run.rss_mb:.0f} MB"
    return Figure(text, searched.work <= 1.15 * run.work and searched.rss_mb <= 1.2 * run.rss_mb)


def raw(b: Bench) -> Figure:
    search = SEARCHES["nopor-counter-4x3"]
    mine = b.growth(" ".join(search.args), search.properties, search.cls)
    parts = [f"{(mine.rate or 0) / 1e6:.2f} M transitions a CPU second at {mine.states_new:,} states"]
    good: bool | None = None
    if spin.there():
        theirs = spin.explore("raw", search.model, list(search.defines), spin.FULL, search.table_bits, 1)
        ratio = (mine.rate or 0) / (theirs.rate or 1)
        parts.append(f"{ratio:.2f} of Spin's")
        good = ratio >= 1
    if core := os.environ.get("JPF_CORE"):
        one = SEARCHES["counter-3x4-nopor"]
        small = b.growth(" ".join(one.args), one.properties, one.cls)
        other = jpfcore.explore("raw", core, b.java, b.out, one.cls, one.args, one.properties)
        ratio = (small.rate or 0) / (other.rate or 1)
        parts.append(f"{ratio:.0f} times jpf-core's (Counter 3 4)")
        good = good is not False and ratio >= 100
    return Figure(", ".join(parts), good)


def threads(b: Bench) -> Figure:
    """Threads that are there together, in an address space of 16 GB."""
    reached, memory, took = 0, 0.0, 0.0
    for n in (200, 1_000, 10_000):
        command = ours.command(b.java, b.out, "--run", "Growth")
        limited = ["bash", "-c", 'ulimit -v 16777216; exec "$@"', "bash", *command, "together", str(n)]
        s = timed("threads", "jpfpy", limited, 1).less(b.hello)
        if s.extra["output"].strip() != str(n):
            break
        reached, memory, took = n, s.rss_mb, s.work
    return Figure(f"{reached:,} threads, {took:.2f} s, {memory:.0f} MB (--run)", reached >= 10_000)


def listening(b: Bench) -> Figure:
    Path(b.out, "cost_listeners.py").write_text(LISTENERS)
    plain, ends, heard = (
        b.growth("states 30000", {**NO_POR, **more}, runs=3)
        for more in ({}, {"listener": "cost_listeners:Ends"}, {"listener": "cost_listeners:States"})
    )
    cost = (heard.work - ends.work) / max(heard.transitions or 1, 1) * 1e6
    bare, filtered = (
        b.growth("loop 30000000", {**DFS, "listener": f"cost_listeners:{name}"}, "Compute", runs=3)
        for name in ("Ends", "NoHit")  # what it costs that anybody listens is in both
    )
    ratio = filtered.work / max(bare.work, 1e-3)
    text = f"{cost:.2f} us a call, {heard.work / max(plain.work, 1e-3):.1f} x; filter {ratio:.2f} x"
    return Figure(text, cost <= 0.7 and ratio <= 1.02)


def breadth(b: Bench) -> Figure:
    ratios = []
    for args, cls in (("3 4", "Counter"), ("4 2", "Phil"), ("2 2 2 3", "ProdCons")):
        deep, broad = (
            b.growth(args, {"search.class": s, "vm.por": "false"}, cls).extra["statistics"]["instructions"]
            for s in ("dfs", "bfs")
        )
        ratios.append(broad / deep)
    return Figure(f"{figure(ratios, '.2f')} x (Counter 3 4, Phil 4 2, ProdCons 2 2 2 3)", max(ratios) <= 1.1)


ROWS: dict[str, Row] = {
    "heads": Row(
        "new head on a linked list of 10^2 / 10^3 / 10^4 nodes, a transition",
        "13 / 58 / 666 us",
        "3 us, all three",
        heads,
    ),
    "lists": Row(
        "a list of 4,000 nodes built under search, a transition",
        "229 us, 1,058 MB; 10^4: 4 GB and `incomplete`",
        "10^6 nodes within 1 GB",
        lists,
    ),
    "tails": Row("loop of 10^3 / 10^4 / 10^5, last thread running: bytecodes", "4 / 400 M / no end", "linear", tails),
    "waiting": Row("300 waiting threads, default", "909 states in 11.9 s", "0.2 s", waiting),
    "exact": Row(
        "exact set: a state, a look-up",
        "90-124 B, 7-10 us; with 1,000 idle objects 53 us",
        "20 B, 2 us, idle objects or not",
        exact,
    ),
    "resident": Row("128-bit set, a state at 10^7", "57-90 B resident", "24 B", resident),
    "sieve": Row("single-threaded program in a search (sieve 5M)", "0.35 of -Xint, 163 MB", "as under --run", sieve),
    "raw": Row(
        "raw rate without reduction, 10^6 states",
        "47 times jpf-core's, 0.4 of Spin's",
        "100 times jpf-core's, Spin's (-DNOREDUCE)",
        raw,
    ),
    "threads": Row("threads under `ulimit -v 16g`", "200: out of memory at 27 MB", "10,000", threads),
    "listening": Row(
        "a Python listener: `state_advanced`; an opcode filter that never hits",
        "3 us a call, 4.2 x; 1.6 x",
        "0.7 us; 1.02 x",
        listening,
    ),
    "breadth": Row("breadth first: bytecodes beside depth first", "1.7-2.5 x", "1.1 x", breadth),
}
HEAD = ("row", "what", "before", "goal", "this run", "met")


def table(bench: Bench, wanted: list[str]) -> tuple[list[str], list[dict[str, object]]]:
    """The table's lines in Markdown, and its records."""
    lines = [f"| {' | '.join(HEAD)} |", "|" + "---|" * len(HEAD)]
    print("\n".join(lines), flush=True)
    records: list[dict[str, object]] = []
    for name in wanted:
        row = ROWS[name]
        try:
            found = row.measure(bench)
        except (RuntimeError, OSError, subprocess.SubprocessError) as e:
            found = Figure(f"failed: {e}", False)
            print(f"growth: {name}: {e}", file=sys.stderr)
        met = {True: "yes", False: "no", None: "not told here"}[found.met]
        lines.append(f"| `{name}` | {row.what} | {row.before} | {row.goal} | {found.today} | {met} |")
        print(lines[-1], flush=True)
        records.append({"row": name, **row._asdict(), **found._asdict()})
        del records[-1]["measure"]
    return lines, records
