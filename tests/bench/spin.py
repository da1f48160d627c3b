"""Spin's twins of the programs: with its reduction, and without."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def compiled(model: str, defines: list[str], reduction: str, table_bits: int) -> Iterator[tuple[list[str], list[str]]]:
    """The commands of an empty model's verifier and of this one's (empty where Spin refuses it). `table_bits`: the size
    of the hash table at the start, as a power of two; what it costs to make one, and what there is besides, is the cost
    of the empty model, which is to be taken off."""
    with tempfile.TemporaryDirectory(prefix="jpfpy-spin-") as folder:
        commands = []
        Path(folder, "empty.pml").write_text(EMPTY)
        for name, source, given in (("empty", Path(folder, "empty.pml"), []), ("full", MODELS / model, defines)):
            inner = Path(folder, name)
            inner.mkdir()
            made = verifier(str(inner), source, given, reduction)
            commands.append([*made, f"-w{table_bits}"] if made else [])
        assert commands[0]
        yield commands[0], commands[1]


def explore(
    name: str, model: str, defines: list[str], reduction: str, table_bits: int, runs: int, timeout: float = 600
) -> Sample:
    with compiled(model, defines, reduction, table_bits) as (empty, command):
        idle = timed(name, "spin", empty, max(runs, 3))
        if not command:
            return Sample(name, "spin", 0, 0, 0, note="spin -a failed")
        s = counted(timed(name, "spin", command, runs, timeout).less(idle))
        s.reduction = reduction
        return s


def states(model: str, defines: list[str], reduction: str = FULL) -> Sample:
    """The counts alone."""
    with tempfile.TemporaryDirectory(prefix="jpfpy-spin-") as folder:
        command = verifier(folder, MODELS / model, defines, reduction, "-O0")
        if command is None:
            return Sample(model, "spin", 0, 0, 0, note="spin -a failed")
        return counted(timed(model, "spin", [*command, "-w16"], 1))
