"""What notebooks show besides whole reports: small objects as small tables, and a search while it runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from .html.theme import variables
from .watching import Watch

if TYPE_CHECKING:
    from ..raw import Progress

STYLE = (
    ".jpf-card{"
    + variables("soft", "rule", "bad", "ok", "part")
    + """color:var(--fg);background:var(--bg);font:13px/1.45 system-ui,sans-serif;padding:.4em .6em}
.jpf-card table{border-collapse:collapse;margin:0;color:inherit;font-size:inherit}
.jpf-card.jpf-card :is(th,td){text-align:left;vertical-align:top;padding:.15em 1em .15em 0;border:0;background:none;
border-bottom:1px solid var(--rule);overflow-wrap:anywhere;max-width:60em}
.jpf-card.jpf-card :is(th,td.n){color:var(--soft);font-weight:400;white-space:nowrap;overflow-wrap:normal}
.jpf-card.jpf-card.jpf-card tr{background:none}.jpf-card td.r{text-align:right;font-variant-numeric:tabular-nums}
.jpf-card.jpf-card code{font:12px/1.45 ui-monospace,SFMono-Regular,Menlo,monospace;background:none;
color:inherit;padding:0}
.jpf-card .bad{color:var(--bad)}.jpf-card .ok{color:var(--ok)}.jpf-card .part{color:var(--part)}
.jpf-card .soft{color:var(--soft)}
"""
)


def wrapped(body: str) -> str:
    return f"<div class='jpf-card'><style>{STYLE}</style>{body}</div>"


def card(title: str, rows: Iterable[tuple[str, object]], kind: str = "") -> str:
    """Names and values below a title."""
    body = "".join(f"<tr><td class='n'>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in rows)
    mark = f" class='{kind}'" if kind else ""
    return wrapped((f"<b{mark}>{escape(title)}</b>" if title else "") + (f"<table>{body}</table>" if body else ""))


def listing(columns: Iterable[str], rows: Iterable[Iterable[object]], code: Iterable[int] = ()) -> str:
    """A table with a heading; `code`: columns in a fixed font."""
    fixed = set(code)
    head = "".join(f"<th>{escape(c)}</th>" for c in columns)
    body = ""
    for row in rows:
        cells = (
            f"<td><code>{escape(str(c))}</code></td>" if i in fixed else f"<td>{escape(str(c))}</td>"
            for i, c in enumerate(row)
        )
        body += f"<tr>{''.join(cells)}</tr>"
    return wrapped(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def number(value: object) -> object:
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}" if isinstance(value, float) else value


AFTER = 0.7  # seconds: a search that is over by then shows nothing
EVERY = 0.5


class NotebookProgress:
    """What there is of the search, below the cell, as long as it runs; with an estimate of what is to come, a bar."""

    def __init__(self, display: Any, html: Any) -> None:
        self.display, self.html = display, html
        self.handle: Any = None
        self.watch = Watch(EVERY)
        self.last = self.watch.started

    def update(self, p: Progress) -> None:
        now = time.monotonic()
        if now - self.watch.started < AFTER or now - self.last < EVERY:
            return
        self.last = now
        parts = self.watch.parts(p, self.watch.look(p))
        text = escape(", ".join(part for part in parts.values() if part))
        shown = self.html(wrapped(f"{bar(p)}{text} <span class='soft'>interrupt the kernel to end the search</span>"))
        if self.handle is None:
            self.handle = self.display(shown, display_id=True)
        else:
            self.handle.update(shown)

    def stop(self) -> None:
        if self.handle is not None:
            self.handle.update(self.html(""))


def bar(p: Progress) -> str:
    """The share of the states that was found, dark; between what it may be at least and at most, lighter."""
    n, low, high = p["states_new"], p.get("to_come_low"), p.get("to_come_high")
    if low is None or high is None:
        return ""
    least, most = (100 * n / (n + more) if n + more else 0.0 for more in (high, low))
    return (
        "<div style='height:6px;max-width:40em;background:#8883;border-radius:3px;overflow:hidden;margin:2px 0' "
        f"title='{least:.0f} to {most:.0f} % of the states, by estimate'>"
        f"<div style='height:100%;width:{most:.1f}%;background:#4a90d966'>"
        f"<div style='height:100%;width:{100 * least / most if most else 0:.1f}%;background:#4a90d9'></div></div></div>"
    )


def notebook_progress() -> NotebookProgress | None:
    """None: this is no notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or getattr(shell, "kernel", None) is None:
        return None
    from IPython.display import HTML, display

    return NotebookProgress(display, HTML)
