"""Thread.suspend, resume and stop, as JDK 17 still has them; fields that the program leaves out of the state."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support

WITH_THEM = [release for release in sorted(support.jdks()) if release < 20]


def explore(name: str, *args: str, release: int, **extra: str) -> dict[str, Any]:
    return support.explore(name, support.compiled("threads", release), *args, jdk=support.jdks()[release], **extra)


@pytest.mark.parametrize("por", ["true", "false"])
@pytest.mark.parametrize("release", WITH_THEM)
@pytest.mark.parametrize(("how", "kind"), [("resume", None), ("forget", "deadlock"), ("self", "deadlock")])
@pytest.mark.slow
def test_suspend(release: int, how: str, kind: str | None, por: str) -> None:
    """A suspended thread is RUNNABLE to those who ask and never runs; a resume that comes first is lost."""
    report = explore("Suspended", how, release=release, vm__por=por)
    assert [e["kind"] for e in report["errors"]] == ([kind] if kind else [])
    if kind:
        assert "Thread-0 is suspended" in report["errors"][0]["message"]
        again = support.replay(
            "Suspended",
            support.compiled("threads", release),
            report["errors"][0]["replay"],
            how,
            jdk=support.jdks()[release],
            vm__por=por,
        )
        assert again["errors"][0]["kind"] == kind
    else:
        assert report["complete"]


@pytest.mark.parametrize("release", WITH_THEM)
def test_stop(release: int) -> None:
    own = explore("Stopped", "self", release=release)
    assert own["result"] == "no_errors" and own["complete"]
    other = explore("Stopped", "other", release=release)
    assert not other["complete"] and "Thread.stop of another thread" in str(other)


def test_filtered_fields_close_a_loop_and_are_told() -> None:
    report = support.explore("Filtered", support.compiled("por"), search__depth_limit="500")
    assert report["statistics"]["states_new"] < 5
    assert report["statistics"]["constraints"] == [
        "@FilterField: these are not part of the state: Filtered.turns, Filtered.last"
    ]
