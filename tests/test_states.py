"""Going back to states: one made by its image is the one that its path leads to."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import gen, support
from tests.support import BFS, seeds

BREADTH = {"search__class": BFS}
EXECUTED = {**BREADTH, "jpf__stress__execute": "true"}
# Every state that is gone to is compared, word by word, with what executing its path gives.
COMPARED = {**BREADTH, "jpf__stress__restore": "true", "jpf__stress__check": "true"}
CONC = sorted(p.stem for p in (support.TESTS / "java" / "conc").glob("*.java"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of tests/java/states write files (Verify.storeTrace) where the search was started."""
    monkeypatch.chdir(tmp_path)


def facts(report: dict[str, Any]) -> dict[str, Any]:
    """What a search tells, as far as it does not depend on how states were gone back to."""
    s = report["statistics"]
    counts = ("states_new", "states_visited", "transitions", "backtracked", "end_states", "max_depth", "thread_cgs")
    told = ("kind", "message", "location", "replay", "trace", "output")
    errors = [tuple(e[k] for k in told) for e in report["errors"]]
    return {
        "counts": {k: s[k] for k in counts if k in s},
        "result": report["result"],
        "complete": report["complete"],
        "errors": errors,
        "output": sorted(report["output"].splitlines()),
    }


def alike(name: str, classes: Path | str, **extra: str) -> None:
    made = support.explore(name, classes, **{**BREADTH, **extra})
    executed = support.explore(name, classes, **{**EXECUTED, **extra})
    assert facts(made) == facts(executed)


@pytest.mark.parametrize("name", CONC)
@pytest.mark.slow
def test_counts_errors_and_output_are_those_of_execution(name: str) -> None:
    for por in ("true", "false"):
        alike(name, support.compiled("conc"), vm__por=por, search__multiple_errors="true", search__state_limit="3000")


@pytest.mark.parametrize("name", CONC)
@pytest.mark.slow
def test_made_states_are_executed_states(name: str) -> None:
    support.explore(
        name, support.compiled("conc"), vm__por="false", search__state_limit="60", jpf__stress__jumps="20", **COMPARED
    )


@pytest.mark.parametrize("seed", seeds(6, 200))
@pytest.mark.slow
def test_random_programs(seed: int) -> None:
    program = gen.Generator(seed, joins=False)
    classes = support.compile_texts({f"{program.name}.java": program.java()})
    for por in ("true", "false"):
        alike(program.name, classes, vm__por=por, search__multiple_errors="true", search__state_limit="5000")
    few = {"search__state_limit": "60", "jpf__stress__jumps": "30"}
    support.explore(program.name, classes, vm__por="false", **few, **COMPARED)


@pytest.mark.parametrize("por", ["true", "false"])
def test_whatever_a_state_holds(por: str) -> None:
    classes = support.compiled("states")
    alike("Everything", classes, vm__por=por, search__state_limit="4000")
    few = {"search__state_limit": "250", "jpf__stress__jumps": "150"}
    support.explore("Everything", classes, vm__por=por, jpf__stress__gc="true", **few, **COMPARED)


# --- every search that returns to states


HEURISTICS = {
    "MostBlocked": {},
    "RandomHeuristic": {},
    "Interleaving": {"search__heuristic__thread_history_limit": "6"},
    "MinimizePreemption": {"search__heuristic__astar": "true"},
    "UserHeuristic": {"search__match_depth": "true", "search__depth_limit": "30"},
    "BFSHeuristic": {"search__heuristic__beam_search": "true", "search__heuristic__queue_limit": "5"},
}


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_heuristics_leave_states_that_are_made_in_the_order_of_those_executed(heuristic: str) -> None:
    options = {"search__class": heuristic, "search__multiple_errors": "true", **HEURISTICS[heuristic]}
    told = {"step__class": "IntChoiceFromSet", "step__values": "1,2"}
    for name, classes in (("DiningDeadlock", "conc"), ("NotifyChoice", "conc"), ("Told", "states")):
        for por in ("true", "false"):
            alike(name, support.compiled(classes), vm__por=por, search__state_limit="250", **options, **told)
    few = {"search__state_limit": "120", "jpf__stress__jumps": "40"}
    support.explore("Told", support.compiled("states"), vm__por="false", **{**COMPARED, **options, **told, **few})


