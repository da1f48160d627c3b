"""A state graph as SVG and HTML. Colours follow the page (report/html/theme.py), on a background of their own; kinds
of states differ in shape too; styles apply below .jpf-graph and .jpf-graph-page only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from ..report.html.theme import variables
from .states import KINDS, Edge, State, StateGraph, reachable

MOST = 300  # states that are drawn one by one
ROWS = 40  # of a summary
WITH_TEXT = 60  # states, up to which transitions have their labels beside them
ROW, RADIUS, MARGIN = 62, 14, 30

STYLE = (
    ".jpf-graph{"
    + variables("soft", "node", "start", "end", "bad", "badbg", "chosen")
    + """background:var(--bg);max-width:100%;height:auto}
.jpf-graph .page{fill:var(--bg)}
.jpf-graph text{font:11px system-ui,sans-serif;fill:var(--fg);text-anchor:middle;dominant-baseline:central}
.jpf-graph text.of{font-size:9px;fill:var(--soft);paint-order:stroke;stroke:var(--bg);stroke-width:3px}
.jpf-graph .edge{fill:none;stroke:var(--soft);stroke-width:1}
.jpf-graph .tip{fill:var(--soft)}
.jpf-graph .node *{fill:var(--node);stroke:var(--fg);stroke-width:1}
.jpf-graph .node text{fill:var(--fg);stroke:none}
.jpf-graph .start *{stroke:var(--start);stroke-width:3}
.jpf-graph .end *{stroke:var(--end);stroke-width:1.5}
.jpf-graph .error *{fill:var(--badbg);stroke:var(--bad);stroke-width:1.5}
.jpf-graph .open *,.jpf-graph .ignored *{stroke-dasharray:3 2}
.jpf-graph .here :is(circle,path){fill:var(--chosen);stroke-width:3}.jpf-graph .on{stroke:var(--start);stroke-width:2.5}
"""
)
HTML_STYLE = (
    ".jpf-graph-page{"
    + variables("soft")
    + """color:var(--fg);background:var(--bg);padding:.6em;
