"""What the shipped listeners share: reading their properties, printing, class patterns, paths that backtrack."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..errors import ConfigError
from ..views import MethodInfo

if TYPE_CHECKING:
    from ..config import Config
    from ..views import Instruction, Search, ThreadInfo

T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., Any])
JDK = "java.*,javax.*,jdk.*,sun.*,gov.nasa.jpf.vm.*"
OWN = ",".join("!" + p for p in JDK.split(","))  # a filter: the program's own methods


class Counting:
    """What it has counted goes into checkpoints, and the time since it began."""

    counted: tuple[str, ...] = ()  # attributes
    start: float  # time.monotonic()

    def checkpoint_state(self) -> dict[str, Any]:
        return {"elapsed": time.monotonic() - self.start, **{k: getattr(self, k) for k in self.counted}}

    def restore_state(self, state: dict[str, Any]) -> None:
        self.start = time.monotonic() - state["elapsed"]
        for k in self.counted:
            setattr(self, k, state[k])


class Printing:
    """Prints to standard output (to standard error where that is the program's alone, --quiet, or a report's, --json
    -), or to `out`, a function of one line."""

    native: list[tuple[str, str, str]] = []  # keys whose patterns the engine matches, of what kind, and they
    matchers: list[tuple[str, Any]] = []  # keys with their patterns: `text`, and `met`: it has meant something

    def __init__(self, config: Config | None = None) -> None:
        self.config = config
        self.out: Any = None

    def setting(self, key: str, default: str = "") -> str:
        return str(self.config.get(key, default)) if self.config is not None else default

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.setting(key, "true" if default else "false").strip().lower()
        return value in ("true", "yes", "on", "t", "1")

    def number(self, key: str, default: int) -> int:
        """Raises ConfigError, with the key, for what is no whole number."""
        text = self.setting(key).strip()
        try:
            return int(text, 0) if text else default
        except ValueError:
            raise ConfigError(f"{key}={text}: a whole number expected") from None

    def names(self, key: str, default: str = "") -> list[str]:
        return self.setting(key, default).replace(",", " ").replace(";", " ").split()

    def patterns(self, include: str, exclude: str = "", default: str = "", kind: str = "class") -> Patterns:
        """What the two keys mean; `default`: excluded where the second is not set. What they name and never meet is
        told at the end."""
        out = Patterns(self.pieces(include, "", kind), self.pieces(exclude, default, kind) if exclude else [], kind)
        self.matchers = [*self.matchers, *((include, p) for p in out.include)]
        if exclude and self.setting(exclude):
            self.matchers += [(exclude, p) for p in out.exclude]
        return out

    def pieces(self, key: str, default: str = "", kind: str = "class", separators: str = "") -> list[str]:
        """The entries of a list. Nothing within parentheses separates them; names of threads may have blanks."""
        separators = separators or (",;" if kind == "thread" else ",;: \t\r\n")
        out, piece, depth = [], "", 0
        for c in self.setting(key, default) + separators[0]:
            depth += (c == "(") - (c == ")")
            if c not in separators or depth > 0:
                piece += c
                continue
            if piece.strip():
                out.append(piece.strip())
            piece = ""
        return out

    def unused(self, vm: Any) -> list[str]:
        """A line for each pattern that has meant nothing so far."""
        names = [(key, text) for key, kind, patterns in self.native for text in vm.raw._unused(kind, patterns)]
        names += [(key, p.text) for key, p in self.matchers if not p.met]
        return [f"warning: {key}: `{text}` matches nothing that was met" for key, text in names]

    def spec(self, key: str, text: str, kind: Callable[[str], T]) -> T:
        """One specification of _specs.py. Raises ConfigError, with the key, where it cannot be read."""
        try:
            one = kind(text.strip())
        except ValueError as e:
            raise ConfigError(f"{key}: {e}") from None
        if hasattr(one, "met"):
            self.matchers = [*self.matchers, (key, one)]
        return one

    def specs(self, key: str, kind: Callable[[str], T], separators: str = ",;") -> list[T]:
        """A list of specifications (commas within parentheses do not separate)."""
        return [self.spec(key, piece, kind) for piece in self.pieces(key, separators=separators)]

    def say(self, text: str = "") -> None:
        if self.out is not None:
            self.out(text)
            return
        stream = sys.stderr if getattr(self.config, "listeners_aside", False) else sys.stdout
        try:
            stream.write(text + "\n")
        except (BrokenPipeError, ValueError):  # nobody reads on; the search goes on
            self.out = lambda text: None

    def topic(self, text: str) -> None:
        """A heading, as the console report's."""
        self.say()
        self.say(f"{'=' * 54} {text}")


class Pending:
    """What listeners see before an instruction and say once it is done, for it may be executed in two halves."""

    def __init__(self) -> None:
        self.by: dict[int, tuple[Instruction, str]] = {}  # thread: its instruction, and what will be said

    def put(self, thread: ThreadInfo, insn: Instruction, text: str) -> None:
        self.by[thread.id] = insn, text

    def done(self, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction) -> str:
        """What is to be said of `insn`; empty before it is done, and where nothing is."""
        what, text = self.by.get(thread.id, (None, ""))
        if what != insn or next_insn == insn:
            return ""
        del self.by[thread.id]
        return text


