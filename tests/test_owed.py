"""Calls of java.util.concurrent take as many steps as they owe (csrc/classes/jdk/steps.def), and leave as many states as a model
of the class has (rest.def)."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support
from tests.support import BFS, outcomes

RELEASES = sorted(support.jdks())
DYNAMIC = {"vm__por": "dynamic"}
EVERY_WAY: dict[str, dict[str, str]] = {
    "dynamic": DYNAMIC,
    "bfs": {"search__class": BFS},
    "dpor": {"search__class": "dpor"},
    "fine": {"vm__por__library": "fine"},
    "off": {"vm__por": "false"},
    "checked": {"jpf__stress__check": "true"},
}


def explore(what: str, n: int, release: int, **extra: str) -> dict[str, Any]:
    jdk = support.jdks()[release]
    return support.explore("Owed", support.compiled("rest"), what, str(n), jdk=jdk, **extra)


STEPS = {  # transitions, and states, of n threads
    "merge": lambda n: 4 * n,
    "compute": lambda n: 4 * n,
    "absent": lambda n: 4 * n,
    "present": lambda n: 4 * n,
    "phaser": lambda n: 5 * n - 2,
}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", STEPS)
def test_calls_of_threads_that_are_alike_are_one_step_each(what: str, release: int) -> None:
    """`merge` of 4 threads made 367 transitions and arriveAndAwaitAdvance 129; of 16 threads there was no end."""
    for n in (2, 4, 8, 16):
        for extra in {"search__class": "dfs"}, DYNAMIC:
            stats = explore(what, n, release, **extra)["statistics"]
            assert (stats["transitions"], stats["states_new"]) == (STEPS[what](n), STEPS[what](n)), (n, extra)


# Transitions and states, of 2, 4, 8 and 16 threads. Four that exchange took 36,382 transitions, and four that read or
# write under a read-write lock 374; of 16 threads there was no end.
MORE_STEPS = {
    "exchange": ((8, 8), (20, 20), (53, 53), (155, 155)),
    "reads": ((12, 11), (31, 28), (81, 74), (229, 214)),
}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", MORE_STEPS)
def test_calls_that_are_one_step_each(what: str, release: int) -> None:
    for n, steps in zip((2, 4, 8, 16), MORE_STEPS[what], strict=True):
        stats = explore(what, n, release, search__class="dfs")["statistics"]
        assert (stats["transitions"], stats["states_new"]) == steps, n


# Of 2, 4, 8 and 16 threads that come to keys of their own in one map. They were 2 to the n, 2,304 of 8 threads that put
# one key each. None: some thread takes keys out of a table that may grow, or keys lie in one bin; these are owed.
KEYS: dict[str, tuple[int | None, ...]] = {
    "own": (8, 18, 38, 79),
    "registry": (7, 15, 31, 200),
    "makes": (8, 18, 38, 79),
    "visits": (8, 18, 38, None),
    "words": (18, 106, 1152, None),
}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", KEYS)
def test_threads_with_keys_of_their_own_do_not_meet_in_a_map(what: str, release: int) -> None:
    for n, transitions in zip((2, 4, 8, 16), KEYS[what], strict=True):
        if transitions is None:
            continue
        for extra in {"search__class": "dfs"}, DYNAMIC:
            report = explore(what, n, release, **extra)
            assert report["complete"] and not report["errors"]
            assert report["statistics"]["transitions"] == transitions, (n, extra)


@pytest.mark.parametrize("release", RELEASES)
def test_a_function_that_waits_keeps_a_map_from_growing(release: int) -> None:
    """Whoever makes the table grow waits for the bin of the function, which waits for him."""
    for name, extra in EVERY_WAY.items():
        report = explore("holds", 2, release, search__state_limit="60000", **extra)
        assert [e["kind"] for e in report["errors"]] == ["deadlock"], name
        again = explore("holds", 2, release, replay=report["errors"][0]["replay"])
        assert [e["kind"] for e in again["errors"]] == ["deadlock"], name


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", [*KEYS, *STEPS, *MORE_STEPS, "bin", "twice"])
def test_every_search_agrees(what: str, release: int) -> None:
    for name, extra in EVERY_WAY.items():
        report = explore(what, 2, release, search__state_limit="60000", **extra)
        large = name == "off" or (what, name) == ("exchange", "fine")  # more than 60,000 states
        assert not report["errors"] and (report["complete"] or large), name


@pytest.mark.parametrize("release", RELEASES)
def test_functions_that_a_map_calls_race(release: int) -> None:
    """What the program's function does is none of the call's one step: two such calls interleave where bins differ."""
    for name, extra in EVERY_WAY.items():
        report = explore("racy", 2, release, search__multiple_errors="true", search__state_limit="60000", **extra)
        assert {e["message"] for e in report["errors"]} == {"java.lang.AssertionError: x is 1"}, name


@pytest.mark.parametrize("release", RELEASES)
def test_functions_that_a_map_calls_deadlock(release: int) -> None:
    for name, extra in EVERY_WAY.items():
        report = explore("inner", 2, release, search__state_limit="60000", **extra)
        assert [e["kind"] for e in report["errors"]] == ["deadlock"], name
        again = explore("inner", 2, release, replay=report["errors"][0]["replay"])
        assert [e["kind"] for e in again["errors"]] == ["deadlock"], name


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", ["many", "hook"])
def test_who_arrives_before_a_phase_advances_is_told(what: str, release: int) -> None:
    """Whoever overrides onAdvance: the state between the last arrival and the advance was missed there."""
    for name, extra in EVERY_WAY.items():
        report = explore(what, 2, release, search__multiple_errors="true", search__state_limit="60000", **extra)
        assert {e["exception"] for e in report["errors"]} == {"java.lang.IllegalStateException"}, name


@pytest.mark.parametrize("release", RELEASES)
def test_an_exchange_gives_each_what_another_one_has_given(release: int) -> None:
    for extra in {"search__class": "dfs"}, DYNAMIC, {"search__class": BFS}:
        report = explore("pairs", 4, release, **extra)
        assert report["complete"] and not report["errors"]
        odd = explore("exchange", 3, release, **extra)
        assert [e["kind"] for e in odd["errors"]] == ["deadlock"]


@pytest.mark.parametrize("release", RELEASES)
def test_who_is_interrupted_or_has_a_time_limit_exchanges_in_fine_steps(release: int) -> None:
    printed = {"vm__por__output": "visible", "search__class": "dfs"}
    told = explore("hurry", 2, release, **printed)
    fine = explore("hurry", 2, release, vm__por__library="fine", **printed)
    assert told["complete"] and fine["complete"] and outcomes(told) == outcomes(fine)
    assert "0 InterruptedException" in outcomes(told)


GUESSES: dict[str, dict[str, str]] = {
    "lock": {"vm__por__sync_detection__threshold": "1"},
    "aggressive": {"vm__por__sync_detection__aggressive": "true"},
    "none": {"vm__por__sync_detection": "false"},
}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(("what", "n", "message"), [("reader", 2, "x is 1"), ("unlocked", 2, "seen")])
def test_a_read_lock_protects_from_no_writer(what: str, n: int, message: str, release: int) -> None:
    """What is written under a read lock is not protected by it, nor what is read under another one's."""
    for name, extra in (EVERY_WAY | GUESSES).items():
        report = explore(what, n, release, search__multiple_errors="true", search__state_limit="60000", **extra)
        assert f"java.lang.AssertionError: {message}" in {e["message"] for e in report["errors"]}, name
