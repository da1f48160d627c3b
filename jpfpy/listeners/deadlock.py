"""DeadlockAnalyzer, ErrorTraceGenerator, TraceStorer: what led to an error."""

from __future__ import annotations

from typing import Any

from ..console import place, standing
from ..listener import Listener
from ._base import Printing


class DeadlockAnalyzer(Printing, Listener):
    """Who holds what and waits for what when no thread can run, and the last operations of each thread.

    deadlock.format: essential (the threads of the cycle) or all; deadlock.max_history (default 10) operations."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.all = self.setting("deadlock.format", "essential") != "essential"
        self.max = int(self.setting("deadlock.max_history", "10"))
        self.history: list[list[str]] = [[]]
        self.text: list[str] = []

    def _note(self, vm: Any, what: str, thread: Any, obj: Any) -> None:
        frame = thread.user_frame if thread else None
        self.history[-1].append(f"{thread.name if thread else '?'} {what} {obj} at {frame.location if frame else '?'}")

    def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
        self._note(vm, "locked", thread, obj)

    def object_unlocked(self, vm: Any, thread: Any, obj: Any) -> None:
        self._note(vm, "unlocked", thread, obj)

    def object_wait(self, vm: Any, thread: Any, obj: Any) -> None:
        self._note(vm, "waits on", thread, obj)

    def object_notify(self, vm: Any, thread: Any, obj: Any) -> None:
        self._note(vm, "notifies", thread, obj)

    def object_notify_all(self, vm: Any, thread: Any, obj: Any) -> None:
        self._note(vm, "notifies all on", thread, obj)

    def thread_blocked(self, vm: Any, thread: Any, obj: Any) -> None:
        self._note(vm, "is blocked on", thread, obj)

    def state_advanced(self, search: Any) -> None:
        self.history.append([])

    def state_backtracked(self, search: Any) -> None:
        del self.history[search.depth + 1 :]
        self.history[-1:] = [[]] if len(self.history) > search.depth else []

    def state_restored(self, search: Any) -> None:
        self.history = [[] for _ in range(search.depth + 1)]

    def property_violated(self, search: Any) -> None:
        error = search.last_error
        if not error or error["kind"] != "deadlock":
            return
        waiting = {t["name"]: t for t in error["snapshot"] if t["waiting_for"]}
        cycle = wait_cycle(error["snapshot"])
        out = ["---- deadlock"]
        for name in waiting if self.all or not cycle else cycle:
            t = waiting[name]
            at = next((f" at {place(f)}" for f in t["frames"] if f["file"]), "")
            held = ", ".join(o["id"] for o in t["owned"]) or "nothing"
            out.append(f"{name} holds {held}, {standing(t)}{at}")
        if cycle:
            out.append("cycle: " + " -> ".join([*cycle, cycle[0]]))
        out.append("last operations:")
        out += [f"  {line}" for level in self.history for line in level][-self.max :]
        self.text = out
        for line in out:
            self.say(line)

    def publish(self) -> list[str]:
        return self.text


def wait_cycle(snapshot: list[Any]) -> list[str]:
    """Names of threads each of which waits for what the next one holds."""
    holder = {t["name"]: t["waiting_for"]["owner"] for t in snapshot if t["waiting_for"] and t["waiting_for"]["owner"]}
    for start in holder:
        seen: list[str] = []
        at: str | None = start
        while at in holder and at not in seen:
            seen.append(str(at))
            at = holder[at]
        if at in seen:
            return seen[seen.index(at) :]
    return []


class ErrorTraceGenerator(Printing, Listener):
    """The trace of each error as source lines; etg.show_src, etg.show_loc."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.src, self.loc = self.flag("etg.show_src", True), self.flag("etg.show_loc", True)

    def property_violated(self, search: Any) -> None:
        error = search.last_error
        if not error:
            return
        self.say(f"---- error trace of {error['property']}")
        for t in error["trace"]:
            for s in t["steps"]:
                source = search.vm.source(s["class"], s["file"], s["line"] or 0) if self.src else None
                where = f"{place(s)} " if self.loc else ""
                self.say(f"{t['thread']:<12} {where:<24} {source or s['class'] + '.' + s['method']}")


class TraceStorer(Printing, Listener):
    """Writes the choices of an error's path (or of the first path that is trace.depth deep) to trace.file; replayed
    with +choice.use_trace=FILE (ChoiceSelector) or --replay. trace.multiple: a file each; trace.terminate."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.file = self.setting("trace.file", "trace") or "trace"
        self.depth = int(self.setting("trace.depth", "0") or 0)
        self.multiple, self.terminate = self.flag("trace.multiple"), self.flag("trace.terminate")
        self.n = 0

    def store(self, search: Any, replay: str = "") -> None:
        name = f"{self.file}.{self.n}" if self.multiple and self.n else self.file
        self.n += 1
        with open(name, "w", encoding="utf-8") as f:
            f.write(f"# application: {self.setting('target')}\n")
            if replay:
                f.write(f"# replay: {replay}\n")
            for t in search.vm.path:
                cg = t.choice_generator
                f.write(f"{cg.index} {cg.type} {cg.id} {cg.value}\n")
        self.say(f"trace stored in {name}")
        if self.terminate:
            search.terminate()

    def property_violated(self, search: Any) -> None:
        if not self.n or self.multiple:
            self.store(search, (search.last_error or {}).get("replay", ""))

    def state_advanced(self, search: Any) -> None:
        if self.depth and search.depth == self.depth and (not self.n or self.multiple):
            self.store(search)

    def search_constraint_hit(self, search: Any) -> None:
        if self.flag("trace.store_constraint") and not self.n:
            self.store(search)
