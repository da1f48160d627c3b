"""b-programs in Java beyond selection: liveness, fairness, groups, alarms, labels, traces; and beside b-threads in Python."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import bp

from . import support
from .support import BFS, DFS, ROOT, compiled, default_jdk


def check(*args: str, search: str = DFS, replay: str | None = None, **config: object) -> jpfpy.Report:
    return support.verify("Features", *args, classes="bp", search=search, replay=replay, **config)


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize(
    ("args", "ok"),
    [
        (("fair", "always"), False),
        (("fair", "always", "unconditional", "b"), True),
        (("fair", "always", "unconditional", "c"), True),  # c never happens: no run is fair
        (("fair", "always", "strong", "b"), True),
        (("fair", "always", "weak", "b"), True),
        (("fair", "always", "strong", "c"), False),
        (("fair", "sometimes", "strong", "b"), True),
        (("fair", "sometimes", "weak", "b"), False),
        (("fair", "ends", "weak", "c"), False),
        (("fair", "ends", "weak", "b"), True),
        (("fair", "ends", "strong", "b"), True),
        (("fair", "parks", "weak", "b"), True),
    ],
)
def test_fairness(args: tuple[str, ...], ok: bool, search: str) -> None:
    report = check(*args, search=search, bp__suppress_deadlock=True)
    assert report.ok == ok and (ok or report.errors[0].kind == "livelock")


def test_hot_kinds_and_groups() -> None:
    config: dict[str, Any] = {"search__multiple_errors": True}
    assert [e.message for e in check("turns", **config).errors] == ["the system can stay hot for ever"]
    assert check("turns", bp__hot="bthread", **config).ok
    found = [e.message for e in check("turns", bp__hot="none", bp__hot_groups="T0; T0,T1", **config).errors]
    assert found == ["group 1 of b-threads can stay hot for ever"]
    report = check("turns", bp__hot="none", bp__hot_groups="nobody")
    assert not report.ok and "no b-thread nobody" in report.statistics.constraints[0]


@pytest.mark.parametrize("args", [("turns",), ("fair", "always"), ("hotsteps", "choice"), ("hotsteps", "long")])
def test_hot_cycles_replay(args: tuple[str, ...]) -> None:
    error = check(*args, vm__max_transition_length=1000).errors[0]
    again = check(*args, replay=error.replay, vm__max_transition_length=1000).errors
    assert [e.kind for e in again] == ["livelock"]
    assert [t.choice.value for t in again[0].trace] == [t.choice.value for t in error.trace]


def test_alarm_goes_off_at_any_time() -> None:
    report = check("alarm")
    assert "woken after two" in report.errors[0].message
    values = [t.choice.value for t in report.errors[0].trace if t.choice.id == "bSync"]
    assert values.count("a") == 2 and "alarm after 100 ms" in values and values[-1] == "wakeup"


def test_java_thread_as_b_thread() -> None:
    report = check("javathread")
    assert report.ok, report.errors


def test_labels_as_checked_abstraction() -> None:
    report = check("labels", bp__labels=True)
    assert report.ok and report.statistics.states_new == 2
    wrong = check("labels", "wrong", bp__labels=True)
    assert not wrong.ok and "labels" in wrong.statistics.constraints[0]
    assert not check("labels", search__state_limit=50).ok  # the real states are endless


def test_choices_interrupts_prunes_sets() -> None:
    assert "two" in check("choices").errors[0].message
    assert "interrupted by a" in check("interrupting").errors[0].message
    report = check("pruned")
    # the start, after b (kept, not gone on from), after c, and its two steps
    assert report.ok and report.statistics.states_new == 5, report
    assert check("sets").ok


def test_trace_names_b_threads() -> None:
    error = check("alarm").errors[0]
    tick = next(t for t in error.trace if t.choice.value == "a")
    assert tick.thread == "ticks"
    lanes = {lane.bthread: lane for lane in tick.lanes}
    assert lanes["ticks"].requested == "a" and lanes["ticks"].selected
    assert lanes["sleeper"].waited_for == "ALL" and lanes["sleeper"].resumed and not lanes["sleeper"].selected
    assert all(not s.class_name.startswith("bp.") for t in error.trace for s in t.steps)
    assert "ticks" in bp.view(error)
    again = check("alarm", replay=error.replay)
    assert again.errors[0].message == error.message


# --- beside Python

HOT, COLD = bp.Event("HOT"), bp.Event("COLD")
S: dict[str, object] = {"bp.suppress_deadlock": True}


@bp.bthread(priority=1.0)
def hot() -> Any:
    for _ in range(3):
        yield bp.sync(request=HOT)


@bp.bthread(priority=1.5)
def cold() -> Any:
    for _ in range(3):
        yield bp.sync(request=COLD)


@bp.bthread(priority=9.0)
def twice() -> Any:
    n = 0
    while True:
        e = yield bp.sync(wait_for=bp.ALL, bad="twice" if n == 2 else False)
        n = n + 1 if e == HOT else 0


def java(bthreads: list[Any], *args: str, target: str | None = "Mixed", **config: object) -> jpfpy.Report:
    values = {**S, "vm.jdk": default_jdk(), **config}
    return bp.BProgram(bthreads, epsilon=1.0, java=target, args=args, classpath=compiled("bp")).verify(config=values)


@pytest.mark.parametrize("search", ["dfs", "bfs"])
def test_python_beside_java(search: str) -> None:
    report = java([hot, cold, twice], **{"search.class": DFS if search == "dfs" else BFS})
    assert report.ok and (report.statistics.states_new, report.statistics.transitions) == (7, 6)
    report = java([hot, cold, twice], "none")
    assert [e.message for e in report.errors] == ["twice"]
    assert [t.choice.value for t in report.errors[0].trace if t.choice.id == "bSync"] == ["HOT", "HOT"]
    # as in Python alone
    alone = bp.BProgram([hot, cold, twice], epsilon=1.0).verify(config={**S, "search.multiple_errors": True})
    both = java([hot, cold, twice], "none", **{"search.multiple_errors": True})
    assert both.statistics.transitions == alone.statistics.transitions
    assert len(both.errors) == len(alone.errors)


def test_java_b_threads_by_name() -> None:
    add = [bp.JavaBThread("Mixed$Add", HOT, 3, priority=1.0), bp.JavaBThread("Mixed$Add", COLD, 3, priority=1.5)]
    errors = {"search.multiple_errors": True}
    both = java([*add, twice], target=None, **errors)
    alone = bp.BProgram([hot, cold, twice], epsilon=1.0).verify(config={**S, **errors})
    assert both.statistics.states_new == alone.statistics.states_new
    mixer = bp.JavaBThread("Mixed$Alternate", priority=5.0)
    assert java([hot, cold, twice, mixer], target=None).statistics.states_new == 7


def turns(waits: bool) -> Any:
    """Hot until GO comes, which may be put off for ever."""

    def spin() -> Any:
        while True:
            yield bp.sync(request=[[bp.Event("SPIN"), bp.Event("GO")] if waits else bp.Event("SPIN")])

    def wait() -> Any:
        yield bp.sync(wait_for=bp.Event("GO"), hot=True)

    return [bp.BThread(spin, name="spin", priority=1.0), bp.BThread(wait, name="wait", priority=2.0)]


GO = bp.EventSet(lambda e: e.name == "GO", "go")


@pytest.mark.parametrize("target", ["Mixed", None])
@pytest.mark.parametrize(
    ("waits", "fairness", "ok"),
    [
        (True, None, False),
        (True, bp.Fairness(weak=[bp.Event("GO")]), True),
        (True, bp.Fairness(strong=[[bp.Event("GO"), bp.Event("OTHER")]]), True),
        (True, bp.Fairness(unconditional=[GO]), True),
        (True, bp.Fairness(weak=[bp.Event("SPIN")]), False),
        (False, bp.Fairness(strong=[GO]), False),
        (False, bp.Fairness(unconditional=[bp.ALL]), False),
    ],
)
def test_fairness_said_in_python(target: str | None, waits: bool, fairness: Any, ok: bool) -> None:
    """The same with b-threads that run in the VM, beside Java's or alone, and without."""
    also = [] if target else [bp.JavaBThread("Mixed$Add", HOT, 0, priority=7.0)]
    program = bp.BProgram([*turns(waits), *also], epsilon=9.0, java=target, args=["none"], classpath=compiled("bp"))
    inside = program.verify(config={"vm.jdk": default_jdk()}, fairness=fairness)
    alone = bp.BProgram(turns(waits), epsilon=9.0).verify(fairness=fairness)
    assert inside.ok == alone.ok == ok
    if not ok:
        assert inside.errors[0].kind == alone.errors[0].kind == "livelock"


