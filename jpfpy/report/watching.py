"""What those who watch a search are shown: the line of the terminal and the notebook's bar (docs/watching.md)."""

from __future__ import annotations

import time

from .console import amount

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..raw import Progress

LEAST = 2.0  # seconds: what is to come is not guessed before


class Watch:
    """Rates between two looks that are `every` seconds apart at least."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.started = self.last = time.monotonic()
        self.states = 0
        self.workers: Sequence[int] = ()
        self.rate = 0.0
        self.rates: list[float] = []

    def look(self, p: Progress) -> float:
        """Seconds since the search began."""
        now = time.monotonic()
        states, workers = met(p), p.get("workers") or ()
        if now - self.last >= self.every or not self.rate:
            past = max(now - self.last, 1e-6)
            self.rate = (states - self.states) / past
            same = len(self.workers) == len(workers)
            self.rates = [(n - was) / past for n, was in zip(workers, self.workers, strict=True)] if same else []
            self.last, self.states, self.workers = now, states, workers
        return now - self.started

    def parts(self, p: Progress, seconds: float) -> dict[str, str]:
        """By name, in the order in which they are shown; empty: there is nothing to say."""
        return {
            "time": f"{seconds:.1f} s",
            "states": f"{counted(p)} ({short(self.rate)}/s)",
            "search": p.get("search") or "",
            "to come": to_come(p) if seconds >= LEAST else "",
            "errors": f"{p['errors']} errors" if p["errors"] else "",
            "depth": f"depth {short(p['depth'])}/{short(p['max_depth'])}",
            "waiting": f"{short(p.get('waiting', 0))} open" if p.get("waiting") else "",
            "memory": amount(p["bytes"]),
            "set": f"set {amount(p['state_bytes'])}" if p.get("state_bytes") else "",
            "disk": f"disk {amount(p['disk_bytes'])}" if p.get("disk_bytes") else "",
            "workers": f"{len(self.rates)} threads: {' + '.join(short(r) for r in self.rates)}/s" if self.rates else "",
            "checkpoint": checkpoint(p),
        }


# What is left out last where a line has no room for all.
WEIGHT = (
    *("time", "states", "errors", "to come", "search", "workers", "checkpoint", "memory", "waiting", "depth"),
    *("disk", "set"),
)


def fitted(parts: dict[str, str], width: int, gap: str = "  ") -> str:
    """As many of the parts as there is room for, by weight, in their own order."""
    kept: set[str] = set()
    for name in WEIGHT:
        line = gap.join(text for n, text in parts.items() if text and n in kept | {name})
        if len(line) <= width or not kept:
            kept.add(name)
    return gap.join(text for n, text in parts.items() if text and n in kept)[:width]


def met(p: Progress) -> int:
    return p.get("executions", 0) or p["states_new"] + p["states_visited"]


def counted(p: Progress) -> str:
    """What the search counts: states, or executions if it takes one after the other."""
    if n := p.get("executions"):
        return f"{n:,} executions ({p['executions_blocked']:,} blocked, {p['executions_cut']:,} cut)"
    return f"{p['states_new']:,} states"


def short(n: float) -> str:
    """Three digits: 812, 81.2k, 1.23M."""
    for unit in ("", "k", "M", "G"):
        if n < 999.5 or unit == "G":
            return f"{n:.0f}{unit}" if not unit or n >= 99.95 else f"{n:.3g}{unit}"
        n /= 1000
    return ""


def to_come(p: Progress) -> str:
    """New states that the search is likely to find yet, with the spread of the estimate."""
    n = p.get("to_come")
    if n is None or n >= 1e15:
        return ""
    return f"~{short(n)} to come ({short(p.get('to_come_low') or 0)}..{short(p.get('to_come_high') or 0)})"


def checkpoint(p: Progress) -> str:
    seconds = p.get("checkpoint_s")
    if seconds is None:
        return ""
    return f"checkpoint in {max(seconds, 0):.0f} s" if seconds < 1e6 else ""
