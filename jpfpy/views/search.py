"""The search, its choices and transitions, as a SearchListener asks them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ConfigError
from ..rows import of_row
from .base import Answer, View, answer, answer_of_row
from .getters import HeuristicSearchGetters, SearchGetters, TransitionGetters

if TYPE_CHECKING:
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..report.report import ErrorInfo, Statistics
    from .thread import ThreadInfo
    from .vm import VM


def property_name(property: Any) -> str:
    return str(getattr(property, "property_name", None) or type(property).__name__)


def error_message(property: Any) -> str:
    """Of a violation; a property that says nothing of it is named."""
    text = getattr(property, "error_message", "")
    text = text() if callable(text) else text
    return str(text or f"{property_name(property)} does not hold")


class Step(NamedTuple):
    """A source line that a transition executed (JPF: Step)."""

    class_name: str
    method: str
    file: str | None
    line: int
    source: str | None  # its text, if the source is found

    @property
    def location_string(self) -> str:
        return f"{self.file or 'Unknown Source'}:{self.line}"

    @property
    def line_string(self) -> str | None:
        return self.source

    def __str__(self) -> str:
        return f"{self.location_string} {(self.source or '').strip()}".rstrip()


class Transition(TransitionGetters, View):
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
        return self.here.thread(tid) if tid >= 0 else None

    @property
    def thread_info(self) -> ThreadInfo | None:
        return self.thread

    @property
    def thread_index(self) -> int:
        chosen = next((c for c in reversed(self.choice_generator.get_cascade()) if c.kind == "thread"), None)
        return (chosen or self.choice_generator).thread_id

    @property
    def steps(self) -> list[Step]:
        """The lines of the program's own code that it executed, in order. They are recorded for a listener whose class
        says record_steps = True, with vm.store_steps=true, and from vm.record_steps() on; else ConfigError."""
        bound = self.choice_generator.bound
        vm = self.vm
        rows = self.fresh()._steps(bound.level) if bound is not None else []
        if rows is None:
            raise ConfigError(
                "Transition.steps: none are recorded: a listener says record_steps = True (or vm.store_steps=true)"
            )
        out = []
        for row in rows:
            m = vm.method_by_id(row.method)
            file = m.source_file_name
            out.append(Step(m.class_name, m.name, file, row.line, vm.source(m.class_name, file, row.line)))
        return out

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __repr__(self) -> str:
        return f"<Transition {self.choice_generator!r}>"

    def _repr_html_(self) -> str:
        return self.choice_generator._repr_html_()


def whole(value: float) -> float:
    """The same as an int, as most heuristics give them."""
    return int(value) if value.is_integer() else value


class HeuristicState(NamedTuple):
    """A state that waits to be expanded, or is: JPF's PrioritizedState. The smallest priority comes first."""

    state_id: int
    priority: float
    depth: int

    @property
    def heuristic_value(self) -> float:
        return self.priority


