"""Searches beside each other on one program: jpfpy.compare."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from .api import Value, verify
from .arguments import TARGET, Paths, mapping, path, text, whole
from .config.values import search_name
from .errors import ConfigError
from .listener import Listener

if TYPE_CHECKING:
    from . import strategy
    from .report.report import Report
    from .views import Search

    Strategy = str | type | strategy.Heuristic | strategy.Search

RANDOM_SEARCH = "gov.nasa.jpf.search.RandomSearch"
SAMPLES = 200  # points of a curve, at most twice as many


class Sample(NamedTuple):
    """How far a search had come."""

    transitions: int
    seconds: float
    states: int
    lines: int  # different source lines of the program's own code that were executed


@dataclass(frozen=True, slots=True)
class Run:
    """One search with one seed, up to its first error, its end or the budget: the search as it is, without listeners.

    `lines` and `curve` are those of a second run of it with a listener that counts lines, which sees depth-first search
    without sleep sets; without coverage 0 and empty."""

    search: str
    seed: int
    found: bool  # an error
    states: int  # new ones, up to there
    transitions: int
    seconds: float  # on the clock, without start-up
    lines: int  # different source lines executed
    complete: bool  # explored whole
    curve: tuple[Sample, ...]
    report: Report

    def _repr_html_(self) -> str:
        from .report.notebook import card, number

        names = ("seed", "found", "states", "transitions", "seconds", "lines", "complete")
        return card(self.search, [(n, number(getattr(self, n))) for n in names])

    @property
    def error(self) -> str:
        """What was found."""
        if not self.report.errors:
            return ""
        return self.report.errors[0].exception or self.report.errors[0].property


class Meter(Listener):
    """The curve of coverage."""

    record_steps = True

    def __init__(self) -> None:
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
                f"{median(r.states for r in runs):,.0f}",
                f"{median(r.transitions for r in runs):,.0f}",
                f"{median(r.seconds for r in runs):.3g} s",
                f"{median(r.lines for r in runs):,.0f}" if any(r.curve for r in runs) else "",
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
        from .report.notebook import listing

        return listing(self.COLUMNS, self.rows())

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

        class Drawing(Figure):
            def _repr_png_(self) -> bytes:
                """Notebooks show it."""
                out = BytesIO()
                self.savefig(out, format="png")
                return out.getvalue()

        figure = Drawing(figsize=(11, 4), layout="constrained")
        errors, coverage = figure.subplots(1, 2)
        names = list(self.by_search)
        for i, (name, runs) in enumerate(self.by_search.items()):
            for run in runs:
                errors.plot(
                    run.transitions, i, marker="o" if run.found else "x", color=f"C{i}", linestyle="", alpha=0.6
                )
            for k, run in enumerate(runs):
                x, y = [s.transitions for s in run.curve], [s.lines for s in run.curve]
                coverage.plot(x, y, color=f"C{i}", alpha=0.8, label=name if k == 0 else None)
        errors.set(xscale="log", xlabel="transitions to the first error (x: none found)", title=self.target)
        errors.set_yticks(range(len(names)), names)
        errors.invert_yaxis()
        coverage.set(xscale="log", xlabel="transitions", ylabel="source lines executed", title="coverage")
        coverage.legend()
        for axes in (errors, coverage):
            count_axis(axes)
        if file is not None:
            figure.savefig(os.fspath(file))
        return figure


def count_axis(axes: Any) -> None:
    """Counts as numbers, and as few as have room beside each other."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axes.get_xlim()
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 200 * max(low, 1) else (1.0,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def named(searches: Iterable[Strategy] | Mapping[str, Strategy]) -> list[tuple[str, Strategy]]:
    """Each with a name of its own."""
    if isinstance(searches, Mapping):
        return list(searches.items())
    if isinstance(searches, str | type) or not isinstance(searches, Iterable):
        raise ConfigError(f"searches={searches!r}: a list expected, searches=[...], or a dict from names")
    out: dict[str, Strategy] = {}
    for one in searches:
        name = base = one if isinstance(one, str) else str(getattr(one, "__name__", type(one).__name__))
        n = 1
        while name in out:
            n += 1
            name = f"{base} ({n})"
        out[name] = one
    return list(out.items())


def draws(strategy: Strategy, config: Mapping[str, Value]) -> bool:
    """May its course depend on cg.seed? What is written in Python may ask for it."""
    if not isinstance(strategy, str) or ":" in strategy:
        return True
    words = [strategy, *(text(v) for v in config.values())]
    return any(w in ("FIXED_SEED", "VAR_SEED") or ":" in w for w in words[1:]) or any(
        search_name(w) == RANDOM_SEARCH or "random" in w.lower() for w in words
    )


def compare(
    target: str | os.PathLike[str],
    *args: str,
    searches: Iterable[Strategy] | Mapping[str, Strategy],
    budget: int | str | None = None,
    seeds: Iterable[int] = (42,),
    classpath: Paths | None = None,
    config: Mapping[str, Value] | None = None,
    coverage: bool = True,
) -> Comparison:
    """Run each search on `target` until it finds an error, has explored everything or has used up the budget.

    `searches`: what jpfpy.verify takes as `search`, as a list or by names of one's own. `budget`: transitions of each
    run, or a time as search.budget takes it ("30s"); None: no limit. Each search runs once for each of `seeds`
    (cg.seed); a native one that draws nothing runs once. With `coverage` each runs once more, with a listener that
    counts source lines. An object that is given as a search serves all its runs. Raises ConfigError as jpfpy.verify
    does."""
    if budget is not None and (
        isinstance(budget, bool) or not isinstance(budget, int | str) or not str(budget).strip()
    ):
        raise ConfigError(f'budget={budget!r}: a number of transitions or a time like "30s" expected')
    if isinstance(budget, int) and budget < 1:
        raise ConfigError(f"budget={budget}: at least one transition expected")
    mapping(config, "config")
    if isinstance(seeds, str | bytes | Mapping) or not isinstance(seeds, Iterable):
        raise ConfigError(f"seeds={seeds!r}: a list of whole numbers expected, seeds=[1, 2]")
    strategies, numbers = named(searches), [whole(s, "seeds") for s in seeds]
    program = path(target, "target", TARGET)
    if not strategies or not numbers:
        raise ConfigError("nothing to compare: searches= and seeds= have at least one element each")
    given: dict[str, Value] = {**(config or {}), "search.multiple_errors": False}
    if budget is not None:
        given["search.budget" if isinstance(budget, str) else "search.transition_limit"] = budget
    runs = []
    for name, strategy in strategies:
        for seed in numbers if draws(strategy, given) else numbers[:1]:
            values = {**given, "cg.seed": seed}
            report = verify(target, *args, classpath=classpath, config=values, search=strategy)
            s = report.statistics
            meter = Meter()
            if coverage:
                verify(target, *args, classpath=classpath, config=values, search=strategy, listeners=[meter])
            curve = tuple(meter.samples)
            runs.append(
                Run(
                    name,
                    seed,
                    bool(report.errors),
                    s.states_new,
                    s.transitions,
                    max(s.elapsed_s - s.startup_s, 0.0),
                    curve[-1].lines if curve else 0,
                    report.complete,
                    curve,
                    report,
                )
            )
    return Comparison(os.path.basename(program), runs)
