"""Values as hashable keys: equal iff a program cannot tell them apart, aliasing of mutable parts included."""

from __future__ import annotations

import datetime
import decimal
import enum
import random
import re
import types
import uuid
from collections import OrderedDict, defaultdict, deque
from functools import cache
from typing import Any, Protocol

Key = Any


class Unfreezable(Exception):
    """The value's state is not visible (an open file, an object written in C ...)."""


class Known(Protocol):
    """What lies outside a b-thread's frame is a state of its own (bp/outside.py); a key names it by number."""

    def number(self, v: object) -> int | None: ...

    def watched(self, v: object) -> bool:
        """Is what this class, function or code object reaches looked at elsewhere?"""


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
# Never change, and compare by value.
VALUES: set[type] = {
    decimal.Decimal,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
    uuid.UUID,
    re.Pattern,
    type(...),
    type(NotImplemented),
    types.CodeType,
}
CONTAINERS: set[type] = {list, dict, set, bytearray, deque, OrderedDict, defaultdict, types.SimpleNamespace}
BASES = (list, dict, set, tuple, frozenset, int, float, str, bytes)


@cache
def fields_of(t: type) -> tuple[types.MemberDescriptorType, ...] | None:
    """The slots of a class of the program, all of whose state is in them, in __dict__ and in a built-in base; None: an
    object of it may have more (its class, or one it derives from, is written in C)."""
    slots: list[types.MemberDescriptorType] = []
    for c in t.__mro__:
        if c is object or c in BASES or c in (Exception, BaseException):
            if issubclass(c, BaseException):
                return None
            continue
        own = [d for d in c.__dict__.values() if type(d) is types.MemberDescriptorType]
        extra = c.__basicsize__ - (c.__base__.__basicsize__ if c.__base__ else 0) - 8 * len(own)
        if extra > 8 * sum(n in c.__dict__ for n in ("__dict__", "__weakref__")) or "__module__" not in c.__dict__:
            return None
        slots += own
    return tuple(slots)


def fields(v: object, t: type) -> list[Any]:
    """Names and values of an object's attributes, flat."""
    out: list[Any] = []
    for name, x in getattr(v, "__dict__", {}).items():
        out += (name, x)
    for d in fields_of(t) or ():
        try:
            x = d.__get__(v, t)
        except AttributeError:
            continue
        out += (d.__name__, x)
    return out


class Freezer:
    """One Freezer for all values of a state, so that shared lists are seen to be shared."""

    def __init__(self, known: Known | None = None) -> None:
        self.known = known
        self.seen: dict[int, int] = {}
        self.alive: list[object] = []  # ids stay valid

    def key(self, v: object) -> Key:
        t = type(v)
        if v is None or t is int or t is str or t is bytes:
            return v
        if t is bool:
            return ("bool", v)
        if t is float and v == v:
            return ("float", v.hex())  # type: ignore[attr-defined]
        if t is complex and v == v:
            return ("complex", repr(v))
        own = getattr(t, "__bp_key__", None)
        if own is not None:
            return own(v, self)
        if t in VALUES:
            return ("value", t, v, repr(v))  # some are equal that do not look it: Decimal("1.0"), times of two zones
        if self.known is not None:
            n = self.known.number(v)
            if n is not None:
                return ("outside", n)
        if isinstance(v, enum.Enum):
            return ("enum", t, v.name, repr(v.value))
        try:
            if t is tuple or (isinstance(v, tuple) and t.__dict__.get("_fields") is not None):
                return ("tuple" if t is tuple else t, *[self.key(x) for x in v])  # type: ignore[attr-defined]
            if t is frozenset:
                # in the order of iteration, which a program can see
                return ("frozenset", *[self.key(x) for x in v])  # type: ignore[attr-defined]
            if t is range or t is slice:
                return (t.__name__, repr(v))
            if isinstance(v, type):
                return self.fixed(v)
            if t is types.ModuleType:
                return ("module", v.__name__)  # type: ignore[attr-defined]
            number = self.seen.get(id(v))
            if number is not None:
                return ("again", number)
            return self.compound(t, v)
        except RecursionError:
            raise Unfreezable("deep") from None

    def fixed(self, v: object) -> Key:
        if self.known is not None and not self.known.watched(v):
            raise Unfreezable(getattr(v, "__name__", "code"))
        self.alive.append(v)
        return ("object", id(v))

    def enter(self, v: object) -> None:
        self.seen[id(v)] = len(self.seen)
        self.alive.append(v)

    def compound(self, t: type, v: Any) -> Key:
        self.enter(v)
        if t is float or t is complex:
            return ("nan", repr(v))  # equal to no other, and found by identity
        if t is list or t is deque:
            return (t.__name__, getattr(v, "maxlen", None), *[self.key(x) for x in v])
        if t is dict or t is OrderedDict:
            return (t.__name__, *[(self.key(k), self.key(x)) for k, x in v.items()])
        if t is set:
            return ("set", *[self.key(x) for x in v])
        if t is bytearray:
            return ("bytearray", bytes(v))
        if t is defaultdict:
            return ("defaultdict", self.key(v.default_factory), *[(self.key(k), self.key(x)) for k, x in v.items()])
        if t is types.SimpleNamespace:
            return ("namespace", *[self.key(x) for x in fields(v, t)])
        if t is types.CellType:
            try:
                return ("cell", self.key(v.cell_contents))
            except ValueError:
                return ("cell",)
        if t is types.FunctionType:
            self.fixed(v.__code__)
            parts = [v.__closure__ or (), v.__defaults__, v.__kwdefaults__, v.__dict__]
            return ("function", v.__code__, id(v.__globals__), *[self.key(x) for x in parts])
        if t is types.MethodType:
            return ("method", self.key(v.__func__), self.key(v.__self__))
        if t is types.BuiltinFunctionType:
            owner = v.__self__
            if owner is None or isinstance(owner, types.ModuleType | type):
                return ("object", id(v))
            return ("bound", v.__name__, self.key(owner))
        if t is types.GeneratorType:
            from .code import position

            self.fixed(v.gi_code)
            return ("generator", v.gi_code, position(v, self, inner=True))
        if t is random.Random:
            return ("random", v.getstate())
        if t in ITERATORS:
            return ("iterator", t.__name__, *[self.key(x) for x in v.__reduce__()[1:]])
        return self.instance(t, v)

    def instance(self, t: type, v: Any) -> Key:
        if fields_of(t) is None:
            raise Unfreezable(t.__name__)
        inner: Key = None
        for b in BASES:
            if isinstance(v, b):
                if b is dict:
                    inner = [(self.key(k), self.key(x)) for k, x in dict.items(v)]
                elif b in (int, float, str, bytes):
                    inner = [repr(b(v))]
                else:
                    inner = [self.key(x) for x in b.__iter__(v)]  # type: ignore[union-attr]
                inner = (b.__name__, *inner)
        return ("instance", self.fixed(t), inner, *[self.key(x) for x in fields(v, t)])


def freeze(v: object) -> Key:
    return Freezer().key(v)
