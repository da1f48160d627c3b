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
    from collections.abc import Iterator

    from .jdk import JDK

RECORD = "compiled"  # beside the folder "classes" of a kept result


def compile_java(
    path: str, jdk: JDK, classpath: list[str], sourcepath: list[str], cache: str, options: list[str]
) -> Target:
    """`options`: of the compiler's, from java's (vm.args)."""
    try:
        with open(path, "rb"):
            pass
    except FileNotFoundError as e:
        from .advice import no_such_file

        raise ConfigError(f"{path}: {e.strerror}{no_such_file(path, ('.java',))}") from None
    except OSError as e:
        raise ConfigError(f"{path}: {e.strerror or e}") from None
    javac, feature = find_javac(jdk)
    release = [] if feature <= jdk.feature or "--release" in options else ["--release", str(jdk.feature)]
    release += options
    sourcepath = [os.path.abspath(s) for s in sourcepath]
    identity = [os.path.abspath(path), javac, jdk.version, *release, "", *sourcepath, "", *classpath, "4"]
    if not cache or not can_be_kept(classpath):
        from .javac import compile_source

        return compile_source(path, [javac, *release], classpath, sourcepath, "")
    folder = os.path.join(cache, "javac", digest("\0".join(identity))[:24])
    found = kept(folder, classpath)
    if found is None:
        from .javac import compile_source, one_at_a_time

        with one_at_a_time(folder):  # processes that want the same classes wait for the first one's
            found = kept(folder, classpath)
            if found is None:
                found = compile_source(path, [javac, *release], classpath, sourcepath, folder)
    return found


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
    """Size, time of change and name of each entry; of a directory a digest of those of all class files in it."""
    out = []
    for entry in [*classpath, API_JAR]:
        try:
            st = os.stat(entry)
            what = f"{st.st_size} {st.st_mtime_ns}"
            if os.path.isdir(entry):
                what = "0 " + digest("\n".join(sorted(class_files(entry))))
            out.append(f"{what} {os.path.abspath(entry)}")
        except OSError:
            out.append(f"0 0 {os.path.abspath(entry)}")
    return out


MOST = 20_000  # files and folders below an entry of the class path that are looked at


def can_be_kept(classpath: list[str]) -> bool:
    """A result holds as long as the class path does, which takes a look at every class file of a directory: not where
    the directory is a whole disk."""
    left = MOST
    for entry in classpath:
        try:
            for _, folders, files in os.walk(entry):
                left -= len(folders) + len(files)
                if left < 0:
                    return False
        except OSError:
            return False
    return True


def class_files(folder: str) -> Iterator[str]:
    """Size, time of change and name of each, in the folders below too."""
    for place, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".class"):
                path = os.path.join(place, name)
                st = os.stat(path)
                yield f"{st.st_size} {st.st_mtime_ns} {path}"


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
