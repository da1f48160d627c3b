"""Listeners that find faults, cut paths or inject trouble."""

from __future__ import annotations

import time
from typing import Any

from ..errors import ConfigError
from ..listener import Listener, PropertyListener, on
from ._base import Patterns, Printing, is_system

JDK = "java.*,javax.*,jdk.*,sun.*"


class IdleFilter(Printing, PropertyListener):
    """Loops that jump back again and again without changing anything others see: idle.max_backjumps (default 500) times
    with no write, call of a method that matters or new object. idle.action: warn, break (a scheduling point), prune
    (ignore the path; the report says so), jump (leave the loop)."""

    default_action = "break"

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.limit = int(self.setting("idle.max_backjumps", "500"))
        self.action = self.setting("idle.action", self.default_action)
        if self.action not in ("warn", "break", "prune", "jump"):
            raise ConfigError(f"idle.action={self.action}: warn, break, prune or jump expected")
        self.jumps: dict[int, tuple[int, int, int]] = {}
        self.warned: set[str] = set()
        self.idle: str | None = None

    def state_advanced(self, search: Any) -> None:
        self.jumps.clear()

    @on(opcodes="PUTFIELD,PUTSTATIC,?ASTORE,NEW,NEWARRAY,ANEWARRAY")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        if not insn.op == 0x3A and not 0x4B <= insn.op <= 0x4E:
            self.jumps.pop(thread.id, None)

    @on(opcodes="GOTO,IF*", method=f"!{JDK.replace(',', ',!')}")
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        if not insn.is_backjump or next_insn is None or next_insn.index > insn.index:
            return
        mid, index, n = self.jumps.get(thread.id, (-1, -1, 0))
        n = n + 1 if (mid, index) == (insn.method_id, insn.index) else 1
        self.jumps[thread.id] = (insn.method_id, insn.index, n)
        if n >= self.limit:
            self.jumps.pop(thread.id, None)
            self.found(vm, thread, insn)

    def found(self, vm: Any, thread: Any, insn: Any) -> None:
        text = f"{thread.name} is idle in a loop at {insn.method.full_name}({insn.location})"
        if text not in self.warned:
            self.warned.add(text)
            self.say(f"{type(self).__name__}: {text}: {self.action}")
        if self.action == "break":
            thread.reschedule()
        elif self.action == "prune":
            vm.ignore_state()
        elif self.action == "jump":
            thread.throw("java.lang.Error", "idle loop left")


class SimpleIdleFilter(IdleFilter):
    default_action = "prune"


class EndlessLoopDetector(IdleFilter):
    """A loop that never ends is an error of kind livelock."""

    kind = "livelock"

    def found(self, vm: Any, thread: Any, insn: Any) -> None:
        self.idle = f"{thread.name} seems to be in an endless loop at {insn.method.full_name}({insn.location})"
        vm.search.error("EndlessLoopDetector", self.idle, "livelock")


class NoStateCycles(Printing, PropertyListener):
    """A path that comes back to a state of itself is an error (livelock)."""

    kind = "livelock"

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.path: list[int] = []
        self.cycle = False

    def state_advanced(self, search: Any) -> None:
        if not search.is_new_state and search.state_id in self.path:
            search.error("NoStateCycles", f"the path returns to its own state {search.state_id}", "livelock")
        self.path.append(search.state_id)

    def state_backtracked(self, search: Any) -> None:
        del self.path[search.depth :]

    def search_restarted(self, search: Any) -> None:
        self.path.clear()


