"""Memory that Java code can reach: Unsafe, VarHandles, buffers, memory segments, class files that lie; and the Python module's own."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import jpfpy
from tests import asm, support
from tests.fuzz import run as fuzz
from tests.support import NIGHTLY

JDKS = sorted(support.jdks())


@pytest.mark.parametrize("release", JDKS)
def test_unsafe_reaches_what_the_program_declares(release: int) -> None:
    """Hidden words, headers, neighbours, freed blocks and zlib's state are out of reach."""
    classes = support.compiled("memory")
    status, out, err, _ = support.run("Offsets", classes, jdk=support.jdks()[release])
    lines = out.decode().splitlines()
    assert status == 0, err.decode()
    got = dict(line.rsplit(": ", 1) for line in lines if ": " in line)
    for what, answer in got.items():
        if what not in {"wrong element", "right field", "free nothing"}:
            assert answer == "refused", what
    assert got["wrong element"] == "not stored"
    assert got["right field"] == "class [I"
    assert got["free nothing"] == "nothing"
    assert [line for line in lines if ": " not in line] == [
        *("Offsets 1 true", "runs", "7 7 0 0", "7", "true"),
        *["java.lang.Exception"] * 4,
    ]


def test_lock_of_an_owner_that_lacks_the_field() -> None:
    """A class beside the one that has the lock field is no owner with that lock."""
    report = support.explore("OwnersLock", support.compiled("memory"))
    assert report["result"] == "no_errors"
    full = support.explore("OwnersLock", support.compiled("memory"), vm__por="false")
    assert full["result"] == "no_errors"


# --- the Python module ---


