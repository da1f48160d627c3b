"""What a listener sees of the stopped VM: threads, frames, objects, classes, instructions, choices, the search.

A view holds ids and the serial of the notification it was made in. Used after that notification it raises
StaleViewError: the state it spoke of is gone. Classes, methods, fields and instructions never change and stay valid.

Changes (locals, operands, fields, elements) are logged by the engine, so that they backtrack with the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from .errors import JPFError


class StaleViewError(JPFError):
    """The notification this view belongs to is over."""


TYPES = {"Z": 4, "C": 5, "F": 6, "D": 7, "B": 8, "S": 9, "I": 10, "J": 11, "L": 1, "[": 1, "V": 0}
NAMES = {"Z": "boolean", "C": "char", "F": "float", "D": "double", "B": "byte", "S": "short", "I": "int", "J": "long"}
NAMES["V"] = "void"
HEADER = 24  # bytes of an object before its fields or elements
ATTR_OBJECT, ATTR_FIELD, ATTR_ELEMENT, ATTR_SLOT, ATTR_THREAD = range(5)


def type_name(descriptor: str) -> str:
    dims = len(descriptor) - len(descriptor.lstrip("["))
    d = descriptor[dims:]
    return (d[1:-1].replace("/", ".") if d[:1] == "L" else NAMES.get(d, d)) + "[]" * dims


def type_names(descriptor: str) -> list[str]:
    """Argument types of a method descriptor."""
    out, i = [], 1
    while i < len(descriptor) and descriptor[i] != ")":
        j = i
        while descriptor[j] == "[":
            j += 1
        j = descriptor.index(";", j) + 1 if descriptor[j] == "L" else j + 1
        out.append(type_name(descriptor[i:j]))
        i = j
    return out


class FieldInfo:
    def __init__(self, cls: ClassInfo, raw: tuple[str, str, int, int, int, int]) -> None:
        self.class_info = cls
        self.name, self.descriptor, self.flags, self.offset, self.type_code, self.attrs = raw

    @property
    def type(self) -> str:
        return type_name(self.descriptor)

    @property
    def full_name(self) -> str:
        return f"{self.class_info.name}.{self.name}"

    @property
    def is_static(self) -> bool:
        return bool(self.flags & 8)

    @property
    def is_final(self) -> bool:
        return bool(self.flags & 16)

    @property
    def is_volatile(self) -> bool:
        return bool(self.flags & 64)

    @property
    def is_reference(self) -> bool:
        return self.descriptor[0] in "L["

    def __repr__(self) -> str:
        return f"<FieldInfo {self.type} {self.full_name}>"


class MethodInfo:
    def __init__(self, vm: VM, mid: int) -> None:
        self.vm, self.id = vm, mid
        raw = vm.raw._method(mid) if mid >= 0 else (-1, "vm", "()V", None, 0, 0, 0, 0)
        self._cid, self.name, self.descriptor, self.signature, self.flags, self.args, self.max_locals, self.length = raw

    @property
    def class_info(self) -> ClassInfo | None:
        return self.vm.class_by_id(self._cid) if self._cid >= 0 else None

    @property
    def class_name(self) -> str:
        return self.class_info.name if self.class_info else ""

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

    is_static = property(lambda self: bool(self.flags & 8))
    is_synchronized = property(lambda self: bool(self.flags & 0x20))
    is_native = property(lambda self: bool(self.flags & 0x100))
    is_abstract = property(lambda self: bool(self.flags & 0x400))
    is_init = property(lambda self: self.name == "<init>")
    is_clinit = property(lambda self: self.name == "<clinit>")

    @cached_property
    def code(self) -> list[tuple[int, int, int]] | None:
        """(bytecode index, opcode, line) of each instruction; None: abstract or native."""
        return self.vm.raw._code(self.id)

    def instruction(self, index: int) -> Instruction:
        return Instruction(self.vm, self.id, index)

    @property
    def instructions(self) -> list[Instruction]:
        return [Instruction(self.vm, self.id, i) for i in range(len(self.code or ()))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MethodInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<MethodInfo {self.full_name}({', '.join(self.argument_types)})>"


class ClassInfo:
    def __init__(self, vm: VM, cid: int) -> None:
        self.vm, self.id = vm, cid
        raw = vm.raw._class(cid)
        (self.name, self._super, self.flags, self.source_file, self.loader, self._mirror, self._ifaces) = raw[:7]
        (fields, self._methods, self._elem, self.is_system, self._kind, _, self._elem_type) = raw[7:]
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

    @property
    def is_array(self) -> bool:
        return self._kind == 1

    @property
    def component(self) -> ClassInfo | None:
        return self.vm.class_by_id(self._elem) if self._elem >= 0 else None

    @property
    def is_initialized(self) -> bool:
        return bool(self.vm.raw._class(self.id)[12] == 2)

    is_interface = property(lambda self: bool(self.flags & 0x200))
    is_abstract = property(lambda self: bool(self.flags & 0x400))
    is_enum = property(lambda self: bool(self.flags & 0x4000))

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
        return StaticElementInfo(self.vm, self._mirror, self)

    @property
    def class_object(self) -> ElementInfo:
        return ElementInfo(self.vm, self._mirror)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClassInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<ClassInfo {self.name}>"


class Instruction:
    """One instruction. `opcode` is JPF's class name ("GETFIELD", "INVOKEVIRTUAL")."""

    def __init__(self, vm: VM, mid: int, index: int) -> None:
        self.vm, self.method_id, self.index = vm, mid, index
        raw = vm.instructions.get((mid, index))
        if raw is None:
            raw = vm.instructions[mid, index] = vm.raw._insn(mid, index)
        self.op, self.bytecode_index, self.line, self.kind, self.a, self.b, self.c = raw

    @property
    def opcode(self) -> str:
        return self.vm.opcodes[self.op].upper()

    mnemonic = property(lambda self: self.vm.opcodes[self.op])

    @property
    def method(self) -> MethodInfo:
        return self.vm.method_by_id(self.method_id)

    @property
    def file(self) -> str | None:
        return self.method.class_info.source_file if self.method.class_info else None

    @property
    def location(self) -> str:
        return f"{self.file or 'Unknown Source'}:{self.line}" if self.line > 0 else self.file or "Unknown Source"

    @property
    def source_line(self) -> str | None:
        return self.vm.source(self.method.class_name, self.file, self.line)

    # --- fields ---
    is_field = property(lambda self: self.kind == "field")
    is_read = property(lambda self: self.op in (0xB2, 0xB4))
    is_write = property(lambda self: self.op in (0xB3, 0xB5))
    is_static = property(lambda self: self.op in (0xB2, 0xB3, 0xB8))
    is_invoke = property(lambda self: self.kind == "method")
    is_return = property(lambda self: 0xAC <= self.op <= 0xB1)
    is_array_load = property(lambda self: 0x2E <= self.op <= 0x35)
    is_array_store = property(lambda self: 0x4F <= self.op <= 0x56)
    is_branch = property(lambda self: self.kind == "branch")

    @property
    def is_backjump(self) -> bool:
        return self.kind == "branch" and self.a <= self.bytecode_index

    @property
    def variable(self) -> str:
        """Name of the field (full) or local variable."""
        if self.is_field:
            return f"{self.a}.{self.b}"
        return str(self.a) if self.kind == "local" else ""

    @property
    def field_info(self) -> FieldInfo | None:
        if not self.is_field:
            return None
        cls = self.vm.find_class(self.a)
        return cls.field(self.b) if cls else None

    @property
    def last_this(self) -> ElementInfo | None:
        """The object a GETFIELD or PUTFIELD is about, while its operands are still there (execute_instruction)."""
        if self.op not in (0xB4, 0xB5):
            return None
        depth = 1 if self.op == 0xB4 else 3 if self.c in "JD" else 2
        return self._operand(depth)

    last_element_info = last_this

    @property
    def invoked_method_name(self) -> str:
        """Name and descriptor as the call names them."""
        return f"{self.b}{self.c}" if self.is_invoke else ""

    @property
    def invoked_method_class(self) -> str | None:
        return self.a if self.is_invoke else None

    @property
    def invoked_method(self) -> MethodInfo | None:
        """The method the call resolves to for the receiver at hand."""
        if not self.is_invoke or self.a is None:
            return None
        this = self.this
        cls = this.class_info if this is not None and self.op in (0xB6, 0xB9) else self.vm.find_class(self.a)
        todo = [cls] if cls else []
        while todo:
            c = todo.pop(0)
            m = c.method(f"{self.b}{self.c}")
            if m:
                return m
            todo += [*([c.super_class] if c.super_class else []), *c.interfaces]
        return None

    executed_method_name = property(lambda self: self.vm.executed_method_name)

    @property
    def argument_words(self) -> int:
        n = sum(2 if t in ("long", "double") else 1 for t in type_names(self.c)) if self.is_invoke else 0
        return n + (1 if self.is_invoke and self.op not in (0xB8, 0xBA) else 0)

    @property
    def this(self) -> ElementInfo | None:
        """Receiver of a call, before it is made."""
        return self._operand(self.argument_words) if self.is_invoke and self.op not in (0xB8, 0xBA) else None

    @property
    def arguments(self) -> list[Any]:
        """Values of a call's arguments, before it is made (receiver not included)."""
        return self.vm.current_thread.top_frame.arguments(self) if self.is_invoke else []

    @property
    def array(self) -> ElementInfo | None:
        if self.is_array_load:
            return self._operand(2)
        return self._operand(4 if self.op in (0x50, 0x52) else 3) if self.is_array_store else None

    @property
    def array_index(self) -> int:
        words = self.vm.current_thread.top_frame.operands
        at = 1 if self.is_array_load else 3 if self.op in (0x50, 0x52) else 2
        return int(words[-at])

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
            return f"{self.mnemonic} {self.a + '.' if self.a else ''}{self.b}{self.c if self.is_invoke else ''}"
        return self.mnemonic + (f" {self.a!r}" if self.a is not None else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instruction) and (other.method_id, other.index) == (self.method_id, self.index)

    def __hash__(self) -> int:
        return hash((self.method_id, self.index))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.opcode} {self.text.partition(' ')[2]} at {self.location}>"


