"""Reductions: what they leave out, and that they leave nothing out that matters."""

from __future__ import annotations

import functools
import time
from pathlib import Path

import pytest

from tests import support
from tests.support import BFS, DFS

PROGRAMS = [("Philo", "3", "1"), ("Philo", "3", "2"), ("Handoff", "1"), ("Handoff", "2")]


def states(name: str, *args: str, **extra: str) -> int:
    report = support.explore(name, support.compiled("por"), *args, **extra)
    assert report["result"] == "no_errors" and report["complete"], report["statistics"]["constraints"]
    count = report["statistics"]["states_new"]
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_more_than_70_percent_are_left_out(program: tuple[str, ...]) -> None:
    assert states(*program) < 0.3 * states(*program, vm__por="false")


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_persistent_sets_reduce(program: tuple[str, ...]) -> None:
    assert states(*program) < states(*program, vm__por__persistent="false")


@pytest.mark.parametrize("how", ["exit", "ignore"])
@pytest.mark.parametrize("search", [DFS, BFS])
def test_a_path_that_ends_hides_no_error(how: str, search: str) -> None:
    report = support.explore("Ends", support.compiled("por"), how, search__class=search)
    assert report["errors"][0]["message"].endswith("hidden")


@pytest.mark.parametrize("search", [DFS, BFS])
def test_a_cycle_starves_nobody(search: str) -> None:
    report = support.explore("Spinner", support.compiled("por"), search__class=search)
    assert report["errors"][0]["message"].endswith("starved")


def test_what_is_configured_away_is_said() -> None:
    report = support.explore("ArrayRace", support.compiled("conc"), cg__threads__break_arrays="false")
    assert report["result"] == "incomplete" and not report["complete"]
    assert "break_arrays" in report["statistics"]["constraints"][0]


@pytest.mark.parametrize("name", ["RacyAccount", "NotifyChoice", "HashMapRace", "LostWakeup", "InterruptWait"])
def test_errors_are_the_same_with_and_without(name: str) -> None:
    def kinds(**extra: str) -> set[tuple[str, str | None]]:
        report = support.explore(name, support.compiled("conc"), search__multiple_errors="true", **extra)
        return {(e["kind"], e["exception"]) for e in report["errors"]}

    assert kinds() == kinds(vm__por__persistent="false") == kinds(vm__por="false")


@pytest.mark.parametrize("how", ["static", "array", "lock", "joiner", "latch"])
@pytest.mark.parametrize("search", [DFS, BFS])
def test_a_thread_that_is_alone_in_the_end_conflicts_all_the_same(how: str, search: str) -> None:
    report = support.explore("Alone", support.compiled("por"), how, search__class=search)
    assert report["errors"][0]["message"].endswith("came first")


LOOKS = "alive state timed count list all group handler text wait daemon joiner sleeper cut".split()


@pytest.mark.parametrize("how", LOOKS)
@pytest.mark.parametrize("search", [DFS, BFS])
def test_who_can_tell_an_end_comes_before_it_too(how: str, search: str) -> None:
    """A thread's end waits for nobody, unless somebody can tell that it has come."""
    report = support.explore("Looks", support.compiled("por"), how, search__class=search)
    assert report["errors"][0]["message"].endswith(("alive", "state"))


def test_a_join_costs_nothing_that_is_not_owed() -> None:
    def transitions(*args: str) -> int:
        report = support.explore("Joined", support.compiled("por"), *args)
        assert report["complete"]
        return int(report["statistics"]["transitions"])

    # the ends of threads are not tried in all orders: each costs a step of its own
    assert transitions("readers", "8") < 4000
    assert transitions("forks", "8") < 8000