class NumericValueChecker(Printing, PropertyListener):
    """Bounds of fields and local variables: range.fields / range.vars name them, range.NAME.field (or .var),
    range.NAME.min and range.NAME.max."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.rules = []
        for what in ("field", "var"):
            for name in self.names(f"range.{what}s"):
                key = f"range.{name}"
                low, high = self.setting(f"{key}.min"), self.setting(f"{key}.max")
                self.rules.append(
                    (what, self.setting(f"{key}.{what}", name), float(low or "-inf"), float(high or "inf"))
                )
        self.error_message = ""

    @on(opcodes="PUTFIELD,PUTSTATIC,ISTORE,LSTORE,FSTORE,DSTORE", method=f"!{JDK.replace(',', ',!')}")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        frame = thread.top_frame
        names: tuple[Any, ...]
        if insn.is_field:
            names, d, what = (insn.variable, insn.b, f"{insn.a.rpartition('.')[2]}.{insn.b}"), insn.c[0], "field"
        else:
            d = {0x36: "I", 0x37: "J", 0x38: "F", 0x39: "D"}.get(insn.op) or "IJFD"[(insn.op - 0x3B) // 4]
            slot = insn.a
            rows = vm.raw._locals(thread.id, frame.index)
            name = next((r[0] for r in rows if r[2] == slot), "")
            names, what = (name, f"{insn.method.full_name}:{name}"), "var"
        if d in "L[Z":
            return
        value = frame.peek(0, d)
        value = ord(value) if isinstance(value, str) else value
        for kind, pattern, low, high in self.rules:
            if (
                kind == what
                and Patterns([pattern], [])(names[0]) | any(n == pattern for n in names)
                and not low <= value <= high
            ):
                self.error_message = f"{pattern} = {value}, not in [{low:g}, {high:g}], at {insn.location}"

    def check(self, search: Any, vm: Any) -> bool:
        return not self.error_message

    def reset(self) -> None:
        self.error_message = ""


class NonSharedChecker(Printing, PropertyListener):
    """Objects of classes with an annotation NonShared must be used by the thread that made them only; classes can be
    named in nonshared.classes too."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.patterns = self.names("nonshared.classes")
        self.wanted: dict[int, bool] = {}
        self.error_message = ""

    def _is_wanted(self, vm: Any, cls: Any) -> bool:
        got = self.wanted.get(cls.id)
        if got is None:
            named = bool(self.patterns) and Patterns(self.patterns, [])(cls.name)
            got = self.wanted[cls.id] = not cls.is_system and (
                named
                or any(vm.raw._mentions(cls.id, f"L{a};") for a in ("gov/nasa/jpf/annotation/NonShared", "NonShared"))
            )
        return got

    def object_created(self, vm: Any, thread: Any, obj: Any) -> None:
        if thread and self._is_wanted(vm, obj.class_info):
            obj.set_attr(thread.id, "NonShared")

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        e = insn.last_this if insn.is_field else insn.this
        if e is None or not self.wanted.get(e.class_info.id):
            return
        owner = e.get_attr("NonShared")
        if owner is not None and owner != thread.id:
            self.error_message = f"{e} belongs to thread {owner} and is used by {thread.name} at {insn.location}"

    def check(self, search: Any, vm: Any) -> bool:
        return not self.error_message

    def reset(self) -> None:
        self.error_message = ""


class StackDepthChecker(Printing, Listener):
    """StackOverflowError once a call stack is deeper than sdc.max_stack_depth (default 42)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.limit = int(self.setting("sdc.max_stack_depth", "42"))

    @on(opcodes="INVOKE*", method=f"!{JDK.replace(',', ',!')}")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        if thread.stack_depth > self.limit:
            thread.throw("java.lang.StackOverflowError", f"more than {self.limit} frames (StackDepthChecker)")


class LockedStackDepth(Printing, Listener):
    """The stack depth at which each monitor is taken, and how deep the owner went while it held it; attributes of the
    object under the key "LockedStackDepth"; a table at the end."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.depths: dict[str, int] = {}

    def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
        if obj.lock_count == 1:
            obj.set_attr(thread.stack_depth, "LockedStackDepth")
        name = f"{obj.class_name} by {thread.name}"
        self.depths[name] = max(self.depths.get(name, 0), thread.stack_depth)

    def search_finished(self, search: Any) -> None:
        self.say("---- deepest stacks at monitors")
        for name, depth in sorted(self.depths.items()):
            self.say(f"{depth:>6}  {name}")

    def publish(self) -> dict[str, int]:
        return self.depths


