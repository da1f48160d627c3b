"""java.util.concurrent on the JDK's own classes: verdicts, completeness, cost, agreement with fine steps."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from jpfpy.report.console import stack_lines
from tests import support
from tests.support import NIGHTLY

FOLDER = support.TESTS / "java" / "juc"
PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.java"))
# docs/juc-tables.md has the times; the tests bound the work, which is the same on every machine. The limit of time only
# keeps a mistake from running for ever.
LIMITS = {"search__time_limit": "300", "search__memory_limit": "800m"}
WORK = 250_000_000  # instructions: well under 10 CPU seconds where a second is 50 million of them


def needs(name: str) -> int:
    return int(support.header(FOLDER / f"{name}.java", "jdk") or 17)


@functools.cache
def compiled(release: int) -> Path:
    """Classes of the programs whose `// jdk:` line says this release."""
    have = min(v for v in support.jdks() if v >= release)
    return support.compile_texts(
        {f"{n}.java": (FOLDER / f"{n}.java").read_text() for n in PROGRAMS if needs(n) == release}, have
    )


def explore(name: str, jdk: int, **extra: str) -> dict[str, Any]:
    options = dict(pair.split("=", 1) for pair in (support.header(FOLDER / f"{name}.java", "config") or "").split())
    config = {k.replace(".", "__"): v for k, v in options.items()}
    return support.explored(name, compiled(needs(name)), jdk=support.jdks()[jdk], **{**LIMITS, **config, **extra})


def names_the_program(name: str, error: dict[str, Any]) -> None:
    """The location and the trace show the program's own lines, whatever library calls they stand in."""
    source = f"{name}.java"
    steps = [step for transition in error["trace"] for step in transition["steps"]]
    assert any(step["file"] == source and step["line"] for step in steps)
    stuck = [t for t in error["snapshot"] if any(f["file"] == source for f in t["frames"])]
    if error["kind"] != "deadlock" or stuck:
        assert error["location"]["file"] == source and error["location"]["line"]
        assert error["kind"] != "deadlock" or f"({source}:" in error["message"]


CASES = [(n, j) for n in PROGRAMS for j in sorted(support.jdks()) if j >= needs(n)]


def fine(name: str, jdk: int) -> str:
    """quick; nightly: ends within a minute or two; slow: has not been seen to end. `// fine: nightly, slow 25`."""
    found = "quick"
    for word in (support.header(FOLDER / f"{name}.java", "fine") or "").split(","):
        how, _, since = word.strip().partition(" ")
        if how and jdk >= int(since or 17):
            found = how
    assert found in ("quick", "nightly", "slow"), name
    return found


FINE = [(n, j) for n, j in CASES if fine(n, j) == "quick" or NIGHTLY]


@pytest.mark.parametrize(("name", "jdk"), CASES)
@pytest.mark.slow
def test_verdict(name: str, jdk: int) -> None:
    report = explore(name, jdk)
    assert report["statistics"]["instructions"] < WORK
    support.as_expected(FOLDER / f"{name}.java", report)
    for error in report["errors"]:
        names_the_program(name, error)
    lines = support.header(FOLDER / f"{name}.java", "output")
    if lines:
        assert set(report["output"].splitlines()) == set(lines.split("|"))


@pytest.mark.parametrize(("name", "jdk"), FINE)
@pytest.mark.slow
def test_fine_steps_agree(name: str, jdk: int) -> None:
    """vm.por.library=fine: the same verdict. Where it is slow it may meet a limit."""
    memory = {} if fine(name, jdk) == "quick" else {"search__memory_limit": "4g"}
    report = explore(name, jdk, vm__por__library="fine", **memory)
    if report["result"] == "incomplete" and fine(name, jdk) == "slow":
        assert all("limit" in c for c in report["statistics"]["constraints"])
        return
    support.as_expected(FOLDER / f"{name}.java", report)


REPLAYED = [n for n in PROGRAMS if support.expectation(FOLDER / f"{n}.java")[0] == "violation"]


@pytest.mark.parametrize("name", [n for n in REPLAYED if needs(n) <= max(support.jdks(), default=0)])
@pytest.mark.slow
def test_replay_reproduces(name: str) -> None:
    jdk = max(support.jdks()) if needs(name) > 17 else min(support.jdks())
    error = explore(name, jdk)["errors"][0]
    again = support.replay(name, compiled(needs(name)), error["replay"], jdk=support.jdks()[jdk])
    assert again["result"] == "violation"
    for key in ("kind", "exception", "message", "location", "trace", "thread"):
        assert again["errors"][0][key] == error[key], key


POOLS = support.TESTS / "java" / "pools"


def lines(name: str, jdk: int, **extra: str) -> set[str]:
    """What the program prints after "R ", over all schedules."""
    report = support.explore(name, support.compiled("pools"), jdk=support.jdks()[jdk], **extra)
    assert report["complete"], (name, extra, report["statistics"]["constraints"])
    return {f if f.strip() else "" for f in support.outcomes(report)}


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.parametrize("name", sorted(p.stem for p in POOLS.glob("*.java")))
@pytest.mark.slow
def test_pool_steps_lose_no_outcome(name: str, jdk: int) -> None:
    """The steps of classes/jdk/steps.def for pools and phasers: every outcome that fine steps have, and no other."""
    want = set((support.header(POOLS / f"{name}.java", "outcomes") or "").split("|"))
    variants: list[dict[str, str]] = [{}, {"vm__por__persistent": "false", "vm__por__sleep_sets": "false"}]
    if support.header(POOLS / f"{name}.java", "fine") and (NIGHTLY or name == "PhaserRegister"):
        variants.append({"vm__por__library": "fine"})
    for extra in variants:
        assert lines(name, jdk, **extra) == want, extra


def test_causes_are_told() -> None:
    error = explore("CompletableFutureUnhandled", min(support.jdks()))["errors"][0]
    (cause,) = error["causes"]
    assert cause["message"] == "java.lang.IllegalStateException: no price"
    assert cause["stack"][0] == error["location"] and error["location"]["method"] == "price"
    lines = stack_lines(error)
    at = lines.index("Caused by: java.lang.IllegalStateException: no price")
    assert lines[at + 1] == "\tat CompletableFutureUnhandled.price(CompletableFutureUnhandled.java:7)"
    run = next(i for i, line in enumerate(lines) if "$AsyncSupply.run(" in line)
    assert lines[-1] == f"\t... {at - run - 1} more"  # Thread.run, or the frames of a worker of the common pool


def test_every_kind_is_there() -> None:
    verdicts = [support.expectation(FOLDER / f"{n}.java")[0] for n in PROGRAMS]
    assert len(PROGRAMS) >= 50 and verdicts.count("violation") >= 25 and verdicts.count("no_errors") >= 25


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_output_that_is_looked_at_is_no_shared_pool(jdk: int) -> None:
    """Each observation has a bit of its own: a pool with one thread in control has its steps, whoever looks at output."""
    reports = [explore("FixedPoolOk", jdk, vm__por__output=how) for how in ("auto", "visible")]
    first, second = (r["statistics"] for r in reports)
    assert [first[k] for k in ("states_new", "transitions")] == [second[k] for k in ("states_new", "transitions")]
    assert first["states_new"] < 400
