"""What calls of the library leave behind (csrc/classes/jdk/rest.def, fields.def): states at rest are those of a model of the
class, and whoever asks for what was left out is told as ever."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.outcomes import REDUCED, agree, drawn, family, threads
from tests.support import BFS, outcomes, seeds

EVERY_ORDER = {"vm__por__persistent": "false", "vm__por__sleep_sets": "false", "vm__por__symmetry": "false"}
# Three threads use each once. A model of the class has one state when they are through, whatever the order.
ONE = (
    "lock fairlock lockintr condition rw fairrw readers stamped stampedreaders optimistic semaphore fairsemaphore latch "
    "barrier phaser tiered futuretask future futurethen allof anyof abq lbq lbd pbq delay cld clqfull cldfull ltqfull "
    "clq ltq map mapfull keys skip skipset cow cowset adder adder0 doubleadder atomic array updater stampedref marked local random "
    "forktask timedlock skipfull"
).split()
# Two threads do.
PAIRS = {"exchanger": 1, "sync": 1, "fairsync": 1}
# More states than the model's: what differs is told in docs/juc-internals.md.
MORE = {
    ("accumulator", 17): 7,
    ("accumulator", 25): 7,
    ("doubleaccumulator", 17): 7,
    ("doubleaccumulator", 25): 7,
}
CASES = [
    *((w, "3", j, 1) for w in ONE for j in support.jdks()),
    *((w, "2", j, n) for w, n in PAIRS.items() for j in support.jdks()),
    *((w, "3", j, n) for (w, j), n in MORE.items() if j in support.jdks()),
]
# Main has two tasks run and waits for ever: deadlocks, states and transitions, on 17 and 25, without persistent and sleep
# sets. "end": the pool was shut down. "static": a static field has it.
IDLE = {
    "fixed stay": {17: (1, 74, 160), 25: (1, 74, 160)},
    "fixed stay static": {17: (2, 84, 173), 25: (2, 84, 173)},
    "fixed end": {17: (1, 119, 265), 25: (1, 119, 265)},
    "single stay static": {17: (1, 32, 51), 25: (1, 32, 51)},
    "single end": {17: (1, 47, 75), 25: (1, 57, 93)},
    "cached stay": {17: (2, 241, 537), 25: (2, 262, 577)},
    "cached end": {17: (2, 342, 773), 25: (3, 381, 843)},
    "scheduled stay": {17: (1, 119, 277), 25: (1, 119, 277)},
    "scheduled end": {17: (1, 224, 536), 25: (1, 224, 536)},
    "fork stay": {17: (9, 831, 1876), 25: (11, 2605, 6598)},
    "fork end": {17: (3, 8449, 19967), 25: (2, 6510, 16027)},
    "common stay": {17: (6, 273, 467), 25: (11, 2605, 6598)},
    "async stay": {17: (1, 192, 423), 25: (11, 1090, 2397)},
}
POOLS = [(w, j, IDLE[w][j]) for w in IDLE for j in support.jdks() if j in IDLE[w]]
RESTS = {"fixed": 1, "cached": 1, "async": 1}
DYNAMIC = {"search__class": "dfs", "vm__por": "dynamic"}
VARIANTS: dict[str, dict[str, str]] = {
    "fine": {"vm__por__library": "fine"},
    "off": {"vm__por": "false", "search__class": BFS},
    "bfs": {"search__class": BFS},
    "exact": {"vm__storage__class": "exact"},
}


def explore(what: str, *args: str, release: int = 0, **extra: str) -> dict[str, Any]:
    jdk = support.jdks()[release or support.default_release()]
    return support.explore(what, support.compiled("rest"), *args, jdk=jdk, **extra)


@pytest.mark.parametrize(("what", "threads", "release", "states"), CASES)
def test_states_at_rest(what: str, threads: str, release: int, states: int) -> None:
    report = explore("Rest", what, threads, "1", release=release, **EVERY_ORDER)
    assert report["result"] == "no_errors"
    assert report["statistics"]["choice_generators"]["data"] == states


@pytest.mark.parametrize(("what", "release", "counts"), POOLS)
def test_pools_at_rest(what: str, release: int, counts: tuple[int, int, int]) -> None:
    """Which classes were initialized on the way to where threads wait doubled these: fork end had 16,465 states on 17."""
    pool, *how = what.split()
    every = {"vm__por__persistent": "false", "vm__por__sleep_sets": "false", "search__class": "dfs"}
    every |= support.KEYS | support.LARGE
    report = explore("Idle", pool, "2", *how, release=release, search__multiple_errors="true", **every)
    assert report["complete"] and {e["kind"] for e in report["errors"]} == {"deadlock"}
    s = report["statistics"]
    assert (len(report["errors"]), s["states_new"], s["transitions"]) == counts


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", ["fixed", "cached", "async"])
def test_pools_at_rest_with_and_without_reductions(what: str, release: int) -> None:
    """One task: the states at rest are as many in every search that ends, and nothing else is found in any."""
    states, every = RESTS[what], {"vm__por__persistent": "false", "vm__por__sleep_sets": "false"}
    searches = {
        "dfs": {"search__class": "dfs"},
        "every": {"search__class": "dfs", **every},
        "dynamic": DYNAMIC,
        **VARIANTS,
    }
    for name, extra in searches.items():
        limits = {"search__multiple_errors": "true", "search__state_limit": "3000"}
        limits |= support.LARGE if name in ("fine", "off") else {}
        other = explore("Idle", what, "1", "stay", release=release, **limits, **extra)
        assert {e["kind"] for e in other["errors"]} <= {"deadlock"}, name
        assert outcomes(other) == set(), name
        if name not in ("fine", "off"):
            assert other["complete"] and len(other["errors"]) == states, name
        elif other["complete"]:
            assert len(other["errors"]) >= states, name


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_an_ended_thread_keeps_its_interrupt(release: int) -> None:
    """So its flag belongs to the state for as long as anybody has its object: HotSpot of 17 and 25 answers so, too."""
    report = explore("Ended", release=release, vm__por__output="visible")
    assert report["result"] == "no_errors" and outcomes(report) == {"true true", "false true"}


PARALLELISM = {17: 1}  # of the common pool; 2 from 19 on (vm/launch.c)


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("how", ["set", "clear", "table", "tables", "own"])
def test_whether_a_wait_has_initialized_the_pools_can_be_told(how: str, release: int) -> None:
    """Where that could be told a wait at a condition initializes ForkJoinPool, and elsewhere it does not."""
    before = PARALLELISM.get(release, 2)
    after = {"own": before, "clear": 1}.get(how, 3)
    for extra in ({}, {"search__class": BFS}, {"search__class": "dpor"}, {"vm__por": "dynamic"}, VARIANTS["exact"]):
        report = explore("Settings", how, release=release, vm__por__output="visible", **extra)
        assert report["result"] == "no_errors"
        assert outcomes(report) == {f"true {before}", f"false {after}"}, extra
    fine = explore("Settings", how, release=release, vm__por__output="visible", vm__por__library="fine")
    assert fine["result"] == "no_errors" and outcomes(fine) >= {f"true {before}", f"false {after}"}


STOPPING = {17: 513, 25: 234}
READERS_WRITERS = {1: 18, 2: 24, 3: 45, 4: 72, 6: 144}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("n", READERS_WRITERS)
def test_readers_and_writers(n: int, release: int) -> None:
    """The field is read under the read lock and written under the write lock, which protects it: 3,463 states of 3."""
    report = explore("ReadersWriters", str(n), release=release)
    assert report["result"] == "no_errors" and report["statistics"]["states_new"] == READERS_WRITERS[n]
    assert n == 1 or report["statistics"]["por_alike_choices"] > 0


@pytest.mark.parametrize("what", ["lock", "rw", "stamped", "condition", "semaphore", "ltq", "fairsync", "timedlock"])
def test_records_are_those_of_the_definition(what: str) -> None:
    """The incremental key against the whole one after each transition, and remade states against executed ones."""
    for extra in ({}, {"search__class": BFS, "jpf__stress__restore": "true"}):
        limit = {"search__state_limit": "150", "jpf__stress__check": "true"}
        assert explore("Rest", what, "3", "1", **EVERY_ORDER, **limit, **extra)["result"] != "error"


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", ["mutex", "lock", "readers", "upgrade", "stamped", "hash"])
def test_who_asks_is_told(what: str, release: int) -> None:
    printed = {"vm__por__output": "visible", "search__multiple_errors": "true"}
    told = explore("Asked", what, release=release, **printed)
    assert told["result"] == "no_errors"
    for name, extra in VARIANTS.items():
        other = explore("Asked", what, release=release, **printed, search__state_limit="3000", **extra)
        assert other["result"] in ("no_errors", "incomplete"), name
        assert outcomes(other) <= outcomes(told), name
        assert not other["complete"] or outcomes(other) == outcomes(told), name
    if what == "mutex":
        assert {"rest true false", "rest false false", "inside true true"} <= outcomes(told)
    if what == "hash":
        assert outcomes(told) == {"same true"}


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_a_pool_that_stops_forgets_where_it_looked_for_tasks(release: int) -> None:
    """On 17 each look at the queues moves on where the next one begins: 1,626 states with it."""
    report = explore("Stopping", release=release)
    assert report["result"] == "no_errors" and outcomes(report) == {"2 true"}
    if release in STOPPING:
        assert report["statistics"]["states_new"] == STOPPING[release]
    else:  # another release: fewer than where each look moved it on
        assert report["complete"] and report["statistics"]["states_new"] < 1626
    checked = explore("Stopping", release=release, jpf__stress__check="true", search__state_limit="200")
    assert checked["result"] == "incomplete" and not checked["errors"]


LATER = """import java.util.*;
import java.util.concurrent.*;
public class Later {
    static Queue<Integer> q = new ConcurrentLinkedDeque<>(List.of(1, 2));
    static Map<Integer, Integer> m = new ConcurrentHashMap<>();
    static FutureTask<Integer> f = new FutureTask<>(() -> 1);
    static Semaphore a = new Semaphore(0), b = new Semaphore(1);
    public static void main(String[] args) throws Exception {
        Thread[] t = {
            new Thread(() -> { try { a.tryAcquire(1, 5, TimeUnit.MILLISECONDS); } catch (InterruptedException e) { } }),
            new Thread(() -> { try { b.acquire(); } catch (InterruptedException e) { } }),
            new Thread(() -> { try { b.drainPermits(); } catch (Exception e) { } })
        };
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
        System.out.println("R " + LOOK);
    }
}
"""


@pytest.mark.parametrize(
    "look", ["q + `|` + m", "m", "f", "f.isDone()", "b.hasQueuedThreads()", "new StringBuilder().append(f)"]
)
@pytest.mark.parametrize("extra", [{}, {"vm__por__persistent": False}], ids=["", "all threads"])
def test_a_path_leads_to_the_same_state_again_whatever_is_looked_at_later(
    look: str, extra: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "Later.java").write_text(LATER.replace("LOOK", look.replace("`", '"')))
    report = support.verify(tmp_path / "Later.java", search="dfs", search__multiple_errors=True, **extra)
    assert report.complete and {e.kind for e in report.errors} == {"deadlock"}


# Queues without locks, whose ends may lag behind (rest.c); ENDS are calls that are one step, WALKS go from node to node.
QUEUES = ("ConcurrentLinkedQueue", "LinkedTransferQueue")
ENDS = (
    "q[{i}].add(++n);",
    "q[{i}].offer({k});",
    "x = q[{i}].poll();",
    "x = q[{i}].peek();",
    "if (q[{i}].poll() != null) q[{j}].add({k});",
    "if (q[{i}].peek() == null) q[{j}].offer({k});",
    "q[{i}].add({k}); x = q[{i}].poll();",
    "n = x;",
)
WALKS = (
    "x = q[{i}].size();",
    "x = q[{i}].isEmpty() ? 7 : 8;",
    "for (Integer y : q[{i}]) x = y;",
    "x = q[{i}].contains({k}) ? 5 : 6;",
    "if (q[{i}].remove({k})) q[{j}].add(9);",
    "q[{i}].removeIf(y -> y == {k});",
)
WAITS = (
    "x = q[{i}].poll(1, TimeUnit.SECONDS);",
    "x = q[{i}].tryTransfer({k}) ? 3 : 4;",
    "x = q[{i}].tryTransfer({k}, 1, TimeUnit.SECONDS) ? 1 : 2;",
    "x = q[{i}].getWaitingConsumerCount();",
)
LAGS = """import java.util.*;
import java.util.concurrent.*;
public class Lag{seed} {{
    static Integer n = 0;
    static volatile String seen = "";
    @SuppressWarnings("unchecked")
    static {type}<Integer>[] q = new {type}[] {{ new {type}<>({first}), new {type}<>() }};
    public static void main(String[] args) throws Exception {{
        {run}
        String s = seen;
        for (int i = 0; i < 2; i++) {{
            s += "|";
            for (Integer x; (x = q[i].poll()) != null;) s += x;
        }}
        System.out.println("R " + n + s);
    }}
}}
"""


def lagging(seed: int) -> str:
    rng = random.Random(seed)
    kind = QUEUES[seed % 2]
    n, each = rng.choice(((2, 3), (3, 2)))
    ops = ENDS + (WALKS if seed % 4 > 1 else ()) + (WAITS if seed % 2 and seed % 3 else ())

    def body() -> str:
        op = drawn(rng, ops, rng.choice((1, 2)), each)
        return f"Integer x = 0; try {{ {op} }} catch (Exception e) {{ n = 99; }} seen += `:` + x;".replace("`", '"')

    first = rng.choice(("", "List.of(1, 2)"))
    return LAGS.format(seed=seed, type=kind, first=first, run=threads(n, body))


LAG_SEEDS = seeds(24, 800)


@pytest.mark.parametrize("seed", LAG_SEEDS)
def test_whoever_comes_to_a_lagging_end_comes_as_before(seed: int) -> None:
    agree(f"Lag{seed}", family("Lag", lagging, LAG_SEEDS), modes=(*REDUCED, {"vm__storage__class": "exact"}))
