"""Properties given as expressions: jpfpy.always, and the key search.always."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .listener import PropertyListener, on
from .views.expression import Expression, NoValue, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .choice import ChoiceGenerator
    from .config import Config
    from .views import VM, Instruction, MethodInfo, Search, ThreadInfo

# A static field by the usual spelling of names: packages and fields begin with a small letter, or the field is all
# capitals; classes begin with a capital.
STATIC = re.compile(r"(?:[a-z_]\w*\.)*(?:[A-Z][\w$]*\.)+(?P<field>[a-z_]\w*|[A-Z][A-Z0-9_]+)")
# Other ways to write a field than PUTSTATIC.
WRITERS = ",".join(
    ("jdk.internal.misc.Unsafe.put*", "jdk.internal.misc.Unsafe.*And*")
    + ("java.lang.invoke.VarHandle.*", "java.lang.reflect.Field.set*")
)


class Always(PropertyListener):
    """An expression that is true in every state where it has a value (jpfpy.always).

    What must hold: no value that the fields can have together is missed. Where only static fields are read, each of
    their accesses is a boundary that all threads are tried at, and the expression is judged after each write too, for
    a thread that is alone meets no boundary. Everything else may change where no boundary is, unless vm.por=false."""

    property_name = "always"

    def __init__(self, expression: str) -> None:
        self.expression = Expression(expression)
        self.lists_heap = self.expression.names_objects
        self.why: str | None = "no state was reached"  # why it never had a value; None: it had one
        self.place: str | None = None  # of a write in the running transition that has made it false
        self.told = ""
        fields = static_fields(self.expression.paths)
        self.engine_values: Mapping[str, str] = {"vm.por": "false"}
        if fields and not self.expression.beyond_paths:
            self.expression.only_static = True
            names = ",".join(f"*.{f}" for f in fields)
            self.engine_values = {
                "vm.por.persistent": "false",
                "vm.por.sleep_sets": "false",
                "vm.por.include_fields": names,
            }
            # Before and after: what an initializer has written is judged before it is overwritten.
            insns, calls = on(opcodes="PUTSTATIC", field=names), on(method=WRITERS)
            self.execute_instruction = insns(lambda *a: self._at(*a))  # type: ignore[method-assign]
            self.instruction_executed = insns(lambda vm, t, _, i: self._at(vm, t, i))  # type: ignore[method-assign]
            self.method_entered = calls(lambda *a: self._at(*a))  # type: ignore[method-assign]
            self.method_exited = calls(lambda *a: self._at(*a))  # type: ignore[method-assign]

    def _holds(self, vm: VM) -> bool:
        try:
            value = self.expression.value(vm)
        except NoValue as e:
            if self.why is not None:
                self.why = str(e)
            return True
        self.why = None
        if not isinstance(value, bool):
            raise self.expression.wrong(f"always(...) needs yes or no, not {shown(value)}: compare it", 0)
        return value

    def choice_generator_advanced(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        self.place = None

    def _at(self, vm: VM, thread: ThreadInfo, what: Instruction | MethodInfo) -> None:
        """At a write, before or after it."""
        if self.place is None and not thread.in_atomic_section and not self._holds(vm):
            frame = thread.user_frame
            self.place = frame.location if frame is not None else str(what)

    def check(self, search: Search, vm: VM) -> bool:
        place, self.place = self.place, None
        self.told = f"{self.expression.text} is false" + (f" at {place}" if place else "")
        return place is None and self._holds(vm)

    def error_message(self) -> str:
        return self.told

    def unused(self, vm: VM) -> list[str]:
        """Of a property that has judged nothing."""
        if self.why is None:
            return []
        return [f'warning: always("{self.expression.text}") had a value in no state: {self.why}']

    def __repr__(self) -> str:
        return f"always({self.expression.text!r})"


def static_fields(paths: list[str]) -> list[str]:
    """The names of the fields, if all paths are static fields by their spelling."""
    matches = [STATIC.fullmatch(p) for p in paths]
    return list(dict.fromkeys(m["field"] for m in matches if m)) if all(matches) else []


def always(expression: str) -> Any:
    """A property for `properties=`: the expression (docs/graphs.md) is true in every state in which it has a value.

    It is judged between any two accesses of the program to the fields that it reads, in every order of these. Where it
    reads static fields alone, their accesses are boundaries, and persistent and sleep sets are not used; else the
    search is one without partial order reduction (vm.por=false). Raises ConfigError where the text is no expression;
    verify() raises it where the expression names a field that its class does not have."""
    return Always(expression)


def configured(config: Config) -> list[Always]:
    """Of the key search.always: expressions, one or several with ; between them."""
    texts = (text.strip() for text in config.values.get("search.always", "").split(";"))
    return [Always(text) for text in texts if text]
