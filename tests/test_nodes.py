"""Objects that threads make and hang into what is there: who may get hold of them is known by the places that refer to
them (csrc/state/reach.c). Random programs about these are in test_random_places.py."""

from __future__ import annotations

import pytest

from tests import support

KINDS = ("array", "linked", "deque", "tree", "hash", "heap", "chain")


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_thread_has_to_itself_costs_nothing(kind: str) -> None:
    """Each thread is a few states more; by reach there was no end with 8 threads."""
    few, many = (
        support.explore("OwnLists", support.compiled("por"), str(n), kind, search__class="dfs") for n in (8, 16)
    )
    assert few["complete"] and many["complete"]
    assert support.outcomes(few) == {"16"} and support.outcomes(many) == {"32"}
    assert few["statistics"]["states_new"] < 320
    assert many["statistics"]["states_new"] < 2.2 * few["statistics"]["states_new"]


@pytest.mark.parametrize("kind", KINDS)
def test_beside_a_lock_the_orders_of_the_lock_are_left(kind: str) -> None:
    """Which of the threads have had it: what they do before that comes in one order."""
    report = support.explore("OwnLists", support.compiled("por"), "6", kind, "lock", search__class="dfs")
    assert report["complete"] and support.outcomes(report) == {"18"}
    assert report["statistics"]["states_new"] < 700


def test_elements_of_main_s_arguments_are_nobody_s_business() -> None:
    """They have been there before main began, and nobody writes to them: OwnLists asks for its kind in each thread."""
    report = support.explore("OwnLists", support.compiled("por"), "12", "", search__class="dfs")
    assert report["complete"] and report["statistics"]["states_new"] < 200
