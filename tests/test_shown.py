"""Thread.getState: who asks depends on what the answer follows from, and on nothing else. Counts of search.class=dpor beside
those of brute force; outcomes of all searches beside those of an enumeration."""

from __future__ import annotations

from typing import Any

import pytest

from tests import gen_shown, support, test_random
from tests.support import BFS
from tests.test_scripts import POINTS

NAMED = {"vm__por__symmetry": "false"}
ALONE = {**POINTS, "vm__por__persistent": "false"}
SEARCHES: dict[str, dict[str, str]] = {
    "dfs": {},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "named": NAMED,
    "bfs": {"search__class": BFS},
    "dynamic": {"vm__por": "dynamic"},
    "dynamic alone": {**ALONE, **NAMED, "vm__por": "dynamic"},
    "dynamic alone, no sleep sets": {**ALONE, "vm__por": "dynamic", "vm__por__sleep_sets": "false"},
    "dpor": {"search__class": "dpor"},
}


def search(codes: list[str], **config: str) -> dict[str, Any]:
    every = {"search__multiple_errors": "true", "search__transition_limit": "60000"}
    return support.explore("Shown", support.compiled("por"), *codes, **every, **config)


def told(report: dict[str, Any]) -> set[str]:
    return {line.strip() for line in support.outcomes(report)}


# Beside each program: complete executions, blocked ones.
TRACES: dict[tuple[str, ...], tuple[int, int]] = {
    ("+1+2", "p.b()", "u1t1"): (2, 0),  # a join that gives up looks whether the thread has ended, and not at its permit
    ("+2+1", "u2t2", "p."): (2, 0),
    ("+1+2+3", "p.", "b(t1)", "u1"): (2, 0),
    ("+3+1?2+2", "?2u3", "t3", "p.?1b()"): (16, 0),
    ("+1+2", "", "?1"): (2, 0),  # before and after the end
    ("+2+1", "", "?1"): (3, 0),  # and before the start
    ("+1+2", "", "!1"): (2, 0),
    ("+2+1", "", "!1"): (3, 0),
    ("+1+2", "?2", "?1"): (5, 0),
    ("+1+2+3", "?2", "?1", "?1?2"): (19, 0),
    ("+1+2+3", "", "?1", "?1"): (4, 0),  # neither is the first to use a class of the JDK's
    ("+1+2", "s.", "?1"): (4, 0),
    ("+1+2", "s.", "?1?1?1"): (20, 0),
    ("+1+2+3", "", "j1", "?2"): (5, 0),
    ("+1+2+3", "", "t1", "?2"): (8, 0),
    ("+1+2+3", "p.", "u1", "?1"): (5, 0),
    ("+1+2+3", "p.", "u1", "?1?1"): (15, 0),
    ("+1+2", "p.", "?1"): (0, 2),
    ("+1+2", "a(x.)", "a(x.)"): (2, 0),  # nobody asks
    ("+1+2+3", "a()", "a(x.)", "?1"): (10, 0),
    ("+1+2", "a(?2x.)", "a()"): (5, 0),  # who asks has what the other one waits for
    ("+3+2+1?2", "?2", "b()", "b(?2)"): (118, 0),
    ("+1+2+3", "a(b())", "b(a())", "?1?2"): (76, 20),
    ("+2+3+1", "s.", "?3?1", ""): (15, 0),
    ("+1+2", "a(aW)", "a(?1)"): (7, 0),
    ("+1+2", "a(aW)", "a(?1?1)"): (10, 0),
    ("+1+2", "a(aW)", "a()?1"): (14, 0),
    ("+1+2+3", "a(aW)", "a()", "?1"): (27, 0),
    ("+1+2", "a(aW)", "a()"): (3, 0),  # nobody asks
    ("+1+2", "a(?2)", "a(aW)"): (8, 0),  # who asks may be what its wait is too late for
    ("+1+2", "a(?2?2)", "a(aW)"): (13, 0),
    ("+1+2", "a()?2", "a(aW)"): (15, 0),
}


@pytest.mark.parametrize("codes", TRACES, ids=" ".join)
def test_each_trace_is_executed_once(codes: tuple[str, ...]) -> None:
    s = search([*codes], search__class="dpor", **POINTS)["statistics"]
    assert (s["executions"], s["executions_blocked"], s["executions_cut"]) == (*TRACES[codes], 0)
    oracle = gen_shown.Oracle([*codes])
    assert (len(oracle.complete), len(oracle.deadlocks)) == TRACES[codes]


