"""Attributors, atomic methods and sections, and what may be said of methods and fields by name."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.attributor import ClassAttributes
from jpfpy.errors import ConfigError
from tests import support
from tests.support import BFS

verify = functools.partial(support.verify, classes="por")

VERDICTS = [("method", "torn"), ("between", "between"), ("block", "blocks inside"), ("wait", "blocks inside")]


def explore(how: str, **extra: str) -> dict[str, Any]:
    return support.explore("Atomics", support.compiled("por"), how, **extra)


class Mine(jpfpy.Attributor):
    """Each test says in `user.how` what is given to whom."""

    def set_attributes(self, ci: ClassAttributes) -> None:
        if ci.name != "Atomics":
            return
        member, _, what = self.config.get("user.how").partition("=")
        if member == "class":
            ci.scheduling_relevance = what
            return
        for m in [*ci.method(member), *(f for f in [ci.field(member)] if f)]:
            if what in ("atomic", "firewall"):
                setattr(m, what, True)
            else:
                m.scheduling_relevance = what


class AtomicMethod(jpfpy.Attributor):
    def set_attributes(self, ci: ClassAttributes) -> None:
        for m in ci.method("method"):
            m.atomic = ci.name == "BlockedIn"


class Broken(jpfpy.Attributor):
    def set_attributes(self, ci: ClassAttributes) -> None:
        if ci.name == "Atomics":
            raise ZeroDivisionError("in an attributor")


class Never(jpfpy.FieldLockInfo):
    seen: list[tuple[str, list[str], int]] = []

    def is_protected(self, thread: int, locks: list[str], checks: int) -> bool:
        Never.seen.append((self.field, locks, checks))
        return False


def attributed(how: str, what: str, **extra: str) -> jpfpy.Report:
    config = {"vm.attributor.class": f"{__name__}:Mine", "user.how": what}
    return verify("Atomics", *how.split(), **config, **extra)


@pytest.mark.parametrize(("how", "message"), VERDICTS)
@pytest.mark.parametrize("extra", [{}, {"search__class": BFS}, {"vm__por": "false"}], ids=["dfs", "bfs", "off"])
def test_sections(how: str, message: str, extra: dict[str, str]) -> None:
    assert message in explore(how, **extra)["errors"][0]["message"]


def test_a_thread_that_blocks_in_a_section_is_told_of() -> None:
    error = explore("block")["errors"][0]
    assert (error["property"], error["kind"], error["thread"]) == ("BlockedAtomicException", "property", "main")
    assert (
        "section begun in Atomics.main (Atomics.java:58): it waits to lock java.lang.Object@1, held by Thread-0"
        in (error["message"])
    )
    assert error["message"].endswith("end the section before it waits, or run with cg.enable_atomic=false")
    again = support.replay("Atomics", support.compiled("por"), error["replay"], "block")
    assert again["errors"][0]["message"] == error["message"]
    assert explore("block", cg__enable_atomic="false")["result"] == "no_errors"


@pytest.mark.parametrize(("how", "line"), [("sync", None), ("wait", None)])
def test_sections_end(how: str, line: None) -> None:
    assert explore(how, cg__enable_atomic="false")["result"] == ("no_errors" if how == "sync" else "violation")


def test_an_atomic_method() -> None:
    report = attributed("method", "both=atomic")
    assert (report.result, report.complete) == ("incomplete", False)
    assert "vm.attributor.class" in report.statistics.constraints[0]
    assert attributed("method", "none=atomic").result == "violation"


def test_an_atomic_method_that_blocks() -> None:
    report = attributed("plain", "main=atomic")
    assert report.errors[0].property == "BlockedAtomicException"
    assert "the atomic method Atomics.main" in report.errors[0].message
    assert "vm.attributor.class" in report.errors[0].message


WAITS = {
    "lock": "it waits to lock java.lang.Object@1, held by Thread-0; ",
    "wait": "it waits to be notified on java.lang.Object@1; ",
    "park": "it is parked in LockSupport.park; ",
    "join": "it joins Thread-0; ",
    "latch": "it is parked in CountDownLatch.await, waiting for java.util.concurrent.CountDownLatch$Sync@1; ",
    "rlock": "it waits to lock java.util.concurrent.locks.ReentrantLock$NonfairSync@1, held by Thread-0; ",
    "take": "it is parked in ArrayBlockingQueue.take, waiting for "
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject@1; ",
    "semaphore": "it is parked in Semaphore.acquire, waiting for java.util.concurrent.Semaphore$NonfairSync@1; ",
    "clinit": "it waits for the initialization of class BlockedIn$Lazy, by Thread-0; ",
}
WAY_OUT = {
    "method": ("the atomic method BlockedIn.method (BlockedIn.java:120)", "let the attributor leave this method alone"),
    "section": (
        "the atomic section begun in BlockedIn.section (BlockedIn.java:124)",
        "end the section before it waits",
    ),
}


def blocked(where: str, how: str, por: str = "true") -> jpfpy.Report:
    config = {"vm.attributor.class": f"{__name__}:AtomicMethod"} if where == "method" else {}
    return verify("BlockedIn", where, how, **config, vm__por=por)


@pytest.mark.parametrize("how", WAITS)
@pytest.mark.parametrize("where", WAY_OUT)
def test_whoever_waits_in_an_atomic_method_or_section_is_told_of(where: str, how: str) -> None:
    error = blocked(where, how).errors[0]
    begun, way_out = WAY_OUT[where]
    assert error.property == "BlockedAtomicException"
    assert error.message.startswith(f"main blocks inside {begun}: {WAITS[how]}{way_out}"), error.message
    if how in ("lock", "latch"):
        assert blocked(where, how, por="false").errors[0].message == error.message
    assert blocked("free", how).ok


@pytest.mark.parametrize("how", ["timed wait", "timed park", "timed join", "timed latch", "sleep"])
@pytest.mark.parametrize("where", WAY_OUT)
def test_what_ends_by_itself_may_be_waited_for_in_an_atomic_section(where: str, how: str) -> None:
    report = blocked(where, how)
    assert not report.errors and report.complete == (where == "section")


def states(how: str, what: str) -> int:
    return attributed(how, what, vm__por__persistent="false").statistics.states_new


def test_relevance_of_methods() -> None:
    default = states("sync", "sync=default")
    assert states("sync", "sync=top_level_lock") == default
    assert states("sync", "sync=never") < default
    assert states("sync", "sync=runnables") == default  # the call instead of its lock
    assert states("plain", "locked=runnables") > states("plain", "locked=default")
    always, runnables = (
        attributed("plain", f"locked={r}", vm__por__persistent="false").statistics.boundaries_chosen["INVOKE"]
        for r in ("always", "runnables")
    )
    assert always > runnables  # also where nobody else can run


def test_relevance_of_fields() -> None:
    report = attributed("method", "class=never")
    assert report.result in ("incomplete", "violation")
    assert states("method", "x=never") < states("method", "x=default")
    # protected by a lock, so no point unless it is said to be one
    assert states("plain", "x=always") > states("plain", "x=default")


def test_a_firewall_shares_nothing() -> None:
    assert (
        "SHARED_OBJECT" in attributed("sync", "none=default", vm__por__sync_detection="false").statistics.boundaries_met
    )
    # `shared` is a static field: what lies behind it counts as unshared then
    walled = attributed("sync", "shared=firewall", vm__por__sync_detection="false")
    assert "SHARED_OBJECT" not in walled.statistics.boundaries_met
    assert not walled.complete


@pytest.mark.parametrize("name", ["gov.nasa.jpf.vm.DefaultAttributor", "gov.nasa.jpf.jvm.DefaultAttributor"])
def test_jpfs_own_attributor(name: str) -> None:
    config = {"vm.attributor.class": name}
    report = verify("RacyAccount", classes="conc", **config)
    assert report.errors[0].kind == "uncaught_exception"  # the program's own fields are as they were
    report = verify("Atomics", "sync", **config)
    assert (report.result, report.complete) == ("incomplete", False)
    assert report.statistics.constraints == ("vm.attributor.class: the methods of java.* are atomic",)


def test_what_an_attributor_raises_goes_through() -> None:
    with pytest.raises(ZeroDivisionError, match="in an attributor"):
        verify("Atomics", "sync", vm__attributor__class=f"{__name__}:Broken")


@pytest.mark.parametrize("key", ["vm.attributor.class", "vm.por.fieldlockinfo.class"])
@pytest.mark.parametrize("value", ["NoSuch", "no.such:Thing", f"{__name__}:verify"])
def test_bad_names(key: str, value: str) -> None:
    with pytest.raises(ConfigError, match=key.replace(".", r"\.")):
        verify("Atomics", "sync", **{key: value})


def test_relevance_is_checked() -> None:
    with pytest.raises(ValueError, match="sync: scheduling relevance 'sometimes'"):
        attributed("sync", "sync=sometimes")


def test_a_lock_policy_in_python() -> None:
    off = {"vm.por.one_thread": "false", "vm.por.persistent": "false", "vm.por.sync_detection.threshold": "1"}
    plain = verify("Philo", "3", "2", **off)
    Never.seen.clear()
    never = verify("Philo", "3", "2", **off, vm__por__fieldlockinfo__class=f"{__name__}:Never")
    assert plain.statistics.fields_assumed["lock_protected"] == 1
    assert never.statistics.fields_assumed["lock_protected"] == 0
    assert never.statistics.states_new > plain.statistics.states_new
    assert Never.seen[:2] == [
        ("Philo$1.val$hi", ["Philo$1.val$lo"], 1),
        ("Philo$Fork.used", ["this", "owner:Philo$1.val$lo"], 1),
    ]


QUIET = """public class Quiet {
    static int x;
    static void quiet() { x += 0; }
    public static void main(String[] a) throws Exception {
        Runnable r = () -> { quiet(); int v = x; x = v + 1; };
        Thread t = new Thread(r), u = new Thread(r);
        t.start(); u.start(); t.join(); u.join();
        System.out.println("R " + x);
    }
}"""


def test_what_follows_a_never_break_method_breaks() -> None:
    classes = support.compile_texts({"Quiet.java": QUIET})
    report = support.explore("Quiet", classes, vm__shared__never_break_methods="Quiet.quiet")
    assert support.outcomes(report) == {"1", "2"} and not report["complete"]


def test_never_break_methods(tmp_path: Path) -> None:
    report = explore("method", vm__shared__never_break_methods="Atomics.both")
    assert report["result"] == "incomplete"
    assert "Atomics.both" in report["statistics"]["constraints"][0]
    assert explore("method", vm__shared__never_break_methods="Atomics.neither")["result"] == "violation"
    assert explore("method", vm__shared__never_break_methods="*.b*(), Other.x")["result"] == "incomplete"
