"""Values as hashable keys: equal iff a program cannot tell them apart, aliasing of mutable parts included."""

from __future__ import annotations

import enum
import types
from collections import deque
from typing import Any

Key = Any


class Unfreezable(Exception):
    """The value's state is not visible (an open file, an object of a class of the program ...)."""


# Iterators whose __reduce__ tells all there is: what a for loop holds.
ITERATORS: set[type] = {
    type(iter(())),
    type(iter([])),
    type(iter(range(1))),
    type(iter(range(1 << 70))),
    type(iter("")),
    type(iter("é")),
    type(iter(b"")),
    type(iter({})),
    type(iter({}.values())),
    type(iter({}.items())),
    type(iter(set())),
    type(iter(deque())),
    type(reversed([])),
    enumerate,
    zip,
    reversed,
}


class Freezer:
    """One Freezer for all values of a state, so that shared lists are seen to be shared."""

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}
        self.alive: list[object] = []  # ids stay valid

    def key(self, v: object) -> Key:
        t = type(v)
        if v is None or t is bool or t is int or t is str or t is bytes:
            return (t.__name__, v)
        if t is float:
            return ("float", v.hex(), v != v)  # type: ignore[attr-defined]
        if t is complex:
            return ("complex", repr(v))
        own = getattr(t, "__bp_key__", None)
        if own is not None:
            return own(v, self)
        if isinstance(v, enum.Enum):
            return ("enum", t, v.name)
        if isinstance(v, tuple) and (t is tuple or t.__dict__.get("_fields") is not None):
            return ("tuple" if t is tuple else t, *[self.key(x) for x in v])
        if t is frozenset:
            return ("frozenset", frozenset(self.key(x) for x in v))  # type: ignore[attr-defined]
        if t is range or t is slice:
            return (t.__name__, repr(v))
        if isinstance(v, type | types.ModuleType | types.BuiltinFunctionType):
            return ("object", id(v)) if self.hold(v) else None
        number = self.seen.get(id(v))
        if number is not None:
            return ("again", number)
        if t in (list, dict, set, bytearray, deque) or t in ITERATORS or t in (types.FunctionType, types.CellType):
            self.seen[id(v)] = len(self.seen)
            self.alive.append(v)
            return self.compound(t, v)
        raise Unfreezable(t.__name__)

    def hold(self, v: object) -> bool:
        self.alive.append(v)
        return True

    def compound(self, t: type, v: Any) -> Key:
        if t is list or t is deque:
            return (t.__name__, *[self.key(x) for x in v])
        if t is dict:
            return ("dict", *[(self.key(k), self.key(x)) for k, x in v.items()])
        if t is set:
            return ("set", frozenset(self.key(x) for x in v))
        if t is bytearray:
            return ("bytearray", bytes(v))
        if t is types.CellType:
            try:
                return ("cell", self.key(v.cell_contents))
            except ValueError:
                return ("cell",)
        if t is types.FunctionType:
            cells = [self.key(c) for c in v.__closure__ or ()]
            rest = [self.key(x) for x in (v.__defaults__, v.__kwdefaults__)]
            return ("function", v.__code__, id(v.__globals__), *cells, *rest)
        parts = v.__reduce__()
        return ("iterator", t.__name__, *[self.key(x) for x in parts[1:]])


def freeze(v: object) -> Key:
    return Freezer().key(v)