class Search(SearchGetters, View):
    """The concrete search at this moment: a DFSearch or a HeuristicSearch."""

    __slots__ = ()
    state_id: int = of_row("state_id")
    depth: int = of_row("depth")
    n_errors: int = of_row("errors")
    constraint: str | None = of_row("constraint")
    queue_size: int = of_row("queued")
    is_new_state: Answer = answer_of_row("is_new")
    is_end_state: Answer = answer_of_row("is_end")
    is_error_state: Answer = answer_of_row("is_error")
    is_ignored_state: Answer = answer_of_row("is_ignored")
    has_next_state: Answer = answer_of_row("has_next")
    is_done: Answer = answer_of_row("done")

    def __init__(self, vm: VM, now: bool = True) -> None:
        super().__init__(vm)
        self._row = vm.raw._search() if now else None

    @property
    def row(self) -> Any:
        """Of the moment when the view was made, or of the first question in the notification that it was made for."""
        self.keep()
        return self._row

    def keep(self) -> None:
        """Somebody has it longer than the notification takes: it goes on saying what held then."""
        if self._row is None:
            self._row = self.fresh()._search()

    def again(self) -> None:
        """It serves the notification that has begun, too."""
        self.serial = self.vm.serial
        self._row = None

    @property
    def state_number(self) -> int:
        return self.state_id

    @answer
    def is_visited_state(self) -> bool:
        return not self.is_new_state

    @answer
    def is_processed_state(self) -> bool:
        return not self.has_next_state

    @answer
    def has_errors(self) -> bool:
        return self.n_errors > 0

    @property
    def number_of_errors(self) -> int:
        return self.n_errors

    @property
    def last_search_constraint(self) -> str | None:
        return self.constraint

    @property
    def search_constraint(self) -> str | None:
        return self.last_search_constraint

    @property
    def config(self) -> Config:
        return self.vm.config

    @property
    def purged_state_id(self) -> int:
        """-1: a stored state is never given up."""
        return -1

    @property
    def search_class(self) -> str:
        return str(self.vm.config.get("search.class"))

    @property
    def depth_limit(self) -> int:
        """0: none."""
        return self.vm.config.get_int("search.depth_limit", 0)

    def supports_backtrack(self) -> bool:
        return True

    def supports_restore_state(self) -> bool:
        return False

    @property
    def transition(self) -> Transition | None:
        return self.here.transition

    @property
    def parent_state_id(self) -> int:
        """The state that the last transition of the path began in; -1: none."""
        row = self.fresh()._cg(self.depth - 1, 0) if self.depth > 0 else None
        return row.state if row else -1

    @property
    def errors(self) -> list[ErrorInfo]:
        """As the report will have them."""
        return [self.vm.error_info(text) for text in self.fresh()._stats()["errors"]]

    @property
    def last_error(self) -> ErrorInfo | None:
        """The one found last, wherever the search stands now."""
        texts = self.fresh()._stats()["errors"]
        return self.vm.error_info(texts[-1]) if texts else None

    @property
    def current_error(self) -> ErrorInfo | None:
        """That of the state the search stands at, once it is reported (property_violated); None: there is none."""
        return self.last_error if self.is_error_state else None

    @property
    def statistics(self) -> Statistics:
        """Counts up to now."""
        self.fresh()
        return self.vm.statistics

    def terminate(self) -> None:
        """End the search in order: the report says that it is not whole."""
        self.change()._control("end")

    def error(self, property: object, message: str = "", kind: str = "property") -> None:
        """A property is violated in this state; `property`: its name, or an object like jpfpy.Property."""
        if not isinstance(property, str):
            message = message or error_message(property)
            kind = getattr(property, "kind", kind)
            property = property_name(property)
        self.change()._control("violation", property, kind, message)

    def ignore_state(self) -> None:
        """This path is not followed further."""
        self.change()._control("ignore")

    def request_backtrack(self) -> bool:
        self.ignore_state()
        return True

    def set_ignored_state(self, ignore: bool = True) -> None:
        if ignore:
            self.ignore_state()

    def probe_search(self) -> None:
        """search_probed comes with the next state."""
        self.fresh()._probe_search()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} state {self.state_id} depth {self.depth}>"


class DFSearch(Search):
    """Depth first."""

    __slots__ = ()


class PathSearch(Search):
    """Goes along paths, visited states included: random walks, and searches of one path (JPF: RandomSearch, PathSearch,
    Simulation)."""

    __slots__ = ()


class HeuristicSearch(HeuristicSearchGetters, Search):
    """A search with a queue of states, the smallest value first: breadth first, the length of the path."""

    __slots__ = ()

    def supports_backtrack(self) -> bool:
        """One level: to the state that is expanded."""
        return False

    def supports_restore_state(self) -> bool:
        return True

    @property
    def heuristic_value(self) -> float:
        """Of the state that is expanded, where the search stands there; else of the one that was stored last."""
        return whole(self.row.value if self.row.expanded == self.state_id else self.row.stored)

    @property
    def parent_state(self) -> HeuristicState | None:
        """The state that is expanded; None before the first one."""
        parent = self.row.expanded
        if parent < 0:
            return None
        at_parent = parent == self.state_id
        depth = self.depth if at_parent else self.depth - 1
        return HeuristicState(parent, whole(self.row.value), depth)

    @property
    def is_queue_limit_reached(self) -> Answer:
        limit = self.vm.config.get_int("search.heuristic.queue_limit", -1)
        return Answer(0 <= limit <= self.queue_size)
