"""Running javac on a .java target, with what it needs from the sources beside it."""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

from ..errors import ConfigError
from .compile import RECORD, digest_of, stamp
from .paths import API_JAR, private_dir
from .resolve import Target

COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL
)


def bare(text: str) -> str:
    """The source without comments and literals."""
    return COMMENT_OR_STRING.sub(" ", text)


def package_of(code: str) -> str:
    match = re.search(r"^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*package\s+([\w.\s]+?)\s*;", code, re.MULTILINE)
    return re.sub(r"\s", "", match[1]) if match else ""


def compile_source(
    path: str, javac: list[str], classpath: list[str], sourcepath: list[str], folder_kept: str
) -> Target:
    """`javac`: the compiler and its options; `folder_kept`: where the result is to stay, empty for nowhere."""
    with open(path, encoding="utf-8", errors="replace") as f:
        code = bare(f.read())
    package = package_of(code)
    folder = os.path.dirname(os.path.abspath(path))
    sources = [source_root(folder, package), *sourcepath]
    out, read = run_javac(path, javac, classpath, sources, package, folder)
    target = Target(main_class(path, code, package, out), [out], sources)
    if folder_kept:
        target.classpath = [keep_result(target, folder_kept, read, classpath)]
    else:
        atexit.register(shutil.rmtree, out, ignore_errors=True)
    return target


@contextlib.contextmanager
def one_at_a_time(folder: str) -> Iterator[None]:
    """Other processes that are about to fill this folder of the cache wait here; where files cannot be locked, nobody
    waits, and each compiles for itself."""
    try:
        import fcntl

        private_dir(os.path.dirname(folder))
        f = open(f"{folder}.lock", "w")
    except (ImportError, OSError):
        yield
        return
    with f:  # closing it ends the lock; the file stays, for a new one would be another lock
        with contextlib.suppress(OSError):
            fcntl.flock(f, fcntl.LOCK_EX)
        yield


def source_root(folder: str, package: str) -> str:
    """The directory that holds the package's outermost folder; the file's own where the folders are named otherwise."""
    parts = package.split(".") if package else []
    root = folder
    for part in reversed(parts):
        if os.path.basename(root) != part:
            return folder
        root = os.path.dirname(root)
    return root


def run_javac(
    path: str, javac: list[str], classpath: list[str], sources: list[str], package: str, folder: str
) -> tuple[str, list[str]]:
    """(directory of class files, sources read). The first try lets javac look for what the file names; where a class
    lies in a sibling that is named otherwise, the second one gives it the siblings of the same package too."""
    first = None
    for files in ([path], [path, *siblings(path, folder, package)]):
        if first is not None and len(files) == 1:
            break
        out = tempfile.mkdtemp(prefix="jpfpy-javac-")
        done = javac_once(javac, classpath, sources, files, out)
        if done.returncode == 0:
            return out, sources_read(done.stderr, files)
        shutil.rmtree(out, ignore_errors=True)
        if first is None:
            first = done
        if "error: cannot find symbol" not in done.stderr:
            break
    assert first is not None
    # a virtual machine that does not start says why on standard output
    lines = [*first.stderr.splitlines(), *first.stdout.splitlines()]
    messages = "\n".join(line for line in lines if not VERBOSE.match(line)).strip()
    unknown = re.search(r"error: package ([\w.]+) does not exist", messages)
    if unknown is not None:
        from .advice import jar_of

        messages += f"\npackage {unknown[1]} is not on the class path: add {jar_of(unknown[1]) or 'its jar'} with -cp"
    raise ConfigError(f"javac cannot compile {path}:\n{messages}")


VERBOSE = re.compile(r"\[(parsing|search path|loading|checking|wrote|total|attributing)\b.*\]$")


def javac_once(
    javac: list[str], classpath: list[str], sources: list[str], files: list[str], out: str
) -> subprocess.CompletedProcess[str]:
    command = [*javac, "-g", "-nowarn", "-proc:none", "-verbose", "-encoding", "UTF-8", "-J-Xshare:auto"]
    command += ["-J-XX:TieredStopAtLevel=1", "-cp", os.pathsep.join([*classpath, API_JAR])]
    command += ["-sourcepath", os.pathsep.join(sources), "-implicit:class", "-d", out, *files]
    env = {k: v for k, v in os.environ.items() if k not in ("JAVA_TOOL_OPTIONS", "JDK_JAVAC_OPTIONS", "CLASSPATH")}
    env["LC_ALL"] = "C.UTF-8"  # English messages; in "C" javac stumbles over every name that is not ASCII
    try:
        return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", env=env, check=False)
    except OSError as e:
        raise ConfigError(f"{javac[0]}: {e.strerror or e}") from None


def siblings(path: str, folder: str, package: str) -> list[str]:
    """Other source files of the package, in its folder."""
    found = []
    for name in sorted(os.listdir(folder)):
        other = os.path.join(folder, name)
        if name.endswith(".java") and name not in ("module-info.java",) and not os.path.samefile(other, path):
            try:
                with open(other, encoding="utf-8", errors="replace") as f:
                    if package_of(bare(f.read())) == package:
                        found.append(other)
            except OSError:
                pass
    return found


def sources_read(verbose: str, files: list[str]) -> list[str]:
    """From -verbose: [parsing started SimpleFileObject[/a/B.java]] or [... DirectoryFileObject[/a:b/C.java]]."""
    read = {os.path.abspath(f) for f in files}
    for kind, name in re.findall(r"\[parsing started (\w+)\[(.*)\]\]", verbose):
        read.add(os.path.abspath(name.replace(":", "/", 1) if kind == "DirectoryFileObject" else name))
    return sorted(read)


def keep_result(target: Target, folder: str, read: list[str], classpath: list[str]) -> str:
    """The classes, in their place in the cache, which they come to in one step; where they were, if that fails."""
    out = target.classpath[0]
    rows = [f"main {target.name}", *(f"sources {s}" for s in target.sources)]
    rows += [*(f"classpath {entry}" for entry in stamp(classpath)), *(f"read {digest_of(p)} {p}" for p in read), "end"]
    if not private_dir(os.path.dirname(folder)) or any("\n" in row for row in rows):
        return out
    part = f"{folder}.{os.getpid()}"
    try:
        os.mkdir(part, 0o700)
        shutil.copytree(out, os.path.join(part, "classes"))
        with open(os.path.join(part, RECORD), "w", encoding="utf-8", errors="surrogateescape", newline="\n") as f:
            f.write("".join(row + "\n" for row in rows))
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(part, folder)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)
        return out
    shutil.rmtree(out, ignore_errors=True)
    return os.path.join(folder, "classes")


def main_class(path: str, code: str, package: str, out: str) -> str:
    """The class to start: that named like the file if it was made, else the file's first class with a main method."""
    prefix = package + "." if package else ""
    stem = os.path.splitext(os.path.basename(path))[0]
    names: list[str] = [stem, *re.findall(r"\b(?:class|interface|enum|record)\s+(\w+)", code)]
    made = [n for n in names if os.path.exists(os.path.join(out, *package.split("."), n + ".class"))]
    for name in made:
        with open(os.path.join(out, *package.split("."), name + ".class"), "rb") as f:
            data = f.read()
        if b"\x00\x04main" in data and (b"([Ljava/lang/String;)V" in data or b"()V" in data):
            return prefix + name
    if made:
        return prefix + made[0]
    raise ConfigError(f"{path}: no class in it")
