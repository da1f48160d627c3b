"""Several threads beside one, by wall time.

    python -m tests.bench.threads [N ...]

Spaces of some 10^6 states, searched by one thread and by N of them (2 where nothing is given), one after the other, each
search in a process of its own. `speed-up` is the wall time of one thread beside that of N, both without start-up; `more`
says how many transitions more there are. What else the machine does counts: run it alone."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from jpfpy.target import jdk
from tests import support

from . import ours
from .__main__ import compile_programs

DFS = {"search.class": "dfs"}
NO_POR = {**DFS, "vm.por": "false"}
# name -> class, arguments, properties
SPACES: dict[str, tuple[str, list[str], dict[str, str]]] = {
    "states": ("Growth", ["states", "1000000"], NO_POR),
    "counter": ("Counter", ["3", "7"], NO_POR),
    "counter, reduced": ("Traces", ["counter", "3", "8"], DFS),
    "last zero": ("Traces", ["lastzero", "12"], DFS),
}


def row(name: str, java: jdk.JDK, folders: str, threads: Iterable[int]) -> None:
    cls, args, properties = SPACES[name]
    base, made = 0.0, 0
    for n in (1, *threads):
        s = ours.explore(name, java, folders, cls, args, {**properties, "search.threads": str(n)}, 1)
        if "statistics" not in s.extra:
            sys.exit(f"threads: {name}: {s.note}")
        stats = s.extra["statistics"]
        wall = stats["elapsed_s"] - stats["startup_s"]
        if n == 1:
            base, made = wall, stats["transitions"]
        more = stats["transitions"] / made - 1
        figures = f"{stats['states_new']:>10,} {stats['transitions']:>12,} {wall:>8.2f} {stats['cpu_s']:>8.2f}"
        print(f"{name:18} {n:>3} {figures} {base / wall:>9.2f} {more:>+7.1%}  {s.note}", flush=True)


def main() -> int:
    threads = [int(a) for a in sys.argv[1:]] or [2]
    java = jdk.find()
    print(
        f"{'space':18} {'N':>3} {'states':>10} {'transitions':>12} {'wall s':>8} {'cpu s':>8} {'speed-up':>9} {'more':>7}"
    )
    with tempfile.TemporaryDirectory() as out:
        compile_programs(Path(__file__).parent, java, out)
        folders = f"{out}:{support.compiled('por')}"
        for name in SPACES:
            row(name, java, folders, threads)
    return 0


if __name__ == "__main__":
    sys.exit(main())
