"""The runner of random programs for a night: what it compares, and that nothing it meets is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import programs, support


def report(outputs: str, whole: bool = True, states: int = 3, errors: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "output": "".join(f"R {c}\n" for c in outputs),
        "complete": whole,
        "errors": [{"kind": kind, "exception": None} for kind in errors],
        "statistics": {"states_new": states},
    }


def wrong(prints: bool = True, want: programs.Outcome | None = None, **found: dict[str, Any]) -> list[str]:
    named = {mode.replace("_", ", "): r for mode, r in found.items()}
    return programs.differences(named, want, prints)


def test_outcomes_of_whole_searches_are_equal() -> None:
    assert not wrong(off=report("ab"), dpor=report("ba"))
    assert wrong(off=report("ab"), dpor=report("a"))
    assert wrong(off=report("ab"), dpor=report("ab", errors=("deadlock",)))
    assert wrong(want=({"R a"}, False, set()), off=report("ab"), dpor=report("ab"))
    assert not wrong(prints=False, off=report("ab"), dpor=report("a"))


def test_a_part_has_nothing_that_the_whole_has_not() -> None:
    assert not wrong(off=report("ab"), dpor=report("a", whole=False))
    assert wrong(off=report("ab"), dpor=report("c", whole=False))
    assert wrong(off=report("ab"), dpor=report("a", whole=False, errors=("deadlock",)))
    assert not wrong(off=report("ab", whole=False), dpor=report("c", whole=False))


def test_states_without_reductions_are_equal() -> None:
    off = {"off, breadth first": report("a", states=4), "off": report("a")}
    assert programs.differences(off, None, True)
    off["off"]["statistics"]["states_new"] = 4
    assert not programs.differences(off, None, True)


def runner(kept: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.programs", "--kept", str(kept), "--workers", "1", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=support.ROOT)


@pytest.mark.slow
def test_each_family_is_searched_in_each_mode(tmp_path: Path) -> None:
    done = runner(tmp_path, "--programs", str(len(programs.MADE)))
    assert not done.returncode, done.stdout + done.stderr
    assert len((tmp_path / "done.jsonl").read_text().splitlines()) == len(programs.MADE)
    searches = len(programs.MADE) * len(programs.modes("conc", 0))
    said = f"{len(programs.MADE)} programs, {searches} searches, 0 found"
    assert said in done.stdout
    assert said in runner(tmp_path, "--programs", str(len(programs.MADE))).stdout  # nothing is done twice


def test_a_process_that_dies_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on behind the program at which it died."""
    ran = []

    def run(command: list[str], **how: object) -> subprocess.CompletedProcess[str]:
        seed, count = map(int, command[-2:])
        ran.append((seed, count))
        if seed == 7:
            return subprocess.CompletedProcess(
                command,
                -11,
                '{"begun": 7}\n{"seed": 7, "wrong": [], "searches": 2, ' '"whole": 1}\n{"begun": 8}\n',
                "lost",
            )
        return subprocess.CompletedProcess(
            command, 0, '{"begun": 9}\n{"seed": 9, "wrong": ["x"], "searches": 2, ' '"whole": 2}\n', ""
        )

    monkeypatch.setattr("subprocess.run", run)
    tally, folders = programs.run_batch("place", 7, 3, tmp_path)
    assert ran == [(7, 3), (9, 1)]
    assert vars(tally) == {"programs": 2, "searches": 4, "whole": 3, "found": 2}
    assert [f.name for f in folders] == ["place-8", "place-9"]
    assert "ended with -11" in (folders[0] / "found.txt").read_text() and (folders[0] / "Place8.java").exists()
