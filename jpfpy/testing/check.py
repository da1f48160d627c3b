"""What the fixture `jpf` gives: a program, and questions to it. Each question makes the search that it needs, once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..api import verify
from ..arguments import TARGET, Paths, joined, mapping, path, several, texts
from ..config import keys
from ..config.values import words
from ..errors import ConfigError, IncompleteError, VerificationError
from ..listener import PropertyListener
from ..report.explain import headline, unfinished
from ..report.report import ErrorInfo, Report
from ..target.advice import nearest, nearest_exception
from .settings import Values, located, values_of

KINDS = ("deadlock", "race", "livelock", "uncaught_exception", "property")
RACES = "gov.nasa.jpf.listener.PreciseRaceDetector"
PROPERTIES = tuple(name.rpartition(".")[2] for name in (*keys.PROPERTIES, RACES))
LISTENERS = ("listener", "listeners", "jpf.listener", "listener.autoload")


def ended(text: str) -> str:
    """Without the end of its last line, which no comparison counts."""
    return text.removesuffix("\n")


class PathOutput(PropertyListener):
    """What the paths print; one that prints something else than is expected is an error, with its path."""

    reads_output = True

    def __init__(self, expected: frozenset[str] | None) -> None:
        self.expected = expected
        self.seen: set[str] = set()
        self.error_message = ""

    def search_restarted(self, search: Any) -> None:
        self.seen.clear()

    def check(self, search: Any, vm: Any) -> bool:
        if not search.is_end_state:
            return True
        text = vm.path_output
        self.seen.add(text)
        if self.expected is None or ended(text) in self.expected:
            return True
        self.error_message = f"prints {text!r}, which is not expected"
        return False

    def wrong(self, error: ErrorInfo) -> bool:
        """It was found here."""
        return bool(self.error_message) and error.message == self.error_message

    def lists(self, report: Report) -> str:
        """What paths print, and which of them end in an error."""
        failing = {e.output for e in report.errors}
        said = [(self.seen - failing, "no error"), (failing, "an error")]
        texts = [f"paths with {how} print: {', '.join(map(repr, sorted(of)))}" for of, how in said if of]
        return "; ".join(texts) + ("" if report.complete else f" ({unfinished(report)})")


class NoSuchQuestion(ConfigError, AttributeError):
    """A program was asked what it has no answer to."""


class Check:
    """A program to be asked: .ok(), .deadlocks(), .raises(...), .races(), .race_free(), .prints(...).

    A question raises VerificationError (an AssertionError) where the answer is no, and IncompleteError (one of these)
    where the search was not whole and so there is no answer: the test is `incomplete` then. ConfigError tells that
    nothing could be run."""

    def __init__(
        self,
        target: str | os.PathLike[str],
        args: tuple[object, ...],
        keywords: Mapping[str, Any],
        defaults: Values,
        places: Iterable[str | os.PathLike[str]],
        heard: Callable[[Check, Report], object],
    ) -> None:
        places = list(places)
        given = dict(keywords)
        mapping(given.get("config"), "config")
        taken = {k: given.pop(k) for k in ("jdk", "listeners", "properties") if k in given}
        paths = {k: given.pop(k) for k in ("classpath", "sourcepath") if given.get(k) is not None}
        self.replay: str | None = given.pop("replay", None) or defaults.get("jpf.replay")
        self.allow_incomplete = bool(given.pop("allow_incomplete", defaults.get("allow_incomplete", False)))
        values = {k: v for k, v in defaults.items() if k not in ("jpf.replay", "allow_incomplete")}
        values.update(values_of(given, given.pop("config", None)))
        for key in ("classpath", "sourcepath"):
            entries = paths.get(key, values.pop(key, None))
            if entries is not None:
                values[key] = ":".join(located(e, places) for e in entries_of(entries, key))
        self.config, self.more = values, taken
        name = path(target, "target", TARGET)
        self.target = located(name, places) if name.endswith((".java", ".jar", ".jpf")) else name
        self.args = tuple(map(str, args))
        self.heard = heard
        self.asked = False
        self.reports: dict[str, Report] = {}
        self.last: Report | None = None
        self.by_hand: set[int] = set()  # ids of reports whose errors the jpf command alone does not find

    # --- searches

    def _search(self, kind: str, config: Mapping[str, Any] | None = None, watcher: object = None) -> Report:
        """The report of this kind of search, made once."""
        __tracebackhide__ = True
        self.asked = True
        report = self.reports.get(kind)
        if report is None:
            more = dict(self.more)
            if watcher is not None:
                more["properties"] = [*several(more.get("properties", ()), "properties"), watcher]
            values = {**self.config, **(config or {})}
            try:
                report = verify(self.target, *self.args, config=values, replay=self.replay, **more)
            except ConfigError as e:
                raise ConfigError(str(e)) from None  # not from deep inside
            if report.interrupted:
                raise KeyboardInterrupt
            self.reports[kind] = report
            if watcher is not None or more.get("listeners") or more.get("properties"):
                self.by_hand.add(id(report))
            self.heard(self, report)
        self.last = report
        return report

    @property
    def report(self) -> Report:
        """Of the last question's search; where nothing was asked yet, of a plain one."""
        __tracebackhide__ = True
        self.asked = True
        return self.last if self.last is not None else self._search("plain")

    @property
    def states(self) -> int:
        """New states of that search."""
        __tracebackhide__ = True
        return self.report.statistics.states_new

    # --- questions

    def ok(self) -> Report:
        """Everything was explored, and there is no error."""
        __tracebackhide__ = True
        return self._whole(self._search("plain"))

    def deadlocks(self) -> ErrorInfo:
        """Some schedule ends in a deadlock; that one is returned."""
        __tracebackhide__ = True
        return self._some("a deadlock", lambda e: e.kind == "deadlock")

    def raises(self, exception: str, match: str | None = None) -> ErrorInfo:
        """On some path an exception of this class leaves a thread, and its message has `match` (re.search) in it.

        `exception` is the name with its package, or the simple name."""
        __tracebackhide__ = True
        if not isinstance(exception, str):
            raise ConfigError(
                f'raises: exception={exception!r}: the name of a Java class expected ("java.lang.AssertionError")'
            )
        found = pattern(match, "raises")

        def fits(e: ErrorInfo) -> bool:
            simple = (e.exception or "").rpartition(".")[2]
            named = exception in (e.exception, simple, simple.rpartition("$")[2])
            return named and (found is None or found.search(e.message) is not None)

        what = exception + (f" that matches {match!r}" if match is not None else "")
        return self._some(what, fits, advice=lambda report: like_exception(exception, report))

    def violates(self, name: str, match: str | None = None) -> ErrorInfo:
        """On some path this property (its name in the report) or kind of error is violated."""
        __tracebackhide__ = True
        path(name, "violates: name", "the name of a property or a kind of error")
        found = pattern(match, "violates")

        def fits(e: ErrorInfo) -> bool:
            named = name in (e.kind, e.property, e.property.rpartition(".")[2])
            return named and (found is None or found.search(e.message) is not None)

        config = self._with("search.properties", "LivelockProperty") if name == "livelock" else {}
        return self._some(name.replace("_", " "), fits, config, partial(self._like_property, name))

    def fails(self, match: str | None = None) -> ErrorInfo:
        """On some path there is an error, of whichever kind, and its message has `match` (re.search) in it."""
        __tracebackhide__ = True
        found = pattern(match, "fails")
        return self._some("an error", lambda e: found is None or found.search(e.message) is not None)

    def races(self) -> tuple[ErrorInfo, ...]:
        """Some two accesses are a data race; each pair of places in the program is returned once."""
        __tracebackhide__ = True
        config = {**self._with("listener", RACES), "search.multiple_errors": True}
        report = self._search("all races", config)
        found = tuple(e for e in report.errors if e.kind == "race")
        if not found:
            self._none("a data race", report)
        return found

    def race_free(self) -> Report:
        """Like ok, and no data race besides."""
        __tracebackhide__ = True
        return self._whole(self._search("races", self._with("listener", RACES)))

    def prints(self, *expected: str | Iterable[str]) -> frozenset[str]:
        """The outputs (standard output and error) of all paths, in all orders, are these and no others; all of them
        are returned. The end of the last line does not count. With nothing given, they are returned unjudged. A path
        that ends in an error has no output to be judged: the message has what these and the other paths print."""
        __tracebackhide__ = True
        wanted = frozenset(map(ended, chain.from_iterable(map(outputs, expected)))) if expected else None
        watcher = PathOutput(wanted)
        self.reports.pop("prints", None)
        report = self._search("prints", watcher=watcher)
        if report.errors and not watcher.wrong(report.errors[0]):
            everything = PathOutput(None)
            self.reports.pop("all prints", None)
            all_of_them = self._search("all prints", {"search.multiple_errors": True}, everything)
            raise VerificationError(f"{headline(report, report.errors[0])}; {everything.lists(all_of_them)}", report)
        self._whole(report)
        if wanted is not None and (missing := wanted - set(map(ended, watcher.seen))):
            never = ", ".join(map(repr, sorted(missing)))
            seen = ", ".join(map(repr, sorted(watcher.seen)))
            report = self.reports["prints"]
            raise VerificationError(f"{self.name}: no path prints {never}; what paths print: {seen}", report)
        return frozenset(watcher.seen)

    # --- answers

    @property
    def name(self) -> str:
        return os.path.basename(self.target)

    def _with(self, key: str, more: str) -> dict[str, Any]:
        """`more` beside what the key is set to."""
        before = words(str(self.config.get(key, keys.SUPPORTED[key].default)))
        return {key: ",".join(dict.fromkeys([*before, more]))}

    def _whole(self, report: Report) -> Report:
        __tracebackhide__ = True
        if report.errors:
            raise VerificationError(headline(report, report.errors[0]), report)
        if not report.ok:
            raise IncompleteError(unfinished(report), report)
        return report

    def _some(
        self,
        what: str,
        fits: Callable[[ErrorInfo], bool],
        config: Mapping[str, Any] | None = None,
        advice: Callable[[Report], str] = lambda report: "",
    ) -> ErrorInfo:
        """The first error that fits. The plain search ends at its first error: if it is another one, all are wanted.
        `advice`: what may have been meant where none fits."""
        __tracebackhide__ = True
        kind = ",".join(f"{k}={v}" for k, v in (config or {}).items()) or "plain"
        report = self._search(kind, config)
        hit = next((e for e in report.errors if fits(e)), None)
        if hit is None and report.errors and not report.complete:
            report = self._search(f"all {kind}", {**(config or {}), "search.multiple_errors": True})
            hit = next((e for e in report.errors if fits(e)), None)
        if hit is None:
            self._none(what, report, advice(report))
        assert hit is not None
        return hit

    def _like_property(self, name: str, report: Report) -> str:
        """Of a name that no error has. Raises ConfigError where no search can find it: listeners and properties of the
        user's may report errors of any name, the engine only of those that are known."""
        __tracebackhide__ = True
        config, mine = report.config, [*self.more.get("properties", ()), *self.more.get("listeners", ())]
        own = [p if isinstance(p, str) else getattr(p, "__name__", type(p).__name__) for p in mine]
        named = [str(getattr(p, "property_name", "")) for p in mine]
        found = [n for e in report.errors for n in (e.property, e.property.rpartition(".")[2])]
        always = ["always"] if config.get("search.always") else []
        known = [*KINDS, *PROPERTIES, *always]
        everything = [*known, *own, *filter(None, named), *found]
        short = name.rpartition(".")[2]
        like = None if short in everything else nearest(short, everything)
        if mine or any(config.get(key) for key in LISTENERS) or short in everything:
            return f" (nearest: {like})" if like else ""
        near = f"nearest: {like}; " if like else ""
        raise ConfigError(f"violates: {name}: no such property or kind of error ({near}there are {', '.join(known)})")

    def _none(self, what: str, report: Report, advice: str = "") -> None:
        __tracebackhide__ = True
        what += advice
        if not report.complete:
            raise IncompleteError(f"{unfinished(report)}; {what} was expected", report)
        if report.errors:
            raise VerificationError(f"{headline(report, report.errors[0])}; {what} was expected", report)
        raise VerificationError(f"{self.name}: {what} was expected; everything was explored, without an error", report)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            __tracebackhide__ = True
            if name.startswith("_"):
                raise AttributeError(name)
            questions = [n for n in dir(type(self)) if not n.startswith("_")]
            near = nearest(name, questions)
            way = f"nearest: {near}" if near else f"there are {', '.join(questions)}"
            raise NoSuchQuestion(f"{self!r} has no {name!r} ({way})")

    def __bool__(self) -> bool:
        raise ConfigError(f"{self!r} is neither true nor false: ask it .ok(), .deadlocks(), .raises(...) ...")

    def __repr__(self) -> str:
        return f"jpf({', '.join(map(repr, [self.name, *self.args]))})"


def entries_of(paths: Paths, key: str) -> list[str]:
    return [e for e in joined(paths, key).split(":") if e]


def pattern(match: str | None, question: str) -> re.Pattern[str] | None:
    """Of match=. Raises ConfigError where it is no regular expression."""
    __tracebackhide__ = True
    if match is None:
        return None
    try:
        return re.compile(match)
    except (re.error, TypeError) as e:
        raise ConfigError(f"{question}: match={match!r} is no regular expression: {e}") from None


def outputs(what: str | Iterable[str]) -> list[str]:
    """Of one argument of prints()."""
    __tracebackhide__ = True
    if isinstance(what, str):
        return [what]
    if not isinstance(what, Iterable):
        raise ConfigError(f"prints: {what!r}: a text that the program prints expected")
    return texts(what, "prints: expected", '"a\\n", "b\\n"')


def like_exception(name: str, report: Report) -> str:
    """Of a class that is nowhere to be found, or empty."""
    near = nearest_exception(name, report.config)
    return f" (nearest: {near})" if near else ""
