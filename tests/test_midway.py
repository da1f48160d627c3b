"""What a listener asks for in the middle of a transition is done before the next instruction, whatever it was told of."""

from __future__ import annotations

from typing import Any

import pytest

import jpfpy
from tests.support import BFS, DFS, verify

EVENTS = [
    "object_created", "object_locked", "object_unlocked", "class_loaded", "exception_thrown", "exception_handled",
    "method_entered", "method_exited", "execute_instruction", "instruction_executed", "object_notify",
]  # fmt: skip


def ours(args: tuple[Any, ...]) -> bool:
    """Is the notification about what Midway.happen does?"""
    thing = args[-1]
    name = getattr(thing, "class_name", None) or getattr(thing, "name", None) or ""
    if type(thing).__name__ == "MethodInfo":
        return bool(thing.name == "enter")
    if type(thing).__name__ == "ClassInfo":
        return bool(thing.name == "Midway$Late")
    if hasattr(thing, "opcode"):
        return "enter" in str(thing)
    return name in ("Midway$Thing", "Midway$Bad")


def asking(event: str, what: str, also: tuple[str, ...] = ()) -> Any:
    def tell(self: Any, *args: Any) -> None:
        vm = args[0]
        if self.asked or not (event == "exception_handled" or ours(args)):
            return
        if vm.current_thread.top_frame and not any(f.method.name == "happen" for f in vm.current_thread.frames):
            return
        self.asked += not vm.is_replaying
        if what == "ignore":
            vm.ignore_state()
        elif what == "terminate":
            vm.search.terminate()
        elif what == "error":
            vm.search.error("Asked", "in the middle")
        elif what == "break":
            self.broke = vm.break_transition("asked")

    def after(self: Any, vm: Any, thread: Any, insn: Any) -> None:
        self.later += bool(self.asked and not vm.is_replaying)

    def advanced(self: Any, search: Any) -> None:
        self.states += 1
        if what == "break" and self.asked:
            search.terminate()

    body: dict[str, Any] = {"asked": 0, "later": 0, "states": 0, "broke": None, event: tell, "state_advanced": advanced}
    if event not in ("execute_instruction", "method_entered", "method_exited") and "all" in also:
        body["execute_instruction"] = after
    return type("Asking", (jpfpy.Listener,), body)()


@pytest.mark.filterwarnings("ignore::jpfpy.JPFWarning")
@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("what", ["ignore", "terminate", "error", "break"])
@pytest.mark.parametrize("event", EVENTS)
def test_the_transition_ends_at_once(event: str, what: str, search: str) -> None:
    for also in ((), ("all",)):
        listener = asking(event, what, also)
        report = verify(
            "Midway", event, "loop", classes="midway", listeners=[listener], vm__max_transition_length=str(1 << 26),
            search__class=search, vm__por="false",  # classes are loaded before their eyes
        )  # fmt: skip
        assert listener.asked and report.raw["statistics"]["instructions"] < 30_000
        assert listener.later <= (
            2 if what == "error" else 1
        )  # the instruction it happened in; a trace is made by a second run
        match what:
            case "ignore":
                assert list(report.statistics.constraints) == ["a listener ignored states"]
            case "terminate" | "break":
                assert list(report.statistics.constraints) == ["ended by a listener"]
            case "error":
                (error,) = report.errors
                assert error.message == "in the middle" and error.location is not None


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("action", ["prune", "break"])
def test_idle_loops_are_left(action: str, search: str) -> None:
    report = verify(
        "Midway", "method_entered", "loop", classes="midway", listener="IdleFilter", idle__action=action,
        vm__max_transition_length=str(1 << 26), search__class=search, search__state_limit="20",
    )  # fmt: skip
    assert report.raw["statistics"]["instructions"] < 2_000_000
    assert list(report.statistics.constraints) == [
        "a listener ignored states" if action == "prune" else "state limit reached: 20 (search.state_limit)"
    ]


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("event", EVENTS)
def test_a_transition_that_is_broken_goes_on(event: str, search: str) -> None:
    whole = verify("Midway", event, "end", classes="midway", search__class=search)
    listener = asking(event, "break")
    listener.state_advanced = lambda search: None
    report = verify("Midway", event, "end", classes="midway", listeners=[listener], search__class=search)
    assert whole.ok and report.ok and listener.broke is not None


def test_a_trace_without_a_file_is_not_stored(tmp_path: Any) -> None:
    source = tmp_path / "Store.java"
    source.write_text(
        'public class Store { public static void main(String[] a) { gov.nasa.jpf.vm.Verify.storeTrace(null, "x");'
        ' gov.nasa.jpf.vm.Verify.storeTraceIf(true, null, "x");'
        " System.out.println(1); } }"
    )
    report = verify(str(source), classpath=str(tmp_path))
    assert report.ok and report.output == "1\n" and not report.raw.get("stored_traces")
