"""How the command ends where something outside ends it: signals, a full disk, a reader that leaves, no home."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import bp
from jpfpy.engine import Job

from . import support

CLASSES = support.compiled("limits")
COMMAND = [*support.JPF, f"+vm.cache={support.cache_dir()}", "-cp", str(CLASSES)]
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")


@pytest.mark.parametrize(
    "number,status,text",
    [(signal.SIGTERM, 143, "terminated"), (signal.SIGHUP, 129, "hung up"), (signal.SIGINT, 130, "interrupted")],
)
def test_a_signal_ends_with_the_report(number: int, status: int, text: str, tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    started = subprocess.Popen(
        [*COMMAND, "--json", str(file), "Handler2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGTERM, signal.SIGHUP)]
        and signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert started.stdout is not None and started.stdout.readline()  # the header: the search is on
    time.sleep(0.5)
    started.send_signal(number)
    out, err = started.communicate(timeout=60)
    assert (started.returncode, err) == (status, f"jpf: {text}\n") and "NOT complete" in out
    report = json.loads(file.read_text())
    assert (report["result"], report["interrupted"]) == ("incomplete", True)


def test_a_signal_while_the_command_is_loaded_says_nothing() -> None:
    code = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Interrupts:
    def find_spec(self, name, path, target=None):
        if name == "jpfpy.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
from jpfpy.start import entry
entry()
"""
    ended = support.process(sys.executable, "-c", code, PYTHONPATH=str(support.PACKAGE))
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


