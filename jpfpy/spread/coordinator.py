"""The work log: which tasks wait, run and are done; figures and errors of those that are done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .log import Log
from .tasks import Result, Task
from .worker import GREATEST


@dataclass
class Sizes:
    """How tasks are cut."""

    batch: int = 4096  # keys of one question
    first: int = 2000  # states of the first task, which is done where the search was asked for
    least: int = 500  # states of a task where many workers have nothing
    most: int = 200_000
    seconds: float = 1.5  # a task shall take about so long


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


class Coordinator:
    """Not for several threads at once."""

    def __init__(self, workers: int, shards: int, sizes: Sizes | None = None, folder: str | None = None) -> None:
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
        self.asked = self.sent = 0  # keys asked for; bytes of tasks and results, keys and answers
        self.expanded = self.found_keys = 0
        self.seconds = self.waited = 0.0  # of the workers
        self.over = self.ended = False
        self.alone = ""

    # --- tasks ---

    def root(self) -> Task:
        """The first one: the initial state."""
        self.tasks += 1
        task = Task(self.tasks, b"", 0, self.sizes.first, min(self.sizes.batch, 512), 16, root=True, attempts=1)
        self.running[task.id] = task
        return task

    @property
    def waiting(self) -> int:
        """States that wait."""
        return sum(n for _, n in self.pieces) + sum(t.states for t in self.again)

    def finished(self) -> bool:
        return self.over or not (self.running or self.pieces or self.again)

    def next(self) -> Task | None:
        """A task for a worker that has nothing; None: none waits."""
        if self.again:
            task = self.again.pop()
        elif self.pieces:
            task = self.cut()
        else:
            return None
        task.attempts += 1
        self.running[task.id] = task
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
        del self.running[r.task]
        self.done_tasks += 1
        self.initial = self.initial or r.initial
        self.log.write(r.keys)
        self.found_keys += sum(map(len, r.keys)) // 16
        self.pieces += r.chunks
        add(self.statistics, r.statistics)
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
        self.alone = self.alone or r.alone
        if r.expanded and r.seconds > 0:
            now = r.expanded / r.seconds
            self.rate = now if not self.rate else 0.8 * self.rate + 0.2 * now
        return True

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
