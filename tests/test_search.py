"""search/: verdicts, replay, agreement of searches and reductions on small concurrent programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import support
from tests.support import BFS

PROGRAMS = sorted(p.stem for p in (support.TESTS / "java" / "conc").glob("*.java"))
SEARCHES = {"dfs": {}, "bfs": {"search__class": BFS}}


def source(name: str) -> Path:
    return support.TESTS / "java" / "conc" / f"{name}.java"


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("jdk", sorted(support.jdks()))
@pytest.mark.slow
def test_verdict(name: str, search: str, jdk: int) -> None:
    report = support.explored(name, support.compiled("conc"), jdk=support.jdks()[jdk], **SEARCHES[search])
    support.as_expected(source(name), report)
    lines = support.header(source(name), "output")
    if lines and search == "dfs" and report["result"] == "no_errors":
        assert set(report["output"].splitlines()) == set(lines.split("|"))


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.slow
def test_same_on_two_runs(name: str) -> None:
    classes = support.compiled("conc")
    one, two = (support.explore(name, classes) for _ in range(2))
    for report in (one, two):
        for key in ("elapsed_s", "startup_s", "cpu_s", "peak_bytes", "peak_rss_bytes"):
            report["statistics"].pop(key)
        report["statistics"].pop("boot_image")
    assert one == two


@pytest.mark.parametrize("name", [n for n in PROGRAMS if support.expectation(source(n))[0] == "violation"])
def test_replay_reproduces(name: str) -> None:
    classes = support.compiled("conc")
    error = support.explored(name, classes)["errors"][0]
    again = support.replay(name, classes, error["replay"])
    assert again["result"] == "violation"
    other = again["errors"][0]
    for key in ("kind", "exception", "message", "location", "trace", "thread"):
        assert other[key] == error[key], key


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.slow
def test_por_off_agrees(name: str) -> None:
    report = support.explored(name, support.compiled("conc"), vm__por="false")
    support.as_expected(source(name), report)


@pytest.mark.parametrize("name", [n for n in PROGRAMS if support.expectation(source(n))[0] == "no_errors"])
@pytest.mark.slow
def test_dfs_and_bfs_count_alike_without_reductions(name: str) -> None:
    classes = support.compiled("conc")
    counts = [
        support.explored(name, classes, vm__por="false", **extra)["statistics"]["states_new"]
        for extra in SEARCHES.values()
    ]
    assert counts[0] == counts[1]