class View:
    __slots__ = ("serial", "vm")

    def __init__(self, vm: VM) -> None:
        self.vm, self.serial = vm, vm.serial

    def fresh(self) -> Any:
        if self.serial != self.vm.serial:
            raise StaleViewError("this view belongs to a notification that is over")
        return self.vm.raw

    def change(self) -> Any:
        """The same, for what changes the program: the listener that does so is called again where a path is only
        executed again, so that it leads to the same state."""
        self.vm.meddlers.append(self.vm.listener)
        return self.fresh()


class Attributed(View):
    """Attributes that backtrack with the state. Keys tell apart what several listeners store."""

    __slots__ = ()

    def _attr(self) -> tuple[int, int, int]:
        raise NotImplementedError

    def get_attr(self, key: object = None, default: Any = None) -> Any:
        table = self.fresh()._attr_get(*self._attr())
        return table.get(key, default) if table is not None else default

    def set_attr(self, value: Any, key: object = None) -> None:
        raw, where = self.change(), self._attr()
        table = dict(raw._attr_get(*where) or {})  # the old one belongs to the states before
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value
        raw._attr_set(*where, table or None)

    attr = property(get_attr, set_attr)


class ElementInfo(Attributed):
    """An object or array: e["field"], e[3], len(e), iteration over elements or field names."""

    __slots__ = ("class_info", "ref")

    def __init__(self, vm: VM, ref: int) -> None:
        super().__init__(vm)
        self.ref = ref
        self.class_info = vm.class_by_id(vm.raw._object(ref)[0])

    def _attr(self) -> tuple[int, int, int]:
        return ATTR_OBJECT, self.ref, 0

    def _raw(self) -> Any:
        return self.fresh()._object(self.ref)

    class_name = property(lambda self: self.class_info.name)
    length = property(lambda self: self._raw()[1])
    is_shared = property(lambda self: self._raw()[4])
    is_immortal = property(lambda self: self._raw()[5])
    label = property(lambda self: self._raw()[6])
    lock_count = property(lambda self: self._raw()[3])
    is_array = property(lambda self: self.class_info.is_array)

    @property
    def lock_owner(self) -> ThreadInfo | None:
        owner = self._raw()[2]
        return ThreadInfo(self.vm, owner) if owner >= 0 else None

    locking_thread = lock_owner

    @property
    def waiters(self) -> list[ThreadInfo]:
        """Threads that wait on this object or are blocked on its monitor."""
        return [t for t in self.vm.threads if t.lock_ref == self.ref]

    @property
    def is_string(self) -> bool:
        return bool(self.class_info.name == "java.lang.String")

    @property
    def mirrored_class(self) -> ClassInfo | None:
        """The class a java.lang.Class object stands for."""
        cid = self._raw()[7]
        return self.vm.class_by_id(cid) if cid >= 0 else None

    def as_string(self) -> str:
        return str(self.fresh()._string(self.ref))

    @property
    def fields(self) -> dict[str, FieldInfo]:
        return self.class_info.fields

    def _place(self, key: str | int | FieldInfo) -> tuple[int, int, str]:
        if isinstance(key, int):
            n = self.length
            if not self.is_array:
                raise TypeError(f"{self.class_name} is no array")
            if not -n <= key < n:
                raise IndexError(f"{key} out of bounds for length {n}")
            d = self.class_info.name
            comp = self.class_info.component
            desc = {v: k for k, v in NAMES.items()}.get(comp.name, "L") if comp and not comp.is_array else "L"
            del d
            size = {"Z": 1, "B": 1, "C": 2, "S": 2, "J": 8, "D": 8}.get(desc, 4)
            return HEADER + (key % n) * size, TYPES[desc], desc
        f = key if isinstance(key, FieldInfo) else self.fields.get(key) or self.class_info.field(key)
        if f is None:
            raise KeyError(f"{self.class_name} has no field {key}")
        return f.offset, TYPES[f.descriptor[0]], f.descriptor[0]

    def __getitem__(self, key: str | int | FieldInfo) -> Any:
        off, code, d = self._place(key)
        return self.vm.value(d, self.fresh()._get(self.ref, off, code))

    def __setitem__(self, key: str | int | FieldInfo, value: Any) -> None:
        off, code, d = self._place(key)
        self.change()._set(self.ref, off, code, plain(d, value))

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self.fields else default

    def field_attr(self, name: str) -> Attribute:
        return Attribute(self.vm, (ATTR_FIELD, self.ref, self._place(name)[0]))

    def element_attr(self, index: int) -> Attribute:
        return Attribute(self.vm, (ATTR_ELEMENT, self.ref, self._place(index)[0]))

    def __len__(self) -> int:
        return int(self.length) if self.is_array else len(self.fields)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self.length)) if self.is_array else iter(self.fields)

    def __contains__(self, key: object) -> bool:
        return key in self.fields

    def items(self) -> Iterator[tuple[str, Any]]:
        return ((n, self[n]) for n in self.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ElementInfo) and other.ref == self.ref

    def __hash__(self) -> int:
        return self.ref

    def __str__(self) -> str:
        return self.as_string() if self.is_string else f"{self.class_name}@{self.ref:x}"

    def __repr__(self) -> str:
        if self.serial != self.vm.serial:
            return f"<stale {self.class_name}@{self.ref:x}>"
        if self.is_string:
            return f"<String {self.as_string()!r}>"
        return f"<{self.class_name}@{self.ref:x}" + (f" length {self.length}>" if self.is_array else ">")

    def __rich__(self) -> Any:
        from rich.table import Table

        table = Table("field", "value", title=repr(self))
        items = enumerate(list(self)[:100]) if self.is_array else self.items()
        for k, v in items:
            table.add_row(str(k), repr(v))
        return table