@pytest.mark.parametrize(
    ("program", "most"),
    [("indexer 12", 800), ("indexercas 12", 400), ("filesystem 14", 400), ("lastzero 6", 3000), ("readers 8", 2500)],
)
def test_who_comes_to_a_place_is_known(program: str, most: int) -> None:
    """Elements, static fields and locks out of an array depend on those only who come to them."""
    report = support.explore("Traces", support.compiled("por"), *program.split())
    assert report["complete"]
    assert report["statistics"]["transitions"] < most


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize(("n", "transitions"), [(2, 7), (4, 95), (6, 326)])
def test_the_first_static_field_is_a_place_as_any_other(release: int, n: int, transitions: int) -> None:
    """Where it begins depends on how many fields a JDK's Class has of its own."""
    jdk = support.jdks()[release]
    report = support.explore("FirstStatic", support.compiled("por"), str(n), jdk=jdk, search__class="dfs")
    assert report["complete"] and report["statistics"]["transitions"] == transitions


@pytest.mark.parametrize("what", ["none", "values", "next", "clone"])
def test_reads_of_tables_that_nobody_writes_disturb_nobody(what: str) -> None:
    """An enum's values, and arrays of constants: threads with nothing else in common cost their sum."""
    for n in (3, 6):
        report = support.explore("Tables", support.compiled("por"), what, str(n))
        assert report["complete"] and report["statistics"]["states_new"] == 8 * n - 5


@pytest.mark.parametrize("what", ["values", "clone", "written"])
def test_tables_keep_the_end_states(what: str) -> None:
    def found(**extra: str) -> tuple[bool, int]:
        report = support.explore("Tables", support.compiled("por"), what, "2", **extra)
        return report["complete"], len(report["errors"])

    assert found(vm__por="false") == found() == found(search__class=BFS) == found(vm__por="dynamic") == (True, 0)


STEPS = ["permit", "ended", "busy", "init", "interrupt", "again"]
HIDDEN = ["map", "adder", "list", "future", "phaser", "name", "property", "atomic"]


@pytest.mark.parametrize("case", STEPS)
def test_sleep_sets_leave_out_steps_but_no_states(case: str) -> None:
    def run(sleep: str) -> dict[str, int]:
        report = support.explore(
            "Steps",
            support.compiled("por"),
            case,
            search__multiple_errors="true",
            cg__break_single_choice="true",
            vm__por__persistent="false",
            vm__por__sleep_sets=sleep,
        )
        assert report["complete"]
        stats: dict[str, int] = report["statistics"]
        return stats

    on, off = run("true"), run("false")
    assert on["states_new"] == off["states_new"]
    assert on["transitions"] < off["transitions"]
    assert on["por_asleep_choices"] > 0 == off["por_asleep_choices"]


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("case", HIDDEN)
def test_what_library_code_reads_counts(case: str, search: str) -> None:
    report = support.explore("Hidden", support.compiled("por"), case, search__class=search)
    assert report["errors"][0]["message"].endswith("seen")


@pytest.mark.parametrize("case", ["future", "phaser"])
def test_library_code_that_writes_is_reduced_too(case: str) -> None:
    def states(**extra: str) -> int:
        report = support.explore("Hidden", support.compiled("por"), case, search__multiple_errors="true", **extra)
        stats = report["statistics"]
        assert report["complete"] and not stats["por_ended_by"]
        return int(stats["states_new"])

    assert states() < states(vm__por__persistent="false")


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_breadth_first_is_reduced_too(program: tuple[str, ...]) -> None:
    assert states(*program, search__class=BFS) < states(*program, search__class=BFS, vm__por__persistent="false")


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_sleep_sets_save_steps(program: tuple[str, ...]) -> None:
    def transitions(**extra: str) -> int:
        report = support.explore(program[0], support.compiled("por"), *program[1:], **extra)
        assert report["complete"]
        return int(report["statistics"]["transitions"])

    assert transitions() <= transitions(vm__por__sleep_sets="false")


def test_a_cycle_ends_sleep_sets() -> None:
    report = support.explore("Spinner", support.compiled("por"), vm__por__persistent="false")
    assert report["errors"][0]["message"].endswith("starved")


