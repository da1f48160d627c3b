"""Choice generators in Python: JPF's kinds, and the bases of your own.

    class Near(jpfpy.DoubleChoiceGenerator):
        def __init__(self, config, id):
            super().__init__(config, id)
            self.middle = config.get_double(f"{id}.middle")

        def choices(self):
            yield self.middle - 0.5
            yield self.middle + 0.5

with `velocity.class=mymodule:Near` is what `Verify.getDouble("velocity")` asks. Instead of choices() a class may have
JPF's protocol (has_more_choices, advance, get_next_choice). Either way a value is drawn once, when it is first needed,
kept by its index, and shared by every restore of the state."""

from __future__ import annotations

import builtins
import copy
import itertools
import math
import operator
import random
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .errors import ConfigError

if TYPE_CHECKING:
    from ._jpf import GeneratorRow
    from .config import Config
    from .system_state import Bound
    from .views import VM, Instruction, ThreadInfo

T = TypeVar("T")
C = TypeVar("C", bound="ChoiceGenerator[Any]")
MOST = 10_000  # choices that are listed at most


class ChoiceGenerator(Generic[T]):
    """JPF: gov.nasa.jpf.vm.ChoiceGenerator. The position counts from -1, before the first advance().

    What listeners, peers and policies get is such an object too, of the class that made the choice: it shows the
    generator as it stands at that moment, and changing it changes nothing."""

    choice_type: ClassVar[builtins.type] = object
    scheduling: ClassVar[bool] = False
    vm: VM  # in the constructor of a configured one: the VM, to be looked at
    bound: Bound | None = None  # its place in the running search, of what listeners get

    def __init__(self, config: Config | None = None, id: str = "") -> None:
        self.config = config
        self.id = id
        self._at = -1
        self._values: list[T] = []
        self._size: int | None = None  # how many there are, if choices() tells
        self._source: Iterator[T] | None = None
        self._done = False

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """JPF's getters as properties: cg.total_number_of_choices is cg.get_total_number_of_choices()."""
            getter = None if name.startswith("_") else getattr(type(self), f"get_{name}", None)
            if getter is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return getter(self)

    # --- what a subclass gives: this, or has_more_choices, advance and get_next_choice

    def choices(self) -> Iterable[T]:
        """The values, in order. Drawn lazily, once."""
        raise self._wrong("it has neither choices() nor JPF's protocol")

    def _wrong(self, what: str) -> ConfigError:
        cls = type(self)
        return ConfigError(f"choice generator {self.id!r} ({cls.__module__}:{cls.__qualname__}): {what}")

    # --- JPF's protocol

    def has_more_choices(self) -> bool:
        if self.bound is not None:
            return self._at + 1 < self.bound.n
        return self._drawn(self._at + 2) > self._at + 1

    def advance(self, n: int = 1) -> None:
        self._at += n

    def get_next_choice(self) -> T:
        """The current choice, as JPF's getNextChoice; before the first advance() the first one."""
        if self.bound is not None and self._at == self.bound.at:
            value: T = self.bound.value
            return value
        return self.choice_at(max(self._at, 0))

    def reset(self) -> None:
        self._at = -1

    def select(self, index: int) -> None:
        """Stand at choice `index`, which is then the last one."""
        self.reset()
        self.advance(index + 1)
        self.set_done()

    def choice_at(self, index: int) -> T:
        if self.bound is not None:
            found: T = self.bound.choice(index)
            return found
        if self._drawn(index + 1) <= index:
            raise IndexError(f"{self.id or type(self).__name__}: there is no choice {index}")
        return self._values[index]

    get_choice = choice_at

    def get_all_choices(self) -> list[T]:
        return [self.choice_at(i) for i in range(self.get_total_number_of_choices())]

    def get_processed_choices(self) -> list[T]:
        return [self.choice_at(i) for i in range(self.get_processed_number_of_choices())]

    def get_unprocessed_choices(self) -> list[T]:
        return [self.choice_at(i) for i in range(self._at + 1, self.get_total_number_of_choices())]

    def get_total_number_of_choices(self) -> int:
        """All there are, where that is known without drawing them; in a search else those that are known so far."""
        if self._size is not None:
            return self._size
        return self.bound.total if self.bound is not None else self._drawn(sys.maxsize)

    def get_processed_number_of_choices(self) -> int:
        return self._at + 1

    def is_done(self) -> bool:
        return not self.has_more_choices()

    is_processed = is_done

    def set_done(self) -> None:
        self._done = True
        del self._values[self._at + 1 :]

    def get_id(self) -> str:
        return self.id

    def set_id(self, id: str) -> None:
        self.id = id

    def get_choice_type(self) -> builtins.type:
        return self.choice_type

    def is_scheduling_point(self) -> bool:
        """Does it choose the thread that runs?"""
        return self.scheduling

    def clone(self) -> ChoiceGenerator[T]:
        return copy.copy(self)

    def __copy__(self) -> ChoiceGenerator[T]:
        """A copy at the same place. What choices() has given is shared, as an iterator cannot be copied."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    # --- in the running search: who made it, where, what it follows and what it is cascaded with

    def is_cascaded(self) -> bool:
        """Was another one registered after it at the same instruction?"""
        return self.bound is not None and self.bound.cascaded

    @property
    def cascaded_parent(self) -> ChoiceGenerator[Any] | None:
        """The one registered before it at the same instruction."""
        return self.bound.parent() if self.bound is not None else None

    def get_cascaded_parent(self) -> ChoiceGenerator[Any] | None:
        return self.cascaded_parent

    def get_cascade(self) -> list[ChoiceGenerator[Any]]:
        """Those it is cascaded with up to itself, the first registered first."""
        chain: list[ChoiceGenerator[Any]] = []
        cg: ChoiceGenerator[Any] | None = self
        while cg is not None:
            chain.insert(0, cg)
            cg = cg.cascaded_parent
        return chain

    @property
    def previous_choice_generator(self) -> ChoiceGenerator[Any] | None:
        """The one registered before it on this path, cascaded or not."""
        return self.bound.previous() if self.bound is not None else None

    def get_previous_choice_generator(self) -> ChoiceGenerator[Any] | None:
        return self.previous_choice_generator

    def get_previous_choice_generator_of_type(self, kind: builtins.type[C]) -> C | None:
        return next((cg for cg in self._before() if isinstance(cg, kind)), None)

    def _before(self) -> Iterator[ChoiceGenerator[Any]]:
        cg = self.previous_choice_generator
        while cg is not None:
            yield cg
            cg = cg.previous_choice_generator

    def get_number_of_parents(self) -> int:
        return sum(1 for _ in self._before())

    def get_all(self) -> list[ChoiceGenerator[Any]]:
        """Of the whole path up to itself, the first state's first."""
        return [*reversed(list(self._before())), self]

    def get_all_of_type(self, kind: builtins.type[C]) -> list[C]:
        return [cg for cg in self.get_all() if isinstance(cg, kind)]

    @property
    def thread(self) -> ThreadInfo | None:
        """Who made it; of a scheduling point, who is chosen."""
        return self.bound.thread() if self.bound is not None else None

    def get_thread_info(self) -> ThreadInfo | None:
        return self.thread

    @property
    def thread_id(self) -> int:
        return self.bound.thread_id if self.bound is not None else -1

    @property
    def insn(self) -> Instruction | None:
        """Where its thread stood when it was registered."""
        return self.bound.instruction() if self.bound is not None else None

    def get_insn(self) -> Instruction | None:
        return self.insn

    def get_source_location(self) -> str | None:
        return self.insn.location if self.insn else None

    @property
    def state_id(self) -> int:
        """Of the state it belongs to; -1 before the first one."""
        return self.bound.state_id if self.bound is not None else -1

    def get_state_id(self) -> int:
        return self.state_id

    @property
    def depth(self) -> int:
        return self.bound.level if self.bound is not None else -1

    @property
    def kind(self) -> str:
        return "thread" if isinstance(self, ThreadChoiceGenerator) else "data"

    @property
    def type(self) -> str:
        """JPF's simple name of its class."""
        return self.bound.type if self.bound is not None else type(self).__name__

    @property
    def index(self) -> int:
        """Of the current choice; -1 before the first."""
        return self._at

    @property
    def total(self) -> int:
        return self.get_total_number_of_choices()

    @property
    def processed_total(self) -> int:
        """How many choices are taken: all, but for those that a reduction leaves out."""
        return self.bound.n if self.bound is not None else self.total

    @property
    def value(self) -> str:
        """Text of the current choice."""
        if self.bound is not None:
            return self.bound.text
        return value_text(self.get_next_choice())

    def __eq__(self, other: object) -> bool:
        """Of what listeners get: the same generator of the same state."""
        if self.bound is None or not isinstance(other, ChoiceGenerator) or other.bound is None:
            return self is other
        return self.bound.key == other.bound.key

    def __hash__(self) -> int:
        return object.__hash__(self) if self.bound is None else hash(self.bound.key)

    def __len__(self) -> int:
        return self.total

    def __iter__(self) -> Iterator[str]:
        """Texts of the choices."""
        if self.bound is not None:
            return iter(self.bound.texts())
        return (value_text(v) for v in itertools.islice(self.choices(), MOST))

    def __bool__(self) -> bool:
        return True

    def _repr_html_(self) -> str:
        from .report.notebook import listing

        texts = list(self)[:50]
        rows = [[i, text, "chosen" if i == self.index else ""] for i, text in enumerate(texts)]
        rows += [["", f"{self.total - len(texts)} more", ""]] if self.total > len(texts) else []
        return listing([f"{self.type} {self.id}", "choice", ""], rows)

    def __repr__(self) -> str:
        if self.bound is None:
            return f"<{type(self).__name__} {self.id!r} at {self._at}>"
        return f'<{self.type} {{id:"{self.id}", {self._at + 1}/{self.total}, {self.value}}}>'

    # --- drawing

    def _drawn(self, want: int) -> int:
        """Draw until `want` values are known; how many are."""
        if not self._done and len(self._values) < want:
            if self._source is None:
                values = self.choices()
                if isinstance(values, Sized):
                    self._size = len(values)
                try:
                    self._source = iter(values)
                except TypeError:
                    raise self._wrong(f"choices() gives {values!r}, not values") from None
            for value in self._source:
                self._values.append(value)
                if len(self._values) >= want:
                    break
            else:
                self._done = True
        return len(self._values)

    def _spec(self) -> GeneratorRow | None:
        """What makes the same generator inside the engine, or None."""
        return None

    def _row(
        self, kind: str, type: str | None, lo: int = 0, hi: int = 0, delta: int = 0, values: list[int] | None = None
    ) -> GeneratorRow:
        """As csrc/py/given.def has it; whoever registers the generator puts the handle in."""
        return {
            "kind": kind,
            "id": self.id,
            "type": type,
            "lo": lo,
            "hi": hi,
            "delta": delta,
            "values": values,
            "host": 0,
        }


