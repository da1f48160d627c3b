"""One report of what many engines have found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .coordinator import Coordinator

if TYPE_CHECKING:
    from ..raw import RawReport


def merged(base: dict[str, Any], c: Coordinator, figures: list[tuple[int, int, int]], limits: list[str]) -> RawReport:
    """`base` is the report of the engine that did the first task, `figures` those of the shards; `limits` say why the
    search was ended before its end."""
    raw = dict(base)
    one = raw["statistics"]
    last = one["constraints"] if c.draws else []  # it says what all executions show
    constraints = list(dict.fromkeys([*c.constraints, *last, *limits]))
    statistics = {**one, **c.statistics, "constraints": constraints}
    statistics["warnings"] = one.get("warnings", [])
    statistics["restored_by_execution_why"] = one.get("restored_by_execution_why")
    keys = c.found_keys
    statistics["state_bytes"] = sum(n for _, n, _ in figures)
    statistics["collision_bound"] = max(one["collision_bound"], keys * keys / 2.0**129)
    # a program without a choice is over before there are tasks
    errors = [*raw["errors"], *c.errors] if not c.errors else c.errors
    raw["errors"] = [{**error, "id": i + 1} for i, error in enumerate(errors)]
    raw["statistics"] = statistics
    raw["notes"] = list(dict.fromkeys([*c.notes, *raw["notes"]] if c.draws else [*raw["notes"], *c.notes]))
    if c.traces:
        raw["stored_traces"] = c.traces
    whole = not constraints and c.finished() and not (c.over and not c.ended)
    if not raw["complete"] and not errors and not c.over:  # the first engine says why
        whole = False
    raw["complete"] = whole
    raw["result"] = "violation" if errors else "no_errors" if whole else "incomplete"
    return cast("RawReport", raw)
