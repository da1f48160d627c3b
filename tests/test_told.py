"""Orders that steps of the library, and waits with a limit, once hid: in the queue of a lock somebody
may stand behind one who asks for more; a limit of time is computed before others have slept, and begins after it; who adds
up comes between two parts of an addition. All searches have the outcomes of vm.por=false, or of fine steps."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests import support

JDKS = sorted(support.jdks())
SEARCHES: dict[str, dict[str, str]] = {
    "default": {},
    "bfs": {"search__class": support.BFS},
    "dynamic": {"vm__por": "dynamic"},
    "dpor": {"search__class": "dpor"},
}
FINE = {"vm__por__library": "fine"}
OFF = {"vm__por": "false"}
LIMIT = "300000"


def explore(what: str, args: list[str], release: int, **extra: str) -> dict[str, Any]:
    extra = {"search__class": "dfs", "search__multiple_errors": "true", "search__state_limit": LIMIT, **extra}
    classes = support.compiled("told")
    return support.explore(what, classes, *args, jdk=support.jdks()[release], **support.LARGE, **extra)


def outcomes(report: dict[str, Any]) -> set[str]:
    """What main tells at the end; of a deadlock who is in it."""
    told = set()
    for e in report["errors"]:
        who = re.findall(r"(main|T\d) (?:joins|is)", e["message"])
        told.add(" ".join(sorted(who)) if e["kind"] == "deadlock" else e["message"].partition(": ")[2].strip())
    return told


# --- queues of threads that wait ---

# The lock and what the threads do (Queued.java), main first, and who is in the deadlock.
BEHIND = {
    "a permit behind two": (["sem", "s1,s2,s3,j2,e2", "a2", "a1", "e1"], "T1 T2 main"),
    "a permit in between": (["sem", "s1,s2,j1,e2,j2", "a1", "e1,a2"], "T1 T2 main"),
    "a fair permit behind two": (["fairsem", "s1,s2,s3,j2,e2", "a2", "a1", "e1"], "T1 T2 main"),
    "permits with a limit": (["sem", "s1,s2,s3,j2,e2", "a3", "b1", "e1"], ""),
    "a reader behind a writer": (["stamped", "W,s1,w,R,s2,j1,r,j2", "R,r", "W,w"], "T1 T2 main"),
    "a reader that met another": (["stamped", "s1,s2,R,j2,r", "R,r", "W,w"], "T1 T2 main"),
    "a reader of the other lock": (["rw", "W,s1,w,R,s2,j1,r,j2", "R,r", "W,w"], "T1 T2 main"),
}


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("how", BEHIND)
def test_who_stands_behind_another_in_a_queue(how: str, release: int) -> None:
    words, stuck = BEHIND[how]
    fine = explore("Queued", words, release, **FINE)
    assert fine["complete"] and (not stuck or stuck in outcomes(fine))
    for name, extra in SEARCHES.items():
        report = explore("Queued", words, release, **extra)
        assert report["complete"] or name == "dpor"
        assert outcomes(report) == outcomes(fine), name
        for e in report["errors"][:2]:
            again = support.replay("Queued", support.compiled("told"), e["replay"], *words, jdk=support.jdks()[release])
            assert [x["message"] for x in again["errors"]] == [e["message"]], name


@pytest.mark.parametrize("how", ["a permit behind two", "a reader that met another"])
def test_the_same_without_reductions(how: str) -> None:
    words, stuck = BEHIND[how]
    report = explore("Queued", words, JDKS[0], search__class=support.BFS, **OFF)
    assert stuck in outcomes(report)


def permits(r: random.Random) -> list[str]:
    some = ["a1", "a2", "a1", "e1", "e1", "e2", "a2", *(["t1", "b2", "b1"] if r.random() < 0.15 else [])]
    return r.choices(some, k=r.choice((1, 2, 2, 3)))


def locked(r: random.Random, nested: bool) -> list[str]:
    """Read and write locks in turn; nested: who has the write lock may take a read lock as well."""
    words: list[str] = []
    held: list[str] = []
    for _ in range(r.choice((1, 2, 2, 3))):
        if held and not (nested and held == ["W"] and r.random() < 0.3):
            words.append(held.pop().lower())
        else:
            held.append("R" if held else r.choice("RW"))
            words.append(held[-1])
    return words + [h.lower() for h in reversed(held)]


def queued(seed: int) -> list[str]:
    r = random.Random(seed)
    kind, n = r.choice(("sem", "sem", "fairsem", "stamped", "stamped", "rw", "fairrw")), r.choice((2, 3, 3))
    does = [permits(r) if kind.endswith("sem") else locked(r, kind != "stamped") for _ in range(n + 1)]
    starts = sorted(r.choices(range(len(does[0]) + 1), k=n))
    first: list[str] = []
    for i in range(len(does[0]) + 1):
        first += [f"s{k + 1}" for k in range(n) if starts[k] == i]
        begun = sum(k <= i for k in starts)
        if begun and r.random() < 0.3:
            first.append(f"j{r.randint(1, begun)}")
        first += does[0][i : i + 1]
    return [kind, ",".join(first), *(",".join(w) for w in does[1:])]


@pytest.mark.slow
@pytest.mark.parametrize("seed", support.seeds(10, 600))
def test_random_programs_of_queues(seed: int) -> None:
    words, release = queued(seed), JDKS[seed % len(JDKS)]
    fine = explore("Queued", words, release, **FINE)
    for name, extra in SEARCHES.items():
        report = explore("Queued", words, release, **extra)
        if fine["complete"] and report["complete"]:
            assert outcomes(report) == outcomes(fine), (name, words)
        else:
            assert not fine["complete"] or outcomes(report) <= outcomes(fine), (name, words)


# --- the clock, sums, files ---

TOLD = {
    "instant": "10 10",
    "awaitNanos": "6 -6000000",
    "sumThenReset": "2 3",
    "doubleSum": "2.0 3.0",
    "seek": "1 1",
    "position": "0 0",
    "asserts": "false 0",
    "find": "true ok",
    "define": "dup ok",
}


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("what", TOLD)
def test_an_order_that_was_hidden(what: str, release: int) -> None:
    for name, extra in SEARCHES.items():
        report = explore("Told", [what], release, **extra)
        assert TOLD[what] in outcomes(report), name
        if name == "default":
            e = next(e for e in report["errors"] if e["message"].endswith(": " + TOLD[what]))
            again = support.replay("Told", support.compiled("told"), e["replay"], what, jdk=support.jdks()[release])
            assert [x["message"] for x in again["errors"]] == [e["message"]]


def timed(seed: int) -> list[str]:
    """What Clocks.java is told."""
    r = random.Random(seed)
    words = []
    n = r.choice((2, 2, 3))
    for _ in range(n):
        does: list[str] = []
        for _ in range(r.choice((1, 2, 2)) if n == 2 else 1):
            does.append(r.choice("zzzcqslyfxwp") + r.choice(("4", "6", "9", "20")))
            does += [r.choice("ndm")] if r.random() < 0.7 else []
        words.append(",".join(does))
    return words


# Those that end within a second: 60 of the first 100.
@pytest.mark.slow
@pytest.mark.parametrize("seed", support.seeds(8, 200))
def test_random_programs_of_limits(seed: int) -> None:
    words, release = timed(seed), JDKS[seed % len(JDKS)]
    off = explore("Clocks", words, release, **OFF, search__state_limit="20000")
    for name, extra in SEARCHES.items():
        report = explore("Clocks", words, release, **extra, search__state_limit="20000")
        assert not off["complete"] or outcomes(report) <= outcomes(off), (name, words)
        assert not (off["complete"] and report["complete"]) or outcomes(report) == outcomes(off), (name, words)


# --- waits that end by themselves ---

WITHDRAWS = {
    "put": {"InterruptedException null", "put 1"},
    "take": {"InterruptedException false", "1 true"},
    "poll": {"InterruptedException false", "1 true"},
    "transfer": {"InterruptedException null", "true 1"},
    "no time": {"false null", "true 1"},
    "no time to ask": {"null false", "1 true"},
    "exchange": {"InterruptedException TimeoutException"},
    "condition": {"false false", "false true", "true true"},
    "rejected": {"rejected 0"},
}
# On 25 queues see first that they are interrupted, or that no time is left, and an exchanger offers first.
LATER = {
    "exchange": {"InterruptedException TimeoutException", "2 1"},
    "put": {"InterruptedException null"},
    "take": {"InterruptedException false"},
    "no time": {"false null"},
    "no time to ask": {"null false"},
}


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("what", WITHDRAWS)
def test_who_gives_up_at_once_has_been_there(what: str, release: int) -> None:
    told = {**WITHDRAWS, **(LATER if release > 17 else {})}[what]
    for name, extra in {**SEARCHES, "off": OFF, "fine": FINE}.items():
        report = explore("Withdraws", [what], release, **extra)
        assert report["complete"] and outcomes(report) == told, name
        for e in report["errors"][:3] + report["errors"][-3:] if name in SEARCHES else []:
            again = support.replay(
                "Withdraws", support.compiled("told"), e["replay"], what, jdk=support.jdks()[release]
            )
            assert [x["message"] for x in again["errors"]] == [e["message"]], name


# JLS 17.2.4. What HotSpot does, too: with one waiter both, with two the second may wait for ever.
LEFT = {"one": {"thrown", "flag"}, "all": {"thrown", "flag"}, "two": {"thrown woken", "main"}}


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("what", LEFT)
def test_a_notify_may_come_to_who_was_interrupted(what: str, release: int) -> None:
    for name, extra in {**SEARCHES, "off": OFF}.items():
        report = explore("Left", [what], release, **extra)
        assert report["complete"] and outcomes(report) == LEFT[what], name


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("search", SEARCHES)
def test_replays_of_a_thread_that_is_alone(search: str, release: int) -> None:
    """Each search breaks its steps off elsewhere; the string says so."""
    report = explore("Exits", [], release, **SEARCHES[search])
    assert report["complete"] and {e["kind"] for e in report["errors"]} == {"deadlock"}
    for e in report["errors"]:
        again = support.replay("Exits", support.compiled("told"), e["replay"], jdk=support.jdks()[release])
        assert [x["message"] for x in again["errors"]] == [e["message"]]
