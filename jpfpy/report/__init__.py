"""Reports: the typed objects that jpfpy.verify returns (report.py), the console (console.py, progress.py), the page for
the browser (html/), and the files that other tools read (publish/).

The objects are imported when they are first used: the command needs none of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .report import CauseInfo as CauseInfo
    from .report import ChoiceInfo as ChoiceInfo
    from .report import ErrorInfo as ErrorInfo
    from .report import Frame as Frame
    from .report import Lane as Lane
    from .report import Location as Location
    from .report import Lock as Lock
    from .report import LockEvent as LockEvent
    from .report import Report as Report
    from .report import Statistics as Statistics
    from .report import ThreadSnapshot as ThreadSnapshot
    from .report import TransitionInfo as TransitionInfo

__all__ = [
    "CauseInfo",
    "ChoiceInfo",
    "ErrorInfo",
    "Frame",
    "Lane",
    "Location",
    "Lock",
    "LockEvent",
    "Report",
    "Statistics",
    "ThreadSnapshot",
    "TransitionInfo",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'jpfpy.report' has no attribute {name!r}")
        from . import report

        globals()[name] = value = getattr(report, name)
        return value
