"""Steps of the library (csrc/classes/jdk/steps.def): a program can tell of them what fine steps show, no less, no more."""

from __future__ import annotations

import functools

import pytest

from tests import support
from tests.support import NIGHTLY
from tests.tables_step_calls import FORK_PARTS

FOLDER = support.TESTS / "java" / "steps"
PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.java"))
VARIANTS: dict[str, dict[str, str]] = {
    "default": {},
    "nothing left out of a state": {"vm__por__persistent": "false", "vm__por__sleep_sets": "false"},
    "fine": {"vm__por__library": "fine"},
}
# `// fine: parts`: fine steps have too many states; all of ForkJoinPool's own methods are fine, its queues and tasks are not.
PARTS = {k.replace(".", "__"): v for k, v in FORK_PARTS}


def expected(name: str, jdk: int) -> set[str]:
    """The `// outcomes:` line, or `// outcomes 21:` from that JDK on, `// outcomes 25:` from that one on."""
    path = FOLDER / f"{name}.java"
    keys = ["outcomes", *(f"outcomes {since}" for since in (21, 25) if jdk >= since)]
    found = [line for key in keys if (line := support.header(path, key)) is not None]
    assert found, f"{name} has no outcomes line"
    return set(found[-1].split("|"))


@functools.cache
def outcomes(name: str, jdk: int, variant: str) -> frozenset[str]:
    """What the program prints after "R ", over all schedules."""
    extra = VARIANTS[variant]
    if variant == "fine" and support.header(FOLDER / f"{name}.java", "fine") == "parts":
        extra = PARTS
    report = support.explore(name, support.compiled("steps"), jdk=support.jdks()[jdk], **extra)
    assert report["complete"] and not report["errors"], (name, variant, report["statistics"]["constraints"])
    return frozenset(support.outcomes(report))


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.slow
def test_steps_lose_no_outcome(name: str, jdk: int) -> None:
    large = support.header(FOLDER / f"{name}.java", "fine") == "nightly"
    for variant in VARIANTS:
        if NIGHTLY or variant != "fine" or not large:
            assert outcomes(name, jdk, variant) == expected(name, jdk), variant


def test_what_each_program_shows_takes_another_thread() -> None:
    assert len(PROGRAMS) >= 35
    assert all(len(expected(name, 17)) > 1 for name in PROGRAMS)