class StaticElementInfo(ElementInfo):
    """Static fields of a class."""

    __slots__ = ("of",)

    def __init__(self, vm: VM, ref: int, of: ClassInfo) -> None:
        super().__init__(vm, ref)
        self.of = of

    @property
    def fields(self) -> dict[str, FieldInfo]:
        return self.of.static_fields

    def __repr__(self) -> str:
        return f"<statics of {self.of.name}>"


class Attribute(Attributed):
    __slots__ = ("where",)

    def __init__(self, vm: VM, where: tuple[int, int, int]) -> None:
        super().__init__(vm)
        self.where = where

    def _attr(self) -> tuple[int, int, int]:
        return self.where


def plain(descriptor: str, value: Any) -> Any:
    if descriptor in "L[":
        return 0 if value is None else value.ref
    if descriptor == "C" and isinstance(value, str):
        return ord(value)
    return value


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
        f = self.frame
        return Attribute(self.vm, (ATTR_SLOT, f.thread.id << 16 | f.depth, f.method.id << 8 ^ self.slot(name)))

    def __repr__(self) -> str:
        return "<locals " + ", ".join(f"{k}={v!r}" for k, v in self.items()) + ">"


class StackFrame(View):
    __slots__ = ("depth", "index", "lock_ref", "method", "n_operands", "pc_index", "thread")

    def __init__(self, thread: ThreadInfo, index: int) -> None:
        super().__init__(thread.vm)
        self.thread, self.index = thread, index
        mid, self.pc_index, self.depth, self.n_operands, self.lock_ref, vm_frame = self.vm.raw._frame(thread.id, index)
        self.method = self.vm.method_by_id(-1 if vm_frame else mid)

    @property
    def pc(self) -> Instruction | None:
        return (
            Instruction(self.vm, self.method.id, self.pc_index) if self.pc_index >= 0 and self.method.id >= 0 else None
        )

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
        words = self.fresh()._words(self.thread.id, self.index)
        return list(words)

    def peek(self, depth: int = 0, descriptor: str = "I") -> Any:
        """The operand `depth` words from the top."""
        at = self.method.max_locals + self.n_operands - 1 - depth
        if descriptor in "JD":
            at -= 1
        return self.vm.value(descriptor, self.slot(at, descriptor))

    def set_operand(self, depth: int, value: Any, descriptor: str = "I") -> None:
        at = self.method.max_locals + self.n_operands - 1 - depth - (1 if descriptor in "JD" else 0)
        self.set_slot(at, value, descriptor)

    def arguments(self, insn: Instruction) -> list[Any]:
        """Arguments on the operand stack of the call `insn`."""
        out = []
        at = self.method.max_locals + self.n_operands - insn.argument_words + (insn.op not in (0xB8, 0xBA))
        codes = {v: k for k, v in NAMES.items()}
        for name in type_names(insn.c):
            d = codes.get(name, "L")
            out.append(self.vm.value(d, self.slot(at, d)))
            at += 2 if d in "JD" else 1
        return out

    def __repr__(self) -> str:
        return f"<{self.method.full_name}({self.location})>"


