"""Locks that may protect a field: the owner's around what it has, elements of arrays, when one is relied upon, and what
happens when it does not protect."""

from __future__ import annotations

from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, DFS

POINTS = {"vm__por__persistent": "false", "vm__por__sleep_sets": "false"}  # scheduling points alone
GUARDED = {"monitor": 1, "juc": 1, "array": 1, "static": 1, "list": 3}  # and how many fields are
BROKEN = [
    *("two", "later", "twins", "replaced", "past", "slot", "rarely"),
    *("copy", "clone", "reflection", "handle", "stream", "range", "sort"),
]


def explore(how: str, **extra: str) -> dict[str, Any]:
    return support.explore("Owners", support.compiled("por"), how, **extra)


@pytest.mark.parametrize("how", GUARDED)
@pytest.mark.parametrize("search", [DFS, BFS])
def test_what_the_owners_lock_protects_needs_no_points(how: str, search: str) -> None:
    on = explore(how, search__class=search, **POINTS)
    off = explore(how, search__class=search, vm__por__sync_detection="false", **POINTS)
    assert on["result"] == off["result"] == "no_errors" and on["complete"] and off["complete"]
    assert on["statistics"]["fields_assumed"]["lock_protected"] == GUARDED[how]
    assert on["statistics"]["states_new"] < 0.6 * off["statistics"]["states_new"]
    assert not on["statistics"]["warnings"]


@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("threshold", ["1", "5"])
@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.slow
def test_an_owner_that_is_not_the_only_one_or_is_passed_by_hides_nothing(how: str, threshold: str, search: str) -> None:
    others = {"vm__por__write_once": "false", "vm__por__one_thread": "false"}
    settings = {"search__class": search, "vm__por__sync_detection__threshold": threshold, **others}
    report = explore(how, **settings)
    assert report["errors"][0]["message"].endswith("seen")
    again = support.replay("Owners", support.compiled("por"), report["errors"][0]["replay"], how, **settings)
    assert again["errors"][0]["location"] == report["errors"][0]["location"]


def test_the_warning_names_an_owner_that_the_thread_does_not_know() -> None:
    report = explore("later", search__class=BFS)
    (warning,) = report["statistics"]["warnings"]
    assert "Owners$Cell@" in warning and '.n in thread: "main" Owners.java:' in warning
    assert (
        "assumed to be protected by: {the Owners$Buffer that has it in cell}, found to be protected by: {}" in warning
    )
    assert "vm.por.exclude_fields=Owners$Cell.n" in warning


def test_the_warning_of_an_array() -> None:
    report = explore("rarely", search__multiple_errors="true")
    (warning,) = report["statistics"]["warnings"]
    assert "unprotected access of an element of: [I@" in warning
    assert "assumed to be protected by: {the Owners$Buffer that has it in slots}" in warning
    assert report["complete"] and report["errors"]


def assumed(**extra: str) -> tuple[int, int]:
    """Fields taken to be protected, and new beginnings."""
    only = {"vm__por__one_thread": "false", "vm__por__persistent": "false"}
    s = support.explore("Philo", support.compiled("por"), "3", "2", **only, **extra)["statistics"]
    return s["fields_assumed"]["lock_protected"], s["por_restarts"]


def test_the_threshold_is_the_accesses_before_a_lock_is_relied_upon() -> None:
    few = assumed(vm__por__sync_detection__threshold="2")
    many = assumed(vm__por__sync_detection__threshold="50")
    assert few[0] == many[0] == 1 and few[1] < many[1]
    assert assumed(vm__por__sync_detection__threshold="1000000")[0] == 0  # the stress build repeats every access


def test_aggressive_relies_on_a_near_lock_at_once() -> None:
    never = {"vm__por__sync_detection__threshold": "1000000"}
    assert assumed(vm__por__sync_detection__aggressive="true", **never) == (1, 0)
    # an owner is near, too, but has to be looked at from the beginning
    stats = explore("monitor", vm__por__sync_detection__aggressive="true", **never, **POINTS)["statistics"]
    assert stats["fields_assumed"]["lock_protected"] == 1 and stats["por_restarts"] == 1


class Names(jpfpy.FieldLockInfo):
    seen: dict[str, list[str]] = {}

    def is_protected(self, thread: int, locks: list[str], checks: int) -> bool:
        Names.seen[self.field] = locks
        return super().is_protected(thread, locks, checks)


@pytest.mark.parametrize(
    ("how", "field", "lock"),
    [
        ("monitor", "Owners$Cell.n", "owner:Owners$Buffer.cell"),
        ("static", "[I.*", "Owners.LOCK"),
        ("array", "[I.*", "owner:Owners$Buffer.slots"),
    ],
)
def test_what_a_policy_in_python_is_told(how: str, field: str, lock: str) -> None:
    Names.seen.clear()
    config = {"vm.cache": support.cache_dir(), "vm.por.fieldlockinfo.class": f"{__name__}:Names"}
    report = jpfpy.verify(
        "Owners", how, classpath=str(support.compiled("por")), jdk=str(support.default_jdk()), config=config
    )
    assert report.ok and report.statistics.fields_assumed["lock_protected"] == 1
    assert Names.seen[field] == [lock]
