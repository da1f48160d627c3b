"""vm.finalize: finalize() once for what nothing refers to, before the object is told to be released."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, DFS

verify = functools.partial(support.verify, "Finalizers", classes="listeners", vm__finalize="true")


@pytest.mark.parametrize(
    ("case", "output"),
    [
        ("gc", ["finalize young", "after gc 1", "finalize bad", "end 2"]),
        ("end", ["main ends", "finalize last"]),
        ("revived", ["finalize revived", "revived again", "once 1"]),
    ],
)
def test_finalizers_run_once_when_nothing_refers_to_the_object(case: str, output: list[str]) -> None:
    report = verify(case)
    assert report.ok and report.output.splitlines() == output
    silent = verify(case, vm__finalize="false")
    assert not [line for line in silent.output.splitlines() if line.startswith("finalize")]


@pytest.mark.parametrize("search", [DFS, BFS])
def test_finalizers_between_threads(search: str) -> None:
    report = verify("threads", search__class=search)
    assert report.ok, report.errors[0].message
    assert set(report.output.splitlines()) == {"finalize old"}


def test_an_object_is_released_after_its_finalizer() -> None:
    order: list[str] = []

    class Released(jpfpy.Listener):
        @jpfpy.on(method="Finalizers.finalize")
        def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
            order.append("finalize")

        @jpfpy.on(cls="Finalizers")
        def object_released(self, vm: Any, thread: Any, obj: Any) -> None:
            order.append(f"released {obj['name']}")

    verify("end", listeners=[Released()])
    assert order == ["finalize", "released last"]
    order.clear()
    verify("end", listeners=[Released()], vm__finalize="false")
    assert order == ["released last"]
