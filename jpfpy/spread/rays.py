"""Workers and shards as Ray actors: jpf --ray, verify(ray=...). The only module that imports ray."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import time
from typing import Any

from ..errors import ConfigError, EngineError
from ..target.paths import API_JAR
from .drive import Done, Event, Lost
from .files import digests, packed, stage, staged, staging
from .log import Log
from .shard import Shard
from .tasks import Given, ShardLost, Task
from .worker import Worker

REACHED = 5.0  # seconds to reach an address in
# What a client of HTTP/2, and so of gRPC, which Ray speaks, says first, with an empty frame of settings. The server's
# first frame is one of settings, too (RFC 9113, 3.4); the type is the fourth byte.
SETTINGS = 4
HTTP2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, SETTINGS, 0, 0, 0, 0, 0))
PLACED = 120.0  # seconds to wait where no worker is left


def imported() -> Any:
    try:
        import ray
    except ImportError:
        raise ConfigError("--ray: ray is not installed here: pip install 'jpfpy[ray]'") from None
    return ray


def reach(address: str) -> None:
    """Raises ConfigError where nobody listens there: Ray itself tries for long."""
    place = address.removeprefix("ray://")
    host, colon, port = place.rpartition(":")
    if not colon or not port.isdecimal() or not host:
        raise ConfigError(f"--ray {address}: `local`, `auto` or HOST:PORT expected (as `ray start --head` prints it)")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), REACHED) as s:
            s.settimeout(REACHED)
            s.sendall(HTTP2)
            begins = s.recv(9, socket.MSG_WAITALL)
    except OSError as e:
        raise ConfigError(
            f"--ray {address}: cannot be reached: {e.strerror or e} (ray start --head starts a cluster)"
        ) from None
    if len(begins) < 9 or begins[3] != SETTINGS:
        raise ConfigError(f"--ray {address}: what listens there is no Ray (ray start --head prints the address)")


def connect(ray: Any, address: str, folder: str) -> bool:
    """Was it connected here? A program that has called ray.init itself goes on with that. A cluster of this machine
    has its files in the folder: Ray leaves them there."""
    if ray.is_initialized():
        return False
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    quiet = {"log_to_driver": False, "logging_level": "error", "configure_logging": True}
    if address not in ("local", "auto"):
        reach(address)
    try:
        if address == "local":
            ray.init(address="local", include_dashboard=False, _temp_dir=folder, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as e:
        first = (str(e).strip().splitlines() or [type(e).__name__])[0]
        raise ConfigError(f"--ray {address}: {first}") from None
    return True


class ShardActor(Shard):
    """Shard, in a process of its own."""


class RayClaims:
    def __init__(self, shards: list[Any]) -> None:
        self.handles = shards
        self.shards = len(shards)

    def ask(self, shard: int, epoch: int, task: int, keys: bytes) -> Any:
        import ray

        try:
            return self.handles[shard].claim.remote(epoch, task, keys)
        except ray.exceptions.RayError:
            raise ShardLost(shard) from None

    def get(self, asked: list[tuple[int, Any]]) -> list[bytes | None]:
        import ray

        try:
            return list(ray.get([ref for _, ref in asked]))
        except ray.exceptions.RayError:
            pass
        for shard, ref in asked:  # whose?
            try:
                ray.get(ref)
            except ray.exceptions.RayError:
                raise ShardLost(shard) from None
        raise ShardLost(asked[0][0])

    def release(self, task: int) -> None:
        import ray

        ray.get([h.release.remote(task) for h in self.handles])


class WorkerActor:
    """Worker, in a process of its own."""

    def __init__(self, values: dict[str, str], target: str, args: list[str], shards: list[Any]) -> None:
        from ..memory import default_limit
        from ..target.paths import cache_dir
        from .search import with_api

        values = with_api(values)
        values["vm.cache"] = cache_dir(values.get("vm.cache") or None)
        values.setdefault("search.memory_limit", str(default_limit() // (os.cpu_count() or 1)))
        self.claims = RayClaims(shards)
        self.worker = Worker(values, target, args, self.claims)

    def ready(self) -> int:
        return os.getpid()

    def renew(self, shards: list[Any]) -> None:
        self.claims.handles = shards

    def run(self, epoch: int, task: Task) -> Any:
        """A Result; None: given up; the number of a shard that does not answer; or what the engine has raised."""
        try:
            return self.worker.run(epoch, task)
        except Given:
            return None
        except ShardLost as e:
            return e.shard
        except Exception as e:
            return f"{type(e).__name__}: {e}"


def node_digests(jdk: str, classpath: list[str]) -> dict[str, str]:
    return digests(jdk, classpath)


def node_stage(root: str, key: str, tar: bytes) -> None:
    stage(root, key, tar)


class Rays:
    """A cluster (drive.Cluster) over Ray. `values` are the engine's; its class path is without jpfpy's own jar."""

    def __init__(self, address: str, values: dict[str, str], target: str, args: list[str]) -> None:
        self.ray = imported()
        # Not where TMPDIR says: names of sockets, which lie deep in it, have a hundred bytes at most.
        self.folder = tempfile.mkdtemp(prefix="jpf-ray-", dir="/tmp") if address == "local" else ""
        self.ours = False
        try:
            self.ours = connect(self.ray, address, self.folder)
        except BaseException:
            self.remove()
            raise
        self.name = f"jpf-{os.getpid()}-{int(time.time()) % 100000}"
        self.values, self.target, self.args = dict(values), target, args
        self.epoch = 1
        self.workers: dict[str, Any] = {}
        self.starting: dict[Any, str] = {}  # by the reference that says it is ready
        self.refs: dict[Any, tuple[str, int, int]] = {}  # running: worker, epoch, task
        self.tasks: dict[str, Any] = {}  # by worker: the reference
        self.shards: list[Any] = []
        self.made = 0
        self.rows: list[tuple[int, int, int]] = []
        self.alone_since: float | None = None
        try:
            self.begin()
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        ray = self.ray
        nodes = [n for n in ray.nodes() if n["Alive"]]
        cores = int(ray.cluster_resources().get("CPU", 0))
        if not cores:
            raise ConfigError("--ray: the cluster has no CPU")
        self.nodes = len(nodes)
        self.bring(nodes)
        self.shards = [self.make_shard(i) for i in range(max(1, min(self.nodes, cores)))]
        self.count = cores
        for _ in range(cores):
            self.make_worker()

    # --- the program and its JDK ---

    def bring(self, nodes: list[Any]) -> None:
        """Nodes where they lie as here use what is there; else all have a copy at the same path."""
        ray = self.ray
        jdk, classpath = self.values["vm.jdk"], [p for p in self.values["classpath"].split(":") if p]
        here = digests(jdk, classpath)
        self.values["-classpath"] = ":".join([*classpath, API_JAR])  # what the program is told of it
        look = ray.remote(num_cpus=0)(node_digests)
        refs = [self.on(look, n["NodeID"]).remote(jdk, classpath) for n in nodes]
        if all(there == here for there in self.got(refs, "looking for the program on the nodes")):
            return
        root = staging()
        put = ray.remote(num_cpus=0)(node_stage)
        new: dict[str, str] = {}
        for path, key in here.items():
            if not key:
                continue
            tar = packed(path, jdk=path == jdk)
            stage(root, key, tar)
            ref = ray.put(tar)
            self.got([self.on(put, n["NodeID"]).remote(root, key, ref) for n in nodes], "bringing the program there")
            new[path] = staged(root, path, key)
        self.values["vm.jdk"] = new[jdk]
        self.values["classpath"] = ":".join(new.get(p, p) for p in classpath)

    def on(self, function: Any, node: str) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return function.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False))

    def got(self, refs: list[Any], doing: str) -> list[Any]:
        try:
            return list(self.ray.get(refs))
        except self.ray.exceptions.RayTaskError as e:
            cause = e.cause if isinstance(e.cause, Exception) else e
            if isinstance(cause, ConfigError):
                raise cause from None
            if isinstance(cause, ImportError):
                raise ConfigError(f"--ray: a node lacks something ({cause}): pip install 'jpfpy[ray]' there") from None
            raise ConfigError(f"--ray: {doing}: {cause}") from None
        except self.ray.exceptions.RayError as e:
            first = (str(e).strip().splitlines() or [type(e).__name__])[0]
            raise ConfigError(f"--ray: {doing}: {first}") from None

    # --- actors ---

    def make_shard(self, i: int) -> Any:
        actor = self.ray.remote(num_cpus=0, max_restarts=0)(ShardActor)
        name = f"{self.name}-shard-{i}" + (f"-{self.epoch}" if self.epoch > 1 else "")
        return actor.options(name=name, scheduling_strategy="SPREAD").remote(self.epoch)

    def make_worker(self) -> None:
        self.made += 1
        actor = self.ray.remote(num_cpus=1, max_restarts=0)(WorkerActor)
        name = f"{self.name}-worker-{self.made}"
        options = actor.options(name=name, scheduling_strategy="SPREAD")
        handle = options.remote(self.values, self.target, self.args, self.shards)
        self.workers[name] = handle
        self.starting[handle.ready.remote()] = name

    # --- Cluster ---

    def size(self) -> tuple[int, int]:
        return self.count, len(self.shards)

    def reload(self, epoch: int, log: Log) -> None:
        self.epoch = epoch
        for i, shard in enumerate(self.shards):
            try:
                self.ray.get(shard.reset.remote(epoch))
                for keys in log.read(i):
                    self.ray.get(shard.load.remote(keys))
            except self.ray.exceptions.RayError:
                while not self.made_anew(i, log):
                    pass
        self.tell_shards()

    def idle(self) -> list[str]:
        busy = {*self.tasks, *self.starting.values()}
        return [name for name in self.workers if name not in busy]

    def submit(self, worker: str, epoch: int, task: Task) -> None:
        ref = self.workers[worker].run.remote(epoch, task)
        self.refs[ref] = (worker, epoch, task.id)
        self.tasks[worker] = ref

    def wait(self, seconds: float) -> list[Event]:
        pending = [*self.refs, *self.starting]
        if not pending:
            time.sleep(seconds)
            return []
        ready, _ = self.ray.wait(pending, num_returns=1, timeout=seconds)
        events: list[Event] = []
        for ref in ready:
            if ref in self.starting:
                self.started(ref)
            else:
                events.append(self.came(ref))
        self.watch_placing()
        return events

    def started(self, ref: Any) -> None:
        name = self.starting.pop(ref)
        try:
            self.ray.get(ref)
        except self.ray.exceptions.RayActorError as e:
            self.workers.pop(name)
            cause = getattr(e, "cause", None)
            text = str(cause or e)
            if "ModuleNotFoundError" in text or "ImportError" in text:
                raise ConfigError("--ray: a node has no jpfpy: pip install 'jpfpy[ray]' there, as here") from None
            if "ConfigError" in text or "EngineError" in text:
                raise ConfigError(f"--ray: {text.strip().splitlines()[-1]}") from None
            self.make_worker()

    def came(self, ref: Any) -> Event:
        name, epoch, task = self.refs.pop(ref)
        self.tasks.pop(name, None)
        try:
            result = self.ray.get(ref)
        except self.ray.exceptions.RayActorError:
            self.workers.pop(name, None)
            self.make_worker()
            return Lost(name, task, epoch, dead=True)
        except self.ray.exceptions.RayError as e:
            raise EngineError(f"--ray: {str(e).strip().splitlines()[-1]}") from None
        if isinstance(result, str):
            kind, _, text = result.partition(": ")
            raise (ConfigError if kind == "ConfigError" else EngineError)(f"--ray: {text}")
        if isinstance(result, int):
            return Lost(name, task, epoch, shard=result)
        return Lost(name, task, epoch) if result is None else Done(name, result)

    def watch_placing(self) -> None:
        """Where no worker is left and the cluster has no place for a new one, the search cannot go on."""
        if len(self.workers) > len(self.starting):
            self.alone_since = None
            return
        now = time.monotonic()
        self.alone_since = self.alone_since or now
        if now - self.alone_since > PLACED:
            raise EngineError(f"--ray: no worker is left, and for {PLACED:.0f} s the cluster had no place for one")

    def renew(self, epoch: int, released: list[int], log: Log) -> None:
        ray = self.ray
        self.epoch = epoch
        done = [False] * len(self.shards)
        while not all(done):
            refs = {i: self.shards[i].renew.remote(epoch, released) for i, d in enumerate(done) if not d}
            for i, ref in refs.items():
                try:
                    ray.get(ref)
                    done[i] = True
                except ray.exceptions.RayError:
                    done[i] = self.made_anew(i, log)
        self.tell_shards()

    def tell_shards(self) -> None:
        for handle in self.workers.values():  # those that start have been made with the old ones
            handle.renew.remote(self.shards)

    def made_anew(self, i: int, log: Log) -> bool:
        try:
            new = self.make_shard(i)
            for keys in log.read(i):
                self.ray.get(new.load.remote(keys))
        except (self.ray.exceptions.RayError, ValueError):  # it died, too; or a name of one that is dying is taken
            time.sleep(0.5)
            return False
        self.shards[i] = new
        return True

    def figures(self) -> list[tuple[int, int, int]]:
        try:
            self.rows = list(self.ray.get([s.figures.remote() for s in self.shards], timeout=10))
        except self.ray.exceptions.RayError:
            pass  # the last ones known
        return self.rows

    def remove(self) -> None:
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def close(self) -> None:
        if not self.ray.is_initialized():
            self.remove()
            return
        for actor in (*self.workers.values(), *self.shards):
            try:
                self.ray.kill(actor)
            except Exception:  # it is gone, or the cluster is
                pass
        if self.ours:
            self.ray.shutdown()
        self.remove()