@pytest.mark.parametrize("search", [BFS, "RandomHeuristic"])
def test_traces_that_a_program_stores_have_the_whole_path(search: str) -> None:
    told = {"search__class": search, "step__class": "IntChoiceFromSet", "step__values": "1,2", "vm__por": "false"}
    made = support.explore("Told", support.compiled("states"), search__multiple_errors="true", **told)
    executed = support.explore(
        "Told", support.compiled("states"), search__multiple_errors="true", jpf__stress__execute="true", **told
    )
    assert made["stored_traces"] == executed["stored_traces"] and len(made["stored_traces"]) > 2


@pytest.mark.parametrize("search", [BFS, "MostBlocked"])
def test_what_a_path_has_printed_comes_back_with_its_state(search: str) -> None:
    for por in ("true", "false"):
        alike("Prints", support.compiled("states"), search__class=search, vm__por=por, search__multiple_errors="true")
    report = support.explore("Prints", support.compiled("states"), search__class=search, vm__por="false")
    assert report["statistics"]["restored_by_execution"] == 0 and "output of the path" in report["output"]


@pytest.mark.parametrize(
    ("name", "classes", "why", "extra"),
    [
        ("RacyAccount", "conc", "attributes or clocks of threads follow the path", {"listener": "PreciseRaceDetector"}),
        ("RacyAccount", "conc", "it was asked for", {"jpf.stress.execute": "true"}),
        ("SafeAccount", "conc", None, {"listener": "ObjectTracker"}),
        ("RacyAccount", "conc", "the path of an error was executed, and images were made anew", {}),
    ],
)
def test_what_has_no_image_is_executed_and_said(
    name: str, classes: str, why: str | None, extra: dict[str, str]
) -> None:
    config = {"search.class": "MostBlocked", "search.state_limit": 200, "vm.por": "false", **extra}
    stats = support.verify(name, classes=classes, search__multiple_errors=True, **config).statistics
    assert stats.states_restored and bool(stats.restored_by_execution) == bool(why)
    assert stats.restored_by_execution_why == why


class Jumps(jpfpy.Search):
    """Goes on from states drawn at random; now and then it walks back from one first, and looks around."""

    picks = False

    def search(self) -> None:
        draw = random.Random(7)
        self.forward()
        states = [self.state_id]
        for _ in range(80):
            if self.done:
                return
            while draw.random() < 0.4 and self.restore(draw.choice(states)) and self.backtrack():
                pass
            self.restore(draw.choice(states))
            while self._goes_on(draw):
                if self.is_new_state and not self.is_end_state and not self.is_ignored_state:
                    states.append(self.state_id)
                    if draw.random() < 0.2:
                        break
                self.backtrack()

    def _goes_on(self, draw: random.Random) -> bool:
        choices = self.choices() if self.picks and draw.random() < 0.3 else []
        return self.forward(draw.randrange(len(choices))) if choices else self.forward()


class Picks(Jumps):
    picks = True


class Heard(jpfpy.Listener):
    """Everything that a listener hears, with what it can see of the path."""

    record_steps = True

    def __init__(self) -> None:
        self.log: list[Any] = []

    def _state(self, what: str, search: Any) -> None:
        path = [(t.choice_generator.id, t.thread_info.name, [str(x) for x in t.steps]) for t in search.vm.path]
        chosen = [(cg.id, str(cg.next_choice)) for cg in search.vm.choice_generators]
        self.log.append((what, search.state_id, search.depth, path, chosen, search.vm.path_output))

    def state_advanced(self, search: Any) -> None:
        self._state("advanced", search)

    def state_backtracked(self, search: Any) -> None:
        self._state("backtracked", search)

    def state_restored(self, search: Any) -> None:
        self._state("restored", search)

    def state_processed(self, search: Any) -> None:
        self._state("processed", search)

    def state_stored(self, search: Any) -> None:
        self._state("stored", search)

    def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
        self.log.append(("advanced", cg.id, str(cg.next_choice)))

    def choice_generator_processed(self, vm: Any, cg: Any) -> None:
        self.log.append(("processed", cg.id))

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        if method.name == "add":
            self.log.append(("entered", thread.name))

    def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.log.append(("locked", thread.name, obj.class_info.name))

    def thread_started(self, vm: Any, thread: Any) -> None:
        self.log.append(("started", thread.name))

    def thread_terminated(self, vm: Any, thread: Any) -> None:
        self.log.append(("terminated", thread.name))


