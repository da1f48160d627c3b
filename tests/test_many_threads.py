"""Places that more than 63 threads come to: counts grow with the threads, nothing is lost, and parts of a search agree."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest

from tests import gen_places, support
from tests.support import BFS, DFS, seeds
from tests.test_checkpoints import same_in_parts
from tests.test_random import outcome

COUNTS = [62, 63, 64, 100, 200, 400]


def crowd(what: str, n: int, **extra: str) -> dict[str, Any]:
    how = {
        "search__class": DFS,
        "search__multiple_errors": "true",
        "search__state_limit": "20000",
        **support.LARGE,
        **extra,
    }
    how["vm__max_transition_length"] = "1000000"  # main makes all the threads in one
    return support.explore("Crowd", support.compiled("por"), what, str(n), **how)


@pytest.mark.parametrize(
    ("what", "each", "less"), [("element", 4, 1), ("atomic", 4, 1), ("lock", 6, 2), ("monitor", 6, 2)]
)
def test_states_grow_with_the_threads(what: str, each: int, less: int) -> None:
    for n in [16, *COUNTS]:
        report = crowd(what, n)
        assert report["complete"] and not report["errors"]
        assert report["statistics"]["states_new"] == each * n - less, n
        assert report["statistics"]["transitions"] == each * n - less, n


def test_a_latch_for_each_two() -> None:
    for n in COUNTS:
        report = crowd("latch", n)
        assert report["complete"] and report["statistics"]["states_new"] == 3 * n + (n + 1) // 2 - 1, n


def test_the_last_two_race() -> None:
    for n in COUNTS:
        report = crowd("race", n)
        assert report["complete"] and report["statistics"]["states_new"] == 5 * n + 13, n
        assert len(report["errors"]) == 2
        for error in report["errors"]:
            again = support.replay(
                "Crowd", support.compiled("por"), error["replay"], "race", str(n), vm__max_transition_length="1000000"
            )
            assert [e["message"] for e in again["errors"]] == [error["message"]]


def test_what_a_checkpoint_keeps_of_many(tmp_path: Path) -> None:
    how = {"search__class": DFS, "search__multiple_errors": "true"}
    same_in_parts("Crowd", support.compiled("por"), how, tmp_path / "c", 1, 6, ["race", "70"])


# --- programs about places behind 64 threads that have ended ---

SEEDS = seeds(6, 300)
BEHIND = """public class Behind{seed} {{
    public static void main(String[] args) throws Exception {{
        for (int i = 0; i < {before}; i++) {{
            Thread t = new Thread(() -> {{ }});
            t.start();
            t.join();
        }}
        Place{seed}.main(args);
    }}
}}
"""
SWITCHES: list[dict[str, str]] = [
    {},
    {"vm__por__symmetry": "false", "vm__por__write_once": "false"},
    {"search__class": BFS},
    {"vm__por__library": "fine"},
    {"search__threads": "2"},
]


@functools.cache
def classes() -> Path:
    texts = {f"Place{seed}.java": gen_places.Program(seed).java() for seed in SEEDS}
    for seed in SEEDS:  # ids of which some are above 62, or all
        texts[f"Behind{seed}.java"] = BEHIND.format(seed=seed, before=random.Random(seed).choice([60, 61, 64, 130]))
    return support.compile_texts(texts)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_the_outcomes_behind_others(seed: int) -> None:
    limits = {"search__multiple_errors": "true", "search__state_limit": "30000"}
    off = support.explore(f"Behind{seed}", classes(), **limits, vm__por="false")
    if not off["complete"]:
        pytest.skip("too large without reductions")
    for extra in SWITCHES:
        report = support.explore(f"Behind{seed}", classes(), **limits, **extra)
        assert report["complete"] and outcome(report) == outcome(off), extra
