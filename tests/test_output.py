"""What paths print: reduced as long as nobody looks, every order of it when somebody does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support

THREW = '\nException: java.lang.IllegalStateException thrown from the UncaughtExceptionHandler in thread "Thread-0"\n'
OUTPUTS = {
    "println": {"a\nb\n", "b\na\n"},
    "alike": {"xxyy", "xyxy"},
    "err": {"ab", "ba"},
    "printf": {"a-b c\n", "c\na-b "},
    "section": {"abc", "cab"},
    "writer": {"ab", "ba"},
    "buffer": {"ab", "ba"},
    "file": {"ab", "ba"},
    "raw": {"ab", "ba"},
    "choice": {"ac", "bc"},
    "verify": {"a\nb : 1", "b : 1a\n"},
    "listed": {"abc", "acb", "cab"},
    "handler": {THREW + "c", "c" + THREW},
    "order": {"aB", "ab", "ba"},
    "atomic": {"abc", "cab"},
}
WITHOUT_MONITOR = {**OUTPUTS, "section": {"abc", "acb", "cab"}}
SEARCHES: dict[str, dict[str, str]] = {
    "dfs": {},
    "bfs": {"search.class": "BFSHeuristic"},
    "por off": {"vm.por": "false"},
    "bfs, por off": {"vm.por": "false", "search.class": "BFSHeuristic"},
    "fine": {"vm.por.library": "fine"},
    "no persistent sets": {"vm.por.persistent": "false"},
    "no matching": {"vm.storage.class": "none"},
    "exact": {"vm.storage.class": "exact"},
}
JDKS = sorted(support.jdks())


class Helped(jpfpy.Listener):
    """The outputs of all paths, read without a word about it."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.restarts = 0

    def state_advanced(self, search: Any) -> None:
        if search.is_end_state:
            self.seen.add(search.vm.path_output)

    def search_restarted(self, search: Any) -> None:
        self.restarts += 1
        self.seen.clear()


class Outputs(Helped):
    """Says that it reads them."""

    reads_output = True


def verify(kind: str, *listeners: object, jdk: int = 0, target: str = "Prints", **config: str) -> jpfpy.Report:
    return support.verify(target, kind, classes="output", jdk=jdk, listeners=listeners, **config)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("kind", OUTPUTS)
def test_every_order_is_seen_by_who_looks(kind: str, search: str) -> None:
    for jdk in JDKS:
        outputs = Outputs()
        report = verify(kind, outputs, jdk=jdk, **SEARCHES[search])
        assert report.ok
        by_monitor = jdk not in support.FACTS["println takes no monitor"]
        assert outputs.seen == (OUTPUTS if by_monitor else WITHOUT_MONITOR)[kind]
        # a lock of System.out held in the program's own code is found out, and one taken in an atomic section;
        # without reductions before listeners' eyes; and so is a setting (of a thread group, the default handler) that is
        # changed, which reductions do not look at before there is a second thread
        found_out = kind in ("section", "order", "atomic", "file", "handler") and "por off" in search
        assert outputs.restarts == 0 or found_out


def test_nobody_looks() -> None:
    """Then output makes no scheduling points, and only one order need be met."""
    reduced = verify("println")
    assert reduced.ok and "OUTPUT" not in reduced.statistics.boundaries_met
    assert reduced.output in OUTPUTS["println"]
    visible = verify("println", **{"vm.por.output": "visible"})
    assert visible.ok and visible.statistics.boundaries_chosen["OUTPUT"] > 0
    assert visible.statistics.states_new > reduced.statistics.states_new
    assert verify("println", vm__por__output="auto").statistics.states_new == reduced.statistics.states_new


@pytest.mark.parametrize("jdk", JDKS)
def test_threads_that_meet_at_a_pool_do_not_make_output_visible(jdk: int) -> None:
    report = support.explore("PoolShared", support.compiled("output"), jdk=support.jdks()[jdk])
    assert report["complete"] and "OUTPUT" not in report["statistics"]["boundaries_met"]
    looked = support.explore(
        "PoolShared", support.compiled("output"), jdk=support.jdks()[jdk], vm__por__output="visible"
    )
    assert looked["complete"] and looked["statistics"]["boundaries_met"]["OUTPUT"] > 0
    assert looked["statistics"]["states_new"] > report["statistics"]["states_new"]