def test_threads_that_are_alike() -> None:
    def run(how: str, symmetry: str) -> tuple[int, set[str], int]:
        report = support.explore("Workers", support.compiled("por"), how, vm__por__symmetry=symmetry)
        stats = report["statistics"]
        assert report["complete"]
        saved = stats["por_symmetric_states"] + stats["por_alike_choices"]
        return stats["states_new"], set(report["output"].splitlines()), saved

    plain, alike = run("plain", "false"), run("plain", "true")
    assert alike[0] < 0.4 * plain[0]  # of 3! orders
    assert alike[1] == plain[1]
    assert alike[2] > 0 == plain[2]
    # the program looks at a name: begun again without
    assert run("named", "true")[0] == run("named", "false")[0]
    assert run("named", "true")[1] == run("named", "false")[1]


def test_symmetry_counts_where_likes_come_late() -> None:
    """Depth first hardly any of the first 4,096 states is like another one."""

    def run(how: str, **extra: str) -> dict[str, int]:
        report = support.explore("Twins", support.compiled("por"), how, **support.KEYS, **extra)
        assert report["complete"]
        return dict(report["statistics"])

    plain, shared = run("shared", vm__por__symmetry="false"), run("shared")
    assert plain["states_new"] > 4096
    assert shared["states_new"] < 0.6 * plain["states_new"]  # two threads have two orders
    plain, own = run("own", vm__por__symmetry="false"), run("own")
    assert own["states_new"] == plain["states_new"] > 2048
    assert own["state_bytes"] < 2.5 * plain["state_bytes"]  # two keys of each, as long as forms are free


def test_of_threads_that_are_alike_one_is_tried() -> None:
    """As many transitions as states where each state is met once: 181, where 77,407 led to 3,721 states."""
    for how, n in ("lock", 60), ("sync", 30):
        stats = support.explore("Alikes", support.compiled("por"), how, str(n))["statistics"]
        assert stats["states_new"] == stats["transitions"] == 3 * n + 1, (how, n)


@pytest.mark.parametrize("how", ["lock", "sync", "semaphore", "read", "put", "local", "each"])
def test_sets_of_threads_have_no_largest_id(how: str) -> None:
    """3 n + 1 as below 63 threads, and the transition that starts them is broken once to five times. The bound that
    lets nobody wait for ever leaves room for all of them."""
    for n in 130, 250:
        report = support.explore("Alikes", support.compiled("por"), how, str(n), search__state_limit="5000")
        stats = report["statistics"]
        assert stats["states_new"] == stats["transitions"] <= 3 * n + 6
        assert stats["por_fair_states"] == 0


def test_what_is_kept_of_threads_is_what_is_made_anew() -> None:
    """Where threads come to have objects to themselves, lose them, and are gone back to."""
    programs = [("Alikes", how, "7") for how in ("inc", "lock", "semaphore", "write", "put", "each")]
    programs += [("Traces", *which.split()) for which in ("readers 4", "phil 3 1", "lastzero 3")]
    for program, *args in programs:
        for extra in {"search__class": "dfs"}, {"search__class": BFS}:
            how = {"search__state_limit": "2000", "search__threads": "1", **extra}
            plain = support.explore(program, support.compiled("por"), *args, jpf__stress__check="false", **how)
            check = support.explore(program, support.compiled("por"), *args, jpf__stress__check="true", **how)
            assert check["statistics"]["states_new"] == plain["statistics"]["states_new"], (program, args)


@pytest.mark.parametrize("length", ["50", "70", "100", "50000"])
def test_what_a_thread_is_given_before_it_starts_is_nobody_elses(length: str) -> None:
    """Main is cut off between it makes an array and it starts the array's thread, which can do nothing meanwhile."""
    n, classes = 12, support.compiled("por")
    few = support.explore("GivenAway", classes, str(n), vm__max_transition_length=length)
    assert few["complete"] and few["statistics"]["states_new"] < 8 * n  # thousands, if main's steps were tried apart
    for extra in {}, {"vm__por": "false"}, {"search__class": BFS}, {"vm__por__symmetry": "false"}:
        report = support.explore("GivenAway", classes, "2", vm__max_transition_length=length, **extra)
        assert report["complete"] and not report["errors"]


