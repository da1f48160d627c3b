"""Draws docs/por.svg: the state graph of examples/por/Deposits.java with every reduction off, with boundaries filtered,
and with all reductions. Needs GraphViz (dot) for the layout; the picture is checked in."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PANELS = (
    ("everything (vm.por=false)", ["+vm.por=false"]),
    ("boundaries filtered", ["+vm.por.persistent=false", "+vm.por.sleep_sets=false"]),
    ("and fewer threads tried", []),
)
COLOURS = {"T0": "#888", "T1": "#c33", "T2": "#36c"}
HEIGHT, GAP, TOP = 420.0, 40.0, 40.0


def edges(options: list[str]) -> list[tuple[str, str, str]]:
    """(from, to, thread) of every transition, states by id."""
    with tempfile.TemporaryDirectory() as folder:
        dot = Path(folder) / "graph.dot"
        command = [sys.executable, "-m", "jpfpy", "--quiet", "+listener=gov.nasa.jpf.listener.SimpleDot"]
        command += [f"+dot.file={dot}", *options, str(ROOT / "examples" / "por" / "Deposits.java")]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        text = dot.read_text(encoding="utf-8")
    return re.findall(r'^(\w+) -> (\w+) \[label="(T\d)"', text, re.MULTILINE)


def layout(graph: list[tuple[str, str, str]]) -> dict[str, tuple[float, float]]:
    text = "digraph g { node [shape=point,width=0.05]; nodesep=0.08; ranksep=0.12;"
    text += "".join(f"{a} -> {b};" for a, b, _ in graph) + "}"
    plain = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True).stdout
    return {n: (float(x), float(y)) for n, x, y in re.findall(r"^node (\w+) (\S+) (\S+)", plain, re.MULTILINE)}


def panel(title: str, graph: list[tuple[str, str, str]], left: float) -> tuple[list[str], float]:
    at = layout(graph)
    high = max(y for _, y in at.values())
    wide = max(x for x, _ in at.values())
    scale = HEIGHT / high
    across = min(4 * scale, 420.0 / wide)
    place = {n: (left + x * across, TOP + (high - y) * scale) for n, (x, y) in at.items()}
    width = max(wide * across, 130.0)
    out = [f'<text x="{left:.0f}" y="14">{title}</text>', f'<text x="{left:.0f}" y="28">{len(at) - 1} states</text>']
    for thread, colour in COLOURS.items():
        lines = [(place[a], place[b]) for a, b, t in graph if t == thread]
        path = "".join(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}" for (x, y), (u, v) in lines)
        out.append(f'<path d="{path}" stroke="{colour}"/>')
    ends = {b for _, b, _ in graph} - {a for a, _, _ in graph}
    radius = 1.5 if len(at) > 100 else 3.0
    for kind, colour in (("inner", "#333"), ("end", "#fff")):
        dots = [p for n, p in place.items() if (n in ends) == (kind == "end")]
        out += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" fill="{colour}"/>' for x, y in dots]
    return out, left + width + GAP


def picture() -> str:
    body: list[str] = []
    left = 10.0
    for title, options in PANELS:
        part, left = panel(title, sorted(set(edges(options))), left)
        body += part
    for i, (name, colour) in enumerate(zip(("main", "first teller", "second teller"), COLOURS.values(), strict=True)):
        body.append(f'<text x="{10 + 110 * i}" y="{TOP + HEIGHT + 26:.0f}" fill="{colour}">{name}</text>')
    size = f"{left:.0f} {TOP + HEIGHT + 36:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="12">'
    style = "<style>path{fill:none;stroke-width:.7}circle{stroke:#333;stroke-width:.7}</style>"
    ground = f'<rect width="{left:.0f}" height="{TOP + HEIGHT + 36:.0f}" fill="#fff"/>'
    return "\n".join([head, style, ground, *body, "</svg>", ""])


if __name__ == "__main__":
    (ROOT / "docs" / "por.svg").write_text(picture(), encoding="utf-8")
