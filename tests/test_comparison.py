"""Searches beside each other (jpfpy.compare)."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import jpfpy
from tests import support

ACCOUNT = support.ROOT / "examples" / "account" / "Account.java"
SAFE = {"classpath": support.compiled("conc"), "config": {"vm.por": "false"}}


def test_counts_are_those_of_the_searches_alone() -> None:
    both = jpfpy.compare(ACCOUNT, searches=["dfs", "bfs"])
    for run in both.runs:
        alone = jpfpy.verify(ACCOUNT, search=run.search)
        assert run.found and run.error == "java.lang.AssertionError" and not run.complete
        assert (run.states, run.transitions) == (alone.statistics.states_new, alone.statistics.transitions)
        heard = jpfpy.verify(ACCOUNT, search=run.search, listeners=[jpfpy.listeners.SearchStats]).statistics
        assert (run.curve[-1].states, run.curve[-1].transitions) == (heard.states_new, heard.transitions)
        assert run.lines == run.curve[-1].lines > 5
    safe = jpfpy.compare("SafeAccount", searches=["dfs", "bfs"], **SAFE)  # type: ignore[arg-type]
    counts = jpfpy.verify("SafeAccount", **SAFE).statistics  # type: ignore[arg-type]
    size = counts.states_new, counts.transitions
    assert [(r.states, r.transitions, r.found, r.complete) for r in safe.runs] == [(*size, False, True)] * 2


def test_budgets_seeds_and_names() -> None:
    found = jpfpy.compare(
        "SafeAccount",
        searches={"deep": "dfs", "walk": "random"},
        budget=100,
        seeds=range(3),
        **SAFE,  # type: ignore[arg-type]
    )
    assert [(r.search, r.seed, r.transitions, r.complete) for r in found.runs] == [
        ("deep", 0, 100, False),  # it draws nothing
        *(("walk", seed, 100, False) for seed in range(3)),
    ]
    assert found.runs[0].report.statistics.constraints == ("transition limit reached: 100 (search.transition_limit)",)
    again = jpfpy.compare("SafeAccount", searches=["random"], budget=100, seeds=range(3), **SAFE)  # type: ignore[arg-type]
    assert [r.states for r in again.runs] == [r.states for r in found.by_search["walk"]]
    walk = jpfpy.compare("SafeAccount", searches=["random"], budget=3000, **SAFE).runs[0]  # type: ignore[arg-type]
    counts = [s.transitions for s in walk.curve]
    assert counts == sorted(counts) and counts[-1] == 3000 and len(counts) <= 401
    head, *rows = str(found).splitlines()
    assert head.split() == ["search", "found", "states", "transitions", "time", "lines"]
    assert [r.split()[:4] for r in rows] == [["deep", "0", "of", "1"], ["walk", "0", "of", "3"]]
    assert "<td>deep</td><td>0 of 1</td>" in found._repr_html_()


class Deep(jpfpy.Heuristic):
    def evaluate(self, state: object) -> float:
        return 0.0


class Mine(jpfpy.Search):
    """Depth first."""

    def search(self) -> None:
        while not self.done:
            if (not self.is_new_state or self.is_end_state) and not self.backtrack():
                break
            self.forward()


def test_heuristics_of_the_user_have_their_names() -> None:
    found = jpfpy.compare(ACCOUNT, searches=[Deep, Mine, "bfs"])
    assert [r.search for r in found.runs] == ["Deep", "Mine", "bfs"] and all(r.found for r in found.runs)


def test_depth_first_search_keeps_its_sleep_sets() -> None:
    """What it is measured by is no listener, before which it has none."""
    where = {"classpath": support.compiled("conc")}
    (run,) = jpfpy.compare("DiningOrdered", searches=["dfs"], coverage=False, **where).runs  # type: ignore[arg-type]
    alone = jpfpy.verify("DiningOrdered", **where).statistics  # type: ignore[arg-type]
    assert alone.por_asleep_choices and (run.states, run.transitions) == (alone.states_new, alone.transitions)
    assert run.curve == () and run.lines == 0


def test_names_are_not_shared() -> None:
    other = type("Deep", (jpfpy.Heuristic,), {"evaluate": lambda self, state: -state.depth})
    found = jpfpy.compare(ACCOUNT, searches=["bfs", "bfs", Deep, other, Deep()], coverage=False)
    assert [*found.by_search] == ["bfs", "bfs (2)", "Deep", "Deep (2)", "Deep (3)"]
    assert all(len(runs) == 1 for runs in found.by_search.values())


@pytest.mark.parametrize(
    ("search", "config", "runs"),
    [
        ("dfs", {}, 1),
        ("MostBlocked", {}, 1),
        ("RandomHeuristic", {}, 3),
        (".search.RandomSearch", {}, 3),
        ("best", {"search.heuristic": "RandomHeuristic"}, 3),
        ("dfs", {"cg.randomize_choices": "FIXED_SEED"}, 3),
        (Deep, {}, 3),
    ],
)
def test_what_draws_nothing_runs_once(search: Any, config: dict[str, str], runs: int) -> None:
    found = jpfpy.compare(ACCOUNT, searches=[search], seeds=[1, 2, 3], config=config, coverage=False)  # type: ignore[arg-type]
    assert len(found.runs) == runs


def test_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = jpfpy.compare(ACCOUNT, searches=["dfs", "random"], seeds=[1, 2])
    pytest.importorskip("pandas")
    assert list(found.to_pandas().transitions) == [r.transitions for r in found.runs]
    pytest.importorskip("matplotlib")
    figure = found.plot(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes()[:4] == b"\x89PNG"
    assert figure._repr_png_()[:4] == b"\x89PNG"  # as a notebook shows it
    errors, coverage = figure.axes
    assert len(errors.lines) == len(coverage.lines) == 3  # dfs draws nothing
    assert [t.get_text() for t in coverage.get_legend().get_texts()] == ["dfs", "random"]
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(jpfpy.ConfigError, match=r"needs matplotlib, .*pip install matplotlib"):
        found.plot()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"searches": "dfs"}, "a list expected"),
        ({"searches": []}, "nothing to compare"),
        ({"searches": ["dfs"], "seeds": []}, "nothing to compare"),
        ({"searches": ["nosuch"]}, "no such search"),
        ({"searches": ["dfs"], "budget": 0}, "at least one transition"),
        ({"searches": ["dfs"], "budget": 2.5}, "a number of transitions or a time"),
        ({"searches": ["dfs"], "budget": "soon"}, "search.budget"),
        ({"searches": ["dfs"], "seeds": 3}, "seeds=3: a list of whole numbers"),
        ({"searches": ["dfs"], "seeds": ["x"]}, "seeds='x': a whole number"),
        ({"searches": ["dfs"], "config": ["vm.por"]}, "a dict from keys expected"),
    ],
)
def test_mistakes(given: dict[str, object], why: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=why):
        jpfpy.compare(ACCOUNT, **given)  # type: ignore[arg-type]


@pytest.mark.skipif(17 not in support.jdks(), reason="states of JDK 17's library are counted")
def test_the_example_beats_what_it_is_put_beside() -> None:
    """docs/strategies.md gives the figures of ten seeds. The orders go by the folder's and the JDK's names too, so each
    of them has to hold: nothing is said of medians, which lie between two kinds of orders."""
    pytest.importorskip("numpy")
    from jpfpy.usercode import load_module

    folder = support.ROOT / "examples" / "strategies"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        example: Any = load_module("few_switches", "test")
    searches = ["bfs", "random", example.FewSwitches]
    config = {"cg.randomize_choices": "FIXED_SEED"}
    table = jpfpy.compare(
        folder / "Stack.java", searches=searches, seeds=range(5), budget=50_000, config=config, coverage=False
    )
    runs = table.by_search
    assert all(run.found and run.error == "java.lang.AssertionError" for run in runs["FewSwitches"])
    bfs, walk, ours = ([r.transitions for r in runs[n]] for n in ("bfs", "random", "FewSwitches"))
    assert max(ours) < min(bfs) and max(ours) < median(walk)
