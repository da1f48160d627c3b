"""ExitStatusProperty: a status other than 0, on any path, is an error; test launchers answer through it."""

from __future__ import annotations

import functools
import hashlib
import os
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests import support

verify = functools.partial(support.verify, "Exits", classes="exits")

JDKS = sorted(support.jdks())
WITHOUT = "NotDeadlockedProperty,NoUncaughtExceptionsProperty"
BOTH = ["DFSearch", "BFSHeuristic"]


@pytest.mark.parametrize("search", BOTH)
@pytest.mark.parametrize("por", ["true", "false"])
@pytest.mark.parametrize("how", ["exit", "runtime", "halt"])
def test_status_is_an_error_on_the_one_schedule(how: str, por: str, search: str) -> None:
    for jdk in JDKS:
        report = verify(how, "7", jdk=jdk, vm__por=por, search__class=search)
        assert [(e.property, e.kind, e.message) for e in report.errors] == [
            ("ExitStatusProperty", "property", "exit status 7")
        ]
        error = report.errors[0]
        assert error.location is not None and error.location.method == "leave" and error.exception is None
        assert error.trace[-1].steps[-1].method == "leave"
        again = verify(how, "7", jdk=jdk, vm__por=por, search__class=search, jpf__replay=error.replay)
        assert [(e.message, e.replay, e.location) for e in again.errors] == [
            (error.message, error.replay, error.location)
        ]


def test_other_statuses() -> None:
    assert verify("exit", "0").ok
    assert verify("exit", "-1").errors[0].message == "exit status -1 (255 to the host)"
    assert verify("exit", "256").errors[0].message == "exit status 256 (0 to the host)"


def test_each_state_once() -> None:
    """With search.multiple_errors an exit is told once for each state it is reached in, however many paths lead there."""
    every = verify("always", "3", search__multiple_errors="true")
    assert [e.message for e in every.errors] == ["exit status 3"] and every.complete


def test_taken_out_and_named() -> None:
    assert verify("exit", "7", search__properties=WITHOUT).ok
    assert verify("exit", "7", search__properties="").errors, "empty: the default"
    assert verify("exit", "7", search__properties="ExitStatusProperty").errors
    assert verify("exit", "7", **{"search.properties+": "ExitStatusProperty"}).errors


def test_command(tmp_path: Path) -> None:
    line = ["-cp", support.compiled("exits")]
    done = support.jpf(*line, "Exits", "exit", "7", cwd=tmp_path)
    assert done.returncode == 1 and 'ExitStatusProperty "exit status 7" at Exits.java:' in done.stdout
    assert support.jpf(*line, f"+search.properties={WITHOUT}", "Exits", "exit", "7", cwd=tmp_path).returncode == 0


# --- JUnit: jars of Maven Central, kept in the tests' cache ---

JARS = {
    "junit/junit/4.13.2/junit-4.13.2.jar": "8e495b634469d64fb8acfa3495a065cbacc8a0fff55ce1e31007be4c16dc57d3",
    "org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar": (
        "66fdef91e9739348df7a096aa384a5685f4e875584cce89386a7a47251c4d8e9"
    ),
    "org/junit/platform/junit-platform-console-standalone/1.11.4/junit-platform-console-standalone-1.11.4.jar": (
        "b016ef6b1c3454d6d7c2c88ce081dabf289699686af6622d6e4e2e1b54b4a2fc"
    ),
}


def jar(path: str) -> Path:
    """A jar of Maven Central; skips the test where it cannot be had."""
    home = Path(support.cache_dir()) / path.rpartition("/")[2]
    if not home.exists():
        try:
            with urllib.request.urlopen(f"https://repo1.maven.org/maven2/{path}", timeout=60) as f:
                data = f.read()
        except (urllib.error.URLError, OSError) as e:
            pytest.skip(f"{path}: {e}")
        assert hashlib.sha256(data).hexdigest() == JARS[path], path
        part = home.with_suffix(f".{os.getpid()}")
        part.write_bytes(data)
        part.replace(home)
    return home


JUNIT4 = "import org.junit.*; import static org.junit.Assert.*;"
JUNIT5 = "import org.junit.jupiter.api.*; import static org.junit.jupiter.api.Assertions.*;"
TEST = """%s
public class AppTest {
    int n;
    @Test public void counts() throws Exception {
        Thread t = new Thread(() -> count()); t.start(); count(); t.join();
        assertEquals(2, n);
    }
    %s void count() { n++; }
}
"""


@pytest.mark.parametrize("safe", [False, True])
@pytest.mark.parametrize("version", [4, 5])
def test_junit_launchers_answer(version: int, safe: bool, tmp_path: Path) -> None:
    four = version == 4
    jars = [jar(p) for p in JARS if ("console" in p) != four]
    classpath = os.pathsep.join([str(tmp_path), *map(str, jars)])
    (tmp_path / "AppTest.java").write_text(TEST % (JUNIT4 if four else JUNIT5, "synchronized" if safe else ""))
    support.javac(tmp_path, tmp_path / "AppTest.java", classpath=classpath)
    launcher = "org.junit.runner.JUnitCore" if four else "org.junit.platform.console.ConsoleLauncher"
    args = ["AppTest"] if four else ["execute", "--select-class", "AppTest"]
    report = support.verify(launcher, *args, **{"classpath": classpath})
    if safe:
        assert not report.errors and report.result in ("no_errors", "incomplete")
        if four:
            assert report.ok
    else:
        assert [(e.property, e.message) for e in report.errors] == [("ExitStatusProperty", "exit status 1")]
        assert any(s.class_name == "AppTest" for t in report.errors[0].trace for s in t.steps)
        assert "counts" in report.errors[0].output
