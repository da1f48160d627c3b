"""A job's search over a cluster: what keeps it on one machine, limits, progress, one report."""

from __future__ import annotations

import os
import pwd
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..config.values import seconds as seconds_of
from ..errors import EngineError
from ..target.paths import API_JAR
from .coordinator import Coordinator, Sizes
from .drive import Cluster, drive
from .local import Local, LocalClaims
from .merge import merged
from .tasks import Result
from .worker import Worker

if TYPE_CHECKING:
    from ..raw import Progress, RawReport, RawSpread
    from .rays import Rays

LIMITS = ("search.time_limit", "search.cpu_limit", "search.budget", "search.state_limit", "search.transition_limit")
ORDERS = frozenset({"", "auto", "dfs", "bfs", "AutoSearch", "DFSearch", "BFSearch", "BFSHeuristic"})
KEY_ROOM = 30  # bytes of memory that a shard needs for a key, about
EXHAUSTIVE = "only searches of all states can be spread so far (search.class=dfs, bfs or none)"


def refused(values: dict[str, str]) -> str:
    """Why a configuration of the engine keeps the search on one machine; "": it does not."""
    get = values.get
    if get("search.class", "").rpartition(".")[2] not in ORDERS:
        return EXHAUSTIVE
    if get("vm.storage.class", "").rpartition(".")[2] not in ("", "keys", "JenkinsStateSet"):
        return "only sets of keys can be spread (vm.storage.class)"
    if "LivelockProperty" in get("search.properties", ""):
        return "LivelockProperty looks at cycles"
    if get("search.checkpoint", ""):
        return "search.checkpoint writes what one engine has"
    return ""


def spread_values(values: dict[str, str]) -> dict[str, str]:
    """What each engine is configured with: it takes every interleaving, and limits are the coordinator's."""
    out = {k: v for k, v in values.items() if k not in LIMITS and k != "search.threads"}
    out.update({"search.class": "bfs", "vm.por": "false"})
    out.setdefault("-host", host())
    return out


def host() -> str:
    """What the program is shown of this host, on each node (csrc/native/io/hostview.c)."""
    try:
        entry = pwd.getpwuid(os.getuid())
        name, home = entry.pw_name, entry.pw_dir
    except KeyError:
        name, home = "?", ""
    if len(home) <= 2:
        home = os.environ.get("HOME", "?")
    texts = [os.getcwd(), home, name, os.uname().release, *(f"{k}={v}" for k, v in os.environ.items())]
    return "".join(t + "\x1f" for t in texts if "\x1f" not in t)


def with_api(values: dict[str, str]) -> dict[str, str]:
    """jpfpy's own jar comes last on the class path; where it lies is each node's matter."""
    return {**values, "classpath": ":".join([*filter(None, values["classpath"].split(":")), API_JAR])}


