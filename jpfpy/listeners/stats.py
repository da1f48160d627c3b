"""Counting what a search does: SearchStats, StateSpaceAnalyzer, StateCountEstimator."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from ..config.values import seconds, size
from ..errors import ConfigError
from ..listener import Listener
from ._base import Counting, Printing

if TYPE_CHECKING:
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..views import VM, ElementInfo, Search, ThreadInfo


class SearchStats(Counting, Printing, Listener):
    """Counts of states, transitions and objects, printed at the end. JPF: SearchStats."""

    counted = ("counts", "depth", "max_depth", "queue")

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.counts: Counter[str] = Counter()
        self.depth = self.max_depth = self.queue = 0
        self.start = time.monotonic()

    def search_started(self, search: Search) -> None:
        self.start = time.monotonic()

    def state_advanced(self, search: Search) -> None:
        c = self.counts
        c["transitions"] += 1
        c["new states" if search.is_new_state else "revisited states"] += 1
        c["end states"] += search.is_end_state
        self.depth = search.depth
        self.max_depth = max(self.max_depth, self.depth)
        self.queue = search.queue_size or 0
        c["max heap objects"] = max(c["max heap objects"], search.vm.raw._stats()["objects"])

    def state_backtracked(self, search: Search) -> None:
        self.counts["backtracks"] += 1
        self.depth = search.depth

    def state_processed(self, search: Search) -> None:
        self.counts["processed states"] += 1

    def state_restored(self, search: Search) -> None:
        self.counts["restored states"] += 1
        self.depth = search.depth

    def thread_started(self, vm: VM, thread: ThreadInfo) -> None:
        self.counts["threads started"] += 1

    def object_created(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self.counts["objects created"] += 1

    def search_restarted(self, search: Search) -> None:
        self.counts.clear()
        self.max_depth = 0

    def search_finished(self, search: Search) -> None:
        self.say("------ Search statistics: ------")
        elapsed = time.monotonic() - self.start
        h, m, s = int(elapsed) // 3600, int(elapsed) // 60 % 60, int(elapsed) % 60
        self.say(f"  {'abs time:':<20}{h:02}:{m:02}:{s:02}  ({elapsed * 1000:.0f} ms)")
        self.say(f"  {'search depth:':<20}{self.depth} (max: {self.max_depth})")
        for name in NAMES:
            self.say(f"  {name + ':':<20}{self.counts[name]}")
        if "heuristic" in search.search_class:
            self.say(f"  {'queue size:':<20}{self.queue}")

    def publish(self) -> dict[str, int]:
        return {**self.counts, "max depth": self.max_depth}


NAMES = (
    "new states",
    "revisited states",
    "end states",
    "backtracks",
    "processed states",
    "restored states",
    "transitions",
    "threads started",
    "objects created",
    "max heap objects",
)


class Node:
    """Generators with the same value so far, in a group of StateSpaceAnalyzer."""

    __slots__ = ("children", "choices", "generators", "sample")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.choices = self.generators = 0
        self.sample: tuple[str, ...] = ()


class StateSpaceAnalyzer(Counting, Printing, Listener):
    """What the states come from: choice generators and their choices, grouped. JPF: StateSpaceAnalyzer.

    ssa.sort_order, ssa.sort_order2 ...: lists of package, class, method, instruction, type, thread, line, id, a group
    within the one before (default: `type`, and `package,class,method,instruction,type`); ssa.max_output_lines (10) of
    each. The search ends at ssa.max_states, ssa.max_choices, ssa.max_time (30s, or milliseconds) or ssa.max_memory
    (64m)."""

    counted = ("roots", "choices", "ended")
    KEYS = ("package", "class", "method", "instruction", "type", "thread", "line", "id")

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.orders = [order for key in self._order_keys() if (order := self.names(key))]
        if not self.orders:
            self.orders = [["type"], ["package", "class", "method", "instruction", "type"]]
        for order in self.orders:
            for name in order:
                if name not in self.KEYS:
                    raise ConfigError(f"ssa.sort_order: no sort key {name} (there are {', '.join(self.KEYS)})")
        self.lines = self.number("ssa.max_output_lines", 10)
        self.max_states, self.max_choices = self.number("ssa.max_states", -1), self.number("ssa.max_choices", -1)
        text = self.setting("ssa.max_time").strip()
        limit = int(text) / 1000 if text.isdigit() else seconds(text) if text else -1.0
        text = self.setting("ssa.max_memory").strip()
        memory = size(text) if text else -1
        if limit is None or memory is None:
            raise ConfigError("ssa.max_time: a duration, ssa.max_memory: a size expected")
        self.max_time, self.max_memory = limit, memory
        self.start = time.monotonic()
        self._clear()

    def _order_keys(self) -> list[str]:
        n, out = 2, ["ssa.sort_order"]
        while self.setting(f"ssa.sort_order{n}"):
            out.append(f"ssa.sort_order{n}")
            n += 1
        return out

    def _clear(self) -> None:
        self.roots = [Node() for _ in self.orders]
        self.choices = 0
        self.ended = False

    def search_started(self, search: Search) -> None:
        self.start = time.monotonic()

    def search_restarted(self, search: Search) -> None:
        self._clear()

    def choice_generator_set(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        insn = cg.insn
        method = insn.method if insn else None
        values = {
            "package": method.class_info.package if method and method.class_info else "(null)",
            "class": method.class_name if method else "(null)",
            "method": method.full_name if method else "(null)",
            "instruction": str(insn) if insn else "(null)",
            "type": cg.type if cg.kind == "data" else cg.id,
            "thread": cg.thread.name if cg.thread else "(null)",
            "line": insn.location if insn else "(null)",
            "id": cg.id,
        }
        n = len(cg)
        self.choices += n
        sample = (values["line"], (insn.source_line or "") if insn else "", values["instruction"], cg.type)
        for order, node in zip(self.orders, self.roots, strict=True):
            node.choices, node.generators = node.choices + n, node.generators + 1
            for key in order:
                node = node.children.setdefault(values[key], Node())
                node.choices, node.generators = node.choices + n, node.generators + 1
            node.sample = node.sample or sample

    def state_advanced(self, search: Search) -> None:
        if self.ended:
            return
        s = search.vm.raw._stats()
        self.ended = (
            0 <= self.max_states <= s["states_new"]
            or 0 <= self.max_choices <= self.choices
            or 0 <= self.max_time <= time.monotonic() - self.start
            or 0 <= self.max_memory <= s["bytes"]
        )
        if self.ended:
            search.terminate()

    def search_finished(self, search: Search) -> None:
        for order, root in zip(self.orders, self.roots, strict=True):
            self.topic(f"Grouped By: {', '.join(order)}")
            left = self._show("All", root, 0, self.lines)
            if left <= 0:
                self.say("...")

    def _show(self, name: str, node: Node, level: int, left: int) -> int:
        """Lines of leaves that may still be shown."""
        if left <= 0:
            return left
        self.say(f"{'   ' * level}{name}  (choices: {node.choices}, generators: {node.generators})")
        if not node.children:
            for what, text in zip(("Location", "Code", "Instruction", "Generator Class"), node.sample, strict=False):
                self.say(f"{'   ' * (level + 1)}{what}:  {text}")
            return left - 1
        for child_name, child in sorted(node.children.items(), key=lambda x: (-x[1].choices, x[0])):
            left = self._show(child_name, child, level + 1, left)
        return left

    def publish(self) -> list[dict[str, Any]]:
        def tree(node: Node) -> dict[str, Any]:
            out: dict[str, Any] = {"choices": node.choices, "generators": node.generators}
            if node.children:
                out["groups"] = {k: tree(v) for k, v in node.children.items()}
            return out

        return [{"by": order, **tree(root)} for order, root in zip(self.orders, self.roots, strict=True)]


class StateCountEstimator(Counting, Printing, Listener):
    """How many states there will be and how long it will take, from the share of choices that is done: a line every
    jpf.state_count_estimator.log_period milliseconds, and one at the end. JPF: StateCountEstimator."""

    counted = ("states", "share")

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.period = self.number("jpf.state_count_estimator.log_period", 0) / 1000
        self.start = time.monotonic()
        self.next = 0.0
        self.states, self.share = 0, 0.0

    def search_started(self, search: Search) -> None:
        self.start = time.monotonic()

    def state_processed(self, search: Search) -> None:
        share, done = 1.0, 0.0
        for cg in search.vm.choice_generators:
            n = max(cg.processed_total, 1)
            share /= n
            done += share * max(cg.index, 0)
        self.share = max(self.share, done)  # a state that is done does not show on the path any more
        self.states = search.vm.raw._stats()["states_new"]
        if self.period and time.monotonic() >= self.next:
            self.next = time.monotonic() + self.period
            self._log()

    def _log(self) -> None:
        elapsed = time.monotonic() - self.start
        total, whole = (int(self.states / self.share), elapsed / self.share) if self.share else (0, 0.0)
        states = f"State:  {self.states:,} / {f'{total:,}' if total else '?'} ({100 * self.share:g}%)"
        self.say(f"{states}    Time:  {clock(whole)} - {clock(elapsed)} = {clock(max(whole - elapsed, 0))}")

    def search_finished(self, search: Search) -> None:
        self.states = search.vm.raw._stats()["states_new"]
        if search.constraint is None:
            self.share = 1.0
        self._log()

    def publish(self) -> dict[str, float]:
        return {"states": self.states, "share": self.share}


def clock(s: float) -> str:
    h, m, rest = int(s) // 3600, int(s) // 60 % 60, int(s) % 60
    return f"{h}:{m:02}:{rest:02}" if h else f"{m}:{rest:02}"
