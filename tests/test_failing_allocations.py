"""Memory that the host refuses, at each allocation of a whole call: it ends in order, or with a MemoryError."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from jpfpy import _jpf

from . import support
from .support import BFS, NIGHTLY

CLASSES = support.compiled("limits")
SAMPLE = 40
KINDS: dict[str, dict[str, str]] = {
    "dfs": {},
    "bfs": {"search.class": BFS},
    "best": {"search.class": "GlobalSwitchThread", "search.heuristic.queue_limit": "20"},
    "walk": {"search.class": "walk", "search.RandomSearch.path_limit": "3"},
    "iddfs": {"search.class": "iddfs"},
    "exact": {"vm.storage.class": "gov.nasa.jpf.vm.FullStateSet"},
    "none": {"vm.storage.class": "none"},
}


def told(kind: str, n: int, lasting: bool) -> str:
    """Fail the n-th allocation (and, lasting, those after it): what the call came to."""
    config = support.config(CLASSES, search__multiple_errors="true", search__depth_limit="40", **KINDS[kind])
    config |= {"jpf.stress.fail_alloc": str(n), "jpf.stress.fail_on": str(lasting).lower()}
    try:
        report: dict[str, Any] = _jpf.VM(config).explore("FailSmall", [])
    except MemoryError as e:
        assert "injected" in str(e) or str(e) == ""
        return "raised"
    injected = [c for c in report["statistics"]["constraints"] if "out of memory" in c]
    if not injected:
        assert report["result"] == "violation", "the same as without a failure"
        return "whole"
    assert not report["complete"] and report["result"] in ("incomplete", "violation")
    return "incomplete"


@functools.cache
def allocations(kind: str) -> int:
    """How many a call makes."""
    high = 1
    while told(kind, high, False) != "whole":
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if told(kind, middle, False) == "whole":
            high = middle
        else:
            low = middle
    return low


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from there on"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_nth_allocation_fails(kind: str, lasting: bool) -> None:
    told(kind, 0, False)  # the boot image is in the cache from here on
    n = allocations(kind)
    assert n > 500
    step = 1 if NIGHTLY else max(1, n // SAMPLE)
    seen = {told(kind, i, lasting) for i in [*range(1, n, step), n - 2, n - 1, n]}
    assert "incomplete" in seen and "raised" in seen
