"""What a listener sees of the stopped VM: threads, frames, objects, classes, instructions, choices, the search.

A view holds ids and the serial of the notification it was made in. Used after that notification it raises
StaleViewError: the state it spoke of is gone. Classes, methods, fields and instructions never change and stay valid.

Changes (locals, operands, fields, elements) are logged by the engine, so that they backtrack with the state."""

from .base import Answer, Attribute, Attributed, StaleViewError, View
from .code import ClassInfo, FieldInfo, MethodInfo
from .element import ElementInfo, StaticElementInfo
from .frame import Locals, StackFrame
from .insn import Instruction
from .search import (
    DFSearch,
    HeuristicSearch,
    HeuristicState,
    PathSearch,
    Search,
    Step,
    Transition,
    error_message,
    property_name,
)
from .thread import ThreadInfo
from .vm import VM

__all__ = [
    "VM",
    "Answer",
    "Attribute",
    "Attributed",
    "ClassInfo",
    "DFSearch",
    "ElementInfo",
    "FieldInfo",
    "HeuristicSearch",
    "HeuristicState",
    "PathSearch",
    "Instruction",
    "Locals",
    "MethodInfo",
    "Search",
    "StackFrame",
    "StaleViewError",
    "StaticElementInfo",
    "Step",
    "ThreadInfo",
    "Transition",
    "View",
    "error_message",
    "property_name",
]
