"""interp/ and native/: whole sequential programs print, byte for byte, what the real JVM prints (--run)."""

from __future__ import annotations

import functools
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import support

# folder -> release of the compiler; programs of a folder run on that JDK and all newer ones
FOLDERS = {"seq": 17, "seq25": 25}


@functools.cache
def references() -> dict[tuple[int, str, str], subprocess.CompletedProcess[bytes]]:
    """All programs on the real JVM, once a session and two at a time: JVM start-ups are most of it."""
    wanted = support.programs(FOLDERS)
    for folder in {folder for _, folder, _ in wanted}:
        support.compiled(folder, FOLDERS[folder])

    def one(key: tuple[int, str, str]) -> subprocess.CompletedProcess[bytes]:
        release, folder, name = key
        return hotspot(name, support.compiled(folder, FOLDERS[folder]), support.jdks()[release])

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(wanted, pool.map(one, wanted), strict=True))


def hotspot(name: str, classes: Path, jdk: Path) -> subprocess.CompletedProcess[bytes]:
    flags = ["-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"]
    return subprocess.run(
        [str(jdk / "bin" / "java"), *flags, "-cp", f"{classes}:{support.API_JAR}", name],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(("release", "folder", "name"), support.programs(FOLDERS))
@pytest.mark.slow
def test_same_as_java(release: int, folder: str, name: str) -> None:
    want = references()[release, folder, name]
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
