"""BProgram: verify it or run it."""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..config.values import FALSE, TRUE
from ..memory import default_limit
from ..strategy import Heuristic, Search
from .bthread import BThread, Local, Machine
from .errors import BPError, real
from .events import ALL, Event, Events, EventSet, as_now, asks, checked, contains, none, set_key, set_text
from .mixed import JavaBThread
from .outside import Outside, Region, RegionState

if TYPE_CHECKING:
    from ..arguments import Paths
    from ..report.report import Report
    from .run import RunResult

HOT, BAD, PRUNE_NEXT, PRUNE_NOW, ENDED, FAILED = 1, 2, 4, 8, 16, 32
DFS = {"dfs", "DFSearch", "gov.nasa.jpf.search.DFSearch", ""}
SHORT = {"dfs": "gov.nasa.jpf.search.DFSearch", "bfs": "gov.nasa.jpf.search.heuristic.BFSHeuristic"}
BFS = {"bfs", "BFSearch", "BFSHeuristic", "gov.nasa.jpf.search.heuristic.BFSHeuristic"}
KEYS = {
    "bp.epsilon", "bp.hot", "bp.hot_groups", "bp.labels", "bp.por", "bp.suppress_deadlock", "bp.max_errors",
    "search.class", "search.multiple_errors", "search.depth_limit", "search.state_limit", "search.time_limit",
    "search.cpu_limit", "search.memory_limit", "search.properties", "vm.storage.class",
}  # fmt: skip


class Fairness:
    """Which endless runs count. Each argument is a list of event sets: of an unconditional one some event happens
    infinitely often; of a strong (weak) one, if it can happen infinitely often (from some point on always)."""

    def __init__(
        self, unconditional: Iterable[Events] = (), strong: Iterable[Events] = (), weak: Iterable[Events] = ()
    ) -> None:
        self.sets: list[tuple[int, Any]] = []
        for kind, sets in enumerate((unconditional, strong, weak)):
            if isinstance(sets, Event | EventSet | str) or not isinstance(sets, Iterable):
                raise BPError(f"fairness={sets!r}: a list of sets of events expected")
            self.sets += [(kind, checked(s, "fairness")) for s in sets]