class ThreadInfo(Attributed):
    __slots__ = ("_t", "id")

    def __init__(self, vm: VM, tid: int) -> None:
        super().__init__(vm)
        self.id = tid
        self._t = vm.raw._thread(tid)

    def _attr(self) -> tuple[int, int, int]:
        return ATTR_THREAD, self.id, 0

    name = property(lambda self: self._t[0])
    status = state = property(lambda self: self._t[1])
    is_daemon = property(lambda self: self._t[3])
    priority = property(lambda self: self._t[4])
    stack_depth = property(lambda self: self._t[5])
    instructions = property(lambda self: self._t[6])
    pending = property(lambda self: self._t[7])
    lock_ref = property(lambda self: self._t[8])
    is_interrupted = property(lambda self: self._t[9])
    is_runnable = property(lambda self: self._t[10])
    in_atomic_section = property(lambda self: self._t[11] > 0)
    is_alive = property(lambda self: self._t[1] not in ("NEW", "TERMINATED"))
    is_waiting = property(lambda self: "WAITING" in self._t[1])
    is_blocked = property(lambda self: self._t[1] == "BLOCKED")
    is_current = property(lambda self: self.vm.current_thread.id == self.id)

    @property
    def object(self) -> ElementInfo | None:
        """The java.lang.Thread."""
        return self.vm.element(self._t[2])

    @property
    def lock(self) -> ElementInfo | None:
        """What it waits on or is blocked on."""
        return self.vm.element(self._t[8])

    @property
    def frames(self) -> list[StackFrame]:
        """Java frames, top first; the VM's own are left out."""
        self.fresh()
        all_frames = (StackFrame(self, i) for i in range(self._t[5]))
        return [f for f in all_frames if f.method.id >= 0]

    @property
    def top_frame(self) -> StackFrame | None:
        self.fresh()
        for i in range(self._t[5]):
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

    def skip_instruction(self) -> None:
        """From execute_instruction: it is not executed; its effect on the operands is the listener's to make."""
        self.change()._control("skip")

    def reexecute_instruction(self) -> None:
        """From instruction_executed, for an instruction that made no frame."""
        self.change()._control("again")

    def throw(self, class_name: str, message: str = "") -> None:
        """A new Java exception (its constructor with a message) at this instruction."""
        self.change()._control("throw", class_name.replace(".", "/"), message)

    create_and_throw_exception = throw

    def reschedule(self, reason: str = "") -> None:
        """A scheduling point before this instruction; none at the instruction a transition began with."""
        self.change()._control("break")

    yield_ = break_transition = reschedule

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThreadInfo) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<Thread {self.name} ({self.status})>"

    def __rich__(self) -> Any:
        from rich.tree import Tree

        tree = Tree(repr(self))
        for f in self.frames:
            tree.add(f"{f!r} {dict(f.locals)}")
        return tree


