"""Python's side of the choices: subclasses, schedulers, instruction overrides, generators of threads, and what they
cost."""

from __future__ import annotations

import functools
import sys
from types import FrameType
from typing import Any

import pytest

import jpfpy
from jpfpy import Env, IntChoiceFromSet, IntIntervalGenerator
from tests import support
from tests.test_cascades import ALL, both, explore, por

jpf = functools.partial(support.jpf_object, classes="choice")

KINDS = "tests.choice_kinds"
PLAIN = {"k.class": f"{KINDS}:Plain", "k.min": 3, "k.max": 4}
RACY = {0, 3, 4, 6, 8}  # d, (0 + d) * e, and 0 where the sum is lost


@both
@pytest.mark.parametrize(
    ("ask", "cls", "parameters", "expected"),
    [
        ("int", "Even", {"min": 1, "max": 7}, "2 4 6"),
        ("int", "Doubled", {"min": 1, "max": 3}, "2 4 6"),
        ("int", "Plain", {"min": 3, "max": 1, "delta": -1}, "3 2 1"),
        ("int", "Listed", {"values": "3,4,3"}, "3 4 3"),
        ("int", "Bare", {}, "4 5"),
        ("double", "Around", {"threshold": 1, "delta": 0.5}, "0.5 1.0 1.5"),
        ("double", "Steps", {"low": 10}, "10.0 11.0 12.0"),
    ],
)
def test_subclasses(search: str, ask: str, cls: str, parameters: dict[str, Any], expected: str) -> None:
    config = {"k.class": f"{KINDS}:{cls}", **{f"k.{k}": v for k, v in parameters.items()}}
    report = explore("Named", args=ask, search__class=search, **config, **ALL)
    assert report.ok and report.output.split() == expected.split()


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        ("Plain", r"^k.max: a whole number is needed here, and it is not set \(config\)$"),
        ("Listed", r"^k.values is not set, and Listed needs it \(config\)$"),
    ],
)
def test_parameters_that_are_missing(cls: str, message: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=message):
        explore("Named", args="int", **{"k.class": f"{KINDS}:{cls}", "k.min": 1})


def test_the_command_shows_the_users_traceback_only(capfd: pytest.CaptureFixture[str]) -> None:
    from jpfpy import cli

    arguments = [f"+k.class={KINDS}:Late", "-cp", str(support.compiled("choice")), f"+vm.jdk={support.default_jdk()}"]
    status = cli.main(
        ["--quiet", "+vm.storage.class=none", f"+vm.cache={support.cache_dir()}", *arguments, "Named", "int"]
    )
    text = capfd.readouterr()
    assert status == 3 and text.out == "1\n2\n3\n"
    assert "choice_kinds.py" in text.err and "engine.py" not in text.err
    assert text.err.endswith("choice generator 'k' (tests.choice_kinds:Late), drawing choice 3 raised OSError: late\n")


@both
@por
def test_python_generators_in_threads(search: str, por: str) -> None:
    for order in ("NONE", "FIXED_SEED", "VAR_SEED"):
        report = explore("Racy", search__class=search, vm__por=por, cg__randomize_choices=order, **PLAIN)
        assert report.complete and {int(v) for v in report.output.split()} == RACY


@pytest.mark.parametrize("key", ["vm.scheduler.sync.class", "vm.scheduler.class"])
def test_schedulers(key: str) -> None:
    report = explore("Racy", **{key: f"{KINDS}:Named"}, **PLAIN)
    assert report.complete and {int(v) for v in report.output.split()} == RACY
    report = explore("Racy", **{key: f"{KINDS}:Unshared"}, **PLAIN)
    assert not report.complete and {int(v) for v in report.output.split()} < RACY
    assert report.statistics.constraints == (f"the sync policy left threads out: {KINDS}:Unshared",)
    with pytest.raises(jpfpy.ConfigError, match=r"schedule answered \[99\]: threads out of \[1, 2\] "):
        explore("Racy", **{key: f"{KINDS}:Unable"}, **PLAIN)
    with pytest.raises(jpfpy.ConfigError, match="that is no SyncPolicy"):
        explore("Racy", **{key: f"{KINDS}:Plain"}, **PLAIN)
    with pytest.raises(jpfpy.ConfigError, match="no such s"):
        explore("Racy", **{key: "gov.nasa.jpf.vm.Nonsense"}, **PLAIN)


# --- generators of threads


class Adds(jpfpy.Listener):
    """One more generator after each write of the field."""

    def __init__(self, make: Any) -> None:
        self.make = make

    @jpfpy.on(opcodes="PUTFIELD", field="Racy.y")
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        if not thread.will_re_execute_instruction and vm.get_current_choice_generator("mine") is None:
            vm.set_next_choice_generator(self.make(vm, thread))


