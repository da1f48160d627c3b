"""SystemState and ThreadInfo as JPF tells them: invariants at every notification, and the two halves of instructions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import jpfpy
from jpfpy.listener import SEARCH_EVENTS, VM_EVENTS
from tests.test_cascades import ALL, both, explore, por
from tests.test_generators import PLAIN

QUIET = ("execute_instruction", "instruction_executed")  # asked below, of the program's own instructions


class Everything(jpfpy.Listener):
    """Asks everything, whenever it is told anything."""

    def __init__(self, again: bool = False) -> None:  # again: states are left more than once (iddfs)
        self.told: Counter[str] = Counter()
        self.again = again
        self.ids: dict[int, object] = {}
        self.running = -1

    def ask(self, name: str, first: Any, *rest: Any) -> None:
        vm = getattr(first, "vm", first)
        ss = vm.get_system_state()
        current, here, path = ss.get_choice_generator(), ss.get_current_choice_generators(), ss.get_choice_generators()
        assert (current is None) == (not here)
        if current is not None:
            # the last registered is the current one, and the only one that is not cascaded
            assert here[-1] is current and [cg.is_cascaded() for cg in here] == [True] * (len(here) - 1) + [False]
            assert current.get_cascade() == here and current.get_all() == path and path[-1] is current
            assert [cg.get_cascaded_parent() for cg in here] == [None, *here[:-1]]
            assert path[0].get_previous_choice_generator() is None and current.get_number_of_parents() == len(path) - 1
            assert sum(cg.is_scheduling_point() for cg in here) <= 1  # one thread a transition
            assert len({cg.state_id for cg in here}) == 1
            total = current.get_total_number_of_choices()
            assert len(current.get_all_choices()) == total >= current.get_processed_number_of_choices()
            assert len(list(current)) == total and current.get_id() == current.id
            assert ss.get_current_choice_generator(current.id) is current
            assert ss.get_current_choice_generator(current.id, jpfpy.ChoiceGenerator) is current
            assert ss.get_current_choice_generator("no such id") is None
            point = ss.get_current_scheduling_point()
            assert point is None or isinstance(point, jpfpy.SchedulingPoint)
        assert ss.get_last_choice_generator_of_type(jpfpy.PermutationCG) is None
        root = ss.get_last_choice_generator_of_type(jpfpy.ThreadChoiceFromSet)
        assert root is not None or not path
        assert len(ss.get_kernel_state().threads) == ss.get_thread_count()
        if name.startswith("choice_generator_"):
            assert rest[0] is not None
            if name in ("choice_generator_set", "choice_generator_advanced"):
                assert rest[0] in here and rest[0] is here[here.index(rest[0])]
            if name == "choice_generator_registered":
                assert rest[0].get_processed_number_of_choices() == 0 and rest[0] not in here
        if name == "state_advanced" and first.is_new_state and not first.is_end_state:
            assert self.again or ss.get_id() not in self.ids  # unique
            self.ids[ss.get_id()] = True
            following = ss.get_next_choice_generator()
            assert following is None or following.get_cascade()[0].get_previous_choice_generator() == current
        if name == "search_restarted":
            self.ids.clear()
        self.told[name] += 1


def _asks(name: str) -> Any:
    return lambda self, *args: self.ask(name, *args)


for _name in (*SEARCH_EVENTS, *VM_EVENTS):
    if _name not in QUIET:
        setattr(Everything, _name, _asks(_name))
for _name in QUIET:
    setattr(Everything, _name, jpfpy.on(method="Racy.*,Named.*")(_asks(_name)))


class Extra(jpfpy.Listener):
    def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
        if cg.id == "k" and isinstance(cg, jpfpy.IntChoiceGenerator):
            vm.system_state.set_next_choice_generator(jpfpy.DoubleChoiceFromSet("extra", 1.0, 2.0))


@both
@por
@pytest.mark.slow
def test_invariants(search: str, por: str) -> None:
    asked = Everything(search == "iddfs")
    report = explore("Racy", Extra(), asked, search__class=search, vm__por=por, **PLAIN)
    assert report.complete and {int(v) for v in report.output.split()} == {0, 3, 4, 6, 8}
    assert asked.told["choice_generator_advanced"] > asked.told["choice_generator_set"] > 50


class Halves(jpfpy.Listener):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def note(self, what: str, thread: Any, insn: Any) -> None:
        again = " again" if what == "executed" and thread.will_re_execute_instruction else ""
        first = " first" if thread.is_first_step_insn else ""
        assert bool(thread.is_first_step_insn()) == bool(first)
        self.seen.append(f"{what} {insn.opcode}{first}{again}")

    @jpfpy.on(opcodes="INVOKESTATIC,GETFIELD,PUTFIELD", method="Named.main,Racy.lambda*")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        if insn.executed_method_name in ("getInt", "y") or insn.opcode != "INVOKESTATIC":
            self.note("execute", thread, insn)

    @jpfpy.on(opcodes="INVOKESTATIC,GETFIELD,PUTFIELD", method="Named.main,Racy.lambda*")
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        assert thread.will_re_execute_instruction() == (next_insn == insn)
        if insn.executed_method_name in ("getInt", "y") or insn.opcode != "INVOKESTATIC":
            self.note("executed", thread, insn)


@both
def test_both_halves_of_a_native_call(search: str) -> None:
    halves = Halves()
    explore("Named", halves, args="interval2", search__class=search, **ALL)
    bottom = ["execute INVOKESTATIC first", "executed INVOKESTATIC first"]
    # the class of the call is initialized before it is executed
    assert halves.seen[-6:] == ["execute INVOKESTATIC", "executed INVOKESTATIC again", *bottom, *bottom]


def test_halves_at_scheduling_points() -> None:
    halves = Halves()
    explore("Racy", halves, **PLAIN)
    fields = [e for e in halves.seen if "FIELD" in e]
    assert "executed GETFIELD again" in fields and "executed GETFIELD first" in fields
    # whatever came to a first half only has no result yet; alone, a thread goes through at once
    assert Counter(e.split()[0] for e in fields)["execute"] >= len([e for e in fields if e.startswith("executed")])
    assert not any(e.endswith("first again") for e in fields)


def test_operands_are_not_a_result_in_the_first_half() -> None:
    class Careless(jpfpy.Listener):
        @jpfpy.on(opcodes="GETFIELD", field="Racy.y")
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
            thread.top_frame.set_operand(0, 1)

    with pytest.raises(RuntimeError, match="its operands are not its result yet"):
        explore("Racy", Careless(), **PLAIN)
