"""Traces of tests without JUnit's own part: what is before the first line of the test is one entry, and so is what
follows the failing line, where JUnit deals with the failure and other threads go on. Stacks end with the method of the
test."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from ..report.told import LIBRARY, THREADS

if TYPE_CHECKING:
    from ..raw import RawError, RawFrame, RawLockEvent, RawStep, RawTransition

    Frames = TypeVar("Frames", list[RawStep], list[RawFrame])

CLASS = re.compile(r"\bclass\s+\w")
FRAMEWORKS = ("org.junit.", "junit.framework.", "jpfpy.junit.", "org.hamcrest.", "org.opentest4j.")


def fold(error: RawError) -> None:
    """In place. The events of locks, accesses and what was printed keep to their transitions."""
    end = failed_at(error)
    trace, place = folded(error["trace"], end)
    error["trace"] = trace

    def shown(transition: int, step: int) -> bool:
        return bool(trace[place[transition]]["steps"]) and (end is None or (transition, step) <= end)

    if "locks" in error:
        quiet_ones = {i for i, t in enumerate(trace) if not t["steps"]}
        error["locks"] = told_of(unpaired(error["locks"], place, quiet_ones), error)
    if "accesses" in error:
        error["accesses"] = [
            {**a, "transition": place[a["transition"]]} for a in error["accesses"] if shown(a["transition"], a["step"])
        ]
    if "prints" in error:
        error["prints"] = [
            {**p, "transition": place[p["transition"]]} for p in error["prints"] if shown(p["transition"], p["step"])
        ]
    if "stack" in error:
        error["stack"] = without_frameworks(error["stack"])
        if error["location"] and error["location"]["class"].startswith(FRAMEWORKS) and error["stack"]:
            error["location"] = error["stack"][0]  # the assertion is the test's
    for cause in error.get("causes", ()):
        cause["stack"] = without_frameworks(cause["stack"])
    for thread in error["snapshot"]:
        thread["frames"] = without_frameworks(thread["frames"])


def failed_at(error: RawError) -> tuple[int, int] | None:
    """The transition and step of the line of the program that JUnit was told of. None: it was told of something else,
    such as an exception that another thread has thrown first."""
    stack = error.get("stack", [])
    if not stack or not stack[-1]["class"].startswith(FRAMEWORKS):
        return None
    own = next((f for f in stack if not f["class"].startswith(FRAMEWORKS + LIBRARY)), None)
    if own is None:
        return None
    trace, at = error["trace"], place_of(own)
    for i in range(len(trace) - 1, -1, -1):
        steps = trace[i]["steps"] if trace[i]["thread"] == error["thread"] else []
        for k in range(len(steps) - 1, -1, -1):
            if place_of(steps[k]) != at:
                continue
            # a long call from that line goes on in transitions of its own
            while (
                k == 0
                and i
                and broken_off(trace[i])
                and trace[i - 1]["thread"] == error["thread"]
                and trace[i - 1]["steps"]
            ):
                if place_of(trace[i - 1]["steps"][-1]) != at:
                    break
                i, k = i - 1, len(trace[i - 1]["steps"]) - 1
            return i, k
    return None


def broken_off(t: RawTransition) -> bool:
    """It goes on from a transition that was too long, and nothing was chosen."""
    return t["choice"]["type"] == "BreakGenerator" and t["choice"]["total"] == 1 and not t.get("expired")


def place_of(s: RawStep) -> tuple[str, str, int | None]:
    return s["class"], s["method"], s["line"]


def folded(trace: list[RawTransition], end: tuple[int, int] | None = None) -> tuple[list[RawTransition], list[int]]:
    """Transitions of one thread that follow each other and have no line of the program are one, where nothing was
    chosen in them; before the first line of the program they are one in any case. So are those behind `end`. Also:
    where each one of the trace is now."""
    out: list[RawTransition] = []
    place: list[int] = []
    first = next((i for i, t in enumerate(trace) if not before_test(t)), 0)
    count = 0  # transitions in the last one of `out`
    last_shown = len(trace) - 1 if end is None else end[0]
    for i, t in enumerate(trace[: last_shown + 1]):
        last = out[-1] if out else None
        if last and count and (0 < i < first or (quiet(t) and last["thread_id"] == t["thread_id"])):
            count += 1
            last["steps"] = []
            last["comments"] = [f"{count} transitions in JUnit and the library"]
        else:
            out.append(t)
            count = 1 if quiet(t) or i < first else 0
        place.append(len(out) - 1)
    if end is None:
        return out, place
    rest = trace[end[0] + 1 :]
    out[-1] = {**out[-1], "steps": out[-1]["steps"][: end[1] + 1]}
    if rest:
        at = place_of(out[-1]["steps"][-1])
        behind = [*trace[end[0]]["steps"][end[1] + 1 :], *(step for t in rest for step in t["steps"])]
        lines = sum(place_of(step) != at for step in behind)
        text = f"{counted(len(rest), 'transition')} behind the failure"
        text += f", {counted(lines, 'line')} of the program" if lines else ""
        others = {t["thread_id"] for t in rest} - {out[-1]["thread_id"]}
        text += ": JUnit deals with it" + (", and other threads go on" if others else "")
        out.append({**rest[-1], "steps": [], "comments": [text]})
        place += [len(out) - 1] * len(rest)
    return out, place


def counted(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"


def unpaired(locks: list[RawLockEvent], place: list[int], quiet_ones: set[int]) -> list[RawLockEvent]:
    """With their transitions as they are now. What is acquired and released within folded ones is not told."""
    out: list[RawLockEvent | None] = []
    open_ones: dict[tuple[int, int, str], list[int]] = {}
    for event in locks:
        at = place[event["transition"]]
        key = (at, event["thread_id"], event["lock"])
        mine = open_ones.setdefault(key, [])
        if at in quiet_ones and event["op"] == "released" and mine:
            out[mine.pop()] = None
            continue
        if event["op"] == "acquired":
            mine.append(len(out))
        out.append({**event, "transition": at})
    return [e for e in out if e is not None]


def told_of(locks: list[RawLockEvent], error: RawError) -> list[RawLockEvent]:
    """Without the locks of JUnit, and those of the library that only one thread takes, unless a thread waits for one:
    before the test JUnit takes thousands of them."""
    needed = {t["waiting_for"]["id"] for t in error["snapshot"] if t["waiting_for"]}
    takers: dict[str, set[int]] = {}
    for e in locks:
        takers.setdefault(e["lock"], set()).add(e["thread_id"])

    def tells(lock: str) -> bool:
        if lock in needed or not lock.removeprefix("class ").startswith(FRAMEWORKS + LIBRARY):
            return True
        return not lock.removeprefix("class ").startswith(FRAMEWORKS) and len(takers[lock]) > 1

    return [e for e in locks if tells(e["lock"])]


def quiet(t: RawTransition) -> bool:
    return not t["steps"] and t["choice"]["total"] == 1 and not any(map(t.get, ("lanes", "cascade", "expired")))


def before_test(t: RawTransition) -> bool:
    """Nothing of the program but the constructor that a test class has without writing one."""
    written = (s for s in t["steps"] if s["method"] != "<init>" or not CLASS.search(s.get("source") or ""))
    return t["choice"]["type"] in THREADS and next(written, None) is None


def without_frameworks(frames: Frames) -> Frames:
    """From the first frame that is no framework's to the last one of the program; all of them where it has none."""
    own = [i for i, f in enumerate(frames) if not f["class"].startswith(FRAMEWORKS + LIBRARY)]
    if not own:
        return frames
    first = next(i for i, f in enumerate(frames) if not f["class"].startswith(FRAMEWORKS))
    return frames[first : own[-1] + 1]
