"""What one thread sets or changes while another one asks for it: settings of threads, iterators that do not lock."""

from __future__ import annotations

import pytest

from tests import support

WHAT = "priority daemon loader handler default name most groups lasting property stream interrupt start".split()
SEARCHES: list[dict[str, str]] = [{}, {"search__class": "bfs"}, {"vm__por__library": "fine"}, {"vm__por": "false"}]
ITERATED = {
    "table": {"", "3", "43", "changed"},
    "elements": {"", "43"},  # it begins under the lock
    "add": {"12", "123", "changed"},
    "remove": {"1", "12", "changed"},
    "stack": {"1", "12", "changed"},
}


def outcomes(name: str, what: str, release: int, extra: dict[str, str]) -> set[str]:
    report = support.explore(name, support.compiled("asked", release), what, jdk=support.jdks()[release], **extra)
    assert report["complete"] and not report["errors"]
    return {text.strip() for text in support.outcomes(report)}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", WHAT)
def test_a_setting_is_the_one_before_or_after(what: str, release: int) -> None:
    for extra in SEARCHES:
        assert outcomes("Asked", what, release, extra) == {"true", "false"}, extra


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_the_handler_of_an_exception_is_any_that_was_set(release: int) -> None:
    for extra in SEARCHES:
        assert outcomes("Handled", "", release, extra) == {"first", "second"}, extra


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", sorted(ITERATED))
def test_iterators_meet_changes(what: str, release: int) -> None:
    for extra in SEARCHES:
        assert outcomes("Iterated", what, release, extra) == ITERATED[what], extra


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", ["line", "npe", "set"])
def test_where_a_kept_exception_was_made_counts_once_it_is_asked_for(what: str, release: int) -> None:
    """Its line, the variable that a NullPointerException's text names, and what setStackTrace was given."""
    told = {
        "line": {"28", "29"},
        "npe": {f'Cannot invoke "String.length()" because "Kept.{of}" is null' for of in "ab"},
        "set": {"5", "6"},
    }
    for extra in SEARCHES:
        assert outcomes("Kept", what, release, extra) == told[what], extra


HANDED: list[dict[str, str]] = [
    *SEARCHES,
    {"search__class": "dfs", "vm__por": "dynamic"},
    {"search__class": "dpor"},
    {"vm__por__places": "false"},
]


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("how", ["enumerate", "group", "stacks", "blocker"])
def test_what_one_thread_is_handed_of_another_it_need_not_reach(how: str, release: int) -> None:
    for extra in HANDED:
        assert outcomes("Handed", how, release, extra) == {"-1", "0", "1"}, extra
