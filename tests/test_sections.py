"""Waits within atomic sections: that one can block is told, whatever the order of the wait and what ends it is reduced by.

tests/java/por/Sections.java has a way to wait, and what ends such a wait, for each letter.
"""

from __future__ import annotations

import random
import string
from typing import Any

import pytest

from tests import support

MODES = {
    "dfs": {},
    "bfs": {"search__class": support.BFS},
    "dpor": {"search__class": "dpor"},
    "dynamic": {"vm__por": "dynamic"},
    "not persistent": {"vm__por__persistent": "false"},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "no symmetry": {"vm__por__symmetry": "false"},
    "no places": {"vm__por__places": "false"},
}
KINDS = string.ascii_lowercase
SHAPES = [who + guarded for who in "mewx" for guarded in "01"]
TIMED = "xyz"  # what ends by itself is no error


def explore(how: list[str], **extra: str) -> dict[str, Any]:
    report = support.explore("Sections", support.compiled("por"), *how, search__multiple_errors="true", **extra)
    assert report["complete"]
    return report


def kinds_of(report: dict[str, Any]) -> set[str]:
    return {e["property"] for e in report["errors"]}


def same_in_all_modes(how: list[str]) -> set[str]:
    whole = kinds_of(explore(how, vm__por="false"))
    for name, extra in MODES.items():
        report = explore(how, **extra)
        assert kinds_of(report) == whole, (how, name)
        if report["errors"]:
            first = report["errors"][0]
            again = support.replay("Sections", support.compiled("por"), first["replay"], *how)["errors"][0]
            assert again["message"] == first["message"], (how, name)
    return whole


def shapes_of(kind: str) -> list[str]:
    """One for each kind, all of them with each kind in a nightly run."""
    return SHAPES if support.NIGHTLY else [SHAPES[(KINDS.index(kind) * 3 + support.SEED) % len(SHAPES)]]


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_wait_in_a_section_waits_for_depends_on_it(kind: str) -> None:
    for shape in shapes_of(kind):
        found = same_in_all_modes([shape + "0", kind, kind])
        assert ("BlockedAtomicException" in found) == (kind not in TIMED), shape


@pytest.mark.parametrize("seed", support.seeds(5, 2000))
def test_any_waits_and_any_ends(seed: int) -> None:
    r = random.Random(seed)
    waits = r.choices(KINDS, k=r.choice((1, 1, 2)))
    ends = r.choices(KINDS, k=r.choice((1, 2)))
    same_in_all_modes([r.choice(SHAPES) + "0", "".join(waits), "".join(ends)])


def test_a_third_thread_changes_nothing() -> None:
    assert same_in_all_modes(["e11", "c", "c"]) == {"BlockedAtomicException"}


@pytest.mark.parametrize(("kind", "what", "more"), [("a", "RELEASE", 1), ("c", "RELEASE", 1), ("j", "RELEASE", 0)])
def test_only_programs_with_such_sections_pay(kind: str, what: str, more: int) -> None:
    """Giving a monitor back is a step where one is entered within a section, and nowhere else."""
    met = explore(["m00", kind, kind])["statistics"]["boundaries_met"]
    free = explore(["m00", kind, kind], cg__enable_atomic="false")["statistics"]["boundaries_met"]
    assert bool(met.get(what, 0)) == bool(more) and not free.get(what, 0)
