"""Choice generators in Python, and the registry through which the engine reaches them.

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

import copy
import importlib
import itertools
import random
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .errors import ConfigError

if TYPE_CHECKING:
    from .config import Config

T = TypeVar("T")
Spec = tuple[str, str, str | None, int, int, int, list[int] | None]


class ChoiceGenerator(Generic[T]):
    """JPF: gov.nasa.jpf.vm.ChoiceGenerator. The position counts from -1, before the first advance()."""

    choice_type: ClassVar[type] = object

    def __init__(self, config: Config | None = None, id: str = "") -> None:
        self.config = config
        self.id = id
        self._at = -1
        self._values: list[T] = []
        self._source: Iterator[T] | None = None
        self._done = False
        self.cascaded_parent: ChoiceGenerator[Any] | None = None
        self.previous_choice_generator: ChoiceGenerator[Any] | None = None
        self.thread_id: int | None = None

    # --- what a subclass gives: this, or has_more_choices, advance and get_next_choice

    def choices(self) -> Iterable[T]:
        """The values, in order. Drawn lazily, once."""
        raise NotImplementedError(f"{type(self).__name__} has neither choices() nor JPF's protocol")

    # --- JPF's protocol

    def has_more_choices(self) -> bool:
        return self._drawn(self._at + 2) > self._at + 1

    def advance(self, n: int = 1) -> None:
        self._at += n

    def get_next_choice(self) -> T:
        """The current choice, as JPF's getNextChoice."""
        return self.choice_at(max(self._at, 0))

    def reset(self) -> None:
        self._at = -1

    def choice_at(self, index: int) -> T:
        if self._drawn(index + 1) <= index:
            raise IndexError(f"{self.id or type(self).__name__}: there is no choice {index}")
        return self._values[index]

    def get_total_number_of_choices(self) -> int:
        return self._drawn(sys.maxsize)

    def get_processed_number_of_choices(self) -> int:
        return self._at + 1

    def is_done(self) -> bool:
        return not self.has_more_choices()

    def is_cascaded(self) -> bool:
        return self.cascaded_parent is not None

    def get_id(self) -> str:
        return self.id

    def get_choice_type(self) -> type:
        return self.choice_type

    def clone(self) -> ChoiceGenerator[T]:
        return copy.copy(self)

    def __copy__(self) -> ChoiceGenerator[T]:
        """A copy at the same place. What choices() has given is shared, as an iterator cannot be copied."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r} at {self._at}>"

    # --- drawing

    def _drawn(self, want: int) -> int:
        """Draw until `want` values are known; how many are."""
        if not self._done and len(self._values) < want:
            if self._source is None:
                self._source = iter(self.choices())
            for value in self._source:
                self._values.append(value)
                if len(self._values) >= want:
                    break
            else:
                self._done = True
        return len(self._values)

    def _spec(self) -> Spec | None:
        """What makes the same generator inside the engine, or None."""
        return None


class BooleanChoiceGenerator(ChoiceGenerator[bool]):
    choice_type = bool

    def __init__(self, config: Config | None = None, id: str = "", false_first: bool = True) -> None:
        super().__init__(config, id)
        self.false_first = false_first

    def choices(self) -> Iterable[bool]:
        return (False, True) if self.false_first else (True, False)

    def _spec(self) -> Spec | None:
        if type(self) is not BooleanChoiceGenerator:
            return None
        return ("bool", self.id, None, int(self.false_first), 0, 0, None)


class IntChoiceGenerator(ChoiceGenerator[int]):
    choice_type = int


class LongChoiceGenerator(ChoiceGenerator[int]):
    choice_type = int


class FloatChoiceGenerator(ChoiceGenerator[float]):
    choice_type = float


class DoubleChoiceGenerator(ChoiceGenerator[float]):
    choice_type = float


class ReferenceChoiceGenerator(ChoiceGenerator[int]):
    choice_type = int


class ThreadChoiceGenerator(ChoiceGenerator[int]):
    """The threads that may run next, by their ids."""

    choice_type = int


class SchedulingPoint(ThreadChoiceGenerator):
    """A choice of threads that the VM has made (JPF: isSchedulingPoint)."""


class IntIntervalGenerator(IntChoiceGenerator):
    def __init__(self, id: str, min: int, max: int, delta: int = 1) -> None:
        super().__init__(None, id)
        if delta == 0:
            raise ValueError("delta is 0")
        self.min, self.max, self.delta = min, max, delta

    def choices(self) -> Iterable[int]:
        return (
            range(self.min, self.max + 1, self.delta) if self.delta > 0 else range(self.max, self.min - 1, self.delta)
        )

    def reverse(self) -> None:
        self.delta = -self.delta

    def _spec(self) -> Spec | None:
        low, high = (self.min, self.max) if self.delta > 0 else (self.max, self.min)
        return ("interval", self.id, "IntIntervalGenerator", low, high, self.delta, None)


def _bits(value: float, letter: str, integer: str) -> int:
    return int(struct.unpack("<" + integer, struct.pack("<" + letter, value))[0])


class _FromList(ChoiceGenerator[T]):
    _kind: ClassVar[str]

    def __init__(self, id: str, *values: T) -> None:
        super().__init__(None, id)
        self.values: Sequence[T] = values

    def choices(self) -> Iterable[T]:
        return self.values

    def _spec(self) -> Spec | None:
        encode = ENCODE[{"ints": T_INT, "longs": T_LONG, "floats": T_FLOAT, "doubles": T_DOUBLE}[self._kind]]
        return (self._kind, self.id, type(self).__name__, 0, 0, 0, [encode(v) for v in self.values])


class IntChoiceFromList(_FromList[int], IntChoiceGenerator):
    _kind = "ints"


class IntChoiceFromSet(IntChoiceFromList):
    pass


class LongChoiceFromList(_FromList[int], LongChoiceGenerator):
    _kind = "longs"


class FloatChoiceFromList(_FromList[float], FloatChoiceGenerator):
    _kind = "floats"


class DoubleChoiceFromList(_FromList[float], DoubleChoiceGenerator):
    _kind = "doubles"


class DoubleChoiceFromSet(DoubleChoiceFromList):
    pass


class DoubleThresholdGenerator(DoubleChoiceFromList):
    """threshold - delta, threshold, threshold + delta."""

    def __init__(self, id: str, threshold: float, delta: float) -> None:
        super().__init__(id, threshold - delta, threshold, threshold + delta)


class RandomIntIntervalGenerator(IntChoiceGenerator):
    def __init__(self, id: str, min: int, max: int, n: int, seed: int = 42) -> None:
        super().__init__(None, id)
        self.min, self.max, self.n, self.seed = min, max, n, seed

    def choices(self) -> Iterable[int]:
        source = random.Random(self.seed)
        return (source.randint(self.min, self.max) for _ in range(self.n))


class RandomOrderIntCG(IntChoiceGenerator):
    """The choices of another generator in a random order."""

    def __init__(self, other: IntChoiceGenerator, seed: int = 42) -> None:
        super().__init__(None, other.id)
        self.other, self.seed = other, seed

    def choices(self) -> Iterable[int]:
        values = list(self.other.choices())
        random.Random(self.seed).shuffle(values)
        return values


class RandomOrderLongCG(LongChoiceGenerator):
    def __init__(self, other: LongChoiceGenerator, seed: int = 42) -> None:
        super().__init__(None, other.id)
        self.other, self.seed = other, seed

    choices = RandomOrderIntCG.choices


class PermutationCG(ChoiceGenerator[tuple[int, ...]]):
    """The permutations of 0..size-1: all of them, or with variant="pair" the identity and each exchange of two."""

    choice_type = tuple

    def __init__(self, id: str, size: int, variant: str = "total") -> None:
        super().__init__(None, id)
        self.size, self.variant = size, variant

    def choices(self) -> Iterable[tuple[int, ...]]:
        if self.variant == "total":
            yield from itertools.permutations(range(self.size))
            return
        identity = list(range(self.size))
        yield tuple(identity)
        for a, b in itertools.combinations(range(self.size), 2):
            swapped = list(identity)
            swapped[a], swapped[b] = b, a
            yield tuple(swapped)


class TypedObjectChoice(ReferenceChoiceGenerator):
    """Objects of a type; inside the engine by `key.class=TypedObjectChoice` and `key.type`."""


class InvocationCG(ChoiceGenerator[tuple[Any, ...]]):
    """Calls to be made: (method, arguments) pairs."""

    def __init__(self, id: str, invocations: Iterable[tuple[Any, ...]]) -> None:
        super().__init__(None, id)
        self.invocations = list(invocations)

    def choices(self) -> Iterable[tuple[Any, ...]]:
        return self.invocations


class CompoundChoiceGenerator(ChoiceGenerator[Any]):
    """The choices of several generators, one after the other."""

    def __init__(self, id: str, *parts: ChoiceGenerator[Any]) -> None:
        super().__init__(None, id)
        self.parts = parts

    def choices(self) -> Iterable[Any]:
        return itertools.chain.from_iterable(p.choices() for p in self.parts)


class ThreadChoiceFromSet(SchedulingPoint):
    def __init__(self, id: str, *threads: int) -> None:
        super().__init__(None, id)
        self.threads = threads

    def choices(self) -> Iterable[int]:
        return self.threads


class BreakGenerator(ThreadChoiceFromSet):
    """One thread: only the transition ends."""


class ExceptionThreadChoiceFromSet(ThreadChoiceFromSet):
    def __init__(self, id: str, threads: Iterable[int], exception: str) -> None:
        super().__init__(id, *threads)
        self.exception = exception


class ExposureCG(ThreadChoiceFromSet):
    """Before an object becomes reachable from other threads."""


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
        number = value.__index__()
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise OverflowError(f"{number} does not fit into {bits} bits")
        return int(number)

    return encode


ENCODE: dict[int, Callable[[Any], int]] = {
    T_REF: lambda v: 0 if v is None else int(v),
    T_BOOLEAN: lambda v: int(bool(v)),
    T_FLOAT: lambda v: _bits(float(v), "f", "I"),
    T_DOUBLE: lambda v: _bits(float(v), "d", "q"),
    T_INT: _whole(32),
    T_LONG: _whole(64),
}


class Throw(Exception):
    """Raised by a peer: the Java exception of this class is thrown in the program."""

    def __init__(self, java_class: str, message: str = "") -> None:
        super().__init__(java_class, message)


RE_EXECUTE = object()  # a peer's answer: run me again when the registered generators have chosen
BYTECODE = object()  # a peer's answer: this call is none of mine, run the method's own code


class SystemState:
    """The generators of the running search, for peers, listeners and policies. JPF: SystemState."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def set_next_choice_generator(self, cg: ChoiceGenerator[Any]) -> bool:
        """One more generator for the state that comes; those set at the same instruction cascade."""
        registry = self._registry
        view = registry.view_of_vm
        if view is not None and view.listener is not None:
            view.meddlers.append(view.listener)  # called again wherever this path is executed again
        spec = cg._spec()
        if spec is None:
            place = registry.vm.next_place()
            if (known := registry.places.get(place)) is not None:
                handle = known  # the state is being restored: what was drawn then counts
                registry.keep(handle)
            else:
                want = WANT.get(next((b for b in type(cg).__mro__ if b in WANT), object), 0)
                handle = registry.add(cg, want, place)
                if registry.vm.keeps():
                    registry.keep(handle)
            n, is_open = registry.count(handle, 2)
            spec = ("custom", cg.id, registry.type_name(handle), handle, n, int(is_open), None)
        registry.vm.set_next_cg(spec)
        return True

    def is_first_step_insn(self) -> bool:
        """Does the thread stand at the instruction that the current choice was made for?"""
        return bool(self._registry.vm.first_step())

    def _chain(self) -> list[list[ChoiceGenerator[Any]]]:
        chain: list[list[ChoiceGenerator[Any]]] = []
        previous: ChoiceGenerator[Any] | None = None
        for level in self._registry.vm.levels():
            here: list[ChoiceGenerator[Any]] = []
            parent = None
            for data in reversed(level):
                cg = self._registry.view(*data)
                cg.cascaded_parent = parent
                cg.previous_choice_generator = previous
                parent = previous = cg
                here.append(cg)
            chain.append(here)
        return chain

    def get_choice_generators(self) -> list[ChoiceGenerator[Any]]:
        """Of the whole path, the first state's first."""
        return [cg for level in self._chain() for cg in level]

    def get_current_choice_generators(self) -> list[ChoiceGenerator[Any]]:
        chain = self._chain()
        return chain[-1] if chain else []

    def get_choice_generator(self) -> ChoiceGenerator[Any] | None:
        """The one registered last at the current state."""
        here = self.get_current_choice_generators()
        return here[-1] if here else None

    def get_current_choice_generator(
        self, id: str | None = None, kind: type = ChoiceGenerator
    ) -> ChoiceGenerator[Any] | None:
        return next(
            (
                cg
                for cg in reversed(self.get_current_choice_generators())
                if (id is None or cg.id == id) and isinstance(cg, kind)
            ),
            None,
        )

    def get_last_choice_generator_of_type(self, kind: type) -> ChoiceGenerator[Any] | None:
        return next((cg for cg in reversed(self.get_choice_generators()) if isinstance(cg, kind)), None)


