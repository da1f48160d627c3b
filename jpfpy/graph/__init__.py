"""The graph of a program's states as an object: jpfpy.explore."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..api import Value, verify
from ..arguments import Paths, mapping, several, texts
from ..errors import ConfigError
from ..views.expression import Expression, compiled
from .recorder import Recorder
from .states import Edge, State, StateGraph, ThreadState

if TYPE_CHECKING:
    from ..bp import BProgram
    from ..strategy import Heuristic, Search

__all__ = ["Edge", "State", "StateGraph", "ThreadState", "explore"]


def explore(
    target: str | os.PathLike[str] | BProgram,
    *args: str,
    classpath: Paths | None = None,
    sourcepath: Paths | None = None,
    limit: int = 10_000,
    values: Iterable[str] = (),
    labels: Mapping[str, str] | None = None,
    search: str | type | Heuristic | Search | None = None,
    config: Mapping[str, Value] | None = None,
    jdk: str | os.PathLike[str] | None = None,
    listeners: Iterable[object] = (),
    properties: Iterable[object] = (),
) -> StateGraph:
    """Explore `target` as jpfpy.verify does, and keep the states and transitions.

    A b-program (jpfpy.bp.BProgram) is explored in the VM. The search goes on after errors unless the configuration has
    search.multiple_errors=false, and ends after `limit` states (0: no limit); `graph.report.complete` tells.
    `values` are expressions (docs/graphs.md) whose values are kept for each state; `labels` gives states names:
    {"empty": "Buffer.n == 0"}. States are those of this search: with reductions unless vm.por=false.

    Raises ConfigError as jpfpy.verify does, and where an expression is none."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise ConfigError(f"limit={limit!r}: a number of states expected, or 0 for no limit")
    watched = texts(values, "values", '"Buffer.n"')
    if labels is not None and not isinstance(labels, Mapping):
        raise ConfigError(f'labels={labels!r}: a dict from names expected, labels={{"empty": "Buffer.n == 0"}}')
    mapping(config, "config")
    recorder = Recorder([compiled(v) for v in watched], {k: Expression(v) for k, v in (labels or {}).items()})
    given: dict[str, Any] = {"search.multiple_errors": "true", **(config or {})}
    if limit:
        given["search.state_limit"] = limit
    if isinstance(target, str | os.PathLike):
        report = verify(
            target,
            *args,
            classpath=classpath,
            sourcepath=sourcepath,
            config=given,
            search=search,
            jdk=jdk,
            listeners=[*several(listeners, "listeners"), recorder],
            properties=properties,
        )
    elif callable(getattr(target, "verify", None)):
        if args or classpath is not None or sourcepath is not None or jdk is not None:
            raise ConfigError("a BProgram has its arguments, class path and configuration itself (jpfpy.bp.BProgram)")
        report = target.verify(
            search, given, listeners=[*several(listeners, "listeners"), *several(properties, "properties"), recorder]
        )
    else:
        raise ConfigError(f"{target!r} is no target: a class name, a .java, .jar or .jpf file, or a BProgram expected")
    return recorder.graph(report, str(getattr(target, "name", "")))