TOLD = {"step__class": "tests.choice_kinds:Listed", "step__values": "1,2"}  # a generator of the host's


@pytest.mark.parametrize("search", ["bfs", "MostBlocked", "RandomHeuristic", Jumps])
@pytest.mark.parametrize("por", ["true", "false"])
def test_listeners_hear_and_see_the_same_whether_states_are_made_or_executed(search: Any, por: str) -> None:
    logs, reports = [], []
    for execute in ("false", "true"):
        heard = Heard()
        reports.append(
            support.verify(
                "Told", classes="states", listeners=[heard], search=search, vm__por=por, search__state_limit="60",
                search__multiple_errors="true", jpf__stress__execute=execute, **TOLD,
            )
        )  # fmt: skip
        logs.append(heard.log)
    assert len(logs[0]) == len(logs[1]) > 100
    for made, executed in zip(*logs, strict=False):
        assert made == executed
    made_report, executed_report = (
        [getattr(r.statistics, k) for k in ("states_new", "states_visited", "states_restored", "transitions")]
        for r in reports
    )
    assert made_report == executed_report
    assert [e.replay for e in reports[0].errors] == [e.replay for e in reports[1].errors]


@pytest.mark.parametrize("search", ["bfs", Jumps, Picks])
def test_states_made_under_listeners_are_executed_states(search: Any) -> None:
    stress = {"jpf__stress__restore": "true", "jpf__stress__check": "true", "jpf__stress__jumps": "40"}
    report = support.verify(
        "Told", classes="states", listeners=[Heard()], search=search, vm__por="false", search__state_limit="80",
        **TOLD, **stress,
    )  # fmt: skip
    assert report.statistics.states_restored > 20


FIRST_USES = """
public class Uses {
    static final class Fails extends RuntimeException { static final long serialVersionUID = 7; }
    interface Has { int K = 3; default int k() { return K; } }
    static class With implements Has { static final double HALF = 0.5; static final char C = 'c'; int n; }
    static class Text { static final String NAME = "text"; }
    static int use(int i) {
        try { if (new With().k() == i) throw new Fails(); } catch (Fails e) { return 1; }
        return new java.util.concurrent.Semaphore(0).availablePermits();
    }
    static Object read(String cls, String field) throws Exception {
        var f = Class.forName("Uses$" + cls, false, Uses.class.getClassLoader()).getDeclaredField(field);
        f.setAccessible(true);
        return f.get(null);
    }
    static volatile boolean flag;
    static volatile int used;
    public static void main(String[] args) throws Exception {
        if (args.length > 0) use(3);
        Thread sets = new Thread(() -> flag = true), looks = new Thread(() -> { if (flag && use(3) != 1) used = 1; });
        sets.start();
        looks.start();
        sets.join();
        looks.join();
        used = 2;
        if (args.length == 0) use(3);
        String said = read("Fails", "serialVersionUID") + " " + read("Has", "K") + read("With", "HALF") + read("With", "C");
        assert said.equals("7 30.5c") : said;
        assert read("Text", "NAME") == "text";
    }
}
"""


@pytest.mark.parametrize("search", [{}, {"vm__por": "false"}, {"search__class": "bfs"}], ids=str)
def test_first_uses_of_classes_that_run_nothing_make_no_states(search: dict[str, str]) -> None:
    """Constants, and superclasses that the VM has initialized itself, are nothing that a state could differ in: whether
    `looks` has used the classes is forgotten once it has ended."""
    found = [
        support.verify(
            "Uses", *args, classes=support.compile_texts({"Uses.java": FIRST_USES}), jpf__stress__check=True, **search
        )
        for args in ((), ("before",))
    ]
    assert all(r.ok for r in found), found
    assert found[0].statistics.states_new == found[1].statistics.states_new
