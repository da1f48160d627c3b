"""Choice generators: the counts and values that arithmetic says, in every search."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.choice import IntChoiceFromList, IntIntervalGenerator, PermutationCG
from jpfpy.peers import Env
from tests import choice_kinds, support
from tests.support import BFS, DFS

ALL = {"vm.storage.class": "none"}
both = pytest.mark.parametrize("search", [DFS, BFS, "RandomHeuristic", "iddfs"], ids=["dfs", "bfs", "best", "iddfs"])


def run(
    target: str, *args: str, peers: dict[str, Any] | None = None, listeners: Any = (), **config: Any
) -> jpfpy.Report:
    jpf = support.jpf_object(target, *args, classes="choice", **config)
    for method, peer in (peers or {}).items():
        jpf.register_peer(method, peer)
    for listener in listeners:
        jpf.add_listener(listener)
    return jpf.run()


def values(search: str, kind: str, **config: Any) -> list[str]:
    report = run("Named", kind, search__class=search, **ALL, **config)
    assert report.ok, report
    return report.output.splitlines()


def named(search: str, ask: str, cls: str, **parameters: Any) -> list[str]:
    config = {"k.class": cls, **{f"k.{name}": value for name, value in parameters.items()}}
    return values(search, ask, **config)


@both
@pytest.mark.parametrize(
    ("ask", "cls", "parameters", "expected"),
    [
        ("double", "gov.nasa.jpf.vm.choice.DoubleThresholdGenerator", {"threshold": 10, "delta": 2.5}, "7.5 10.0 12.5"),
        (
            "double",
            "gov.nasa.jpf.jvm.choice.DoubleThresholdGenerator",
            {"threshold": 1, "low": 0, "high": 9},
            "0.0 1.0 9.0",
        ),
        ("double", "DoubleChoiceFromSet", {"values": "1.5,-2:3e3"}, "1.5 -2.0 3000.0"),
        ("int", "IntIntervalGenerator", {"min": 1, "max": 3}, "1 2 3"),
        ("int", "IntIntervalGenerator", {"min": 1, "max": 8, "delta": 3}, "1 4 7"),
        ("int", "IntIntervalGenerator", {"min": 1, "max": 3, "delta": -1}, "3 2 1"),
        ("int", "gov.nasa.jpf.vm.choice.IntChoiceFromSet", {"values": "5, 1 ,-4"}, "5 1 -4"),
        ("object", "PermutationCG", {"size": 3}, "012 021 102 120 201 210"),
        ("object", "PermutationCG", {"size": 3, "variant": "pair"}, "012 102 210 021"),
        ("double", "tests.choice_kinds:Near", {"middle": 4}, "3.5 4.0 4.5"),
        ("int", "tests.choice_kinds:Countdown", {"start": 3}, "3 2 1 0"),
        ("int", "tests.choice_kinds:Empty", {}, "0"),
    ],
)
def test_named(search: str, ask: str, cls: str, parameters: dict[str, Any], expected: str) -> None:
    assert named(search, ask, cls, **parameters) == expected.split()


@both
def test_random_kinds(search: str) -> None:
    drawn = named(search, "int", "RandomIntIntervalGenerator", min=5, max=9, choices=20)
    assert len(drawn) == 20 and all(5 <= int(v) <= 9 for v in drawn) and len(set(drawn)) > 2
    shuffled = named(search, "int", "RandomOrderIntCG", min=1, max=50)
    assert sorted(map(int, shuffled)) == list(range(1, 51)) and shuffled != sorted(shuffled, key=int)
    assert shuffled == named(search, "int", "RandomOrderIntCG", min=1, max=50)
    assert shuffled != named(search, "int", "RandomOrderIntCG", min=1, max=50, seed=7)
    assert len(set(named(search, "object", "PermutationCG", size=5, variant="random", choices=9))) > 5


@both
def test_all_permutations(search: str) -> None:
    assert len(set(named(search, "object", "PermutationCG", size=5))) == math.factorial(5)


@both
def test_randomized(search: str) -> None:
    plain = values(search, "interval")
    assert plain == [str(i) for i in range(1, 101)]
    fixed = values(search, "interval", cg__randomize_choices="FIXED_SEED")
    assert fixed != plain and sorted(fixed, key=int) == plain
    assert fixed == values(search, "interval", cg__randomize_choices="FIXED_SEED")
    other = values(search, "interval", cg__randomize_choices="FIXED_SEED", cg__seed=7)
    assert other != fixed and sorted(other, key=int) == plain
    report = run("Named", "interval", cg__randomize_choices="VAR_SEED", search__class=search, **ALL)
    assert sorted(report.output.splitlines(), key=int) == plain and report.seed != 42


@both
def test_cg_properties(search: str) -> None:
    assert values(search, "bool") == ["false", "true"]
    assert values(search, "bool", cg__boolean__false_first=False) == ["true", "false"]
    assert values(search, "cpus") == ["1"]
    assert values(search, "cpus", cg__max_processors=3) == ["1", "2", "3"]
    assert len(values(search, "random")) == 1
    assert sorted(values(search, "random", cg__enumerate_random=True)) == [
        f"{n}{b}" for n in range(4) for b in ("false", "true")
    ]
    assert len(set(values(search, "flip"))) == math.comb(8, 2)


def test_the_whole_range_of_int_begins_at_once() -> None:
    report = run("Named", "full", search__time_limit="300ms")
    assert not report.complete and report.statistics.transitions > 50


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, r"^k.class: no choice generator is configured, asked for at Named.java:1\d$"),
        ({"k.class": "Nothing"}, "k.class=Nothing: no such choice generator .*"),
        ({"k.class": "IntIntervalGenerator", "k.min": 1}, "^k.max is not set, and IntIntervalGenerator needs it .*"),
        ({"k.class": "IntIntervalGenerator", "k.min": "x", "k.max": 2}, "^k.min=x: an int expected .*"),
        ({"k.class": "IntIntervalGenerator", "k.min": 1, "k.max": 1 << 40}, "an int expected"),
        ({"k.class": "DoubleThresholdGenerator"}, "gives a choice of double, and the program asks for int"),
        ({"k.class": "no.such:Thing"}, "^k.class=no.such:Thing: no module named no.such "),
        ({"k.class": "tests.choice_kinds:Nope"}, "has no Nope"),
        ({"k.class": "tests.choice_kinds:Near"}, "is a DoubleChoiceGenerator, and the program asks for an int"),
        ({"k.class": "tests.choice_kinds:Countdown"}, "k.start: a whole number is needed"),
    ],
)
def test_wrong_configuration(config: dict[str, Any], message: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=message) as caught:
        run("Named", "int", **config)
    assert "\n" not in str(caught.value)


def test_wrong_value_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "named.jpf"
    classes = support.compiled("choice")
    file.write_text(
        f"target = Named\ntarget.args = int\nclasspath = {classes}\n\nk.class = IntIntervalGenerator\nk.min = one\nk.max=3\n"
    )
    with pytest.raises(jpfpy.ConfigError, match=r"k.min=one: an int expected \(.*named.jpf:6\)"):
        jpfpy.verify(str(file))


def test_exceptions_of_user_code_are_unchanged() -> None:
    with pytest.raises(KeyError, match="mine") as caught:
        run("Named", "int", **{"k.class": "tests.choice_kinds:Broken"})
    assert any("'k'" in note for note in caught.value.__notes__)


@pytest.mark.parametrize(
    ("cls", "said"),
    [
        ("Texts", "choice 0 is 'a', not an int"),
        ("NoValues", "it has neither choices() nor JPF's protocol"),
        ("Forgotten", "choices() gives None, not values"),
    ],
)
def test_generators_that_give_no_values_are_one_line(cls: str, said: str) -> None:
    with pytest.raises(jpfpy.ConfigError) as wrong:
        run("Named", "int", **{"k.class": f"tests.choice_kinds:{cls}"})
    assert str(wrong.value) == f"choice generator 'k' (tests.choice_kinds:{cls}): {said}"


@both
def test_values_are_drawn_once(search: str) -> None:
    choice_kinds.DRAWN.clear()
    named(search, "double", "tests.choice_kinds:Near", middle=1)
    assert choice_kinds.DRAWN == [-0.5, 0.0, 0.5]


def test_endless_generator_streams() -> None:
    report = run("Named", "int", **{"k.class": "tests.choice_kinds:Endless"}, search__time_limit="300ms", **ALL)
    assert not report.complete
    assert report.output.splitlines()[:5] == ["0", "1", "2", "3", "4"]


def test_a_state_limit_ends_an_endless_generator_whose_values_are_new_states() -> None:
    endless = {"k.class": "tests.choice_kinds:Endless"}
    report = run("Named", "int", **endless, search__state_limit=50, **ALL)
    assert report.result == "incomplete" and report.statistics.states_new == 50


def test_the_seed_of_an_order_by_chance_is_noted() -> None:
    chance = run("Named", "interval", cg__randomize_choices="VAR_SEED", **ALL)
    (note,) = chance.notes
    seed = chance.seed
    assert note.endswith(f"order of seed {seed}: +cg.randomize_choices=FIXED_SEED +cg.seed={seed} repeats it")
    again = run("Named", "interval", cg__randomize_choices="FIXED_SEED", cg__seed=seed, **ALL)
    assert again.output == chance.output and not again.notes


@both
def test_an_object_whose_slot_holds_a_number_on_another_way(search: str) -> None:
    """It is no live object on either way, so that states are the same with and without matching."""
    config = {"k.class": "TypedObjectChoice", "k.type": "Slots$Cell", "search.class": search}
    for storage in ({}, ALL):
        for por in ("true", "false"):
            mixed = run("Slots", vm__por=por, **config, **storage)
            assert mixed.complete and set(mixed.output.splitlines()) == {"mixed null"}
            only = run("Slots", "only", vm__por=por, **config, **storage)
            assert only.complete and set(only.output.splitlines()) == {"only cell 7", "only null"}


@both
def test_who_is_given_any_object_meets_everybody(search: str) -> None:
    """Nothing is left out then: what only one thread reaches is no business of its own."""
    config = {"k__class": "TypedObjectChoice", "k__type": "Meets$Node"}
    report = support.explore("Meets", support.compiled("choice"), search__class=search, **config)
    assert report["complete"] and support.outcomes(report) == {"-1", "0", "1", "2"}
    for refused in ({"search__class": "dpor"}, {"search__class": "dfs", "vm__por": "dynamic"}):
        with pytest.raises(jpfpy.ConfigError, match="TypedObjectChoice"):
            support.verify("Meets", classes="choice", **config, **refused)


def test_attributes_of_verify_go_with_values() -> None:
    report = run("Flows")
    assert report.ok and report.output.split() == ["load", "3", "copy", "3", "call", "3", "computed", "0", "store", "7"]


@both
def test_objects_of_a_type(search: str) -> None:
    config = {"k.class": "gov.nasa.jpf.vm.choice.TypedObjectChoice", "k.type": "Objects$A", "k.include_null": "no"}
    report = run("Objects", search__class=search, **config, **ALL)
    assert report.ok, report
    lines = report.output.splitlines()
    turns = lines.count("static")  # of the bound of iddfs
    assert turns == 1 or search == "iddfs"
    assert sorted(v for v in lines if v != "field") == sorted(["local", "static"] * turns)
    assert lines.count("field") == 4 * turns  # chosen once as an A, and after each of the three as the only B


@both
def test_attributes(search: str) -> None:
    report = run("Attributes", search__class=search)
    assert report.ok, report.errors[0]


@both
def test_json_with_choices(search: str) -> None:
    report = run("Json", search__class=search, **ALL)
    assert report.ok, report
    assert sorted(report.output.splitlines()) == sorted(
        f"{i} {d} {b}" for i in (1, 2) for d in ("0.5", "1.0", "2.0") for b in ("false", "true")
    )


# --- cascades


def ask(env: Env, n: int) -> object:
    if not env.is_first_step_insn():
        for name in "abc":
            env.set_next_choice_generator(IntIntervalGenerator(name, 0, n - 1))
        return env.RE_EXECUTE
    here = env.system_state.get_current_choice_generators()
    last = env.system_state.get_choice_generator()
    assert last is not None and last.id == "c"
    assert [cg.id for cg in here] == ["a", "b", "c"]
    assert (
        here[2].cascaded_parent is here[1]
        and here[1].cascaded_parent is here[0]
        and here[0].is_cascaded()
        and not last.is_cascaded()
    )
    assert env.system_state.get_last_choice_generator_of_type(PermutationCG) is None
    a, b, c = (env.get_choice_generator(name) for name in "abc")
    assert a is not None and b is not None and c is not None
    return 100 * a.get_next_choice() + 10 * b.get_next_choice() + c.get_next_choice()


PEERS = {"Cascade.ask(I)I": ask}


@both
def test_cascade_is_the_product(search: str) -> None:
    report = run("Cascade", "1", "4", peers=PEERS, search__class=search, **ALL)
    assert report.output.splitlines() == [
        str(100 * a + 10 * b + c) for a in range(4) for b in range(4) for c in range(4)
    ]
    report = run("Cascade", "2", "3", peers=PEERS, search__class=search, **ALL)
    assert len(set(report.output.splitlines())) == 27 * 27 == report.statistics.end_states


def test_10_to_the_12_combinations_start_at_once() -> None:
    report = run("Cascade", "4", "10", peers=PEERS, search__time_limit="500ms", **ALL)
    assert not report.complete and report.output.splitlines()[0] == "0.0.0.0"
    assert report.statistics.elapsed_s < 20


@both
def test_python_kinds_cascade_with_native_ones(search: str) -> None:
    class Squares(jpfpy.IntChoiceGenerator):
        def choices(self) -> list[int]:
            return [0, 1, 4]

    def peer(env: Env, n: int) -> object:
        if not env.is_first_step_insn():
            env.set_next_choice_generator(Squares(None, "squares"))
            env.set_next_choice_generator(IntChoiceFromList("list", 10, 20))
            return env.RE_EXECUTE
        squares, lists = env.get_choice_generator("squares"), env.get_choice_generator(kind=IntChoiceFromList)
        assert squares is not None and lists is not None
        return squares.get_next_choice() + lists.get_next_choice()

    report = run("Cascade", "1", "1", peers={"Cascade.ask(I)I": peer}, search__class=search, **ALL)
    assert report.output.split() == ["10", "20", "11", "21", "14", "24"]


def test_a_peer_throws_and_fails() -> None:
    def throws(env: Env, n: int) -> object:
        env.throw("java.lang.IllegalStateException", "from Python")
        return 0

    report = run("Cascade", "1", "1", peers={"Cascade.ask(I)I": throws})
    assert report.errors[0].exception == "java.lang.IllegalStateException"

    def fails(env: Env, n: int) -> object:
        raise LookupError("peer")

    with pytest.raises(LookupError, match="peer"):
        run("Cascade", "1", "1", peers={"Cascade.ask(I)I": fails})


class Extra(jpfpy.Listener):
    """JPF's example: an int choice on top of each Verify.getInt."""

    def choice_generator_registered(self, vm: Any, cg: Any, *_: Any) -> None:
        if cg.id.startswith("verifyGetInt"):
            vm.system_state.set_next_choice_generator(IntIntervalGenerator("extra", 0, 2))


