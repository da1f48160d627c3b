"""One table of one run: absolute figures do not carry from machine to machine, ratios of a run do.

    python -m tests.bench [--quick] [--json FILE] [name ...]

Programs: java/ beside this file, and their Promela twins in spin/. Beside ours, when they are there: jpf-core
(JPF_CORE=<its build directory, with build/jpf.jar or jpf.jar>), Spin, and java -Xint for the sequential programs."""

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
from .measure import Sample, table, timed

ROOT = Path(__file__).resolve().parent.parent.parent

# name -> class, arguments, extra properties, Spin model and its defines
SEARCHES: dict[str, tuple[str, list[str], dict[str, str], tuple[str, list[str]] | None]] = {
    "counter-3x4": ("Counter", ["3", "4"], {}, ("counter.pml", ["-DN=3", "-DK=4"])),
    "phil-4x2": ("Phil", ["4", "2"], {}, ("phil.pml", ["-DN=4", "-DR=2"])),
    "prodcons-2-2-2-3": ("ProdCons", ["2", "2", "2", "3"], {}, None),
    "data-8x5": ("Data", ["8", "5"], {}, ("choice.pml", ["-DD=5"])),
    "counter-3x4-nopor": ("Counter", ["3", "4"], {"vm.por": "false"}, None),
    "phil-4x2-nopor": ("Phil", ["4", "2"], {"vm.por": "false"}, None),
    "phil-5x2-nopor": ("Phil", ["5", "2"], {"vm.por": "false"}, None),
}
QUICK = ("counter-3x4", "phil-4x2", "prodcons-2-2-2-3", "loop-50M", "sieve-20M", "fib-35")
COMPUTE = {"loop-50M": ["loop", "50000000"], "sieve-20M": ["sieve", "20000000"], "fib-35": ["fib", "35"]}
COMPUTE["map-300k"] = ["map", "300000"]
COMPUTE["str-400k"] = ["str", "400000"]
COMPUTE["alloc-500k"] = ["alloc", "500000"]


def compile_programs(source: Path, java: jdk.JDK, out: str) -> None:
    assert java.javac is not None
    files = sorted(str(p) for p in (source / "java").glob("*.java"))
    subprocess.run([java.javac, "-g", "-nowarn", "-proc:none", "-cp", API_JAR, "-d", out, *files], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the six programs of the acceptance list")
    parser.add_argument("--json", metavar="FILE", help="write the samples there (default: build/bench.json)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the quickest counts")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    source = Path(__file__).resolve().parent
    wanted = options.names or (QUICK if options.quick else [*SEARCHES, *COMPUTE])
    unknown = [n for n in wanted if n not in SEARCHES and n not in COMPUTE]
    if unknown:
        sys.exit(f"bench: no program named {unknown[0]} (there are {', '.join([*SEARCHES, *COMPUTE])})")
    java = jdk.find()
    core = os.environ.get("JPF_CORE")
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory(prefix="jpfpy-bench-") as out:
        compile_programs(source, java, out)
        start = ours.startup(java, out, options.runs)
        samples.append(start)
        for name in wanted:
            if name in SEARCHES:
                cls, args, properties, model = SEARCHES[name]
                samples.append(ours.explore(name, java, out, cls, args, properties, options.runs).less(start))
                if core:
                    samples.append(jpfcore.explore(name, core, java, out, cls, args, properties))
                if model and spin.there():
                    samples += spin.explore(name, source / "spin" / model[0], model[1], options.runs)
            else:
                args = COMPUTE[name]
                samples.append(ours.run(name, java, out, "Compute", args, options.runs).less(start))
                command = [f"{java.home}/bin/java", "-Xint", "-cp", out]
                idle = timed(name, "java -Xint", [*command, "JpfpyHello"], options.runs)
                samples.append(timed(name, "java -Xint", [*command, "Compute", *args], options.runs).less(idle))
                if core:
                    samples.append(jpfcore.explore(name, core, java, out, "Compute", args, {}))
            print(f"  {name}: {samples[-1].tool} done", file=sys.stderr, flush=True)
    print(table(samples, start))
    file = Path(options.json or ROOT / "build" / "bench.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps([s.record() for s in samples], indent=1) + "\n")
    print(f"\n{file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
