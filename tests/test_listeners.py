"""Listeners: notifications and their order, views, filters, control, attributes, registration, failures."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import listeners as shipped
from jpfpy.usercode import split_names
from tests import support
from tests.support import BFS

verify = functools.partial(support.verify, classes="listeners")


class Automaton(jpfpy.Listener):
    """JPF's searches as an automaton: what may follow what, and the depth of each notification."""

    def __init__(self, bfs: bool) -> None:
        self.bfs = bfs
        self.depth = 0
        self.last = "nothing"
        self.follow = True
        self.advanced = self.ended = 0
        self.cg_set = False

    def step(self, name: str, allowed: str) -> None:
        assert self.last in allowed.split(), f"{name} after {self.last}"
        self.last = name

    def search_started(self, search: Any) -> None:
        self.step("started", "nothing")

    def state_advanced(self, search: Any) -> None:
        self.step("advanced", "started advanced backtracked restored violated")
        assert self.follow, "advanced from a state that is not followed"
        self.depth += 1
        self.advanced += 1
        assert search.depth == self.depth
        self.follow = search.is_new_state and not search.is_end_state and not search.is_ignored_state

    def property_violated(self, search: Any) -> None:
        self.step("violated", "advanced")
        assert search.is_error_state and search.n_errors

    def state_stored(self, search: Any) -> None:
        assert self.bfs
        self.step("stored", "advanced violated")

    def state_processed(self, search: Any) -> None:
        self.step("processed", "started advanced backtracked restored")
        assert not search.has_next_state

    def state_backtracked(self, search: Any) -> None:
        if not self.bfs:
            if self.last == "advanced":
                assert not self.follow, "a state that has to be processed was backtracked"
            self.step("backtracked", "advanced violated processed")
        else:
            self.step("backtracked", "advanced violated stored")
        self.depth -= 1
        assert search.depth == self.depth
        self.follow = True

    def state_restored(self, search: Any) -> None:
        assert self.bfs
        self.step("restored", "processed stored")
        self.depth = search.depth
        self.follow = True

    def search_finished(self, search: Any) -> None:
        self.step("finished", "processed violated backtracked advanced stored restored")
        self.ended += 1

    def search_restarted(self, search: Any) -> None:
        self.__init__(self.bfs)  # type: ignore[misc]
        self.last = "started"


def random_program(seed: int, folder: Path) -> Path:
    """A few threads that read, write, lock, choose and assert at random."""
    r = random.Random(seed)
    body = []
    for _thread in range(r.randint(1, 3)):
        lines = []
        for _ in range(r.randint(1, 4)):
            lines.append(
                r.choice(
                    [
                        "x++;",
                        "y = x;",
                        "synchronized (L) { x += 2; }",
                        "if (gov.nasa.jpf.vm.Verify.getBoolean()) y++;",
                        "z[gov.nasa.jpf.vm.Verify.getInt(0, 1)]++;",
                        "assert x < 100;" if r.random() < 0.7 else "assert x < 3;",
                        "gov.nasa.jpf.vm.Verify.ignoreIf(x > 4);",
                    ]
                )
            )
        body.append(f"new Thread(() -> {{ {' '.join(lines)} }}).start();")
    name = f"Random{seed}"
    source = folder / f"{name}.java"
    source.write_text(
        f"public class {name} {{ static int x, y; static int[] z = new int[2]; static final Object L = new Object();\n"
        f"public static void main(String[] a) {{ {' '.join(body)} x++; }} }}\n"
    )
    return source


@pytest.mark.parametrize("bfs", [False, True])
@pytest.mark.parametrize("errors", ["false", "true"])
@pytest.mark.slow
def test_notifications_follow_the_automaton(tmp_path: Path, bfs: bool, errors: str) -> None:
    sources = [random_program(seed, tmp_path) for seed in range(14)]
    support.javac(tmp_path, *sources)
    for source in sources:
        a = Automaton(bfs)
        extra = {"search__class": BFS} if bfs else {}
        report = verify(source.stem, listeners=[a], classes=tmp_path, search__multiple_errors=errors, **extra)
        assert a.ended == 1, source.read_text()
        assert a.advanced >= report.statistics.states_new
        extra |= {"vm__por__sleep_sets": "false", "vm__por__places": "false"}  # as listeners have it
        silent = verify(source.stem, classes=tmp_path, search__multiple_errors=errors, **extra)
        # breadth first, what is known of classes when the search begins may save states
        assert bfs or silent.statistics.states_new == report.statistics.states_new
        assert a.advanced == report.statistics.transitions
        assert [e.replay for e in silent.errors] == [e.replay for e in report.errors]


