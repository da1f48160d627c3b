"""A worker: an engine in a thread of its own, which is given one task after the other."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from typing import Any, Protocol

from ..extension import extension
from .tasks import Given, Result, ShardLost, Task, packed, prefixes

# Figures that are of a moment or of a process, not sums.
GREATEST = frozenset({"max_depth", "peak_bytes", "peak_rss_bytes", "loaded_classes", "loaded_methods"})
OF_NOBODY = frozenset({"elapsed_s", "startup_s", "state_bytes", "collision_bound"})


class Claims(Protocol):
    """How a worker reaches the shards."""

    shards: int

    def ask(self, shard: int, epoch: int, task: int, keys: bytes) -> Any:
        """Something that `get` takes. Raises ShardLost."""

    def get(self, asked: list[tuple[int, Any]]) -> list[bytes | None]:
        """The answers of Shard.claim. Raises ShardLost."""

    def release(self, task: int) -> None:
        """Its claims are nobody's."""


def difference(now: Any, before: Any) -> Any:
    """Sums grow: what has come to them since `before`."""
    if isinstance(now, dict):
        was = before if isinstance(before, dict) else {}
        return {k: v if k in GREATEST else difference(v, was.get(k)) for k, v in now.items() if k not in OF_NOBODY}
    if isinstance(now, int | float) and not isinstance(now, bool):
        return now - (before or 0)
    return now


class Worker:
    """`values` is what the engine is configured with. One thread at a time may call `run`."""

    def __init__(self, values: dict[str, str], target: str, args: list[str], claims: Claims) -> None:
        self.claims = claims
        self.made = (values, target, args)
        self.make()

    def make(self) -> None:
        """An engine."""
        self.inbox: queue.SimpleQueue[tuple[int, Task] | None] = queue.SimpleQueue()
        self.outbox: queue.SimpleQueue[Result | BaseException] = queue.SimpleQueue()
        self.vm = extension().VM(self.made[0])
        self.thread: threading.Thread | None = None
        self.report: dict[str, Any] | None = None  # of the engine, once it has ended
        self.current: tuple[int, Task] | None = None
        self.before: dict[str, Any] | None = None  # figures when the task began
        self.told: tuple[int, int] = (0, 0)  # constraints and notes that were told before
        self.failure: BaseException | None = None
        self.waiting: deque[tuple[bytes, list[bytes], list[tuple[int, Any]]]] = deque()
        self.halted = False
        self.spent = False  # it has said all that it will
        self.epoch = 0  # of the last task
        self.beginning = -1

    # --- for who gives the tasks ---

    def run(self, epoch: int, task: Task) -> Result:
        """Raises Given or ShardLost where the task was not done, and what the engine raises."""
        if self.thread is not None and (self.spent or task.beginning != self.beginning):
            self.end()
            self.make()
        self.beginning = task.beginning
        if self.thread is None:
            self.thread = threading.Thread(target=self.search, name="jpf-worker", daemon=True)
            self.thread.start()
        self.inbox.put((epoch, task))
        came = self.outbox.get()
        if isinstance(came, BaseException):
            raise came
        return came

    def end(self, last: Task | None = None) -> dict[str, Any] | None:
        """The engine ends, if it runs, behind the last task; its report."""
        if last is not None:
            self.inbox.put((self.epoch, last))
        else:
            self.halted = True
        self.inbox.put(None)
        if self.thread is not None:
            self.thread.join()
        return self.report

    def interrupt(self) -> None:
        self.halted = True
        self.vm.interrupt()
        self.inbox.put(None)

    def search(self) -> None:
        try:
            self.report = self.vm.spread(*self.made[1:], self, self.printed)
            self.outbox.put(Given())  # for who still waits
        except BaseException as e:
            self.outbox.put(e)

    # --- the engine's carrier (csrc/search/spread.h) ---

    def printed(self, fd: int, data: bytes) -> None:
        self.output += data

    output = b""

    def take(self) -> bytes | None:
        if self.current is not None:  # it was given up
            self.current = None
            failure, self.failure = self.failure, None
            self.outbox.put(failure or Given())
        self.waiting.clear()
        got = self.inbox.get()
        if got is None or self.halted:
            return None
        self.current = got
        epoch, task = got
        forget = task.attempts > 1 or epoch != self.epoch
        self.epoch = epoch
        self.before = None
        self.start()
        return task.words(forget)

    def start(self) -> None:
        self.output = b""
        self.keys: list[list[bytes]] = [[] for _ in range(self.claims.shards)]
        self.asked, self.waited, self.began = 0, 0.0, time.monotonic()

    def again(self) -> None:
        """The root task: what it assumed of the program was wrong."""
        if self.current is None:
            return
        self.waiting.clear()
        self.claims.release(self.current[1].id)
        self.start()

    def ask(self, keys: bytes) -> None:
        assert self.current is not None
        epoch, task = self.current
        parts = extension().split_keys(keys, self.claims.shards)
        self.asked += len(keys) // 16
        asked: list[tuple[int, Any]] = []
        try:
            if self.failure is None:
                asked = [(i, self.claims.ask(i, epoch, task.id, part)) for i, part in enumerate(parts) if part]
        except ShardLost as e:
            self.failure = e
        self.waiting.append((keys, parts, asked))

    def answer(self) -> bytes | None:
        keys, parts, asked = self.waiting.popleft()
        if self.failure is not None or self.halted:
            return None
        began = time.monotonic()
        try:
            got = self.claims.get(asked)
        except ShardLost as e:
            self.failure = e
            return None
        self.waited += time.monotonic() - began
        masks = [b""] * len(parts)
        for (i, _), mask in zip(asked, got, strict=True):
            if mask is None:
                return None
            masks[i] = mask
            self.keys[i].append(extension().chosen_keys(parts[i], mask))
        out: bytes = extension().join_masks(keys, masks)
        return out

    def deliver(
        self, told: dict[str, Any], chunks: list[dict[str, Any]], initial: bytes, facts: bytes, drawn: bytes
    ) -> None:
        if told["begun"]:
            self.before = told["statistics"]
            self.told = (len(told["constraints"]), len(told["notes"]))
            return
        if self.current is None:
            return
        epoch, task = self.current
        self.current = None
        constraints, notes = self.told
        statistics = difference(told["statistics"], self.before)
        self.spent = told["again"] or told["over"]
        self.outbox.put(
            Result(
                task=task.id,
                epoch=epoch,
                chunks=[(prefixes(c["prefixes"]), c["states"]) for c in chunks],
                keys=[b"".join(parts) for parts in self.keys],
                initial=initial,
                statistics=statistics,
                errors=told["errors"],
                traces=told["stored_traces"],
                constraints=told["constraints"][constraints:],
                notes=told["notes"][notes:],
                output=self.output,
                expanded=told["expanded"],
                asked=self.asked,
                seconds=time.monotonic() - self.began,
                waited=self.waited,
                over=told["over"],
                ended=told["ended"],
                alone=told["alone"] or "",
                again=told["again"],
                stray=told["stray"],
                facts=packed(facts),
                drawn=drawn,
                erred=told.get("erred"),
                signs=told["signs"],
            )
        )
