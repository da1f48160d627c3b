"""What the tests share: JDKs on this machine, compiled test programs, running the engine."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import jpfpy

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
# The command in a process of its own. -P: the package that these tests run, which need not be the current folder's (make stress, sanitize).
JPF = [sys.executable, "-P", "-m", "jpfpy"]
# Where that package is, for PYTHONPATH.
PACKAGE = Path(jpfpy.__file__).parent.parent
API_JAR = ROOT / "jpfpy" / "java" / "jpf-api.jar"


@functools.cache
def jdks() -> dict[int, Path]:
    """Feature release -> directory, of every JDK with a compiler found here."""
    found: dict[int, Path] = {}
    places = [Path(p) for p in (os.environ.get("JAVA_HOME"), os.environ.get("JPFPY_JDK")) if p]
    for base in ("/usr/lib/jvm", "/opt/java", "/usr/java"):
        places += sorted(Path(base).glob("*")) if Path(base).is_dir() else []
    for place in places:
        release = place / "release"
        if not (place / "bin" / "javac").exists() or not release.exists():
            continue
        match = re.search(r'JAVA_VERSION="(\d+)', release.read_text(errors="replace"))
        if match and int(match[1]) >= 17:
            found.setdefault(int(match[1]), place.resolve())
    return found


def default_jdk() -> Path:
    have = jdks()
    if not have:
        raise RuntimeError("the tests need a JDK (17 or newer) with javac")
    return have[min(have)]


@functools.cache
def cache_dir() -> str:
    path = Path(tempfile.gettempdir()) / f"jpfpy-test-images-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    return str(path)


@functools.cache
def compiled(folder: str, release: int = 17) -> Path:
    """Directory of classes of all tests/java/<folder>/*.java, compiled once a session."""
    out = Path(tempfile.mkdtemp(prefix=f"jpfpy-{folder.replace('/', '-')}-"))
    sources = sorted(str(p) for p in (TESTS / "java" / folder).rglob("*.java"))
    jdk = jdks().get(release, default_jdk())
    subprocess.run(
        [str(jdk / "bin" / "javac"), "-g", "-nowarn", "-proc:none", "-cp", str(API_JAR), "-d", str(out), *sources],
        check=True,
        capture_output=True,
        text=True,
    )
    return out


def programs(folders: dict[str, int]) -> list[tuple[int, str, str]]:
    """(release, folder, class) of each program of tests/java/<folder>; they run on the JDK named and all newer ones."""
    return [
        (release, folder, path.stem)
        for folder, since in folders.items()
        for path in sorted((TESTS / "java" / folder).glob("*.java"))
        for release in sorted(jdks())
        if release >= since
    ]


def config(classes: Path | str, jdk: Path | None = None, **extra: str) -> dict[str, str]:
    cfg = {
        "vm.jdk": str(jdk or default_jdk()),
        "classpath": f"{classes}:{API_JAR}",
        "vm.cache": cache_dir(),
    }
    cfg.update({k.replace("__", "."): v for k, v in extra.items()})
    return cfg


def explore(target: str, classes: Path | str, *args: str, jdk: Path | None = None, **extra: str) -> dict[str, Any]:
    """The raw report; keyword arguments are properties with '__' for '.'."""
    from jpfpy import _jpf

    return _jpf.VM(config(classes, jdk, **extra)).explore(target, list(args))


def replay(
    target: str, classes: Path | str, text: str, *args: str, jdk: Path | None = None, **extra: str
) -> dict[str, Any]:
    from jpfpy import _jpf

    return _jpf.VM(config(classes, jdk, **extra)).replay(target, list(args), text)


def run(
    target: str, classes: Path | str, *args: str, jdk: Path | None = None, **extra: str
) -> tuple[int, bytes, bytes, dict[str, Any]]:
    """--run: exit status, standard output, standard error, the raw report."""
    from jpfpy import _jpf

    streams: dict[int, bytearray] = {1: bytearray(), 2: bytearray()}

    def on_output(fd: int, data: bytes) -> None:
        streams[fd] += data

    rep = _jpf.VM(config(classes, jdk, **extra)).run(target, list(args), on_output)
    return rep["exit_status"], bytes(streams[1]), bytes(streams[2]), rep


def java(target: str, classes: Path | str, *args: str, jdk: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """The same program on the real JVM."""
    exe = (jdk or default_jdk()) / "bin" / "java"
    return subprocess.run(
        [str(exe), "-ea", "-cp", f"{classes}:{API_JAR}", target, *args], capture_output=True, timeout=120, check=False
    )


def header(path: Path, key: str) -> str | None:
    """`// key: value` among the first lines of a test program."""
    for line in path.read_text().splitlines()[:12]:
        match = re.match(rf"//\s*{key}:\s*(.*)", line)
        if match:
            return match[1].strip()
    return None
