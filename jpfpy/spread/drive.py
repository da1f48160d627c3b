"""The search itself: tasks to workers, results to the log, until nothing is left or it is to begin again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .coordinator import Coordinator
from .log import Log
from .tasks import Result, Task


@dataclass
class Done:
    worker: str
    result: Result


@dataclass
class Lost:
    """The task was not done. `dead`: the worker is no more; `shard`: no answer came from it; neither: given up."""

    worker: str
    task: int
    epoch: int
    dead: bool = False
    shard: int | None = None


Event = Done | Lost


class Cluster(Protocol):
    """Workers and shards. What a worker raises that is no death is raised by `wait`."""

    nodes: int

    def size(self) -> tuple[int, int]:
        """Workers and shards."""

    def reload(self, epoch: int, log: Log) -> None:
        """A new epoch, in which the shards have these keys and no others. Returns when all have."""

    def idle(self) -> list[str]:
        """Names of workers that have no task."""

    def submit(self, worker: str, epoch: int, task: Task) -> None: ...
    def wait(self, seconds: float) -> list[Event]: ...
    def renew(self, epoch: int, released: list[int], log: Log) -> None:
        """A new epoch: shards that do not answer are made anew from the log, the others give up the claims of these
        tasks. Returns when all are in the epoch."""

    def figures(self) -> list[tuple[int, int, int]]:
        """Shard.figures of each; without those that do not answer."""

    def close(self) -> None: ...


def drive(
    c: Coordinator,
    cluster: Cluster,
    came: Callable[[Result], object],
    watch: Callable[[], object],
    over: Callable[[], bool],
) -> None:
    """`came` is given each result, `watch` called every so often; where `over` says so the search ends."""
    while not (c.finished() or over()):
        for worker in cluster.idle():
            task = c.next()
            if task is None:
                break
            cluster.submit(worker, c.epoch, task)
        broken = False
        for event in cluster.wait(0.2):
            if isinstance(event, Done):
                came(event.result)
            elif event.epoch == c.epoch:
                broken |= event.shard is not None or c.reduced
                if not c.reduced:
                    c.lost(event.task, event.epoch)
        if c.anew:
            return
        if broken and c.reduced:
            c.go_back()
            cluster.reload(c.epoch, c.log)
        elif broken:
            released = c.renew()
            cluster.renew(c.epoch, released, c.log)
        watch()
