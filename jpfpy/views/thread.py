"""Threads of the stopped VM, and what a listener may ask of the running one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rows import of_row
from .base import ATTR_THREAD, Answer, Attributed, answer, answer_of_row
from .element import ElementInfo
from .frame import StackFrame
from .getters import ThreadInfoGetters

if TYPE_CHECKING:
    from rich.tree import Tree

    from .code import MethodInfo
    from .insn import Instruction
    from .vm import VM


class ThreadInfo(ThreadInfoGetters, Attributed):
    """A thread as it stands in this notification."""

    __slots__ = ("id",)

    id: int
    name: str = of_row("name")
    status: str = of_row("status")
    object_ref: int = of_row("object")
    is_daemon: Answer = answer_of_row("daemon")
    priority: int = of_row("priority")
    stack_depth: int = of_row("frames")  # frames, the VM's own included
    instructions: int = of_row("instructions")
    pending: str = of_row("pending")
    lock_ref: int = of_row("lock")
    is_interrupted: Answer = answer_of_row("interrupted")
    is_runnable: Answer = answer_of_row("runnable")

    def __init__(self, vm: VM, tid: int) -> None:
        super().__init__(vm)
        self.id = tid
        self._row = vm.raw._thread(tid)

    @answer
    def in_atomic_section(self) -> bool:
        return bool(self.row.atomic > 0)

    def _attr(self) -> tuple[int, int, int]:
        return ATTR_THREAD, self.id, 0

    @property
    def state(self) -> str:
        return self.status

    @answer
    def is_alive(self) -> bool:
        return self.status not in ("NEW", "TERMINATED")

    @answer
    def is_waiting(self) -> bool:
        return "WAITING" in self.status

    @answer
    def is_blocked(self) -> bool:
        return self.status == "BLOCKED"

    @answer
    def is_current(self) -> bool:
        return self.here.current_thread.id == self.id

    @property
    def object(self) -> ElementInfo | None:
        """The java.lang.Thread."""
        return self.here.element(self.object_ref)

    @property
    def thread_object(self) -> ElementInfo | None:
        return self.object

    @property
    def thread_object_ref(self) -> int:
        return self.object_ref

    @property
    def state_name(self) -> str:
        return self.status

    @property
    def lock(self) -> ElementInfo | None:
        """What it waits on or is blocked on."""
        return self.here.element(self.lock_ref)

    @property
    def frames(self) -> list[StackFrame]:
        """Java frames, top first; the VM's own are left out."""
        self.fresh()
        all_frames = (StackFrame(self, i) for i in range(self.stack_depth))
        return [f for f in all_frames if f.method.id >= 0]

    @property
    def top_frame(self) -> StackFrame | None:
        self.fresh()
        for i in range(self.stack_depth):
            f = StackFrame(self, i)
            if f.method.id >= 0:
                return f
        return None

    @property
    def modifiable_top_frame(self) -> StackFrame | None:
        return self.top_frame

    @property
    def user_frame(self) -> StackFrame | None:
        """The topmost frame of the program's own code."""
        return next((f for f in self.frames if f.method.class_info and not f.method.class_info.is_system), None)

    @property
    def pc(self) -> Instruction | None:
        f = self.top_frame
        return f.pc if f else None

    @property
    def held_locks(self) -> list[ElementInfo]:
        """Monitors it holds, those of outer frames first."""
        return [ElementInfo(self.vm, r) for r in dict.fromkeys(reversed(self.fresh()._held(self.id)))]

    @property
    def locked_objects(self) -> list[ElementInfo]:
        return self.held_locks

    @property
    def lock_object(self) -> ElementInfo | None:
        return self.lock

    @property
    def top_frame_method_info(self) -> MethodInfo | None:
        f = self.top_frame
        return f.method if f else None

    @property
    def next_pc(self) -> Instruction | None:
        """From instruction_executed: where it goes on."""
        return self.here.next_instruction

    def get_element_info(self, ref: int) -> ElementInfo | None:
        return self.here.element(ref)

    get_modifiable_element_info = get_element_info

    def stack_trace(self) -> list[str]:
        return [f"{f.method.full_name}({f.location})" for f in self.frames]

    get_stack_trace = stack_trace

    # --- what a listener may ask for ---

    def skip_instruction(self, next_insn: Instruction | None = None) -> None:
        """From execute_instruction: it is not executed; its effect on the operands is the listener's to make. With
        itself as the next instruction it is told of once more, at the latest when a generator has chosen."""
        if next_insn is not None and next_insn not in (self.pc, self.vm.following(self.pc)):
            raise ValueError("the next instruction is the one that is skipped, or the one after it")
        self.vm.moved_operands = True
        self.change()._control("skip", "stay" if next_insn is not None and next_insn == self.pc else "")

    def re_execute_instruction(self) -> None:
        """From instruction_executed: once more, from where its operands are the listener's to restore. Not for an
        instruction that made a frame; in the first half it is executed again anyway."""
        self.change()._control("again")
        self.vm.moved_operands = True

    @answer
    def is_first_step_insn(self) -> bool:
        """Is the instruction told of the one that this transition's choices were made for (the bottom half)?"""
        return bool(self.fresh()._first_step(self.id))

    @answer
    def will_re_execute_instruction(self) -> bool:
        """From instruction_executed: is it the top half, so that the next instruction is this one again?"""
        told = self.here.last_instruction
        return told is not None and self.pc == told

    def throw(self, class_name: str, message: str = "") -> None:
        """A new Java exception (its constructor with a message, else the one without) at this instruction, of any class
        that the code there could name; without a package also one of java.lang. ValueError: it cannot be thrown."""
        try:
            self.change()._control("throw", class_name.replace(".", "/"), message)
        except ValueError as e:
            raise ValueError(str(e).replace("/", ".")) from None

    create_and_throw_exception = throw

    def reschedule(self, reason: str = "") -> bool:
        """A scheduling point before this instruction; False: not at the instruction a transition began with."""
        return bool(self.change()._control("break"))

    yield_ = break_transition = reschedule

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, ThreadInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        if self.serial != self.vm.serial:
            return f"<stale Thread {self._row.name}>"
        return f"<Thread {self.name} ({self.status})>"

    def _repr_html_(self) -> str:
        from ..report.notebook import card

        rows = [("at", f"{f.method.full_name}({f.location})") for f in self.frames[:50]]
        return card(f"{self.name} ({self.status})", rows)

    def __rich__(self) -> Tree:
        from rich.tree import Tree

        tree = Tree(repr(self))
        for f in self.frames:
            tree.add(f"{f!r} {dict(f.locals)}")
        return tree
