"""Events, sets of events, and what a b-thread says at a synchronization point."""

from __future__ import annotations

import copy
import dis
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any, Union

from .errors import BPError
from .freeze import Freezer, Unfreezable, freeze


class Event:
    """Equal by name and data (and class, so that events can be subclassed)."""

    __slots__ = ("name", "data", "_key")

    def __init__(self, name: str, data: object = None) -> None:
        self.name, self.data = str(name), data
        self._key: Any = None
        self._known()

    def _data_key(self) -> Any:
        try:
            key = freeze(self.data)
            hash(key)
            return key
        except (Unfreezable, TypeError):
            try:
                hash(self.data)
            except TypeError as e:
                raise BPError(f"event {self.name!r}: data={self.data!r} can not be compared ({e})") from None
            return self.data

    def _known(self) -> Any:
        if getattr(self, "_key", self) is self:
            name = type(self).__qualname__
            raise BPError(f"{name}.__init__ must call super().__init__(name, data): it is a bp.Event")
        if self._key is None:
            own = getattr(self, "__dict__", None)  # of a subclass: what it adds counts too, once it is all there
            if own is None:
                self._key = (type(self), self.name, self._data_key())
            else:
                return (type(self), self.name, self._data_key(), *(freeze(x) for x in own.items()))
        return self._key

    def changed(self) -> bool:
        """Is its data not what it was when the event was made?"""
        return self.data is not None and self._key is not None and self._key[2] != self._data_key()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return bool(self._known() == other._known())

    def __hash__(self) -> int:
        return hash(self._known())

    def __bp_key__(self, freezer: Freezer) -> Any:
        return ("event", type(self), self)

    def __bp_children__(self) -> Iterable[object]:
        return (self.data, *getattr(self, "__dict__", {}).values())

    def __copy__(self) -> Event:
        return self

    def __deepcopy__(self, memo: object) -> Event:
        return self

    def __reduce__(self) -> Any:
        own = getattr(self, "__dict__", None)
        return (_event, (type(self), self.name, self.data, dict(own) if own is not None else None))

    def __repr__(self) -> str:
        return f"Event({self.name!r})" if self.data is None else f"Event({self.name!r}, {self.data!r})"

    def __str__(self) -> str:
        return self.name if self.data is None else f"{self.name}({self.data})"


def _event(cls: type, name: str, data: object, own: dict[str, object] | None) -> Event:
    """An unpickled event."""
    e: Event = object.__new__(cls)
    e.name, e.data, e._key = name, data, None
    if own is not None:
        e.__dict__.update(own)
    e._known()
    return e


class EventSet:
    """The events for which `predicate(event)` holds. It is asked once for each event: it must not depend on anything
    that changes."""

    def __init__(self, predicate: Callable[[Event], object], name: str | None = None) -> None:
        strange = inspect.isgeneratorfunction(predicate) or inspect.iscoroutinefunction(predicate)
        if strange or not callable(predicate):
            raise BPError(f"EventSet({predicate!r}): a function of an event that answers whether it is in the set")
        self.predicate = predicate
        self.name: str = name or str(getattr(predicate, "__name__", "set"))

    def contains(self, event: Event) -> bool:
        try:
            return bool(self.predicate(event))
        except Exception as e:
            at = e.__traceback__.tb_next if e.__traceback__ else None
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            place = f" ({at.tb_frame.f_code.co_filename}:{at.tb_lineno})" if at is not None else ""
            raise BPError(f"EventSet {self}, asked for {event!r}: {type(e).__name__}: {e}{place}") from e

    __contains__ = contains

    def __bp_key__(self, freezer: Freezer) -> Any:
        try:
            return ("eventset", type(self), *map(freezer.key, self._own()))
        except Unfreezable:
            freezer.alive.append(self)
            return ("eventset", id(self))

    def __bp_children__(self) -> Iterable[object]:
        return self._own()

    def _own(self) -> list[object]:
        return [x for name, x in sorted(self.__dict__.items()) if name != "name"]

    def __repr__(self) -> str:
        return self.name


ALL = EventSet(lambda e: True, "ALL")
NONE = EventSet(lambda e: False, "NONE")

Events = Union[Event, EventSet, Iterable["Events"], None]  # noqa: UP007 (it names itself)
Requests = Event | Iterable[Event | Iterable[Event]] | None
_UNSET: Any = object()
SAID = "a b-thread says `event = yield bp.sync(...)`"


