"""What an explorer shows: where the program stands, and how it came there. Plain data, which stays as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..graph.states import State, ThreadState

if TYPE_CHECKING:
    from ..report.report import ErrorInfo, Location, ThreadSnapshot


class Option(NamedTuple):
    """A choice that can be made."""

    number: int  # what Explorer.step takes
    text: str  # "main", or the value of a data choice; both where several are made at once
    thread: str  # who goes on
    next: str  # what this thread is about to do

    def __str__(self) -> str:
        return f"{self.number}: {self.text}" + (f"  {self.next}" if self.next else "")

    def _repr_html_(self) -> str:
        from ..report.notebook import card

        return card(f"step({self.number})", [("choice", self.text), *([("next", self.next)] if self.next else [])])


class Access(NamedTuple):
    """The field or array element that a transition began with reading or writing."""

    name: str  # Account.balance, int[][2]
    op: str  # "read" or "write"
    before: Any
    after: Any

    def __str__(self) -> str:
        short = self.name.rpartition(".")[2]
        return (
            f"{short}: {shown(self.before)} -> {shown(self.after)}"
            if self.op == "write"
            else (f"{short} is {shown(self.before)}")
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """A live thread: what the snapshot of an error tells of it, and what comes next."""

    snapshot: ThreadSnapshot
    next: str  # "reads Account.balance", "locks Fork@1", "joins teller"; where it is blocked, what it waits for
    line: Location | None  # where it stands in the program's own code

    @property
    def id(self) -> int:
        return self.snapshot.id

    @property
    def name(self) -> str:
        return self.snapshot.name

    @property
    def status(self) -> str:
        return self.snapshot.status

    @property
    def frames(self) -> tuple[Any, ...]:
        """Frames with their local variables, the innermost first."""
        return self.snapshot.frames

    @property
    def holds(self) -> tuple[str, ...]:
        return tuple(lock.id for lock in self.snapshot.owned)

    @property
    def waits_for(self) -> str:
        lock = self.snapshot.waiting_for
        return str(lock) if lock is not None else ""

    @property
    def place(self) -> str:
        """Account.java:12"""
        return f"{self.line.file}:{self.line.line}" if self.line is not None and self.line.file else ""

    def __str__(self) -> str:
        source = (self.line.source or "") if self.line is not None else ""
        holds = f"  holds {', '.join(self.holds)}" if self.holds else ""
        return f"{self.name:<14} {self.status:<10} {self.place:<22} {source}  | {self.next}{holds}".rstrip(" |")


@dataclass(slots=True)
class Position:
    """A state of the program: `threads` that live, `choices` that can be made, `values` of the watched expressions.

    kind: "new", "end" (the program has ended), "error" (something is violated here) or "ignored" (the program has cut
    the path off)."""

    id: int
    depth: int  # transitions of the path
    kind: str
    threads: tuple[Standing, ...]
    choices: tuple[Option, ...]
    values: Mapping[str, Any]
    output: str  # what the path has printed
    error: ErrorInfo | None = None
    _drawn: State | None = field(default=None, init=False, repr=False, compare=False)

    def _in_graph(self, kind: str) -> State:
        """As a state graph has it; the same object while nothing is new, for the graph is drawn at each move."""
        if self._drawn is None or self._drawn.kind != kind or self._drawn.values is not self.values:
            standing = tuple(ThreadState(t.name, t.status, t.place) for t in self.threads)
            self._drawn = State(self.id, self.depth, kind, standing, (), self.values)
        return self._drawn

    def thread(self, name: str) -> Standing:
        """The live thread of that name. KeyError: there is none."""
        for t in self.threads:
            if t.name == name:
                return t
        raise KeyError(name)

    def __str__(self) -> str:
        out = [f"state {self.id}, depth {self.depth}" + ("" if self.kind == "new" else f", {self.kind}")]
        out += [f"  {t}" for t in self.threads]
        out += [f"  {k} = {shown(v)}" for k, v in self.values.items()]
        if self.error is not None:
            out.append(f"  {self.error}")
        out += [f"  {c}" for c in self.choices]
        return "\n".join(out)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from .page import position

        return position(self)


@dataclass(slots=True, eq=False)
class Move:
    """A transition of the path, and where it led: `position`."""

    thread: str
    thread_id: int
    choice: str  # of data, or an event; "" where only the thread was chosen
    reason: str  # why there was a choice: the id of its generator
    steps: tuple[Location, ...]  # lines of the program's own code
    output: str  # what it printed
    access: Access | None  # the field it began with
    position: Position
    before: Move | None = field(repr=False)
    picks: tuple[int | None, ...] = field(repr=False)  # of each generator: index, None where it chose the thread
    counts: Mapping[int, int] = field(repr=False)  # bytecodes that threads have executed on the path, by their ids

    def __iter__(self) -> Iterator[Move]:
        """The path up to here, its first transition first."""
        out: list[Move] = []
        at: Move | None = self
        while at is not None:
            out.append(at)
            at = at.before
        return iter(out[::-1])

    @property
    def lines(self) -> tuple[str, ...]:
        """Account.java:12, each once."""
        return tuple(dict.fromkeys(f"{s.file}:{s.line}" for s in self.steps))

    @property
    def label(self) -> str:
        return self.choice or self.thread

    def __str__(self) -> str:
        what = f" {self.choice}" if self.choice else ""
        out = [f"{self.thread}{what}" + (f"  ({self.access})" if self.access else "")]
        out += [f"  {f'{s.file}:{s.line}':<22} {s.source or ''}".rstrip() for s in self.steps]
        out += [f"  prints {line}" for line in self.output.splitlines()]
        return "\n".join(out)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from .page import path, wrapped

        return wrapped(path([self], -1))


def shown(value: Any) -> str:
    """As Java writes it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(shown(v) for v in value[:20]) + (", ..." if len(value) > 20 else "") + "]"
    return f'"{value}"' if isinstance(value, str) and "@" not in value else str(value)
