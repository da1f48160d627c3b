"""Attributes: they backtrack with the state, and those of slots, fields and elements flow with the values."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS

verify = functools.partial(support.verify, classes="listeners")


@pytest.mark.parametrize("search", ["", BFS])
@pytest.mark.parametrize("por", ["true", "false"])
def test_slot_attributes_flow_with_operands(search: str, por: str) -> None:
    seen: dict[str, set[Any]] = {}

    class Taint(jpfpy.Listener):
        @jpfpy.on(opcodes="ISTORE*,ASTORE*", method="Flow.listened")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            frame = thread.top_frame
            names = {frame.locals.slot(n): n for n in frame.locals}
            # the variable that was just stored begins its scope with the next instruction
            name = names.get(insn.slot)
            if name == "source":
                frame.locals.attr("source").set_attr("secret")
            if name:
                seen.setdefault(name, set()).add(frame.locals.attr(name).attr)

    config = {"search__class": search} if search else {}
    verify("Flow", "listened", listeners=[Taint()], vm__por=por, **config)
    tainted = {name for name, values in seen.items() if "secret" in values}
    assert {"source", "a", "b", "c", "sink"} == tainted
    assert seen["sum"] == seen["called"] == seen["plain"] == seen["boxed"] == seen["cells"] == {None}
    # `sink` is overwritten with a constant at its second store
    assert seen["sink"] == {"secret", None}


@pytest.mark.parametrize("search", ["", BFS])
def test_verifys_attributes_flow_and_stand_apart(search: str) -> None:
    mine: set[Any] = set()

    class Mine(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Flow.f")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            mine.add(thread.top_frame.operand_attr().attr)  # Verify's are not ours
            thread.top_frame.operand_attr().set_attr("mine")

        @jpfpy.on(opcodes="GETFIELD", field="Flow.f")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            assert thread.top_frame.operand_attr().attr == "mine"

    config = {"search__class": search} if search else {}
    for listeners in ([], [Mine()]):
        report = verify("Flow", "verified", listeners=listeners, **config)
        assert report.ok, report.errors[0].message
        assert report.statistics.end_states == 2
    assert mine == {None, "mine"}


def test_attributes_of_objects_fields_elements_and_threads_backtrack() -> None:
    counts: list[tuple[int, ...]] = []

    class Count(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            if not insn.is_completed(thread):
                return
            account = thread.top_frame.this
            for place in (account, thread, account.field_attr("balance")):
                place.set_attr((place.get_attr("n", 0)) + 1, "n")

        def state_advanced(self, search: Any) -> None:
            if search.is_end_state:
                main = search.vm.threads[0]
                counts.append((main.get_attr("n", 0), main.get_attr("other", -1)))

    verify("Bank", listeners=[Count()], vm__por="false")
    assert counts and set(counts) == {(1, -1)}  # once on every path
