"""b-threads and their local states: which are the same, and how one is made again."""

from __future__ import annotations

import copy
import inspect
import types
from collections.abc import Callable
from typing import Any

from .code import Gen, position
from .errors import BPError, Prune
from .events import Event, Sync, set_key
from .freeze import Freezer, Key, Unfreezable, freeze


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
        if not inspect.isgeneratorfunction(function):
            raise BPError(f"{function!r} is no generator function: a b-thread says `event = yield bp.sync(...)`")
        self.function, self.args, self.kwargs = function, args, dict(kwargs or {})
        self.name = name or function.__name__
        self.priority = None if priority is None else float(priority)

    def __call__(self, *args: Any, name: str | None = None, priority: float | None = None, **kwargs: Any) -> BThread:
        inner = ", ".join([*map(str, args), *(f"{k}={v}" for k, v in kwargs.items())])
        given = self.priority if priority is None else priority
        return BThread(self.function, name or (f"{self.name}({inner})" if inner else self.name), given, args, kwargs)

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
    """A local state of a b-thread. `parent` and `event` are how it was reached first."""

    __slots__ = ("id", "parent", "event", "sync", "key", "gen", "failure", "line", "position")

    def __init__(
        self, parent: Local | None, event: Event | None, sync: Sync | None, key: Key, line: int | None
    ) -> None:
        self.id = -1
        self.parent, self.event, self.sync, self.key, self.line = parent, event, sync, key, line
        self.gen: Gen | None = None
        self.failure: Failure | None = None
        self.position = ""


ENDED: Key = ("ended",)


