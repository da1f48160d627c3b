"""The work log: which tasks wait, run and are done; figures and errors of those that are done."""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass
from typing import Any

from ..extension import extension
from .log import Log
from .tasks import Result, Task, packed, unpacked
from .worker import GREATEST


@dataclass
class Sizes:
    """How tasks are cut."""

    batch: int = 4096  # keys of one question
    first: int = 2000  # states of the first task, which is done where the search was asked for
    least: int = 500  # states of a task where many workers have nothing
    most: int = 200_000
    seconds: float = 1.5  # a task shall take about so long
    cuts: float = 60.0  # seconds between two moments when no task runs, where the search may have to go back


def add(to: dict[str, Any], more: dict[str, Any]) -> None:
    for key, v in more.items():
        was = to.get(key)
        if isinstance(v, dict):
            if not isinstance(was, dict):
                to[key] = was = {}
            add(was, v)
        elif isinstance(v, bool) or not isinstance(v, int | float):
            to.setdefault(key, v)
        elif key in GREATEST:
            to[key] = max(v, was or 0)
        else:
            to[key] = (was or 0) + v


BEGINNINGS, STRAYS = 40, 3  # most, before one machine searches
KEPT = (  # of the coordinator, where the search goes back
    "pieces initial done_tasks statistics errors traces constraints notes printed asked sent expanded found_keys "
    "seconds waited"
).split()