class ChoiceGenerator(View):
    """The choices of one state: iterate for their texts; `index` is the current one, -1 before the first."""

    __slots__ = (
        "_choices",
        "depth",
        "id",
        "index",
        "kind",
        "processed_total",
        "state_id",
        "thread_id",
        "total",
        "type",
        "value",
    )

    def __init__(self, vm: VM, raw: tuple[Any, ...], choices: list[str] | None = None) -> None:
        super().__init__(vm)
        (kind, self.id, self.type, self.index, self.processed_total, self.total) = raw[:6]
        (self.thread_id, self.value, self.state_id, self.depth) = raw[6:]
        self.kind = "thread" if kind == 0 else "data"
        self._choices = choices

    @property
    def choices(self) -> list[str]:
        if self._choices is None:
            found = self.fresh()._choices(self.depth)
            self._choices = found[1] if found else []
        return self._choices

    total_number_of_choices = property(lambda self: self.total)
    processed_number_of_choices = property(lambda self: self.index + 1)
    next_choice = property(lambda self: self.value)

    @property
    def has_more_choices(self) -> bool:
        return bool(self.index + 1 < self.processed_total)

    is_scheduling_point = property(lambda self: self.kind == "thread")

    @property
    def thread(self) -> ThreadInfo | None:
        return ThreadInfo(self.vm, self.thread_id) if self.thread_id >= 0 else None

    def __len__(self) -> int:
        return int(self.total)

    def __iter__(self) -> Iterator[str]:
        return iter(self.choices)

    def __repr__(self) -> str:
        return f'<{self.type} {{id:"{self.id}", {self.index + 1}/{self.total}, {self.value}}}>'


