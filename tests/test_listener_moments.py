"""Listeners as an outsider writes them from JPF's documents: what each notification may rely on, what may be done
from it, and that whatever a listener raises ends the search in order."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import pytest

import jpfpy
from jpfpy import bytecode
from jpfpy.listener import SEARCH_EVENTS, VM_EVENTS
from tests import support
from tests.support import BFS

verify = functools.partial(support.verify, classes="listeners")

SEARCHES = pytest.mark.parametrize("search", ["", BFS])


@SEARCHES
def test_generators_are_registered_set_advanced_and_processed(search: str) -> None:
    class Order(jpfpy.Listener):
        def __init__(self) -> None:
            self.registered = self.set = self.advanced = self.processed = 0
            self.depths: Counter[str] = Counter()

        def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
            assert cg.total_number_of_choices >= 1 and thread is not None
            self.registered += 1

        def choice_generator_set(self, vm: Any, cg: Any) -> None:
            self.set += 1

        def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
            assert 1 <= cg.processed_number_of_choices <= cg.total_number_of_choices
            self.advanced += 1

        def choice_generator_processed(self, vm: Any, cg: Any) -> None:
            assert not cg.has_more_choices()
            self.processed += 1

    o = Order()
    report = verify("Monitors", listeners=[o], search=search, vm__por__persistent="false")
    assert o.set == o.processed > 10
    assert o.registered >= o.set - 1  # the root's is there before
    assert o.advanced == report.statistics.transitions


class Sequence(jpfpy.Listener):
    """What happens in, and to, the classes of the program, a line each."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def note(self, what: str, of: str, name: str = "") -> None:
        if of == "Sequence" or what.startswith("exception"):
            self.told.append(f"{what} {name}".strip())

    def class_loaded(self, vm: Any, cls: Any) -> None:
        self.note("loaded", cls.name)

    def vm_initialized(self, vm: Any) -> None:
        self.told.append("vm")

    @jpfpy.on(opcodes="INVOKE*,*RETURN,ATHROW,NEW", method="Sequence.*")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        self.note("execute", "Sequence", insn.mnemonic)

    @jpfpy.on(opcodes="INVOKE*,*RETURN,ATHROW,NEW", method="Sequence.*")
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        self.note("executed", "Sequence", insn.mnemonic)

    def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
        self.note("created", obj.class_name)

    def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.note("locked", obj.class_name)

    def object_unlocked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.note("unlocked", obj.class_name)

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        self.note("entered", method.class_name, method.name)

    def method_exited(self, vm: Any, thread: Any, method: Any) -> None:
        self.note("exited", method.class_name, method.name)

    def exception_thrown(self, vm: Any, thread: Any, exc: Any) -> None:
        self.note("exception thrown", exc.class_name)

    def exception_bailout(self, vm: Any, thread: Any) -> None:
        self.note("exception leaves", thread.top_frame.method.class_name, thread.top_frame.method.name)

    def exception_handled(self, vm: Any, thread: Any) -> None:
        self.note("exception handled", thread.top_frame.method.class_name, thread.top_frame.method.name)


# What the same listener in Java is told of by jpf-core (java-17).
JPFS_SEQUENCE = """loaded / vm / entered main / execute new / created / executed new / execute invokespecial
entered <init> / executed invokespecial / execute invokespecial / executed invokespecial / execute return
exited <init> / executed return / execute invokevirtual / locked / entered inc / executed invokevirtual
execute ireturn / unlocked / exited inc / executed ireturn / execute invokestatic / entered fails
executed invokestatic / execute new / executed new / execute invokespecial / executed invokespecial / execute athrow
exception thrown / exited fails / exception leaves fails / exception handled main / executed athrow
execute return / exited main / executed return"""


@SEARCHES
def test_the_sequence_is_jpfs(search: str) -> None:
    s = Sequence()
    verify("Sequence", listeners=[s], search=search)
    assert s.told == JPFS_SEQUENCE.replace("\n", " / ").split(" / ")


