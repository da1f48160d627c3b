"""What a trace tells beside its lines: data that a line reads or writes of what threads share, and what it prints."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..raw import RawAccess, RawError, RawFrame, RawShrunk, RawTransition

LIBRARY = ("java.", "javax.", "jdk.", "sun.")
THREADS = ("ThreadChoiceFromSet", "BreakGenerator")
FEW = 3  # lines of the setup that are shown


class Told:
    """Of one error, by transition and step."""

    def __init__(self, e: RawError) -> None:
        self.data: dict[tuple[int, int], list[tuple[str, bool]]] = {}  # text, and is it about the error
        self.prints: dict[tuple[int, int], list[str]] = {}
        about = subjects(e)
        for a in e.get("accesses", ()):
            here = self.data.setdefault((a["transition"], a["step"]), [])
            row = access_text(a), (a["name"], a["object"]) in about
            if row not in here:
                here.append(row)
        for p in e.get("prints", ()):
            self.prints.setdefault((p["transition"], p["step"]), []).extend(p["text"].splitlines())
        self.setup = setup(e["trace"])

    def folded(self, number: int, t: RawTransition) -> int:
        """How many lines at the beginning of that transition are setup that need not be shown."""
        if number >= self.setup:
            return 0
        keep = FEW if number == self.setup - 1 else 0
        left = len(t["steps"]) - keep
        return left if left > FEW else 0


def idle(trace: Sequence[RawTransition], i: int) -> int:
    """How many transitions from the i-th on say nothing but which thread ran, one after the other."""
    n = i
    while n < len(trace):
        t = trace[n]
        if t["steps"] or t.get("comments") or t.get("lanes") or t["choice"]["type"] not in THREADS:
            break
        n += 1
    return n - i


def setup(trace: Sequence[RawTransition]) -> int:
    """The number of transitions before a second thread runs; 0: none ever does, or other choices were made there."""
    for i, t in enumerate(trace):
        if t["thread_id"] != trace[0]["thread_id"]:
            return i
        if t["choice"]["type"] != "ThreadChoiceFromSet" and t["choice"]["total"] != 1:
            return 0
    return 0


def access_text(a: RawAccess) -> str:
    """balance: 10 -> 7; balance is 10"""
    name = a["name"].rpartition(".")[2]
    return f"{name}: {a['before']} -> {a['after']}" if a["op"] == "write" else f"{name} is {a['after']}"


def subjects(e: RawError) -> set[tuple[str, str | None]]:
    """The fields that the error is about: of a race those that its message names, else those that the failing line
    has accessed."""
    accesses = e.get("accesses", ())
    if e["kind"] == "race":
        return {(a["name"], a["object"]) for a in accesses if a["name"] in e["message"]}
    at = e["location"]
    if at is None or e["kind"] == "deadlock":
        return set()
    last = max((i for i, t in enumerate(e["trace"]) if t["thread"] == e["thread"]), default=-1)
    steps = e["trace"][last]["steps"] if last >= 0 else []
    lines = {k for k, s in enumerate(steps) if (s["file"], s["line"]) == (at["file"], at["line"])}
    return {(a["name"], a["object"]) for a in accesses if a["transition"] == last and a["step"] in lines}


def expired(e: RawError) -> str:
    """One line, where a limit of a wait passed on the path though other threads could run; "": none did."""
    found = list(dict.fromkeys(f"{t['thread']} in {t['expired']}" for t in e["trace"] if t.get("expired")))
    if not found:
        return ""
    what = f"a time limit passed while other threads could run: {found[0]}"
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{what}{more}; +vm.timeouts=idle leaves such paths out"


def switches(e: RawError) -> int:
    """Context switches: transitions of another thread than the one before."""
    threads = [t["thread_id"] for t in e["trace"]]
    return sum(a != b for a, b in zip(threads, threads[1:], strict=False))


def untried(told: RawShrunk) -> str:
    """What is left open where a path was shrunk: "" if none has fewer context switches."""
    if told["cut"]:
        return "; not all was tried: search.shrink.time gives more time"
    return "" if told["fewest"] else "; it was not shown that no path has fewer context switches"


def shrunk_text(told: RawShrunk | None) -> str:
    """shrunk from 6 to 2 context switches, 7 to 5 transitions, or what of that has changed. "": nothing was to be."""
    if not told or told["why"]:
        return ""
    if (told["transitions"], told["switches"]) == (told["transitions_before"], told["switches_before"]):
        open_ = untried(told)
        return f"no plainer path was found{open_}" if open_ else ""
    both = (("switches", "context switches"), ("transitions", "transitions"))  # what counts first comes first
    fewer = [(told[f"{k}_before"], told[k], name) for k, name in both]  # type: ignore[literal-required]
    text = "shrunk from " + ", ".join(f"{was} to {now} {name}" for was, now, name in fewer if was != now)
    return text + untried(told)


def alike(errors: Sequence[RawError]) -> list[list[RawError]]:
    """Errors of one search in groups: those of one property, exception and message at one place are told once."""
    groups: dict[object, list[RawError]] = {}
    for e in errors:
        at = e["location"]
        where = (at["class"], at["method"], at["line"]) if at else None
        groups.setdefault((e.get("test"), e["property"], e["exception"], where, e["message"]), []).append(e)
    return list(groups.values())


def where_it_ends(kind: str) -> str:
    """In the place of an event, of the state that an error of a b-program was found in."""
    return "no event can be selected" if kind == "deadlock" else "the run ends here"


def again(group: Sequence[RawError]) -> str:
    """Of a group: which errors were told with its first one."""
    numbers = [f"#{e['id']}" for e in group[1:]]
    more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
    paths = "another path: error" if len(numbers) == 1 else "other paths: errors"
    return f"the same on {paths} {', '.join(numbers[:10])}{more}, in the JSON report" if numbers else ""


def times(group: Sequence[object]) -> str:
    """ " (3 times)"; of one error nothing."""
    return f" ({len(group)} times)" if len(group) > 1 else ""


def folded_frames(frames: Sequence[RawFrame]) -> list[RawFrame | int]:
    """Frames of the library that called each other, the first aside, as their number."""
    out: list[RawFrame | int] = []
    run = 0
    for f in frames:
        run = run + 1 if f["class"].startswith(LIBRARY) else 0
        if run <= 1:
            out.append(f)
        elif isinstance(last := out[-1], int):
            out[-1] = last + 1
        else:
            out.append(1)
    return out


def more_frames(n: int) -> str:
    return f"... {n} more {'frame' if n == 1 else 'frames'} of the library"
