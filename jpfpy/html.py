"""The report as one self-contained HTML file: each error's trace with a lane per thread, the locks that threads hold at
the end, the deadlock cycle as a drawing. No links; one small script for the keys j and k (steps) and n (errors), and
the page is whole without it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .console import amount, place, standing, verdict

if TYPE_CHECKING:
    from .raw import RawError, RawReport, RawThread, RawTransition

STYLE = """
.jpf{font:14px/1.45 system-ui,sans-serif;color:#1c1e21;background:#fff;max-width:1200px;margin:auto;padding:1em}
.jpf h1{font-size:1.35em}.jpf h2{font-size:1.1em;margin-top:1.6em}
.jpf .ok{color:#17692f}.jpf .bad{color:#a8071a}.jpf .part{color:#8a5a00}
.jpf pre,.jpf code,.jpf td.step{font:12px/1.45 ui-monospace,monospace}
.jpf pre{background:#f5f6f7;padding:.7em;overflow:auto;white-space:pre-wrap}
.jpf table{border-collapse:collapse}.jpf .scroll{overflow-x:auto}
.jpf table.lanes{table-layout:fixed;width:100%;min-width:640px}
.jpf table.lanes th{position:sticky;top:0;background:#fff;text-align:left}
.jpf table.lanes th{border-bottom:2px solid #bbb;padding:.3em .5em}
.jpf table.lanes td{vertical-align:top;border-top:1px solid #e4e6e9;padding:.3em .5em;overflow-wrap:anywhere}
.jpf table.lanes td.n{width:3em;color:#777}.jpf td.step{background:#eef4fb;border-left:3px solid #3b7dc4}
.jpf td.end{background:#fdecec;border-left:3px solid #c43b3b}
.jpf .choice{color:#5b6470}.jpf .at{color:#5b6470}
.jpf table.stats td{padding:.1em 1em .1em 0}
.jpf tr:focus{outline:2px solid #3b7dc4;outline-offset:-2px}.jpf .hint{color:#5b6470;font-size:12px}
.jpf .lock{display:inline-block;border:1px solid #b58900;color:#7a5c00;border-radius:3px;padding:0 .35em}
.jpf .lock.wait{border-style:dashed;border-color:#c43b3b;color:#a8071a}
.jpf svg.cycle{max-width:100%;height:auto}.jpf svg.cycle text{font:12px system-ui,sans-serif;fill:#1c1e21}
.jpf svg.cycle text{paint-order:stroke;stroke:#fff;stroke-width:4px}.jpf svg.cycle rect+text{stroke:none}
.jpf details>summary{cursor:pointer;color:#5b6470}
.jpf svg.cycle rect{fill:#fdecec;stroke:#c43b3b}.jpf svg.cycle path{stroke:#c43b3b;fill:none;stroke-width:1.5}
.jpf .tiles{display:flex;flex-wrap:wrap;gap:.6em}.jpf .tile{border:1px solid #ccc;border-radius:4px;padding:.3em .8em}
.jpf .tile b{display:block;font-size:1.15em}
@media(prefers-color-scheme:dark){body .jpf{color:#e4e6e9;background:#16181b}.jpf .ok{color:#6fce8a}
.jpf .bad{color:#ff8d8d}.jpf .part{color:#e6b45c}.jpf pre{background:#202327}
.jpf table.lanes th{background:#16181b}.jpf table.lanes td{border-color:#333}
.jpf td.step{background:#1c2733}.jpf td.end{background:#3a2020}.jpf .choice,.jpf .at,.jpf .hint{color:#9aa3ad}
.jpf .lock{color:#e6c15c}.jpf .lock.wait{color:#ff8d8d}.jpf .tile{border-color:#444}
.jpf svg.cycle text{fill:#e4e6e9;stroke:#16181b}.jpf svg.cycle rect{fill:#3a2020}body{background:#16181b}}
"""


ENDS = 6
SCRIPT = """
document.addEventListener('keydown',function(e){if(e.ctrlKey||e.metaKey||e.altKey)return;
var all=[].slice.call(document.querySelectorAll(e.key=='n'?'.jpf h2.bad':'.jpf table.lanes tr[tabindex]'));
var d=e.key=='j'||e.key=='n'?1:e.key=='k'?-1:0;if(!d||!all.length)return;
var i=all.indexOf(document.activeElement);i=i<0?(d>0?0:all.length-1):(i+d+all.length)%all.length;
all[i].focus();all[i].scrollIntoView({block:'nearest'});e.preventDefault()});
"""


def page(report: RawReport) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report['target'])}: {escape(report['result'])}</title></head>"
        f"<body>{fragment(report)}<script type='text/javascript'>{SCRIPT}</script></body></html>\n"
    )


def fragment(report: RawReport) -> str:
    """The report without the page around it (a notebook shows this)."""
    style = "bad" if report["errors"] else "ok" if report["complete"] else "part"
    args = " ".join(report["args"])
    out = [f"<style>{STYLE}</style><div class='jpf'><h1>{escape(report['target'])} {escape(args)}</h1>"]
    out.append(f"<p class='{style}'><b>{escape(verdict(report))}</b></p>")
    out += [f"<p class='part'>not whole: {escape(c)}</p>" for c in constraints(report)]
    out += [error(e) for e in report["errors"]]
    if report["output"]:
        out.append(f"<h2>Output along the search</h2><pre>{escape(report['output'][:200_000])}</pre>")
    out.append(statistics(report))
    out.append("</div>")
    return "".join(out)


def constraints(report: RawReport) -> list[str]:
    return report["statistics"]["constraints"] if report["statistics"] else []


def error(e: RawError) -> str:
    out = [f"<h2 class='bad' tabindex='-1'>Error {e['id']}: {escape(e['property'])}</h2><pre>{escape(e['message'])}"]
    out += [escape(f"\n    at {s['class']}.{s['method']}({place(s)})") for s in e.get("stack", ())]
    out.append("</pre>")
    out.append(cycle(e))
    out.append(
        "<p class='hint'>time runs downwards; keys: j and k step through the transitions, n to the next error</p>"
    )
    names: dict[int, str] = {}
    for t in e["trace"]:
        names[t["thread_id"]] = t["thread"]
    for thread in e["snapshot"]:
        names.setdefault(thread["id"], thread["name"])
    lanes = sorted(names)
    out.append("<div class='scroll'><table class='lanes'><tr><th style='width:3em'>#</th>")
    out += [f"<th>{escape(names[i])}</th>" for i in lanes]
    out.append("</tr>")
    for i, t in enumerate(e["trace"]):
        cells = [transition(t) if lane == t["thread_id"] else "<td></td>" for lane in lanes]
        out.append(f"<tr tabindex='0'><td class='n'>{i}</td>{''.join(cells)}</tr>")
    ends = {t["id"]: t for t in e["snapshot"]}
    if ends:
        cells = [f"<td class='end'>{locks(ends[i])}</td>" if i in ends else "<td></td>" for i in lanes]
        out.append(f"<tr tabindex='0'><td class='n'>end</td>{''.join(cells)}</tr>")
    out.append(f"</table></div><p>replay: <code>{escape(e['replay'])}</code></p>")
    return "".join(out)


def locks(t: RawThread) -> str:
    """How a thread stands at the end: what it holds, what it waits for, where."""
    out = [escape(standing(t))]
    out += [f"<div><span class='lock'>holds {escape(o['id'])}</span></div>" for o in t["owned"]]
    if t["waiting_for"]:
        out.append(f"<div><span class='lock wait'>needs {escape(t['waiting_for']['id'])}</span></div>")
    out += [
        f"<div class='at'>{escape(place(f))} {escape(f.get('source') or f['method'])}</div>" for f in t["frames"][:3]
    ]
    return "".join(out)


def cycle(e: RawError) -> str:
    """The threads that wait for each other in a ring, each arrow with the lock."""
    from math import cos, pi, sin

    threads = {t["name"]: t for t in e["snapshot"]}
    holder = {n: lock["owner"] for n, t in threads.items() if (lock := t["waiting_for"]) and lock["owner"]}
    ring: list[str] = []
    for start in holder:
        seen: list[str] = []
        at: str | None = start
        while at in holder and at not in seen:
            seen.append(str(at))
            at = holder[str(at)]
        if at in seen:
            ring = seen[seen.index(at) :]
            break
    if len(ring) < 2 or len(ring) > 12:
        return ""
    n, w, h = len(ring), 640, 150 + 60 * min(len(ring), 6)
    cx, cy, rx, ry = w / 2, h / 2, 210, h / 2 - 35
    spots = [(cx + rx * sin(2 * pi * i / n), cy - ry * cos(2 * pi * i / n)) for i in range(n)]
    out = [f"<svg class='cycle' viewBox='0 0 {w} {h}' width='{w}' role='img' aria-label='deadlock cycle'>"]
    out.append(
        "<title>deadlock cycle</title><defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='8'"
    )
    out.append(
        " markerHeight='8' orient='auto'><path d='M0 0L8 4L0 8' style='fill:#c43b3b;stroke:none'/></marker></defs>"
    )
    for i, name in enumerate(ring):
        (x, y), (x2, y2) = spots[i], spots[(i + 1) % n]
        # from edge to edge of the boxes, bent outwards so that two arrows of a pair stay apart
        mx, my = (x + x2) / 2, (y + y2) / 2
        bend = 46 if n == 2 else 18
        dx, dy = x2 - x, y2 - y
        size = max((dx * dx + dy * dy) ** 0.5, 1)
        qx, qy = mx + dy / size * bend, my - dx / size * bend
        a, b = towards(x, y, qx, qy), towards(x2, y2, qx, qy)
        out.append(f"<path d='M{a[0]:.0f} {a[1]:.0f}Q{qx:.0f} {qy:.0f} {b[0]:.0f} {b[1]:.0f}' marker-end='url(#tip)'/>")
        wait = threads[name]["waiting_for"]
        label = wait["id"] if wait else ""
        lx, ly = mx + dy / size * bend * 0.75, my - dx / size * bend * 0.75
        out.append(f"<text x='{lx:.0f}' y='{ly:.0f}' text-anchor='middle'>{escape(label)}</text>")
    for (x, y), name in zip(spots, ring, strict=True):
        out.append(f"<rect x='{x - 60:.0f}' y='{y - 16:.0f}' width='120' height='32' rx='5'/>")
        out.append(f"<text x='{x:.0f}' y='{y + 4:.0f}' text-anchor='middle'>{escape(name[:18])}</text>")
    out.append(
        "</svg><p class='hint'>deadlock cycle: an arrow goes from a thread to the one that holds the lock it needs</p>"
    )
    return "".join(out)


def towards(x: float, y: float, qx: float, qy: float) -> tuple[float, float]:
    """The point of the box around (x, y) on the way to (qx, qy)."""
    dx, dy = qx - x, qy - y
    k = min(62 / abs(dx) if dx else 9e9, 18 / abs(dy) if dy else 9e9)
    return x + dx * min(k, 1), y + dy * min(k, 1)


def transition(t: RawTransition) -> str:
    c = t["choice"]
    value = "" if c["type"] in ("ThreadChoiceFromSet", "BreakGenerator") else f" = {c['value']}"
    out = [f"<td class='step'><div class='choice'>{escape(c['id'] + value)} ({c['index'] + 1}/{c['total']})</div>"]
    lines = []
    for s in t["steps"]:
        text = s.get("source") or f"{s['class']}.{s['method']}"
        lines.append(
            f"<div title='{escape(s['class'] + '.' + s['method'], quote=True)}'>"
            f"<span class='at'>{escape(place(s))}</span> {escape(text)}</div>"
        )
    if len(lines) > 2 * ENDS + 2:  # a long step shows how it begins and ends
        hidden = lines[ENDS:-ENDS]
        lines[ENDS:-ENDS] = [f"<details><summary>{len(hidden)} more lines</summary>", *hidden, "</details>"]
    out += lines
    out.append("</td>")
    return "".join(out)


def statistics(report: RawReport) -> str:
    s = report["statistics"]
    if not s:
        return ""
    rows = [
        ("states", f"{s['states_new']:,} new, {s['states_visited']:,} visited, {s['end_states']:,} end"),
        ("deepest path", f"{s['max_depth']:,}"),
        ("time", f"{s['elapsed_s']:.3f} s"),
        ("instructions", f"{s['instructions']:,}"),
        ("peak memory", amount(s["peak_rss_bytes"])),
        ("made by", f"jpfpy {report['jpfpy']}, class library of JDK {report['jdk']}"),
    ]
    body = "".join(f"<tr><td>{n}</td><td>{escape(v)}</td></tr>" for n, v in rows)
    return f"<h2>Statistics</h2><table class='stats'>{body}</table>"
