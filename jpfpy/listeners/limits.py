"""Listeners that watch what a run uses up: stack, heap, time, states."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from ..config.values import seconds, size
from ..errors import ConfigError
from ..listener import Listener, PropertyListener, on
from ._base import JDK, OWN, PathLog, Printing

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, ElementInfo, Instruction, Search, ThreadInfo


class StackDepthChecker(Printing, Listener):
    """StackOverflowError once a thread's call stack is deeper than sdc.max_stack_depth (default 42). JPF:
    StackDepthChecker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.limit = self.number("sdc.max_stack_depth", 42)

    @on(opcodes="INVOKE*", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if thread.stack_depth > self.limit:
            thread.throw("java.lang.StackOverflowError", f"more than {self.limit} frames (StackDepthChecker)")


class LockedStackDepth(Printing, Listener):
    """At which depth of the owner's stack each monitor was taken: `locked_stack_depth(obj)` for other listeners (-1:
    not locked), and the deepest of each class and thread at the end. It backtracks. JPF: LockedStackDepth."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.depths: dict[str, int] = {}

    def locked_stack_depth(self, obj: ElementInfo) -> int:
        return int(obj.get_attr("LockedStackDepth", -1)) if obj.lock_count else -1

    def locked_in_top_frame(self, thread: ThreadInfo) -> list[Any]:
        """Monitors that the thread took in the frame it is in."""
        return [e for e in thread.held_locks if self.locked_stack_depth(e) == thread.stack_depth]

    def object_locked(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        if thread is None:
            return
        if obj.lock_count == 1:
            obj.set_attr(thread.stack_depth, "LockedStackDepth")
        name = f"{obj.class_name} by {thread.name}"
        self.depths[name] = max(self.depths.get(name, 0), thread.stack_depth)

    def search_finished(self, search: Search) -> None:
        self.say("---- deepest stacks at monitors")
        for name, depth in sorted(self.depths.items()):
            self.say(f"{depth:>6}  {name}")

    def publish(self) -> dict[str, int]:
        return self.depths


class BudgetChecker(Printing, Listener):
    """Ends the search when a budget is used up, and says which. The report is then incomplete. JPF: BudgetChecker.

    budget.max_time (milliseconds, or 5s, 2m), max_heap (bytes the engine holds: 64m), max_depth, max_insn
    (instructions in all), max_state (the highest state number), max_new_states; 0 or not set: no limit."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.limits: dict[str, float] = {
            k: v for k in ("max_depth", "max_insn", "max_state", "max_new_states") if (v := self._int(k))
        }
        text = self.setting("budget.max_time").strip()
        limit = float(text) / 1000 if text.isdigit() else seconds(text) if text else 0
        if limit is None:
            raise ConfigError(f"budget.max_time={text}: milliseconds, or a duration (5s, 2m) expected")
        if limit:
            self.limits["max_time"] = limit
        text = self.setting("budget.max_heap").strip()
        heap = size(text) if text else 0
        if heap is None:
            raise ConfigError(f"budget.max_heap={text}: a size expected (64m)")
        if heap:
            self.limits["max_heap"] = heap
        self.start = time.monotonic()
        self.message = ""

    def _int(self, key: str) -> int:
        return self.number(f"budget.{key}", 0)

    def search_started(self, search: Search) -> None:
        self.start = time.monotonic()

    def state_advanced(self, search: Search) -> None:
        if self.message:
            return
        s = search.vm.raw._stats()
        now = {"max_time": time.monotonic() - self.start, "max_heap": s["bytes"], "max_insn": s["instructions"]}
        if search.is_new_state:
            now |= {"max_depth": search.depth, "max_state": search.state_id, "max_new_states": s["states_new"]}
        for key, value in now.items():
            limit = self.limits.get(key)
            if limit and value > limit:
                self.message = f"{WORDS[key]} exceeded: {shown(key, value)} > {shown(key, limit)}"
                self.say(f"[BudgetChecker] {self.message}")
                search.terminate()
                return

    def publish(self) -> str:
        return self.message


WORDS = {
    "max_time": "max time",
    "max_heap": "max heap",
    "max_depth": "max search depth",
    "max_insn": "max instruction count",
    "max_state": "max states",
    "max_new_states": "max new state count",
}