class Search:
    """One search. `values` are the engine's, `classpath` among them without jpfpy's own jar."""

    def __init__(
        self,
        values: dict[str, str],
        target: str,
        args: list[str],
        on_output: Callable[[int, bytes], object] | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        sizes: Sizes | None = None,
    ) -> None:
        self.values, self.target, self.args = spread_values(values), target, args
        self.on_output, self.on_progress, self.sizes = on_output, on_progress, sizes
        self.began = time.monotonic()
        self.limits: list[str] = []  # met
        self.told = 0.0
        self.shown = bytearray()
        self.read = 0  # errors, of the coordinator's
        most = {k: values.get(k, "") for k in LIMITS}
        self.states, self.transitions = (int(most[k]) if most[k].isdecimal() else 0 for k in LIMITS[3:])
        self.cpu = seconds_of(most["search.cpu_limit"]) or 0.0
        self.seconds = seconds_of(most["search.budget"]) or seconds_of(most["search.time_limit"]) or 0.0
        self.many = values.get("search.multiple_errors") == "true"
        self.coordinator: Coordinator | None = None

    def run(self, cluster: Cluster) -> RawReport | str:
        """The report, or why it can only be searched on one machine. Ctrl-C ends it with what there is."""
        values = with_api(self.values)
        workers, shards = cluster.size()
        c = self.coordinator = Coordinator(workers, shards, self.sizes)
        home = Local(0, shards, values, self.target, self.args)
        first = Worker(values, self.target, self.args, LocalClaims(home, "first"))
        interrupted = False
        try:
            try:
                result = first.run(c.epoch, c.root())
                self.came(result)
            except KeyboardInterrupt:
                interrupted = True
                first.interrupt()
            base = first.end()
            if base is None:
                raise EngineError("the first engine has ended without a report")
            if c.alone:
                return c.alone
            if not (interrupted or c.finished() or self.over()):
                cluster.load(c.log)
                try:
                    drive(c, cluster, self.came, self.watch, self.over)
                except KeyboardInterrupt:
                    interrupted = True
                if c.alone:
                    return c.alone
            if interrupted:
                self.limits.append("interrupted")
            raw = merged(base, c, cluster.figures() or home.figures(), self.limits)
        finally:
            c.log.close()
        raw["interrupted"] = interrupted
        raw["output"] = self.shown.decode("utf-8", "replace")
        raw["statistics"]["elapsed_s"] = time.monotonic() - self.began
        raw["spread"] = self.figures(c, cluster)
        return raw

    def over_ray(self, rays: type[Rays], address: str) -> RawReport | str:
        cluster = rays(address, self.values, self.target, self.args)
        self.values = cluster.values
        try:
            return self.run(cluster)
        finally:
            cluster.close()

    def came(self, result: Result) -> None:
        c = self.coordinator
        assert c is not None
        if not c.done(result) or not result.output:
            return
        self.shown += result.output
        if self.on_output is not None:
            self.on_output(1, result.output)

    def over(self) -> bool:
        c = self.coordinator
        assert c is not None
        if self.limits or c.over or c.alone:
            return True
        if c.errors and not self.many:
            return True
        has = c.statistics
        if self.states and has.get("states_new", 0) >= self.states:
            self.limits.append(f"state limit reached: {self.states}")
        elif self.transitions and has.get("transitions", 0) >= self.transitions:
            self.limits.append(f"transition limit reached: {self.transitions}")
        elif self.seconds and time.monotonic() - self.began >= self.seconds:
            self.limits.append(f"time limit reached: {self.seconds:g} s")
        elif self.cpu and has.get("cpu_s", 0.0) >= self.cpu:
            self.limits.append(f"CPU time limit reached: {self.cpu:g} s")
        return bool(self.limits)

    def watch(self) -> None:
        c = self.coordinator
        now = time.monotonic()
        if c is None or self.on_progress is None or now - self.told < 0.2:
            return
        self.told = now
        has = c.statistics
        self.on_progress(
            {
                "executions": 0,
                "executions_blocked": 0,
                "executions_cut": 0,
                "states_new": has.get("states_new", 0),
                "states_visited": has.get("states_visited", 0),
                "transitions": has.get("transitions", 0),
                "depth": has.get("max_depth", 0),
                "max_depth": has.get("max_depth", 0),
                "errors": len(c.errors),
                "bytes": c.found_keys * KEY_ROOM,
                "state_bytes": c.found_keys * KEY_ROOM,
                "disk_bytes": 16 * c.found_keys,
                "waiting": c.waiting,
                "to_come": None,
                "to_come_low": None,
                "to_come_high": None,
                "checkpoint_s": None,
                "workers": [],
                "search": f"{len(c.running)} of {c.workers} workers, {c.rate:,.0f} states/s each, {c.waiting:,} wait",
            }
        )

    def figures(self, c: Coordinator, cluster: Cluster) -> RawSpread:
        workers, shards = cluster.size()
        return {
            "workers": workers,
            "nodes": cluster.nodes,
            "shards": shards,
            "tasks": c.done_tasks,
            "done_over": c.done_over,
            "epochs": c.epoch,
            "keys": c.found_keys,
            "asked": c.asked,
            "bytes": c.sent,
            "busy_s": c.seconds,
            "waited_s": c.waited,
        }
