"""Reports of b-programs: traces whose steps are events, with a lane for each b-thread."""

from __future__ import annotations

import linecache
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..memory import peak_rss
from ..report.report import Lane
from ..report.told import where_it_ends
from .events import Event, none, set_text

if TYPE_CHECKING:
    from ..report.report import ErrorInfo
    from .bthread import Local
    from .program import Core

LANES_KEPT = 20  # errors whose trace has lanes


def lanes_at(core: Core, state: Sequence[int], event: Event | None) -> list[Lane]:
    out = []
    for machine, number in zip(core.machines, state, strict=False):
        local = core.locals[number]
        said = local.sync
        if said is None:
            continue
        requested = ", ".join(str(g[0]) if len(g) == 1 else "{" + ", ".join(map(str, g)) + "}" for g in said.groups)
        mine = event is not None and any(event in g for g in said.groups)
        goes = mine or (event is not None and not none(said.wait_for) and core.has(local.wait, event))
        lane = Lane(machine.bt.name, requested, set_text(said.wait_for), set_text(said.block), mine, goes)
        if requested or lane.waited_for or lane.blocked:
            out.append(lane)
    return out


def lanes_text(events: Sequence[str], steps: Sequence[Sequence[Lane]]) -> str:
    out = []
    for i, (event, lanes) in enumerate(zip(events, steps, strict=True), 1):
        out.append(f"{i}: {event}")
        width = max((len(lane.bthread) for lane in lanes), default=0)
        for lane in lanes:
            mark = "*" if lane.selected else ">" if lane.resumed else " "
            parts = [
                f"{n} {t}"
                for n, t in (("requests", lane.requested), ("waits for", lane.waited_for), ("blocks", lane.blocked))
                if t
            ]
            out.append(f"  {mark} {lane.bthread:<{width}}  {'; '.join(parts)}")
    return "\n".join(out) + "\n" if out else ""


def lanes(error: ErrorInfo) -> list[list[Lane]]:
    """The lanes of an error's trace, one list a step (empty where the report keeps none)."""
    return [list(t.lanes) for t in error.trace if t.choice.type == "EventChoice"]


def view(error: ErrorInfo) -> str:
    """The trace of an error, step by step: what each b-thread requested, waited for and blocked (* it requested what
    was selected, > it went on with it). The last row is of the state that the error was found in."""
    events = [t.choice.value for t in error.trace if t.choice.type == "EventChoice"]
    ends = [where_it_ends(error.kind)] if error.lanes else []
    return lanes_text([*events, *ends], [*lanes(error), *([list(error.lanes)] if ends else [])])


# Properties that say how a b-program is searched and told of, none of which changes what a path does.
SEARCHED = (
    "report.",
    "jpf.",
    "search.",
    "vm.",
    "bp.por",
    "bp.max_errors",
    "classpath",
    "sourcepath",
    "target",
    "config",
)


def identity(core: Core, config: Mapping[str, str]) -> str:
    """What a b-program is verified with, as it stands in replay strings: p<hash of its b-threads>[,k<key>=<hash>]..."""
    parts: list[str] = []
    for machine, priority in zip(core.machines, core.program.priorities, strict=False):
        code = machine.bt.function.__code__
        parts += [machine.bt.name, repr(priority), code.co_code.hex(), repr(code.co_names)]
        parts += [repr(c) for c in code.co_consts if c is None or isinstance(c, str | int | float | bytes)]
    keys = [
        f",k{k}={zlib.crc32(v.encode()) & 0xFFFF:04x}"
        for k, v in sorted(config.items())
        if not k.startswith(SEARCHED) and k.replace(".", "").replace("_", "").isalnum()
    ]
    return f"p{zlib.crc32(chr(0).join(parts).encode()):08x}{''.join(keys)}"


def unlike(made: str, now: str) -> str:
    """How what a replay string was made with differs from what there is now; "" if in nothing."""
    then, here = made.split(","), now.split(",")
    whys = ["with other b-threads"] * (then[0] != here[0])
    old, new = (dict(part[1:].partition("=")[::2] for part in parts[1:]) for parts in (then, here))
    whys += [f"with another {k}" if k in old else f"without {k}, which is set now" for k in new if old.get(k) != new[k]]
    whys += [f"with {k}, which is not set now" for k in old if k not in new]
    return ", ".join(whys)


