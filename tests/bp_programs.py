"""Python b-programs with a bug each, found only where state identity is right: what an assertion depends on is kept in many
ways. PROGRAMS: name -> (maker of the b-threads, depth of the bug)."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

from jpfpy import bp

A, B, C = bp.Event("a"), bp.Event("b"), bp.Event("c")
Programs = Callable[[], list[Any]]
PROGRAMS: dict[str, tuple[Programs, int]] = {}


def program(depth: int = 6) -> Callable[[Programs], Programs]:
    def add(make: Programs) -> Programs:
        PROGRAMS[make.__name__] = (make, depth)
        return make

    return add


@program()
def mutated_list() -> list[Any]:
    def f() -> Any:
        q = []
        while True:
            e = yield bp.sync(request=[[A, B]])
            q.append(e)
            assert len(q) < 4, "four"
            assert q[-2:] != [B, B], "b twice"

    return [f]


@program()
def default_argument() -> list[Any]:
    def f(seen: list[Any] = []) -> Any:  # noqa: B006
        while True:
            seen.append((yield bp.sync(request=[[A, B]])))
            assert seen != [A, B, A], "aba"

    return [f]


@program()
def default_shared_by_two() -> list[Any]:
    def f(seen: list[Any] = []) -> Any:  # noqa: B006
        yield bp.sync(request=A)
        seen.append(A)
        yield bp.sync(request=B)
        assert len(seen) < 2, "both"

    return [f, f]


@program()
def closure_counter() -> list[Any]:
    n = 0

    def f() -> Any:
        nonlocal n
        while True:
            yield bp.sync(request=A)
            n += 1
            assert n < 4, "four"

    return [f]


@program()
def closure_object() -> list[Any]:
    class Counter:
        n = 0

    c = Counter()

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            c.n += 1
            assert c.n < 4, "four"

    return [f]


@program()
def class_attribute() -> list[Any]:
    class Counter:
        n = 0

    def f() -> Any:
        while Counter.n < 5:
            yield bp.sync(request=A)
            Counter.n += 1
            assert Counter.n < 4, "four"

    return [f]


@program()
def local_class() -> list[Any]:
    def f() -> Any:
        class Counter:
            n = 0

        while Counter.n < 5:
            yield bp.sync(request=A)
            Counter.n += 1
            assert Counter.n < 4, "four"

    return [f]


@program()
def function_attribute() -> list[Any]:
    def helper() -> int:
        helper.n += 1  # type: ignore[attr-defined]
        return helper.n  # type: ignore[attr-defined,no-any-return]

    helper.n = 0  # type: ignore[attr-defined]

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            assert helper() < 4, "four"

    return [f]


@program()
def local_function_attribute() -> list[Any]:
    def f() -> Any:
        def count() -> None: ...

        count.n = 0  # type: ignore[attr-defined]
        while count.n < 5:  # type: ignore[attr-defined]
            yield bp.sync(request=A)
            count.n += 1  # type: ignore[attr-defined]
            assert count.n < 4, "four"  # type: ignore[attr-defined]

    return [f]


GLOBAL_LIST: list[int] = []
GLOBAL_N = 0


@program()
def global_list() -> list[Any]:
    GLOBAL_LIST.clear()

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            note(1)
            assert sum(GLOBAL_LIST) < 3, "three"

    return [f]


def note(n: int) -> None:
    GLOBAL_LIST.append(n)


@program()
def global_number() -> list[Any]:
    global GLOBAL_N
    GLOBAL_N = 0

    def f() -> Any:
        global GLOBAL_N
        while True:
            yield bp.sync(request=A)
            GLOBAL_N += 1
            assert GLOBAL_N < 3, "three"

    return [f]


@program(5)
def shared_list() -> list[Any]:
    shared: list[str] = []

    def f() -> Any:
        yield bp.sync(request=A)
        shared.append("f")
        yield bp.sync(request=B)
        shared.append("f")

    def g() -> Any:
        yield bp.sync(request=C)
        shared.append("g")
        yield bp.sync(request=C)
        assert shared != ["f", "g", "f"], "fgf"

    return [f, g]


@program(5)
def shared_number() -> list[Any]:
    turn = 0

    def f() -> Any:
        nonlocal turn
        for _ in range(2):
            yield bp.sync(request=A)
            turn = 1 - turn

    def g() -> Any:
        yield bp.sync(request=B)
        assert turn == 0, "odd"

    return [f, g]


@program(4)
def shared_argument() -> list[Any]:
    box = {"n": 0}

    def f(d: dict[str, int]) -> Any:
        yield bp.sync(request=A)
        d["n"] += 1

    def g(d: dict[str, int]) -> Any:
        yield bp.sync(request=B)
        assert not d["n"], "seen"

    return [bp.BThread(f, args=(box,)), bp.BThread(g, args=(box,))]


@program(4)
def own_argument() -> list[Any]:
    def f(d: list[int]) -> Any:
        while True:
            e = yield bp.sync(request=[[A, B]])
            d.append(1 if e == A else 2)
            assert d != [2, 1, 2], "bab"

    return [bp.BThread(f, args=([],))]


@program()
def nested_generator() -> list[Any]:
    def inner(n: int) -> Any:
        for _ in range(n):
            yield bp.sync(request=A)
        return n

    def f() -> Any:
        total = 0
        while True:
            total += yield from inner(2)
            assert total < 5, "six"

    return [f]


@program()
def generator_in_a_local() -> list[Any]:
    def letters() -> Iterator[Any]:
        yield A
        yield A
        yield B

    def f() -> Any:
        g = letters()
        while True:
            e = yield bp.sync(request=next(g))
            assert e != B, "b"

    return [f]


@program()
def for_over_a_generator() -> list[Any]:
    def f() -> Any:
        for x in (x for x in [A, A, A]):
            yield bp.sync(request=x)
        raise AssertionError("end")

    return [f]


@program()
def same_event_twice() -> list[Any]:
    def f() -> Any:
        for x in (A, A):
            yield bp.sync(request=x)
        raise AssertionError("end")

    return [f]


@program()
def with_block() -> list[Any]:
    @contextlib.contextmanager
    def counted(log: list[int]) -> Any:
        log.append(1)
        yield
        log.append(2)

    def f() -> Any:
        log: list[int] = []
        while True:
            with counted(log):
                yield bp.sync(request=A)
            assert len(log) < 6, "six"

    return [f]


@program()
def finally_clause() -> list[Any]:
    n = 0

    def f() -> Any:
        nonlocal n
        while True:
            try:
                e = yield bp.sync(request=[[A, B]])
                if e == B:
                    continue
            finally:
                n += 1
            assert n < 3, "three"

    return [f]


@program()
def exceptions_as_flow() -> list[Any]:
    def f() -> Any:
        n = 0
        while True:
            try:
                yield bp.sync(request=A)
                n += 1
                raise KeyError(n)
            except KeyError as e:
                yield bp.sync(request=B)
                assert e.args[0] < 2, "two"

    return [f]


@program()
def walrus_and_comprehension() -> list[Any]:
    def f() -> Any:
        history: tuple[Any, ...] = ()
        while (e := (yield bp.sync(request=[[A, B]]))) or True:
            history = (*history, e)[-3:]
            assert [x.name for x in history if x == B] != ["b", "b", "b"], "bbb"

    return [f]


@program()
def yield_inside_an_expression() -> list[Any]:
    def f() -> Any:
        while True:
            pair = [(yield bp.sync(request=[[A, B]])), (yield bp.sync(request=[[A, B]]))]
            assert pair != [B, A], "ba"

    return [f]


@program()
def sets_in_order() -> list[Any]:
    def f() -> Any:
        s: set[int] = set()
        e = yield bp.sync(request=[[A, B]])
        for x in (0, 8) if e == A else (8, 0):
            s.add(x)
        yield bp.sync(request=A)
        assert next(iter(s)) == 0, "eight first"

    return [f]


@program()
def aliases() -> list[Any]:
    def f() -> Any:
        e = yield bp.sync(request=[[A, B]])
        x: list[int] = []
        y = x if e == A else []
        yield bp.sync(request=A)
        x.append(1)
        assert not y, "same list"

    return [f]


@program()
def bound_method_of_a_list() -> list[Any]:
    def f() -> Any:
        pop = [1, 2, 3].pop
        while True:
            yield bp.sync(request=A)
            assert pop() > 1, "one"

    return [f]


@program()
def inner_function_with_state() -> list[Any]:
    def f() -> Any:
        n = 0

        def count() -> int:
            nonlocal n
            n += 1
            return n

        while True:
            yield bp.sync(request=A)
            assert count() < 4, "four"

    return [f]


@program()
def objects_in_locals() -> list[Any]:
    @dataclasses.dataclass
    class Point:
        x: int = 0

    class Slots:
        __slots__ = ("n",)

    def f() -> Any:
        p, s = Point(), Slots()
        s.n = 0
        while True:
            e = yield bp.sync(request=[[A, B]])
            if e == A:
                p.x += 1
            else:
                s.n += 1
            assert (p.x, s.n) != (1, 2), "1 2"

    return [f]


@program()
def subclasses_of_containers() -> list[Any]:
    class Log(list[Any]):
        extra = 0

    def f() -> Any:
        log, c = Log(), collections.Counter[str]()
        while True:
            e = yield bp.sync(request=[[A, B]])
            log.append(e)
            log.extra += e == B
            c[e.name] += 1
            assert log.extra < 2 or c["a"] != 1, "two b, one a"

    return [f]


@program()
def deques_and_defaults() -> list[Any]:
    last: collections.deque[Any] = collections.deque(maxlen=2)
    counts: dict[str, int] = collections.defaultdict(int)

    def f() -> Any:
        while True:
            e = yield bp.sync(request=[[A, B]])
            last.append(e)
            counts[e.name] += 1
            assert list(last) != [B, A] or counts["a"] < 2, "ba, two a"

    return [f]


@program()
def own_random() -> list[Any]:
    dice = random.Random(3)

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            assert dice.random() > 0.4, "low"

    return [f]


@program()
def iterator_outside() -> list[Any]:
    names = [A, B, A]

    def f() -> Any:
        it = iter(names)
        while True:
            yield bp.sync(request=next(it, C))
            names.append(B)
            assert len(names) < 7, "seven"

    return [f]


@program()
def predicate_that_reads_a_local() -> list[Any]:
    def f() -> Any:
        seen: list[Any] = []
        while len(seen) < 3:
            e = yield bp.sync(wait_for=bp.EventSet(lambda e: e not in seen))
            seen.append(e)
        assert seen != [B, C, A], "bca"

    def g() -> Any:
        for _ in range(5):
            yield bp.sync(request=[[A, B, C]])

    return [f, g]


@program(5)
def predicate_that_reads_shared_data() -> list[Any]:
    allowed = {"a"}

    def f() -> Any:
        e = yield bp.sync(request=[[A, B]], block=bp.EventSet(lambda e: e.name not in allowed))
        allowed.add("b")
        e = yield bp.sync(request=[[A, B]], block=bp.EventSet(lambda e: e.name not in allowed))
        assert e == A, "b"

    return [f]


@program()
def partial_and_methods() -> list[Any]:
    class Machine:
        def __init__(self) -> None:
            self.n = 0

        def step(self, by: int) -> int:
            self.n += by
            return self.n

    machine = Machine()
    step = functools.partial(machine.step, 2)

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            assert step() < 6, "six"

    return [f]


@program()
def deleted_and_rebound() -> list[Any]:
    def f() -> Any:
        x = 1
        e = yield bp.sync(request=[[A, B]])
        if e == A:
            del x
        yield bp.sync(request=A)
        try:
            x += 1
        except UnboundLocalError:
            raise AssertionError("unbound") from None

    return [f]


@program()
def events_with_attributes() -> list[Any]:
    class Move(bp.Event):
        def __init__(self, x: int) -> None:
            super().__init__("move")
            self.x = x

    def f() -> Any:
        total = 0
        while total < 9:
            e = yield bp.sync(request=[[Move(1), Move(3)]])
            total += e.x
            assert total != 5, "five"

    return [f]


@program()
def match_statement() -> list[Any]:
    def f() -> Any:
        state: Any = ("idle",)
        while True:
            match state:
                case ("idle",):
                    e = yield bp.sync(request=[[A, B]])
                    state = ("busy", e.name, 0)
                case ("busy", "b", n) if n == 2:
                    raise AssertionError("b2")
                case ("busy", name, n):
                    yield bp.sync(request=C)
                    state = ("busy", name, n + 1) if n < 3 else ("idle",)

    return [f]


@program()
def attribute_of_a_module() -> list[Any]:
    import tests.support as module

    module.bp_count = 0  # type: ignore[attr-defined]

    def f() -> Any:
        while True:
            yield bp.sync(request=A)
            module.bp_count += 1  # type: ignore[attr-defined]
            assert module.bp_count < 3, "three"  # type: ignore[attr-defined]

    return [f]


@program()
def inner_generator_with_closure() -> list[Any]:
    def f() -> Any:
        n = 0

        def inner() -> Any:
            nonlocal n
            while n < 3:
                yield bp.sync(request=A)
                n += 1

        yield from inner()
        raise AssertionError(f"n is {n}")

    return [f]


class Board:
    cells: list[Any] = []

    def __init__(self) -> None:
        self.mine = 0

    def play(self) -> Any:
        while True:
            e = yield bp.sync(request=[[A, B]])
            Board.cells.append(e)
            self.mine += e == B
            assert self.mine < 2 or len(Board.cells) != 3, "two b of three"

    @classmethod
    def clear(cls) -> None:
        cls.cells = []


@program()
def methods_and_lists_of_classes() -> list[Any]:
    Board.clear()
    return [Board().play]


@program()
def partial_b_thread() -> list[Any]:
    def f(limit: int, seen: list[Any]) -> Any:
        while True:
            seen.append((yield bp.sync(request=[[A, B]])))
            assert seen.count(B) < limit, "limit"

    return [functools.partial(f, 2, seen=[])]


@program(5)
def objects_passed_in_events() -> list[Any]:
    def f() -> Any:
        box = (1, 2)
        yield bp.sync(request=[[bp.Event("give", box), bp.Event("give", (3,))]])

    def g() -> Any:
        e = yield bp.sync(wait_for=bp.EventSet(lambda e: e.name == "give"))
        yield bp.sync(request=A)
        assert e.data == (1, 2), "other data"

    return [f, g]


@program()
def recursion_in_generators() -> list[Any]:
    def walk(depth: int) -> Any:
        yield bp.sync(request=[[A, B]])
        if depth:
            yield from walk(depth - 1)
        else:
            raise AssertionError("bottom")

    def f() -> Any:
        yield from walk(2)

    return [f]


@program()
def cycles_of_objects() -> list[Any]:
    class Node:
        def __init__(self) -> None:
            self.next: Any = self
            self.n = 0

    def f() -> Any:
        a, b = Node(), Node()
        a.next, b.next = b, a
        while True:
            e = yield bp.sync(request=[[A, B]])
            if e == B:
                a = a.next
            a.n += 1
            assert (a.n, a.next.n) != (2, 1), "2 1"

    return [f]


@program()
def try_except_else_finally() -> list[Any]:
    def f() -> Any:
        n = 0
        while True:
            try:
                e = yield bp.sync(request=[[A, B]])
                if e == B:
                    raise ValueError
            except ValueError:
                n += 10
            else:
                n += 1
            finally:
                n += 100
            assert n not in (211, 330), f"n {n}"

    return [f]


def wheels() -> list[Any]:
    """Beside b-threads in Java: states by the thousand, and some that are asked of predicates."""

    def wheel(i: int) -> Any:
        def turn() -> Any:
            at = 0
            while True:
                other = bp.EventSet(lambda e, at=at: at == 3 and e.name == f"w{i - 1}")
                yield bp.sync(request=bp.Event(f"w{i}"), block=other)
                at = (at + 1) % 5

        return bp.BThread(turn, name=f"wheel{i}", priority=1.0 + i)

    return [wheel(i) for i in range(6)]
