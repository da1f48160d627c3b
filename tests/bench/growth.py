"""How costs grow: each program at several sizes, one row a size.

    python -m tests.bench.growth [KIND ...]

What a transition costs should not follow the size: `grows` is the cost of a transition beside that of the size before,
as a power of how much larger the size is: 0 says that the size costs nothing, 1 that each transition pays for all of it.

The rows of `jumps` go to 50,000 stored states drawn at random once a breadth-first search has ended, on paths of 10,000
transitions: what each costs, a few words or 1,000 of them apart.

The rows of `page`, `explorer`, `suite` and `class` (faces.py) are of what people see: a transition of a report's page, a
state that an explorer has seen, a JUnit test in classes of ten, one test in a class of many; with the greatest memory
of the process in MiB."""

from __future__ import annotations

import math
import sys
import tempfile
from pathlib import Path

from jpfpy.target import jdk

from . import ours
from .__main__ import compile_programs
from .faces import FACES, measured

SIZES = (100, 10_000, 100_000, 1_000_000)
NO_POR = {"vm.por": "false"}
LIVELOCK = {"search.properties": "NotDeadlockedProperty,LivelockProperty"}
# kind -> the program's argument, properties, sizes
KINDS: dict[str, tuple[str, dict[str, str], tuple[int, ...]]] = {
    "states": ("states", NO_POR, SIZES),
    "livelock": ("states", {**NO_POR, **LIVELOCK}, SIZES),
    "breadth": ("states", {**NO_POR, "search.class": "bfs"}, SIZES[:3]),
    "depth": ("depth", NO_POR, SIZES[:3]),
    "output": ("output", {**NO_POR, "vm.por.output": "visible"}, SIZES[:3]),
    "objects": ("objects", NO_POR, SIZES[:3]),
    # a new head on an old list, which names all of the list anew unless it is sealed
    "heads": ("heads", {"search.state_limit": "100000"}, (100, 1_000, 10_000)),
    "unsealed": ("heads", {"search.state_limit": "5000", "vm.state.seal": "false"}, (100, 1_000, 10_000)),
    # n threads that are alike, with symmetry and without
    "alike": ("alike", {"search.state_limit": "2000"}, (10, 100, 1_000)),
    "named": ("alike", {"search.state_limit": "2000", "vm.por.symmetry": "false"}, (10, 100, 1_000)),
}
JUMPS, JUMP_SIZES, JUMP_WORDS = 50_000, (10_000, 100_000, 1_000_000), (4, 1_000)


def jumps(java: jdk.JDK, out: str) -> None:
    """CPU time of the same search with and without the jumps: the difference is theirs."""
    for words in JUMP_WORDS:
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
            row = f"{figures['states_new']:>9,} {JUMPS:>12,} {cost:>8.2f}"
            print(f"{'jumps':10} {row}   {words} words, paths of up to {figures['max_depth']:,}", flush=True)


def faces(kind: str, java: jdk.JDK, out: str) -> None:
    before: tuple[int, float] | None = None
    for size in FACES[kind][1]:
        row = measured(kind, size, java, out)
        cost = row.cpu_s / max(row.count, 1) * 1e6
        grows = math.log(cost / before[1], size / before[0]) if before and cost > 0 and before[1] > 0 else 0.0
        figures = f"{size:>9,} {row.count:>12,} {cost:>8.0f} {grows:>6.2f}"
        print(f"{kind:10} {figures} {row.rss_mb:>10.0f} MiB {row.note}", flush=True)
        before = (size, cost)


def main() -> int:
    known = [*KINDS, "jumps", *FACES]
    wanted = sys.argv[1:] or known
    unknown = [k for k in wanted if k not in known]
    if unknown:
        sys.exit(f"growth: no kind named {unknown[0]} (there are {', '.join(known)})")
    java = jdk.find()
    print(f"{'kind':10} {'size':>9} {'transitions':>12} {'us each':>8} {'grows':>6} {'bytes a state':>14} result")
    with tempfile.TemporaryDirectory(prefix="jpfpy-growth-") as out:
        compile_programs(Path(__file__).resolve().parent, java, out)
        start = ours.startup(java, out, 1)
        for kind in wanted:
            if kind == "jumps":
                jumps(java, out)
                continue
            if kind in FACES:
                faces(kind, java, out)
                continue
            program, properties, sizes = KINDS[kind]
            before: tuple[int, float] | None = None
            for size in sizes:
                s = ours.explore(kind, java, out, "Growth", [program, str(size)], properties, 1).less(start)
                if "statistics" not in s.extra:
                    sys.exit(f"growth: {kind} {size}: {s.note}")
                figures = s.extra["statistics"]
                cost = s.work / figures["transitions"] * 1e6
                memory = max(0.0, s.rss_mb - start.rss_mb) * 2**20 / figures["states_new"]
                grows = math.log(cost / before[1], size / before[0]) if before and before[1] > 0 and cost > 0 else 0.0
                row = f"{size:>9,} {figures['transitions']:>12,} {cost:>8.2f} {grows:>6.2f} {memory:>14.0f}"
                print(f"{kind:10} {row} {s.note}", flush=True)
                before = (size, cost)
    return 0


if __name__ == "__main__":
    sys.exit(main())
