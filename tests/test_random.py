"""Random programs. Sequential ones print what HotSpot prints; concurrent ones have the outcomes that an
enumeration of all interleavings outside the engine finds, with and without reductions."""

from __future__ import annotations

import functools
import itertools
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import gen, gen_lib, gen_likes, gen_own, gen_seq, support
from tests.support import BFS, NIGHTLY, seeds

SEQUENTIAL = seeds(25, 400)
CONCURRENT = seeds(16, 600)
VARIANTS: dict[str, dict[str, str]] = {
    "por": {},
    "off": {"vm__por": "false"},
    "once": {"vm__por__one_thread": "false", "vm__por__sync_detection": "false"},
    "one thread": {"vm__por__write_once": "false", "vm__por__sync_detection": "false"},
    "locks": {
        "vm__por__write_once": "false",
        "vm__por__one_thread": "false",
        "vm__por__sync_detection__threshold": "1",
        "vm__por__persistent": "false",
    },
    "aggressive": {"vm__por__sync_detection__aggressive": "true", "vm__por__sync_detection__threshold": "1"},
    "boundaries only": {"vm__por__persistent": "false"},
    "bfs": {"search__class": BFS},
    "bfs off": {"vm__por": "false", "search__class": BFS},
    "best": {"search__class": "RandomHeuristic"},
    "deepest first": {"search__class": "DFSHeuristic"},
    "deepening": {"search__class": "iddfs"},
    "preemptions": {"search__class": "preemptions"},
    "delays": {"search__class": "delays"},
}
LIMIT = "400000" if NIGHTLY else "100000"
SWITCHES: dict[str, tuple[str, ...]] = {
    "vm__por__persistent": ("true", "false"),
    "vm__por__sleep_sets": ("true", "false"),
    "vm__por__max_reduced": ("200", "3"),
    "vm__por__write_once": ("true", "false"),
    "vm__por__one_thread": ("true", "false"),
    "vm__por__sync_detection": ("true", "false"),
    "vm__por__sync_detection__threshold": ("1", "5"),
    "vm__por__sync_detection__aggressive": ("true", "false"),
    "vm__por__symmetry": ("true", "false"),
    "vm__por__library": ("atomic", "fine"),
    "vm__shared__skip_finals": ("true", "false"),
    "vm__shared__skip_constructed_finals": ("true", "false"),
    "vm__shared__skip_static_finals": ("true", "false"),
    "cg__break_lock_release": ("true", "false"),
    "cg__break_single_choice": ("true", "false"),
}


COMBINATIONS = 8 if NIGHTLY else 2


def combination(seed: int, i: int) -> dict[str, str]:
    rng = random.Random(seed * 8 + i)
    return {key: rng.choice(values) for key, values in SWITCHES.items()}


def variants(seed: int) -> dict[str, dict[str, str]]:
    """Those above, and some of all combinations of switches: others for each program."""
    combinations = [combination(seed, i) for i in range(COMBINATIONS)]
    return VARIANTS | {f"{extra}": extra for extra in combinations}


def test_switches_meet() -> None:
    """Every two values of every two switches are tried together on some program."""
    met = {
        (a, b)
        for seed in CONCURRENT
        for i in range(COMBINATIONS)
        for a, b in itertools.combinations(combination(seed, i).items(), 2)
    }
    values = [(key, value) for key, vs in SWITCHES.items() for value in vs]
    assert met == {(a, b) for a, b in itertools.combinations(values, 2) if a[0] != b[0]}