STATES_OF = {  # n threads
    "sync": lambda n: 3 * n + 1,
    "lock": lambda n: 3 * n + 1,
    "local": lambda n: 3 * n + 1,
    "each": lambda n: 3 * n + 1,
    "inc": lambda n: n * (n + 3) + 1,
}


@pytest.mark.parametrize("how", STATES_OF)
def test_symmetry_does_not_end_where_threads_are_many(how: str) -> None:
    """What a form costs grows with the threads; the states that it saves grow faster."""
    for n in (5, 13, 15, 18):
        report = support.explore("Alikes", support.compiled("por"), how, str(n), search__state_limit="5000")
        assert report["complete"] and report["statistics"]["states_new"] == STATES_OF[how](n), n


HELD = {  # states of n threads that main will join, after it has done something itself
    "sync": lambda n: n * (n + 9) // 2 + 2,
    "index": lambda n: n * (n + 9) // 2 + 2,
    "list": lambda n: n * (n + 9) // 2 + 2,
    "never": lambda n: n * (n + 9) // 2 + 2,  # it may return before it joins them
    "twice": lambda n: n * (n + 13) // 2 + 3,
    "volatile": lambda n: n * (n + 13) // 2 + 1,
    "wait": lambda n: n * (n + 5) + 2,
}


@pytest.mark.parametrize("how", HELD)
def test_threads_that_main_will_join_later_are_alike(how: str) -> None:
    """With the array's order in the form each set of threads that have ended is a state: 65,857 for "wait" and 16. The
    transition that starts them may be broken once."""
    for n in (4, 8, 16):
        for extra in {}, {"vm__por": "dynamic"}, {"search__class": "dfs"}:
            limits = {"search__state_limit": "5000", **support.KEYS, **extra}
            report = support.explore("Keeps", support.compiled("por"), how, str(n), **limits)
            assert report["complete"]
            assert report["statistics"]["states_new"] - HELD[how](n) in (0, n == 16 and how == "list"), (n, extra)


OWN_LOCK = {  # states of 4, 8 and 16 threads, and of 4 and 8 that keep their names
    "map": ((28, 56, 112), (75, 1559)),
    "tree": ((24, 48, 96), (71, 1551)),
    "list": ((36, 72, 144), (83, 1575)),
    "deque": ((32, 64, 128), (79, 1567)),
    "lock": ((28, 56, 112), (75, 1559)),
    "sync": ((20, 40, 80), (67, 1543)),
    "array": ((24, 48, 96), (71, 1551)),
    "nested": ((56, 112, 224), (103, 1615)),
    "matrix": ((24, 48, 96), (71, 1551)),
    "lambda": ((24, 48, 96), (71, 1551)),
}
OWN_ELEMENT = {  # with symmetry and without
    "map": (24, 52, 109),
    "set": (33, 74, 154),
    "list": (30, 67, 139),
    "lock": (24, 52, 109),
    "array": (21, 45, 94),
    "nested": (45, 102, 215),
    "lambda": (21, 45, 94),
}


def own_data(kind: str, n: int, end: str, **extra: str) -> int:
    args = ("OwnData", support.compiled("por"), kind, str(n), end)
    report = support.explore(*args, search__class="dfs", search__state_limit="30000", **extra)
    assert report["complete"] and not report["errors"]
    return int(report["statistics"]["states_new"])


@pytest.mark.parametrize("kind", OWN_LOCK)
def test_threads_with_data_of_their_own_cost_no_more_with_symmetry(kind: str) -> None:
    """Who comes to such an object is known by the names of threads: 31,918 states of 8 with nested objects."""
    alike, named = OWN_LOCK[kind]
    assert tuple(own_data(kind, n, "lock") for n in (4, 8, 16)[: len(alike)]) == alike
    assert tuple(own_data(kind, n, "lock", vm__por__symmetry="false") for n in (4, 8)) == named


