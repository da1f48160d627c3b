"""vm.por=dynamic: the threads tried in a state follow from what was seen below it. No outcome, deadlock or error is lost,
and what is tried is no more than with vm.por=true."""

from __future__ import annotations

import functools
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf
from tests import gen, gen_likes, gen_places, support, test_random
from tests.support import BFS
from tests.test_scripts import FAMILIES, PLAIN, POINTS, answers, script
from tests.test_scripts import run as run_script

DYNAMIC = {"vm__por": "dynamic"}
NAMED = {"vm__por__symmetry": "false"}
# Persistent sets off: what is left out is left out for what was seen alone.
ALONE = {**NAMED, **POINTS, "vm__por__persistent": "false"}
VARIANTS: dict[str, dict[str, str]] = {
    "all": {},
    "points": {**NAMED, **POINTS},
    "alone": ALONE,
    "alone, no sleep sets": {**ALONE, "vm__por__sleep_sets": "false"},
}

ALONE_NAMELESS = {**POINTS, "vm__por__persistent": "false"}
NAMELESS: dict[str, dict[str, str]] = {
    "all": {},
    "points": POINTS,
    "alone": ALONE_NAMELESS,
    "alone, no sleep sets": {**ALONE_NAMELESS, "vm__por__sleep_sets": "false"},
    "some under their names": {**ALONE_NAMELESS, "jpf__stress__named": "3"},
}

# Transitions of Traces (tests/java/por/Traces.java) with vm.por=true, and with dynamic sets.
FIGURES = {
    "readers 4": (42, 42),
    "lastzero 4": (290, 238),
    "lastzero 6": (2323, 1297),
    "counter 2 2": (60, 60),
    "indexer 12": (383, 283),
    "indexercas 12": (141, 127),
    "filesystem 14": (124, 124),
    "phil 4 1": (112, 108),
    "phil 8 1": (912, 832),
    "sigma 4": (892, 302),
    "casrot 5": (208, 196),
    "exponential 1": (1559, 1300),
}


def transitions(report: dict[str, Any]) -> int:
    return int(report["statistics"]["transitions"])


@pytest.mark.parametrize("program", FIGURES)
def test_figures_of_programs_of_the_literature(program: str) -> None:
    target, *args = ["Traces", *program.split()]
    classes = support.compiled("por")
    found = [support.explore(target, classes, *args, vm__por=por) for por in ("true", "dynamic")]
    assert all(r["complete"] and not r["errors"] for r in found)
    assert (transitions(found[0]), transitions(found[1])) == FIGURES[program]


@pytest.mark.parametrize("family", FAMILIES)
def test_scripts_keep_their_outcomes(family: str) -> None:
    """Beside a search with a scheduling point at each access to what is shared."""
    for seed in support.seeds(3, 400):
        code = script(family, seed, 6)
        want = answers(run_script(code, **PLAIN))
        for name, config in VARIANTS.items():
            report = run_script(code, **config, **DYNAMIC)
            assert answers(report) == want, (code, name)
            if name == "all" and report["errors"]:  # the first one costs what is known of the path that led there
                continue
            assert transitions(report) <= transitions(run_script(code, **config)), (code, name)


@functools.cache
def places() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_places.Program, support.seeds(2, 400))})


def compare(target: str, classes: Path, off: dict[str, str], variants: dict[str, dict[str, str]] = VARIANTS) -> bool:
    """False: it is too large."""
    every = {"search__multiple_errors": "true", "search__state_limit": "40000"}
    want = support.explore(target, classes, **every, **off)
    for name, config in variants.items():
        if not want["complete"]:
            return False
        report = support.explore(target, classes, **every, **config, **DYNAMIC)
        assert report["complete"] and test_random.outcome(report) == test_random.outcome(want), (target, name)
    return True


def test_random_programs_about_places() -> None:
    for seed in support.seeds(2, 400):
        compare(f"Place{seed}", places(), {"vm__por": "false"})


def test_random_programs_of_threads_that_look_alike() -> None:
    """Beside a search without renaming; with sleep sets those that sleep stand for others."""
    likes = [gen_likes.likes(seed, joined) for seed in support.seeds(2, 400) for joined in (False, True)]
    classes = support.compile_texts({f"{name}.java": text for name, text in likes})
    whole = sum(compare(name, classes, NAMED, NAMELESS) for name, _ in likes)
    assert whole > 2


