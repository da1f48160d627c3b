"""Assumptions about fields (written once, one thread's, protected by a lock) and the sharedness of objects: what
they save, and that they hide nothing."""

from __future__ import annotations

import functools
import re

import pytest

from tests import support
from tests.support import BFS, DFS

events = functools.partial(support.verify, support.ROOT / "examples" / "events" / "Events.java")


@pytest.mark.parametrize("how", ["escape", "once", "table", "own", "lock", "reflection", "handle", "clone", "spin"])
@pytest.mark.parametrize("search", [DFS, BFS])
def test_an_assumption_about_a_field_hides_nothing(how: str, search: str) -> None:
    report = support.explore("Uses", support.compiled("por"), how, search__class=search)
    assert report["errors"][0]["message"].endswith("seen")
    again = support.replay("Uses", support.compiled("por"), report["errors"][0]["replay"], how)
    assert again["errors"][0]["location"] == report["errors"][0]["location"]


CHECKED = [
    "NotifyChoice",
    "HashMapRace",
    "InterruptWait",
    "LostWakeup",
    "ClinitDeadlock",
    "UncaughtHandler",
    "TimedWait",
]


@pytest.mark.parametrize("name", CHECKED)
def test_sharedness_is_that_of_the_two_phase_mark(name: str) -> None:
    """At every state: whatever two threads reach over references, firewalls aside, is marked as shared."""
    report = support.explore(
        name,
        support.compiled("conc"),
        jpf__stress__check="true",
        search__state_limit="150",
        search__multiple_errors="true",
    )
    assert report["statistics"]["states_new"] > 1


@pytest.mark.parametrize("search", [DFS, BFS])
def test_a_lock_that_does_not_protect_is_told_of_and_given_up(search: str) -> None:
    # in an order that comes to the field with the lock first
    report = events(search__class=search, vm__por__persistent="false")
    assert report.errors[0].kind == "deadlock"
    (warning,) = report.statistics.warnings
    for part in (
        '.count in thread: "Thread-0" Events.java:42; ',
        "assumed to be protected by: {Events$Event@",
        "found to be protected by: {}; ",
        "vm.por.sync_detection=false",
        "vm.por.exclude_fields=Events$Event.count",
    ):
        assert part in warning
    assert report.statistics.fields_assumed["lock_protected"] == 0
    assert not events(search__class=search, vm__por__sync_detection="false").statistics.warnings


def test_fast_does_not_go_back_and_says_so() -> None:
    report = events(vm__por__sync_detection="fast", search__multiple_errors="true")
    assert not report.complete
    assert "vm.por.sync_detection=fast" in report.statistics.constraints[0]
    assert "stays unexplored" in report.statistics.warnings[0]
    assert report.statistics.boundaries_skipped["lock_protected"] > 0
    whole = events(search__multiple_errors="true")
    assert whole.complete and whole.statistics.states_new > report.statistics.states_new


@pytest.mark.parametrize(("key", "reason"), [("sync_detection", "lock_protected"), ("one_thread", "one_thread")])
def test_each_assumption_has_a_switch_and_a_counter(key: str, reason: str) -> None:
    others = {"vm__por__one_thread": "false", "vm__por__write_once": "false", "vm__por__sync_detection": "false"}
    others[f"vm__por__{key}"] = "true"
    program = {"lock_protected": ("Philo", "3", "2"), "one_thread": ("Confined",)}[reason]
    por = functools.partial(support.explore, program[0], support.compiled("por"), *program[1:])
    on = por(vm__por__persistent="false", **others)["statistics"]
    others[f"vm__por__{key}"] = "false"
    off = por(vm__por__persistent="false", **others)["statistics"]
    assert on["fields_assumed"][reason] > 0 and on["boundaries_skipped"][reason] > 0
    assert off["fields_assumed"][reason] == 0 and reason not in off["boundaries_skipped"]
    assert on["states_new"] < off["states_new"]


