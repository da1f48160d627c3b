"""Tests of JUnit under the checker (jpfpy/junit): which ones are found, what becomes of each, and what the command says."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from itertools import groupby
from pathlib import Path

import pytest

from jpfpy.config import Config
from jpfpy.errors import ConfigError
from jpfpy.junit.find import Finder, parameters
from jpfpy.junit.run import Result, Runner
from tests import support
from tools import fetch_jars

JARS = [str(p) for p in fetch_jars.have()]
pytestmark = pytest.mark.skipif(
    len(JARS) < len(fetch_jars.JARS), reason=f"no jars of JUnit in {fetch_jars.folder()} (tools/fetch_jars.py)"
)
pytest_plugins = ["pytester"]
SOURCES = support.TESTS / "java" / "junit"


@functools.cache
def classes() -> str:
    files = {p.name: p.read_bytes() for p in SOURCES.glob("*.java")}
    return str(support.compile_texts(files, flags=("-g", "-cp", ":".join([*JARS, str(support.API_JAR)]))))


def run(spec: str, jdk: int = 0, **config: str) -> list[Result]:
    path = [classes(), *JARS]
    values = {**support.on_jdk(jdk), "classpath": ":".join(path), "sourcepath": str(SOURCES)}
    runner = Runner(Config({**values, **support.dotted(config)}))
    return [r for t in Finder(path).find(spec) for r in runner.run(t)]


OLD = {
    "racy": ("failed", "java.lang.AssertionError: expected:<20> but was:<15>"),
    "expected": ("passed", ""),
    "notThrown": ("failed", "java.lang.AssertionError: Expected exception: java.lang.IllegalStateException"),
    "ignored": ("skipped", "not yet"),
    "assumed": ("skipped", "eleven"),
    "assumedOnSomePaths": ("passed", ""),
    "slow": ("passed", ""),
    "hangs": (
        "failed",
        "deadlock: main is parked, waiting for java.util.concurrent.FutureTask@1; "
        "Time-limited test waits to be notified on OldTest@1 (OldTest.java:90)",
    ),
    "leavesAPool": ("passed", ""),
    "thrownElsewhere": ("failed", "java.lang.IllegalArgumentException: in another thread"),
    "inherited": ("passed", ""),
}
NEW = {
    "NewTest#racy": ("failed", "org.opentest4j.AssertionFailedError: expected: <20> but was: <15>"),
    "NewTest#composed(org.junit.jupiter.api.TestInfo)": ("passed", ""),
    "NewTest#disabled": ("skipped", "not yet"),
    "NewTest#assumed": ("skipped", "Assumption failed: eleven"),
    "NewTest#slow": ("passed", ""),
    "NewTest#slowElsewhere": ("passed", ""),
    "NewTest#small(int)[1]": ("passed", ""),
    "NewTest#small(int)[2]": ("failed", "org.opentest4j.AssertionFailedError: expected: <true> but was: <false>"),
    "NewTest#table(int,java.lang.String)[1]": ("passed", ""),
    "NewTest#never(java.lang.Thread$State)[1]": ("skipped", "void NewTest.never(java.lang.Thread$State) is @Disabled"),
    "NewTest#given(java.lang.String)[1]": ("passed", ""),
    "NewTest#again[1]": ("passed", ""),
    "NewTest#again[2]": ("passed", ""),
    "NewTest#made[1]": ("passed", ""),
    "NewTest#made[2]": ("passed", ""),
    "NewTest#extended(int)": ("passed", ""),
    "NewTest#files(java.nio.file.Path)": ("passed", ""),
    "NewTest$Inner#both": ("passed", ""),
}


@pytest.mark.parametrize("jdk", sorted(support.jdks())[::4] or [0])
def test_junit_4(jdk: int) -> None:
    results = run("OldTest", jdk)
    assert {r.test.method: (r.outcome, r.message) for r in results} == OLD
    some = next(r for r in results if r.test.method == "assumedOnSomePaths")
    assert some.notes == ["note: some paths ended at an assumption: got: <false>, expected: is <true>"]


def test_sets_of_parameters_are_searches_of_their_own() -> None:
    assert [(r.name, r.outcome, r.display) for r in run("OldSets")] == [
        ("OldSets#small[1]", "passed", "small[0]"),
        ("OldSets#small[2]", "passed", "small[1]"),
        ("OldSets#small[3]", "failed", "small[2]"),
    ]
    assert [r.outcome for r in run("OldSets#small[3]")] == ["failed"]
    with pytest.raises(ConfigError, match="there is no such invocation"):
        run("OldSets#small[4]")


def test_junit_3() -> None:
    assert [(r.name, r.outcome) for r in run("OlderTest")] == [("OlderTest#testThree", "passed")]


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_jupiter(jdk: int) -> None:
    want = NEW if jdk == min(support.jdks()) else {k: v for k, v in NEW.items() if "racy" in k or "Inner" in k}
    results = run("NewTest", jdk) if want is NEW else [r for k in want for r in run(k, jdk)]
    assert {r.name: (r.outcome, r.message) for r in results} == want


def test_the_trace_is_that_of_the_test() -> None:
    (result,) = run("NewTest#racy")
    assert result.report is not None
    (error,) = result.report["errors"]
    assert [f["class"] for f in error["stack"]] == ["NewTest"]
    assert {s["file"] for t in error["trace"] for s in t["steps"]} == {"NewTest.java"}
    assert len(error["trace"]) < 20 and all(e["transition"] < 20 for e in error.get("locks", ()))
    *test, last = error["trace"]
    if not test[0]["steps"]:  # where JUnit and the first line are not in one transition
        assert re.fullmatch(r"\d+ transitions in JUnit and the library", test.pop(0)["comments"][0])
    assert test[0]["steps"] and test[-1]["steps"][-1]["line"] == error["location"]["line"]  # type: ignore[index]
    assert not last["steps"] and re.fullmatch(
        r"\d+ transitions behind the failure: JUnit deals .*", last["comments"][0]
    )
    assert not [e for e in error.get("locks", ()) if "org.junit." in e["lock"] or "java.util." in e["lock"]]
    assert error["shrunk"]["why"] is None and error["shrunk"]["executions"] > 1
    threads = [t["thread"] for t in error["trace"] if any("balance += 5" in (s["source"] or "") for s in t["steps"])]
    assert [thread for thread, _ in groupby(threads)][:3] == ["main", "Thread-0", "main"]
    written = [a for a in error["accesses"] if a["op"] == "write"]
    assert [(a["name"], a["before"], a["after"]) for a in written][-2:] == [
        ("NewTest.balance", "10", "15"), ("NewTest.balance", "15", "15")
    ]  # fmt: skip
    for a in error["accesses"]:
        assert "balance" in (error["trace"][a["transition"]]["steps"][a["step"]]["source"] or "")
    (again,) = run("NewTest#racy", jpf__replay=error["replay"])
    assert (again.outcome, again.message) == (result.outcome, result.message)


def test_reductions_change_no_verdict() -> None:
    for name in ("racy", "hangs", "leavesAPool", "assumedOnSomePaths"):
        (result,) = run(f"OldTest#{name}", search__class="bfs")
        assert (result.outcome, result.message) == OLD[name]


def test_a_search_that_is_not_whole_is_no_pass() -> None:
    (result,) = run("OldTest#slow", search__depth_limit="3")
    assert result.outcome == "incomplete" and "depth" in result.message


def test_the_command(tmp_path: Path) -> None:
    names = ("OldTest#racy", "OldTest#assumed", "NewTest#slow")
    files = [f"+report.{kind}.file={tmp_path / kind}" for kind in ("json", "html", "junit", "sarif")]
    asked = [w for n in names for w in ("--junit", n)]
    done = support.jpf("-cp", ":".join([classes(), *JARS]), f"+sourcepath={SOURCES}", *files, *asked)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.split()[:2] == ["FAILED", "racy"] for line in lines)
    assert any("balance += 5;" in line for line in lines)
    assert [line.split()[1:5] for line in lines if line.startswith("all ")] == [["3", "1", "1", "1"]]
    assert lines[-1].startswith("1 passed, 1 failed, 1 skipped; ")
    report = json.loads((tmp_path / "json").read_text())
    assert (report["schema"], report["result"], report["complete"]) == (1, "violation", False)
    assert [(t["name"], t["outcome"], t["errors"]) for t in report["tests"]] == [
        ("OldTest#racy", "failed", [1]),
        ("OldTest#assumed", "skipped", []),
        ("NewTest#slow", "passed", []),
    ]
    assert report["errors"][0]["test"] == "OldTest#racy"
    suites = ElementTree.parse(tmp_path / "junit").getroot()
    assert [(s.get("name"), s.get("tests"), s.get("failures"), s.get("skipped")) for s in suites] == [
        ("OldTest", "2", "1", "1"),
        ("NewTest", "1", "0", "0"),
    ]
    assert "OldTest#racy" in (tmp_path / "html").read_text()
    again = next(line for line in lines if line.startswith("again: ")).split("--replay ")[1]
    replayed = support.jpf("-cp", ":".join([classes(), *JARS]), "--junit", "OldTest#racy", "--replay", again)
    assert replayed.returncode == 1 and "expected:<20> but was:<15>" in replayed.stdout


def test_quiet_tells_the_verdict_with_what_qualifies_it() -> None:
    asked = [w for n in ("OldTest#racy", "OldTest#assumedOnSomePaths") for w in ("--junit", n)]
    done = support.jpf("--quiet", "-cp", ":".join([classes(), *JARS]), *asked)
    assert (done.returncode, done.stdout) == (1, "")
    first, verdict, *notes = [line.removeprefix("jpf: ") for line in done.stderr.splitlines()]
    assert first == "failed: OldTest#racy: java.lang.AssertionError: expected:<20> but was:<15>"
    assert verdict == "1 passed, 1 failed"
    assert any(n.startswith("OldTest#assumedOnSomePaths: note: some paths ended") for n in notes), notes


@pytest.mark.parametrize(
    ("asked", "want"),
    [
        (("--junit", "OldTst"), "--junit OldTst: no such class on the class path (nearest: OldTest)"),
        (("--junit", "OldTest#rcy"), "--junit OldTest#rcy: no such test in OldTest (it has: racy)"),
        (("--junit", "OldTest.racy"), "no such class on the class path (a method is named with #: OldTest#racy)"),
        (("--junit", "None*"), "--junit None*: no class in a folder of the class path has such a name and JUnit tests"),
        (("--junit", "NewTest$Seven"), "--junit NewTest$Seven: no JUnit tests in it"),
        (("--junit", "OldTest", "NewTest"), "--junit explores tests, and NewTest is a target of its own: name one"),
        (("--junit", "OldTest#"), "--junit OldTest#: CLASS, CLASS#method or CLASS#method[n] expected"),
        (("--junit", "OldTest", "--replay", "j1:"), "--replay: one test has to be named (OldTest#racy), not 11"),
    ],
)
def test_mistakes(asked: tuple[str, ...], want: str) -> None:
    done = support.jpf("-cp", ":".join([classes(), *JARS]), *asked)
    assert (done.returncode, done.stdout) == (2, "") and want in done.stderr and done.stderr.count("\n") == 1


def test_a_missing_framework_is_named() -> None:
    done = support.jpf("-cp", classes(), "--junit", "OldTest")
    assert done.returncode == 2 and "OldTest: its tests need junit 4, hamcrest on the class path" in done.stderr
    done = support.jpf("-cp", ":".join([classes(), *(j for j in JARS if "-engine" not in j)]), "--junit", "NewTest")
    assert done.returncode == 2 and "need junit-jupiter-engine, junit-platform-engine on" in done.stderr


SEARCHES = {
    "countsOnTheHost": ("passed", ""),
    "finds": ("passed", ""),
    "throwsIt": ("passed", ""),
    "asserts": ("passed", ""),
    "races": ("passed", ""),
    "refuses": ("passed", ""),
    "exits": ("passed", ""),
    "expectsTheWrongThing": (
        "failed",
        "java.lang.AssertionError: JPF found unexpected errors: gov.nasa.jpf.vm.NoUncaughtExceptionsProperty: "
        "java.lang.IllegalStateException: not expected",
    ),
    "looksForWhatWasCutOff": ("incomplete", "depth limit reached: 2 (search.depth_limit)"),
    "isNotWhole": ("incomplete", "depth limit reached: 2 (search.depth_limit)"),
}


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_searches_that_a_test_asks_for(jdk: int) -> None:
    """TestJPF, as tests of JPF use it."""
    results = run("SearchesTest", jdk)
    assert {r.test.method: (r.outcome, r.message) for r in results} == SEARCHES
    failed = next(r for r in results if r.outcome == "failed")
    assert failed.report is not None
    assert [e["message"] for e in failed.report["errors"]] == ["java.lang.IllegalStateException: not expected"]
    assert any(n.startswith("note: at SearchesTest.expectsTheWrongThing(") for n in failed.notes)


def test_such_a_test_is_a_program_too() -> None:
    """Its main method runs the tests that are named, in one search."""
    path = ":".join([classes(), *JARS])
    assert "IllegalStateException: 7" in support.jpf("-cp", path, "SearchesTest", "throwsIt").stdout
    assert support.jpf("-cp", path, "SearchesTest", "countsOnTheHost").returncode == 0


def test_types_of_parameters() -> None:
    assert parameters("(I[JLjava/lang/String;[[Lp/C$D;)V") == "int,[J,java.lang.String,[[Lp.C$D;"
    assert parameters("()V") == ""


def maven(folder: Path, *, compiled: bool) -> Path:
    """A Maven project as `mvn test-compile` leaves it, with what Maven has said of its jars."""
    (folder / "src" / "test" / "java").mkdir(parents=True)
    (folder / "pom.xml").write_text("<project/>")
    (folder / "src/test/java/OldTest.java").write_bytes((SOURCES / "OldTest.java").read_bytes())
    (folder / "target").mkdir()
    (folder / "target" / "jpf.classpath").write_text(":".join(JARS))
    if compiled:
        (folder / "target" / "test-classes").mkdir()
        for name in ("OldTest", "OldBase"):
            (folder / f"target/test-classes/{name}.class").write_bytes((Path(classes()) / f"{name}.class").read_bytes())
    return folder


def test_a_maven_project_is_found_from_its_folder(tmp_path: Path) -> None:
    project = maven(tmp_path, compiled=True)
    told = support.jpf(".", cwd=project)
    assert told.returncode == 2 and ".: a Maven project" in told.stderr
    assert "jpf --junit ." in told.stderr and f"{len(JARS)}, as Maven tells them" in told.stderr
    assert support.jpf("--junit", "OldTest#inherited", cwd=project).returncode == 0
    done = support.jpf("--junit", "OldTest#racy", cwd=project)
    assert done.returncode == 1 and re.search(r"OldTest.java:\d+ +: balance \+= 5;", done.stdout), done.stdout
    outside = support.jpf("--junit", project)
    assert outside.returncode == 1 and "all" not in outside.stderr
    assert (
        f"OldTest    {len(OLD)}".split()
        == next(line for line in outside.stdout.splitlines() if line.startswith("OldTest  ")).split()[:2]
    )


def test_the_example_is_a_maven_project(tmp_path: Path) -> None:
    """examples/junit, with what `mvn test-compile` leaves; a long path is given in a file."""
    built = shutil.ignore_patterns("target", "build", ".gradle")
    project = shutil.copytree(support.ROOT / "examples" / "junit", tmp_path / "shop", ignore=built)
    files = {p.name: p.read_bytes() for p in sorted(project.rglob("*.java"))}
    classes = support.compile_texts(files, flags=("-g", "-cp", ":".join(JARS)))
    for kind, name in (("classes", "Stock"), ("test-classes", "StockTest")):
        (project / "target" / kind / "shop").mkdir(parents=True)
        shutil.copy(classes / "shop" / f"{name}.class", project / "target" / kind / "shop")
    (project / "target" / "jpf.classpath").write_text(":".join(JARS))
    done = support.jpf("--junit", ".", cwd=project)
    assert done.returncode == 1 and "1 passed, 1 failed" in done.stdout, done.stdout + done.stderr
    assert "failed: shop.StockTest#racy: org.opentest4j.AssertionFailedError: expected: <2> but was: <1>" in done.stdout
    assert re.search(r"Stock.java:\d+ +: pieces \+= n;\n +pieces: 0 -> 1\n", done.stdout), done.stdout


GRADLEW = """#!/bin/sh
[ "$1" = -q ] && [ "$2" = --offline ] && exit 1
[ "$1 $2 $4" = "-q -I jpfClasspath" ] && grep -q sourceSets.test.runtimeClasspath "$3" || exit 1
echo told >>told.txt
printf %s "$JARS" >build/jpf.classpath
"""


def test_a_gradle_project_tells_its_jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gradle is asked by its wrapper, without the network first, and again when files of the build are newer. Of another
    module's jar the classes are taken, which may be newer. A folder with a pom.xml too goes by what was compiled."""
    built = shutil.ignore_patterns("target", "build", ".gradle")
    project = shutil.copytree(support.ROOT / "examples" / "junit", tmp_path / "shop", ignore=built)
    files = {p.name: p.read_bytes() for p in sorted(project.rglob("*.java"))}
    classes = support.compile_texts(files, flags=("-g", "-cp", ":".join(JARS)))
    module = tmp_path / "stock" / "build"
    for place, name in ((module / "classes/java/main", "Stock"), (project / "build/classes/java/test", "StockTest")):
        (place / "shop").mkdir(parents=True)
        shutil.copy(classes / "shop" / f"{name}.class", place / "shop")
    (project / "gradlew").write_text(GRADLEW)
    (project / "gradlew").chmod(0o755)
    monkeypatch.setenv("JARS", ":".join([*JARS, str(module / "libs" / "stock.jar")]))
    told = support.jpf(".", cwd=project)
    assert ".: a Gradle project" in told.stderr and f"{len(JARS)}, as Gradle tells them" in told.stderr, told.stderr
    done = support.jpf("--junit", "StockTest#safe", cwd=project)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr
    assert (project / "told.txt").read_text() == "told\n"
    later = (project / "build" / "jpf.classpath").stat().st_mtime + 10
    os.utime(project / "build.gradle", (later, later))
    (project / "gradlew").write_text("#!/bin/sh\necho '> Could not resolve org.junit'\nexit 1\n")
    failed = support.jpf("--junit", "StockTest#safe", cwd=project)
    assert failed.returncode == 2 and failed.stderr.count("\n") == 1, failed.stderr
    assert "build.gradle: Gradle could not tell its jars (> Could not resolve org.junit)" in failed.stderr
    assert "./gradlew -q -I build/jpf.gradle jpfClasspath, or give -cp yourself" in failed.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle here")
