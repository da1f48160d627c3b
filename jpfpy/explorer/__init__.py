"""jpfpy.Explorer: a program's states, gone through by hand."""

from __future__ import annotations

import os
import sys
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ..arguments import TARGET, NoSuchIndex, WrongValue, joined, mapping, path, several, text, texts, whole
from ..errors import ConfigError, EngineError
from ..graph.states import Edge, StateGraph
from ..made import Given, shown_target
from ..report.report import ErrorInfo, Report
from ..views.expression import Expression, compiled
from . import look
from .position import Access, Move, Option, Position, Standing, shown
from .session import Session, Stepper, Watcher
from .until import Until

if TYPE_CHECKING:
    from ..api import Value
    from ..arguments import Paths
    from ..views import Search as SearchView

__all__ = ["Access", "Explorer", "Move", "Option", "Position", "Standing", "shown"]

# Each access to what threads share is a step here, and nothing is left out: by hand, one wants to see it.
FINE = {
    "search.multiple_errors": "true",
    "vm.por.write_once": "false",
    "vm.por.initializers": "false",
    "vm.por.one_thread": "false",
    "vm.por.sync_detection": "false",
    "vm.por.persistent": "false",
    "vm.por.sleep_sets": "false",
    "vm.por.symmetry": "false",
}
# Of a report's configuration, what is of its search and its report alone; what listens, and may have had a hand in the
# path.
OF_SEARCH = ("search.", "report.", "jpf.", "target", "config")
LISTENS = ("listener", "listeners", "jpf.listener", "listener.autoload", "search.properties", "search.always")


LEARN = 2000  # states
STILL = 50  # transitions


class Want(NamedTuple):
    """A transition to be taken again, by whatever steps the search takes now."""

    thread: int
    executed: int  # bytecodes that the thread has executed on the path when it is done
    ended: bool  # the thread lives no more then
    picks: tuple[int | None, ...]


class Follower(Watcher):
    """Hears the path of an error, as it is executed again."""

    def __init__(self) -> None:
        self.wants: list[Want] = []
        self.counts: dict[int, int] = {}
        self.last: dict[int, int] = {}

    def search_started(self, search: SearchView) -> None:
        self.wants.clear()
        self.counts.clear()
        self.last = {t.id: t.instructions for t in search.vm.threads}

    search_restarted = search_started

    def state_advanced(self, search: SearchView) -> None:
        vm = search.vm
        tid = vm.transition.thread_index if vm.transition is not None else -1
        now = {t.id: t.instructions for t in vm.threads}
        self.counts[tid] = self.counts.get(tid, 0) + now.get(tid, 0) - self.last.get(tid, 0)
        self.last = now
        ended = all(t.id != tid for t in vm.live_threads)
        self.wants.append(Want(tid, self.counts[tid], ended, look.picks(vm)))