def test_hot_groups_and_ends_beside_java() -> None:
    """Two that are hot by turns: neither always, both together always. And a run that ends in a hot state."""

    def by_turns(first: bool) -> Any:
        hot = first
        while True:
            yield bp.sync(request=bp.Event("TICK"), hot=hot)
            hot = not hot

    threads = [bp.BThread(by_turns, name=n, priority=p, args=(p == 1.0,)) for n, p in (("x", 1.0), ("y", 2.0))]
    config = {"bp.hot": "bthread", "vm.jdk": default_jdk()}
    both = bp.BProgram(threads, java="Mixed", args=["none"], classpath=compiled("bp"))
    assert both.verify(config=config).ok
    found = both.verify(config=config, hot_groups=[["x", "y"]]).errors
    assert [e.message for e in found] == ["group 0 of b-threads can stay hot for ever"]

    def stuck() -> Any:
        yield bp.sync(request=bp.Event("ONCE"))
        yield bp.sync(wait_for=bp.Event("NEVER"), hot=True)

    ends = bp.BProgram([bp.BThread(stuck, name="stuck", priority=1.0)], java="Mixed", args=["none"],
                       classpath=compiled("bp"))  # fmt: skip
    quiet = {"bp.suppress_deadlock": True, "vm.jdk": default_jdk()}
    assert [e.message for e in ends.verify(config=quiet).errors] == ["the run ends in a hot state of stuck"]
    assert ends.verify(config={**quiet, "bp.hot": "bthread,system"}).ok