class BudgetChecker(Printing, Listener):
    """Ends the search when a budget is used up: budget.max_time (ms), max_heap (bytes), max_depth, max_state (states of
    one path), max_new_states, max_insn (instructions of one transition)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.limits = {k: int(v) for k in KEYS if (v := self.setting(f"budget.{k}", ""))}
        self.start = time.monotonic()
        self.last_insn = 0
        self.message = ""

    def search_started(self, search: Any) -> None:
        self.start = time.monotonic()

    def state_advanced(self, search: Any) -> None:
        s = search.statistics
        now = {
            "max_time": (time.monotonic() - self.start) * 1000,
            "max_heap": s["bytes"],
            "max_depth": search.depth,
            "max_state": search.depth,
            "max_new_states": s["states_new"],
            "max_insn": s["instructions"] - self.last_insn,
        }
        self.last_insn = s["instructions"]
        for key, limit in self.limits.items():
            if now[key] > limit and not self.message:
                self.message = f"budget.{key} exceeded: {now[key]:.0f} > {limit}"
                self.say(self.message)
                search.terminate()


KEYS = ("max_time", "max_heap", "max_depth", "max_state", "max_new_states", "max_insn")


class AssertionProperty(Printing, PropertyListener):
    """AssertionErrors are violations where they are thrown, even if the program would catch them; ap.go_on=true: the
    failed assertion is reported and the program goes on behind it."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.go_on = self.flag("ap.go_on")
        self.error_message = ""

    @on(cls="java.lang.AssertionError")
    def exception_thrown(self, vm: Any, thread: Any, exc: Any) -> None:
        text = exc["detailMessage"]
        where = thread.user_frame
        self.error_message = f"failed assertion{': ' + str(text) if text else ''}" + (
            f" at {where.location}" if where else ""
        )

    @on(opcodes="ATHROW")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        if self.go_on and not insn.method.class_info.is_system:
            e = insn._operand(1)
            if e is not None and e.class_name == "java.lang.AssertionError":
                thread.top_frame.set_operand(0, None, "L")

    def check(self, search: Any, vm: Any) -> bool:
        return not self.error_message

    def reset(self) -> None:
        self.error_message = ""


class ExceptionInjector(Printing, Listener):
    """Throws exceptions at chosen places: ei.exception = java.io.IOException@a.b.C:42, ...@a.b.C.method(int), or
    CLASS(message)@place. ei.throw_first=true: only the first time on a path... per search."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        import re

        self.rules = []
        for spec in self.setting("ei.exception").replace(";", ",").split(","):
            m = re.fullmatch(r"\s*([\w.$]+)(?:\(\"?(.*?)\"?\))?@([\w.$<>]+?)(?::(\d+)|\((.*)\))?\s*", spec)
            if spec.strip() and not m:
                raise ConfigError(
                    f"ei.exception: {spec.strip()}: CLASS[(message)]@CLASS:LINE or @CLASS.method() expected"
                )
            if m:
                self.rules.append((m[1], m[2] or "", m[3], int(m[4]) if m[4] else 0))
        self.first = self.flag("ei.throw_first")
        self.done: set[int] = set()

    @on(method=f"!{JDK.replace(',', ',!')}")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        for i, (cls, message, place, line) in enumerate(self.rules):
            m = insn.method
            here = m.class_name == place and insn.line == line if line else m.full_name == place and insn.index == 0
            if (
                here
                and not (self.first and i in self.done)
                and (insn.index == 0 or m.code[insn.index - 1][2] != insn.line)
            ):
                self.done.add(i)
                thread.throw(cls if "." in cls else f"java.lang.{cls}", message)
                return


class OOMEInjector(Printing, Listener):
    """OutOfMemoryError at allocations: oome.types (class patterns), oome.locations (Class:line patterns)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.types, self.places = self.names("oome.types"), self.names("oome.locations")

    @on(opcodes="NEW,NEWARRAY,ANEWARRAY", method=f"!{JDK.replace(',', ',!')}")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        hit = bool(self.types) and Patterns(self.types, [])(str(insn.a))
        at = f"{insn.method.class_name}:{insn.line}"
        hit |= bool(self.places) and Patterns(self.places, [])(at)
        if hit:
            thread.throw("java.lang.OutOfMemoryError", "OOMEInjector")


class PathOutputMonitor(Printing, PropertyListener):
    """What each path printed; pom.all.FILE-like expectations come as pom.expected (lines between '|'): a path that ends
    with other output is an error. pom.print_output prints the outputs found and how often."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        want = self.setting("pom.expected")
        self.expected = want.split("|") if want else None
        self.outputs: dict[str, int] = {}
        self.error_message = ""

    def state_advanced(self, search: Any) -> None:
        if search.is_end_state:
            text = search.vm.path_output
            self.outputs[text] = self.outputs.get(text, 0) + 1
            if self.expected is not None and text.splitlines() not in [e.split("\\n") for e in self.expected]:
                search.error("PathOutputMonitor", f"unexpected output of a path: {text.strip()!r}")

    def search_finished(self, search: Any) -> None:
        if self.flag("pom.print_output", True):
            for text, n in sorted(self.outputs.items()):
                self.say(f"---- output of {n} path{'s' if n > 1 else ''}")
                self.say(text.rstrip("\n"))

    def publish(self) -> dict[str, int]:
        return self.outputs


_ = is_system
