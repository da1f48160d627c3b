"""Listeners that show what is executed, and what becomes of objects and variables."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..listener import Listener, on
from ._base import Patterns, Printing, is_system

OWN = "!java.*,!javax.*,!jdk.*,!sun.*"
NOT_JDK = "java.*,javax.*,jdk.*,sun.*"


class ExecTracker(Printing, Listener):
    """Every instruction, transition and state as it happens; et.print_insn, et.print_src, et.print_mth, and never
    the JDK's own code."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.insn, self.src, self.mth = (
            self.flag("et.print_insn", True),
            self.flag("et.print_src"),
            self.flag("et.print_mth"),
        )
        self.last_line = ""

    def state_advanced(self, search: Any) -> None:
        marks = " new" if search.is_new_state else " visited"
        marks += " end" if search.is_end_state else ""
        self.say(f"----------------------------------- [{search.depth}] forward: {search.state_id}{marks}")
        self.last_line = ""

    def state_backtracked(self, search: Any) -> None:
        self.say(f"----------------------------------- [{search.depth}] backtrack: {search.state_id}")

    def state_processed(self, search: Any) -> None:
        self.say(f"----------------------------------- [{search.depth}] done: {search.state_id}")

    def state_restored(self, search: Any) -> None:
        self.say(f"----------------------------------- [{search.depth}] restored: {search.state_id}")

    @on(method=OWN)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        if self.src and insn.location != self.last_line:
            self.last_line = insn.location
            self.say(f"            [{insn.location}] : {insn.source_line or ''}")
        if self.insn:
            where = f" {insn.method.full_name}" if self.mth else ""
            self.say(f"{thread.id} : [{insn.bytecode_index:04d}]{where} {insn}")

    def thread_started(self, vm: Any, thread: Any) -> None:
        self.say(f"\t\t # thread started: {thread.name}")

    def thread_terminated(self, vm: Any, thread: Any) -> None:
        self.say(f"\t\t # thread terminated: {thread.name}")

    def object_wait(self, vm: Any, thread: Any, obj: Any) -> None:
        self.say(f"\t\t # {thread.name} waits on {obj}")

    def object_notify(self, vm: Any, thread: Any, obj: Any) -> None:
        self.say(f"\t\t # {thread.name} notifies {obj}")

    def exception_thrown(self, vm: Any, thread: Any, exc: Any) -> None:
        self.say(f"\t\t # exception: {exc.class_name}")

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        self.say(f"\t\t # choice: {cg!r}")

    def search_finished(self, search: Any) -> None:
        self.say("----------------------------------- search finished")


class CGMonitor(Printing, Listener):
    """The generators on the path as they come and go; cgm.show_choice, cgm.show_depth, cgm.show_insn."""

    def choice_generator_set(self, vm: Any, cg: Any) -> None:
        self.show(vm, cg)

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        if self.flag("cgm.show_choice"):
            self.show(vm, cg)

    def show(self, vm: Any, cg: Any) -> None:
        depth = vm.search.depth
        text = "." * depth + f"{cg!r}"
        if self.flag("cgm.show_insn") and vm.last_instruction:
            text += f" at {vm.last_instruction.location}"
        self.say(text)


class CallMonitor(Printing, Listener):
    """The program's calls with their arguments, indented by depth."""

    @on(opcodes="INVOKE*", method=OWN)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        args = ", ".join(str(a) for a in insn.arguments)
        self.say(f"{thread.id}: {'  ' * thread.stack_depth}{insn.a + '.' if insn.a else ''}{insn.b}({args})")


class MethodTracker(Printing, Listener):
    """method.include, method.exclude: calls and returns."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.wanted = Patterns(self.names("method.include"), self.names("method.exclude", NOT_JDK))
        self.calls: Counter[str] = Counter()

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        if self.wanted(method.full_name):
            self.calls[method.full_name] += 1
            self.say(f"{thread.name}: {'  ' * thread.stack_depth}> {method.full_name}")

    def method_exited(self, vm: Any, thread: Any, method: Any) -> None:
        if self.wanted(method.full_name):
            self.say(f"{thread.name}: {'  ' * thread.stack_depth}< {method.full_name}")

    def publish(self) -> dict[str, int]:
        return dict(self.calls)


class MethodAnalyzer(Printing, Listener):
    """The calls, locks and waits on the path to each error; method.include, method.exclude, method.max_history."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.wanted = Patterns(self.names("method.include"), self.names("method.exclude", NOT_JDK))
        self.max = int(self.setting("method.max_history", "1000000") or 1000000)
        self.levels: list[list[tuple[str, int, str, str, int]]] = [[]]

    def note(self, what: str, thread: Any, name: str, obj: int = 0) -> None:
        self.levels[-1].append((what, thread.id, thread.name, name, obj))

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        if self.wanted(method.full_name):
            frame = thread.top_frame
            this = frame.this.ref if frame and frame.method.id == method.id and frame.this else 0
            self.note("call", thread, method.full_name, this)

    def method_exited(self, vm: Any, thread: Any, method: Any) -> None:
        if self.wanted(method.full_name):
            self.note("return", thread, method.full_name)

    def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.note("lock", thread, str(obj), obj.ref)

    def object_unlocked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.note("unlock", thread, str(obj), obj.ref)

    def object_wait(self, vm: Any, thread: Any, obj: Any) -> None:
        self.note("wait", thread, str(obj), obj.ref)

    def state_advanced(self, search: Any) -> None:
        self.levels.append([])

    def state_backtracked(self, search: Any) -> None:
        del self.levels[search.depth :]
        self.levels.append([])

    def state_restored(self, search: Any) -> None:
        self.levels = [[] for _ in range(search.depth + 1)]

    def history(self) -> list[tuple[str, int, str, str, int]]:
        return [op for level in self.levels for op in level][-self.max :]

    def property_violated(self, search: Any) -> None:
        self.say("---- operations on the path")
        for what, _, thread, name, _ in self.history():
            self.say(f"{thread:<14} {what:<8} {name}")


