"""States and transitions, and what graphs are asked: paths, components, other tools' forms."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ConfigError

if TYPE_CHECKING:
    from ..report.report import Report

KINDS = ("new", "end", "error", "ignored", "open")


class ThreadState(NamedTuple):
    """A live thread in a state."""

    name: str
    status: str
    line: str  # where it stands in the program's own code: Account.java:12

    def __str__(self) -> str:
        return f"{self.name} {self.status} {self.line}".rstrip()


@dataclass(slots=True)
class State:
    """A state, as it was when the search first reached it.

    kind: "new", "end" (the program has ended), "error" (something was violated here), "ignored" (the program or a
    listener cut it off) or "open" (a limit came before its choices were explored)."""

    id: int  # the engine's number, from 0
    depth: int  # transitions of the path that first led here, the one that starts main included
    kind: str
    threads: tuple[ThreadState, ...]
    labels: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    errors: tuple[int, ...] = ()  # ids of graph.report.errors

    def _repr_html_(self) -> str:
        from ..report.notebook import card

        rows: list[tuple[str, object]] = [(t.name, f"{t.status} {t.line}".rstrip()) for t in self.threads]
        rows += [("label", name) for name in self.labels] + [(k, repr(v)) for k, v in self.values.items()]
        return card(f"state {self.id}, depth {self.depth}" + ("" if self.kind == "new" else f", {self.kind}"), rows)


@dataclass(slots=True)
class Edge:
    """A transition: from `source` (-1: the start, before main) to `target`, by `thread`."""

    source: int
    target: int
    thread: str
    reason: str  # why there was a choice: the id of its generator (ROOT, LOCK, SHARED_OBJECT, bSync ...)
    choice: str  # of data or an event: its value; "" where only the thread was chosen
    lines: tuple[str, ...]  # of the program's own code, in order: Account.java:12
    times: int = 1  # how often the search has taken it; walks and deepening searches come again

    @property
    def label(self) -> str:
        return self.choice or self.thread

    def _repr_html_(self) -> str:
        from ..report.notebook import card

        rows = [("because of", self.reason), *(("line", line) for line in self.lines[:50])]
        source = "the start" if self.source < 0 else str(self.source)
        return card(f"{source} to {self.target}: {self.thread} {self.choice}".rstrip(), rows)


class Frames(NamedTuple):
    """What to_pandas gives."""

    states: Any
    transitions: Any


class StateGraph:
    """The states and transitions of a search: `states`, `transitions`, `report` (docs/graphs.md)."""

    def __init__(
        self,
        report: Report,
        states: list[State],
        transitions: list[Edge],
        recorded: list[str],
        label_names: list[str],
        name: str = "",
    ) -> None:
        self.name = name or report.target
        self.states, self.transitions = states, transitions
        self.recorded, self.label_names = recorded, label_names
        self.report: Report = replace(report, graph=self)

    @cached_property
    def by_id(self) -> dict[int, State]:
        return {s.id: s for s in self.states}

    @cached_property
    def leaving(self) -> dict[int, list[Edge]]:
        """Transitions by their source."""
        out: dict[int, list[Edge]] = {s.id: [] for s in self.states}
        out[-1] = []
        for e in self.transitions:
            out[e.source].append(e)
        return out

    def __getitem__(self, number: int) -> State:
        """The state of that number. KeyError: there is none."""
        return self.by_id[number]

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

    def _of_kind(self, kind: str) -> list[State]:
        return [s for s in self.states if s.kind == kind]

    @property
    def errors(self) -> list[State]:
        """States in which something was violated."""
        return self._of_kind("error")

    @property
    def end_states(self) -> list[State]:
        return self._of_kind("end")

    def labelled(self, label: str) -> list[State]:
        """States with a label of explore(labels=...). Raises ConfigError for one that was not given there."""
        if label not in self.label_names:
            there = f" (there are {', '.join(self.label_names)})" if self.label_names else ""
            raise ConfigError(f'no label "{label}" was given{there}: explore(..., labels={{"{label}": "..."}})')
        return [s for s in self.states if label in s.labels]

    def values(self, expression: str) -> dict[int, Any]:
        """The value in each state, by the state's number, of an expression that explore(values=[...]) was given.

        None: null, or no value there. Objects are texts like "Fork@1", arrays tuples. Raises ConfigError for one that
        was not recorded: a state's values are read while the search is there."""
        if expression not in self.recorded:
            there = f" (recorded: {', '.join(self.recorded)})" if self.recorded else ""
            raise ConfigError(f'"{expression}" was not recorded{there}: explore(..., values=["{expression}"])')
        return {s.id: s.values[expression] for s in self.states}

    def path(self, to: int | Callable[[State], bool]) -> list[Edge]:
        """A shortest path from the start to the state of that number, or to the next one for which the function is
        true. Raises ConfigError where there is none."""
        wanted: Callable[[State], bool] = to if callable(to) else lambda s: s.id == to
        came: dict[int, Edge] = {}
        queue = deque([-1])
        while queue:
            number = queue.popleft()
            if number >= 0 and wanted(self.by_id[number]):
                out = []
                while number >= 0:
                    out.append(came[number])
                    number = came[number].source
                return out[::-1]
            for e in self.leaving[number]:
                if e.target not in came:
                    came[e.target] = e
                    queue.append(e.target)
        what = "no such state" if callable(to) else f"no state {to}"
        raise ConfigError(f"{what}: the graph has {len(self)} states, 0 to {len(self) - 1}")

    def error_paths(self) -> list[list[Edge]]:
        """A shortest path to each error state."""
        return [self.path(s.id) for s in self.errors]

    def components(self) -> list[list[int]]:
        """Strongly connected components, by numbers of states: those with a way from each state to each other one. The
        last ones come first: no transition leads from a component to a later one of the list (Tarjan 1972)."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        on: set[int] = set()
        out: list[list[int]] = []
        for root in self.by_id:
            work = [] if root in index else [(root, self._enter(root, index, low, stack, on))]
            while work:
                v, targets = work[-1]
                w = next(targets, None)
                if w is None:
                    work.pop()
                    if work:
                        u = work[-1][0]
                        low[u] = min(low[u], low[v])
                    if low[v] == index[v]:
                        found = [stack.pop()]
                        while found[-1] != v:
                            found.append(stack.pop())
                        on.difference_update(found)
                        out.append(sorted(found))
                elif w not in index:
                    work.append((w, self._enter(w, index, low, stack, on)))
                elif w in on:
                    low[v] = min(low[v], index[w])
        return out

    def _enter(self, v: int, index: dict[int, int], low: dict[int, int], stack: list[int], on: set[int]) -> Any:
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        return iter([e.target for e in self.leaving[v]])

    def cycles(self) -> list[list[int]]:
        """Components in which the program can go on for ever: of several states, or one with a transition to itself."""
        return [c for c in self.components() if len(c) > 1 or any(e.target == c[0] for e in self.leaving[c[0]])]

    # --- other forms ---

    def to_networkx(self) -> Any:
        """A networkx.MultiDiGraph: nodes are numbers of states, with the fields of State; edges have those of Edge. The
        transition that starts main, which has no state before it, is not in it. Needs networkx (extra jpfpy[graph])."""
        networkx = needed("networkx")
        graph = networkx.MultiDiGraph(name=self.name)
        for s in self.states:
            graph.add_node(s.id, **{k: getattr(s, k) for k in State.__slots__ if k != "id"})
        for e in self.transitions:
            if e.source >= 0:
                rest = {k: getattr(e, k) for k in Edge.__slots__ if k not in ("source", "target")}
                graph.add_edge(e.source, e.target, **rest)
        return graph

    def to_pandas(self) -> Frames:
        """Two pandas.DataFrame, `states` (by id, a column for each recorded expression) and `transitions`. Needs pandas
        (extra jpfpy[graph])."""
        pandas = needed("pandas")
        rows = [
            {"id": s.id, "depth": s.depth, "kind": s.kind, "labels": s.labels, "threads": s.threads, **s.values}
            for s in self.states
        ]
        columns = ["id", "depth", "kind", "labels", "threads", *self.recorded]
        states = pandas.DataFrame(rows, columns=columns).set_index("id")
        names = list(Edge.__slots__)
        edges = [[getattr(e, n) for n in names] for e in self.transitions]
        return Frames(states, pandas.DataFrame(edges, columns=names))

    def to_dot(self) -> str:
        """The text of a GraphViz file of all states, drawn as the listener SimpleDot draws them."""
        from ..listeners.dot import ATTRIBUTES, opening, quoted

        out = [opening(self.name, ATTRIBUTES)]
        for s in self.states:
            look = {"end": ATTRIBUTES["end_node_attr"], "error": ATTRIBUTES["error_node_attr"]}.get(s.kind, "")
            look = look or ("style=dashed" if s.kind in ("open", "ignored") else "")
            text = "\\n".join([str(s.id), *(quoted(n)[1:-1] for n in s.labels)])
            out.append(f'{s.id} [label="{text}"{"," + look if look else ""}]')
        for e in self.transitions:
            source = "S" if e.source < 0 else str(e.source)
            out.append(f"{source} -> {e.target} [label={quoted(e.label)},{ATTRIBUTES['new_edge_attr']}]")
        return "\n".join([*out, "}"]) + "\n"

    def to_svg(self) -> str:
        """A drawing; of more than 300 states a summary, where states of like depth and kind are one."""
        from .drawing import svg

        return svg(self)

    _repr_svg_ = to_svg

    def _repr_html_(self) -> str:
        from .drawing import html

        return html(self)

    def _counted(self, kind: str, n: int) -> str:
        found = len(self.report.errors)
        if kind != "error":
            return kind
        return f"error state{'s' if n > 1 else ''} ({found} error{'s' if found > 1 else ''})"

    def __repr__(self) -> str:
        kinds = ((k, len(self._of_kind(k))) for k in KINDS if k != "new")
        more = "".join(f", {n} {self._counted(k, n)}" for k, n in kinds if n)
        return f"<StateGraph {self.name}: {len(self)} states, {len(self.transitions)} transitions{more}>"


def needed(name: str) -> Any:
    """A package that only some of these methods need."""
    try:
        if name == "networkx":
            import networkx as package
        else:
            import pandas as package
    except ImportError:
        raise ConfigError(f"this needs {name}, which is not installed: pip install {name}, or jpfpy[graph]") from None
    return package


def reachable(graph: StateGraph, start: Iterable[int] = (-1,)) -> dict[int, int]:
    """The fewest transitions to each state."""
    out = dict.fromkeys(start, 0)
    queue = deque(out)
    while queue:
        number = queue.popleft()
        for e in graph.leaving[number]:
            if e.target not in out:
                out[e.target] = out[number] + 1
                queue.append(e.target)
    return out
