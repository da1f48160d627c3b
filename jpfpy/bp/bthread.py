"""b-threads and their local states: which are the same, and how one is made again."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

from .code import Gen, cleans_up, position
from .errors import BPError, Prune, real
from .events import SAID, Event, Sync, asks, set_key
from .freeze import Freezer, Key, Unfreezable, freeze
from .outside import Outside, RegionState


class BThread:
    """A generator function with a name and a priority (the lower number comes first; None: after those before it).

    Calling it with arguments gives a b-thread over the function with these arguments."""

    def __init__(
        self,
        function: Callable[..., Gen],
        name: str | None = None,
        priority: float | None = None,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        if isinstance(function, BThread):
            function, args, kwargs = function.function, function.args, function.kwargs
        while isinstance(function, functools.partial):
            args, kwargs = (*function.args, *args), {**function.keywords, **(kwargs or {})}
            function = function.func
        if not inspect.isgeneratorfunction(function):
            raise BPError(f"{function!r} is no generator function: {SAID}")
        self.function, self.args, self.kwargs = function, args, dict(kwargs or {})
        self.name = name or function.__name__
        self.priority = None if priority is None else real(priority, f"b-thread {self.name!r}: priority")

    def __call__(self, *args: Any, name: str | None = None, priority: float | None = None, **kwargs: Any) -> BThread:
        inner = ", ".join([*map(str, args), *(f"{k}={v}" for k, v in kwargs.items())])
        given = self.priority if priority is None else priority
        return BThread(self.function, name or (f"{self.name}({inner})" if inner else self.name), given, args, kwargs)

    def check(self) -> None:
        """BPError: the arguments do not fit the function."""
        try:
            inspect.signature(self.function).bind(*self.args, **self.kwargs)
        except TypeError as e:
            raise BPError(f"b-thread {self.name!r}: {e}") from None

    def __repr__(self) -> str:
        return f"<BThread {self.name}>"


def bthread(
    function: Callable[..., Gen] | None = None, *, name: str | None = None, priority: float | None = None
) -> Any:
    """`@bp.bthread(priority=1)` or `@bp.bthread` over a generator function: a BThread."""
    if function is not None:
        return BThread(function, name, priority)
    return lambda f: BThread(f, name, priority)


class Failure:
    """An exception that left a b-thread."""

    def __init__(self, error: BaseException) -> None:
        self.exception = type(error).__name__
        self.message = f"{self.exception}: {error}" if str(error) else self.exception
        self.frames: list[tuple[str, str, int]] = []  # file, function, line; innermost first
        tb = error.__traceback__
        while tb is not None:
            code = tb.tb_frame.f_code
            if not code.co_filename.startswith(__file__.rsplit("/", 1)[0]):
                self.frames.insert(0, (code.co_filename, code.co_qualname, tb.tb_lineno))
            tb = tb.tb_next


class Local:
    """A local state of a b-thread. `parent`, `event` and `before`, its region's state, are how it was reached first."""

    __slots__ = ("id", "parent", "event", "before", "sync", "said", "wait", "block", "key", "gen", "failure", "line",
                 "position")  # fmt: skip

    def __init__(
        self, parent: Local | None, event: Event | None, sync: Sync | None, key: Key, line: int | None
    ) -> None:
        self.id = -1
        self.parent, self.event, self.sync, self.key, self.line = parent, event, sync, key, line
        self.before: RegionState | None = None
        self.said: Key = None  # the statement's key when it was made
        self.wait = self.block = 0  # sets, by number
        self.gen: Gen | None = None
        self.failure: Failure | None = None
        self.position = ""


ENDED: Key = ("ended",)


