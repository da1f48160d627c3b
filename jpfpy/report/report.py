"""The report as typed objects: what jpfpy.verify returns. Same fields as the JSON report, schema 1."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import IncompleteError, VerificationError
from ..made import shown_target
from .json_text import json_text

if TYPE_CHECKING:
    from ..graph import StateGraph
    from ..made import Given
    from ..raw import (
        RawChoice,
        RawError,
        RawFrame,
        RawLock,
        RawReport,
        RawStatistics,
        RawStep,
        RawThread,
        RawTransition,
    )


class Shown:
    """Its repr is its text, with the class before it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Location(Shown):
    """A line of the program."""

    class_name: str
    method: str
    file: str | None
    line: int | None
    source: str | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file or "Unknown Source"
        return f"{self.class_name}.{self.method}({place})"

    def _repr_html_(self) -> str:
        from .notebook import listing

        row = [place_of(self), f"{self.class_name}.{self.method}", self.source or ""]
        return listing(["place", "method", "line"], [row], [2])


def place_of(location: Location) -> str:
    return f"{location.file}:{location.line}" if location.file and location.line else location.file or "Unknown Source"


@dataclass(frozen=True, slots=True)
class ChoiceInfo:
    """The choice that a transition took: its generator's id and type, and which of how many values."""

    id: str
    type: str
    value: str
    index: int
    total: int

    def __str__(self) -> str:
        return f"{self.type}[{self.id}] {self.value} ({self.index + 1}/{self.total})"

    def _repr_html_(self) -> str:
        from .notebook import card

        rows = [("generator", f"{self.type} {self.id}"), ("chosen", f"{self.index + 1} of {self.total}")]
        return card(self.value, rows)


class Lane(NamedTuple):
    """One b-thread of a b-program where an event is selected."""

    bthread: str
    requested: str
    waited_for: str
    blocked: str
    selected: bool  # it requested the event that was selected
    resumed: bool  # it went on with it

    def __str__(self) -> str:
        from .console import lane_text

        return lane_text(*self)


@dataclass(frozen=True, slots=True)
class LockEvent:
    """A monitor, or a lock of java.util.concurrent, that `thread` "acquired" or "released" in a step."""

    step: int  # index in TransitionInfo.steps
    thread: str
    lock: str
    op: str


