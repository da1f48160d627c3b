"""What all views share: the moment they belong to, and attributes that backtrack with the state."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..errors import JPFError

if TYPE_CHECKING:
    from .. import _jpf
    from .vm import VM


class StaleViewError(JPFError):
    """The notification this view belongs to is over."""


# the engine's numbers of the types (classfile.h), by first character of a descriptor
TYPES = {"Z": 4, "C": 5, "F": 6, "D": 7, "B": 8, "S": 9, "I": 10, "J": 11, "L": 1, "[": 1, "V": 0}
NAMES = {"Z": "boolean", "C": "char", "F": "float", "D": "double", "B": "byte", "S": "short", "I": "int", "J": "long"}
NAMES["V"] = "void"
CODES = {name: code for code, name in NAMES.items()}
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


def plain(descriptor: str, value: Any) -> Any:
    """A value as the engine takes it: the number of an object, of a character."""
    if descriptor in "L[":
        return 0 if value is None else value.ref
    if descriptor == "C" and isinstance(value, str):
        return ord(value)
    return value


class Answer(int):
    """Yes or no, as the property it is here and as the method it is in JPF: `thread.is_first_step_insn` and
    `thread.is_first_step_insn()` say the same."""

    def __call__(self) -> bool:
        return bool(self)

    def __repr__(self) -> str:
        return repr(bool(self))

    __str__ = __repr__


T = TypeVar("T")
Get = Callable[[], T]  # of JPF's getters, which classes declare for type checkers: get_depth: Get[int]


def answer_of_row(field: str) -> Any:
    """As of_row, for a field that says yes or no."""
    get = attrgetter(f"row.{field}")
    return property(lambda self: Answer(get(self)))


class answer(Generic[T]):
    """A property that is an Answer."""

    def __init__(self, f: Callable[[T], bool]) -> None:
        self.f = f
        self.__doc__ = f.__doc__

    def __get__(self, obj: T, owner: type | None = None) -> Answer:
        return Answer(self.f(obj))


class Named:
    """JPF's getters work as they are spelled there: x.get_depth() is x.depth. Classes declare them with their types."""

    __slots__ = ()

    def __dir__(self) -> list[str]:
        declared = (n for c in type(self).__mro__ for n in vars(c).get("__annotations__", ()) if n.startswith("get_"))
        return sorted({*super().__dir__(), *declared})

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("get_"):
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            value = getattr(self, name[4:])
            return value if callable(value) and not isinstance(value, Answer) else lambda: value


class View(Named):
    __slots__ = ("_row", "serial", "vm")
    _row: Any

    def __init__(self, vm: VM) -> None:
        self.vm, self.serial = vm, vm.serial

    def fresh(self) -> _jpf.VM:
        if self.serial != self.vm.serial:
            raise StaleViewError("this view belongs to a notification that is over")
        return self.vm.raw

    @property
    def here(self) -> VM:
        """The VM, to make another view with: that one is of this view's moment, never of a later one."""
        self.fresh()
        return self.vm

    @property
    def row(self) -> Any:
        """What the engine said of it (rows.of_row)."""
        self.fresh()
        return self._row

    def change(self) -> _jpf.VM:
        """The same as fresh, for what changes the program: the listener that does so is called again where a path is
        only executed again, so that it leads to the same state."""
        raw = self.fresh()
        self.vm.meddlers.append(self.vm.listener)
        return raw


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


class Attribute(Attributed):
    """The place of an attribute: of a field, an element, a local variable."""

    __slots__ = ("where",)

    def __init__(self, vm: VM, where: tuple[int, int, int]) -> None:
        super().__init__(vm)
        self.where = where

    def _attr(self) -> tuple[int, int, int]:
        return self.where
