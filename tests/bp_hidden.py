"""Places where a b-thread in Python can keep what it has seen. Each keeps the name of an event, in a frame or outside, so
that nothing but that tells two states apart.

VALUES: (make, good): the b-thread makes a value of the name, holds it over a yield, and then it must be good.
OUTSIDE: a function that gives (put, good): the name is put somewhere, and after a yield all must be good.
FRAMES: generator functions that keep it in the middle of a statement, an exception, a block ...
In all of them "a" is good and "b" is not. NOTED: the report is incomplete and says why."""

from __future__ import annotations

import array
import collections
import contextlib
import contextvars
import dataclasses
import datetime
import decimal
import enum
import functools
import heapq
import importlib
import io
import itertools
import os
import queue
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from jpfpy import bp

A, B = bp.Event("a"), bp.Event("b")
ORDER = [A, B]
Value = tuple[Callable[[str], Any], Callable[[Any], bool]]
Place = tuple[Callable[[str], Any], Callable[[], bool]]
NOTED = {"lru_cache", "context_variable", "array", "simple_queue", "decimal_context", "count_outside", "data_of_an_event",
         "name_by_globals", "name_by_getattr", "name_by_modules", "name_by_import"}  # fmt: skip
# They reach whatever this module has, the clock and all.
WIDE = {"name_deleted", "name_of_a_local", "executed_text"}
NAN = float("nan")


def ask() -> bp.Sync:
    return bp.sync(request=[list(ORDER)])


class Alike:
    """Equal to everything."""

    def __init__(self, x: str) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Text(str):
    pass


class Pair(tuple[int, ...]):
    pass


class Zero:
    v = 0


class One(Zero):
    v = 1


def with_attribute(v: Any, x: str) -> Any:
    v.x = x
    return v


def of_class(x: str) -> Any:
    v = Zero()
    if x == "b":
        v.__class__ = One
    return v


def drawn(it: Iterator[Any], n: int) -> Iterator[Any]:
    for _ in range(n):
        next(it)
    return it


def counter() -> tuple[Callable[[], int], Callable[[], int]]:
    n = 0

    def up() -> int:
        nonlocal n
        n += 1
        return n

    return up, lambda: n


def sharing(x: str) -> tuple[Any, Any]:
    """Two closures over one variable, or over one each."""
    (up, _), (up2, value2) = counter(), counter()
    return (up, value2) if x == "a" else (up2, value2)


def apart(v: tuple[Any, Any]) -> bool:
    v[0]()
    return bool(v[1]() == 0)


def zone(hours: int) -> datetime.timezone:
    return datetime.timezone(datetime.timedelta(hours=hours))


def noon(x: str) -> datetime.datetime:
    return datetime.datetime(2020, 1, 1, 12 + (x == "b"), tzinfo=zone(int(x == "b")))


