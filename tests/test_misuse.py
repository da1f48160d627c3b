"""What is wrong with a listener, a filter, a peer or the configuration is told: an error, or a note in the report."""

from __future__ import annotations

import json
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.report.publish import render
from tests import support
from tests.support import CONC, CONFIG, jpf


def verify(*listeners: Any, **config: str) -> jpfpy.Report:
    given = {**CONFIG, **support.dotted(config)}
    return jpfpy.verify("SafeAccount", classpath=support.compiled("conc"), config=given, listeners=listeners)


class Misnamed(jpfpy.Listener):
    def stateAdvanced(self, search: Any) -> None: ...


WARNING = "warning: Misnamed.stateAdvanced is never called: the notification is state_advanced"


def test_notes_are_in_every_form_of_the_report() -> None:
    with pytest.warns(jpfpy.JPFWarning, match="^Misnamed.stateAdvanced is never called") as caught:
        report = verify(Misnamed())
    assert [w.filename for w in caught] == [__file__]
    assert report.ok and report.notes == [WARNING]
    assert WARNING in str(report) and WARNING in report.to_html() and WARNING in repr(report.__rich__().renderables[1])
    assert json.loads(report.to_json())["notes"] == [WARNING]
    assert [n.text for n in ET.fromstring(render("xml", report.raw)).iter("note")] == [WARNING]
    assert ET.fromstring(render("junit", report.raw)).findtext(".//system-err") == WARNING
    (said,) = json.loads(render("sarif", report.raw))["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert said == {"level": "warning", "message": {"text": WARNING}}


def test_a_report_without_notes_has_none() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = verify()
    assert report.notes == [] and "notes" not in report.raw and "note:" not in str(report)


def test_notes_of_the_configuration_are_those_of_one_run() -> None:
    jpf = jpfpy.JPF(
        {**CONFIG, "target": "SafeAccount", "classpath": support.compiled("conc"), "vm.tree_output": "true"}
    )
    jpf.add_listener(Misnamed())
    for _ in range(2):
        with pytest.warns(jpfpy.JPFWarning):
            report = jpf.run()
        assert report.notes == ["note: vm.tree_output has no effect here", WARNING]


def test_the_command_shows_notes(tmp_path: Path) -> None:
    done = jpf(
        "+vm.tree_output=true", "+listener=tests.test_misuse:Misnamed", CONC / "SafeAccount.java", cwd=support.ROOT
    )
    results = done.stdout.split(" results\n")[1].split("\n\n")[0].splitlines()
    assert results[1].startswith("data races were not looked for")
    assert results[2:] == ["note: vm.tree_output has no effect here", WARNING]
    assert f"jpf: {WARNING}" in done.stderr


class Counts(jpfpy.Listener):
    made = 0

    def __init__(self) -> None:
        Counts.made += 1
        self.states = 0

    def state_advanced(self, search: Any) -> None:
        self.states += 1

    def publish(self) -> int:
        return self.states


class Empty(jpfpy.Listener):
    def helper(self) -> None: ...


class Plain:
    def stateAdvanced(self, search: Any) -> None: ...


class Java:
    """Any class with the methods will do."""

    states = 0

    def state_advanced(self, search: Any) -> None:
        self.states += 1


@pytest.mark.parametrize(
    ("listener", "why"),
    [
        ("x", "no listener x"),
        ("no.such:Thing", "no module no.such"),
        (42, "42 is no listener: it has none of the notifications"),
        (None, "None is no listener"),
        (object, "is no listener"),
        (Plain(), "Plain.stateAdvanced is never called: the notification is state_advanced"),
        (Plain, "Plain.stateAdvanced is never called: the notification is state_advanced"),
        (lambda search: None, "is no listener"),
        (jpfpy.ConfigError, "is no listener"),
    ],
)
def test_what_is_no_listener_is_an_error(listener: Any, why: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=why):
        verify(listener)
    with pytest.raises(jpfpy.ConfigError, match=why):
        jpfpy.JPF(CONFIG).add_listener(listener)
    with pytest.raises(jpfpy.ConfigError, match=why):
        jpfpy.verify("SafeAccount", properties=[listener])


@pytest.mark.parametrize("given", ["CoverageAnalyzer", 42, Counts, Counts()])
def test_listeners_and_properties_are_lists(given: Any) -> None:
    for name in ("listeners", "properties"):
        with pytest.raises(jpfpy.ConfigError, match=rf"{name}=.* a list expected, {name}=\[...\]"):
            jpfpy.verify("SafeAccount", **{name: given})


WRONG: list[Any] = [42, None, [], {}, object(), 3.5, b"x", " "]
TAKES_NOTHING = {  # what may be left out may be None, and a list may be empty
    "classpath": (None, [], " "),
    "sourcepath": (None, [], " "),
    "config": (None, {}),
    "search": (None,),
    "jdk": (None,),
    "replay": (None,),
    "app": (None,),
    "on_output": (None,),
    "on_progress": (None,),
    "labels": (None, {}),
    "limit": (42,),
    "watch": ([],),
    "values": ([],),
    "listeners": ([],),
    "properties": ([],),
    "budget": (42, None),
    "opcodes": (None, []),
    "method": (None,),
    "thread": (None,),
    "args": ([],),
}
SEARCHES = "classpath sourcepath config jdk listeners properties".split()
PUBLIC: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "verify": (jpfpy.verify, ["target", *SEARCHES, "search", "replay", "on_output", "on_progress"]),
    "explore": (jpfpy.explore, ["target", *SEARCHES, "search", "limit", "values", "labels"]),
    "compare": (
        partial(jpfpy.compare, searches=["bfs"]),
        ["target", "classpath", "config", "searches", "budget", "seeds"],
    ),
    "Explorer": (jpfpy.Explorer, ["target", *SEARCHES, "watch"]),
    "JPF": (lambda **given: jpfpy.JPF(**given).run(), ["config", "app"]),
    "run": (lambda **given: jpfpy.JPF({**CONFIG, "target": "SafeAccount"}).run(**given), ["on_output", "on_progress"]),
    "run_once": (lambda **given: jpfpy.JPF({**CONFIG, "target": "SafeAccount"}).run_once(**given), ["on_output"]),
    "create_config": (jpfpy.JPF.create_config, ["args"]),
    "register_peer": (
        lambda **given: jpfpy.JPF().register_peer(**{"method": "A.b()V", "peer": len, **given}),
        ["method", "peer"],
    ),
    "register_instruction": (
        lambda **given: jpfpy.JPF().register_instruction(**{"opcodes": "IADD", "handler": len, **given}),
        ["handler"],
    ),
    "on": (jpfpy.on, ["opcodes", "method", "thread"]),
    "always": (jpfpy.always, ["expression"]),
    "from_error": (jpfpy.Explorer.from_error, ["error"]),
}


