"""jpfpy, each run in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from jpfpy.target.jdk import JDK

from .measure import Sample, timed

HELLO = "public class JpfpyHello { public static void main(String[] a) { System.out.println(1); } }"


def command(java: JDK, classes: str, *args: str) -> list[str]:
    """In one thread, unless the arguments say otherwise: what it is measured beside has one."""
    return [
        sys.executable,
        "-m",
        "jpfpy",
        "--no-progress",
        f"+vm.jdk={java.home}",
        "+search.threads=1",
        *args[:-1],
        "-cp",
        classes,
        args[-1],
    ]


def startup(java: JDK, classes: str, runs: int) -> Sample:
    source = Path(classes) / "JpfpyHello.java"
    source.write_text(HELLO)
    assert java.javac is not None
    subprocess.run([java.javac, "-d", classes, str(source)], check=True)
    subprocess.run(command(java, classes, "JpfpyHello"), stdout=subprocess.DEVNULL, check=True)  # fills the cache
    bare = timed("python -c pass", "python", [sys.executable, "-c", "pass"], max(runs, 5))
    s = timed("hello", "jpfpy", command(java, classes, "JpfpyHello"), max(runs, 5))
    s.note = f"{(s.wall_s - bare.wall_s) * 1000:.0f} ms more than python3 -c pass"
    return s


def explore(
    name: str,
    java: JDK,
    classes: str,
    cls: str,
    args: list[str],
    properties: dict[str, str],
    runs: int,
    timeout: float = 600,
    **env: str,
) -> Sample:
    extra = [f"+{k}={v}" for k, v in properties.items()]
    s = timed(name, "jpfpy", [*command(java, classes, *extra, "--json", "-", cls), *args], runs, timeout, **env)
    try:
        report = json.loads(s.extra.pop("output"))
    except ValueError:
        s.note = "no report"
        return s
    stats = report["statistics"]
    s.states_new, s.states_visited, s.transitions = (
        stats["states_new"],
        stats["states_visited"],
        stats["transitions"],
    )
    s.note = report["result"]
    s.extra["statistics"] = stats
    return s


def idle(java: JDK, classes: str, cls: str, args: list[str], runs: int) -> Sample:
    """What a search of a program that does nothing costs, with its report: what is taken off the others."""
    return explore("idle", java, classes, cls, args, {"search.class": "dfs"}, max(runs, 5))


def run(name: str, java: JDK, classes: str, cls: str, args: list[str], runs: int) -> Sample:
    s = timed(name, "jpfpy", [*command(java, classes, "--run", cls), *args], runs)
    s.note = last_line(s)
    return s


def last_line(s: Sample) -> str:
    lines = s.extra["output"].strip().splitlines()
    return lines[-1][:40] if lines else ""
