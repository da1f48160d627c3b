"""What listening costs, in machine instructions (callgrind): python -m tests.bench.listeners [--json FILE]

Counted is what is executed inside the interpreter loop (interp_run, with all it calls: filters, Python's callbacks, and once the table of what is listened to, about 2 million). Nothing
registered, or nobody who listens to instructions: the very same number. Exit status 1 if that does not hold, or if a
filtered listener costs more than its opcode's share of the program."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from jpfpy.target import jdk

ENV = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent.parent)}

PROGRAM = """
public class Cost {
    static int s;
    int f;
    static int work(Cost c, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) { c.f += i; sum ^= c.f << 1; }
        return sum;
    }
    static int rare(int n) { return n / 3; }
    public static void main(String[] a) {
        Cost c = new Cost();
        for (int k = 0; k < 20; k++) s += work(c, 5000) + rare(k);
    }
}
"""
LISTENERS = """
import jpfpy

class Ends(jpfpy.Listener):
    def search_finished(self, search): pass

class States(jpfpy.Listener):
    def state_advanced(self, search): pass

class NoSuchOpcode(jpfpy.Listener):
    @jpfpy.on(opcodes="MULTIANEWARRAY")
    def execute_instruction(self, vm, thread, insn): pass

class Rare(jpfpy.Listener):
    @jpfpy.on(opcodes="IDIV")
    def execute_instruction(self, vm, thread, insn): pass

class OtherMethod(jpfpy.Listener):
    @jpfpy.on(opcodes="PUTFIELD", method="Nobody.*")
    def execute_instruction(self, vm, thread, insn): pass

class OtherField(jpfpy.Listener):
    @jpfpy.on(opcodes="PUTFIELD", field="Cost.g")
    def execute_instruction(self, vm, thread, insn): pass
"""
# name -> properties, and at most how many times the bare number
ROWS: dict[str, tuple[list[str], float]] = {
    "nothing": ([], 1.0),
    "no instruction events": (["+listener=cost_listeners:Ends"], 1.001),
    "an opcode that does not occur": (["+listener=cost_listeners:NoSuchOpcode"], 1.15),
    "20 hits": (["+listener=cost_listeners:Rare"], 1.2),
    "PUTFIELD, no method matches": (["+listener=cost_listeners:OtherMethod"], 5.0),
    "PUTFIELD, no field matches": (["+listener=cost_listeners:OtherField"], 5.0),
    "coverage": (["+listener=CoverageAnalyzer"], 40.0),
    "race detector": (["+listener=PreciseRaceDetector"], 20.0),
    "instruction counts": (["+listener=InsnCounter"], 40.0),
}


def count(folder: Path, java: jdk.JDK, properties: list[str]) -> int:
    """Machine instructions inside interp_run."""
    out = folder / "callgrind.out"
    tool = ["valgrind", "--tool=callgrind", "--toggle-collect=interp_run", f"--callgrind-out-file={out}"]
    run = [sys.executable, "-m", "jpfpy", "--no-progress", f"+vm.jdk={java.home}", *properties, "-cp", ".", "Cost"]
    done = subprocess.run([*tool, *run], cwd=folder, capture_output=True, text=True, check=False, env=ENV)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise SystemExit(f"bench: {' '.join(run)} failed:\n{done.stderr[-2000:]}")
    return int(found[1])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.listeners", description=__doc__)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    java = jdk.find("")
    assert java.javac is not None
    numbers: dict[str, int] = {}
    bad = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "Cost.java").write_text(PROGRAM)
        (folder / "cost_listeners.py").write_text(LISTENERS)
        subprocess.run([java.javac, "-g", "Cost.java"], cwd=folder, check=True)
        warm = [sys.executable, "-m", "jpfpy", f"+vm.jdk={java.home}", "-cp", ".", "Cost"]
        subprocess.run(warm, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=ENV)  # the boot image
        for row, (properties, most) in ROWS.items():
            numbers[row] = count(folder, java, properties)
            # before a listener in Python hears of the search it has run once without it (csrc/search/settle.c)
            once = numbers["nothing"] if any("cost_listeners" in p for p in properties) and "no instr" not in row else 0
            ratio = (numbers[row] - once) / numbers["nothing"]
            if ratio > most:
                bad.append(row)
            print(
                f"{row:32} {numbers[row]:>12,} {ratio:8.3f}" + (f"  more than {most}" if ratio > most else ""),
                flush=True,
            )
    if options.json:
        Path(options.json).write_text(json.dumps(numbers, indent=1))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
