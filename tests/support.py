"""What the tests share: their switches, JDKs on this machine, compiled programs, HotSpot beside them, running the engine.

What is compiled or printed by HotSpot is kept in cache_dir(), by the content of all that went into it.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
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
CONC = TESTS / "java" / "conc"
DFS, BFS = "gov.nasa.jpf.search.DFSearch", "gov.nasa.jpf.search.heuristic.BFSHeuristic"


# --- switches: environment variables that CONTRIBUTING.md lists ---


def number(name: str, default: int) -> int:
    """An environment variable; empty is as if it were not set."""
    return int(os.environ.get(name) or default)


NIGHTLY = number("JPFPY_NIGHTLY", 0) != 0
SEED = number("JPFPY_SEED", 0)
STEP_PAIRS = number("JPFPY_STEP_PAIRS", 5)
KILLS = number("JPFPY_KILLS", 12 if NIGHTLY else 1)  # of each search
OBSERVERS = number("JPFPY_OBSERVERS", 200 if NIGHTLY else 1)
# For counts that symmetry decides. An exact set, which the stress build has where nothing is said, writes forms whole,
# so that states keep their names sooner, and does without the order of what main will join.
KEYS = {"vm__storage__class": "JenkinsStateSet"}
# For tests of large searches: without what the stress build does for each state, which takes longer the more there are.
LARGE = {"jpf__stress__check": "false", "jpf__stress__restore": "false", "jpf__stress__hash_bits": "0"}


def seeds(few: int, nightly: int) -> range:
    """Those of a random family."""
    return range(SEED, SEED + (nightly if NIGHTLY else few))


# --- JDKs ---


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


def default_release() -> int:
    have = jdks()
    if not have:
        raise RuntimeError("the tests need a JDK (17 or newer) with javac")
    return min(have)


def default_jdk() -> Path:
    return jdks()[default_release()]


# What differs between releases so that a program's verdict or output does, by the words a program's header says it with.
FACTS = {
    # PrintStream and its writers take an InternalLock (JEP 425), until monitors no longer pin virtual threads (JEP 491):
    # synchronized (System.out) excludes no println.
    "println takes no monitor": range(19, 24),
}


def variables() -> dict[str, str]:
    """The environment; pytest takes variables of its own out of it while other threads look."""
    while True:
        try:
            return dict(os.environ)
        except KeyError:
            continue


def tools_env() -> dict[str, str]:
    """For compilers and JVMs: without the sanitizer (make sanitize), one encoding."""
    return {k: v for k, v in variables().items() if k not in ("LD_PRELOAD", "PYTHONPATH")} | {"LC_ALL": "C.UTF-8"}


def tool(name: str, release: int = 0) -> str:
    """javac, java, jar ... of a JDK; 0: the default one."""
    return str((jdks()[release] if release else default_jdk()) / "bin" / name)


# --- what is kept ---


@functools.cache
def cache_dir() -> str:
    path = Path(tempfile.gettempdir()) / f"jpfpy-test-images-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    return str(path)


@functools.cache
def session_dir() -> Path:
    """Of this session of tests, or this worker of it: removed when it ends."""
    path = Path(tempfile.mkdtemp(prefix="jpfpy-tests-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def scratch(name: str) -> Path:
    """A new folder of this session."""
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=session_dir()))


WEEK = 7 * 24 * 3600.0


@functools.cache
def kept_dir() -> Path:
    """Outputs of compilers and JVMs; what no session has used for a week goes."""
    path = Path(cache_dir()) / "kept"
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < time.time() - WEEK:
                shutil.rmtree(old)
    return path


def digest(*parts: object) -> str:
    h = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        h.update(b"%d " % len(data) + data)
    return h.hexdigest()[:24]


def content(path: Path) -> str:
    """Of a file, or of a directory with all in it."""
    if path.parent == kept_dir():
        return path.name
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    return digest(*(x for p in files for x in (p.relative_to(path), p.read_bytes())))


@functools.cache
def identity(release: int) -> str:
    return (Path(tool("java", release)).parents[1] / "release").read_text(errors="replace")


# --- compiled programs ---


def javac(
    out: Path, *sources: Path, release: int = 0, flags: Iterable[str] = ("-g",), classpath: str = str(API_JAR)
) -> Path:
    """Compile into `out`, and answer it."""
    command = [tool("javac", release), "-nowarn", "-proc:none", "-cp", classpath, *flags, "-d", str(out)]
    done = subprocess.run([*command, *map(str, sources)], capture_output=True, text=True, check=False, env=tools_env())
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def compile_class(folder: Path, name: str, text: str) -> Path:
    """The class and its source lie in `folder`."""
    (folder / f"{name}.java").write_text(text)
    return javac(folder, folder / f"{name}.java")


def compile_texts(sources: Mapping[str, str | bytes], release: int = 0, flags: tuple[str, ...] = ("-g",)) -> Path:
    """Directory with the classes of these sources (by file name, and files that are no Java as they are)."""
    parts = [x for pair in sorted(sources.items()) for x in pair]
    out = kept_dir() / f"classes-{digest(*parts, release, identity(release), flags, content(API_JAR))}"
    if not out.exists():
        work = Path(tempfile.mkdtemp(dir=kept_dir()))
        files = [work / "src" / name for name in sources]
        for file, text in zip(files, sources.values(), strict=True):
            place = file if file.suffix == ".java" else work / "classes" / file.relative_to(work / "src")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode() if isinstance(text, str) else text)
        java_files = [f for f in files if f.suffix == ".java"]
        javac(work / "classes", *java_files, release=release, flags=("-encoding", "UTF-8", *flags))
        with contextlib.suppress(OSError):  # somebody else was faster
            (work / "classes").rename(out)
        shutil.rmtree(work)
    os.utime(out)
    return out


@functools.cache
def compiled(folder: str, release: int = 17) -> Path:
    """Directory of classes of all tests/java/<folder>/*.java, and the resources that lie beside the sources."""
    base = TESTS / "java" / folder
    files = {str(p.relative_to(base)): p.read_bytes() for p in base.rglob("*") if p.is_file()}
    return compile_texts(files, release if release in jdks() else 0)


def programs(folders: dict[str, int]) -> list[tuple[int, str, str]]:
    """(release, folder, class) of each program of tests/java/<folder>; they run on the JDK named and all newer ones."""
    return [
        (release, folder, path.stem)
        for folder, since in folders.items()
        for path in sorted((TESTS / "java" / folder).glob("*.java"))
        for release in sorted(jdks())
        if release >= since
    ]


def header(path: Path, key: str) -> str | None:
    """`// key: value` among the first lines of a test program."""
    for line in path.read_text().splitlines()[:12]:
        match = re.match(rf"//\s*{key}:\s*(.*)", line)
        if match:
            return match[1].strip()
    return None


def expectation(path: Path, release: int = 0) -> tuple[str, str | None, str | None, str | None]:
    """result, kind, exception class, message of the program's `// expect:` line, or of its `// expect where FACT:` on a
    release of which a fact of FACTS is true; 0: the default JDK's."""
    release = release or default_release()
    there = [header(path, f"expect where {fact}") for fact, releases in FACTS.items() if release in releases]
    line = next(filter(None, there), None) or header(path, "expect") or ""
    match = re.match(r'(\w+)(?:\s+(\w+))?(?:\s+([\w.$]+))?(?:\s+"(.*)")?$', line)
    assert match, f"{path.name} has no expect line"
    return match[1], match[2], match[3], match[4]


def as_expected(path: Path, report: dict[str, Any]) -> None:
    result, kind, exception, message = expectation(path, int(report["jdk"].split(".")[0]))
    constraints = report["statistics"]["constraints"]
    assert report["result"] == result, (constraints, [e["message"] for e in report["errors"]])
    if result == "no_errors":
        assert report["complete"] and not report["errors"] and not constraints
        return
    error = report["errors"][0]
    assert error["kind"] == kind
    assert exception is None or error["exception"] == exception
    assert message is None or message in error["message"]


def outcomes(report: dict[str, Any] | jpfpy.Report) -> set[str]:
    """What the program prints after "R ", over all schedules."""
    output = report.output if isinstance(report, jpfpy.Report) else report["output"]
    return {line[2:] for line in output.splitlines() if line.startswith("R ")}


# --- the engine ---


def config(classes: Path | str, jdk: Path | None = None, **extra: str) -> dict[str, str]:
    cfg = {
        "vm.jdk": str(jdk or default_jdk()),
        "classpath": f"{classes}:{API_JAR}",
        "vm.cache": cache_dir(),
    }
    cfg.update(dotted(extra))
    return cfg


def dotted(config: dict[str, Any]) -> dict[str, Any]:
    """Properties from keyword arguments: '__' stands for '.'."""
    return {k.replace("__", "."): v for k, v in config.items()}


def explore(target: str, classes: Path | str, *args: str, jdk: Path | None = None, **extra: str) -> dict[str, Any]:
    """The raw report; keyword arguments are properties with '__' for '.'."""
    from jpfpy import _jpf

    return _jpf.VM(config(classes, jdk, **extra)).explore(target, list(args))


_explored: dict[object, dict[str, Any]] = {}


def explored(target: str, classes: Path | str, *args: str, jdk: Path | None = None, **extra: str) -> dict[str, Any]:
    """explore, once for all tests that ask for the same search: the report is not to be changed."""
    key = (target, str(classes), args, jdk or default_jdk(), tuple(sorted(extra.items())))
    if key not in _explored:
        _explored[key] = explore(target, classes, *args, jdk=jdk, **extra)
    return _explored[key]


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


# --- the package and the command ---

CONFIG = {"vm.jdk": str(default_jdk()), "vm.cache": cache_dir()}


def on_jdk(jdk: int = 0) -> dict[str, str]:
    """CONFIG for this release; 0: the default one."""
    return {**CONFIG, "vm.jdk": str(jdks()[jdk])} if jdk else CONFIG


def classpath(classes: Path | str | None) -> dict[str, str]:
    """`classes`: a directory or jar, or the name of a folder of tests/java."""
    return {} if classes is None else {"classpath": str(compiled(classes) if isinstance(classes, str) else classes)}


Run = Callable[..., "tuple[jpfpy.Report, str]"]  # the fixture `run`


def printed_lines(report: jpfpy.Report) -> set[str]:
    """Lines that the program prints on any path."""
    return set(report.output.splitlines())


def verify(
    target: str | Path,
    *args: str,
    classes: Path | str | None = None,
    jdk: int = 0,
    listeners: Iterable[object] = (),
    replay: str | None = None,
    search: str = "",
    **config: Any,
) -> jpfpy.Report:
    """jpfpy.verify on this release and `classes` (see classpath); other keywords are properties with '__' for '.'."""
    values = {**on_jdk(jdk), **classpath(classes), **dotted(config)}
    return jpfpy.verify(target, *args, config=values, listeners=listeners, replay=replay, search=search or None)


def jpf_object(target: str | Path, *args: str, classes: Path | str | None = None, **config: Any) -> jpfpy.JPF:
    """jpfpy.JPF of the same."""
    values = {**CONFIG, "target": str(target), "target.args": ",".join(args), **classpath(classes)}
    return jpfpy.JPF({**values, **dotted(config)})


def examples() -> list[Path]:
    """The examples that are programs by themselves: with a main method, and without a .jpf file that they need."""
    files = sorted((ROOT / "examples").rglob("*.java"))
    return [p for p in files if " main(" in p.read_text() and not p.with_suffix(".jpf").exists()]


def compiles_the_engine() -> bool:
    """Are the headers here that parts of the engine are compiled with? Not where the tests look at a wheel."""
    tool = shutil.which("pkg-config")
    names = ("libxxhash", "libzip", "zlib")
    return tool is not None and subprocess.run([tool, "--exists", *names], check=False).returncode == 0


def environment(**extra: str) -> dict[str, str]:
    """For a process: a home of the tests, the default JDK, and no Java settings of who runs them."""
    ours = ("JAVA_HOME", "CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "XDG_CACHE_HOME")
    env = {k: v for k, v in variables().items() if k not in ours}
    home = Path(cache_dir()) / "home"
    home.mkdir(exist_ok=True)
    return {**env, "HOME": str(home), "JAVA_HOME": str(default_jdk()), **extra}


def process(
    *command: str | Path, cwd: Path | str = "/", given: str | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    """With `given` on standard input, and variables changed in the environment."""
    return subprocess.run(
        command, capture_output=True, text=True, cwd=cwd, env=environment(**env), input=given, timeout=300, check=False
    )


def jpf(*args: str | Path, **how: Any) -> subprocess.CompletedProcess[str]:
    """The command; `how` as in process."""
    return process(*JPF, f"+vm.cache={cache_dir()}", *args, **how)


# --- HotSpot ---

HOTSPOTS = ThreadPoolExecutor(2)  # beside the engine; conftest.py ends it with the session


def surroundings() -> str:
    """What a program can tell of where it was started."""
    env = sorted((k, v) for k, v in tools_env().items() if not k.startswith(("PYTEST_", "JPFPY_")))
    return digest(os.getcwd(), env, os.getuid(), os.cpu_count())


def hotspot(
    target: str,
    classes: Path,
    *args: str,
    release: int = 0,
    flags: tuple[str, ...] = ("-ea",),
    again: bool = False,
) -> subprocess.CompletedProcess[bytes]:
    """The same program on the real JVM: what it said once about these classes, or `again`."""
    flags = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", *flags)
    file = (
        kept_dir()
        / f"hotspot-{digest(content(classes), content(API_JAR), target, args, identity(release), flags, surroundings())}"
        / "said"
    )
    command = [tool("java", release), *flags, "-cp", f"{classes}:{API_JAR}", target, *args]
    if again or not file.exists():
        done = subprocess.run(
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=tools_env(),
            timeout=300,
            check=False,
        )
        file.parent.mkdir(exist_ok=True)
        part = file.with_name(f"{os.getpid()}-{threading.get_ident()}")
        part.write_bytes(b"%d %d\n" % (done.returncode, len(done.stdout)) + done.stdout + done.stderr)
        part.rename(file)
    head, _, said = file.read_bytes().partition(b"\n")
    status, size = map(int, head.split())
    os.utime(file.parent)
    return subprocess.CompletedProcess(command, status, said[:size], said[size:])


@functools.cache
def hotspots(*folders: tuple[str, int]) -> dict[tuple[int, str, str], Future[subprocess.CompletedProcess[bytes]]]:
    """All of programs(): they run while the engine does."""
    return {
        (release, folder, name): HOTSPOTS.submit(
            hotspot, name, compiled(folder, dict(folders)[folder]), release=release
        )
        for release, folder, name in programs(dict(folders))
    }