def test_gradle_itself(tmp_path: Path) -> None:
    """With Debian's Gradle 4.4 as well as later ones; the jars come from Maven Central."""
    built = shutil.ignore_patterns("target", "build", ".gradle", "pom.xml")
    project = shutil.copytree(support.ROOT / "examples" / "junit", tmp_path / "shop", ignore=built)
    made = subprocess.run(["gradle", "-q", "testClasses"], cwd=project, capture_output=True, text=True, check=False)
    if made.returncode != 0 and "Could not resolve" in made.stderr:
        pytest.skip("the jars are not to be had")
    assert made.returncode == 0, made.stderr
    done = support.jpf("--junit", ".", cwd=project)
    assert done.returncode == 1 and "1 passed, 1 failed" in done.stdout, done.stdout + done.stderr


def test_a_long_path_is_given_in_a_file() -> None:
    source = """import org.junit.Test;
    public class LongTest { @Test public void many() {
        for (int i = 0; i < 300; i++) if (gov.nasa.jpf.vm.Verify.getInt(i % 3, 4) != 4) return;
        throw new IllegalStateException("all of them"); } }"""
    path = ":".join([*JARS, str(support.API_JAR)])
    tests = support.compile_texts({"LongTest.java": source}, flags=("-g", "-cp", path))
    done = support.jpf("-cp", f"{tests}:{path}", "--junit", "LongTest")
    told = re.search(r"^again: jpf .* --replay (@\S+\.replay)$", done.stdout, re.M)
    assert told is not None, done.stdout[-3000:]
    again = support.jpf("-cp", f"{tests}:{path}", "--junit", "LongTest#many", "--replay", told[1])
    assert again.returncode == 1 and "all of them" in again.stdout


