"""The trace of an error as a table: time runs downwards, each thread has a lane, each source line a row. A bar beside
the lines shows each lock from where its thread takes it to where it gives it back."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..console import method, place, standing
from ..told import LIBRARY, Told
from .assets import LOCK_COLOURS
from .cycle import short

if TYPE_CHECKING:
    from ...raw import RawError, RawLockEvent, RawStep, RawThread, RawTransition

FOLD = 14  # lines of a transition that are shown; of a longer one the first and last ENDS, the others fold
ENDS = 6
FRAMES = 3  # of each thread at the end
FEWEST = 4  # transitions that begin another error's trace too, from which on they are shown there only
KEPT = 3  # the last ones are always shown
WIDE = 5  # more lanes than this are narrow: lines reach into the lane beside, which is empty in that row
NO_LINE = "<div class='at'>(no line of the program's own)</div>"
SHOWN = 1000  # transitions at either end of a trace that is longer than twice that


class Locks:
    """Who holds what, line by line: the state that the bars are drawn from."""

    def __init__(self, e: RawError) -> None:
        self.colour: dict[str, int] = {}
        self.slot: dict[tuple[int, str], int] = {}  # of (lane, lock): which bar from the left
        self.held: dict[int, list[str]] = {}
        used: dict[int, int] = {}
        self.events: dict[int, list[RawLockEvent]] = {}  # by transition
        for event in e.get("locks", ()):
            self.events.setdefault(event["transition"], []).append(event)
            lane, lock = event["thread_id"], event["lock"]
            self.colour.setdefault(lock, len(self.colour) % LOCK_COLOURS)
            if (lane, lock) not in self.slot:
                self.slot[lane, lock] = used.get(lane, 0)
                used[lane] = used.get(lane, 0) + 1
        self.width = used

    def row(self, lanes: list[int], events: list[tuple[int, str, str]]) -> dict[int, str]:
        """The bars of one line, by lane; `events`: (lane, lock, op) of that line."""
        out: dict[int, str] = {}
        for lane in lanes:
            kinds = dict.fromkeys(self.held.get(lane, ()), "")
            for who, lock, op in events:
                if who == lane:
                    was = kinds.get(lock)
                    kinds[lock] = "from" if op == "acquired" else "to" if was == "" else "both"
            bars = (
                f"<i class='bar {kind} l{self.colour[lock]}' style='--slot:{self.slot[lane, lock]}'"
                f" title='{escape(lane_title(lock), quote=True)}'></i>"
                for lock, kind in kinds.items()
            )
            out[lane] = "".join(bars)
        for who, lock, op in events:
            mine = self.held.setdefault(who, [])
            if op == "acquired":
                mine.append(lock)
            elif lock in mine:
                mine.remove(lock)
        return out

    def chip(self, lock: str, text: str, wait: bool = False) -> str:
        colour = f" l{self.colour[lock]}" if lock in self.colour and not wait else ""
        title = escape(lock, quote=True)
        return f"<span class='lock{' wait' if wait else colour}' title='{title}'>{text} {escape(short(lock))}</span>"


def lane_title(lock: str) -> str:
    return f"holds {lock}"


class Prefixes:
    """Beginnings of the traces that a page has shown: errors of one search share most of their paths."""

    def __init__(self) -> None:
        self.shown: dict[int, int] = {}  # of the beginnings, by their digests: the first error that has it

    def of(self, e: RawError) -> tuple[int, int]:
        """How many transitions another error begins with, too, and the number of that error."""
        digest, n, who, same = 0, 0, 0, True
        for i, t in enumerate(e["trace"], 1):
            digest = hash((digest, repr(t), tuple(repr(x) for x in e.get("locks", ()) if x["transition"] == i - 1)))
            same = same and digest in self.shown
            if same:
                n, who = i, self.shown[digest]
            self.shown.setdefault(digest, e["id"])
        n = min(n, len(e["trace"]) - KEPT)
        return (n, who) if n >= FEWEST else (0, 0)


def table(e: RawError, prefixes: Prefixes | None = None, ends_shown: int = SHOWN) -> str:
    """`ends_shown`: transitions at either end of a trace that is longer than twice that."""
    same, other = prefixes.of(e) if prefixes is not None else (0, 0)
    names: dict[int, str] = {}
    for t in e["trace"]:
        names[t["thread_id"]] = t["thread"]
    for thread in e["snapshot"]:
        names.setdefault(thread["id"], thread["name"])
    lanes = sorted(names)
    locks = Locks(e)
    told = Told(e)
    out = []
    if locks.colour:
        chips = "".join(locks.chip(lock, "") for lock in locks.colour)
        out.append(f"<p>locks, as bars in the lane of the thread that holds them: {chips}</p>")
    kind = "lanes wide" if len(lanes) > WIDE else "lanes"
    out.append(f"<div class='scroll'><table class='{kind}' style='min-width:{12 * len(lanes) + 3}em'>")
    out.append("<thead><tr><th scope='col' style='width:3.2em'>#</th>")
    out += [f"<th scope='col'>{escape(names[i])}</th>" for i in lanes]
    out.append("</tr></thead>")
    n = len(e["trace"])
    for i, t in enumerate(e["trace"]):
        rows = transition(i, t, lanes, locks, told)
        if i < same:
            if i == 0:
                out.append(left_out(f"transitions 0 to {same - 1:,} are those of error {other}", len(lanes)))
        elif n <= 2 * ends_shown or i < ends_shown or i >= n - ends_shown:
            out.append(rows)
        elif i == ends_shown:
            left = n - 2 * ends_shown
            out.append(left_out(f"{left:,} transitions are left out here; the JSON report has all of them", len(lanes)))
    ends = {t["id"]: t for t in e["snapshot"]}
    if ends:
        cells = "".join(
            f"<td class='end'{width(locks, i)}>{stands(ends[i], locks)}</td>" if i in ends else "<td>ended</td>"
            for i in lanes
        )
        out.append(f"<tbody class='t' tabindex='0'><tr><td class='n'>end</td>{cells}</tr></tbody>")
    out.append("</table></div>")
    return "".join(out)


def left_out(text: str, lanes: int) -> str:
    return f"<tbody><tr><td colspan='{lanes + 1}' class='hint'>{text}</td></tr></tbody>"


def width(locks: Locks, lane: int) -> str:
    return f" style='--held:{locks.width[lane]}'" if lane in locks.width else ""


def transition(number: int, t: RawTransition, lanes: list[int], locks: Locks, told: Told) -> str:
    """Its choice, then a row for each source line."""
    c = t["choice"]
    value = "" if c["type"] in ("ThreadChoiceFromSet", "BreakGenerator") else f" = {c['value']}"
    more = "".join(f" × {x['id']} = {x['value']} ({x['index'] + 1}/{x['total']})" for x in t.get("cascade", ()))
    alone = "" if c["total"] > 1 else " class='at'"
    title = escape(f"{c['type']}: choice {c['index'] + 1} of {c['total']}", quote=True)
    choice = (
        f"<div class='choice' title='{title}'><b{alone}>{escape(c['id'] + value)}</b>"
        f" {c['index'] + 1}/{c['total']}{escape(more)}</div>"
    )
    steps = t["steps"]
    by_step: dict[int, list[tuple[int, str, str]]] = {}
    for event in locks.events.get(number, ()):
        at = min(event["step"], max(len(steps) - 1, 0))
        by_step.setdefault(at, []).append((event["thread_id"], event["lock"], event["op"]))
    begin, end = (ENDS, len(steps) - ENDS) if len(steps) > FOLD else (0, 0)
    if left := told.folded(number, t):
        begin, end = 0, left
    out = [f"<tbody class='t' tabindex='0' aria-label='transition {number} of {escape(t['thread'], quote=True)}'>"]
    for k in range(max(len(steps), 1)):
        events = by_step.get(k, [])
        bars = locks.row(lanes, events)
        text = choice if k == 0 else ""
        if k == 0:
            text += "".join(f"<div class='at'>{escape(comment)}</div>" for comment in t.get("comments", ()))
        text += line(steps[k]) if steps else "" if t.get("comments") else NO_LINE
        text += "".join(
            locks.chip(lock, "locks" if op == "acquired" else "releases")
            for _, lock, op in events
            if not (op == "released" and (_, lock, "acquired") in events)
        )
        text += beside(told, number, k)
        folded = begin <= k < end
        if folded and k == begin:
            of = ("", "") if begin else (choice, str(number))
            out.append(fold_row(end - begin, lanes, t["thread_id"], locks, *of))
        if folded and not begin and k == 0:
            text = text.removeprefix(choice)
        cells = "".join(
            f"<td{' class=step' if lane == t['thread_id'] else ''}{width(locks, lane)}>{bars[lane]}"
            f"{text if lane == t['thread_id'] else ''}</td>"
            for lane in lanes
        )
        first = number if k == 0 and not (folded and not begin) else ""
        out.append(f"<tr{' class=more' if folded else ''}><td class='n'>{first}</td>{cells}</tr>")
    out.append("</tbody>")
    return "".join(out)


def beside(told: Told, number: int, k: int) -> str:
    """What a line does to data that threads share, and what it prints."""
    out = "".join(
        f"<div class='data{' about' if about else ''}'>{'● ' if about else ''}{escape(text)}</div>"
        for text, about in told.data.get((number, k), ())
    )
    return out + "".join(f"<div class='out'>{escape(text)}</div>" for text in told.prints.get((number, k), ()))


def fold_row(n: int, lanes: list[int], running: int, locks: Locks, choice: str = "", number: str = "") -> str:
    """`choice` and `number`: of the transition, where its first lines are folded: those before another thread runs."""
    bars = locks.row(lanes, [])
    what = "lines before another thread runs" if choice else "more lines"
    label = f"{choice}<label><input type='checkbox'> {n} {what}</label>"
    cells = "".join(
        f"<td{' class=step' if lane == running else ''}{width(locks, lane)}>{bars[lane]}"
        f"{label if lane == running else ''}</td>"
        for lane in lanes
    )
    return f"<tr class='fold'><td class='n'>{number}</td>{cells}</tr>"


def line(s: RawStep) -> str:
    title = escape(method(s), quote=True)
    text = escape(s.get("source") or method(s))
    return f"<div title='{title}'><span class='at'>{escape(place(s))}</span> <span class='src'>{text}</span></div>"


def stands(t: RawThread, locks: Locks) -> str:
    """How a thread stands at the end: what it holds, what it waits for, where."""
    out = [f"<div>{escape(standing(t))}</div>"]
    out += [f"<div>{locks.chip(o['id'], 'holds')}</div>" for o in t["owned"]]
    if t["waiting_for"]:
        out.append(f"<div>{locks.chip(t['waiting_for']['id'], 'needs', wait=True)}</div>")
    own = [f for f in t["frames"] if not f["class"].startswith(LIBRARY)]
    library = [] if own and t["frames"][0] is own[0] else t["frames"][:1]
    out += [line(f) for f in (*library, *own[: FRAMES - len(library)])]
    return "".join(out)
