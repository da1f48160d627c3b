"""Workers and shards in this process, a thread for each worker: for tests, with deaths."""

from __future__ import annotations

import queue
import threading
from typing import Any

from .drive import Done, Event, Lost
from .log import Log
from .shard import Shard
from .tasks import Given, ShardLost, Task
from .worker import Worker


class Killed(Exception):
    """The worker is no more."""


class LocalClaims:
    def __init__(self, cluster: Local, name: str) -> None:
        self.cluster, self.name, self.shards = cluster, name, len(cluster.shards)
        self.dead = False

    def ask(self, shard: int, epoch: int, task: int, keys: bytes) -> bytes | None:
        c = self.cluster
        with c.lock:
            if self.dead:
                raise Killed
            one = c.shards[shard]
            if one is None:
                raise ShardLost(shard)
            mask = one.claim(epoch, task, keys)
            c.questions += 1
            c.fault(c.questions, self.name)
            return mask

    def get(self, asked: list[tuple[int, Any]]) -> list[bytes | None]:
        if self.dead:
            raise Killed
        return [mask for _, mask in asked]

    def release(self, task: int) -> None:
        with self.cluster.lock:
            for one in self.cluster.shards:
                if one is not None:
                    one.release(task)


class Local:
    """`fault(n, worker)` is called at the n-th question to a shard or result, which has taken effect, and may kill."""

    def __init__(self, workers: int, shards: int, values: dict[str, str], target: str, args: list[str]) -> None:
        self.lock = threading.RLock()
        self.shards: list[Shard | None] = [Shard(1) for _ in range(shards)]
        self.values, self.target, self.args = values, target, args
        self.questions = 0
        self.made = 0
        self.nodes = 1
        self.count = workers
        self.workers: dict[str, tuple[Worker, LocalClaims]] = {}
        self.tasks: dict[str, tuple[int, int]] = {}  # of workers that have one: epoch and number
        self.events: queue.SimpleQueue[Event | BaseException] = queue.SimpleQueue()
        for _ in range(workers):
            self.make()

    def fault(self, n: int, worker: str) -> None:
        """Nobody dies."""

    def make(self) -> None:
        self.made += 1
        name = f"worker-{self.made}"
        claims = LocalClaims(self, name)
        self.workers[name] = (Worker(self.values, self.target, self.args, claims), claims)

    def kill_worker(self, name: str) -> None:
        self.workers[name][1].dead = True

    def kill_shard(self, shard: int) -> None:
        self.shards[shard] = None

    # --- Cluster ---

    def size(self) -> tuple[int, int]:
        return self.count, len(self.shards)

    def reload(self, epoch: int, log: Log) -> None:
        with self.lock:
            for i in range(len(self.shards)):
                self.shards[i] = new = Shard(epoch)
                for keys in log.read(i):
                    new.load(keys)

    def idle(self) -> list[str]:
        return [name for name in self.workers if name not in self.tasks]

    def submit(self, worker: str, epoch: int, task: Task) -> None:
        self.tasks[worker] = (epoch, task.id)
        threading.Thread(target=self.work, args=(worker, epoch, task), daemon=True).start()

    def work(self, name: str, epoch: int, task: Task) -> None:
        worker, claims = self.workers[name]
        try:
            result = worker.run(epoch, task)
            with self.lock:
                self.questions += 1
                self.fault(self.questions, name)
            self.events.put(Lost(name, task.id, epoch, dead=True) if claims.dead else Done(name, result))
        except Killed:
            self.events.put(Lost(name, task.id, epoch, dead=True))
        except ShardLost as e:
            self.events.put(Lost(name, task.id, epoch, shard=e.shard))
        except Given:
            self.events.put(Lost(name, task.id, epoch))
        except BaseException as e:
            self.events.put(e)

    def wait(self, seconds: float) -> list[Event]:
        try:
            event = self.events.get(timeout=seconds)
        except queue.Empty:
            return []
        if isinstance(event, BaseException):
            raise event
        name = event.worker
        self.tasks.pop(name, None)
        if isinstance(event, Lost) and event.dead:
            self.workers.pop(name)
            self.make()
        return [event]

    def renew(self, epoch: int, released: list[int], log: Log) -> None:
        with self.lock:
            for i, shard in enumerate(self.shards):
                if shard is not None:
                    shard.renew(epoch, released)
                    continue
                self.shards[i] = new = Shard(epoch)
                for keys in log.read(i):
                    new.load(keys)

    def figures(self) -> list[tuple[int, int, int]]:
        return [s.figures() for s in self.shards if s is not None]

    def close(self) -> None:
        for worker, _ in self.workers.values():
            worker.interrupt()
        for worker, _ in self.workers.values():
            if worker.thread is not None:
                worker.thread.join()
