"""A .java target: the classes of an earlier compilation, if nothing that it read has changed, else javac's (javac.py).
A warm start imports little, so what a compilation read is kept as plain lines: a word, a blank, and the rest."""

from __future__ import annotations

import os

from ..errors import ConfigError
from ..extension import extension
from .jdk import find_javac
from .paths import API_JAR
from .resolve import Target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .jdk import JDK

RECORD = "compiled"  # beside the folder "classes" of a kept result


def compile_java(path: str, jdk: JDK, classpath: list[str], sourcepath: list[str], cache: str) -> Target:
    try:
        with open(path, "rb"):
            pass
    except OSError as e:
        raise ConfigError(f"{path}: {e.strerror or e}") from None
    javac, feature = find_javac(jdk)
    release = [] if feature <= jdk.feature else ["--release", str(jdk.feature)]
    sourcepath = [os.path.abspath(s) for s in sourcepath]
    identity = [os.path.abspath(path), javac, jdk.version, *release, "", *sourcepath, "", *classpath, "3"]
    # Class files of a directory on the class path may change under a kept result: then nothing is kept.
    keep = bool(cache) and not any(os.path.isdir(c) for c in classpath)
    folder = os.path.join(cache, "javac", digest("\0".join(identity))[:24]) if keep else ""
    found = kept(folder, classpath)
    if found is not None:
        return found
    from .javac import compile_source

    return compile_source(path, [javac, *release], classpath, sourcepath, folder)


def digest(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return str(extension().digest(data))


def digest_of(path: str) -> str:
    """Of a file's bytes; empty if it cannot be read."""
    try:
        with open(path, "rb") as f:
            return digest(f.read())
    except OSError:
        return ""


def stamp(classpath: list[str]) -> list[str]:
    """Size, time of change and name of each entry."""
    out = []
    for entry in [*classpath, API_JAR]:
        try:
            st = os.stat(entry)
            out.append(f"{st.st_size} {st.st_mtime_ns} {os.path.abspath(entry)}")
        except OSError:
            out.append(f"0 0 {os.path.abspath(entry)}")
    return out


def kept(folder: str, classpath: list[str]) -> Target | None:
    """What javac.keep_result wrote, as long as it holds."""
    classes = os.path.join(folder, "classes")
    if not folder or not os.path.isdir(classes):
        return None
    try:
        with open(os.path.join(folder, RECORD), encoding="utf-8", errors="surrogateescape", newline="\n") as f:
            rows = [line.rstrip("\n").partition(" ") for line in f]
    except OSError:
        return None
    of = {word: [rest for w, _, rest in rows if w == word] for word in ("main", "sources", "classpath", "read")}
    read = [row.partition(" ") for row in of["read"]]
    whole = bool(rows) and rows[-1][0] == "end" and len(of["main"]) == 1
    if not whole or of["classpath"] != stamp(classpath):
        return None
    if any(not h or digest_of(file) != h for h, _, file in read):
        return None
    return Target(of["main"][0], [classes], of["sources"])
