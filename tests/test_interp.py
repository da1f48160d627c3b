"""interp/ and native/: whole sequential programs print, byte for byte, what the real JVM prints (--run)."""

from __future__ import annotations

import pytest

from tests import support

# folder -> release of the compiler; programs of a folder run on that JDK and all newer ones
FOLDERS = {"seq": 17, "seq25": 25}


@pytest.mark.parametrize(("release", "folder", "name"), support.programs(FOLDERS))
@pytest.mark.slow
def test_same_as_java(release: int, folder: str, name: str) -> None:
    want = support.hotspots(*FOLDERS.items())[release, folder, name].result()
    classes = support.compiled(folder, FOLDERS[folder])
    status, out, err, report = support.run(name, classes, jdk=support.jdks()[release])
    assert report["not_modelled"] is None, report["not_modelled"]
    assert out.decode(errors="replace") == want.stdout.decode(errors="replace")
    assert err.decode(errors="replace") == want.stderr.decode(errors="replace")
    assert (status & 0xFF, out, err) == (want.returncode, want.stdout, want.stderr)


@pytest.mark.parametrize("name", ["Simulation", "Records", "Lambdas", "Finally", "Labels", "Enums"])
@pytest.mark.slow
def test_exploring_a_sequential_program_agrees(name: str) -> None:
    """One thread and no choice: the search has one path, and it prints the same."""
    report = support.explore(name, support.compiled("seq"))
    assert report["result"] == "no_errors" and report["complete"]
    assert report["statistics"]["end_states"] == 1
    assert report["output"] == support.run(name, support.compiled("seq"))[1].decode()
