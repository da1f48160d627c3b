"""A suite on the terminal: a line for each test as it ends, the trace of those that fail, and a table at the end."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ..report.console import RESULT, Console, not_whole, shortened
from ..report.publish.output import replays_folder
from ..report.told import alike, times
from .suite import OUTCOMES, count, supposed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..config import Config
    from .run import Result


class SuiteText:
    def __init__(self, config: Config, write: Callable[[str], object], classpath: str) -> None:
        self.write = write
        self.console = Console(config, write)
        self.console.replays = replays_folder(config)
        self.classpath = classpath
        self.cls = ""

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def began(self, n: int, jdk: str) -> None:
        from .. import __version__

        self.line(f"jpfpy {__version__} on the class library of JDK {jdk}")
        self.line(f"{n} test method{'s' * (n != 1)}, each explored on its own")

    def result(self, r: Result) -> None:
        if r.test.cls != self.cls:
            self.cls = r.test.cls
            self.line(f"\n{self.cls}")
        word = r.outcome.upper() if r.outcome == "failed" else r.outcome
        cost = f"{r.states:,} states, {r.seconds:.1f} s" if r.report else ""
        self.line(f"  {word:<11} {title(r):<42} {cost}".rstrip())
        if r.message and r.outcome != "failed":
            self.line(f"              {shortened(r.message)}")
        for note in r.notes:
            self.line(f"              {shortened(note)}")
        if r.outcome == "failed":
            self.failure(r)

    def failure(self, r: Result) -> None:
        if not r.report or not r.report["errors"]:
            self.line("              " + r.message.replace("\n", "\n              "))
        for group in alike(r.report["errors"]) if r.report else ():
            error = group[0]
            for section in self.console.sections_error:
                match section:
                    case "error":
                        self.console.what(error, times(group))
                    case "trace":
                        self.console.trace(error)
                    case "output" if error.get("output"):
                        self.console.title(f"output #{error['id']}")
                        self.write(error["output"])
            self.line()
            self.line(f"again: {again(r, self.console.replay_given(error['replay']), self.classpath)}")
        self.cls = ""  # the next line stands below its class again

    def finished(self, results: Sequence[Result], seconds: float) -> None:
        """The table: a row for each class, and the sum."""
        self.console.title("tests")
        classes = list(dict.fromkeys(r.test.cls for r in results))
        width = max([len(c) for c in classes] + [5])
        shown = [o for o in OUTCOMES if o in ("passed", "failed") or any(r.outcome == o for r in results)]
        self.line(" ".join([f"{'class':<{width}}", f"{'tests':>6}", *(f"{o:>10}" for o in shown), f"{'states':>12}"]))
        for cls in (*classes, None):
            mine = [r for r in results if cls in (None, r.test.cls)]
            if cls is None and len(classes) < 2:
                continue
            counts = count(mine)
            cells = [f"{cls or 'all':<{width}}", f"{len(mine):>6}", *(f"{counts[o]:>10}" for o in shown)]
            self.line(" ".join([*cells, f"{sum(r.states for r in mine):>12,}"]))
        self.line()
        for line in not_passed(results):
            self.line(line)
        self.line(f"{said(results)}; {seconds:.1f} s")


def not_passed(results: Sequence[Result]) -> list[str]:
    return [
        f"{r.outcome}: {r.name}: {shortened(r.message or not_known(r), RESULT)}"
        for r in results
        if r.outcome in ("failed", "error", "incomplete")
    ]


def in_short(results: Sequence[Result]) -> list[str]:
    """The verdict with what qualifies it, where nothing else is told (--quiet)."""
    notes = [f"{r.name}: {note}" for r in results for note in r.notes]
    return [*not_passed(results), said(results), *notes]


def title(r: Result) -> str:
    """The method, with what JUnit calls the invocation."""
    number = f"[{r.test.number}]" if r.test.number else ""
    name = f"{r.test.method}{number}"
    plain = (r.test.method, r.test.method + "()", f"[{r.test.number}]", r.test.method + number)
    return f"{name} {shortened(r.display, 50)}" if r.display and r.display not in plain else name


def not_known(r: Result) -> str:
    return not_whole(r.report) if r.report else ""


def again(r: Result, replay: str, classpath: str) -> str:
    """The command that takes the path of an error once more."""
    words = ["jpf", *(["-cp", classpath] if classpath else []), "--junit", r.name, "--replay", replay]
    return " ".join(shlex.quote(w) for w in words)


def said(results: Sequence[Result]) -> str:
    """One line of all outcomes."""
    counts = count(results)
    if not results:
        return "no test was run"
    if counts["passed"] == len(results):
        given = "".join(f"; supposed: {a}" for a in supposed(results))
        return f"{len(results)} passed: every interleaving and every choice of each was explored{given}"
    return ", ".join(f"{n} {o}" for o, n in counts.items() if n)
