"""What is in the packages, and what is said where a part is missing."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from jpfpy import doctor
from jpfpy.config import Config
from jpfpy.errors import ConfigError
from jpfpy.target import jdk
from tests import support

ROOT = support.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_a_source_distribution_is_a_whole_checkout(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77")
    there = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    command = [sys.executable, "setup.py", "-q", "egg_info", "-e", str(tmp_path), "sdist", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as tar:
        packed = {m.name.partition("/")[2] for m in tar.getmembers() if m.isfile()}
    assert sorted(set(there) - packed) == []
    extra = {name for name in packed - set(there) if "." in name.rpartition("/")[2] and "egg-info" not in name}
    assert extra <= {"PKG-INFO", "setup.cfg"}


def test_wheels_are_made_for_the_versions_that_are_named() -> None:
    versions = [c.rpartition(" ")[2] for c in PROJECT["project"]["classifiers"] if ":: Python :: 3." in c]
    wheels = PROJECT["tool"]["cibuildwheel"]
    assert wheels["build"].split() == [f"cp{v.replace('.', '')}-*" for v in versions]
    assert PROJECT["project"]["requires-python"] == f">={versions[0]}"
    assert wheels["linux"]["archs"] == ["x86_64", "aarch64"]
    assert wheels["environment"]["JPFPY_STATIC"] in wheels["linux"]["before-all"]
    assert [e.value for e in entry_points(group="console_scripts") if e.name == "jpf"] == ["jpfpy.start:entry"]


def test_without_javac_the_doctor_says_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jdk, "candidates", lambda: iter(()))
    monkeypatch.setattr(jdk.JDK, "javac", None)
    said: list[str] = []
    values = {k: support.CONFIG[k] for k in ("vm.jdk", "vm.cache")}
    assert doctor.examine(Config(values), said.append) == 0
    text = "".join(said)
    assert text.endswith("a search works on compiled classes; .java files need a JDK with javac\n")
    assert "javac:        NOT FOUND" in text and "default-jdk-headless" in text and "everything" not in text
    with pytest.raises(ConfigError, match=r"has no javac to compile a \.java file with; install a JDK"):
        jdk.find_javac(jdk.find(values["vm.jdk"]))


def test_hints_name_no_version_of_a_jdk() -> None:
    for file in ("jpfpy/target/jdk.py", "README.md", "docs/command.md", "docs/getting-started.md"):
        assert "openjdk-1" not in (ROOT / file).read_text(), file


def test_a_wheel_has_what_runs_and_no_sources_of_java(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77")
    command = [
        sys.executable,
        "setup.py",
        "-q",
        "egg_info",
        "-e",
        str(tmp_path),
        "build_py",
        "-d",
        str(tmp_path / "lib"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    inside = {str(p.relative_to(tmp_path / "lib")) for p in (tmp_path / "lib").rglob("*") if p.is_file()}
    sources = {str(p.relative_to(ROOT)) for p in (ROOT / "jpfpy").rglob("*.py")}
    data = {"jpfpy/_jpf.pyi", "jpfpy/py.typed", "jpfpy/java/jpf-api.jar", "jpfpy/explorer/widget.js"}
    assert inside == sources | data
