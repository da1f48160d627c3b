"""Java PathFinder as a C engine inside a Python module.

    import jpfpy
    report = jpfpy.verify("Account.java")
    assert report.ok, report.errors[0]

Everything is imported when it is first used, so that `import jpfpy` costs next to nothing. Even typing and re are
not imported on the way of a plain search: TYPE_CHECKING is a name that type checkers know wherever it comes from."""

from __future__ import annotations

TYPE_CHECKING = False
__version__ = "0.1.0"
__all__ = [
    "Attributor",
    "Candidate",
    "Candidates",
    "FieldLockInfo",
    "JPF",
    "BooleanChoiceGenerator",
    "BreakGenerator",
    "ChoiceGenerator",
    "ChoiceInfo",
    "Comparison",
    "CompoundChoiceGenerator",
    "ConfigError",
    "DoubleChoiceFromList",
    "DoubleChoiceFromSet",
    "DoubleChoiceGenerator",
    "DoubleThresholdGenerator",
    "EngineError",
    "Env",
    "ErrorInfo",
    "ExceptionThreadChoiceFromSet",
    "Explorer",
    "ExposureCG",
    "FloatChoiceFromList",
    "FloatChoiceGenerator",
    "Heuristic",
    "IncompleteError",
    "IntChoiceFromList",
    "IntChoiceFromSet",
    "IntChoiceGenerator",
    "IntIntervalGenerator",
    "InvocationCG",
    "JPFError",
    "JPFWarning",
    "Listener",
    "ListenerAdapter",
    "Location",
    "LockEvent",
    "LongChoiceFromList",
    "LongChoiceGenerator",
    "LongIntervalGenerator",
    "PermutationCG",
    "Property",
    "PropertyListener",
    "PropertyListenerAdapter",
    "Publisher",
    "RandomIntIntervalGenerator",
    "RandomOrderIntCG",
    "RandomOrderLongCG",
    "ReferenceChoiceGenerator",
    "Report",
    "Scheduler",
    "SchedulingPoint",
    "Search",
    "SharednessPolicy",
    "StaleViewError",
    "StateGraph",
    "Statistics",
    "SyncPolicy",
    "ThreadChoiceFromSet",
    "ThreadChoiceGenerator",
    "ThreadSnapshot",
    "TransitionInfo",
    "TypedObjectChoice",
    "VerificationError",
    "always",
    "compare",
    "explore",
    "on",
    "resume",
    "verify",
]