def test_random_programs_with_monitors_waits_locks_interrupts_and_limits() -> None:
    whole = 0
    for seed in test_random.CONCURRENT if support.NIGHTLY else test_random.CONCURRENT[:2]:
        for joins, classes in [(True, test_random.concurrent), (False, test_random.unjoined)]:
            whole += compare(gen.Generator(seed, joins=joins).name, classes(), {"vm__por": "false"})
    assert whole > 1


def test_a_state_that_is_left_once_more_behind_an_error_says_what_was_done_before() -> None:
    """The first error of a path costs what is known of its states, and one of these is woken later."""
    program = gen.Generator(5043)
    assert compare(program.name, support.compile_texts({f"{program.name}.java": program.java()}), {"vm__por": "false"})


def test_random_library_programs() -> None:
    whole = 0
    for seed in test_random.LIBRARY if support.NIGHTLY else test_random.LIBRARY[:3]:
        whole += compare(f"Lib{seed}", test_random.library(False), {})
    assert whole > 0


STRUCTURES = "treiber elimination msqueue twolocks coarse optimistic lazy map skiplist deque queue blocking".split()


@pytest.mark.parametrize("structure", STRUCTURES)
def test_clients_of_concurrent_structures(structure: str) -> None:
    """The programs of a table in docs/por-tables.md."""
    source = support.ROOT / "tests/bench/java/Structures.java"
    classes = support.compile_texts({source.name: source.read_text()})
    searches: list[dict[str, str]] = [{}, DYNAMIC, {"search__class": "dpor"}]
    if structure != "skiplist":
        searches.append({"vm__por": "false"})
    found = [support.explore("Structures", classes, structure, "2", "2", **extra) for extra in searches]
    assert all(r["complete"] and not r["errors"] for r in found)
    outcomes = [test_random.outcome(r) for r in found]
    assert len(outcomes[0][0]) > 1 and all(o == outcomes[0] for o in outcomes)
    # The ends of a queue without locks stay where they are (csrc/state/rest.c): 39 transitions, and 37 where they do not.
    assert transitions(found[1]) <= transitions(found[0]) + 2 * (structure == "queue")


@pytest.mark.parametrize("how", ["join", "park", "wait"])
def test_who_can_be_let_go_in_two_ways_is(how: str) -> None:
    classes = support.compiled("por")
    for order in map("".join, itertools.permutations("qtu")):
        every = {"search__multiple_errors": "true"}
        want = test_random.outcome(support.explore("LetGo", classes, how, order, **every, vm__por="false"))
        assert len(want[0]) > 1
        searches = {name: {**config, **DYNAMIC} for name, config in VARIANTS.items()}
        for name, config in (searches | {"dpor": {"search__class": "dpor"}}).items():
            report = support.explore("LetGo", classes, how, order, **every, **config)
            assert test_random.outcome(report) == want, (order, name)


def test_an_endless_space_leaves_nobody_behind() -> None:
    """A thread that counts without end comes back to no state, so nothing is seen below: the others get their turns."""
    source = """
        public class Endless {
            static int n, x;
            public static void main(String[] a) {
                new Thread(() -> { while (true) n++; }).start();
                new Thread(() -> { x = 1; if (x == 1) throw new IllegalStateException(); }).start();
                while (true) { int r = x; n += r; }
            }
        }"""
    classes = support.compile_texts({"Endless.java": source})
    report = support.explore("Endless", classes, search__state_limit="20000", **ALONE, **DYNAMIC)
    assert [e["exception"] for e in report["errors"]] == ["java.lang.IllegalStateException"]


def test_what_a_limit_cuts_off_is_not_taken_for_seen() -> None:
    """Below the limit one thread alone is met; the other one's error is found as with vm.por=true."""
    code = ["a1a2a3b1b2b3c1c2c3", "ar!"]
    for limit in ("8", "9", "12"):
        config = {**ALONE, "search__depth_limit": limit}
        on, off = run_script(code, **config, **DYNAMIC), run_script(code, **config)
        assert not on["complete"] and support.outcomes(on) == support.outcomes(off)
        assert transitions(on) <= transitions(off)


ALIKE = ["counter 2 2", "counter 3 2", "sigma 4", "readers 6", "Alikes lock 6", "Alikes each 6", "Alikes inc 6"]


