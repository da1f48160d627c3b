"""Where the `jpf` command begins: Ctrl-C ends it in silence until jpfpy.cli has taken the signals over."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def entry() -> NoReturn:
    signal = __import__("_signal")  # the module `signal` takes time to import
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # what is ignored (nohup) stays so
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import entry

    entry()
