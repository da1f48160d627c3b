"""Concurrent maps whose tables come to be, grow, are emptied and are gone through beside others: listed calls as one step have
the outcomes of fine steps."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests import gen_growth, support
from tests.support import BFS, seeds
from tests.test_random import outcome

SEEDS = seeds(6, 600)
SEARCHES: dict[str, dict[str, str]] = {
    "dfs": {"search__class": "dfs"},
    "bfs": {"search__class": BFS},
    "dynamic": {"vm__por": "dynamic", "search__class": "dfs"},
    "dpor": {"search__class": "dpor"},
    "no sleep sets, no symmetry": {"vm__por__sleep_sets": "false", "vm__por__symmetry": "false"},
    "fine": {"vm__por__library": "fine"},
    "off": {"vm__por": "false"},
}
LIMITS = {"search__multiple_errors": "true", "search__state_limit": "12000", "search__transition_limit": "60000"}
TEXT = """import java.util.concurrent.*;
public class {name} {{
    static ConcurrentHashMap<Integer, Integer> m;
    static String seen = "";
    static void run(Runnable... all) throws Exception {{
        Thread[] ts = new Thread[all.length];
        for (int i = 0; i < ts.length; i++) (ts[i] = new Thread(all[i])).start();
        for (Thread t : ts) t.join();
    }}
    public static void main(String[] args) throws Exception {{
        {body}
        System.out.println("R " + seen + m);
    }}
}}
"""
# what each showed before, and what was missing
PROGRAMS = {
    # a key that is out is counted a moment longer: the other one's put lets the table grow once more
    "Lag": (
        "m = new ConcurrentHashMap<>(1); m.put(20, 0); run(() -> { m.put(1, 0); m.remove(1); }, () -> m.put(1, 2));",
        {"R {20=0}", "R {20=0, 1=2}", "R {1=2, 20=0}"},
    ),
    # who counts beside somebody else does not look whether the table is full
    "Beside": (
        "m = new ConcurrentHashMap<>(1); run(() -> m.put(2, 0), () -> m.put(0, 0));",
        {"R {0=0, 2=0}", "R {2=0, 0=0}"},
    ),
    # the table is there before its first key is: the first bin was passed by, the second one not yet
    "Clear": (
        "m = new ConcurrentHashMap<>(); run(() -> { m.put(0, 0); m.put(1, 0); }, () -> m.clear());",
        {"R {}", "R {0=0}", "R {1=0}", "R {0=0, 1=0}"},
    ),
    "Bulk": (
        "m = new ConcurrentHashMap<>(); run(() -> { m.put(0, 0); m.put(1, 0); }, () -> m.forEachKey(9, k -> seen += k));",
        {"R {0=0, 1=0}", "R 0{0=0, 1=0}", "R 1{0=0, 1=0}", "R 01{0=0, 1=0}"},
    ),
    # who would help with the first of two new tables helps with the second one, which is not made then
    "Helps": (
        "m = new ConcurrentHashMap<>(1); m.put(12, 0); m.put(4, 0);"
        " run(() -> m.putAll(java.util.Map.of(8, 1)), () -> m.remove(0)); m.remove(8);",
        {"R {4=0, 12=0}"},
    ),
}
LATER = {"Helps": (25, {"R {12=0, 4=0}"})}  # putAll makes room for the keys that are there, too, from this JDK on
FILL = """m = new ConcurrentHashMap<>();
        Runnable[] all = new Runnable[{n}];
        for (int i = 0; i < {n}; i++) {{
            int w = i;
            all[i] = () -> {{ for (int j = 0; j < {k}; j++) m.put(w * {k} + j, 1); }};
        }}
        run(all);"""
FILLS = {(3, 5): 23, (16, 1): 67}  # threads, keys of each: states


@functools.cache
def written() -> Path:
    bodies = {name: body for name, (body, _) in PROGRAMS.items()}
    bodies |= {f"Fill{n}_{k}": FILL.format(n=n, k=k) for n, k in FILLS}
    return support.compile_texts({f"{n}.java": TEXT.format(name=n, body=b) for n, b in bodies.items()})


@pytest.mark.parametrize("jdk", support.jdks())
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_met_half_way(name: str, jdk: int) -> None:
    since, more = LATER.get(name, (jdk, set()))
    want = PROGRAMS[name][1] | (more if jdk >= since else set())
    for how, extra in SEARCHES.items():
        report = support.explore(name, written(), jdk=support.jdks()[jdk], **LIMITS, **extra)
        outputs = outcome(report)[0]
        assert outputs == want if report["complete"] else outputs <= want, how
        assert report["complete"] or how == "off", how


@pytest.mark.parametrize("size", FILLS, ids=str)
def test_a_table_that_threads_fill_with_keys_of_their_own_costs_no_orders(size: tuple[int, int]) -> None:
    """Nobody takes a key out or goes through the map meanwhile, and no bin has three keys."""
    report = support.explore(f"Fill{size[0]}_{size[1]}", written(), search__class="dfs")
    assert report["complete"] and report["statistics"]["states_new"] == FILLS[size]


@functools.cache
def classes() -> Path:
    return support.compile_texts({f"{p.name}.java": p.java() for p in map(gen_growth.Program, SEEDS)})


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_whose_tables_grow(seed: int) -> None:
    jdk = sorted(support.jdks().items())[seed % len(support.jdks())][1]
    reports = {
        how: support.explore(f"Growth{seed}", classes(), jdk=jdk, **LIMITS, **extra) for how, extra in SEARCHES.items()
    }
    whole = {how: outcome(r) for how, r in reports.items() if r["complete"]}
    if not whole:
        pytest.skip("too large for all of them")
    want = next(iter(whole.values()))
    assert all(o == want for o in whole.values()), whole
    for how, report in reports.items():
        outputs, deadlock, died = outcome(report)
        assert outputs <= want[0] and deadlock <= want[1] and died <= want[2], how