@pytest.mark.parametrize("program", ALIKE)
def test_threads_that_are_alike_stand_for_each_other(program: str) -> None:
    """What was done below a state is known under other names of threads: joined ones, with a lock or an object each."""
    target, *args = program.split() if program[0] == "A" else ["Traces", *program.split()]
    classes = support.compiled("por")
    searches = [{}, DYNAMIC, {**DYNAMIC, "vm__por__sleep_sets": "false"}, {**DYNAMIC, **NAMED}]
    found = [support.explore(target, classes, *args, **extra) for extra in searches]
    assert all(r["complete"] and not r["errors"] for r in found)
    true, dynamic, _, named = map(transitions, found)
    assert dynamic <= true and 1.4 * dynamic < named


def test_errors_replay_with_and_without() -> None:
    classes = support.compiled("por")
    (error,) = support.explore("Traces", classes, "cyclic", "3", "1", **DYNAMIC)["errors"]
    assert error["kind"] == "deadlock"
    for config in [DYNAMIC, {}]:
        again = support.replay("Traces", classes, error["replay"], "cyclic", "3", "1", **config)
        assert [e["kind"] for e in again["errors"]] == ["deadlock"], config


@pytest.mark.parametrize(
    "key, value",
    [
        ("search__class", BFS),
        ("search__class", "dpor"),
        ("vm__storage__class", "none"),
        ("vm__storage__class", "bitstate"),
        ("search__match_depth", "true"),
        ("search__properties", "LivelockProperty"),
    ],
)
def test_what_it_cannot_go_with_is_refused(key: str, value: str) -> None:
    with pytest.raises(_jpf.ConfigError, match=r"^vm.por=dynamic: \S.*$"):
        support.explore("Traces", support.compiled("por"), "readers", "1", **DYNAMIC, **{key: value})


def test_where_it_is_not_used_the_report_says_so() -> None:
    report = support.explore("Traces", support.compiled("por"), "readers", "2", **DYNAMIC, vm__timeouts="idle")
    assert report["complete"] and "por_begun_states" not in report["statistics"]
    (warning,) = report["statistics"]["warnings"]
    assert warning.startswith("vm.por=dynamic is not used: with vm.timeouts=idle")


def looks(seed: int) -> str:
    """What three threads and main do, for tests/java/por/HowFar.java."""
    r = random.Random(seed)

    def word(me: int) -> str:
        kind = r.choice("sgatsgatwr")
        return kind + str(r.randint(1, 3) if kind in "wr" else r.choice([i for i in range(3) if i != me]))

    return " ".join("".join(word(me) for _ in range(r.choice([0, 1, 1, 2]))) or "-" for me in range(4))


def same_answers(target: str, *args: str) -> None:
    classes = support.compiled("por")
    every = {"search__multiple_errors": "true", "search__state_limit": "40000"}
    want = support.explore(target, classes, *args, **every, vm__por="false")
    for name, config in {**VARIANTS, "no sleep sets": {"vm__por__sleep_sets": "false"}}.items():
        if not want["complete"]:
            return
        report = support.explore(target, classes, *args, **every, **config, **DYNAMIC)
        assert report["complete"] and not report["statistics"].get("warnings")
        assert test_random.outcome(report) == test_random.outcome(want), (args, name)


def test_who_looks_how_far_another_thread_is_sees_each_answer() -> None:
    """Persistent sets know that a look at one thread does not depend on what another one does, which here is not known:
    an order of the two excuses nothing."""
    for words in ["s1w2 w3 w1s0 g2", "s1w2 - w1s0 g2", "s1 - s0 g2", *map(looks, support.seeds(8, 400))]:
        same_answers("HowFar", *words.split())


@pytest.mark.parametrize("case", ["join", "cycle", "group", "alive", "unpark", "class", "new", "use", "last"])
def test_who_asks_for_what_another_one_begins_may_come_first(case: str) -> None:
    same_answers("Begun", case)


def test_its_counts_are_in_the_report() -> None:
    report = jpfpy.verify(
        "Traces", "lastzero", "4", classpath=str(support.compiled("por")), config={"vm.por": "dynamic"}
    )
    s = report.statistics
    assert report.ok and s.por_begun_states > 0 and s.por_raced_choices > 0
