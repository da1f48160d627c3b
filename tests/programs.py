"""Random programs, as many as a night has time for: python -m tests.programs --programs 100000.

Each program of each family is searched in every mode, depth first and breadth first, and the outcomes of all modes are
those of an enumeration outside the engine where the family has one, and of the search without reductions where it has
none. A batch is a process of its own, so that one that dies is a finding like any other. What was done is kept, and the
next call goes on behind it; what was found is kept with the program."""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import gen, gen_awaits, gen_fields, gen_lib, gen_likes, gen_locks, gen_nodes, gen_places, gen_trees, support
from tests.test_random import combination, outcome
from tests.test_scripts import FAMILIES, PLAIN, script

KEPT = support.ROOT / "build" / "programs"
BATCH = 50  # programs of a process, which javac compiles together
BFS = {"search__class": support.BFS}
OFF = {"vm__por": "false"}
MODES: dict[str, dict[str, str]] = {
    "off": OFF,
    "off, breadth first": OFF | BFS,
    "reduced": {"search__class": "dfs"},
    "reduced, breadth first": BFS,
    "turns": {"jpf__stress__turns": "20"},
    "turns, exact": {"jpf__stress__turns": "20", "vm__storage__class": "exact"},
    "dpor": {"search__class": "dpor"},
    "dynamic": {"vm__por": "dynamic", "search__class": "dfs"},
    "exact": {"vm__storage__class": "exact"},
    "two threads": {"search__threads": "2", "jpf__stress__join": "10"},
    "two threads, disk": {
        **{"search__threads": "2", "jpf__stress__join": "10"},
        **{"search__spill": tempfile.gettempdir(), "jpf__stress__spill": "25"},
    },
    "no persistent sets": {"vm__por__persistent": "false"},
    "no sleep sets": {"vm__por__sleep_sets": "false"},
    "no symmetry": {"vm__por__symmetry": "false"},
    "no symmetry, breadth first": {"vm__por__symmetry": "false"} | BFS,
    "fine library": {"vm__por__library": "fine"},
    "preemptions": {"search__class": "preemptions"},
    "deepening": {"search__class": "iddfs"},
    "best first": {"search__class": "RandomHeuristic"},
    "packed": {"jpf__stress__pack": "true"},
}
# A string that one of them made leads to its error in the others, too: they break paths off elsewhere.
ACROSS = {"reduced": ("dpor",), "dpor": ("reduced", "reduced, breadth first")}
ERRORS_EACH = 3  # that are replayed
# The number of transitions beside the states: an execution is no state.
LIMITS = {"search__multiple_errors": "true", "search__state_limit": "15000", "search__transition_limit": "60000"}
Outcome = tuple[set[str], bool, set[str]]


@dataclass
class Program:
    name: str  # of its class
    text: str  # source; empty: it is compiled
    args: tuple[str, ...] = ()
    oracle: Callable[[], Outcome | None] | None = None  # None from it: too large
    prints: bool = True
    plain: dict[str, str] = field(default_factory=lambda: OFF)


def enumerated(g: gen.Generator) -> Outcome | None:
    try:
        want = gen.Oracle(g).explore()
    except gen.TooBig:
        return None
    return want.outputs, want.deadlock, want.died


def concurrent_program(seed: int, joins: bool) -> Program:
    g = gen.Generator(seed, joins=joins)
    return Program(g.name, g.java(), oracle=lambda: enumerated(g), prints=joins)


def script_program(seed: int) -> Program:
    family = sorted(FAMILIES)[seed % len(FAMILIES)]
    return Program("Script", "", tuple(script(family, seed, 6)), plain=PLAIN)


def drawn_by(made: Callable[[int], Any]) -> Callable[[int], Program]:
    """`made` has a name and java(), and what its programs show is compared with the search without reductions."""

    def program(seed: int) -> Program:
        p = made(seed)
        return Program(p.name, p.java())

    return program