VALUES: dict[str, Value] = {
    "nan_itself": (lambda x: ([NAN], NAN if x == "b" else float("nan")), lambda v: v[1] not in v[0]),
    "digits_of_a_decimal": (lambda x: decimal.Decimal("1.0" if x == "a" else "1.00"), lambda v: str(v) == "1.0"),
    "times_of_zones": (noon, lambda v: v.hour == 12),
    "fold": (lambda x: datetime.datetime(2020, 1, 1, fold=int(x == "b")), lambda v: v.fold == 0),
    "equal_to_all": (Alike, lambda v: v.x == "a"),
    "key_equal_to_all": (lambda x: {Alike(x): 1}, lambda v: next(iter(v)).x == "a"),
    "element_equal_to_all": (lambda x: {Alike(x)}, lambda v: next(iter(v)).x == "a"),
    "bool_or_int": (lambda x: True if x == "a" else 1, lambda v: v is True),
    "float_or_int": (lambda x: [1 if x == "a" else 1.0], lambda v: type(v[0]) is int),
    "zero_with_a_sign": (lambda x: 0.0 if x == "a" else -0.0, lambda v: str(v) == "0.0"),
    "complex_with_a_sign": (lambda x: complex(0, 0.0 if x == "a" else -0.0), lambda v: str(v.imag) == "0.0"),
    "large_int": (lambda x: (1 << 200) + (x == "b"), lambda v: v % 2 == 0),
    "attribute_of_a_str": (lambda x: with_attribute(Text("t"), x), lambda v: v.x == "a"),
    "attribute_of_a_tuple": (lambda x: with_attribute(Pair((1,)), x), lambda v: v.x == "a"),
    "attribute_of_a_function": (lambda x: with_attribute(lambda: 0, x), lambda v: v.x == "a"),
    "class_of_an_object": (of_class, lambda v: v.v == 0),
    "attribute_that_is_missing": (lambda x: Zero() if x == "a" else with_attribute(Zero(), ""), lambda v: not vars(v)),
    "default_of_a_lambda": (lambda x: lambda y=x: y, lambda v: v() == "a"),
    "closure": (lambda x: lambda: x, lambda v: v() == "a"),
    "closures_over_one_variable": (sharing, apart),
    "partial": (lambda x: functools.partial(str, x), lambda v: v() == "a"),
    "count": (lambda x: drawn(itertools.count(), x == "b"), lambda v: next(v) == 0),
    "cycle": (lambda x: drawn(itertools.cycle("xyz"), x == "b"), lambda v: next(v) == "x"),
    "map": (lambda x: drawn(map(str, [1, 2, 3]), x == "b"), lambda v: next(v) == "1"),
    "zip": (lambda x: drawn(zip("xy", "xy", strict=True), x == "b"), lambda v: len(list(v)) == 2),
    "reversed": (lambda x: drawn(reversed([1, 2]), x == "b"), lambda v: len(list(v)) == 2),
    "dict_iterator": (lambda x: drawn(iter({1: 1, 2: 2}), x == "b"), lambda v: len(list(v)) == 2),
    "until_a_value": (lambda x: drawn(iter([3, 2, 1].pop, 3), x == "b"), lambda v: len(list(v)) == 2),
    "generator": (lambda x: drawn((i for i in range(2)), x == "b"), lambda v: len(list(v)) == 2),
    "generators_in_a_list": (
        lambda x: [drawn((i for i in range(2)), x == y) for y in "ab"], lambda v: len(list(v[1])) == 2),
    "order_of_a_dict": (lambda x: {x: 1, "a": 1}, lambda v: next(iter(v)) == "a"),

    "exception": (ValueError, lambda v: v.args == ("a",)),
    "namespace": (lambda x: with_attribute(types.SimpleNamespace(), x), lambda v: v.x == "a"),
    "string_io": (lambda x: io.StringIO(x), lambda v: v.read() == "a"),
    "memoryview": (lambda x: memoryview(bytearray(x, "ascii")), lambda v: v[0] == 97),
    "exit_stack": (lambda x: contextlib.ExitStack().push(lambda *_: x == "b"), lambda v: not v()),
}  # fmt: skip

# --- outside


class Colour(enum.Enum):
    RED = []


class Slots:
    __slots__ = ("x", "y")


class Meta(type):
    n = 0


class WithMeta(metaclass=Meta):
    pass


kept_1 = kept_2 = kept_3 = kept_4 = kept_5 = ""


def mapping() -> Place:
    d: dict[str, int] = {}
    view = types.MappingProxyType(d)
    return (lambda x: d.update({x: 1})), lambda: "b" not in view


def keys() -> Place:
    d: dict[str, int] = {}
    view, put = d.keys(), d.__setitem__
    return (lambda x: put(x, 1)), lambda: "b" not in view


def lock() -> Place:
    v = threading.Lock()

    def good() -> bool:
        held = v.locked()
        if held:
            v.release()
        return not held

    return (lambda x: x == "b" and v.acquire(blocking=False)), good


def holding(
    make: Callable[[], Any], put: Callable[[Any, str], Any], good: Callable[[Any], bool]
) -> Callable[[], Place]:
    def place() -> Place:
        v = make()
        return (lambda x: put(v, x)), (lambda: good(v))

    return place


def cache() -> Place:
    now = ["a"]

    @functools.lru_cache
    def get() -> str:
        return now[0]

    def put(x: str) -> None:
        now[0] = x
        get()
        now[0] = "a"

    return put, lambda: get() == "a"


def cached() -> Place:
    class Once:
        @functools.cached_property
        def v(self) -> str:
            return now[0]

    now, once = ["a"], Once()

    def put(x: str) -> None:
        now[0] = x
        _ = once.v
        now[0] = "a"

    return put, lambda: once.v == "a"


