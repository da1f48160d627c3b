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


def counted(program: str, *args: str, **extra: str) -> tuple[dict[str, Any], set[str]]:
    more = {"vm.por": "false", "search.class": "dfs", "search.multiple_errors": "true"} | extra
    report = support.explore(program, PLAIN, *args, **more)
    return {k: report["statistics"][k] for k in COUNTS}, support.outcomes(report)


@pytest.mark.parametrize("args", ["numbers 2", "elements 2", "references 2", "late 2", "locked 2", "numbers 2 join"])
def test_steps_that_are_known_lead_where_they_lead_when_they_are_executed(args: str) -> None:
    limit = {"search.state_limit": "4000"}
    fast = counted("Plain", *args.split(), **limit)
    assert fast == counted("Plain", *args.split(), **limit, **CHECKED)
    assert fast[0]["states_visited"] > 500


@pytest.mark.parametrize("args", ["numbers 2", "references 2", "locked 2"])
def test_breadth_first_too(args: str) -> None:
    limit = {"search.state_limit": "1000", "search.class": support.BFS}
    assert counted("Plain", *args.split(), **limit) == counted("Plain", *args.split(), **limit, **CHECKED)
