"""NonNullChecker and ConstChecker: what annotations of the program promise. They come by themselves with
`+listener.autoload=gov.nasa.jpf.NonNull,gov.nasa.jpf.Const` and
`listener.gov.nasa.jpf.NonNull=.listener.NonNullChecker` ..."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..listener import Listener, on
from ..views.annotations import annotated, of_field, of_method, of_parameters
from ._base import OWN, Printing

if TYPE_CHECKING:
    from ..views import VM, Instruction, ThreadInfo

NON_NULL, CONST = "gov.nasa.jpf.NonNull", "gov.nasa.jpf.Const"


class _Checker(Printing, Listener):
    def broken(self, text: str, insn: Instruction) -> None:
        insn.vm.search.error(type(self).__name__, f"{text} at {insn.method.full_name}({insn.location})")


class NonNullChecker(_Checker):
    """A @gov.nasa.jpf.NonNull field must not be set to null, nor be null when its constructor returns; a method with
    it must not return null, a parameter not get it. jpf-core names this listener without having it."""

    @on(opcodes="PUTFIELD,PUTSTATIC,ARETURN,RETURN,INVOKE*", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        frame = thread.top_frame
        assert frame is not None  # an instruction of it runs
        if insn.is_field:
            field = insn.field_info if insn.descriptor[0] in "L[" else None
            if field is not None and NON_NULL in of_field(field) and frame.peek(0, "L") is None:
                self.broken(f"@NonNull field {field.full_name} is set to null", insn)
        elif insn.op == 0xB0:
            if NON_NULL in of_method(insn.method) and frame.peek(0, "L") is None:
                self.broken(f"@NonNull method {insn.method.full_name} returns null", insn)
        elif insn.op == 0xB1:
            self._constructed(frame, insn)
        elif insn.is_invoke and insn.op != 0xBA:
            self._arguments(insn)

    def _constructed(self, frame: Any, insn: Instruction) -> None:
        cls = insn.method.class_info
        if insn.method.name != "<init>" or cls is None or frame.this is None:
            return
        for name, found in annotated(cls).fields.items():
            field = cls.field(name)
            if NON_NULL in found and field and not field.is_static and frame.this[field] is None:
                self.broken(f"@NonNull field {field.full_name} is not set by the constructor", insn)

    def _arguments(self, insn: Instruction) -> None:
        called = insn.invoked_method
        if called is None:
            return
        for i, found in enumerate(of_parameters(called)):
            if NON_NULL in found and i < len(insn.arguments) and insn.arguments[i] is None:
                self.broken(f"@NonNull parameter {i + 1} of {called.full_name} is null", insn)


class ConstChecker(_Checker):
    """A @gov.nasa.jpf.Const method, and what it calls, must not change a field of its object. jpf-core names this
    listener without having it."""

    @on(opcodes="PUTFIELD", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        target = insn.last_this
        if target is None:
            return
        for frame in thread.frames:
            if frame.this == target and CONST in of_method(frame.method):
                self.broken(f"@Const method {frame.method.full_name} changes field {insn.variable}", insn)
                return