class Pattern:
    """One pattern of a list (csrc/base/pattern.h); `met`: it has meant something."""

    __slots__ = ("inverted", "met", "regex", "text")

    def __init__(self, text: str) -> None:
        from ._specs import glob

        self.text, self.inverted, self.met = text, text.startswith("!"), False
        self.regex = glob(text.lstrip("!"))

    def fits(self, names: tuple[str, ...]) -> bool:
        if any(self.regex.fullmatch(n) for n in names):
            self.met = True
            return True
        return False


def _means(patterns: list[Pattern], names: tuple[str, ...]) -> bool:
    """Each is asked, so that it is known which ones never mean anything."""
    hits = [(p.inverted, p.fits(names)) for p in patterns]
    if any(no and hit for no, hit in hits):
        return False
    return any(hit and not no for no, hit in hits) or all(no for no, _ in hits)


class Patterns:
    """include and exclude lists of patterns, JPF's `a.b.*` and `!a.b.*`, over classes, members (`member`: what is
    called is a name Class.member, or several of one member) or threads. A package may be left out. JPF:
    StringSetMatcher.isMatch."""

    def __init__(self, include: list[str], exclude: list[str], kind: str = "class") -> None:
        self.include, self.exclude = [Pattern(p) for p in include], [Pattern(p) for p in exclude]
        self.kind = kind
        self.known: dict[tuple[str, ...], bool] = {}

    def _short(self, name: str) -> str:
        head, paren, rest = name.partition("(")
        parts = head.split(".")
        return ".".join(parts[-2:] if self.kind == "member" else parts[-1:]) + paren + rest

    def __call__(self, *names: str) -> bool:
        got = self.known.get(names)
        if got is None:
            every = names if self.kind == "thread" else (*names, *map(self._short, names))
            out = bool(self.exclude) and _means(self.exclude, every)
            got = self.known[names] = (not self.include or _means(self.include, every)) and not out
        return got


class PathLog(Generic[T]):
    """Records of the current path: those of transitions that are undone go away, whatever the search.

    The listener that has one calls `advanced`, `backtracked`, `stored` and `restored` from its notifications."""

    def __init__(self) -> None:
        self.levels: list[tuple[T, ...]] = []
        self.now: list[T] = []
        self.saved: dict[int, list[tuple[T, ...]]] = {}

    def add(self, record: T) -> None:
        self.now.append(record)

    def advanced(self) -> None:
        self.levels.append(tuple(self.now))
        self.now = []

    def backtracked(self, depth: int) -> None:
        del self.levels[depth:]
        self.now = []

    def stored(self, state: int) -> None:
        self.saved[state] = list(self.levels)

    def restored(self, state: int, depth: int) -> None:
        self.levels = list(self.saved.get(state, [()] * depth))
        self.now = []

    def clear(self) -> None:
        self.__init__()  # type: ignore[misc]

    def __iter__(self) -> Iterator[T]:
        for level in self.levels:
            yield from level
        yield from self.now

    def numbered(self) -> Iterator[tuple[int, T]]:
        """With the number of the transition."""
        for i, level in enumerate([*self.levels, tuple(self.now)]):
            for record in level:
                yield i, record


class Logging(Printing):
    """A listener with the records of its path in `self.log`."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.log: PathLog[Any] = PathLog()

    def state_advanced(self, search: Search) -> None:
        self.log.advanced()

    def state_backtracked(self, search: Search) -> None:
        self.log.backtracked(search.depth)

    def state_stored(self, search: Search) -> None:
        self.log.stored(search.state_id)

    def state_restored(self, search: Search) -> None:
        self.log.restored(search.state_id, search.depth)

    def search_restarted(self, search: Search) -> None:
        self.log.clear()


def native_filter(listener: Printing, name: str, default: str, kind: str) -> tuple[str, str]:
    """NAME.include and NAME.exclude of a native listener, which names classes ('c') or methods too ('C')."""
    include, exclude = listener.pieces(f"{name}.include"), listener.pieces(f"{name}.exclude", default)
    for key in (f"{name}.include", f"{name}.exclude"):
        if listener.setting(key):
            listener.native = [*listener.native, (key, kind, listener.setting(key))]
    return ",".join(include), ",".join(exclude)


def filtered(call: C, *, opcodes: str | None = None, method: str | None = None) -> C:
    """`call` with the engine's filter (jpfpy.on), where the filter is known only when the listener is made."""

    def wrapper(*args: Any) -> Any:
        return call(*args)

    wrapper.__jpf_filter__ = (opcodes, method, None, None, None)  # type: ignore[attr-defined]
    return wrapper  # type: ignore[return-value]


def is_system(method: MethodInfo) -> bool:
    return method.class_info is None or bool(method.class_info.is_system)


def local_name(thread: Any, frame: Any, insn: Any) -> str:
    """Name of the variable that a load or store is about: at a store its scope begins behind it."""
    rows = thread.vm.raw._locals(thread.id, frame.index)
    return next((str(row.name) for row in rows if row.slot == insn.slot), f"#{insn.slot}")
