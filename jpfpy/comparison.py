"""Searches beside each other on one program: jpfpy.compare."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from .api import Paths, Value, verify
from .errors import ConfigError
from .listener import Listener

if TYPE_CHECKING:
    from . import strategy
    from .report.report import Report
    from .views import Search

    Strategy = str | type | strategy.Heuristic | strategy.Search

SAMPLES = 200  # points of a curve, at most twice as many


class Sample(NamedTuple):
    """How far a search had come."""

    transitions: int
    seconds: float
    states: int
    lines: int  # different source lines of the program's own code that were executed


@dataclass(frozen=True, slots=True)
class Run:
    """One search with one seed, up to its first error, its end or the budget."""

    search: str
    seed: int
    found: bool  # an error
    states: int  # new ones, up to there
    transitions: int
    seconds: float  # on the clock, with the listener that counts; start-up is not in it
    lines: int  # different source lines executed
    complete: bool  # explored whole
    curve: tuple[Sample, ...]
    report: Report

    @property
    def error(self) -> str:
        """What was found."""
        if not self.report.errors:
            return ""
        return self.report.errors[0].exception or self.report.errors[0].property


class Meter(Listener):
    """Counts, and the curve of coverage; ends the search with the budget."""

    record_steps = True

    def __init__(self, budget: int | None) -> None:
        self.budget = budget
        self.started = time.perf_counter()
        self.begin()

    def begin(self) -> None:
        self.transitions = self.states = 0
        self.lines: set[tuple[int, int]] = set()
        self.samples: list[Sample] = []
        self.spacing = 1

    def search_started(self, search: Search) -> None:
        self.started = time.perf_counter()
        self.begin()

    def search_restarted(self, search: Search) -> None:
        self.begin()  # the clock goes on

    def now(self) -> Sample:
        return Sample(self.transitions, time.perf_counter() - self.started, self.states, len(self.lines))

    def state_advanced(self, search: Search) -> None:
        self.transitions += 1
        self.states += bool(search.is_new_state)
        transition = search.transition
        bound = transition.choice_generator.bound if transition is not None else None
        if bound is not None:
            rows = search.vm.raw._steps(bound.level) or ()
            self.lines.update((row.method, row.line) for row in rows)
        if self.transitions % self.spacing == 0:
            self.samples.append(self.now())
            if len(self.samples) >= 2 * SAMPLES:
                del self.samples[::2]
                self.spacing *= 2
        if self.budget is not None and self.transitions >= self.budget:
            search.terminate()

    def search_finished(self, search: Search) -> None:
        self.samples.append(self.now())


class Comparison:
    """Runs of several searches: `runs`, a table as text and in notebooks, `to_pandas()`, `plot()`."""

    COLUMNS = ("search", "found", "states", "transitions", "time", "lines")

    def __init__(self, target: str, runs: list[Run]) -> None:
        self.target, self.runs = target, runs

    @cached_property
    def by_search(self) -> dict[str, list[Run]]:
        out: dict[str, list[Run]] = {}
        for run in self.runs:
            out.setdefault(run.search, []).append(run)
        return out

    def rows(self) -> list[tuple[str, ...]]:
        """A row for each search: in how many runs it found an error, and the medians up to there."""
        out: list[tuple[str, ...]] = []
        for name, runs in self.by_search.items():
            numbers = (
                f"{median(r.states for r in runs):,g}",
                f"{median(r.transitions for r in runs):,g}",
                f"{median(r.seconds for r in runs):.3g} s",
                f"{median(r.lines for r in runs):,g}",
            )
            out.append((name, f"{sum(r.found for r in runs)} of {len(runs)}", *numbers))
        return out

    def __str__(self) -> str:
        rows = [self.COLUMNS, *self.rows()]
        widths = [max(len(r[i]) for r in rows) for i in range(len(self.COLUMNS))]
        lines = ["  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths, strict=True)))
                 for r in rows]  # fmt: skip
        return "\n".join(line.rstrip() for line in lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(c)}</th>" for c in self.COLUMNS)
        body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in self.rows())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a row for each run. Needs pandas (extra jpfpy[graph])."""
        from .graph.states import needed

        names = ["search", "seed", "found", "error", "states", "transitions", "seconds", "lines", "complete"]
        return needed("pandas").DataFrame([[getattr(r, n) for n in names] for r in self.runs], columns=names)

    def plot(self, file: str | os.PathLike[str] | None = None) -> Any:
        """A matplotlib Figure: transitions to the first error (crosses: none was found), and coverage over them. It is
        written to `file`, if given. Needs matplotlib (extra jpfpy[plot])."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise ConfigError(
                "this needs matplotlib, which is not installed: pip install matplotlib, or jpfpy[plot]"
            ) from None
        figure = Figure(figsize=(11, 4), layout="constrained")
        errors, coverage = figure.subplots(1, 2)
        names = list(self.by_search)
        for i, (name, runs) in enumerate(self.by_search.items()):
            for run in runs:
                errors.plot(run.transitions, i, marker="o" if run.found else "x", color=f"C{i}", linestyle="")
            for k, run in enumerate(runs):
                x, y = [s.transitions for s in run.curve], [s.lines for s in run.curve]
                coverage.plot(x, y, color=f"C{i}", alpha=0.8, label=name if k == 0 else None)
        errors.set(xscale="log", xlabel="transitions to the first error (x: none found)", title=self.target)
        errors.set_yticks(range(len(names)), names)
        errors.invert_yaxis()
        coverage.set(xscale="log", xlabel="transitions", ylabel="source lines executed", title="coverage")
        coverage.legend()
        if file is not None:
            figure.savefig(os.fspath(file))
        return figure


def named(searches: Iterable[Strategy] | Mapping[str, Strategy]) -> list[tuple[str, Strategy]]:
    if isinstance(searches, Mapping):
        return list(searches.items())
    if isinstance(searches, str | type) or not isinstance(searches, Iterable):
        raise ConfigError(f"searches={searches!r}: a list expected, searches=[...], or a dict from names")
    return [(s if isinstance(s, str) else getattr(s, "__name__", type(s).__name__), s) for s in searches]


def compare(
    target: str | os.PathLike[str],
    *args: str,
    searches: Iterable[Strategy] | Mapping[str, Strategy],
    budget: int | str | None = None,
    seeds: Iterable[int] = (42,),
    classpath: Paths | None = None,
    config: Mapping[str, Value] | None = None,
) -> Comparison:
    """Run each search on `target` until it finds an error, has explored everything or has used up the budget.

    `searches`: what jpfpy.verify takes as `search`, as a list or by names of one's own. `budget`: transitions of each
    run, or a time as search.time_limit takes it ("30s"); None: no limit. Each search runs once for each of `seeds`
    (cg.seed). An object that is given as a search serves all its runs. Raises ConfigError as jpfpy.verify does."""
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int | str)):
        raise ConfigError(f'budget={budget!r}: a number of transitions or a time like "30s" expected')
    if isinstance(budget, int) and budget < 1:
        raise ConfigError(f"budget={budget}: at least one transition expected")
    strategies, numbers = named(searches), list(seeds)
    if not strategies or not numbers:
        raise ConfigError("nothing to compare: searches= and seeds= have at least one element each")
    runs = []
    for name, strategy in strategies:
        for seed in numbers:
            values: dict[str, Value] = {**(config or {}), "search.multiple_errors": False, "cg.seed": seed}
            if isinstance(budget, str):
                values["search.time_limit"] = budget
            meter = Meter(budget if isinstance(budget, int) else None)
            report = verify(target, *args, classpath=classpath, config=values, search=strategy, listeners=[meter])
            end = meter.samples[-1] if meter.samples else meter.now()
            runs.append(
                Run(
                    name,
                    seed,
                    bool(report.errors),
                    end.states,
                    end.transitions,
                    end.seconds,
                    end.lines,
                    report.complete,
                    tuple(meter.samples),
                    report,
                )
            )
    return Comparison(os.path.basename(os.fspath(target)), runs)
