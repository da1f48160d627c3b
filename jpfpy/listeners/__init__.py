"""The shipped listeners, by JPF's names: +listener=StateSpaceDot, or gov.nasa.jpf.listener.StateSpaceDot."""

from __future__ import annotations

from importlib import import_module

HOMES: dict[str, str] = {}
_MODULES: dict[str, str] = {}


def _ship(module: str, names: str) -> None:
    for name in names.split():
        HOMES[name] = module


_ship("dot", "StateSpaceDot SimpleDot")
_ship("tracking", "ExecTracker CGMonitor CallMonitor MethodTracker MethodAnalyzer OverlappingMethodAnalyzer")
_ship(
    "tracking",
    "HeapTracker ObjectTracker VarRecorder VarTracker NullTracker ReferenceLocator StackTracker StateTracker",
)
_ship("coverage", "CoverageAnalyzer InsnCounter")
_ship("choices", "ChoiceTracker ChoiceSelector Perturbator StopWatchFuzzer BitFlip BitFlipListener CGRemover")
_ship("deadlock", "DeadlockAnalyzer ErrorTraceGenerator TraceStorer")
_ship("race", "PreciseRaceDetector")
_ship(
    "checks", "EndlessLoopDetector IdleFilter SimpleIdleFilter NumericValueChecker NonSharedChecker StackDepthChecker"
)
_ship("checks", "LockedStackDepth BudgetChecker NoStateCycles AssertionProperty ExceptionInjector OOMEInjector")
_ship("checks", "PathOutputMonitor")
_ship("stats", "SearchStats StateSpaceAnalyzer StateCountEstimator")

__all__ = sorted(HOMES)


def find(name: str) -> type | None:
    """The class of a shipped listener; None: there is none of that name."""
    home = HOMES.get(name)
    return getattr(import_module(f".{home}", __name__), name) if home else None


def __getattr__(name: str) -> object:
    found = find(name) if name in HOMES else None
    if found is None:
        raise AttributeError(f"module 'jpfpy.listeners' has no attribute {name!r}")
    return found