@pytest.mark.parametrize("kind", OWN_ELEMENT)
def test_threads_with_data_and_an_element_of_their_own(kind: str) -> None:
    for extra in {}, {"vm__por__symmetry": "false"}:
        assert tuple(own_data(kind, n, "element", **extra) for n in (4, 8, 16)) == OWN_ELEMENT[kind], extra


def test_an_array_of_threads_of_which_main_joins_one_keeps_its_order() -> None:
    """Twice the same one, as often as there are threads: it does not wait for the other one."""
    for n in (2, 7):
        for extra in {}, {"search__class": BFS}, {"vm__por": "dynamic"}, {"vm__por__symmetry": "false"}:
            report = support.explore("Keeps", support.compiled("por"), "again", str(n), **extra)
            assert report["complete"] and support.outcomes(report) == {str(x) for x in range(2, n + 2)}, (n, extra)


def test_an_array_of_threads_that_main_looks_at_again_keeps_its_order() -> None:
    for extra in {}, {"vm__por__symmetry": "false"}, {"vm__por": "dynamic"}:
        report = support.explore("Keeps", support.compiled("por"), "read", "4", **extra)
        assert report["complete"] and not report["errors"]


@pytest.mark.parametrize("how", ["x", "2y", "s2", "slm2y", "jgy", "sjlm2y"])
def test_states_of_threads_that_another_one_starts(how: str) -> None:
    def outcomes(**extra: str) -> set[str]:
        report = support.explore("Fresh", support.compiled("por"), how, search__state_limit="100000", **extra)
        assert report["complete"] and not report["errors"]
        return support.outcomes(report)

    everything = outcomes(vm__por="false")
    assert len(everything) > 1
    for extra in {}, {"search__class": BFS}, {"vm__por__persistent": "false"}, {"vm__por": "dynamic"}:
        assert outcomes(**extra) == everything, extra


JOINED = {  # n threads of two steps each
    "reverse": lambda n: n * (n + 3) + 1,
    **dict.fromkeys(
        "order each zero caught list index forEach linked of asList values quietly field holders poll".split(),
        lambda n: n * (3 * n + 7) // 2,
    ),
}


@pytest.mark.parametrize("how", JOINED)
def test_threads_that_are_joined_one_after_the_other_are_alike(how: str) -> None:
    for n in (3, 4, 9):
        report = support.explore("Joins", support.compiled("por"), how, str(n), search__state_limit="5000")
        assert report["complete"] and report["statistics"]["states_new"] == JOINED[how](n), n


@pytest.mark.parametrize("how", [*JOINED, "stream", "none", "null", "names", "known", "between", "interrupt"])
def test_joins_in_one_keep_the_outcomes(how: str) -> None:
    classes = support.compiled("por")

    def outcomes(**extra: str) -> set[str]:
        report = support.explore("Joins", classes, how, "3", **extra)
        assert report["complete"] and not report["errors"]
        return set(report["output"].splitlines())

    everything = outcomes(vm__por="false")
    for extra in {}, {"search__class": BFS}, {"vm__storage__class": "exact"}, {"vm__por__persistent": "false"}:
        assert outcomes(**extra) == everything, extra


IN_STATICS = "array index counted method nulled list linked forEach final map object both".split()


@pytest.mark.parametrize("how", [*IN_STATICS, "rounds"])
def test_threads_in_a_static_field_that_main_alone_uses_are_alike(how: str) -> None:
    """As those of an array in a local of main's, but for n - 1 ends of threads. It was 94 and 2,558 states, and no
    end."""
    for n in (4, 8, 16):
        for extra in {"search__class": "dfs"}, {"search__class": BFS}, {"vm__storage__class": "exact"}:
            report = support.explore("Statics", support.compiled("por"), how, str(n), **extra)
            stats, states = report["statistics"], (10 * n - 2 if how == "rounds" else 5 * n - 1)
            assert report["complete"] and stats["states_new"] == stats["transitions"] == states, (n, extra)