def test_counts_and_outcomes_are_those_of_brute_force() -> None:
    fit = 0
    for seed in support.seeds(60, 4000):
        codes = gen_shown.counted(seed)
        try:
            oracle = gen_shown.Oracle(codes)
        except gen_shown.Unfit:
            continue
        fit += 1
        report = search(codes, search__class="dpor", **POINTS)
        s = report["statistics"]
        want = (len(oracle.complete), len(oracle.deadlocks))
        assert (s["executions"], s["executions_blocked"]) == want, codes
        assert told(report) == oracle.outcomes, codes
        assert not s["executions_cut"] or "u" in "".join(codes), codes
        for name, config in SEARCHES.items() if fit % 6 == 1 else []:
            report = search(codes, **config)
            dead = any(e["kind"] == "deadlock" for e in report["errors"])
            assert report["complete"] and told(report) == oracle.outcomes, (codes, name)
            assert dead == bool(oracle.deadlocks), (codes, name)
    assert fit > 30


def test_random_programs_with_interrupts_waits_and_limits_keep_their_outcomes() -> None:
    whole = 0
    for seed in support.seeds(14, 2000):
        codes = gen_shown.mixed(seed)
        want = search(codes, vm__por="false")
        if not want["complete"]:
            continue
        for name, config in SEARCHES.items():
            report = search(codes, **config)
            whole += report["complete"]
            assert not report["complete"] or test_random.outcome(report) == test_random.outcome(want), (codes, name)
    assert whole > 50


HELD = {
    "monitor": "BLOCKED RUNNABLE TERMINATED",
    "nested": "BLOCKED RUNNABLE TERMINATED",
    "kept": "BLOCKED RUNNABLE TERMINATED",
    "empty": "BLOCKED RUNNABLE TERMINATED",
    "empty lock": "RUNNABLE TERMINATED WAITING",
    "readers": "RUNNABLE TERMINATED WAITING",
    "lock": "RUNNABLE TERMINATED WAITING",
    "latch": "RUNNABLE TERMINATED WAITING",
    "semaphore": "RUNNABLE TERMINATED WAITING",
}


@pytest.mark.parametrize("how", HELD)
def test_who_gives_something_back_meets_who_asks_for_the_state_of_those_who_wait(how: str) -> None:
    """The one who asks reaches neither what is given back nor who does it, and nothing else need happen while it is
    held: giving back is a step then."""
    plain = how in ("monitor", "kept", "empty", "empty lock")
    searches = [*SEARCHES.values(), {"search__threads": "2"}] + [{"vm__por": "false"}] * plain
    for config in searches:
        report = support.explore("Held", support.compiled("por"), how, **config)
        assert report["complete"] and support.outcomes(report) == set(HELD[how].split()), config


def test_what_a_look_does_not_see_is_no_matter_of_order() -> None:
    """A look at a thread's state depends on everything no more: the others add to a counter meanwhile."""
    alone = search(["+1+2", "x.x.", "x.x."], search__class="dpor", **POINTS)["statistics"]
    asked = search(["+1+2+3", "x.x.", "x.x.", "?1"], search__class="dpor", **POINTS)["statistics"]
    assert (alone["executions"], asked["executions"]) == (6, 12)  # 1 has ended or not


def test_a_step_of_unknown_acts_does_not_make_one_that_sleeps_stand_for_what_was_not_tried() -> None:
    """What the sleeper touches when it comes earlier is not known once somebody interrupts, as the last word does."""
    codes = ["+2+1?1", "s.b(!2)", "?1"]
    oracle = gen_shown.Oracle(codes)
    assert len(oracle.complete) == 78 and "TE al TI" in oracle.outcomes
    for code in [codes[1], f"{codes[1]}i1"]:
        report = search([codes[0], code, codes[2]], search__class="dpor", **POINTS)
        s = report["statistics"]
        assert told(report) == oracle.outcomes
        assert (s["executions"], s["executions_blocked"], s["executions_cut"]) == (78, 0, 0)


def test_a_permit_does_not_end_a_timed_join() -> None:
    """Thread 1 has a permit, and waits for thread 2 all the same."""
    for config in [{"vm__por": "false"}, *SEARCHES.values()]:
        assert told(search(["+2+1", "t2", "u1?1"], **config)) == {"NE", "RU", "TE", "TI"}, config
