"""B-threads in Python inside a Java b-program: what bp.Mixed asks (jpfpy/java/src/bp/Mixed.java)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..errors import JPFError
from ..usercode import failed, load_module
from .bthread import BThread, Local
from .errors import BPError, real
from .events import ALL, Event, none, set_text

if TYPE_CHECKING:
    from ..raw import RawReport
    from .program import BProgram, Fairness

PART, ITEM, INNER = "\1", "\2", "\3"


class JavaBThread:
    """A b-thread of a Java class (a subclass of bp.BThread), made with the given arguments: numbers, strings, booleans
    or Events. Its classes are found on the `classpath` of the BProgram."""

    def __init__(self, cls: str, *args: Any, name: str = "", priority: float | None = None) -> None:
        self.cls, self.args, self.name = cls, args, name
        self.priority = None if priority is None else real(priority, f"b-thread {name or cls!r}: priority")
        for a in args:
            if not isinstance(a, bool | int | float | str | Event):
                raise BPError(f"{cls}: argument {a!r}: a number, a string, a boolean or an Event expected")

    def __repr__(self) -> str:
        return f"<JavaBThread {self.name or self.cls}>"

    def row(self, priority: float) -> str:
        return PART.join(["java", self.name, repr(priority), self.cls, *map(_argument, self.args)])


def _argument(a: Any) -> str:
    if isinstance(a, Event):
        return f"e{a}"
    if isinstance(a, bool):
        return f"b{str(a).lower()}"
    return f"{'i' if isinstance(a, int) else 'd' if isinstance(a, float) else 's'}{a}"


class Host:
    """Answers for the b-threads of one program, during one exploration; in a plain run (not `merge`) each step is taken
    again, whatever it prints."""

    def __init__(self, program: BProgram, merge: bool = True, fairness: Fairness | None = None) -> None:
        from .program import Core

        self.program, self.fairness = program, fairness
        self.core = Core(program, merge)
        self.names: dict[str, Event] = {}
        self.answers: dict[tuple[int, int, int, str | None], str] = {}
        self.member_of: dict[tuple[int, str], bool] = {}
        self.asked: list[tuple[int, int, int, str | None] | tuple[int, str]] = []

    def peers(self) -> dict[str, Callable[..., Any]]:
        return {
            "bp.Mixed.bthreads()Ljava/lang/String;": lambda env: self.rows(),
            "bp.Mixed.step(IIILjava/lang/String;)Ljava/lang/String;": self.step,
            "bp.Mixed.member(ILjava/lang/String;)Z": self.member,
        }

    def checkpoint_state(self) -> object:
        """What was asked, in the order that gives local states, events and sets their numbers (docs/checkpoints.md)."""
        return [(key, (self.answers if len(key) == 4 else self.member_of)[key]) for key in self.asked]  # type: ignore[index]

    def restore_state(self, state: Any) -> None:
        """Asks all of it again. Raises BPError where an answer is another one."""
        self.rows()
        for key, was in state:
            if (self.step if len(key) == 4 else self.member)(None, *key) != was:
                name = f"b-thread {self.program.bthreads[key[0]].name!r}" if len(key) == 4 else "an EventSet"
                raise BPError(f"--resume: {name} in Python does something else than where the search was written")

    def finish(self, report: RawReport) -> None:
        """After the exploration: what could not be followed makes the report incomplete."""
        self.core.close()
        if notes := self.core.notes():
            report["statistics"]["constraints"].extend(notes)
            report["complete"] = False
            if report["result"] == "no_errors":
                report["result"] = "incomplete"

    def rows(self) -> str:
        out = [PART.join(["epsilon", repr(self.program.epsilon) if self.program.epsilon else ""])]
        for kind, events in self.fairness.sets if self.fairness else ():
            text = self._set(events, self.core.set_id(events)).replace(ITEM, INNER)
            out.append(PART.join(["fair", str(kind), text]))
        at = 0
        for b, priority in zip(self.program.given, self.program.given_priorities, strict=True):
            if isinstance(b, JavaBThread):
                out.append(b.row(priority))
                continue
            region = self.core.machines[at].region
            out.append(PART.join(["python", b.name, repr(priority), str(at), str(region.number if region else 0)]))
            at += 1
        return ITEM.join(out)

    def event(self, name: str) -> Event:
        e = self.names.get(name)
        if e is None:
            e = self.names[name] = Event(name)
        return e

    def step(self, env: Any, bthread: int, local: int, region: int, event: str | None) -> str:
        key = (bthread, local, region, event)
        answer = self.answers.get(key)
        if answer is None:
            answer = self.answers[key] = self._step(*key)
            self.asked.append(key)
        return answer

    def _step(self, bthread: int, local: int, region: int, event: str | None) -> str:
        core = self.core
        if region < 0:
            r = core.machines[bthread].region
            region = core.region_id(r, first=True) if r else 0
        e = core.event_id(self.event(event)) if event is not None else 0
        both = core.advance(bthread, local, e, region)
        new = core.locals[both & 0xFFFFFFFF]
        flags, message = self._flags(new)
        said = new.sync
        groups, wait, block, label = "", "", "", ""
        if said is not None:
            for e_ in (x for g in said.groups for x in g):
                self.names.setdefault(str(e_), e_)
            groups = ITEM.join(INNER.join(map(str, g)) for g in said.groups)
            wait, block = self._set(said.wait_for, new.wait), self._set(said.block, new.block)
            if said.label is not None:
                flags, label = flags + "l", str(said.label)
        return PART.join([str(new.id), str(both >> 32), flags, groups, wait, block, message, label])

    def _flags(self, new: Local) -> tuple[str, str]:
        said = new.sync
        if said is None:
            if new.failure:
                where = f" ({new.failure.frames[0][0]}:{new.failure.frames[0][2]})" if new.failure.frames else ""
                return "f", new.failure.message + where
            return ("p" if new.key == ("pruned",) else "e"), ""
        flags = ("h" if said.hot else "") + ("b" if said.bad else "") + ("n" if said.prune_at_next else "")
        return flags, said.bad if isinstance(said.bad, str) else "bad state" if said.bad else ""

    def _set(self, events: Any, number: int) -> str:
        if none(events):
            return ""
        if events is ALL:
            return "*"
        names = _names(events)
        return f"#{number} {set_text(events)}" if names is None else "=" + ITEM.join(names)

    def member(self, env: Any, number: int, name: str) -> bool:
        key = (number, name)
        if key not in self.member_of:
            self.member_of[key] = self.core.has(number, self.event(name))
            self.asked.append(key)
        return self.member_of[key]


def _names(events: Any) -> list[str] | None:
    """Of a set without predicates."""
    if isinstance(events, Event):
        return [str(events)]
    if not isinstance(events, tuple):
        return None
    out: list[str] = []
    for e in events:
        if none(e):
            continue
        inner = _names(e)
        if inner is None:
            return None
        out += inner
    return out


def load(spec: str) -> BProgram:
    """`bp.python=module:name`: a BProgram, a list of b-threads, or a function that gives one of these."""

    from .program import BProgram

    module, colon, name = spec.partition(":")
    home = load_module(module, f"bp.python={spec}") if colon else None
    what: Any = getattr(home, name, None)
    if what is None:
        raise BPError(f"bp.python={spec}: no {name if home else 'module ' + module} there")
    if callable(what) and not isinstance(what, BThread):
        try:
            what = what()
        except JPFError:
            raise
        except Exception as e:
            raise failed(f"bp.python={spec}", e, f"{module.rpartition('.')[2]}.py") from e
    if isinstance(what, BThread):
        what = [what]
    if isinstance(what, BProgram):
        return what
    if not isinstance(what, Iterable):
        raise BPError(
            f"bp.python={spec}: module:name of a BProgram, of a list of b-threads, or of a function for one expected"
        )
    return BProgram(what)
