"""gov.nasa.jpf.vm.Verify: every public method of jpf-core's, with its semantics."""

from __future__ import annotations

import math
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, DFS

both = pytest.mark.parametrize("search", [DFS, BFS], ids=["dfs", "bfs"])
NAMES = support.ROOT / "tests" / "java" / "choice" / "verify_methods.txt"


def explore(*args: str, replay: str | None = None, **config: Any) -> jpfpy.Report:
    values = {"vm__storage__class": "none", **config}
    return support.verify("VerifyAll", *args, classes="choice", replay=replay, **values)


def lines(*args: str, **config: Any) -> list[str]:
    report = explore(*args, **config)
    assert report.ok, report.errors or report
    return report.output.splitlines()


def test_every_method_of_jpf_core_is_there() -> None:
    """Signatures as javap prints them, against the list taken from jpf-core."""
    import subprocess

    javap = Path(support.default_jdk()) / "bin" / "javap"
    jar = support.ROOT / "jpfpy" / "java" / "jpf-api.jar"
    assert "gov/nasa/jpf/vm/Verify.class" in zipfile.ZipFile(jar).namelist()
    out = subprocess.run(
        [javap, "-public", "-cp", jar, "gov.nasa.jpf.vm.Verify"], capture_output=True, text=True, check=True
    ).stdout
    ours = set(re.findall(r"(\w+)\(([^)]*)\)", out.replace("java.lang.", "").replace("...", "[]")))
    for line in NAMES.read_text().splitlines():
        name, arguments = line.split("(")
        assert (name, arguments.rstrip(")")) in ours, line


@both
@pytest.mark.parametrize("group", ["counters", "labels"])
def test_groups_that_check_themselves(search: str, group: str) -> None:
    lines(group, search__class=search)


@both
def test_counters_count_paths_once(search: str) -> None:
    assert lines("paths", search__class=search) == [str(i) for i in range(1, 25)]


@both
def test_bit_flips(search: str) -> None:
    flipped = [int(v.split()[0]) for v in lines("flips", search__class=search)]
    assert len(flipped) == math.comb(5, 2)
    assert set(flipped) == {1 << a | 1 << b for a in range(5) for b in range(a)}
    assert sorted(map(int, lines("flipchar"))) == [1 << i for i in range(16)]
    assert len(set(lines("flipdouble"))) == 64
    assert lines("flipbad") == ["cannot flip 9 of 8 bits: at most 7, and not more than there are"]


@both
def test_lists_are_sets_of_ints(search: str) -> None:
    assert lines("lists", search__class=search) == [
        f"{i} {j} {f} 1.0E300" for i in (1, 2) for j in (1 << 40, -1) for f in ("0.5", "2.0")
    ]
    assert len(lines("order", search__class=search)) == 8
    assert lines("order")[0] == "false true 0"


def test_ignored_paths() -> None:
    assert lines("ignore") == ["0", "3", "6", "9"]
    assert lines("ignore", vm__verify__ignore_path=False) == [str(i) for i in range(10)]
    assert explore("ignore").complete


@both
def test_the_search_ends_after_the_transition(search: str) -> None:
    assert lines("terminate2", search__class=search) == ["1", "2", "3"]
    assert explore("terminate2", search__class=search).complete
    assert explore("terminate2", "fails", search__class=search).errors[0].message.endswith("after the end")


@both
def test_nothing_to_choose_from_is_no_choice(search: str) -> None:
    none = {"k__class": "TypedObjectChoice", "k__type": "VerifyAll$Data"}
    assert lines("none", search__class=search, **none) == ["0 0.0 null"]


def test_output() -> None:
    text = explore("output").output
    first = "an : 1b : true\nxyz\nmaint\n"
    assert text.startswith(first + "~") and text.count(first) == 2
    assert "output of the path at: here\n" in text and "not" not in text


@both
def test_stored_traces(search: str, tmp_path: Path) -> None:
    file = tmp_path / "trace"
    report = explore("trace", str(file), search__class=search)
    assert report.ok
    written = file.read_text().splitlines()
    assert written[1] == "# comment: two of three" and written[-1] == "1 IntIntervalGenerator verifyGetInt(II) 2"
    again = explore("trace", str(file), replay=str(file))
    assert again.output == "replayed 2\n"
    error = explore("trace", str(file), "bad", search__class=search).errors[0]
    steps = explore("trace", str(file), "bad").raw["errors"][0]["trace"]
    assert steps[-1]["comments"] == ["i is 2"] and error.exception == "java.lang.AssertionError"
    assert lines("terminate", str(file), search__class=search) == ["1", "2", "3"]
    assert "# comment: three" in file.read_text()


def test_a_trace_that_cannot_be_stored_says_so() -> None:
    stored = explore("trace", "/nonexistent/trace").raw["stored_traces"]
    assert stored[0]["error"].startswith("/nonexistent/trace: No such file")
    with pytest.raises(jpfpy.ConfigError, match="no stored trace"):
        explore("trace", "x", replay=str(NAMES))


def test_what_the_vm_says_of_itself() -> None:
    assert lines("vm") == ["true false false"]
    assert lines("vm", vm__storage__class="exact") == ["true true false"]
    assert lines("called") == ["true false"]
    assert lines("file") == ["3text"]
    assert lines("properties") == ["12 3 null", "12 4 null", "12 5 null"]


@both
def test_broken_transitions_go_on(search: str) -> None:
    for storage in ("none", "gov.nasa.jpf.vm.JenkinsStateSet"):
        report = explore("break", search__class=search, vm__storage__class=storage)
        assert report.ok and report.output.splitlines() == ["4", "5", "6"] and report.statistics.end_states == 3


def test_counters_count_where_a_search_begins_again_before_a_listener_hears_of_it(tmp_path: Path) -> None:
    text = """import gov.nasa.jpf.vm.Verify;
public class Perturbed {
    static int data = 42;
    public static void main(String[] a) {
        int d = data;
        Verify.incrementCounter(0);
        assert Verify.getCounter(0) == 44 - d : d + " " + Verify.getCounter(0);
    }
}"""
    over = {"perturb.fields": "data", "perturb.data.class": ".perturb.IntOverUnder", "perturb.data.delta": "1"}
    over |= {"perturb.data.field": "Perturbed.data", "listener": "Perturbator"}
    report = support.verify("Perturbed", classes=support.compile_class(tmp_path, "Perturbed", text), **over)
    assert report.ok and report.statistics.end_states == 3, report.errors