def value_text(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


class BooleanChoiceGenerator(ChoiceGenerator[bool]):
    choice_type = bool

    def __init__(self, config: Config | None = None, id: str = "", false_first: bool | None = None) -> None:
        super().__init__(config, id)
        if false_first is None:
            false_first = config is None or config.get_boolean(
                f"{id}.false_first", config.get_boolean("cg.boolean.false_first", True)
            )
        self.false_first = false_first

    def choices(self) -> Iterable[bool]:
        return (False, True) if self.false_first else (True, False)

    def _spec(self) -> GeneratorRow | None:
        return self._row("bool", "BooleanChoiceGenerator", lo=int(self.false_first))


class IntChoiceGenerator(ChoiceGenerator[int]):
    choice_type = int


class LongChoiceGenerator(ChoiceGenerator[int]):
    choice_type = int


class FloatChoiceGenerator(ChoiceGenerator[float]):
    choice_type = float


class DoubleChoiceGenerator(ChoiceGenerator[float]):
    choice_type = float


class ReferenceChoiceGenerator(ChoiceGenerator[Any]):
    """Objects: references (int), None, or what a notification shows of them (ElementInfo)."""

    choice_type = int


class ThreadChoiceGenerator(ChoiceGenerator[Any]):
    """The threads that may run next: by their ids, or as a notification shows them (ThreadInfo)."""

    choice_type = object
    scheduling = True


class SchedulingPoint(ThreadChoiceGenerator):
    """A choice of the thread that runs (JPF: isSchedulingPoint)."""


def _configured(first: object, second: object) -> tuple[Config | None, str]:
    """The two ways to make a kind, as in JPF: (id, parameters ...) and (config, id), which reads them."""
    from .config import Config

    return (first, str(second)) if isinstance(first, Config) else (None, str(first))


class _Interval(ChoiceGenerator[int]):
    def __init__(self, id: Any, min: Any = 0, max: int = 0, delta: int = 1) -> None:
        config, name = _configured(id, min)
        super().__init__(config, name)
        if config is not None:
            min, max = config.get_int(f"{name}.min"), config.get_int(f"{name}.max")
            delta = config.get_int(f"{name}.delta", delta)
        if delta == 0:
            raise ValueError("delta is 0")
        self.min: int = min if min <= max else max
        self.max: int = max if min <= max else min
        self.delta = delta

    def choices(self) -> Iterable[int]:
        return (
            range(self.min, self.max + 1, self.delta) if self.delta > 0 else range(self.max, self.min - 1, self.delta)
        )

    def is_ascending(self) -> bool:
        return self.delta > 0

    def reverse(self) -> None:
        self.delta = -self.delta
        self.reset()

    def _spec(self) -> GeneratorRow | None:
        low, high = (self.min, self.max) if self.delta > 0 else (self.max, self.min)
        return self._row("interval", _shipped(self), low, high, self.delta)


class IntIntervalGenerator(_Interval, IntChoiceGenerator):
    """min, min + delta ... up to max; with a negative delta from max down. (config, id): id.min, id.max, id.delta."""


class LongIntervalGenerator(_Interval, LongChoiceGenerator):
    pass


def _shipped(cg: ChoiceGenerator[Any]) -> str:
    """Name of the shipped class that cg is, or is derived from."""
    return next(c.__name__ for c in type(cg).__mro__ if c.__module__ == __name__)


def _bits(value: float, letter: str, integer: str) -> int:
    return int(struct.unpack("<" + integer, struct.pack("<" + letter, value))[0])


class _FromList(ChoiceGenerator[T]):
    _kind: ClassVar[str]
    _unique: ClassVar[bool] = False

    def __init__(self, id: Any, *values: Any) -> None:
        config, name = _configured(id, values[0] if values else "")
        super().__init__(config, name)
        if config is not None:
            values = tuple(self._parse(config, f"{name}.values", v) for v in config.get_list(f"{name}.values"))
            if not values:
                place = config.place_text(f"{name}.class")
                raise ConfigError(f"{name}.values is not set, and {type(self).__name__} needs it{place}")
        elif len(values) == 1 and isinstance(values[0], list | tuple | range):
            values = tuple(values[0])
        self.values: Sequence[T] = tuple(dict.fromkeys(values)) if self._unique else values

    def _parse(self, config: Config, key: str, text: str) -> Any:
        try:
            return float(text) if self._kind in ("floats", "doubles") else int(text, 0)
        except ValueError:
            raise ConfigError(f"{key}={config.get(key)}: {text} is no number{config.place_text(key)}") from None

    def choices(self) -> Iterable[T]:
        return self.values

    def _spec(self) -> GeneratorRow | None:
        if not self.values:
            return None
        encode = ENCODE[{"ints": T_INT, "longs": T_LONG, "floats": T_FLOAT, "doubles": T_DOUBLE}[self._kind]]
        return self._row(self._kind, _shipped(self), values=[encode(v) for v in self.values])


class IntChoiceFromList(_FromList[int], IntChoiceGenerator):
    _kind = "ints"


class IntChoiceFromSet(IntChoiceFromList):
    """As IntChoiceFromList, without values that occur twice."""

    _unique = True


class LongChoiceFromList(_FromList[int], LongChoiceGenerator):
    _kind = "longs"


class FloatChoiceFromList(_FromList[float], FloatChoiceGenerator):
    _kind = "floats"


class DoubleChoiceFromList(_FromList[float], DoubleChoiceGenerator):
    _kind = "doubles"


class DoubleChoiceFromSet(DoubleChoiceFromList):
    _unique = True


class DoubleThresholdGenerator(_FromList[float], DoubleChoiceGenerator):
    """threshold - delta, threshold, threshold + delta; (config, id): or id.low, id.threshold, id.high."""

    _kind = "doubles"

    def __init__(self, id: Any, threshold: Any = 0.0, delta: float = 0.0) -> None:
        config, name = _configured(id, threshold)
        if config is None:
            super().__init__(name, threshold - delta, threshold, threshold + delta)
            return
        middle = config.get_double(f"{name}.threshold")
        if f"{name}.low" in config.values or f"{name}.high" in config.values:
            super().__init__(name, config.get_double(f"{name}.low"), middle, config.get_double(f"{name}.high"))
        else:
            step = config.get_double(f"{name}.delta")
            super().__init__(name, middle - step, middle, middle + step)
        self.config = config


class RandomIntIntervalGenerator(IntChoiceGenerator):
    """n random ints from min to max, both included. Or (config, id): id.min, id.max, id.n, id.seed."""

    def __init__(self, id: Any, min: Any = 0, max: int = 0, n: int = 1, seed: int = 42) -> None:
        config, name = _configured(id, min)
        super().__init__(config, name)
        if config is not None:
            min, max = config.get_int(f"{name}.min"), config.get_int(f"{name}.max")
            n, seed = config.get_int(f"{name}.n", n), config.get_int(f"{name}.seed", seed)
        self.min, self.max, self.n, self.seed = min, max, n, seed

    def choices(self) -> Iterable[int]:
        source = random.Random(self.seed)
        return [source.randint(self.min, self.max) for _ in range(self.n)]


class _Shuffled(ChoiceGenerator[int]):
    def __init__(self, other: ChoiceGenerator[int], seed: int = 42) -> None:
        super().__init__(None, other.id)
        self.other, self.seed = other, seed

    def choices(self) -> Iterable[int]:
        values = list(self.other.choices())
        random.Random(self.seed).shuffle(values)
        return values


class RandomOrderIntCG(_Shuffled, IntChoiceGenerator):
    """The choices of another generator in a random order."""


class RandomOrderLongCG(_Shuffled, LongChoiceGenerator):
    pass


class PermutationCG(ChoiceGenerator[tuple[int, ...]]):
    """The permutations of 0..size-1: all of them ("total"), the identity and each exchange of two ("pair"), or n
    random ones ("random")."""

    choice_type = tuple

    def __init__(self, id: str, size: int, variant: str = "total", n: int = 1, seed: int = 42) -> None:
        super().__init__(None, id)
        if variant not in ("total", "pair", "random"):
            raise ValueError(f"{variant}: total, pair or random expected")
        self.size, self.variant, self.n, self.seed = size, variant, n, seed
        self._size = {"total": math.factorial(size), "pair": 1 + math.comb(size, 2), "random": n}[variant]

    def choices(self) -> Iterable[tuple[int, ...]]:
        if self.variant == "total":
            yield from itertools.permutations(range(self.size))
            return
        identity = list(range(self.size))
        if self.variant == "random":
            source = random.Random(self.seed)
            for _ in range(self.n):
                yield tuple(source.sample(identity, self.size))
            return
        yield tuple(identity)
        for a, b in itertools.combinations(range(self.size), 2):
            swapped = list(identity)
            swapped[a], swapped[b] = b, a
            yield tuple(swapped)


class TypedObjectChoice(ReferenceChoiceGenerator):
    """Objects, by reference; with `key.class=TypedObjectChoice` and `key.type` the engine finds those of a type."""

    def __init__(self, id: str, *objects: Any) -> None:
        super().__init__(None, id)
        self.objects = [_number(o, "ref") for o in objects]

    def choices(self) -> Iterable[int]:
        return self.objects

    def _spec(self) -> GeneratorRow | None:
        return self._row("refs", _shipped(self), values=list(self.objects)) if self.objects else None


class InvocationCG(ChoiceGenerator[tuple[Any, ...]]):
    """Calls to be made: (method, arguments) pairs, for whoever makes them in the bottom half."""

    choice_type = tuple

    def __init__(self, id: str, invocations: Iterable[tuple[Any, ...]]) -> None:
        super().__init__(None, id)
        self.invocations = list(invocations)

    def choices(self) -> Iterable[tuple[Any, ...]]:
        return self.invocations


class CompoundChoiceGenerator(ChoiceGenerator[Any]):
    """The choices of several generators, one after the other."""

    def __init__(self, id: str, *parts: ChoiceGenerator[Any]) -> None:
        super().__init__(None, id)
        self.parts = list(parts)

    def add(self, part: ChoiceGenerator[Any]) -> None:
        self.parts.append(part)

    def choices(self) -> Iterable[Any]:
        for part in self.parts:
            index = 0
            while part._drawn(index + 1) > index:
                yield part._values[index]
                index += 1


def _number(x: Any, name: str) -> int:
    """A thread or object as the engine knows it."""
    return 0 if x is None else int(getattr(x, name, x))


class ThreadChoiceFromSet(SchedulingPoint):
    """Which of these threads runs next. Each has to be able to; without the running one among them the search
    leaves schedules out and is not complete."""

    def __init__(self, id: str, *threads: Any) -> None:
        super().__init__(None, id)
        if len(threads) == 1 and isinstance(threads[0], list | tuple):
            threads = tuple(threads[0])
        self.threads = [_number(t, "id") for t in threads]

    def choices(self) -> Iterable[int]:
        return self.threads

    def contains(self, thread: Any) -> bool:
        return _number(thread, "id") in self.threads

    def _spec(self) -> GeneratorRow | None:
        if not self.threads:
            raise ValueError(f"{self.id}: a choice of threads without any")
        return self._row("threads", _shipped(self), values=list(self.threads))


class BreakGenerator(ThreadChoiceFromSet):
    """One thread: only the transition ends."""


class ExceptionThreadChoiceFromSet(ThreadChoiceFromSet):
    """The threads, then `thread` once more for each exception class; whoever made it throws what
    get_exception_for_current_choice() names."""

    def __init__(self, id: str, threads: Iterable[Any], thread: Any, exceptions: Iterable[str]) -> None:
        names = list(exceptions)
        super().__init__(id, *threads, *(thread for _ in names))
        self.exceptions: list[str | None] = [*([None] * (len(self.threads) - len(names))), *names]

    def get_exception_for_current_choice(self) -> str | None:
        return self.exceptions[self._at] if 0 <= self._at < len(self.exceptions) else None


class ExposureCG(ThreadChoiceFromSet):
    """At a store that makes an object reachable from other threads (before it is done)."""


class EventChoice(ChoiceGenerator[str]):
    """The events that a b-program may select."""

    choice_type = str


class NotifyChoice(IntChoiceGenerator):
    """Which of the waiting threads is notified, by its place among them."""


T_REF, T_BOOLEAN, T_FLOAT, T_DOUBLE, T_INT, T_LONG = 1, 4, 6, 7, 10, 11
BASES: dict[int, tuple[type, str]] = {
    T_REF: (ReferenceChoiceGenerator, "an object"),
    T_BOOLEAN: (BooleanChoiceGenerator, "a boolean"),
    T_FLOAT: (FloatChoiceGenerator, "a float"),
    T_DOUBLE: (DoubleChoiceGenerator, "a double"),
    T_INT: (IntChoiceGenerator, "an int"),
    T_LONG: (LongChoiceGenerator, "a long"),
}


def _whole(bits: int) -> Callable[[Any], int]:
    def encode(value: Any) -> int:
        number = operator.index(value)
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise OverflowError(f"{number} does not fit into {bits} bits")
        return int(number)

    return encode


def _boolean(value: Any) -> int:
    if value not in (0, 1):
        raise TypeError(f"{value!r} is no boolean")
    return int(value)


def _floating(letter: str, integer: str) -> Callable[[Any], int]:
    def encode(value: Any) -> int:
        if isinstance(value, str | bytes):
            raise TypeError(f"{value!r} is no number")
        return _bits(float(value), letter, integer)

    return encode


ENCODE: dict[int, Callable[[Any], int]] = {
    T_REF: lambda v: _number(v, "ref"),
    T_BOOLEAN: _boolean,
    T_FLOAT: _floating("f", "I"),
    T_DOUBLE: _floating("d", "q"),
    T_INT: _whole(32),
    T_LONG: _whole(64),
}

WANT: dict[type, int] = {base: want for want, (base, _) in BASES.items()}
PROTOCOL = ("choices", "has_more_choices", "advance", "get_next_choice")


def by_protocol(cls: type) -> bool:
    """Does a class enumerate by JPF's protocol, or by choices()? The nearest definition of either counts."""
    for c in cls.__mro__:
        if c is ChoiceGenerator:
            break
        if "choices" in c.__dict__:
            return False
        if "get_next_choice" in c.__dict__ or "advance" in c.__dict__:
            return True
    return True


def native_spec(cg: ChoiceGenerator[Any]) -> GeneratorRow | None:
    """What makes the same generator inside the engine: for a shipped kind, or a class that enumerates as it does."""
    cls = type(cg)
    own = next((c for c in cls.__mro__ if c.__module__ == __name__), ChoiceGenerator)
    if any(getattr(cls, name) is not getattr(own, name) for name in PROTOCOL):
        return None
    return cg._spec()