def test_a_checkpoint_that_does_not_fit_says_why(tmp_path: Path) -> None:
    ended = subprocess.run(
        [*COMMAND, f"+search.checkpoint={tmp_path / 'c'}", "+search.state_limit=2000", "Handler2"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert "it could not be written: File too large" in ended.stdout + ended.stderr


@pytest.mark.parametrize("seconds", [0.001, 0.01])
def test_a_signal_while_a_path_is_made_plainer_keeps_the_error(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before the path is taken for the first time, and while it is, which takes long."""
    text = """public class Slow { static int n; static int[] first = new int[1_000_000];
        static { for (int i = 0; i < first.length; i++) first[i] = i ^ n; }
        public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> n++); t.start(); n++; t.join();
        int k = 0; for (int i = 0; i < 3_000_000; i++) k += i ^ n;
        assert n == 2 : k; } }"""
    made = Job.aside

    def interrupted(self: Job, values: dict[str, str]) -> Any:
        vm = made(self, values)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)  # CPU time
        return vm

    monkeypatch.setattr(Job, "aside", interrupted)
    before = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    try:
        report = support.verify("Slow", classes=support.compile_texts({"Slow.java": text}))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert (report.result, report.raw["interrupted"]) == ("violation", True)
    assert report.errors[0].replay and "shrunk" not in report.raw["errors"][0]


class TimeIsOver(Exception):
    pass


@contextlib.contextmanager
def ringing(seconds: float) -> Iterator[None]:
    def ring(*_: Any) -> None:
        raise TimeIsOver

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Hears(jpfpy.Listener):
    """What Python does while an exception is on its way out may take it away."""

    def search_finished(self, search: Any) -> None:
        with contextlib.suppress(KeyError):
            {}["x"]


class Catches(jpfpy.Search):
    def search(self) -> None:
        while not self.done:
            try:
                if not self.forward() and not self.backtrack():
                    return
            except TimeIsOver:
                return


@pytest.mark.parametrize("listeners", [[], [Hears]])
@pytest.mark.parametrize("search", ["dfs", "bfs", "random", "threads", "checkpoint", Catches])
def test_an_exception_of_a_signal_handler_propagates(search: Any, listeners: list[type], tmp_path: Path) -> None:
    """Whatever the engine would still do at its end, and whoever catches it on its way."""
    text = """public class Long { public static void main(String[] a) {
        int[] v = new int[100];
        for (int k = 0; k >= 0; k++) for (int i = 0; i < 20_000_000; i++) v[i % 100] += i ^ k; } }"""
    classes = support.compile_texts({"Long.java": text})
    config: dict[str, Any] = {"vm__max_transition_length": "MAX", "search__time_limit": "60"}
    if search == "threads":
        config["search__threads"] = "2"
    elif search == "checkpoint":
        config |= {"search__checkpoint": str(tmp_path / "c.jpfc"), "search__checkpoint_interval": "0.1s"}
    elif isinstance(search, str):
        config["search__class"] = search
    heard, kind = [made() for made in listeners], search if isinstance(search, type) else ""
    with ringing(1), pytest.raises(TimeIsOver):
        support.verify("Long", classes=classes, listeners=heard, search=kind, **config)


@pytest.mark.parametrize("search", ["dfs", "bfs"])
def test_an_exception_of_a_signal_handler_propagates_from_a_b_program(search: str) -> None:
    def counter(i: int) -> Any:
        @bp.bthread(name=f"counter {i}", priority=1 + i / 100)
        def counts() -> Any:
            for _ in range(9):
                yield bp.sync(request=bp.Event(f"E{i}"))

        return counts

    program = bp.BProgram([counter(i) for i in range(9)], epsilon=1.0)
    with ringing(0.5), pytest.raises(TimeIsOver):
        program.verify(search=search, config={"search.time_limit": "60"})


@pytest.mark.parametrize("limit", ["", "+search.state_limit=500"])
def test_a_signal_while_the_report_is_written_does_not_lose_it(limit: str, tmp_path: Path) -> None:
    """The report goes to a pipe that nobody reads yet. Without a limit a first signal ends the search."""
    file = tmp_path / "r.json"
    os.mkfifo(file)
    started = subprocess.Popen(
        [*COMMAND, *filter(None, [limit]), "--json", str(file), "Handler2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: [signal.signal(signal.SIGTERM, signal.SIG_DFL)]
        and signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert started.stdout is not None and started.stderr is not None
    assert started.stdout.readline()
    if not limit:
        time.sleep(0.3)
        started.send_signal(signal.SIGINT)
    asleep, deadline = 0, time.monotonic() + 30
    while asleep < 6 and time.monotonic() < deadline:  # until it waits for a reader
        time.sleep(0.05)
        asleep = asleep + 1 if Path(f"/proc/{started.pid}/stat").read_text().rpartition(") ")[2][0] == "S" else 0
    started.send_signal(signal.SIGTERM)
    assert started.stderr.readline() == "jpf: the report is being written; another signal ends at once\n"
    report = json.loads(file.read_text())
    assert (report["result"], report["interrupted"]) == ("incomplete", not limit)
    _, err = started.communicate(timeout=60)
    assert (started.returncode, err) == ((143, "jpf: terminated\n") if limit else (130, "jpf: interrupted\n"))


def test_nohup_is_respected() -> None:
    started = subprocess.Popen(
        [*COMMAND, "+search.time_limit=3", "Handler2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert started.stdout is not None and started.stdout.readline()
    started.send_signal(signal.SIGHUP)
    _, err = started.communicate(timeout=60)
    assert (started.returncode, err) == (3, "")


@needs_full
@pytest.mark.parametrize(
    "args", [["FailSmall"], ["--json", "-", "FailSmall"], ["--help"], ["--version"], ["--run", "Sleepers", "3"]]
)
def test_a_full_disk_on_standard_output(args: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *args], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    if "--run" in args:  # it prints nothing
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert (done.returncode, done.stderr) == (2, "jpf: standard output: No space left on device\n")


@needs_full
@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_full_disk_under_a_report(option: str) -> None:
    done = subprocess.run(
        [*COMMAND, option, "/dev/full", "FailSmall"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (2, "jpf: /dev/full: No space left on device\n")


def test_a_pipe_that_nobody_reads() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*COMMAND, "FailSmall"], stdout=write, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (2, "jpf: standard output: Broken pipe\n")


def test_a_reader_that_has_seen_enough() -> None:
    started = subprocess.Popen([*COMMAND, "Talk2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert started.stdout is not None and started.stderr is not None
    started.stdout.readline()
    started.stdout.close()
    assert started.wait(timeout=30) == 3
    assert started.stderr.read() == ""


def environment(**changed: str) -> dict[str, str]:
    env = {k: v for k, v in os.environ.items() if k not in ("XDG_CACHE_HOME", "TMPDIR")}
    return {**env, "PYTHONPATH": str(support.PACKAGE), **changed}


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    command = [*support.JPF, "-cp", str(CLASSES), "FailSmall"]
    env = environment(HOME=str(tmp_path / "home"), TMPDIR=str(tmp_path / "tmp"))
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and not list(tmp_path.iterdir())


def test_a_cache_on_a_full_disk(tmp_path: Path) -> None:
    """Nothing larger than 64 KiB can be written: there is no cache, and no trace of one."""

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

    command = [*support.JPF, f"+vm.cache={tmp_path}", "-cp", str(CLASSES), "FailSmall"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=full, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert all(p.stat().st_size == 0 or p.is_dir() for p in tmp_path.rglob("*.tmp"))


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    command = [*support.JPF, f"+vm.cache={tmp_path}/c", "-cp", str(CLASSES), "FailSmall"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    tmp_path.chmod(0o700)
    assert (done.returncode, done.stderr) == (1, "")