LOOKED_AT = {  # where main, or another thread, still uses the field and can tell the threads apart
    "after": {"3 0", "3 1", "3 2"},
    "between": {f"3 {i}" for i in (-11, 0, 10, 2, 21, 22, 26, 37, 42, 5, 6)},
    "twice": {"3 1", "3 2", "3 3"},
    "deep": {"3 0", "3 1", "3 2"},
    "thrown": {"3 0", "3 1", "3 2"},
    "swapped": {"3 0", "3 1", "3 2"},
    "first": {"3 1", "3 2"},
    "third": {"3 1", "3 2", "3 3"},
    "reflection": {"3 1", "3 2"},
    "later": {"3 0", "3 1", "3 2"},
    "other": {"3 -1", "3 0", "3 1", "3 2"},
    "changed": {"1 1", "2 1", "2 2"},  # of two
}


@pytest.mark.parametrize("how", LOOKED_AT)
def test_a_static_field_that_is_looked_at_later_keeps_threads_apart(how: str) -> None:
    classes, n = support.compiled("por"), "2" if how == "changed" else "3"
    ways: list[dict[str, str]] = [{"search__class": "dfs"}, {"search__class": BFS}, {"vm__storage__class": "exact"}]
    ways += [{"vm__por": "dynamic"}, {"vm__por__persistent": "false"}, {"vm__por__one_thread": "false"}]
    ways += [{"search__threads": "2", "jpf__stress__join": "10"}, {"vm__por__symmetry": "false"}]
    for extra in ways:
        report = support.explore("Statics", classes, how, n, **extra)
        assert report["complete"] and support.outcomes(report) == LOOKED_AT[how], extra


@pytest.mark.parametrize("which", ["first", "second", "last"])
def test_a_thread_that_a_loop_of_joins_keeps_is_like_no_other(which: str) -> None:
    report = support.explore("LastJoined", support.compiled("por"), which)
    assert report["complete"] and support.outcomes(report) == {"1", "2", "3"}


def test_threads_that_are_not_alike_at_their_joins_keep_their_names_for_places() -> None:
    """Philosophers at a round table: a few states are the same but for names, which who comes to a fork goes by."""
    stats = support.explore("Traces", support.compiled("por"), "phil", "8", "1")["statistics"]
    assert stats["transitions"] == 912 and not stats["por_symmetric_states"]


def test_what_symmetry_looks_at_costs_little_where_it_saves_little() -> None:
    """A form of this state is written in some 40 ms: not one for each of 400 states."""
    began = time.process_time()
    report = support.explore("Alikes", support.compiled("por"), "inc", "4", "1000000", **support.LARGE)
    assert report["complete"]
    assert time.process_time() - began < 10  # 0.4 s; it was 15 s


@pytest.mark.parametrize("how", ["array", "linked", "map", "numbers"])
def test_what_static_fields_lead_to_is_no_part_of_what_a_form_costs(how: str) -> None:
    """Where each form is as long as the heap is large, most states keep their names: they were 3,852."""
    for n in ("10", "50000" if how == "map" else "200000"):
        way = {"search__class": DFS, "vm__max_transition_length": "100000000", **support.LARGE, **support.KEYS}
        report = support.explore("Beside", support.compiled("por"), how, n, **way)
        assert report["complete"] and report["statistics"]["states_new"] == 2109, n


def test_large_structures_that_change_places_tell_states_apart() -> None:
    """They have names of their own, and what a thread has to itself refers to them by these: "0" was lost."""
    for extra in (
        {},
        {"search__class": BFS},
        {"vm__storage__class": "exact"},
        {"vm__por": "dynamic"},
        {"vm__por": "false"},
    ):
        report = support.explore("Swapped", support.compiled("por"), **extra)
        assert report["complete"] and support.outcomes(report) == {"0", "1", "2"}, extra


