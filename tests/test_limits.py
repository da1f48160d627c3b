"""Limits of time and memory hold whatever runs, and so does Ctrl-C; what was found until then is told."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from jpfpy import _jpf

from . import asm, support
from .support import BFS, DFS

CLASSES = support.compiled("limits")
plain_build = pytest.mark.skipif(
    _jpf.build_info()["sanitize"], reason="the sanitizers take address space and memory of their own"
)
SLACK = 8.0  # seconds: the promise is half a second, on a machine that does nothing else
ENDLESS = [
    ("Recurse", ()),
    ("Handler", ()),
    ("Sleepers", ()),
    ("Collect", ()),
    *(("Large", (how,)) for how in ("copy", "kept", "clone", "new", "equals", "sum", "deflate")),
]


def timed(target: str, *args: str, classes: Path | str = CLASSES, **extra: str) -> tuple[dict[str, Any], float]:
    start = time.monotonic()
    report = support.explore(target, classes, *args, **extra)
    return report, time.monotonic() - start


@pytest.mark.parametrize("target,args", ENDLESS)
def test_a_time_limit_holds_whatever_runs(target: str, args: tuple[str, ...]) -> None:
    report, took = timed(target, *args, search__time_limit="1s")
    assert report["result"] == "incomplete" and not report["complete"] and not report["interrupted"]
    assert report["statistics"]["constraints"] == ["time limit reached: 1 s (search.time_limit)"]
    assert 0.9 < took < 1 + SLACK


def test_a_time_limit_holds_after_a_large_transition() -> None:
    """What is done with each word that a transition has written is work too."""
    for limit in ("1s", "3s"):
        report, took = timed("Shift", search__time_limit=limit)
        reached = [f"time limit reached: {limit[0]} s (search.time_limit)"]
        assert report["complete"] or report["statistics"]["constraints"] == reached
        assert took < int(limit[0]) + SLACK


@pytest.mark.parametrize("search", [DFS, BFS])
def test_a_time_limit_in_long_paths(search: str) -> None:
    report, took = timed("Handler", search__time_limit="1s", search__class=search, vm__max_transition_length="200")
    assert report["statistics"]["constraints"] == ["time limit reached: 1 s (search.time_limit)"] and took < 1 + SLACK


def test_what_was_explored_is_told_wherever_a_limit_was_met() -> None:
    """It is in the middle of a key nearly always. 0 delays are over before 600 transitions."""
    for tenths in range(15, 20):
        report, _ = timed("AllWritten", search__class="delays", search__budget=f"{tenths / 10}s")
        statistics = report["statistics"]
        told = [c for c in statistics["constraints"] if c.startswith("every path with at most ")]
        assert report["result"] == "incomplete"
        assert len(told) == 1 or statistics["transitions"] < 600


def test_searches_that_take_turns_get_on_through_long_transitions() -> None:
    """Coming back to the state where depth first stood takes more instructions than it has until the next round."""
    limit = "40000000"
    report, _ = timed("Filled", search__memory_limit=limit, search__budget="120s")
    assert report["statistics"]["constraints"] == [f"memory limit reached: {limit} bytes (search.memory_limit)"]
    assert [s["turns"] > 0 for s in report["portfolio"]["searches"] if s["search"] in ("dfs", "mixed")] == [True, True]
    assert any("took turns" in note for note in report["notes"])


def test_wall_time_and_cpu_time_are_two_limits() -> None:
    report, _ = timed("Handler", search__cpu_limit="0.5", search__time_limit="60")
    assert report["statistics"]["constraints"] == ["CPU time limit reached: 0.5 s (search.cpu_limit)"]

    def slowly(_fd: int, _data: bytes) -> None:
        time.sleep(0.3)

    vm = _jpf.VM(support.config(support.compiled("limits"), search__time_limit="0.5", search__cpu_limit="60"))
    report = vm.explore("Talk", [], slowly)
    assert report["statistics"]["constraints"] == ["time limit reached: 0.5 s (search.time_limit)"]


def test_a_loop_of_exceptions_alone_closes(tmp_path: Path) -> None:
    """L: athrow, handled at L. No instruction is ever completed, and each turn is the same state."""
    c = asm.Class("Itself")
    m = c.method("main", "([Ljava/lang/String;)V")
    m.op("new", c.pool.cls("java/lang/Error")).op("dup")
    m.op("invokespecial", c.pool.method("java/lang/Error", "<init>", "()V"))
    at = m.label()
    m.op("athrow")
    m.handlers.append((at, m.label(), at, None))
    (tmp_path / "Itself.class").write_bytes(c.build())
    report, took = timed("Itself", classes=tmp_path, search__time_limit="20")
    assert report["complete"] and report["statistics"]["transitions"] < 10 and took < 10


@pytest.mark.parametrize(
    "target,args", [("Recurse", ()), ("Sleepers", ("2000",)), ("Large", ("deflate",)), ("Collect", ())]
)
def test_an_interrupt_is_heard_whatever_runs(target: str, args: tuple[str, ...]) -> None:
    command = [*support.JPF, f"+vm.cache={support.cache_dir()}", "-cp", str(CLASSES), target, *args]
    started = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(2.5)
    started.send_signal(signal.SIGINT)
    sent = time.monotonic()
    try:
        out, err = started.communicate(timeout=60)
    finally:
        started.kill()
    assert time.monotonic() - sent < SLACK
    assert (started.returncode, err) == (130, "jpf: interrupted\n") and "NOT complete" in out


@pytest.mark.parametrize("mebibytes", [1, 5, 12, 16, 20, 24, 32, 48])
def test_a_memory_limit_is_kept(mebibytes: int) -> None:
    """The engine's own count never passes the limit by more than 5 %, and a search that needs more is not whole."""
    limit = mebibytes << 20
    report, _ = timed("Counters", search__memory_limit=str(limit), **support.LARGE)
    assert report["result"] == "incomplete"
    assert report["statistics"]["constraints"] == [f"memory limit reached: {limit} bytes (search.memory_limit)"]
    if mebibytes > 12:  # what was there before the search is more than the smaller ones
        assert report["statistics"]["peak_bytes"] <= limit * 1.05


