"""Settings of threads and of the program that one thread sets and another one, or the VM, reads.

The outcomes are those of an enumeration of all orders of the single settings and questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests import support

RELEASES = sorted(support.jdks())
SEARCHES: dict[str, dict[str, str]] = {
    "default": {},
    "none": {"vm__por": "false"},
    "bfs": {"search__class": "bfs"},
    "dpor": {"search__class": "dpor"},
    "dynamic": {"vm__por": "dynamic", "search__class": "dfs"},
    "fine": {"vm__por__library": "fine"},
    "bounded": {"search__class": "preemptions"},
}
FLAGS = {"daemon", "lasting", "assertions", "redirects"}  # with two values
OF_THREADS = {"priority", "loader", "handler", "name"}
PROGRAM = "default most property properties in out err locale shown format zone cookies".split()
SETTINGS = sorted(FLAGS | OF_THREADS | set(PROGRAM) | {f"own {what}" for what in OF_THREADS})
DEEDS = [("g1g", "2"), ("1", "2g"), ("gg", "1"), ("g", "12"), ("1g", "g2g")]


def orders(a: Any, b: Any) -> Iterator[list[tuple[int, Any]]]:
    if not a and not b:
        yield []
    for k, (first, rest) in enumerate(((a, (a[1:], b)), (b, (a, b[1:])))):
        if first:
            yield from ([(k, first[0]), *order] for order in orders(*rest))


def told(a: str, b: str, what: str, release: int) -> set[str]:
    """What is said in each order, and what is there at last. A setting of the thread itself meets its end: up to 18 it
    loses its handler then, and takes no priority any more; from 19 on it has no handler."""
    out = set()
    for order in orders(a + "e", b):
        value, said, ended = "0", ["", ""], False
        for who, deed in [*order, (2, "g")]:
            if deed == "e":
                ended = what.startswith("own")
                value = "9" if ended and what == "own handler" else value
            elif deed == "g":
                last = "9" if ended and what == "own handler" and release > 18 else value
                said = [s + last * (k == who) for k, s in enumerate(said)]
            elif not (ended and what == "own priority" and release < 19):
                value = deed
        out.add(f"{said[0]} {said[1]} {last}")
    return out


def search(program: str, release: int, how: str, *args: str) -> dict[str, Any]:
    limits = {"search__multiple_errors": "true", "search__time_limit": "60s"}
    classes = support.compiled("asked", release)
    return support.explore(program, classes, *args, jdk=support.jdks()[release], **limits, **SEARCHES[how])


def as_many(what: str, deeds: str) -> str:
    return deeds.replace("2", "0") if what in FLAGS else deeds


def check_setting(what: str, release: int, how: str, a: str, b: str) -> None:
    a, b = as_many(what, a), as_many(what, b)
    report = search("Setters", release, how, what, a, b)
    assert report["complete"] and not report["errors"], (what, how, report["errors"])
    assert support.outcomes(report) == told(a, b, what, release), (what, how, a, b)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", SETTINGS)
def test_each_order_of_sets_and_questions(what: str, release: int) -> None:
    for how in SEARCHES:
        check_setting(what, release, how, *DEEDS[0])
    for a, b in DEEDS[1:]:
        check_setting(what, release, "default", a, b)
    n = SETTINGS.index(what) + release
    for i, how in enumerate(SEARCHES):
        check_setting(what, release, how, *DEEDS[1 + (n + i) % (len(DEEDS) - 1)])


def test_every_pair_of_short_sequences() -> None:
    """Of a setting with a method of its own for each access, one that natives access, and a static one."""
    if not support.number("JPFPY_NIGHTLY", 0):
        pytest.skip("nightly")
    some = ["g", "1", "g1", "1g", "12", "gg", "1g2", "g1g"]
    for what in ("name", "err", "default", "own handler"):
        for a in some:
            for b in some:
                for how in SEARCHES:
                    check_setting(what, RELEASES[0], how, a, b)


# --- handlers of a thread that dies ---

HANDLERS = ["o1", "d1", "o1o2", "d1d2", "o1d1", "d1o1", "d1dn", "o1on", "d1o1dn", "o1ond1"]


def died(deeds: str, group: bool, twice: bool) -> set[str]:
    """Who handles the exception, or "error". `twice`: up to 18 getUncaughtExceptionHandler reads its field twice."""
    sets = [deeds[i : i + 2] for i in range(0, len(deeds), 2)]
    reads = ["own", "own", "default"] if twice else ["own", "default"]
    out = set()
    for order in orders(sets, reads):
        value = {"o": "n", "d": "n"}
        own, ended = [], None
        for who, deed in order:
            if not who:
                value[deed[0]] = deed[1]
            elif deed == "own" and ended is None and not (own and own[0] == "n"):
                own.append(value["o"])
                if own[0] == "n":
                    ended = "group" if group else None
                elif len(own) == (2 if twice else 1):
                    ended = "none" if own[-1] == "n" else "o" + own[-1]
            elif deed == "default" and ended is None:
                ended = "error" if value["d"] == "n" else "d" + value["d"]
        out.add(ended or "error")
    return out


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("dies", ["thread", "group", "main"])
@pytest.mark.parametrize("deeds", HANDLERS)
def test_a_thread_that_dies_asks_for_its_handlers_then(deeds: str, dies: str, release: int) -> None:
    expected = died(deeds, dies == "group", release < 19)
    printed = {"nobody" if who in ("error", "none") else who for who in expected}
    for how in SEARCHES:
        report = search("Dying", release, how, dies, deeds.replace("n", "3"))
        assert report["complete"] or report["errors"], (how, report)
        kinds = {(e["kind"], e["exception"]) for e in report["errors"]}
        wanted = {("uncaught_exception", "java.lang.IllegalStateException")} if "error" in expected else set()
        assert kinds == wanted, (how, deeds, kinds)
        assert support.outcomes(report) == printed, (how, deeds)
        for e in report["errors"]:
            check_replay("Dying", release, e, how, dies, deeds.replace("n", "3"))


def check_replay(program: str, release: int, error: dict[str, Any], how: str, *args: str) -> None:
    extra = {k: v for k, v in SEARCHES[how].items() if k.startswith("vm")}
    classes = support.compiled("asked", release)
    again = support.replay(program, classes, error["replay"], *args, jdk=support.jdks()[release], **extra)
    assert [(e["kind"], e["message"]) for e in again["errors"]] == [(error["kind"], error["message"])], how


@pytest.mark.parametrize("release", RELEASES)
def test_a_thread_answers_which_handler_it_has(release: int) -> None:
    for how in SEARCHES:
        for what in ("own", "again"):
            report = search("Answers", release, how, what)
            assert report["complete"] and not report["errors"], (how, what, report["errors"])
            assert support.outcomes(report) == {what}, (how, what)


# --- exits beside threads ---

LEFT = {"dies": set(), "counts": {"hook 0", "hook 1"}, "adds": {"hook 0", "hook 1"}, "removes": {"hook 0", "hook 3"}}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", sorted(LEFT))
def test_an_exit_beside_a_thread(what: str, release: int) -> None:
    for how in SEARCHES:
        report = search("Leaving", release, how, what)
        assert report["complete"] or report["errors"], (how, report)
        assert {e["kind"] for e in report["errors"]} == ({"uncaught_exception"} if what == "dies" else set()), how
        assert support.outcomes(report) == LEFT[what], (how, what)
        for e in report["errors"]:
            check_replay("Leaving", release, e, how, what)


# --- what it costs ---


@pytest.mark.parametrize("release", RELEASES)
def test_who_sets_nothing_beside_others_pays_nothing(release: int) -> None:
    """No step more, and no new beginning."""
    counts = {"thread": (4, 4, 0), "group": (3, 3, 0)}
    for dies, expected in counts.items():
        s = search("Dying", release, "default", dies, "")["statistics"]
        assert (s["states_new"], s["transitions"], s["por_restarts"]) == expected