@SEARCHES
def test_waiting_and_notifying_are_told_in_jpfs_order(search: str) -> None:
    told: list[str] = []

    class Waits(jpfpy.Listener):
        def thread_waiting(self, vm: Any, thread: Any) -> None:
            told.append("waiting")

        def object_unlocked(self, vm: Any, thread: Any, obj: Any) -> None:
            told.append("unlocked")

        def object_wait(self, vm: Any, thread: Any, obj: Any) -> None:
            assert told[-2:] == ["waiting", "unlocked"]

        def thread_notified(self, vm: Any, thread: Any) -> None:
            told.append("notified")

        def object_notify_all(self, vm: Any, thread: Any, obj: Any) -> None:
            told.append("notify all")

    verify("Monitors", listeners=[Waits()], search=search)
    assert "notify all" in told
    notified = [i for i, what in enumerate(told) if what == "notified"]
    assert notified and all(told[i + 1] in ("notified", "notify all") for i in notified)


@SEARCHES
def test_methods_are_entered_and_exited_in_pairs(search: str) -> None:
    class Calls(jpfpy.Listener):
        """By thread, along the path: the stack of entered methods; it backtracks as an attribute."""

        def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
            thread.set_attr((*thread.get_attr("stack", ()), method.full_name), "stack")

        def method_exited(self, vm: Any, thread: Any, method: Any) -> None:
            stack = thread.get_attr("stack", ())
            assert stack and stack[-1] == method.full_name, (stack, method)
            thread.set_attr(stack[:-1], "stack")
            seen[method.full_name] += 1

        def state_advanced(self, s: Any) -> None:
            for t in s.vm.threads:
                names = tuple(f.method.full_name for f in reversed(t.frames))
                stack = t.get_attr("stack", ())
                # a native that has begun and waits has no frame
                assert stack[: len(names)] == names and len(stack) <= len(names) + 1, (stack, names)

    seen: Counter[str] = Counter()
    verify("Monitors", listeners=[Calls()], search=search)
    assert seen["Monitors.thrower"] and seen["Monitors.waiter"] and seen["Monitors.main"]


@SEARCHES
def test_locks_are_balanced_along_the_path(search: str) -> None:
    class Locks(jpfpy.Listener):
        def _count(self, thread: Any, obj: Any, by: int) -> None:
            obj.set_attr(obj.get_attr((thread.id,), 0) + by, (thread.id,))
            assert obj.get_attr((thread.id,)) >= 0

        def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
            assert obj.lock_owner == thread and obj.lock_count >= 1
            self._count(thread, obj, 1)

        def object_unlocked(self, vm: Any, thread: Any, obj: Any) -> None:
            self._count(thread, obj, -1)
            if obj.get_attr((thread.id,), 0) == 0:
                assert obj.lock_owner is None

        def object_wait(self, vm: Any, thread: Any, obj: Any) -> None:
            assert obj.lock_owner != thread  # it has been given away already
            waits.append(thread.name)

    waits: list[str] = []
    verify("Monitors", listeners=[Locks()], search=search)
    assert "Thread-0" in waits


@SEARCHES
def test_exceptions_are_thrown_bail_out_and_are_handled(search: str) -> None:
    class Flow(jpfpy.Listener):
        def __init__(self) -> None:
            self.names: set[str] = set()
            self.open = self.handled = 0

        def exception_thrown(self, vm: Any, thread: Any, exc: Any) -> None:
            self.names.add(exc.class_name)
            if exc.class_name.endswith("IllegalArgumentException"):
                self.open += 1
                assert exc["detailMessage"].as_string() == "no"
                assert thread.top_frame.method.name == "thrower"

        def exception_bailout(self, vm: Any, thread: Any) -> None:
            if self.open:
                assert thread.top_frame.method.name == "thrower"

        def exception_handled(self, vm: Any, thread: Any) -> None:
            if self.open and thread.top_frame.method.full_name == "Monitors.main":
                self.open -= 1
                self.handled += 1

    f = Flow()
    verify("Monitors", listeners=[f], search=search)
    assert f.open == 0 and f.handled > 0


