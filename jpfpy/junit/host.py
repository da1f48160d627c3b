"""Tests that ask for searches of their own (gov.nasa.jpf.util.test.TestJPF). Such a test runs once, as on a JVM, in a
VM without a search; what it asks for is explored in VMs of their own, and counters of Verify come back from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..config.keys import NO_UNCAUGHT, NOT_DEADLOCKED
from ..engine import Job, ListenerFailed
from ..errors import ConfigError, EngineError
from ..listener import Listener
from ..options import parse
from ..report.console import full_property
from .fold import fold
from .run import TELL, Result, Told, of_one

if TYPE_CHECKING:
    from ..peers import Env
    from ..raw import RawError, RawReport
    from .find import Test
    from .run import Runner

HOST = "jpfpy.junit.Host"
TEST = "gov.nasa.jpf.util.test.TestRun"
STRING = "Ljava/lang/String;"
SEARCH = f"{HOST}.search({STRING * 3}){STRING}"
JPFS_DEFAULT = f"{NOT_DEADLOCKED},{NO_UNCAUGHT}"  # for JPF an exit status is no error
FIELD, RECORD = "\1", "\2"


class Kept(Listener):
    """What the search leaves in Verify's counters, values and bits."""

    def __init__(self, job: Job) -> None:
        self.job, self.values = job, b""

    def search_finished(self, search: object) -> None:
        self.values = self.job.vm.verify_values()


class Searches:
    """The peer of Host.search."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.reports: list[RawReport] = []
        self.host: Any = None  # the VM that asks

    def __call__(self, env: Env, cls: str, method: str, options: str) -> str:
        try:
            report = self.search(cls, method, [o for o in options.split(FIELD) if o])
        except ConfigError as e:
            return f"config{FIELD}{e}"
        except EngineError as e:
            return f"error{FIELD}{e}"
        except ListenerFailed as e:
            return f"error{FIELD}a listener raised {e.cause!r}"
        if report["interrupted"]:
            self.runner.stopped = True
            self.host.interrupt()
        return RECORD.join([f"ok{FIELD}", *(record(e) for e in report["errors"])])

    def search(self, cls: str, method: str, options: list[str]) -> RawReport:
        config = of_one(self.runner.config, {})
        pairs, _, _ = parse([o for o in options if o.startswith("+")])
        for key, value in pairs:  # as in a property file: a key that is none of ours is a warning
            config.put(key, value, "test")
        config.values["target"] = f"{cls}#{method}"
        config.values.setdefault("search.properties", JPFS_DEFAULT)
        config.check()
        job = Job(config, TEST, [cls, method])
        job.given_target = f"{cls}#{method}"
        kept = Kept(job)
        job.listen(kept)
        report = job.explore(None, self.runner.on_progress)
        report["args"] = []
        for error in report["errors"]:
            fold(error)
        self.reports.append(report)
        self.host.set_verify_values(kept.values)
        return report


def record(e: RawError) -> str:
    """An error as Host.property reads it."""
    cls, details = e["exception"] or "", None
    if cls and e["message"].startswith(cls + ": "):
        details = e["message"][len(cls) + 2 :]
    causes = e.get("causes", [])
    cause, _, why = causes[0]["message"].partition(": ") if causes else ("", "", "")
    texts = [full_property(e["property"]), e["message"], cls, marked(details), marked(cause), marked(why)]
    return FIELD.join(t.replace(FIELD, " ").replace(RECORD, " ") for t in texts)


def marked(text: str | None) -> str:
    return "" if not text else "=" + text


def run_host(runner: Runner, test: Test) -> Result:
    """The test has failed if it says so; it is incomplete where a search that it took for an answer was, whatever it
    has said of that answer."""
    told, searches = Told(), Searches(runner)
    config = of_one(runner.config, {"target": test.name, "jpf.replay": ""})
    args = [test.framework, test.cls, test.method, test.types, str(test.number)]
    job = Job(config, HOST, args, {TELL: told, SEARCH: searches})
    searches.host = runner.vm = job.vm
    printed: list[bytes] = []
    ended = job.run(lambda fd, data: printed.append(data))
    text = b"".join(printed).decode("utf-8", "replace")
    result = Result(test, "passed", "", together(searches.reports, test, text), told.text("test"))
    result.interrupted = runner.stopped
    part = next((r for r in searches.reports if not r["complete"] and not r["errors"]), None)
    found = bool(searches.reports and searches.reports[-1]["errors"])
    if "failure" in told and (part is None or found):
        stack = told.text("failure")
        result.outcome, result.message = "failed", stack.split("\n")[0]
        result.notes = [f"note: {line.strip()}" for line in own_frames(stack)]
    elif "broken" in told:
        result.outcome, result.message = "error", told.text("broken")
    elif why := ended["not_modelled"]:
        result.outcome, result.message = "incomplete", why
    elif "passed" not in told and "failure" not in told:
        skipped = told.text("skipped") or told.text("aborted")
        result.outcome, result.message = "skipped", skipped
    elif part is not None:
        why = "; ".join(part["statistics"]["constraints"]) if part["statistics"] else part.get("message", "")
        result.outcome, result.message = "incomplete", why or part["result"]
    if result.outcome != "failed" and result.report is not None:
        result.report["errors"] = []  # they were to be found
    return result


def own_frames(stack: str) -> list[str]:
    """Of the text of a stack trace the lines of the test, the first ones."""
    ours = ("gov.nasa.jpf.", "org.junit.", "jpfpy.", "java.", "jdk.", "junit.")
    lines = [x.strip() for x in stack.split("\n") if x.strip().startswith("at ")]
    return [x for x in lines if not x.removeprefix("at ").startswith(ours)][:2]


def together(reports: list[RawReport], test: Test, printed: str) -> RawReport | None:
    """The searches of one test as one report; None where it asked for none."""
    if not reports:
        return None
    from .suite import add

    out: dict[str, Any] = {**reports[-1], "target": test.name, "output": printed}
    out["errors"] = [e for r in reports for e in r["errors"]]
    out["complete"] = all(r["complete"] or r["errors"] for r in reports)
    statistics: dict[str, Any] = {}
    for r in reports:
        add(statistics, r["statistics"] or {})
    out["statistics"] = statistics
    return cast("RawReport", out)
