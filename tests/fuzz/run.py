"""The fuzzers, each for a while: `make fuzz FUZZ_SECONDS=600`, or python -m tests.fuzz.run --seconds 60 unsafe.

A round is a process of its own with a seed; what a round says that ends otherwise than it should is kept in build/fuzz."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from jpfpy import _jpf
from tests import support

FUZZ = Path(__file__).resolve().parent
KEPT = support.ROOT / "build" / "fuzz"
ROUND_SECONDS = 900  # what no round comes near

CALLS = (
    100 if _jpf.build_info()["stress"] else 5000
)  # of a round of unsafe; the stress build collects at every allocation

Round = Callable[[int], tuple[list[str], int]]  # seed -> command, and how many inputs it tries


def compiled(objects: Path, source: Path, out: Path) -> str:
    """A C program, compiled as the objects in this folder of setup.py's were: its flags lie with them. So it is sanitized
    as they are, and undefined behaviour is a trap here and there."""
    linked = sorted(str(p) for folder in ("base", "classfile") for p in (objects / "csrc" / folder).glob("*.o"))
    command = [*(objects / "command").read_text().split("\n"), str(source), *linked]
    command += ["-lzip", "-lz", "-lm", "-ldl", "-o", str(out)]
    subprocess.run(command, check=True, env=support.tools_env(), cwd=support.ROOT)
    return str(out)


def driver(name: str, work: Path) -> str:
    """A C fuzzer of this folder, sanitized as the engine is."""
    build = "sanitize" if _jpf.build_info()["sanitize"] else "release"
    objects = support.ROOT / "build" / f"{build}-{sys.version_info.major}.{sys.version_info.minor}"
    return compiled(objects, FUZZ / f"{name}.c", work / name)


def javac(work: Path, release: int, *sources: Path) -> Path:
    out = work / f"classes-{release}"
    out.mkdir(exist_ok=True)
    return support.javac(out, *sources, release=release)


# Classes whose natives take arrays, indices, lengths, addresses or objects of the VM's; none of them waits or ends a run.
WITH_NATIVES = """jdk.internal.misc.Unsafe java.lang.String java.lang.StringLatin1 java.lang.StringUTF16 java.lang.StringCoding
    java.lang.AbstractStringBuilder jdk.internal.util.ArraysSupport java.lang.reflect. java.util.zip. sun.nio.ch.FileDispatcherImpl
    sun.nio.ch.UnixFileDispatcherImpl sun.nio.ch.IOUtil sun.nio.ch.FileKey sun.nio.fs.UnixNativeDispatcher java.lang.System
    jdk.internal.reflect. java.lang.invoke. java.lang.Class java.lang.Throwable java.lang.StackTraceElement java.io.
    java.lang.StackStreamFactory java.lang.Object java.lang.ref. java.lang.Module java.lang.Package jdk.internal.loader.
    java.lang.Float java.lang.Double java.lang.Math jdk.internal.perf."""


def natives() -> str:
    """The methods that the engine implements, a line each: class, name, descriptor. What is refused anyway is left out."""
    wanted = tuple(WITH_NATIVES.split())
    found = []
    for table in sorted((support.ROOT / "csrc" / "native").glob("*/natives.def")):
        text = table.read_text()
        for cls, name, desc, function in re.findall(
            r'^JPF_NATIVE\("([^"]+)", "([^"]+)", "([^"]+)", (\w+),', text, re.M
        ):
            if not function.startswith("contained") and cls.replace("/", ".").startswith(wanted):
                found.append(f"{cls.replace('/', '.')} {name} {desc}")
    return "\n".join(found)


# --- the rounds ---


def classes(work: Path) -> Round:
    """Class files: the parser alone, and whole searches of damaged programs."""
    tool, images = driver("fuzz_classfile", work), [str(j / "lib" / "modules") for j in support.jdks().values()]
    sources = sorted((support.TESTS / "java" / "seq").glob("*.java"))
    out = javac(work, min(support.jdks()), *sources)

    def command(seed: int) -> tuple[list[str], int]:
        if seed % 3 == 0:
            return [tool, "-n", "20000", "-c", "200", "-s", str(seed), images[seed % len(images)]], 20000
        return child("damaged", seed, 40, out), 40

    return command


def jars(work: Path) -> Round:
    """Archives with damaged ends and entries."""
    tool = driver("fuzz_source", work)
    return lambda seed: ([tool, "-n", "1000", "-s", str(seed), str(support.API_JAR)], 1000)


def images(work: Path) -> Round:
    """The JDK's lib/modules with a damaged index."""
    tool = driver("fuzz_source", work)
    files = [str(j / "lib" / "modules") for j in support.jdks().values()]
    return lambda seed: ([tool, "-n", "1000", "-s", str(seed), files[seed % len(files)]], 1000)