@both
def test_listeners_cascade_on_top(search: str) -> None:
    report = run("Named", "interval", search__class=search, listeners=[Extra()], **ALL)
    assert report.output.splitlines() == [str(i) for i in range(1, 101) for _ in range(3)]
    assert report.statistics.end_states == 300
    plain, extra = (run("Threads", search__class=search, listeners=one) for one in ([], [Extra()]))
    assert set(plain.output.split()) == set(extra.output.split())


@both
def test_replay_of_a_cascade(search: str) -> None:
    def peer(env: Env, n: int) -> object:
        value = ask(env, n)
        if value == 123:
            env.throw("java.lang.IllegalStateException", "found")
        return value

    report = run("Cascade", "1", "4", peers={"Cascade.ask(I)I": peer}, search__class=search)
    error = report.errors[0]
    again = run("Cascade", "1", "4", peers={"Cascade.ask(I)I": peer}, jpf__replay=error.replay)
    assert again.errors[0].message == error.message
    choice = report.raw["errors"][0]["trace"][-1]["cascade"]
    assert [(c["id"], c["value"]) for c in choice] == [("b", "2"), ("a", "1")]


# --- threads


@both
def test_threaded_choices(search: str) -> None:
    report = run("Threads", search__class=search)
    sums = {a + b for a in range(1, 4) for b in range(1, 4)}
    assert {int(v) for v in report.output.split()} == sums | {1, 2, 3}


