"""Going back to states: one made by its image is the one that its path leads to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import gen, support
from tests.support import BFS, seeds

BREADTH = {"search__class": BFS}
EXECUTED = {**BREADTH, "jpf__stress__execute": "true"}
# Every state that is gone to is compared, word by word, with what executing its path gives.
COMPARED = {**BREADTH, "jpf__stress__restore": "true", "jpf__stress__check": "true"}
CONC = sorted(p.stem for p in (support.TESTS / "java" / "conc").glob("*.java"))


def facts(report: dict[str, Any]) -> dict[str, Any]:
    """What a search tells, as far as it does not depend on how states were gone back to."""
    s = report["statistics"]
    counts = ("states_new", "states_visited", "transitions", "backtracked", "end_states", "max_depth", "thread_cgs")
    errors = [(e["kind"], e["message"], e["location"], e["replay"], e["trace"]) for e in report["errors"]]
    return {
        "counts": {k: s[k] for k in counts if k in s},
        "result": report["result"],
        "complete": report["complete"],
        "errors": errors,
        "output": sorted(report["output"].splitlines()),
    }


def alike(name: str, classes: Path | str, **extra: str) -> None:
    made = support.explore(name, classes, **BREADTH, **extra)
    executed = support.explore(name, classes, **EXECUTED, **extra)
    assert facts(made) == facts(executed)


@pytest.mark.parametrize("name", CONC)
@pytest.mark.slow
def test_counts_errors_and_output_are_those_of_execution(name: str) -> None:
    for por in ("true", "false"):
        alike(name, support.compiled("conc"), vm__por=por, search__multiple_errors="true", search__state_limit="3000")


@pytest.mark.parametrize("name", CONC)
@pytest.mark.slow
def test_made_states_are_executed_states(name: str) -> None:
    support.explore(
        name, support.compiled("conc"), vm__por="false", search__state_limit="60", jpf__stress__jumps="20", **COMPARED
    )


@pytest.mark.parametrize("seed", seeds(6, 200))
@pytest.mark.slow
def test_random_programs(seed: int) -> None:
    program = gen.Generator(seed, joins=False)
    classes = support.compile_texts({f"{program.name}.java": program.java()})
    for por in ("true", "false"):
        alike(program.name, classes, vm__por=por, search__multiple_errors="true", search__state_limit="5000")
    few = {"search__state_limit": "60", "jpf__stress__jumps": "30"}
    support.explore(program.name, classes, vm__por="false", **few, **COMPARED)


@pytest.mark.parametrize("por", ["true", "false"])
def test_whatever_a_state_holds(por: str) -> None:
    classes = support.compiled("states")
    alike("Everything", classes, vm__por=por, search__state_limit="4000")
    few = {"search__state_limit": "250", "jpf__stress__jumps": "150"}
    support.explore("Everything", classes, vm__por=por, jpf__stress__gc="true", **few, **COMPARED)