def replay(work: Path) -> Round:
    """Replay strings, damaged."""
    sources = [
        support.ROOT / "examples" / "philosophers" / "Philosophers.java",
        support.ROOT / "examples" / "account" / "Account.java",
    ]
    out = javac(work, min(support.jdks()), *sources)
    return lambda seed: (child("strings", seed, 150, out), 150)


def unsafe(work: Path) -> Round:
    """Unsafe, VarHandles, buffers, memory segments and natives with what does not fit."""
    out = {}
    for release in support.jdks():
        names = ["UnsafeFuzz.java", "SegmentFuzz.java"] if release >= 22 else ["UnsafeFuzz.java"]
        out[release] = javac(work, release, *(FUZZ / n for n in names))
        (out[release] / "natives.txt").write_text(natives())
    releases = sorted(out)

    def command(seed: int) -> tuple[list[str], int]:
        release = releases[seed % len(releases)]
        return child("calls", seed, CALLS, out[release], release), CALLS * (2 if release >= 22 else 1)

    return command


FUZZERS: dict[str, Callable[[Path], Round]] = {
    "classes": classes, "jars": jars, "images": images, "replay": replay, "unsafe": unsafe,
}  # fmt: skip


def child(what: str, seed: int, n: int, folder: Path, release: int | None = None) -> list[str]:
    return [
        sys.executable,
        "-P",
        "-m",
        "tests.fuzz.run",
        "--child",
        str(support.PACKAGE),
        what,
        str(seed),
        str(n),
        str(folder),
        str(release or min(support.jdks())),
    ]


# --- what a child does ---