class Core:
    """The b-program as the engine sees it: events, sets and local states by number."""

    def __init__(self, program: BProgram, merge: bool) -> None:
        try:
            from .. import _jpf
        except ImportError as e:
            from ..errors import EngineError

            raise EngineError(
                f"the engine is not built for this Python ({e}); run tools/setup or pip install"
            ) from None
        self.program = program
        self.outside = Outside(program.bthreads) if merge else None
        self.machines: list[Machine] = [Machine(bt, i, self.outside) for i, bt in enumerate(program.bthreads)]
        self.events: list[Event] = []
        self.event_ids: dict[Event, int] = {}
        self.sets: list[tuple[Any, Region | None, RegionState | None]] = [(None, None, None)]
        self.set_ids: dict[Any, int] = {None: 0}
        self.labels: dict[Any, int] = {}
        self.locals: list[Local] = []
        self.region_states: dict[int, RegionState] = {}
        strict, chain = program.rule
        self.c: Any = _jpf.BProgram(program.priorities, program.epsilon, strict, chain, self, self._regions())

    def _regions(self) -> list[int]:
        return [r.number for r in self.outside.region_of] if self.outside else []

    def explore(self, options: dict[str, object]) -> dict[str, Any]:
        from .. import _jpf
        from ..errors import EngineError

        try:
            raw: dict[str, Any] = self.c.explore(options)
            return raw
        except _jpf.ConfigError as e:
            raise BPError(str(e)) from None
        except _jpf.JPFError as e:
            raise EngineError(str(e)) from None

    # --- called by the engine

    def advance(self, bthread: int, local: int, event: int, region: int) -> int:
        n = len(self.machines)
        if self.outside and bthread >= n:
            return self.region_id(self.outside.regions[bthread - n], first=True)
        machine = self.machines[bthread]
        before = self.region_states.get(region)
        if local < 0:
            new = machine.advance(None, None, before)
        else:
            new = machine.advance(self.locals[local], self.events[event], before)
        after = self.region_id(machine.region) if machine.region else 0
        if new.id < 0:
            self._add(machine, new)
        return after << 32 | new.id

    def region_id(self, region: Region, first: bool = False) -> int:
        state = region.first if first else region.current
        if state.id < 0:
            state.id = self.c.add_local(len(self.machines) + region.number, 0, [], 0, 0, -1)
            self.locals.append(Local(None, None, None, None, None))
            self.region_states[state.id] = state
        return state.id

    def members(self, number: int, start: int, stop: int) -> bytes:
        return bytes(self._asked(number, self.events[start:stop]))

    def has(self, number: int, event: Event) -> bool:
        """Is the event in the set, as it was when a b-thread named it?"""
        return self._asked(number, [event])[0]

    def _asked(self, number: int, of: list[Event]) -> list[bool]:
        events, region, state = self.sets[number]
        if region is None or state is None:
            return [contains(events, e) for e in of]
        region.set(state)
        answers = [contains(events, e) for e in of]
        if what := region.disturbed():
            raise BPError(f"EventSet {set_text(events)}: its predicate changes {what}; a predicate only answers")
        return answers

    def notes(self) -> list[str]:
        return list(self.outside.notes) if self.outside else []

    def close(self) -> None:
        """Data outside the b-threads is again what it was."""
        for m in self.machines:
            m.close()
        if self.outside:
            self.outside.restore()

    # ---

    def event_id(self, event: Event) -> int:
        n = self.event_ids.get(event)
        if n is None:
            n = self.event_ids[event] = len(self.events)
            self.events.append(event)
        return n

    def set_id(self, events: Any, region: Region | None = None) -> int:
        """A predicate sees what lies outside as it is at its b-thread's yield."""
        key = set_key(events)
        if self.outside is None and asks(events):
            key = (key, len(self.sets))  # a plain run: asked at each selection, or at least for each statement
        if region is None or not asks(events):
            state = region = None
        else:
            state = region.current
            if state is not region.first:
                key = (key, region.number, self.region_id(region))
        n = self.set_ids.get(key)
        if n is None:
            n = self.set_ids[key] = len(self.sets)
            now = as_now(events, self.outside.keep) if self.outside and state else events
            self.sets.append((now, region, state))
        return n

    def _add(self, machine: Machine, new: Local) -> None:
        said = new.sync
        if said is None:
            flags = FAILED if new.failure else PRUNE_NOW if new.key == ("pruned",) else ENDED
            new.id = self.c.add_local(machine.index, flags, [], 0, 0, self._label(("at end", new.key)))
        else:
            flags = (HOT if said.hot else 0) | (BAD if said.bad else 0) | (PRUNE_NEXT if said.prune_at_next else 0)
            request = [[self.event_id(e) for e in group] for group in said.groups]
            wait = new.wait = self.set_id(said.wait_for, machine.region)
            block = new.block = self.set_id(said.block, machine.region)
            label = -1 if said.label is None else self._label(said.label)
            new.id = self.c.add_local(machine.index, flags, request, wait, block, label)
        self.locals.append(new)

    def _label(self, label: Any) -> int:
        from .bthread import key_or_none

        return self.labels.setdefault(key_or_none(label) if label.__class__ is not tuple else label, len(self.labels))


