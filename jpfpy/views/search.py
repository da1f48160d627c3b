"""The search, its choices and transitions, as a SearchListener asks them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .base import View

if TYPE_CHECKING:
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..raw import RawError
    from .thread import ThreadInfo
    from .vm import VM


class Transition(View):
    """One step of the path: the thread, the choice it began with."""

    __slots__ = ("choice_generator", "label", "state_id")

    def __init__(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        super().__init__(vm)
        self.choice_generator, self.state_id = cg, cg.state_id
        self.label = f"{cg.id}:{cg.value}"

    @property
    def thread(self) -> ThreadInfo | None:
        """Who ran: whom the scheduling point of its choices names, else who asked for the data choice."""
        tid = self.thread_index
        return self.vm.thread(tid) if tid >= 0 else None

    thread_info = thread

    @property
    def thread_index(self) -> int:
        chosen = next((c for c in reversed(self.choice_generator.get_cascade()) if c.kind == "thread"), None)
        return (chosen or self.choice_generator).thread_id

    @property
    def steps(self) -> list[str]:
        """Where its thread stands now, top of the stack first (the lines of a whole path are in the report)."""
        return self.thread.stack_trace() if self.thread else []

    def __repr__(self) -> str:
        return f"<Transition {self.choice_generator!r}>"


class Search(View):
    """The concrete search at this moment."""

    __slots__ = (
        "constraint",
        "depth",
        "has_next_state",
        "is_end_state",
        "is_error_state",
        "is_ignored_state",
        "is_new_state",
        "n_errors",
        "queue_size",
        "state_id",
    )

    def __init__(self, vm: VM) -> None:
        super().__init__(vm)
        row = vm.raw._search()
        (self.state_id, self.depth, self.is_new_state, self.is_end_state, self.is_error_state) = row[:5]
        (self.is_ignored_state, self.has_next_state, self.n_errors, _, self.constraint, self.queue_size) = row[5:]

    @property
    def state_number(self) -> int:
        return self.state_id

    @property
    def is_visited_state(self) -> bool:
        return not self.is_new_state

    @property
    def is_processed_state(self) -> bool:
        return not self.has_next_state

    @property
    def last_search_constraint(self) -> str | None:
        return self.constraint

    @property
    def config(self) -> Config:
        return self.vm.config

    @property
    def purged_state_id(self) -> int:
        return -1

    @property
    def search_class(self) -> str:
        return str(self.vm.config.get("search.class"))

    @property
    def transition(self) -> Transition | None:
        return self.vm.transition

    @property
    def parent_state_id(self) -> int:
        row = self.vm.raw._cg(self.depth - 1, 0) if self.depth > 0 else None
        return row[11] if row else -1

    @property
    def errors(self) -> list[RawError]:
        """As the report will have them."""
        return [json.loads(e) for e in self.fresh()._stats()["errors"]]

    @property
    def current_error(self) -> RawError | None:
        errors = self.errors
        return errors[-1] if errors else None

    last_error = current_error

    @property
    def statistics(self) -> dict[str, Any]:
        return self.fresh()._stats()

    def terminate(self) -> None:
        """End the search in order: the report says that it is not whole."""
        self.change()._control("end")

    def error(self, property: str, message: str = "", kind: str = "property") -> None:
        """A property is violated in this state."""
        self.change()._control("violation", property, kind, message)

    def ignore_state(self) -> None:
        self.change()._control("ignore")

    request_backtrack = ignore_state

    def __repr__(self) -> str:
        return f"<Search state {self.state_id} depth {self.depth}>"
