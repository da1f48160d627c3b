"""What costs were to follow, and what they follow: the table of docs/performance.md.

    python -m tests.bench.growth table [--write] [--json FILE] [ROW ...]

A row: what is measured, the figure before the work on it began (another run, on the machine named in the page), its
goal, and what this run gives. `met` is of this run: figures of seconds need a machine that does nothing else.

What is compared is run in turn, start-up beside it, some rounds of each, and a figure is the median of its rounds, a
ratio the median of the rounds' ratios: so what else the machine does meets both sides alike. Each row that is done is
kept in a file; a table that was broken off goes on there with --resume, and the page gets whole tables only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from jpfpy.target.jdk import JDK

from . import jpfcore, ours, spin
from .measure import Sample, timed
from .pages import head
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


ROUNDS = 5
LONGEST = 200.0  # seconds of one run


class Bench(NamedTuple):
    java: JDK
    out: str
    start: Sample  # of a search of nothing
    hello: Sample  # of a run of nothing

    def growth(self, args: str, properties: dict[str, str], cls: str = "Growth") -> Sample:
        s = ours.explore(
            args, self.java, self.out, cls, args.split(), properties, 1, timeout=LONGEST, PYTHONPATH=self.out
        ).less(self.start)
        if "statistics" not in s.extra:
            raise RuntimeError(f"{cls} {args}: {s.extra.get('output', s.note)[-300:]}")
        return s

    def nothing(self) -> Sample:
        return self.growth("nothing 0", DFS)


def in_turn(rounds: int, *runs: Callable[[], Sample]) -> list[list[Sample]]:
    """Each of the runs once a round: for each of them its samples."""
    done = [[run() for run in runs] for _ in range(rounds)]
    return [list(column) for column in zip(*done, strict=True)]


def cpu(samples: list[Sample], idle: list[Sample] | None = None) -> float:
    """The median of their CPU seconds, without that of the start-up measured in the same rounds."""
    return max(1e-4, median(s.cpu_s for s in samples) - (median(s.cpu_s for s in idle) if idle else 0))


def ratio(above: list[Sample], below: list[Sample], idle: list[Sample]) -> float:
    """The median of what one costs beside the other in the same round."""
    off = cpu(idle)
    return median((a.cpu_s - off) / max(b.cpu_s - off, 1e-4) for a, b in zip(above, below, strict=True))


class Figure(NamedTuple):
    today: str
    met: bool | None  # None: cannot be told here


class Row(NamedTuple):
    what: str
    before: str
    goal: str
    measure: Callable[[Bench], Figure]


def figure(values: list[float], form: str = ".1f") -> str:
    return " / ".join(format(v, form) for v in values)


def heads(b: Bench) -> Figure:
    limited = {**DFS, "search.state_limit": "100000"}

    def of(nodes: int) -> Callable[[], Sample]:
        return lambda: b.growth(f"heads {nodes}", limited)

    idle, *columns = in_turn(ROUNDS, b.nothing, of(100), of(1_000), of(10_000))
    cost = [cpu(c, idle) / max(c[0].transitions or 1, 1) * 1e6 for c in columns]
    return Figure(f"{figure(cost, '.2f')} us", max(cost) <= 3)


def lists(b: Bench) -> Figure:
    idle, smalls = in_turn(ROUNDS, b.nothing, lambda: b.growth("lists 4000", DFS))
    small = cpu(smalls, idle) / max(smalls[0].transitions or 1, 1) * 1e6
    limits = {**DFS, "search.cpu_limit": "150s", "search.memory_limit": "1g"}
    large = b.growth("lists 1000000", limits)
    end = f"10^6: {large.states_new:,} states, {large.note}"
    end += f" ({'; '.join(large.extra['statistics']['constraints'])})" if large.note == "incomplete" else ""
    met = large.note == "no_errors" and large.rss_mb <= 1024
    return Figure(f"{small:.1f} us, {smalls[0].rss_mb:.0f} MB; {end}, {large.rss_mb:.0f} MB", met)


def tails(b: Bench) -> Figure:
    done = [b.growth(f"depth {n}", DFS).extra["statistics"]["instructions"] for n in (1_000, 10_000, 100_000)]
    return Figure(f"{figure([n / 1e6 for n in done])} M", done[2] <= 11 * done[1] <= 121 * done[0])


def waiting(b: Bench) -> Figure:
    idle, waits = in_turn(ROUNDS, b.nothing, lambda: b.growth("waiting 300", {}))
    took = cpu(waits, idle)
    return Figure(f"{waits[0].states_new:,} states, {took:.2f} s", took <= 0.2)


def exact(b: Bench) -> Figure:
    """A look-up is what a transition costs more than with the 128-bit set."""
    parts = []
    good = True
    exact_set = {**NO_POR, "vm.storage.class": "exact"}
    for objects in (0, 1_000):
        args = f"states 1000000 {objects}"

        def key(args: str = args) -> Sample:
            return b.growth(args, NO_POR)

        def whole(args: str = args) -> Sample:
            return b.growth(args, exact_set)

        keys, wholes = in_turn(3, key, whole)
        s = wholes[0]
        more = median(w.cpu_s - k.cpu_s for k, w in zip(keys, wholes, strict=True)) / max(s.transitions or 1, 1) * 1e6
        held = s.extra["statistics"]["state_bytes"] / max(s.states_new or 1, 1)
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
    java = [f"{b.java.home}/bin/java", "-Xint", "-cp", b.out]
    idle, searched, hello, run, bare, xint = in_turn(
        2 * ROUNDS - 1,
        b.nothing,
        lambda: b.growth(" ".join(args), {}, "Compute"),
        lambda: ours.run("hello", b.java, b.out, "JpfpyHello", [], 1),
        lambda: ours.run("sieve", b.java, b.out, "Compute", args, 1),
        lambda: timed("sieve", "java", [*java, "JpfpyHello"], 1),
        lambda: timed("sieve", "java -Xint", [*java, "Compute", *args], 1),
    )
    here, there, theirs = cpu(searched, idle), cpu(run, hello), cpu(xint, bare)
    memory = searched[0].rss_mb, run[0].rss_mb
    text = f"{theirs / here:.2f} of -Xint ({here:.3f} s), {memory[0]:.0f} MB; "
    text += f"--run: {theirs / there:.2f} ({there:.3f} s), {memory[1]:.0f} MB"
    return Figure(text, here <= 1.15 * there and memory[0] <= 1.2 * memory[1])


def raw(b: Bench) -> Figure:
    search = SEARCHES["nopor-counter-4x3"]

    def mine() -> Sample:
        return b.growth(" ".join(search.args), search.properties, search.cls)

    parts, good = [], None
    if spin.there():
        with spin.compiled(search.model, list(search.defines), spin.FULL, search.table_bits) as (empty, full):
            idle, here, their_idle, there = in_turn(
                ROUNDS,
                b.nothing,
                mine,
                lambda: timed("raw", "spin", empty, 1),
                lambda: spin.counted(timed("raw", "spin", full, 1, LONGEST)),
            )
        if there[0].note or not there[0].transitions:
            raise RuntimeError(f"Spin: {there[0].note or 'no figures'}")
        pairs = zip(here, there, strict=True)
        times = [(h.cpu_s - cpu(idle), t.cpu_s - cpu(their_idle)) for h, t in pairs]
        mine_n, their_n = here[0].transitions or 1, there[0].transitions
        beside = median((mine_n / h) / (their_n / t) for h, t in times)
        parts.append(f"{beside:.2f} of Spin's ({their_n / cpu(there, their_idle) / 1e6:.2f} M)")
        good = beside >= 1
    else:
        idle, here = in_turn(ROUNDS, b.nothing, mine)
    rate = (here[0].transitions or 1) / cpu(here, idle) / 1e6
    parts.insert(0, f"{rate:.2f} M transitions a CPU second at {here[0].states_new:,} states")
    if core := os.environ.get("JPF_CORE"):
        one = SEARCHES["counter-3x4-nopor"]
        small = b.growth(" ".join(one.args), one.properties, one.cls)
        other = jpfcore.explore("raw", core, b.java, b.out, one.cls, one.args, one.properties)
        times_core = (small.rate or 0) / (other.rate or 1)
        parts.append(f"{times_core:.0f} times jpf-core's (Counter 3 4)")
        good = good is not False and times_core >= 100
    else:
        parts.append("jpf-core is not here")
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

    def heard_by(name: str, args: str, cls: str, more: dict[str, str]) -> Callable[[], Sample]:
        return lambda: b.growth(args, {**more, **({"listener": f"cost_listeners:{name}"} if name else {})}, cls)

    states = ("states 30000", "Growth", NO_POR)
    idle, plain, ends, heard = in_turn(
        ROUNDS, b.nothing, heard_by("", *states), heard_by("Ends", *states), heard_by("States", *states)
    )
    cost = median(h.cpu_s - e.cpu_s for h, e in zip(heard, ends, strict=True)) / max(heard[0].transitions or 1, 1) * 1e6
    loop = ("loop 100000000", "Compute", DFS)
    # what it costs that anybody listens is in all three
    idle_loop, bare, filtered = in_turn(
        2 * ROUNDS - 1,
        heard_by("Ends", "loop 1", "Compute", DFS),
        heard_by("Ends", *loop),
        heard_by("NoHit", *loop),
    )
    more = ratio(filtered, bare, idle_loop)
    text = f"{cost:.2f} us a call, {ratio(heard, plain, idle):.1f} x; filter {more:.3f} x"
    return Figure(text, cost <= 0.7 and more <= 1.02)


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
MET = {True: "yes", False: "no", None: "not told here"}


def resumed(kept: Path, wanted: list[str]) -> dict[str, Any]:
    """The rows of a table that was broken off. It is one run: a file more than an hour old is none of it."""
    if not kept.exists() or time.time() - kept.stat().st_mtime > 3600:
        return {}
    records = json.loads(kept.read_text(encoding="utf-8"))
    return {r["row"]: r for r in records if r["row"] in wanted}


def table(
    bench: Bench, wanted: list[str], kept: Path | None = None, resume: bool = False
) -> tuple[list[str], list[dict[str, Any]]]:
    """The table's lines in Markdown, and its records; each is put into the file `kept` as soon as it is there."""
    lines = head(HEAD)
    print("\n".join(lines), flush=True)
    before = resumed(kept, wanted) if kept and resume else {}
    records: list[dict[str, Any]] = []
    for name in wanted:
        row = ROWS[name]
        record = before.get(name)
        if record is None:
            begun = time.monotonic()
            try:
                found = row.measure(bench)
            except (RuntimeError, OSError, subprocess.SubprocessError) as e:
                found = Figure(f"failed: {e}", False)
            print(f"growth: {name}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
            record = {"row": name, **row._asdict(), **found._asdict()}
            del record["measure"]
        records.append(record)
        met = MET[record["met"]]
        lines.append(f"| `{name}` | {row.what} | {row.before} | {row.goal} | {record['today']} | {met} |")
        print(lines[-1], flush=True)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    return lines, records