def replay_text(steps: list[list[int]], check: str, made: str) -> str:
    runs: list[list[int]] = []
    for _, index, total in steps:
        if total > 1:
            if runs and runs[-1][0] == index:
                runs[-1][1] += 1
            else:
                runs.append([index, 1])
    return f"b1:{check}:{made}:" + ".".join(f"{i}x{n}" if n > 1 else str(i) for i, n in runs)


def _where(core: Core, index: int, local: Local) -> dict[str, Any]:
    machine = core.machines[index]
    file = machine.bt.function.__code__.co_filename
    line = local.line
    name = local.position or machine.bt.function.__qualname__
    if local.failure and local.failure.frames:
        file, name, line = local.failure.frames[0]
    source = linecache.getline(file, line).strip() if line else None
    return {
        "class": machine.bt.name,
        "method": name,
        "file": file.rsplit("/", 1)[-1],
        "line": line,
        "source": source or None,
    }


def _deadlock_text(core: Core, state: Sequence[int]) -> str:
    parts = []
    here = [(m.bt.name, core.locals[n]) for m, n in zip(core.machines, state, strict=False)]
    said = [(name, local.sync) for name, local in here]
    for name, s in said:
        if s is None:
            continue
        for group in s.groups:
            for e in group:
                by = [n for n, t in here if t.sync is not None and not none(t.sync.block) and core.has(t.block, e)]
                parts.append(f"{name} requests {e}, blocked by {', '.join(by[:3])}{' ...' if len(by) > 3 else ''}")
    waiting = [n for n, s in said if s is not None and not s.groups]
    if waiting:
        parts.append(
            f"{', '.join(waiting[:8])}{' ...' if len(waiting) > 8 else ''} wait{'s' if len(waiting) == 1 else ''}"
        )
    return "deadlock: no event can be selected; " + "; ".join(parts[:12])


def _error(core: Core, number: int, e: dict[str, Any], start: Sequence[int], made: str) -> dict[str, Any]:
    state: Sequence[int] = start
    trace = []
    bts = core.machines
    for event, index, total in e["steps"]:
        ev = core.events[event]
        lanes = lanes_at(core, state, ev) if number <= LANES_KEPT else []
        asked = [
            i for i, n in enumerate(state[: len(bts)]) if (s := core.locals[n].sync) and any(ev in g for g in s.groups)
        ]
        who = min(asked, key=lambda i: core.program.priorities[i]) if asked else 0
        after = core.c.step(tuple(state), event)
        state = after.state
        step = {
            "thread": bts[who].bt.name,
            "thread_id": who,
            "choice": {"id": "bSync", "type": "EventChoice", "value": str(ev), "index": index, "total": total},
            "steps": [_where(core, i, core.locals[state[i]]) for i in after.resumed],
        }
        if lanes:
            step["lanes"] = [lane._asdict() for lane in lanes]
        trace.append(step)
    kind, who = e["kind"], e["who"]
    local = core.locals[state[who]] if who >= 0 else None
    name = bts[who].bt.name if who >= 0 else ""
    exception, location = None, _where(core, who, local) if local is not None else None
    if kind == "deadlock":
        prop, kind, message = "NotDeadlockedProperty", "deadlock", _deadlock_text(core, state)
        name = next((bts[i].bt.name for i, n in enumerate(state[: len(bts)]) if core.locals[n].sync is not None), "")
    elif kind == "bad":
        said = local.sync if local else None
        text = said.bad if said is not None and isinstance(said.bad, str) else f"bad state of {name}"
        prop, kind, message = "BadStateProperty", "property", text
    elif kind == "failed":
        failure = local.failure if local else None
        prop, kind, message = "NoUncaughtExceptionsProperty", "uncaught_exception", failure.message if failure else ""
        exception = failure.exception if failure else None
    elif kind == "hot_finite":
        prop, kind, message = "HotStateProperty", "property", f"the run ends in a hot state of {name}"
    else:
        if e["group"] == 1:
            what = f"b-thread {name} can stay hot for ever"
        elif e["group"] == 0:
            what = "the system can stay hot for ever"
        else:
            what = f"group {e['group'] - 2} of b-threads can stay hot for ever"
        cycle = [core.events[s[0]] for s in e["steps"][e["cycle"] :]]
        prop, kind, message = "HotStateProperty", "livelock", f"{what}: {', '.join(map(str, cycle))} again and again"
    replay = replay_text(e["steps"], e["check"], made)
    out: dict[str, Any] = {
        "id": number,
        "property": prop,
        "kind": kind,
        "exception": exception,
        "message": message,
        "thread": name,
        "location": location,
        "replay": replay,
        "trace": trace,
        "snapshot": [_snapshot(core, i, n) for i, n in enumerate(state[: len(bts)])] if number <= LANES_KEPT else [],
    }
    if kind == "livelock":
        out["cycle"] = e["cycle"]  # and the state at its end is that of its first step
    elif number <= LANES_KEPT and (here := lanes_at(core, state, None)):
        out["lanes"] = [lane._asdict() for lane in here]
    return out