@SEARCHES
def test_threads_live_from_started_to_terminated(search: str) -> None:
    class Life(jpfpy.Listener):
        def thread_started(self, vm: Any, thread: Any) -> None:
            assert thread.is_alive and thread.get_attr("life") is None
            thread.set_attr("alive", "life")

        def thread_waiting(self, vm: Any, thread: Any) -> None:
            assert thread.is_waiting
            events["waiting"] += 1

        def thread_notified(self, vm: Any, thread: Any) -> None:
            assert thread.name == "Thread-0" and vm.current_thread.id == thread.id
            events["notified"] += 1

        def thread_interrupted(self, vm: Any, thread: Any) -> None:
            assert thread.is_interrupted()
            events["interrupted"] += 1

        def thread_terminated(self, vm: Any, thread: Any) -> None:
            assert not thread.is_alive
            if thread.id:
                assert thread.get_attr("life") == "alive"
            thread.set_attr("ended", "life")
            events["terminated"] += 1

        @jpfpy.on(method="Monitors.*")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            assert thread.id == 0 or thread.get_attr("life") == "alive"
            assert thread == vm.current_thread == vm.last_thread_info and thread.is_current()

    events: Counter[str] = Counter()
    verify("Monitors", listeners=[Life()], search=search)
    assert all(events[k] for k in ("waiting", "notified", "interrupted", "terminated"))


def test_objects_created_are_those_that_new_makes() -> None:
    class Objects(jpfpy.Listener):
        @jpfpy.on(cls="Bank$Account")
        def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
            counts["created"] += 1
            assert obj["balance"] == 0 and obj.class_info.simple_name == "Bank$Account"

        @jpfpy.on(opcodes="NEW", method="Bank.main")
        def instruction_executed(self, vm: Any, thread: Any, nxt: Any, insn: Any) -> None:
            if insn.owner == "Bank$Account" and insn.is_completed(thread):
                counts["new"] += 1

        @jpfpy.on(cls="Bank$Account")
        def object_shared(self, vm: Any, thread: Any, obj: Any) -> None:
            counts["shared"] += 1
            assert obj.is_shared

    counts: Counter[str] = Counter()
    verify("Bank", listeners=[Objects()])
    assert counts["created"] == counts["new"] == 1 and counts["shared"] == 1


def test_typed_instructions() -> None:
    seen: Counter[str] = Counter()

    class Typed(jpfpy.Listener):
        @jpfpy.on(method="Bank*,Monitors*")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            assert type(insn).__name__ == insn.opcode
            if isinstance(insn, bytecode.PUTFIELD):
                assert isinstance(insn, bytecode.FieldInstruction) and insn.is_write() and not insn.is_read()
                assert insn.field_info.name == insn.get_field_info().name
                assert insn.last_value == thread.modifiable_top_frame.peek(0, insn.field_info.descriptor[0])
                seen["put"] += 1
            elif isinstance(insn, bytecode.InvokeInstruction):
                if isinstance(insn, bytecode.EXECUTENATIVE):
                    seen["native " + insn.executed_method_name] += 1
            elif isinstance(insn, bytecode.ReturnInstruction):
                seen["return"] += 1

        @jpfpy.on(method="Bank*")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            if isinstance(insn, bytecode.PUTFIELD) and insn.is_completed(thread):
                assert insn.last_value == insn.last_this[insn.field_info]
                seen["put done"] += 1
            if isinstance(insn, bytecode.ISTORE | bytecode.ASTORE):
                assert insn.local_variable_index >= 0
                seen["local"] += 1
            assert vm.last_instruction == insn and vm.next_instruction == next_insn

    verify("Bank", listeners=[Typed()])
    verify("Monitors", listeners=[Typed()])
    assert seen["put"] >= seen["put done"] > 0 and seen["return"] and seen["local"]
    assert seen["native getBoolean"] and seen["native notifyAll"]