def test_two_threads_on_one_vm() -> None:
    """The second is refused while the first runs, from its first instruction to its report."""
    from jpfpy import _jpf

    vm = _jpf.VM(support.config(support.compiled("memory")))
    start, told, lock = threading.Barrier(4), [], threading.Lock()

    def go() -> None:
        start.wait()
        for _ in range(5):
            try:
                result = str(vm.explore("OwnersLock", [])["result"])
            except _jpf.JPFError as e:
                result = str(e)
            with lock:
                told.append(result)

    threads = [threading.Thread(target=go) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    refused = "this VM is running: until its call has returned, a callback or another thread needs a VM of its own"
    assert len(told) == 20
    assert set(told) <= {"no_errors", refused}
    assert "no_errors" in told


def test_a_running_vm_is_not_changed() -> None:
    """Nor asked from another thread: what would race with the engine is refused."""
    from jpfpy import _jpf

    vm = _jpf.VM(support.config(support.compiled("memory")))
    told: dict[str, str] = {}

    def attempt(name: str, call: Callable[[], object]) -> None:
        try:
            call()
            told[name] = "done"
        except RuntimeError as e:
            told[name] = str(e).split(":")[0]

    def on_progress(_: object) -> None:
        attempt("init", lambda: vm.__init__({}))  # type: ignore[misc]
        attempt("explore", lambda: vm.explore("OwnersLock", []))
        attempt("run", lambda: vm.run("OwnersLock", []))
        attempt("replay", lambda: vm.replay("OwnersLock", [], "j1:0:0"))
        attempt("choices", lambda: vm.set_choices(None))
        for name, call in (("step", vm.first_step), ("place", vm.next_place), ("threads", vm._threads)):
            other = threading.Thread(target=attempt, args=(name, call))
            other.start()
            other.join()

    vm.explore("Endless", [], None, lambda d: (on_progress(d), vm.interrupt()) if not told else None)
    running, elsewhere = "this VM is running", "the search runs in another thread"
    assert told.pop("threads") == "the engine can be asked during a notification only"
    assert told == {k: running for k in ("init", "explore", "run", "replay", "choices")} | {
        "step": elsewhere,
        "place": elsewhere,
    }
    assert vm.explore("OwnersLock", [])["result"] == "no_errors"


def test_a_search_within_its_own_callback() -> None:
    jpf = jpfpy.JPF(
        {"target": "OwnersLock", "classpath": str(support.compiled("memory")), "vm.cache": support.cache_dir()}
    )
    told: list[str] = []

    class Nested(jpfpy.Listener):
        def search_started(self, search: object) -> None:
            for again in (jpf.run, jpf.run_once):
                with pytest.raises(jpfpy.EngineError) as e:
                    again()
                told.append(str(e.value))
            other = jpfpy.verify("OwnersLock", classpath=str(support.compiled("memory")))
            told.append(other.result)

    jpf.add_listener(Nested())
    assert jpf.run().ok
    message = "this JPF is running: until run() has returned, a callback or another thread needs a JPF of its own"
    assert told == [message, message, "no_errors"]
    assert jpf.run().ok


# --- subroutines (jsr) ---


def subroutine(name: str) -> asm.Class:
    """Programs with one subroutine S that throws until it was entered `limit` times, and what follows."""
    k = asm.Class(name)
    k.field("n", "I")
    m = k.method("main", "([Ljava/lang/String;)V")
    count = k.pool.field(name, "n", "I")

    def say(text: str) -> None:
        m.op("getstatic", k.pool.field("java/lang/System", "out", "Ljava/io/PrintStream;"))
        m.op("ldc_w", k.pool.string(text))
        m.op("invokevirtual", k.pool.method("java/io/PrintStream", "println", "(Ljava/lang/String;)V"))

    def throwing(limit: int) -> None:
        m.label("S")
        m.op("astore_1")
        m.label("from")
        m.op("getstatic", count).op("iconst_1").op("iadd").op("putstatic", count)
        m.op("getstatic", count).op("bipush", limit).op("if_icmpge", "ok").op("aconst_null").op("athrow")
        m.label("ok")
        say("in S")
        m.label("to")
        m.op("ret", 1)
        m.label("H")
        m.op("pop")
        m.handlers.append(("from", "to", "H", None))

    m.label("loop")
    if name in {"Left", "Sites", "Only", "Late"}:
        m.op("jsr", "S")
        m.label("again")
        say("after")
        if name == "Sites":
            m.op("jsr", "S")
        m.op("return")
        throwing(3 if name == "Left" else 2)
        if name == "Left":
            m.op("goto", "loop")
        elif name == "Sites":
            m.op("goto", "again")
        elif name == "Only":
            m.op("jsr", "S").op("return")
        else:
            m.op("ret", 1)
    elif name in {"Nested", "Inner"}:
        m.op("jsr", "T").op("return")
        m.label("T")
        m.op("astore_2")
        m.label("again")
        say("in T")
        m.op("jsr", "S")
        say("T ends")
        m.op("ret", 2)
        throwing(3)
        m.op("goto", "loop" if name == "Nested" else "again")
    elif name == "Jump":
        m.op("jsr", "S")
        say("after")
        m.op("return")
        m.label("S")
        m.op("astore_1")
        m.op("getstatic", count).op("iconst_1").op("iadd").op("putstatic", count)
        m.op("getstatic", count).op("iconst_3").op("if_icmplt", "loop").op("ret", 1)
    elif name == "Recursive":
        m.op("jsr", "S").op("return")
        m.label("S")
        m.op("astore_1").op("jsr", "S").op("ret", 1)
    else:
        assert name == "Back"
        m.op("jsr", "S").op("ret", 1)
        m.label("S")
        m.op("astore_1").op("ret", 1)
    return k


@pytest.mark.parametrize("name", ["Left", "Sites", "Nested", "Inner", "Jump", "Only", "Recursive", "Late", "Back"])
def test_subroutine_that_is_left_without_ret(name: str, tmp_path: Path) -> None:
    """By an exception or a jump; calling it again is no recursion unless it can only be reached from within."""
    (tmp_path / f"{name}.class").write_bytes(subroutine(name).build())
    ref = support.hotspot(name, tmp_path)
    status, out, err, _ = support.run(name, tmp_path)
    assert (status, out) == (ref.returncode, ref.stdout), err
    assert (b"VerifyError" in err) == (b"VerifyError" in ref.stderr) == (name in {"Only", "Recursive", "Late", "Back"})


# --- the fuzzers: a short sample; `make fuzz` is the whole ---


@pytest.mark.skipif(not support.compiles_the_engine(), reason="no headers of libzip and xxhash here")
@pytest.mark.parametrize("name", list(fuzz.FUZZERS))
def test_fuzzers(name: str) -> None:
    rounds = 200 if NIGHTLY and name == "unsafe" else 1  # 5,000 calls each
    assert fuzz.fuzz(name, 0, 1, rounds)


@pytest.mark.skipif(not support.compiles_the_engine(), reason="no headers of libzip and xxhash here")
def test_a_fuzzer_is_compiled_with_the_flags_of_the_engine(tmp_path: Path) -> None:
    """So undefined behaviour is a trap there, too, which the environment of make fuzz has reported."""
    (tmp_path / "command").write_text("cc\n-fsanitize=undefined\n-fsanitize-undefined-trap-on-error")
    (tmp_path / "u.c").write_text("int main(int n, char **v) { return n + 0x7fffffff == 0; }\n")
    tool = fuzz.compiled(tmp_path, tmp_path / "u.c", tmp_path / "u")
    assert subprocess.run([tool], check=False).returncode == -signal.SIGILL


def test_what_a_fuzzer_starts_runs_the_build_that_is_tested(tmp_path: Path) -> None:
    """From this folder, too, whose package has the release build."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(support.PACKAGE), str(support.ROOT)])}
    there = [str(tmp_path) if c == str(support.PACKAGE) else c for c in fuzz.child("strings", 1, 0, tmp_path)]
    done = subprocess.run(there, capture_output=True, text=True, env=env, cwd=support.ROOT, check=False)
    assert done.returncode == 1 and f"this is the engine of {support.PACKAGE}, not of {tmp_path}" in done.stderr
    assert there[1] == "-P"


def test_times_of_files_that_are_too_far_away(tmp_path: Path) -> None:
    (tmp_path / "Far.java").write_text(
        "import java.io.*; import java.nio.file.*; import java.nio.file.attribute.*;"
        "public class Far { public static void main(String[] a) throws Exception {"
        'File f = new File("far"); f.createNewFile();'
        "for (long t : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 1000, 1L << 50}) {"
        "assert f.setLastModified(t) && f.lastModified() > 9_000_000_000_000L : t;"
        "Files.setLastModifiedTime(f.toPath(), FileTime.fromMillis(t)); assert f.lastModified() > 0 : t; }"
        ' System.out.println("far"); } }'
    )
    report = jpfpy.verify(tmp_path / "Far.java")
    assert report.ok and report.output == "far\n", report
