"""Times, numbers and tallies of tasks in the state: periodic programs come back to their states, and no outcome is lost."""

from __future__ import annotations

import pytest

from tests import support

FOLDER = support.TESTS / "java" / "times"
PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.java"))
LIMITS = {"search__time_limit": "300", "search__memory_limit": "400m"}
LARGE = {"DelayLate"}  # too large for the variants


def outcomes(name: str, jdk: int, **extra: str) -> tuple[set[str], int]:
    """What the program prints after "R " over all schedules, and the number of states."""
    report = support.explore(name, support.compiled("times"), jdk=support.jdks()[jdk], **LIMITS, **extra)
    assert report["complete"] and not report["errors"], (name, extra, report["statistics"]["constraints"])
    return support.outcomes(report), report["statistics"]["states_new"]


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.slow
def test_periodic_programs_end_with_every_outcome(name: str, jdk: int) -> None:
    want = set((support.header(FOLDER / f"{name}.java", "outcomes") or "").split("|"))
    assert outcomes(name, jdk)[0] == want
    if name not in LARGE:
        assert outcomes(name, jdk, vm__por__persistent="false", vm__por__sleep_sets="false")[0] == want


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n not in LARGE])
@pytest.mark.slow
def test_keys_and_exact_states_are_the_same(name: str) -> None:
    plain = {"vm__por__symmetry": "false"}
    oldest = min(support.jdks())
    assert outcomes(name, oldest, **plain) == outcomes(name, oldest, vm__storage__class="exact", **plain)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.slow
def test_times_are_kept_up_to_date(name: str) -> None:
    """At each of the first states: the key kept incrementally is the one by definition, and undo leads back."""
    report = support.explore(
        name,
        support.compiled("times"),
        jpf__stress__check="true",
        jpf__stress__restore="true",
        search__state_limit="150",
    )
    assert report["statistics"]["states_new"] > 50 and not report["errors"]


@pytest.mark.parametrize("extra", [{}, {"vm__por": "false"}, {"search__class": support.BFS}, {"search__class": "dpor"}])
@pytest.mark.parametrize(("how", "before"), [("cond", 0), ("cond", 10), ("latch", 0), ("latch", 10)])
def test_a_wait_for_the_longest_time_can_end(how: str, before: int, extra: dict[str, str]) -> None:
    """Whenever it begins: the clock does not stand still where a long ends, so that nobody waits for the rest of it."""
    limits = {"search__transition_limit": "20000", **extra}
    report = support.explore("FarLimit", support.compiled("por"), how, str(before), **limits)
    assert report["complete"] and not report["errors"]
    assert support.outcomes(report) == {"seen", "timeout"}


def test_the_clock_goes_on_where_a_long_ends() -> None:
    report = support.explore("FarLimit", support.compiled("por"), "clock")
    assert report["complete"] and not report["errors"] and support.outcomes(report) == {"went on"}