class Machine:
    """Runs one b-thread. `merge` False: a plain run, each local state is new and nothing is made again."""

    def __init__(self, bt: BThread, index: int, merge: bool) -> None:
        self.bt, self.index, self.merge = bt, index, merge
        self.by_key: dict[Key, Local] = {}
        self.volatile = False  # closure cells change: only a fresh replay has them right
        self.changed_outside: set[str] = set()
        self.serial = 0
        self.cells = self._cells()
        self.first_cells = {n: copy_value(c) for n, c in self.cells.items()}
        self.cell_keys = {n: cell_key(c) for n, c in self.cells.items()}
        self.outside = self._outside() if merge else {}
        self.outside_keys = self._outside_keys()
        try:
            self.pristine: Any = (
                copy.deepcopy((bt.args, bt.kwargs)) if merge and not plain(bt.args, bt.kwargs) else None
            )
        except Exception:
            self.pristine = None

    # --- what lies outside the generator

    def _cells(self) -> dict[str, types.CellType]:
        f = self.bt.function
        return dict(zip(f.__code__.co_freevars, f.__closure__ or (), strict=True))

    def _outside(self) -> dict[str, Any]:
        """Mutable values that the function names and does not own: globals it reads."""
        f = self.bt.function
        names = set(f.__code__.co_names)
        return {n: f.__globals__[n] for n in names if isinstance(f.__globals__.get(n), list | dict | set | bytearray)}

    def _outside_keys(self) -> dict[str, Key]:
        out = {}
        f = self.bt.function
        for n in self.outside:
            out[f"global {n}"] = key_or_none(f.__globals__.get(n))
        if self.merge:
            for name in _stored_globals(f.__code__):
                out[f"global {name}"] = key_or_none(f.__globals__.get(name))
        return out

    def _check_outside(self) -> None:
        for name, key in self._outside_keys().items():
            if key != self.outside_keys.get(name):
                self.changed_outside.add(name)
        if not self.volatile and self.cells:
            for name, cell in self.cells.items():
                if cell_key(cell) != self.cell_keys[name]:
                    self.volatile = True
                    for local in self.by_key.values():
                        local.gen = None
                    break

    def _fresh(self) -> Gen:
        if self.volatile:
            for name, cell in self.cells.items():
                restore_cell(cell, self.first_cells[name])
        args, kwargs = self.bt.args, self.bt.kwargs
        if self.pristine is not None:
            args, kwargs = copy.deepcopy(self.pristine)
        return self.bt.function(*args, **kwargs)

    # --- steps

    def advance(self, local: Local | None, event: Event | None) -> Local:
        """The local state after `event` in `local` (None: the first one); new ones have id -1."""
        if local is None:
            gen = self._fresh()
        elif not self.merge or (local.gen is not None and not self.volatile):
            assert local.gen is not None
            gen, local.gen = local.gen, None
        else:
            gen = self._replay(local)
        new = self._step(gen, local, event)
        if not self.merge:
            return new
        if self.cells or self.outside_keys:
            was = self.volatile
            self._check_outside()
            if self.volatile and not was and new.sync is not None and new.key[0] == "at":
                new.key = ("after", local.id if local else -1, event)
        old = self.by_key.setdefault(new.key, new)
        if old.gen is None and not self.volatile:
            old.gen = new.gen
        if self.volatile:
            old.gen = None
        return old

    def _step(self, gen: Gen, local: Local | None, event: Event | None) -> Local:
        try:
            said = next(gen) if local is None else gen.send(event)
        except StopIteration:
            return Local(local, event, None, ENDED, None)
        except Prune:
            return Local(local, event, None, ("pruned",), None)
        except BPError:
            raise
        except Exception as error:
            if not self.merge:
                raise
            new = Local(local, event, None, ENDED, None)
            new.failure = Failure(error)
            new.key = ("failed", new.failure.message, tuple(new.failure.frames))
            new.line = new.failure.frames[0][2] if new.failure.frames else None
            return new
        if not isinstance(said, Sync):
            raise BPError(f"b-thread {self.bt.name!r} yielded {said!r}: a b-thread says `event = yield bp.sync(...)`")
        new = Local(local, event, said, self._key(gen, said, local, event), gen.gi_frame.f_lineno)
        new.gen = gen
        new.position = gen.gi_code.co_qualname
        return new

    def _key(self, gen: Gen, said: Sync, local: Local | None, event: Event | None) -> Key:
        if not self.merge:
            self.serial += 1
            return self.serial
        said_key = statement_key(said)
        try:
            if said.has_state:
                return ("state", freeze(said.state), said_key)
            if not self.volatile:
                freezer = Freezer()
                return ("at", position(gen, freezer), said_key)
        except Unfreezable:
            pass
        # The events received, by way of the local state before the last one.
        return ("after", local.id if local else -1, event)

    def _replay(self, local: Local) -> Gen:
        chain = []
        at: Local | None = local
        while at is not None:
            chain.append(at)
            at = at.parent
        gen = self._fresh()
        previous: Local | None = None
        for state in reversed(chain):
            try:
                said = next(gen) if previous is None else gen.send(state.event)
            except Exception:
                said = None
            if not isinstance(said, Sync) or statement_key(said) != statement_key(state.sync):
                raise BPError(
                    f"b-thread {self.bt.name!r} does not do the same for the same events: "
                    "random numbers, time and data shared with others are no part of a b-thread"
                )
            previous = state
        return gen


def _stored_globals(code: types.CodeType) -> list[str]:
    import dis

    return sorted({str(i.argval) for i in dis.get_instructions(code) if i.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")})


def statement_key(said: Sync | None) -> Key:
    if said is None:
        return None
    label = key_or_none(said.label)
    return (
        tuple(tuple(g) for g in said.groups),
        set_key(said.wait_for),
        set_key(said.block),
        said.hot,
        said.bad,
        said.prune_at_next,
        label,
    )


def plain(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    simple = (type(None), bool, int, float, str, bytes, Event, frozenset, type, types.FunctionType)
    return all(isinstance(a, simple) for a in (*args, *kwargs.values()))


def key_or_none(v: object) -> Key:
    try:
        return freeze(v)
    except Unfreezable:
        return ("object", id(v))


def copy_value(cell: types.CellType) -> Any:
    """(value, a copy of it); () for an empty cell."""
    try:
        v = cell.cell_contents
    except ValueError:
        return ()
    if isinstance(v, list | dict | set | bytearray):
        try:
            return (v, copy.deepcopy(v))
        except Exception:
            return (v,)
    return (v,)


def cell_key(cell: types.CellType) -> Key:
    try:
        return key_or_none(cell.cell_contents)
    except ValueError:
        return None


def restore_cell(cell: types.CellType, first: Any) -> None:
    if not first:
        try:
            del cell.cell_contents
        except ValueError:
            pass
    elif len(first) == 1:
        cell.cell_contents = first[0]
    else:
        cell.cell_contents = copy.deepcopy(first[1])