class Machine:
    """Runs one b-thread. Without `outside` it is a plain run: each local state is new and nothing is made again."""

    def __init__(self, bt: BThread, index: int, outside: Outside | None) -> None:
        self.bt, self.index, self.outside = bt, index, outside
        self.region = outside.region_of[index] if outside else None
        self.own = outside.own[index] if outside else []
        self.by_key: dict[Key, Local] = {}
        self.serial = 0
        self.attic: list[Gen] = []  # would do something when thrown away

    # --- steps

    def advance(self, local: Local | None, event: Event | None, before: RegionState | None) -> Local:
        """The local state after `event` in `local` (None: the first one); new ones have id -1. The region's state after
        it is its current one."""
        if self.outside is None or self.region is None or before is None:
            gen = self.bt.function(*self.bt.args, **self.bt.kwargs) if local is None else local.gen
            assert gen is not None
            return self._step(gen, local, event)
        if local is None:
            gen = self._fresh(before)
        elif local.gen is not None:
            gen, local.gen = local.gen, None
        else:
            gen = self._replay(local)
        self.region.set(before)
        new = self._step(gen, local, event)
        new.before = before
        old = self.by_key.setdefault(new.key, new)
        if old.gen is None:
            old.gen = new.gen
        elif new.gen is not None and new.gen is not old.gen and (new.key[0] == "after" or cleans_up(gen.gi_code)):
            self.attic.append(new.gen)
        return old

    def _fresh(self, before: RegionState) -> Gen:
        assert self.region is not None
        self.region.set(before)
        return self.bt.function(*self.bt.args, **self.bt.kwargs)

    def _step(self, gen: Gen, local: Local | None, event: Event | None) -> Local:
        plain = self.outside is None
        new = Local(local, event, None, ENDED, None)
        said: object = None
        try:
            said = next(gen) if local is None else gen.send(event)
        except StopIteration:
            pass
        except Prune:
            new.key = ("pruned",)
        except BPError as error:
            raise BPError(f"b-thread {self.bt.name!r}: {error}") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if plain:
                raise
            new.failure = Failure(error)
            new.key = ("failed", new.failure.message, tuple(new.failure.frames))
            new.line = new.failure.frames[0][2] if new.failure.frames else None
        else:
            if not isinstance(said, Sync):
                raise BPError(f"b-thread {self.bt.name!r} yielded {said!r}: {SAID}")
            new.sync, new.gen = said, gen
            new.line, new.position = gen.gi_frame.f_lineno, gen.gi_code.co_qualname
        if plain:
            self.serial += 1
            new.key = self.serial
            return new
        assert self.region is not None and self.outside is not None
        before = self.region.current
        self.region.after(self.own)
        self.outside.look_at_sent(self.bt.name)
        if new.sync is not None:
            self.outside.send(new.sync)
            new.said = statement_key(new.sync)
            new.key = self._key(gen, new, before)
        return new

    def _key(self, gen: Gen, new: Local, before: RegionState) -> Key:
        assert self.outside is not None and self.region is not None and new.sync is not None
        # predicates see what lies outside as it is here
        sees = self.region.current if asks(new.sync.wait_for) or asks(new.sync.block) else None
        try:
            if new.sync.has_state:
                return ("state", self._state(new.sync.state), new.said, sees)
            self.outside.held_by(self.bt.name, self.region)
            return ("at", position(gen, Freezer(self.outside)), new.said, sees)
        except Unfreezable:
            # The events received, by way of the local state before the last one.
            return ("after", new.parent.id if new.parent else -1, new.event, before.id)

    def _state(self, state: object) -> Key:
        try:
            return freeze(state)
        except Unfreezable as e:
            raise BPError(f"b-thread {self.bt.name!r}: state={state!r} can not be compared ({e})") from None

    def _replay(self, local: Local) -> Gen:
        chain = []
        at: Local | None = local
        while at is not None:
            chain.append(at)
            at = at.parent
        assert self.region is not None and chain[-1].before is not None
        gen = self._fresh(chain[-1].before)
        previous: Local | None = None
        for state in reversed(chain):
            assert state.before is not None
            self.region.set(state.before)
            try:
                said = next(gen) if previous is None else gen.send(state.event)
            except Exception:
                said = None
            if not isinstance(said, Sync) or statement_key(said) != state.said:
                raise BPError(
                    f"b-thread {self.bt.name!r} does not do the same for the same events: "
                    "random numbers and time are no part of a b-thread"
                )
            assert self.outside is not None
            self.outside.send(said)
            # what this step did outside is in the next state's `before`
            self.region.after(self.own)
            previous = state
        return gen

    def close(self) -> None:
        """Throw the generators away: what they do then is no part of the exploration."""
        gen: Gen | None = None
        for gen in (*self.attic, *(local.gen for local in self.by_key.values() if local.gen is not None)):
            try:
                gen.close()
            except BaseException:  # the program's own
                pass
        gen = None
        hook, sys.unraisablehook = sys.unraisablehook, lambda _: None  # one that takes no end says so once more
        try:
            self.attic.clear()
            for local in self.by_key.values():
                local.gen = None
        finally:
            sys.unraisablehook = hook


def statement_key(said: Sync | None) -> Key:
    if said is None:
        return None
    return (
        tuple(tuple(g) for g in said.groups),
        set_key(said.wait_for),
        set_key(said.block),
        said.hot,
        said.bad,
        said.prune_at_next,
        key_or_none(said.label),
    )


def key_or_none(v: object) -> Key:
    try:
        return freeze(v)
    except Unfreezable:
        return ("object", id(v))
