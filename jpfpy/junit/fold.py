"""Traces of tests without JUnit's own part: the transitions before and after the test's are one, and stacks end with
the test method."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..report.told import LIBRARY

if TYPE_CHECKING:
    from ..raw import RawError, RawFrame, RawLockEvent, RawStep, RawTransition

    Frames = TypeVar("Frames", list[RawStep], list[RawFrame])

FRAMEWORKS = ("org.junit.", "junit.framework.", "jpfpy.junit.", "org.hamcrest.", "org.opentest4j.")


def fold(error: RawError) -> None:
    """In place. The events of locks, accesses and what was printed keep to their transitions."""
    trace, place = folded(error["trace"])
    error["trace"] = trace
    if "locks" in error:
        error["locks"] = unpaired(error["locks"], place, {i for i, t in enumerate(trace) if quiet(t)})
    if "accesses" in error:
        error["accesses"] = [{**a, "transition": place[a["transition"]]} for a in error["accesses"]]
    if "prints" in error:
        error["prints"] = [{**p, "transition": place[p["transition"]]} for p in error["prints"]]
    if "stack" in error:
        error["stack"] = without_frameworks(error["stack"])
    for cause in error.get("causes", ()):
        cause["stack"] = without_frameworks(cause["stack"])
    for thread in error["snapshot"]:
        thread["frames"] = without_frameworks(thread["frames"])


def folded(trace: list[RawTransition]) -> tuple[list[RawTransition], list[int]]:
    """Transitions of one thread that follow each other and have no line of the program are one, where nothing was
    chosen in them. Also: where each one of the trace is now."""
    out: list[RawTransition] = []
    place: list[int] = []
    count = 0  # transitions in the last one of `out`
    for t in trace:
        last = out[-1] if out else None
        if last and count and quiet(t) and last["thread_id"] == t["thread_id"]:
            count += 1
            last["comments"] = [f"{count} transitions in JUnit and the library"]
        else:
            out.append(t)
            count = 1 if quiet(t) else 0
        place.append(len(out) - 1)
    return out, place


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


def quiet(t: RawTransition) -> bool:
    return not t["steps"] and t["choice"]["total"] == 1 and not t.get("lanes") and not t.get("cascade")


def without_frameworks(frames: Frames) -> Frames:
    """From the first frame that is no framework's to the last one of the program; all of them where it has none."""
    own = [i for i, f in enumerate(frames) if not f["class"].startswith(FRAMEWORKS + LIBRARY)]
    if not own:
        return frames
    first = next(i for i, f in enumerate(frames) if not f["class"].startswith(FRAMEWORKS))
    return frames[first : own[-1] + 1]