def test_jpfs_getters_and_questions_work_as_they_are_spelled_there() -> None:
    class Asks(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            assert search.get_depth() == search.depth and search.is_new_state() == bool(search.is_new_state)
            assert search.get_state_id() == search.get_vm().get_state_id()
            assert search.get_transition().get_thread_info().get_name() in ("main", "Thread-0")
            assert isinstance(search.has_next_state(), bool) and search.get_errors() == []
            assert [t.get_id() for t in search.get_vm().get_live_threads()] == [t.id for t in search.vm.live_threads]
            with pytest.raises(AttributeError, match="no attribute"):
                search.get_nothing()
            frame = search.vm.threads[0].get_top_frame()
            if frame:
                assert frame.get_method_info().get_name() == frame.method_name
            done.append(1)

        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            obj = insn.get_last_element_info()
            obj.set_int_field("balance", 3)
            assert obj.get_int_field("balance") == 3 and obj.get_class_info().get_name() == "Bank$Account"

    done: list[int] = []
    verify("Bank", listeners=[Asks()])
    assert done


def test_the_concrete_search() -> None:
    depth_first: set[str] = set()

    class Which(jpfpy.Listener):
        def __init__(self, names: set[str]) -> None:
            self.names = names
            self.stored = 0
            self.queue: list[int] = []

        def state_stored(self, search: Any) -> None:
            self.stored += 1
            self.queue.append(search.queue_size)
            parent = search.parent_state
            if self.stored > 1:
                assert parent.state_id == search.parent_state_id and parent.heuristic_value == search.depth - 1
                assert search.heuristic_value == search.depth

        def state_restored(self, search: Any) -> None:
            assert search.parent_state.state_id == search.state_id and search.is_new_state() is False

        def state_advanced(self, search: Any) -> None:
            self.names.add(type(search).__name__)

        def search_finished(self, search: Any) -> None:
            if self.stored:
                assert search.queue_size == 0

    verify("Bank", listeners=[Which(depth_first)])
    breadth: set[str] = set()
    w = Which(breadth)
    verify("Bank", listeners=[w], search=BFS)
    assert depth_first == {"DFSearch"} and breadth == {"HeuristicSearch"}
    assert w.queue[0] == 1 and max(w.queue) > 2


def test_a_probe_comes_with_the_next_state() -> None:
    order: list[str] = []

    class Probe(jpfpy.Listener):
        def search_started(self, search: Any) -> None:
            search.probe_search()

        def search_probed(self, search: Any) -> None:
            order.append(f"probed {search.depth}")

        def state_advanced(self, search: Any) -> None:
            order.append("advanced")

    verify("Bank", listeners=[Probe()])
    assert order[:2] == ["probed 1", "advanced"] and order.count("probed 1") == 1


EVENTS = [*SEARCH_EVENTS, *VM_EVENTS]
# what does not come in this program or search
NOT_HERE = {"state_purged", "search_probed", "search_restarted", "state_stored", "state_restored", "gc_begin", "gc_end"}


@pytest.mark.parametrize("event", [e for e in EVENTS if e not in NOT_HERE])
def test_whatever_raises_ends_the_search_in_order(event: str) -> None:
    def bad(self: Any, *args: Any) -> None:
        raise LookupError(event)

    listener = type("Bad", (jpfpy.Listener,), {event: bad})()
    config = {"search__depth_limit": "3"} if event == "search_constraint_hit" else {}
    target = ["Faults", "choice"] if event == "property_violated" else ["Monitors"]
    with pytest.raises(LookupError, match=event) as info:
        verify(*target, listeners=[listener], **config)
    assert info.traceback[-1].name == "bad"
    report = info.value.report  # type: ignore[attr-defined]
    assert report.complete == (event == "search_finished")


CONTROL_POINTS = "state_advanced thread_started object_locked method_entered execute_instruction class_loaded".split()


@pytest.mark.parametrize("event", [*CONTROL_POINTS, "choice_generator_advanced", "instruction_executed"])
@pytest.mark.parametrize("what", ["terminate", "ignore_state", "error"])
@SEARCHES
@pytest.mark.slow
def test_the_search_is_ended_pruned_and_told_of_errors_from_anywhere(event: str, what: str, search: str) -> None:
    class Does(jpfpy.Listener):
        done = 0

    def act(self: Any, *args: Any) -> None:
        vm = args[0] if isinstance(args[0], type(args[0].vm if hasattr(args[0], "vm") else args[0])) else args[0].vm
        if vm.search.depth < (0 if event == "thread_started" else 2) or (self.done and not vm.is_replaying):
            return
        self.done += 1
        s = vm.search
        s.error("Mine", "found") if what == "error" else getattr(s, what)()

    setattr(Does, event, act)
    listener = Does()
    report = verify("Monitors", listeners=[listener], search=search)
    assert listener.done
    if what == "error":
        assert report.errors and (report.errors[0].property, report.errors[0].message) == ("Mine", "found")
    else:
        assert report.result == "incomplete", report.statistics.constraints


def test_throwing_skipping_and_executing_again() -> None:
    class Throws(jpfpy.Listener):
        def __init__(self, event: str) -> None:
            setattr(self, event, self.act)

        def act(self, vm: Any, thread: Any, *rest: Any) -> None:
            insn = vm.last_instruction
            if insn and insn.opcode == "INVOKESTATIC" and "thrower" in insn.invoked_method_name:
                thread.create_and_throw_exception("java.lang.IllegalStateException", "mine")

    error = verify("Monitors", listeners=[Throws("execute_instruction")]).errors[0]
    assert error.exception == "java.lang.IllegalStateException"

    class Again(jpfpy.Listener):
        @jpfpy.on(opcodes="IINC,IADD", method="Bank$Account.deposit")
        def instruction_executed(self, vm: Any, thread: Any, nxt: Any, insn: Any) -> None:
            frame = thread.top_frame
            if frame.peek() < 100:  # the operands are the listener's to restore
                frame.set_operand(0, 50)
                frame.push(60)
                thread.re_execute_instruction()

    assert set(verify("Bank", listeners=[Again()]).output.split()) >= {"balance", "110"}


def test_wrong_moments_are_said_in_one_line() -> None:
    kept: list[Any] = []

    class Keeps(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            kept.append(search)
            thread = search.vm.threads[0]
            for call in (thread.skip_instruction, thread.reschedule, lambda: thread.throw("java.lang.Error")):
                with pytest.raises(RuntimeError, match="only while an instruction"):
                    call()

    verify("Bank", listeners=[Keeps()])
    with pytest.raises(jpfpy.StaleViewError):
        kept[0].errors  # noqa: B018
    with pytest.raises(RuntimeError, match="during a notification"):
        kept[0].vm.threads  # noqa: B018


def test_views_of_what_is_over_answer_nothing() -> None:
    """Whatever a view can be asked: of the state, also by way of what the view leads to, and of what it changes."""
    kept: list[Any] = []
    refused: set[str] = set()
    fixed = {
        "ThreadInfo": {"id", "vm", "serial"},
        "StackFrame": {
            "index",
            "method",
            "method_info",
            "method_name",
            "class_name",
            "n_operands",
            "thread",
            "vm",
            "serial",
        },
        "ElementInfo": {
            "ref",
            "object_ref",
            "class_info",
            "class_name",
            "fields",
            "is_array",
            "is_string",
            "vm",
            "serial",
        },
        "Transition": {"choice_generator", "state_id", "label", "vm", "serial", "thread_index"},
    }

    class Keeps(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            for view in kept:
                name = type(view).__name__
                for what in dir(view):
                    if what.startswith("_") or what in fixed[name] or what.removeprefix("get_") in fixed[name]:
                        continue
                    try:
                        value = getattr(view, what)
                        if what.startswith("get_") and callable(value):
                            value = value()
                    except jpfpy.StaleViewError:
                        refused.add(f"{name}.{what}")
                    except TypeError:  # it takes arguments
                        pass
                    else:
                        assert callable(value) and not isinstance(value, int), f"{name}.{what}: {value!r}"
                assert "stale" in repr(view) or name == "Transition"
            if kept:
                for call in (
                    lambda: kept[1].slot_attr(0),
                    lambda: kept[1].operand_attr(),
                    lambda: kept[2].field_attr("balance"),
                    lambda: kept[0].get_element_info(kept[2].ref),
                    lambda: kept[1].get_local_value_object("k"),
                ):
                    with pytest.raises(jpfpy.StaleViewError):
                        call()
                return
            for thread in search.vm.threads:
                frame = thread.top_frame
                if frame is not None and frame.this is not None and "balance" in frame.this.fields:
                    kept[:] = [thread, frame, frame.this, search.transition]
                    return

    verify("Bank", listeners=[Keeps()])
    expected = {
        "ThreadInfo.status", "ThreadInfo.name", "ThreadInfo.lock", "ThreadInfo.is_alive", "ThreadInfo.get_name",
        "ThreadInfo.held_locks", "ThreadInfo.in_atomic_section", "ThreadInfo.is_current", "ThreadInfo.frames",
        "StackFrame.locals", "StackFrame.pc", "StackFrame.line", "StackFrame.depth", "StackFrame.lock_ref",
        "ElementInfo.waiters", "ElementInfo.lock_owner", "ElementInfo.is_shared", "Transition.thread",
    }  # fmt: skip
    assert expected <= refused


@SEARCHES
def test_the_steps_of_a_transition_are_its_source_lines(search: str) -> None:
    lines: dict[int, set[tuple[int, ...]]] = {}

    class Log(jpfpy.Listener):
        """JPF's search log."""

        record_steps = True

        def state_advanced(self, search: Any) -> None:
            path = search.vm.path
            assert path[-1].label == search.transition.label and search.transition.thread is not None
            for level, t in enumerate(path):
                lines.setdefault(level, set()).add(tuple(step.line for step in t.steps if step.file == "Bank.java"))
            for step in search.transition:
                assert step.class_name.startswith("Bank") and step.location_string.startswith("Bank.java:")

    report = verify("Bank", listeners=[Log()], search=search, vm__por="false")
    assert report.ok
    assert len(lines[0]) == 1 and next(iter(lines[0]))[0] == 26  # main begins
    reached = {line for sets in lines.values() for one in sets for line in one}
    assert {7, 8, 21, 26, 27, 28, 29, 30, 31} <= reached, sorted(reached)


def test_the_last_error_by_jpfs_getters() -> None:
    class Sees(jpfpy.PropertyListenerAdapter):
        seen: tuple[int, str, str, str] | None = None
        error_message = "too deep"

        def check(self, search: Any, vm: Any) -> bool:
            return bool(search.depth < 2)

        def property_violated(self, search: Any) -> None:
            e = search.get_last_error()
            self.seen = (e.get_id(), e.get_description(), e.get_details(), e["message"])

    sees = Sees()
    error = verify("Bank", listeners=[sees]).errors[0]
    assert sees.seen == (1, error.property, error.message, error.message)


class SetsInState(jpfpy.Listener):
    def state_advanced(self, s: Any) -> None:
        if s.depth == 2:
            s.vm.find_class("VerifyAll").statics["told"] = 7


class SetsWithChoice(jpfpy.Listener):
    """It counts, too: what it only counts is not told of again."""

    def __init__(self) -> None:
        self.states = 0

    def state_advanced(self, s: Any) -> None:
        self.states += 1

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        if isinstance(cg, jpfpy.IntChoiceGenerator):
            vm.find_class("VerifyAll").statics["told"] = 7


@SEARCHES
@pytest.mark.parametrize("made", [SetsInState, SetsWithChoice])
def test_what_is_changed_in_a_state_holds_for_all_that_follows_it(search: str, made: type) -> None:
    """Whichever choice is tried there, in an error's trace, and where breadth-first search comes back."""

    def explore(*args: str, more: dict[str, str] | None = None, **extra: Any) -> jpfpy.Report:
        config = {"vm.cache": str(support.cache_dir()), **({"search.class": search} if search else {}), **(more or {})}
        jdk = str(support.default_jdk())
        return jpfpy.verify(
            "VerifyAll", "told", *args, classpath=support.compiled("choice"), config=config, jdk=jdk, **extra
        )

    listener = made()
    report = explore(listeners=[listener])
    assert getattr(listener, "states", 10) == 10  # one, three and six
    assert report.ok and sorted(report.output.splitlines()) == [f"{a} {b} 7" for a in (1, 2, 3) for b in (5, 6)]
    error = explore("fails", listeners=[made()]).errors[0]
    assert error.message == "java.lang.AssertionError: told 7"
    again = explore("fails", listeners=[made()], replay=error.replay).errors[0]
    assert again.trace == error.trace
    whole = explore("fails", listeners=[made()], more={"search.multiple_errors": "true"})
    others = [f"{a} {b} 7" for a in (1, 2, 3) for b in (5, 6) if (a, b) != (2, 6)]
    assert whole.complete and sorted(whole.output.splitlines()) == others


@SEARCHES
def test_a_generator_in_the_place_of_the_programs_gives_its_value(search: str) -> None:
    class Only(jpfpy.Listener):
        def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
            if cg.id == "verifyGetInt(II)" and isinstance(cg, jpfpy.IntIntervalGenerator):
                vm.system_state.remove_next_choice_generator()
                vm.system_state.set_next_choice_generator(jpfpy.IntChoiceFromSet(cg.id, 5, 9))

    config = {"vm.cache": str(support.cache_dir()), "vm.storage.class": "none"}
    if search:
        config["search.class"] = search
    report = jpfpy.verify(
        "VerifyAll", "ignore", classpath=support.compiled("choice"), listeners=[Only()], config=config
    )
    assert report.output.splitlines() == ["9"]  # 5 is no multiple of three, and is ignored
    assert report.statistics.constraints == ("a listener removed choice generators",)


def test_held_locks_are_those_of_synchronized_blocks_too() -> None:
    held: set[tuple[str, ...]] = set()

    class Held(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Nested.n")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            held.add(tuple(lock.class_name for lock in thread.held_locks))

    assert verify("Nested", listeners=[Held()]).ok
    assert held == {("Nested", "java.lang.Object", "java.lang.Class"), ("Nested",)}


@SEARCHES
def test_a_limit_is_told_of_each_time(search: str) -> None:
    hits: list[str] = []

    class Hits(jpfpy.Listener):
        def search_constraint_hit(self, s: Any) -> None:
            hits.append(s.last_search_constraint)

    report = verify("Bank", listeners=[Hits()], search=search, search__depth_limit="3")
    assert (
        set(hits) == {"depth limit reached: 3 (search.depth_limit)"} == set(report.statistics.constraints)
        and len(hits) > 1
    )


def test_how_many_choices_a_generator_has_is_known() -> None:
    totals: dict[str, set[int]] = {}

    class Totals(jpfpy.Listener):
        @jpfpy.on(opcodes="INVOKEVIRTUAL", method="Sequence.main")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            ss = vm.system_state
            if ss.get_current_choice_generator("p") is None:
                ss.set_next_choice_generator(jpfpy.PermutationCG("p", 3))
                ss.set_next_choice_generator(jpfpy.RandomIntIntervalGenerator("r", 1, 9, 4))
                ss.set_next_choice_generator(jpfpy.RandomOrderIntCG(jpfpy.IntIntervalGenerator("o", 1, 5)))
                thread.skip_instruction(insn)
                return
            for name in ("p", "r", "o"):
                cg = ss.get_current_choice_generator(name)
                totals.setdefault(name, set()).add(cg.get_total_number_of_choices())
                assert len(cg.get_all_choices()) == cg.total

    assert verify("Sequence", listeners=[Totals()]).ok
    assert totals == {"p": {6}, "r": {4}, "o": {5}}


@pytest.mark.parametrize(
    "moment", ["search_started", "state_advanced", "state_backtracked", "choice_generator_set", "class_loaded"]
)
def test_a_choice_between_two_transitions_is_refused(moment: str) -> None:
    def register(self: Any, *args: Any) -> None:
        (getattr(args[0], "vm", None) or args[0]).system_state.set_next_choice_generator(
            jpfpy.IntIntervalGenerator("mine", 0, 2)
        )

    listener = type("Registers", (jpfpy.Listener,), {moment: register})
    config = {"vm.jdk": str(support.default_jdk()), "vm.cache": support.cache_dir()}
    account = support.ROOT / "examples" / "account" / "Account.java"
    with pytest.raises(ValueError, match=f"{moment} is between two transitions"):
        jpfpy.verify(account, listeners=[listener()], config=config)