def shown(key: str, value: float) -> str:
    if key == "max_heap":
        return f"{value / (1 << 20):.1f}MB"
    return f"{value:.3f}s" if key == "max_time" else str(int(value))


class HeapTracker(Printing, PropertyListener):
    """What is allocated and released along each path, and the most of it; with heap.size_limit (bytes) or
    heap.live_limit (objects) more than that on a path is an error, or, with heap.throw_exception, an OutOfMemoryError
    in the program. heap.include, heap.exclude (classes; default: not the JDK's); heap.show_types, heap.max_types.
    JPF: HeapTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.wanted = self.patterns("heap.include", "heap.exclude", JDK)
        self.size_limit, self.live_limit = self.number("heap.size_limit", -1), self.number("heap.live_limit", -1)
        self.throws = self.flag("heap.throw_exception")
        self.made: Counter[str] = Counter()
        self.released: Counter[str] = Counter()
        self.log: PathLog[tuple[int, int]] = PathLog()  # objects and bytes, of new ones and of released ones (< 0)
        self.live = self.bytes = 0
        self.max: Counter[str] = Counter()
        self.error_message = ""
        if not self.throws:
            self.__dict__["execute_instruction"] = None

    def object_created(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        if self.wanted(obj.class_name):
            self.made[obj.class_name] += 1
            self._note(1, object_size(obj))

    def object_released(self, vm: VM, thread: ThreadInfo | None, obj: ElementInfo) -> None:
        if self.wanted(obj.class_name):
            self.released[obj.class_name] += 1
            self._note(-1, -object_size(obj))

    def _note(self, n: int, size: int) -> None:
        self.log.add((n, size))
        self.live += n
        self.bytes += size
        for key, value in (("alive", self.live), ("heap (B)", self.bytes)):
            self.max[key] = max(self.max[key], value)

    def over(self) -> str:
        if 0 <= self.size_limit < self.bytes:
            return f"heap limit exceeded: {self.bytes} > {self.size_limit}"
        if 0 <= self.live_limit < self.live:
            return f"heap limit exceeded: {self.live} live objects > {self.live_limit}"
        return ""

    @on(opcodes="NEW,NEWARRAY,ANEWARRAY", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if self.throws and (why := self.over()):
            thread.throw("java.lang.OutOfMemoryError", why)

    def check(self, search: Search, vm: VM) -> bool:
        self.error_message = "" if self.throws else self.over()
        return not self.error_message

    def _recount(self) -> None:
        self.live, self.bytes = (sum(x) for x in zip((0, 0), *self.log, strict=True))

    def state_advanced(self, search: Search) -> None:
        self.log.advanced()

    def state_backtracked(self, search: Search) -> None:
        self.log.backtracked(search.depth)
        self._recount()

    def state_stored(self, search: Search) -> None:
        self.log.stored(search.state_id)

    def state_restored(self, search: Search) -> None:
        self.log.restored(search.state_id, search.depth)
        self._recount()

    def search_restarted(self, search: Search) -> None:
        self.log.clear()
        self._recount()

    def search_finished(self, search: Search) -> None:
        self.topic("heap statistics")
        self.say(f"  max path alive:      {self.max['alive']}")
        self.say(f"  max path heap (B):   {self.max['heap (B)']}")
        if self.flag("heap.show_types", True):
            self.say("  made, released on all paths by type:")
            for name, n in self.made.most_common(self.number("heap.max_types", 20)):
                self.say(f"  {n:>9} {self.released[name]:>9} : {name}")

    def publish(self) -> dict[str, list[int]]:
        return {k: [n, self.released[k]] for k, n in self.made.items()}


SIZES = {"Z": 1, "B": 1, "C": 2, "S": 2, "J": 8, "D": 8}
PRIMITIVE_SIZES = {"boolean": 1, "byte": 1, "char": 2, "short": 2, "long": 8, "double": 8}


def object_size(obj: Any) -> int:
    """Bytes of an object in this VM: a header of 24, then its fields or elements, in units of 8."""
    if obj.is_array:
        component = obj.class_info.component
        n = 24 + obj.length * PRIMITIVE_SIZES.get(component.name if component else "", 4)
    else:
        n = max((f.offset + SIZES.get(f.descriptor[0], 4) for f in obj.fields.values()), default=24)
    return (int(n) + 7) // 8 * 8
