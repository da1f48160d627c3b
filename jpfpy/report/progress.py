"""One line on the terminal while a search runs: states, rate, depth, memory. The only user of rich in the command."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.text import Text

from .console import amount

if TYPE_CHECKING:
    from ..raw import Progress


class ProgressLine:
    def __init__(self) -> None:
        self.console = Console(stderr=True)
        self.live = Live(console=self.console, auto_refresh=False, transient=True, redirect_stdout=False)
        self.started = self.last = time.monotonic()
        self.last_states = 0
        self.rate = 0.0
        self.at_line_start = True
        self.shown = False

    def update(self, p: Progress) -> None:
        now = time.monotonic()
        executions = p.get("executions", 0)
        states = executions or p["states_new"] + p["states_visited"]
        if now - self.last >= 0.5 or not self.rate:
            self.rate = (states - self.last_states) / max(now - self.last, 1e-6)
            self.last, self.last_states = now, states
        if not self.at_line_start:
            return
        if not self.shown:
            self.live.start()
            self.shown = True
        text = (
            f"{now - self.started:6.1f} s   {counted(p)} ({self.rate:,.0f}/s)   "
            f"depth {p['depth']:,} (max {p['max_depth']:,})   {amount(p['bytes'])}"
        )
        if p.get("search"):
            text += f"   {p['search']}"
        if p["errors"]:
            text += f"   {p['errors']} errors"
        self.live.update(Text(text, no_wrap=True, overflow="ellipsis"), refresh=True)

    def make_room(self, data: bytes) -> None:
        """The program is about to print on the same terminal."""
        if self.shown:
            self.console.file.write("\r\x1b[2K")
            self.console.file.flush()
        self.at_line_start = data.endswith(b"\n")

    def stop(self) -> None:
        if self.shown:
            self.live.stop()
            self.shown = False


def counted(p: Progress) -> str:
    """What the search counts: states, or executions if it takes one after the other."""
    if n := p.get("executions"):
        return f"{n:,} executions ({p['executions_blocked']:,} blocked, {p['executions_cut']:,} cut)"
    return f"{p['states_new']:,} states"
