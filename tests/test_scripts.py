"""Generated programs of a few actions on shared cells (tests/java/por/Script.java): reductions change neither states, where
they leave out steps alone, nor what such programs print and how they end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests import support
from tests.support import BFS

# What actions the threads of a family choose from.
FAMILIES = {
    "data": ["0", "1", "2", "3", "r", "r", "+", "+", "!", "?"],
    "repeat": ["0", "1", "1", "?"],
    "refs": ["0", "1", "r", ">", ">", "<", "<", "("],
    "locks": ["1", "r", "+", "(", "(", "("],
    "waits": ["0", "1", "w", "w", "n", "N", "(", "r"],
    "interrupts": ["w", "n", "i", "i", ".i", "r", "1"],
    "spins": ["0", "1", "1", "s", "r", "+"],
    "mixed": ["1", "+", "r", "(", "w", "N", ".c", ".o", "!", ">", "<"],
}
POINTS = {"vm__por__sync_detection": "false", "vm__por__write_once": "false", "vm__por__one_thread": "false"}

PLAIN = {f"vm__por__{name}": "false" for name in ("persistent", "sleep_sets", "symmetry")} | POINTS


def script(family: str, seed: int, most: int = 5) -> list[str]:
    """At most `most` - n actions for each of n threads, and more in brackets."""
    rng = random.Random(f"{family} {seed}")

    def block(n: int, depth: int) -> str:
        out = ""
        for _ in range(n):
            what, cell = rng.choice(FAMILIES[family]), rng.choice("abc")
            if what == "(" and depth < 2:
                out += f"{cell}({block(rng.randint(1, 2), depth + 1)})"
            elif what[0] == ".":
                out += what
            elif what == ">":
                out += f"{cell}>{rng.choice('abc')}"
            elif what == "(" or (what == "?" and depth):
                out += f"{cell}r"
            else:
                out += cell + what
        return out

    n = rng.choice([2, 3, 3])
    return [block(rng.randint(1, most - n), 0) for _ in range(n)]


def run(code: list[str], **config: str) -> dict[str, Any]:
    every = {"search__multiple_errors": "true", "search__state_limit": "150000"}
    return support.explore("Script", support.compiled("por"), *code, **every | config)


def answers(report: dict[str, Any]) -> tuple[set[str], set[tuple[str, str | None]]]:
    assert report["complete"], report["statistics"]["constraints"]
    return support.outcomes(report), {(e["kind"], e["exception"]) for e in report["errors"]}


@pytest.mark.parametrize("family", FAMILIES)
def test_reductions_leave_out_no_outcome(family: str) -> None:
    """Beside searches with a scheduling point at each access to what is shared."""
    for seed in support.seeds(8, 200):
        code = script(family, seed)
        want = answers(run(code, **PLAIN))
        for config in [{"search__class": BFS}, {}, POINTS, {"vm__por__persistent": "false"}]:
            assert answers(run(code, **config)) == want, (code, config)


@pytest.mark.parametrize("family", ["data", "repeat", "refs"])
def test_sleep_sets_leave_out_steps_and_no_state(family: str) -> None:
    again = 0
    for seed in support.seeds(6, 100):
        code = script(family, seed, 6)
        config = {"cg__break_single_choice": "true", "vm__por__persistent": "false", **POINTS}
        on = run(code, **config)["statistics"]
        off = run(code, vm__por__sleep_sets="false", **config)["statistics"]
        assert on["states_new"] == off["states_new"] and on["transitions"] <= off["transitions"], code
        again += on["por_states_again"]
    assert again > 0
