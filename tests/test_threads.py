"""Several threads search one space: verdicts, errors and, without reductions, all counts are those of one."""

from __future__ import annotations

import functools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests import gen, gen_lib, support
from tests.support import seeds

SEEDS = seeds(3, 200)
EXACT = ("states_new", "states_visited", "transitions", "end_states", "pruned", "choice_generators")
OFF = {"search__class": "dfs", "vm__por": "false"}
SUM = """
public class Sum {
    static int sum, low, last;
    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[2];
        for (int k = 0; k < 2; k++) all[k] = new Thread(() -> {
            for (int i = 0; i < 6; i++) { sum = sum + 1; if (low < 2) low++; last = sum; }
        });
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        if (sum == Integer.parseInt(args[0])) throw new AssertionError("sum is " + args[0]);
    }
}
"""


@functools.cache
def programs() -> tuple[Path, list[str]]:
    texts = {}
    for seed in SEEDS:
        for g in (gen.Generator(seed), gen.Generator(seed, joins=False)):
            texts[g.name] = g.java()
        name, text = gen_lib.program(seed, seed % 2 == 0)
        texts[name] = text
    texts["Sum"] = SUM
    return support.compile_texts({f"{name}.java": text for name, text in texts.items()}), sorted({*texts} - {"Sum"})


def search(name: str, threads: int, *args: str, **extra: str) -> dict[str, Any]:
    joins = {"search__threads": str(threads), "jpf__stress__join": "10"}
    return support.explore(name, programs()[0], *args, **{"search__multiple_errors": "true"} | joins | extra)


def errors(report: dict[str, Any]) -> Counter[tuple[str, ...]]:
    keys = ("kind", "exception", "message", "thread", "location")
    return Counter(tuple(str(e[k]) for k in keys) for e in report["errors"])


def test_counts_are_exact() -> None:
    """Of all programs of the families that are small enough."""
    parts = 0
    for name in programs()[1]:
        one = search(name, 1, search__state_limit="4000", **OFF)
        if not one["complete"]:
            continue
        for n in (2, 3, 4):
            many = search(name, n, **OFF)
            stats, want = many["statistics"], one["statistics"]
            assert {k: stats[k] for k in EXACT} == {k: want[k] for k in EXACT}, (name, n)
            assert errors(many) == errors(one)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"])
            assert sorted(many["output"].splitlines()) == sorted(one["output"].splitlines())
            parts += many.get("workers", {}).get("parts", 0)
    assert parts > 0  # or nothing was tested


def test_the_first_error_ends_all_threads() -> None:
    report = search("Sum", 3, "3", search__multiple_errors="false", **OFF)
    (error,) = report["errors"]
    assert error["message"] == "java.lang.AssertionError: sum is 3"
    again = support.replay("Sum", programs()[0], error["replay"], "3", search__threads="3", **OFF)
    assert again["errors"][0]["message"] == error["message"]


def test_limits_are_of_all_threads() -> None:
    for key, text in (("state", "state limit reached: 20000"), ("transition", "transition limit reached: 20000")):
        report = search("Sum", 2, "99", **OFF, **{f"search__{key}_limit": "20000"})
        assert report["result"] == "incomplete"
        assert text in report["statistics"]["constraints"]
        made = report["statistics"]["states_new" if key == "state" else "transitions"]
        assert 20000 <= made < 20010


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        ({"search__class": "bfs"}, "only depth-first search has several threads so far"),
        ({"vm__storage__class": "exact"}, "only sets of keys can be shared"),
        ({"search__depth_limit": "100000"}, "the depths of states count"),
    ],
)
def test_a_note_says_why_there_is_one_thread(extra: dict[str, str], why: str) -> None:
    report = search("Sum", 2, "99", **OFF | extra)
    assert report["complete"]
    assert "workers" not in report
    assert f"note: search.threads=2: one thread searches, because {why}" in report["notes"]


def test_a_small_search_is_as_without_the_key() -> None:
    name = programs()[1][0]
    reports = [search(name, n, jpf__stress__join="1000000", **OFF) for n in (1, 4)]
    assert reports[0]["statistics"]["transitions"] == reports[1]["statistics"]["transitions"]
    assert "workers" not in reports[1]
    assert [e["replay"] for e in reports[0]["errors"]] == [e["replay"] for e in reports[1]["errors"]]
