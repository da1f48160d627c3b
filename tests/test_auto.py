"""search.class=auto: searches that take turns, and the faults that they find."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support
from tests.faults import FAULTS

FOLDERS = {"outcomes": 17, "por": 17}
# What one search alone does not find, and a few that it does; all of them: JPFPY_FAULTS=1 (make faults).
SAMPLE = (
    "Shapes reorder 100",
    "Shapes reorder 20",
    "Shapes twostage 20",
    "Shapes account",
    "Shapes philosophers 3",
    "Shapes philosophers 20",
    "Endless left",
    "Endless simple",
    "Endless triple",
)
ALL = support.number("JPFPY_FAULTS", 0) != 0 or support.NIGHTLY


def turns(report: dict[str, Any]) -> dict[str, int]:
    return {t["search"]: t["turns"] for t in report.get("portfolio", {}).get("searches", ())}


def fault(name: str, jdk: int = 0, **config: str) -> dict[str, Any]:
    program, *args = name.split()
    where = support.jdks()[jdk or support.default_release()]
    return support.explore(program, support.compiled("faults"), *args, jdk=where, search__cpu_limit="60s", **config)


@pytest.mark.parametrize("release", sorted(support.jdks()) if ALL else [support.default_release()])
@pytest.mark.parametrize("name", FAULTS if ALL else SAMPLE)
def test_faults_are_found(name: str, release: int) -> None:
    """Within 60 seconds of CPU time, by whatever jpf does where no search is named; and the error replays."""
    report = fault(name, release)
    assert report["result"] == "violation", (name, report["statistics"]["constraints"])
    error = report["errors"][0]
    assert error["kind"] == FAULTS[name]
    program, *args = name.split()
    jdk = support.jdks()[release]
    again = support.replay(program, support.compiled("faults"), error["replay"], *args, jdk=jdk)
    assert [e["kind"] for e in again["errors"]] == [FAULTS[name]]


@pytest.mark.parametrize(
    ("folder", "name"),
    [(f, n) for r, f, n in support.programs(FOLDERS) if r == support.default_release()][:: 1 if ALL else 3],
)
def test_turns_change_no_verdict(folder: str, name: str) -> None:
    """Whether the others' turns come early or never: the depth-first search goes on where it stood."""
    classes = support.compiled(folder)
    one = support.explored(name, classes, search__class="dfs")
    both = support.explored(name, classes, jpf__stress__turns="7", search__cpu_limit="20s")
    assert both["result"] == one["result"], (one["statistics"]["constraints"], both["statistics"]["constraints"])
    assert both["complete"] == one["complete"]


@pytest.mark.parametrize(
    ("program", "states", "turn"), [("Handoff 1", 574, "20"), ("Handoff 1", 574, "50"), ("Keeps sync 3", 2732, "50")]
)
def test_an_exact_set_goes_on_after_the_turns_of_others(program: str, states: int, turn: str) -> None:
    """Its records of the state where the search stands are written anew there, and undone with the step that led there,
    of which the trail keeps only the words that it has changed."""
    name, *args = program.split()
    keys = {"vm__storage__class": "exact", "jpf__stress__check": "true", "jpf__stress__restore": "true"}
    report = support.explore(
        name, support.compiled("por"), *args, vm__por="false", jpf__stress__turns=turn, search__threads="1", **keys
    )
    assert (report["complete"], report["statistics"]["states_new"]) == (True, states)


def test_where_nothing_is_chosen_there_is_nothing_for_others_to_do() -> None:
    """However long it takes: one thread, or main before it starts another one."""
    text = """public class Long { static int c; public static void main(String[] a) throws Exception {
        int x = 1;
        for (int i = 0; i < 9000000; i++) x = x * 31 + i;
        c = x;
        if (a.length > 0) { Thread t = new Thread(() -> c++); t.start(); c++; t.join(); }
    } }"""
    classes = support.compile_texts({"Long.java": text})
    for args in ((), ("two",)):
        auto, dfs = (support.explore("Long", classes, *args, **more) for more in ({}, {"search__class": "dfs"}))
        assert auto["complete"] and auto["statistics"]["instructions"] > 60_000_000 and not turns(auto)
        for figure in ("transitions", "states_new", "instructions"):
            assert auto["statistics"][figure] == dfs["statistics"][figure]


