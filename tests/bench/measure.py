"""A sample, how a command is timed, and the table."""

from __future__ import annotations

import math
import os
import subprocess
import time
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Sample:
    name: str
    tool: str
    cpu_s: float  # of the whole process, children included
    wall_s: float
    rss_mb: float
    search_cpu_s: float | None = None  # without start-up, where the tool tells
    search_rss_mb: float | None = None  # likewise
    reduction: str = ""  # which steps are left out, in the tool's own words
    states_new: int | None = None
    states_visited: int | None = None
    transitions: int | None = None
    note: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def work(self) -> float:
        return self.cpu_s if self.search_cpu_s is None else self.search_cpu_s

    @property
    def rate(self) -> float | None:
        """Transitions a CPU second. None where the search is too short to tell."""
        return self.transitions / self.work if self.transitions and self.work >= 0.02 else None

    @property
    def state_bytes(self) -> float | None:
        """Resident memory a state, without that of a search of nothing. None below 100,000 states."""
        if self.search_rss_mb is None or not self.states_new or self.states_new < 100_000:
            return None
        return self.search_rss_mb * 2**20 / self.states_new

    def less(self, start: Sample) -> Sample:
        """Without start-up: that of a program that does nothing, of the same tool in the same run."""
        self.search_cpu_s = max(0.0, self.cpu_s - start.cpu_s)
        self.search_rss_mb = max(0.0, self.rss_mb - start.rss_mb)
        return self

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "rate": self.rate, "state_bytes": self.state_bytes}


def timed(name: str, tool: str, command: list[str], runs: int, timeout: float = 600, **env: str) -> Sample:
    """The quickest of some runs; output kept of that one. A run is ended after `timeout` seconds, which the note says."""
    best: Sample | None = None
    for _ in range(max(1, runs)):
        start = time.monotonic()
        limited = ["timeout", str(timeout), *command]
        with subprocess.Popen(
            limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **env}
        ) as child:
            assert child.stdout is not None
            output = child.stdout.read()  # a search that prints nothing blocks here until its end
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        sample = Sample(name, tool, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)
        sample.extra["output"] = output.decode("utf-8", "replace")
        sample.extra["status"] = child.returncode
        if child.returncode == 124:
            sample.note = f"ended after {timeout:.0f} s"
        if best is None or sample.cpu_s < best.cpu_s:
            best = sample
        if wall > 20:  # long runs vary little
            break
    assert best is not None
    return best


def slope(points: list[tuple[float, float]]) -> float | None:
    """The exponent b of the line cost = a * size ** b through all points (least squares of the logarithms): 0 where the
    cost does not follow the size. None with fewer than two points that have a cost."""
    logs = [(math.log(size), math.log(cost)) for size, cost in points if size > 0 and cost > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def available_gb() -> float:
    """Memory that can be had now, of this machine and of the group of processes that this one is in."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        known = {line.split(":")[0]: line.split()[1] for line in lines}
    return int(known["MemAvailable"]) / 2**20


def number(value: float | None, form: str = ",.0f") -> str:
    return "" if value is None else format(value, form)


def aligned(rows: list[tuple[str, ...]], left: set[int]) -> str:
    """Columns of text, the first row a head; those in `left` begin at the left."""
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths, strict=True)))
        for r in rows
    ]
    return "\n".join(line.rstrip() for line in [lines[0], "-" * len(lines[0]), *lines[1:]])


def table(samples: list[Sample], start: Sample) -> str:
    """CPU seconds without start-up; the ratio says how many times ours the other needs."""
    head = ("program", "tool", "reduction", "CPU s", "x ours", "states", "transitions")
    rows: list[tuple[str, ...]] = [(*head, "transitions/CPU s", "B/state", "RSS MB", "x ours", "note")]
    mine: Sample | None = None
    for s in samples:
        ratio = memory = ""
        if s.tool == "jpfpy":
            mine = s
        elif mine is not None and mine.name == s.name and s.cpu_s:
            ratio = f"{s.work / max(mine.work, 1e-3):.2f}"
            memory = f"{s.rss_mb / mine.rss_mb:.1f}"
        counts = (number(s.states_new), number(s.transitions), number(s.rate), number(s.state_bytes))
        row = (s.name, s.tool, s.reduction, f"{s.work:.3f}", ratio, *counts)
        rows.append((*row, f"{s.rss_mb:.0f}", memory, s.note))
    return (
        aligned(rows, {0, 1, 2, 11}) + f"\nstart-up of ours (HelloWorld): {start.wall_s:.3f} s, taken off, as theirs is"
    )
