"""One run of a b-program: deterministic, random or interactive; the event log and the view with a lane a b-thread."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..report import Lane
from .errors import BPError
from .events import Event
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
        from ..html.events import Row, fragment

        steps = zip(self.events, self.choices, self.lanes, strict=True)
        rows = [Row(i, str(e), *c, [lane._asdict() for lane in lanes]) for i, (e, c, lanes) in enumerate(steps)]
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
        print(f"{line.strip()!r}: a number from 0 to {len(events) - 1}", file=sys.stderr)


def run(
    program: BProgram,
    mode: str,
    seed: int | None,
    steps: int | None,
    choose: Callable[[Sequence[Event]], int] | None,
    on_event: Callable[[Event], object] | None,
) -> RunResult:
    from .program import Core

    kind = MODES.get(str(mode).lower())
    if steps is not None and not isinstance(steps, int):
        raise BPError(f"steps={steps!r}: a whole number of events")
    if kind is None:
        raise BPError(f"mode={mode!r}: det, random or iter")
    if kind == "random" and seed is None:
        seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    core = Core(program, merge=False)
    state = core.c.start()
    events: list[Event] = []
    seen: list[tuple[Lane, ...]] = []
    taken: list[tuple[int, int]] = []
    stopped = False
    while True:
        choices = core.c.choices(state)
        if not choices:
            break
        if steps is not None and len(events) >= steps:
            stopped = True
            break
        if kind == "det" or len(choices) == 1:
            index = 0
        elif kind == "random":
            index = dice.randrange(len(choices))
        else:
            index = (choose or ask)([core.events[c] for c in choices])
            if not isinstance(index, int) or not 0 <= index < len(choices):
                raise BPError(f"choose() gave {index!r}: a number from 0 to {len(choices) - 1}")
        event = core.events[choices[index]]
        taken.append((index, len(choices)))
        seen.append(tuple(lanes_at(core, state, event)))
        state, _ = core.c.step(state, choices[index])
        events.append(event)
        if on_event is not None:
            on_event(event)
    over = all(core.locals[n].sync is None or core.locals[n].sync.parked for n in state)
    return RunResult(
        tuple(events), tuple(seen), over and not stopped, stopped, seed if kind == "random" else None, tuple(taken)
    )