WANT: dict[type, int] = {base: want for want, (base, _) in BASES.items()}


class Env:
    """What a native peer gets first. JPF: MJIEnv."""

    RE_EXECUTE = RE_EXECUTE
    BYTECODE = BYTECODE

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.system_state = SystemState(registry)

    @property
    def config(self) -> Config:
        return self._registry.config

    def is_first_step_insn(self) -> bool:
        """The bottom half: the same call again, with the choice made."""
        return bool(self._registry.vm.first_step())

    def set_next_choice_generator(self, cg: ChoiceGenerator[Any]) -> bool:
        return self.system_state.set_next_choice_generator(cg)

    def get_choice_generator(self, id: str | None = None, kind: type = ChoiceGenerator) -> ChoiceGenerator[Any] | None:
        return self.system_state.get_current_choice_generator(id, kind)

    def throw(self, java_class: str, message: str = "") -> None:
        raise Throw(java_class, message)


Peer = Callable[..., Any]


class _Entry:
    __slots__ = ("cg", "encode", "label", "place", "protocol", "refs", "want")

    def __init__(self, cg: ChoiceGenerator[Any], want: int, place: int | None) -> None:
        self.cg, self.want, self.place, self.refs = cg, want, place, 1
        self.encode = ENCODE.get(want, lambda v: int(v) if isinstance(v, int) else 0)
        self.protocol = type(cg).choices is ChoiceGenerator.choices
        self.label = f"{type(cg).__module__}:{type(cg).__qualname__}"


