"""Cascaded generators: products of whatever the VM, Verify, peers and listeners register at one instruction, and what
is told of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

import jpfpy
from jpfpy import IntChoiceFromSet, IntIntervalGenerator
from tests import support
from tests.support import BFS, DFS

ALL = {"vm.storage.class": "none"}
both = pytest.mark.parametrize("search", [DFS, BFS, "RandomHeuristic", "iddfs"], ids=["dfs", "bfs", "best", "iddfs"])
por = pytest.mark.parametrize("por", ["true", "false"], ids=["por", "nopor"])


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(support.ROOT / "examples" / "cascades"))
    yield
    for name in ("extra_ints", "field_replace"):
        sys.modules.pop(name, None)


def explore(target: str, *listeners: object, args: str = "", **config: Any) -> jpfpy.Report:
    where = support.ROOT / "examples" / "cascades" / target
    file, classes = (where, None) if where.suffix == ".java" else (target, "choice")
    jpf = support.jpf_object(file, args, classes=classes, sourcepath="", **config)
    jpf.add_listener(*listeners)
    return jpf.run()


# --- the two examples of JPF's documentation


@both
def test_extra_ints(search: str) -> None:
    from extra_ints import ExtraInts  # type: ignore[import-not-found]

    listener = ExtraInts()
    report = explore("Ints.java", listener, search__class=search, **ALL)
    assert report.ok and report.statistics.end_states == 2 * 2 * 3 * 2
    assert sorted(report.output.split("\n")) == sorted(["", *[f"{a} {b}" for a in (1, 2) for b in (5, 6, 7)] * 4])
    if search == DFS:
        second = [(b, x) for b in (5, 6, 7) for x in (3, 4)]
        assert listener.pairs == [p for a in (1, 2) for x in (3, 4) for p in ((a, x), *second)]


@both
@por
def test_field_replace(search: str, por: str) -> None:
    from field_replace import FieldReplace  # type: ignore[import-not-found]

    report = explore("Shared.java", FieldReplace(), search__class=search, vm__por=por, **ALL)
    assert report.ok, report.errors
    assert set(report.output.split("\n")) == {"read 42", "read 43", ""}
    plain = explore("Shared.java", search__class=search, vm__por=por, **ALL)
    assert set(plain.output.split("\n")) == {"read -1", "read 7", ""}


@por
def test_field_replace_and_the_race_is_still_found(por: str) -> None:
    from field_replace import FieldReplace

    seen: list[int] = []

    class Old(FieldReplace):  # type: ignore[misc]
        @jpfpy.on(opcodes="GETFIELD", field="*.field")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            frame = thread.top_frame
            if vm.system_state.get_current_choice_generator("fieldReplace", IntChoiceFromSet) is not None:
                seen.append(frame.peek())
            super().instruction_executed(vm, thread, next_insn, insn)

    report = explore("Shared.java", Old(), vm__por=por)
    assert report.ok and set(seen) == {-1, 7}  # before and after the other thread's write
    race = explore(
        "Shared.java", FieldReplace(), vm__por=por, listener="PreciseRaceDetector", search__multiple_errors=True
    )
    assert any(e.kind == "race" for e in race.errors)


# --- products


@both
def test_cascades_of_several_listeners(search: str) -> None:
    class Adds(jpfpy.Listener):
        def __init__(self, name: str, n: int) -> None:
            self.name, self.n = name, n

        def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
            if cg.id == "verifyGetInt(II)":
                vm.system_state.set_next_choice_generator(IntIntervalGenerator(self.name, 1, self.n))

    report = explore("Ints.java", Adds("x", 3), Adds("y", 4), Adds("z", 2), search__class=search, **ALL)
    assert report.statistics.end_states == (2 * 24) * (3 * 24)


class Log(jpfpy.Listener):
    def __init__(self) -> None:
        self.events: list[str] = []

    def note(self, what: str, cg: Any) -> None:
        if cg.kind == "data":
            self.events.append(f"{what} {cg.id[0]}{cg.index}")

    def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
        self.note("registered", cg)
        if cg.id == "verifyGetInt(II)":
            assert vm.get_next_choice_generator() is cg and not cg.is_cascaded()
            vm.set_next_choice_generator(IntIntervalGenerator("extra", 1, 2))
            assert vm.get_next_choice_generator().id == "extra"

    def choice_generator_set(self, vm: Any, cg: Any) -> None:
        self.note("set", cg)

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        self.note("advanced", cg)

    def choice_generator_processed(self, vm: Any, cg: Any) -> None:
        self.note("processed", cg)


@both
def test_notifications_of_a_cascade(search: str) -> None:
    log = Log()
    explore("Named", log, args="interval2", search__class=search, **ALL)
    assert log.events == [
        *("registered v-1", "registered e-1", "set v-1", "set e-1", "advanced v0", "advanced e0"),
        "advanced e1",
        *("processed e1", "advanced v1", "advanced e0"),
        "advanced e1",
        *("processed e1", "processed v1"),
    ]


class Remembers(jpfpy.Listener):
    """Offers values by what was drawn before, which the program has forgotten."""

    def __init__(self, offers: dict[int, Any]) -> None:
        self.offers, self.last = offers, 0

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        if cg.id == "verifyGetBoolean":
            self.last = int(cg.value == "true")

    def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
        if cg.id == "verifyGetInt(II)":
            vm.set_next_choice_generator(self.offers[self.last])


@pytest.mark.parametrize(
    ("one", "other", "ends"),
    [
        (IntIntervalGenerator("x", 1, 2), IntIntervalGenerator("x", 1, 3), 2 * (2 + 3)),
        (IntIntervalGenerator("x", 1, 2), IntIntervalGenerator("x", 2, 3), 2 * (2 + 2)),
        (IntIntervalGenerator("x", 1, 3), IntIntervalGenerator("x", 1, 3, 2), 2 * (3 + 2)),
        (IntChoiceFromSet("x", [1, 5]), IntChoiceFromSet("x", [1, 6]), 2 * (2 + 2)),
        (IntIntervalGenerator("x", 1, 2), IntIntervalGenerator("y", 1, 2), 2 * (2 + 2)),
        (IntIntervalGenerator("x", 1, 2), IntIntervalGenerator("x", 1, 2), 2 * 2),
    ],
    ids=["n", "lo", "delta", "list", "id", "same"],
)
@por
def test_what_a_state_offers_is_part_of_the_state(one: Any, other: Any, ends: int, por: str) -> None:
    """Nothing of the program tells the two states apart: what a listener offers there does."""
    report = explore("Forgets", Remembers({0: one, 1: other}), vm__por=por)
    assert report.complete and len(report.output.split()) == ends


@pytest.mark.parametrize(("where", "ends"), [("file", 2 * 3), ("direct", 2 * 3), ("nowhere", 3)])
def test_files_and_memory_outside_the_heap_are_part_of_the_state(where: str, ends: int) -> None:
    report = explore("Beside", args=where)
    assert report.complete and len(set(report.output.splitlines())) == len(report.output.splitlines()) == ends
