"""Mistakes of the first day: each is answered with what was meant, and with the way out."""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path

import pytest

import jpfpy
from jpfpy import cli
from tests import support

MAIN = (
    "package p.q; public class Main { int held; public static void main(String[] a) { System.out.println(a.length); } }"
)
UTIL = "package p.q; public class Util { public static int twice(int n) { return 2 * n; } }"
TEST = "package org.junit; public @interface Test {}"
FOUR = "package p.q; public class Four { @org.junit.Test public void works() {} }"
KOTLIN = "package kotlin.jvm.internal; public class Intrinsics { public static void check(Object o) {} }"
KOTLIN_USER = "public class AppKt { public static void main(String[] a) { kotlin.jvm.internal.Intrinsics.check(a); } }"
INSTANCE = "public class Inst { void main() { System.out.println(1); } }"
HERE = "public class Here { public static void main(String[] a) { } }"
BROKEN = """public class Broken {
    static class Bad { static int x = 1 / Integer.parseInt("0"); }
    public static void main(String[] a) {
        try { System.out.println(Bad.x); } catch (ExceptionInInitializerError e) { System.out.println(Bad.x); }
    }
}"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Laid out as Maven does it, with class files that lack something."""
    folder = tmp_path_factory.mktemp("first")
    sources = {"p/q/Main.java": MAIN, "p/q/Util.java": UTIL}
    for name, text in sources.items():
        file = folder / "src/main/java" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    everything = {
        **sources,
        "org/junit/Test.java": TEST,
        "p/q/Four.java": FOUR,
        "kotlin/jvm/internal/Intrinsics.java": KOTLIN,
        "AppKt.java": KOTLIN_USER,
        "Inst.java": INSTANCE,
    }
    compiled = support.compile_texts(everything, release=min(support.jdks()))
    where = {"target/classes": ("p/q/Main", "p/q/Util"), "tests": ("p/q/Four",), "kt": ("AppKt",), "inst": ("Inst",)}
    where["lib"] = ("org/junit/Test",)
    for place, names in where.items():
        for name in names:
            file = folder / place / f"{name}.class"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes((compiled / f"{name}.class").read_bytes())
    with zipfile.ZipFile(folder / "app.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\n")
        jar.write(folder / "target/classes/p/q/Main.class", "p/q/Main.class")
    (folder / "app.war").write_bytes((folder / "app.jar").read_bytes())
    # a class file of a Java that nobody has yet
    new = bytearray((folder / "target/classes/p/q/Main.class").read_bytes())
    new[6:8] = (44 + 99).to_bytes(2, "big")
    (folder / "new/p/q").mkdir(parents=True)
    (folder / "new/p/q/Main.class").write_bytes(bytes(new))
    (folder / "Here.java").write_text(HERE)
    (folder / "Four.java").write_text(FOUR)
    (folder / "Main.kt").write_text("fun main() { }")
    (folder / "Broken.java").write_text(BROKEN)
    (folder / "Dep.java").write_text("import org.junit.Test; class Dep { public static void main(String[] a) { } }")
    (folder / "mode.jpf").write_text("search.class = dfs\n")
    (folder / "looks.py").write_text(
        "import jpfpy\nclass Looks(jpfpy.Listener):\n    @jpfpy.on(method='Main.mian')\n"
        "    def method_entered(self, vm, thread, method): pass\n"
    )
    return folder


