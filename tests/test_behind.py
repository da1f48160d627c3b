"""What a program gets at by way of a thread's group or a loader: objects of its own, and monitors of the JDK's."""

from __future__ import annotations

import pytest

from tests import support

LOCKS = "group maingroup owngroup twogroups groupcalls parallel package module loader jdkloader".split()
SEARCHES: list[dict[str, str]] = [{}, {"search__class": "bfs"}, {"vm__por": "false"}]
SEEN = {"enumerate": {"1", "2"}, "urls": {"0", "1"}, "guarded": {"1 1", "1 2", "2 1", "2 2"}}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", LOCKS + sorted(SEEN))
def test_what_lies_behind_groups_and_loaders_is_shared(what: str, release: int) -> None:
    for extra in SEARCHES:
        classes = support.compiled("asked", release)
        how = {"search__multiple_errors": "true", "jdk": support.jdks()[release], **extra}
        report = support.explore("Behind", classes, what, **how)
        assert {e["kind"] for e in report["errors"]} == ({"deadlock"} if what in LOCKS else set()), extra
        assert {text.strip() for text in support.outcomes(report)} == SEEN.get(what, {"done"}), extra
