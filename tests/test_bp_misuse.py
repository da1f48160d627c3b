"""What is no b-program says so in one line, which names the b-thread, the event or the set at fault."""

from __future__ import annotations

import array
import itertools
from collections.abc import Callable
from typing import Any

import pytest

import jpfpy
from jpfpy import bp

from .support import compiled, default_jdk

A, B = bp.Event("a"), bp.Event("b")
SEEN: list[bp.Event] = []


def says(make: Callable[[], Any]) -> Callable[[], Any]:
    """A program of one b-thread, which says this."""

    def f() -> Any:
        yield make()

    return lambda: bp.BProgram([bp.BThread(f)]).verify()


def thread(**options: Any) -> bp.BThread:
    def f() -> Any:
        yield bp.sync(request=A)

    return bp.BThread(f, **options)


def needs(n: int) -> Any:
    yield bp.sync(request=A)


async def asynchronous() -> Any:
    yield bp.sync()


class NoSuper(bp.Event):
    def __init__(self) -> None:
        self.x = 1


def forgets() -> Any:
    bp.sync(request=A)
    yield bp.sync(request=B)


def compares() -> Any:
    event = bp.sync(request=[[A, B]])
    if event == A:
        yield bp.sync(request=B)


def looks_at_it() -> Any:
    event = bp.sync(request=[[A, B]])
    yield bp.sync(request=B, label=event.name)


def verify_itself() -> Any:
    def f() -> Any:
        programs[0].verify()
        yield bp.sync(request=A)

    programs = [bp.BProgram([bp.BThread(f)], name="mine")]
    return programs[0].verify()


def noting(event: bp.Event) -> bool:
    SEEN.append(event)
    return False


