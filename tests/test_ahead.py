"""Transitions that are not executed, because where they lead is known, count as if they had been."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support

# Executes every step, and compares the key that was known with the state's own.
CHECKED = {"jpf.stress.check": "true"}
COUNTS = """states_new states_visited states_backtracked end_states transitions instructions max_depth boundaries_met
    boundaries_chosen boundaries_skipped""".split()
PLAIN = support.compiled("ahead")


def counted(program: str, *args: str, **extra: str) -> tuple[dict[str, Any], str]:
    more = {"vm.por": "false", "search.class": "dfs", "search.multiple_errors": "true"} | extra
    report = support.explore(program, PLAIN, *args, **more)
    return {k: report["statistics"][k] for k in COUNTS}, report["result"]


@pytest.mark.parametrize(
    "args", ["numbers 2", "elements 2", "references 2", "late 2", "initial 3", "locked 2", "numbers 2 join"]
)
def test_steps_that_are_known_lead_where_they_lead_when_they_are_executed(args: str) -> None:
    limit = {"search.state_limit": "4000"}
    fast = counted("Plain", *args.split(), **limit)
    assert fast == counted("Plain", *args.split(), **limit, **CHECKED)
    assert fast[0]["states_visited"] > 500


@pytest.mark.parametrize("args", ["returned 2", "returned 3", "returned 2 join"])
def test_returns(args: str) -> None:
    """The last access of a method, what its callers do then, and the thread on its way to its end."""
    limit = {"search.state_limit": "2500"}
    assert counted("Plain", *args.split(), **limit) == counted("Plain", *args.split(), **limit, **CHECKED)


@pytest.mark.parametrize("args", ["nested 2", "nested 3", "crossed 2", "crossed 3", "various 2", "waiting 3"])
def test_monitors(args: str) -> None:
    """Who stands before one that is taken waits, and where all do that is a deadlock."""
    limit = {"search.state_limit": "2500"}
    fast = counted("Plain", *args.split(), **limit)
    assert fast == counted("Plain", *args.split(), **limit, **CHECKED)
    assert (fast[1] == "violation") == args.startswith("crossed")


@pytest.mark.parametrize("args", ["numbers 2", "references 2", "locked 2"])
def test_breadth_first_too(args: str) -> None:
    limit = {"search.state_limit": "1000", "search.class": support.BFS}
    assert counted("Plain", *args.split(), **limit) == counted("Plain", *args.split(), **limit, **CHECKED)


@pytest.mark.parametrize("args", ["numbers 2", "references 2", "locked 2", "late 2"])
@pytest.mark.parametrize("threads", ["2", "3"])
def test_with_several_threads_too(args: str, threads: str) -> None:
    """What is the same however the work is shared out."""
    together = {"search.threads": threads, "jpf.stress.join": "100"}
    exact = ("states_new", "states_visited", "end_states", "transitions")
    one = counted("Plain", *args.split())
    for checked in ({}, CHECKED):
        many = counted("Plain", *args.split(), **together, **checked)
        assert [many[0][k] for k in exact] == [one[0][k] for k in exact]
        assert many[1] == one[1]
