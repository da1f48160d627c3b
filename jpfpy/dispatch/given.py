"""What the configuration or a caller gives as a listener becomes an object that can be called, or an error or a note
that says why it never can be."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError
from ..listener import SEARCH_EVENTS, VM_EVENTS, Listener, Property
from ..report.publish.extensions import HOOKS
from ..usercode import construct, load_class, split_names
from ..views.base import Answer

if TYPE_CHECKING:
    from ..config import Config


def make(name: str, config: Any, key: str = "listener") -> Any:
    return construct(load_class(name, key, config), config)


NAME = re.compile(r"[\w.$:]+")


def configured(config: Any) -> list[Any]:
    """Instances of all listeners the configuration names."""
    out: list[Any] = []
    seen: set[str] = set()
    for key in ("listener", "listeners", "jpf.listener"):
        for name in split_names(config.values.get(key, "")):
            if name not in seen:
                seen.add(name)
                out.append(make(name, config))
    return out


def autoloads(config: Any) -> list[tuple[str, str]]:
    """(annotation, listener) pairs of listener.autoload."""
    out = []
    for annotation in config.get_list("listener.autoload"):
        name = config.values.get(f"listener.{annotation}", "")
        if name:
            out.append((annotation, name))
    return out


def listener_of(what: object, config: Config, key: str = "listeners") -> Any:
    """A listener that was given from Python: an object, a class of one, or the name of one as +listener has it.

    Raises ConfigError for what can be none."""
    if isinstance(what, str):
        return make(what, config, key)
    if isinstance(what, type):
        return listener_of(construct(what, config), config, key)
    if isinstance(what, Listener | Property) or hears(what):
        return what
    near = "; ".join(n.removeprefix("warning: ") for n in misnamed(what))
    raise ConfigError(f"{key}: {what!r} is no listener: {near or 'it has none of the notifications of jpfpy.Listener'}")


def property_of(what: object, config: Config) -> Any:
    """The same of properties=, which have to have check(search, vm)."""
    if isinstance(what, str) and not NAME.fullmatch(what.strip()):
        raise ConfigError(f"properties: {what!r} is no name of a property: jpfpy.always({what!r}) is one")
    one = listener_of(what, config, "properties")
    if not has_check(one) and not any(c.__module__.startswith("jpfpy.listeners.") for c in type(one).__mro__):
        raise ConfigError(
            f"properties: {what!r} has no check(search, vm) (jpfpy.Property; a listener goes to listeners=)"
        )
    return one


def has_check(listener: Any) -> bool:
    """One of its own: that of jpfpy.Property only says what it is called with."""
    f = getattr(listener, "check", None)
    return callable(f) and getattr(f, "__func__", f) is not Property.check


def has_fitting_methods(listener: Any) -> None:
    """Raises ConfigError for a method of the user's that cannot be called with what a notification has."""
    asked = [(Property, "check")] if has_check(listener) else []
    for base, name in [*asked, *((Listener, n) for n in (*SEARCH_EVENTS, *VM_EVENTS) if overridden(listener, n))]:
        f = getattr(listener, name)
        if not callable(f) or str(getattr(f, "__module__", "")).startswith("jpfpy."):
            continue
        code = getattr(base, name).__code__
        names = code.co_varnames[1 : code.co_argcount]
        try:
            takes = inspect.signature(f)
        except (TypeError, ValueError):  # written in C
            continue
        try:
            takes.bind(*names)
        except TypeError as e:
            of = type(listener).__qualname__
            raise ConfigError(f"{of}.{name} is called as {name}({', '.join(names)}): {e}") from None


def is_true(answer: object) -> bool | None:
    """None: it is no truth value. Those of numpy are."""
    if isinstance(answer, bool | Answer):
        return bool(answer)
    kind = type(answer)
    return bool(answer) if kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_") else None


def hears(listener: object) -> bool:
    """Can it be called at all?"""
    if getattr(listener, "native_probe", None) is not None:
        return True
    if has_check(listener) or any(callable(getattr(listener, name, None)) for name in ("publish", *HOOKS.values())):
        return True
    return any(overridden(listener, name) for name in (*SEARCH_EVENTS, *VM_EVENTS))


def listens_to_nothing(listener: object) -> bool:
    return not hears(listener) and not misnamed(listener)


def misnamed(listener: object) -> list[str]:
    """A line for each method that looks like a notification, as in Java or misspelt, and is none."""
    from difflib import get_close_matches

    cls = type(listener)
    events = (*SEARCH_EVENTS, *VM_EVENTS, *HOOKS.values())
    methods = [c for c in cls.__mro__ if not c.__module__.startswith("jpfpy.")]
    own = {n: f for c in reversed(methods) for n, f in vars(c).items() if callable(f)}
    called = [f for name, f in own.items() if name in events]
    notes = []
    for name, f in own.items():
        if name in events or hasattr(Listener, name) or any(f is g for g in called):
            continue
        snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
        near = [snake] if snake in events else get_close_matches(name, events, 1, 0.9)
        if near and near[0] not in own and not name.startswith("_"):
            notes.append(f"warning: {cls.__qualname__}.{name} is never called: the notification is {near[0]}")
        elif hasattr(f, "__jpf_filter__") and not isinstance(f, type):
            notes.append(f"warning: {cls.__qualname__}.{name} has a filter (jpfpy.on) and is no notification")
    return notes


def overridden(listener: Any, name: str) -> bool:
    if name == "property_check":
        return True
    f = getattr(type(listener), name, None)
    return name in getattr(listener, "__dict__", {}) or (f is not None and f is not getattr(Listener, name))
