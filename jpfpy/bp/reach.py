"""What code can reach beyond its own frame: globals, closures, defaults, attributes, and what is in them."""

from __future__ import annotations

import datetime
import dis
import enum
import operator
import random
import sys
import sysconfig
import types
import warnings
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from .freeze import BASES, CONTAINERS, ITERATORS, VALUES, fields, fields_of

MISSING = object()
LIMIT = 200_000  # nodes; more is not watched
ATOMS: frozenset[type] = frozenset({type(None), bool, int, float, complex, str, bytes, range, slice, *VALUES})
PLACES = tuple(p for k in ("stdlib", "platstdlib", "purelib", "platlib") if (p := sysconfig.get_path(k)))
HERE = __file__.rsplit("/", 1)[0].rsplit("/", 1)[0]
# Written in C, but nothing that a b-thread's next event could depend on.
HARMLESS = {"_thread", "_io", "operator", "_weakref", "weakref", "logging", "re", "_abc", "typing", "types", "jpfpy",
            "threading", "contextlib"}  # fmt: skip
CLOCKS = {
    "time": {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"},
    "datetime": {"now", "utcnow", "today"},
    "os": {"urandom", "getrandom"},
    "secrets": {"token_bytes", "token_hex", "token_urlsafe", "randbelow", "choice", "randbits"},
    "uuid": {"uuid1", "uuid4"},
}
HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE
NODES: set[type] = {types.CellType, types.FunctionType, types.GeneratorType, random.Random}
CLASS_OWN = {"__dict__", "__weakref__", "__doc__", "__abstractmethods__", "_abc_impl"}
GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME"}
ATTRIBUTE = {"LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR", "IMPORT_FROM"}


class Names(NamedTuple):
    globals: frozenset[str]
    attributes: frozenset[str]
    modules: frozenset[str]
    inner: tuple[types.CodeType, ...]


@cache
def names_of(code: types.CodeType) -> Names:
    found: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for ins in dis.get_instructions(code):
        for k, ops in enumerate((GLOBAL, ATTRIBUTE, {"IMPORT_NAME"})):
            if ins.opname in ops:
                found[k].add(str(ins.argval).split(" + ")[0])
    inner = tuple(c for c in code.co_consts if isinstance(c, types.CodeType))
    return Names(frozenset(found[0]), frozenset(found[1]), frozenset(found[2]), inner)


class Var:
    """A global variable: a place that can be bound anew."""

    __slots__ = ("space", "name")

    def __init__(self, space: dict[str, Any], name: str) -> None:
        self.space, self.name = space, name


NODES.add(Var)


@cache
def ours(module: str) -> bool:
    """A module of the program; others (the standard library, installed packages) are taken not to change."""
    m = sys.modules.get(module)
    file = getattr(m, "__file__", None)
    if module in ("__main__", "__mp_main__") or m is None:
        return True
    if file is None or module.partition(".")[0] in sys.stdlib_module_names:
        return False
    return not file.startswith(HERE + "/") and not (
        file.startswith(PLACES) and ("-packages" in file or not file.startswith(PLACES[2:]))
    )


def name_of(v: object) -> str:
    if type(v) is Var:
        return f"global {v.name}"
    if type(v) is types.CellType:
        return "a closure variable"
    if type(v) is types.FunctionType:
        return f"function {v.__qualname__}"
    if isinstance(v, type):
        return f"class {v.__qualname__}"
    return f"a {type(v).__name__}"


class Walk:
    """Nodes are what can change: places, containers, objects. In the order in which they are met."""

    def __init__(
        self, places: dict[tuple[int, str], Var], seen: Iterable[object] = (), before: Walk | None = None
    ) -> None:
        self.nodes: list[object] = []
        self.before: set[int] = before.seen if before else set()
        self.seen: set[int] = {id(v) for v in seen}
        self.alive: list[object] = []  # what is passed through: ids stay valid
        self.places = places
        self.codes: set[types.CodeType] = set()
        self.modules: dict[int, types.ModuleType] = {}
        self.attributes: set[str] = set()
        self.notes: dict[str, None] = {}  # what cannot be watched, and why that matters

    def go(self, roots: list[object]) -> None:
        stack = roots[::-1]
        while stack or (stack := self.of_modules()):
            v = stack.pop()
            if type(v) in ATOMS or id(v) in self.seen or id(v) in self.before:
                continue
            self.seen.add(id(v))
            if len(self.nodes) > LIMIT:
                self.notes[f"more than {LIMIT} objects: not all of them are watched"] = None
                return
            stack.extend(reversed(list(self.children(v))))

    def children(self, v: Any) -> Iterator[object]:
        t = type(v)
        if changes(v):
            self.nodes.append(v)
            if t is types.FunctionType:
                yield from self.code(v.__code__, v.__globals__)
            elif t is not Var and not isinstance(v, type) and ours(t.__module__):
                yield t
            yield from content(v)
            if isinstance(v, type):
                yield from v.__bases__
        else:
            self.alive.append(v)
            yield from self.through(v, t)

    def through(self, v: Any, t: type) -> Iterator[object]:
        """What does not change itself: what it holds."""
        if isinstance(v, tuple | frozenset):
            yield from v
        elif t is types.MethodType or t is staticmethod or t is classmethod:
            yield v.__func__
            yield getattr(v, "__self__", None)
        elif t is types.BuiltinFunctionType:
            if not isinstance(v.__self__, types.ModuleType | type):
                yield v.__self__
        elif t is property:
            yield from (v.fget, v.fset, v.fdel)
        elif t is types.MappingProxyType:
            yield from (*v, *v.values())
        elif t is types.ModuleType:
            self.modules[id(v)] = v
            if v is random:
                yield random._inst
        elif isinstance(v, type):
            pass
        elif hasattr(t, "__bp_children__"):
            yield from v.__bp_children__()
        elif t.__module__ == "functools":
            yield getattr(v, "__wrapped__", None)
            if hasattr(v, "keywords"):
                yield from (v.func, *v.args, *v.keywords.values())
        elif not harmless(t):
            self.notes[f"{t.__module__}.{t.__qualname__}: changes of such an object are not seen"] = None

    def code(self, code: types.CodeType, space: dict[str, Any]) -> Iterator[object]:
        if code in self.codes:
            return
        self.codes.add(code)
        names = names_of(code)
        self.attributes |= names.attributes
        found = set(names.globals)
        if names.globals & {"globals", "exec", "eval"}:
            found |= {n for n in space if not n.startswith("__")}
        for name in sorted(found & space.keys()):
            v = space[name]
            yield self.var(space, name)
            if type(v) is types.BuiltinFunctionType or v is datetime.datetime or v is datetime.date:
                self.clock(v.__module__, {v.__name__} if not isinstance(v, type) else names.attributes)
            elif type(v) is types.FunctionType:
                self.clock(v.__module__, {v.__name__})
        for name in sorted(names.globals - space.keys()):
            if name == "input":
                self.notes["input(): what it gives is no function of the events"] = None
        for name in sorted(names.modules):
            if name in sys.modules:
                yield sys.modules[name]
                yield sys.modules[name.partition(".")[0]]
        for c in names.inner:
            yield from self.code(c, space)

    def var(self, space: dict[str, Any], name: str) -> Var:
        v = self.places.get((id(space), name))
        if v is None:
            v = self.places[id(space), name] = Var(space, name)
        return v

    def of_modules(self) -> list[object]:
        """Variables of the modules met that go by a name which the code met uses for an attribute."""
        out: list[object] = []
        for m in self.modules.values():
            self.clock(m.__name__, self.attributes)
            if ours(m.__name__):
                out += (self.var(m.__dict__, n) for n in sorted(self.attributes & m.__dict__.keys(), reverse=True))
        return [v for v in out if id(v) not in self.seen]

    def clock(self, module: str | None, names: Iterable[str]) -> None:
        for name in sorted(CLOCKS.get(module or "", set()) & set(names)):
            self.notes[f"{module}.{name}: what it gives is no function of the events"] = None


def harmless(t: type) -> bool:
    if t.__module__ == "builtins":
        return not hasattr(t, "__next__") or hasattr(t, "__await__")
    return t.__module__.partition(".")[0] in HARMLESS or issubclass(t, enum.Enum)


def changes(v: object) -> bool:
    """Is it a node: something that can change, and whose content is visible?"""
    t: Any = type(v)
    if t in NODES or t in CONTAINERS or t in ITERATORS:
        return True
    if t in ATOMS or t is types.ModuleType:
        return False
    if isinstance(v, type):
        return bool(v.__flags__ & HEAP) and bool(ours(v.__module__))
    if t.__module__.startswith("jpfpy.bp."):
        return bool(t.__name__ == "BThread")
    if isinstance(v, enum.Enum) or t.__module__.partition(".")[0] == "logging":
        return False
    if isinstance(v, tuple | frozenset) and not hasattr(v, "__dict__"):
        return False
    return bool(t.__flags__ & HEAP) and fields_of(t) is not None


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
    if t is defaultdict:
        return [v.default_factory, *v, *v.values()]
    if t is random.Random:
        return [v.getstate()]
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
    return [len(pairs), *pairs, *own]


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
    elif t is random.Random:
        v.setstate(was[0])
    elif t is types.FunctionType:
        return _function_back(v, was)
    elif isinstance(v, type):
        return _class_back(v, was)
    elif t in ITERATORS or t is types.GeneratorType:
        return False
    else:
        return _object_back(v, t, was)
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
    n = was[0]
    old = dict(zip(was[1 : 1 + n : 2], was[2 : 2 + n : 2], strict=False))
    own = was[1 + n :]
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
    return len(a) == len(b) and all(map(operator.is_, a, b))
