"""Listeners: classes whose methods the engine calls, by JPF's names in snake_case.

    class Deposits(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Account.balance")
        def execute_instruction(self, vm, thread, insn): ...

What a class overrides, and its filters, become a native mask when it is registered (jpfpy.dispatch): nothing else is
called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from .arguments import path, texts

if TYPE_CHECKING:
    from .choice import ChoiceGenerator
    from .views import VM, ClassInfo, ElementInfo, Instruction, MethodInfo, Search, ThreadInfo

F = TypeVar("F", bound=Callable[..., Any])


def on(
    *,
    opcodes: str | Iterable[str] | None = None,
    method: str | None = None,
    field: str | None = None,
    cls: str | None = None,
    thread: str | None = None,
    **unknown: NoReturn,
) -> Callable[[F], F]:
    """Filters of a callback (or of a whole listener class): patterns (*, ?), alternatives between commas, ! excludes.

    `opcodes` are JVM instructions ("GETFIELD,PUTFIELD", "INVOKE*"); `method` and `field` are Class.name with or without
    the package; `cls` the class of the object or class the event is about; `thread` the thread's name. A filter that
    has matched nothing when the search ends is named in the report's notes."""

    for name in unknown:
        from .usercode import near_of

        raise TypeError(f"jpfpy.on() takes no {name}={near_of(name, on.__kwdefaults__, 0.5)}")
    if opcodes is not None:
        for one in texts([opcodes] if isinstance(opcodes, str) else opcodes, "opcodes", '"GETFIELD"'):
            path(one, "opcodes", "names of JVM instructions")
    for name, pattern in (("method", method), ("field", field), ("cls", cls), ("thread", thread)):
        if pattern is not None:
            path(pattern, name, "a pattern of names")

    def mark(f: F) -> F:
        names = opcodes if isinstance(opcodes, str) or opcodes is None else ",".join(opcodes)
        f.__jpf_filter__ = (names, method, field, cls, thread)  # type: ignore[attr-defined]
        return f

    return mark