class OverlappingMethodAnalyzer(MethodAnalyzer):
    """Only the calls on one object that overlap in two threads."""

    def property_violated(self, search: Any) -> None:
        active: dict[int, list[tuple[str, int, str]]] = {}
        found: dict[tuple[str, str, str, str], None] = {}
        for what, tid, thread, name, obj in self.history():
            calls = active.setdefault(tid, [])
            if what == "call":
                for other, theirs in active.items():
                    for oname, oobj, othread in theirs if other != tid else []:
                        if obj and oobj == obj:
                            found[othread, oname, thread, name] = None
                calls.append((name, obj, thread))
            elif what == "return" and calls:
                calls.pop()
        self.say("---- overlapping calls on one object")
        for a, an, b, bn in found:
            self.say(f"{a} in {an} while {b} in {bn}")


class HeapTracker(Printing, Listener):
    """Objects made and released by class; heap.include, heap.exclude, heap.max_types; heap.live_limit objects at most
    (an error otherwise)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.wanted = Patterns(self.names("heap.include"), self.names("heap.exclude", NOT_JDK))
        self.made: Counter[str] = Counter()
        self.released: Counter[str] = Counter()
        self.limit = int(self.setting("heap.live_limit", "-1") or -1)

    def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
        if self.wanted(obj.class_name):
            self.made[obj.class_name] += 1

    def object_released(self, vm: Any, thread: Any, obj: Any) -> None:
        if self.wanted(obj.class_name):
            self.released[obj.class_name] += 1

    def state_advanced(self, search: Any) -> None:
        if self.limit >= 0:
            n = sum(self.wanted(e.class_name) for e in search.vm.heap)
            if n > self.limit:
                search.error("HeapTracker", f"{n} live objects, more than heap.live_limit={self.limit}")

    def search_finished(self, search: Any) -> None:
        self.say("---- objects made and released on all paths")
        for name, n in self.made.most_common(int(self.setting("heap.max_types", "20") or 20)):
            self.say(f"{n:>10} {self.released[name]:>10}  {name}")

    def publish(self) -> dict[str, list[int]]:
        return {k: [n, self.released[k]] for k, n in self.made.items()}


class ObjectTracker(Printing, Listener):
    """The life of objects of ot.include classes: made, fields read and written (ot.log_fields), calls (ot.log_calls),
    released."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.wanted = Patterns(self.names("ot.include"), self.names("ot.exclude", NOT_JDK))
        self.fields, self.calls = self.flag("ot.log_fields", True), self.flag("ot.log_calls", True)

    def log(self, thread: Any, obj: Any, what: str) -> None:
        self.say(f"{thread.name if thread else 'gc':<14} {obj}  {what}")

    def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
        if self.wanted(obj.class_name):
            self.log(thread, obj, "created")

    def object_released(self, vm: Any, thread: Any, obj: Any) -> None:
        if self.wanted(obj.class_name):
            self.log(None, obj, "released")

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE,INVOKESPECIAL", method=OWN)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        e = insn.last_this if insn.is_field else insn.this
        if e is None or not self.wanted(e.class_name):
            return
        if insn.is_field and self.fields:
            self.log(thread, e, f"{'get' if insn.is_read else 'put'} {insn.b} at {insn.location}")
        elif insn.is_invoke and self.calls:
            self.log(thread, e, f"call {insn.b} at {insn.location}")


