"""A job's search over a cluster: what keeps it on one machine, limits, progress, one report."""

from __future__ import annotations

import os
import pwd
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..config.values import seconds as seconds_of
from ..errors import EngineError
from ..target.paths import API_JAR
from .coordinator import Coordinator, Sizes
from .draws import Drawing
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
DRAWN = frozenset({"random", "RandomSearch", "walk", "pct", "PCT", "pos", "POS", "mixed", "MixedSearch"})
EXHAUSTIVE = "only searches of all states and random ones can be spread (search.class=dfs, bfs, random, pct, pos)"
REDUCED = "note: --ray: of the reductions sleep sets and symmetry are not used"


def refused(values: dict[str, str]) -> str:
    """Why a configuration of the engine keeps the search on one machine; "": it does not."""
    get = values.get
    if get("search.class", "").rpartition(".")[2] not in ORDERS | DRAWN:
        return EXHAUSTIVE
    if get("vm.por", "") == "dynamic":
        return "vm.por=dynamic goes by what was done below a state"
    if get("vm.storage.class", "").rpartition(".")[2] not in ("", "keys", "JenkinsStateSet"):
        return "only sets of keys can be spread (vm.storage.class)"
    if "LivelockProperty" in get("search.properties", ""):
        return "LivelockProperty looks at cycles"
    if get("search.checkpoint", ""):
        return "search.checkpoint writes what one engine has"
    return ""


def draws(values: dict[str, str]) -> bool:
    """Does the search draw executions?"""
    return values.get("search.class", "").rpartition(".")[2] in DRAWN


def spread_values(values: dict[str, str]) -> dict[str, str]:
    """What each engine is configured with: limits are the coordinator's."""
    out = {k: v for k, v in values.items() if k not in LIMITS and k != "search.threads"}
    if not draws(values):
        out["search.class"] = "bfs"
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
        self.limited = values
        self.on_output, self.on_progress, self.sizes = on_output, on_progress, sizes
        self.began = time.monotonic()
        self.limits: list[str] = []  # met
        self.told = 0.0
        self.shown = 0  # bytes of the program's output
        self.read = 0  # errors, of the coordinator's
        most = {k: values.get(k, "") for k in LIMITS}
        self.states, self.transitions = (int(most[k]) if most[k].isdecimal() else 0 for k in LIMITS[3:])
        self.cpu = seconds_of(most["search.cpu_limit"]) or 0.0
        self.time_key = "search.budget" if seconds_of(most["search.budget"]) else "search.time_limit"
        self.seconds = seconds_of(most["search.budget"]) or seconds_of(most["search.time_limit"]) or 0.0
        self.many = values.get("search.multiple_errors") == "true"
        self.coordinator: Coordinator | None = None

    def run(self, cluster: Cluster) -> RawReport | str:
        """The report, or why it can only be searched on one machine. Ctrl-C ends it with what there is."""
        workers, shards = cluster.size()
        if draws(self.values):
            c: Coordinator = Drawing(workers, shards, self.limited, self.sizes)
        else:
            c = Coordinator(workers, shards, self.sizes, reduced=self.values.get("vm.por") != "false")
        self.coordinator = c
        home = Local(0, shards, with_api(self.values), self.target, self.args)
        interrupted = False
        try:
            while True:
                c.anew = False
                base, interrupted = self.once(c, cluster, home)
                if c.alone:
                    return c.alone
                if interrupted or not c.anew:
                    break
            if interrupted:
                self.limits.append("interrupted")
            raw = merged(base, c, cluster.figures() or home.figures(), self.limits)
        finally:
            c.log.close()
        if c.reduced and self.on_output is not None and c.printed:
            self.on_output(1, bytes(c.printed))
        raw["interrupted"] = interrupted
        raw["output"] = c.printed.decode("utf-8", "replace")
        raw["statistics"]["elapsed_s"] = time.monotonic() - self.began
        raw["spread"] = self.figures(c, cluster)
        return raw

    def once(self, c: Coordinator, cluster: Cluster, home: Local) -> tuple[dict[str, Any], bool]:
        """From one beginning to the next, or to the end: the report of the engine that did the first task; was it
        interrupted?"""
        self.shown = 0
        home.reload(c.epoch, c.log)
        first = Worker(with_api(self.values), self.target, self.args, LocalClaims(home, "first"))
        interrupted = False
        try:
            self.came(first.run(c.epoch, c.root()))
        except KeyboardInterrupt:
            interrupted = True
            first.interrupt()
        if not (interrupted or c.finished() or self.over()):
            cluster.reload(c.epoch, c.log)
            c.cut_here()
            try:
                drive(c, cluster, self.came, self.watch, self.over)
            except KeyboardInterrupt:
                interrupted = True
        last = c.last(bool(self.limits) or interrupted)
        base = first.end(None if c.anew or interrupted else last)
        if base is None:
            raise EngineError("the first engine has ended without a report")
        return base, interrupted

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
        if not c.done(result):
            return
        out = bytes(c.printed[self.shown :])
        if out and self.on_output is not None and not c.reduced:
            self.shown += len(out)
            self.on_output(1, out)

    def over(self) -> bool:
        c = self.coordinator
        assert c is not None
        if self.limits or c.over or c.alone:
            return True
        if c.errors and not self.many:
            return True
        has = c.statistics
        if self.states and has.get("states_new", 0) >= self.states:
            self.limits.append(f"state limit reached: {self.states} (search.state_limit)")
        elif self.transitions and has.get("transitions", 0) >= self.transitions:
            self.limits.append(f"transition limit reached: {self.transitions} (search.transition_limit)")
        elif self.seconds and time.monotonic() - self.began >= self.seconds:
            self.limits.append(f"time limit reached: {self.seconds:g} s ({self.time_key})")
        elif self.cpu and has.get("cpu_s", 0.0) >= self.cpu:
            self.limits.append(f"CPU time limit reached: {self.cpu:g} s (search.cpu_limit)")
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