def test_write_once_has_a_switch_and_a_counter() -> None:
    config = {"vm__por__one_thread": "false", "vm__por__sync_detection": "false", "vm__por__persistent": "false"}
    on = support.explore("Confined", support.compiled("por"), **config)["statistics"]
    off = support.explore("Confined", support.compiled("por"), vm__por__write_once="false", **config)["statistics"]
    assert on["fields_assumed"]["write_once"] == 3 and on["boundaries_skipped"]["write_once"] > 0
    assert off["fields_assumed"]["write_once"] == 0
    assert on["states_new"] < off["states_new"]


@pytest.mark.parametrize("key", ["skip_finals", "skip_static_finals"])
def test_finals_have_switches(key: str) -> None:
    config = {f"vm__shared__{key}": "false", "vm__por__one_thread": "false", "vm__por__persistent": "false"}
    skipping = support.explore("SafeAccount", support.compiled("conc"))["statistics"]
    report = support.explore("SafeAccount", support.compiled("conc"), **config)
    assert report["result"] == "no_errors"
    assert report["statistics"]["states_new"] >= skipping["states_new"]
    if key == "skip_finals":
        assert "final" not in report["statistics"]["boundaries_skipped"]
        config["vm__shared__skip_constructed_finals"] = "true"
        again = support.explore("SafeAccount", support.compiled("conc"), **config)["statistics"]
        assert again["boundaries_skipped"]["final"] > 0
        escape = support.explore("Uses", support.compiled("por"), "escape", **config)
        assert escape["errors"][0]["message"].endswith("seen")


def test_skipping_constructors_is_said() -> None:
    report = support.explore("Uses", support.compiled("por"), "escape", vm__shared__skip_inits="true")
    assert not report["complete"]
    assert any("skip_inits" in c for c in report["statistics"]["constraints"])


def test_exposure() -> None:
    """`shared` is taken out; the store that makes its target shared is a scheduling point all the same."""
    taken = {"vm__por__exclude_fields": "Exposure.shared"}
    on = support.explore("Exposure", support.compiled("por"), **taken)
    off = support.explore("Exposure", support.compiled("por"), vm__shared__break_on_exposure="false", **taken)
    assert not on["complete"] and not off["complete"]
    assert on["statistics"]["objects_exposed"] > 0
    assert on["statistics"]["boundaries_met"]["SHARED_CLASS"] > off["statistics"]["boundaries_met"].get(
        "SHARED_CLASS", 0
    )


def deposits(**extra: str) -> tuple[int, dict[str, int]]:
    s = support.verify(support.ROOT / "examples" / "por" / "Deposits.java", **extra).statistics
    return s.states_new, s.boundaries_skipped


@pytest.mark.skipif(17 not in support.jdks(), reason="states of JDK 17's library are counted")
def test_the_picture_of_the_document() -> None:
    picture = (support.ROOT / "docs" / "por.svg").read_text()
    text = (support.ROOT / "docs" / "por.md").read_text()
    off, _ = deposits(vm__por="false")
    apart = {"vm__por__symmetry": "false"}  # the tellers are alike: the picture is of the other reductions
    filtered, skipped = deposits(vm__por__persistent="false", vm__por__sleep_sets="false", **apart)
    reduced, _ = deposits(**apart)
    alike = deposits(vm__por__persistent="false", vm__por__sleep_sets="false")[0], deposits()[0]
    assert "in the middle has {} states, and the one on the right has {}.".format(*alike) in text.replace("\n", " ")
    assert re.findall(r">(\d+) states<", picture) == [str(off), str(filtered), str(reduced)]
    assert [part.count('fill="#fff"/>') for part in picture.split("<text")[2:]].count(1) == 3  # an end in each
    for reason, shown in (
        ("unshared", "only one thread has are out ({} accesses)"),
        ("final", "(`account`, {})"),
        ("write_once", "written once ({})"),
        ("one_thread", "own counter ({})"),
    ):
        assert shown.format(skipped[reason]) in text.replace("\n", " ")
    assert f"protects ({skipped['lock_protected']})" in text
