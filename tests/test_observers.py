"""What two questions to an object of java.util.concurrent tell together, beside calls of other threads that change it. A call
that is one action must not hide what lies between its steps: the outcomes are those of fine steps.

Nightly and by `make observers` many of the programs that tests/gen_steps.py makes of tests/tables_steps.py, else a few."""

from __future__ import annotations

import random

import pytest

from tests import gen_steps, support, test_step_pairs

COUNT = support.OBSERVERS
LIMIT = "100000" if COUNT > 20 else "3000"
# Executors and the like have spaces too large for fine steps all the way down: test_step_pairs.py is about them.
NAMES = sorted(n for n, e in test_step_pairs.ENTRIES.items() if not e.fine and list(gen_steps.observed(e, 25)))
TEXT = 'o.toString().replaceAll(".*\\\\[", "")'
COUNTED = "{ o.lock(); try { return x++; } finally { o.unlock(); } }"


def differs(name: str, release: int, args: tuple[str, ...]) -> str:
    """What steps have lost of fine ones, or have in excess; "": nothing, or a search was cut off."""
    e = test_step_pairs.ENTRIES[name]
    steps, whole = test_step_pairs.outcome(e, release, args, search__state_limit="300000")
    fine, compared = test_step_pairs.outcome(e, release, args, search__state_limit=LIMIT, vm__por__library="fine")
    if steps == fine if whole and compared else not whole or (fine[0] <= steps[0] and fine[1] <= steps[1]):
        return ""
    calls = dict(e.here(release))
    text = " || ".join("; ".join(calls[int(k)] for k in a.split(",")) for a in args[1:])
    return (
        f"{name} on {release} {args} {text}: lost {fine[0] - steps[0]} {fine[1] - steps[1]}, more {steps[0] - fine[0]}"
    )


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("name", NAMES)
def test_nothing_between_two_questions_is_hidden(name: str, release: int) -> None:
    every = list(gen_steps.observed(test_step_pairs.ENTRIES[name], release))
    some = random.Random(f"{name} {release} {test_step_pairs.SEED}").sample(every, min(COUNT, len(every)))
    wrong = [w for w in (differs(name, release, args) for args in some) if w]
    assert not wrong, f"{len(wrong)} of {len(some)} programs differ: {wrong[:5]}"


def calls(name: str, release: int, *threads: tuple[str, ...]) -> tuple[str, ...]:
    numbers = {text: str(k) for k, text in test_step_pairs.ENTRIES[name].here(release)}
    return tuple(",".join(numbers[c] for c in t) for t in threads)


# Entry, its setup, the calls of main and of the others, and what main's calls tell half-way of another thread's call.
HALF_WAY: list[tuple[str, int, tuple[tuple[str, ...], ...], str]] = [
    (
        "FutureTask",
        0,
        (("o.isDone()", 'o.toString().replaceAll(".*\\\\[", "").replaceAll("task =.*", "task")'), ("o.run();",)),
        "true Not completed, task",
    ),
    ("ReentrantLock", 0, (("o.isLocked()", TEXT), (COUNTED,)), "true Unlocked]"),
    (
        "ReentrantLock",
        2,
        (("o.unlock();", TEXT, "o.hasQueuedThread(T1)"), (COUNTED,)),
        "- Locked by thread Thread-0] true",
    ),
    ("WriteLock", 0, (("l.isWriteLocked()", TEXT), (COUNTED,)), "true Unlocked]"),
    (
        "Semaphore",
        0,
        (("o.release();", "o.availablePermits()", "o.hasQueuedThreads()"), ("o.acquire();",)),
        "- 0 true",
    ),
    (
        "CompletableFuture",
        0,
        (("o.exceptionally(t -> 7).getNow(8)", TEXT), ("o.obtrudeValue(4);",)),
        "8 Not completed]",
    ),
    ("ConcurrentLinkedDeque", 1, (("o.push(4);", "o.toString()"), ("o.pollFirst()",)), "- [4, 1, 2]"),
    ("ConcurrentSkipListMap", 3, (("o.put(1, 5)", "o.toString()"), ("o.pollFirstEntry()",)), "null {1=5, 2=2}"),
    ("LinkedTransferQueue", 1, (("o.offer(3)", "o.contains(3)", "o.toArray()"), ("o.put(7);",)), "true true [1, 3, 7]"),
    ("LinkedTransferQueue", 1, (("o.element()", "o.toArray()"), ("o.offer(3)",)), "1 [1, 3]"),
    ("ConcurrentSkipListSet", 3, (("o.add(1)", "o.toString()"), ("o.pollFirst()",)), "true [1, 3]"),
]


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("k", range(len(HALF_WAY)), ids=lambda k: f"{HALF_WAY[k][0]}-{k}")
def test_what_lies_half_way_is_seen(k: int, release: int) -> None:
    name, setup, threads, seen = HALF_WAY[k]
    e = test_step_pairs.ENTRIES[name]
    args = (str(setup), *calls(name, release, *threads))
    (steps, errors), whole = test_step_pairs.outcome(e, release, args)
    (fine, fine_errors), fine_whole = test_step_pairs.outcome(e, release, args, vm__por__library="fine")
    assert whole and fine_whole and errors == fine_errors == frozenset()
    assert steps == fine
    assert seen in {o.split(" |")[0] for o in steps}


def test_a_take_from_the_front_may_miss_what_came_before_it() -> None:
    """A thread takes the second element, and another has put the first one before and has seen both."""
    for name, setup, main, taken in (
        ("ConcurrentLinkedDeque", 1, ("o.push(4);", "o.toString()"), "[4, 1, 2] | 1"),
        ("ConcurrentSkipListMap", 3, ("o.put(1, 5)", "o.toString()"), "{1=5, 2=2} | 2=2"),
        ("ConcurrentSkipListSet", 3, ("o.add(1)", "o.toString()"), "[1, 3] | 3"),
    ):
        poll = "o.pollFirstEntry()" if name.endswith("Map") else "o.pollFirst()"
        args = (str(setup), *calls(name, 17, main, (poll,)))
        (steps, _), whole = test_step_pairs.outcome(test_step_pairs.ENTRIES[name], 17, args)
        assert whole
        assert any(f"{taken} |" in o for o in steps), (name, sorted(steps))
