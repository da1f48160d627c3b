"""jpfpy.Listener as it is written out: the engine's list, what comes with each notification, type checkers."""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
import subprocess
import sys
import types
import typing
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf, choice, views
from jpfpy.listener import SEARCH_EVENTS, VM_EVENTS
from tests import support
from tests.support import CONFIG

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
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return any(fits(value, h) for h in typing.get_args(hint))
    if hint is float:  # an int will do, to type checkers too (PEP 484)
        return isinstance(value, float | int)
    return hint is Any or isinstance(value, typing.get_origin(hint) or hint)


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


SAMPLE = """
from typing import Any

import jpfpy
from typing_extensions import override
from jpfpy.views import VM, ElementInfo, Instruction, Search, ThreadInfo


class Mine(jpfpy.PropertyListener):
    record_steps = True
    error_message = "no"

    def __init__(self) -> None:
        self.lines: list[int] = []

    @override
    def state_advanced(self, search: Search) -> None:
        super().state_advanced(search)
        if search.transition is not None:
            self.lines += [step.line for step in search.transition.steps]
        reveal_type(search.get_depth())
        reveal_type(search.statistics.states_new)
        reveal_type(search.get_last_error())
        reveal_type(search.last_error.trace[0].thread if search.last_error else None)

    @jpfpy.on(opcodes="PUTFIELD")
    @override
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        reveal_type(insn.get_method_info().get_class_name())
        reveal_type(thread.get_top_frame())
        reveal_type(vm.get_live_threads())

    @override
    def check(self, search: Search, vm: VM) -> bool:
        return not search.has_errors()


report = jpfpy.verify("A", listeners=[Mine, Mine(), "CoverageAnalyzer"], properties=[Mine()])
reveal_type(report.notes)
reveal_type(jpfpy.listeners.CoverageAnalyzer())
"""
REVEALED = [
    "int",
    "int",
    "Union[jpfpy.report.report.ErrorInfo, None]",
    "Union[str, None]",
    "str",
    "Union[jpfpy.views.frame.StackFrame, None]",
    "list[jpfpy.views.thread.ThreadInfo]",
    "list[str]",
    "jpfpy.listeners.coverage.CoverageAnalyzer",
]
WRONG = """
import jpfpy
from typing_extensions import override
from jpfpy.views import VM, Search


class Wrong(jpfpy.Listener):
    @override
    def stateAdvanced(self, search: Search) -> None: ...

    @override
    def state_processed(self, vm: int) -> None: ...

    def gc_begin(self, vm: VM) -> None:
        vm.get_nothing()


jpfpy.listeners.NoSuchListener
"""


