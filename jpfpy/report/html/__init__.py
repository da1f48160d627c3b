"""The report as one self-contained HTML file: each error's trace with a lane per thread, the locks that threads hold,
the deadlock cycle as a drawing, choices, statistics. No links out; report.html.* name its parts."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING

from ..console import (
    amount,
    full_property,
    method,
    place,
    platform,
    shortened,
    stack_lines,
    statistics_rows,
    user,
    verdict,
)
from ..told import alike, expired, folded_frames, more_frames, shrunk_text, times
from .assets import KEYS, SCRIPT, STYLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...config import Config
    from ...raw import RawError, RawReport, RawThread
    from .lanes import Prefixes

ERRORS, LISTED = 3, 50  # in a notebook: errors with their traces, and more of them in a line each
SMALL = 50  # in a notebook: transitions at either end of a trace
OUTPUT_SHOWN = 200_000  # characters of the program's output


def page(report: RawReport, config: Config | None = None) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(report['target'])}: {escape(report['result'])}</title>"
        "<style>:root{color-scheme:light dark}body{margin:0;background:Canvas}</style></head>"
        f"<body>{fragment(report, config)}<script type='text/javascript'>{SCRIPT}</script></body></html>\n"
    )


def fragment(report: RawReport, config: Config | None = None, small: bool = False) -> str:
    """The report without the page around it. Small: as a notebook shows it, with the first of many errors and the ends
    of long traces."""
    from ...config import Config

    config = config or Config()
    start = config.get_list("report.html.start")
    finished = config.get_list("report.html.finished")
    of_error = config.get_list("report.html.property_violation")
    of_error += [x for x in ("error", "trace", "snapshot") if x in finished and x not in of_error]
    style = "bad" if report["errors"] else "ok" if report["complete"] else "part"
    args = " ".join(report["args"])
    out = [f"<style>{STYLE}</style><div class='jpf'>"]
    if "sut" in start:
        name = os.path.basename(report["target"]) if small else report["target"]
        out.append(f"<h1>{escape(name)} {escape(args)}</h1>")
    if "result" in finished:
        out.append(f"<p class='verdict {style}'>{escape(verdict(report))}</p>")
    if "constraint" in config.get_list("report.html.constraint") and report["statistics"]:
        out += [f"<p class='part'>not whole: {escape(c)}</p>" for c in report["statistics"]["constraints"]]
        out += [f"<p class='part'>warning: {escape(w)}</p>" for w in report["statistics"].get("warnings", ())]
    if "result" in finished:
        out += [f"<p class='hint'>{escape(n)}</p>" for n in report.get("notes", ())]
    if "statistics" in finished:
        out.append(tiles(report))
    from .lanes import Prefixes

    prefixes = Prefixes()
    groups = alike(report["errors"])
    whole = groups[:ERRORS] if small else groups
    out += [error(g[0], of_error, prefixes, small, times(g)) for g in whole]
    if len(whole) < len(groups):
        rest = groups[ERRORS:]
        lines = "".join(
            f"<li>{escape(g[0]['property'])}: {escape(shortened(g[0]['message']))}{times(g)}</li>"
            for g in rest[:LISTED]
        )
        more = f"<p class='hint'>and {len(rest) - LISTED} more</p>" if len(rest) > LISTED else ""
        out.append(f"<h3>{len(rest)} more errors</h3><ul>{lines}</ul>{more}")
    for item in finished:
        if item == "output" and report["output"]:
            out.append("<h2>Output along the search</h2>" + pre(report["output"]))
        elif item == "statistics" and report["statistics"]:
            out.append("<h2>Statistics</h2>" + facts(statistics_rows(report["statistics"])))
    out += [about(report, item) for item in start]
    out.append("</div>")
    return "".join(out)


def fragment_of_error(e: RawError) -> str:
    """One error, as a notebook shows it."""
    shown = error(e, ["error", "trace", "snapshot"], None, small=True)
    return f"<style>{STYLE}</style><div class='jpf'>{shown}</div>"


def about(report: RawReport, item: str) -> str:
    match item:
        case "jpf":
            by = f"made by jpfpy {report['jpfpy']}"
            by += f", class library of JDK {report['jdk']}" if report["jdk"] else ""
            return f"<p class='hint'>{escape(by)}</p>"
        case "platform":
            return "<h2>Platform</h2>" + facts(platform(report["jdk"]).items())
        case "user":
            return f"<p class='hint'>user: {escape(user())}</p>"
        case "dtg":
            from ..console import timestamp

            return f"<p class='hint'>{timestamp()}</p>"
        case "config":
            return f"<details><summary>Configuration</summary>{facts(report['config'].items())}</details>"
    return ""


def error(e: RawError, items: list[str], prefixes: Prefixes | None = None, small: bool = False, often: str = "") -> str:
    """`often`: how often it was found, in words."""
    out = []
    if "error" in items:
        out.append(f"<h2 class='bad' tabindex='-1'>Error {e['id']}: {escape(full_property(e['property']))}{often}</h2>")
        stack = "".join(escape(f"\n{line}") for line in stack_lines(e, "    "))
        out.append(f"<pre>{escape(e['message'])}{stack}</pre>")
        if "note" in e:
            out.append(f"<p class='part'>note: {escape(e['note'])}</p>")
        if limit := expired(e):
            out.append(f"<p class='part'>{escape(limit)}</p>")
        from .cycle import drawing

        out.append(drawing(e["snapshot"]))
    if "trace" in items:
        from .events import of_error
        from .lanes import SHOWN, table

        out.append(of_error(e))
        keys = "" if small else f"; {KEYS}"
        ends = SMALL if small else SHOWN
        out.append(f"<h3>Trace</h3><p class='hint'>time runs downwards{keys}</p>{table(e, prefixes, ends)}")
        out.append(f"<p>replay: <code>{escape(e['replay'])}</code></p>")
        if text := shrunk_text(e.get("shrunk")):
            out.append(f"<p class='hint'>{escape(text)}</p>")
    if "snapshot" in items and e["snapshot"]:
        threads = "".join(snapshot(t) for t in e["snapshot"])
        out.append(f"<details><summary>Threads at the error: stacks and local variables</summary>{threads}</details>")
    if "output" in items and e.get("output"):
        out.append("<h3>Output of this path</h3>" + pre(e.get("output", "")))
    return "".join(out)


def snapshot(t: RawThread) -> str:
    lines = []
    for f in folded_frames(t["frames"]):
        if isinstance(f, int):
            lines.append(f"    {more_frames(f)}")
            continue
        lines.append(f"    at {method(f)}({place(f)})")
        if f["locals"]:
            lines.append("       " + ", ".join(f"{k}={v}" for k, v in f["locals"].items()))
    daemon = ", daemon" if t["daemon"] else ""
    return f"<h3>{escape(t['name'])} ({escape(t['status'])}{daemon})</h3><pre>{escape(chr(10).join(lines))}</pre>"


def pre(text: str) -> str:
    left = len(text) - OUTPUT_SHOWN
    note = f"<p class='hint'>{left:,} more characters are in the JSON report</p>" if left > 0 else ""
    return f"<pre>{escape(text[:OUTPUT_SHOWN])}</pre>{note}"


def facts(rows: Iterable[tuple[str, str]]) -> str:
    body = "".join(f"<tr><td>{escape(n)}</td><td>{escape(v)}</td></tr>" for n, v in rows)
    return f"<table class='facts'>{body}</table>"


def tiles(report: RawReport) -> str:
    s = report["statistics"]
    if not s:
        return ""
    shown = [
        (f"{s['states_new']:,}", "states"),
        (f"{s['transitions']:,}", "transitions"),
        (f"{s['max_depth']:,}", "deepest path"),
        (f"{s['elapsed_s']:.3g} s", "time"),
        (amount(s["peak_rss_bytes"]), "memory"),
    ]
    return "<div class='tiles'>" + "".join(f"<div class='tile'><b>{a}</b>{b}</div>" for a, b in shown) + "</div>"