APART = {  # three threads that are alike, and what static fields say of them
    "locked": (4437, 23958),
    "thread": (982, 5544),
    "own": (1475, 9714),
    "called": (5114, 29657),
    "data": (481, 2400),
}


@pytest.mark.parametrize("how", APART)
def test_what_static_fields_say_of_threads_is_in_the_forms_without_names(how: str) -> None:
    """As many states as where forms are compared whole."""
    alike, named = APART[how]
    for search in DFS, BFS:
        found = []
        for storage in "", "exact":
            way = {"search__class": search, "vm__storage__class": storage}
            report = support.explore("Apart", support.compiled("por"), how, **way)
            assert report["complete"]
            found.append(report["statistics"]["states_new"])
        assert found[0] == found[1] < named / 4, search
        assert search == BFS or found[0] == alike


def test_threads_that_are_left_out_with_a_field_and_are_elsewhere_too() -> None:
    """What refers to them there says which is which: 1,832 states if it did so by names that the field gives."""
    outcomes = set()
    for extra in {}, {"vm__storage__class": "exact"}, {"vm__por__symmetry": "false"}:
        way = {"search__class": DFS, "vm__por__places": "false", **extra}
        report = support.explore("Elsewhere", support.compiled("por"), **way)
        assert report["complete"]
        assert report["statistics"]["states_new"] == (2072 if "vm__por__symmetry" in extra else 1997), extra
        outcomes.add(frozenset(support.outcomes(report)))
    assert len(outcomes) == 1


PUBLISHED = {"field": (790, 2869), "array": (448, 1613), "away": (2146, 7890)}


@pytest.mark.parametrize("how", PUBLISHED)
def test_what_was_a_threads_and_is_a_statics_now_is_in_the_forms(how: str) -> None:
    """A large structure stays where it was named first; as many states as are told apart by all that they hold."""
    alike, named = PUBLISHED[how]
    outcomes = set()
    for extra in {}, {"search__class": BFS}, {"vm__storage__class": "exact"}, {"vm__por__symmetry": "false"}:
        report = support.explore("Published", support.compiled("por"), how, **extra)
        assert report["complete"]
        assert report["statistics"]["states_new"] == (named if "vm__por__symmetry" in extra else alike), extra
        outcomes.add(frozenset(support.outcomes(report)))
    assert len(outcomes) == 1 < len(*outcomes)


@pytest.mark.parametrize("search", [DFS, BFS])
@pytest.mark.parametrize("storage", ["", "exact"])
def test_states_that_keep_their_names_are_none_that_are_missed(search: str, storage: str) -> None:
    def run(**extra: str) -> tuple[int, set[str]]:
        report = support.explore(
            "Workers", support.compiled("por"), "plain", search__class=search, vm__storage__class=storage, **extra
        )
        assert report["complete"]
        return report["statistics"]["states_new"], set(report["output"].splitlines())

    all_names, no_names = run(vm__por__symmetry="false"), run()
    for every in ("2", "3", "7"):
        some = run(jpf__stress__named=every)
        assert some[1] == no_names[1] == all_names[1]
        assert no_names[0] <= some[0]


@pytest.mark.skipif(17 not in support.jdks(), reason="states of JDK 17's library are counted")
def test_the_program_in_the_documents() -> None:
    classes = support.compiled("por")
    assert support.explore("Tiny", classes, vm__por="false")["statistics"]["states_new"] == 60
    assert support.explore("Tiny", classes)["statistics"]["states_new"] == 15


def test_many_threads_that_are_alike() -> None:
    """The form of a state grows with the number of threads, not with its square: whether all orders of n twins are one
    shows in two of them."""
    folder = support.compiled("por")
    few = support.explore("ManyAlike", folder, "40")
    assert few["complete"] and few["statistics"]["states_new"] == 3 * 40
    began = time.process_time()
    many = support.explore("ManyAlike", folder, "2000", search__state_limit="400")
    assert many["statistics"]["states_new"] >= 400
    assert time.process_time() - began < 40  # 1 s; it was more than a minute


