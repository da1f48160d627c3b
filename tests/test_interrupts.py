"""Interrupts: who can be interrupted, and what that has to do with the end of a thread."""

from __future__ import annotations

import pytest

from tests import support
from tests.test_scripts import POINTS
from tests.test_shown import SEARCHES, search, told

# Transitions depth first, with vm.por=dynamic and with search.class=dpor, and the executions of dpor: an interrupt comes
# before a sleeper has woken up or afterwards, and nobody can tell whether it had ended by then.
SLEEPERS = {2: (25, 25, 43, 4), 4: (163, 163, 277, 16), 6: (901, 901, 1351, 64)}


@pytest.mark.parametrize("n", SLEEPERS)
def test_main_interrupts_threads_that_sleep(n: int) -> None:
    searches: list[dict[str, str]] = [{}, {"vm__por": "dynamic"}, {"search__class": "dpor"}]
    found = [support.explore("Told", support.compiled("por"), "sleepers", str(n), **extra) for extra in searches]
    assert all(r["complete"] and not r["errors"] for r in found)
    made = [r["statistics"]["transitions"] for r in found]
    assert (*made, found[2]["statistics"]["executions"]) == SLEEPERS[n]


OUTCOMES = {
    "before its start": "interrupted joined",
    "main": "interrupted joined",
    "itself": "interrupted joined",
    "after its end": "false true",
    "about its end": "false true",
    "another join": "interrupted joined",
    "alone": "interrupted joined",  # nobody else can run when it comes there
    "alone, with a limit": "alive ended",
}


@pytest.mark.parametrize("how", OUTCOMES)
def test_an_interrupt_comes_before_and_after_what_it_meets(how: str) -> None:
    classes = support.compiled("por")
    for extra in [{"vm__por": "false"}, *SEARCHES.values(), {"search__threads": "2"}]:
        report = support.explore("Told", classes, how, **extra)
        assert report["complete"] and support.outcomes(report) == set(OUTCOMES[how].split()), extra


def test_who_has_ended_is_in_one_state_whenever_it_was_interrupted() -> None:
    """Before its end, or afterwards: Thread.isInterrupted says that it was."""
    text = """public class Once { public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> {});
        t.start();
        t.interrupt();
        t.join();
        System.out.println("R " + t.isInterrupted());
    } }"""
    classes = support.compile_texts({"Once.java": text})
    for extra in [{"vm__por": "false"}, *SEARCHES.values()]:
        report = support.explore("Once", classes, **extra)
        assert report["complete"] and support.outcomes(report) == {"true"}, extra


# Programs of Shown: a join that an interrupt may end, whose thread has not been started yet, or has to be.
JOINED = {
    ("+2+1", "i2", "j1s."): {"", "I"},
    ("+1+2", "j2b(i2)", "?1a(aN)"): {"RU", "TE", "WA"},
    ("+1+2", "a(i2)j2", "!1"): {"al", "de"},
    ("~+1+2", "j2", "i1j1"): {"0", "1", "1 I", "2"},
}


@pytest.mark.parametrize("codes", JOINED, ids=" ".join)
def test_a_join_that_an_interrupt_may_end_comes_before_the_start_as_well(codes: tuple[str, ...]) -> None:
    for extra in [{"vm__por": "false"}, *SEARCHES.values(), {"search__class": "dpor", **POINTS}]:
        assert told(search([*codes], **extra)) == JOINED[codes], extra