def test_sync_policies() -> None:
    every = run("Threads")
    turned = run("Threads", vm__scheduler__sync__class="tests.choice_kinds:Reversed")
    assert set(every.output.split()) == set(turned.output.split()) and turned.complete
    alone = run("Threads", vm__scheduler__sync__class="tests.choice_kinds:Never")
    assert not alone.complete and set(alone.output.split()) < set(every.output.split())
    urgent = run("Threads", vm__scheduler__sync__class="PriorityRunnablesSyncPolicy")
    assert not urgent.complete
    old = run("Threads", vm__scheduler_factory__class="gov.nasa.jpf.jvm.DefaultSchedulerFactory")
    assert set(old.output.split()) == set(every.output.split()) and old.complete


def test_base_kinds() -> None:
    assert issubclass(IntIntervalGenerator, jpfpy.IntChoiceGenerator)
    cg = IntIntervalGenerator("x", 1, 3)
    seen = []
    while cg.has_more_choices():
        cg.advance()
        seen.append(cg.get_next_choice())
    assert seen == [1, 2, 3] and cg.get_total_number_of_choices() == cg.get_processed_number_of_choices() == 3
    twin = cg.clone()
    cg.reset()
    assert cg.has_more_choices() and not twin.has_more_choices()


# --- examples