def test_small_programs_are_searched_as_by_dfs() -> None:
    """State by state: nobody takes a turn before the first 100,000 transitions."""
    classes = support.compiled("faults")
    default, named, dfs = (
        support.explore("Shapes", classes, "lastzero", "5", **config)
        for config in ({}, {"search__class": "auto"}, {"search__class": "dfs"})
    )
    for report in (default, named):
        assert not turns(report)
        assert report["errors"][0]["replay"] == dfs["errors"][0]["replay"]
        for key in ("states_new", "states_visited", "transitions", "instructions"):
            assert report["statistics"][key] == dfs["statistics"][key]


def test_a_named_search_has_no_others_beside_it() -> None:
    report = fault("Endless left", search__class="dfs", search__transition_limit="200000")
    assert report["result"] == "incomplete"
    assert not turns(report)


def test_what_took_turns_and_why() -> None:
    report = fault("Endless left")
    searches = {t["search"]: t for t in report["portfolio"]["searches"]}
    assert report["portfolio"]["ended_by"] in searches
    assert searches["dfs"]["transitions"] == 100000
    assert searches["mixed"]["why"] == "the space is large"
    assert any(n.startswith("note: several searches took turns, and random executions found") for n in report["notes"])


def test_delay_bounding_goes_on_with_the_bound_that_it_did_not_get_through() -> None:
    """All its turns together: no error within two delays. Four lead to one, which it finds by itself."""
    name, short = "Shapes counters 3 7", "every path with at most 2 delays was explored"
    report = fault(name, jpf__stress__turns="1000", search__transition_limit="600000")
    (delays,) = (t for t in report["portfolio"]["searches"] if t["search"] == "delays")
    assert delays["said"] == short
    assert f"note: {short}" in report["notes"]
    assert "note: no error has a path with fewer than 4 delays" in fault(name, search__class="delays")["notes"]


def test_who_is_nearly_through_is_left_alone() -> None:
    """Depth first has come back nearly to the initial state: the others' turns stay short."""
    report = support.explore("Traces", support.compiled("por"), "counter", "3", "5", jpf__stress__turns="7000")
    assert report["result"] == "no_errors"
    searches = {t["search"]: t for t in report["portfolio"]["searches"]}
    others = sum(t["transitions"] for name, t in searches.items() if name != "dfs")
    assert others < searches["dfs"]["transitions"] / 2


def test_depth_first_knows_its_states_again_after_executions_that_ask_for_none() -> None:
    """A third of the memory limit is taken, so that no breadth-first turn comes after the random one."""
    dfs = support.explore("Traces", support.compiled("por"), "counter", "3", "4", search__class="dfs")["statistics"]
    few = {"search__memory_limit": "20m", "jpf__stress__turns": "2000", **support.LARGE}
    turns = support.explore("Traces", support.compiled("por"), "counter", "3", "4", **few)
    assert turns["result"] == "no_errors" and turns["statistics"]["states_new"] == dfs["states_new"]


def test_equal_runs_take_equal_turns() -> None:
    one, two = fault("Endless left"), fault("Endless left")
    assert one["portfolio"] == two["portfolio"]
    assert one["errors"][0]["replay"] == two["errors"][0]["replay"]


def test_less_than_everything_is_never_no_errors() -> None:
    """A limit of transitions counts those of all searches."""
    report = fault("Shapes counters 3 10", search__transition_limit="250000")
    assert report["result"] == "incomplete"
    assert not report["complete"]
    assert sum(t["transitions"] for t in report.get("portfolio", {}).get("searches", ())) <= 250000


@pytest.mark.parametrize("config", [{"vm__storage__class": "none"}, {"search__multiple_errors": "true"}])
def test_who_asks_for_one_search_gets_one(config: dict[str, str]) -> None:
    report = fault("Endless simple", jpf__stress__turns="50", search__transition_limit="2000", **config)
    assert not turns(report)


def por(name: str, *args: str, **config: str) -> dict[str, Any]:
    return support.explore(name, support.compiled("por"), *args, search__threads="1", **config)


def searches(report: dict[str, Any]) -> dict[str, Any]:
    return {t["search"]: t for t in report["portfolio"]["searches"]}


# Program, executions and transitions of dpor, which are those that it makes by itself. Depth first needs to know who
# comes to the lists that the nodes hang from: with that it makes 279.
FEW_TRACES = {"Nodes 8 3 3": (6, 503)}
BY_REACH = {"vm__por__places": "false"}


