"""The path of an error with fewer context switches, then with fewer transitions, that ends in the same error.

The engine tries variants of the path (csrc/search/shrink.c) in a VM of its own, and replays what comes out: it counts
only if that leads to the same error. There are no listeners and no other Python code in it, so that nobody hears of it,
and nothing that it prints or counts is kept.

How much is tried goes by the work of the search itself, counted and not timed: equal searches tell equal paths, and one
that took no time is not made to take any. A limit of time is set besides, and alone where the user gives it."""

from __future__ import annotations

from time import thread_time
from typing import NamedTuple

from .extension import extension
from .report.told import alike, switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .raw import RawError, RawReport, RawShrunk

# What ends a search must not end this, and who goes which way does not matter to a path; but optimal DPOR has more
# scheduling points than other searches.
LEFT_OUT = ("search.budget", "search.time_limit", "search.cpu_limit", "search.heuristic", "search.bound")
TRACES = ("dpor", "DPORSearch")
# In the engine's units of work (search_shrink), of which it does 200 to 400 million a second.
LEAST_WORK, MOST_WORK, BOOT_WORK = 10_000_000, 300_000_000, 4_000_000
STEP_WORK = 512

LED = "the program calls Python code, which other paths may lead elsewhere"


class Shrunk(NamedTuple):
    error: RawError | None  # None: there is none that is plainer
    told: RawShrunk | None  # None: nothing was tried, and `why`
    why: str
    work: int


def shrunk(
    aside: Callable[[dict[str, str]], Any],
    values: dict[str, str],
    target: str,
    args: Sequence[str],
    found: RawError | None,
    replay: str,
    seconds: float,
    work: int | None = None,
    strict: bool = False,
) -> Shrunk:
    """Of the path of a replay string, which leads to `found` (None: not known). Takes `seconds` or little more.
    aside: makes the VM."""
    _jpf = extension()
    values = {k: v for k, v in values.items() if k not in LEFT_OUT}
    if values.get("search.class", "").rpartition(".")[2] not in TRACES:
        values.pop("search.class", None)
    values["jpf.shrink.time"] = str(seconds)
    if work is not None:
        values["jpf.shrink.work"] = str(max(work, 1))
    vm = aside(values)
    try:
        report = vm.replay(target, list(args), replay)
    except (_jpf.ConfigError, _jpf.JPFError, MemoryError) as e:
        return Shrunk(None, None, str(e) or "out of memory", 0)
    finally:
        vm.set_choices(None)  # it refers to the VM
    if report["interrupted"]:
        raise KeyboardInterrupt
    raw, errors = report.get("shrunk"), report["errors"]
    if raw is None:  # a limit was met before the path was taken once
        return Shrunk(None, None, "; ".join(report["statistics"]["constraints"]), 0)
    if raw["why"]:
        return Shrunk(None, None, raw["why"], raw["work"])
    told: RawShrunk = {
        "transitions_before": raw["transitions_before"],
        "transitions": raw["transitions"],
        "switches_before": raw["switches_before"],
        "switches": raw["switches"],
        "executions": raw["executions"],
        "cut": raw["cut"],
        "fewest": raw["fewest"],
        "why": None,
    }
    better = errors[-1] if errors and (found is None or same(found, errors[-1], strict)) else None
    if better is None:
        told["transitions"], told["switches"] = told["transitions_before"], told["switches_before"]
    return Shrunk(better, told, "", raw["work"])


def shrink_all(
    aside: Callable[[dict[str, str]], Any],
    values: dict[str, str],
    target: str,
    args: Sequence[str],
    raw: RawReport,
    seconds: float,
    timed: bool,
    led: bool,
) -> bool:
    """The errors of the report, in place. timed: the user has said how long. False: it was interrupted."""
    until = thread_time() + seconds
    statistics = raw["statistics"]
    own = statistics["instructions"] + STEP_WORK * statistics["transitions"]
    left = min(max(own, LEAST_WORK), MOST_WORK)
    places = {id(e): i for i, e in enumerate(raw["errors"])}
    for group in alike(raw["errors"]):
        for n, error in enumerate(group):
            place = places[id(error)]
            time = until - thread_time()
            why = (
                LED if led
                else "it has no path" if not error["trace"]
                else f"it is told as error #{group[0]['id']}" if n
                else "there was no time for it (search.shrink.time)" if time <= 0 or (left <= 0 and not timed)
                else ""
            )  # fmt: skip
            told, better = None, None
            if not why and only_path(error):
                told = unchanged(error)
            elif not why:
                try:
                    better, told, why, work = shrunk(
                        aside,
                        values,
                        target,
                        args,
                        error,
                        error["replay"],
                        time,
                        None if timed else left,
                        len(group) > 1,
                    )
                except KeyboardInterrupt:
                    return False
                left -= work + BOOT_WORK
            if told is None:
                told = {**unchanged(error), "fewest": False, "why": why}
            raw["errors"][place] = {**(better or error), "id": error["id"], "shrunk": told}
    return True


def only_path(error: RawError) -> bool:
    """There is no choice that could be another."""
    return error["replay"].rpartition(":")[2] == ""


def unchanged(error: RawError) -> RawShrunk:
    n, k = len(error["trace"]), switches(error)
    return {
        "transitions_before": n,
        "transitions": n,
        "switches_before": k,
        "switches": k,
        "executions": 0,
        "cut": False,
        "fewest": True,
        "why": None,
    }


def same(a: RawError, b: RawError, strict: bool = False) -> bool:
    """The same property, exception, message and place; of a deadlock the same threads, and the classes of what they
    wait for, wherever it is told of, unless strict."""

    def parts(e: RawError) -> Any:
        if e["kind"] == "deadlock":
            stuck = [(t["name"], t["status"], lock["class"] if (lock := t["waiting_for"]) else "")
                     for t in e["snapshot"]]  # fmt: skip
            return e["kind"], sorted(stuck), strict and (e["location"], e["message"])
        return e["kind"], e["property"], e["exception"], e["location"], e["message"]

    return bool(parts(a) == parts(b))