def test_velocity_example() -> None:
    folder = support.ROOT / "examples" / "velocity"
    configured = jpfpy.verify(str(folder / "Velocity.jpf"), jdk=support.default_jdk())
    assert configured.output.splitlines() == ["velocity 12700.0", "velocity 13200.0", "velocity 13700.0"]
    report = jpfpy.verify(str(folder / "Velocity.java"), config={
        "velocity.class": "DoubleThresholdGenerator", "velocity.threshold": 13200, "velocity.delta": 500,
        "search.multiple_errors": True,
    })  # fmt: skip
    assert report.output.splitlines() == ["velocity 12700.0", "velocity 13200.0", "velocity 13700.0"]
    assert "too fast: 13700.0" in report.errors[0].message


def test_sensor_example() -> None:
    script = support.ROOT / "examples" / "peers" / "sensor.py"
    done = support.process(sys.executable, script, PYTHONPATH=str(support.PACKAGE))
    assert "both sensors at their limit" in done.stdout, done


BITS = {"00", "01", "10", "11"}
PLACES = {
    "call": {"0", "1", "2"},
    "object": {"0", "1", "2"},
    "reflection": {"0", "1", "2"},
    "reflected_object": {"0", "1", "2"},
    "constructor": BITS,
    "reflected_constructor": BITS,
    "static_init": {"0", "1"},
    "static_init_by_reflection": {"0", "1"},
    "handle": {"0", "1", "2"},
    "reference": {"0", "1", "2"},
    "two": {"0", "1", "10", "11"},
    "concat": BITS,
    "combined": {"0", "1", "10", "11"},
    "library": {"0", "1", "2"},
    "map": {"1"},
    "close": {"c0", "c1"},
    "handler": BITS,
    "synchronized": {"0", "1", "2"},
    "threads": {"4", "5", "7", "8"},
}


def once(env: Env, *args: Any) -> object:
    """JPF's way: asked for at the first look at the instruction, answered at the second."""
    if not env.is_first_step_insn():
        env.set_next_choice_generator(IntIntervalGenerator("ask", 0, args[-1] - 1))
        return env.RE_EXECUTE
    cg = env.get_choice_generator("ask")
    assert cg is not None
    return cg.get_next_choice()


@both
@pytest.mark.parametrize("por", ["true", "false"])
@pytest.mark.parametrize("place", PLACES)
def test_a_peer_may_ask_wherever_it_is_called(place: str, por: str, search: str) -> None:
    peers = {"Places.ask(I)I": once, "Places.asked(I)I": once}
    for jdk in sorted(support.jdks()):
        report = run(
            "Places", place, peers=peers, search__class=search, vm__por=por, vm__jdk=support.jdks()[jdk], **ALL
        )
        assert report.ok, report.errors
        assert set(report.output.split()) == PLACES[place]