class BProgram:
    """A set of b-threads with unique priorities; the lower number comes first.

    epsilon: b-threads up to this far from the first one that contributes have the "same" priority.
    rule: how that is read: "" (BPJ's code: inclusive, from the first contributor), "strict", "chain" or both.
    java: a Java b-program (class, .java, .jar) that these b-threads join when it starts, with its args; its own epsilon
    counts if this one is 0. classpath: where the classes of it and of each JavaBThread are."""

    def __init__(
        self,
        bthreads: Iterable[BThread | JavaBThread],
        epsilon: float = 0.0,
        *,
        rule: str = "",
        name: str = "BProgram",
        java: str | os.PathLike[str] | None = None,
        args: Sequence[str] = (),
        classpath: Paths | None = None,
    ) -> None:
        if isinstance(bthreads, BThread | JavaBThread) or not isinstance(bthreads, Iterable):
            raise BPError(f"BProgram({bthreads!r}): a list of b-threads expected")
        self.given = tuple(bthreads)
        self.name, self.java, self.args, self.classpath = name, java, tuple(args), classpath
        if not self.given:
            raise BPError("a b-program needs a b-thread")
        for bt in self.given:
            if not isinstance(bt, BThread | JavaBThread):
                raise BPError(f"{bt!r} is no b-thread: bp.BThread(function, name=..., priority=...)")
        self.bthreads = tuple(bt for bt in self.given if isinstance(bt, BThread))
        for bthread in self.bthreads:
            bthread.check()
        self.mixed = java is not None or len(self.bthreads) < len(self.given)
        self.epsilon = real(epsilon, "epsilon")
        if self.epsilon < 0:
            raise BPError(f"epsilon={epsilon}: a number that is not negative expected")
        self.given_priorities: list[float] = []
        seen: dict[float, BThread | JavaBThread] = {}
        for bt in self.given:
            p = bt.priority
            if p is None:
                p = math.floor(max(seen)) + 1.0 if seen else 1.0
            if p in seen:
                raise BPError(
                    f"b-threads {seen[p].name!r} and {bt.name!r} have the same priority {p:g}; priorities are unique"
                )
            seen[p] = bt
            self.given_priorities.append(p)
        both = zip(self.given, self.given_priorities, strict=True)
        self.priorities: list[float] = [p for bt, p in both if isinstance(bt, BThread)]
        self.set_rule(rule)
        self._busy = False

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        if self._busy:
            raise BPError(f"{self.name} is being verified or run already")
        self._busy = True
        try:
            yield
        finally:
            self._busy = False

    def set_rule(self, rule: str) -> None:
        words = {w.strip() for w in rule.split(",")} - {"", "default"}
        if not words <= {"strict", "chain"}:
            raise BPError(f"bp.epsilon={rule}: strict, chain, or both expected")
        self.rule = ("strict" in words, "chain" in words)

    def verify(
        self,
        search: str | type | Heuristic | Search | None = None,
        config: Mapping[str, object] | None = None,
        *,
        fairness: Fairness | None = None,
        hot_groups: Sequence[Iterable[BThread | str]] = (),
        replay: str | None = None,
        listeners: Iterable[object] = (),
    ) -> Report:
        """Explore every order of events. `config` takes the property keys of docs/bp.md; with b-threads in Java those
        of the engine (docs/configuration.md). Depth-first and breadth-first searches need no JDK; with any other
        search of the engine, a property that only it has ("listener" ...), with `listeners` (jpfpy.Listener, properties
        too) or a replay string that came from there ("j1:...") the b-threads run in the VM."""
        from ..config.keys import SUPPORTED

        if fairness is not None and not isinstance(fairness, Fairness):
            raise BPError(f"fairness={fairness!r}: bp.Fairness(unconditional=..., strong=..., weak=...) expected")
        given = list(listeners)
        cls = search or (config or {}).get("search.class", "")
        only_vm = any(k not in KEYS and k in SUPPORTED for k in config or ())
        native = isinstance(cls, str) and cls in DFS | BFS
        if self.mixed or given or only_vm or not native or (replay or "").startswith("j"):
            with self._alone():
                return self._verify_mixed(search, config, fairness, hot_groups, replay, given)

        with self._alone():
            return self._verify(str(cls) or None, config, fairness, hot_groups, replay)

    def _verify(
        self,
        search: str | None,
        config: Mapping[str, object] | None,
        fairness: Fairness | None,
        hot_groups: Sequence[Iterable[BThread | str]],
        replay: str | None,
    ) -> Report:
        from ..report.report import Report
        from .trace import finished, identity, unlike

        values = {k: _text(v) for k, v in (config or {}).items()}
        for key in values:
            if key not in KEYS and key.startswith(("bp.", "search.", "vm.")):
                raise BPError(f"{key} is no property of a b-program (there are {', '.join(sorted(KEYS))})")
        if search is not None:
            values["search.class"] = search
        if "bp.epsilon" in values:
            self.set_rule(values["bp.epsilon"])
        started = time.monotonic()
        core = Core(self, merge=True)
        options = self._options(core, values, fairness, hot_groups)
        made = None
        if replay is not None:
            options["script"], options["script_check"], made = parse_replay(replay)
        try:
            try:
                raw = core.explore(options)
            except BPError as e:
                if made and "replay string" in str(e) and (why := unlike(made, identity(core, values))):
                    raise BPError(f"the replay string does not fit: it was made {why}") from None
                raise
            out = finished(core, raw, values, lambda: time.monotonic() - started, made)
        finally:
            core.close()
        if replay is not None:
            out["config"] = dict(sorted({**out["config"], "jpf.replay": replay}.items()))
        return Report.from_raw(out)

    def vm_config(self) -> dict[str, Any]:
        """What makes the VM run this program."""
        from ..arguments import joined

        values: dict[str, Any] = {"target": os.fspath(self.java) if self.java is not None else "bp.Mixed"}
        if self.classpath is not None:
            values["classpath"] = joined(self.classpath)
        if any(self.rule):
            values["bp.epsilon"] = ",".join(n for n, on in zip(("strict", "chain"), self.rule, strict=True) if on)
        if self.args:
            values["target.args"] = ",".join(self.args)
        return values

    def _verify_mixed(
        self,
        search: str | type | Heuristic | Search | None,
        config: Mapping[str, object] | None,
        fairness: Fairness | None,
        hot_groups: Sequence[Iterable[BThread | str]],
        replay: str | None,
        listeners: list[object],
    ) -> Report:
        from ..api import JPF, Value
        from ..arguments import text
        from ..report.report import Report
        from .mixed import Host

        if (config or {}).get("search.checkpoint"):
            raise BPError(
                "search.checkpoint: b-threads that are given as objects cannot be found again; name them: "
                "jpf +bp.python=module:name +search.checkpoint=FILE, which --resume goes on with"
            )
        values: dict[str, Value] = {**self.vm_config()}
        for key, value in (config or {}).items():
            values[key] = value if isinstance(value, type | Heuristic | Search) else text(value)
        if hot_groups:
            values["bp.hot_groups"] = ";".join(
                ",".join(b if isinstance(b, str) else b.name for b in g) for g in hot_groups
            )
        if search is not None:
            values["search.class"] = SHORT.get(search, search) if isinstance(search, str) else search
        if replay is not None:
            values["jpf.replay"] = replay
        jpf = JPF(values)
        jpf.add_listener(*listeners)
        host = Host(self, fairness=fairness)
        for method, peer in host.peers().items():
            jpf.register_peer(method, peer)
        try:
            raw = jpf.run().raw
        finally:
            host.core.close()
        host.finish(raw)
        return Report.from_raw(raw)

    def run(
        self,
        mode: str = "det",
        *,
        seed: int | None = None,
        steps: int | None = None,
        choose: Any = None,
        on_event: Any = None,
        config: Mapping[str, object] | None = None,
    ) -> RunResult:
        """One run: "det" takes the first choice, "random" any (with `seed`), "iter" asks (`choose(events) -> index`, by
        default on the terminal). It ends when no event can be selected, or after `steps` events. config: properties of
        the engine (`vm.jdk` ...), where there are b-threads in Java."""
        from .run import Runner, run, run_in_vm

        runner = Runner(mode, seed, steps, choose, on_event)
        if config is not None and not self.mixed:
            raise BPError("config: a run without b-threads in Java has no properties")
        with self._alone():
            return run_in_vm(self, runner, config or {}) if self.mixed else run(self, runner)

    def _options(
        self, core: Core, v: dict[str, str], fairness: Fairness | None, groups: Sequence[Iterable[BThread | str]]
    ) -> dict[str, object]:
        cls, storage = v.get("search.class", ""), v.get("vm.storage.class", "")
        if cls not in DFS | BFS:
            raise BPError(f"search.class={cls}: DFSearch or BFSearch expected")
        if storage not in ("", "none", "exact", "FullStateSet", "gov.nasa.jpf.vm.FullStateSet", "JenkinsStateSet",
                           "gov.nasa.jpf.vm.JenkinsStateSet"):  # fmt: skip
            raise BPError(f"vm.storage.class={storage}: JenkinsStateSet, FullStateSet, exact or none expected")
        hot = {w.strip() for w in v.get("bp.hot", "finite,bthread,system").split(",")} - {"", "none"}
        if not hot <= {"finite", "bthread", "system"}:
            raise BPError(f"bp.hot={v['bp.hot']}: finite, bthread, system, or none expected")
        names = v.get("search.properties")
        members: list[int] = []
        named = [[w.strip() for w in g.split(",")] for g in v.get("bp.hot_groups", "").split(";") if g.strip()]
        for group in (*groups, *named):
            if not isinstance(group, Iterable) or isinstance(group, str):
                raise BPError(f"hot_groups={groups!r}: a list of lists of b-threads expected")
            for b in group:
                members.append(self._index(b))
            members.append(-1)
        fair: list[int] = []
        for kind, events in fairness.sets if fairness else ():
            fair += [kind, core.set_id(events)]
        return {
            "bfs": cls in BFS,
            "matching": storage != "none",
            "exact": storage in ("exact", "FullStateSet", "gov.nasa.jpf.vm.FullStateSet"),
            "multiple_errors": _bool(v, "search.multiple_errors"),
            "by_labels": _bool(v, "bp.labels"),
            "check_deadlock": not _bool(v, "bp.suppress_deadlock") and (names is None or "NotDeadlocked" in names),
            "check_failed": names is None or "NoUncaughtExceptions" in names,
            "por": _bool(v, "bp.por"),
            "hot_finite": "finite" in hot,
            "hot_system": "system" in hot,
            "hot_bthread": "bthread" in hot,
            "depth_limit": _int(v, "search.depth_limit"),
            "state_limit": _int(v, "search.state_limit"),
            "memory_limit": _int(v, "search.memory_limit") if "search.memory_limit" in v else default_limit(),
            "time_limit": _seconds(v, "search.time_limit"),
            "cpu_limit": _seconds(v, "search.cpu_limit"),
            "max_errors": _int(v, "bp.max_errors") or 1000,
            "groups": members,
            "fair": fair,
        }

    def _index(self, b: BThread | str) -> int:
        for i, bt in enumerate(self.bthreads):
            if bt is b or bt.name == b:
                return i
        raise BPError(f"hot_groups: there is no b-thread {b!r}")