class Eye(Watcher):
    """Sees each state while the engine is in it: a path's last state cannot be gone to afterwards."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = weakref.ref(explorer)
        self.seen: dict[str, Any] = {}
        self.touch: look.Touch | None = None
        self.failure: Exception | None = None
        self.baseline = 0  # bytecodes that main's thread had executed before the program

    def search_started(self, search: SearchView) -> None:
        self.baseline = search.vm.thread(0).instructions

    search_restarted = search_started

    def state_advanced(self, search: SearchView) -> None:
        explorer, vm = self.explorer(), search.vm
        if explorer is None:
            return
        transition = vm.transition
        tid = transition.thread_index if transition is not None else -1
        cg = transition.choice_generator if transition is not None else None
        steps = (
            tuple(look.source_of(vm, s.class_name, s.method, s.file, s.line) for s in transition.steps)
            if (transition is not None)
            else ()
        )
        try:
            values = look.values(vm, explorer._watched)
        except ConfigError as e:
            values, self.failure = {}, e
        names = [t.name for t in vm.threads]
        self.seen = {
            "thread": names[tid] if 0 <= tid < len(names) else "",
            "tid": tid,
            "instructions": vm.thread(tid).instructions if 0 <= tid < len(names) else 0,
            "choice": "" if cg is None or cg.kind == "thread" else str(cg.value),
            "reason": str(cg.id) if cg is not None else "",
            "steps": steps,
            "access": self.touch.done(vm) if self.touch is not None else None,
            "picks": look.picks(vm),
            "threads": look.threads(vm),
            "values": values,
            "output": vm.raw._output(),
            "new": bool(search.is_new_state),
            "kind": "error"
            if search.is_error_state
            else "end"
            if search.is_end_state
            else ("ignored" if search.is_ignored_state else "new"),
        }


def want_of(m: Move) -> Want:
    ended = all(t.id != m.thread_id for t in m.position.threads)
    return Want(m.thread_id, m.counts.get(m.thread_id, 0), ended, m.picks)


class Explorer:
    """Go through a program's states by hand: jpfpy.Explorer("Account.java").

    `target`, `args`, `classpath`, `sourcepath`, `config`, `jdk`, `listeners` and `properties` are those of
    jpfpy.verify; `watch` are expressions (docs/graphs.md). It begins where the first choice is. Each access to what
    threads share is a step, unless the configuration says otherwise. One explorer holds one VM until close(), or until
    nobody refers to it any more.

    Raises ConfigError as jpfpy.verify does. In a notebook it is a widget (extra jpfpy[notebook]), or a page without."""

    def __init__(
        self,
        target: str | os.PathLike[str],
        *args: str,
        classpath: Paths | None = None,
        sourcepath: Paths | None = None,
        config: Mapping[str, Value] | None = None,
        jdk: str | os.PathLike[str] | None = None,
        watch: Iterable[str] = (),
        listeners: Iterable[object] = (),
        properties: Iterable[object] = (),
        _given: Given | None = None,
    ) -> None:
        from ..api import JPF
        from ..engine import Job

        name = path(target, "target", TARGET)
        mapping(config, "config")
        values: dict[str, Any] = {**FINE, **dict(config or {})}
        for key, value in (("classpath", classpath), ("sourcepath", sourcepath)):
            if value is not None:
                values[key] = joined(value, key)
        if jdk is not None:
            values["vm.jdk"] = path(jdk, "jdk")
        self._watched: list[Expression] = [compiled(w) for w in texts(watch, "watch", '"Account.balance"')]
        self._first: Move | None = None  # of which the others are: the transition that starts main
        self._at: Move | None = None
        self._came: dict[int, Move] = {}  # by state: the path that first led there
        self._edges: dict[tuple[int, int, str, str], Edge] = {}
        self._tried: dict[int, set[str]] = {}  # by state: labels of the choices that were made
        self._errors: list[ErrorInfo] = []
        self._wants: list[Want] | None = None  # while a path is taken again
        self._ids: dict[int, list[int]] = {}  # by state: the thread of each choice
        self._heard: list[Callable[[], object]] = []
        self._widget: Any = None
        self.notes: list[str] = []
        self._eye = Eye(self)
        stepper = Stepper.__new__(Stepper)
        jpf = JPF({**values, "search.class": stepper}, app=name if name.endswith(".jpf") else None)
        if name.endswith(".jpf"):
            target_name = jpf.config.get("target")
            if not target_name:
                raise ConfigError(f"{name}: no target in it")
            args = args or tuple(jpf.config.get_list("target.args"))
        else:
            target_name = name
        jpf.add_listener(*several(listeners, "listeners"))
        jpf.add_search_property(*several(properties, "properties"))
        if _given is not None:
            jpf.peers, jpf.overrides = _given.peers, _given.overrides
            jpf.add_listener(*_given.listeners)
        jpf.add_listener(self._eye)
        self.target, self.args = target_name, tuple(text(a) for a in args)
        weak = weakref.ref(self)

        def came_back(search: Stepper) -> None:
            explorer = weak()
            if explorer is not None:
                explorer._again(search)

        job = Job(jpf.config, target_name, list(self.args), jpf.peers, jpf.overrides, jpf.listeners)
        self._session = Session(jpf, lambda: job, came_back)
        stepper.__init__(self._session)  # type: ignore[misc]
        self._session.start()
        self._finalizer = weakref.finalize(self, self._session.close)
        self._do(lambda search: None)

    @classmethod
    def from_error(cls, error: ErrorInfo, **given: Any) -> Self:
        """An explorer that stands at an error of a report, with the path that leads there.

        Its steps are finer than those of the trace: each access to what threads share is one. Keyword arguments are
        those of Explorer (`watch`, `config` ...). Where listeners, properties, peers or choices in Python had a hand in
        the path, those of the report's search are asked again: objects themselves, classes as new objects. A report
        that was pickled has lost them; then they are given here. Raises ConfigError where the path cannot be taken
        again, as when the program has changed."""
        if not isinstance(error, ErrorInfo):
            raise ConfigError(f"Explorer.from_error: an error of a report expected (report.errors[0]), not {error!r}")
        report = error.report
        if report is None:
            raise ConfigError("Explorer.from_error: the error belongs to no report (report.errors[0] is expected)")
        if error.kind == "livelock":
            raise ConfigError(
                "Explorer.from_error: a livelock is a path that never ends, and no state of it is the error; "
                f"jpfpy.Explorer({report.target!r}) goes through the program itself"
            )
        same = {k: v for k, v in report.config.items() if not k.startswith(("report.", "target", "jpf."))}
        heard = {k: v for k, v in same.items() if k in LISTENS}
        whole = report.given or Given()
        own = Given((*given.pop("listeners", ()), *given.pop("properties", ())), whole.peers, whole.overrides)
        config = dict(given.pop("config", None) or {})
        # Most listeners only watch: without them first, for they may write files.
        ways = [({}, own)] if own.listeners else [({}, Given()), (heard, whole)] if heard or whole else [({}, Given())]
        why = ""
        for listening, code in ways:
            try:
                kept = {k: v for k, v in same.items() if k not in LISTENS} | listening | config
                return cls._at_error(error, report, kept, code, given)
            except ConfigError as e:
                why = str(e)
        raise ConfigError(f"Explorer.from_error: {why}")

    @classmethod
    def _at_error(
        cls, error: ErrorInfo, report: Report, config: dict[str, Any], code: Given, given: dict[str, Any]
    ) -> Self:
        """With this code of the user's, and no other. ConfigError where the path does not lead to that error."""
        from ..api import JPF
        from ..engine import Job

        follower = Follower()
        jpf = JPF({**config, "jpf.replay": error.replay})
        jpf.peers, jpf.overrides = code.peers, code.overrides
        jpf.add_listener(*code.listeners, follower)
        job = Job(jpf.config, report.target, list(report.args), jpf.peers, jpf.overrides, jpf.listeners)
        replayed = jpf._explore(job)
        if not replayed.errors:
            raise ConfigError(f"the error does not come again: {replayed.raw.get('message', '')}")
        what = replayed.errors[0]
        if (what.property, what.kind, what.exception) != (error.property, error.kind, error.exception):
            raise ConfigError(f"another error comes on its path: {what.message}")
        mine = {k: v for k, v in config.items() if not k.startswith(OF_SEARCH) or k in LISTENS}
        explorer = cls(report.target, *report.args, config=mine, _given=code, **given)
        why: object = None
        for again in (False, True):  # what the report's search had found out, this one may have to meet first
            try:
                if again:
                    explorer._do(explorer._learn)
                explorer._do(lambda search: explorer._follow(search, follower.wants, STILL))
                if explorer.error is not None:
                    return explorer
                why = "it ends in no error when it is taken in finer steps"
            except ConfigError as e:
                why = e
        explorer.close()
        raise ConfigError(str(why))

    # --- where it stands ---

    @property
    def position(self) -> Position:
        assert self._at is not None
        return self._at.position

    @property
    def state_id(self) -> int:
        return self.position.id

    @property
    def depth(self) -> int:
        """Transitions of the path."""
        return self.position.depth

    @property
    def threads(self) -> tuple[Standing, ...]:
        return self.position.threads

    @property
    def choices(self) -> tuple[Option, ...]:
        return self.position.choices

    @property
    def values(self) -> Mapping[str, Any]:
        """Of the watched expressions."""
        return self.position.values

    @property
    def output(self) -> str:
        """What the program has printed on the path."""
        return self.position.output

    @property
    def error(self) -> ErrorInfo | None:
        return self.position.error

    @property
    def path(self) -> list[Move]:
        """The transitions that led here; the first one starts main."""
        assert self._at is not None
        return list(self._at)

    @property
    def graph(self) -> StateGraph:
        """The states that were seen so far; those with choices that nobody has made are `open`."""
        states = []
        for number, move in sorted(self._came.items()):
            p = move.position
            kind = "open" if p.kind == "new" and len(self._tried.get(number, ())) < len(p.choices) else p.kind
            states.append(p._in_graph(kind))
        whole = not any(s.kind == "open" for s in states)
        texts = [e.text for e in self._watched]
        return StateGraph(self._report(whole), states, list(self._edges.values()), texts, [], shown_target(self.target))

    def _report(self, whole: bool) -> Report:
        from ..report.report import statistics_of

        names = {k: 0 for k in ("elapsed_s", "startup_s", "states_visited", "states_backtracked", "states_restored")}
        more = {k: 0 for k in ("instructions", "state_bytes", "peak_rss_bytes", "loaded_classes", "loaded_methods")}
        ends = sum(m.position.kind == "end" for m in self._came.values())
        counts: Any = {
            **names,
            **more,
            "states_new": len(self._came),
            "transitions": len(self._edges),
            "end_states": ends,
            "max_depth": max((m.position.depth for m in self._came.values()), default=0),
            "choice_generators": {},
            "constraints": [] if whole else ["gone through by hand"],
        }
        result = "violation" if self._errors else "no_errors" if whole else "incomplete"
        raw: Any = {}
        return Report(
            self.target, self.args, "", result, whole, False, tuple(self._errors), statistics_of(counts), self.output,
            {}, 0, [], raw,
        )  # fmt: skip

    # --- moves ---

    def step(self, choice: int | str = 0) -> Position:
        """Make a choice, by its index in `choices` or by its text ("teller"). IndexError: there is no such choice."""
        here = self.position
        if isinstance(choice, str):
            found = [c for c in here.choices if choice in (c.text, c.thread)]
            if not found:
                raise NoSuchIndex(
                    f"step({choice!r}): the choices here are {', '.join(c.text for c in here.choices) or 'none'}"
                )
            place = found[0].number
        else:
            place = whole(choice, "step: choice")
            if not 0 <= place < len(here.choices):
                raise NoSuchIndex(f"step({place}): there are {len(here.choices)} choices here")
        option = here.choices[place]

        def go(search: Stepper) -> None:
            now = next((c.number for c in self.choices if c == option), place)
            self._forward(search, now)

        self._do(go)
        return self.position

    def back(self) -> Position:
        """To the state before; where the path begins nothing changes."""

        def go(search: Stepper) -> None:
            assert self._at is not None
            if self._at.before is not None and search.backtrack():
                self._at = self._at.before

        self._do(go)
        return self.position

    def goto(self, state_id: int) -> Position:
        """To a state that was seen before, by the path that first led there. IndexError: there is none of that id."""

        def go(search: Stepper) -> None:
            if whole(state_id, "goto: state_id") not in self._came:
                known = f"0 to {max(self._came)}" if self._came else "none"
                raise NoSuchIndex(f"goto({state_id!r}): no such state was seen (there are {known})")
            self._stand_at(search, self._came[state_id])

        self._do(go)
        return self.position

    def at(self, n: int) -> Position:
        """To the state behind the n-th transition of the path (0: the one that starts main)."""
        moves = self.path
        try:
            move = moves[whole(n, "at: n")]
        except IndexError:
            raise NoSuchIndex(f"at({n}): the path has {len(moves)} transitions") from None
        self._stand(move)
        return self.position

    def _stand(self, move: Move) -> None:
        self._do(lambda search: self._stand_at(search, move))

    def run(self, until: str | Callable[[Position], bool] | None = None, limit: int = 10_000) -> Position:
        """Go on until something comes about.

        until: a source line ("Account.java:20") that a transition comes to, "error", "end", an expression
        ("main.account.balance == 10") that is true, or a function of a Position. The shortest way from here is
        searched for, breadth first over at most `limit` states, and taken. Without `until`: the first choice each
        time, to the end of the path. ValueError: it comes about in none of these states, or can in none."""
        whole(limit, "run: limit", 1)
        if until is None:
            self._do(lambda search: self._to_the_end(search, limit))
            return self.position
        wanted = Until(until)
        expression = wanted.expression
        start = self._at
        extra = expression is not None and all(e.text != expression.text for e in self._watched)
        if extra and expression is not None:
            self._watched.append(expression)
        try:
            self._do(lambda search: self._find(search, wanted, limit))
        except BaseException:
            if extra and expression is not None:
                self._watched.remove(expression)
            self._return_to(start)
            raise
        if extra and expression is not None:
            self._watched.remove(expression)
            self._do(self._see_again)
        return self.position

    def _return_to(self, move: Move | None) -> None:
        """After what has failed midway."""
        if move is not None and self._session.over is None and self._at is not move:
            self._stand(move)

    def watch(self, *expressions: str) -> Position:
        """Watch these expressions too; the states of the path get their values. ConfigError where one is none."""
        new = [compiled(e) for e in texts(expressions, "watch", '"Account.balance"')]
        before, start = list(self._watched), self._at
        self._watched += [e for e in new if all(e.text != w.text for w in before)]
        try:
            self._do(self._see_again)
        except BaseException:
            self._watched[:] = before
            self._return_to(start)
            raise
        return self.position

    def unwatch(self, *expressions: str) -> Position:
        """Watch these no more; none given: nothing any more. ConfigError where one is not watched."""
        known = [e.text for e in self._watched]
        for one in expressions:
            if one not in known:
                raise ConfigError(f"unwatch({one!r}): not watched (watched: {', '.join(known) or 'nothing'})")
        self._watched[:] = [e for e in self._watched if expressions and e.text not in expressions]
        self._do(self._see_again)
        return self.position

    def close(self) -> None:
        """Give the VM back. What was seen can still be looked at."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- in the search's thread ---

    def _do(self, what: Callable[[Stepper], None]) -> None:
        def run(search: Stepper) -> None:
            if self._at is None:
                self._begin(search)
            what(search)

        try:
            self._session.do(run)
        finally:
            if self._at is not None:
                for hear in self._heard:
                    hear()

    def _begin(self, search: Stepper) -> None:
        """The engine has made the first transition: that is where the explorer begins."""
        self._came.clear()
        self._edges.clear()
        self._tried.clear()
        self._errors.clear()
        self._first = self._at = None
        self._arrived(search, None)
        self._first = self._at

    def _again(self, search: Stepper) -> None:
        """The engine has begun again: the same path, in steps that may be others now."""
        if self._wants is None and self._at is not None:
            self._wants = [want_of(m) for m in self._at]
            if len(self._came) > 1:
                self.notes.append("the engine began again with other scheduling points: numbers of states are new")
        wants = self._wants
        self._at = None
        if wants is not None:
            self._begin(search)
            self._follow(search, wants)
        self._wants = None

    def _follow(self, search: Stepper, wants: list[Want], still: int = 0) -> None:
        """The path that begins with the explorer's own first transition, in steps that may be smaller. `still`: how
        many more are taken at its end, to the error; they belong to its last transitions and execute nothing."""
        assert self._first is not None
        self._stand_at(search, self._first)
        for number, want in enumerate(wants):
            before = max((w.executed for w in wants[:number] if w.thread == want.thread), default=0)
            moved = number == 0 or want.executed > before  # one without bytecodes is made all the same
            while not (moved and self._is_there(want)):
                place = self._place_of(search, want)
                if place is None:
                    raise ConfigError(f"the path cannot be taken again: transition {number} of it is not possible here")
                self._forward(search, place)
                moved = True
        for _ in range(still):
            if not self.choices:
                break
            self._forward(search, 0)

    def _learn(self, search: Stepper) -> None:
        """See what the program does, by any path; then stand at the beginning."""
        assert self._first is not None
        self._stand_at(search, self._first)
        try:
            self._find(search, Until(lambda p: False), LEARN)
        except ConfigError:
            pass

    def _is_there(self, want: Want) -> bool:
        assert self._at is not None
        if self._at.counts.get(want.thread, 0) < want.executed:
            return False
        return not want.ended or all(t.id != want.thread for t in self.threads)

    def _place_of(self, search: Stepper, want: Want) -> int | None:
        """The choice here that goes the way wanted."""
        cascade = search.vm.registry.cascade(self.depth)
        chosen = list(want.picks)
        if any(cg.kind != "thread" for cg in cascade) and len(chosen) == len(cascade):
            place, width = 0, 1
            for cg, pick in zip(reversed(cascade), reversed(chosen), strict=True):
                place += (pick or 0) * width
                width *= max(len(cg), 1)
            return place if place < len(self.choices) else None
        ids = self._ids.get(self.state_id, [])
        return ids.index(want.thread) if want.thread in ids else None

    def _forward(self, search: Stepper, place: int) -> None:
        """A transition; where the search is over, nothing."""
        assert self._at is not None
        before = self._at
        vm = search.vm
        ids = self._ids.get(self.state_id, [])
        tid = ids[place] if place < len(ids) else -1
        self._eye.touch = look.Touch(vm, tid)
        was = {t.id: t.instructions for t in vm.threads}
        self._eye.seen = {}
        if not search.forward(place):
            raise EngineError(f"the engine does not go on: {self._why(search)}")
        self._arrived(search, before, was)

    def _why(self, search: Stepper) -> str:
        return search.vm.search.constraint or "the search is over"

    def _arrived(self, search: Stepper, before: Move | None, was: Mapping[int, int] | None = None) -> None:
        seen = self._eye.seen
        failure, self._eye.failure = self._eye.failure, None
        stand = search.state_id
        tid = seen["tid"]
        counts = dict(before.counts) if before is not None else {}
        delta = seen["instructions"] - (was.get(tid, 0) if was is not None else self._eye.baseline)
        counts[tid] = counts.get(tid, 0) + delta
        error = search.current_error
        if before is None and seen["kind"] == "error":  # the search has come back to it, which is no transition
            error = search.vm.search.last_error
        choices: tuple[Option, ...] = ()
        kind = "error" if error is not None else seen["kind"]
        texts = search.choices()
        depth = search.depth if before is None else before.position.depth + 1
        if texts:
            choices, self._ids[stand] = look.options(search.vm, texts, depth, seen["threads"])
        known = self._came.get(stand)
        if known is not None and error is None:  # an error is told of where it is met first
            kind, error = known.position.kind, known.position.error
        printed = seen["output"]
        start = len(before.position.output) if before is not None else 0
        standing = seen["threads"]
        if error is not None:  # the search could go on with what is left; a path ends here
            choices = ()
            standing = look.standing(search.vm, error.snapshot)
        position = Position(stand, depth, kind, standing, choices, seen["values"], printed, error)
        move = Move(
            seen["thread"], tid, seen["choice"], seen["reason"], seen["steps"], printed[start:], seen["access"],
            position, before, seen["picks"], counts,
        )  # fmt: skip
        self._at = move
        if known is None:
            self._came[stand] = move
        if error is not None and all(e.id != error.id for e in self._errors):
            self._errors.append(error)
        source = before.position.id if before is not None else -1
        key = source, stand, move.thread, move.choice
        if key in self._edges:
            self._edges[key].times += 1
        else:
            self._edges[key] = edge = Edge(source, stand, move.thread, move.reason, move.choice, move.lines)
            self._tried.setdefault(source, set()).add(edge.label)
        if failure is not None:
            raise failure

    def _stand_at(self, search: Stepper, move: Move) -> None:
        """At the end of that path: from a state of it that the engine can go to, the rest by its choices."""
        start = move
        rest: list[Move] = []  # of a long path the end alone is looked at
        while start.before is not None and not (self._came.get(start.position.id) is start and start.position.choices):
            rest.append(start)
            start = start.before
        if not search.restore(start.position.id):
            if start.before is None and self._at is start:
                return
            raise EngineError(f"the engine does not go to state {start.position.id}: {self._why(search)}")
        self._at = start
        for m in reversed(rest):
            place = self._place_of(search, want_of(m))
            if place is None:
                raise EngineError(f"the path does not go on as it did, at state {self.state_id}")
            self._forward(search, place)
            old = self._at
            assert old is not None
            if old.position.id == m.position.id:  # the same again: what refers to it stays good
                m.position = old.position
                self._at = m

    def _see_again(self, search: Stepper) -> None:
        """The states of the path, for the values that are watched now."""
        assert self._at is not None
        chain = list(self._at)
        search.restore(chain[0].position.id)
        self._values_here(search, chain[0])
        self._at = chain[0]
        for m in chain[1:]:
            place = self._place_of(search, want_of(m))
            if place is None:
                raise EngineError(f"the path does not go on as it did, at state {self.state_id}")
            self._forward(search, place)
            new = self._at
            m.position.values = new.position.values if new is not None else {}
            self._at = m

    def _values_here(self, search: Stepper, move: Move) -> None:
        move.position.values = look.values(search.vm, self._watched)

    def _to_the_end(self, search: Stepper, limit: int) -> None:
        for _ in range(limit):
            if not self.choices or self._session.stop.is_set():
                break
            ids = self._ids.get(self.state_id, [])
            last = self._at.thread_id if self._at is not None else -1
            self._forward(search, ids.index(last) if last in ids else 0)

    def _find(self, search: Stepper, until: Until, limit: int) -> None:
        """Breadth first from here; then stand at the end of the path that was found."""
        start = self._at
        assert start is not None
        queue, seen = deque([start]), {start.position.id}
        while queue:
            here = queue.popleft()
            for option in here.position.choices:
                if self._session.stop.is_set():
                    queue.clear()
                    break
                if self._at is not here:
                    self._stand_at(search, here)
                self._forward(search, option.number)
                move = self._at
                assert move is not None
                until.look(search.vm)
                if until.reached(move):
                    return
                if move.position.id not in seen and len(seen) < limit:
                    seen.add(move.position.id)
                    if move.position.choices:
                        queue.append(move)
                if search.backtrack():
                    self._at = move.before
        self._stand_at(search, start)
        if self._session.stop.is_set():
            return
        more = f"; run(..., limit={10 * limit}) looks further" if len(seen) >= limit else ""
        more = until.advice(search.vm, start) + more
        raise WrongValue(
            f"run(until={until.text!r}): it comes about in none of the {len(seen):,} states that follow{more}"
        )

    # --- shown ---

    def __repr__(self) -> str:
        p = self.position
        kind = "" if p.kind == "new" else f" ({p.kind})"
        return f"<Explorer {shown_target(self.target)}: state {p.id}{kind}, depth {p.depth}, {len(p.choices)} choices>"

    def __str__(self) -> str:
        return str(self.position)

    def to_html(self) -> str:
        """Threads, choices, path and graph as a piece of a page, without a script."""
        from .page import page

        return page(self)

    def _repr_html_(self) -> str:
        return self.to_html()

    @property
    def widget(self) -> Any:
        """The widget (an ipywidgets.DOMWidget). ConfigError: the extra jpfpy[notebook] is not installed."""
        if self._widget is None:
            try:
                from .widget import ExplorerWidget
            except ImportError as e:
                raise ConfigError(f"this needs anywidget: pip install 'jpfpy[notebook]' ({e})") from None
            self._widget = ExplorerWidget(self)
        return self._widget

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self.to_html()}
        try:
            shown = self.widget._repr_mimebundle_()
        except ConfigError:
            return bundle
        data = shown[0] if isinstance(shown, tuple) else shown
        if data:
            publish_page(f"<div data-jpf='{self.widget.mark}'>{bundle['text/html']}</div>")
        return {**bundle, **{k: v for k, v in (data or {}).items() if k not in bundle}}


def publish_page(html: str) -> None:
    """In a kernel, as an output of its own before the widget's: what a notebook shows where widgets do not run, as in
    a page without internet. Of several forms of one output such a page takes the widget's and shows nothing."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None and getattr(shell, "kernel", None) is not None:
        shell.display_pub.publish(data={"text/plain": "", "text/html": html})
