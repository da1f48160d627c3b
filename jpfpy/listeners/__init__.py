"""The shipped listeners, by JPF's names: +listener=StateSpaceDot, or gov.nasa.jpf.listener.StateSpaceDot; from Python
jpfpy.listeners.StateSpaceDot. Each is imported when it is first used."""

from __future__ import annotations

from importlib import import_module

from ..errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .annotated import ConstChecker as ConstChecker
    from .annotated import NonNullChecker as NonNullChecker
    from .checks import AssertionProperty as AssertionProperty
    from .checks import NonSharedChecker as NonSharedChecker
    from .checks import NumericValueChecker as NumericValueChecker
    from .checks import PathOutputMonitor as PathOutputMonitor
    from .choices import CGRemover as CGRemover
    from .choices import ChoiceSelector as ChoiceSelector
    from .choices import ChoiceTracker as ChoiceTracker
    from .coverage import CoverageAnalyzer as CoverageAnalyzer
    from .coverage import InsnCounter as InsnCounter
    from .deadlock import DeadlockAnalyzer as DeadlockAnalyzer
    from .deadlock import ErrorTraceGenerator as ErrorTraceGenerator
    from .deadlock import TraceStorer as TraceStorer
    from .dot import SimpleDot as SimpleDot
    from .dot import StateSpaceDot as StateSpaceDot
    from .inject import ExceptionInjector as ExceptionInjector
    from .inject import OOMEInjector as OOMEInjector
    from .limits import BudgetChecker as BudgetChecker
    from .limits import HeapTracker as HeapTracker
    from .limits import LockedStackDepth as LockedStackDepth
    from .limits import StackDepthChecker as StackDepthChecker
    from .loops import EndlessLoopDetector as EndlessLoopDetector
    from .loops import IdleFilter as IdleFilter
    from .loops import NoStateCycles as NoStateCycles
    from .loops import SimpleIdleFilter as SimpleIdleFilter
    from .methods import MethodAnalyzer as MethodAnalyzer
    from .methods import OverlappingMethodAnalyzer as OverlappingMethodAnalyzer
    from .perturb import BitFlip as BitFlip
    from .perturb import BitFlipListener as BitFlipListener
    from .perturb import Perturbator as Perturbator
    from .perturb import StopWatchFuzzer as StopWatchFuzzer
    from .race import PreciseRaceDetector as PreciseRaceDetector
    from .stats import SearchStats as SearchStats
    from .stats import StateCountEstimator as StateCountEstimator
    from .stats import StateSpaceAnalyzer as StateSpaceAnalyzer
    from .tracking import CallMonitor as CallMonitor
    from .tracking import CGMonitor as CGMonitor
    from .tracking import ExecTracker as ExecTracker
    from .tracking import MethodTracker as MethodTracker
    from .tracking import StackTracker as StackTracker
    from .tracking import StateTracker as StateTracker
    from .values import NullTracker as NullTracker
    from .values import ObjectTracker as ObjectTracker
    from .values import ReferenceLocator as ReferenceLocator
    from .values import VarRecorder as VarRecorder
    from .values import VarTracker as VarTracker

HOMES: dict[str, str] = {}  # name: module


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


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        found = find(name) if name in HOMES else None
        if found is None:
            raise AttributeError(f"module 'jpfpy.listeners' has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