def swapped() -> Place:
    def zero() -> str:
        return "a"

    def one() -> str:
        return "b"

    return (lambda x: setattr(zero, "__code__", (zero if x == "a" else one).__code__)), lambda: zero() == "a"


def rebound(x: str) -> None:
    global kept_5
    if x == "b":
        del kept_5


def keyword_default() -> Place:
    def f(*, seen: list[str] = []) -> list[str]:  # noqa: B006
        return seen

    return (lambda x: f().append(x)), lambda: f() == ["a"]


def registered() -> Place:
    @functools.singledispatch
    def f(v: object) -> str:
        return "a"

    return (lambda x: f.register(int, lambda v: x)), lambda: f(1) == "a"


MODULE = sys.modules[__name__]
DICT_OF = holding(dict, lambda v, x: v.update({x: 1}), lambda v: "b" not in v)
OUTSIDE: dict[str, Callable[[], Place]] = {
    "dict": DICT_OF,
    "ordered_dict": holding(lambda: collections.OrderedDict(a=1, b=2), lambda v, x: v.move_to_end(x),
                            lambda v: next(iter(v)) == "b"),
    "default_dict": holding(lambda: collections.defaultdict(list), lambda v, x: v[x], lambda v: "b" not in v),
    "chain_map": holding(collections.ChainMap, lambda v, x: v.update({x: 1}), lambda v: "b" not in v),
    "user_dict": holding(collections.UserDict, lambda v, x: v.update({x: 1}), lambda v: "b" not in v),
    "heap": holding(list, lambda v, x: heapq.heappush(v, x), lambda v: v == ["a"]),
    "byte_array": holding(lambda: bytearray(1), lambda v, x: v.__setitem__(0, ord(x)), lambda v: v[0] == 97),
    "memory_view": holding(lambda: memoryview(bytearray(1)), lambda v, x: v.__setitem__(0, ord(x)), lambda v: v[0] == 97),
    "array": holding(lambda: array.array("B", [0]), lambda v, x: v.__setitem__(0, ord(x)), lambda v: v[0] == 97),
    "mapping_proxy": mapping,
    "keys_of_a_dict": keys,
    "string_io": holding(io.StringIO, lambda v, x: v.write(x), lambda v: v.getvalue() == "a"),
    "bytes_io": holding(io.BytesIO, lambda v, x: v.write(x.encode()), lambda v: v.getvalue() == b"a"),
    "lock": lock,
    "thread_event": holding(threading.Event, lambda v, x: x == "b" and v.set(), lambda v: not v.is_set()),
    "semaphore": holding(lambda: threading.Semaphore(1), lambda v, x: x == "b" and v.acquire(blocking=False),
                         lambda v: v._value == 1),
    "thread_local": holding(threading.local, lambda v, x: setattr(v, "x", x), lambda v: v.x == "a"),
    "queue": holding(queue.Queue, lambda v, x: v.put(x), lambda v: list(v.queue) == ["a"]),
    "simple_queue": holding(queue.SimpleQueue, lambda v, x: v.put(x), lambda v: v.get_nowait() == "a"),
    "weak_keys": holding(lambda: (weakref.WeakKeyDictionary(), Zero()), lambda v, x: v[0].__setitem__(v[1], x),
                         lambda v: v[0][v[1]] == "a"),
    "weak_set": holding(lambda: (weakref.WeakSet(), Zero()), lambda v, x: x == "b" and v[0].add(v[1]), lambda v: not v[0]),
    "context_variable": holding(lambda: contextvars.ContextVar("v", default=""), lambda v, x: v.set(x),
                                lambda v: v.get() == "a"),
    "count_outside": holding(itertools.count, lambda v, x: x == "b" and next(v), lambda v: next(v) == 0),
    "attribute_of_an_enum": lambda: ((lambda x: setattr(Colour.RED, "x", x)), lambda: Colour.RED.x == "a"),  # type: ignore[attr-defined]
    "value_of_an_enum": lambda: ((lambda x: Colour.RED.value.append(x)), lambda: Colour.RED.value == ["a"]),
    "slot_not_set": holding(Slots, lambda v, x: x == "b" and setattr(v, "y", 0), lambda v: not hasattr(v, "y")),
    "class_of_an_object": holding(Zero, lambda v, x: setattr(v, "__class__", Zero if x == "a" else One), lambda v: v.v == 0),
    "method_of_a_class": lambda: ((lambda x: setattr(WithMeta, "m", x)), lambda: WithMeta.m == "a"),  # type: ignore[attr-defined]
    "attribute_of_a_metaclass": lambda: ((lambda x: setattr(Meta, "n", x)), lambda: WithMeta.n == "a"),  # type: ignore[comparison-overlap]
    "lru_cache": cache,
    "cached_property": cached,
    "code_of_a_function": swapped,
    "keyword_default": keyword_default,
    "single_dispatch": registered,
    "bound_method": holding(list, lambda v, x: functools.partial(v.append, x)(), lambda v: v == ["a"]),
    "name_by_getattr": lambda: ((lambda x: setattr(MODULE, "kept" + "_1", x)), lambda: getattr(MODULE, "kept" + "_1") == "a"),
    "name_by_modules": lambda: ((lambda x: setattr(sys.modules[__name__], "kept_2", x)),
                                lambda: sys.modules[__name__].kept_2 == "a"),
    "name_by_import": lambda: ((lambda x: setattr(importlib.import_module(__name__), "kept_3", x)),
                               lambda: importlib.import_module(__name__).kept_3 == "a"),
    "name_by_globals": lambda: ((lambda x: globals().update(kept_4=x)), lambda: globals()["kept_4"] == "a"),
    "name_deleted": lambda: (rebound, lambda: "kept_5" in globals()),
    "environment": lambda: ((lambda x: os.environ.update(JPFPY_TEST=x)), lambda: os.environ["JPFPY_TEST"] == "a"),
    "decimal_context": lambda: ((lambda x: setattr(decimal.getcontext(), "prec", ord(x))),
                                lambda: decimal.getcontext().prec == 97),
}  # fmt: skip

