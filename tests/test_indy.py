"""interp/indy*: lambdas, concatenation, records, pattern switches and dynamic constants against java."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

import pytest

from tests import support

JDKS = sorted(support.jdks().items())
PROGRAMS = [("indy", p.stem, 17) for p in sorted((support.TESTS / "java" / "indy").glob("*.java"))]
PROGRAMS += [("indy21", p.stem, 21) for p in sorted((support.TESTS / "java" / "indy21").glob("*.java"))]


def same_as_java(target: str, classes: Path, release: int) -> None:
    want = support.hotspot(target, classes, release=release)
    status, out, err, report = support.run(target, classes, jdk=support.jdks()[release])
    assert report["not_modelled"] is None
    assert out.decode(errors="replace") == want.stdout.decode(errors="replace"), err.decode(errors="replace")
    assert status == want.returncode


@pytest.mark.parametrize("release,jdk", JDKS, ids=str)
@pytest.mark.parametrize("folder,target,since", PROGRAMS, ids=str)
@pytest.mark.slow
def test_output_is_javas(folder: str, target: str, since: int, release: int, jdk: Path) -> None:
    if release < since:
        pytest.skip(f"needs JDK {since}")
    same_as_java(target, support.compiled(folder, release), release)


def test_dynamic_constants(tmp_path: Path) -> None:
    """ConstantBootstraps, MethodType constants and concatenation javac never emits (class file written with
    java.lang.classfile)."""
    makers = [(r, j) for r, j in JDKS if r >= 24]
    if not makers:
        pytest.skip("needs JDK 24 to write the class")
    maker = makers[0][1]
    source = support.TESTS / "java" / "tools" / "GenCondy.java"
    subprocess.run([str(maker / "bin" / "java"), str(source), str(tmp_path)], check=True, capture_output=True)
    for release, _ in JDKS:
        same_as_java("Condy", tmp_path, release)


def test_lambda_and_anonymous_class_have_the_same_states(tmp_path: Path) -> None:
    """What linking makes is no state: the search sees a lambda as the class it stands for."""
    body = "{ int t = x; x = t + 1; }"
    forms = {"Lam": f"() -> {body}", "Anon": f"new Runnable() {{ public void run() {body} }}"}
    counts = []
    for name, form in forms.items():
        text = (
            f"public class {name} {{ static int x; public static void main(String[] a) throws Exception {{"
            f" Runnable r = {form}; Thread t = new Thread(r), u = new Thread(r); t.start(); u.start();"
            " t.join(); u.join(); if (x != 1 && x != 2) throw new Error(); } }"
        )
        support.compile_class(tmp_path, name, text)
        report = support.explore(name, tmp_path)
        assert report["result"] == "no_errors" and report["complete"]
        s = report["statistics"]
        counts.append((s["states_new"], s["states_visited"], s["end_states"], s["transitions"]))
    assert counts[0] == counts[1]


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Classes Sites (written with java.lang.classfile) and Failing, its bootstrap methods."""
    makers = [r for r, _ in JDKS if r >= 24]
    if not makers:
        pytest.skip("needs JDK 24 to write the class")
    out, tools = tmp_path_factory.mktemp("failing"), support.TESTS / "java" / "tools"
    subprocess.run([support.tool("java", makers[0]), str(tools / "GenFailing.java"), str(out)], check=True)
    return support.javac(out, tools / "Failing.java", classpath=str(out))


def test_failed_bootstraps_are_kept(failing: Path) -> None:
    """The same error again, without another call of the bootstrap method (JVMS 5.4.3.6)."""
    for release, _ in JDKS:
        same_as_java("Failing", failing, release)


@pytest.mark.parametrize("form", ["site", "constant"])
@pytest.mark.slow
def test_racing_first_use(form: str, failing: Path) -> None:
    """Two threads may call the bootstrap method at the same time; one result wins, and both have it."""
    report = support.explore("Failing", failing, form)
    assert report["result"] == "no_errors" and report["complete"]
    assert set(report["output"].split("\n")) - {""} == {"1 calls, one value", "2 calls, one value"}


KINDS = [
    *("plain", "capture", "wide", "this", "generic", "static", "boxing", "bound", "unbound", "constructor", "inner"),
    *("array", "varargs", "super", "serializable", "intersection", "bridge", "concat", "concat two"),
    *("record hash", "record equals", "record text"),
]


@functools.cache
def first_use() -> Path:
    source = support.TESTS / "java" / "tools" / "FirstUse.java"
    return support.compile_texts({source.name: source.read_bytes()}, flags=())


@pytest.mark.parametrize("release,jdk", JDKS, ids=str)
def test_first_use_costs_no_bytecodes(release: int, jdk: Path) -> None:
    """A call site is linked by the VM: its first use executes what its second does."""
    support.run("FirstUse", first_use(), "none", "0", jdk=jdk)  # the boot image is there

    def executed(kind: str, uses: int) -> int:
        return support.run("FirstUse", first_use(), kind, str(uses), jdk=jdk)[3]["instructions"]

    none = executed("none", 0)
    for kind in KINDS:
        once, twice = executed(kind, 1), executed(kind, 2)
        assert 0 < twice - once < 1000, kind
        assert once - none == twice - once, kind


@pytest.mark.parametrize("release,jdk", JDKS, ids=str)
def test_first_use_is_no_scheduling_point(release: int, jdk: Path) -> None:
    """Two threads that use a site first have the states of two threads that do not."""

    def space(kind: str) -> tuple[int, ...]:
        report = support.explore("FirstUse", first_use(), kind, "threads", jdk=jdk)
        assert report["result"] == "no_errors" and report["complete"]
        s = report["statistics"]
        return s["states_new"], s["states_visited"], s["transitions"], s["end_states"], s["choice_generators"]["thread"]

    same = {kind: "no site, long" if kind == "boxing" else "none" for kind in KINDS}
    for kind, other in same.items():
        assert space(kind) == space(other), kind
