"""Memory that Java code can reach: Unsafe, VarHandles, buffers, memory segments, class files that lie; and the Python module's own."""

from __future__ import annotations

import pytest

from tests import support

JDKS = sorted(support.jdks())


@pytest.mark.parametrize("release", JDKS)
def test_unsafe_reaches_what_the_program_declares(release: int) -> None:
    """Hidden words, headers, neighbours, freed blocks and zlib's state are out of reach."""
    classes = support.compiled("memory")
    status, out, err, _ = support.run("Offsets", classes, jdk=support.jdks()[release])
    lines = out.decode().splitlines()
    assert status == 0, err.decode()
    got = dict(line.rsplit(": ", 1) for line in lines if ": " in line)
    for what, answer in got.items():
        if what not in {"wrong element", "right field", "free nothing"}:
            assert answer == "refused", what
    assert got["wrong element"] == "not stored"
    assert got["right field"] == "class [I"
    assert got["free nothing"] == "nothing"
    assert [line for line in lines if ": " not in line] == ["Offsets 1 true", "runs", "7 7 0 0", "7", "true"]


def test_lock_of_an_owner_that_lacks_the_field() -> None:
    """A class beside the one that has the lock field is no owner with that lock."""
    report = support.explore("OwnersLock", support.compiled("memory"))
    assert report["result"] == "no_errors"
    full = support.explore("OwnersLock", support.compiled("memory"), vm__por="false")
    assert full["result"] == "no_errors"
