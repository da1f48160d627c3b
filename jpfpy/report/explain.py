"""An error or an unfinished search as lines for a reader who has just seen a test fail: what happened, the last lines
of each thread, who waits for whom, what the path printed, and the command that takes the path again."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from typing import TYPE_CHECKING

from ..made import named
from .html.cycle import wait_cycle
from .told import expired

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .report import ErrorInfo, Report

LINES = 5  # of each thread
PRINTED = 10  # lines of output
# What a search was told and a replay need not be: limits do not count in one, and the rest is of this machine or is
# said in another way.
NOT_REPEATED = {
    *("target", "target.args", "classpath", "vm.jdk", "vm.cache", "jpf.replay", "jpf.quiet", "jpf.progress"),
    *("search.time_limit", "search.cpu_limit", "search.memory_limit", "search.state_limit", "search.depth_limit"),
    *("search.budget", "search.bound", "search.stale_limit", "search.pct.depth", "search.RandomSearch.path_limit"),
    *("search.transition_limit", "search.shrink", "search.shrink.time", "jpf.shrink"),
    *("config", "config_path", "search.multiple_errors"),
    *("search.checkpoint", "search.checkpoint_interval", "jpf.resume"),
}


def last_lines(error: ErrorInfo, each: int = LINES) -> list[str]:
    """The last lines of each thread in the order of the path; "..." stands for what is left out between them."""
    rows: list[tuple[int, str, str, str]] = []
    for t in error.trace:
        for s in t.steps:
            place = f"{s.file}:{s.line}" if s.file and s.line else s.file or ""
            row = (t.thread_id, t.thread, place, s.source or f"{s.class_name}.{s.method}")
            if not rows or rows[-1] != row:
                rows.append(row)
    left: dict[int, int] = {}
    kept: list[int] = []
    for i in range(len(rows) - 1, -1, -1):
        thread = rows[i][0]
        left[thread] = left.get(thread, each) - 1
        if left[thread] >= 0:
            kept.append(i)
    kept.reverse()
    names = max((len(rows[i][1]) for i in kept), default=0)
    places = max((len(rows[i][2]) for i in kept), default=0)
    out: list[str] = []
    before = -1
    for i in kept:
        if i != before + 1:
            out.append("...")
        out.append(f"{rows[i][1]:<{names}}  {rows[i][2]:<{places}}  {rows[i][3]}")
        before = i
    return out


def waits(error: ErrorInfo) -> list[str]:
    """Of a deadlock: each thread that cannot go on; those of the cycle of locks first, in its order."""
    ring = wait_cycle(error.raw["snapshot"]) if error.raw else []
    place = {name: i for i, name in enumerate(ring)}
    threads = sorted(error.snapshot, key=lambda t: place.get(t.name, len(ring)))
    return [f"{t.name} {t.waits or t.status.lower()}" for t in threads]


def command(report: Report, replay: str) -> str:
    """The jpf command that takes the path again."""
    config = report.config
    classpath = config.get("classpath", "").split(":")
    if report.target.endswith((".java", ".jar")):
        classpath = classpath[1:]  # what the target itself brought
    words = ["jpf", "--replay", replay]
    if classpath and classpath != ["."]:
        words += ["-cp", ":".join(map(short, classpath))]
    words += [f"+{key}={value}" for key, value in config.items() if key not in NOT_REPEATED]
    target = report.target
    words += [
        (target if target in named else short(target)) if target.endswith((".java", ".jar")) else target,
        *report.args,
    ]
    return shlex.join(words)


def short(path: str) -> str:
    """Relative to the working directory, where it lies below it; of a notebook's cell its name."""
    if path in named:
        return named[path]
    inside = os.path.relpath(path)
    return path if inside.startswith(os.pardir) else inside


def headline(report: Report, error: ErrorInfo) -> str:
    """One line: the program, and what is wrong with it."""
    return f"{short(report.target)}: {summary(error)}"


def summary(error: ErrorInfo) -> str:
    """The message's first line; of a deadlock the ring of threads, where there is one."""
    if error.kind == "deadlock" and error.raw and not error.raw.get("pools"):
        ring = wait_cycle(error.raw["snapshot"])
        if len(ring) > 1:
            return "deadlock: " + " -> ".join([*ring, ring[0]])
        if error.snapshot:
            return "deadlock: no thread can run"
    return (error.message.splitlines() or [error.property])[0]


def explanation(report: Report, error: ErrorInfo) -> list[str]:
    """Without the commands that repeat it."""
    where = f" at {error.location}" if error.location else ""
    deadlock = error.kind == "deadlock"
    out = [f"{error.property}: {summary(error)}"]
    if deadlock:
        out += indented(waits(error))
    else:
        out += [*error.message.splitlines()[1:], f"  in thread {error.thread}{where}"]
    if error.trace:
        out += ["the last lines of each thread, in the order of the path:", *indented(last_lines(error))]
    printed = error.output.splitlines()
    if printed:
        out.append("the path printed:" if len(printed) <= PRINTED else "the path printed, at its end:")
        out += indented(printed[-PRINTED:])
    if error.note:
        out.append(f"note: {error.note}")
    if error.raw and (limit := expired(error.raw)):
        out.append(limit)
    if len(report.errors) > 1:
        others = [e for e in report.errors if e is not error]
        out.append("other errors of this search:")
        counted = Counter(f"{e.property}: {summary(e)}" for e in others)
        out += indented(f"{text}{f' ({n} times)' if n > 1 else ''}" for text, n in list(counted.items())[:PRINTED])
        out += [f"  and {len(counted) - PRINTED} more"] if len(counted) > PRINTED else []
    return out


def indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def unfinished(report: Report) -> str:
    """Why an exploration without an error is none of everything."""
    if report.result == "replayed":
        return f"{short(report.target)}: {report.raw.get('message', report.result)}"
    why = "; ".join(report.statistics.constraints) or report.result
    s = report.statistics
    n = len(report.errors)
    found = f"{n} other error{'s' if n > 1 else ''}" if n else "no error"
    return (
        f"{short(report.target)}: not explored whole ({why}); {found} in {s.states_new:,} states, {s.elapsed_s:.1f} s"
    )
