"""Arguments of the public functions, checked where they come in: what cannot be meant is told in one line that names
the argument, what was given and what is expected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from operator import index
from typing import Any

from .errors import ConfigError

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
TARGET = "a class name, a .java, .jar or .jpf file"


class NoSuchIndex(ConfigError, IndexError):
    """A number or a text that stands for nothing here."""


class WrongValue(ConfigError, ValueError):
    """An argument that is of no use here."""


def text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def path(value: object, name: str, what: str = "a path") -> str:
    """Of an argument that is a text or a path. `what` it has to be. Raises ConfigError, also where it is empty."""
    __tracebackhide__ = True
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise ConfigError(f"{name}={value!r}: {what} expected")
    if not value.strip():
        raise ConfigError(f"{name}={value!r}: empty; {what} expected")
    return value


def joined(paths: Paths, name: str = "classpath") -> str:
    """A class path as one text."""
    __tracebackhide__ = True
    if isinstance(paths, str):
        return paths
    entries: list[Any] = (
        list(paths) if isinstance(paths, Iterable) and not isinstance(paths, bytes | Mapping) else [paths]
    )
    if not all(isinstance(p, str | os.PathLike) for p in entries):
        raise ConfigError(f"{name}={paths!r}: a path or a list of paths expected")
    return ":".join(path(p, name) for p in entries)


def called(f: Callable[..., object], what: str) -> Callable[..., object]:
    __tracebackhide__ = True
    if not callable(f):
        raise ConfigError(f"{what}: {f!r} cannot be called")
    return f


def callback(f: object, name: str) -> None:
    """Of on_output= and on_progress=."""
    __tracebackhide__ = True
    if f is not None and not callable(f):
        raise ConfigError(f"{name}={f!r}: a function expected")


def several(what: Iterable[object], name: str) -> tuple[object, ...]:
    """Of listeners= and properties=."""
    __tracebackhide__ = True
    if isinstance(what, str | bytes | type | Mapping) or not isinstance(what, Iterable):
        raise ConfigError(f"{name}={what!r}: a list expected, {name}=[...]")
    return tuple(what)


def texts(what: Iterable[str], name: str, example: str = "...") -> list[str]:
    """A list of texts. A single text is none."""
    __tracebackhide__ = True
    found = several(what, name)
    for one in found:
        if not isinstance(one, str):
            raise ConfigError(f"{name}: {one!r}: a text expected, {name}=[{example}]")
    return [str(one) for one in found]


def mapping(what: object, name: str) -> None:
    """Of config=."""
    __tracebackhide__ = True
    if what is not None and not isinstance(what, Mapping):
        raise ConfigError(f'{name}={what!r}: a dict from keys expected, {name}={{"search.depth_limit": 100}}')
    for key in what or ():
        if not isinstance(key, str):
            raise ConfigError(f'{name}: {key!r}: a key is a text, like "search.depth_limit"')


def whole(value: object, name: str, least: int | None = None) -> int:
    """A whole number. Raises ConfigError for another kind of value."""
    __tracebackhide__ = True
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ConfigError(f"{name}={value!r}: a whole number expected") from None
    if isinstance(value, bool) or (least is not None and number < least):
        more = f" of at least {least}" if least is not None else ""
        raise ConfigError(f"{name}={value!r}: a whole number{more} expected")
    return number