def test_python_state_in_a_mixed_program() -> None:
    log: list[int] = []

    def counts() -> Any:
        while True:
            yield bp.sync(wait_for=bp.EventSet(lambda e: e.name == "HOT", "hot ones"))
            log.append(1)
            assert len(log) < 3, "three"

    counter = bp.BThread(counts, priority=10.0)
    report = java([hot, cold, counter])
    error = report.errors[0]
    assert error.exception == "bp.exceptions.PythonException" and "AssertionError: three" in error.message
    assert [t.choice.value for t in error.trace if t.choice.id == "bSync"] == ["HOT", "COLD"] * 2 + ["HOT"]
    assert any(lane.waited_for == "hot ones" for t in error.trace for lane in t.lanes)
    assert log == []
    again = bp.BProgram([hot, cold, counter], epsilon=1.0, java="Mixed", classpath=compiled("bp")).verify(
        config={**S, "vm.jdk": default_jdk()}, replay=error.replay
    )
    assert again.errors[0].message == error.message


def test_mixed_misuse() -> None:
    with pytest.raises(bp.BPError, match="same priority"):
        bp.BProgram([hot, bp.JavaBThread("X", priority=1.0)])
    report = java([bp.JavaBThread("Mixed$Add", 1, priority=1.0)], target=None)
    assert "no constructor for these 1 arguments" in report.errors[0].message

    def wrong() -> Any:
        yield 3

    with pytest.raises(bp.BPError, match="yielded 3"):
        java([bp.BThread(wrong, priority=7.0)])


def test_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "threads_of_py.py").write_text(
        "from jpfpy import bp\n"
        "def make():\n"
        "    def f():\n"
        "        yield bp.sync(request=bp.Event('HOT'))\n"
        "        raise AssertionError('after hot')\n"
        "    return [bp.BThread(f, priority=1.0)]\n"
    )
    monkeypatch.chdir(tmp_path)
    report = jpfpy.verify("Mixed", "none", classpath=compiled("bp"), jdk=default_jdk(),
                          config={"bp.python": "threads_of_py:make"})  # fmt: skip
    assert "after hot" in report.errors[0].message
    with pytest.raises(jpfpy.JPFError, match="no_such_module"):
        jpfpy.verify("Mixed", classpath=compiled("bp"), jdk=default_jdk(), config={"bp.python": "no_such_module:x"})


