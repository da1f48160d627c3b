"""DeadlockAnalyzer, ErrorTraceGenerator, TraceStorer: what led to an error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from ..listener import Listener, on
from ..report.console import place, standing
from ..report.html.cycle import wait_cycle
from ._base import OWN, Logging, Printing

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, ElementInfo, Instruction, Search, ThreadInfo

MARKS = {"block": "B", "lock": "L", "unlock": "U", "wait": "W", "notify": "N", "notify all": "A"}
MARKS |= {"started": "S", "terminated": "T"}
FORMATS = ("essential", "column", "raw")


class DeadlockAnalyzer(Logging, Listener):
    """Who holds what and waits for what when no thread can run, the cycle, and the operations on locks that led
    there. JPF: DeadlockAnalyzer.

    deadlock.format: `essential` (for each thread of the deadlock its last operations that matter), `column` (all, a
    column for each thread), `raw` (a list); deadlock.max_history (default: all) operations, the last ones."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.format = self.setting("deadlock.format", "essential").lower()
        if self.format not in FORMATS:
            raise ConfigError(f"deadlock.format={self.format}: one of {', '.join(FORMATS)} expected")
        self.max = self.number("deadlock.max_history", 1 << 30)
        self.text: list[str] = []

    def _note(self, what: str, thread: ThreadInfo | None, obj: ElementInfo | None) -> None:
        if thread is None:
            return
        frame = thread.user_frame
        at = frame.location if frame else "?"
        source = (frame.pc.source_line if frame and frame.pc else None) or ""
        self.log.add((what, thread.id, thread.name, str(obj) if obj else "", at, source))

    def object_locked(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self._note("lock", thread, obj)

    def object_unlocked(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self._note("unlock", thread, obj)

    def object_wait(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self._note("wait", thread, obj)

    def object_notify(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self._note("notify", thread, obj)

    def object_notify_all(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self._note("notify all", thread, obj)

    def thread_blocked(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        self._note("block", thread, obj)

    def thread_started(self, vm: VM, thread: ThreadInfo) -> None:
        self._note("started", thread, None)

    def thread_terminated(self, vm: VM, thread: ThreadInfo) -> None:
        self._note("terminated", thread, None)

    def property_violated(self, search: Search) -> None:
        error = search.last_error
        if not error or error["kind"] != "deadlock":
            return
        stuck = {t["name"]: t for t in error["snapshot"] if t["status"] != "RUNNING"}
        cycle = wait_cycle(error["snapshot"])
        out = [f"thread ops #{error['id']}"]
        for name in cycle or stuck:
            t = stuck[name]
            at = next((f" at {place(f)}" for f in t["frames"] if f["file"]), "")
            held = ", ".join(o["id"] for o in t["owned"]) or "nothing"
            out.append(f"{name} holds {held}, {standing(t)}{at}")
        if cycle:
            out.append("cycle: " + " -> ".join([*cycle, cycle[0]]))
        ops = list(self.log.numbered())
        if self.format == "essential":
            ops = essential(ops, set(stuck))
        left = len(ops) - self.max
        out += self._lines(ops[-self.max :] if left > 0 else ops, {op[1]: op[2] for _, op in ops})
        if left > 0:
            out.append("...")
        self.text = out
        self.topic(out[0])
        for line in out[1:]:
            self.say(line)

    def _lines(self, ops: list[Any], names: dict[int, str]) -> list[str]:
        """The last operation first, as JPF prints them."""
        if self.format == "raw":
            return [f"{i} : {name} : {what} : {obj}" for i, (what, _, name, obj, _, _) in reversed(ops)]
        lanes = sorted(names)
        width = max((len(names[i]) for i in lanes), default=8) + 1
        objects: dict[str, int] = {}
        for _, op in ops:
            objects.setdefault(op[3], len(objects) + 1)
        out = ["".join(names[i].ljust(width) for i in lanes) + " trans  loc : stmt"]
        out.append("-" * (width * len(lanes) + 40))
        for i, (what, tid, _, obj, at, source) in reversed(ops):
            mark = MARKS[what] + (f":{obj.rpartition('@')[2]}" if obj else "")
            cells = "".join((mark if lane == tid else "|").ljust(width) for lane in lanes)
            out.append(f"{cells}{i:>6}  {at} : {source}")
        return out

    def publish(self) -> list[str]:
        return self.text


def essential(ops: list[Any], stuck: set[str]) -> list[Any]:
    """The start of each stuck thread, the locks that it still has, and what it stands at."""
    keep = []
    done: set[tuple[str, str]] = set()
    waits: set[str] = set()
    for i, op in reversed(ops):
        what, _, name, obj = op[:4]
        if name not in stuck:
            continue
        if what == "unlock":
            done.add((name, obj))
        elif what == "lock":
            if (name, obj) in done:
                done.discard((name, obj))
            else:
                keep.append((i, op))
        elif what in ("block", "wait"):
            if name not in waits:
                keep.append((i, op))
            waits.add(name)
        elif what == "started":
            keep.append((i, op))
    return keep[::-1]


class ErrorTraceGenerator(Printing, Listener):
    """The choices that led to each error: each generator with its thread, where it was made (etg.show_loc), the
    source line there (etg.show_src) and the instruction (etg.show_insn). JPF: ErrorTraceGenerator."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.src, self.loc = self.flag("etg.show_src", True), self.flag("etg.show_loc", True)
        self.insn = self.flag("etg.show_insn")

    def property_violated(self, search: Search) -> None:
        self.topic("error trace choices")
        for i, cg in enumerate(search.vm.choice_generators):
            if cg.index < 0:
                continue
            self.say(f"#{i:>2} [tid={cg.thread_id:>2}] {str(cg)[1:-1]}")
            insn = cg.insn
            if insn is None:
                continue
            if self.loc:
                self.say(f"\tat {insn.location} in {insn.method.full_name}")
            if self.insn:
                self.say(f"\tinstruction: [pc={insn.bytecode_index}] {insn}")
            if self.src:
                self.say(f"\tsource: {insn.source_line or '[no source]'}")


class TraceStorer(Printing, Listener):
    """Writes the choices of a path to trace.file, or shows them where none is named: of every error's path; of one
    that is trace.depth deep; where a method of trace.store_calls is called, or a thread of trace.store_threads starts;
    with trace.store_constraint where a limit is met. A later one overwrites the file, or with trace.multiple goes to
    trace.file.N; trace.terminate ends the search at the first that is no error's; trace.verbose adds source lines.
    `+choice.use_trace=FILE` (ChoiceSelector) or the replay string in it take that path again. JPF: TraceStorer."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.file = self.setting("trace.file")
        self.depth = self.number("trace.depth", 1 << 60)
        self.multiple, self.terminate = self.flag("trace.multiple"), self.flag("trace.terminate")
        self.verbose = self.flag("trace.verbose")
        self.threads = self.patterns("trace.store_threads", kind="thread")
        self.calls = self.patterns("trace.store_calls", kind="member")
        self.n = 0
        self.on_path: list[str] = []  # what to store once the running transition has ended
        if not self.calls.include:
            self.__dict__["execute_instruction"] = None
        if not self.threads.include:
            self.__dict__["thread_started"] = None

    def store(self, search: Search, reason: str, replay: str = "") -> None:
        why = " ".join(reason.split())
        lines = [f"# application: {self.setting('target')}", f"# {why}"]
        if replay:
            lines.append(f"# replay: {replay}")
        for t in search.vm.path:
            cg = t.choice_generator
            lines.append(f"{cg.index} {cg.type} {cg.id} {cg.value}")
            if self.verbose and cg.insn:
                lines.append(f"#   {cg.insn.location}: {cg.insn.source_line or ''}")
        if not self.file:
            for line in lines:
                self.say(line)
            return
        self.n += 1
        name = f"{self.file}.{self.n}" if self.multiple else self.file
        try:
            with open(name, "w", encoding="utf-8") as f:
                f.write("\n".join(lines) + "\n")
        except OSError as e:
            raise ConfigError(f"trace.file={name}: {e.strerror or e}") from None
        self.say(f"trace stored in {name}: {why[:200]}")

    def property_violated(self, search: Search) -> None:
        error = search.last_error
        if error is not None:
            self.store(search, f"violated property: {error.message}", error.replay)

    def state_advanced(self, search: Search) -> None:
        reasons, self.on_path = self.on_path, []
        if search.depth == self.depth:
            reasons.append(f"search depth reached: {self.depth}")
        for reason in reasons:
            self.store(search, reason)
        if reasons and self.terminate:
            search.terminate()

    def search_constraint_hit(self, search: Search) -> None:
        if self.flag("trace.store_constraint"):
            self.store(search, f"search constraint hit: {search.last_search_constraint}")

    @on(opcodes="INVOKE*", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        name = f"{insn.owner}.{insn.name}"
        if self.calls(name) and f"call: {name}" not in self.on_path:
            self.on_path.append(f"call: {name}")

    def thread_started(self, vm: VM, thread: ThreadInfo) -> None:
        if self.threads(thread.name):
            self.on_path.append(f"thread started: {thread.name}")
