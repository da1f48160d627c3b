"""Steps of the library (csrc/classes/jdk/steps.def) against fine ones: every listed class, every pair of its methods in two
threads, and some programs with three calls in two threads or three. Nightly (CONTRIBUTING.md) all of them, else a sample.

A program is compared when both searches are whole: answers, exceptions, final contents and deadlocks must be the same. Where the
fine search meets its limit of states, what it has seen must be among what steps have; at least half of each entry's programs
must be compared as a whole."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests import gen_steps, support, tables_steps
from tests.support import NIGHTLY, STEP_PAIRS

SEED = support.SEED + 1

LIMIT = "300000" if NIGHTLY else "10000"
TABLE = support.ROOT / "csrc" / "classes" / "jdk" / "steps.def"
ENTRIES = {e.name: e for e in tables_steps.ENTRIES}
Outcome = tuple[frozenset[str], frozenset[tuple[Any, ...]]]
# Listed, but nobody's to call: parts of pools, futures and locks, which their entries reach.
INNER = {
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
    "java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject",
    "java.util.concurrent.ThreadPoolExecutor$Worker",
    "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue",
    "java.util.concurrent.ForkJoinTask",
}
PROTECTED = set(
    "addWorker afterExecute drainQueue ensurePrestart interruptIdleWorkers processWorkerExit tryTerminate delayedExecute "
    "onShutdown reExecutePeriodic next setException awaitWork deactivate deregisterWorker registerWorker tryTrim "
    "canStop quiescent poolSubmit submissionQueue externalSubmissionQueue externalPush startDelayScheduler tryStopIfShutdown "
    "putVal".split()
)


@functools.cache
def classes(release: int) -> Path:
    """All entries, compiled with this JDK's compiler at once."""
    sources = {f"Steps{e.name}.java": gen_steps.source(e, release) for e in ENTRIES.values()}
    return support.compile_texts(sources, release, ("-g", "-Xlint:none"))


def outcome(e: gen_steps.Entry, release: int, args: tuple[str, ...], **extra: str) -> tuple[Outcome, bool]:
    report = support.explore(
        f"Steps{e.name}",
        classes(release),
        *args,
        jdk=support.jdks()[release],
        search__multiple_errors="true",
        **extra,
    )
    errors = frozenset(
        (x["kind"], x["exception"], tuple(sorted(t["name"] for t in x["snapshot"])) if x["kind"] == "deadlock" else ())
        for x in report["errors"]
    )
    constraints = report["statistics"]["constraints"]
    assert report["complete"] or all("state limit" in c for c in constraints), (e.name, args, constraints)
    return (frozenset(support.outcomes(report)), errors), report["complete"]


def programs(e: gen_steps.Entry, release: int) -> list[tuple[str, ...]]:
    every = list(gen_steps.pairs(e, release))
    if NIGHTLY:
        return every + gen_steps.triples(e, release, 60, SEED)
    r = random.Random(f"{e.name} {SEED}")
    return r.sample(every, min(STEP_PAIRS, len(every))) + gen_steps.triples(e, release, STEP_PAIRS // 2, SEED)


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_steps_are_fine_steps(name: str, release: int, record_property: Any) -> None:
    e = ENTRIES[name]
    calls = dict(e.here(release))
    todo = programs(e, release)
    whole, wrong = 0, []
    for args in todo:
        steps, complete = outcome(e, release, args, search__state_limit="300000")
        other = {"vm__por__library": "fine"} | {k.replace(".", "__"): v for k, v in e.config}
        fine, compared = outcome(e, release, args, search__state_limit=LIMIT, **other)
        compared &= complete
        whole += compared
        if steps == fine if compared else not complete or (fine[0] <= steps[0] and fine[1] <= steps[1]):
            continue
        text = " || ".join("; ".join(calls[int(k)] for k in a.split(",")) for a in args[1:])
        wrong.append(
            (args, text, "lost", fine[0] - steps[0], fine[1] - steps[1], "more", steps[0] - fine[0], steps[1] - fine[1])
        )
    record_property("compared", f"{whole}/{len(todo)}")
    assert not wrong, f"{name} on {release}: {len(wrong)} of {len(todo)} programs differ: {wrong[:5]}"
    assert e.fine or whole * 2 >= len(todo), f"{name}: only {whole} of {len(todo)} compared"


def test_every_listed_method_is_in_the_table() -> None:
    text = {e.name: " ".join((e.declare, *e.setups, *e.calls)) for e in ENTRIES.values()}
    for cls, methods in gen_steps.listed(TABLE).items():
        if cls in INNER:
            continue
        simple = re.split(r"[.$]", cls)[-1]
        use = " ".join(t for n, t in text.items() if n == simple or re.search(rf"\b{simple}\b", t))
        assert use, f"{cls} has no entry in tests/tables_steps.py"
        missing = {m for m in methods - PROTECTED if not re.search(rf"\.{m}\(", use)}
        assert not missing, f"{cls}: no call of {sorted(missing)} in tests/tables_steps.py"
