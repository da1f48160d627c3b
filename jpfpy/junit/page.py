"""A suite as one HTML page: the table of its tests, and each error as the page of a search shows it."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING

from ..report.html import about, error, facts
from ..report.html.assets import SCRIPT, STYLE
from ..report.told import alike, times
from .suite import count
from .text import said, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..config import Config
    from ..raw import RawReport
    from .run import Result

STYLES = {"failed": "bad", "passed": "ok"}


def page(report: RawReport, results: Sequence[Result], config: Config) -> str:
    counts = count(results)
    name = report["target"]
    if os.path.isdir(name):
        name = os.path.basename(os.path.abspath(name))  # "." says nothing
    style = "bad" if counts["failed"] else "ok" if report["complete"] else "part"
    out = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(name)}: {escape(report['result'])}</title>"
        "<style>@media(prefers-color-scheme:dark){body{background:#16181b}}</style></head><body>",
        f"<style>{STYLE}</style><div class='jpf'><h1>{escape(name)}</h1>",
        f"<p class='verdict {style}'>{escape(said(results))}</p>",
        "<table class='facts'><tr><th>test</th><th>outcome</th><th>states</th><th>seconds</th><th></th></tr>",
    ]
    out += [row(i, r) for i, r in enumerate(results)]
    out.append("</table>")
    items = config.get_list("report.html.property_violation")
    for i, r in enumerate(results):
        if r.outcome == "failed":
            out.append(f"<h1 id='test{i}'>{escape(r.name)}</h1>")
            if r.report and r.report["errors"]:
                out += [error(g[0], items, often=times(g)) for g in alike(r.report["errors"])]
            else:
                out.append(f"<pre>{escape(r.message)}</pre>")
    out += [about(report, item) for item in config.get_list("report.html.start")]
    out.append(facts((o, str(n)) for o, n in counts.items()))
    out.append(f"</div><script type='text/javascript'>{SCRIPT}</script></body></html>\n")
    return "".join(out)


def row(i: int, r: Result) -> str:
    name = escape(f"{r.test.cls} {title(r)}")
    if r.outcome == "failed":
        name = f"<a href='#test{i}'>{name}</a>"
    style = STYLES.get(r.outcome, "part")
    why = escape(r.message.split("\n")[0])
    return (
        f"<tr><td>{name}</td><td class='{style}'>{r.outcome}</td><td>{r.states:,}</td>"
        f"<td>{r.seconds:.2f}</td><td>{why}</td></tr>"
    )