def test_a_command_without_listeners_is_reduced_as_the_engine_by_itself() -> None:
    """What Python stands by with is nobody who looks on: symmetry counts on that."""
    folder = support.compiled("conc")
    alone = support.explore("DiningOrdered", folder)["statistics"]["states_new"]
    assert support.verify("DiningOrdered", classes=folder).statistics.states_new == alone == 28


@functools.cache
def tails() -> Path:
    return support.compile_texts(
        {
            "Tail.java": """public class Tail {
        static int x, y;
        public static void main(String[] a) throws Exception {
            int n = Integer.parseInt(a[0]);
            new Thread(() -> x = 1).start();
            for (int i = 0; i < n; i++) y = x + i;
            if (a.length > 1 && x == 1) throw new IllegalStateException();
        } }"""
        }
    )


@pytest.mark.parametrize("search", [DFS, BFS])
def test_tails_of_the_last_thread_meet(search: str) -> None:
    """The other thread may end before each turn of the loop: as many tails, which are one after some turns."""
    work = {}
    for n in (1000, 4000):
        report = support.explore("Tail", tails(), str(n), search__class=search)
        assert report["complete"] and report["result"] == "no_errors"
        work[n] = report["statistics"]["instructions"]
    assert work[4000] < 8 * work[1000]  # quadratic: 16


def test_an_error_in_a_tail_replays_in_every_search() -> None:
    for search in (DFS, BFS, "dpor", "random"):
        report = support.explore("Tail", tails(), "600", "throw", search__class=search)
        assert report["result"] == "violation"
        for other in (DFS, "dpor", search):
            text = report["errors"][0]["replay"]
            again = support.replay("Tail", tails(), text, "600", "throw", search__class=other)
            assert again["errors"][0]["exception"] == "java.lang.IllegalStateException"


SLEPT = "RRR RRT RTR RTT TRR TRT TTR TTT"
WOKEN = "RRR RRT RRW RWR RWT WRR WRT WRW WWR WWT"
STATES = {
    "join": "RRR RRW RWR RWW WRR WRW WWR WWW",
    **dict.fromkeys(("timed", "nanos", "sleep", "wait", "own"), SLEPT),
    **dict.fromkeys(("park", "queue"), WOKEN),
    "monitor": "BBB RBB RRB RRR RRT RTT TTT",
    "lock": "RRR RRT RRW RTT RWW TTT WWW",
}


@pytest.mark.parametrize("how", STATES)
def test_a_thread_is_runnable_until_it_comes_to_where_it_waits(how: str) -> None:
    """Its arrival there is a step of its own for those who ask for its state."""
    classes = support.compiled("por")
    searches: list[dict[str, str]] = [{}, {"vm__por": "dynamic"}, {"search__class": BFS}, {"search__threads": "2"}]
    searches += [{"search__class": "dpor"}, {"vm__por": "false"}] if how != "queue" else []
    for extra in searches:
        report = support.explore("Arrives", classes, how, search__multiple_errors="true", **extra)
        assert {e["kind"] for e in report["errors"]} == ({"deadlock"} if STATES[how] == WOKEN else set()), extra
        assert report["complete"] and support.outcomes(report) == set(STATES[how].split()), extra


def test_an_error_behind_an_arrival_is_replayed() -> None:
    classes = support.compiled("por")
    report = support.explore("Arrives", classes, "monitor", "RRB", search__class=BFS)
    error = report["errors"][0]
    assert error["message"].endswith("RRB") and "ARRIVE" in {t["choice"]["id"] for t in error["trace"]}
    again = support.replay("Arrives", classes, error["replay"], "monitor", "RRB")
    assert again["errors"][0]["message"] == error["message"]


def test_who_asks_for_no_states_has_no_arrivals() -> None:
    report = support.explore("Joins", support.compiled("por"), "array", "3")
    assert "ARRIVE" not in report["statistics"]["boundaries_met"]
