"""Rebuilds jpfpy/java/jpf-api.jar from jpfpy/java/src: the same bytes from the same sources and compiler, and no
manifest: a program that looks for one on the class path must not find ours.

The jar is in the repository, so that installing needs no javac. A test holds it to the sources' list of classes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from jpfpy.target import jdk  # noqa: E402

SRC = ROOT / "jpfpy" / "java" / "src"
STUBS = ROOT / "jpfpy" / "java" / "stubs"  # declarations of what comes from the user's class path
JAR = ROOT / "jpfpy" / "java" / "jpf-api.jar"
EPOCH = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    homes = [j for j in (jdk.usable(h, b) for h, b in jdk.candidates()) if j and j.javac]
    if not homes:
        sys.exit("build_jar: no JDK with javac (17 to 25) found")
    best = min(homes, key=lambda j: j.feature)
    assert best.javac is not None
    sources = sorted(str(p) for p in SRC.rglob("*.java"))
    stubs = sorted(str(p) for p in STUBS.rglob("*.java"))
    with tempfile.TemporaryDirectory() as out, tempfile.TemporaryDirectory() as declared:
        command = [
            best.javac,
            "--release",
            "17",
            "-g",
            "-nowarn",
            "-proc:none",
            "-Xlint:-options",
            "-encoding",
            "UTF-8",
        ]
        subprocess.run([*command, "-d", declared, *stubs], check=True)
        subprocess.run([*command, "-cp", declared, "-d", out, *sources], check=True)
        part = JAR.with_suffix(".part")
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as jar:
            for path in sorted(Path(out).rglob("*.class")):
                add(jar, path.relative_to(out).as_posix(), path.read_bytes())
        shutil.move(part, JAR)
    print(f"{JAR.relative_to(ROOT)}: {len(sources)} sources, compiled with JDK {best.version}")


def add(jar: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    info.create_system = 3
    jar.writestr(info, data)


if __name__ == "__main__":
    main()
