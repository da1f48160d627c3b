"""A suite of tests as one report: each test's search, their errors and what they cost in sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .find import Finder, Test

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..config import Config
    from ..raw import RawReport
    from .run import Result

OUTCOMES = ("passed", "failed", "skipped", "incomplete", "error")
GREATEST = {"max_depth", "peak_bytes", "peak_rss_bytes", "state_bytes", "loaded_classes", "loaded_methods"}


def specs(config: Config) -> list[str]:
    """What jpf.junit names."""
    return [s.strip() for s in config.get("jpf.junit").split(";") if s.strip()]


def find(finder: Finder, wanted: Iterable[str]) -> list[Test]:
    """Each test once, in the order in which it is named first. Raises ConfigError as Finder.find does."""
    return list(dict.fromkeys(t for spec in wanted for t in finder.find(spec)))


def count(results: Sequence[Result]) -> dict[str, int]:
    return {o: sum(r.outcome == o for r in results) for o in OUTCOMES}


def supposed(results: Sequence[Result]) -> list[str]:
    """What the verdicts of the searches suppose, each once."""
    return list(dict.fromkeys(a for r in results if r.report for a in r.report.get("assumptions", ())))


def whole(results: Sequence[Result]) -> bool:
    return not any(r.outcome in ("incomplete", "error") or (r.report and not r.report["complete"]) for r in results)


def verdict(results: Sequence[Result], interrupted: bool = False) -> str:
    """The report's `result`: "no errors" is said of tests that were all explored whole, and of nothing else."""
    counts = count(results)
    if counts["failed"]:
        return "violation"
    return "no_errors" if whole(results) and not interrupted else "incomplete"


def combined(results: Sequence[Result], target: str, config: dict[str, str], interrupted: bool = False) -> RawReport:
    """Schema 1 with `tests` beside it: errors carry the name of their test, figures are sums (or the greatest)."""
    from .. import __version__

    errors: list[Any] = []
    tests: list[dict[str, Any]] = []
    statistics: dict[str, Any] = {}
    output = []
    jdk, seed = "", 0
    for r in results:
        ids = []
        own = r.report
        for e in own["errors"] if own else ():
            errors.append({**e, "id": len(errors) + 1, "test": r.name})
            ids.append(len(errors))
        one: dict[str, Any] = {
            "name": r.name,
            "class": r.test.cls,
            "method": r.test.method,
            "invocation": r.test.number or None,
            "framework": r.test.framework,
            "display_name": r.display,
            "outcome": r.outcome,
            "message": r.message,
            "errors": ids,
            "complete": own["complete"] if own else False,
            "statistics": own["statistics"] if own else None,
            "output": own["output"] if own else "",
            "notes": r.notes,
        }
        tests.append(one)
        if own:
            jdk, seed = own["jdk"], own["seed"]
            output.append(own["output"])
            add(statistics, own["statistics"] or {})
    whole_report: Any = {
        "schema": 1,
        "jpfpy": __version__,
        "jdk": jdk,
        "target": target,
        "args": [],
        "result": verdict(results, interrupted),
        "complete": whole(results) and not interrupted,
        "interrupted": interrupted,
        "errors": errors,
        "statistics": statistics or None,
        "output": "".join(output),
        "config": config,
        "seed": seed,
        "tests": tests,
        "tests_by_outcome": count(results),
    }
    if given := supposed(results):
        whole_report["assumptions"] = given
    return cast("RawReport", whole_report)


def add(total: dict[str, Any], one: Any) -> None:
    """Figures of one search to those of all: numbers are added, lists joined, tables added entry by entry."""
    for key, value in one.items():
        if isinstance(value, dict):
            add(total.setdefault(key, {}), value)
        elif isinstance(value, list):
            have = total.setdefault(key, [])
            have += [v for v in value if v not in have]
        elif isinstance(value, bool) or not isinstance(value, int | float):
            total.setdefault(key, value)
        elif key in GREATEST:
            total[key] = max(total.get(key, value), value)
        else:
            total[key] = total.get(key, 0) + value