def parse_replay(text: str) -> tuple[list[int], int, str]:
    """b1:<check>:[<made>:]<choices>, equal neighbours as 3x12; only states with more than one choice are written. The
    choices, the check, and what the string was made with ("" if it does not say)."""
    try:
        tag, check, *mid, rest = text.split(":")
        if len(mid) > 1:
            raise ValueError
        if tag != "b1" or len(check) != 8:
            raise ValueError
        script: list[int] = []
        for part in rest.split(".") if rest else ():
            value, _, times = part.partition("x")
            count = int(times) if times else 1
            if int(value) < 0 or not 0 < count <= 10_000_000:
                raise ValueError
            script += [int(value)] * count
        return script, int(check, 16), mid[0] if mid else ""
    except ValueError:
        raise BPError(f"not a replay string: {text[:60]}") from None


def _text(v: object) -> str:
    return str(v).lower() if isinstance(v, bool) else str(v)


def _bool(v: Mapping[str, str], key: str) -> bool:
    text = v.get(key, "").strip().lower()
    if text and text not in TRUE | FALSE:
        raise BPError(f"{key}={text}: true or false expected")
    return text in TRUE


def _int(v: Mapping[str, str], key: str) -> int:
    text = v.get(key, "").strip() or "0"
    unit = {"k": 10, "m": 20, "g": 30}.get(text[-1].lower())
    try:
        return max(0, int(text[:-1]) << unit if unit else int(text))
    except ValueError:
        raise BPError(f"{key}={text}: a whole number expected") from None


def _seconds(v: Mapping[str, str], key: str) -> float:
    text = v.get(key, "").strip() or "0"
    for unit, factor in (("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)):
        if text.endswith(unit):
            try:
                return float(text[: len(text) - len(unit)]) * factor
            except ValueError:
                break
    raise BPError(f"{key}={text}: a number of seconds expected")


__all__ = ["ALL", "BProgram", "Core", "Fairness", "none"]