MISUSE: dict[str, tuple[Callable[[], Any], str]] = {
    "same priority": (lambda: bp.BProgram([thread(name="x", priority=1), thread(name="y", priority=1.0)]),
                      "b-threads 'x' and 'y' have the same priority 1"),
    "no number": (lambda: thread(priority="high"), "b-thread 'f': priority='high': a finite number"),
    "infinite": (lambda: thread(priority=float("inf")), "priority=inf: a finite number"),
    "epsilon": (lambda: bp.BProgram([thread()], epsilon="x"), "epsilon='x': a finite number"),  # type: ignore[arg-type]
    "third level": (says(lambda: bp.sync(request=[[[A]]])), "b-thread 'f': .*a third level"),  # type: ignore[list-item]
    "yields another thing": (says(lambda: A), "b-thread 'f' yielded Event"),
    "yields nothing": (says(lambda: None), "b-thread 'f' yielded None"),
    "requests a name": (says(lambda: bp.sync(request="a")), "b-thread 'f': request='a'"),
    "requests a set": (says(lambda: bp.sync(request=bp.ALL)), "b-thread 'f': request=ALL"),  # type: ignore[arg-type]
    "waits for a function": (says(lambda: bp.sync(wait_for=noting)), "b-thread 'f': wait_for="),  # type: ignore[arg-type]
    "state of another kind": (says(lambda: bp.sync(request=A, state=itertools.count())), "b-thread 'f': state=count.0. can not be compared"),
    "no generator": (lambda: bp.BThread(lambda: None), "is no generator function"),  # type: ignore[arg-type, return-value]
    "a generator": (lambda: bp.BThread(needs(1)), "is no generator function"),  # type: ignore[arg-type]
    "asynchronous": (lambda: bp.BThread(asynchronous), "is no generator function"),
    "too few arguments": (lambda: bp.BProgram([bp.BThread(needs)]), "b-thread 'needs': missing a required argument: 'n'"),
    "no list": (lambda: bp.BProgram(thread()), "a list of b-threads"),  # type: ignore[arg-type]
    "a function in the list": (lambda: bp.BProgram([needs]), "is no b-thread: bp.BThread"),  # type: ignore[list-item]
    "none": (lambda: bp.BProgram([]), "needs a b-thread"),
    "data without comparison": (lambda: bp.Event("e", array.array("i", [1])), "event 'e': data=array.* can not be compared"),
    "event without super": (says(lambda: bp.sync(request=NoSuper())), "NoSuper.__init__ must call super"),
    "no predicate": (lambda: bp.EventSet(3), "EventSet.3.: a function of an event"),  # type: ignore[arg-type]
    "predicate that yields": (lambda: bp.EventSet(needs), "a function of an event"),  # type: ignore[arg-type]
    "predicate that raises": (says(lambda: bp.sync(request=A, block=bp.EventSet(lambda e: e.data.x, "odd"))),
                              "EventSet odd, asked for Event.'a'.: AttributeError: .*test_bp_misuse.py:"),
    "predicate that changes data": (says(lambda: bp.sync(request=A, block=bp.EventSet(noting))),
                                    "EventSet noting: its predicate changes a list"),
    "unknown key": (lambda: bp.BProgram([thread()]).verify(config={"bp.nonsense": 1}), "bp.nonsense is no property of a b-program"),
    "storage": (lambda: bp.BProgram([thread()]).verify(config={"vm.storage.class": "x"}), "vm.storage.class=x: "),
    "replay string": (lambda: bp.BProgram([thread()]).verify(replay="x"), "not a replay string: x"),
    "group": (lambda: bp.BProgram([thread()]).verify(hot_groups=[["x"]]), "no b-thread 'x'"),
    "fairness": (lambda: bp.Fairness(weak=A), "a list of sets of events"),  # type: ignore[arg-type]
    "no fairness": (lambda: bp.BProgram([thread()]).verify(fairness=[A]), "fairness=.*bp.Fairness"),  # type: ignore[arg-type]
    "mode": (lambda: bp.BProgram([thread()]).run("walk"), "mode='walk': det, random or iter"),
    "steps": (lambda: bp.BProgram([thread()]).run(steps="x"), "steps='x'"),  # type: ignore[arg-type]
    "no yield": (lambda: bp.BProgram([bp.BThread(forgets)]).verify(),
                 "b-thread 'forgets': bp.sync.* without yield .*test_bp_misuse.py:.*: a b-thread says"),
    "no yield, compared": (lambda: bp.BProgram([bp.BThread(compares)]).verify(), "'compares': .* is compared with an event"),
    "no yield, looked at": (lambda: bp.BProgram([bp.BThread(looks_at_it)]).verify(), "'looks_at_it': .* is no event"),
    "hot": (says(lambda: bp.sync(request=A, hot="yes")), "b-thread 'f': hot='yes': True or False"),  # type: ignore[arg-type]
    "bad": (says(lambda: bp.sync(request=A, bad=3)), "bad=3: True, False or a message"),
    "flag": (lambda: bp.BProgram([thread()]).verify(config={"bp.por": "maybe"}), "bp.por=maybe: true or false"),
    "flat groups": (lambda: bp.BProgram([thread()]).verify(hot_groups=["f"]), "a list of lists of b-threads"),
    "inside itself": (lambda: verify_itself().raise_on_error(), "mine is being verified or run already"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISUSE)
def test_misuse(name: str) -> None:
    do, message = MISUSE[name]
    with pytest.raises(jpfpy.JPFError, match=message) as raised:
        do()
    assert "\n" not in str(raised.value)
    assert not SEEN, "what a b-program changes is put back"


def test_exceptions_of_any_kind_are_errors_of_the_program() -> None:
    class Odd(BaseException):
        pass

    def f() -> Any:
        yield bp.sync(request=A)
        raise Odd("odd")

    assert bp.BProgram([bp.BThread(f)]).verify().errors[0].message == "Odd: odd"


def test_a_b_thread_that_takes_no_end(capfd: pytest.CaptureFixture[str]) -> None:
    def f() -> Any:
        while True:
            try:
                yield bp.sync(request=A)
            except GeneratorExit:
                pass

    assert bp.BProgram([bp.BThread(f)]).verify().ok
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("outside", "outside a b-thread"),
        ("priority", "same priority"),
        ("level", "third level"),
        ("no priority", "add(x, null): a b-thread and its priority"),
        ("epsilon", "epsilon -1.0: a number that is not negative"),
        ("null in a request", "a requested set has null"),
        ("null in a set", "null is no event"),
        ("null for a set", "bSync by x: the watched set is null; say none"),
        ("another program", "by x, a b-thread of another b-program"),
        ("started", "startAll: the b-program runs already"),
    ],
)
def test_java_misuse(name: str, message: str) -> None:
    report = jpfpy.verify("Misuse", name, classpath=compiled("bp"), jdk=default_jdk())
    assert message in report.errors[0].message


def test_java_by_the_way() -> None:
    report = jpfpy.verify("Misuse", "own", classpath=compiled("bp"), jdk=default_jdk())
    assert report.ok and report.statistics.states_new == 3  # an event set of the program's own class
    report = jpfpy.verify("Misuse", "its own program", classpath=compiled("bp"), jdk=default_jdk())
    assert report.ok and report.statistics.states_new == 2
    report = jpfpy.verify("Misuse", "null for a request", classpath=compiled("bp"), jdk=default_jdk())
    assert report.ok and report.statistics.states_new == 2  # as none
    report = jpfpy.verify("Misuse", "assert", classpath=compiled("bp"), jdk=default_jdk())
    assert report.errors[0].exception == "java.lang.AssertionError"
    assert [t.choice.value for t in report.errors[0].trace if t.choice.id == "bSync"] == ["a"]
    again = jpfpy.verify(
        "Misuse", "assert", classpath=compiled("bp"), jdk=default_jdk(), replay=report.errors[0].replay
    )
    assert again.errors[0].exception == "java.lang.AssertionError"