MADE: dict[str, Callable[[int], Program]] = {
    "conc": lambda seed: concurrent_program(seed, True),
    "free": lambda seed: concurrent_program(seed, False),
    "script": script_program,
    "place": drawn_by(gen_places.Program),
    "nodes": drawn_by(gen_nodes.Program),
    "awaits": drawn_by(gen_awaits.Program),
    "trees": drawn_by(gen_trees.Program),
    "field": drawn_by(gen_fields.Program),
    "locks": drawn_by(gen_locks.Program),
    "lib": lambda seed: Program(*gen_lib.program(seed)),
    "alike": lambda seed: Program(*gen_lib.alike(seed)),
    "likes": lambda seed: Program(*gen_likes.likes(seed)),
    "joins": lambda seed: Program(*gen_likes.likes(seed, True)),
    "kept": lambda seed: Program(*gen_likes.likes(seed, True, True)),
    "held": lambda seed: Program(*gen_likes.likes(seed, seed % 2 == 1, seed % 4 == 3, True)),
}


def modes(family: str, seed: int) -> dict[str, dict[str, str]]:
    """All of them, and two combinations of switches that other programs do not have."""
    extra = {f"combination {i}": combination(seed, i) | (BFS if i else {}) for i in range(2)}
    return MODES | extra


def differences(found: dict[str, dict[str, Any]], want: Outcome | None, prints: bool) -> list[str]:
    """What reports of one program, by mode, tell otherwise than they must. `want`: the enumeration's, if there is one."""
    wrong = []
    whole = {mode: outcome(r) for mode, r in found.items() if r["complete"]}
    reference, name = want, "the enumeration"
    if reference is None and whole:
        name, reference = next(iter(whole.items()))
    if reference is None:
        return []
    parts = slice(0 if prints else 1, 3)
    for mode, report in found.items():
        got = outcome(report)
        if report["complete"] and got[parts] != reference[parts]:
            wrong.append(f"{mode}: {got[parts]}, {name}: {reference[parts]}")
        elif prints and not got[0] <= reference[0] or got[1] > reference[1] or not got[2] <= reference[2]:
            wrong.append(f"{mode}, not whole: {got[parts]}, not of {name}: {reference[parts]}")
    states = {m: found[m]["statistics"]["states_new"] for m in ("off", "off, breadth first") if m in whole}
    if len(set(states.values())) > 1:
        wrong.append(f"states differ: {states}")
    return wrong


def replays(p: Program, classes: Path, mode: str, report: dict[str, Any], configs: list[dict[str, str]]) -> list[str]:
    """Whether the first errors come again where their strings are replayed, with each configuration."""
    wrong = []
    for error in report["errors"][:ERRORS_EACH]:
        if not error["replay"]:
            wrong.append(f"{mode}: an error without a replay string")
            continue
        for config in configs:
            again = support.replay(p.name, classes, error["replay"], *p.args, **config)
            keys = ("kind", "exception", "location", "thread", "message")
            if again["result"] == "violation" and any(all(e[k] == error[k] for k in keys) for e in again["errors"]):
                continue
            told = [{k: e[k] for k in keys} for e in again["errors"]]
            wrong.append(f"{mode}: {error['replay']} is told as {told or again['result']} with {config}")
    return wrong


def check(p: Program, classes: Path, which: dict[str, dict[str, str]]) -> tuple[list[str], int, int]:
    """What is wrong, how many searches there were, and how many of them were whole."""
    found: dict[str, dict[str, Any]] = {}
    wrong = []
    for mode, config in which.items():
        plain = p.plain if config.get("vm__por") == "false" else {}
        every = LIMITS | plain | {k: v for k, v in config.items() if not plain or k != "vm__por"}
        found[mode] = support.explore(p.name, classes, *p.args, **every)
        others = [every | MODES[other] for other in ACROSS.get(mode, ())]
        wrong += replays(p, classes, mode, found[mode], [every, *others])
    want = p.oracle() if p.oracle else None
    return wrong + differences(found, want, p.prints), len(found), sum(r["complete"] for r in found.values())


def batch(family: str, first: int, count: int) -> None:
    """In a process of its own: lines of JSON."""
    programs = {seed: MADE[family](seed) for seed in range(first, first + count)}
    texts = {f"{p.name}.java": p.text for p in programs.values() if p.text}
    classes = support.compile_texts(texts) if texts else support.compiled("por")
    for seed, p in programs.items():
        print(json.dumps({"begun": seed}), flush=True)
        wrong, searches, whole = check(p, classes, modes(family, seed))
        print(json.dumps({"seed": seed, "wrong": wrong, "searches": searches, "whole": whole}), flush=True)


