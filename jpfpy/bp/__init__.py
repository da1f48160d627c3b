"""Behavioral programming in Python, checked by the engine. No JDK is needed.

    from jpfpy import bp

    HOT, COLD = bp.Event("HOT"), bp.Event("COLD")

    @bp.bthread(priority=1)
    def add_hot():
        for _ in range(3):
            yield bp.sync(request=HOT)

    report = bp.BProgram([add_hot, ...], epsilon=1.0).verify()
    report.raise_on_error()

docs/bp.md describes selection, properties, the state of a b-thread, and the Java side."""

from __future__ import annotations

from .bthread import BThread, bthread
from .errors import BPError, Prune
from .events import ALL, NONE, Event, EventSet, Sync, sync
from .mixed import JavaBThread
from .program import BProgram, Fairness
from .run import RunResult
from .trace import lanes, view

__all__ = [
    "ALL",
    "NONE",
    "BPError",
    "BProgram",
    "BThread",
    "Event",
    "EventSet",
    "Fairness",
    "JavaBThread",
    "Prune",
    "RunResult",
    "Sync",
    "bthread",
    "lanes",
    "sync",
    "view",
]
