"""A sample, how a command is timed, and the table."""

from __future__ import annotations

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
    states_new: int | None = None
    states_visited: int | None = None
    note: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def work(self) -> float:
        return self.cpu_s if self.search_cpu_s is None else self.search_cpu_s

    def less(self, start: Sample) -> Sample:
        """Without start-up: that of a program that does nothing, of the same tool in the same run."""
        self.search_cpu_s = max(0.0, self.cpu_s - start.cpu_s)
        return self

    def record(self) -> dict[str, Any]:
        return asdict(self)


def timed(name: str, tool: str, command: list[str], runs: int, timeout: float = 600, **env: str) -> Sample:
    """The quickest of some runs; output kept of that one."""
    best: Sample | None = None
    for _ in range(max(1, runs)):
        start = time.monotonic()
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **env}
        ) as child:
            assert child.stdout is not None
            output = child.stdout.read()  # a search that prints nothing blocks here until its end
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        sample = Sample(name, tool, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)
        sample.extra["output"] = output.decode("utf-8", "replace")
        sample.extra["status"] = child.returncode
        if best is None or sample.cpu_s < best.cpu_s:
            best = sample
        if wall > timeout / max(1, runs):
            break
    assert best is not None
    return best


def table(samples: list[Sample], start: Sample) -> str:
    """CPU seconds without start-up; the ratio says how many times ours the other needs."""
    rows = [("program", "tool", "search CPU s", "x ours", "new", "visited", "states/CPU s", "RSS MB", "x ours", "note")]
    mine: Sample | None = None
    for s in samples:
        ratio = memory = rate = ""
        if s.tool == "jpfpy":
            mine = s
        elif mine is not None and mine.name == s.name:
            ratio = f"{s.work / max(mine.work, 1e-4):.2f}"
            memory = f"{s.rss_mb / mine.rss_mb:.1f}"
        if s.states_new is not None:
            rate = f"{(s.states_new + (s.states_visited or 0)) / max(s.work, 1e-4):,.0f}"
        counts = [f"{n:,}" if n is not None else "" for n in (s.states_new, s.states_visited)]
        rows.append((s.name, s.tool, f"{s.work:.3f}", ratio, *counts, rate, f"{s.rss_mb:.0f}", memory, s.note))
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(c.ljust(w) if i in (0, 1, 9) else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths, strict=True)))
        for r in rows
    ]
    return (
        "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
        + f"\nstart-up of ours (HelloWorld): {start.wall_s:.3f} s"
    )
