"""Spin's twins of the programs: with its reduction, and without."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path

from .measure import Sample, timed

MODELS = Path(__file__).resolve().parent / "spin"
REDUCED, FULL = "Spin's", "none (-DNOREDUCE)"
EMPTY = "active proctype M() { skip }\n"
FLAGS = {REDUCED: [], FULL: ["-DNOREDUCE"]}
DEPTH = 1_000_000  # of the stack of pan; it says so where a path is longer
COUNTS = (
    ("states_new", r"(\d+) states, stored"),
    ("states_visited", r"(\d+) states, matched"),
    ("transitions", r"(\d+) transitions"),
)


@lru_cache(maxsize=1)
def there() -> bool:
    return shutil.which("spin") is not None and shutil.which("cc") is not None


@lru_cache(maxsize=1)
def version() -> str:
    return subprocess.run(["spin", "-V"], capture_output=True, text=True).stdout.split("--")[0].strip()


def verifier(folder: str, model: Path, defines: list[str], reduction: str, optimize: str = "-O2") -> list[str] | None:
    """The command of a model's verifier, compiled in a folder. None where Spin refuses the model."""
    if subprocess.run(["spin", *defines, "-a", str(model)], cwd=folder, capture_output=True).returncode != 0:
        return None
    subprocess.run(["cc", optimize, "-w", "-DSAFETY", *FLAGS[reduction], "-o", "pan", "pan.c"], cwd=folder, check=True)
    return [f"{folder}/pan", f"-m{DEPTH}"]


def counted(s: Sample) -> Sample:
    """With the counts that pan has printed; the note says what was wrong."""
    output = s.extra.get("output", "")
    for attribute, pattern in COUNTS:
        match = re.search(pattern, output)
        if match:
            setattr(s, attribute, int(match[1]))
    errors = re.search(r"errors: (\d+)", output)
    if "max search depth too small" in output:
        s.note = "deeper than its stack"
    elif errors is None:
        s.note = s.note or "no figures"
    elif errors[1] != "0":
        s.note = f"errors: {errors[1]}"
    return s


def explore(
    name: str, model: str, defines: list[str], reduction: str, table_bits: int, runs: int, timeout: float = 600
) -> Sample:
    """`table_bits`: the size of its hash table at the start, as a power of two; what it costs to make one, and what
    there is besides, is the cost of an empty model, which is taken off."""
    with tempfile.TemporaryDirectory(prefix="jpfpy-spin-") as folder:
        Path(folder, "empty.pml").write_text(EMPTY)
        size = f"-w{table_bits}"
        empty = verifier(folder, Path(folder, "empty.pml"), [], reduction)
        assert empty is not None
        idle = timed(name, "spin", [*empty, size], max(runs, 3))
        command = verifier(folder, MODELS / model, defines, reduction)
        if command is None:
            return Sample(name, "spin", 0, 0, 0, note="spin -a failed")
        s = counted(timed(name, "spin", [*command, size], runs, timeout).less(idle))
        s.reduction = reduction
        return s


def states(model: str, defines: list[str], reduction: str = FULL) -> Sample:
    """The counts alone."""
    with tempfile.TemporaryDirectory(prefix="jpfpy-spin-") as folder:
        command = verifier(folder, MODELS / model, defines, reduction, "-O0")
        if command is None:
            return Sample(model, "spin", 0, 0, 0, note="spin -a failed")
        return counted(timed(model, "spin", [*command, "-w16"], 1))