# --- a program in Python with what only the engine has


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("bp.python=given:needs", "bp.python=given:needs raised TypeError: needs.. missing 1 required"),
        ("bp.python=given:fails", "bp.python=given:fails raised ZeroDivisionError: .*given.py:4"),
        ("bp.epsilon=wide", "bp.epsilon: no wide .there are strict, chain"),
        ("bp.hot=often", "bp.hot: no often"),
        ("bp.seed=x", "bp.seed=x: a whole number"),
    ],
)
def test_wrong_keys(key: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "given.py").write_text("def needs(x):\n    pass\ndef fails():\n    return 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "given", raising=False)
    name, _, value = key.partition("=")
    with pytest.raises(jpfpy.JPFError, match=message):
        jpfpy.verify("Mixed", classpath=compiled("bp"), jdk=default_jdk(), config={name: value})


@pytest.mark.parametrize("search", [DFS, BFS])
def test_python_b_threads_in_the_engine_are_the_same(search: str) -> None:
    program = bp.BProgram([hot, cold, twice], epsilon=1.0)
    config = {**S, "search.multiple_errors": True}
    alone = program.verify(search, config)
    report = program.verify(search, {**config, "vm.jdk": default_jdk()}, listeners=[jpfpy.Listener()])
    assert report.statistics.transitions == alone.statistics.transitions
    assert [e.message for e in report.errors] == [e.message for e in alone.errors]


def test_listeners_on_python_b_threads() -> None:
    class Counts(jpfpy.Listener):
        events: list[str] = []

        def choice_generator_advanced(self, vm: Any, cg: Any) -> None:
            if cg.id == "bSync":
                self.events.append(str(cg.get_next_choice()))

    program = bp.BProgram([hot, cold], epsilon=1.0)
    report = program.verify(config={**S, "vm.jdk": default_jdk()}, listeners=[Counts()])
    assert report.ok and len(Counts.events) == report.statistics.transitions == 24
    assert sorted(set(Counts.events)) == ["COLD", "HOT"]
    error = (
        bp.BProgram([hot, cold, twice], epsilon=1.0)
        .verify(BFS, {**S, "vm.jdk": default_jdk()}, listeners=[Counts()])
        .errors[0]
    )
    again = bp.BProgram([hot, cold, twice], epsilon=1.0).verify(
        config={**S, "vm.jdk": default_jdk()}, replay=error.replay
    )
    assert error.replay.startswith("j1:") and [e.message for e in again.errors] == ["twice"]


def test_the_mixed_example(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ROOT / "examples" / "bp"
    monkeypatch.syspath_prepend(str(folder))
    import mixed  # type: ignore[import-not-found]

    config = {**S, "vm.jdk": default_jdk(), "search.multiple_errors": True}
    assert mixed.program("mix").verify(config=config).ok
    errors = mixed.program().verify(config=config).errors
    assert any("three times hot water" in e.message for e in errors)


@pytest.mark.parametrize("por", ["true", "false"])
@pytest.mark.parametrize(
    ("when", "unwanted", "found"), [("before", 0, 1), ("before", 1, 1), ("within", 0, 1), ("within", 1, 0)]
)
def test_a_thread_beside_the_b_threads(when: str, unwanted: int, found: int, por: str) -> None:
    """One that was there before interleaves with their turns; one that a b-thread starts waits until they have ended."""
    report = jpfpy.verify(
        "Beside", when, str(unwanted), classpath=compiled("bp"), jdk=default_jdk(), config={"vm.por": por}
    )
    assert [e.message for e in report.errors] == [f"java.lang.AssertionError: x is {unwanted}"] * found
    assert report.ok != bool(found)


@pytest.mark.parametrize("name", ["ObjectTracker", "SearchStats", "ConstChecker", "CGMonitor", "DeadlockAnalyzer"])
def test_shipped_listeners_on_python_b_threads(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What Python's b-threads make the VM do (strings, for one) is told to listeners in Python, inside the b-thread's step."""
    config = {"listener": name, "search.multiple_errors": True}
    program = bp.BProgram([hot, cold, twice], epsilon=1.0)
    alone = program.verify(config={"search.multiple_errors": True})
    inside = program.verify(config=config)
    beside = java([hot, cold, twice], "none", **config)
    assert inside.statistics.transitions == beside.statistics.transitions == alone.statistics.transitions
    assert len(inside.errors) == len(alone.errors)
    java_alone = jpfpy.verify("Misuse", "assert", classpath=compiled("bp"), jdk=default_jdk(), config=config)
    assert java_alone.errors[0].exception == "java.lang.AssertionError"


@pytest.mark.parametrize("vm", [False, True])
def test_each_error_of_a_hot_cycle_replays(vm: bool) -> None:
    program = bp.BProgram(turns(True), epsilon=9.0)
    config: dict[str, Any] = {"search.multiple_errors": True, **({"vm.jdk": default_jdk()} if vm else {})}
    errors = program.verify(config=config).errors
    assert len(errors) == 2
    for e in errors:
        assert {x.message for x in program.verify(replay=e.replay, config=config).errors} == {x.message for x in errors}