def test_a_memory_limit_that_suffices() -> None:
    whole, _ = timed("Sleepers", "6")
    peak = whole["statistics"]["peak_bytes"]
    assert whole["complete"]
    assert timed("Sleepers", "6", search__memory_limit=str(peak))[0]["complete"]
    assert not timed("Sleepers", "6", search__memory_limit=str(peak * 9 // 10))[0]["complete"]


def test_stacks_of_threads_are_memory() -> None:
    shallow, deep = (timed("Deep", "100", depth)[0]["statistics"]["peak_bytes"] for depth in ("5", "4000"))
    assert 100 * 4000 * 64 < deep - shallow < 100 << 20
    report, _ = timed("Deep", "100", "4000", search__memory_limit=str((shallow + deep) // 2))
    reached = f"memory limit reached: {(shallow + deep) // 2} bytes (search.memory_limit)"
    assert report["statistics"]["constraints"] == [reached]


def test_what_was_found_before_a_limit_is_told() -> None:
    report, _ = timed(
        "Counters", "6", "fails", search__multiple_errors="true", search__memory_limit="30m", **support.LARGE
    )
    assert report["result"] == "violation" and not report["complete"] and report["errors"]
    assert any("memory limit" in c for c in report["statistics"]["constraints"])
    report, _ = timed("Counters", "6", "fails", search__multiple_errors="true", search__time_limit="1s")
    assert report["result"] == "violation" and report["errors"][0]["trace"]


def test_an_error_whose_trace_takes_too_long_is_told() -> None:
    """The path is executed again for its trace, which takes longer than the limit leaves: the error is told without."""
    report, took = timed("LateError", search__time_limit="1s", search__multiple_errors="true")
    assert report["result"] == "incomplete" and took < 1 + SLACK
    found, _ = timed("LateError", "2000000")
    instructions = found["statistics"]["instructions"]
    assert instructions > 20_000_000 and found["errors"][0]["exception"] == "java.lang.IllegalStateException"
    limit = found["statistics"]["elapsed_s"] / 3  # executing it again, with every line recorded, is most of the time
    cut, _ = timed("LateError", "2000000", search__time_limit=f"{limit:.3f}")
    assert cut["statistics"]["constraints"] == [f"time limit reached: {float(f'{limit:.3f}'):g} s (search.time_limit)"]
    for error in cut["errors"]:
        assert error["kind"] == "uncaught_exception" and error["replay"].startswith("j1:")


@plain_build
def test_memory_of_the_process_follows_the_limit() -> None:
    """What the engine counts is what the process takes, beside Python and files that are mapped."""
    code = (
        "import sys; from tests import support; from jpfpy import _jpf\n"
        "r = _jpf.VM(support.config(sys.argv[1], search__memory_limit='120m')).explore('Counters', [])\n"
        "hwm = [x for x in open('/proc/self/status') if x.startswith('VmHWM')][0].split()[1]\n"
        "print(int(hwm) << 10, r['statistics']['peak_bytes'])"
    )
    env = {**os.environ, "PYTHONPATH": f"{support.PACKAGE}:{support.ROOT}"}
    done = subprocess.run(
        [support.sys.executable, "-c", code, str(CLASSES)], capture_output=True, text=True, check=True, env=env
    )
    rss, counted = map(int, done.stdout.split())
    assert counted <= 126 << 20 and abs(rss - counted) < 60 << 20


@plain_build
@pytest.mark.parametrize("kibibytes", [1_000_000, 2_000_000])
def test_little_address_space(kibibytes: int) -> None:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (kibibytes << 10, kibibytes << 10))

    command = [*support.JPF, f"+vm.cache={support.cache_dir()}", "-cp", str(CLASSES), "Sleepers", "60"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"no errors detected", done.stdout)


@pytest.mark.parametrize(("threads", "gib"), [(10000, 4), pytest.param(30000, 2, marks=plain_build)])
def test_many_threads_in_a_small_address_space(threads: int, gib: int) -> None:
    """It is taken for the frames that there are, not for those that a limit allows. Where it is too small all the same,
    the program gets its OutOfMemoryError, as under java, and no message of ours."""

    def limited() -> None:
        if not _jpf.build_info()["sanitize"]:
            resource.setrlimit(resource.RLIMIT_AS, (gib << 30, gib << 30))

    command = [*support.JPF, f"+vm.cache={support.cache_dir()}", "--run", "-cp", str(CLASSES), "Sleepers", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, timeout=120, check=False)
    if threads == 10000:
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    else:
        assert done.returncode == 1 and "jpf:" not in done.stderr
        assert "java.lang.OutOfMemoryError: unable to create native thread" in done.stderr
