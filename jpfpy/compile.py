"""A .java target: compiled with javac, with what it needs from the sources beside it; kept until one changes."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

from .errors import ConfigError
from .jdk import JDK, find_javac
from .paths import API_JAR, private_dir
from .target import Target

COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL
)


def bare(text: str) -> str:
    """The source without comments and literals."""
    return COMMENT_OR_STRING.sub(" ", text)


def package_of(code: str) -> str:
    match = re.search(r"^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*package\s+([\w.\s]+?)\s*;", code, re.MULTILINE)
    return re.sub(r"\s", "", match[1]) if match else ""


def compile_java(path: str, jdk: JDK, classpath: list[str], sourcepath: list[str], cache: str) -> Target:
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
    except OSError as e:
        raise ConfigError(f"{path}: {e.strerror or e}") from None
    code = bare(text)
    package = package_of(code)
    folder = os.path.dirname(os.path.abspath(path))
    root = source_root(folder, package)
    sources = [root, *(os.path.abspath(s) for s in sourcepath)]
    javac, feature = find_javac(jdk)
    release = [] if feature <= jdk.feature else ["--release", str(jdk.feature)]
    identity = "\0".join([os.path.abspath(path), javac, jdk.version, *release, *sources, *classpath, "2"])
    name = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    # Class files of a directory on the class path may change under a kept result: then nothing is kept.
    keep = bool(cache) and not any(os.path.isdir(c) for c in classpath)
    folder_kept = os.path.join(cache, "javac", name) if keep else ""
    out = kept(folder_kept, classpath)
    if out is None:
        out, read = run_javac(path, javac, [*release], classpath, sources, package, folder)
        if folder_kept:
            out = keep_result(out, folder_kept, read, classpath)
        else:
            atexit.register(shutil.rmtree, out, ignore_errors=True)
    return Target(main_class(path, code, package, out), [out], sources)


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
    path: str, javac: str, options: list[str], classpath: list[str], sources: list[str], package: str, folder: str
) -> tuple[str, list[str]]:
    """(directory of class files, sources read). The first try lets javac look for what the file names; where a class
    lies in a sibling that is named otherwise, the second one gives it the siblings of the same package too."""
    first = None
    for files in ([path], [path, *siblings(path, folder, package)]):
        if first is not None and len(files) == 1:
            break
        out = tempfile.mkdtemp(prefix="jpfpy-javac-")
        done = javac_once(javac, options, classpath, sources, files, out)
        if done.returncode == 0:
            return out, sources_read(done.stderr, files)
        shutil.rmtree(out, ignore_errors=True)
        if first is None:
            first = done
        if "error: cannot find symbol" not in done.stderr:
            break
    assert first is not None
    messages = "\n".join(line for line in first.stderr.splitlines() if not VERBOSE.match(line)).strip()
    raise ConfigError(f"javac cannot compile {path}:\n{messages}")


VERBOSE = re.compile(r"\[(parsing|search path|loading|checking|wrote|total|attributing)\b.*\]$")


def javac_once(
    javac: str, options: list[str], classpath: list[str], sources: list[str], files: list[str], out: str
) -> subprocess.CompletedProcess[str]:
    command = [javac, "-g", "-nowarn", "-proc:none", "-verbose", "-encoding", "UTF-8", "-J-Xshare:auto"]
    command += ["-J-XX:TieredStopAtLevel=1", *options, "-cp", os.pathsep.join([*classpath, API_JAR])]
    command += ["-sourcepath", os.pathsep.join(sources), "-implicit:class", "-d", out, *files]
    env = {k: v for k, v in os.environ.items() if k not in ("JAVA_TOOL_OPTIONS", "JDK_JAVAC_OPTIONS", "CLASSPATH")}
    env["LC_ALL"] = "C.UTF-8"  # English messages; in "C" javac stumbles over every name that is not ASCII
    try:
        return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", env=env, check=False)
    except OSError as e:
        raise ConfigError(f"{javac}: {e.strerror or e}") from None


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


def digest(path: str) -> str:
    try:
        with open(path, "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()
    except OSError:
        return ""


def stamp(classpath: list[str]) -> list[list[object]]:
    out: list[list[object]] = []
    for entry in [*classpath, API_JAR]:
        try:
            st = os.stat(entry)
            out.append([os.path.abspath(entry), st.st_size, st.st_mtime_ns])
        except OSError:
            out.append([os.path.abspath(entry), 0, 0])
    return out


def kept(folder: str, classpath: list[str]) -> str | None:
    """The classes of an earlier compilation, if nothing it read has changed since."""
    if not folder:
        return None
    try:
        with open(os.path.join(folder, "sources.json"), encoding="utf-8") as f:
            record = json.load(f)
        if record["classpath"] != stamp(classpath):
            return None
        if any(not h or digest(p) != h for p, h in record["sources"].items()):
            return None
        return os.path.join(folder, "classes")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def keep_result(out: str, folder: str, read: list[str], classpath: list[str]) -> str:
    """Move the classes to their place in the cache, in one step; they stay where they are if that fails."""
    if not private_dir(os.path.dirname(folder)):
        return out
    part = f"{folder}.{os.getpid()}"
    try:
        os.mkdir(part, 0o700)
        shutil.move(out, os.path.join(part, "classes"))
        with open(os.path.join(part, "sources.json"), "w", encoding="utf-8") as f:
            json.dump({"sources": {p: digest(p) for p in read}, "classpath": stamp(classpath)}, f)
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(part, folder)
        return os.path.join(folder, "classes")
    except OSError:
        inner = os.path.join(part, "classes")
        return inner if os.path.isdir(inner) else out


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
