"""Instructions: what they are, and what they are about to do with the operands of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rows import of_row
from .base import answer, type_names
from .getters import InstructionGetters

if TYPE_CHECKING:
    from .._jpf import CaseRow, InsnRow
    from .code import FieldInfo, MethodInfo
    from .element import ElementInfo
    from .thread import ThreadInfo
    from .vm import VM


class Instruction(InstructionGetters):
    """One instruction, of the class of its opcode (jpfpy.bytecode). `opcode` is that class's name ("GETFIELD",
    "INVOKEVIRTUAL"); what does not apply to the opcode is None, empty or false."""

    index: int
    op: int = of_row("op")
    bytecode_index: int = of_row("bytecode_index")
    line: int = of_row("line")
    kind: str = of_row("kind")  # field, method, class, local, const, branch, switch or nothing
    owner: str = of_row("owner")  # field, method, class: the class that the code names
    name: str = of_row("name")  # field, method
    descriptor: str = of_row("descriptor")  # field, method
    slot: int = of_row("slot")  # local, else -1
    target: int = of_row("target")  # branch: bytecode index it goes to; switch: that of the default; else -1
    value: Any = of_row("value")  # const; iinc: what is added
    cases: list[CaseRow] = of_row("cases")  # switch: value and target (bytecode index) of each case

    def __init__(self, vm: VM, mid: int, index: int, row: InsnRow) -> None:
        self.vm, self.method_id, self.index = vm, mid, index
        self.row = row

    @property
    def opcode(self) -> str:
        return type(self).__name__

    @property
    def mnemonic(self) -> str:
        return self.vm.opcodes[self.op]

    @property
    def method(self) -> MethodInfo:
        return self.vm.method_by_id(self.method_id)

    @property
    def method_info(self) -> MethodInfo:
        return self.method

    @property
    def file(self) -> str | None:
        return self.method.class_info.source_file if self.method.class_info else None

    @property
    def location(self) -> str:
        return f"{self.file or 'Unknown Source'}:{self.line}" if self.line > 0 else self.file or "Unknown Source"

    @property
    def source_line(self) -> str | None:
        return self.vm.source(self.method.class_name, self.file, self.line)

    @property
    def line_number(self) -> int:
        return self.line

    @property
    def position(self) -> int:
        return self.bytecode_index

    @property
    def instruction_index(self) -> int:
        return self.index

    @property
    def byte_code(self) -> int:
        return self.op

    @property
    def file_location(self) -> str:
        return self.location

    @property
    def source_location(self) -> str:
        """a.b.C.name(File.java:12)"""
        return f"{self.method.full_name}({self.location})"

    @property
    def next(self) -> Instruction | None:
        """The one after it in the code."""
        return self.vm.following(self) if self.index + 1 < self.method.length else None

    @property
    def prev(self) -> Instruction | None:
        return self.vm.instruction_at(self.method_id, self.index - 1) if self.index else None

    # --- kinds ---

    @answer
    def is_field(self) -> bool:
        return self.kind == "field"

    @answer
    def is_read(self) -> bool:
        return self.op in (0xB2, 0xB4)

    @answer
    def is_write(self) -> bool:
        return self.op in (0xB3, 0xB5)

    @answer
    def is_static(self) -> bool:
        return self.op in (0xB2, 0xB3, 0xB8)

    @answer
    def is_invoke(self) -> bool:
        return self.kind == "method"

    @answer
    def is_return(self) -> bool:
        return 0xAC <= self.op <= 0xB1

    @answer
    def is_array_load(self) -> bool:
        return 0x2E <= self.op <= 0x35

    @answer
    def is_array_store(self) -> bool:
        return 0x4F <= self.op <= 0x56

    @answer
    def is_branch(self) -> bool:
        return self.kind == "branch"

    @answer
    def is_backjump(self) -> bool:
        return self.kind == "branch" and self.target <= self.bytecode_index

    def is_completed(self, thread: ThreadInfo) -> bool:
        """From instruction_executed: was it executed to its end? False in the first half of one that is executed
        again, and where it was put off for the initialization of a class."""
        nxt = self.vm.next_instruction
        return nxt != self

    @property
    def targets(self) -> list[int]:
        """Bytecode indices where a conditional jump or a switch may go on, ascending; empty: no such instruction."""
        if self.kind == "switch":
            return sorted({self.target, *(case.target for case in self.cases)})
        if self.kind != "branch" or self.op in (0xA7, 0xA8, 0xC8, 0xC9):
            return []
        return sorted({self.target, self.bytecode_index + 3})

    # --- fields ---

    @property
    def variable(self) -> str:
        """Name of the field (full) or local variable."""
        if self.is_field:
            return f"{self.owner}.{self.name}"
        return str(self.slot) if self.kind == "local" else ""

    @property
    def field_info(self) -> FieldInfo | None:
        if not self.is_field:
            return None
        cls = self.vm.find_class(self.owner)
        return cls.field(self.name) if cls else None

    @property
    def last_this(self) -> ElementInfo | None:
        """The object a GETFIELD or PUTFIELD is about."""
        if self.op not in (0xB4, 0xB5):
            return None
        if self.vm.executed == (self.method_id, self.index):  # its operands are gone
            return self.vm.last_element_info
        depth = 1 if self.op == 0xB4 else 3 if self.descriptor in ("J", "D") else 2
        return self._operand(depth)

    @property
    def last_element_info(self) -> ElementInfo | None:
        return self.last_this

    @property
    def last_value(self) -> Any:
        """What a field access reads or writes, on either side of it; None: no field access."""
        field = self.field_info
        if field is None:
            return None
        frame = self.vm.current_thread.top_frame
        if self.is_write and self.vm.executed != (self.method_id, self.index) and frame:
            return frame.peek(0, field.descriptor[0])
        target = self.vm.statics(field.class_info) if self.is_static else self.last_this
        return target[field] if target is not None else None

    @property
    def local_variable_index(self) -> int:
        """Slot of the local variable; -1: not about one."""
        return self.slot

    @property
    def local_variable_name(self) -> str | None:
        """None without debug information, or outside of its scope."""
        frame = self.vm.current_thread.top_frame
        if self.kind != "local" or frame is None or frame.method.id != self.method_id:
            return None
        return next((n for n in frame.locals if frame.locals.slot(n) == self.slot), None)

    # --- calls ---

    @property
    def invoked_method_name(self) -> str:
        """Name and descriptor as the call names them."""
        return f"{self.name}{self.descriptor}" if self.is_invoke else ""

    @property
    def invoked_method_class(self) -> str | None:
        return self.owner or None if self.is_invoke else None

    @property
    def invoked_method(self) -> MethodInfo | None:
        """The method the call resolves to for the receiver at hand."""
        if not self.is_invoke or not self.owner:
            return None
        this = self.this
        cls = this.class_info if this is not None and self.op in (0xB6, 0xB9) else self.vm.find_class(self.owner)
        todo = [cls] if cls else []
        while todo:
            c = todo.pop(0)
            m = c.method(f"{self.name}{self.descriptor}")
            if m:
                return m
            todo += [*([c.super_class] if c.super_class else []), *c.interfaces]
        return None

    @property
    def executed_method_name(self) -> str:
        """Of a call its name; else of the method that was told of last."""
        return self.name if self.is_invoke else self.vm.executed_method_name

    @property
    def argument_words(self) -> int:
        if not self.is_invoke:
            return 0
        n = sum(2 if t in ("long", "double") else 1 for t in type_names(self.descriptor))
        return n + (self.op not in (0xB8, 0xBA))

    @property
    def this(self) -> ElementInfo | None:
        """Receiver of a call, before it is made."""
        return self._operand(self.argument_words) if self.is_invoke and self.op not in (0xB8, 0xBA) else None

    @property
    def arguments(self) -> list[Any]:
        """Values of a call's arguments, before it is made (receiver not included)."""
        frame = self.vm.current_thread.top_frame
        return frame.arguments(self) if self.is_invoke and frame else []

    @property
    def argument_values(self) -> list[Any]:
        return self.arguments

    @answer
    def is_native_call(self) -> bool:
        method = self.invoked_method
        return method is not None and bool(method.is_native)

    @property
    def return_value(self) -> Any:
        """Of a return, before it is made."""
        frame = self.vm.current_thread.top_frame
        code = {0xAC: "I", 0xAD: "J", 0xAE: "F", 0xAF: "D", 0xB0: "L"}.get(self.op)
        if code is None or frame is None:
            return None
        return frame.peek(0, self.method.descriptor.rpartition(")")[2][0] if code == "I" else code)

    @property
    def condition_value(self) -> bool | None:
        """From instruction_executed: did the conditional jump jump? None: it is none."""
        nxt = self.vm.next_instruction
        return nxt is not None and nxt.bytecode_index == self.target if self.kind == "branch" and self.targets else None

    # --- arrays and monitors ---

    @property
    def array(self) -> ElementInfo | None:
        if self.is_array_load:
            return self._operand(2)
        return self._operand(4 if self.op in (0x50, 0x52) else 3) if self.is_array_store else None

    @property
    def array_index(self) -> int:
        """Of an array's load or store, before it is executed; -1: it is none."""
        frame = self.vm.current_thread.top_frame if self.is_array_load or self.is_array_store else None
        at = 1 if self.is_array_load else 3 if self.op in (0x50, 0x52) else 2
        return frame.operands[-at] if frame else -1

    @property
    def lock(self) -> ElementInfo | None:
        """Object of a MONITORENTER or MONITOREXIT."""
        return self._operand(1) if self.op in (0xC2, 0xC3) else None

    def _operand(self, depth: int) -> ElementInfo | None:
        frame = self.vm.current_thread.top_frame
        words = frame.operands if frame else []
        return self.vm.element(words[-depth]) if len(words) >= depth else None

    @property
    def text(self) -> str:
        if self.kind in ("field", "method"):
            return f"{self.mnemonic} {self.owner + '.' if self.owner else ''}{self.name}" + (
                self.descriptor if self.is_invoke else ""
            )
        shown = {"local": self.slot, "branch": self.target, "switch": self.target, "class": self.owner}
        what = shown.get(self.kind, self.value)
        return self.mnemonic + (f" {what!r}" if what is not None else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instruction) and (other.method_id, other.index) == (self.method_id, self.index)

    def __hash__(self) -> int:
        return hash((self.method_id, self.index))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.opcode} {self.text.partition(' ')[2]} at {self.location}>"
