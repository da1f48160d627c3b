"""Programs that print what they came to (`R ...`), and what they say in the end in each search."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from pathlib import Path

from tests import support

SEARCHES: tuple[dict[str, str], ...] = (
    {"search__class": "dfs"},
    {"search__class": "bfs"},
    {"search__class": "dpor"},
    {"vm__por": "dynamic"},
    {"search__class": "dfs", "vm__por__symmetry": "false"},
)
MODES = ({"vm__por": "false"}, *SEARCHES, {"vm__por__library": "fine"})
# Of programs that have no end without reductions, or with the steps of library calls.
REDUCED = ({"vm__por__places": "false", "search__class": "dfs"}, *SEARCHES)


def agree(name: str, classes: Path, *args: str, modes: tuple[dict[str, str], ...] = MODES) -> set[str]:
    """What the program says in the end: the same in all modes, which explore it whole."""
    want = None
    for config in modes:
        report = support.explore(name, classes, *args, **config)
        assert report["complete"] and not report["errors"], (config, report["errors"])
        want = want or support.outcomes(report)
        assert support.outcomes(report) == want, config
    assert want
    return want


@functools.cache
def family(name: str, program: Callable[[int], str], seeds: range) -> Path:
    """Classes of random programs: what `program` answers to a seed declares a class of this name and the seed."""
    return support.compile_texts({f"{name}{s}.java": program(s) for s in seeds}, 0, ("-g", "-Xlint:none"))


def only_those_count(how: str, counts: tuple[int, int]) -> None:
    """States of AtomicEach with 4 and with 12 threads, depth first; one more or less where long steps are broken."""
    for n, states in zip((4, 12), counts, strict=True):
        report = support.explore("AtomicEach", support.compiled("por"), how, str(n), search__class="dfs")
        assert report["complete"] and abs(report["statistics"]["states_new"] - states) <= 1


def class_of(*words: str) -> str:
    return "".join(word.title().replace(" ", "") for word in words)


def drawn(rng: random.Random, ops: tuple[str, ...], named: int, count: int = 3) -> str:
    """So many of the operations, each in a block of its own; {i} and {j} are one of `named`, {k} is below 4."""
    chosen = (
        rng.choice(ops).format(i=rng.randrange(named), j=rng.randrange(named), k=rng.randrange(4)) for _ in range(count)
    )
    return " ".join(f"{{ {op} }}" for op in chosen)


def threads(n: int, body: Callable[[], str]) -> str:
    """Statements that start n threads and join them."""
    starts = " ".join(f"Thread t{i} = new Thread(() -> {{ {body()} }}); t{i}.start();" for i in range(n))
    return starts + " " + " ".join(f"t{i}.join();" for i in range(n))
