"""What the things that can change hold, and how they are made to hold it again."""

from __future__ import annotations

import io
import marshal
import random
import threading
import types
import warnings
from collections import OrderedDict, defaultdict, deque
from typing import Any

from .freeze import BASES, ITERATORS, fields, fields_of

MISSING = object()
CLASS_OWN = {"__dict__", "__weakref__", "__doc__", "__abstractmethods__", "_abc_impl"}


class Var:
    """A global variable: a place that can be bound anew."""

    __slots__ = ("space", "name")

    def __init__(self, space: dict[str, Any], name: str) -> None:
        self.space, self.name = space, name


LOCK, RLOCK = type(threading.Lock()), type(threading.RLock())
NODES: set[type] = {
    Var, types.CellType, types.FunctionType, types.GeneratorType, random.Random, io.StringIO, io.BytesIO,
    threading.local, LOCK, RLOCK,
}  # fmt: skip
EQUAL = {str, bytes, int, bool}  # told apart by nothing but their value


def content(v: Any) -> list[Any]:
    """What a node holds, flat. Two contents of a node are the same if their elements are."""
    t = type(v)
    if t is Var:
        return [v.space.get(v.name, MISSING)]
    if t is types.CellType:
        try:
            return [v.cell_contents]
        except ValueError:
            return [MISSING]
    if t is list or t is deque or t is set:
        return list(v)
    if t is dict or t is OrderedDict:
        return [*v, *v.values()]
    if t is types.FunctionType:
        kw = v.__kwdefaults__ or {}
        return [v.__code__, v.__defaults__, len(kw), *kw, *kw.values(), *v.__dict__, *v.__dict__.values(),
                *(v.__closure__ or ())]  # fmt: skip
    if t is bytearray:
        return [bytes(v)]
    if t is io.StringIO or t is io.BytesIO:
        return [MISSING] if v.closed else [v.getvalue(), v.tell()]
    if t is threading.local:
        return [*v.__dict__, *v.__dict__.values()]
    if t is LOCK:
        return [v.locked()]
    if t is RLOCK:
        return [int(repr(v).partition(" count=")[2].partition(" ")[0])]
    if t is defaultdict:
        return [v.default_factory, *v, *v.values()]
    if t is random.Random:
        return [marshal.dumps(v.getstate())]
    if t in ITERATORS or t is types.GeneratorType:
        return _iterator(v)
    if isinstance(v, type):
        return [y for k, x in v.__dict__.items() if k not in CLASS_OWN for y in (k, x)]
    pairs = fields(v, t)
    base = next((b for b in BASES if isinstance(v, b)), None)
    own: Any = ()
    if base is dict:
        own = (*dict.keys(v), *dict.values(v))
    elif base in (list, set, tuple, frozenset):
        own = base.__iter__(v)  # type: ignore[union-attr]
    return [t, len(pairs), *pairs, *own]


def _iterator(v: Any) -> list[Any]:
    if type(v) is types.GeneratorType:
        frame = v.gi_frame
        return ["finished"] if frame is None else [frame.f_lasti, *frame.f_locals.values()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        flat: list[Any] = []
        for part in v.__reduce__()[1:]:
            flat += part if isinstance(part, tuple) else (part,)
        return flat


def put_back(v: Any, was: list[Any]) -> bool:
    """Make the node's content what it was; False: that is not possible."""
    t = type(v)
    if same(content(v), was):
        return True
    if t is Var:
        if was[0] is MISSING:
            v.space.pop(v.name, None)
        else:
            v.space[v.name] = was[0]
    elif t is types.CellType:
        if was[0] is MISSING:
            del v.cell_contents
        else:
            v.cell_contents = was[0]
    elif t is list:
        v[:] = was
    elif t is deque or t is set:
        v.clear()
        (v.extend if t is deque else v.update)(was)
    elif t is dict or t is OrderedDict:
        _dict_back(t, v, was)
    elif t is defaultdict:
        v.default_factory = was[0]
        _dict_back(dict, v, was[1:])
    elif t is bytearray:
        v[:] = was[0]
    elif t is io.StringIO or t is io.BytesIO:
        return _file_back(v, was)
    elif t is threading.local:
        _dict_back(dict, v.__dict__, was)
    elif t is LOCK or t is RLOCK:
        while content(v)[0] > was[0]:
            v.release()
        while content(v)[0] < was[0]:
            v.acquire(blocking=False)
    elif t is random.Random:
        v.setstate(marshal.loads(was[0]))
    elif t is types.FunctionType:
        return _function_back(v, was)
    elif isinstance(v, type):
        return _class_back(v, was)
    elif t in ITERATORS or t is types.GeneratorType:
        return False
    else:
        return _object_back(v, t, was)
    return True


def _file_back(v: Any, was: list[Any]) -> bool:
    if v.closed or was[0] is MISSING:
        return False
    v.seek(0)
    v.truncate()
    v.write(was[0])
    v.seek(was[1])
    return True


def _dict_back(base: Any, v: Any, was: list[Any]) -> None:
    half = len(was) // 2
    base.clear(v)
    for k, x in zip(was[:half], was[half:], strict=True):
        base.__setitem__(v, k, x)


def _function_back(v: types.FunctionType, was: list[Any]) -> bool:
    v.__code__, v.__defaults__, kw = was[0], was[1], was[2]
    v.__kwdefaults__ = dict(zip(was[3 : 3 + kw], was[3 + kw : 3 + 2 * kw], strict=True)) if kw else None
    _dict_back(dict, v.__dict__, was[3 + 2 * kw : len(was) - len(v.__closure__ or ())])
    return same(content(v), was)


def _class_back(v: type, was: list[Any]) -> bool:
    old = dict(zip(was[::2], was[1::2], strict=True))
    for name in [n for n in v.__dict__ if n not in old and n not in CLASS_OWN]:
        type.__delattr__(v, name)
    for name, x in old.items():
        if v.__dict__.get(name, MISSING) is not x:
            type.__setattr__(v, name, x)
    return set(map(id, content(v))) == set(map(id, was))


def _object_back(v: Any, t: type, was: list[Any]) -> bool:
    if t is not was[0]:
        v.__class__ = t = was[0]
    n = was[1]
    old = dict(zip(was[2 : 2 + n : 2], was[3 : 3 + n : 2], strict=False))
    own = was[2 + n :]
    if isinstance(v, list):
        list.__setitem__(v, slice(None), own)
    elif isinstance(v, set):
        set.clear(v)
        set.update(v, own)
    elif isinstance(v, dict):
        _dict_back(OrderedDict if isinstance(v, OrderedDict) else dict, v, own)
    slots = {s.__name__: s for s in fields_of(t) or ()}
    if hasattr(v, "__dict__"):
        v.__dict__.clear()
        v.__dict__.update((k, x) for k, x in old.items() if k not in slots)
    for name, slot in slots.items():
        if name in old:
            slot.__set__(v, old[name])
        else:
            try:
                slot.__delete__(v)
            except AttributeError:
                pass
    return same(content(v), was)


def same(a: list[Any], b: list[Any]) -> bool:
    return len(a) == len(b) and all(
        x is y or (type(x) is type(y) and type(x) in EQUAL and x == y) for x, y in zip(a, b, strict=True)
    )
