"""The work log of a search that draws executions: ranges of their numbers, and what they show in their order.

As in csrc/search/kinds/draws.c: what is drawn in an execution follows from the seed, its number and what is known of
those before the last power of two, so no range goes past one, and it is given out when all before that have ended.
Results are taken in the order of the numbers, as far as the search comes; what lies behind its end does not count."""

from __future__ import annotations

import struct
from typing import Any

from ..config.keys import SUPPORTED
from ..config.values import seconds as seconds_of
from .coordinator import Coordinator, Sizes
from .tasks import Result, Task

DRAW_TASK = struct.Struct("<QQIIQQQQQQ???5x")  # csrc/search/spread.h
DRAWN = struct.Struct("<QQII??6x")  # csrc/search/kinds/draws.h
FIRST = 64  # executions of the first task
LEAST, MOST = 32, 20_000


def before(number: int) -> int:
    """All before this number must have ended when that one is drawn."""
    return 1 << (number.bit_length() - 1) if number else 0


class Drawing(Coordinator):
    draws = True

    def __init__(self, workers: int, shards: int, values: dict[str, str], sizes: Sizes | None = None) -> None:
        super().__init__(workers, shards, sizes)
        count = values.get("search.RandomSearch.path_limit", "")
        limits = (values.get(k, "") for k in ("search.time_limit", "search.cpu_limit", "search.budget"))
        timed = any(seconds_of(text) for text in limits)
        default = int(SUPPORTED["search.RandomSearch.path_limit"].default)
        self.paths = max(1, int(count)) if count else 0 if timed else default  # as vm/config.c has it; 0: no end
        stale = values.get("search.stale_limit", "")
        self.stale_limit = int(stale or SUPPORTED["search.stale_limit"].default) if stale or not count else 0
        self.many = values.get("search.multiple_errors") == "true"
        self.none()

    def none(self) -> None:
        self.number = 0  # the next one to be given out
        self.end = self.paths or 1 << 62
        self.taken = 0  # all before have ended, and were taken
        self.early: dict[int, tuple[int, Result]] = {}  # by their first number: the one behind their last
        self.ranges: dict[int, tuple[int, int]] = {}  # of tasks
        self.seen: dict[int, int] = {}  # shapes
        self.signs: set[int] = set()
        self.once = self.stale = self.since = self.longest = self.threads = self.cuts = 0
        self.data = self.single = False
        self.upto = (0, 0, 0)  # longest, threads, cut, of those before the last power of two

    def begin_again(self, facts: bytes, stray: bool) -> None:
        super().begin_again(facts, stray)
        self.none()

    # --- tasks ---

    def root(self) -> Task:
        return self.range_task(0, min(FIRST, self.end), root=True)

    def range_task(self, first: int, end: int, root: bool = False) -> Task:
        self.tasks += 1
        body = DRAW_TASK.pack(first, end, *self.upto, *(0,) * 5, False, False, False)
        task = Task(self.tasks, body, end - first, 1, 1, 1, root=root, drawn=True)
        self.ranges[task.id] = first, end
        self.number = max(self.number, end)
        self.running[self.given(task).id] = task
        return task

    @property
    def waiting(self) -> int:
        return sum(t.states for t in self.again)

    def finished(self) -> bool:
        return self.over or self.anew or bool(self.alone) or self.single or self.taken >= self.end

    def next(self) -> Task | None:
        if self.again:
            task = self.again.pop()
            self.running[self.given(task).id] = task
            return task
        first = self.number
        if first >= self.end or self.taken < before(first):
            return None
        size = max(LEAST, min(MOST, int(self.rate * self.sizes.seconds)))
        behind = max(1, 2 * before(first))
        share = max(LEAST, (min(behind, self.end) - first) // (2 * self.workers))  # the others wait at `behind`
        return self.range_task(first, min(first + min(size, share), behind, self.end))

    def renew(self) -> list[int]:
        return []

    # --- results ---

    def done(self, r: Result) -> bool:
        task = self.running.get(r.task)
        if task is None or r.epoch != self.epoch or not self.learned(r):
            return False
        del self.running[r.task]
        self.done_tasks += 1
        first, end = self.ranges.pop(r.task)
        n = len(r.drawn) // DRAWN.size
        self.sent += len(task.prefixes) + len(r.drawn) + len(task.facts) + len(r.facts)
        if not task.root:
            self.seconds += r.seconds
        if n and r.seconds > 0:
            now = n / r.seconds
            self.rate = now if not self.rate else 0.8 * self.rate + 0.2 * now
        self.alone = self.alone or r.alone
        self.single |= task.root and n < end - first and not r.over
        if first >= self.end:
            return True
        self.early[first] = end, r
        while not self.over and self.taken in self.early:
            end, one = self.early.pop(self.taken)
            if not self.take_all(end, one):
                break
        return True

    def take_all(self, end: int, r: Result) -> bool:
        """False: the search ends within them, and they are made again up to there."""
        first, kept = self.taken, self.all()
        undo: list[tuple[int, int]] = []
        for number, shape, steps, threads, cut, data in DRAWN.iter_unpack(r.drawn):
            n = self.seen.get(shape, 0)
            undo.append((shape, n))
            self.take(n, shape, steps, threads, cut, data)
            self.taken = number + 1
            if self.stale_limit and self.stale >= self.stale_limit and self.taken < end:
                self.end = self.taken
                self.restore(first, kept, undo)
                self.again.append(self.range_task(first, self.end))
                del self.running[self.again[-1].id]
                return False
        if self.stale_limit and self.stale >= self.stale_limit:
            self.end = min(self.end, self.taken)
        self.count(r)
        return True

    def take(self, n: int, shape: int, steps: int, threads: int, cut: bool, data: bool) -> None:
        self.once += (n == 0) - (n == 1)
        self.seen[shape] = min(n + 1, 2)
        self.stale = self.stale + 1 if n else 0
        self.data |= data
        self.longest, self.threads = max(self.longest, steps), max(self.threads, threads)
        self.cuts += cut
        paths = self.taken + 1
        if paths & (paths - 1) == 0:
            if self.longest != self.upto[0]:
                self.since = paths
            self.upto = self.longest, self.threads, self.cuts

    def all(self) -> tuple[Any, ...]:
        return self.once, self.stale, self.since, self.longest, self.threads, self.cuts, self.data, self.upto

    def restore(self, first: int, kept: tuple[Any, ...], undo: list[tuple[int, int]]) -> None:
        self.taken = first
        self.once, self.stale, self.since, self.longest, self.threads, self.cuts, self.data, self.upto = kept
        for shape, n in reversed(undo):
            if n:
                self.seen[shape] = n
            else:
                del self.seen[shape]

    def count(self, r: Result) -> None:
        """What they have found counts."""
        self.add(r.statistics)
        for error, sign in zip(r.errors, r.signs, strict=True):
            if sign not in self.signs and (self.many or not self.errors):
                self.signs.add(sign)
                self.errors.append(error)
        self.traces += r.traces
        self.constraints += [c for c in r.constraints if c not in self.constraints]
        self.notes += [n for n in r.notes if n not in self.notes]
        self.printed += r.output
        self.ended |= r.ended
        self.over |= r.over or r.ended or bool(r.errors and not self.many)

    def last(self, limited: bool) -> Task | None:
        if self.single or self.alone:
            return None
        at = self.upto[0] == self.longest and self.taken > self.since
        since = self.taken - self.since if at else 0
        erred = bool(self.errors) and not self.many
        body = DRAW_TASK.pack(
            *(0, 0, self.longest, self.threads, self.cuts, self.taken, len(self.seen), self.once, since, self.stale),
            *(self.data, erred, limited),
        )
        self.tasks += 1
        return self.given(Task(self.tasks, body, 0, 1, 1, 1, drawn=True, last=True))
