"""Searches with a bound on preemptions or delays, and those that draw execution after execution: what they promise."""

from __future__ import annotations

import functools
import re
from collections import deque
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import gen, support
from tests.test_random import outcome

RANDOM = ["random", "pct", "pos", "coverage"]

# The depth of an error is the number of constraints on the order of steps that make it happen: in Order one step comes
# too early, in Torn another thread comes between two steps, in Twice it does so at two places.
PROGRAMS = {
    "Order.java": """public class Order {
        static volatile int ready, unused;
        public static void main(String[] a) {
            new Thread(() -> { unused = 1; unused = 2; ready = 1; }).start();
            new Thread(() -> { assert ready == 1; }).start();
        } }""",
    "Torn.java": """public class Torn {
        static volatile int x, noise;
        public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> { noise++; x = 1; noise++; x = 2; noise++; });
            t.start();
            noise++;
            assert x != 1;
            noise++;
        } }""",
    "Twice.java": """public class Twice {
        static volatile int x, seen, noise;
        public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> { noise++; x = 1; noise++; x = 2; noise++; });
            t.start();
            noise++;
            int first = x;
            noise++;
            int second = x;
            assert first != 1 || second != 2;
        } }""",
    "Late.java": """public class Late {
        static volatile int a, b, c;
        public static void main(String[] args) {
            new Thread(() -> { a = 1; if (b == 1) { c = 1; if (a == 2) throw new IllegalStateException(); } }).start();
            new Thread(() -> { if (a == 1) { b = 1; if (c == 1) a = 2; } }).start();
        } }""",
    "Litter.java": """public class Litter {
        static volatile int x, y;
        public static void main(String[] a) {
            new Thread(() -> { for (int i = 0; i < 9000; i++) { x = new byte[15_000].length; y = x; } x = -1; }).start();
            while (x >= 0) y = x;
        } }""",
    "Two.java": """public class Two {
        static volatile int x, y;
        public static void main(String[] a) {
            Thread t = new Thread(() -> x++);
            t.start();
            y = x;
        } }""",
    "Sleeps.java": """public class Sleeps {
        static volatile boolean done;
        public static void main(String[] a) {
            new Thread(() -> { try { Thread.sleep(5); } catch (InterruptedException e) { } assert done; }).start();
            new Thread(() -> done = true).start();
        } }""",
    "Yields.java": """public class Yields {
        static volatile int x;
        public static void main(String[] a) {
            new Thread(() -> { Thread.yield(); x = 1; Thread.yield(); x = 2; Thread.yield(); x = 3; }).start();
            assert x != 2;
            for (int i = 0; i < 3; i++) Thread.yield();
        } }""",
    "Handed.java": """import java.util.concurrent.atomic.AtomicReference;
    public class Handed { // a queue lock whose holder does not wait for the link of the one behind it
        static class Place { volatile Place next; volatile boolean waits = true; }
        static final AtomicReference<Place> tail = new AtomicReference<>();
        static void run() {
            Place mine = new Place(), before = tail.getAndSet(mine);
            if (before != null) { before.next = mine; while (mine.waits) { } }
            if (mine.next == null && tail.compareAndSet(mine, null)) return;
            mine.next.waits = false;
        }
        public static void main(String[] a) {
            new Thread(Handed::run).start();
            new Thread(Handed::run).start();
        } }""",
    "Alone.java": """public class Alone { // half of the executions end with one thread that goes round
        static volatile int x;
        static volatile boolean go;
        public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> { if (x == 1) go = true; });
            t.start();
            x = 1;
            t.join();
            while (!go) WAIT
        } }""",
}
PROGRAMS["Waits.java"] = PROGRAMS["Alone.java"].replace("class Alone", "class Waits").replace("WAIT", "Thread.yield();")
PROGRAMS["Counts.java"] = (
    PROGRAMS["Alone.java"]
    .replace("class Alone", "class Counts")
    .replace("(!go) WAIT", "(x < 2_000_000) { y++; x = y; }")
).replace("x;", "x, y;", 1)
PROGRAMS["Alone.java"] = PROGRAMS["Alone.java"].replace("WAIT", "{ }")
DEPTHS = {"Order": 1, "Torn": 2, "Twice": 3, "Sleeps": 1, "Yields": 2, "Handed": 3}


@functools.cache
def classes() -> Path:
    return support.compile_texts(PROGRAMS)


def verify(name: str, search: str, **extra: Any) -> jpfpy.Report:
    return support.verify(name, classes=classes(), search=search, **extra)


# --- drawn ---


@pytest.mark.parametrize("name", DEPTHS)
def test_pct_keeps_its_promise(name: str) -> None:
    """With one execution in n k^(d-1) finding it at least, as many executions as that find it in 63 searches of 100."""
    depth, found = DEPTHS[name], 0
    for seed in range(20):
        report = verify(name, "pct", cg__seed=seed, search__pct__depth=depth, search__RandomSearch__path_limit=2000)
        assert report.result == "violation"
        bound = promised(name, depth)
        found += report.statistics.executions + report.statistics.executions_blocked <= bound
    assert found >= 13