@both
@por
def test_threads_to_choose_from(search: str, por: str) -> None:
    def all_runnable(vm: Any, thread: Any) -> Any:
        return jpfpy.ThreadChoiceFromSet("mine", [t for t in vm.live_threads if t.is_runnable])

    def others(vm: Any, thread: Any) -> Any:
        found = [t for t in vm.live_threads if t.is_runnable and t != thread]
        return jpfpy.ThreadChoiceFromSet("mine", *found or [thread])

    config = {"search.class": search, "vm.por": por, **PLAIN}
    for make in (all_runnable, lambda vm, t: jpfpy.BreakGenerator("mine", t)):
        report = explore("Racy", Adds(make), **config)
        assert report.complete and {int(v) for v in report.output.split()} == RACY
    report = explore("Racy", Adds(others), **config)
    assert not report.complete and {int(v) for v in report.output.split()} <= RACY
    with pytest.raises(ValueError, match="thread 77 cannot run"):
        explore("Racy", Adds(lambda vm, t: jpfpy.ThreadChoiceFromSet("mine", 77)), **config)


@both
def test_exceptions_to_choose_from(search: str) -> None:
    class Injects(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Field.v")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            ss = vm.system_state
            cg = ss.get_current_choice_generator("mine", jpfpy.ExceptionThreadChoiceFromSet)
            if cg is None:
                names = ["java.lang.IllegalStateException", "java.io.IOException"]
                ss.set_next_choice_generator(jpfpy.ExceptionThreadChoiceFromSet("mine", [thread], thread, names))
                thread.skip_instruction(insn)
            elif cg.get_exception_for_current_choice() and thread.is_first_step_insn():
                thread.throw(cg.get_exception_for_current_choice(), "injected")

    report = explore("Field", Injects(), search__class=search, search__multiple_errors=True)
    assert report.output == "6\n"
    assert [e.exception for e in report.errors] == ["java.lang.IllegalStateException", "java.io.IOException"]


def test_other_kinds_and_what_is_none() -> None:
    drawn = []

    class Calls(jpfpy.Listener):
        @jpfpy.on(opcodes="GETFIELD", field="Field.v")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            ss = vm.system_state
            if (cg := ss.get_current_choice_generator("calls", jpfpy.InvocationCG)) is not None:
                both = jpfpy.CompoundChoiceGenerator
                drawn.append((cg.get_next_choice(), ss.get_current_choice_generator_of_type(both).get_next_choice()))
                return
            thread.top_frame.pop()
            thread.top_frame.push(insn.last_this)
            ss.set_next_choice_generator(jpfpy.InvocationCG("calls", [("a", (1,)), ("b", ())]))
            parts = (IntIntervalGenerator("x", 1, 2), jpfpy.DoubleChoiceFromList("y", 0.5))
            ss.set_next_choice_generator(jpfpy.CompoundChoiceGenerator("both", *parts))
            thread.re_execute_instruction()

    assert explore("Field", Calls(), **ALL).output == "6\n" * 6
    assert drawn == [(c, v) for c in (("a", (1,)), ("b", ())) for v in (1, 2, 0.5)]
    with pytest.raises(TypeError, match="None is no ChoiceGenerator"):
        explore("Racy", Adds(lambda vm, t: None), **PLAIN)


def test_removed_generators() -> None:
    class Removes(jpfpy.Listener):
        def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
            if cg.id == "verifyGetInt(II)":
                vm.system_state.remove_next_choice_generator()

    report = explore("Named", Removes(), args="interval", **ALL)
    assert report.output == "1\n" and not report.complete


# --- instruction overrides


def replaced(env: Env, thread: Any, insn: Any) -> object:
    if not env.is_first_step_insn():  # top half
        env.set_next_choice_generator(IntChoiceFromSet("a", 10, 20, 30))
        env.set_next_choice_generator(IntIntervalGenerator("b", 1, 2))
        return env.RE_EXECUTE
    a, b = env.get_choice_generator("a"), env.get_choice_generator("b", jpfpy.IntChoiceGenerator)
    assert a is not None and b is not None
    thread.top_frame.pop()
    thread.top_frame.push(a.get_next_choice() + b.get_next_choice())
    return None


@both
def test_instruction_overrides(search: str) -> None:
    run = jpf("Field", search__class=search, **ALL)
    run.register_instruction("GETFIELD", replaced, field="Field.v")
    assert run.run().output.split() == [str(a + b + 1) for a in (10, 20, 30) for b in (1, 2)]
    run = jpf("Field", search__class=search)
    run.register_instruction("GETFIELD", lambda env, *_: env.BYTECODE, field="Field.v")
    assert run.run().output == "6\n"
    run = jpf("Field", search__class=search)
    run.register_instruction("GETFIELD", lambda env, *_: env.throw("java.lang.IllegalStateException", "x"), field="*.v")
    assert run.run().errors[0].message == "java.lang.IllegalStateException: x"
    run = jpf("Field", search__class=search)
    run.register_instruction("GETFIELD", lambda env, *_: env.RE_EXECUTE, field="Field.v")
    with pytest.raises(RuntimeError, match="re-executed without a choice generator"):
        run.run()


@por
def test_overrides_of_shared_accesses_interleave(por: str) -> None:
    def reads(env: Env, thread: Any, insn: Any) -> object:
        this = insn.last_this
        thread.top_frame.pop()
        thread.top_frame.push(this["y"])
        return None

    run = jpf("Racy", vm__por=por, **PLAIN)
    run.register_instruction("GETFIELD", reads, field="Racy.y")
    report = run.run()
    assert report.complete and {int(v) for v in report.output.split()} == RACY


# --- replay


@both
def test_replay_with_python_generators(search: str) -> None:
    class Fails(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Racy.y")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            if thread.top_frame.peek() == 6:
                thread.throw("java.lang.IllegalStateException", "six")

    error = explore("Racy", Fails(), search__class=search, **PLAIN).errors[0]
    again = explore("Racy", Fails(), jpf__replay=error.replay, **PLAIN).errors[0]
    assert again.message == error.message and str(again.trace) == str(error.trace)


# --- cost


def calls(target: str, n: int, **config: Any) -> int:
    """How many Python functions of ours run while the search does."""
    count = 0

    def profile(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call" and "jpfpy" in frame.f_code.co_filename

    run = jpf(target, **{"target.args": f"values,{n}"}, **config)
    run.register_peer("Quiet.ask(I)I", lambda env, i: 0)  # there is a registry, and it is not needed
    sys.setprofile(profile)
    try:
        report = run.run()
    finally:
        sys.setprofile(None)
    assert report.ok and report.statistics.transitions >= n
    return count


def test_native_kinds_cost_no_python_call() -> None:
    calls("Native", 5, **ALL)  # whatever is imported
    assert calls("Native", 5, **ALL) == calls("Native", 500, **ALL)


def test_memory_does_not_grow_with_the_combinations() -> None:
    entries: list[int] = []
    used: list[tuple[int, int]] = []

    def ask(env: Env, n: int) -> object:
        if not env.is_first_step_insn():
            for name in "abc":
                env.set_next_choice_generator(IntIntervalGenerator(name, 0, n - 1))
            return env.RE_EXECUTE
        entries.append(len(env._registry.entries))
        return 1

    run = jpf("Quiet", **{"target.args": "4,10"}, search__time_limit="1500ms", **ALL)
    run.register_peer("Quiet.ask(I)I", ask)
    report = run.run(on_progress=lambda p: used.append((p["transitions"], p["bytes"])))
    assert not report.complete and report.statistics.max_depth == 5 and report.statistics.transitions > 100
    assert max(entries) <= 4 * 3
    assert used[-1][0] > 2 * used[0][0] and used[-1][1] - used[0][1] < 16_384


# --- what generators and listeners see


def test_a_generator_looks_at_the_vm() -> None:
    config = {"k.class": f"{KINDS}:Boxes", "k.of": "Objects$B"}
    report = explore("Objects", **config, **ALL)
    assert report.ok and set(report.output.split()) == {"field"}


def test_exposure() -> None:
    class Points(jpfpy.Listener):
        def __init__(self) -> None:
            self.seen: set[str] = set()

        def choice_generator_set(self, vm: Any, cg: Any) -> None:
            if isinstance(cg, jpfpy.ExposureCG):
                assert isinstance(cg, jpfpy.SchedulingPoint) and cg.insn is not None
                self.seen.add(f"{cg.id} {cg.insn.opcode} {cg.get_source_location()}")

    points = Points()
    explore("Exposed", points, vm__shared__never_break_fields="Exposed$Holder.box")
    assert points.seen == {"EXPOSE PUTFIELD Exposed.java:22"}


def test_marks_of_the_program() -> None:
    class Marks(jpfpy.Listener):
        def __init__(self) -> None:
            self.seen: list[bool] = []

        @jpfpy.on(opcodes="RETURN", method="VerifyAll.main")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            ss = vm.system_state
            self.seen.append(ss.is_interesting)
            assert not ss.is_boring and ss.heuristic_value == 0

    marks = Marks()
    explore("VerifyAll", marks, args="ignore", **ALL)
    assert marks.seen == [False, False, True, True]