font:14px/1.45 system-ui,sans-serif}
.jpf-graph-page .hint{color:var(--soft);font-size:12px}
"""
)
SHAPES = "double circle: the program has ended; diamond: an error; dashed: not explored further"


class Node(NamedTuple):
    """What is drawn: a state, or many of a kind."""

    text: str
    title: str
    kind: str
    row: int
    here: bool = False  # where somebody stands (jpfpy.Explorer)


class Link(NamedTuple):
    source: int
    target: int
    text: str
    title: str
    on: bool = False  # of the path there


def of_state(s: State, row: int) -> Node:
    lines = [f"state {s.id}, depth {s.depth}" + ("" if s.kind == "new" else f", {s.kind}")]
    lines += [str(t) for t in s.threads]
    lines += [*s.labels, *(f"{k} = {v!r}" for k, v in s.values.items())]
    return Node(str(s.id), "\n".join(lines), "start" if s.id == 0 and s.kind == "new" else s.kind, row)


def of_edge(e: Edge) -> str:
    return "\n".join([f"{e.source} to {e.target}: {e.thread} {e.choice}".rstrip(), e.reason, *e.lines[:20]])


def each_state(graph: StateGraph, here: int, path: set[tuple[int, int]]) -> tuple[list[Node], list[Link]]:
    row = reachable(graph)
    place = {s.id: i for i, s in enumerate(graph.states)}
    nodes = [of_state(s, row.get(s.id, s.depth))._replace(here=s.id == here) for s in graph.states]
    links: dict[tuple[int, int], list[Edge]] = {}
    for e in graph.transitions:
        if e.source >= 0:
            links.setdefault((place[e.source], place[e.target]), []).append(e)
    drawn = [
        Link(
            a,
            b,
            ", ".join(dict.fromkeys(e.label for e in es)),
            "\n\n".join(of_edge(e) for e in es),
            (es[0].source, es[0].target) in path,
        )
        for (a, b), es in links.items()
    ]
    return nodes, drawn


def summary(graph: StateGraph, here: int) -> tuple[list[Node], list[Link]]:
    """Groups of states whose distance from the start and kind are alike."""
    row = reachable(graph)
    deepest = max(row.values(), default=0) + 1
    size = -(-deepest // ROWS)
    groups: dict[tuple[int, str], list[State]] = {}
    for s in graph.states:
        groups.setdefault((row.get(s.id, 0) // size, s.kind), []).append(s)
    keys = sorted(groups, key=lambda k: (k[0], KINDS.index(k[1])))
    place = {s.id: i for i, k in enumerate(keys) for s in groups[k]}
    nodes = []
    for step, kind in keys:
        n = len(groups[step, kind])
        far = f"{step * size} to {step * size + size - 1}" if size > 1 else f"{step}"
        title = f"{n:,} states of kind {kind}, {far} transitions from the start"
        nodes.append(Node(f"{n:,}", title, kind, step, any(s.id == here for s in groups[step, kind])))
    counts: dict[tuple[int, int], int] = {}
    for e in graph.transitions:
        if e.source >= 0:
            pair = place[e.source], place[e.target]
            counts[pair] = counts.get(pair, 0) + 1
    return nodes, [Link(a, b, f"{n:,}", f"{n:,} transitions") for (a, b), n in counts.items()]


def rows_of(nodes: list[Node], links: list[Link]) -> list[list[int]]:
    """Nodes by rows, in an order in which few links cross: each below the middle of what leads to it."""
    rows: dict[int, list[int]] = {}
    for i, n in enumerate(nodes):
        rows.setdefault(n.row, []).append(i)
    order = [rows[r] for r in sorted(rows)]
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for link in links:
        if nodes[link.source].row < nodes[link.target].row:
            above.setdefault(link.target, []).append(link.source)
            below.setdefault(link.source, []).append(link.target)
    for turn in range(6):
        near = above if turn % 2 == 0 else below
        at = {i: k - len(row) / 2 for row in order for k, i in enumerate(row)}
        for row in order if turn % 2 == 0 else order[::-1]:
            middle = {i: sum(at[j] for j in near[i]) / len(near[i]) if i in near else at[i] for i in row}
            row.sort(key=middle.__getitem__)
            at.update({i: k - len(row) / 2 for k, i in enumerate(row)})
    return order


def svg(graph: StateGraph, here: int = -1, path: Iterable[tuple[int, int]] = ()) -> str:
    """The drawing, with a summary of graphs of more than MOST states. `here` is marked, and the transitions of `path`,
    each as its two states."""
    few = len(graph) <= MOST
    nodes, links = each_state(graph, here, set(path)) if few else summary(graph, here)
    order = rows_of(nodes, links)
    widest = max((len(r) for r in order), default=1)
    dx = 92 if widest <= 8 else 46
    width, height = max(widest * dx, 120) + 2 * MARGIN, max(len(order), 1) * ROW + 2 * MARGIN
    place = {
        i: (round(width / 2 + (k - (len(row) - 1) / 2) * dx, 1), MARGIN + RADIUS + r * ROW)
        for r, row in enumerate(order)
        for k, i in enumerate(row)
    }
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="jpf-graph" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(repr(graph), quote=True)}"><style>{STYLE}</style>'
        '<defs><marker id="jpf-graph-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>'
        f'<rect class="page" width="{width}" height="{height}"/>'
    ]
    out += [drawn_link(link, place, len(nodes) <= WITH_TEXT) for link in links]
    out += [drawn_node(n, *place[i], few) for i, n in enumerate(nodes)]
    return "".join(out) + "</svg>"


def drawn_link(link: Link, place: Mapping[int, tuple[float, float]], text: bool) -> str:
    (x1, y1), (x2, y2) = place[link.source], place[link.target]
    title = f"<title>{escape(link.title)}</title>"
    if link.source == link.target:
        d = f"M{x1 + RADIUS:g} {y1 - 5:g}c22 -14 22 24 0 10"
        mx, my = x1 + RADIUS + 18, y1
    else:
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        # Links that lead back or pass over rows bend aside, so that they meet neither nodes nor their opposites.
        bend = 0.0 if 0 < y2 - y1 <= ROW else 22 + 0.12 * length
        mx, my = (x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend
        d = f"M{x1 + ux * RADIUS:.1f} {y1 + uy * RADIUS:.1f}"
        d += f"Q{mx:.1f} {my:.1f} {x2 - ux * (RADIUS + 2):.1f} {y2 - uy * (RADIUS + 2):.1f}"
        # Texts of straight links lie nearer to where they lead, so that those of one node stand apart.
        if bend:
            mx, my = (mx + (x1 + x2) / 2) / 2, (my + (y1 + y2) / 2) / 2
        else:
            at = 0.5 if x1 == x2 else 0.68
            mx, my = x1 + (x2 - x1) * at, y1 + (y2 - y1) * at
    label = ""
    if text and link.text:
        shown = link.text if len(link.text) <= 18 else link.text[:17] + "…"
        label = f'<text class="of" x="{mx:.1f}" y="{my:.1f}">{escape(shown)}</text>'
    kind = "edge on" if link.on else "edge"
    return f'<g>{title}<path class="{kind}" d="{d}" marker-end="url(#jpf-graph-tip)"/>{label}</g>'


def drawn_node(n: Node, x: float, y: float, few: bool) -> str:
    r = RADIUS if few else RADIUS + 4
    if n.kind == "error":
        shape = f'<path d="M{x:g} {y - r - 4:g}L{x + r + 4:g} {y:g}L{x:g} {y + r + 4:g}L{x - r - 4:g} {y:g}z"/>'
    else:
        shape = f'<circle cx="{x:g}" cy="{y:g}" r="{r}"/>'
        if n.kind == "end":
            shape += f'<circle cx="{x:g}" cy="{y:g}" r="{r - 3}"/>'
    title = f"<title>{escape(n.title)}</title>"
    kind = f"node {n.kind} here" if n.here else f"node {n.kind}"
    number = f' data-id="{n.text}"' if few else ""
    return f'<g class="{kind}"{number}>{title}{shape}<text x="{x:g}" y="{y:g}">{escape(n.text)}</text></g>'


def html(graph: StateGraph) -> str:
    """The drawing with a line above it, as notebooks show it."""
    report = graph.report
    counts = ", ".join(
        f"{n:,} {kind}" for kind in KINDS if kind != "new" and (n := sum(s.kind == kind for s in graph.states))
    )
    text = f"{len(graph):,} states{f' ({counts})' if counts else ''}, {len(graph.transitions):,} transitions"
    whole = "" if report.complete else "; ".join(["; not explored whole", *report.statistics.constraints])
    drawn = f"{SHAPES}; hold the pointer over a state or an arrow for threads and lines"
    if len(graph) > MOST:
        drawn = f"more than {MOST} states: states of like distance from the start and kind are one; {SHAPES}"
    return (
        f'<div class="jpf-graph-page"><style>{HTML_STYLE}</style><b>{escape(graph.name)}</b>: '
        f'{escape(text + whole)}<p class="hint">{escape(drawn)}</p><div style="overflow:auto">{svg(graph)}</div></div>'
    )