@functools.cache
def promised(name: str, depth: int) -> float:
    report = verify(
        name,
        "pct",
        search__pct__depth=depth,
        search__RandomSearch__path_limit=50,
        search__properties="gov.nasa.jpf.vm.NotDeadlockedProperty",
    )
    (note,) = (n for n in report.notes if n.startswith("note: PCT"))
    told = re.search(
        rf"an error of depth {depth} is found by one path with probability 1/(\d+) or more \((\d+) threads, (\d+) choices",
        note,
    )
    assert told, note
    one, threads, steps = map(int, told.groups())
    assert one == threads * steps ** (depth - 1)
    return one


def test_pct_of_depth_one_changes_no_priority() -> None:
    """Each execution follows one order of threads: what needs a preemption is out of its reach."""
    for name in ("Torn", "Twice"):
        report = verify(name, "pct", search__pct__depth=1, search__RandomSearch__path_limit=500)
        assert report.result == "incomplete"
        assert report.statistics.executions + report.statistics.executions_blocked == 500


@pytest.mark.parametrize("search", RANDOM)
def test_equal_seeds_make_equal_searches(search: str) -> None:
    runs = {}
    for seed in (1, 1, 2, 3):
        report = verify("Late", search, cg__seed=seed, search__RandomSearch__path_limit=60)
        s = report.statistics
        run = (report.result, s.transitions, s.executions, [n for n in report.notes if n.startswith("note: ")])
        assert runs.setdefault(seed, run) == run
    assert len({run[1] for run in runs.values()}) > 1


@pytest.mark.parametrize("search", RANDOM)
def test_nothing_new_for_long_ends_it(search: str) -> None:
    """It is over where nothing new was seen, by default under a limit of time, and says so; never that all is well."""
    report = verify("Two", search, search__stale_limit=300)
    s = report.statistics
    assert report.result == "incomplete" and 300 < s.executions < 600 and s.executions_blocked == 0
    assert re.fullmatch(
        r".*: \d+ paths were taken, not all there are; the last 300 had no new happens-before shape "
        r"\(search.stale_limit\)",
        s.constraints[-1],
    )
    report = verify("Two", search, search__budget="600s")
    assert 10_000 < report.statistics.executions < 11_000


@pytest.mark.parametrize("search", RANDOM)
def test_states_are_stored_where_storage_is_asked_for(search: str) -> None:
    """Executions that are drawn ask for no state: each one is new. A storage that is given is kept up all the same."""
    some: dict[str, Any] = {"search__RandomSearch__path_limit": 300, **support.LARGE}
    drawn = verify("Two", search, **some).statistics
    stored = verify("Two", search, **some, vm__storage__class="FullStateSet").statistics
    assert stored.states_new <= 40 and stored.states_visited > 300 and stored.state_bytes > 0
    assert drawn.states_visited == 0 and drawn.states_new == stored.states_new + stored.states_visited
    assert (drawn.transitions, drawn.executions) == (stored.transitions, stored.executions)


def test_garbage_of_a_long_execution_is_bounded() -> None:
    """Nothing says which objects of a transition live where states have no keys; what they leave is collected once it
    is much: 9,000 of these leave 135 MB here, beside some 30."""
    report = verify(
        "Litter",
        "random",
        search__RandomSearch__path_limit=1,
        search__depth_limit=100_000,
        search__memory_limit="130m",
    )
    assert (report.statistics.executions, report.result) == (1, "incomplete")
    assert report.statistics.transitions > 20_000 and "memory" not in "".join(report.statistics.constraints)


def test_a_budget_is_a_limit_of_time() -> None:
    report = verify("Two", "random", search__budget="0.3s", search__stale_limit=0, **support.LARGE)
    assert report.result == "incomplete" and report.statistics.executions > 1000
    assert any(c.startswith("time limit reached: 0.3") for c in report.statistics.constraints)
    assert any(
        re.fullmatch(r"random walk: \d+ paths were taken, not all there are", c) for c in report.statistics.constraints
    )


@pytest.mark.parametrize("search", RANDOM)
def test_what_is_drawn_is_found_and_replays(search: str) -> None:
    for name in ("Torn", "Late"):
        report = verify(name, search, search__pct__depth=5, search__RandomSearch__path_limit=5000)
        (error,) = report.errors
        again = support.replay(name, classes(), error.replay)
        assert [e["message"] for e in again["errors"]] == [error.message]


@pytest.mark.parametrize("search", ["random", "pct", "pos", "coverage", "mixed"])
def test_a_thread_that_goes_round_alone_ends_its_execution(search: str) -> None:
    """And not after 10,000 transitions of 50,000 instructions each; one that gets somewhere is let go on."""
    for name in ("Alone", "Waits"):
        report = verify(name, search, search__RandomSearch__path_limit=300)
        s = report.statistics
        assert s.executions + s.executions_blocked == 300 and s.executions_blocked > 50
        assert s.max_depth <= 30 and report.result == "incomplete"
        assert "a path was left where one thread goes round for ever" in s.constraints
    s = verify("Counts", search, search__RandomSearch__path_limit=3).statistics
    assert (s.executions, s.executions_blocked) == (3, 0) and s.instructions > 3 * 2_000_000