@dataclass(frozen=True, slots=True, repr=False)
class TransitionInfo:
    """One step of the search: a thread, the choice it began with, the source lines it executed."""

    thread: str
    thread_id: int
    choice: ChoiceInfo
    steps: tuple[Location, ...]
    locks: tuple[LockEvent, ...] = ()
    lanes: tuple[Lane, ...] = ()  # b-programs: what each b-thread said where the event was selected

    def __str__(self) -> str:
        lines = [f"{self.thread}: {self.choice}", *(f"  {lane}" for lane in self.lanes)]
        for s in self.steps:
            place = f"{s.file}:{s.line}" if s.file and s.line else s.file or "Unknown Source"
            lines.append(f"  {place:<30}: {s.source or f'{s.class_name}.{s.method}'}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<TransitionInfo {self.thread}: {self.choice}, {len(self.steps)} steps>"

    def _repr_html_(self) -> str:
        from .notebook import listing

        steps = [[self.thread, place_of(s), s.source or f"{s.class_name}.{s.method}"] for s in self.steps[:200]]
        more = len(self.steps) - 200
        steps += [[self.thread, "", f"{more} more lines"]] if more > 0 else []
        return listing([f"{self.choice}", "place", "line"], steps, [2])


@dataclass(frozen=True, slots=True)
class Lock:
    class_name: str
    id: str
    owner: str | None

    def __str__(self) -> str:
        return self.id + (f", held by {self.owner}" if self.owner else "")


@dataclass(frozen=True, slots=True)
class Frame:
    location: Location
    locals: dict[str, str]

    def __str__(self) -> str:
        return str(self.location)


@dataclass(frozen=True, slots=True, repr=False)
class ThreadSnapshot(Shown):
    """A thread as it stands where the error was found."""

    id: int
    name: str
    status: str
    daemon: bool
    waiting_for: Lock | None
    owned: tuple[Lock, ...]
    frames: tuple[Frame, ...]
    waits: str | None = None

    def __str__(self) -> str:
        wait = f", {self.waits}" if self.waits else ""
        return f"{self.name} ({self.status}{wait})"

    def _repr_html_(self) -> str:
        from .notebook import card

        rows: list[tuple[str, object]] = [("waits", self.waits)] if self.waits else []
        rows += [("holds", lock.id) for lock in self.owned]
        for f in self.frames[:50]:
            values = ", ".join(f"{k}={v}" for k, v in f.locals.items())
            rows.append(("at", f"{f.location}" + (f"  {values}" if values else "")))
        return card(f"{self.name} ({self.status}{', daemon' if self.daemon else ''})", rows)


@dataclass(frozen=True, slots=True)
class CauseInfo:
    """What `Throwable.getCause` of an uncaught exception gives: its class and message, and where it was made."""

    message: str
    stack: tuple[Location, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ErrorInfo:
    """An error that was found, with the path that leads to it."""

    id: int
    property: str
    kind: str
    exception: str | None
    message: str
    thread: str
    location: Location | None
    stack: tuple[Location, ...]
    causes: tuple[CauseInfo, ...]
    replay: str
    trace: tuple[TransitionInfo, ...]
    snapshot: tuple[ThreadSnapshot, ...]
    output: str = ""  # what the program printed on the path (its last 64 KiB)
    lanes: tuple[Lane, ...] = ()  # b-programs: what each b-thread says in the state the error was found in
    note: str | None = None  # why the trace is not the path that was found, or there is none
    raw: RawError | None = field(default=None, compare=False)
    report: Report | None = field(default=None, compare=False)  # the one that it stands in

    def __str__(self) -> str:
        where = f" at {self.location}" if self.location else ""
        return f"{self.property}: {self.message} (thread {self.thread}{where}; {self.path_text})"

    def __getitem__(self, name: str) -> Any:
        """As the JSON report has it."""
        if self.raw is None:
            raise KeyError(name)
        return self.raw[name]  # type: ignore[literal-required]

    # JPF: Error

    def get_id(self) -> int:
        return self.id

    @builtins.property
    def description(self) -> str:
        """The property that is violated."""
        return self.property

    def get_description(self) -> str:
        return self.property

    @builtins.property
    def details(self) -> str:
        """The message."""
        return self.message

    def get_details(self) -> str:
        return self.message

    def __repr__(self) -> str:
        short = " ".join(self.message.split())
        at = f" at {place_of(self.location)}" if self.location else ""
        text = f"{short if len(short) < 100 else short[:97] + '...'}; thread {self.thread}{at}, {self.path_text}"
        return f"<ErrorInfo {self.id} {self.kind}: {text}>"

    @builtins.property
    def path_text(self) -> str:
        """Of errors that have all else in common, what tells one from another: how long the path is, and its replay
        string, of a long one the ends."""
        n, replay = len(self.trace), self.replay
        known = f"{n} transition{'s' * (n != 1)}, " if n else ""
        return known + (
            f"replay {replay if len(replay) <= 80 else f'{replay[:40]}...{replay[-32:]}'}" if replay else ""
        )

    def short_trace(self, lines: int = 24) -> str:
        """The last source lines before the error, each with its thread."""
        rows = [(t.thread, s) for t in self.trace for s in t.steps]
        out = [f"... {len(rows) - lines} lines before"] if len(rows) > lines else []
        for thread, s in rows[-lines:]:
            place = f"{s.file}:{s.line}" if s.file and s.line else s.file or ""
            out.append(f"{thread:<14} {place:<24} {s.source or f'{s.class_name}.{s.method}'}")
        return "\n".join(out)

    def _repr_html_(self) -> str:
        from .html import fragment_of_error

        return fragment_of_error(self.raw) if self.raw else f"<pre>{self}</pre>"

    def __rich__(self) -> Any:
        from rich.console import Group
        from rich.panel import Panel
        from rich.text import Text
        from rich.tree import Tree

        tree = Tree(f"trace ({len(self.trace)} transitions)")
        for t in self.trace:
            node = tree.add(Text.assemble((t.thread, "bold cyan"), f"  {t.choice}"))
            for s in t.steps:
                place = f"{s.file}:{s.line}" if s.file and s.line else s.file or ""
                node.add(Text.assemble((f"{place:<24}", "dim"), s.source or f"{s.class_name}.{s.method}"))
        threads = [Text(f"{t}") for t in self.snapshot]
        title = Text(f"error {self.id}: {self.property}")
        notes = [Text(f"note: {self.note}", style="yellow")] if self.note else []
        message = Text(self.message, style="bold red")
        return Panel(Group(message, *notes, tree, *threads, f"replay: {self.replay}"), title=title)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a search: of the whole one in a report, of what there was until then for a listener.

    statistics["states_new"] is statistics.states_new. Bytes and seconds where the name says so."""

    elapsed_s: float
    startup_s: float
    states_new: int
    states_visited: int
    states_backtracked: int
    states_restored: int
    end_states: int
    max_depth: int
    transitions: int
    instructions: int
    choice_generators: dict[str, int]
    state_bytes: int
    peak_rss_bytes: int
    loaded_classes: int
    loaded_methods: int
    constraints: tuple[str, ...]
    collision_bound: float = 0.0
    cpu_s: float = 0.0
    peak_bytes: int = 0
    states_on_disk: int = 0  # these three: docs/disk.md
    disk_bytes: int = 0
    disk_reads: int = 0
    boundaries_met: dict[str, int] = field(default_factory=dict)
    boundaries_chosen: dict[str, int] = field(default_factory=dict)
    boundaries_skipped: dict[str, int] = field(default_factory=dict)
    fields_assumed: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    setup_transitions: int = 0
    restored_by_execution: int = 0  # of states_restored: docs/strategies.md
    restored_by_execution_why: str | None = None
    restarted_states: int = 0
    restarted_transitions: int = 0
    restarted_instructions: int = 0
    pruned: int = 0  # states that the program itself cut off (Verify.ignoreIf)
    executions: int = 0  # of search.class=dpor, these three: docs/dpor.md
    executions_blocked: int = 0
    executions_cut: int = 0
    por_reduced_states: int = 0  # these, down to por_restarts: docs/por.md
    por_expanded_states: int = 0
    por_escaped_states: int = 0
    por_fair_states: int = 0
    por_begun_states: int = 0
    por_raced_choices: int = 0
    por_asleep_choices: int = 0
    por_states_again: int = 0
    por_symmetric_states: int = 0
    por_alike_choices: int = 0
    por_restarts: int = 0
    por_ended_by: str | None = None
    objects_exposed: int = 0
    boot_image: str = ""  # "cache" or "booted"
    objects: int = 0  # alive in the state at hand; these three for listeners, 0 in a report
    allocations: int = 0
    bytes: int = 0  # of the engine

    def __getitem__(self, name: str) -> Any:
        if name not in Statistics.__dataclass_fields__:
            raise KeyError(name)
        return getattr(self, name)

    def _repr_html_(self) -> str:
        from .notebook import card, number

        rows = ((n.replace("_", " "), getattr(self, n)) for n in Statistics.__dataclass_fields__)
        return card("", [(n, number(v)) for n, v in rows if v])


@dataclass(frozen=True, slots=True)
class Report:
    target: str
    args: tuple[str, ...]
    jdk: str
    result: str
    complete: bool
    interrupted: bool
    errors: tuple[ErrorInfo, ...]
    statistics: Statistics
    output: str
    config: dict[str, str]
    seed: int
    notes: list[str]  # what a reader should know: "not whole: ..." (each constraint), "note: ...", "warning: ..."
    raw: RawReport = field(repr=False, compare=False)
    graph: StateGraph | None = field(default=None, repr=False, compare=False)  # of jpfpy.explore alone
    given: Given | None = field(default=None, repr=False, compare=False)  # nothing in one that was pickled

    @property
    def ok(self) -> bool:
        """Everything was explored and no error found. False for an exploration that is not whole."""
        return self.result == "no_errors" and self.complete

    def raise_on_error(self) -> Report:
        """Raise VerificationError unless the report is ok (IncompleteError, which is one, where no error was found and
        the exploration is not whole); returns itself. The message has the last lines of the first
        error's trace and the replay string; pytest shows the test's own line above it, and nothing of ours."""
        __tracebackhide__ = True
        if self.ok:
            return self
        if self.errors:
            e = self.errors[0]
            more = f"\n(and {len(self.errors) - 1} more errors)" if len(self.errors) > 1 else ""
            note = f"\nnote: {e.note}" if e.note else ""
            text = f"{shown_target(self.target)}: {e}\n{e.short_trace()}\nreplay: {e.replay}{note}{more}"
            raise VerificationError(text, self)
        if self.result == "replayed":
            raise IncompleteError(f"{shown_target(self.target)}: {self.raw.get('message', self.result)}", self)
        why = "; ".join(self.statistics.constraints) or self.result
        raise IncompleteError(f"{shown_target(self.target)}: not explored whole ({why})", self)

    def to_json(self, indent: int | None = 2) -> str:
        return json_text(self.raw, indent, ascii=False)

    def to_html(self) -> str:
        from .html import page

        return page(self.raw)

    def __str__(self) -> str:
        from ..config import Config
        from .console import Console

        parts: list[str] = []
        Console(Config(), parts.append).finished(self.raw)
        return "".join(parts)

    def __repr__(self) -> str:
        s = self.statistics
        return (
            f"<Report {shown_target(self.target)}: {self.result}, {len(self.errors)} errors, "
            f"{s.states_new} states, {s.elapsed_s:.3f} s>"
        )

    def __rich__(self) -> Any:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        style = "bold green" if self.ok else "bold red" if self.errors else "bold yellow"
        s = self.statistics
        table = Table(show_header=False, box=None)
        for name, value in (
            ("states", f"{s.states_new:,} new, {s.states_visited:,} visited, {s.end_states:,} end"),
            ("depth", f"{s.max_depth:,}"),
            ("time", f"{s.elapsed_s:.3f} s"),
            ("instructions", f"{s.instructions:,}"),
        ):
            table.add_row(name, value)
        loud = ("warning: ", "not whole: ")
        notes = [Text(n, style="yellow" if n.startswith(loud) else "dim") for n in self.notes]
        return Group(Text(f"{shown_target(self.target)}: {self.result}", style=style), *notes, *self.errors, table)

    def _repr_html_(self) -> str:
        from .html import fragment

        return fragment(self.raw, small=True)

    @classmethod
    def from_raw(cls, raw: RawReport, given: Given | None = None) -> Report:
        report = cls(
            target=raw["target"],
            args=tuple(raw["args"]),
            jdk=raw["jdk"],
            result=raw["result"],
            complete=raw["complete"],
            interrupted=raw["interrupted"],
            errors=tuple(error_info(e) for e in raw["errors"]),
            statistics=statistics_of(raw["statistics"]),
            output=raw["output"],
            config=dict(raw["config"]),
            seed=raw["seed"],
            notes=[
                *(f"not whole: {c}" for c in raw["statistics"]["constraints"]),
                *(f"warning: {w}" for w in raw["statistics"].get("warnings", ())),
                *raw.get("notes", ()),
            ],
            raw=raw,
            given=given,
        )
        for error in report.errors:
            object.__setattr__(error, "report", report)
        return report


def _location(s: RawStep | RawFrame) -> Location:
    return Location(s["class"], s["method"], s["file"], s["line"], s.get("source"))


def _choice(c: RawChoice) -> ChoiceInfo:
    return ChoiceInfo(c["id"], c["type"], c["value"], c["index"], c["total"])


def _transition(t: RawTransition, locks: list[LockEvent]) -> TransitionInfo:
    steps = tuple(_location(s) for s in t["steps"])
    return TransitionInfo(t["thread"], t["thread_id"], _choice(t["choice"]), steps, tuple(locks), _lanes(t))


def _lanes(where: RawTransition | RawError) -> tuple[Lane, ...]:
    return tuple(Lane(**lane) for lane in where.get("lanes", ()))


def _lock(lock: RawLock) -> Lock:
    return Lock(lock["class"], lock["id"], lock["owner"])


def _thread(t: RawThread) -> ThreadSnapshot:
    return ThreadSnapshot(
        id=t["id"],
        name=t["name"],
        status=t["status"],
        daemon=t["daemon"],
        waiting_for=_lock(t["waiting_for"]) if t["waiting_for"] else None,
        owned=tuple(_lock(o) for o in t["owned"]),
        frames=tuple(Frame(_location(f), dict(f["locals"])) for f in t["frames"]),
        waits=t.get("waits"),
    )


def error_info(e: RawError) -> ErrorInfo:
    # a step of a b-program runs several threads, and is named after one
    names = {t["id"]: t["name"] for t in e["snapshot"]} | {t["thread_id"]: t["thread"] for t in e["trace"]}
    locks: list[list[LockEvent]] = [[] for _ in e["trace"]]
    for x in e.get("locks", ()):
        locks[x["transition"]].append(
            LockEvent(x["step"], names.get(x["thread_id"], f"Thread {x['thread_id']}"), x["lock"], x["op"])
        )
    return ErrorInfo(
        id=e["id"],
        property=e["property"],
        kind=e["kind"],
        exception=e["exception"],
        message=e["message"],
        thread=e["thread"],
        location=_location(e["location"]) if e["location"] else None,
        stack=tuple(_location(s) for s in e.get("stack", ())),
        causes=tuple(CauseInfo(c["message"], tuple(map(_location, c["stack"]))) for c in e.get("causes", ())),
        replay=e["replay"],
        trace=tuple(_transition(t, mine) for t, mine in zip(e["trace"], locks, strict=True)),
        snapshot=tuple(_thread(t) for t in e["snapshot"]),
        output=e.get("output", ""),
        lanes=_lanes(e),
        note=e.get("note"),
        raw=e,
    )


def statistics_of(s: RawStatistics) -> Statistics:
    known = {k: v for k, v in s.items() if k in Statistics.__dataclass_fields__ and k != "constraints"}
    return Statistics(**known, constraints=tuple(s["constraints"]))  # type: ignore[arg-type]
