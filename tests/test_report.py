"""jpfpy.verify, the typed report, and its renderings."""

from __future__ import annotations

import io
import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.report.watching import counted
from tests import support
from tests.support import CONC, CONFIG


def test_fields(deadlock: jpfpy.Report) -> None:
    assert (deadlock.ok, deadlock.result, deadlock.complete) == (False, "violation", False)
    error = deadlock.errors[0]
    assert (error.property, error.kind, error.exception) == ("NotDeadlockedProperty", "deadlock", None)
    step = next(s for t in error.trace for s in t.steps if s.source and "synchronized (left)" in s.source)
    assert (step.class_name, step.method, step.line) == ("DiningDeadlock$1", "run", 13)
    assert {t.thread for t in error.trace} == {"main", "Thread-0", "Thread-1", "Thread-2"}
    owners = {t.name: t.waiting_for.owner for t in error.snapshot if t.waiting_for}
    assert owners == {"Thread-0": "Thread-1", "Thread-1": "Thread-2", "Thread-2": "Thread-0"}
    assert all(len(t.owned) == 1 and t.frames[0].location.line == 14 for t in error.snapshot)
    assert deadlock.statistics.states_new > 10 and deadlock.statistics.constraints == ()


def test_ok_and_raise_on_error(deadlock: jpfpy.Report, whole: jpfpy.Report) -> None:
    assert whole.ok and whole.raise_on_error() is whole
    with pytest.raises(jpfpy.VerificationError, match="NotDeadlockedProperty") as e:
        deadlock.raise_on_error()
    assert isinstance(e.value, AssertionError) and isinstance(e.value, jpfpy.JPFError)
    assert e.value.report is deadlock and deadlock.errors[0].replay in str(e.value)


def test_a_part_is_not_ok() -> None:
    limits = {**CONFIG, "search.depth_limit": 2}
    report = jpfpy.verify("DiningOrdered", classpath=support.compiled("conc"), config=limits)
    assert (report.ok, report.result, report.complete) == (False, "incomplete", False)
    with pytest.raises(jpfpy.VerificationError, match="not explored whole .depth limit"):
        report.raise_on_error()


def test_the_same_report_on_two_runs(deadlock: jpfpy.Report) -> None:
    again = jpfpy.verify(CONC / "DiningDeadlock.java", config=CONFIG)
    assert again.errors == deadlock.errors
    for field in ("states_new", "states_visited", "transitions", "instructions", "max_depth", "end_states"):
        assert getattr(again.statistics, field) == getattr(deadlock.statistics, field)


def test_the_same_on_every_jdk(deadlock: jpfpy.Report) -> None:
    for home in support.jdks().values():
        other = jpfpy.verify("DiningDeadlock", classpath=support.compiled("conc"), config=CONFIG, jdk=home)
        places = [[(t.thread, [(s.method, s.line) for s in t.steps]) for t in e.trace] for e in other.errors]
        assert places == [[(t.thread, [(s.method, s.line) for s in t.steps]) for t in e.trace] for e in deadlock.errors]
        assert other.statistics.states_new == deadlock.statistics.states_new


def test_replay(deadlock: jpfpy.Report) -> None:
    again = jpfpy.verify(CONC / "DiningDeadlock.java", config=CONFIG, replay=deadlock.errors[0].replay)
    assert again.errors == deadlock.errors


def test_renderings(deadlock: jpfpy.Report, whole: jpfpy.Report, hello: Path) -> None:
    assert json.loads(deadlock.to_json())["errors"][0]["kind"] == "deadlock"
    assert "trace #1" in str(deadlock) and "no errors detected" in str(whole)
    said = "data races were not looked for: +listener=PreciseRaceDetector"
    assert said in str(whole) and said not in str(deadlock)
    looked = support.verify("DiningOrdered", classes="conc", listener="PreciseRaceDetector")
    alone = support.verify("Hello", classes=hello)
    assert looked.ok and alone.ok and said not in str(looked) + str(alone)
    assert repr(whole).startswith("<Report DiningOrdered: no_errors, 0 errors")
    assert deadlock.to_html().count("<html") == 1 and "<html" not in deadlock._repr_html_()
    from rich.console import Console

    console = Console(width=160, record=True, file=io.StringIO())
    console.print(deadlock, whole)
    text = console.export_text()
    assert "synchronized (left) {" in text and "waits to lock" in text and "no_errors" in text


def test_html_escapes_what_the_program_says(tmp_path: Path) -> None:
    text = 'public class X { public static void main(String[] a) { throw new Error("<script>&\\"\'"); } }'
    (tmp_path / "X.java").write_text(text)
    page = jpfpy.verify(tmp_path / "X.java", config=CONFIG).to_html()
    assert "<script>" not in page and "&lt;script&gt;&amp;" in page


def test_output_is_seen_as_it_is_printed() -> None:
    seen: list[tuple[int, bytes]] = []
    report = jpfpy.verify(
        "VerifyValues",
        classpath=support.compiled("conc"),
        config=CONFIG,
        on_output=lambda fd, data: seen.append((fd, data)),
    )
    assert b"".join(data for _, data in seen).decode() == report.output