def test_pct_does_not_take_a_spin_for_the_length_of_executions() -> None:
    told = support.verify("Handed", classes=classes(), search="pct", search__multiple_errors="true")
    (note,) = (n for n in told.notes if n.startswith("note: PCT"))
    assert "(3 threads, 18 choices among threads)" in note
    assert told.statistics.executions_blocked > 0 and told.statistics.max_depth < 60


def test_executions_are_counted() -> None:
    """Whole and blocked ones, of random searches and where states are not matched; no others count any."""
    report = verify("Two", "dfs", vm__storage__class="none", vm__por="false")
    assert report.statistics.executions == report.statistics.end_states > 10
    blocked = support.verify("DiningDeadlock", classes="conc", search="random", search__RandomSearch__path_limit=100)
    assert blocked.statistics.executions_blocked == 1 and blocked.errors[0].kind == "deadlock"
    assert verify("Two", "dfs").statistics.executions == 0


# --- bounded ---


class Cheapest(gen.Oracle):
    """The fewest preemptions of each outcome, over all interleavings."""

    def costs(self) -> dict[str, int]:
        out: dict[str, int] = {}
        threads = [(0, 0, 0, 0, 0, None, "new", 0, 0, 0, 0, 0)] * (self.gen.n + 1)
        threads[self.main] = (*threads[0][:6], "run", *threads[0][7:])
        memory = tuple(4 if name in ("m0", "m1") else 0 for name in self.names)
        start: Any = ((tuple(threads), memory, (), (), 0, 2, None), self.main)
        queue, best = deque([(0, start)]), {start: 0}
        while queue:
            cost, (state, last) = queue.popleft()
            if best[state, last] < cost:
                continue
            scratch = gen.Result()
            moves = {t: self.moves(state, t, scratch) for t in range(len(threads))}
            moves = {t: m for t, m in moves.items() if m is not None}
            if not moves and state[0][self.main][6] == "done":
                self.finish(state, scratch)
                for text in scratch.outputs:
                    out.setdefault(text, cost)
            for t, after in moves.items():
                now = cost + (last in moves and t != last)
                for s in after or ():
                    if now < best.get((s, t), 1 << 30):
                        if len(best) > self.limit:
                            raise gen.TooBig
                        best[s, t] = now
                        (queue.append if now > cost else queue.appendleft)((now, (s, t)))
        return out

    def moves(self, state: Any, t: int, res: gen.Result) -> list[Any] | None:
        threads = state[0]
        over = all(u[6] in ("new", "done", "dead") for k, u in enumerate(threads) if k not in self.gen.daemons)
        if over or threads[t][6] in ("new", "done", "dead", "waiting"):
            return None
        return self.move(state, t, res)


@pytest.mark.parametrize("por", ["true", "false"])
def test_what_a_bound_of_preemptions_promises(por: str) -> None:
    """Random programs: what the enumeration reaches with at most k preemptions, the search reaches with that bound."""
    programs = [g for g in map(gen.Generator, support.seeds(14, 400))]
    out = support.compile_texts({f"{g.name}.java": g.java() for g in programs})
    asked = 0
    for program in programs:
        try:
            costs = Cheapest(program, 60_000).costs()
        except gen.TooBig:
            continue
        for bound in range(3):
            report = support.explore(
                program.name,
                out,
                search__class="preemptions",
                search__bound=str(bound),
                search__multiple_errors="true",
                search__state_limit="50000",
                vm__por=por,
            )
            if any("limit reached" in c for c in report["statistics"]["constraints"]):
                continue
            want = {text for text, cost in costs.items() if cost <= bound}
            assert want <= outcome(report)[0] <= set(costs), (program.name, bound)
            asked += 1
    assert asked > 15


@pytest.mark.parametrize(
    ("name", "search", "needs"), [("Torn", "preemptions", 2), ("Twice", "preemptions", 3), ("Torn", "delays", 2)]
)
def test_bounds_that_are_too_small(name: str, search: str, needs: int) -> None:
    for bound in range(needs):
        report = verify(name, search, search__bound=bound)
        assert report.result == "incomplete"
        assert report.statistics.constraints == (
            f"every path with at most {bound} {search} was explored, and no other (search.bound)",
        )
    report = verify(name, search)
    assert report.result == "violation"
    assert f"note: no error has a path with fewer than {needs} {search}" in report.notes


@pytest.mark.parametrize("search", ["preemptions", "delays"])
def test_without_a_bound_everything_is_explored(search: str) -> None:
    assert verify("Two", search).result == "no_errors"
    report = support.verify("DiningOrdered", classes="conc", search=search, search__state_limit=200)
    assert report.result == "incomplete"
    assert any(
        re.fullmatch(rf"every path with at most \d+ {search} was explored", c) for c in report.statistics.constraints
    )