@functools.cache
def sequential() -> tuple[Path, dict[str, str]]:
    """Classes, and what HotSpot prints for each program (one JVM for all)."""
    programs = [gen_seq.Program(seed) for seed in SEQUENTIAL]
    out = support.compile_texts({f"{p.name}.java": p.java() for p in programs})
    done = subprocess.run(
        [support.tool("java"), "-cp", f"{out}:{support.compiled('opcodes')}", "OpDriver", *(p.name for p in programs)],
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    parts = done.stdout.split("== ")[1:]
    return out, {part.partition("\n")[0]: "== " + part for part in parts}


@pytest.mark.parametrize("seed", SEQUENTIAL)
@pytest.mark.slow
def test_sequential_as_on_hotspot(seed: int) -> None:
    classes, want = sequential()
    name = f"Seq{seed}"
    status, out, err, _ = support.run(name, classes)
    assert not err
    assert status == 0
    assert out.decode() == want[name]


@functools.cache
def concurrent() -> Path:
    return support.compile_texts({f"{g.name}.java": g.java() for g in map(gen.Generator, CONCURRENT)})


def outcome(report: dict[str, Any]) -> tuple[set[str], bool, set[str]]:
    outputs = {line for line in report["output"].splitlines() if line.startswith("R ")}
    kinds = {e["kind"] for e in report["errors"]}
    return outputs, "deadlock" in kinds, {e["exception"] for e in report["errors"]} - {None}


@pytest.mark.parametrize("seed", CONCURRENT)
@pytest.mark.slow
def test_concurrent_as_enumerated(seed: int) -> None:
    program = gen.Generator(seed)
    try:
        want = gen.Oracle(program).explore()
    except gen.TooBig:
        pytest.skip("too large for the oracle")
    new: dict[str, int] = {}
    for variant, extra in variants(seed).items():
        report = support.explore(
            program.name, concurrent(), search__multiple_errors="true", search__state_limit=LIMIT, **extra
        )
        outputs, deadlock, died = outcome(report)
        if not report["complete"]:
            # some programs are too large for variants that reduce less
            assert "off" in variant or "false" in variant, report["statistics"]["constraints"]
            assert outputs <= want.outputs
            continue
        assert (outputs, deadlock, died) == (want.outputs, want.deadlock, want.died), variant
        assert (report["result"] == "violation") == bool(want.deadlock or want.died)
        new[variant] = report["statistics"]["states_new"]
    assert new.get("off") == new.get("bfs off")


@functools.cache
def unjoined() -> Path:
    programs = (gen.Generator(seed, joins=False) for seed in CONCURRENT)
    return support.compile_texts({f"{g.name}.java": g.java() for g in programs})


@pytest.mark.parametrize("seed", CONCURRENT)
@pytest.mark.slow
def test_unjoined_as_enumerated(seed: int) -> None:
    """Who runs last is alone then; what it does is no less in conflict with what others did."""
    program = gen.Generator(seed, joins=False)
    try:
        want = gen.Oracle(program).explore()
    except gen.TooBig:
        pytest.skip("too large for the oracle")
    for variant, extra in variants(seed).items():
        report = support.explore(
            program.name, unjoined(), search__multiple_errors="true", search__state_limit=LIMIT, **extra
        )
        _, deadlock, died = outcome(report)
        assert report["complete"] or "off" in variant or "false" in variant, report["statistics"]["constraints"]
        if report["complete"]:
            assert (deadlock, died) == (want.deadlock, want.died), variant


@pytest.mark.parametrize("seed", CONCURRENT)
def test_concurrent_errors_replay(seed: int) -> None:
    name = f"Conc{seed}"
    report = support.explore(name, concurrent(), search__multiple_errors="true")
    if not report["errors"]:
        pytest.skip("no error")
    for error in report["errors"][:2]:
        again = support.replay(name, concurrent(), error["replay"], search__multiple_errors="true")
        assert again["errors"], error
        same = [
            e for e in again["errors"] if all(e[k] == error[k] for k in ("kind", "exception", "location", "thread"))
        ]
        assert same, (error, again["errors"])
    first = support.explore(name, concurrent())["errors"][0]
    other = support.replay(name, concurrent(), first["replay"])["errors"][0]
    for key in ("kind", "exception", "message", "location", "thread", "trace"):
        assert other[key] == first[key], key


LIBRARY = seeds(12, 800)
LIKES = seeds(12, 800)
REDUCTIONS: dict[str, dict[str, str]] = {
    "none": {"vm__por__persistent": "false", "vm__por__sleep_sets": "false"},
    "all": {},
    "persistent": {"vm__por__sleep_sets": "false"},
    "sleep": {"vm__por__persistent": "false"},
    "bfs": {"search__class": BFS},
}


def agree(found: dict[str, Any]) -> None:
    """Outcomes by variant, of those that were explored whole: at least two, or there is nothing to compare."""
    if len(found) < 2:
        pytest.skip("too large")
    first = next(iter(found.values()))
    assert all(outcomes == first for outcomes in found.values()), found


def agree_in(name: str, classes: Path, *configs: dict[str, str], limit: int = 30000) -> None:
    """With each of these, as far as the program has no more states."""
    every = {"search__multiple_errors": "true", "search__state_limit": str(limit)}
    found = {}
    for extra in configs:
        report = support.explore(name, classes, **every, **extra)
        if report["complete"]:
            found[str(extra)] = outcome(report)
    agree(found)


@functools.cache
def library(parked: bool) -> Path:
    programs = (gen_lib.program(seed, parked) for seed in LIBRARY)
    return support.compile_texts({f"{name}.java": text for name, text in programs})


@pytest.mark.parametrize("seed", LIBRARY)
@pytest.mark.slow
def test_library_programs_have_the_same_outcomes(seed: int) -> None:
    """With library code no scheduling point names what is read and written: reductions rest on footprints."""
    agree_in(f"Lib{seed}", library(False), *REDUCTIONS.values(), limit=40000)


@pytest.mark.parametrize("seed", LIBRARY)
@pytest.mark.slow
def test_sleep_sets_lose_no_state(seed: int) -> None:
    """They leave out steps, never states (Godefroid, LNCS 1032, theorem 5.2), if scheduling points do not depend on
    who is left: the strictest test of footprints there is."""
    stats = []
    for sleep in ("true", "false"):
        report = support.explore(
            f"Lib{seed}",
            library(True),
            search__multiple_errors="true",
            search__state_limit="20000",
            cg__break_single_choice="true",
            vm__por__persistent="false",
            vm__por__sleep_sets=sleep,
        )
        if not report["complete"]:
            pytest.skip("too large")
        stats.append(report["statistics"])
    assert stats[0]["states_new"] == stats[1]["states_new"]
    assert stats[0]["transitions"] <= stats[1]["transitions"]


@functools.cache
def alike() -> Path:
    programs = (gen_lib.alike(seed) for seed in LIBRARY)
    return support.compile_texts({f"{name}.java": text for name, text in programs})


@pytest.mark.parametrize("seed", LIBRARY)
@pytest.mark.slow
def test_symmetry_keeps_the_outcomes(seed: int) -> None:
    """Threads that do the same are one another's equals; what the last one prints is not."""
    agree_in(
        f"Alike{seed}",
        alike(),
        {"vm__por": "false"},
        {"vm__por__symmetry": "false"},
        {},
        {"vm__por__sleep_sets": "false"},
        {"vm__por__persistent": "false"},
        {"vm__storage__class": "exact"},
        {"search__class": BFS},
        {"jpf__stress__named": "2"},
        {"jpf__stress__named": "3", "vm__storage__class": "exact"},
        {"jpf__stress__named": "3", "search__class": BFS},
        *(combination(seed, i) | {"vm__por__symmetry": "true"} for i in range(COMBINATIONS)),
    )


@functools.cache
def likes() -> Path:
    ways = ((False,), (True,), (True, True))
    programs = [gen_likes.likes(seed, *how) for seed in LIKES for how in ways]
    programs += [gen_likes.likes(seed, seed % 2 == 1, seed % 4 == 3, True) for seed in LIKES]
    return support.compile_texts({f"{name}.java": text for name, text in programs})


@pytest.mark.parametrize("kind", ["Likes", "Joins", "Kept", "Held"])
@pytest.mark.parametrize("seed", LIKES)
@pytest.mark.slow
def test_threads_that_look_alike_keep_the_outcomes(seed: int, kind: str) -> None:
    """One of those that are alike is tried: none that is not quite alike is left out."""
    agree_in(
        f"{kind}{seed}",
        likes(),
        {"vm__por": "false"},
        {"vm__por__symmetry": "false"},
        {},
        {"vm__por__sleep_sets": "false", "vm__por__persistent": "false"},
        {"vm__storage__class": "exact"},
        {"search__class": BFS},
    )


@functools.cache
def owners() -> Path:
    return support.compile_texts({f"{name}.java": text for name, text in map(gen_own.own, LIKES)})


@pytest.mark.parametrize("seed", LIKES)
@pytest.mark.slow
def test_threads_with_data_of_their_own_keep_the_outcomes(seed: int) -> None:
    """Symmetry never costs many states: where places are worth more the search finds that out."""
    ways: tuple[dict[str, str], ...] = (
        {"search__class": "dfs"},
        {"search__class": "dfs", "vm__por__symmetry": "false"},
    )
    agree_in(f"Own{seed}", owners(), {"vm__por": "false"}, *ways, {"search__class": BFS}, {"vm__por": "dynamic"})
    states = []
    for extra in ways:
        report = support.explore(f"Own{seed}", owners(), search__multiple_errors="true", **extra)
        assert report["complete"]
        states.append(report["statistics"]["states_new"])
    assert states[0] <= max(64, 2 * states[1])
