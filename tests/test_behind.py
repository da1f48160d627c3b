"""What a program gets at by way of a thread's group or a loader: objects of its own, and monitors of the JDK's."""

from __future__ import annotations

import pytest

from tests import support

LOCKS = "group maingroup owngroup twogroups groupcalls parallel package module loader jdkloader".split()
SEARCHES: list[dict[str, str]] = [{}, {"search__class": "bfs"}, {"vm__por": "false"}]
SEEN = {"enumerate": {"1", "2"}, "urls": {"0", "1"}, "guarded": {"1 1", "1 2", "2 1", "2 2"}}
# Errors, states and transitions, depth first and breadth first, on every release; where one differs it is named.
SIMPLE = [(1, 14, 16), (1, 14, 16)]
COUNTS: dict[str, list[tuple[int, int, int]]] = {
    **{what: SIMPLE for what in "group maingroup owngroup twogroups module loader jdkloader".split()},
    "groupcalls": [(1, 25, 30), (1, 28, 37)],
    "groupcalls 17": [(2, 26, 30), (2, 29, 37)],  # a list of the group's threads takes its lock
    "parallel": [(1, 30, 37), (1, 31, 43)],
    "package": [(1, 22, 24), (1, 56, 86)],
    "enumerate": [(0, 18, 18), (0, 21, 23)],
    "guarded": [(0, 28, 31), (0, 34, 41)],
    "urls": [(0, 13, 14), (0, 15, 17)],
}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", LOCKS + sorted(SEEN))
def test_what_lies_behind_groups_and_loaders_is_shared(what: str, release: int) -> None:
    for extra in SEARCHES:
        classes = support.compiled("asked", release)
        how = {"search__multiple_errors": "true", "jdk": support.jdks()[release], **extra}
        report = support.explore("Behind", classes, what, **how)
        assert {e["kind"] for e in report["errors"]} == ({"deadlock"} if what in LOCKS else set()), extra
        assert {text.strip() for text in support.outcomes(report)} == SEEN.get(what, {"done"}), extra
        for error in report["errors"]:
            again = support.replay("Behind", classes, error["replay"], what, **how)
            assert [(e["kind"], e["message"]) for e in again["errors"]] == [("deadlock", error["message"])], extra


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", LOCKS + sorted(SEEN))
def test_it_takes_so_many_states(what: str, release: int) -> None:
    for search, counts in zip(("dfs", "bfs"), COUNTS.get(f"{what} {release}", COUNTS[what]), strict=True):
        how = {"search__multiple_errors": "true", "jdk": support.jdks()[release], "search__class": search}
        report = support.explore("Behind", support.compiled("asked", release), what, **how, **support.KEYS)
        s = report["statistics"]
        assert report["complete"] and (len(report["errors"]), s["states_new"], s["transitions"]) == counts, search