def test_what_is_not_compiled_is_told_with_the_command(tmp_path: Path) -> None:
    project = maven(tmp_path, compiled=False)
    for asked in (["."], ["--junit", "OldTest"]):
        done = support.jpf(*asked, cwd=project)
        assert done.returncode == 2
        assert "target/test-classes: the tests are not compiled; run this first: mvn -q test-compile" in done.stderr
    (project / "pom.xml").unlink()
    (project / "build.gradle").write_text("")
    (project / "gradlew").write_text("")
    done = support.jpf("--junit", "OldTest", cwd=project)
    assert (
        "build/classes/java/test: the tests are not compiled; run this first: ./gradlew -q testClasses" in done.stderr
    )


def test_pytest_runs_them(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(support.cache_dir()) / "plugin"))
    monkeypatch.setenv("JAVA_HOME", str(support.default_jdk()))
    project = maven(pytester.path, compiled=True)
    asked = ["-p", "jpfpy.pytest_plugin", "--jpf-junit", "target/test-classes"]
    done = pytester.runpytest_inprocess(*asked, "-k", "inherited or racy or ignored", "-v", "--jpf-html=pages")
    done.assert_outcomes(passed=1, failed=1, skipped=1)
    done.stdout.fnmatch_lines(
        [
            "*target/test-classes/OldTest.class::inherited PASSED*",
            "*racy: java.lang.AssertionError: expected:<20> but was:<15>",
            "*OldTest.java:* : balance += 5;",
            "again: jpf --junit 'OldTest#racy' --replay j1:*",
            "page:  pages/target_test-classes_OldTest.class_racy-*.html",
        ],
        consecutive=False,
    )
    node = "target/test-classes/OldTest.class::inherited"
    report = pytester.path / "suite.xml"
    for more in ([], asked[2:]):  # what pytest has printed, it takes back
        pytester.runpytest_inprocess(*asked[:2], *more, node, f"--junitxml={report}").assert_outcomes(passed=1)
        assert ' classname="target.test-classes.OldTest.class" name="inherited"' in report.read_text()
    done = pytester.runpytest_inprocess(*asked, "-k", "inherited", "--jpf-budget=1ms")
    assert "incomplete" in done.stdout.str() and done.ret == 1
    assert pytester.runpytest_inprocess(*asked[:-1], "not/there").ret == pytest.ExitCode.USAGE_ERROR
    (project / "target/test-classes/OldTest.class").unlink()
    (project / "target/test-classes/OldBase.class").unlink()
    done = pytester.runpytest_inprocess(*asked)
    done.stderr.fnmatch_lines(
        ["*target/test-classes: the tests are not compiled; run this first: *mvn -q test-compile*"]
    )