def said(project: Path, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Standard error of the command, which ends with status 2."""
    monkeypatch.chdir(project)
    jdk = support.jdks()[min(support.jdks())]
    status = cli.main([f"+vm.cache={support.cache_dir()}", f"+vm.jdk={jdk}", *command.split()])
    text = capsys.readouterr().err
    assert status == 2 and text.startswith("jpf: "), text
    return text


@pytest.mark.parametrize("command", ["cut.jar", "-cp cut.jar p.q.Main", "-cp cut p.q.Main", "-cp none.jar p.q.Main"])
def test_a_class_file_that_is_no_good_is_there(
    project: Path, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No advice on how to name it: it was found."""
    whole = (project / "target/classes/p/q/Main.class").read_bytes()
    for name, data in (("cut", whole[: len(whole) // 2]), ("none", b"")):
        with zipfile.ZipFile(tmp_path / f"{name}.jar", "w") as jar:
            jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMain-Class: p.q.Main\n\n")
            jar.writestr("p/q/Main.class", data)
    (tmp_path / "cut/p/q").mkdir(parents=True, exist_ok=True)
    (tmp_path / "cut/p/q/Main.class").write_bytes(whole[: len(whole) // 2])
    text = said(tmp_path, command, capsys, monkeypatch)
    assert text == "jpf: class p.q.Main cannot be loaded: ClassFormatError: Truncated class file\n"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("src", "src: a folder; name one of its files: jpf src/main/java/p/q/Main.java"),
        ("inst", "inst: a folder; name a class: jpf -cp inst CLASS (none with main was found)"),
        ("target", "target: a folder; name a class: jpf -cp target/classes p.q.Main"),
        ("target/classes", "target/classes: a folder; name a class: jpf -cp target/classes p.q.Main"),
        ("tests", "tests: a folder; explore its JUnit tests: jpf -cp tests --junit p.q.Four"),
        ("-cp target/classes Main", "there is p.q.Main"),
        ("-cp target/classes p.q.Mian", "nearest: p.q.Main"),
        ("-cp target/classes p.q.main", "there is p.q.Main"),
        ("p.q.Main", "-cp target/classes has its class file; or jpf src/main/java/p/q/Main.java compiles it"),
        ("-cp src/main/java p.q.Util", "-cp target/classes has its class file; or jpf src/main/java/p/q/Util.java"),
        ("-cp target/clases p.q.Main", "target/clases does not exist (nearest: target/classes)"),
        ("-cp app.jra p.q.Main", "app.jra does not exist (nearest: app.jar)"),
        ("target/classes/p/q/Main.class", ": jpf -cp target/classes p.q.Main"),
        ("-cp target/classes p/q/Main.class", ": jpf -cp target/classes p.q.Main"),
        (
            "-cp target/classes p.q.Util",
            "has no main method (public static void main(String[])); with main there: p.q.Main",
        ),
        ("-cp target/classes", "; with main on the class path: p.q.Main"),
        ("-cp tests p.q.Four", "its tests are explored by --junit p.q.Four"),
        ("-cp inst Inst", "JDK 25 starts one that is not static or has no parameters"),
        ("-cp new p.q.Main", "it was compiled for Java 99: no JDK here is as new; or compile with --release"),
        ("app.jar", "(name the class: jpf -cp app.jar p.q.Main)"),
        ("ap.jar", "no such file (nearest: app.jar)"),
        ("app.war", "app.war is a file, and no .java, .jar or .jpf"),
        ("here.java", "No such file or directory (nearest: Here.java)"),
        ("src/main/jav/p/q/Main.java", "(nearest: src/main/java/p/q/Main.java)"),
        ("./Here.jav", "nearest file: ./Here.java"),
        ("Here", "jpf Here.java compiles it"),
        ("Here.class", "jpf Here.java compiles it"),
        ("-cp . Heer", "nearest file: Here.java"),
        ("p.q.Mian", "nearest file: src/main/java/p/q/Main.java"),
        ("Main.kt", "Main.kt is no Java: compile it (kotlinc -d DIR Main.kt), and give DIR and the jar of its library"),
        ("-cp lib Four.java", "once they are compiled: javac -cp JARS -d DIR Four.java, and --junit p.q.Four"),
        ("Dep.java", "package org.junit is not on the class path: add junit-4.13.2.jar, and hamcrest"),
        ("mode.jpf", "no target in it (target = CLASS, or a second .jpf file that has one)"),
        ("--timeout 5 Here.java", "unknown option --timeout; the property for it: +search.time_limit=5"),
        ("--search bfs Here.java", "unknown option --search; the property for it: +search.class=bfs"),
        ("--depth-limit=9 Here.java", "unknown option --depth-limit; the property for it: +search.depth_limit=9"),
        ("--keep-going Here.java", "unknown option --keep-going; the property for it: +search.multiple_errors=true"),
        ("--jsn x Here.java", "unknown option --jsn (nearest: --json)"),
        ("--html Here.java", "--html takes the name of the file that it writes, not a program"),
        ("--replay Here.java", "--replay takes the replay string of a report (or @FILE), not a program"),
        ("--replay @none Here.java", "--replay @none: No such file or directory"),
        ("--shrink @none Here.java", "--shrink @none: No such file or directory"),
        ("--shrink @app.jar Here.java", "--shrink @app.jar: no replay string is in it"),
        ("--resume none Here.java", "none: No such file or directory"),
        ("--json - --html - Here.java", "both name standard output; give one of them another file"),
        ("--html a --json a Here.java", "both name a; give one of them another file"),
        ("+search.pct.depth=-1 Here.java", "search.pct.depth=-1: 1 to 64 expected"),
        ("--run --replay j1:x Here.java", "--run and --replay: --run takes a schedule of its own"),
        ("--run --junit p.q.Four", "--run and --junit: --run takes one schedule of a program with main"),
        ("--run --json x.json Here.java", "--run and --json: --run makes no search, and so no report"),
        ("+report.sarif.file=x +jpf.run Here.java", "--run and +report.sarif.file: --run makes no search"),
        ("--source 17 Here.java", "--source: a .java file is compiled for the JDK that runs it (+vm.jdk=HOME)"),
        ("-cp app.jar other.jar p.q.Main", "no such file"),
        ("-cp app.jar app.jar", "(name the class: jpf -cp app.jar p.q.Main); a pattern of jars is quoted: -cp '*'"),
        ("-cp target/classes p.q.Main.main", "the class alone is named: p.q.Main"),
        ("-cp target/classes p.q.Main()", "the class alone is named: p.q.Main"),
        ("java -cp target/classes p.q.Main", "the word java is left out"),
        ("-cp target/classes/p/q Main", "/target/classes p.q.Main"),
        ("+vm.jdk=/nowhere/jdk Here.java", "; here: /"),
        ("+listener=lokks:Looks Here.java", "no module lokks (nearest: looks)"),
        ("+listener=looks:Look Here.java", "no class Look in looks (nearest: Looks)"),
        ("--frobnicate Here.java", "unknown option --frobnicate (jpf --help)"),
        ("search.time_limit=5s Here.java", "a property is written with a plus: +search.time_limit=5s"),
        ("+search.time_limit 5s Here.java", "the value stands behind =, without a blank"),
        ("+serch.depth_limit=3 Here.java", "(nearest: search.depth_limit)"),
        ("+listener=PreciseRaceDetecter Here.java", "(nearest: PreciseRaceDetector)"),
    ],
)
def test_the_way_out(
    project: Path, command: str, answer: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if answer.startswith("JDK 25 starts") and support.default_release() >= 25:
        pytest.skip("needs a JDK before 25")
    text = said(project, command, capsys, monkeypatch)
    assert answer in text
    assert text.count("\n") == 1 or command.endswith("Dep.java")


def test_a_jdk_that_fits_is_named(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if len(support.jdks()) < 2 or max(support.jdks()) > 25:
        pytest.skip("needs an older and a newer JDK")
    data = bytearray((project / "new/p/q/Main.class").read_bytes())
    newest = max(support.jdks())
    data[6:8] = (44 + newest).to_bytes(2, "big")
    (project / "newest/p/q").mkdir(parents=True)
    (project / "newest/p/q/Main.class").write_bytes(bytes(data))
    text = said(project, "-cp newest p.q.Main", capsys, monkeypatch)
    found = re.search(rf"compiled for Java {newest}: \+vm\.jdk=(\S+) has Java {newest};", text)
    assert found and os.path.samefile(found[1], support.jdks()[newest])
    assert jpfpy.verify(
        "p.q.Main", classpath=project / "newest", jdk=found[1], config={"vm.cache": support.cache_dir()}
    ).ok


def test_what_a_run_lacks_is_in_its_notes(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class path entry that is not there, a library, a filter that matches nothing."""
    monkeypatch.chdir(project)
    with pytest.warns(jpfpy.JPFWarning, match="lib/none.jar does not exist"):
        report = jpfpy.verify("p.q.Main", classpath="target/classes:lib/none.jar", config=support.CONFIG)
    assert report.ok and report.notes == ["warning: class path: lib/none.jar does not exist"]
    error = jpfpy.verify("AppKt", classpath="kt", config=support.CONFIG)
    assert error.errors[0].exception == "java.lang.NoClassDefFoundError"
    assert error.notes == [
        "note: class kotlin.jvm.internal.Intrinsics is not on the class path: add kotlin-stdlib.jar with -cp"
    ]
    # a class whose initializer has failed is there
    broken = jpfpy.verify("Broken.java", config=support.CONFIG)
    assert "Could not initialize class" in broken.errors[0].message and broken.notes == []
    config = {**support.CONFIG, "listener": "looks:Looks"}
    (note,) = jpfpy.verify("p.q.Main", classpath="target/classes", config=config).notes
    assert note.endswith('nothing has matched its filter (method="Main.mian"); nearest: Main.main')


def test_a_second_program_is_told_of(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    cli.main([f"+vm.cache={support.cache_dir()}", f"+vm.jdk={support.default_jdk()}", "--run", "Here.java", "Dep.java"])
    assert "note: Dep.java stands behind the target Here.java: it is an argument" in capsys.readouterr().err


def test_options_behind_the_target_are_told_of(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    common = [f"+vm.cache={support.cache_dir()}", f"+vm.jdk={support.default_jdk()}", "-cp", "target/classes"]
    assert cli.main([*common, "p.q.Main", "--html", "x.html", "-v", "--help"]) == 0
    err = capsys.readouterr().err
    assert (
        err
        == "jpf: note: --html stands behind the target: it is an argument of the program (options come before the target)\n"
    )