# --- frames

FRAMES: dict[str, Callable[[], list[Any]]] = {}


def frames(*functions: Any) -> None:
    """Each function alone is a program."""
    for f in functions:
        FRAMES[f.__name__] = lambda f=f: [f]


def old_value_of_a_sum() -> Any:
    x = int((yield ask()) == B)
    x += len((yield ask()).name)
    assert x == 1, "b"


def index_of_a_sum() -> Any:
    x = [0, 0]
    i = int((yield ask()) == B)
    x[i] += len((yield ask()).name)
    i = 0
    yield ask()
    assert x == [1, 0], "b"


def chained_comparison() -> Any:
    x = 5 * int((yield ask()) == B)
    assert x < len((yield ask()).name) < 3, "b"


def arguments_of_a_call() -> Any:
    def one(*a: object) -> None:
        assert len(a) < 2, "b"

    x = [1] if (yield ask()) == B else []
    one(*x, (yield ask()))


def display_of_a_dict() -> Any:
    d = {(yield ask()).name: 1, "z": (yield ask())}
    yield ask()
    assert "b" not in d, "b"


def formatted_text() -> Any:
    text = f"{(yield ask()).name}{(yield ask())}"
    yield ask()
    assert text[0] == "a", "b"


def walrus_in_a_loop() -> Any:
    n = 0
    while (e := (yield ask())) != A and n < 3:
        n += 1
    del e
    yield ask()
    assert n != 1, "b"


def pending_return() -> Any:
    def inner() -> Any:
        e = yield ask()
        try:
            return e.name
        finally:
            e = None
            yield ask()

    assert (yield from inner()) == "a", "b"


def exception_in_flight() -> Any:
    try:
        raise ValueError((yield ask()).name)
    except ValueError as x:
        yield ask()
        assert x.args == ("a",), "b"


def exception_raised_again() -> Any:
    try:
        try:
            raise ValueError((yield ask()).name)
        except ValueError:
            yield ask()
            raise
    except ValueError as x:
        assert x.args == ("a",), "b"


def exception_of_the_system() -> Any:
    try:
        raise ValueError((yield ask()).name)
    except ValueError:
        yield ask()
        assert sys.exc_info()[1].args == ("a",), "b"  # type: ignore[union-attr]


def group_of_exceptions() -> Any:
    found: Any = ""
    try:
        raise ExceptionGroup("g", [ValueError((yield ask()).name)])
    except* ValueError as g:
        found = g.exceptions[0].args[0]
    yield ask()
    assert found == "a", "b"


def context_manager() -> Any:
    @contextlib.contextmanager
    def good(x: str) -> Iterator[None]:
        yield
        assert x == "a", "b"

    with good((yield ask()).name):
        yield ask()


