"""jpfpy.Listener as it is written out: the engine's list, what comes with each notification, type checkers."""

from __future__ import annotations

import inspect
import re
import typing
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf, choice, views
from jpfpy.listener import SEARCH_EVENTS, VM_EVENTS
from tests import support
from tests.conftest import CONFIG

EVENTS = [n for n in _jpf.events() if n != "property_check"]  # that one is Property.check


def signature(name: str) -> dict[str, Any]:
    """Parameters and their types."""
    names = {**vars(views), "ChoiceGenerator": choice.ChoiceGenerator}
    hints = typing.get_type_hints(getattr(jpfpy.Listener, name), globalns={**names, "Any": Any})
    assert hints.pop("return") is type(None)
    return hints


def test_each_notification_of_the_engine_is_written_out() -> None:
    written = [n for n, f in vars(jpfpy.Listener).items() if not n.startswith("_") and callable(f)]
    assert sorted(written) == sorted(EVENTS) == sorted([*SEARCH_EVENTS, *VM_EVENTS])


@pytest.mark.parametrize("name", EVENTS)
def test_each_has_types_and_a_docstring(name: str) -> None:
    method = getattr(jpfpy.Listener, name)
    parameters = list(inspect.signature(method).parameters)
    assert parameters[0] == "self" and list(signature(name)) == parameters[1:]
    first, blank, rest = inspect.getdoc(method).partition("\n\n")  # type: ignore[union-attr]
    assert first.endswith(".") and "\n" not in first and blank
    java = re.sub("_(.)", lambda m: m[1].upper(), name)
    assert f"JPF: {java}" in " ".join(rest.split()) or name == "search_restarted"


def fits(value: object, hint: Any) -> bool:
    if typing.get_origin(hint) not in (None, choice.ChoiceGenerator):
        return any(fits(value, h) for h in typing.get_args(hint))
    return isinstance(value, typing.get_origin(hint) or hint)


@pytest.mark.parametrize("search", ["DFSearch", ".search.heuristic.BFSHeuristic"])
def test_what_comes_has_the_types_that_are_written(search: str) -> None:
    hints = {name: signature(name) for name in EVENTS}
    seen: set[str] = set()

    class Types(jpfpy.Listener):
        error_message = "too deep"

        def check(self, search: views.Search, vm: views.VM) -> bool:
            return search.depth < 40

    def checked(name: str) -> Any:
        def told(self: Any, *args: object) -> None:
            getattr(jpfpy.Listener, name)(self, *args)  # as super() would: it takes the same
            seen.add(name)
            for value, (parameter, hint) in zip(args, hints[name].items(), strict=True):
                assert fits(value, hint), (name, parameter, value)

        return told

    for name in EVENTS:
        setattr(Types, name, checked(name))
    for program, config in (
        ("listeners/Monitors", {}),
        ("listeners/Sequence", {}),
        ("conc/WakeupAll", {"search.depth_limit": 5}),
        ("conc/RacyAccount", {"search.multiple_errors": True, "vm.por": False}),
    ):
        folder, target = program.split("/")
        classes = support.compiled(folder)
        jpfpy.verify(target, classpath=classes, config={**CONFIG, **config}, search=search, listeners=[Types])
    never = {"state_purged", "search_probed", "search_restarted", "gc_begin", "gc_end"}
    never |= set() if "BFS" in search else {"state_stored", "state_restored"}
    assert set(EVENTS) - seen <= never, set(EVENTS) - seen - never
