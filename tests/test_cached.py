"""Fields of the JDK that look like caches, and that a program can read: they are part of the state.

The rows of csrc/classes/jdk/fields.def say which fields are left out of the key. Each case of Cached.java reads one that
was among them: what it held did not follow from the rest of the state, so that two states were taken for one.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests import support

WRAPPED = {"falsefalsefalse", "truetruetrue"}
FAILED = {f'Exception java.lang.IllegalStateException [in thread "Thread-{i}"]' for i in (0, 1)}
OUTCOMES = {
    "blocker": {"A", "B"},
    "package": {"A", "B"},
    "packages": {"0", "1"},
    "lock": {"true", "false"},
    "loader": {"true", "false"},
    "loaded": {"true", "false"},
    "failed": FAILED,
    "data": {"A", "B"},
    "bundle": {"true", "false"},
    "unmodifiable": WRAPPED,
    "synchronized": WRAPPED,
    "checked": {"falsefalsefalse", "falsefalsetrue"},
    "url": {"0", "1"},
    "adapted": {"true", "false"},
}
NEW = {"signers": {"A", "B"}, "domain": {"true", "false"}, "source": {"true", "false"}}  # of later JDKs
OLD = {"channel": {"A", "B"}}
CASES = [(17, c) for c in OUTCOMES | OLD] + [(25, c) for c in OUTCOMES | NEW]
ALL = OUTCOMES | NEW | OLD
SEARCHES: list[dict[str, Any]] = [
    {"search": "dfs"},
    {"search": "bfs"},
    {"search": "dfs", "vm__por": False},
    {"search": "bfs", "vm__por": False},
    {"vm__por": "dynamic", "search": "dfs"},
    {"search": "dpor"},
]
LOOPS = ("blocker", "channel")  # they wait for another thread's state in a loop, which has no end without states


@pytest.mark.parametrize(("jdk", "case"), CASES)
def test_what_the_jdk_keeps_is_told_apart(jdk: int, case: str) -> None:
    if jdk not in support.jdks():
        pytest.skip(f"no JDK {jdk}")
    classes = support.compiled("states")
    for more in SEARCHES:
        if case in LOOPS and more["search"] == "dpor":
            continue
        report = support.verify("Cached", case, classes=classes, jdk=jdk, **more)
        assert report.ok and support.outcomes(report) == ALL[case], more


def test_signers_that_are_not_kept_are_told() -> None:
    """JDK 17 keeps them in the VM."""
    if 17 not in support.jdks():
        pytest.skip("no JDK 17")
    report = support.verify("Cached", "signers", classes=support.compiled("states"), jdk=17)
    assert report.result == "incomplete"
    assert "ClassLoader.setSigners" in str(report.statistics.constraints)
