"""Runs of b-programs in both languages, their logs, and lanes in pages."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import bp
from jpfpy.report.html import page

from .bp_tables import FIGURES, table
from .support import PACKAGE, ROOT, compiled, default_jdk, jpf


def test_run_modes() -> None:
    program = table(FIGURES["water_eps"]["program"])
    assert program.run("det").log().split("\n")[0] == "1: HOT"
    assert program.run("random", seed=7).events == program.run("random", seed=7).events
    asked = program.run("iter", choose=lambda events: len(events) - 1)
    assert [str(e) for e in asked.events[:3]] == ["COLD"] * 3 and asked.ended
    assert "requests COLD" in asked.view()
    seed = program.run("random").seed
    assert program.run("random", seed=seed).events == program.run("random", seed=seed).events


def run_java(given: str = "", **keys: object) -> subprocess.CompletedProcess[str]:
    options = [f"+{k.replace('__', '.')}={v}" for k, v in keys.items()]
    return jpf("--run", "-cp", compiled("bp"), *options, "Log", given=given)


def test_java_run_modes() -> None:
    assert run_java().stdout == "1: a\n2: a\n3: a\n"
    one, two = (run_java(bp__run_mode="random", bp__seed=5) for _ in range(2))
    assert one.stdout == two.stdout and len(one.stdout.split()) == 6 and "seed 5" in one.stderr
    assert run_java("1\n9\n0\n1\n", bp__run_mode="iter").stdout == "1: b\n2: a\n3: b\n"
    short = run_java("1\n", bp__run_mode="iter")
    assert short.stderr.endswith("\ninteractive run: no more input\n") and short.returncode == 1
    assert run_java(bp__run_mode="walk").stderr.strip() == "jpf: bp.run_mode=walk: det, random or iter expected"


def test_python_b_threads_of_a_java_run_do_all_their_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """States are not matched in a run: what a b-thread does for the same event in the same place, it does again."""
    (tmp_path / "log_of_python.py").write_text(
        "from jpfpy import bp\n"
        "@bp.bthread(priority=5)\n"
        "def each():\n"
        "    while True:\n"
        "        print('saw', (yield bp.sync(wait_for=bp.ALL)), flush=True)\n"
    )
    monkeypatch.setenv("PYTHONPATH", f"{PACKAGE}:{tmp_path}")
    assert run_java(bp__python="log_of_python:each").stdout.count("saw a") == 3


def beside_java() -> tuple[Callable[..., bp.RunResult], list[str]]:
    seen: list[str] = []

    def watch() -> Any:
        while True:
            seen.append(str((yield bp.sync(wait_for=bp.ALL))))

    program = bp.BProgram([bp.BThread(watch, priority=20.0)], java=ROOT / "examples" / "bp" / "HotCold.java")
    return partial(program.run, config={"vm.jdk": default_jdk()}), seen


def test_runs_with_b_threads_in_java(capsys: pytest.CaptureFixture[str]) -> None:
    run, seen = beside_java()
    short = run(steps=2)
    assert short.stopped and not short.ended and seen == ["HOT", "HOT"] and "hot water twice" in capsys.readouterr().err
    asked: list[list[str]] = []
    told: list[str] = []

    def last(events: Any) -> int:
        asked.append([str(e) for e in events])
        return len(events) - 1

    whole = run("iter", choose=last, on_event=lambda e: told.append(str(e)))
    assert [str(e) for e in whole.events] == told == ["COLD"] * 3 + ["HOT"] * 3 and asked == [["HOT", "COLD"]] * 3
    assert not whole.ended and not whole.stopped and whole.choices[0] == (1, 2)  # two wait for ever
    assert whole.lanes[0][1] == ("AddCold", "COLD", "", "", True, True)
    assert whole.lanes[0][2] == ("TwiceHot", "", "HOT, COLD", "", False, True)
    assert run("random", seed=7).events == run("random", seed=7).events
    with pytest.raises(ZeroDivisionError):
        run("iter", choose=lambda events: 1 // 0)


def test_runs_of_java_b_threads_by_name() -> None:
    add = [bp.JavaBThread("Mixed$Add", bp.Event(name), 2) for name in ("HOT", "COLD")]
    run = bp.BProgram(add, classpath=compiled("bp")).run(config={"vm.jdk": default_jdk()})
    assert [str(e) for e in run.events] == ["HOT", "HOT", "COLD", "COLD"] and run.ended


def hot_then_cold() -> bp.BProgram:
    hot, cold = bp.Event("HOT"), bp.Event("COLD")

    def tap() -> Any:
        yield bp.sync(request=[[hot, cold]])
        yield bp.sync(request=cold, block=hot)

    def watch() -> Any:
        assert (yield bp.sync(wait_for=bp.ALL)) == cold, "hot & first"
        yield bp.sync(wait_for=hot, hot=True)

    return bp.BProgram([bp.BThread(tap, name="tap"), bp.BThread(watch, name="<watch>")])


def test_pages_have_a_lane_for_each_b_thread() -> None:
    report = hot_then_cold().verify(config={"search.multiple_errors": True})
    text = page(report.raw)
    assert "<th scope='col'>&lt;watch&gt;</th>" in text and "<watch>" not in text
    assert "<span class='at'>requests</span> {HOT, COLD}" in text and "<span class='at'>blocks</span> HOT" in text
    assert "<td class=step><span class='mark'>* </span>" in text and "<td class=goes><span class='mark'>&gt; " in text
    assert "Events</h3>" in report.errors[0]._repr_html_()
    java = jpfpy.verify("Misuse", "assert", classpath=compiled("bp"), jdk=default_jdk())
    assert "<h3>Events</h3>" in page(java.raw) and "<span class='at'>requests</span> a</div>" in page(java.raw)


def test_notebooks_show_runs() -> None:
    shown = hot_then_cold().run("iter", choose=lambda events: 1)._repr_html_()
    assert "2 events, then" in shown and "<b>COLD</b> <span class='at'>2/2</span>" in shown


def test_cycles_are_marked() -> None:
    def spin() -> Any:
        while True:
            yield bp.sync(request=bp.Event("X"), hot=True)
            yield bp.sync(request=bp.Event("Y"), hot=True)

    text = page(bp.BProgram([bp.BThread(spin)]).verify().raw)
    assert "from here on again and again" in text


def test_long_runs_leave_out_their_middle() -> None:
    def count() -> Any:
        for i in range(1200):
            yield bp.sync(request=bp.Event(f"n{i}"))

    shown = bp.BProgram([bp.BThread(count)]).run()._repr_html_()
    assert "200 events are left out here" in shown and "<b>n1199</b>" in shown and "<b>n600</b>" not in shown
