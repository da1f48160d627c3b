"""Properties given as expressions: jpfpy.always, and the key search.always."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .config.values import FALSE
from .listener import PropertyListener, on
from .views.expression import Expression, NoValue, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .choice import ChoiceGenerator
    from .config import Config
    from .target.classfile import ClassFiles
    from .views import VM, Instruction, MethodInfo, Search, ThreadInfo

# Other ways to write a field than PUTSTATIC.
WRITERS = ",".join(
    ("jdk.internal.misc.Unsafe.put*", "jdk.internal.misc.Unsafe.*And*")
    + ("java.lang.invoke.VarHandle.*", "java.lang.reflect.Field.set*")
)


class Always(PropertyListener):
    """An expression that is true in every state where it has a value (jpfpy.always).

    What must hold: no value that the fields can have together is missed. Where the value follows from static fields,
    and from instance fields of objects that these lead to, each access to a field of one of these names is a boundary
    that all threads are tried at: what a static field leads to is shared, and what is not shared yet comes into the
    value by a write to one of these fields. The expression is judged after each write too, for a thread that is alone
    meets no boundary. Everything else may change where no boundary is, unless vm.por=false."""

    property_name = "always"
    checkpoint_state = None  # each state is judged by itself
    HANDLERS = ("execute_instruction", "instruction_executed", "method_entered", "method_exited")

    def __init__(self, expression: str) -> None:
        self.expression = e = Expression(expression)
        e.judges = True
        self.lists_heap = e.names_objects
        self.why: str | None = "no state was reached"  # why it never had a value; None: it had one
        self.place: str | None = None  # of a write in the running transition that has made it false
        self.told = ""
        self.engine_values: Mapping[str, str] = {"vm.por": "false"}

    def meets(self, classes: ClassFiles, config: Config) -> None:
        """The program is known: which accesses have to be boundaries follows. Raises ConfigError as always() says."""
        for name in self.HANDLERS:
            self.__dict__.pop(name, None)
        fields = self.expression.fields_read(classes, config.get("vm.por").strip().lower() not in FALSE)
        if fields is None:
            self.engine_values = {"vm.por": "false"}
            return
        names = ",".join(f"*.{f}" for f in fields)
        self.engine_values = {
            "vm.por.persistent": "false",
            "vm.por.sleep_sets": "false",
            "vm.por.include_fields": names,
        }
        # Before and after: what an initializer has written is judged before it is overwritten.
        insns, calls = on(opcodes="PUTSTATIC,PUTFIELD", field=names), on(method=WRITERS)
        self.execute_instruction = insns(lambda *a: self._at(*a))  # type: ignore[method-assign]
        self.instruction_executed = insns(lambda vm, t, _, i: self._at(vm, t, i))  # type: ignore[method-assign]
        self.method_entered = calls(lambda *a: self._at(*a))  # type: ignore[method-assign]
        self.method_exited = calls(lambda *a: self._at(*a))  # type: ignore[method-assign]

    def _holds(self, vm: VM) -> bool:
        try:
            value = self.expression.holds(vm, "always(...)")
        except NoValue as e:
            if self.why is not None:
                self.why = str(e)
            return True
        self.why = None
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
        self.told = f"{shortened(self.expression.text)} is false" + (f" at {place}" if place else "")
        return place is None and self._holds(vm)

    def error_message(self) -> str:
        return self.told

    def judged_nothing(self) -> str:
        """Why a whole search says nothing of this property; "": it had a value somewhere."""
        return "" if self.why is None else f"{self!r} had a value in no state: {self.why}"

    def __repr__(self) -> str:
        return f"always({shortened(self.expression.text)!r})"


def always(expression: str) -> Any:
    """A property for `properties=`: the expression (docs/graphs.md) is true in every state in which it has a value.

    It is judged between any two accesses of the program to the fields that it reads, in every order of these. Where it
    reads static fields, and fields of objects of the program's own classes that these lead to, accesses to fields of
    these names are boundaries, and persistent and sleep sets are not used; else the search is one without partial order
    reduction (vm.por=false). `Class@1` is the only object of the class. Raises ConfigError where the text is no
    expression; verify() raises it where the expression names a class or a field that is not there, before the search
    where the class files tell, and where it compares values of unlike kinds."""
    return Always(expression)


def configured(config: Config) -> list[Always]:
    """Of the key search.always: expressions, one or several with ; between them."""
    texts = (text.strip() for text in config.values.get("search.always", "").split(";"))
    return [Always(text) for text in texts if text]
