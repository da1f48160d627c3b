"""One run of a b-program: deterministic, random or interactive; the event log and the view with a lane a b-thread."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..report.report import Lane
from .errors import BPError
from .events import Event
from .mixed import ITEM, PART, Host
from .trace import lanes_at, lanes_text

if TYPE_CHECKING:
    from .program import BProgram

MODES = {"det": "det", "deterministic": "det", "random": "random", "iter": "iter", "interactive": "iter"}


@dataclass(frozen=True)
class RunResult:
    """What a run did. `ended`: every b-thread has returned or parked for good; else nothing could be selected, or
    `steps` were done (`stopped`)."""

    events: tuple[Event, ...]
    lanes: tuple[tuple[Lane, ...], ...]  # of each step
    ended: bool
    stopped: bool
    seed: int | None
    choices: tuple[tuple[int, int], ...] = ()  # of each step: which of how many events that could be selected

    def log(self) -> str:
        """The event log, one event a line."""
        return "".join(f"{i}: {e}\n" for i, e in enumerate(self.events, 1))

    def view(self) -> str:
        """What each b-thread requested, waited for and blocked at each step, and what was selected."""
        return lanes_text([str(e) for e in self.events], self.lanes)

    def __str__(self) -> str:
        return self.log()

    def _repr_html_(self) -> str:
        from ..report.html.events import Row, fragment

        steps = zip(self.events, self.choices, self.lanes, strict=True)
        rows = [Row(i, str(e), *c, [lane._asdict() for lane in lanes]) for i, (e, c, lanes) in enumerate(steps, 1)]
        end = "stopped" if self.stopped else "ended" if self.ended else "nothing could be selected any more"
        return fragment(rows, f"{len(rows)} events, then {end}")


def ask(events: Sequence[Event]) -> int:
    """On the terminal: which one?"""
    for i, e in enumerate(events):
        print(f"  {i}: {e}", file=sys.stderr)
    while True:
        print("event? ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise BPError("interactive run: no more input")
        if line.strip().isdecimal() and int(line) < len(events):
            return int(line)
        print(f"{line.strip()!r}: a number from 0 to {len(events) - 1} expected", file=sys.stderr)


class Runner:
    """Selects the events of one run and keeps what it did."""

    def __init__(
        self,
        mode: str,
        seed: int | None,
        steps: int | None,
        choose: Callable[[Sequence[Event]], int] | None,
        on_event: Callable[[Event], object] | None,
    ) -> None:
        kind = MODES.get(str(mode).lower())
        if steps is not None and not isinstance(steps, int):
            raise BPError(f"steps={steps!r}: a whole number of events expected")
        if kind is None:
            raise BPError(f"mode={mode!r}: det, random or iter expected")
        if kind == "random" and seed is None:
            seed = random.randrange(1 << 32)
        self.kind, self.seed, self.steps, self.choose, self.on_event = kind, seed, steps, choose or ask, on_event
        self.dice = random.Random(seed)
        self.events: list[Event] = []
        self.lanes: list[tuple[Lane, ...]] = []
        self.choices: list[tuple[int, int]] = []
        self.stopped, self.told = False, 0

    def select(self, events: Sequence[Event]) -> int | None:
        """Which of these (at least one); None: the run has done its steps."""
        if self.steps is not None and len(self.events) >= self.steps:
            self.stopped = True
            return None
        index = 0
        if len(events) > 1 and self.kind == "random":
            index = self.dice.randrange(len(events))
        elif len(events) > 1 and self.kind == "iter":
            index = self.choose(events)
            if not isinstance(index, int) or not 0 <= index < len(events):
                raise BPError(f"choose() gave {index!r}: a number from 0 to {len(events) - 1} expected")
        self.choices.append((index, len(events)))
        return index

    def took(self, event: Event, lanes: Sequence[Lane]) -> None:
        self.lanes.append(tuple(lanes))
        self.events.append(event)

    def tell(self) -> None:
        """The last event's step is done."""
        if self.on_event is not None and self.told < len(self.events):
            self.told = len(self.events)
            self.on_event(self.events[-1])

    def result(self, over: bool) -> RunResult:
        seed = self.seed if self.kind == "random" else None
        return RunResult(
            tuple(self.events), tuple(self.lanes), over and not self.stopped, self.stopped, seed, tuple(self.choices)
        )


def run(program: BProgram, runner: Runner) -> RunResult:
    """Of a program in Python alone."""
    from .program import Core

    core = Core(program, merge=False)
    state = core.c.start()
    while choices := core.c.choices(state):
        index = runner.select([core.events[c] for c in choices])
        if index is None:
            break
        event = core.events[choices[index]]
        runner.took(event, lanes_at(core, state, event))
        state = core.c.step(state, choices[index]).state
        runner.tell()
    return runner.result(all(core.locals[n].sync is None or core.locals[n].sync.parked for n in state))


class InVM:
    """A run with b-threads in Java: bp.Mixed asks for each selection."""

    def __init__(self, host: Host, runner: Runner) -> None:
        self.host, self.runner = host, runner
        self.failure: Exception | None = None
        self.waits = False  # does some b-thread wait for an event, where none can be selected?

    def select(self, env: object, names: str, rows: str) -> int:
        try:
            return self._select(names.split(ITEM) if names else [], rows.split(ITEM) if rows else [])
        except Exception as e:
            self.failure = e
            return -1

    def _select(self, names: list[str], rows: list[str]) -> int:
        said = [row.split(PART) for row in rows]
        self.runner.tell()
        self.waits = any(row[1] or row[2] for row in said)
        if not names:
            return -1
        events = [self.host.event(name) for name in names]
        index = self.runner.select(events)
        if index is None:
            return -1
        here = str(index)
        lanes = [
            Lane(who, requested, waits, blocks, here in mine.split(","), here in goes.split(","))
            for who, requested, waits, blocks, mine, goes in said
            if requested or waits or blocks
        ]
        self.runner.took(events[index], lanes)
        return index


def run_in_vm(program: BProgram, runner: Runner, config: Mapping[str, object]) -> RunResult:
    """Of a program with b-threads in Java. What it prints goes to standard output and error."""
    from ..api import JPF
    from ..arguments import text

    host = Host(program, merge=False)
    inside = InVM(host, runner)
    jpf = JPF({**program.vm_config(), **{k: text(v) for k, v in config.items()}})
    for method, peer in host.peers().items():
        jpf.register_peer(method, peer)
    jpf.register_peer("bp.Mixed.select(Ljava/lang/String;Ljava/lang/String;)I", inside.select)
    try:
        raw = jpf.run_once(on_output=_print)
    finally:
        host.core.close()
    if inside.failure is not None:
        raise inside.failure
    if raw["not_modelled"]:
        raise BPError(f"{program.name}: not modelled: {raw['not_modelled']}")
    return runner.result(not inside.waits)


def _print(fd: int, data: bytes) -> None:
    (sys.stderr if fd == 2 else sys.stdout).write(data.decode(errors="replace"))