@pytest.mark.parametrize(("function", "name"), [(f, name) for f, (_, names) in PUBLIC.items() for name in names])
def test_every_public_function_says_what_it_takes(function: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is given for an argument: it is meant, or one line says what is expected."""
    monkeypatch.chdir(support.compiled("conc"))
    call, names = PUBLIC[function]
    for wrong in WRONG:
        allowed = TAKES_NOTHING.get(name, ())
        if any(type(wrong) is type(a) and wrong == a for a in allowed) or (function, name) == ("JPF", "config"):
            continue
        given = {"target": "SafeAccount", name: wrong} if "target" in names else {name: wrong}
        with pytest.raises(jpfpy.JPFError) as info:
            call(**given)
        assert len(str(info.value).splitlines()) == 1, (wrong, str(info.value))
    with pytest.raises(jpfpy.ConfigError, match="a key is a text"):
        jpfpy.verify("SafeAccount", config={42: 1})  # type: ignore[dict-item]


def test_a_property_has_a_check() -> None:
    with pytest.raises(jpfpy.ConfigError, match="has no check"):
        jpfpy.verify("SafeAccount", properties=[Counts()])


def test_a_listener_may_be_a_class_or_a_name() -> None:
    Counts.made = 0
    want = verify(one := Counts()).raw["listeners"]["Counts"]
    assert one.states == want > 1 and Counts.made == 1
    assert verify(Counts).raw["listeners"]["Counts"] == want and Counts.made == 2
    assert verify(f"{__name__}:Counts").raw["listeners"]["Counts"] == want and Counts.made == 3
    assert "SearchStats" in verify("SearchStats").raw["listeners"]
    report = jpfpy.verify("SafeAccount", classpath=support.compiled("conc"), config={**CONFIG, "listener": Counts})
    assert report.raw["listeners"]["Counts"] == want and Counts.made == 4
    java = Java()
    verify(java)
    assert java.states == want


def test_a_listener_that_listens_to_nothing_is_told_of() -> None:
    with pytest.warns(jpfpy.JPFWarning, match="Empty overrides no notification: it is never called"):
        assert len(verify(Empty).notes) == 1


def test_what_only_adds_to_the_report_is_a_listener() -> None:
    class Console:
        def publish_finished(self, publisher: Any) -> None:
            publisher.out.write("the end\n")

    class Adds:
        def publish(self) -> int:
            return 3

    report = verify(Console, Adds())
    assert report.notes == [] and report.raw["listeners"] == {"Adds": 3}
    assert report.raw["extensions"] == {"finished": "the end\n"}


def filtered(**filters: str) -> Any:
    class Filtered(jpfpy.Listener):
        @jpfpy.on(**filters)  # type: ignore[arg-type]
        def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None: ...

    return Filtered()


@pytest.mark.parametrize(
    ("filters", "matches"),
    [
        ({"field": "SafeAccount$Account.balance"}, True),
        ({"field": "SafeAccount.balanse"}, False),
        ({"opcodes": "PUTFIELD,PUTSTATIC", "field": "*balance"}, True),
        ({"opcodes": "DREM"}, False),
        ({"method": "Safeaccount.*"}, False),
        ({"method": "SafeAccount.*", "thread": "main"}, True),
        ({"method": "SafeAccount.*", "thread": "Main"}, False),
    ],
)
def test_a_filter_that_matches_nothing_is_told_of(filters: dict[str, str], matches: bool) -> None:
    report = verify(filtered(**filters))
    text = ", ".join(f'{k}="{v}"' for k, v in sorted(filters.items(), key=lambda x: x[0] != "opcodes"))
    told = f"{filtered.__qualname__}.<locals>.Filtered.instruction_executed was never called"
    near = {"SafeAccount.balanse": "SafeAccount$Account.balance", "Safeaccount.*": "SafeAccount.*"}
    meant = next((f"; nearest: {m}" for f, m in near.items() if f in text), "")
    want = [] if matches else [f"note: {told}: nothing has matched its filter ({text}){meant}"]
    assert report.ok and report.notes == want


def test_a_filter_of_a_class_counts_once() -> None:
    @jpfpy.on(thread="nobody")
    class Filtered(jpfpy.Listener):
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None: ...

        def thread_started(self, vm: Any, thread: Any) -> None: ...

    (note,) = verify(Filtered()).notes
    assert note.endswith('Filtered was never called: nothing has matched its filter (thread="nobody")')


def test_a_listener_added_on_the_way_keeps_what_was_called() -> None:
    class Adds(jpfpy.Listener):
        @jpfpy.on(method="SafeAccount.main")
        def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
            jpf.add_listener(Counts())

    config = {**CONFIG, "target": "SafeAccount", "classpath": str(support.compiled("conc"))}
    jpf = jpfpy.JPF(config)
    jpf.add_listener(Adds)
    assert jpf.run().notes == []
    jpf = jpfpy.JPF(config)
    jpf.add_listener(Adds, Counts)
    jpf.remove_listener(Adds)
    assert [type(x) for x in jpf.listeners] == [Counts]


def test_shipped_listeners_may_match_nothing() -> None:
    notes = verify("ExceptionInjector", "NonNullChecker", "ChoiceSelector").notes
    assert notes == ["not whole: a listener ignored states"]


def test_a_peer_that_matches_nothing_is_told_of() -> None:
    jpf = jpfpy.JPF({**CONFIG, "target": "SafeAccount", "classpath": str(support.compiled("conc"))})
    jpf.register_peer("SafeAccount.depozit(I)V", lambda env, this, n: None)
    jpf.register_peer("java.lang.Thread.currentTime()J", lambda env: 0)
    jpf.register_instruction("DREM", lambda env, thread, insn: None)
    notes = jpf.run().notes
    assert notes[0].startswith("note: the instruction override ") and notes[0].endswith('(opcodes="DREM")')
    assert notes[1:] == [
        f"note: the peer of {name} was never called: nothing has called such a method"
        for name in ("SafeAccount.depozit(I)V", "java.lang.Thread.currentTime()J")
    ]
    with pytest.raises(jpfpy.ConfigError, match="the peer of A.b..V: 3 cannot be called"):
        jpf.register_peer("A.b()V", 3)  # type: ignore[arg-type]
    with pytest.raises(jpfpy.ConfigError, match="the override of DREM: None cannot be called"):
        jpf.register_instruction("DREM", None)  # type: ignore[arg-type]


def test_steps_are_recorded_for_who_says_so() -> None:
    class Reads(jpfpy.Listener):
        steps: list[int] = []  # the word alone means nothing

        def state_advanced(self, search: Any) -> None:
            self.steps.append(len(search.transition.steps))

    with pytest.raises(jpfpy.ConfigError, match="record_steps = True"):
        verify(Reads())

    class Says(Reads):
        steps: list[int] = []
        record_steps = True

    verify(says := Says())
    assert sum(says.steps) > 10
    verify(reads := Reads(), vm__store_steps="true")
    assert reads.steps == says.steps


class Chosen(jpfpy.IntChoiceGenerator):
    def choices(self) -> list[int]:
        return [3, 4]


class Asks(jpfpy.Attributor):
    asked: set[str] = set()

    def set_attributes(self, ci: Any) -> None:
        self.asked.add(ci.name)


class Order(jpfpy.SyncPolicy):
    asked: set[str] = set()

    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int]:
        self.asked.add(action)
        return runnable


class Shares(jpfpy.SharednessPolicy):
    asked: set[str] = set()

    def can_have_shared_object_cg(self, thread: int, field: str) -> bool:
        self.asked.add(field)
        return True


@pytest.mark.parametrize("answer", [3, [], [99], "x", [0, 0], None])
def test_what_a_sync_policy_answers(answer: Any) -> None:
    class Answers(jpfpy.SyncPolicy):
        def schedule(self, thread: int | None, action: str, runnable: list[int]) -> Any:
            return answer

    if answer is None:
        assert (
            support.verify("SafeAccount", classes=support.compiled("conc"), vm__scheduler__sync__class=Answers).result
            == "incomplete"
        )
        return
    with pytest.raises(jpfpy.ConfigError, match=r"Answers\.schedule answered .*: threads out of \[\d.* expected"):
        support.verify("SafeAccount", classes=support.compiled("conc"), vm__scheduler__sync__class=Answers)


def test_what_is_asked_with_yes_or_no_is_answered_so() -> None:
    class Forgets(jpfpy.SharednessPolicy):
        def can_have_shared_object_cg(self, thread: int, field: str) -> bool:
            print(field)  # type: ignore[return]

    with pytest.raises(
        jpfpy.ConfigError, match=r"Forgets\.can_have_shared_object_cg answered None: True or False expected"
    ):
        support.verify("SafeAccount", classes=support.compiled("conc"), vm__scheduler__sharedness__class=Forgets)

    class Nor(jpfpy.FieldLockInfo):
        def is_protected(self, thread: int, locks: list[str], checks: int) -> Any:
            return "yes"

    with pytest.raises(jpfpy.ConfigError, match=r"Nor\.is_protected answered 'yes': True or False expected"):
        support.verify("SafeAccount", classes=support.compiled("conc"), vm__por__fieldlockinfo__class=Nor)


def test_classes_where_the_configuration_takes_names() -> None:
    class Local(Asks):
        asked: set[str] = set()

    config: dict[str, Any] = {
        **CONFIG,
        "target": "SafeAccount",
        "classpath": str(support.compiled("conc")),
        "vm.attributor.class": Asks,
        "vm.scheduler.sync.class": Order,
        "vm.scheduler.sharedness.class": Shares,
    }
    assert jpfpy.JPF(config).run().ok
    assert "SafeAccount" in Asks.asked and "LOCK" in Order.asked and "SafeAccount$Account.balance" in Shares.asked
    assert jpfpy.JPF({**config, "vm.attributor.class": Local}).run().ok and "SafeAccount" in Local.asked
    named = {**CONFIG, "target": "Named", "target.args": "int", "classpath": str(support.compiled("choice"))}
    report = jpfpy.JPF({**named, "k.class": Chosen}).run()
    assert report.ok and sorted(report.output.split()) == ["3", "4"]
    assert report.config["k.class"] == "tests.test_misuse:Chosen"
    with pytest.raises(jpfpy.ConfigError, match="k.class=tests.test_misuse:Counts: that is no ChoiceGenerator"):
        jpfpy.JPF({**named, "k.class": Counts}).run()
    for key, wrong in (("vm.attributor.class", "no Attributor"), ("vm.scheduler.sync.class", "no SyncPolicy")):
        with pytest.raises(jpfpy.ConfigError, match=wrong):
            jpfpy.JPF({**config, key: Counts}).run()
    with pytest.raises(jpfpy.ConfigError, match="no jpfpy.Heuristic or jpfpy.Search"):
        jpfpy.JPF({**config, "search.class": Counts}).run()


def test_methods_that_nobody_calls_are_told_of() -> None:
    class Nearly(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD")
        def look(self, vm: Any, thread: Any, insn: Any) -> None: ...

        @jpfpy.on(opcodes="PUTFIELD")
        def executeInstruction(self, vm: Any, thread: Any, insn: Any) -> None: ...

        def state_advance(self, search: Any) -> None: ...

        def publishFinished(self, publisher: Any) -> None: ...

        def helper(self) -> None: ...

        @jpfpy.on(opcodes="PUTFIELD")
        def _both(self, vm: Any, thread: Any, method: Any) -> None: ...

        method_exited = _both

        def search_started(self, search: Any) -> None: ...

    with pytest.warns(jpfpy.JPFWarning):
        notes = [n for n in verify(Nearly).notes if n.startswith("warning: ")]
    assert [n.replace(f"{Nearly.__qualname__}.", "") for n in notes] == [
        "warning: look has a filter (jpfpy.on) and is no notification",
        "warning: executeInstruction is never called: the notification is execute_instruction",
        "warning: state_advance is never called: the notification is state_advanced",
        "warning: publishFinished is never called: the notification is publish_finished",
    ]


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("deposits.inclde", ["warning: nobody asked for deposits.inclde (nearest: deposits.include)"]),
        ("deposits.most.of", []),  # no key at all that is like one that was asked for: it may be another's
        ("deposits.place.3", []),  # behind the end of a numbered list
        ("deposits.include", []),
    ],
)
def test_a_mistyped_key_of_a_listener_of_ones_own_is_told(key: str, told: list[str], hello: Path) -> None:
    """Which keys it has is known from what it asks for, also late."""

    class Deposits(jpfpy.Listener):
        def __init__(self, config: Any) -> None:
            self.config = config
            self.places = [config.get_string(f"deposits.place.{n}", "") for n in (1, 2)]

        def search_finished(self, search: Any) -> None:
            self.config.get("deposits.include")
            self.config.get_int("deposits.most", 0)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jpfpy.JPFWarning)
        report = jpfpy.verify("Hello", classpath=str(hello), config={key: "1"}, listeners=[Deposits])
    assert report.ok and report.notes == told


class Unchecked(jpfpy.Property):
    pass


class Forgot(jpfpy.Property):
    def check(self, search: Any, vm: Any) -> Any:
        search.is_end_state  # noqa: B018


class Says(jpfpy.Property):
    answer: Any = None

    def check(self, search: Any, vm: Any) -> Any:
        return self.answer


class AnswersView(Says):
    def check(self, search: Any, vm: Any) -> Any:
        return search.is_new_state  # an Answer


def judged(one: Any, **keywords: Any) -> jpfpy.Report:
    keywords["config"] = {**CONFIG, **keywords.get("config", {})}
    return jpfpy.verify("SafeAccount", classpath=support.compiled("conc"), properties=[one], **keywords)


def test_a_property_has_a_check_of_its_own() -> None:
    """That of the base class is none; shipped properties judge in their own ways."""
    for one in (Unchecked, Unchecked(), jpfpy.Property, jpfpy.PropertyListener(), f"{__name__}:Unchecked"):
        with pytest.raises(jpfpy.ConfigError, match=r"has no check\(search, vm\)"):
            judged(one)
    for shipped in ("NoStateCycles", "HeapTracker", "IdleFilter", jpfpy.always("1 < 2")):
        assert judged(shipped, config={"search.class": "dfs"}).ok, shipped


def test_a_check_answers_true_or_false() -> None:
    with pytest.raises(jpfpy.ConfigError, match="^Forgot.check answered None: True or False is expected$"):
        judged(Forgot)
    numpy_bool = type("bool_", (), {"__module__": "numpy", "__bool__": lambda self: False})
    for answer in ("no", "", 0, 1, [], 2.5, "x" * 999):
        one = Says()
        one.answer = answer
        with pytest.raises(jpfpy.ConfigError, match=r"^Says.check answered .*: True or False is expected$") as info:
            judged(one)
        assert len(str(info.value)) < 150
    one = Says()
    one.answer = True
    assert judged(one).ok
    for false in (False, numpy_bool()):
        one.answer = false
        error = judged(one).errors[0]
        assert (error.property, error.message) == ("Says", "Says does not hold"), "it has no error_message"
    assert judged(AnswersView).errors[0].property == "AnswersView", "what a view answers is a truth value"


def test_a_method_that_cannot_be_called_is_named() -> None:
    class Short(jpfpy.Listener):
        def state_advanced(self) -> None:  # type: ignore[override]
            pass

    class Long(jpfpy.Property):
        def check(self, search: Any, vm: Any, more: Any) -> bool:  # type: ignore[override]
            return True

    class Fits(jpfpy.Listener):
        def execute_instruction(self, *args: Any) -> None:
            pass

        def state_advanced(self, search: Any, more: int = 3) -> None:
            pass

    with pytest.raises(
        jpfpy.ConfigError, match=r"Short.state_advanced is called as state_advanced\(search\): too many"
    ):
        verify(Short)
    with pytest.raises(jpfpy.ConfigError, match=r"Long.check is called as check\(search, vm\): missing .*'more'"):
        judged(Long)
    assert verify(Fits).ok
    with pytest.raises(TypeError, match=r"takes no opcode= \(nearest: opcodes\)"):
        jpfpy.on(opcode="GETFIELD")  # type: ignore[call-arg]
