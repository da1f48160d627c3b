"""Listeners that inject trouble: exceptions and failing allocations at chosen places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from ..listener import Listener, on
from ._base import OWN, Printing
from ._specs import LocationSpec, MethodSpec, TypeSpec

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, Instruction, MethodInfo, ThreadInfo


class Injection:
    """What ExceptionInjector throws, and where."""

    met = False  # the place was met

    def __init__(self, text: str) -> None:
        m = re.fullmatch(r"\s*([\w.$]+)\s*(?:\(\s*\"?(.*?)\"?\s*\))?\s*@\s*(.+?)\s*", text)
        at = m and re.fullmatch(r"([\w.$]+?)(?:\.([\w$<>]+)(\([^)]*\)\S*?))?(?::(\d+))?", m[3])
        if not m or not at or not (at[2] or at[4]):
            raise ConfigError(
                f"ei.exception: {text.strip()}: EXCEPTION[(message)]@CLASS:LINE, @CLASS.method(ARGUMENTS) or "
                "@CLASS.method(ARGUMENTS):OFFSET expected"
            )
        self.text = text.strip()
        self.exception, self.message = m[1], m[2] or ""
        self.class_name = at[1]
        self.method = MethodSpec(f"{at[1]}.{at[2]}{at[3].partition(')')[0]})") if at[2] else None
        self.line = int(at[4]) if at[4] else -1
        self.done: set[tuple[int, int]] = set()

    def target(self, method: MethodInfo) -> int | None:
        """The absolute line, in a method that this is about; an offset counts from the method's first line."""
        if method.class_name != self.class_name or self.line < 0:
            return None
        if self.method is None:
            return self.line
        lines = [line for _, _, line in method.code or () if line > 0]
        return min(lines) + self.line if lines and self.method.matches(method) else None


class ExceptionInjector(Printing, Listener):
    """Throws exceptions at chosen places, to exercise handlers. JPF: ExceptionInjector.

    ei.exception: a list between `;` of IOException@x.Foo:42 (a line), x.MyException("text")@x.Foo.bar(int) (instead
    of each call of the method), or ...@x.Foo.bar(int):3 (three lines below its first). At a line the last instruction
    is replaced, or with ei.throw_first=true the first."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.rules = [Injection(s) for s in self.setting("ei.exception").split(";") if s.strip()]
        self.matchers = [*self.matchers, *(("ei.exception", rule) for rule in self.rules)]
        self.first = self.flag("ei.throw_first")
        self.places: dict[int, dict[int, Injection]] = {}
        for rule in self.rules:
            self.say(rule.text)

    def _places(self, method: MethodInfo) -> dict[int, Injection]:
        found = self.places.get(method.id)
        if found is None:
            found = self.places[method.id] = {}
            for rule in self.rules:
                line = rule.target(method)
                code = method.code or ()
                at = [i for i, (_, _, n) in enumerate(code) if n == line]
                if at and self.first:
                    found[at[0]] = rule
                elif at:  # the last of the first stretch of instructions of this line
                    found[next((i for i in at if i + 1 not in at), at[-1])] = rule
        return found

    @on(method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        rule = self._places(insn.method).get(insn.index)
        if rule is None and insn.is_invoke:
            called = insn.invoked_method
            for one in self.rules if called else ():
                if one.method and one.line < 0 and (one.method.matches(called) or self._inherits(one, called)):
                    rule = one
        if rule is not None:
            rule.met = True
            thread.throw(rule.exception, rule.message)

    def _inherits(self, rule: Injection, called: Any) -> bool:
        """The rule's method, overridden in a subclass."""
        cls = called.class_info.super_class
        while cls is not None:
            if cls.name == rule.class_name and any(
                rule.method and rule.method.matches(m) and m.unique_name == called.unique_name for m in cls.methods
            ):
                return True
            cls = cls.super_class
        return False


class OOMEInjector(Printing, Listener):
    """OutOfMemoryError at allocations: of the types of oome.types (x.y.Foo, +x.y.Foo with its subclasses, x.y.*), or
    at the places of oome.locations (Foo.java:42, Foo.java:42-48) and in everything that is called from there. JPF:
    OOMEInjector."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.types = self.specs("oome.types", TypeSpec)
        self.places = self.specs("oome.locations", LocationSpec)

    @on(opcodes="NEW,NEWARRAY,ANEWARRAY,MULTIANEWARRAY", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if self._type(vm, insn) or any(self._here(f) for f in (thread.frames if self.places else ())):
            thread.throw("java.lang.OutOfMemoryError", "OOMEInjector")

    def _type(self, vm: VM, insn: Instruction) -> bool:
        if insn.op != 0xBB or not self.types:
            return False
        name = insn.owner
        cls = vm.find_class(name)
        return any(t.matches(cls) if cls else t.matches_name(name) != t.inverted for t in self.types)

    def _here(self, frame: Any) -> bool:
        return any(p.matches(frame.method.class_info, frame.line) for p in self.places)
