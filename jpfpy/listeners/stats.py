"""Counting what a search does: SearchStats, StateSpaceAnalyzer, StateCountEstimator."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from ..listener import Listener, on
from ._base import Printing


class SearchStats(Printing, Listener):
    """Counts of transitions, states and objects; printed at the end."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.counts: Counter[str] = Counter()
        self.max_depth = 0

    def state_advanced(self, search: Any) -> None:
        c = self.counts
        c["transitions"] += 1
        c["new states" if search.is_new_state else "visited states"] += 1
        c["end states"] += search.is_end_state
        self.max_depth = max(self.max_depth, search.depth)

    def state_backtracked(self, search: Any) -> None:
        self.counts["backtracks"] += 1

    def state_processed(self, search: Any) -> None:
        self.counts["processed states"] += 1

    def state_restored(self, search: Any) -> None:
        self.counts["restored states"] += 1

    def thread_started(self, vm: Any, thread: Any) -> None:
        self.counts["threads started"] += 1

    def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
        self.counts["objects created"] += 1

    def search_restarted(self, search: Any) -> None:
        self.counts.clear()
        self.max_depth = 0

    def search_finished(self, search: Any) -> None:
        self.say("---- search statistics")
        for name, n in sorted(self.counts.items()):
            self.say(f"{name + ':':<20}{n}")
        self.say(f"{'max depth:':<20}{self.max_depth}")

    def publish(self) -> dict[str, int]:
        return {**self.counts, "max depth": self.max_depth}


class StateSpaceAnalyzer(Printing, Listener):
    """Which choice generators, threads and source lines the states come from; ssa.sort_order, ssa.max_output_lines."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.by: dict[str, Counter[str]] = {k: Counter() for k in ("type", "id", "thread", "method", "line")}
        order = self.setting("ssa.sort_order", "")
        self.order = [k for k in order.replace(",", " ").split() if k in self.by] or list(self.by)
        self.lines = int(self.setting("ssa.max_output_lines", "10"))

    def choice_generator_set(self, vm: Any, cg: Any) -> None:
        thread = cg.thread
        self.by["type"][cg.type] += len(cg)
        self.by["id"][cg.id] += len(cg)
        if thread:
            self.by["thread"][thread.name] += len(cg)
            frame = thread.user_frame
            if frame:
                self.by["method"][frame.method.full_name] += len(cg)
                self.by["line"][frame.location] += len(cg)

    def search_restarted(self, search: Any) -> None:
        for c in self.by.values():
            c.clear()

    def search_finished(self, search: Any) -> None:
        for key in self.order:
            self.say(f"---- choices by {key}")
            for name, n in self.by[key].most_common(self.lines):
                self.say(f"{n:>10}  {name}")

    def publish(self) -> dict[str, dict[str, int]]:
        return {k: dict(v.most_common()) for k, v in self.by.items()}


class StateCountEstimator(Printing, Listener):
    """How much of the choice tree is done, from the share of choices taken on the way back; printed every
    jpf.state_count_estimator.log_period seconds and at the end."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.period = float(self.setting("jpf.state_count_estimator.log_period", "0") or 0)
        self.last = time.monotonic()
        self.new = 0
        self.done = 0.0
        self.stack: list[tuple[int, int]] = []

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        self.path = vm.choice_generators

    def _progress(self, vm: Any) -> float:
        share, done = 1.0, 0.0
        for cg in vm.choice_generators:
            n = max(cg.processed_total, 1)
            if cg.index > 0:
                done += share * cg.index / n
            share /= n
        return done

    def state_advanced(self, search: Any) -> None:
        self.new += search.is_new_state

    def state_backtracked(self, search: Any) -> None:
        self.done = max(self.done, self._progress(search.vm))
        if self.period and time.monotonic() - self.last > self.period:
            self.last = time.monotonic()
            self.report()

    def report(self) -> None:
        total = int(self.new / self.done) if self.done else 0
        self.say(f"states so far: {self.new}, estimated: {total or '?'} ({100 * self.done:.1f} % of the choices)")

    def search_finished(self, search: Any) -> None:
        if search.constraint is None:
            self.done = 1.0
        self.report()

    def publish(self) -> dict[str, float]:
        return {"states": self.new, "share": self.done}


_ = on
