"""Mistakes of listeners: operands that do not add up, exceptions that are none, names that are nearly notifications, and
constructors that raise. Each is told in one line."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import jpfpy
from tests import support

verify = functools.partial(support.verify, classes="listeners")


class Wrongs:
    """Mistakes with the operand stack; each is one the engine could not survive."""

    class Pops(jpfpy.Listener):
        @jpfpy.on(opcodes="IRETURN", method="Nested.*,Sequence.inc")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.top_frame.pop()

    class Skips(jpfpy.Listener):
        @jpfpy.on(opcodes="ILOAD_1", method="Sequence.inc")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.skip_instruction()

    class Forges(jpfpy.Listener):
        @jpfpy.on(opcodes="GETFIELD", method="Sequence.inc")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.top_frame.set_slot(0, 12345677)


@pytest.mark.parametrize(
    ("cls", "said"),
    [
        (Wrongs.Pops, "has 0 words where 1 are expected"),
        (Wrongs.Skips, "has 2 words where 3 are expected"),
        (Wrongs.Forges, "slot 0 holds no reference"),
    ],
)
def test_operands_have_to_add_up(cls: type, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        verify("Sequence", listeners=[cls()])


@pytest.mark.parametrize(
    ("name", "caught"),
    [
        ("Sequence$Plain", "Sequence$Plain"),  # its only constructor takes nothing
        ("Sequence$Told", "Sequence$Told: mine"),
        ("IllegalStateException", "java.lang.IllegalStateException: mine"),
        ("java.io.IOException", "java.io.IOException: mine"),
    ],
)
def test_exceptions_of_the_program_can_be_thrown(name: str, caught: str) -> None:
    class Throws(jpfpy.Listener):
        @jpfpy.on(method="Sequence.fails", opcodes="NEW")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.throw(name, "mine")

    assert verify("Sequence", "catches", listeners=[Throws()]).output == f"{caught}\n"
    config = {"ei__exception": f'{name}("mine")@Sequence.fails()', "listener": "ExceptionInjector"}
    assert verify("Sequence", "catches", **config).output.endswith(f"{caught}\n")


@pytest.mark.parametrize(("name", "why"), [("no.Such", "there is no such class"), ("Sequence", "it is no Throwable")])
def test_what_cannot_be_thrown(name: str, why: str) -> None:
    class Throws(jpfpy.Listener):
        @jpfpy.on(method="Sequence.fails", opcodes="NEW")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.throw(name, "mine")

    with pytest.raises(ValueError, match=f"throw: {name}: {why}"):
        verify("Sequence", listeners=[Throws()])


class Misnamed(jpfpy.Listener):
    def stateAdvanced(self, search: Any) -> None: ...

    def thread_start(self, vm: Any, thread: Any) -> None: ...

    def threads_terminated(self) -> int:
        return 0


class FailsToStart(jpfpy.Listener):
    def __init__(self) -> None:
        raise KeyError("mine")


def test_methods_that_are_nearly_notifications_are_named() -> None:
    report = verify("Sequence", listeners=[Misnamed()])
    assert sorted(report.raw["notes"]) == [
        "warning: Misnamed.stateAdvanced is never called: the notification is state_advanced",
        "warning: Misnamed.thread_start is never called: the notification is thread_started",
        "warning: Misnamed.threads_terminated is never called: the notification is thread_terminated",
    ]


def test_a_constructor_that_raises_is_one_line() -> None:
    with pytest.raises(
        jpfpy.ConfigError, match="FailsToStart raised KeyError: 'mine' .*test_listener_mistakes.py"
    ) as e:
        verify("Sequence", listener="tests.test_listener_mistakes:FailsToStart")
    assert isinstance(e.value.__cause__, KeyError)
