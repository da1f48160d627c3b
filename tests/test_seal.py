"""What is large and lives where the first choice is met keeps its names (csrc/state/seal.c), and so does what is moved
under search in great numbers (csrc/state/later.c): a change near its root costs little, and nothing else of a search
changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support
from tests.support import BFS, DFS

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


KEYS = {"vm__storage__class": "JenkinsStateSet"}
NAMED = {"vm__storage__class": "exact", "vm__por__symmetry": "false"}
EXACT = {"vm__storage__class": "exact"}


@pytest.mark.parametrize("kept", [KEYS, NAMED, EXACT], ids=["keys", "named", "exact"])
def test_the_price(kept: dict[str, str]) -> None:
    """Large old objects that are alike are told apart from each other, and from new ones; little ones are not."""
    assert search("OldAlike", "4", **kept) == search("OldAlike", "4", **kept, **OFF)
    plain, sealed = search("OldAlike", "40", **kept, **OFF), search("OldAlike", "40", **kept)
    assert plain[0] == sealed[0] == "no_errors"
    assert (plain[1], sealed[1]) == (4, 16)


def test_a_new_head_on_an_old_list_costs_little() -> None:
    """A transition that names the list anew keeps a record of each of its nodes until it is undone."""
    classes = support.compile_texts({"Growth.java": (support.TESTS / "bench" / "java" / "Growth.java").read_bytes()})

    def states(*args: str, **extra: str) -> int:
        limits = {"search__state_limit": "3000", "search__memory_limit": "100M"}
        r = support.explore("Growth", classes, *args, **{**limits, **extra})
        return int(r["statistics"]["states_new"])

    assert states("heads", "10000") == 3000
    assert states("heads", "10000", **OFF) < 500


@pytest.mark.parametrize("lookers", ["1", "2"], ids=["named", "alike"])
@pytest.mark.parametrize("kind", ["linked", "array", "map"])
def test_a_structure_that_grows_costs_an_exact_set_what_is_added(kind: str, lookers: str) -> None:
    """Also where threads are alike, and states are kept without their names. What is kept whole takes 1 KB an element
    and state."""
    classes = support.compile_texts({"Growth.java": (support.TESTS / "bench" / "java" / "Growth.java").read_bytes()})

    def search(size: str, **extra: str) -> tuple[str, int, int]:
        r = support.explore("Growth", classes, "grown", size, kind, lookers, search__class="dfs", **extra)
        return r["result"], r["statistics"]["states_new"], r["statistics"]["transitions"]

    exact, keys = search("300", **EXACT), search("300")
    assert exact == keys if lookers == "1" else exact[0] == keys[0] == "no_errors" and exact[1] >= keys[1]  # held.c
    assert search("2000", **EXACT, search__memory_limit="60M")[0] == "no_errors"


LATER = {"jpf__stress__seal": "1", "jpf__stress__moved": "1"}
LATE = {"jpf__stress__seal": "2", "jpf__stress__moved": "3"}


@pytest.mark.parametrize("later", [LATER, LATE], ids=["all", "some"])
@pytest.mark.parametrize("order", [{}, BREADTH], ids=["depth", "breadth"])
def test_objects_that_are_moved_under_search(later: dict[str, str], order: dict[str, str]) -> None:
    """Labels, liveness and keys are those of the definition in every state. That the path decides names costs few
    states, even where nothing is too little to be sealed."""
    for size, steps in (("0", "4"), ("3", "2")):
        plain = search("OldObjects", size, steps, **OFF, **order)
        sealed = search("OldObjects", size, steps, **later, **order, **CHECKED)
        assert sealed[0] == plain[0] == "no_errors"
        assert plain[1] <= sealed[1] <= plain[1] * 1.1


def test_states_of_moved_objects_come_back() -> None:
    """Each transition is undone and executed again; each image is compared with the execution of its path."""
    again = {"jpf__stress__restore": "true", "search__state_limit": "60"}
    for order in ({}, BREADTH):
        assert search("OldObjects", "0", "4", **LATER, **order, **again, **CHECKED)[1] >= 50


def grown(seed: int, threads: int, ops: int, **extra: str) -> tuple[str, int, set[str]]:
    args = (str(seed), str(threads), str(ops))
    r = support.explored("GrownObjects", support.compiled("states"), *args, **extra)
    return r["result"], r["statistics"]["states_new"], support.outcomes(r)


@pytest.mark.parametrize("seed", support.seeds(8, 200))
def test_structures_that_threads_grow_and_cut(seed: int) -> None:
    """Lists, queues, maps and trees: the same verdict and the same outcomes as with names that follow from the shape
    alone, depth first and breadth first, with keys and with an exact set."""
    for threads, ops in ((2, 4), (3, 2)):
        result, _, outcomes = grown(seed, threads, ops, **OFF)
        for how in (LATER, LATE, {**LATER, **BREADTH}, {**LATE, "vm__storage__class": "exact"}):
            assert grown(seed, threads, ops, **how)[0::2] == (result, outcomes)


def test_names_come_round() -> None:
    """What goes through a structure for ever does not get new names for ever."""
    assert search("Rotates", "5", **OFF)[0] == "no_errors"
    for later in (LATER, LATE):
        assert search("Rotates", "5", **later)[0] == "no_errors"


@pytest.mark.parametrize("seed", support.seeds(2, 50))
def test_no_two_states_have_one_key(seed: int) -> None:
    """Without reduction there are no fewer states than an exact set has where names follow from the shape alone; and an
    exact set, which takes no hash's word for it, has as many as there are keys."""
    whole = {"vm__por": "false", "vm__por__symmetry": "false"}
    result, states, outcomes = grown(seed, 2, 2, **whole, **OFF, vm__storage__class="exact")
    assert grown(seed, 2, 2, **whole, **OFF) == (result, states, outcomes)
    for later in (LATER, LATE):
        found = grown(seed, 2, 2, **whole, **later)
        assert (found[0], found[2]) == (result, outcomes)
        assert found[1] >= states
        assert grown(seed, 2, 2, **whole, **later, vm__storage__class="exact") == found


