"""Threads, their frames and local variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .base import ATTR_SLOT, ATTR_THREAD, CODES, Answer, Attribute, Attributed, View, plain, type_names
from .element import ElementInfo

if TYPE_CHECKING:
    from rich.tree import Tree

    from .code import MethodInfo
    from .insn import Instruction
    from .vm import VM


class Locals(View, Mapping[str, Any]):
    """Local variables in scope, by name; frame.locals["x"] = 3 where the frame can be changed."""

    __slots__ = ("frame",)

    def __init__(self, frame: StackFrame) -> None:
        super().__init__(frame.vm)
        self.frame = frame

    def _all(self) -> dict[str, tuple[str, int, Any]]:
        rows = self.fresh()._locals(self.frame.thread.id, self.frame.index)
        return {name: (desc, slot, value) for name, desc, slot, value in rows}

    def __getitem__(self, name: str) -> Any:
        desc, _, value = self._all()[name]
        return self.vm.value(desc[0], value)

    def __setitem__(self, name: str, value: Any) -> None:
        desc, slot, _ = self._all()[name]
        self.change()._set_slot(self.frame.thread.id, self.frame.index, slot, desc[0], plain(desc[0], value))

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def slot(self, name: str) -> int:
        return self._all()[name][1]

    def attr(self, name: str) -> Attribute:
        return self.frame.slot_attr(self.slot(name))

    def __repr__(self) -> str:
        return "<locals " + ", ".join(f"{k}={v!r}" for k, v in self.items()) + ">"


class StackFrame(View):
    __slots__ = ("depth", "index", "lock_ref", "method", "n_operands", "pc_index", "thread")
    pc_index: int
    depth: int  # 0: the thread's first
    n_operands: int  # words
    lock_ref: int

    def __init__(self, thread: ThreadInfo, index: int) -> None:
        super().__init__(thread.vm)
        self.thread, self.index = thread, index
        mid, self.pc_index, self.depth, self.n_operands, self.lock_ref, vm_frame = self.vm.raw._frame(thread.id, index)
        self.method: MethodInfo = self.vm.method_by_id(-1 if vm_frame else mid)

    @property
    def pc(self) -> Instruction | None:
        if self.pc_index < 0 or self.method.id < 0:
            return None
        return self.vm.instruction_at(self.method.id, self.pc_index)

    @property
    def line(self) -> int:
        return self.pc.line if self.pc else -1

    @property
    def location(self) -> str:
        return self.pc.location if self.pc else "native"

    @property
    def locals(self) -> Locals:
        return Locals(self)

    @property
    def this(self) -> ElementInfo | None:
        return None if self.method.is_static else self.vm.element(self.slot(0, "L"))

    def slot(self, k: int, descriptor: str = "I") -> Any:
        return self.fresh()._slot(self.thread.id, self.index, k, descriptor)

    def set_slot(self, k: int, value: Any, descriptor: str = "I") -> None:
        self.change()._set_slot(self.thread.id, self.index, k, descriptor, plain(descriptor, value))

    @property
    def operands(self) -> list[int]:
        """Words of the operand stack, bottom first."""
        return self.fresh()._words(self.thread.id, self.index)

    def peek(self, depth: int = 0, descriptor: str = "I") -> Any:
        """The operand `depth` words from the top."""
        at = self.method.max_locals + self.n_operands - 1 - depth
        if descriptor in "JD":
            at -= 1
        return self.vm.value(descriptor, self.slot(at, descriptor))

    def set_operand(self, depth: int, value: Any, descriptor: str = "I") -> None:
        at = self.method.max_locals + self.n_operands - 1 - depth - (1 if descriptor in "JD" else 0)
        self.set_slot(at, value, descriptor)

    def pop(self, descriptor: str = "I") -> Any:
        """Take the topmost operand away; a long or double (descriptor "J", "D") is two words."""
        value = self.peek(0, descriptor)
        words = 2 if descriptor in "JD" else 1
        self.change()._stack(self.thread.id, -words)
        self.n_operands -= words
        return value

    def push(self, value: Any, descriptor: str | None = None) -> None:
        """One more operand; without a descriptor None and objects are references, numbers ints."""
        if descriptor is None:
            descriptor = "L" if value is None or isinstance(value, ElementInfo) else "I"
        words = 2 if descriptor in "JD" else 1
        self.change()._stack(self.thread.id, words)
        self.n_operands += words
        self.set_operand(0, value, descriptor)
        self.change()._attr_set(*self.operand_attr(0, descriptor).where, None)

    def push_ref(self, value: ElementInfo | None) -> None:
        self.push(value, "L")

    def slot_attr(self, k: int) -> Attribute:
        """The attribute of a local variable or operand by its word; it flows with the value (JPF: getSlotAttr)."""
        return Attribute(self.vm, (ATTR_SLOT, self.thread.id << 16 | self.depth & 0xFFFF, k))

    def operand_attr(self, depth: int = 0, descriptor: str = "I") -> Attribute:
        """That of the operand `depth` words from the top; a long or double has it at its lower word."""
        return self.slot_attr(self.method.max_locals + self.n_operands - 1 - depth - (descriptor in ("J", "D")))

    def arguments(self, insn: Instruction) -> list[Any]:
        """Arguments on the operand stack of the call `insn`."""
        out = []
        at = self.method.max_locals + self.n_operands - insn.argument_words + (insn.op not in (0xB8, 0xBA))
        for name in type_names(insn.c):
            d = CODES.get(name, "L")
            out.append(self.vm.value(d, self.slot(at, d)))
            at += 2 if d in "JD" else 1
        return out

    def __repr__(self) -> str:
        return f"<{self.method.full_name}({self.location})>"


class ThreadInfo(Attributed):
    """A thread as it stands in this notification."""

    __slots__ = (
        "id",
        "in_atomic_section",
        "instructions",
        "is_daemon",
        "is_interrupted",
        "is_runnable",
        "lock_ref",
        "name",
        "object_ref",
        "pending",
        "priority",
        "stack_depth",
        "status",
    )

    name: str
    status: str
    object_ref: int
    is_daemon: bool
    priority: int
    stack_depth: int  # frames, the VM's own included
    instructions: int
    pending: str
    lock_ref: int
    is_interrupted: bool
    is_runnable: bool

    def __init__(self, vm: VM, tid: int) -> None:
        super().__init__(vm)
        self.id = tid
        row = vm.raw._thread(tid)
        (self.name, self.status, self.object_ref, self.is_daemon, self.priority, self.stack_depth) = row[:6]
        (self.instructions, self.pending, self.lock_ref, self.is_interrupted, self.is_runnable, atomic) = row[6:]
        self.in_atomic_section = atomic > 0

    def _attr(self) -> tuple[int, int, int]:
        return ATTR_THREAD, self.id, 0

    @property
    def state(self) -> str:
        return self.status

    @property
    def is_alive(self) -> bool:
        return self.status not in ("NEW", "TERMINATED")

    @property
    def is_waiting(self) -> bool:
        return "WAITING" in self.status

    @property
    def is_blocked(self) -> bool:
        return self.status == "BLOCKED"

    @property
    def is_current(self) -> bool:
        return self.vm.current_thread.id == self.id

    @property
    def object(self) -> ElementInfo | None:
        """The java.lang.Thread."""
        return self.vm.element(self.object_ref)

    @property
    def lock(self) -> ElementInfo | None:
        """What it waits on or is blocked on."""
        return self.vm.element(self.lock_ref)

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

    modifiable_top_frame = top_frame

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
        """Monitors it holds that its frames refer to, outermost first."""
        out: dict[int, ElementInfo] = {}
        for f in reversed(self.frames):
            refs = [f.lock_ref, *f.operands]
            refs += [v.ref for v in f.locals.values() if isinstance(v, ElementInfo)]
            for r in refs:
                try:
                    info = self.vm.raw._object(r) if r else None
                except IndexError:
                    info = None
                if info and info[2] == self.id:
                    out.setdefault(r, ElementInfo(self.vm, r))
        return list(out.values())

    locked_objects = held_locks

    def stack_trace(self) -> list[str]:
        return [f"{f.method.full_name}({f.location})" for f in self.frames]

    # --- what a listener may ask for ---

    def skip_instruction(self, next_insn: Instruction | None = None) -> None:
        """From execute_instruction: it is not executed; its effect on the operands is the listener's to make. With
        itself as the next instruction it is told of once more, at the latest when a generator has chosen."""
        if next_insn is not None and next_insn not in (self.pc, self.vm.following(self.pc)):
            raise ValueError("the next instruction is the one that is skipped, or the one after it")
        self.change()._control("skip", "stay" if next_insn is not None and next_insn == self.pc else "")

    def re_execute_instruction(self) -> None:
        """From instruction_executed: once more, from where its operands are the listener's to restore. Not for an
        instruction that made a frame; in the first half it is executed again anyway."""
        self.change()._control("again")

    @property
    def is_first_step_insn(self) -> Answer:
        """Is the instruction told of the one that this transition's choices were made for (the bottom half)?"""
        return Answer(self.fresh()._first_step(self.id))

    @property
    def will_re_execute_instruction(self) -> Answer:
        """From instruction_executed: is it the top half, so that the next instruction is this one again?"""
        told = self.vm.last_instruction
        return Answer(told is not None and self.pc == told)

    def throw(self, class_name: str, message: str = "") -> None:
        """A new Java exception (its constructor with a message) at this instruction."""
        self.change()._control("throw", class_name.replace(".", "/"), message)

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
        return f"<Thread {self.name} ({self.status})>"

    def __rich__(self) -> Tree:
        from rich.tree import Tree

        tree = Tree(repr(self))
        for f in self.frames:
            tree.add(f"{f!r} {dict(f.locals)}")
        return tree