if TYPE_CHECKING:
    from . import bp as bp
    from . import bytecode as bytecode
    from . import listeners as listeners
    from . import views as views
    from .api import JPF as JPF
    from .api import resume as resume
    from .api import verify as verify
    from .attributor import Attributor as Attributor
    from .attributor import FieldLockInfo as FieldLockInfo
    from .attributor import SharednessPolicy as SharednessPolicy
    from .choice import BooleanChoiceGenerator as BooleanChoiceGenerator
    from .choice import BreakGenerator as BreakGenerator
    from .choice import ChoiceGenerator as ChoiceGenerator
    from .choice import CompoundChoiceGenerator as CompoundChoiceGenerator
    from .choice import DoubleChoiceFromList as DoubleChoiceFromList
    from .choice import DoubleChoiceFromSet as DoubleChoiceFromSet
    from .choice import DoubleChoiceGenerator as DoubleChoiceGenerator
    from .choice import DoubleThresholdGenerator as DoubleThresholdGenerator
    from .choice import ExceptionThreadChoiceFromSet as ExceptionThreadChoiceFromSet
    from .choice import ExposureCG as ExposureCG
    from .choice import FloatChoiceFromList as FloatChoiceFromList
    from .choice import FloatChoiceGenerator as FloatChoiceGenerator
    from .choice import IntChoiceFromList as IntChoiceFromList
    from .choice import IntChoiceFromSet as IntChoiceFromSet
    from .choice import IntChoiceGenerator as IntChoiceGenerator
    from .choice import IntIntervalGenerator as IntIntervalGenerator
    from .choice import InvocationCG as InvocationCG
    from .choice import LongChoiceFromList as LongChoiceFromList
    from .choice import LongChoiceGenerator as LongChoiceGenerator
    from .choice import LongIntervalGenerator as LongIntervalGenerator
    from .choice import PermutationCG as PermutationCG
    from .choice import RandomIntIntervalGenerator as RandomIntIntervalGenerator
    from .choice import RandomOrderIntCG as RandomOrderIntCG
    from .choice import RandomOrderLongCG as RandomOrderLongCG
    from .choice import ReferenceChoiceGenerator as ReferenceChoiceGenerator
    from .choice import SchedulingPoint as SchedulingPoint
    from .choice import ThreadChoiceFromSet as ThreadChoiceFromSet
    from .choice import ThreadChoiceGenerator as ThreadChoiceGenerator
    from .choice import TypedObjectChoice as TypedObjectChoice
    from .comparison import Comparison as Comparison
    from .comparison import compare as compare
    from .errors import ConfigError as ConfigError
    from .errors import EngineError as EngineError
    from .errors import IncompleteError as IncompleteError
    from .errors import JPFError as JPFError
    from .errors import JPFWarning as JPFWarning
    from .errors import VerificationError as VerificationError
    from .explorer import Explorer as Explorer
    from .graph import StateGraph as StateGraph
    from .graph import explore as explore
    from .listener import Listener as Listener
    from .listener import ListenerAdapter as ListenerAdapter
    from .listener import Property as Property
    from .listener import PropertyListener as PropertyListener
    from .listener import PropertyListenerAdapter as PropertyListenerAdapter
    from .listener import on as on
    from .peers import Env as Env
    from .peers import Scheduler as Scheduler
    from .peers import SyncPolicy as SyncPolicy
    from .properties import always as always
    from .report import ChoiceInfo as ChoiceInfo
    from .report import ErrorInfo as ErrorInfo
    from .report import Location as Location
    from .report import LockEvent as LockEvent
    from .report import Report as Report
    from .report import Statistics as Statistics
    from .report import ThreadSnapshot as ThreadSnapshot
    from .report import TransitionInfo as TransitionInfo
    from .report.publish import Publisher as Publisher
    from .strategy import Candidate as Candidate
    from .strategy import Candidates as Candidates
    from .strategy import Heuristic as Heuristic
    from .strategy import Search as Search
    from .views import StaleViewError as StaleViewError

_HOME = {
    "JPF": "api",
    "verify": "api",
    "resume": "api",
    "ConfigError": "errors",
    "EngineError": "errors",
    "JPFError": "errors",
}
_HOME |= {"VerificationError": "errors", "IncompleteError": "errors", "JPFWarning": "errors"}
_HOME |= {"Listener": "listener", "Property": "listener", "PropertyListener": "listener", "on": "listener"}
_HOME |= {
    "always": "properties",
    "compare": "comparison",
    "Comparison": "comparison",
    "explore": "graph",
    "Explorer": "explorer",
    "StateGraph": "graph",
}
_HOME |= {"ListenerAdapter": "listener", "PropertyListenerAdapter": "listener"}
_HOME |= {"Attributor": "attributor", "FieldLockInfo": "attributor", "SharednessPolicy": "attributor"}
_HOME |= {"StaleViewError": "views", "Publisher": "report.publish"}
_HOME |= {
    "Env": "peers",
    "SyncPolicy": "peers",
    "Scheduler": "peers",
    "SchedulingPoint": "choice",
    "TypedObjectChoice": "choice",
}
_HOME |= {"Candidate": "strategy", "Candidates": "strategy", "Heuristic": "strategy", "Search": "strategy"}
_HOME |= {n: "choice" for n in __all__ if "Choice" in n and n != "ChoiceInfo" or n.endswith(("Generator", "CG"))}


_EXTENSION = ("load_ipython_extension", "unload_ipython_extension")  # %load_ext jpfpy
_MODULES = ("bp", "bytecode", "listeners", "strategy", "views")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _EXTENSION:
            return getattr(import_module(".ipython", __name__), name)
        if name in _MODULES:
            return import_module(f".{name}", __name__)
        if name not in __all__:
            raise AttributeError(f"module 'jpfpy' has no attribute {name!r}")
        value = getattr(import_module(f".{_HOME.get(name, 'report')}", __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, *_MODULES])
