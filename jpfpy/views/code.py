"""Classes, methods and fields: they never change and stay valid."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..rows import of_row
from .base import Answer, answer, answer_of_row, type_name, type_names
from .getters import ClassInfoGetters, FieldInfoGetters, MethodInfoGetters

if TYPE_CHECKING:
    from .._jpf import CodeRow, FieldRow
    from .element import ElementInfo
    from .insn import Instruction
    from .vm import VM

NO_METHOD = 0xFFFFFFFF  # the engine's number of none: its row is that of a frame of the VM's own
INITIALIZED = 2  # status of a class (csrc/classes/classes.h)
ARRAY = 1  # kind of a class


class FieldInfo(FieldInfoGetters):
    class_info: ClassInfo
    name: str = of_row("name")
    descriptor: str = of_row("descriptor")
    flags: int = of_row("flags")
    offset: int = of_row("offset")  # bytes from the start of the object
    type_code: int = of_row("type")
    attrs: int = of_row("attrs")

    def __init__(self, cls: ClassInfo, row: FieldRow) -> None:
        self.class_info = cls
        self.row = row

    @property
    def type(self) -> str:
        return type_name(self.descriptor)

    @property
    def full_name(self) -> str:
        return f"{self.class_info.name}.{self.name}"

    @property
    def modifiers(self) -> int:
        return self.flags

    @answer
    def is_static(self) -> bool:
        return bool(self.flags & 8)

    @answer
    def is_final(self) -> bool:
        return bool(self.flags & 16)

    @answer
    def is_volatile(self) -> bool:
        return bool(self.flags & 64)

    @answer
    def is_reference(self) -> bool:
        return self.descriptor[0] in "L["

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FieldInfo)
            and other.class_info == self.class_info
            and (other.name, other.descriptor) == (self.name, self.descriptor)
        )

    def __hash__(self) -> int:
        return hash((self.class_info.id, self.name, self.descriptor))

    def __repr__(self) -> str:
        return f"<FieldInfo {self.type} {self.full_name}>"


class MethodInfo(MethodInfoGetters):
    id: int
    name: str = of_row("name")
    descriptor: str = of_row("descriptor")
    signature: str | None = of_row("signature")
    flags: int = of_row("flags")
    args: int = of_row("args")  # words, receiver included
    max_locals: int = of_row("max_locals")  # words
    length: int = of_row("length")  # instructions

    def __init__(self, vm: VM, mid: int) -> None:
        self.vm, self.id = vm, mid
        self.row = vm.raw._method(mid if mid >= 0 else NO_METHOD)

    @property
    def class_info(self) -> ClassInfo | None:
        return self.vm.class_by_id(self.row.cls) if self.row.cls >= 0 else None

    @property
    def class_name(self) -> str:
        return self.class_info.name if self.class_info else ""

    @property
    def modifiers(self) -> int:
        return self.flags

    @property
    def complete_name(self) -> str:
        """a.b.C.name(I)V"""
        return self.full_name + self.descriptor

    @property
    def source_file_name(self) -> str | None:
        return self.class_info.source_file if self.class_info else None

    @property
    def full_name(self) -> str:
        """a.b.C.name"""
        return f"{self.class_name}.{self.name}"

    @property
    def unique_name(self) -> str:
        return self.name + self.descriptor

    @property
    def argument_types(self) -> list[str]:
        return type_names(self.descriptor)

    @property
    def return_type(self) -> str:
        return type_name(self.descriptor.rpartition(")")[2])

    @answer
    def is_static(self) -> bool:
        return bool(self.flags & 8)

    @answer
    def is_synchronized(self) -> bool:
        return bool(self.flags & 0x20)

    @answer
    def is_native(self) -> bool:
        return bool(self.flags & 0x100)

    @answer
    def is_abstract(self) -> bool:
        return bool(self.flags & 0x400)

    @answer
    def is_init(self) -> bool:
        return self.name == "<init>"

    @answer
    def is_clinit(self) -> bool:
        return self.name == "<clinit>"

    @cached_property
    def code(self) -> list[CodeRow] | None:
        """bytecode_index, opcode and line of each instruction; None: abstract or native."""
        return self.vm.raw._code(self.id)

    def instruction(self, index: int) -> Instruction:
        return self.vm.instruction_at(self.id, index)

    get_instruction = instruction

    @property
    def instructions(self) -> list[Instruction]:
        return [self.instruction(i) for i in range(len(self.code or ()))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MethodInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<MethodInfo {self.full_name}({', '.join(self.argument_types)})>"


class ClassInfo(ClassInfoGetters):
    id: int
    name: str = of_row("name")
    flags: int = of_row("flags")
    source_file: str | None = of_row("source_file")
    loader: int = of_row("loader")
    mirror: int = of_row("mirror")  # reference of the java.lang.Class
    is_system: Answer = answer_of_row("system")  # of the JDK

    def __init__(self, vm: VM, cid: int) -> None:
        self.vm, self.id = vm, cid
        self.row = vm.raw._class(cid)
        self.declared_fields = [FieldInfo(self, f) for f in self.row.fields]

    @property
    def super_class(self) -> ClassInfo | None:
        return self.vm.class_by_id(self.row.super) if self.row.super >= 0 else None

    @property
    def interfaces(self) -> list[ClassInfo]:
        return [self.vm.class_by_id(i) for i in self.row.interfaces]

    @property
    def methods(self) -> list[MethodInfo]:
        return [self.vm.method_by_id(i) for i in self.row.methods]

    @answer
    def is_array(self) -> bool:
        return self.row.kind == ARRAY

    @property
    def component(self) -> ClassInfo | None:
        return self.vm.class_by_id(self.row.component) if self.row.component >= 0 else None

    @answer
    def is_initialized(self) -> bool:
        return self.vm.raw._class(self.id).status == INITIALIZED

    @answer
    def is_interface(self) -> bool:
        return bool(self.flags & 0x200)

    @answer
    def is_abstract(self) -> bool:
        return bool(self.flags & 0x400)

    @answer
    def is_enum(self) -> bool:
        return bool(self.flags & 0x4000)

    @property
    def simple_name(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def package(self) -> str:
        return self.name.rpartition(".")[0]

    @cached_property
    def fields(self) -> dict[str, FieldInfo]:
        """Instance fields by name, inherited ones included; the VM's own are left out."""
        out = dict(self.super_class.fields) if self.super_class else {}
        out.update({f.name: f for f in self.declared_fields if not f.is_static and not f.attrs & 2})
        return out

    @cached_property
    def static_fields(self) -> dict[str, FieldInfo]:
        return {f.name: f for f in self.declared_fields if f.is_static}

    def field(self, name: str) -> FieldInfo | None:
        cls: ClassInfo | None = self
        while cls:
            for f in cls.declared_fields:
                if f.name == name:
                    return f
            cls = cls.super_class
        return None

    def method(self, name: str) -> MethodInfo | None:
        """By name, or by name and descriptor: "run()V"."""
        for m in self.methods:
            if name in (m.name, m.unique_name):
                return m
        return None

    def is_instance_of(self, name: str) -> bool:
        if self.name == name:
            return True
        parents = [*self.interfaces, *([self.super_class] if self.super_class else [])]
        return any(p.is_instance_of(name) for p in parents)

    @property
    def statics(self) -> ElementInfo:
        """The static fields: ci.statics["counter"]."""
        return self.vm.statics(self)

    @property
    def class_object(self) -> ElementInfo | None:
        return self.vm.element(self.mirror)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClassInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<ClassInfo {self.name}>"
