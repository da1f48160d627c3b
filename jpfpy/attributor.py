"""What a program's checker may be told about its classes when they are loaded (JPF: Attributor), which fields count as
protected by a lock (JPF: FieldLockInfoFactory), and which shared objects' accesses may be scheduling points (JPF:
SharednessPolicy). All are named in the configuration as module:Class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._jpf import AttributeRow
    from .config import Config

# As enum Relevance in csrc/classes/classes.h.
RELEVANCE = ("default", "never", "always", "runnables", "top_level_lock")


class MemberAttributes:
    """A method or field: `name`, `signature` (a JVM descriptor), `modifiers` (bits, JVMS 4.5 and 4.6)."""

    def __init__(self, name: str, signature: str, modifiers: int) -> None:
        self.name, self.signature, self.modifiers = name, signature, modifiers
        self._relevance = "default"

    @property
    def scheduling_relevance(self) -> str:
        """default: by what it does; never, always, runnables (if another thread can run), and for methods
        top_level_lock (if the thread does not have the receiver's lock already)."""
        return self._relevance

    @scheduling_relevance.setter
    def scheduling_relevance(self, value: str) -> None:
        if value not in RELEVANCE:
            raise ValueError(f"{self.name}: scheduling relevance {value!r}, not one of {', '.join(RELEVANCE)}")
        self._relevance = value

    is_static = property(lambda self: bool(self.modifiers & 0x8))
    is_final = property(lambda self: bool(self.modifiers & 0x10))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}{self.signature}>"


class MethodAttributes(MemberAttributes):
    atomic = False
    """The method runs without scheduling points. If it blocks, that is an error of its own."""
    is_synchronized = property(lambda self: bool(self.modifiers & 0x20))


class FieldAttributes(MemberAttributes):
    firewall = False
    """A reference stored here does not make its target shared."""
    is_volatile = property(lambda self: bool(self.modifiers & 0x40))


class ClassAttributes:
    """A class that has just been loaded. Its own attributes are its members' at once."""

    def __init__(
        self,
        name: str,
        super_class: str | None,
        is_system: bool,
        methods: Sequence[MethodAttributes],
        fields: Sequence[FieldAttributes],
    ) -> None:
        self.name, self.super_class, self.is_system = name, super_class, is_system
        self.methods, self.fields = tuple(methods), tuple(fields)

    @property
    def atomic(self) -> bool:
        return all(m.atomic for m in self.methods)

    @atomic.setter
    def atomic(self, value: bool) -> None:
        for m in self.methods:
            m.atomic = value and not m.name.startswith("<")

    @property
    def scheduling_relevance(self) -> str:
        kinds = {m.scheduling_relevance for m in (*self.methods, *self.fields)}
        return kinds.pop() if len(kinds) == 1 else "default"

    @scheduling_relevance.setter
    def scheduling_relevance(self, value: str) -> None:
        for m in (*self.methods, *self.fields):
            m.scheduling_relevance = value

    def method(self, name: str) -> list[MethodAttributes]:
        """The methods of this name."""
        return [m for m in self.methods if m.name == name]

    def field(self, name: str) -> FieldAttributes | None:
        return next((f for f in self.fields if f.name == name), None)

    def __repr__(self) -> str:
        return f"<ClassAttributes {self.name}>"


class Attributor:
    """Base of `vm.attributor.class=module:Class`. JPF: gov.nasa.jpf.vm.Attributor. What it makes atomic, irrelevant or
    a firewall is not explored: the result says so and is not complete."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def set_attributes(self, ci: ClassAttributes) -> None:
        """Called once for each class, before any of its code runs."""


class FieldLockInfo:
    """Base of `vm.por.fieldlockinfo.class=module:Class`: one for each field that has been accessed under a lock only.
    It decides when to begin to rely on the lock; that the lock is held is tested at every access whatever it says."""

    def __init__(self, config: Config, field: str) -> None:
        self.config, self.field = config, field
        self.threshold = config.get_int("vm.por.sync_detection.threshold", 5)

    def is_protected(self, thread: int, locks: list[str], checks: int) -> bool:
        """After `checks` accesses, all with one of `locks` held: "this", "class", the field that has the lock
        (`C.l`), or "owner:C.f", the lock of the object that refers to this one in its field f. The elements of arrays
        are fields like `[I.*`."""
        return checks >= self.threshold


class SharednessPolicy:
    """Base of `vm.scheduler.sharedness.class=module:Class`: which accesses of shared objects may be scheduling points.
    JPF: gov.nasa.jpf.vm.SharednessPolicy. `thread` is a thread's number, names are as Class.getName gives them
    (`p.C.field`, `[I`). Each question is asked once a thread and name, and its answer kept. What is declined is not
    explored: the result says so and is not complete. vm.por=false does not ask."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def can_have_shared_object_cg(self, thread: int, field: str) -> bool:
        """Accesses of an object's field."""
        return True

    def can_have_shared_class_cg(self, thread: int, field: str) -> bool:
        """Accesses of a static field."""
        return True

    def can_have_shared_array_cg(self, thread: int, array: str) -> bool:
        """Accesses of the elements of arrays of this type."""
        return True


def applied(attributor: Attributor, name: str, sup: str, system: bool, methods: Any, fields: Any) -> list[AttributeRow]:
    """What set_attributes changed, as csrc/py/attributepy.c takes it."""
    ms = [MethodAttributes(m.name, m.descriptor, m.modifiers) if m else None for m in methods]
    fs = [FieldAttributes(f.name, f.descriptor, f.modifiers) if f else None for f in fields]
    ci = ClassAttributes(
        name.replace("/", "."),
        sup.replace("/", ".") or None,
        system,
        [m for m in ms if m],
        [f for f in fs if f],
    )
    attributor.set_attributes(ci)
    out: list[AttributeRow] = []
    for i, m in enumerate(ms):
        if m and (m.atomic or m.scheduling_relevance != "default"):
            out.append(_row(True, i, m.scheduling_relevance, atomic=m.atomic))
    for i, f in enumerate(fs):
        if f and (f.firewall or f.scheduling_relevance != "default"):
            out.append(_row(False, i, f.scheduling_relevance, firewall=f.firewall))
    return out


def _row(is_method: bool, index: int, relevance: str, atomic: object = False, firewall: object = False) -> AttributeRow:
    number = RELEVANCE.index(relevance)
    return {
        "is_method": is_method,
        "index": index,
        "atomic": bool(atomic),
        "relevance": number,
        "firewall": bool(firewall),
    }
