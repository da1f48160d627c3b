"""Listeners of a search in several threads: each thread has copies of its own, and what they have heard is merged."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from .dispatcher import Dispatcher


def alone(first: Dispatcher) -> str:
    """Why these listeners keep a search in one thread; nothing: they do not."""
    if first.autoload:
        return "listener.autoload makes listeners as it goes"
    for one in first.listeners:
        name = type(one).__qualname__
        if not callable(getattr(one, "merge", None)):
            return f"the listener {name} has no merge(other)"
        if getattr(one, "native_probe", None) is not None:
            return f"the listener {name} looks at one thread's engine"
    try:
        copy.deepcopy(first.listeners)
    except Exception as e:
        return f"the listeners cannot be copied ({type(e).__name__}: {e})"
    return ""


class Beside:
    """What the engine asks for as threads join a search and leave it (csrc/py/beside.c)."""

    def __init__(self, first: Dispatcher, make: Callable[[], Dispatcher]) -> None:
        self.first, self.make = first, make
        self.given: list[Any] = list(first.listeners)
        self.before: list[Any] = copy.deepcopy(self.given)  # as they were before the search
        self.others: list[Dispatcher] = []

    def member(self, number: int) -> Any:
        """The VM of a thread that joins, whose dispatcher has copies of the listeners. The first has number 1: what
        others had is forgotten then: the search has begun again, or was written, and theirs is merged."""
        if number == 1:
            self.over()
        dispatcher = self.make()
        dispatcher.raw._on_event(dispatcher.event)
        for one in copy.deepcopy(self.before):
            dispatcher.add(one)
        dispatcher.update()
        self.others.append(dispatcher)
        return dispatcher.raw

    def merge(self) -> None:
        """All threads have ended. What a listener raised in one of them ends the search as if it had in the first."""
        for other in self.others:
            if self.first.failure is None and other.failure is not None:
                self.first.failure, self.first.vm.listener = other.failure, other.vm.listener
            for kind, handlers in enumerate(other.by_kind):
                for mine, theirs in zip(self.first.by_kind[kind], handlers, strict=False):
                    mine.called |= theirs.called
        if self.first.failure is not None:
            return
        for other in self.others:
            for one, copied in zip(self.given, other.listeners, strict=False):
                one.merge(copied)

    def over(self) -> None:
        """The VMs refer to the listeners and these to them."""
        for other in self.others:
            other.raw._on_event(None)
            other.raw.set_choices(None)
        self.others = []
