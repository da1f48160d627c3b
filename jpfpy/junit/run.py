"""One test of JUnit as a search: the program is jpfpy.junit.Main, which runs this test and nothing else, so that each
test begins with the state of a new JVM. JUnit itself, of the user's class path, runs in the explored program."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ..engine import Job
from ..errors import ConfigError
from .classfile import ClassPath
from .find import Test
from .fold import fold

if TYPE_CHECKING:
    from ..config import Config
    from ..engine import OnOutput, OnProgress
    from ..raw import RawReport

MAIN = "jpfpy.junit.Main"
TELL = f"{MAIN}.tell(Ljava/lang/String;Ljava/lang/String;)V"
Outcome = Literal["passed", "failed", "skipped", "incomplete", "error"]
ENGINES = {  # of each framework: a class without which it cannot run, and where that is
    "jupiter": (
        ("org/junit/jupiter/engine/JupiterTestEngine", "junit-jupiter-engine"),
        ("org/junit/platform/engine/TestEngine", "junit-platform-engine"),
        ("org/junit/platform/commons/util/ReflectionUtils", "junit-platform-commons"),
        ("org/opentest4j/TestAbortedException", "opentest4j"),
    ),
    "junit4": (("org/junit/runner/Request", "junit 4"), ("org/hamcrest/Matcher", "hamcrest")),
}


@dataclass
class Result:
    """What became of one test, or of one invocation of it."""

    test: Test
    outcome: Outcome
    message: str = ""  # the first error, the reason of a skip, or why it is not known
    report: RawReport | None = None
    display: str = ""  # as JUnit names it
    notes: list[str] = field(default_factory=list)
    interrupted: bool = False

    @property
    def name(self) -> str:
        return self.test.name

    @property
    def seconds(self) -> float:
        return self.report["statistics"]["elapsed_s"] if self.report and self.report["statistics"] else 0.0

    @property
    def states(self) -> int:
        return self.report["statistics"]["states_new"] if self.report and self.report["statistics"] else 0


class Told:
    """What the program has told on any of its paths. Not how often: paths of errors are executed again."""

    only_hears = True  # the path is the same without it (Job.aside)

    def __init__(self) -> None:
        self.words: dict[str, dict[str, None]] = {}

    def __call__(self, env: object, what: object, text: object) -> None:
        self.words.setdefault(str(what), {})[str(text)] = None

    def __contains__(self, what: str) -> bool:
        return what in self.words

    def text(self, what: str) -> str:
        return "; ".join(t for t in self.words.get(what, ()) if t)


def of_one(config: Config, values: dict[str, str]) -> Config:
    """A configuration of its own for one search: a Job writes into it."""
    one = copy.copy(config)
    one.values, one.origin, one.place = {**config.values, **values}, dict(config.origin), dict(config.place)
    one.notes, one.asked = list(config.notes), set(config.asked)
    return one


def check_engines(path: ClassPath, tests: Sequence[Test]) -> None:
    """Raises ConfigError, which names what is missing, where a framework cannot be run."""
    for framework in dict.fromkeys(t.framework for t in tests):
        missing = [jar for cls, jar in ENGINES[framework] if path.load(cls) is None]
        if missing:
            first = next(t for t in tests if t.framework == framework)
            jars = ", ".join(missing)
            raise ConfigError(f"{first.cls}: its tests need {jars} on the class path (add the jars to -cp)")


class Runner:
    """Runs tests with one configuration. `listeners` are of every search; `peers` as JPF.register_peer has them."""

    def __init__(
        self,
        config: Config,
        listeners: Callable[[], Sequence[object]] = tuple,
        on_output: OnOutput | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.config, self.listeners = config, listeners
        self.on_output, self.on_progress = on_output, on_progress
        self.vm: Any = None  # of the search that is going on
        self.stopped = False  # interrupted: no other search begins

    def run(self, test: Test) -> Iterator[Result]:
        """The test's results: one, or one for each invocation where it has several."""
        if test.host:
            from .host import run_host

            yield run_host(self, test)
            return
        if not test.number and not test.several:
            told, result = self.search(test)
            if "several" not in told:
                yield result
                return
        number = test.number or 1
        while not self.stopped:
            told, result = self.search(test.nth(number))
            if "test" not in told and number > 1 and result.outcome not in ("failed", "error", "incomplete"):
                if test.number:
                    raise ConfigError(f"--junit {test.name}: there is no such invocation")
                return
            yield result
            # A method that failed, or was skipped, before an invocation was there has no other ones.
            if test.number or "test" not in told or "broken" in told:
                return
            number += 1

    def search(self, test: Test) -> tuple[Told, Result]:
        told = Told()
        config = of_one(self.config, {"target": test.name})
        if "dpor" not in config.get("search.class").lower():  # it does not take them
            config.values.setdefault("vm.timeouts", "idle")
        args = [test.framework, test.cls, test.method, test.types, str(test.number)]
        job = Job(config, MAIN, args, {TELL: told}, listeners=self.listeners())
        job.given_target = test.name
        if found := self.listeners():
            job.listen(*found)
        self.vm = job.vm
        report = job.explore(self.on_output, self.on_progress, replay=config.get("jpf.replay"))
        report["args"] = []
        for error in report["errors"]:
            fold(error)
        notes = [*warned(report), *report.get("notes", ())]
        notes += [f"note: supposed: {a}" for a in report.get("assumptions", ())]
        result = Result(test, *judged(report, told), report, told.text("test"), notes)
        result.interrupted = self.stopped = report["interrupted"]
        if aborted := told.text("aborted"):
            if result.outcome == "passed":
                result.notes.append(f"note: some paths ended at an assumption: {aborted}")
        return told, result


def judged(report: RawReport, told: Told) -> tuple[Outcome, str]:
    if "broken" in told:
        return "error", told.text("broken")
    if report["errors"]:
        return "failed", report["errors"][0]["message"]
    if report["result"] == "error":
        return "error", report.get("message", "")
    if not report["complete"]:
        s = report["statistics"]
        why = "; ".join(s["constraints"]) if s else ""
        return "incomplete", why or report.get("message", "") or report["result"]
    if "passed" in told or "several" in told:
        return "passed", ""
    if "skipped" in told:
        return "skipped", told.text("skipped")
    if "aborted" in told:
        return "skipped", told.text("aborted")
    return "passed", ""


def warned(report: RawReport) -> list[str]:
    return [f"warning: {w}" for w in report["statistics"].get("warnings", ())] if report["statistics"] else []
