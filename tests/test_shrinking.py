"""Plainer paths to the same errors: search.shrink and --shrink."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.shrinking import same
from tests import support

WRONG = sorted(p.stem for p in support.CONC.glob("*.java") if support.expectation(p)[0] == "violation")
FEW = ["DiningDeadlock", "LostWakeup", "RacyAccount", "UncaughtHandler", "VerifyValues"]


def switches(error: dict[str, Any]) -> int:
    threads = [t["thread_id"] for t in error["trace"]]
    return sum(a != b for a, b in zip(threads, threads[1:], strict=False))


def lines(error: dict[str, Any]) -> list[Any]:
    return [(t["thread"], [(s["class"], s["line"]) for s in t["steps"]]) for t in error["trace"]]


def verify(name: str, **extra: Any) -> jpfpy.Report:
    return support.verify(name, classes="conc", **extra)


def shrunk(name: str, **extra: Any) -> jpfpy.Report:
    return verify(name, search__shrink="true", search__shrink__time="60s", **extra)


@pytest.mark.parametrize("name", [n if n in FEW else pytest.param(n, marks=pytest.mark.slow) for n in WRONG])
@pytest.mark.parametrize("search", ["dfs", "random"])
def test_the_same_error_on_a_plainer_path(name: str, search: str) -> None:
    """Never longer, never with more context switches, and again by its string; a second time nothing changes."""
    plain = verify(name, search=search)
    report = shrunk(name, search=search)
    assert len(report.errors) == len(plain.errors)
    for before, after in zip(plain.raw["errors"], report.raw["errors"], strict=True):
        assert same(before, after) and after["id"] == before["id"]
        assert len(after["trace"]) <= len(before["trace"]) and switches(dict(after)) <= switches(dict(before))
        again = support.replay(name, support.compiled("conc"), after["replay"])["errors"][-1]
        for key in ("kind", "exception", "message", "thread", "replay"):
            assert again[key] == dict(after)[key], key
        assert lines(again) == lines(dict(after))
        twice = verify(name, jpf__shrink=after["replay"], search__shrink__time="60s")
        assert any(n.startswith("note: no plainer path was found") for n in twice.notes), twice.notes
        assert twice.errors[-1].replay == after["replay"]


def test_what_became_of_it_is_said() -> None:
    """A long random path of a deadlock of two: what is left are the steps of these."""
    report = shrunk("LostWakeup", search="random")
    (note,) = (n for n in report.notes if "error #1" in n and n.startswith("note: "))
    told = re.fullmatch(
        r"note: error #1: shrunk from (\d+) to (\d+) transitions, (\d+) to (\d+) context switches", note
    )
    assert told, note
    a, b, c, d = map(int, told.groups())
    assert (b, d) <= (a, c) and d < c
    assert len(report.errors[0].trace) == b and switches(report.raw["errors"][0]) == d  # type: ignore[arg-type]


def test_nobody_hears_of_it() -> None:
    """Events, what the program prints, and counts are those of the search."""

    class Hears(jpfpy.Listener):
        def __init__(self) -> None:
            self.heard: list[tuple[str, int]] = []

        def state_advanced(self, search: Any) -> None:
            self.heard.append(("advanced", search.state_id))

        def property_violated(self, search: Any) -> None:
            self.heard.append(("violated", search.depth))

    one, two = Hears(), Hears()
    plain, report = verify("RacyAccount", listeners=[one]), shrunk("RacyAccount", listeners=[two])
    assert one.heard == two.heard and plain.output == report.output
    for key in ("transitions", "states_new", "instructions", "states_backtracked"):
        assert plain.statistics[key] == report.statistics[key]
    assert len(report.errors[0].trace) < len(plain.errors[0].trace)


def test_what_a_listener_finds_is_left_as_it_is() -> None:
    class Deep(jpfpy.PropertyListenerAdapter):
        def check(self, search: Any, vm: Any) -> bool:
            return bool(search.depth < 5)

    report = shrunk("RacyAccount", listeners=[Deep()])
    assert report.errors and len(report.errors[0].trace) >= 5
    assert any("error #1: not shrunk: " in n for n in report.notes), report.notes


def test_the_command(tmp_path: Path) -> None:
    found = verify("DiningDeadlock", search="random")
    (tmp_path / "string").write_text(found.errors[0].replay)
    done = subprocess.run(
        [*support.JPF, "-cp", str(support.compiled("conc")), "--shrink", f"@{tmp_path / 'string'}"]
        + ["--json", "-", "DiningDeadlock"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    report = json.loads(done.stdout)
    assert done.returncode == 1 and report["errors"][0]["kind"] == "deadlock"
    assert any(n.startswith("note: shrunk from ") for n in report["notes"])
    assert switches(report["errors"][0]) < switches(dict(found.raw["errors"][0]))
