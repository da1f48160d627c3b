"""One table of one run: absolute figures do not carry from machine to machine, ratios of a run do.

    python -m tests.bench [--quick] [--large] [--json FILE] [name ...]

Programs: java/ beside this file, and their Promela twins in spin/. Beside ours, when they are there: jpf-core
(JPF_CORE=<its build directory, with build/jpf.jar or jpf.jar>), Spin, and java -Xint for the sequential programs. Of
each tool the cost of a program that does nothing is taken off. The column `reduction` says which steps a search has left
out: compare rates where they differ, and states where they do not. --large adds rows of 10^7 and 10^8 states."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from jpfpy.target import jdk
from jpfpy.target.paths import API_JAR

from . import jpfcore, ours, spin
from .measure import Sample, available_gb, table, timed
from .programs import COMPUTE, LARGE, QUICK, SEARCHES, TOLD, Search

ROOT = Path(__file__).resolve().parent.parent.parent
KNOWN = [*SEARCHES, *LARGE, *COMPUTE]


def compile_programs(source: Path, java: jdk.JDK, out: str) -> None:
    assert java.javac is not None
    files = sorted(str(p) for p in (source / "java").glob("*.java"))
    subprocess.run([java.javac, "-g", "-nowarn", "-proc:none", "-cp", API_JAR, "-d", out, *files], check=True)


def explored(name: str, search: Search, java: jdk.JDK, out: str, start: Sample, runs: int) -> list[Sample]:
    """Of all tools that are there."""
    if search.gb and (free := available_gb()) < search.gb:
        note = f"not run: {free:.0f} GB are free, {search.gb:.0f} are wanted"
        return [Sample(name, "jpfpy", 0, 0, 0, note=note)]
    mine = ours.explore(name, java, out, search.cls, search.args, search.properties, runs).less(start)
    mine.reduction = TOLD[search.reduction]
    samples = [mine]
    if (core := os.environ.get("JPF_CORE")) and not search.gb and search.reduction != "visible":
        samples.append(jpfcore.explore(name, core, java, out, search.cls, search.args, search.properties))
    if search.model and spin.there():
        defines, bits = list(search.defines), search.table_bits
        theirs = spin.explore(name, search.model, defines, search.spins, bits, runs)
        theirs.note = theirs.note or compared(mine, theirs, search.reduction)
        samples.append(theirs)
    return samples


def compared(mine: Sample, theirs: Sample, reduction: str) -> str:
    """Whether both went through the same states. Ours has those before the threads run besides, none of them twice."""
    if mine.states_visited == theirs.states_visited and mine.states_new and theirs.states_new:
        more = mine.states_new - theirs.states_new
        return f"the same states{f', ours has {more} before the threads run' if more else ''}"
    if reduction == "all":
        return "another reduction"
    return (
        "fewer steps: filters of ours are off that the twin is written with" if reduction == "none" else "OTHER STATES"
    )


def computed(name: str, java: jdk.JDK, out: str, start: Sample, runs: int) -> list[Sample]:
    args = COMPUTE[name]
    samples = [ours.run(name, java, out, "Compute", args, runs).less(start)]
    command = [f"{java.home}/bin/java", "-Xint", "-cp", out]
    idle = timed(name, "java -Xint", [*command, "JpfpyHello"], runs)
    samples.append(timed(name, "java -Xint", [*command, "Compute", *args], runs).less(idle))
    if core := os.environ.get("JPF_CORE"):
        samples.append(jpfcore.explore(name, core, java, out, "Compute", args, {}))
    return samples


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="the six programs of the acceptance list")
    parser.add_argument("--large", action="store_true", help="searches of 10^7 and 10^8 states too")
    parser.add_argument("--json", metavar="FILE", help="write the samples there (default: build/bench.json)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the quickest counts")
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {', '.join(KNOWN)}")
    options = parser.parse_args()
    source = Path(__file__).resolve().parent
    wanted = options.names or (QUICK if options.quick else [*SEARCHES, *(LARGE if options.large else ()), *COMPUTE])
    unknown = [n for n in wanted if n not in KNOWN]
    if unknown:
        sys.exit(f"bench: no program named {unknown[0]} (there are {', '.join(KNOWN)})")
    java = jdk.find()
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory(prefix="jpfpy-bench-") as out:
        compile_programs(source, java, out)
        start = ours.startup(java, out, options.runs)
        idle = ours.idle(java, out, "JpfpyHello", [], options.runs)
        samples.append(start)
        for name in wanted:
            search = SEARCHES.get(name) or LARGE.get(name)
            if search is not None:
                samples += explored(name, search, java, out, idle, options.runs)
            else:
                samples += computed(name, java, out, start, options.runs)
            print(f"  {name}: {samples[-1].tool} done", file=sys.stderr, flush=True)
    print(table(samples, start))
    if not spin.there():
        print("Spin: not here (apt-get install spin), so there are no rows of it")
    if not os.environ.get("JPF_CORE"):
        print("jpf-core: JPF_CORE names no build of it, so there are no rows of it")
    file = Path(options.json or ROOT / "build" / "bench.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps([s.record() for s in samples], indent=1) + "\n")
    print(f"\n{file}")
    return 1 if any(s.note == "OTHER STATES" for s in samples) else 0


if __name__ == "__main__":
    sys.exit(main())
