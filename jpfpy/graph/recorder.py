"""The listener that keeps what a search tells of its states and transitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..listener import Listener
from ..views.expression import Expression, NoValue, frozen
from .states import Edge, State, StateGraph, ThreadState

if TYPE_CHECKING:
    from ..config import Config
    from ..report.report import Report
    from ..target.classfile import ClassFiles
    from ..views import VM, Search
    from ..views import Transition as TransitionView


class Recorder(Listener):
    """States by their numbers, each with what it was when it was first reached."""

    record_steps = True

    def __init__(self, values: list[Expression], labels: dict[str, Expression]) -> None:
        self.values, self.labels = values, labels
        for label in labels.values():
            label.judges = True
        self.lists_heap = any(e.names_objects for e in (*values, *labels.values()))
        self.states: dict[int, State] = {}
        self.edges: dict[tuple[int, int, str, str], Edge] = {}
        self.processed: set[int] = set()

    def meets(self, classes: ClassFiles, config: Config) -> None:
        """Raises ConfigError for a class or field that is not there."""
        for e in (*self.values, *self.labels.values()):
            e.fields_read(classes, False)

    def search_started(self, search: Search) -> None:
        self.states.clear()
        self.edges.clear()
        self.processed.clear()

    search_restarted = search_started

    def state_advanced(self, search: Search) -> None:
        number, source = search.state_id, search.parent_state_id
        transition = search.transition
        if number not in self.states:
            self.states[number] = self._state(search, number)
        elif search.is_error_state:
            self.states[number].kind = "error"
        if transition is None:
            return
        thread = transition.thread.name if transition.thread is not None else ""
        choice = transition.choice_generator
        text = "" if choice.kind == "thread" else str(choice.value)
        # The generator's id is no part of it: it tells which boundary the path came by.
        key = (source, number, thread, text)
        if key in self.edges:
            self.edges[key].times += 1
            return
        self.edges[key] = Edge(source, number, thread, str(choice.id), text, lines_of(transition))

    def _state(self, search: Search, number: int) -> State:
        vm = search.vm
        kind = "error" if search.is_error_state else "end" if search.is_end_state else "new"
        if kind == "new" and search.is_ignored_state:
            kind = "ignored"
        numbers: dict[str, dict[int, int]] = {}
        return State(
            number,
            search.depth,
            kind,
            tuple(threads_of(vm)),
            tuple(name for name, e in self.labels.items() if self._labelled(name, e, vm)),
            {e.text: frozen(self._value(e, vm), vm, numbers) for e in self.values},
        )

    @staticmethod
    def _value(expression: Expression, vm: VM) -> Any:
        try:
            return expression.value(vm)
        except NoValue:
            return None

    @staticmethod
    def _labelled(name: str, expression: Expression, vm: VM) -> bool:
        try:
            return expression.holds(vm, f"the label {name}")
        except NoValue:
            return False

    def property_violated(self, search: Search) -> None:
        state = self.states.get(search.state_id)
        error = search.last_error
        if state is not None:
            state.kind = "error"
            if error is not None and error.id not in state.errors:
                state.errors += (error.id,)

    def state_processed(self, search: Search) -> None:
        self.processed.add(search.state_id)

    def graph(self, report: Report, name: str = "") -> StateGraph:
        for number, state in self.states.items():
            if state.kind == "new" and number not in self.processed and not report.complete:
                state.kind = "open"
        states = [self.states[n] for n in sorted(self.states)]
        recorded = [e.text for e in self.values]
        return StateGraph(report, states, list(self.edges.values()), recorded, list(self.labels), name)


def threads_of(vm: VM) -> list[ThreadState]:
    out = []
    for thread in vm.live_threads:
        frame = thread.user_frame or thread.top_frame
        out.append(ThreadState(thread.name, thread.status, frame.location if frame is not None else ""))
    return out


def lines_of(transition: TransitionView) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.location_string for step in transition.steps))
