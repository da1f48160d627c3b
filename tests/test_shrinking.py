"""Plainer paths to the same errors: search.shrink and --shrink."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.report.told import shrunk_text
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
    return support.verify(name, classes="conc", search__shrink="false", **extra)


def shrunk(name: str, **extra: Any) -> jpfpy.Report:
    """It is the default; with more time."""
    return support.verify(name, classes="conc", search__shrink__time="60s", **extra)


@pytest.mark.parametrize("name", [n if n in FEW else pytest.param(n, marks=pytest.mark.slow) for n in WRONG])
@pytest.mark.parametrize("search", ["dfs", "random"])
def test_the_same_error_on_a_plainer_path(name: str, search: str) -> None:
    """Never with more context switches, nor as many and longer, and again by its string; a second time nothing
    changes. The report says what was done."""
    plain = verify(name, search=search)
    report = shrunk(name, search=search)
    assert len(report.errors) == len(plain.errors)
    for before, after in zip(plain.raw["errors"], report.raw["errors"], strict=True):
        assert same(before, after) and after["id"] == before["id"]
        was, now = (switches(dict(before)), len(before["trace"])), (switches(dict(after)), len(after["trace"]))
        assert now <= was
        told = after["shrunk"]
        assert (told["switches_before"], told["transitions_before"]) == was
        assert (told["switches"], told["transitions"]) == now
        assert not told["cut"] and told["why"] is None
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
    (error,) = report.errors
    told = error["shrunk"]
    text = shrunk_text(told)
    found = re.fullmatch(r"shrunk from (\d+) to (\d+) context switches, (\d+) to (\d+) transitions", text)
    assert found, text
    c, d, a, b = map(int, found.groups())
    assert d < c and (a, c) == (told["transitions_before"], told["switches_before"])
    assert len(error.trace) == b and switches(report.raw["errors"][0]) == d  # type: ignore[arg-type]
    assert f"  {text}\n" in str(report) and f"{text}</p>" in report.to_html()


def test_what_is_left_open_is_said() -> None:
    """That no time was left, also where nothing was plainer, and that paths with fewer switches were not all tried."""
    told: Any = {"transitions": 9, "switches": 4, "transitions_before": 9, "switches_before": 4, "why": None}
    assert shrunk_text({**told, "cut": False, "fewest": True}) == ""
    assert "search.shrink.time" in shrunk_text({**told, "cut": True, "fewest": False})
    assert shrunk_text({**told, "cut": False, "fewest": False}).endswith("no path has fewer context switches")
    assert shrunk_text({**told, "cut": False, "fewest": False, "why": "a listener found it"}) == ""


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
    assert switches(report.raw["errors"][0]) < switches(plain.raw["errors"][0])  # type: ignore[arg-type]


def test_what_a_listener_finds_is_left_as_it_is() -> None:
    class Deep(jpfpy.PropertyListenerAdapter):
        def check(self, search: Any, vm: Any) -> bool:
            return bool(search.depth < 5)

    report = shrunk("RacyAccount", listeners=[Deep()])
    assert report.errors and len(report.errors[0].trace) >= 5
    told = report.errors[0]["shrunk"]
    assert told["why"] == "what leads to it is not in its choices alone" and told["executions"] == 0
    assert told["transitions"] == told["transitions_before"] == len(report.errors[0].trace)


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