@dataclass
class Tally:
    programs: int = 0
    searches: int = 0
    whole: int = 0
    found: int = 0


def keep(family: str, seed: int, what: list[str], kept: Path) -> Path:
    """The program and what is wrong with it, and the command that shows it again."""
    p = MADE[family](seed)
    folder = kept / f"{family}-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{p.name}.java").write_text(p.text or f"// {p.name} {' '.join(p.args)}\n")
    command = f"{sys.executable} -m tests.programs --batch {family} {seed} 1"
    (folder / "found.txt").write_text("\n".join([command, *what]) + "\n")
    return folder


def run_batch(family: str, first: int, count: int, kept: Path) -> tuple[Tally, list[Path]]:
    """A process that dies goes on behind the program at which it did."""
    tally, folders, seed = Tally(), [], first
    while seed < first + count:
        command = [sys.executable, "-m", "tests.programs", "--batch", family, str(seed), str(first + count - seed)]
        done = subprocess.run(command, cwd=support.ROOT, capture_output=True, text=True, check=False)
        begun = seed
        for line in done.stdout.splitlines():
            told = json.loads(line)
            begun = told.get("begun", begun)
            if "seed" in told:
                tally.programs += 1
                tally.searches += told["searches"]
                tally.whole += told["whole"]
                if told["wrong"]:
                    folders.append(keep(family, told["seed"], told["wrong"], kept))
        if not done.returncode:
            break
        ended = [f"ended with {done.returncode}", *done.stderr.splitlines()[-20:]]
        folders.append(keep(family, begun, ended, kept))
        seed = begun + 1
    tally.found = len(folders)
    return tally, folders


def rounds(first: int, programs: int, families: list[str]) -> Iterator[tuple[str, int, int]]:
    """Families take turns, so that whatever time there is goes to all of them."""
    each = -(-programs // len(families))
    for at in range(0, each, BATCH):
        for family in families:
            yield family, first + at, min(BATCH, each - at)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.programs", description=__doc__)
    parser.add_argument("--programs", type=int, default=100_000, help="of all families together")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--minutes", type=float, default=0, help="no batch begins later; 0: whatever it takes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kept", type=Path, default=KEPT, help="what was done, and what was found")
    parser.add_argument("--again", action="store_true", help="do not go on where the last call stopped")
    parser.add_argument("--batch", nargs=3, metavar=("FAMILY", "SEED", "COUNT"), help=argparse.SUPPRESS)
    parser.add_argument("families", nargs="*", choices=[*MADE, []], help=f"of {', '.join(MADE)}; all of them")
    args = parser.parse_args()
    if args.batch:
        family, seed, count = args.batch
        batch(family, int(seed), int(count))
        return 0
    args.kept.mkdir(parents=True, exist_ok=True)
    journal = args.kept / "done.jsonl"
    if args.again:
        journal.unlink(missing_ok=True)
    lines = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
    done = {(line["family"], line["first"]): line for line in lines}
    total, begin = Tally(), time.monotonic()

    def add(t: Tally) -> None:
        for name, value in vars(t).items():
            setattr(total, name, getattr(total, name) + value)

    def one(work: tuple[str, int, int]) -> None:
        family, first, count = work
        if line := done.get((family, first)):
            return add(Tally(*(line[k] for k in vars(total))))
        if args.minutes and time.monotonic() - begin > args.minutes * 60:
            return
        tally, folders = run_batch(family, first, count, args.kept)
        add(tally)
        with journal.open("a") as out:
            out.write(json.dumps({"family": family, "first": first, **vars(tally)}) + "\n")
        for folder in folders:
            print(f"\n{folder}: {(folder / 'found.txt').read_text()}", flush=True)
        print(
            f"{total.programs} programs, {total.searches} searches, {total.whole} whole, {total.found} found, "
            f"{time.monotonic() - begin:.0f} s",
            end="\r" if sys.stdout.isatty() else "\n",
            flush=True,
        )

    with concurrent.futures.ThreadPoolExecutor(args.workers) as pool, contextlib.suppress(KeyboardInterrupt):
        list(pool.map(one, rounds(args.first, args.programs, args.families or list(MADE))))
    print(f"\n{total.programs} programs, {total.searches} searches, {total.found} found ({args.kept})")
    return 1 if total.found else 0


if __name__ == "__main__":
    sys.exit(main())