def test_an_exception_in_a_callback_propagates_unchanged() -> None:
    class Mine(Exception):
        pass

    def fail(fd: int, data: bytes) -> None:
        raise Mine(data)

    with pytest.raises(Mine):
        jpfpy.verify("VerifyValues", classpath=support.compiled("conc"), config=CONFIG, on_output=fail)


def test_embedding(tmp_path: Path) -> None:
    values = {**CONFIG, "target": "DiningOrdered", "classpath": support.compiled("conc")}
    assert jpfpy.JPF(values).run().ok
    app = tmp_path / "x.jpf"
    app.write_text(f"target = DiningDeadlock\nclasspath = {support.compiled('conc')}\n")
    assert jpfpy.JPF(CONFIG, app=app).run().result == "violation"
    assert jpfpy.verify(app, config=CONFIG).result == "violation"


def test_errors_are_ours(tmp_path: Path) -> None:
    with pytest.raises(jpfpy.ConfigError, match="nearest: search.class"):
        jpfpy.verify("X", config={"serach.class": "x"})
    with pytest.raises(jpfpy.ConfigError, match="class Missing not found"):
        jpfpy.verify("Missing", classpath=tmp_path, config=CONFIG)
    with pytest.raises(jpfpy.ConfigError, match="no target"):
        jpfpy.JPF(CONFIG).run()
    with pytest.raises(jpfpy.ConfigError, match="null character"):
        jpfpy.verify("X\0Y", config=CONFIG)
    with pytest.raises(jpfpy.ConfigError):
        jpfpy.verify("X\udc80", classpath=tmp_path, config=CONFIG)


def test_short_representations(deadlock: jpfpy.Report) -> None:
    error = deadlock.errors[0]
    assert repr(error).startswith("<ErrorInfo 1 deadlock: deadlock: ") and len(repr(error)) < 300
    assert re.fullmatch(
        r"<TransitionInfo main: ThreadChoiceFromSet\[ROOT\] main \(1/1\), \d+ steps>", repr(error.trace[0])
    )
    assert repr(error.snapshot[0]) == f"<ThreadSnapshot {error.snapshot[0]}>"
    assert repr(error.trace[-1].steps[0]) == "<Location DiningDeadlock$1.run(DiningDeadlock.java:13)>"
    page = error._repr_html_()
    assert "<table class='lanes'" in page and "<html" not in page
    assert pickle.loads(pickle.dumps(deadlock)) == deadlock


def test_errors_that_say_the_same_are_told_apart() -> None:
    text = """public class Twice { static int n; public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> n++), u = new Thread(() -> n++);
        t.start(); u.start(); n++; t.join(); u.join(); assert n == 3; } }"""
    report = support.verify(
        "Twice", classes=support.compile_texts({"Twice.java": text}), search__multiple_errors=True, search__shrink=False
    )
    same = [e for e in report.errors if e.message == report.errors[0].message]
    assert len(same) > 2 and len({e.location for e in same}) == 1
    for shown in (repr, str):
        assert len({re.sub(r"ErrorInfo \d+", "", shown(e)) for e in same}) == len(same)
        assert all("thread main" in shown(e) and "Twice.java:3" in shown(e) for e in same)
    assert all(f"replay {e.replay[:40]}" in repr(e) for e in same)
    others = ", ".join(f"#{e.id}" for e in same[1:])
    assert f"the same on other paths: errors {others}, in the JSON report" in str(report)


@pytest.mark.slow
def test_a_failing_test_shows_the_trace(deadlock: jpfpy.Report, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        f"import jpfpy\ndef test_it():\n    jpfpy.verify({str(CONC / 'DiningDeadlock.java')!r}).raise_on_error()\n"
    )
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert "E       Thread-2       DiningDeadlock.java:14" in done.stdout and "E       replay: j1:" in done.stdout
    assert "jpfpy/report/" not in done.stdout  # nothing of ours in the traceback


def test_the_short_trace_is_short(deadlock: jpfpy.Report) -> None:
    n = sum(len(t.steps) for t in deadlock.errors[0].trace)
    lines = deadlock.errors[0].short_trace(3).splitlines()
    assert len(lines) == 4 and lines[0] == f"... {n - 3} lines before"


def test_executions_are_shown() -> None:
    """Of searches that take one after the other: in the statistics, and while they run."""
    report = support.verify("DiningOrdered", classes="conc", search="dpor")
    s = report.statistics
    line = f"executions:         complete={s.executions}, blocked={s.executions_blocked}, cut={s.executions_cut}\n"
    assert s.executions and line in str(report)
    running: Any = {"executions": 12, "executions_blocked": 3, "executions_cut": 1, "states_new": 5}
    assert counted(running) == "12 executions (3 blocked, 1 cut)"
    running["executions"] = 0
    assert counted(running) == "5 states"
