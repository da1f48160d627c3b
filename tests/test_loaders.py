"""What a loader of the program's has found is state: each path asks it for what that path needs, whichever way a class is
named, and all searches have the outcomes of vm.por=false."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support

JDKS = sorted(support.jdks())
SEARCHES: dict[str, dict[str, str]] = {
    "depth first": {"search__class": "dfs"},
    "breadth first": {"search__class": support.BFS},
    "dynamic": {"search__class": "dfs", "vm__por": "dynamic"},
    "dpor": {"search__class": "dpor"},
}
# How often the loader is asked for a class of Part's, the part itself included.
PARTS = {
    "New": 2,
    "Static": 2,
    "Call": 4,
    "Lambda": 2,
    "Text": 3,
    "Test": 3,
    "Array": 3,
    "Literal": 5,
    "Switch": 3,
    "Catch": 2,
}


def explore(args: list[str], release: int, **extra: str) -> dict[str, Any]:
    extra = {"search__multiple_errors": "true", "search__shrink": "false", **extra}
    return support.explore(
        "Loads", support.compiled("loaders"), *args, jdk=support.jdks()[release], **support.LARGE, **extra
    )


def outcomes(report: dict[str, Any]) -> set[str]:
    return {e["message"].partition(": ")[2] for e in report["errors"]}


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("loader", ["last", "find"])
@pytest.mark.parametrize("part", PARTS)
def test_each_path_asks_for_what_it_names(part: str, loader: str, release: int) -> None:
    n = PARTS[part]
    for when, wanted in (("beside", {f"{i} {n}" for i in range(1, n + 1)}), ("before", {f"{n} {n}"})):
        for name, extra in SEARCHES.items():
            report = explore([loader, part, when], release, **extra)
            assert outcomes(report) == wanted, (name, when)
            assert report["complete"], (name, when)
            for e in report["errors"] if name == "depth first" else []:
                args = (e["replay"], loader, part, when)
                again = support.replay("Loads", support.compiled("loaders"), *args, jdk=support.jdks()[release])
                assert [x["message"] for x in again["errors"]] == [e["message"]]


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("loader", ["last", "find", "url"])
@pytest.mark.parametrize("parts", [("Literal", "Array"), ("Lambda", "Lambda"), ("Call", "Catch")])
def test_two_threads_ask_one_loader(parts: tuple[str, str], loader: str, release: int) -> None:
    told = {}
    for name, extra in SEARCHES.items():
        if name == "dpor":
            continue  # ends after more executions than a test has time for
        report = explore([loader, parts[0], "beside", parts[1]], release, **extra)
        told[name] = outcomes(report)
        assert report["complete"], name
    assert told["depth first"] == told["breadth first"] == told["dynamic"] != set()


@pytest.mark.parametrize("release", JDKS)
def test_which_bytes_a_class_is_made_of_follows_from_the_path(release: int) -> None:
    for name, extra in {**SEARCHES, "off": {"search__class": "dfs", "vm__por": "false"}}.items():
        report = support.explore(
            "Versions",
            support.compiled("loaders"),
            jdk=support.jdks()[release],
            search__multiple_errors="true",
            **support.LARGE,
            **extra,
        )
        assert outcomes(report) == {"first late first", "late other other"}, name
        assert report["complete"], name
