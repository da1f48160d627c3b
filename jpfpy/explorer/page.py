"""An explorer as HTML: the threads, the choices, the path, the values and the graph; whole without a script, and in
pieces for the widget."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..graph.drawing import svg
from ..made import shown_target
from ..report.html.theme import variables
from .position import shown

if TYPE_CHECKING:
    from . import Explorer
    from .position import Move, Option, Position

LAST = 8  # of a page without a script, transitions that are shown at once
LINES = 3  # of a transition
MOVES = 200  # of a path that are shown: the first and the last halves

STYLE = (
    ".jpf-ex{"
    + variables("soft", "rule", "well", "step", "chosen", "edge", "bad", "badbg", "ok", "part", "mark")
    + """color:var(--fg);background:var(--bg);font:13px/1.45 system-ui,sans-serif;padding:.6em;box-sizing:border-box}
.jpf-ex *{box-sizing:border-box}
.jpf-ex .head{display:flex;flex-wrap:wrap;gap:.2em 1em;align-items:baseline;margin:0 0 .5em}
.jpf-ex .soft{color:var(--soft)}.jpf-ex .bad{color:var(--bad)}.jpf-ex .ok{color:var(--ok)}
.jpf-ex .two{display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start}
.jpf-ex .two>.left{flex:3 1 26em;min-width:0}
.jpf-ex .two>.right{flex:2 1 16em;min-width:0;max-height:34em;overflow:auto}
.jpf-ex .scroll{overflow:auto;max-height:20em;border:1px solid var(--rule);margin:0 0 .6em}
.jpf-ex table{border-collapse:collapse;width:100%;margin:0;color:inherit;font-size:inherit;table-layout:auto}
.jpf-ex.jpf-ex :is(th,td){text-align:left;vertical-align:top;padding:.2em .6em;border:0;
border-bottom:1px solid var(--rule);background:var(--bg);max-width:none;white-space:normal;overflow-wrap:break-word}
.jpf-ex.jpf-ex th{position:sticky;top:0;z-index:1;color:var(--soft);font-weight:600;background:var(--bg)}
.jpf-ex.jpf-ex tr.now>td{background:var(--chosen)}
.jpf-ex.jpf-ex tr.ran>td{background:var(--step)}
.jpf-ex.jpf-ex code,.jpf-ex pre,.jpf-ex .src{font:12px/1.45 ui-monospace,SFMono-Regular,Menlo,monospace;background:none;
color:inherit;padding:0;white-space:pre-wrap;overflow-wrap:anywhere}
.jpf-ex .whole .scroll{max-height:none}.jpf-ex summary{color:var(--soft);cursor:pointer;margin:0 0 .4em}
.jpf-ex .status{white-space:nowrap}.jpf-ex .data{color:var(--part);white-space:pre-wrap}
.jpf-ex .out{border-left:3px solid var(--edge);padding-left:.5em}
.jpf-ex.jpf-ex .choices{display:flex;flex-wrap:wrap;gap:.4em;margin:0 0 .6em;padding:0;list-style:none}
.jpf-ex .choices>li{border:1px solid var(--rule);border-radius:4px;padding:.15em .6em;margin:0}
.jpf-ex button{font:inherit;color:var(--fg);background:var(--well);border:1px solid var(--rule);border-radius:4px;
padding:.2em .7em;cursor:pointer;text-align:left}
.jpf-ex button:hover,.jpf-ex button:focus-visible{border-color:var(--edge);outline:none;background:var(--step)}
.jpf-ex button:disabled{opacity:.5;cursor:default}
.jpf-ex input{font:inherit;color:var(--fg);background:var(--bg);border:1px solid var(--rule);border-radius:4px;
padding:.2em .5em}
.jpf-ex input[type=range]{padding:0;accent-color:var(--edge);flex:1 1 10em}
.jpf-ex .bar{display:flex;flex-wrap:wrap;gap:.4em;align-items:center;margin:0 0 .6em}
.jpf-ex .error{background:var(--badbg);color:var(--bad);padding:.4em .7em;margin:0 0 .6em;overflow-wrap:anywhere}
"""
)


def threads(p: Position, ran: str = "") -> str:
    rows = []
    for t in p.threads:
        source = escape(t.line.source or "") if t.line is not None else ""
        locks = "".join(f"<div>holds {escape(name)}</div>" for name in t.holds)
        local = ""
        if own := next((f for f in t.frames if f.location == t.line), None) or (t.frames[0] if t.frames else None):
            local = ", ".join(f"{k}={v}" for k, v in own.locals.items() if k != "this")
        stack = escape("\n".join(str(f) for f in t.frames), quote=True)
        rows.append(
            f"<tr{' class=ran' if t.name == ran else ''}><td class='status' title='{stack}'>{escape(t.name)}</td>"
            f"<td class='status'>{escape(t.status.lower())}</td>"
            f"<td><span class='soft'>{escape(t.place)}</span> <span class='src'>{source}</span>"
            f"{f'<div class=soft>{escape(local)}</div>' if local else ''}</td><td>{locks}</td>"
            f"<td>{escape(t.next)}</td></tr>"
        )
    if not rows:
        return "<p class='soft'>no thread lives</p>"
    head = "<tr><th>thread</th><th>state</th><th>line</th><th>locks held</th><th>what comes next</th></tr>"
    return f"<div class='scroll'><table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table></div>"


def error(p: Position) -> str:
    if p.kind != "error":
        return ""
    text = str(p.error) if p.error is not None else "an error that was met before"
    return f"<div class='error'>{escape(text)}</div>"


def values(p: Position, before: Position | None) -> str:
    """Of the watched expressions, with what they were before the last step."""
    if not p.values:
        return ""
    rows = []
    for name, value in p.values.items():
        was = before.values.get(name) if before is not None else value
        change = f"<span class='data'>{escape(shown(was))} → {escape(shown(value))}</span>"
        rows.append(
            f"<tr><td><code>{escape(name)}</code></td>"
            f"<td>{change if was != value else f'<code>{escape(shown(value))}</code>'}</td></tr>"
        )
    return f"<div class='scroll'><table><tbody>{''.join(rows)}</tbody></table></div>"


def path(moves: list[Move], now: int, folded: bool = False) -> str:
    """A row for each transition; `now` is the one that led to where the explorer stands. Folded: all but the last ones
    are in a part that opens."""
    rows = path_rows(moves, now)
    if not folded:
        return table(rows)
    early, last = rows[:-LAST], rows[-LAST:]
    fold = f"<details><summary>{len(early)} transitions before</summary>{table(early)}</details>" if early else ""
    return f"<div class='whole'>{fold}{table(last)}</div>"


def table(rows: list[str]) -> str:
    head = "<tr><th>#</th><th>who</th><th>lines, and what they print</th><th>data</th></tr>"
    return f"<div class='scroll path'><table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table></div>"


def path_rows(moves: list[Move], now: int) -> list[str]:
    names = list(moves[0].position.values) if moves else []
    out = []
    for i, m in enumerate(moves):
        if len(moves) > MOVES and MOVES // 2 <= i < len(moves) - MOVES // 2 and i != now:
            if i == MOVES // 2:
                left = len(moves) - MOVES
                out.append(
                    f"<tr><td></td><td class='soft' colspan='3'>{left:,} transitions are left out here</td></tr>"
                )
            continue
        lines = "".join(
            f"<div><span class='soft'>{s.file}:{s.line}</span> <span class='src'>{escape(s.source or '')}</span></div>"
            for s in m.steps[-LINES:]
        )
        if len(m.steps) > LINES:
            lines = f"<div class='soft'>{len(m.steps) - LINES} lines before</div>{lines}"
        said = "".join(f"<div class='out src'>{escape(line)}</div>" for line in m.output.splitlines()[:6])
        data = f"<div class='data'>{escape(str(m.access))}</div>" if m.access is not None else ""
        watched = "".join(
            f"<div class='data'>{escape(n)} = {escape(shown(m.position.values.get(n)))}</div>"
            for n in names
            if i and m.position.values.get(n) != moves[i - 1].position.values.get(n)
        )
        out.append(
            f"<tr data-n='{i}'{' class=now' if i == now else ''}><td class='soft'>{i}</td>"
            f"<td class='status'>{escape(m.thread)}{f' <b>{escape(m.choice)}</b>' if m.choice else ''}</td>"
            f"<td>{lines}{said}</td><td>{data}{watched}</td></tr>"
        )
    return out


def headline(target: str, p: Position) -> str:
    kind = {"error": " <b class='bad'>error</b>", "end": " <b>the program has ended</b>", "ignored": " <b>cut off</b>"}
    return (
        f"<div class='head'><b>{escape(shown_target(target))}</b><span>state {p.id}</span>"
        f"<span class='soft'>{p.depth} transitions</span>{kind.get(p.kind, '')}</div>"
    )


def option(c: Option) -> str:
    return f"<b>{escape(c.text)}</b>{f' <span class=soft>{escape(c.next)}</span>' if c.next else ''}"


def wrapped(*pieces: str) -> str:
    return f"<div class='jpf-ex'><style>{STYLE}</style>{''.join(pieces)}</div>"


def position(p: Position) -> str:
    """One position, by itself."""
    items = "".join(f"<li>{c.number}: {option(c)}</li>" for c in p.choices)
    chosen = f"<ul class='choices'>{items}</ul>" if items else ""
    return wrapped(headline("", p), error(p), threads(p), values(p, None), chosen)


def graph(ex: Explorer) -> str:
    moves = ex.path
    steps = [(a.position.id, b.position.id) for a, b in zip(moves, moves[1:], strict=False)]
    return svg(ex.graph, ex.state_id, steps)


def page(ex: Explorer) -> str:
    """The whole, without a script."""
    moves, p = ex.path, ex.position
    items = "".join(f"<li>step({c.number}): {option(c)}</li>" for c in p.choices)
    chosen = f"<ul class='choices'>{items}</ul>" if items else ""
    before = moves[-2].position if len(moves) > 1 else None
    notes = "".join(f"<p class='soft'>{escape(n)}</p>" for n in ex.notes)
    return wrapped(
        headline(ex.target, p),
        error(p),
        f"<div class='two'><div class='left'>{threads(p, moves[-1].thread)}{chosen}{values(p, before)}",
        f"{path(moves, len(moves) - 1, folded=True)}{notes}</div><div class='right'>{graph(ex)}</div></div>",
    )
