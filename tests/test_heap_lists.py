"""Objects that only a dead variable names live, as in JPF, for whoever lists the objects that live; states that differ in
them are then different states."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import jpfpy
from tests.support import BFS, DFS, verify

WAYS = [(s, p) for s in (DFS, BFS) for p in ("true", "false")]


class Boxes(jpfpy.ReferenceChoiceGenerator):
    """Each Box that lives, by a generator in Python."""

    def __init__(self, config: Any, id: str) -> None:
        super().__init__(config, id)
        self.found = sorted(e.ref for e in self.vm.heap if e.class_name == "Dead$Box")

    def choices(self) -> Any:
        yield from self.found


def names(case: str, how: str, listeners: Any = (), **config: str) -> set[str]:
    given = {"box.class": "TypedObjectChoice", "box.type": "Dead$Box", "box.include_null": "false"}
    if how == "python":
        given = {"box.class": "tests.test_heap_lists:Boxes"}
    report = verify(
        "Dead", how, case, classes="heaplists", listeners=listeners, **(given if how != "random" else {}), **config
    )
    assert report.ok, (report.result, report.errors, report.statistics.constraints)
    return set(report.output.split())


@pytest.mark.parametrize(("search", "por"), WAYS)
@pytest.mark.parametrize("how", ["typed", "random", "python"])
@pytest.mark.parametrize(
    ("case", "found"),
    [
        ("plain", {"x", "y"}),
        ("matched", {"t", "f"}),
        ("overwritten", {"new"}),
        ("threads", {"none", "mine"}),
        ("loop", {"x"}),
        ("branch", {"none", "x"}),
        ("while", {"x1"}),
    ],
)
def test_what_dead_variables_name_is_found(case: str, found: set[str], how: str, search: str, por: str) -> None:
    assert names(case, how, search__class=search, vm__por=por) - {"null"} == found  # null: not constructed yet


@pytest.mark.parametrize(("search", "por"), WAYS)
def test_a_listener_sees_them_too_and_sees_one_search(search: str, por: str) -> None:
    class Look(jpfpy.Listener):
        def __init__(self) -> None:
            self.most, self.restarts = 0, 0

        def state_advanced(self, search: Any) -> None:
            self.most = max(self.most, sum(e.class_name == "Dead$Box" for e in search.vm.heap))

        def search_restarted(self, search: Any) -> None:
            self.restarts += 1

    look = Look()
    verify("Dead", "random", "matched", classes="heaplists", listeners=[look], search__class=search, vm__por=por)
    assert look.restarts == 0 and look.most >= 1


def test_errors_replay() -> None:
    given = {"box.class": "TypedObjectChoice", "box.type": "Dead$Box", "box.include_null": "true"}
    ask = functools.partial(
        verify, "Dead", "random", "matched", classes="heaplists", listener=f"{__name__}:NoT", **given
    )
    (error,) = ask().errors
    again = ask(replay=error.replay)
    assert [e.message for e in again.errors] == [error.message]


class NoT(jpfpy.PropertyListener):
    error_message = "t was chosen"

    def check(self, search: Any, vm: Any) -> bool:
        return "t" not in vm.path_output.split()
