"""The deadlock cycle as a drawing."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...raw import RawThread

SHOWN = 12  # threads; a longer ring is told in words


def wait_cycle(snapshot: list[RawThread]) -> list[str]:
    """Names of threads each of which waits for what the next one holds; empty: no ring."""
    holder = {t["name"]: w["owner"] for t in snapshot if (w := t["waiting_for"]) and w["owner"]}
    for start in holder:
        seen: list[str] = []
        at: str | None = start
        while at in holder and at not in seen:
            seen.append(str(at))
            at = holder[str(at)]
        if at in seen:
            return seen[seen.index(at) :]
    return []


def drawing(snapshot: list[RawThread]) -> str:
    """Empty where there is no ring of at least two."""
    ring = wait_cycle(snapshot)
    needs = {t["name"]: t["waiting_for"]["id"] if t["waiting_for"] else "" for t in snapshot}
    if len(ring) < 2:
        return ""
    words = ", ".join(
        f"{escape(a)} needs {escape(needs[a])}, held by {escape(b)}"
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
    )
    caption = f"<p class='hint'>deadlock cycle: {words}</p>"
    if len(ring) > SHOWN:
        return caption
    n, w, h = len(ring), 640, 150 + 60 * min(len(ring), 6) + 36 * max(len(ring) - 6, 0)
    cx, cy, rx, ry = w / 2, h / 2, 210, h / 2 - 35
    spots = [(cx + rx * sin(2 * pi * i / n), cy - ry * cos(2 * pi * i / n)) for i in range(n)]
    low, high = min(y for _, y in spots) - 26, max(y for _, y in spots) + 34
    box = f"0 {low:.0f} {w} {high - low:.0f}"
    out = [f"<svg class='cycle' viewBox='{box}' width='{w}' role='img' aria-label='deadlock cycle'>"]
    out.append(
        "<title>deadlock cycle</title><defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='8'"
        " markerHeight='8' orient='auto'><path d='M0 0L8 4L0 8'/></marker></defs>"
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
        lx, ly = mx + dy / size * bend * 0.75, my - dx / size * bend * 0.75
        label = escape(short(needs[name]))
        anchor = "middle" if n > 2 else "start" if lx > cx else "end"
        out.append(f"<text x='{lx:.0f}' y='{ly:.0f}' text-anchor='{anchor}'>{label}</text>")
    for (x, y), name in zip(spots, ring, strict=True):
        out.append(f"<rect x='{x - 60:.0f}' y='{y - 16:.0f}' width='120' height='32' rx='5'/>")
        out.append(f"<text x='{x:.0f}' y='{y + 4:.0f}' text-anchor='middle'>{escape(name[:18])}</text>")
    return "".join([*out, "</svg>", caption])


def towards(x: float, y: float, qx: float, qy: float) -> tuple[float, float]:
    """The point of the box around (x, y) on the way to (qx, qy)."""
    dx, dy = qx - x, qy - y
    k = min(62 / abs(dx) if dx else 9e9, 18 / abs(dy) if dy else 9e9)
    return x + dx * min(k, 1), y + dy * min(k, 1)


def short(lock: str) -> str:
    """A lock's name without the package: ReentrantLock$NonfairSync@1."""
    head, space, name = lock.rpartition(" ")
    return head + space + name.rpartition(".")[2]
