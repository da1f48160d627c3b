"""Colours that fit the page they stand on: a notebook's own variables (JupyterLab, VS Code), else what the page says of
itself (color-scheme). What the reader's system prefers is never asked: a notebook may be light on a dark system.

Each colour is a hue mixed into the page's own two, so that one definition is dark on light and light on dark."""

from __future__ import annotations

HUES = {  # name: hue, its share, what it is mixed with
    "soft": ("var(--fg)", 62, "bg"),
    "rule": ("var(--fg)", 16, "bg"),
    "well": ("var(--fg)", 5, "bg"),
    "node": ("var(--fg)", 6, "bg"),
    "step": ("#3b82f6", 9, "bg"),
    "chosen": ("#3b82f6", 24, "bg"),
    "edge": ("#3b82f6", 80, "fg"),
    "start": ("#3b82f6", 80, "fg"),
    "bad": ("#e5303f", 74, "fg"),
    "badbg": ("#e5303f", 13, "bg"),
    "ok": ("#16a34a", 70, "fg"),
    "end": ("#16a34a", 70, "fg"),
    "part": ("#d98a00", 68, "fg"),
    "mark": ("#d98a00", 18, "bg"),
    "l0": ("#ea7a0b", 72, "fg"),
    "l1": ("#8b5cf6", 74, "fg"),
    "l2": ("#0fa596", 70, "fg"),
    "l3": ("#e0409a", 72, "fg"),
    "l4": ("#7da30f", 70, "fg"),
    "l5": ("#0b8fd8", 72, "fg"),
    "l6": ("#c0703f", 74, "fg"),
    "l7": ("#a3a006", 68, "fg"),
}

VARIABLES = (
    "--bg:var(--jp-layout-color0,var(--vscode-editor-background,Canvas));"
    "--fg:var(--jp-content-font-color0,var(--vscode-editor-foreground,CanvasText));"
    + "".join(f"--{n}:color-mix(in srgb,{hue} {share}%,var(--{other}));" for n, (hue, share, other) in HUES.items())
)


def variables(*names: str) -> str:
    """The page's two colours, and these."""
    wanted = ("--bg:", "--fg:", *(f"--{n}:" for n in names))
    return "".join(f"{v};" for v in VARIABLES.split(";") if v.startswith(wanted))
