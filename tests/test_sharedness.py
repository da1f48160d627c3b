"""What the program and its configuration say of sharedness: annotations, Verify, names; and JPF's two-phase mark beside
what the engine keeps."""

from __future__ import annotations

from typing import Any

import pytest

import jpfpy
from tests import support, test_juc


def explore(name: str, how: str, **extra: str) -> dict[str, Any]:
    return support.explore(name, support.compiled("por"), how, **extra)


def lost(report: dict[str, Any]) -> bool:
    assert all(e["message"].endswith("lost") for e in report["errors"]), report["errors"]
    return bool(report["errors"])


@pytest.mark.parametrize(
    ("how", "names"),
    [
        ("Field", "NeverBreaks$Field.n"),
        ("Type", "NeverBreaks$Type"),
        ("Method", "NeverBreaks$Method.add"),
        ("Static", "NeverBreaks$Static.n"),
    ],
)
def test_never_break(how: str, names: str) -> None:
    report = explore("NeverBreaks", how)
    assert report["result"] == "incomplete" and not report["complete"] and not lost(report)
    (constraint,) = report["statistics"]["constraints"]
    assert constraint == f"@NeverBreak: these are not scheduling points: {names}"
    assert lost(explore("NeverBreaks", how, vm__por="false"))  # no reduction: not this one either


@pytest.mark.parametrize("how", ["Plain", "Sub"])
def test_never_break_is_of_what_it_stands_at(how: str) -> None:
    assert lost(explore("NeverBreaks", how))


def test_a_field_that_is_asked_for_is_a_point_whatever_its_annotation() -> None:
    assert lost(explore("NeverBreaks", "Field", vm__por__include_fields="*Field.n"))


@pytest.mark.parametrize("how", ["declared", "frozen", "early", "class"])
def test_what_the_program_declares_unshared_is_no_point_and_that_is_said(how: str) -> None:
    report = explore("Sharedness", how)
    assert report["result"] == "incomplete" and not report["complete"] and not lost(report)
    assert "declared unshared" in report["statistics"]["constraints"][0]
    assert report["statistics"]["boundaries_skipped"]["excluded"] > 0
    if how != "class":  # the program asks what is shared: reductions or not, that is the same
        assert lost(explore("Sharedness", how, vm__por="false"))


@pytest.mark.parametrize("how", ["plain", "stored", "thawed", "again", "null"])
def test_what_is_shared_again_is_a_point_again(how: str) -> None:
    report = explore("Sharedness", how)
    assert lost(report) and not report["statistics"]["constraints"]


@pytest.mark.parametrize(
    "taken_out",
    [
        {"vm__por__exclude_fields": "StaticRace.*"},
        {"vm__shared__never_break_fields": "*Race.*"},
        {"vm__shared__never_break_types": "StaticRace"},
        {"vm__shared__never_break_methods": "StaticRace.*"},
    ],
    ids=lambda d: next(iter(d)),
)
def test_what_is_taken_out_is_never_called_complete(taken_out: dict[str, str]) -> None:
    conc = support.compiled("conc")
    reduced = support.explore("StaticRace", conc, **taken_out)
    assert reduced["result"] == "incomplete" and not reduced["complete"] and reduced["statistics"]["constraints"]
    whole = support.explore("StaticRace", conc, vm__por="false", **taken_out)
    assert whole["result"] == "violation" and not whole["statistics"]["constraints"]


class Only(jpfpy.SharednessPolicy):
    """Declines what `user.declined` names; keeps what it was asked."""

    asked: list[tuple[str, int, str]] = []

    def _answer(self, kind: str, thread: int, name: str) -> bool:
        Only.asked.append((kind, thread, name))
        return name != self.config.get("user.declined")

    def can_have_shared_object_cg(self, thread: int, field: str) -> bool:
        return self._answer("object", thread, field)

    def can_have_shared_class_cg(self, thread: int, field: str) -> bool:
        return self._answer("class", thread, field)

    def can_have_shared_array_cg(self, thread: int, array: str) -> bool:
        return self._answer("array", thread, array)


class Fails(jpfpy.SharednessPolicy):
    def can_have_shared_object_cg(self, thread: int, field: str) -> bool:
        raise LookupError(field)


def with_policy(policy: str, target: str, *args: str, **config: str) -> jpfpy.Report:
    Only.asked.clear()
    classes = "conc" if target.endswith("Race") else "por"
    return support.verify(target, *args, classes=classes, vm__scheduler__sharedness__class=policy, **config)


@pytest.mark.parametrize(
    ("target", "kind", "name"),
    [
        (("NeverBreaks", "Plain"), "object", "NeverBreaks$Plain.n"),
        (("StaticRace",), "class", "StaticRace.x"),
        (("ArrayRace",), "array", "[I"),
    ],
)
def test_a_sharedness_policy_in_python(target: tuple[str, ...], kind: str, name: str) -> None:
    policy = f"{__name__}:Only"
    report = with_policy(policy, *target)
    assert report.errors and not report.statistics.constraints  # asked, and nothing declined
    assert {(k, n) for k, _, n in Only.asked} >= {(kind, name)}
    assert len(set(Only.asked)) == len(Only.asked)  # once a thread and name
    report = with_policy(policy, *target, user__declined=name)
    assert report.result == "incomplete" and not report.errors
    assert report.statistics.constraints == (f"vm.scheduler.sharedness.class={policy}: scheduling points left out",)
    assert with_policy(policy, *target, user__declined=name, vm__por="false").errors


@pytest.mark.parametrize("name", ["gov.nasa.jpf.vm.PathSharednessPolicy", ".vm.GlobalSharednessPolicy"])
def test_jpfs_sharedness_policies_by_name(name: str) -> None:
    report = with_policy(name, "StaticRace")
    assert report.errors and report.statistics.states_new == with_policy("", "StaticRace").statistics.states_new


def test_what_a_sharedness_policy_raises_goes_through() -> None:
    with pytest.raises(LookupError, match=r"NeverBreaks\$Plain\.n"):
        with_policy(f"{__name__}:Fails", "NeverBreaks", "Plain")


@pytest.mark.parametrize("value", ["NoSuch", "no.such:Thing", f"{__name__}:lost"])
def test_bad_names_of_policies(value: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=r"vm\.scheduler\.sharedness\.class"):
        with_policy(value, "StaticRace")


MARKED = [
    "ExchangerOk",
    "PhaserRounds",
    "StampedLockOk",
    "ScheduledRetry",
    "SynchronizedListIterate",
    "TransferHandOff",
]
OTHERS = ["ConcurrentUse", "ExecutorsOnce", "ThreadsMore", "TimerTasks"]
LIMITS = {"jpf__stress__check": "true", "search__multiple_errors": "true", "search__state_limit": "60"}


@pytest.mark.parametrize("release", support.jdks())
@pytest.mark.parametrize("name", test_juc.PROGRAMS if support.NIGHTLY else MARKED)
def test_sharedness_beside_the_mark_in_library_programs(name: str, release: int) -> None:
    """JPF's two-phase mark at every state, and the state key computed anew (they end the run if they differ)."""
    if test_juc.needs(name) <= release:
        assert test_juc.explore(name, release, **LIMITS)["statistics"]["states_new"] > 0


@pytest.mark.parametrize("release", support.jdks())
@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.slow
def test_sharedness_beside_the_mark_in_everyday_programs(name: str, release: int) -> None:
    report = support.explore(name, support.compiled("everyday"), jdk=support.jdks()[release], **LIMITS)
    assert report["statistics"]["states_new"] > 0
