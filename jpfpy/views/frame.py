"""Frames of the stopped threads and their local variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..rows import of_row
from .base import ATTR_SLOT, CODES, Attribute, View, plain, type_names
from .element import ElementInfo
from .getters import StackFrameGetters

if TYPE_CHECKING:
    from .._jpf import LocalRow
    from .code import MethodInfo
    from .insn import Instruction
    from .thread import ThreadInfo


class Locals(View, Mapping[str, Any]):
    """Local variables in scope, by name; frame.locals["x"] = 3 where the frame can be changed."""

    __slots__ = ("frame",)

    def __init__(self, frame: StackFrame) -> None:
        super().__init__(frame.here)
        self.frame = frame

    def rows(self) -> dict[str, LocalRow]:
        return {row.name: row for row in self.fresh()._locals(self.frame.thread.id, self.frame.index)}

    def __getitem__(self, name: str) -> Any:
        row = self.rows()[name]
        return self.vm.value(row.descriptor[0], row.value)

    def __setitem__(self, name: str, value: Any) -> None:
        row = self.rows()[name]
        code = row.descriptor[0]
        self.change()._set_slot(self.frame.thread.id, self.frame.index, row.slot, code, plain(code, value))

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows())

    def __len__(self) -> int:
        return len(self.rows())

    def slot(self, name: str) -> int:
        return self.rows()[name].slot

    def attr(self, name: str) -> Attribute:
        return self.frame.slot_attr(self.slot(name))

    def __repr__(self) -> str:
        return "<locals " + ", ".join(f"{k}={v!r}" for k, v in self.items()) + ">"


class StackFrame(StackFrameGetters, View):
    __slots__ = ("index", "method", "n_operands", "thread")
    thread: ThreadInfo
    index: int
    method: MethodInfo
    pc_index: int = of_row("insn")
    depth: int = of_row("depth")  # 0: the thread's first
    n_operands: int  # words
    lock_ref: int = of_row("lock")

    def __init__(self, thread: ThreadInfo, index: int) -> None:
        super().__init__(thread.here)
        self.thread, self.index = thread, index
        self._row = row = self.vm.raw._frame(thread.id, index)
        self.n_operands = row.operands
        self.method = self.vm.method_by_id(-1 if row.internal else row.method)

    @property
    def method_info(self) -> MethodInfo:
        return self.method

    @property
    def method_name(self) -> str:
        return self.method.name

    @property
    def class_name(self) -> str:
        return self.method.class_name

    @property
    def previous(self) -> StackFrame | None:
        """The caller's frame; the VM's own are left out."""
        for i in range(self.index + 1, self.thread.stack_depth):
            f = StackFrame(self.thread, i)
            if f.method.id >= 0:
                return f
        return None

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

    def get_local_value_object(self, name: str) -> Any:
        return self.locals[name]

    get_local_variable = get_local_value_object

    def set_local_variable(self, name: str | int, value: Any, descriptor: str = "I") -> None:
        if isinstance(name, str):
            self.locals[name] = value
        else:
            self.set_slot(name, value, descriptor)

    def slot(self, k: int, descriptor: str = "I") -> Any:
        return self.fresh()._slot(self.thread.id, self.index, k, descriptor)

    get_slot = slot

    def set_slot(self, k: int, value: Any, descriptor: str = "I") -> None:
        self.change()._set_slot(self.thread.id, self.index, k, descriptor, plain(descriptor, value))
        self.vm.moved_operands |= self.index == 0

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
        self.vm.moved_operands = True
        self.n_operands -= words
        return value

    def push(self, value: Any, descriptor: str | None = None) -> None:
        """One more operand; without a descriptor None and objects are references, numbers ints."""
        if descriptor is None:
            descriptor = "L" if value is None or isinstance(value, ElementInfo) else "I"
        words = 2 if descriptor in "JD" else 1
        self.change()._stack(self.thread.id, words)
        self.vm.moved_operands = True
        self.n_operands += words
        self.set_operand(0, value, descriptor)
        self.change()._attr_set(*self.operand_attr(0, descriptor).where, None)

    def push_ref(self, value: ElementInfo | None) -> None:
        self.push(value, "L")

    def slot_attr(self, k: int) -> Attribute:
        """The attribute of a local variable or operand by its word; it flows with the value (JPF: getSlotAttr)."""
        return Attribute(self.here, (ATTR_SLOT, self.thread.id << 16 | self.depth & 0xFFFF, k))

    def operand_attr(self, depth: int = 0, descriptor: str = "I") -> Attribute:
        """That of the operand `depth` words from the top; a long or double has it at its lower word."""
        return self.slot_attr(self.method.max_locals + self.n_operands - 1 - depth - (descriptor in ("J", "D")))

    def get_operand_attr(self, depth: int = 0) -> Any:
        return self.operand_attr(depth).attr

    def set_operand_attr(self, *where: Any) -> None:
        """(value) or (words from the top, value)"""
        *depth, value = where
        self.operand_attr(*depth).set_attr(value)

    def get_local_attr(self, k: int | str) -> Any:
        return (self.locals.attr(k) if isinstance(k, str) else self.slot_attr(k)).attr

    def set_local_attr(self, k: int | str, value: Any) -> None:
        (self.locals.attr(k) if isinstance(k, str) else self.slot_attr(k)).set_attr(value)

    def arguments(self, insn: Instruction) -> list[Any]:
        """Arguments on the operand stack of the call `insn`."""
        out = []
        at = self.method.max_locals + self.n_operands - insn.argument_words + (insn.op not in (0xB8, 0xBA))
        for name in type_names(insn.descriptor):
            d = CODES.get(name, "L")
            out.append(self.vm.value(d, self.slot(at, d)))
            at += 2 if d in "JD" else 1
        return out

    def __repr__(self) -> str:
        if self.serial != self.vm.serial:
            return f"<stale frame of {self.method.full_name}>"
        return f"<{self.method.full_name}({self.location})>"
