"""The path of an error with fewer context switches, then with fewer transitions, that ends in the same error.

The engine tries variants of the path (csrc/search/shrink.c) in a VM of its own, and the path that comes out is replayed
in another: it counts only if it leads to the same error there. Neither has listeners or other Python code, so that
nobody hears of it, and nothing that it prints or counts is kept."""

from __future__ import annotations

from typing import NamedTuple

from .extension import extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .raw import RawError

# What ends a search must not end this, and who goes which way does not matter to a path.
LEFT_OUT = ("search.budget", "search.time_limit", "search.cpu_limit", "search.class", "search.heuristic")


class Shrunk(NamedTuple):
    error: RawError | None  # None: there is none that is plainer
    note: str  # what came of it, as a sentence without its beginning


def shrunk(
    values: dict[str, str], target: str, args: Sequence[str], found: RawError | None, replay: str, seconds: float
) -> Shrunk:
    """Of the path of a replay string, which leads to `found` (None: not known). Takes `seconds` or little more."""
    _jpf = extension()
    values = {k: v for k, v in values.items() if k not in LEFT_OUT}
    try:
        raw = _jpf.VM({**values, "jpf.shrink.time": str(seconds)}).replay(target, list(args), replay)["shrunk"]
        if raw["why"]:
            return Shrunk(None, f"not shrunk: {raw['why']}")
        text = "" if raw["whole"] else "; there was no time for more (search.shrink.time)"
        now = f"{raw['transitions']} transitions, {raw['switches']} context switches"
        if raw["replay"] == replay or (raw["transitions"], raw["switches"]) == (
            raw["transitions_before"],
            raw["switches_before"],
        ):
            return Shrunk(None, f"no plainer path was found ({now}){text}")
        errors = _jpf.VM(values).replay(target, list(args), raw["replay"])["errors"]
    except (_jpf.ConfigError, _jpf.JPFError, MemoryError) as e:
        return Shrunk(None, f"not shrunk: {e}")
    if not errors or (found is not None and not same(found, errors[-1])):
        return Shrunk(None, "not shrunk: without the search its path leads to something else")
    return Shrunk(
        errors[-1],
        f"shrunk from {raw['transitions_before']} to {raw['transitions']} transitions, {raw['switches_before']} to "
        f"{raw['switches']} context switches{text}",
    )


def same(a: RawError, b: RawError) -> bool:
    """The same property, exception and place; of a deadlock the same threads, wherever it is told of."""

    def parts(e: RawError) -> Any:
        if e["kind"] == "deadlock":
            return e["kind"], sorted((t["name"], t["status"]) for t in e["snapshot"])
        return e["kind"], e["property"], e["exception"], e["location"]

    return bool(parts(a) == parts(b))
