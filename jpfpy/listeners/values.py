"""Listeners that follow objects and the values of variables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ConfigError
from ..listener import Listener, on
from ._base import JDK, OWN, Logging, Pending, Printing, local_name
from ._stack import producer

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, ElementInfo, Instruction, Search, ThreadInfo


def refs(listener: Printing, key: str) -> set[int]:
    """References as integers: 42, 0x2a, or an object as it is printed (Foo@2a)."""
    out = set()
    for text in listener.names(key):
        try:
            out.add(int(text.rpartition("@")[2], 16) if "@" in text else int(text, 0))
        except ValueError:
            raise ConfigError(f"{key}={text}: references expected (42, 0x2a, Foo@2a)") from None
    return out


class ReferenceLocator(Printing, Listener):
    """Where objects with known references are made (refloc.create), used by calls and field accesses (refloc.use), and
    released (refloc.release): the stack each time. References are the same in every run. JPF: ReferenceLocator."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.create, self.use, self.release = (refs(self, f"refloc.{k}") for k in ("create", "use", "release"))
        self.pending = Pending()
        for wanted, event in (
            (self.create, "object_created"),
            (self.release, "object_released"),
            (self.use, "execute_instruction"),
            (self.use, "instruction_executed"),
        ):
            if not wanted:
                self.__dict__[event] = None

    def _location(self, text: str, thread: ThreadInfo | None) -> None:
        self.say(f"[ReferenceLocator] {text}")
        for line in thread.stack_trace() if thread else []:
            self.say(f"\tat {line}")

    def object_created(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        if obj.ref in self.create:
            self._location(f"object {obj} created at:", thread)

    def object_released(self, vm: VM, thread: ThreadInfo | None, obj: ElementInfo) -> None:
        if obj.ref in self.release:
            self._location(f"object {obj} released", None)

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE,INVOKESPECIAL", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        e = insn.last_this if insn.is_field else insn.this
        if e is not None and e.ref in self.use:
            text = f"field access of {e} at:" if insn.is_field else f"call on object {e} at:"
            self.pending.put(thread, insn, "\n".join([text, *(f"\tat {x}" for x in thread.stack_trace())]))

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE,INVOKESPECIAL", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        if text := self.pending.done(thread, next_insn, insn):
            self._location(text, None)


class ObjectTracker(Logging, Listener):
    """The life of the objects of ot.include classes (or with references of ot.refs): made, fields read and written
    (ot.log_fields), calls (ot.log_calls), released. Printed as it happens, and for the path of each error. JPF:
    ObjectTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.wanted = self.patterns("ot.include", "ot.exclude", "" if self.names("ot.include") else "*")
        self.refs = refs(self, "ot.refs")
        self.fields, self.calls = self.flag("ot.log_fields", True), self.flag("ot.log_calls", True)
        self.pending = Pending()

    def _is_wanted(self, obj: ElementInfo | None) -> bool:
        return obj is not None and (obj.ref in self.refs or self.wanted(obj.class_name))

    def _log(self, thread: ThreadInfo | None, text: str) -> None:
        line = f"{thread.id if thread else '-'}: {text}"
        self.log.add(line)
        self.say(line)

    def object_created(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        if self._is_wanted(obj):
            self._log(thread, f"new  {obj}")

    def object_released(self, vm: VM, thread: ThreadInfo | None, obj: ElementInfo) -> None:
        if self._is_wanted(obj):
            self._log(thread, f"free {obj}")

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE,INVOKESPECIAL", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if not (self.fields if insn.is_field else self.calls):
            return
        e = insn.last_this if insn.is_field else insn.this
        if self._is_wanted(e):
            what = "call" if insn.is_invoke else "get " if insn.is_read else "put "
            self.pending.put(thread, insn, f"{what} {e}.{insn.name} at {insn.location}")

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE,INVOKESPECIAL", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        if text := self.pending.done(thread, next_insn, insn):
            self._log(thread, text)

    def property_violated(self, search: Search) -> None:
        self.topic(f"ObjectTracker #{search.n_errors}")
        last = 0
        for i, line in self.log.numbered():
            if i != last:
                self.say(f"{'-' * 35} [{i}]")
            last = i
            self.say(line)


LOCAL_TYPES = "IJFDL"


def local_type(op: int) -> str:
    """Of a load or store instruction."""
    if op == 0x84:
        return "I"
    for long_form, short_form in ((0x15, 0x1A), (0x36, 0x3B)):
        if long_form <= op <= long_form + 4:
            return LOCAL_TYPES[op - long_form]
        if short_form <= op < short_form + 20:
            return LOCAL_TYPES[(op - short_form) // 4]
    return "I"


class VarRecorder(Printing, Listener):
    """The values of fields (var_recorder.fields), local variables (.locals) and array elements (.arrays) of the
    program as they are read (`x -> 3`) and written (`x <- 3`); var_recorder.include, .exclude: patterns over the
    classes whose methods access them, or over variables. JPF: VarRecorder."""

    OPCODES = "GETFIELD,GETSTATIC,PUTFIELD,PUTSTATIC,?LOAD,?STORE,IINC,?ALOAD,?ASTORE"

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.wanted = self.patterns("var_recorder.include", "var_recorder.exclude", kind="member")
        self.fields, self.locals, self.arrays = (
            self.flag(f"var_recorder.{k}", True) for k in ("fields", "locals", "arrays")
        )
        self.pending: dict[int, tuple[Any, str]] = {}
        self.records = 0

    @on(opcodes=OPCODES, method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        """What is gone once the instruction is done: an array, and what a write takes from the stack."""
        frame = thread.top_frame
        assert frame is not None  # an instruction of it runs
        if insn.is_write:
            self.pending[thread.id] = (insn, f"{insn.variable} <- {shown(frame.peek(0, insn.descriptor[0]))}")
        elif insn.is_array_load or insn.is_array_store:
            name = self._array(frame, insn)
            value = f" <- {shown(frame.peek(0, element_type(insn.op)))}" if insn.is_array_store else ""
            self.pending[thread.id] = (insn, f"{name}[{insn.array_index}]{value}")

    def _array(self, frame: Any, insn: Instruction) -> str:
        depth = 2 if insn.is_array_load else 4 if insn.op in (0x50, 0x52) else 3
        made = producer(frame.method, insn.index, depth)
        if made is None:
            return "?"
        if made.is_field:
            return str(made.variable)
        return local_name(frame.thread, frame, made) if made.kind == "local" else "?"

    @on(opcodes=OPCODES, method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        frame = thread.top_frame
        what, text = self.pending.pop(thread.id, (None, ""))
        if next_insn == insn or frame is None or frame.method.id != insn.method_id:
            return
        if insn.is_field:
            if not self.fields:
                return
            if insn.is_read:
                text = f"{insn.variable} -> {shown(frame.peek(0, insn.descriptor[0]))}"
            elif what != insn:
                return
            name = insn.variable
        elif insn.is_array_load or insn.is_array_store:
            if not self.arrays or what != insn:
                return
            name = text.partition("[")[0]
            if insn.is_array_load:
                text += f" -> {shown(frame.peek(0, element_type(insn.op)))}"
        else:
            if not self.locals:
                return
            name = local_name(thread, frame, insn)
            if name.startswith("#"):
                return  # one of the compiler's
            d = local_type(insn.op)
            arrow = "->" if 0x15 <= insn.op <= 0x2D else "<-"
            text = f"{name} {arrow} {shown(vm.value(d, frame.slot(insn.slot, d)))}"
        where = insn.method.class_name  # the class whose code it is, as in JPF
        if self.wanted(name, where, where.rpartition(".")[2]):
            self.records += 1
            self.say(f"{thread.id}: {insn.location:<24} {text}")

    def publish(self) -> int:
        return self.records


def element_type(op: int) -> str:
    return "IJFDLBCS"[op - 0x2E] if op <= 0x35 else "IJFDLBCS"[op - 0x4F]


def shown(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"'{value}'"
    return f'"{value}"' if getattr(value, "is_string", False) else str(value)


class VarTracker(Printing, Listener):
    """Which variables change most on the way to new states: fields, local variables and array elements, each counted
    once a new state, and by which methods. vt.include, vt.exclude (patterns over variables), vt.methods (a pattern
    over methods), vt.max_vars (25). JPF: VarTracker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        from ._specs import MethodSpec

        self.wanted = self.patterns("vt.include", "vt.exclude", JDK, "member")
        self.max = self.number("vt.max_vars", 25)
        methods = self.setting("vt.methods")
        self.methods = self.spec("vt.methods", methods, MethodSpec) if methods else None
        self.changes: Counter[str] = Counter()
        self.by: dict[str, Counter[str]] = {}
        self.now: dict[str, str] = {}  # of the running transition: variable, method
        self.pending: dict[int, tuple[Any, str]] = {}

    @on(opcodes="?ASTORE", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if insn.is_array_store:
            made = producer(insn.method, insn.index, 4 if insn.op in (0x50, 0x52) else 3)
            name = made.variable if made is not None and made.is_field else ""
            if made is not None and made.kind == "local":
                name = f"{insn.method.full_name}.{local_name(thread, thread.top_frame, made)}"
            self.pending[thread.id] = (insn, f"{name or '?'}[]")

    @on(opcodes="PUTFIELD,PUTSTATIC,?STORE,IINC,?ASTORE", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        frame = thread.top_frame
        if next_insn == insn or frame is None:
            return
        if insn.is_field:
            name = insn.variable
        elif insn.is_array_store:
            what, name = self.pending.pop(thread.id, (None, ""))
            if what != insn:
                return
        elif frame.method.id == insn.method_id:
            name = f"{insn.method.full_name}.{local_name(thread, frame, insn)}"
        else:
            return
        if self.wanted(name) and (self.methods is None or self.methods.matches(insn.method)):
            self.now.setdefault(name, insn.method.full_name)

    def state_advanced(self, search: Search) -> None:
        if search.is_new_state or search.is_end_state:
            for name, method in self.now.items():
                self.changes[name] += 1
                self.by.setdefault(name, Counter())[method] += 1
        self.now = {}

    def state_backtracked(self, search: Search) -> None:
        self.now = {}

    def search_restarted(self, search: Search) -> None:
        self.changes.clear()
        self.by.clear()

    def search_finished(self, search: Search) -> None:
        self.topic("field access")
        self.say("      change    variable")
        self.say("-" * 39)
        for name, n in self.changes.most_common(self.max):
            self.say(f"{n:>12}    {name}  ({', '.join(f'{m} {k}' for m, k in self.by[name].most_common())})")

    def publish(self) -> dict[str, int]:
        return dict(self.changes.most_common(self.max))


class NullSource(NamedTuple):
    """What set something to null, and what had set that."""

    what: str
    at: str
    thread: str
    cause: NullSource | None

    def lines(self) -> list[str]:
        out = [f"    {self.what}", f"      at: {self.at}", f"      executed by: {self.thread}"]
        return [*out, "  set by:", *self.cause.lines()] if self.cause else out


class NullTracker(Printing, Listener):
    """Where the null of a NullPointerException came from: the write to the field or variable it was read from, or the
    method that returned it, and where that one had it from. JPF: NullTracker."""

    DEPTH = 8  # causes that are followed

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        # What is null at the moment, by place. Set on every path again, so that backtracking leaves nothing wrong:
        # an entry is looked at only where a null is read, and only a write makes a place null.
        self.sources: dict[tuple[Any, ...], NullSource] = {}
        self.text: list[str] = []

    @on(opcodes="ASTORE", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        """A variable's name is known once it has its value."""
        frame = thread.top_frame
        if frame is not None and frame.method.id == insn.method_id and not frame.slot(insn.slot):
            text = f"local variable {local_name(thread, frame, insn)} was set to null"
            cause = self._source(vm, thread, frame, insn.index, 1)
            self.sources[self._local(thread, frame, insn)] = self._record(text, thread, insn, cause)

    @on(opcodes="PUTFIELD,PUTSTATIC,ARETURN,RETURN", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        frame = thread.top_frame
        if insn.op == 0xB1:
            if insn.method.name == "<init>":
                self._missing(thread, frame, insn)
            return
        if insn.is_field and insn.descriptor[0] not in "L[":
            return
        assert frame is not None  # an instruction of it runs
        if frame.peek(0, "L") is not None:
            return
        key, what = self._place(thread, insn)
        cause = self._source(vm, thread, frame, insn.index, 1)
        self.sources[key] = self._record(what, thread, insn, cause)

    def _missing(self, thread: ThreadInfo, frame: Any, insn: Instruction) -> None:
        """A constructor leaves fields null."""
        this = frame.this
        for f in this.class_info.declared_fields if this is not None else ():
            if f.is_reference and not f.is_static and this[f] is None:
                text = f"missing init of {f.full_name} in the constructor"
                self.sources.setdefault(("field", this.ref, f.name), self._record(text, thread, insn, None))

    def _record(self, what: str, thread: ThreadInfo, insn: Instruction, cause: NullSource | None) -> NullSource:
        at = f"{insn.method.full_name}({insn.location})"
        deep, c = 0, cause
        while c is not None:
            deep, c = deep + 1, c.cause
        return NullSource(what, at, thread.name, cause if deep < self.DEPTH else None)

    def _place(self, thread: ThreadInfo, insn: Instruction) -> tuple[tuple[Any, ...], str]:
        if insn.op == 0xB0:
            return ("return", thread.id), f"null returned by {insn.method.full_name}"
        if insn.op == 0xB3:
            return ("static", insn.variable), f"{insn.variable} was set to null"
        e = insn.last_this
        return ("field", e.ref if e else 0, insn.name), f"{insn.variable} was set to null"

    def _local(self, thread: ThreadInfo, frame: Any, insn: Instruction) -> tuple[Any, ...]:
        return "local", thread.id, frame.depth, frame.method.id, insn.slot

    def _source(self, vm: VM, thread: ThreadInfo, frame: Any, index: int, depth: int) -> NullSource | None:
        """Where the operand `depth` words below the top was read from, if a null was written there."""
        made = producer(frame.method, index, depth)
        if made is None:
            return None
        if made.op == 0xB2:
            key: tuple[Any, ...] = ("static", made.variable)
        elif made.op == 0xB4:
            owner = producer(frame.method, made.index, 1)
            this = frame.this if owner is not None and owner.kind == "local" and owner.slot == 0 else None
            if owner is not None and owner.kind == "local" and this is None:
                this = vm.element(frame.slot(owner.slot))
            candidates = [k for k in self.sources if k[0] == "field" and k[2] == made.name]
            ref = this.ref if this is not None else next((k[1] for k in reversed(candidates)), 0)
            key = ("field", ref, made.name)
            if key not in self.sources:
                return self._record(f"{made.variable} was never set", thread, made, None)
        elif made.kind == "local":
            key = self._local(thread, frame, made)
        elif made.is_invoke:
            key = ("return", thread.id)
        elif made.op == 0x01:
            return self._record("null constant", thread, made, None)
        else:
            return None
        return self.sources.get(key)

    @on(cls="java.lang.NullPointerException")
    def exception_thrown(self, vm: VM, thread: ThreadInfo, exc: ElementInfo) -> None:
        frame = thread.user_frame
        insn = frame.pc if frame else None
        if insn is None:
            return
        depth = 1
        if insn.is_invoke:
            depth = insn.argument_words
        elif insn.op == 0xB5:
            depth = 3 if insn.descriptor[0] in "JD" else 2
        elif insn.is_array_load:
            depth = 2
        elif insn.is_array_store:
            depth = 4 if insn.op in (0x50, 0x52) else 3
        found = self._source(vm, thread, frame, insn.index, depth)
        self.text = found.lines() if found else ["    unknown"]
        assert frame is not None  # an instruction of it runs
        self.topic("NullTracker")
        self.say(f"null used at {frame.method.full_name}({frame.location}), set by:")
        for line in self.text:
            self.say(line)

    def publish(self) -> list[str]:
        return self.text
