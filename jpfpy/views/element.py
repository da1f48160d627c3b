"""Objects and arrays of the stopped VM."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .base import ATTR_ELEMENT, ATTR_FIELD, ATTR_OBJECT, CODES, HEADER, TYPES, Attribute, Attributed, answer, plain
from .getters import ElementInfoGetters

if TYPE_CHECKING:
    from rich.table import Table

    from .._jpf import ObjectRow
    from .code import ClassInfo, FieldInfo
    from .thread import ThreadInfo
    from .vm import VM


class ElementInfo(ElementInfoGetters, Attributed):
    """An object or array: e["field"], e[3], len(e), iteration over elements or field names."""

    __slots__ = ("class_info", "ref")
    class_info: ClassInfo

    def __init__(self, vm: VM, ref: int) -> None:
        super().__init__(vm)
        self.ref = ref
        self.class_info = vm.class_by_id(vm.raw._object(ref).cls)

    def _attr(self) -> tuple[int, int, int]:
        return ATTR_OBJECT, self.ref, 0

    def _raw(self) -> ObjectRow:
        return self.fresh()._object(self.ref)

    @property
    def class_name(self) -> str:
        return self.class_info.name

    @property
    def length(self) -> int:
        return self._raw().length

    @answer
    def is_shared(self) -> bool:
        return self._raw().shared

    @answer
    def is_immortal(self) -> bool:
        """Part of the boot image, or kept by the VM itself."""
        return self._raw().immortal

    @property
    def label(self) -> int:
        """The object's name in the state's canonical form; 0 while it has none."""
        return self._raw().label

    @property
    def lock_count(self) -> int:
        return self._raw().lock_count

    @answer
    def is_array(self) -> bool:
        return bool(self.class_info.is_array)

    @property
    def lock_owner(self) -> ThreadInfo | None:
        owner = self._raw().owner
        return self.vm.thread(owner) if owner >= 0 else None

    @property
    def locking_thread(self) -> ThreadInfo | None:
        return self.lock_owner

    @property
    def object_ref(self) -> int:
        return self.ref

    @property
    def array_length(self) -> int:
        return self.length

    @property
    def waiters(self) -> list[ThreadInfo]:
        """Threads that wait on this object or are blocked on its monitor."""
        return [t for t in self.here.threads if t.lock_ref == self.ref]

    @answer
    def is_string(self) -> bool:
        return self.class_info.name == "java.lang.String"

    @property
    def mirrored_class(self) -> ClassInfo | None:
        """The class a java.lang.Class object stands for."""
        cid = self._raw().mirrored
        return self.vm.class_by_id(cid) if cid >= 0 else None

    def as_string(self) -> str:
        return self.fresh()._string(self.ref)

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
            component = self.class_info.component
            desc = CODES.get(component.name, "L") if component and not component.is_array else "L"
            size = {"Z": 1, "B": 1, "C": 2, "S": 2, "J": 8, "D": 8}.get(desc, 4)
            return HEADER + (key % n) * size, TYPES[desc], desc
        f = (self.fields.get(key) or self.class_info.field(key)) if isinstance(key, str) else key
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

    def get_field_value_object(self, name: str) -> Any:
        return self[name]

    def get_field_value(self, name: str) -> Any:
        return self[name]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """JPF's accessors by type: get_int_field(name), set_reference_element(index, value) ..."""
            what, _, kind = name.partition("_")
            kind, _, place = kind.rpartition("_")
            if what in ("get", "set") and place in ("field", "element") and kind in (*CODES, "reference", "declared"):
                return self.__getitem__ if what == "get" else self.__setitem__
            return super().__getattr__(name)

    def field_attr(self, name: str) -> Attribute:
        return Attribute(self.here, (ATTR_FIELD, self.ref, self._place(name)[0]))

    def element_attr(self, index: int) -> Attribute:
        return Attribute(self.here, (ATTR_ELEMENT, self.ref, self._place(index)[0]))

    def __len__(self) -> int:
        return self.length if self.is_array else len(self.fields)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        if self.is_array:
            return (self[i] for i in range(self.length))
        return iter(self.fields)

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

    def _repr_html_(self) -> str:
        from ..report.notebook import card

        if self.is_array:
            return card(repr(self)[1:-1], [(str(i), repr(self[i])) for i in range(min(self.length, 100))])
        return card(repr(self)[1:-1], [(name, repr(value)) for name, value in self.items()])

    def __rich__(self) -> Table:
        from rich.table import Table

        table = Table("field", "value", title=repr(self))
        if self.is_array:
            for i in range(min(self.length, 100)):
                table.add_row(str(i), repr(self[i]))
        else:
            for name, value in self.items():
                table.add_row(name, repr(value))
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
