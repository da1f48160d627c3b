"""What is said in the console report while the search goes on: JPF's PublisherExtension (listeners that add to the
report), and the sections of report.console.transition and .constraint."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

HOOKS = {
    "search_started": "publish_start",
    "state_advanced": "publish_transition",
    "search_constraint_hit": "publish_constraint_hit",
    "search_probed": "publish_probe",
    "property_violated": "publish_property_violation",
    "search_finished": "publish_finished",
}


class ConsoleText:
    """The publisher that listeners' publish_* methods get: write to `out`. JPF: Publisher, as its extensions see it."""

    name = "console"

    def __init__(self) -> None:
        self.out = io.StringIO()
        self.last_error_id = ""

    def publish_topic_start(self, topic: str) -> None:
        from ..console import WIDTH

        self.out.write(f"\n{'=' * WIDTH} {topic}\n")

    def publish_topic_end(self, topic: str) -> None:
        pass

    def get_out(self) -> io.StringIO:
        return self.out

    def get_name(self) -> str:
        return self.name

    def get_last_error_id(self) -> str:
        """ "#1" of the error that is being told of."""
        return self.last_error_id


class Extensions:
    """One listener, behind all others, that calls the publish_* methods of `listeners` and keeps what they write by
    where it stands in the report."""

    checkpoint_state = None

    def __init__(self, listeners: list[Any]) -> None:
        self.texts: dict[str, str] = {}
        for event, hook in HOOKS.items():
            calls = [c for one in listeners if callable(c := getattr(one, hook, None))]
            if calls:
                setattr(self, event, self._caller(hook, calls))

    def _caller(self, hook: str, calls: list[Callable[[ConsoleText], object]]) -> Callable[[Any], None]:
        place = {"publish_start": "start", "publish_finished": "finished"}.get(hook, "")

        def told(search: Any) -> None:
            publisher = ConsoleText()
            where = place
            if hook == "publish_property_violation":
                publisher.last_error_id = f"#{search.n_errors}"
                where = f"error {search.n_errors}"
            for call in calls:
                call(publisher)
            where = where or "start"  # what is said on the way stands before the errors
            self.texts[where] = self.texts.get(where, "") + publisher.out.getvalue()

        return told

    @property
    def empty(self) -> bool:
        return not any(event in self.__dict__ for event in HOOKS)


class LiveSections:
    """report.console.transition, and what report.console.constraint asks of the moment a limit is met first."""

    reads_output = False  # shows what there is, and judges nothing by it

    def __init__(self, console: Any) -> None:
        self.console = console
        self.constraints: set[str] = set()
        if "statistics" in console.sections_transition:
            self.__dict__["state_advanced"] = self._transition
        if set(console.sections_constraint) - {"constraint"}:
            self.__dict__["search_constraint_hit"] = self._constraint

    def _transition(self, search: Any) -> None:
        self.console.statistics_so_far(search.vm.raw._stats())

    def _constraint(self, search: Any) -> None:
        constraint = str(search.last_search_constraint)
        if constraint in self.constraints:
            return
        self.constraints.add(constraint)
        c = self.console
        vm = search.vm
        for section in c.sections_constraint:
            match section:
                case "constraint":
                    c.title("search constraint")
                    c.line(constraint)
                case "trace":
                    c.title("trace")
                    for i, t in enumerate(vm.path):
                        c.title(f"transition #{i} thread: {t.thread.name if t.thread else '?'}", "-")
                        c.line(str(t.choice_generator)[1:-1])
                case "snapshot":
                    c.title("snapshot")
                    for t in vm.live_threads:
                        c.line(f"thread {t.name} (id {t.id}, {t.status})")
                        for line in t.stack_trace():
                            c.line(f"\tat {line}")
                case "output":
                    c.title("output")
                    c.write(vm.path_output or "no output\n")
                case "statistics":
                    c.statistics_so_far(search.vm.raw._stats())
        c.told_constraints = True