class Listener:
    """Base of a listener: each notification, doing nothing. Override those you want; only these are called.

    Any class with some of these methods will do as a listener; this one gives them their types. A constructor takes
    nothing, or the Config. What a listener gets belongs to the notification: used after it, it raises StaleViewError.

    Where a docstring says "may change values", these are locals, operands, fields, elements and attributes: such
    changes backtrack with the state. A listener that changes the program is called again where a path is only
    executed again (`vm.is_replaying`), and has to do the same again.

    JPF: ListenerAdapter, with the methods of SearchListener and VMListener."""

    record_steps: bool = False
    """Set it to True in a class that reads Transition.steps: the source lines of transitions are recorded then."""

    reads_output: bool | None = None
    """Whether the class judges by what paths print (vm.path_output): each write is a scheduling point then. None:
    once it has read it, for which the search begins again; False: it only shows it."""

    # --- SearchListener

    def search_started(self, search: Search) -> None:
        """The search begins.

        Told of once, behind vm_initialized; the state is the initial one. JPF: searchStarted."""

    def state_advanced(self, search: Search) -> None:
        """A transition has reached a state.

        `search` says which: `state_id`, `depth`, `is_new_state` or `is_visited_state`, `is_end_state`, `transition`.
        May change values, which then belong to this state; may call `search.ignore_state()`, `search.terminate()` and
        `search.error()`. JPF: stateAdvanced."""

    def state_processed(self, search: Search) -> None:
        """All choices of the state are explored.

        Not told of a visited, end or ignored state, which is left at once. What is changed here belongs to no path and
        is not repeated. JPF: stateProcessed."""

    def state_backtracked(self, search: Search) -> None:
        """The search has gone back one transition.

        `search.state_id` and `depth` are those of the state gone back to. What is changed here belongs to no path and
        is not repeated. JPF: stateBacktracked."""

    def state_restored(self, search: Search) -> None:
        """The search stands at a stored state again.

        Breadth first only: the state that is expanded next. What is changed here belongs to no path and is not
        repeated. JPF: stateRestored."""

    def state_stored(self, search: Search) -> None:
        """The state is stored, to be restored later.

        Breadth first only. JPF: stateStored."""

    def state_purged(self, search: Search) -> None:
        """A stored state is given up, which never happens.

        Nor does jpf-core ever send it. JPF: statePurged."""

    def property_violated(self, search: Search) -> None:
        """An error was found.

        `search.last_error` is the error, `vm.path` the path to it. Told of behind state_advanced of the state, once for
        each error. JPF: propertyViolated."""

    def search_constraint_hit(self, search: Search) -> None:
        """A limit cuts the search off here.

        `search.last_search_constraint` says which; told of each time. JPF: searchConstraintHit."""

    def search_probed(self, search: Search) -> None:
        """`search.probe_search()` was called before.

        Told of with the next state that is reached. JPF: searchProbed."""

    def search_finished(self, search: Search) -> None:
        """The search is over.

        Told of once, as the last one. May call `search.error()` for a property of the whole search. JPF:
        searchFinished."""

    def search_restarted(self, search: Search) -> None:
        """The search begins again, and counts start over.

        Only in a search beyond 100,000 transitions, where an assumption of a reduction fails, and where a listener has
        read the output without having said so (`reads_output`): forget what was counted. jpf-core has no such
        notification."""

    # --- VMListener

    def vm_initialized(self, vm: VM) -> None:
        """The VM stands before main.

        Told of once. Classes of the boot image are loaded already. JPF: vmInitialized."""

    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        """An instruction is about to be executed.

        An instruction at a scheduling point or data choice is executed in two halves, both told of
        (`thread.is_first_step_insn`). May change values; may call `thread.skip_instruction()`, `thread.throw()`,
        `thread.reschedule()`, `vm.system_state.set_next_choice_generator()` and `search.ignore_state()`. JPF:
        executeInstruction."""

    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        """An instruction was executed.

        Behind the first of two halves `next_insn` is `insn` again, and `insn.is_completed(thread)` is false; None:
        the thread has ended. May change values; may call `thread.re_execute_instruction()`, `thread.throw()`,
        `thread.reschedule()` and `search.ignore_state()`. JPF: instructionExecuted."""

    def thread_started(self, vm: VM, thread: ThreadInfo) -> None:
        """The thread was started (Thread.start).

        Told of in the transition of the thread that starts it. May change values. JPF: threadStarted."""

    def thread_waiting(self, vm: VM, thread: ThreadInfo) -> None:
        """The thread waits (Object.wait).

        Told of before object_wait. May change values. JPF: threadWaiting."""

    def thread_notified(self, vm: VM, thread: ThreadInfo) -> None:
        """The thread was notified, or the one that it joins has ended.

        A notified thread wants its monitor back. May change values. JPF: threadNotified."""

    def thread_interrupted(self, vm: VM, thread: ThreadInfo) -> None:
        """The thread was interrupted.

        May change values. JPF: threadInterrupted."""

    def thread_terminated(self, vm: VM, thread: ThreadInfo) -> None:
        """The thread has ended.

        May change values. JPF: threadTerminated."""

    def thread_scheduled(self, vm: VM, thread: ThreadInfo) -> None:
        """Another thread than the last one was chosen to run.

        Told of before its transition. May change values. JPF: threadScheduled."""

    def thread_blocked(self, vm: VM, thread: ThreadInfo, lock: ElementInfo) -> None:
        """The thread cannot take the monitor of `lock`.

        Also told of a thread that stands before a monitor which another thread takes. May change values. JPF:
        threadBlocked."""

    def load_class(self, vm: VM, cls: ClassInfo) -> None:
        """A class is being loaded.

        Told of right before class_loaded. JPF: loadClass, which gets the class file; here it is the class."""

    def class_loaded(self, vm: VM, cls: ClassInfo) -> None:
        """A class is loaded and linked; its initializer has not run.

        JPF: classLoaded."""

    def object_created(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """An object or array was allocated and not constructed yet.

        May change values. JPF: objectCreated."""

    def object_released(self, vm: VM, thread: ThreadInfo | None, obj: ElementInfo) -> None:
        """The collector takes an object that nothing refers to.

        It can be looked at for the last time. JPF: objectReleased."""

    def object_locked(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """The thread has taken the monitor of `obj`.

        Each time, also where it has the monitor already, and after a wait. May change values. JPF: objectLocked."""

    def object_unlocked(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """The thread has given back the monitor of `obj`.

        Each time, also where it keeps the monitor, and before a wait. May change values. JPF: objectUnlocked."""

    def object_wait(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """The thread waits on `obj`.

        May change values. JPF: objectWait."""

    def object_notify(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """The thread calls `obj.notify()`.

        May change values. JPF: objectNotify."""

    def object_notify_all(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """The thread calls `obj.notifyAll()`.

        May change values. JPF: objectNotifyAll."""

    def object_exposed(self, vm: VM, thread: ThreadInfo, shared: ElementInfo, exposed: ElementInfo) -> None:
        """An object is about to become shared.

        Told of before object_shared, with the object as both parameters. JPF: objectExposed."""

    def object_shared(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        """A second thread can reach `obj` from now on.

        JPF: objectShared."""

    def gc_begin(self, vm: VM) -> None:
        """The collector begins.

        JPF: gcBegin."""

    def gc_end(self, vm: VM) -> None:
        """The collector has ended.

        JPF: gcEnd."""

    def exception_thrown(self, vm: VM, thread: ThreadInfo, exc: ElementInfo) -> None:
        """The exception `exc` was thrown.

        Its frames have not been left. May change values. JPF: exceptionThrown."""

    def exception_bailout(self, vm: VM, thread: ThreadInfo) -> None:
        """An exception leaves the top frame, which does not handle it.

        Told of behind method_exited. May change values. JPF: exceptionBailout."""

    def exception_handled(self, vm: VM, thread: ThreadInfo) -> None:
        """An exception is caught; its handler comes next.

        May change values. JPF: exceptionHandled."""

    def choice_generator_registered(
        self, vm: VM, cg: ChoiceGenerator[Any], thread: ThreadInfo | None, insn: Instruction | None
    ) -> None:
        """A choice comes next; its generator was set.

        `insn` is what asked for it. May call `vm.system_state.remove_next_choice_generator()`. JPF:
        choiceGeneratorRegistered."""

    def choice_generator_set(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        """The generator of the next choices is in place; none is chosen.

        Told of for each generator of a cascade. JPF: choiceGeneratorSet."""

    def choice_generator_advanced(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        """A choice was made: `cg.value`.

        Its transition comes next. JPF: choiceGeneratorAdvanced."""

    def choice_generator_processed(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        """All choices of the generator are explored.

        JPF: choiceGeneratorProcessed."""

    def method_entered(self, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        """A method begins; its arguments are in the frame.

        May change values. JPF: methodEntered."""

    def method_exited(self, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        """A method returns or is left by an exception.

        May change values. JPF: methodExited."""


def _events(first: str) -> list[str]:
    """Notifications with this first parameter."""
    methods = ((n, f) for n, f in vars(Listener).items() if not n.startswith("_") and callable(f))
    return [n for n, f in methods if f.__code__.co_varnames[1] == first]


SEARCH_EVENTS = _events("search")
VM_EVENTS = _events("vm")


class Property:
    """check is asked after every transition; False is a violation with `error_message`, a text or a method."""

    kind = "property"
    error_message: Any = ""

    def check(self, search: Search, vm: VM) -> bool:
        """Does it hold in this state? Every property has a check of its own."""
        return True

    def reset(self) -> None:
        """Called after a violation was reported."""


class PropertyListener(Property, Listener):
    """A property that listens."""


# JPF's names of the two
ListenerAdapter = Listener
PropertyListenerAdapter = PropertyListener