def elements_by_index() -> Any:
    class Items:
        def __init__(self, n: int) -> None:
            self.n = n

        def __getitem__(self, i: int) -> int:
            if i >= self.n:
                raise IndexError
            return i

    k = 0
    for _ in Items(3 if (yield ask()) == B else 2):
        yield ask()
        k += 1
    _ = 0
    assert k < 3, "b"


def iterator_of_a_class() -> Any:
    class Down:
        def __init__(self, n: int) -> None:
            self.n = n

        def __iter__(self) -> Any:
            return self

        def __next__(self) -> int:
            self.n -= 1
            if self.n < 0:
                raise StopIteration
            return 0

    k = 0
    for _ in Down(3 if (yield ask()) == B else 2):
        yield ask()
        k += 1
    assert k < 3, "b"


def stack_of_generators() -> Any:
    def inner(n: int) -> Any:
        e = yield ask()
        if e == B and n < 1:
            yield inner(n + 1)
        assert n == 0 or e != B, "b"

    stack, sent = [inner(0)], None
    while stack:
        try:
            said = stack[-1].send(sent)
        except StopIteration:
            stack.pop()
            sent = None
            continue
        if isinstance(said, types.GeneratorType):
            stack.append(said)
            sent = None
        else:
            sent = yield said


def name_of_a_local() -> Any:
    kept = (yield ask()).name  # noqa: F841
    yield ask()
    assert eval("kept") == "a", "b"


def locals_of_a_frame() -> Any:
    kept = (yield ask()).name  # noqa: F841
    yield ask()
    assert sys._getframe().f_locals["kept"] == "a", "b"


def executed_text() -> Any:
    space: dict[str, Any] = {"__builtins__": {}}
    exec(f"x = {(yield ask()).name!r}", space)
    yield ask()
    assert space["x"] == "a", "b"


def class_of_the_b_thread() -> Any:
    class Mine:
        x = ""

    Mine.x = (yield ask()).name
    yield ask()
    assert Mine.x == "a", "b"


def variable_of_a_closure() -> Any:
    x = ""

    def get() -> str:
        return x

    x = (yield ask()).name
    yield ask()
    assert get() == "a", "b"


def rest_of_a_pattern() -> Any:
    match [(yield ask()).name, (yield ask()).name]:
        case [x, *rest]:
            yield ask()
            assert x == "a" or rest == ["b"], "b"


def statement_used_again() -> Any:
    said, n = ask(), 0
    for _ in range(2):
        n += (yield said) == B
    _ = 0
    assert n != 1, "b"


@dataclasses.dataclass
class Count:
    n: int = 0


def dataclass() -> Any:
    c = Count()
    c.n += (yield ask()) == B
    yield ask()
    assert c == Count(0), "b"


def list_of_all() -> Any:
    seen: list[str] = []
    for _ in range(2):
        seen = [*seen, (yield ask()).name]
    _ = 0
    yield ask()
    assert seen != ["b", "a"], "b"


frames(
    old_value_of_a_sum, index_of_a_sum, chained_comparison, arguments_of_a_call, display_of_a_dict, formatted_text,
    walrus_in_a_loop, pending_return, exception_in_flight, exception_raised_again, exception_of_the_system,
    group_of_exceptions, context_manager, elements_by_index, iterator_of_a_class, stack_of_generators, name_of_a_local,
    locals_of_a_frame, executed_text, class_of_the_b_thread, variable_of_a_closure, rest_of_a_pattern,
    statement_used_again, dataclass, list_of_all,
)  # fmt: skip


def of(name: str) -> list[Any]:
    """The b-threads of a kind, by its name with "value ", "outside " or "frame " before it."""
    kind, _, key = name.partition(" ")
    if kind == "frame":
        return FRAMES[key]()
    if kind == "value":
        make, fits = VALUES[key]

        def holds() -> Any:
            v = make((yield ask()).name)
            yield ask()
            assert fits(v), "b"

        return [holds]
    put, good = OUTSIDE[key]()

    def puts() -> Any:
        put((yield ask()).name)
        yield ask()
        assert good(), "b"

    return [puts]


NAMES = [*(f"value {k}" for k in VALUES), *(f"outside {k}" for k in OUTSIDE), *(f"frame {k}" for k in FRAMES)]
