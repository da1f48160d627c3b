"""Properties given as expressions: jpfpy.always, and the key search.always."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .listener import Property
from .views.expression import NoValue, compiled, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .config import Config
    from .views import VM, Search


class Always(Property):
    """An expression that is true in every state where it has a value (jpfpy.always)."""

    property_name = "always"
    # Where reductions leave boundaries or orders out, states in which it is false may be among what they leave out.
    engine_values: Mapping[str, str] = {"vm.por": "false"}

    def __init__(self, expression: str) -> None:
        self.expression = compiled(expression)
        self.lists_heap = self.expression.names_objects
        self.why: str | None = "no state was reached"  # why it never had a value; None: it had one

    def check(self, search: Search, vm: VM) -> bool:
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

    def error_message(self) -> str:
        return f"{self.expression.text} is false"

    def unused(self, vm: VM) -> list[str]:
        """Of a property that has judged nothing."""
        if self.why is None:
            return []
        return [f'warning: always("{self.expression.text}") had a value in no state: {self.why}']

    def __repr__(self) -> str:
        return f"always({self.expression.text!r})"


def always(expression: str) -> Any:
    """A property for `properties=`: the expression (docs/graphs.md) is true in every state in which it has a value.

    It is judged between any two accesses of the program to fields and arrays, in every order of these: the search is
    one without partial order reduction (vm.por=false). Raises ConfigError where the text is no expression; verify()
    raises it where the expression names a field that its class does not have."""
    return Always(expression)


def configured(config: Config) -> list[Always]:
    """Of the key search.always: expressions, one or several with ; between them."""
    texts = (text.strip() for text in config.values.get("search.always", "").split(";"))
    return [Always(text) for text in texts if text]