def test_alike_threads_that_print() -> None:
    """Exchanging threads keeps what was printed: symmetry leaves no order out but for whose letters they are."""
    by_symmetry = {
        on: verify("alike", vm__por__output="visible", vm__por__symmetry=on, search__multiple_errors="true")
        for on in ("true", "false")
    }
    assert all(r.ok for r in by_symmetry.values())
    ends = {on: r.statistics.end_states for on, r in by_symmetry.items()}
    assert ends == {"true": 2, "false": 4}  # xxyy and xyxy; without symmetry, and who is first


class Quiet(Outputs):
    """Looks at output, and says that its order is nothing to it."""

    reads_output = False


def test_a_listener_may_say_whether_it_reads_output() -> None:
    quiet = Quiet()
    report = verify("println", quiet)
    assert "OUTPUT" not in report.statistics.boundaries_met and len(quiet.seen) == 1


def test_output_becomes_visible_when_it_is_read() -> None:
    helped = Helped()
    assert verify("println", helped).ok
    assert helped.seen == OUTPUTS["println"] and helped.restarts == 1


@pytest.mark.parametrize("search", ["dfs", "bfs", "por off"])
def test_path_output_monitor_judges_every_order(search: str, tmp_path: Path) -> None:
    config = SEARCHES[search] | {"listener": "PathOutputMonitor", "pom.print_output": "false"}
    for wrong in OUTPUTS["println"]:
        report = verify("println", **config, **{"pom.none": f'"{wrong}"'})
        assert [e.property for e in report.errors] == ["PathOutputMonitor"]
        error = report.errors[0]
        assert error.output == wrong and wrong.rstrip() in error.message
        again = verify("println", **config, **{"pom.none": f'"{wrong}"', "jpf.replay": error.replay})
        assert [(e.message, e.replay) for e in again.errors] == [(error.message, error.replay)]
    both = "~~~\n".join(OUTPUTS["println"])
    assert verify("println", **config, **{"pom.any": f'"{both}"', "pom.all": f'"{both}"'}).ok


def test_a_program_that_looks_at_its_own_output() -> None:
    """Verify.printPathOutput: the outputs of two choices do not meet in one state."""
    outputs = Quiet()
    report = verify("printed", outputs)
    assert report.ok and report.statistics.boundaries_met["OUTPUT"] > 0
    assert {text.split("~~~~~~~~~~~~~~~~~~~~~~~ ")[0] for text in outputs.seen} == {"ab", "ba"}


@pytest.mark.parametrize("jdk", JDKS)
def test_a_shared_pool_makes_no_output_visible(jdk: int) -> None:
    """What one thing that the search has seen switches, no other switches: 48 states with each print a point, 17 without
    (57 and 20 on JDK 25)."""
    quiet = verify("", target="SharedPool", jdk=jdk)
    visible = verify("", target="SharedPool", jdk=jdk, vm__por__output="visible")
    # That the pool is shared, and who comes to what it has: at once, or one after the other.
    assert quiet.ok and quiet.statistics.por_restarts in {17: [2], 25: [1]}.get(jdk, [1, 2])
    assert "OUTPUT" not in quiet.statistics.boundaries_met and quiet.output in OUTPUTS["println"]
    assert visible.ok and visible.statistics.por_restarts == 1  # that the pool is shared is seen on the way
    assert visible.statistics.boundaries_chosen["OUTPUT"] > 0
    assert quiet.statistics.states_new < visible.statistics.states_new


AGAIN = """
import java.util.concurrent.ThreadLocalRandom;

public class Again {
    public static void main(String[] args) {
        System.out.print("one");
        int drawn = ThreadLocalRandom.current().nextInt(1, 10);
        System.out.println(", two");
        System.err.println("three");
    }
}
"""


def test_what_a_search_printed_before_it_began_again_is_not_told_twice(tmp_path: Path) -> None:
    (tmp_path / "Again.java").write_text(AGAIN)
    done = support.jpf("-q", "--json", str(tmp_path / "r"), str(tmp_path / "Again.java"))
    report = json.loads((tmp_path / "r").read_text())
    assert report["statistics"]["por_restarts"] == 1 and report["output"] == "one, two\nthree\n"
    assert done.stdout == "one, two\n" and "three" in done.stderr and done.returncode == 0
