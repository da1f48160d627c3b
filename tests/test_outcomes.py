"""Every outcome of small concurrent programs, reasoned out by hand in their headers: the lines "R ..." they
print over all schedules, and the kinds of their errors, under every reduction and on every JDK."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import BFS, outcomes

FOLDER = support.TESTS / "java" / "outcomes"
PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.java"))
VARIANTS: dict[str, dict[str, str]] = {
    "default": {},
    "no persistent sets": {"vm__por__persistent": "false"},
    "fine": {"vm__por__library": "fine"},
    "off": {"vm__por": "false"},
    "off, bfs": {"vm__por": "false", "search__class": BFS},
    "bfs": {"search__class": BFS},
    "exact": {"vm__storage__class": "exact"},
    "dpor": {"search__class": "dpor", "search__transition_limit": "50000"},
    "dynamic": {"vm__por": "dynamic"},
}
# One that is stateless has no end where a thread waits in a loop, and no figure for what else is large.
ENDLESS = frozenset(
    (
        "BakeryNoChoosing",
        "McsUnlinked",
        "PermitsMerge",
        "Peterson",
        "PetersonBroken",
        "SeqLock",
        "SeqLockUnchecked",
        "TicketTorn",
    )
)


def header(name: str, key: str) -> str:
    text = support.header(Path(FOLDER / f"{name}.java"), key)
    assert text is not None, f"{name} has no {key} line"
    return text


def explore(name: str, **extra: Any) -> dict[str, Any]:
    report = support.explored(name, support.compiled("outcomes"), search__multiple_errors="true", **extra)
    endless = extra.get("search__class") == "dpor" and name in ENDLESS
    assert report["complete"] is not endless, (extra, report["statistics"]["constraints"])
    return report


def errors(report: dict[str, Any]) -> set[str]:
    return {re.sub(r".*\.", "", e["exception"] or e["kind"]) for e in report["errors"]}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.slow
def test_every_outcome_and_no_other(name: str) -> None:
    want = set(filter(None, header(name, "outcomes").split("|")))
    wrong = set(filter(None, header(name, "errors").split()))
    states: dict[str, int] = {}
    for variant, extra in VARIANTS.items():
        report = explore(name, **extra)
        if not report["complete"]:
            assert outcomes(report) <= want and errors(report) <= wrong, variant
            continue
        assert (outcomes(report), errors(report)) == (want, wrong), variant
        assert report["result"] == ("violation" if wrong else "no_errors")
        states[variant] = report["statistics"]["states_new"]
    assert states["off"] == states["off, bfs"] and states["exact"] == states["default"]
    for jdk in support.jdks().values():
        report = explore(name, jdk=jdk)  # the default one's is there already
        assert (outcomes(report), errors(report)) == (want, wrong), jdk


@pytest.mark.parametrize("name", [n for n in PROGRAMS if header(n, "errors")])
@pytest.mark.slow
def test_errors_are_replayed(name: str) -> None:
    for extra in ({}, {"vm__por": "false"}):
        for error in explore(name, **extra)["errors"][:3]:
            again = support.replay(
                name, support.compiled("outcomes"), error["replay"], search__multiple_errors="true", **extra
            )
            keys = ("kind", "exception", "message", "location", "thread", "trace")
            assert any(all(e[k] == error[k] for k in keys) for e in again["errors"])


@pytest.mark.parametrize("name", ["Uncaught2", "InitFails", "TryLock"])
@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_a_boot_image_changes_nothing(name: str, jdk: int, tmp_path: Path) -> None:
    """Booted and cached, booted from the cache, booted and not cached: the same report, times and memory aside."""
    reports = []
    for cache in (tmp_path, tmp_path, ""):
        config = {"search__multiple_errors": "true", "vm__cache": str(cache)}
        report = support.explore(name, support.compiled("outcomes"), jdk=support.jdks()[jdk], **config)
        for key in ("elapsed_s", "startup_s", "cpu_s", "peak_bytes", "peak_rss_bytes", "boot_image"):
            report["statistics"].pop(key)
        reports.append(report)
    assert reports[0] == reports[1] == reports[2]


@pytest.mark.parametrize("name", ["StoreBuffer", "LockReplaced", "InitFails"])
def test_end_states_are_the_maximal_paths(name: str) -> None:
    """Without matching, that is: these programs have no errors and print once, in the last step of each path."""
    for extra in ({}, {"vm__por": "false"}):
        report = explore(name, vm__storage__class="none", **extra)
        lines = sum(x.startswith("R ") for x in report["output"].splitlines())
        assert report["statistics"]["end_states"] == lines
        assert report["statistics"]["states_visited"] == 0


SAME_HASH = """public class SameHash {
    static volatile int hash;
    static volatile Object made;
    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(() -> { made = new Object(); made = new Object(); });
        Thread u = new Thread(() -> hash = System.identityHashCode(new Object()));
        t.start(); u.start(); t.join(); u.join();
        System.out.println("R " + hash);
    }
}"""


def test_an_identity_hash_does_not_follow_the_order_in_which_objects_are_made() -> None:
    classes = support.compile_texts({"SameHash.java": SAME_HASH})
    seen = {frozenset(outcomes(support.explore("SameHash", classes, vm__por=por))) for por in ("true", "false")}
    assert len(seen) == 1 and len(next(iter(seen))) == 1
