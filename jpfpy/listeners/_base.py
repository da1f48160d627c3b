"""What the shipped listeners share: reading their properties, printing, class patterns, paths that backtrack."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..errors import ConfigError
from ..views import MethodInfo

if TYPE_CHECKING:
    from ..config import Config
    from ..views import Search

T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., Any])
JDK = "java.*,javax.*,jdk.*,sun.*,gov.nasa.jpf.vm.*"
OWN = ",".join("!" + p for p in JDK.split(","))  # a filter: the program's own methods


class Printing:
    """Prints to standard output (to standard error where that is the program's alone, --quiet, or a report's, --json
    -), or to `out`, a function of one line."""

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

    def specs(self, key: str, kind: Callable[[str], T], separators: str = ",;") -> list[T]:
        """A list of specifications (commas within parentheses do not separate)."""
        out: list[T] = []
        depth, piece = 0, ""
        for c in self.setting(key) + separators[0]:
            depth += (c == "(") - (c == ")")
            if c in separators and depth <= 0:
                if piece.strip():
                    try:
                        out.append(kind(piece.strip()))
                    except ValueError as e:
                        raise ConfigError(f"{key}: {e}") from None
                piece = ""
            else:
                piece += c
        return out

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


class Patterns:
    """include and exclude lists of shell patterns over full names; JPF's `a.b.*` and `!a.b.*`."""

    def __init__(self, include: list[str], exclude: list[str]) -> None:
        self.include = [p for p in include if not p.startswith("!")]
        self.exclude = [*exclude, *(p[1:] for p in include if p.startswith("!"))]

    def __call__(self, name: str) -> bool:
        if any(fnmatchcase(name, p) for p in self.exclude):
            return False
        return not self.include or any(fnmatchcase(name, p) for p in self.include)


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
    return next((str(r[0]) for r in rows if r[2] == insn.a), f"#{insn.a}")
