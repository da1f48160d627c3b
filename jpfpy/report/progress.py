"""One line on the terminal while a search runs. The only user of rich in the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.text import Text

from .watching import Watch, fitted

if TYPE_CHECKING:
    from ..raw import Progress


class ProgressLine:
    def __init__(self) -> None:
        self.console = Console(stderr=True)
        self.live = Live(console=self.console, auto_refresh=False, transient=True, redirect_stdout=False)
        self.watch = Watch(0.5)
        self.at_line_start = True
        self.shown = False

    def update(self, p: Progress) -> None:
        seconds = self.watch.look(p)
        if not self.at_line_start:
            return
        if not self.shown:
            self.live.start()
            self.shown = True
        text = fitted(self.watch.parts(p, seconds), self.console.width - 1)
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
