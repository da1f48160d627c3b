"""Properties that listeners check: ranges of values, assertions, sharing, what a path prints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from ..listener import Listener, on
from ..views.annotations import of_class
from ._base import OWN, Printing, local_name
from ._specs import FieldSpec, VarSpec

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, ClassInfo, ElementInfo, Instruction, Search, ThreadInfo

STORES = {0x36: "I", 0x37: "J", 0x38: "F", 0x39: "D"}


class NumericValueChecker(Printing, Listener):
    """Bounds of numeric fields and local variables, checked at every write. JPF: NumericValueChecker.

    range.fields and range.vars list names of rules; range.NAME.field (x.y.Foo.bar) or range.NAME.var
    (x.y.Foo.method(int):local), range.NAME.min, range.NAME.max."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.fields = [self._rule(name, "field", FieldSpec) for name in self.names("range.fields")]
        self.vars = [self._rule(name, "var", VarSpec) for name in self.names("range.vars")]

    def _rule(self, name: str, what: str, kind: Any) -> tuple[Any, float, float]:
        spec = self.setting(f"range.{name}.{what}")
        if not spec:
            raise ConfigError(f"range.{name}.{what} is not set, and range.{what}s names {name}")
        bounds = []
        for bound, default in (("min", "-inf"), ("max", "inf")):
            text = self.setting(f"range.{name}.{bound}", default)
            try:
                bounds.append(float(text))
            except ValueError:
                raise ConfigError(f"range.{name}.{bound}={text}: a number expected") from None
        return self.spec(f"range.{name}.{what}", spec, kind), bounds[0], bounds[1]

    @on(opcodes="PUTFIELD,PUTSTATIC", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        d = insn.descriptor[0]
        field = insn.field_info if d not in "L[Z" else None
        if field is None:
            return
        frame = thread.top_frame
        assert frame is not None  # an instruction of it runs
        value = frame.peek(0, d)
        value = ord(value) if isinstance(value, str) else value
        for spec, low, high in self.fields:
            if spec.matches(field):
                self._check(f"field {field.full_name}", value, low, high, insn)

    @on(opcodes="ISTORE,LSTORE,FSTORE,DSTORE,IINC", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        frame = thread.top_frame
        if not self.vars or frame is None or frame.method.id != insn.method_id:
            return
        name = local_name(thread, frame, insn)
        for spec, low, high in self.vars:
            if spec.matches(insn.method, name):
                d = "I" if insn.op == 0x84 else STORES.get(insn.op) or "IJFD"[(insn.op - 0x3B) // 4]
                self._check(f"local variable {name}", frame.slot(insn.slot, d), low, high, insn)

    def _check(self, what: str, value: float, low: float, high: float, insn: Instruction) -> None:
        if not low <= value <= high:
            broken = f"{value} < {low:.10g}" if value < low else f"{value} > {high:.10g}"
            at = f"{insn.method.full_name}({insn.location})"
            insn.vm.search.error("NumericValueChecker", f"{what} out of range: {broken}\n\t at {at}")


class AssertionProperty(Printing, Listener):
    """A failed assertion is a violation where it is thrown, even if the program would catch it. With ap.go_on=true it
    is only warned of, and the program goes on behind it as if nothing had been thrown. JPF: AssertionProperty."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.go_on = self.flag("ap.go_on")

    @on(opcodes="ATHROW", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        e = insn._operand(1)
        if e is None or e.class_name != "java.lang.AssertionError":
            return
        details = e["detailMessage"]
        text = "failed assertion" + (f': "{details}"' if details is not None else "")
        text += f" at {insn.method.full_name}({insn.location})"
        if self.go_on:
            self.say(f"[WARNING] {text}")
            thread.skip_instruction()  # the exception is dropped, or is what a handler that stands behind expects
        else:
            vm.search.error("AssertionProperty", text)


class NonSharedChecker(Printing, Listener):
    """Objects of classes annotated @gov.nasa.jpf.annotation.NonShared may be handed over, but not go back to a thread
    that had them while another one that had them lives: a warning, or with nonshared.throw_on_cycle an AssertionError
    in the program. nonshared.classes names more classes. JPF: NonSharedChecker."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.named = self.patterns("nonshared.classes")
        self.throws = self.flag("nonshared.throw_on_cycle")
        self.wanted: dict[int, bool] = {}
        self.warned: set[str] = set()

    def _is_wanted(self, vm: VM, cls: ClassInfo) -> bool:
        got = self.wanted.get(cls.id)
        if got is None:
            got = not cls.is_system and (
                (self.named.include and self.named(cls.name)) or "gov.nasa.jpf.annotation.NonShared" in of_class(cls)
            )
            self.wanted[cls.id] = got
        return got

    def object_created(self, vm: VM, thread: ThreadInfo, obj: ElementInfo) -> None:
        if thread and self._is_wanted(vm, obj.class_info):
            obj.set_attr((thread.id,), "NonShared")

    @on(opcodes="GETFIELD,PUTFIELD,INVOKEVIRTUAL,INVOKEINTERFACE,MONITORENTER,ALOAD,ASTORE,ARETURN", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if insn.is_field:
            e = insn.last_this
        elif insn.is_invoke:
            e = insn.this
        elif insn.kind == "local" and (insn.op == 0x19 or 0x2A <= insn.op <= 0x2D):
            e = vm.element(thread.top_frame.slot(insn.slot)) if thread.top_frame else None
        else:
            e = insn._operand(1)
        if e is None or not self.wanted.get(e.class_info.id):
            return
        owners = e.get_attr("NonShared")
        if owners is None or owners[-1] == thread.id:
            return
        alive = {t.id for t in vm.live_threads}
        if thread.id not in owners:
            e.set_attr((*owners, thread.id), "NonShared")
            return
        since = owners[owners.index(thread.id) + 1 :]
        if alive.intersection(since):
            names = ", ".join(t.name for t in vm.threads if t.id in owners)
            text = f"NonShared object: {e} accessed in live thread cycle: {thread.name} ({names})"
            if self.throws:
                thread.throw("java.lang.AssertionError", text)
            elif f"{insn.location} {thread.name}" not in self.warned:
                self.warned.add(f"{insn.location} {thread.name}")
                self.say(f"WARNING: {text}\n\tat {insn.method.full_name}({insn.location})")


class OutputSpec:
    """The lines a path is to print: regular expressions, `...` stands for any rest."""

    def __init__(self, lines: list[str], key: str) -> None:
        self.lines = lines
        self.patterns: list[re.Pattern[str] | None] = []
        for line in lines:
            try:
                self.patterns.append(None if line.strip() == "..." else re.compile(line))
            except re.error as e:
                raise ConfigError(f"{key}: {line}: {e}") from None

    def matches(self, output: list[str]) -> bool:
        for i, pattern in enumerate(self.patterns):
            if pattern is None:
                return True
            if i >= len(output) or not pattern.fullmatch(output[i]):
                return False
        return len(output) == len(self.patterns)


class PathOutputMonitor(Printing, Listener):
    """What each path prints against specifications: a path must match one of pom.any and none of pom.none, and each of
    pom.all must be matched by some path. JPF: PathOutputMonitor.

    Each key names a file, or holds the text itself between double quotes; a line of a specification is a regular
    expression, `...` ends it (any rest will do), a line of `~~~` separates several. pom.print_output (true) shows the
    outputs at the end."""

    reads_output = True

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.any, self.all, self.none = (self._load(f"pom.{k}") for k in ("any", "all", "none"))
        self.outputs: dict[str, int] = {}

    def _load(self, key: str) -> list[OutputSpec]:
        text = self.setting(key)
        if not text:
            return []
        if text.startswith('"'):
            text = text.strip()[1:].removesuffix('"').replace("\\n", "\n")
        else:
            try:
                with open(text, encoding="utf-8") as f:
                    text = f.read()
            except OSError as e:
                raise ConfigError(f"{key}={text}: {e.strerror or e}") from None
        specs: list[list[str]] = [[]]
        for line in text.splitlines():
            if line.startswith("~~~"):
                specs.append([])
            else:
                specs[-1].append(line)
        return [OutputSpec(lines, key) for lines in specs if lines or len(specs) == 1]

    def state_advanced(self, search: Search) -> None:
        if not search.is_end_state:
            return
        text = search.vm.path_output
        self.outputs[text] = self.outputs.get(text, 0) + 1
        lines = text.splitlines()
        wrong = ""
        if any(s.matches(lines) for s in self.none):
            wrong = "illegal output (matching inverse spec)"
        elif self.any and not any(s.matches(lines) for s in self.any):
            wrong = "unmatched output"
        if wrong:
            search.error("PathOutputMonitor", f"{wrong}\noffending output:\n{text.rstrip()}")

    def search_finished(self, search: Search) -> None:
        if self.flag("pom.print_output", True):
            self.topic("path outputs")
            for text in sorted(self.outputs):
                self.say(text.rstrip("\n"))
                self.say("~~~")
        left = [s for s in self.all if not any(s.matches(t.splitlines()) for t in self.outputs)]
        if left:
            text = "\n~~~\n".join("\n".join(s.lines) for s in left)
            search.error("PathOutputMonitor", f"unmatched specs ({len(left)})\nviolated specs:\n{text}")

    def publish(self) -> dict[str, int]:
        return self.outputs
