"""Long paths: their older part is packed (csrc/base/cold.h, csrc/search/path.c), and nothing else of a search changes.

`jpf.stress.pack` packs all but the last few levels, and what was looked at does not stay plain for long, so that what
was packed is needed again and again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import DFS
from tests.test_checkpoints import same_in_parts

PACKED = {"jpf__stress__pack": "true"}
SOURCE = """
public class Long {
    static class Node { Node next; Node(Node next) { this.next = next; } }
    static Node head;
    static int seen;
    public static void main(String[] args) throws InterruptedException {
        int n = args.length == 0 ? 80 : Integer.parseInt(args[0]);
        Thread t = new Thread(() -> { if (head != null) seen = seen + 1; });
        t.start();
        for (int i = 0; i < n; i++) head = new Node(head);
        seen = seen + 1;
        t.join();
        assert args.length < 2 || seen != 1 : "lost";
    }
}
"""
SEARCHES = {
    "default": {},
    "dynamic": {"vm__por": "dynamic"},
    "none": {"vm__por": "false"},
    "exact": {"vm__storage__class": "exact"},
    "livelock": {"search__properties": "NotDeadlockedProperty,LivelockProperty"},
}


@pytest.fixture(scope="module")
def classes() -> Path:
    return support.compile_texts({"Long.java": SOURCE.encode()})


def counts(classes: Path, *args: str, **extra: str) -> dict[str, Any]:
    r = support.explore("Long", classes, *args, search__class=DFS, **extra)
    told = ("states_new", "states_visited", "transitions", "max_depth", "end_states", "por_reduced_states")
    return {"result": r["result"], **{k: r["statistics"][k] for k in told}}


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_packed_is_the_same_again(search: str, classes: Path) -> None:
    plain = counts(classes, "80", **SEARCHES[search])
    assert plain["max_depth"] > 100
    assert counts(classes, "80", **SEARCHES[search], **PACKED) == plain


def test_errors_at_the_end_of_long_paths(classes: Path) -> None:
    """The whole path is undone and executed again for each, and then the search goes on where it was."""
    both = []
    for extra in ({}, PACKED):
        r = support.explore(
            "Long", classes, "80", "lost", search__class=DFS, search__multiple_errors="true", vm__por="false", **extra
        )
        both.append(
            [(e["message"], e["replay"], len(e["trace"])) for e in r["errors"]] + [r["statistics"]["transitions"]]
        )
    assert len(both[0]) > 1
    assert both[0] == both[1]


def test_checkpoints_of_long_paths(classes: Path, tmp_path: Path) -> None:
    same_in_parts("Long", classes, {"search__class": DFS, **PACKED}, tmp_path / "part", 3, 1)