@contextlib.contextmanager
def alarm(vm: _jpf.VM, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, vm.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def mutate(rng: random.Random, data: bytes) -> bytes:
    b = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(b))
        how = rng.randrange(5)
        if how == 0:
            b[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            b[at] = rng.randrange(256)
        elif how == 2:
            b[at : at + 2] = rng.choice([b"\0\0", b"\0\1", b"\xff\xff", b"\x7f\xff", b"\0\x10"])
        elif how == 3:
            start = rng.randrange(len(b))
            b[at : at + 8] = b[start : start + 8]
        else:
            b[at] = (b[at] + rng.choice([-1, 1])) & 255
    return bytes(b)


def damaged(rng: random.Random, n: int, folder: Path, release: int) -> str:
    """Search programs some of whose class files are damaged."""
    files = sorted(folder.glob("*.class"))
    programs = [f for f in files if "$" not in f.name and b"([Ljava/lang/String;)V" in f.read_bytes()]
    told: dict[str, int] = {}
    for _ in range(n):
        main = rng.choice(programs)
        with tempfile.TemporaryDirectory() as place:
            for f in files:
                data = f.read_bytes()
                mine = f.stem == main.stem or f.stem.startswith(main.stem + "$")
                (Path(place) / f.name).write_bytes(mutate(rng, data) if mine and rng.random() < 0.7 else data)
            cfg = support.config(
                place, support.jdks()[release], search__time_limit="4", vm__max_transition_length="2000000"
            )
            vm = _jpf.VM(cfg)
            try:
                with alarm(vm, 6):
                    result = str(vm.explore(main.stem, [], lambda fd, data: None)["result"])
            except _jpf.JPFError as e:
                result = type(e).__name__
        told[result] = told.get(result, 0) + 1
    return str(told)


def strings(rng: random.Random, n: int, folder: Path, release: int) -> str:
    """Replay strings that are damaged: a report, or an error of the configuration."""
    told: dict[str, int] = {}
    valid: list[tuple[str, str]] = []
    for name in ("Philosophers", "Account"):
        cfg = support.config(folder, support.jdks()[release], search__multiple_errors="true")
        report = _jpf.VM(cfg).explore(name, [])
        valid += [(name, e["replay"]) for e in report["errors"]]
    alphabet = "0123456789abcdefx.:,-_*+ jJ~/%\xe9\u2028"
    for _ in range(n):
        name, text = rng.choice(valid)
        if rng.random() < 0.2:
            name = rng.choice(["Philosophers", "Account"])
        s = list(text)
        for _ in range(rng.randint(1, 4)):
            at, how = rng.randrange(len(s) + 1), rng.randrange(6)
            if how == 0:
                s.insert(at, rng.choice(alphabet))
            elif how == 1 and s:
                s[at % len(s)] = rng.choice(alphabet)
            elif how == 2:
                del s[at : at + rng.randint(1, 5)]
            elif how == 3:
                s[at:at] = s[: rng.randint(0, 12)]
            elif how == 4:
                s[at:at] = rng.choice(
                    ["4294967295", "-1", "99999999999999999999", "x2147483647", ".1" * 300, ":", "j1:", "\t"]
                )
            else:
                s = s[:at]
        vm = _jpf.VM(support.config(folder, support.jdks()[release], search__time_limit="10"))
        try:
            with alarm(vm, 15):
                result = str(vm.replay(name, [], "".join(s))["result"])
        except _jpf.ConfigError:
            result = "refused"
        told[result] = told.get(result, 0) + 1
    return str(told)


def calls(rng: random.Random, n: int, folder: Path, release: int) -> str:
    """UnsafeFuzz and SegmentFuzz in a search."""
    said = bytearray()

    def on_output(fd: int, data: bytes) -> None:
        said.extend(data)

    for program in ("UnsafeFuzz", "SegmentFuzz"):
        if not (folder / f"{program}.class").exists():
            continue
        # outside the class path nothing is to be read, and a search writes nothing
        cfg = support.config(
            folder, support.jdks()[release], vm__max_transition_length="100000000", search__match_depth="false"
        )
        raw = _jpf.VM(cfg).explore(program, [str(rng.randrange(1 << 30)), str(n)], on_output)
        # incomplete: a file or the like was refused
        if raw["result"] not in {"no_errors", "incomplete"} or b"ok " not in said:
            raise SystemExit(f"{program}: {raw['result']} {raw['errors']}\n{said.decode(errors='replace')[-2000:]}")
    return said.decode(errors="replace")


CHILDREN = {"damaged": damaged, "strings": strings, "calls": calls}

# --- the parent ---


def fuzz(name: str, seconds: float, first: int, rounds: int | None = None) -> bool:
    """Rounds until the time is out (or so many). False: a round ended otherwise than it should."""
    work = Path(tempfile.mkdtemp(prefix=f"jpfpy-fuzz-{name}-"))
    good, seed, inputs = True, first, 0
    try:
        command = FUZZERS[name](work)
        end = time.monotonic() + seconds
        while time.monotonic() < end if rounds is None else seed < first + rounds:
            one, n = command(seed)
            env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(support.PACKAGE), str(support.ROOT)])}
            try:
                done = subprocess.run(
                    one, capture_output=True, text=True, timeout=ROUND_SECONDS, env=env, errors="replace"
                )
                failed, output = done.returncode != 0, done.stdout + done.stderr
            except subprocess.TimeoutExpired as e:
                failed, output = True, f"no end within {ROUND_SECONDS} s\n{e.stdout!r}\n{e.stderr!r}"
            if failed:
                good = False
                KEPT.mkdir(parents=True, exist_ok=True)
                kept = KEPT / f"{name}-{seed}.log"
                kept.write_text(" ".join(one) + "\n" + output)
                print(f"{name}: round {seed} failed, see {kept}\n{output[-1500:]}", flush=True)
            seed += 1
            inputs += n
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{name}: {seed - first} rounds, {inputs} inputs, {'no finding' if good else 'FINDINGS'}", flush=True)
    return good


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        package, what, seed, n, folder, release = sys.argv[2:]
        if Path(package) != support.PACKAGE:
            raise SystemExit(f"this is the engine of {support.PACKAGE}, not of {package}")
        print(CHILDREN[what](random.Random(int(seed)), int(n), Path(folder), int(release)))
        return 0
    parser = argparse.ArgumentParser(prog="tests.fuzz.run", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for each fuzzer")
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    parser.add_argument("--rounds", type=int, help="instead of seconds")
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(FUZZERS))
    given = parser.parse_args()
    if wrong := set(given.names) - set(FUZZERS):
        parser.error(f"no fuzzer {', '.join(sorted(wrong))}; there are {', '.join(FUZZERS)}")
    results = [fuzz(n, given.seconds, given.seed, given.rounds) for n in given.names or FUZZERS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