class Sync:
    """One bSync. Made by sync()."""

    __slots__ = ("groups", "wait_for", "block", "label", "state", "hot", "bad", "prune_at_next")

    def __init__(
        self, request: Requests, wait_for: Events, block: Events, label: object, state: object, hot: bool,
        bad: bool | str, prune_at_next: bool
    ) -> None:  # fmt: skip
        for name, flag in (("hot", hot), ("prune_at_next", prune_at_next)):
            if not isinstance(flag, bool | int):
                raise BPError(f"{name}={flag!r}: True or False expected")
        if not isinstance(bad, bool | str):
            raise BPError(f"bad={bad!r}: True, False or a message expected")
        self.groups = request_groups(request)
        self.wait_for, self.block = checked(wait_for, "wait_for"), checked(block, "block")
        self.label, self.state, self.hot, self.bad, self.prune_at_next = (
            label,
            state,
            bool(hot),
            bad,
            bool(prune_at_next),
        )

    def __bp_children__(self) -> Iterable[object]:
        return (self.wait_for, self.block)

    def __getattr__(self, name: str) -> Any:
        if name in ("name", "data"):
            raise BPError(f"{self} is no event: {SAID}")
        raise AttributeError(f"'Sync' object has no attribute {name!r}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Event):
            raise BPError(f"{self} is compared with an event: {SAID}")
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @property
    def has_state(self) -> bool:
        return self.state is not _UNSET

    @property
    def parked(self) -> bool:
        """bSync(none, none, none): nothing can end it."""
        return not self.groups and none(self.wait_for)

    def __repr__(self) -> str:
        parts = [
            f"{n}={v!r}" for n, v in (("request", self.groups), ("wait_for", self.wait_for), ("block", self.block)) if v
        ]
        return f"sync({', '.join(parts)})"


def sync(
    request: Requests = None,
    wait_for: Events = None,
    block: Events = None,
    label: object = None,
    state: object = _UNSET,
    hot: bool = False,
    bad: bool | str = False,
    prune_at_next: bool = False,
) -> Sync:
    """`event = yield bp.sync(...)`: wait until an event that is requested or waited for is selected.

    request: an event, or an ordered list of events and (second-level) lists of events: the first member with an
    unblocked event counts, and of a list all its unblocked events. wait_for, block: an event, an EventSet, or a list.
    label: shown, and the state's identity under `bp.labels`. state: this b-thread's state, where the user knows better.
    hot: must not be for ever. bad: an error (a string is its message). prune_at_next: not explored from here on.
    BPError: an argument of another kind; or the caller throws the result away, which says nothing without `yield`."""
    said = Sync(request, wait_for, block, label, state, hot, bad, prune_at_next)
    caller = sys._getframe(1)
    if _thrown_away(caller.f_code, caller.f_lasti):
        raise BPError(f"bp.sync(...) without yield ({caller.f_code.co_filename}:{caller.f_lineno}): {SAID}")
    return said


@functools.cache
def _thrown_away(code: types.CodeType, offset: int) -> bool:
    """Is the call at this offset (in 3.11: of its last cache entry) a statement of its own?"""
    following = next((i.opname for i in dis.get_instructions(code) if i.offset > offset), "")
    return following == "POP_TOP"


def request_groups(request: Requests) -> list[list[Event]]:
    if request is None or request is NONE:
        return []
    if isinstance(request, Event):
        return [[request]]
    if not isinstance(request, list | tuple):
        raise BPError(f"request={request!r}: an event, or a list of events and lists of events expected")
    groups = []
    for item in request:
        if isinstance(item, Event):
            groups.append([item])
        elif isinstance(item, list | tuple):
            for x in item:
                if isinstance(x, list | tuple):
                    raise BPError(f"request={request!r}: a third level; requests nest at most two levels deep")
                if not isinstance(x, Event):
                    raise BPError(f"request={request!r}: {x!r} is no event")
            if item:
                groups.append(list(item))
        else:
            raise BPError(f"request={request!r}: {item!r} is no event (only events can be requested)")
    return groups


def checked(events: Events, what: str) -> Any:
    """An Event, an EventSet, None or a tuple of these, nested as it came."""
    if events is None or isinstance(events, Event | EventSet):
        return events
    if isinstance(events, list | tuple | set | frozenset):
        return tuple(checked(e, what) for e in events)
    raise BPError(f"{what}={events!r}: an event, an EventSet, or a list of them expected")


def none(events: Any) -> bool:
    return events is None or events is NONE or (isinstance(events, tuple) and all(none(e) for e in events))


def asks(events: Any) -> bool:
    """Is there a predicate of the program's in it?"""
    if isinstance(events, tuple):
        return any(asks(e) for e in events)
    return isinstance(events, EventSet) and events is not ALL and events is not NONE


def contains(events: Any, event: Event) -> bool:
    if isinstance(events, Event):
        return events == event
    if isinstance(events, EventSet):
        return events.contains(event)
    return events is not None and any(contains(e, event) for e in events)


def set_key(events: Any) -> Any:
    """Equal keys: the same set. None: the empty one."""
    if none(events):
        return None
    if isinstance(events, tuple):
        return frozenset(k for e in events if (k := set_key(e)) is not None)
    return Freezer().key(events)


def as_now(events: Any, keep: dict[int, object]) -> Any:
    """The set with what its predicates close over as it is now (but for the objects of `keep`, by id)."""
    if isinstance(events, tuple):
        return tuple(as_now(e, keep) for e in events)
    if not isinstance(events, EventSet) or type(events) is not EventSet:
        return events
    p = events.predicate
    try:
        if isinstance(p, types.FunctionType):
            cells = p.__closure__ and tuple(c if id(c) in keep else _cell(c, keep) for c in p.__closure__)
            now: Any = types.FunctionType(p.__code__, p.__globals__, p.__name__, p.__defaults__, cells)
            now.__kwdefaults__ = p.__kwdefaults__
        elif isinstance(p, types.BuiltinFunctionType | type):
            now = p
        else:
            now = copy.deepcopy(p, dict(keep))
    except Exception:
        raise BPError(
            f"EventSet {events}: what its predicate refers to can not be copied; say what it needs by value"
        ) from None
    return EventSet(now, events.name)


def _cell(cell: types.CellType, keep: dict[int, object]) -> types.CellType:
    try:
        v = cell.cell_contents
    except ValueError:
        return types.CellType()
    plain = v is None or isinstance(v, str | int | float | Event)
    return types.CellType(v if plain else copy.deepcopy(v, dict(keep)))


def set_text(events: Any) -> str:
    if events is None:
        return ""
    if isinstance(events, tuple):
        return ", ".join(t for e in events if (t := set_text(e)))
    return str(events)
