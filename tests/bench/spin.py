"""Spin's twins of the programs: with its reduction, and without."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from .measure import Sample, timed


def there() -> bool:
    return shutil.which("spin") is not None and shutil.which("cc") is not None


def explore(name: str, model: Path, defines: list[str], runs: int) -> list[Sample]:
    samples = []
    with tempfile.TemporaryDirectory(prefix="jpfpy-spin-") as folder:
        made = subprocess.run(["spin", *defines, "-a", str(model)], cwd=folder, capture_output=True, text=True)
        if made.returncode != 0:
            return [Sample(name, "spin", 0, 0, 0, note="spin -a failed")]
        for tool, flags in (("spin", []), ("spin -DNOREDUCE", ["-DNOREDUCE"])):
            subprocess.run(["cc", "-O2", "-w", "-DSAFETY", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)
            s = timed(name, tool, [f"{folder}/pan", "-m1000000", "-w24"], runs)
            for field, pattern in (
                ("states_new", r"(\d+) states, stored"),
                ("states_visited", r"(\d+) states, matched"),
            ):
                match = re.search(pattern, s.extra["output"])
                if match:
                    setattr(s, field, int(match[1]))
            samples.append(s)
    return samples
