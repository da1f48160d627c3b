"""Pools of threads: workers that are alike (csrc/state/crew.c), and what a task and the end of a worker come to in steps
(csrc/classes/jdk/steps.def). Counts are exact; whoever can tell workers apart is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import BFS, outcomes

# States and transitions for 2, 4 and 8 tasks, on every release.
COUNTS: dict[tuple[str, int], list[tuple[int, int]]] = {
    ("execute", 2): [(161, 276), (470, 908), (1208, 2492)],
    ("execute", 4): [(161, 276)],
    ("submit", 2): [(102, 139), (375, 587), (1573, 2610)],
    ("submit", 4): [(102, 139), (895, 1535)],
    ("invokeAll", 2): [(104, 142), (376, 593), (1410, 2471)],
    ("invokeAll", 4): [(104, 142), (873, 1511)],
}
# Where each of four workers has a task, the places of their hashes differ between releases.
BY_RELEASE = {17: (1115, 2262), 25: (1101, 2223)}
OFF = {"vm__por": "false"}
NAMES = {"vm__por__symmetry": "false"}


def crew(what: str, tasks: int, workers: int = 2, release: int = 0, **extra: str) -> dict[str, Any]:
    jdk = support.jdks()[release or support.default_release()]
    return support.explored("Crew", support.compiled("crew"), what, str(tasks), str(workers), jdk=jdk, **extra)


CASES = [(*c, r, 2 << i, at) for r in support.jdks() for c in sorted(COUNTS) for i, at in enumerate(COUNTS[c])]
CASES += [("execute", 4, r, 4, BY_RELEASE[r]) for r in support.jdks() if r in BY_RELEASE]


@pytest.mark.parametrize(("what", "workers", "release", "tasks", "counts"), CASES)
def test_a_pool_has_so_many_states(what: str, workers: int, release: int, tasks: int, counts: tuple[int, int]) -> None:
    report = crew(what, tasks, workers, release, **support.KEYS)
    s = report["statistics"]
    assert report["result"] == "no_errors" and report["complete"]
    assert (s["states_new"], s["transitions"]) == counts


def test_counts_do_not_follow_the_working_directory(tmp_path: Path) -> None:
    """Its name lies in the heap, so that all that is made later lies elsewhere."""
    found = set()
    for n, folder in enumerate(["/", "/usr", "/usr/share", "/usr/share/doc", tmp_path]):
        told = tmp_path / f"{n}.json"
        keys = ("+search.class=dfs", "+vm.por.symmetry=false", "--json", told, "-cp", support.compiled("crew"))
        done = support.jpf("--quiet", *keys, "Crew", "submit", "4", "2", cwd=folder, PYTHONPATH=str(support.PACKAGE))
        assert done.returncode == 0
        s = json.loads(told.read_text())["statistics"]
        found.add((s["states_new"], s["transitions"], s["restarted_transitions"]))
    assert len(found) == 1


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", ["execute", "submit", "invokeAll", "hash", "wrapped"])
def test_names_of_workers_lose_no_outcome(what: str, release: int) -> None:
    """With and without the exchange of workers, depth first and breadth first."""
    want = outcomes(crew(what, 2, release=release, **NAMES))
    for extra in ({}, {"search__class": BFS}, {"vm__por": "dynamic"}, {"vm__storage__class": "exact"}):
        report = crew(what, 2, release=release, **extra)
        assert report["complete"] and outcomes(report) == want, extra


@pytest.mark.parametrize("what", ["execute", "submit", "invokeAll"])
def test_every_trace_has_the_same_outcomes(what: str) -> None:
    report = crew(what, 2, search__class="dpor")
    assert report["complete"] and outcomes(report) == outcomes(crew(what, 2))


@pytest.mark.parametrize("what", ["execute", "submit", "invokeAll"])
def test_workers_change_places(what: str) -> None:
    with_names = crew(what, 4, **NAMES)["statistics"]
    assert crew(what, 4)["statistics"]["states_new"] < with_names["states_new"] * 2 // 3


@pytest.mark.parametrize("what", ["active", "hash", "wrapped", "now"])
@pytest.mark.slow
def test_who_can_tell_workers_apart_keeps_them_apart(what: str) -> None:
    a, b = crew(what, 2)["statistics"], crew(what, 2, **NAMES)["statistics"]
    assert (a["states_new"], a["transitions"]) == (b["states_new"], b["transitions"])


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize(("what", "tasks"), [("execute", 1), ("submit", 1), ("invokeAll", 1)])
def test_one_task_has_the_outcomes_of_every_order(what: str, tasks: int, release: int) -> None:
    want = outcomes(crew(what, tasks, release=release))
    off = crew(what, tasks, release=release, **OFF, search__state_limit="20000")
    fine = crew(what, tasks, release=release, vm__por__library="fine", search__state_limit="20000")
    for report in (off, fine):
        assert not report["errors"] and outcomes(report) <= want
        assert not report["complete"] or outcomes(report) == want


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize(
    ("what", "tasks", "kind"),
    [
        ("race", 2, "java.lang.AssertionError"),
        ("race", 4, "java.lang.AssertionError"),
        ("throws", 2, "java.util.concurrent.ExecutionException"),
        ("throws", 4, "java.util.concurrent.ExecutionException"),
        ("refused", 1, "java.util.concurrent.RejectedExecutionException"),
    ],
)
def test_faults_in_tasks_are_found_and_replay(what: str, tasks: int, kind: str, release: int) -> None:
    jdk = support.jdks()[release]
    for extra in ({}, {"search__class": BFS}):
        report = crew(what, tasks, release=release, **extra)
        (error,) = report["errors"]
        assert error["exception"] == kind, extra
        again = support.replay(
            "Crew", support.compiled("crew"), error["replay"], what, str(tasks), "2", jdk=jdk, **extra
        )
        assert again["errors"][0]["exception"] == kind, extra


@pytest.mark.parametrize("what", ["execute", "submit", "now", "hash"])
def test_records_are_those_of_the_definition(what: str) -> None:
    """Forms of threads that are kept from one state to the next, against those that are made anew."""
    report = crew(what, 3, 3, search__state_limit="400", jpf__stress__check="true")
    assert report["result"] != "error" and not report["errors"]


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_who_has_seen_the_end_of_all_who_use_a_pool_shares_its_control_with_nobody(release: int) -> None:
    """Three submitters had no end, and two on 25, where threads of a pool are started under their own monitor."""

    def run(*args: str, **extra: str) -> dict[str, Any]:
        return support.explore("JoinedSubmitters", classes, *args, jdk=support.jdks()[release], **extra)

    classes = support.compiled("crew", release)
    for n, states in (("1", 39), ("2", 549)):
        for extra in ({}, {"search__class": BFS}, {"vm__por": "dynamic"}):
            report = run(n, **{"search__class": "dfs", **extra})
            assert report["complete"] and outcomes(report) == {"late", f"{n} 0"}, extra
            assert report["statistics"]["states_new"] == states, extra
    beside = run("1", "beside", search__class="dfs")
    assert beside["complete"] and outcomes(beside) == {"late", "1 0", "0 1"}