class Transition(View):
    """One step of the path: the thread, the choice it began with."""

    __slots__ = ("choice_generator", "label", "state_id")

    def __init__(self, vm: VM, cg: ChoiceGenerator) -> None:
        super().__init__(vm)
        self.choice_generator, self.state_id = cg, cg.state_id
        self.label = f"{cg.id}:{cg.value}"

    @property
    def thread(self) -> ThreadInfo | None:
        return self.choice_generator.thread

    thread_info = thread
    thread_index = property(lambda self: self.choice_generator.thread_id)

    @property
    def steps(self) -> list[str]:
        """Where its thread stands now, top of the stack first (the lines of a whole path are in the report)."""
        return self.thread.stack_trace() if self.thread else []

    def __repr__(self) -> str:
        return f"<Transition {self.choice_generator!r}>"


class Search(View):
    """The concrete search, as a SearchListener asks it."""

    __slots__ = ("_s",)

    def __init__(self, vm: VM) -> None:
        super().__init__(vm)
        self._s = vm.raw._search()  # of this moment

    state_id = state_number = property(lambda self: self._s[0])
    depth = property(lambda self: self._s[1])
    is_new_state = property(lambda self: self._s[2])
    is_visited_state = property(lambda self: not self._s[2])
    is_end_state = property(lambda self: self._s[3])
    is_error_state = property(lambda self: self._s[4])
    is_ignored_state = property(lambda self: self._s[5])
    has_next_state = property(lambda self: self._s[6])
    is_processed_state = property(lambda self: not self._s[6])
    n_errors = property(lambda self: self._s[7])
    last_search_constraint = constraint = property(lambda self: self._s[9])
    queue_size = property(lambda self: self._s[10])
    config = property(lambda self: self.vm.config)

    @property
    def purged_state_id(self) -> int:
        return -1

    @property
    def search_class(self) -> str:
        return str(self.vm.config.get("search.class"))

    @property
    def transition(self) -> Transition | None:
        path = self.vm.path
        return path[-1] if path else None

    @property
    def parent_state_id(self) -> int:
        path = self.vm.raw._path()
        return path[self.depth - 1][8] if 0 < self.depth <= len(path) else -1

    @property
    def errors(self) -> list[dict[str, Any]]:
        """As the report will have them."""
        import json

        return [json.loads(e) for e in self.fresh()._stats()["errors"]]

    @property
    def current_error(self) -> dict[str, Any] | None:
        errors = self.errors
        return errors[-1] if errors else None

    last_error = current_error

    @property
    def statistics(self) -> dict[str, Any]:
        return dict(self.fresh()._stats())

    def terminate(self) -> None:
        """End the search in order: the report says that it is not whole."""
        self.change()._control("end")

    def error(self, property: str, message: str = "", kind: str = "property") -> None:
        """A property is violated in this state."""
        self.change()._control("violation", property, kind, message)

    def ignore_state(self) -> None:
        self.change()._control("ignore")

    request_backtrack = ignore_state

    def __repr__(self) -> str:
        return f"<Search state {self.state_id} depth {self.depth}>"