class Everything(jpfpy.Listener):
    def __init__(self) -> None:
        self.seen: list[str] = []


for _name in (*jpfpy.listener.SEARCH_EVENTS, *jpfpy.listener.VM_EVENTS):

    def _note(self: Everything, *args: Any, _name: str = _name) -> None:
        self.seen.append(_name)

    setattr(Everything, _name, _note)


def test_every_notification_is_given() -> None:
    e = Everything()
    verify("Monitors", listeners=[e])
    missing = set(jpfpy.listener.SEARCH_EVENTS + jpfpy.listener.VM_EVENTS) - set(e.seen)
    only_elsewhere = {"state_restored", "state_purged", "state_stored", "property_violated", "search_constraint_hit"}
    assert missing <= only_elsewhere | {"search_probed", "search_restarted", "gc_begin", "gc_end"}, missing
    begin = e.seen.index("vm_initialized")
    assert set(e.seen[:begin]) == {"load_class", "class_loaded"}  # main's class
    assert e.seen[begin + 1] == "search_started" and e.seen[-1] == "search_finished"
    i = e.seen.index("object_wait")
    assert "object_unlocked" in e.seen[:i] and "object_locked" in e.seen[i:]


def test_views() -> None:
    found: dict[str, Any] = {}

    class Look(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Bank$Account.balance", thread="main")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            frame = thread.top_frame
            account = insn.last_this
            found.update(
                opcode=insn.opcode,
                field=insn.field_info.full_name,
                old=frame.locals["old"],
                n=frame.locals["n"],
                this=frame.this == account,
                top=frame.peek(),
                balance=account["balance"],
                names=list(account),
                shared=account.is_shared,
                stack=thread.stack_trace(),
                line=insn.source_line,
                class_name=account.class_name,
                stale=account,
                method=frame.method.argument_types,
            )

    verify("Bank", listeners=[Look()])
    stale = found.pop("stale")
    assert found == {
        "opcode": "PUTFIELD",
        "field": "Bank$Account.balance",
        "old": found["top"] - 7,
        "n": 7,
        "this": True,
        "top": found["top"],
        "balance": found["balance"],
        "names": ["balance"],
        "shared": True,
        "stack": ["Bank$Account.deposit(Bank.java:8)", "Bank.main(Bank.java:29)"],
        "line": found["line"],
        "class_name": "Bank$Account",
        "method": ["int"],
    }
    with pytest.raises(jpfpy.StaleViewError):
        stale["balance"]
    assert "stale" in repr(stale)


def test_change_fields_locals_and_skip() -> None:
    class Change(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.top_frame.set_operand(0, 100)

    report = verify("Bank", listeners=[Change()])
    assert set(report.output.splitlines()) == {"balance 100"}

    class Skip(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            insn.last_this["balance"] = 3
            thread.top_frame.locals["old"] = 0
            # what the skipped instruction would have popped is unused at the end of the method
            thread.skip_instruction()

    assert set(verify("Bank", listeners=[Skip()]).output.splitlines()) == {"balance 3"}


def test_throw_ignore_end_and_error() -> None:
    class Throw(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance", thread="main")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.throw("java.lang.IllegalStateException", "from a listener")

    error = verify("Bank", listeners=[Throw()]).errors[0]
    assert error.exception == "java.lang.IllegalStateException" and "from a listener" in error.message

    class Ignore(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance", thread="main")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            vm.ignore_state()

    report = verify("Bank", listeners=[Ignore()])
    assert report.result == "incomplete" and report.output == ""
    assert "a listener ignored states" in report.statistics.constraints

    class End(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            if search.depth == 3:
                search.terminate()

    report = verify("Bank", listeners=[End()])
    assert report.result == "incomplete" and report.statistics.max_depth == 3

    class Wrong(jpfpy.PropertyListener):
        def check(self, search: Any, vm: Any) -> bool:
            return not search.is_end_state

        error_message = "it must not end"

    report = verify("Bank", listeners=[Wrong()])
    assert report.errors[0].property == "Wrong" and report.errors[0].message == "it must not end"
    assert jpfpy.verify(
        "Bank", classpath=support.compiled("listeners"), properties=[Wrong()], config=support.CONFIG
    ).errors


def test_attributes_backtrack() -> None:
    seen = set()

    class Attr(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="*Account.balance")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            account = insn.last_this
            account.set_attr((account.get_attr() or 0) + 1)
            thread.set_attr("wrote")
            seen.add(account.attr)

    verify("Bank", listeners=[Attr()], vm__por="false")
    # each path writes twice; without backtracking the count would grow from path to path
    # (twice told of, where the write is a scheduling point)
    assert 2 <= max(seen) <= 4


def test_reschedule_makes_a_state() -> None:
    class Break(jpfpy.Listener):
        @jpfpy.on(opcodes="IADD", method="Bank$Account.deposit")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            thread.reschedule()

    assert verify("Bank", listeners=[Break()]).statistics.states_new > verify("Bank").statistics.states_new


def test_a_listener_that_raises() -> None:
    class Bad(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            if search.depth > 2:
                raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine") as info:
        verify("Bank", listeners=[Bad()])
    assert info.traceback[-1].name == "state_advanced"
    report = info.value.report  # type: ignore[attr-defined]
    assert report.result == "incomplete" and report.statistics.states_new == 3


def test_command_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import jpfpy\n"
        "class Count(jpfpy.Listener):\n"
        "    def __init__(self, config):\n        self.n = 0; self.step = int(config.get('count.step', '1'))\n"
        "    def state_advanced(self, search):\n        self.n += self.step\n"
        "    def search_finished(self, search):\n        print('counted', self.n)\n"
        "class Bad(jpfpy.Listener):\n"
        "    def search_started(self, search):\n        raise KeyError('oops')\n"
    )

    jpf = functools.partial(support.jpf, "-cp", support.compiled("listeners"), cwd=tmp_path)
    done = jpf("+listener=mine:Count,.listener.SearchStats", "+listener+=:mine:Count", "+count.step=2", "Bank")
    assert done.returncode == 0, done.stderr
    assert "counted " in done.stdout
    done = jpf("+jpf.listener=mine:Bad", "Bank")
    assert done.returncode == 3 and "KeyError: 'oops'" in done.stderr and "search_started" in done.stderr
    done = jpf("+listener=com.example.MyJavaListener", "Bank")
    assert done.returncode == 2 and "Java listeners are not run" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_names_between_colons() -> None:
    assert split_names("a.b:C") == ["a.b:C"]
    assert split_names(".listener.A:.listener.B,gov.nasa.jpf.listener.C") == [
        ".listener.A",
        ".listener.B",
        "gov.nasa.jpf.listener.C",
    ]
    assert split_names("m:A:x.y:B") == ["m:A", "x.y:B"]


def test_dynamic_add_and_remove() -> None:
    calls: list[str] = []

    class Late(jpfpy.Listener):
        def state_backtracked(self, search: Any) -> None:
            calls.append("late")
            jpf.remove_listener(self)

    class First(jpfpy.Listener):
        def search_started(self, search: Any) -> None:
            jpf.add_search_listener(Late())

    classes = str(support.compiled("listeners"))
    config = jpfpy.JPF.create_config(["-cp", classes, f"+vm.jdk={support.default_jdk()}", "Bank"])
    config.put("some.key", "v", "test")
    jpf = jpfpy.JPF(config)
    jpf.add_vm_listener(First())
    assert jpf.run().ok
    assert calls == ["late"]


def test_autoload_by_annotation() -> None:
    report = verify(
        "Marked",
        listener__autoload="Marked$Watched",
        **{"listener.Marked$Watched": "jpfpy.listeners.stats:SearchStats"},
    )
    assert "SearchStats" in report.raw.get("listeners", {})  # type: ignore[operator]


def test_all_shipped_listeners_load() -> None:
    for name in shipped.__all__:
        assert shipped.find(name) is not None, name


RACES = {
    "field": True,
    "readonly": False,
    "element": True,
    "elements": False,
    "monitor": False,
    "half": True,
    "mutex": False,
    "atomic": False,
    "latch": False,
    "volatile": False,
    "badflag": True,
}


@pytest.mark.parametrize("what", RACES)
@pytest.mark.parametrize("search", ["dfs", "bfs"])
def test_race_detector_finds_planted_races_only(what: str, search: str) -> None:
    extra = {"search__class": BFS} if search == "bfs" else {}
    report = verify("Races", what, listener="gov.nasa.jpf.listener.PreciseRaceDetector", **extra)
    if not RACES[what]:
        assert report.ok, report.errors[0].message
        return
    error = report.errors[0]
    assert error.kind == "race" and error.property == "PreciseRaceDetector"
    assert error.message.count("Races.body(Races.java:") == 2 and "data race on" in error.message


def test_coverage_is_what_an_independent_count_says() -> None:
    lines: dict[str, set[int]] = {}

    class Count(jpfpy.Listener):
        @jpfpy.on(method="Races*")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            lines.setdefault(insn.method.class_name, set()).add(insn.line)

    report = verify("Races", "monitor", listeners=[Count()], listener="CoverageAnalyzer")
    found = report.raw["listeners"]["CoverageAnalyzer"]["classes"]["Races"]  # type: ignore[typeddict-item]
    assert set(found["reached"]) == lines["Races"]
    assert 21 in found["reached"] and 17 in found["missed"]  # the monitor's case; the field's


@pytest.mark.parametrize(
    ("listener", "source", "status", "expected"),
    [
        ("search_log:SearchLog", "Bank.java", 0, "> state 0 (new) by "),
        (".listener.StateSpaceDot", "Bank.java", 0, "dot file generated: jpf-state-space.dot"),
        ("state_graph:StateGraph", "Bank.java", 0, "states.dot: "),
        ("perturb:OneTooMany", "Bank.java", 0, "balance 15"),
        ("choices:Draws", "Dice.java", 0, "getInt(1, 3) at Dice.java:5"),
        ("never_negative:NoLostUpdate", "Bank.java", 1, "a deposit was lost"),
    ],
)
@pytest.mark.slow
def test_examples(tmp_path: Path, listener: str, source: str, status: int, expected: str) -> None:
    for file in (support.ROOT / "examples" / "listeners").iterdir():
        if file.is_file():
            (tmp_path / file.name).write_text(file.read_text())
    done = support.jpf(f"+listener={listener}", source, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert expected in done.stdout
    if "Dot" in listener:
        assert (tmp_path / "jpf-state-space.dot").read_text().startswith("digraph")


def test_a_view_of_the_search_that_is_kept_says_what_held_then() -> None:
    """The engine makes one view serve all notifications of which nobody keeps it."""

    class Keeps(jpfpy.Listener):
        def __init__(self) -> None:
            self.kept: list[Any] = []
            self.seen: list[tuple[int, int, bool]] = []

        def state_advanced(self, search: Any) -> None:
            if len(self.kept) % 3 == 2:  # some are asked at once, some only when the search is over
                self.seen.append((search.state_id, search.depth, bool(search.is_new_state)))
            else:
                self.seen.append((-1, -1, False))
            self.kept.append(search)

    class Reads(jpfpy.Listener):
        def __init__(self) -> None:
            self.seen: list[tuple[int, int, bool]] = []
            self.same: set[int] = set()

        def state_advanced(self, search: Any) -> None:
            self.seen.append((search.state_id, search.depth, bool(search.is_new_state)))
            self.same.add(id(search))

    keeps, reads, alone = Keeps(), Reads(), Reads()
    verify("Bank", listeners=[keeps, reads])
    verify("Bank", listeners=[alone])
    assert len({id(v) for v in keeps.kept}) == len(keeps.kept) == len(reads.seen) > 5
    assert [(v.state_id, v.depth, bool(v.is_new_state)) for v in keeps.kept] == reads.seen == alone.seen
    assert all(mine in ((-1, -1, False), all_) for mine, all_ in zip(keeps.seen, reads.seen, strict=True))
    assert len(alone.same) == 1


def test_who_alone_hears_of_states_may_raise_and_change() -> None:
    """The engine calls such a handler itself: what is not plain is the dispatcher's all the same."""

    class Raises(jpfpy.Listener):
        calls = 0

        def state_advanced(self, search: Any) -> None:
            self.calls += 1
            if self.calls == 5:
                raise LookupError("fifth")

    class Counts(jpfpy.Listener):
        calls = 0

        def state_advanced(self, search: Any) -> None:
            self.calls += 1

    class Ends(jpfpy.Listener):
        calls = 0

        def state_advanced(self, search: Any) -> None:
            self.calls += 1
            if self.calls == 4:
                search.ignore_state()

    raises, alone, ends = Raises(), Counts(), Ends()
    with pytest.raises(LookupError, match="fifth"):
        verify("Bank", listeners=[raises])
    verify("Bank", listeners=[alone])
    ignores = verify("Bank", listeners=[ends])
    assert raises.calls == 5 < alone.calls
    assert ends.calls < alone.calls and ignores.statistics.states_new < alone.calls
