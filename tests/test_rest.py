"""What calls of the library leave behind (csrc/classes/jdk/rest.def, fields.def): states at rest are those of a model of the
class, and whoever asks for what was left out is told as ever."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support
from tests.support import BFS, outcomes

EVERY_ORDER = {"vm__por__persistent": "false", "vm__por__sleep_sets": "false", "vm__por__symmetry": "false"}
# Three threads use each once. A model of the class has one state when they are through, whatever the order.
ONE = (
    "lock fairlock lockintr condition rw fairrw readers stamped stampedreaders semaphore fairsemaphore latch "
    "barrier phaser futuretask future futurethen abq lbq lbd pbq cld clqfull cldfull ltqfull map mapfull skip cow adder "
    "adder0 atomic local random"
).split()
# More states than the model's: what differs is told in docs/juc-internals.md.
MORE = {
    ("timedlock", 17): 2,
    ("timedlock", 25): 2,
    ("clq", 17): 2,
    ("clq", 25): 2,
    ("ltq", 17): 3,
    ("ltq", 25): 2,
    ("delay", 17): 2,
    ("delay", 25): 2,
    ("pool", 17): 84,
}
CASES = [
    (w, j, MORE.get((w, j), 1))
    for w in (*ONE, "timedlock", "clq", "ltq", "delay", "pool")
    for j in (17, 25)
    if j in support.jdks() and (w, j) != ("pool", 25)
]
VARIANTS: dict[str, dict[str, str]] = {
    "fine": {"vm__por__library": "fine"},
    "off": {"vm__por": "false", "search__class": BFS},
    "bfs": {"search__class": BFS},
    "exact": {"vm__storage__class": "exact"},
}


def explore(what: str, *args: str, release: int = 0, **extra: str) -> dict[str, Any]:
    jdk = support.jdks()[release or support.default_release()]
    return support.explore(what, support.compiled("rest"), *args, jdk=jdk, **extra)


@pytest.mark.parametrize(("what", "release", "states"), CASES)
def test_states_at_rest(what: str, release: int, states: int) -> None:
    report = explore("Rest", what, "3", "1", release=release, **EVERY_ORDER)
    assert report["result"] == "no_errors"
    assert report["statistics"]["choice_generators"]["data"] == states


READERS_WRITERS = {1: 20, 2: 24, 3: 45, 4: 72, 6: 144}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("n", READERS_WRITERS)
def test_readers_and_writers(n: int, release: int) -> None:
    """The field is read under the read lock and written under the write lock, which protects it: 3,463 states of 3."""
    report = explore("ReadersWriters", str(n), release=release)
    assert report["result"] == "no_errors" and report["statistics"]["states_new"] == READERS_WRITERS[n]
    assert n == 1 or report["statistics"]["por_alike_choices"] > 0


@pytest.mark.parametrize("what", ["lock", "rw", "stamped", "condition", "semaphore"])
def test_records_are_those_of_the_definition(what: str) -> None:
    """The incremental key against the whole one after each transition, and remade states against executed ones."""
    for extra in ({}, {"search__class": BFS, "jpf__stress__restore": "true"}):
        limit = {"search__state_limit": "150", "jpf__stress__check": "true"}
        assert explore("Rest", what, "3", "1", **EVERY_ORDER, **limit, **extra)["result"] != "error"


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", ["mutex", "lock", "readers", "upgrade", "stamped", "hash"])
def test_who_asks_is_told(what: str, release: int) -> None:
    printed = {"vm__por__output": "visible", "search__multiple_errors": "true"}
    told = explore("Asked", what, release=release, **printed)
    assert told["result"] == "no_errors"
    for name, extra in VARIANTS.items():
        other = explore("Asked", what, release=release, **printed, search__state_limit="3000", **extra)
        assert other["result"] in ("no_errors", "incomplete"), name
        assert outcomes(other) <= outcomes(told), name
        assert not other["complete"] or outcomes(other) == outcomes(told), name
    if what == "mutex":
        assert {"rest true false", "rest false false", "inside true true"} <= outcomes(told)
    if what == "hash":
        assert outcomes(told) == {"same true"}


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_a_pool_that_stops_forgets_where_it_looked_for_tasks(release: int) -> None:
    """On 17 each look at the queues moves on where the next one begins: 1,626 states with it."""
    report = explore("Stopping", release=release)
    assert report["result"] == "no_errors" and outcomes(report) == {"2 true"}
    assert report["statistics"]["states_new"] < (1200 if release == 17 else 3000)
    checked = explore("Stopping", release=release, jpf__stress__check="true", search__state_limit="300")
    assert checked["result"] == "incomplete" and not checked["errors"]
