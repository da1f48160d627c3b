"""The search, its choices and transitions, as a SearchListener asks them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ConfigError
from .base import Answer, Get, View, answer

if TYPE_CHECKING:
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..report import ErrorInfo, Statistics
    from .thread import ThreadInfo
    from .vm import VM


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


class Transition(View):
    """One step of the path: the thread, the choice it began with."""

    __slots__ = ("choice_generator", "label", "state_id")

    # JPF's getters of the same (Named)
    get_thread: Get[ThreadInfo | None]
    get_thread_info: Get[ThreadInfo | None]
    get_thread_index: Get[int]
    get_steps: Get[list[Step]]

    def __init__(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        super().__init__(vm)
        self.choice_generator, self.state_id = cg, cg.state_id
        self.label = f"{cg.id}:{cg.value}"

    @property
    def thread(self) -> ThreadInfo | None:
        """Who ran: whom the scheduling point of its choices names, else who asked for the data choice."""
        tid = self.thread_index
        return self.vm.thread(tid) if tid >= 0 else None

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
        for mid, line in rows:
            m = vm.method_by_id(mid)
            file = m.source_file_name
            out.append(Step(m.class_name, m.name, file, line, vm.source(m.class_name, file, line)))
        return out

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __repr__(self) -> str:
        return f"<Transition {self.choice_generator!r}>"


class HeuristicState(NamedTuple):
    """A state that waits to be expanded, or is: JPF's PrioritizedState. The smallest priority comes first."""

    state_id: int
    priority: int
    depth: int

    @property
    def heuristic_value(self) -> int:
        return self.priority


class Search(View):
    """The concrete search at this moment: a DFSearch or a HeuristicSearch."""

    __slots__ = (
        "constraint",
        "depth",
        "has_next_state",
        "is_done",
        "is_end_state",
        "is_error_state",
        "is_ignored_state",
        "is_new_state",
        "n_errors",
        "parent",
        "queue_size",
        "state_id",
    )
    state_id: int
    depth: int
    n_errors: int
    constraint: str | None
    queue_size: int

    # JPF's getters of the same (Named)
    get_state_id: Get[int]
    get_depth: Get[int]
    get_n_errors: Get[int]
    get_constraint: Get[str | None]
    get_queue_size: Get[int]
    get_state_number: Get[int]
    get_number_of_errors: Get[int]
    get_last_search_constraint: Get[str | None]
    get_search_constraint: Get[str | None]
    get_config: Get[Config]
    get_purged_state_id: Get[int]
    get_search_class: Get[str]
    get_depth_limit: Get[int]
    get_transition: Get[Transition | None]
    get_parent_state_id: Get[int]
    get_errors: Get[list[ErrorInfo]]
    get_last_error: Get[ErrorInfo | None]
    get_current_error: Get[ErrorInfo | None]
    get_statistics: Get[Statistics]

    def __init__(self, vm: VM) -> None:
        super().__init__(vm)
        row = vm.raw._search()
        self.state_id, self.depth = row[:2]
        self.is_new_state, self.is_end_state, self.is_error_state = Answer(row[2]), Answer(row[3]), Answer(row[4])
        self.is_ignored_state, self.has_next_state, self.n_errors = Answer(row[5]), Answer(row[6]), row[7]
        self.constraint, self.queue_size, self.parent, self.is_done = row[9], row[10], row[11], Answer(row[12])

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
        return self.vm.transition

    @property
    def parent_state_id(self) -> int:
        """The state that the last transition of the path began in; -1: none."""
        row = self.vm.raw._cg(self.depth - 1, 0) if self.depth > 0 else None
        return row[10] if row else -1

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
            text = getattr(property, "error_message", "")
            message = message or str(text() if callable(text) else text)
            kind = getattr(property, "kind", kind)
            property = getattr(property, "property_name", None) or type(property).__name__
        self.change()._control("violation", str(property), kind, message)

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
        self.vm.raw._probe_search()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} state {self.state_id} depth {self.depth}>"


class DFSearch(Search):
    """Depth first."""

    __slots__ = ()


class HeuristicSearch(Search):
    """A search with a queue of states; breadth first, the priority is the length of the path (JPF: BFSHeuristic)."""

    __slots__ = ()

    # JPF's getters of the same (Named)
    get_heuristic_value: Get[int]
    get_parent_state: Get[HeuristicState | None]

    def supports_backtrack(self) -> bool:
        """One level: to the state that is expanded."""
        return False

    def supports_restore_state(self) -> bool:
        return True

    @property
    def heuristic_value(self) -> int:
        """Of the state the search stands at."""
        return self.depth

    @property
    def parent_state(self) -> HeuristicState | None:
        """The state that is expanded; None before the first one."""
        if self.parent < 0:
            return None
        at_parent = self.parent == self.state_id
        depth = self.depth if at_parent else self.depth - 1
        return HeuristicState(self.parent, depth, depth)

    @property
    def is_queue_limit_reached(self) -> Answer:
        return Answer(False)
