"""jpfpy.target: jars and .java files."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from jpfpy.errors import ConfigError
from jpfpy.target import javac, jdk
from jpfpy.target.resolve import Target, jar_manifest, resolve
from jpfpy.target.resolve import jar_main as main_of
from tests import support


def jar_main(path: str | Path) -> str:
    return main_of(str(path), jar_manifest(str(path)))


@pytest.fixture(scope="module")
def java() -> jdk.JDK:
    return jdk.find(str(support.default_jdk()))


def found(path: Path, java: jdk.JDK, cache: Path | str = "", classpath: tuple[str, ...] = ()) -> Target:
    return resolve(str(path), java, list(classpath), [], str(cache))


def jar(path: Path, manifest: str | None) -> str:
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("x.txt", "x")
        if manifest is not None:
            z.writestr("META-INF/MANIFEST.MF", manifest)
    return str(path)


def test_main_class_of_a_jar(tmp_path: Path) -> None:
    assert jar_main(jar(tmp_path / "a.jar", "Manifest-Version: 1.0\r\nMain-Class: a.b.Main\r\n\r\n")) == "a.b.Main"
    assert jar_main(jar(tmp_path / "b.jar", "main-class: a.very.lo\n ng.Name\n")) == "a.very.long.Name"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        (b"", "not a jar file"),
        (b"PK\x03\x04 truncated", "not a jar file"),
        (b"text", "not a jar file"),
    ],
)
def test_a_jar_that_is_none(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "x.jar"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        jar_main(str(path))


def test_a_jar_without_main_class(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no manifest"):
        jar_main(jar(tmp_path / "a.jar", None))
    with pytest.raises(ConfigError, match="no Main-Class"):
        jar_main(jar(tmp_path / "b.jar", "Manifest-Version: 1.0\n"))
    whole = Path(jar(tmp_path / "c.jar", "Main-Class: " + "x" * 5000 + "\n")).read_bytes()
    for cut in (10, len(whole) // 2, len(whole) - 1):
        (tmp_path / "d.jar").write_bytes(whole[:cut])
        with pytest.raises(ConfigError):
            jar_main(str(tmp_path / "d.jar"))


def test_class_names(java: jdk.JDK) -> None:
    assert resolve("a/b/C", java, [], [], "").name == "a.b.C"
    assert resolve("a.b.C", java, [], [], "").name == "a.b.C"
    with pytest.raises(ConfigError, match="by its name"):
        resolve("out/C.class", java, [], [], "")


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.java").write_text(text)
    return folder


def test_a_file_alone(tmp_path: Path, java: jdk.JDK) -> None:
    write(tmp_path, A="class Helper {} public class A { public static void main(String[] a) { new Helper(); } }")
    t = found(tmp_path / "A.java", java)
    assert t.name == "A"
    assert sorted(os.listdir(t.classpath[0])) == ["A.class", "Helper.class"]
    assert t.sources == [str(tmp_path)]


def test_the_class_with_main_counts(tmp_path: Path, java: jdk.JDK) -> None:
    write(tmp_path, B="// class No\nclass X {} class Y { public static void main(String[] a) {} } class Z {}")
    assert found(tmp_path / "B.java", java).name == "Y"


def test_siblings_of_the_package(tmp_path: Path, java: jdk.JDK) -> None:
    """One named like its class, one hidden in a file that is named otherwise, one broken that nobody needs."""
    folder = tmp_path / "src" / "p" / "q"
    write(
        folder,
        Main="package p.q; public class Main { public static void main(String[] a) { new Named(); new Hidden(); } }",
        Named="package p.q; class Named {}",
        Other="package p.q; class Hidden {}",
    )
    t = found(folder / "Main.java", java)
    assert t.name == "p.q.Main"
    assert t.sources == [str(tmp_path / "src")]
    assert sorted(os.listdir(Path(t.classpath[0]) / "p" / "q")) == ["Hidden.class", "Main.class", "Named.class"]
    write(
        folder, Broken="package p.q; class Broken { syntax error }", Lone="package p.q; class Lone { void main() {} }"
    )
    assert found(folder / "Lone.java", java).name == "p.q.Lone"


def test_verify_is_on_the_class_path(tmp_path: Path, java: jdk.JDK) -> None:
    text = "import gov.nasa.jpf.vm.Verify; class V { public static void main(String[] a) { Verify.getBoolean(); } }"
    assert found(write(tmp_path, V=text) / "V.java", java).name == "V"


@pytest.mark.slow
def test_what_javac_says_is_shown(tmp_path: Path, java: jdk.JDK) -> None:
    write(tmp_path, Bad="public class Bad {\n  int x = y;\n}\n", Empty="// nothing\n")
    with pytest.raises(ConfigError) as e:
        found(tmp_path / "Bad.java", java)
    assert "cannot compile" in str(e.value) and "Bad.java:2" in str(e.value) and "[parsing" not in str(e.value)
    with pytest.raises(ConfigError, match="no class in it"):
        found(tmp_path / "Empty.java", java)
    with pytest.raises(ConfigError, match="No such file"):
        found(tmp_path / "Missing.java", java)


@pytest.mark.slow
def test_kept_until_something_it_read_changes(tmp_path: Path, java: jdk.JDK, monkeypatch: pytest.MonkeyPatch) -> None:
    src = write(
        tmp_path / "src",
        K="public class K { public static void main(String[] a) { System.out.println(Dep.X); } }",
        Dep="class Dep { static final int X = 1; }",
        Unrelated="class Unrelated {}",
    )
    runs = []
    real = javac.run_javac
    monkeypatch.setattr(javac, "run_javac", lambda *a: (runs.append(a[0]), real(*a))[1])
    cache = tmp_path / "cache"
    first = found(src / "K.java", java, cache)
    assert found(src / "K.java", java, cache).classpath == first.classpath and len(runs) == 1
    (src / "Unrelated.java").write_text("class Unrelated { int y; }")
    found(src / "K.java", java, cache)
    assert len(runs) == 1
    (src / "Dep.java").write_text("class Dep { static final int X = 2; }")
    found(src / "K.java", java, cache)
    assert len(runs) == 2
    (record,) = (cache / "javac").rglob("compiled")
    whole = record.read_bytes()
    for i, damaged in enumerate((b"{broken", b"", whole[:-9], whole.replace(b"main K", b"mian K"), b"\xff\n" + whole)):
        record.write_bytes(damaged)
        assert found(src / "K.java", java, cache).name == "K"
        assert len(runs) == 3 + min(i, 3), "a line that is not ours does no harm, one that is missing does"
    assert len(runs) == 6
    runs.pop()
    runs.pop()
    runs.pop()
    library = tmp_path / "library" / "p"
    library.mkdir(parents=True)
    for n in (4, 4, 5, 5, 6):
        if n == 5 and not any(library.iterdir()):
            (library / "New.class").write_bytes(b"new")
        elif n == 6:
            (library / "New.class").write_bytes(b"newer")
        found(src / "K.java", java, cache, (str(library.parent),))
        assert len(runs) == n, "class files in a directory of the class path are looked at"
    monkeypatch.setattr("jpfpy.target.compile.MOST", 1)
    found(src / "K.java", java, cache, (str(library.parent),))
    found(src / "K.java", java, cache, (str(library.parent),))
    assert len(runs) == 8, "a directory with too much in it is not looked at"


@pytest.mark.slow
def test_processes_compile_the_same_once(tmp_path: Path) -> None:
    """Four at a time, none of which finds the classes gone while it runs."""
    write(tmp_path, P='public class P { public static void main(String[] a) { System.out.println("ran"); } }')
    code = (
        "import sys\n"
        "from jpfpy.target import javac\n"
        "real = javac.javac_once\n"
        "def once(*a): print('compiled'); return real(*a)\n"
        "javac.javac_once = once\n"
        "import jpfpy\n"
        "print(jpfpy.verify('P.java').output)\n"
    )
    env = support.environment(XDG_CACHE_HOME=str(tmp_path / "cache"), PYTHONPATH=str(support.PACKAGE))
    command = [sys.executable, "-P", "-c", code]
    running = [subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    said = [p.communicate(timeout=120)[0] for p in running]
    assert all("ran" in s for s in said)
    assert sum(s.count("compiled") for s in said) == 1
