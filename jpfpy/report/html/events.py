"""The run of a b-program as a table: each event a row, each b-thread a lane with what it requested, waited for and
blocked where the event was selected. Marks say what colours say: * requested the event, > went on with it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ..told import where_it_ends
from .assets import STYLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...raw import RawError

SHOWN = 500  # events at either end of a run that is longer than twice that
SAID = (("requested", "requests"), ("waited_for", "waits for"), ("blocked", "blocks"))
KEY = "* requested the event that was selected, &gt; went on with it"


class Row(NamedTuple):
    number: int  # of the transition
    event: str
    rank: int  # which of `total` events that could be selected
    total: int  # 0: none is selected any more
    lanes: Sequence[Mapping[str, Any]]  # RawLane


def of_error(e: RawError) -> str:
    """Empty where the error is none of a b-program, or its trace has no lanes."""
    rows = [
        Row(i, t["choice"]["value"], t["choice"]["index"], t["choice"]["total"], t.get("lanes", ()))
        for i, t in enumerate(e["trace"])
        if t["choice"]["type"] == "EventChoice"
    ]
    if not any(row.lanes for row in rows):
        return ""
    if ends := e.get("lanes"):
        rows.append(Row(len(e["trace"]), where_it_ends(e["kind"]), 0, 0, ends))
    cycle: Any = e.get("cycle")
    return f"<h3>Events</h3><p class='hint'>{KEY}</p>{table(rows, cycle)}"


def fragment(rows: Sequence[Row], title: str) -> str:
    """A run by itself, as a notebook shows it."""
    return f"<style>{STYLE}</style><div class='jpf'><p class='hint'>{escape(title)}; {KEY}</p>{table(rows)}</div>"


def table(rows: Sequence[Row], cycle: int | None = None) -> str:
    """cycle: the number of the transition from which on the run repeats for ever."""
    names = list(dict.fromkeys(lane["bthread"] for row in rows for lane in row.lanes))
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in names)
    out = [
        f"<div class='scroll'><table class='lanes events' style='min-width:{11 * len(names) + 12}em'><thead><tr>"
        f"<th scope='col' style='width:3.2em'>#</th><th scope='col' style='width:9em'>event</th>{head}</tr></thead>"
    ]
    for i, row in enumerate(rows):
        if SHOWN <= i < len(rows) - SHOWN:
            if i == SHOWN:
                out.append(note(f"{len(rows) - 2 * SHOWN} events are left out here", len(names)))
            continue
        if row.number == cycle:
            out.append(note("from here on again and again", len(names)))
        out.append(line(row, names))
    return "".join([*out, "</table></div>"])


def note(text: str, lanes: int) -> str:
    return f"<tbody><tr><td class='n'></td><td class='at' colspan='{lanes + 1}'>{escape(text)}</td></tr></tbody>"


def line(row: Row, names: list[str]) -> str:
    by_name = {lane["bthread"]: lane for lane in row.lanes}
    cells = "".join(cell(by_name.get(name)) for name in names)
    label = escape(f"event {row.event}" if row.total else row.event, quote=True)
    rank = f" <span class='at'>{row.rank + 1}/{row.total}</span>" if row.total else ""
    return (
        f"<tbody class='t' tabindex='0' aria-label='{label}'><tr><td class='n'>{row.number}</td>"
        f"<td><b>{escape(row.event)}</b>{rank}</td>{cells}</tr></tbody>"
    )


def cell(lane: Mapping[str, Any] | None) -> str:
    if lane is None:
        return "<td></td>"
    kind, mark = ("step", "* ") if lane["selected"] else ("goes", "> ") if lane["resumed"] else ("", "")
    parts = "".join(f"<div><span class='at'>{word}</span> {escape(lane[key])}</div>" for key, word in SAID if lane[key])
    return f"<td{f' class={kind}' if kind else ''}><span class='mark'>{escape(mark)}</span>{parts}</td>"