class Registry:
    """What the engine calls (csrc/py/choicepy.c). One for each VM."""

    def __init__(self, config: Config, peers: dict[str, Peer] | None = None) -> None:
        self.config = config
        self.vm: Any = None
        self.view_of_vm: Any = None  # what listeners see of it
        self.entries: dict[int, _Entry] = {}
        self.places: dict[int, int] = {}
        self.names: dict[str, str] = {}
        self.next_handle = 1
        self.peers = dict(peers or {})
        self.policy: Any = None
        sync = config.get("vm.scheduler.sync.class") or config.get("vm.scheduler.class")
        if ":" in sync:
            key = "vm.scheduler.sync.class" if config.get("vm.scheduler.sync.class") else "vm.scheduler.class"
            cls = self.load(sync, key)
            self.policy = cls(config) if isinstance(cls, type) else cls
        self.env = Env(self)

    @property
    def peer_classes(self) -> str:
        return " " + " ".join(self.peers) + " " if self.peers else ""

    # --- generators

    def load(self, name: str, key: str) -> Any:
        module, _, attribute = name.partition(":")
        where = self.config.place_text(key)
        try:
            return getattr(importlib.import_module(module), attribute)
        except ModuleNotFoundError as e:
            if e.name is not None and (module == e.name or module.startswith(e.name + ".")):
                raise ConfigError(f"{key}={name}: no module named {e.name}{where}") from None
            raise
        except AttributeError:
            raise ConfigError(f"{key}={name}: module {module} has no {attribute}{where}") from None

    def make(self, name: str, id: str, want: int, place: int) -> int:
        if (known := self.places.get(place)) is not None:
            self.entries[known].refs += 1
            return known
        cls = self.load(name, f"{id}.class")
        where = self.config.place_text(f"{id}.class")
        if not (isinstance(cls, type) and issubclass(cls, ChoiceGenerator)):
            raise ConfigError(f"{id}.class={name}: that is no ChoiceGenerator{where}")
        base, text = BASES.get(want, (ChoiceGenerator, "a value"))
        typed = next((b for b in cls.__mro__ if b in WANT), None)
        if typed is not None and not issubclass(cls, base):
            raise ConfigError(f"{id}.class={name}: is a {typed.__name__}, and the program asks for {text}{where}")
        try:
            cg = cls(self.config, id)
        except ConfigError:
            raise
        except Exception as e:
            e.add_note(f"in the constructor of choice generator {id!r} ({name})")
            raise
        return self.add(cg, want, place)

    def add(self, cg: ChoiceGenerator[Any], want: int, place: int | None = None) -> int:
        handle = self.next_handle
        self.next_handle += 1
        self.entries[handle] = _Entry(cg, want, place)
        if place is not None:
            self.places[place] = handle
        return handle

    def keep(self, handle: int) -> None:
        self.entries[handle].refs += 1

    def drop(self, handle: int) -> None:
        entry = self.entries.get(handle)
        if entry is None:
            return
        entry.refs -= 1
        if not entry.refs:
            del self.entries[handle]
            if entry.place is not None:
                self.places.pop(entry.place, None)

    def count(self, handle: int, want: int) -> tuple[int, bool]:
        entry = self.entries[handle]
        cg = entry.cg
        try:
            if not entry.protocol:
                n = cg._drawn(want)
                return n, not cg._done
            while len(cg._values) < want and not cg._done:
                if cg.has_more_choices():
                    cg.advance()
                    cg._values.append(cg.get_next_choice())
                else:
                    cg._done = True
            return len(cg._values), not cg._done
        except Exception as e:
            e.add_note(f"in choice generator {cg.id!r} ({entry.label}), drawing choice {len(cg._values)}")
            raise

    def value(self, handle: int, index: int) -> int:
        entry = self.entries[handle]
        value = entry.cg._values[index]
        try:
            return entry.encode(value)
        except Exception as e:
            expected = BASES.get(entry.want, (None, "a number"))[1]
            text = f"choice {index} is {value!r}, not {expected}"
            e.add_note(f"in choice generator {entry.cg.id!r} ({entry.label}): {text}")
            raise

    def text(self, handle: int, index: int) -> str:
        value = self.entries[handle].cg._values[index]
        return ("true" if value else "false") if isinstance(value, bool) else str(value)

    def type_name(self, handle: int) -> str:
        name = type(self.entries[handle].cg).__name__
        return self.names.setdefault(name, name)

    def view(
        self, id: str, type_name: str, kind: int, at: int, n: int, handle: int, value: int, thread: int
    ) -> ChoiceGenerator[Any]:
        """A generator of the path as an object: the user's own for a Python kind, else one of the shipped."""
        if handle and (entry := self.entries.get(handle)) is not None:
            cg: ChoiceGenerator[Any] = copy.copy(entry.cg)
            if entry.protocol:
                drawn = entry.cg._values
                cg.get_next_choice = lambda: drawn[max(at, 0)]  # type: ignore[method-assign]
        else:
            cls = globals().get(type_name, IntChoiceGenerator)
            cg = cls.__new__(cls)
            ChoiceGenerator.__init__(cg, None, id)
            current: Any = value
            if isinstance(cg, BooleanChoiceGenerator):
                current = bool(value)
            elif isinstance(cg, DoubleChoiceGenerator):
                current = struct.unpack("<d", struct.pack("<q", value))[0]
            elif isinstance(cg, FloatChoiceGenerator):
                current = struct.unpack("<f", struct.pack("<I", value & 0xFFFFFFFF))[0]
            cg.get_next_choice = lambda: current  # type: ignore[method-assign]
            cg.has_more_choices = lambda: at + 1 < n  # type: ignore[method-assign]
            cg.get_total_number_of_choices = lambda: n  # type: ignore[method-assign]
        cg._at = at
        cg.thread_id = thread
        return cg

    # --- peers and policies

    def call_peer(self, cls: str, name: str, desc: str, args: list[Any]) -> tuple[str, Any, str | None, str | None]:
        try:
            value = self.peers[f"{cls}.{name}{desc}"](self.env, *args)
        except Throw as e:
            return "throw", None, e.args[0].replace(".", "/"), e.args[1]
        if value is RE_EXECUTE:
            return "again", None, None, None
        if value is BYTECODE:
            return "bytecode", None, None, None
        return "return", value, None, None

    def schedule(self, thread: int, action: str, runnable: list[int]) -> list[int]:
        answer = self.policy.schedule(thread if thread >= 0 else None, action, list(runnable))
        if answer is None:
            return []
        chosen = [int(t) for t in answer]
        if not chosen or len(set(chosen)) != len(chosen) or not set(chosen) <= set(runnable):
            raise ValueError(f"the sync policy answered {chosen}; the threads that can run are {runnable}")
        return chosen


class SyncPolicy:
    """Base of `vm.scheduler.sync.class=module:Class`: asked at every boundary which threads the choice is over."""

    def __init__(self, config: Config) -> None:
        self.config = config

    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        """Some or all of `runnable`, in the order to be tried; None: no choice here, the thread goes on."""
        return runnable


def peer_key(method: str) -> str:
    """`pkg.Class.name(desc)` as the engine writes it."""
    head, paren, desc = method.partition("(")
    if not paren or ")" not in desc or "." not in head:
        raise ConfigError(f"{method}: a method is written package.Class.name(I)V")
    cls, _, name = head.rpartition(".")
    return f"{cls.replace('.', '/')}.{name}({desc}"


def registry(config: Config, peers: dict[str, Peer] | None = None) -> Registry | None:
    """A registry if anything in this configuration lives in Python."""
    for key, value in config.values.items():
        if key.endswith(".class") and ":" in value:
            break
    else:
        if not peers:
            return None
    return Registry(config, {peer_key(k): v for k, v in (peers or {}).items()})
