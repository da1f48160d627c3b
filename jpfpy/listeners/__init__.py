"""The shipped listeners, by JPF's names: +listener=StateSpaceDot, or gov.nasa.jpf.listener.StateSpaceDot."""

from __future__ import annotations

from importlib import import_module

from ..errors import ConfigError

HOMES: dict[str, str] = {}
_MODULES: dict[str, str] = {}


def _ship(module: str, names: str) -> None:
    for name in names.split():
        HOMES[name] = module


_ship("dot", "StateSpaceDot SimpleDot")
_ship("tracking", "ExecTracker CGMonitor CallMonitor MethodTracker StackTracker StateTracker")
_ship("methods", "MethodAnalyzer OverlappingMethodAnalyzer")
_ship("values", "ObjectTracker VarRecorder VarTracker NullTracker ReferenceLocator")
_ship("coverage", "CoverageAnalyzer InsnCounter")
_ship("choices", "ChoiceTracker ChoiceSelector CGRemover")
_ship("perturb", "Perturbator StopWatchFuzzer BitFlip BitFlipListener")
_ship("deadlock", "DeadlockAnalyzer ErrorTraceGenerator TraceStorer")
_ship("race", "PreciseRaceDetector")
_ship("loops", "EndlessLoopDetector IdleFilter SimpleIdleFilter NoStateCycles")
_ship("limits", "StackDepthChecker LockedStackDepth BudgetChecker HeapTracker")
_ship("checks", "NumericValueChecker NonSharedChecker AssertionProperty PathOutputMonitor")
_ship("inject", "ExceptionInjector OOMEInjector")
_ship("annotated", "NonNullChecker ConstChecker")
_ship("stats", "SearchStats StateSpaceAnalyzer StateCountEstimator")

__all__ = sorted(HOMES)


# Of jpf-core's package of listeners, and not here: why.
NOT_HERE = {
    "DistributedSimpleDot": "it draws jpf-core's multi-process VM, which there is none of here (take SimpleDot)",
    "LogConsole": "it is no listener but a program that shows jpf-core's log (take --json or report.console.file)",
}


def find(name: str) -> type | None:
    """The class of a shipped listener; None: there is none of that name. Raises ConfigError for one of jpf-core's that
    cannot be had."""
    if name in NOT_HERE:
        raise ConfigError(f"listener {name}: {NOT_HERE[name]}")
    home = HOMES.get(name)
    return getattr(import_module(f".{home}", __name__), name) if home else None


def __getattr__(name: str) -> object:
    found = find(name) if name in HOMES else None
    if found is None:
        raise AttributeError(f"module 'jpfpy.listeners' has no attribute {name!r}")
    return found
