"""What code can reach beyond its own frame: globals, closures, defaults, attributes, and what is in them."""

from __future__ import annotations

import datetime
import dis
import enum
import gc
import os
import random
import sys
import sysconfig
import types
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from .content import NODES, Var, content
from .freeze import CONTAINERS, ITERATORS, VALUES, fields_of

LIMIT = 200_000  # nodes; more is not watched
ATOMS: frozenset[type] = frozenset({type(None), bool, int, float, complex, str, bytes, range, slice, *VALUES})
PLACES = tuple(p for k in ("stdlib", "platstdlib", "purelib", "platlib") if (p := sysconfig.get_path(k)))
HERE = __file__.rsplit("/", 1)[0].rsplit("/", 1)[0]
# Written in C, but nothing that a b-thread's next event could depend on.
HARMLESS = {"_thread", "_io", "operator", "_weakref", "weakref", "logging", "re", "_abc", "typing", "types", "jpfpy",
            "threading", "contextlib"}  # fmt: skip
HIDDEN = "what it gives is no function of the events"
CLOCKS = {
    "time": {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"},
    "datetime": {"now", "utcnow", "today"},
    "os": {"urandom", "getrandom"},
    "secrets": {"token_bytes", "token_hex", "token_urlsafe", "randbelow", "choice", "randbits"},
    "uuid": {"uuid1", "uuid4"},
    "decimal": {"getcontext", "setcontext", "localcontext"},
}
COMPUTED = {"getattr", "setattr", "delattr", "vars", "exec", "eval"}
VIEWS: tuple[type, ...] = (types.MappingProxyType, type({}.keys()), type({}.values()), type({}.items()))
HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE
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


@cache
def ours(module: str) -> bool:
    """A module of the program; others (the standard library, installed packages) are taken not to change."""
    m = sys.modules.get(module)
    file = getattr(m, "__file__", None)
    if module in ("__main__", "__mp_main__") or m is None:
        return True
    if module.partition(".")[0] in sys.stdlib_module_names:
        return False
    if file is None:  # made by exec() or the like
        return True
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
        self.computed = self.any_module = False  # attributes by names that are computed; modules that are
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
        elif t in VIEWS:
            yield from (x for x in gc.get_referents(v) if type(x) is not dict or not of_class(x))
        elif t is memoryview:
            yield v.obj
        elif t is types.ModuleType:
            self.modules[id(v)] = v
            if v is random:
                yield random._inst
        elif isinstance(v, type):
            pass
        elif hasattr(t, "__bp_children__"):
            yield from v.__bp_children__()
        elif t.__module__ == "functools":
            wrapped = getattr(v, "__wrapped__", None)
            yield wrapped
            if hasattr(v, "cache_info") and not plain(wrapped):
                self.notes[f"functools: what is kept of {name_of(wrapped)} is not seen"] = None
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
        self.computed |= bool(names.globals & COMPUTED) or "__dict__" in names.attributes
        self.any_module |= bool((names.globals | names.attributes) & {"modules", "import_module", "__import__"})
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
                self.notes[f"input(): {HIDDEN}"] = None
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
        if self.any_module:
            self.modules.update((id(m), m) for m in list(sys.modules.values()) if isinstance(m, types.ModuleType))
        for m in self.modules.values():
            if m is os and self.attributes & {"environ", "getenv", "putenv"}:
                out.append(os.environ)
            if ours(m.__name__):
                names = {n for n in m.__dict__ if not n.startswith("__")} if self.computed else self.attributes
                out += (self.var(m.__dict__, n) for n in sorted(names & m.__dict__.keys(), reverse=True))
            elif not self.any_module or m.__name__ in CLOCKS:
                self.clock(m.__name__, self.attributes)
        return [v for v in out if id(v) not in self.seen]

    def clock(self, module: str | None, names: Iterable[str]) -> None:
        for name in sorted(CLOCKS.get(module or "", set()) & set(names)):
            self.notes[f"{module}.{name}: {HIDDEN}"] = None


def harmless(t: type) -> bool:
    if issubclass(t, types.GenericAlias):
        return True
    if t.__module__ == "builtins":
        return not hasattr(t, "__next__") or hasattr(t, "__await__")
    return t.__module__.partition(".")[0] in HARMLESS or issubclass(t, enum.Enum)


def may_change(v: object) -> bool:
    """An object that is data of an event: may it be another tomorrow?"""
    if isinstance(v, tuple | frozenset) and type(v) in (tuple, frozenset):
        return any(map(may_change, v))
    return type(v) not in ATOMS and not isinstance(v, enum.Enum)


def of_class(d: dict[Any, Any]) -> bool:
    """The dictionary behind a class: the class itself is what is looked at."""
    return any(isinstance(x, types.GetSetDescriptorType) for x in d.values())


def plain(function: object) -> bool:
    """Does it, by the looks of its code, depend on nothing but its arguments, and change nothing?"""
    if type(function) is not types.FunctionType:
        return False
    code, space = function.__code__, function.__globals__
    if any(ins.opname.startswith(("STORE_GLOBAL", "STORE_DEREF", "STORE_ATTR", "DELETE_GLOBAL"))
           for ins in dis.get_instructions(code)):  # fmt: skip
        return False
    cells = [c.cell_contents for c in function.__closure__ or () if c != types.CellType()]
    used = [*cells, *(space[n] for n in names_of(code).globals & space.keys())]
    lasting = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type)
    return all(isinstance(v, lasting) or hasattr(v, "cache_info") for v in used)


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
        return t.__name__ in ("BThread", "EventSet")
    if isinstance(v, enum.Enum):
        return ours(t.__module__)
    if t.__module__.partition(".")[0] == "logging":
        return False
    if isinstance(v, tuple | frozenset) and not hasattr(v, "__dict__"):
        return False
    return bool(t.__flags__ & HEAP) and fields_of(t) is not None
