"""Classes, methods and fields: they never change and stay valid."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from .base import Answer, Get, Named, answer, type_name, type_names

if TYPE_CHECKING:
    from ..raw import FieldRow, MethodRow
    from .element import ElementInfo
    from .insn import Instruction
    from .vm import VM

NO_METHOD: MethodRow = (-1, "vm", "()V", None, 0, 0, 0, 0)


class FieldInfo(Named):
    name: str
    descriptor: str
    flags: int
    offset: int  # bytes from the start of the object
    type_code: int
    attrs: int

    # JPF's getters of the same (Named)
    get_class_info: Get[ClassInfo]
    get_name: Get[str]
    get_descriptor: Get[str]
    get_flags: Get[int]
    get_offset: Get[int]
    get_type_code: Get[int]
    get_attrs: Get[int]
    get_type: Get[str]
    get_full_name: Get[str]
    get_modifiers: Get[int]

    def __init__(self, cls: ClassInfo, raw: FieldRow) -> None:
        self.class_info = cls
        self.name, self.descriptor, self.flags, self.offset, self.type_code, self.attrs = raw

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


class MethodInfo(Named):
    name: str
    descriptor: str
    signature: str | None
    flags: int
    args: int  # words, receiver included
    max_locals: int  # words
    length: int  # instructions

    # JPF's getters of the same (Named)
    get_id: Get[int]
    get_name: Get[str]
    get_descriptor: Get[str]
    get_signature: Get[str | None]
    get_flags: Get[int]
    get_args: Get[int]
    get_max_locals: Get[int]
    get_length: Get[int]
    get_class_info: Get[ClassInfo | None]
    get_class_name: Get[str]
    get_modifiers: Get[int]
    get_complete_name: Get[str]
    get_source_file_name: Get[str | None]
    get_full_name: Get[str]
    get_unique_name: Get[str]
    get_argument_types: Get[list[str]]
    get_return_type: Get[str]
    get_code: Get[list[tuple[int, int, int]] | None]
    get_instruction: Callable[[int], Instruction]
    get_instructions: Get[list[Instruction]]

    def __init__(self, vm: VM, mid: int) -> None:
        self.vm, self.id = vm, mid
        raw = vm.raw._method(mid) if mid >= 0 else NO_METHOD
        self._cid, self.name, self.descriptor, self.signature, self.flags, self.args, self.max_locals, self.length = raw

    @property
    def class_info(self) -> ClassInfo | None:
        return self.vm.class_by_id(self._cid) if self._cid >= 0 else None

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
    def code(self) -> list[tuple[int, int, int]] | None:
        """(bytecode index, opcode, line) of each instruction; None: abstract or native."""
        return self.vm.raw._code(self.id)

    def instruction(self, index: int) -> Instruction:
        return self.vm.instruction_at(self.id, index)

    @property
    def instructions(self) -> list[Instruction]:
        return [self.instruction(i) for i in range(len(self.code or ()))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MethodInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<MethodInfo {self.full_name}({', '.join(self.argument_types)})>"


class ClassInfo(Named):
    name: str
    flags: int
    source_file: str | None
    loader: int
    mirror: int  # reference of the java.lang.Class
    is_system: Answer  # of the JDK

    # JPF's getters of the same (Named)
    get_id: Get[int]
    get_name: Get[str]
    get_flags: Get[int]
    get_source_file: Get[str | None]
    get_loader: Get[int]
    get_mirror: Get[int]
    get_super_class: Get[ClassInfo | None]
    get_interfaces: Get[list[ClassInfo]]
    get_methods: Get[list[MethodInfo]]
    get_component: Get[ClassInfo | None]
    get_simple_name: Get[str]
    get_package: Get[str]
    get_fields: Get[dict[str, FieldInfo]]
    get_static_fields: Get[dict[str, FieldInfo]]
    get_statics: Get[ElementInfo]
    get_class_object: Get[ElementInfo | None]

    def __init__(self, vm: VM, cid: int) -> None:
        self.vm, self.id = vm, cid
        raw = vm.raw._class(cid)
        (self.name, self._super, self.flags, self.source_file, self.loader, self.mirror, self._ifaces) = raw[:7]
        (fields, self._methods, self._elem, system, self._kind, _, self._elem_type) = raw[7:]
        self.is_system = Answer(system)
        self.declared_fields = [FieldInfo(self, f) for f in fields]

    @property
    def super_class(self) -> ClassInfo | None:
        return self.vm.class_by_id(self._super) if self._super >= 0 else None

    @property
    def interfaces(self) -> list[ClassInfo]:
        return [self.vm.class_by_id(i) for i in self._ifaces]

    @property
    def methods(self) -> list[MethodInfo]:
        return [self.vm.method_by_id(i) for i in self._methods]

    @answer
    def is_array(self) -> bool:
        return self._kind == 1

    @property
    def component(self) -> ClassInfo | None:
        return self.vm.class_by_id(self._elem) if self._elem >= 0 else None

    @answer
    def is_initialized(self) -> bool:
        return self.vm.raw._class(self.id)[12] == 2

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