def mypy(source: str, folder: Path) -> list[str]:
    file = folder / "sample.py"
    file.write_text(source)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", folder / "cache", file]
    env = {**os.environ, "MYPYPATH": str(support.ROOT)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return [line.partition(": ")[2] for line in done.stdout.splitlines() if line.startswith("sample.py")]


def test_type_checkers_see_a_listener(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    lines = mypy(SAMPLE, tmp_path)
    kinds = [re.fullmatch(r'note: Revealed type is "(.*)"', line) for line in lines]
    assert [m and m[1].replace("builtins.", "") for m in kinds] == REVEALED, lines
    wrong = mypy(WRONG, tmp_path)
    assert any('"stateAdvanced" is marked as an override' in line for line in wrong), wrong
    assert any('"state_processed" is incompatible with supertype "Listener"' in line for line in wrong)
    assert any('"VM" has no attribute "get_nothing"' in line for line in wrong)
    assert any('has no attribute "NoSuchListener"' in line for line in wrong)


def test_shipped_listeners_are_attributes() -> None:
    code = (
        "import sys, jpfpy; before = set(sys.modules)\n"
        "names = dir(jpfpy.listeners); loaded = set(sys.modules) - before\n"
        "assert 'CoverageAnalyzer' in names and 'DeadlockAnalyzer' in names and 'listeners' in dir(jpfpy), names\n"
        "assert not any(m.startswith('jpfpy.listeners.') for m in loaded) and 'jpfpy.views' not in loaded, loaded\n"
        "assert jpfpy.listeners.InsnCounter is jpfpy.listeners.coverage.InsnCounter\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=support.ROOT)
    declared = re.findall(r"^    from \.(\w+) import (\w+) as \2$", inspect.getsource(jpfpy.listeners), re.MULTILINE)
    assert {name: module for module, name in declared} == jpfpy.listeners.HOMES  # what type checkers see


def test_getters_answer_with_their_types() -> None:
    """Each getter that a view declares answers what its property does, and has its type."""
    asked: set[str] = set()
    wrong: list[str] = []

    def look(view: Any) -> None:
        cls = type(view)
        names = {**vars(views), **vars(views.search), **vars(choice), **vars(jpfpy.report.report), "Any": Any}
        names |= {"Config": jpfpy.config.Config, "Get": views.base.Get, "SystemState": object, "Registry": object}
        names |= vars(_jpf)
        for base in cls.__mro__:
            for name, hint in vars(base).get("__annotations__", {}).items():
                place = f"{base.__name__}.{name}"
                if not name.startswith("get_") or not hint.startswith("Get[") or place in asked:
                    continue
                assert name in dir(view), place
                try:
                    value, plain = getattr(view, name)(), getattr(view, name[4:])
                except (TypeError, AttributeError, IndexError, KeyError) as e:
                    wrong.append(f"{place}: {e!r}")
                    continue
                want = eval(hint[4:-1], names)
                if value is not None:
                    asked.add(place)
                if not fits(value, want) or (repr(value) != repr(plain) and "statistics" not in name):
                    wrong.append(f"{place}: {value!r} is no {hint}")
                property = getattr(cls, name[4:], None)
                given = getattr(getattr(property, "fget", None), "__annotations__", {}).get("return")
                assert given is None or given == hint[4:-1], place

    class Looks(jpfpy.Listener):
        record_steps = True
        reads_output = False

        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            if insn.opcode in ("PUTFIELD", "INVOKEVIRTUAL", "ILOAD", "MONITORENTER") and thread.id:
                frame = thread.top_frame
                held = [*thread.held_locks, insn.field_info, frame.this, insn.this]
                for view in (vm, vm.search, thread, insn, frame, frame.method, frame.method.class_info, *held):
                    if view is not None:
                        look(view)

        def state_advanced(self, search: Any) -> None:
            look(search.transition)
            look(search)
            look(search.vm)

    for one in ("DFSearch", ".search.heuristic.BFSHeuristic"):
        jpfpy.verify("Bank", classpath=support.compiled("listeners"), config=CONFIG, search=one, listeners=[Looks])
    assert not wrong, wrong
    assert len(asked) > 150


def timeless(statistics: jpfpy.Statistics) -> dict[str, Any]:
    return {k: v for k, v in dataclasses.asdict(statistics).items() if k not in TIMES}


TIMES = {"elapsed_s", "cpu_s", "peak_bytes", "peak_rss_bytes", "objects", "allocations", "bytes"}


@pytest.mark.parametrize("search", ["DFSearch", ".search.heuristic.BFSHeuristic"])
def test_errors_and_statistics_are_those_of_the_report(search: str) -> None:
    found: list[jpfpy.ErrorInfo] = []
    last: list[jpfpy.Statistics] = []

    class Sees(jpfpy.Listener):
        def property_violated(self, search: views.Search) -> None:
            assert search.last_error is not None and search.current_error == search.last_error == search.errors[-1]
            found.append(search.last_error)

        def state_advanced(self, search: views.Search) -> None:
            assert timeless(search.statistics) == timeless(search.vm.statistics)
            assert search.statistics.objects > 1000 and search.statistics.bytes > 1 << 20

        def search_finished(self, search: views.Search) -> None:
            last.append(search.statistics)

    config = {
        **CONFIG,
        "search.multiple_errors": True,
        "search.shrink": False,
    }  # listeners hear paths as they are found
    source = support.TESTS / "java" / "conc" / "RacyAccount.java"
    report = jpfpy.verify(source, config=config, search=search, listeners=[Sees])
    assert report.errors and tuple(found) == report.errors and all(type(e) is jpfpy.ErrorInfo for e in found)
    assert found[0].trace[-1].steps[-1].source and found[0].raw == report.errors[0].raw
    assert (found[0].get_id(), found[0].get_description(), found[0].get_details()) == (
        found[0].id,
        found[0].property,
        found[0]["message"],
    )
    for name in jpfpy.Statistics.__dataclass_fields__:
        if name not in TIMES:
            assert getattr(last[0], name) == getattr(report.statistics, name) == last[0][name], name
    dynamic = {"por_begun_states", "por_raced_choices"}  # of vm.por=dynamic alone
    assert {*report.raw["statistics"], "objects", "allocations", "bytes", *dynamic} == set(
        jpfpy.Statistics.__dataclass_fields__
    )
    with pytest.raises(KeyError):
        last[0]["count"]  # no field


def test_documented_statistics_are_attributes() -> None:
    named = {n for page in (support.ROOT / "docs").glob("*.md") for n in re.findall(r"`(por_\w+)`", page.read_text())}
    named |= {
        n for page in (support.ROOT / "docs").glob("*.md") for n in re.findall(r"statistics\.(\w+)", page.read_text())
    }
    assert len(named) >= 8 and named <= set(jpfpy.Statistics.__dataclass_fields__)
