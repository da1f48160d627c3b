"""The report as one self-contained HTML file: each error's trace with a lane per thread. No scripts, no links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .console import amount, place, standing, verdict

if TYPE_CHECKING:
    from .raw import RawError, RawReport, RawTransition

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
@media(prefers-color-scheme:dark){body .jpf{color:#e4e6e9;background:#16181b}.jpf .ok{color:#6fce8a}
.jpf .bad{color:#ff8d8d}.jpf .part{color:#e6b45c}.jpf pre{background:#202327}
.jpf table.lanes th{background:#16181b}.jpf table.lanes td{border-color:#333}
.jpf td.step{background:#1c2733}.jpf td.end{background:#3a2020}.jpf .choice,.jpf .at{color:#9aa3ad}}
"""


def page(report: RawReport) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report['target'])}: {escape(report['result'])}</title></head>"
        f"<body>{fragment(report)}</body></html>\n"
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
    out = [f"<h2 class='bad'>Error {e['id']}: {escape(e['property'])}</h2><pre>{escape(e['message'])}"]
    out += [escape(f"\n    at {s['class']}.{s['method']}({place(s)})") for s in e.get("stack", ())]
    out.append("</pre>")
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
        out.append(f"<tr><td class='n'>{i}</td>{''.join(cells)}</tr>")
    ends = {t["id"]: t for t in e["snapshot"]}
    if ends:
        cells = [f"<td class='end'>{escape(standing(ends[i]))}</td>" if i in ends else "<td></td>" for i in lanes]
        out.append(f"<tr><td class='n'>end</td>{''.join(cells)}</tr>")
    out.append(f"</table></div><p>replay: <code>{escape(e['replay'])}</code></p>")
    return "".join(out)


def transition(t: RawTransition) -> str:
    c = t["choice"]
    value = "" if c["type"] in ("ThreadChoiceFromSet", "BreakGenerator") else f" = {c['value']}"
    out = [f"<td class='step'><div class='choice'>{escape(c['id'] + value)} ({c['index'] + 1}/{c['total']})</div>"]
    for s in t["steps"]:
        text = s.get("source") or f"{s['class']}.{s['method']}"
        out.append(f"<div title='{escape(s['class'] + '.' + s['method'], quote=True)}'>")
        out.append(f"<span class='at'>{escape(place(s))}</span> {escape(text)}</div>")
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