def _snapshot(core: Core, index: int, number: int) -> dict[str, Any]:
    local = core.locals[number]
    if local.sync is None:
        status = "FAILED" if local.failure else "TERMINATED"
    else:
        status = "PARKED" if local.sync.parked else "WAITING" if not local.sync.groups else "REQUESTING"
    frames = [{**_where(core, index, local), "locals": {}}] if local.line else []
    return {
        "id": index, "name": core.machines[index].bt.name, "status": status, "daemon": False, "waiting_for": None,
        "owned": [], "frames": frames,
    }  # fmt: skip


def finished(
    core: Core, raw: dict[str, Any], config: dict[str, str], elapsed: Callable[[], float], replay: str | None = None
) -> Any:
    """The engine's numbers as the JSON report, schema 1. `replay`: what the replay string was made with."""
    from .. import __version__

    start = core.c.start()
    made = identity(core, config)
    errors = [_error(core, i, e, start, made) for i, e in enumerate(raw["errors"], 1)]
    constraints = [*raw["constraints"], *core.notes()]
    if raw["errors_unlisted"]:
        constraints.append(f"{raw['errors_unlisted']} more errors are not listed (bp.max_errors)")
    complete = raw["complete"] and not raw["errors_unlisted"] and not core.notes() and replay is None
    replayed = replay is not None and not errors and not raw["interrupted"]
    statistics = {
        "elapsed_s": elapsed(),
        "startup_s": 0.0,
        "cpu_s": raw["cpu_s"],
        **{k: raw[k] for k in ("states_new", "states_visited", "states_backtracked", "states_restored", "end_states",
                               "max_depth", "transitions", "pruned", "state_bytes", "collision_bound")},
        "instructions": raw["advances"],
        "choice_generators": {"thread": 0, "data": raw["states_new"]},
        "boundaries_met": {},
        "boundaries_chosen": {},
        "peak_rss_bytes": peak_rss(),
        "loaded_classes": 0,
        "loaded_methods": 0,
        "boot_image": "none",
        "constraints": constraints,
    }  # fmt: skip
    bp = {
        k: raw[k]
        for k in (
            "deadlock_states",
            "bad_states",
            "failed_states",
            "hot_finite_runs",
            "hot_system_cycle",
            "local_states",
            "reduced_states",
        )
    }
    bp["hot_bthread_cycles"] = [
        core.machines[e["who"]].bt.name for e in raw["errors"] if e["kind"] == "hot_cycle" and e["group"] == 1
    ]
    bp["hot_group_cycles"] = [e["group"] - 2 for e in raw["errors"] if e["kind"] == "hot_cycle" and e["group"] > 1]
    bp["first_choices"] = [str(core.events[c]) for c in core.c.choices(start)]
    why = unlike(replay, made) if replay else ""
    said = "replayed: no error on this path" + (f"; the replay string was made {why}" if why else "")
    return {
        **({"message": said} if replayed else {}),
        "schema": 1,
        "jpfpy": __version__,
        "jdk": "",
        "target": core.program.name,
        "args": [],
        "result": "violation"
        if errors or raw["errors_unlisted"]
        else "replayed"
        if replayed
        else "no_errors"
        if complete
        else "incomplete",
        "complete": complete,
        "interrupted": raw["interrupted"],
        "errors": errors,
        "statistics": statistics,
        "output": "",
        "config": dict(sorted(config.items())),
        "seed": 0,
        "bp": bp,
    }