def test_the_page_on_junit(tmp_path: Path) -> None:
    """Commands of docs/junit.md, in a project that has the classes it names."""
    page = (support.ROOT / "docs" / "junit.md").read_text()
    commands = re.findall(r"^    ((?:jpf|mvn|pytest) .*)$", page, re.MULTILINE)
    assert len(commands) == 13
    project = maven(tmp_path, compiled=True)
    tests = project / "target" / "test-classes"
    for file in tests.iterdir():
        file.unlink()
    text = """import org.junit.Test;
public class NAME { @Test public void deposit() throws Exception { CODE } }"""
    racy = "int[] n = {0}; Thread t = new Thread(() -> n[0]++); t.start(); n[0]++; t.join(); assert n[0] == 2;"
    sources = {
        f"{n}.java": text.replace("NAME", n).replace("CODE", c) for n, c in (("AccountTest", racy), ("OrderTest", ""))
    }
    blocks = re.findall(r"^    public class DeadlockTest.*?^    }\n", page, re.MULTILINE | re.DOTALL)
    lock = "Object a = new Object(), b = new Object(); new Thread(() -> { synchronized (a) { synchronized (b) {} } }).start(); synchronized (b) { synchronized (a) {} }"
    head = "import gov.nasa.jpf.util.test.TestJPF;\nimport org.junit.Test;\n"
    sources["DeadlockTest.java"] = head + blocks[0].replace("// the program", lock)
    path = ":".join([*JARS, str(support.API_JAR)])
    for file in support.compile_texts(sources, flags=("-g", "-cp", path)).iterdir():
        (tests / file.name).write_bytes(file.read_bytes())
    env = {"JARS": ":".join(JARS), "XDG_CACHE_HOME": str(Path(support.cache_dir()) / "plugin")}
    (tmp_path / "bin").mkdir()
    for tool, module in (("jpf", "jpfpy"), ("pytest", "pytest")):
        (tmp_path / "bin" / tool).write_text(f'#!/bin/sh\nexec {support.JPF[0]} -P -m {module} "$@"\n')
        (tmp_path / "bin" / tool).chmod(0o755)
    for command in commands:
        if command.startswith("mvn"):
            continue
        line = command.replace("target/classes:", "")
        done = support.process(
            "sh", "-c", f'PATH="{tmp_path}/bin:$PATH"; {line}', cwd=project, PYTHONPATH=str(support.PACKAGE), **env
        )
        fine = "DeadlockTest" in line
        assert done.returncode == (0 if fine else 1), (line, done.stdout, done.stderr)
        if "again: " in done.stdout:
            env["REPLAY"] = done.stdout.split("--replay ")[1].split()[0]


