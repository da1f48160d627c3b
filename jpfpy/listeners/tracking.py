"""Listeners that show what is executed, as it happens."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..listener import Listener, on
from ._base import JDK, OWN, Pending, Printing

if TYPE_CHECKING:
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..views import VM, ElementInfo, Instruction, MethodInfo, Search, ThreadInfo

LINE = "-" * 35


class SearchLines(Printing):
    """The lines JPF's trackers print for what the search does."""

    def search_started(self, search: Search) -> None:
        self.say(f"{LINE} search started")

    def state_advanced(self, search: Search) -> None:
        marks = " new" if search.is_new_state else " visited"
        marks += " end" if search.is_end_state else ""
        self.say(f"{LINE} [{search.depth}] forward: {search.state_id}{marks}")

    def state_backtracked(self, search: Search) -> None:
        self.say(f"{LINE} [{search.depth}] backtrack: {search.state_id}")

    def state_restored(self, search: Search) -> None:
        self.say(f"{LINE} [{search.depth}] restored: {search.state_id}")

    def search_finished(self, search: Search) -> None:
        self.say(f"{LINE} search finished")


class ExecTracker(SearchLines, Listener):
    """Every instruction of the program's own code, with transitions, threads, exceptions, choices and what becomes
    shared: et.print_insn (true), et.print_src, et.print_mth, et.show_shared (true); et.skip_init (true): nothing
    before main. JPF: ExecTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.insn, self.src, self.mth = (
            self.flag("et.print_insn", True),
            self.flag("et.print_src"),
            self.flag("et.print_mth"),
        )
        self.shared = self.flag("et.show_shared", True)
        self.skip = self.flag("et.skip_init", True)
        self.last_line, self.last_method = "", -1

    def search_started(self, search: Search) -> None:
        super().search_started(search)
        if self.skip:
            self.say("      [skipping static init instructions]")

    def state_advanced(self, search: Search) -> None:
        super().state_advanced(search)
        self.last_line, self.last_method = "", -1

    def state_backtracked(self, search: Search) -> None:
        super().state_backtracked(search)
        self.last_line, self.last_method = "", -1

    def state_processed(self, search: Search) -> None:
        self.say(f"{LINE} [{search.depth}] done: {search.state_id}")

    @on(method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        if next_insn == insn:
            return  # the first half of an instruction at a scheduling point
        if self.skip:
            if insn.method.name == "<clinit>" and thread.id == 0:
                return
            self.skip = False
        if self.src and insn.location != self.last_line:
            self.last_line = insn.location
            self.say(f"            [{insn.location}] : {insn.source_line or ''}")
        if self.insn:
            if self.mth and insn.method_id != self.last_method:
                self.last_method = insn.method_id
                self.say(f"      {insn.method.class_name}.{insn.method.unique_name}")
            self.say(f"{thread.id} : [{insn.bytecode_index:04x}]   {insn}")

    def thread_started(self, vm: VM, thread: ThreadInfo) -> None:
        self.say(f"\t\t # thread started: {thread.name} index: {thread.id}")

    def thread_terminated(self, vm: VM, thread: ThreadInfo) -> None:
        self.say(f"\t\t # thread terminated: {thread.name} index: {thread.id}")

    def exception_thrown(self, vm: VM, thread: ThreadInfo, exc: ElementInfo) -> None:
        frame = thread.top_frame
        self.say(f"\t\t\t\t # exception: {exc} in {frame.method.full_name if frame else '?'}")

    def choice_generator_advanced(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        self.say(f"\t\t # choice: {str(cg)[1:-1]}")

    def object_exposed(self, vm: VM, thread: ThreadInfo, owner: Any, obj: ElementInfo) -> None:
        if self.shared and obj is not None and not obj.class_info.is_system:
            self.say(f"\t\t # exposed {obj}")

    def object_shared(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        if self.shared and obj is not None and not obj.class_info.is_system:
            self.say(f"\t\t # shared {obj}")

    def gc_end(self, vm: VM) -> None:
        self.say("\t\t # garbage collection")


class CGMonitor(Printing, Listener):
    """The choice generators as they are set, indented by depth (cgm.show_depth, true); with cgm.show_choice each
    choice as it is taken; cgm.show_insn: the instruction that made it. JPF: CGMonitor."""

    def choice_generator_set(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        if not self.flag("cgm.show_choice"):
            self._show(vm, cg, "")

    def choice_generator_advanced(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        if self.flag("cgm.show_choice"):
            self._show(vm, cg, f", {cg.value}")

    def _show(self, vm: VM, cg: ChoiceGenerator[Any], choice: str) -> None:
        text = "." * vm.search.depth if self.flag("cgm.show_depth", True) else ""
        text += f"{str(cg)[1:-1]}{choice}"
        if self.flag("cgm.show_insn") and cg.insn:
            text += f', "{cg.insn}" at {cg.insn.location}'
        self.say(text)


class CallMonitor(Printing, Listener):
    """The program's calls with their arguments, indented by the depth of the stack. JPF: CallMonitor."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.pending = Pending()

    @on(opcodes="INVOKE*", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        args = ",".join("null" if a is None else str(a) for a in insn.arguments)
        name = f"{insn.owner}.{insn.name}" if insn.owner else insn.name
        self.pending.put(thread, insn, f"{thread.id}: {' ' * thread.stack_depth}{name}({args})")

    @on(opcodes="INVOKE*", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        if text := self.pending.done(thread, next_insn, insn):
            self.say(text)


class MethodTracker(SearchLines, Listener):
    """The methods as they are entered and left, indented by the depth of the stack, native ones marked;
    method.include, method.exclude. JPF: MethodTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.wanted = self.patterns("method.include", "method.exclude", JDK, "member")
        self.calls: dict[str, int] = {}

    def method_entered(self, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        if self.wanted(method.full_name, method.class_name + "." + method.unique_name):
            self.calls[method.full_name] = self.calls.get(method.full_name, 0) + 1
            native = "native " if method.is_native else ""
            self.say(f"{thread.id}:{'  ' * (thread.stack_depth % 80)}> {native}{method.full_name}")

    def method_exited(self, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        if self.wanted(method.full_name, method.class_name + "." + method.unique_name):
            self.say(f"{thread.id}:{'  ' * (thread.stack_depth % 80)}< {method.full_name}")

    def publish(self) -> dict[str, int]:
        return dict(self.calls)


class Periodic(Printing):
    """At most one line every `period` milliseconds."""

    def __init__(self, config: Config | None, key: str, default: int) -> None:
        super().__init__(config)
        self.period = self.number(key, default) / 1000
        self.next = 0.0

    def due(self) -> bool:
        now = time.monotonic()
        if now < self.next:
            return False
        self.next = now + self.period
        return True


class StackTracker(Periodic, Listener):
    """The stack of the running thread, where it comes to another method of the program, every
    jpf.stack_tracker.log_period milliseconds (5000): where a long transition is. JPF: StackTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config, "jpf.stack_tracker.log_period", 5000)
        self.last = -1

    def state_advanced(self, search: Search) -> None:
        self.last = -1

    def state_backtracked(self, search: Search) -> None:
        self.last = -1

    @on(method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if insn.method_id != self.last:
            self.last = insn.method_id
            if self.due():
                self.say(f"\nThread: {thread.id}:")
                for line in thread.stack_trace():
                    self.say(f"\tat {line}")


class StateTracker(Periodic, Listener):
    """What the search does, a line every jpf.state_tracker.log_period milliseconds (0: all of it). JPF:
    StateTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config, "jpf.state_tracker.log_period", 0)

    def _log(self, search: Search, what: str, detail: str = "") -> None:
        if self.due():
            self.say(f"{LINE} [{search.depth}]{what}: {search.state_id}{detail}")

    def search_started(self, search: Search) -> None:
        self.say(f"{LINE} search started")

    def state_advanced(self, search: Search) -> None:
        end = " end" if search.is_end_state else ""
        self._log(search, "forward", (" new" if search.is_new_state else " visited") + end)

    def state_backtracked(self, search: Search) -> None:
        self._log(search, "backtrack")

    def state_restored(self, search: Search) -> None:
        self._log(search, "restored")

    def search_finished(self, search: Search) -> None:
        self.say(f"{LINE} search finished")
