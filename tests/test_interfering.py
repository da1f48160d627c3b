"""Shipped listeners that change what the program does, or which choices it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import BFS, DFS, Run, printed_lines


def test_assertions_that_are_gone_on_behind(run: Run) -> None:
    report, text = run("AssertionProperty", "Faults", "caught", ap__go_on="true")
    assert report.ok and "[WARNING] failed assertion" in text


# What the program prints for each exception that is injected.
@pytest.mark.parametrize(
    ("what", "spec", "first", "expected"),
    [
        ("work", 'java.io.IOException("no")@Trouble$Derived.work(int)', "false", "caught java.io.IOException: no\n"),
        ("work", "IllegalStateException@Trouble$Base.work(int)", "false", "caught java.lang.IllegalStateException\n"),
        ("work", "NoSuchFieldError@Trouble$Base.work(I)", "false", "caught java.lang.NoSuchFieldError\n"),
        ("work", "NoSuchFieldError@Trouble$Base.work(long)", "false", "got 3\nfine\n"),
        ("several", "Error@Trouble:30", "true", "caught java.lang.Error\ndone 1\n"),
        ("several", "Error@Trouble:30", "false", "caught java.lang.Error\ndone 3\n"),
        ("several", "Error@Trouble.several():2", "true", "caught java.lang.Error\ndone 6\n"),
    ],
)
def test_injected_exceptions(run: Run, what: str, spec: str, first: str, expected: str) -> None:
    report, text = run("ExceptionInjector", "Trouble", what, ei__exception=spec, ei__throw_first=first)
    assert report.output == expected and spec in text


def test_failing_allocations(run: Run) -> None:
    lines = run("OOMEInjector", "Trouble", "make", oome__types="+Trouble$Base")[0].output
    assert lines == "fine\ncaught java.lang.OutOfMemoryError: OOMEInjector\n"
    lines = run("OOMEInjector", "Trouble", "make", oome__locations="Trouble.java:35")[0].output
    assert lines == "caught java.lang.OutOfMemoryError: OOMEInjector\nfine\n"
    # a range is about everything that is called from there
    lines = run("OOMEInjector", "Trouble", "make", oome__locations="Trouble.java:19-22")[0].output
    assert lines.count("caught java.lang.OutOfMemoryError") == 2


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("por", ["true", "false"])
def test_perturbed_values_are_choices(run: Run, search: str, por: str) -> None:
    def perturb(what: str, **config: str) -> set[str]:
        config = {k.replace("_", "."): v for k, v in config.items()}
        return printed_lines(run("Perturbator", "Values", what, **config, **{"search.class": search, "vm.por": por})[0])

    over = {"perturb_x_class": ".perturb.IntOverUnder", "perturb_x_delta": "3"}
    assert perturb("read", perturb_fields="x", perturb_x_field="Values$Sensor.alt", **over) == {
        "alt 97",
        "alt 100",
        "alt 103",
    }
    assert perturb("wide", perturb_fields="x", perturb_x_field="*.big", **over) == {"big 4", "big 7", "big 10"}
    assert perturb("result", perturb_returns="x", perturb_x_method="*.altitude()", **over) == {
        "alt 97",
        "alt 100",
        "alt 103",
    }
    here = {"perturb_x_location": "Values.java:1"}
    assert perturb("read", perturb_fields="x", perturb_x_field="*.alt", **over, **here) == {"alt 100"}
    sums = perturb(
        "params",
        perturb_params="x",
        perturb_x_method="Values.sum(int,long,boolean)",
        perturb_x_class="GenericDataAbstractor",
    )
    assert len(sums) > 9 and "sum 0" in sums and "sum 1000" in sums  # a, b of three values each, both booleans


def test_a_perturbator_of_ones_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "doubling.py").write_text(
        "from jpfpy.listeners.perturb import OperandPerturbator\n"
        "class Double(OperandPerturbator):\n"
        "    def values(self, value, descriptor):\n        return [value, 2 * value]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    config = {"perturb.fields": "x", "perturb.x.field": "*.alt", "perturb.x.class": "doubling:Double"}
    assert printed_lines(run("Perturbator", "Values", "read", **config)[0]) == {"alt 100", "alt 200"}


def test_times_go_both_ways(run: Run) -> None:
    assert printed_lines(run("SearchStats", "Trouble", "timed")[0]) == {"in time"}
    assert printed_lines(run("StopWatchFuzzer", "Trouble", "timed")[0]) == {"in time", "too late"}


@pytest.mark.parametrize("search", [DFS, BFS])
def test_flipped_bits(run: Run, search: str) -> None:
    config = {"search.class": search}
    found = printed_lines(run("BitFlipListener", "Values", "flip", **config)[0])
    pairs = {(1 << a | 1 << b) for a in range(8) for b in range(a)}
    assert found == {f"flip {v - 256 if v > 127 else v}" for v in pairs}
    found = printed_lines(run("BitFlip", "Bank", bitflip__fields="Bank$Account.balance", **config)[0])
    flips = [1 << b for b in range(30)]
    assert {f"balance {((5 ^ a) + 7) ^ b}" for a in flips for b in flips} <= found
    found = printed_lines(run("BitFlip", "Values", "params", bitflip__params="Values.sum:0", **config)[0])
    assert found == {f"sum {(1 ^ 1 << b) - (1 << 32 if b == 31 else 0) + 1002}" for b in range(31)} | {
        "sum -2147482645"
    }


def test_a_remover_takes_choices_away_and_says_so(run: Run) -> None:
    whole = run("SearchStats", "Bank")[0]
    for config in ({"cgrm.t.locations": "Bank.java:8-9"}, {"cgrm.t.method_bodies": "Bank$Account.deposit"}):
        report, _ = run("CGRemover", "Bank", **{"cgrm.t.cg_class": "gov.nasa.jpf.vm.ThreadChoiceGenerator", **config})
        assert report.result == "incomplete" and report.statistics.states_new < whole.statistics.states_new
        assert printed_lines(report) == {"balance 12"}
    # of another kind, or at other places: nothing is removed
    kept = run("CGRemover", "Bank", **{"cgrm.t.cg_class": ".vm.IntChoiceGenerator", "cgrm.t.locations": "Bank.java:8"})[
        0
    ]
    assert kept.ok and kept.statistics.states_new == whole.statistics.states_new


def test_trace_storer_and_choice_selector(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "trace"
    first = run("TraceStorer", "Faults", "choice", trace__file=str(file))[0]
    again = run("ChoiceSelector", "Faults", "choice", choice__use_trace=str(file))[0]
    assert again.errors[0].message == first.errors[0].message
    assert again.statistics.states_new <= first.statistics.states_new
    run("TraceStorer", "Bank", trace__file=str(file), trace__multiple="true", trace__depth="3")
    stored = sorted(tmp_path.glob("trace.*"))
    assert len(stored) > 1 and all(len([x for x in f.read_text().splitlines() if x[0] != "#"]) == 3 for f in stored)
    run("TraceStorer", "Bank", trace__file=str(file), trace__verbose="true", trace__depth="3")
    assert re.search(r"^#   Bank.java:\d+: int old = balance;", file.read_text(), re.M)
    stop = {"trace.store_calls": "Bank$Account.deposit", "trace.terminate": "true"}
    report, text = run("TraceStorer", "Bank", trace__file=str(file), **stop)
    assert report.result == "incomplete" and "call: Bank$Account.deposit" in text


def test_trace_storer_shows_what_it_has_no_file_for(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("TraceStorer", "Faults", "choice", trace__file="stored")
    stored = (tmp_path / "stored").read_text().splitlines()
    (tmp_path / "stored").unlink()
    _, text = run("TraceStorer", "Faults", "choice")
    same = [line for line in stored if not line.startswith("# replay: ")]  # that one names trace.file too
    shown = [line for line in text.splitlines() if line in same]
    assert len(same) > 3 and shown == same and "# replay: j1:" in text
    assert list(tmp_path.iterdir()) == []


def test_choice_selector_simulates_until_told(run: Run) -> None:
    whole = run("SearchStats", "Bank")[0].statistics
    one = run("ChoiceSelector", "Bank")[0]
    assert one.result == "incomplete" and one.statistics.end_states == 1 and len(printed_lines(one)) == 1
    for config in ({"choice.depth": "2"}, {"choice.threads": "Thread-0"}, {"choice.calls": "Bank$Account.deposit"}):
        some = run("ChoiceSelector", "Bank", **config)[0].statistics
        assert 1 < some.end_states <= whole.end_states, config