def test_what_junit_cannot_be_asked_of_is_no_failure(tmp_path: Path) -> None:
    text = "import org.junit.jupiter.api.Test;\nclass GoneTest { @Test void t() {} void other(Gone g) {} }"
    made = support.compile_texts(
        {"GoneTest.java": text, "Gone.java": "class Gone {}"}, flags=("-g", "-cp", ":".join(JARS))
    )
    (tmp_path / "GoneTest.class").write_bytes((made / "GoneTest.class").read_bytes())
    done = support.jpf("-cp", ":".join([str(tmp_path), *JARS]), "--junit", "GoneTest")
    assert done.returncode == 3 and "error: GoneTest#t: java.lang.NoClassDefFoundError: Gone" in done.stdout


def test_time_limits_pass_where_nobody_else_can_run() -> None:
    text = """import java.util.concurrent.*;
    public class LimitTest { @org.junit.Test public void ends() throws Exception {
        Semaphore s = new Semaphore(0);
        new Thread(s::release).start();
        org.junit.Assert.assertTrue(s.tryAcquire(10, TimeUnit.SECONDS)); } }"""
    made = support.compile_texts({"LimitTest.java": text}, flags=("-g", "-cp", ":".join(JARS)))
    command = ("-cp", ":".join([str(made), *JARS]), "--junit", "LimitTest")
    done = support.jpf(*command)
    words = "supposed: time limits pass only where no other thread can run (vm.timeouts=idle)"
    assert done.returncode == 0 and f"of each was explored; {words}" in done.stdout
    done = support.jpf("+vm.timeouts=any", *command)
    assert (
        done.returncode == 1 and "a time limit passed while other threads could run: main in Semaphore" in done.stdout
    )