class VarTracker(Printing, Listener):
    """Which fields are written most, and by which methods; vt.include, vt.exclude, vt.max_vars."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.wanted = Patterns(self.names("vt.include"), self.names("vt.exclude", NOT_JDK))
        self.max = int(self.setting("vt.max_vars", "25") or 25)
        self.changes: Counter[str] = Counter()
        self.by: dict[str, Counter[str]] = {}

    @on(opcodes="PUTFIELD,PUTSTATIC")
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        if next_insn != insn and self.wanted(insn.variable):
            self.changes[insn.variable] += 1
            self.by.setdefault(insn.variable, Counter())[insn.method.full_name] += 1

    def search_finished(self, search: Any) -> None:
        self.say("---- field writes")
        for name, n in self.changes.most_common(self.max):
            self.say(f"{n:>10}  {name}  ({', '.join(f'{m} {k}' for m, k in self.by[name].most_common())})")

    def publish(self) -> dict[str, int]:
        return dict(self.changes.most_common(self.max))


class VarRecorder(Printing, Listener):
    """The values of fields and local variables after each write; var_recorder.include, .exclude (methods or variables),
    .fields, .locals."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.wanted = Patterns(self.names("var_recorder.include"), self.names("var_recorder.exclude"))
        self.fields, self.locals = self.flag("var_recorder.fields", True), self.flag("var_recorder.locals", True)
        self.records: list[str] = []

    @on(opcodes="PUTFIELD,PUTSTATIC,ISTORE,LSTORE,FSTORE,DSTORE,ASTORE", method=OWN)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        frame = thread.top_frame
        if insn.is_field:
            if not self.fields:
                return
            name, d = insn.variable, insn.c[0]
        elif self.locals and insn.kind == "local":
            d = "IJFDL"[insn.op - 0x36] if insn.op <= 0x3A else "IJFDL"[(insn.op - 0x3B) // 4]
            after = (
                insn.method.code[insn.index + 1][0] if insn.index + 1 < len(insn.method.code) else insn.bytecode_index
            )
            rows = vm.raw._locals(thread.id, frame.index)
            local = next((r[0] for r in rows if r[2] == insn.a), f"#{insn.a}")
            del after
            name = f"{insn.method.full_name}:{local}"
        else:
            return
        if self.wanted(name):
            self.records.append(f"{thread.name:<12} {insn.location:<20} {name} = {frame.peek(0, d)}")

    def search_finished(self, search: Any) -> None:
        for line in self.records:
            self.say(line)


class NullTracker(Printing, Listener):
    """Where the null of a NullPointerException came from: the last write of null to the field, or the method that
    returned it."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.source: dict[str, str] = {}
        self.text = ""

    @on(opcodes="ACONST_NULL,PUTFIELD,PUTSTATIC,ARETURN,GETFIELD,GETSTATIC", method=OWN)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        frame = thread.top_frame
        where = f"{insn.method.full_name}({insn.location})"
        if insn.op == 1:
            self.source[f"t{thread.id}"] = f"null constant at {where}"
        elif insn.is_write and insn.c[0] in "L[" and frame.peek(0, "L") is None:
            self.source[insn.variable] = f"{insn.variable} was set to null at {where}"
        elif insn.is_read:
            self.source[f"t{thread.id}"] = self.source.get(insn.variable, f"{insn.variable} read at {where}, never set")
        elif insn.op == 0xB0 and frame.peek(0, "L") is None:
            self.source[f"t{thread.id}"] = f"null returned by {where}"

    @on(cls="java.lang.NullPointerException")
    def exception_thrown(self, vm: Any, thread: Any, exc: Any) -> None:
        frame = thread.user_frame
        self.text = self.source.get(f"t{thread.id}", "unknown")
        self.say(f"---- null used at {frame.location if frame else '?'}: {self.text}")


class ReferenceLocator(Printing, Listener):
    """Where the object with a name (Class@hex, as views show it) is made, used and released: refloc.create,
    refloc.use, refloc.release."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.want = {k: set(self.names(f"refloc.{k}")) for k in ("create", "use", "release")}

    def _hit(self, what: str, obj: Any) -> bool:
        return f"{obj.class_name}@{obj.ref:x}" in self.want[what] or f"{obj.ref:x}" in self.want[what]

    def _say(self, what: str, thread: Any, obj: Any) -> None:
        self.say(f"[{what}] {obj} by {thread.name if thread else 'gc'}")
        for line in thread.stack_trace() if thread else []:
            self.say(f"    at {line}")

    def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
        if self._hit("create", obj):
            self._say("create", thread, obj)

    def object_released(self, vm: Any, thread: Any, obj: Any) -> None:
        if self._hit("release", obj):
            self._say("release", None, obj)

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE", method=OWN)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        e = insn.last_this if insn.is_field else insn.this
        if e is not None and self.want["use"] and self._hit("use", e):
            self._say("use", thread, e)


class StackTracker(Printing, Listener):
    """Where the search spends its transitions: the program's stacks at new states, most frequent first."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.counts: Counter[tuple[str, ...]] = Counter()

    def state_advanced(self, search: Any) -> None:
        if search.is_new_state:
            frames = [f for f in search.vm.current_thread.frames if not is_system(f.method)]
            self.counts[tuple(f"{f.method.full_name}({f.location})" for f in frames)] += 1

    def search_finished(self, search: Any) -> None:
        self.say("---- stacks at new states")
        for stack, n in self.counts.most_common(10):
            self.say(f"{n:>8}  " + ("\n          ".join(stack) or "(ended)"))


class StateTracker(Printing, Listener):
    """New states by depth."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.depths: Counter[int] = Counter()

    def state_advanced(self, search: Any) -> None:
        self.depths[search.depth] += search.is_new_state

    def search_finished(self, search: Any) -> None:
        self.say("---- new states by depth")
        for depth, n in sorted(self.depths.items()):
            self.say(f"{depth:>6} {n:>10}")

    def publish(self) -> dict[int, int]:
        return dict(self.depths)