@pytest.mark.parametrize("order", [{}, BREADTH], ids=["depth", "breadth"])
@pytest.mark.parametrize("args", ["far 100 100", "grown 30 array", "grown 30 map", "states 100 20"])
def test_an_exact_set_follows_what_changes(args: str, order: dict[str, str]) -> None:
    """The records of each state, kept from one to the next, are those that are made anew from all of it, those of long
    arrays too; and there are as many states as keys."""
    classes = support.compile_texts({"Growth.java": (support.TESTS / "bench" / "java" / "Growth.java").read_bytes()})
    whole = {"vm__por": "false", "search__state_limit": "400", **order}
    exact = {"vm__storage__class": "exact", "jpf__stress__hash_bits": "4", **CHECKED}

    def counts(**extra: str) -> tuple[str, int, int]:
        r = support.explore("Growth", classes, *args.split(), **whole, **extra)
        return r["result"], r["statistics"]["states_new"], r["statistics"]["transitions"]

    assert counts(**exact) == counts(**KEYS)


@pytest.mark.parametrize("what", ["push", "linked", "queue"])
def test_a_list_that_grows_under_search_costs_little(what: str) -> None:
    """Its growth adds as much memory for each node however long it is, and few states that differ in history only."""
    classes = support.compile_texts({"Growth.java": (support.TESTS / "bench" / "java" / "Growth.java").read_bytes()})
    limits = {"search__memory_limit": "100M", "search__class": support.DFS, **KEYS}
    r = support.explore("Growth", classes, "grown", "4000", what, **limits, **support.LARGE)
    assert r["result"] == "no_errors"
    assert r["statistics"]["states_new"] < 22_000
    r = support.explore("Growth", classes, "grown", "4000", what, **limits, **OFF, **support.LARGE)
    assert r["result"] != "no_errors"


def test_a_long_trail_keeps_what_has_changed_only() -> None:
    """Behind 16 MiB of trail a thread's record is kept by what differs (heap/trail.c), with jpf.stress.restore from the
    beginning: the search goes back the same way."""
    classes = support.compile_texts({"Growth.java": (support.TESTS / "bench" / "java" / "Growth.java").read_bytes()})
    deep = support.explore("Growth", classes, "lists", "30000", search__class=DFS, **support.LARGE)
    s = deep["statistics"]
    assert deep["complete"] and s["max_depth"] == 60004
    assert s["states_backtracked"] == s["states_new"] + s["states_visited"]
    short = {"search__class": DFS, "jpf__stress__restore": "true", "jpf__stress__check": "true"}
    r = support.explore("Growth", classes, "lists", "60", **short)
    assert r["complete"] and r["statistics"]["max_depth"] == 124