class VM:
    """The VM: one for the whole run; what it answers is of the moment."""

    def __init__(self, raw: Any, config: Any, sources: Any = None) -> None:
        from . import _jpf

        self.raw, self.config, self.sources = raw, config, sources
        self.serial = 0
        self.opcodes = _jpf.opcodes()
        self.classes: dict[int, ClassInfo] = {}
        self.methods: dict[int, MethodInfo] = {}
        self.by_name: dict[str, int] = {}
        self.instructions: dict[tuple[int, int], tuple[Any, ...]] = {}
        self.listener: Any = None
        self.system_state: Any = None  # jpfpy.choice.SystemState
        self.meddlers: list[Any] = []
        self.is_replaying = False
        # of the running notification
        self.thread_id = -1
        self._insn: tuple[int, int] | None = None
        self._next: Instruction | None = None
        self._object = 0
        self._class = -1
        self.executed_method_name = ""

    def class_by_id(self, cid: int) -> ClassInfo:
        c = self.classes.get(cid)
        if c is None:
            c = self.classes[cid] = ClassInfo(self, cid)
        return c

    def method_by_id(self, mid: int) -> MethodInfo:
        m = self.methods.get(mid)
        if m is None:
            m = self.methods[mid] = MethodInfo(self, mid)
        return m

    def find_class(self, name: str) -> ClassInfo | None:
        cid = self.by_name.get(name, -1)
        if cid < 0:
            cid = self.raw._find_class(name)
            if cid < 0:
                return None
            self.by_name[name] = cid
        return self.class_by_id(cid)

    @property
    def path_output(self) -> str:
        """What the program has printed on this path."""
        return str(self.raw._output())

    @property
    def running_thread_id(self) -> int:
        """The thread that runs, whichever the notification is about."""
        return int(self.raw._search()[8])

    def element(self, ref: int) -> ElementInfo | None:
        return ElementInfo(self, ref) if ref else None

    def value(self, descriptor: str, raw: Any) -> Any:
        if descriptor in "L[":
            return self.element(raw)
        return chr(raw) if descriptor == "C" else raw

    def source(self, class_name: str, file: str | None, line: int) -> str | None:
        return self.sources.text(class_name, file, line) if self.sources and line > 0 else None

    # --- the moment ---

    @property
    def threads(self) -> list[ThreadInfo]:
        return [ThreadInfo(self, i) for i in range(self.raw._threads())]

    live_threads = property(lambda self: [t for t in self.threads if t.is_alive])

    @property
    def current_thread(self) -> ThreadInfo:
        return ThreadInfo(self, max(self.thread_id, 0))

    last_thread = current_thread

    @property
    def last_instruction(self) -> Instruction | None:
        """The instruction the notification is about, else where the thread stands."""
        if self._insn:
            return Instruction(self, *self._insn)
        return self.current_thread.pc if self.thread_id >= 0 else None

    instruction = last_instruction
    next_instruction = property(lambda self: self._next or self.current_thread.pc)
    last_element_info = property(lambda self: self.element(self._object))
    last_class_info = property(lambda self: self.class_by_id(self._class) if self._class >= 0 else None)

    @property
    def search(self) -> Search:
        return Search(self)

    state_id = property(lambda self: self.search.state_id)
    depth = path_length = property(lambda self: self.search.depth)
    is_end_state = property(lambda self: self.search.is_end_state)

    @property
    def path(self) -> list[Transition]:
        """Transitions taken, first one first."""
        rows = self.raw._path()
        return [Transition(self, ChoiceGenerator(self, r)) for r in rows if r[3] >= 0]

    @property
    def choice_generators(self) -> list[ChoiceGenerator]:
        return [ChoiceGenerator(self, r) for r in self.raw._path()]

    @property
    def choice_generator(self) -> ChoiceGenerator | None:
        """The generator the running (or last) transition took its choice from."""
        taken = [r for r in self.raw._path() if r[3] >= 0]
        return ChoiceGenerator(self, taken[-1]) if taken else None

    @property
    def next_choice_generator(self) -> ChoiceGenerator | None:
        rows = self.raw._path()
        return ChoiceGenerator(self, rows[-1]) if rows and rows[-1][3] < 0 else None

    @property
    def heap(self) -> list[ElementInfo]:
        """Objects that are alive in this state, those of the boot image aside."""
        return [ElementInfo(self, r) for r in self.raw._heap()]

    @property
    def statistics(self) -> dict[str, Any]:
        return dict(self.raw._stats())

    def ignore_state(self) -> None:
        """The path is not followed further; the report says that listeners ignored states."""
        self.meddlers.append(self.listener)
        self.raw._control("ignore")

    def terminate(self) -> None:
        self.raw._control("end")

    def __repr__(self) -> str:
        return f"<VM notification {self.serial}>"