class Coordinator:
    """Not for several threads at once.

    reduced: what a task claims follows from more than the task (csrc/search/kinds/spread.c). Then a task that is lost
    cannot be done over: the search goes back to where no task ran, and every so often it is made so (`cut`)."""

    draws = False

    def __init__(
        self, workers: int, shards: int, sizes: Sizes | None = None, folder: str | None = None, reduced: bool = False
    ) -> None:
        self.reduced = reduced
        self.facts = b""  # what is known of the program, packed
        self.beginning = self.strays = self.backs = 0
        self.anew = False  # the search is to begin again
        self.last_cut: tuple[dict[str, Any], list[int]] | None = None
        self.cut_at = time.monotonic()
        self.draining = False
        self.workers, self.sizes = workers, sizes or Sizes()
        self.epoch = 1
        self.pieces: list[tuple[bytes, int]] = []  # prefixes that wait, the newest last: few are left of a long search
        self.again: list[Task] = []  # to be done over
        self.running: dict[int, Task] = {}
        self.log = Log(shards, folder)
        self.initial = b""
        self.tasks = self.done_tasks = self.done_over = 0
        self.rate = 0.0  # states left in a second, of one worker
        self.statistics: dict[str, Any] = {}
        self.errors: list[dict[str, Any]] = []
        self.traces: list[dict[str, Any]] = []
        self.constraints: list[str] = []
        self.notes: list[str] = []
        self.printed = bytearray()  # by the program
        self.asked = self.sent = 0  # keys asked for; bytes of tasks and results, keys and answers
        self.expanded = self.found_keys = 0
        self.seconds = self.waited = 0.0  # of the workers
        self.over = self.ended = False
        self.alone = ""

    # --- tasks ---

    def root(self) -> Task:
        """The first one: the initial state."""
        self.tasks += 1
        s = self.sizes
        task = self.given(Task(self.tasks, b"", 0, s.first, min(s.batch, 512), 16, root=True))
        self.running[task.id] = task
        return task

    def given(self, task: Task) -> Task:
        """With what is known now."""
        task.attempts += 1
        task.facts, task.beginning = self.facts, self.beginning
        return task

    @property
    def waiting(self) -> int:
        """States that wait."""
        return sum(n for _, n in self.pieces) + sum(t.states for t in self.again)

    def finished(self) -> bool:
        return self.over or self.anew or bool(self.alone) or not (self.running or self.pieces or self.again)

    def next(self) -> Task | None:
        """A task for a worker that has nothing; None: none waits."""
        if self.draining:
            if self.running:
                return None
            self.cut_here()
        if self.again:
            task = self.again.pop()
        elif self.pieces:
            task = self.cut()
        else:
            return None
        self.running[self.given(task).id] = task
        return task

    def cut(self) -> Task:
        s = self.sizes
        hungry = len(self.pieces) < 2 * self.workers
        budget = max(s.least, min(s.most, int(self.rate * s.seconds)))
        if hungry:
            budget = max(s.least, budget // 4)
        most = max(1, budget // 8)
        blob, states = self.pieces.pop()
        parts = [blob]
        while self.pieces and not hungry and states + self.pieces[-1][1] <= most:
            blob, n = self.pieces.pop()
            parts.append(blob)
            states += n
        self.tasks += 1
        chunk = max(16, budget // (4 * self.workers)) if hungry else max(64, most)
        return Task(self.tasks, b"".join(parts), states, budget, s.batch, chunk, self.initial)

    def done(self, r: Result) -> bool:
        """Takes the result, unless it was taken before or its epoch is over."""
        task = self.running.get(r.task)
        if task is None or r.epoch != self.epoch:
            return False
        if not self.learned(r):
            return False
        del self.running[r.task]
        self.done_tasks += 1
        self.initial = self.initial or r.initial
        self.log.write(r.keys)
        self.printed += r.output
        self.found_keys += sum(map(len, r.keys)) // 16
        self.pieces += r.chunks
        self.add(r.statistics)
        self.errors += r.errors
        self.traces += r.traces
        self.constraints += [c for c in r.constraints if c not in self.constraints]
        self.notes += [n for n in r.notes if n not in self.notes]
        self.asked += r.asked
        self.expanded += r.expanded
        self.sent += 17 * r.asked + len(task.prefixes) + sum(map(len, r.keys)) + sum(len(b) for b, _ in r.chunks)
        if not task.root:
            self.seconds += r.seconds
            self.waited += r.waited
        self.ended |= r.ended
        self.over |= r.over or r.ended
        if self.reduced and not task.root and time.monotonic() - self.cut_at > self.sizes.cuts:
            self.draining = True
        self.alone = self.alone or r.alone
        if r.expanded and r.seconds > 0:
            now = r.expanded / r.seconds
            self.rate = now if not self.rate else 0.8 * self.rate + 0.2 * now
        return True

    def add(self, statistics: dict[str, Any]) -> None:
        add(self.statistics, statistics)

    def learned(self, r: Result) -> bool:
        """Does it count, as far as what it rests on was seen to be so?"""
        if r.facts:
            facts = extension().learn(unpacked(self.facts), unpacked(r.facts))
            if extension().facts_wrong(facts) or r.again:
                self.begin_again(extension().facts_anew(facts), r.stray)
                return False
            self.facts = packed(facts)
        return True

    def begin_again(self, facts: bytes, stray: bool) -> None:
        """With nothing explored; what was learned stays."""
        self.beginning += 1
        self.strays += stray
        if self.strays > STRAYS:
            self.alone = "what one engine has learned of the program leads another one elsewhere"
        elif self.beginning > BEGINNINGS:
            self.alone = "what one engine assumes of the program another one finds wrong too often"
        self.facts = packed(facts)
        self.anew = True
        self.initial = b""
        self.over = self.ended = self.draining = False
        self.epoch += 1
        self.pieces, self.again, self.running = [], [], {}
        before = self.statistics
        self.statistics = {
            "restarts": before.get("restarts", 0) + 1,
            "states_before": before.get("states_before", 0) + before.get("states_new", 0),
            "transitions_before": before.get("transitions_before", 0) + before.get("transitions", 0),
        }
        self.errors, self.traces, self.constraints, self.notes = [], [], [], []
        self.printed = bytearray()
        self.found_keys = 0
        self.last_cut = None
        self.log.cut([0] * len(self.log.files))

    def cut_here(self) -> None:
        """No task runs: all that was claimed was left, or waits here."""
        self.draining = False
        self.cut_at = time.monotonic()
        self.last_cut = copy.deepcopy({k: getattr(self, k) for k in KEPT}), self.log.lengths()

    def go_back(self) -> None:
        """A task is lost: back to the last cut."""
        assert self.last_cut is not None
        kept, lengths = self.last_cut
        self.epoch += 1
        self.backs += 1
        self.done_over += len(self.running)
        self.again, self.running = [], {}
        for k, v in copy.deepcopy(kept).items():
            setattr(self, k, v)
        self.over = self.ended = self.draining = False
        self.log.cut(lengths)

    def last(self, limited: bool) -> Task | None:
        """For the engine that did the root task, where it has to say what all have found."""
        return None

    def lost(self, task: int, epoch: int) -> None:
        """Who did it is no more: it is done over."""
        if epoch == self.epoch and task in self.running:
            self.again.append(self.running.pop(task))
            self.done_over += 1

    def renew(self) -> list[int]:
        """A shard is no more: a new epoch. The tasks whose claims are given up."""
        self.epoch += 1
        self.done_over += len(self.running)
        self.again += self.running.values()
        self.running = {}
        return [t.id for t in self.again]