@pytest.mark.parametrize("name", FEW_TRACES)
def test_dpor_ends_what_has_many_states_and_few_traces(name: str) -> None:
    """Where depth first is far from its end: few of its transitions lead to known states."""
    program, *args = name.split()
    report = por(program, *args, **BY_REACH)
    assert report["result"] == "no_errors" and report["complete"]
    assert report["portfolio"]["ended_by"] == "dpor"
    s = report["statistics"]
    assert (s["executions"], s["transitions"], s["executions_cut"]) == (*FEW_TRACES[name], 0)
    took = searches(report)
    assert took["dpor"]["transitions"] == s["transitions"] and took["dpor"]["executions"] == s["executions"]
    (note,) = (n for n in report["notes"] if n.startswith("note: several searches took turns"))
    assert "and dpor explored everything; transitions: depth first" in note
    assert "why dpor: " in note and "transitions depth first led to known states" in note
    more = str(took["dfs"]["transitions"] + 100_000)
    assert por(program, *args, search__class="dfs", search__transition_limit=more, **BY_REACH)["result"] == "incomplete"
    assert por(program, *args, search__class="dfs")["statistics"]["transitions"] < s["transitions"]


def test_dpor_goes_on_where_it_stood() -> None:
    """Its turns together make the executions and transitions that it makes in one."""
    report = por("Traces", "lastzero", "10", jpf__stress__turns="1000")
    took = searches(report)["dpor"]
    assert took["turns"] > 3
    if report["portfolio"]["ended_by"] == "dpor":
        assert (took["executions"], took["transitions"]) == (3328, 83053)
    alone = por("Traces", "lastzero", "10", search__class="dpor", search__transition_limit=str(took["transitions"]))
    s = alone["statistics"]
    assert took["executions"] == s["executions"] + s["executions_blocked"]


def test_dynamic_reduction_ends_what_could_meet_and_seldom_does() -> None:
    """A chain of permits: depth first alone makes 533,662 transitions with ten threads."""
    report = por("ParkChain", "10")
    assert report["result"] == "no_errors" and report["complete"]
    took = searches(report)
    assert report["portfolio"]["ended_by"] == "dynamic" and took["dynamic"]["transitions"] == 1340
    assert any("and dynamic reduction explored everything" in note for note in report["notes"])
    small = [por("ParkChain", "5", **more) for more in ({}, {"vm__por": "dynamic"}, {"search__class": "dpor"})]
    assert all(r["complete"] and not r["errors"] for r in small)


def test_where_dynamic_reduction_does_not_fit_it_has_no_turn() -> None:
    for more in ({"vm__timeouts": "idle"}, {"vm__por__persistent": "false"}):
        report = por("ParkChain", "8", jpf__stress__turns="500", search__transition_limit="9000", **more)
        assert turns(report) and "dynamic" not in searches(report) and not report.get("warnings")


def test_dpor_says_why_it_has_no_turn() -> None:
    """Threads that wait in a loop have executions without end; where all is a property of cycles, it sees none."""
    report = por("Traces", "counter", "3", "4", jpf__stress__turns="2000")
    assert searches(report)["dpor"]["turns"] > 0
    report = por("Spinner", "3", jpf__stress__turns="5", search__transition_limit="5000")
    dpor = searches(report)["dpor"]
    assert (dpor["turns"], dpor["why"]) == (0, "threads can go round for ever, and it knows no state again")
    live = por("Traces", "lastzero", "8", jpf__stress__turns="100", search__properties="LivelockProperty")
    assert searches(live)["dpor"]["why"] == "LivelockProperty: it sees no cycles of states"


def test_more_threads_than_dpor_knows_end_its_turns_and_not_the_others() -> None:
    text = """public class Many { static int x, y; public static void main(String[] a) throws Exception {
        Thread[] t = new Thread[70];
        for (int i = 0; i < t.length; i++) { int k = i; t[i] = new Thread(() -> { x = x + k; y = y - x; }); }
        for (Thread u : t) u.start();
    } }"""
    report = support.explore(
        "Many",
        support.compile_texts({"Many.java": text}),
        jpf__stress__turns="500",
        search__transition_limit="4000",
        search__threads="1",
    )
    assert report["result"] == "incomplete" and searches(report)["mixed"]["turns"] > 0
    assert "more than 64 threads" in searches(report)["dpor"]["why"]
