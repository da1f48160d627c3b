"""What is large and lives where the first choice is met keeps its names (csrc/state/seal.c): a change near its root
costs little, and nothing else of a search changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support
from tests.support import BFS

OFF = {"vm__state__seal": "false"}
ALL = {"jpf__stress__seal": "1"}
SOME = {"jpf__stress__seal": "8"}
CHECKED = {"jpf__stress__check": "true"}
BREADTH = {"search__class": BFS}


def search(name: str, *args: str, **extra: str) -> tuple[Any, ...]:
    r = support.explored(name, support.compiled("states"), *args, **extra)
    return r["result"], r["statistics"]["states_new"], r["statistics"]["transitions"]


@pytest.mark.parametrize("sealed", [ALL, SOME], ids=["all", "some"])
@pytest.mark.parametrize("order", [{}, BREADTH], ids=["depth", "breadth"])
def test_old_objects_that_are_cut_moved_and_dropped(sealed: dict[str, str], order: dict[str, str]) -> None:
    """Labels, liveness and keys are those of the definition in every state, and the states are the same ones."""
    for size, steps in (("5", "3"), ("40", "2")):
        assert search("OldObjects", size, steps, **sealed, **order, **CHECKED) == search(
            "OldObjects", size, steps, **OFF, **order
        )


@pytest.mark.parametrize("order", [{}, BREADTH], ids=["depth", "breadth"])
def test_states_come_back(order: dict[str, str]) -> None:
    """Each transition is undone and executed again; each image is compared with the execution of its path."""
    again = {"jpf__stress__restore": "true", "search__state_limit": "60"}
    assert search("OldObjects", "40", "2", **SOME, **order, **again, **CHECKED)[1] == 51


NAMED = {"vm__storage__class": "exact", "vm__por__symmetry": "false"}
SHAPES = {"vm__storage__class": "exact"}


@pytest.mark.parametrize(("kept", "states"), [({}, 16), (NAMED, 16), (SHAPES, 4)], ids=["keys", "named", "shapes"])
def test_the_price(kept: dict[str, str], states: int) -> None:
    """Large old objects that are alike are told apart from each other, and from new ones; little ones are not. Symmetry
    looks at no name, so that an exact set does not either."""
    assert search("OldAlike", "4", **kept) == search("OldAlike", "4", **kept, **OFF)
    plain, sealed = search("OldAlike", "40", **kept, **OFF), search("OldAlike", "40", **kept)
    assert plain[0] == sealed[0] == "no_errors"
    assert (plain[1], sealed[1]) == (4, states)


def test_a_new_head_on_an_old_list_costs_little() -> None:
    """A transition that names the list anew keeps a record of each of its nodes until it is undone."""
    classes = support.compile_texts({"Growth.java": (support.TESTS / "bench" / "java" / "Growth.java").read_bytes()})

    def states(**extra: str) -> int:
        limits = {"search__state_limit": "3000", "search__memory_limit": "100M"}
        r = support.explore("Growth", classes, "heads", "10000", **limits, **extra)
        return int(r["statistics"]["states_new"])

    assert states() == 3000
    assert states(**OFF) < 500
