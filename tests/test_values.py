"""Expressions over the program's values, in listeners and as properties (jpfpy.always, search.always)."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS, DFS, seeds

RACE = """
public class Race {
    enum Mood { CALM, ANGRY }
    interface Limits { int TOP = Integer.parseInt("9"); }
    static class Base implements Limits { static long total = 1L << 40; }
    static class Account extends Base {
        static int balance = 2;
        int own = 7;
        boolean open = true;
        char grade = 'b';
        double rate = 0.5;
        String name = "bob";
        Mood mood = Mood.ANGRY;
        int[] log = {1, 2};
        String[] tags = {"x", null};
        Account next;
    }
    static Account first;
    public static void main(String[] args) throws Exception {
        first = new Account();
        first.next = new Account();
        Account.total += first.TOP;
        Thread t = new Thread(() -> { if (Account.balance >= 2) Account.balance -= 2; });
        t.start();
        if (Account.balance >= 1) Account.balance -= 1;
        t.join();
        int last = Account.balance;
        System.out.println(last);
    }
}
"""


@functools.cache
def race() -> Path:
    return support.compile_texts({"Race.java": RACE})


def at_the_end(*expressions: str) -> list[Any]:
    """Values where main stands before the println of its only schedule that takes 3 from 2."""
    found: list[Any] = []

    class Look(jpfpy.Listener):
        def execute_instruction(self, vm: jpfpy.views.VM, thread: Any, insn: Any) -> None:
            if insn.mnemonic == "invokevirtual" and insn.name == "println" and not found:
                found.extend(vm.values(e) for e in expressions)

    jpfpy.verify("Race", classpath=race(), listeners=[Look()])
    return found


def test_fields_elements_locals_and_threads() -> None:
    wanted = {
        "Race.Account.balance": -1,
        "Race$Account.balance": -1,
        "Race.Account.total": (1 << 40) + 9,  # of its superclass
        "Race.Account.TOP": 9,  # of an interface
        "Race.first.own": 7,
        "Race.first.open": True,
        "Race.first.grade": "b",
        "Race.first.rate": 0.5,
        "Race.first.name": "bob",
        "Race.first.name.length": 3,
        "Race.first.name[1]": "o",
        "Race.first.mood.name": "ANGRY",
        "Race.first.mood == Race.Mood.ANGRY": True,
        "Race.first.mood != Race.Mood.CALM": True,
        "Race.first.log[1]": 2,
        "Race.first.log.length": 2,
        "Race.first.tags[1]": None,
        "Race.first.next.next": None,
        "Race.first.next == Race.Account@2": True,
        "Race.Account@1.log[Race.Account@2.log[0]]": 2,
        "main.last": -1,
        "main.args.length": 0,
        "main.status": "RUNNING",
        "Thread-0.status": "TERMINATED",
        'thread("Thread-0").id == thread(1).id': True,
        "main.line": 30,
    }
    # which schedule comes first is not what this tests
    found = dict(zip(wanted, at_the_end(*wanted), strict=True))
    low = found["main.last"]
    assert low in (-1, 0, 1) and found["Race.Account.balance"] == low
    for name in ("main.last", "Race.Account.balance", "Race$Account.balance", "main.line"):
        found.pop(name), wanted.pop(name)
    assert found == wanted


def test_operators_are_those_of_python_and_integers_divide_as_in_java() -> None:
    cases: dict[str, Any] = {
        "1 + 2 * 3 - 4": 3,
        "-7 / 2": -3,
        "-7 % 2": -1,
        "7 // -2": -3,
        "-7.0 / 2": -3.5,
        "0x1F + 10L": 41,
        "- - 3": 3,
        "1 < 2 < 3": True,
        "1 < 3 < 2": False,
        "not 1 == 2 and (true or 1 / 0 == 1)": True,
        "false and 1 / 0 == 1": False,
        "'a' + \"b\\\"\" == 'ab\"'": True,
        "null == None": True,
        "1 == 'x'": False,
    }
    assert at_the_end(*cases) == list(cases.values())
    # no value: None
    nothing = [
        "1 / 0",
        "Race.first.next.next.own",
        "Race.first.log[2]",
        "Race.first.log[-1]",
        "main.absent",
        "nobody.x",
    ]
    nothing += ["Race.Account@3.own", "null < 1", "thread(7).name", "Thread-0.args"]
    assert at_the_end(*nothing) == [None] * len(nothing)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Account.balance >", "column 18: a value expected, not 'the end'"),
        ("a && b", "column 3: '&&' is no operator: write and"),
        ("x = 3", "column 3: '=' is no operator: write =="),
        ("Fork@0.owner", "column 6: a number from 1 on expected"),
        ("Fork@x", "column 6: a number from 1 on expected"),
        ("(1 + 2", "column 7: ) expected, not 'the end'"),
        ("sqrt(2)", "column 1: no function sqrt"),
        ("a b", "column 3: 'b' was not expected here"),
        ("'open", 'column 1: "\'" is no operator'),
        ("(" * 5000, "more than 30 expressions within one another"),
        ("a[" * 5000, "more than 30 expressions within one another"),
        ("", "column 1: a value expected"),
    ],
)
def test_a_text_that_is_no_expression(text: str, why: str) -> None:
    with pytest.raises(jpfpy.ConfigError) as error:
        jpfpy.always(text)
    assert why in str(error.value) and str(error.value).startswith("expression ") and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Race.Account.balanc >= 0", "column 14: Race$Account has no field balanc; it has balance"),
        ("Race.Account.own >= 0", "Race$Account.own is no static field: name the object, Race$Account@1.own"),
        ("Race.first.nam == 'x'", "column 12: Race$Account has no field nam; it has name"),
        ("Race.Account == null", "Race$Account is a class: name a field of it, or an object, Race$Account@1"),
        ("Race.Account.balance", "always(...) needs yes or no, not 2: compare it"),
        ("Race.Account.balance and true", "yes or no expected, not 2: compare it with something"),
        ("Race.first.name < 3", "'bob' < 3: numbers expected"),
        ("Race.first.log < 3", "an object of class"),
        ("Race.first.log.size == 3", "an array has length and [index], not size"),
        ("Race.Account.balance.x == 3", "2 has no fields"),
        ("Race.first[0] == 3", "is no array"),
    ],
)
def test_names_that_the_program_does_not_have(text: str, why: str) -> None:
    with pytest.raises(jpfpy.ConfigError) as error:
        jpfpy.verify("Race", classpath=race(), properties=[jpfpy.always(text)])
    assert why in str(error.value) and f'expression "{text}"' in str(error.value)


def test_always_is_a_property_with_trace_and_replay() -> None:
    wrong = jpfpy.always("Race.Account.balance >= 0")
    report = jpfpy.verify("Race", classpath=race(), properties=[wrong])
    (error,) = report.errors
    assert (error.property, error.kind, error.message) == (
        "always",
        "property",
        "Race.Account.balance >= 0 is false at Race.java:23",
    )
    assert error.trace and report.config["vm.por.include_fields"] == "*.balance"
    again = jpfpy.verify("Race", classpath=race(), properties=[wrong], replay=error.replay)
    assert [e.message for e in again.errors] == [error.message]
    right = jpfpy.verify("Race", classpath=race(), properties=[jpfpy.always("Race.Account.balance >= -1")])
    assert right.ok and right.complete
    with pytest.warns(jpfpy.JPFWarning, match='always\\("Rase.x > 0"\\) had a value in no state: no class Rase is'):
        assert jpfpy.verify("Race", classpath=race(), properties=[jpfpy.always("Rase.x > 0")]).ok


HANDLES = """
public class Handles {
    static int x, y;
    static volatile int z;
    public static void main(String[] args) throws Throwable {
        var v = java.lang.invoke.MethodHandles.lookup().findStaticVarHandle(Handles.class, "x", int.class);
        v.set(1);
        v.compareAndSet(1, 7);
        v.set(0);
        var f = Handles.class.getDeclaredField("y");
        f.setInt(null, 5);
        f.setInt(null, 0);
        z = 3;
        z = 0;
    }
}
"""


@pytest.mark.parametrize("bad", ["x != 1", "x != 7", "y != 5", "z != 3"])
def test_each_write_of_a_thread_that_is_alone_is_judged(bad: str) -> None:
    classes = support.compile_texts({"Handles.java": HANDLES})
    report = jpfpy.verify("Handles", classpath=classes, properties=[jpfpy.always(f"Handles.{bad}")])
    (error,) = report.errors
    assert error.message.startswith(f"Handles.{bad} is false at Handles.java:")
    replayed = jpfpy.verify(
        "Handles", classpath=classes, properties=[jpfpy.always(f"Handles.{bad}")], replay=error.replay
    )
    assert replayed.errors[0].message == error.message
    never = jpfpy.always(f"Handles.{bad[0]} != 9")
    assert jpfpy.verify("Handles", classpath=classes, properties=[never]).ok


def test_only_static_fields_by_their_spelling_keep_reductions() -> None:
    def forced(text: str) -> bool:
        return "vm.por" in jpfpy.always(text).engine_values

    for text in ("Account.balance >= 0", "p.q.Account.balance < Main.Inner.MAX_SIZE", "-Main.a + 1 > 0 or Main$I.b"):
        assert not forced(text), text
    others = ["main.x == 1", "A.b.c == 1", "A.b[0] == 1", "A@1.b == 1", "thread(1).id == 1", "A.b == 1 and main.x == 1"]
    for text in [*others, "1 == 1", "A.Bc == 1", "(A.b).c == 1", "Thread-0.x == 1"]:
        assert forced(text), text
    two = [jpfpy.always("Race.Account.balance < 9"), jpfpy.always("Race.Base.total > 0")]
    report = jpfpy.verify("Race", classpath=race(), properties=two, config={"vm.por.include_fields": "*.own"})
    assert report.ok and report.config["vm.por.include_fields"] == "*.own,*.balance,*.total"
    assert not any("matches nothing" in n for n in report.notes)
    # a class that is spelled like a thread, and a field like a class
    odd = "public class Odd { static class a { int f; } static a X = new a(); public static void main(String[] s) {} }"
    classes = support.compile_texts({"Odd.java": odd})
    wrong = jpfpy.always("Odd.X.f == 0")
    with pytest.raises(jpfpy.ConfigError, match="Odd.X.f is no static field, as its spelling says: set vm.por=false"):
        jpfpy.verify("Odd", classpath=classes, properties=[wrong])
    assert jpfpy.verify("Odd", classpath=classes, properties=[wrong], config={"vm.por": False}).ok


def test_a_property_that_comes_during_the_run_is_refused() -> None:
    jpf = jpfpy.JPF({"target": "Race", "classpath": str(race())})

    class Late(jpfpy.Listener):
        def search_started(self, search: Any) -> None:
            jpf.add_search_property(jpfpy.always("true"))

    jpf.add_listener(Late())
    with pytest.raises(jpfpy.ConfigError, match="comes too late"):
        jpf.run()


def test_on_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    from jpfpy.cli import main

    where = [f"+classpath={race()}", "Race"]
    assert main(["+search.always=Race.Account.balance < 9; Race.Account.balance >= 0", *where]) == 1
    out = capfd.readouterr().out
    assert 'error #1: always "Race.Account.balance >= 0 is false' in out
    replay = out.partition("replay: ")[2].split()[0]
    always = "+search.always=Race.Account.balance < 9; Race.Account.balance >= 0"
    assert main([always, "--replay", replay, *where]) == 1
    capfd.readouterr()
    assert main(["+search.always=Race.Account.balance >=", *where]) == 2
    assert "column 24: a value expected" in capfd.readouterr().err
    assert main(["+search.always=Race.Account.x >= 0", *where]) == 2
    assert "has no field x" in capfd.readouterr().err


# --- verdicts with and without reductions ---

OPS = ["x++;", "x--;", "y += 2;", "y--;", "b.v++;", "b.v -= 2;", "cells[0]++;", "cells[1] = x;"]


def program(seed: int) -> str:
    """Two threads and main on fields that a lock protects, or one thread alone writes, or that are written between
    other things: all that reductions take for unobserved."""
    r = random.Random(seed)

    def body(n: int) -> str:
        ops = [r.choice(OPS) for _ in range(n)]
        if r.random() < 0.6:
            return f"synchronized (LOCK) {{ {' '.join(ops)} }}"
        return " ".join(ops)

    return f"""
public class Prop{seed} {{
    static class Box {{ int v; }}
    static final Object LOCK = new Object();
    static int x, y;
    static Box b = new Box();
    static int[] cells = new int[2];
    public static void main(String[] args) throws Exception {{
        {body(2)}
        Thread t = new Thread(() -> {{ {body(2)} {body(1)} }});
        t.start();
        {body(2)}
        t.join();
        {body(1)}
    }}
}}
"""


SEEDS = seeds(4, 100)
SHAPES: list[tuple[str, Any]] = [
    ("P.x + P.y <= {k}", lambda s: s["x"] + s["y"]),
    ("P.x - P.y <= {k}", lambda s: s["x"] - s["y"]),
    ("P.y * 3 - P.x <= {k}", lambda s: s["y"] * 3 - s["x"]),
    ("P.b.v + P.cells[0] <= {k}", lambda s: s["b"]["v"] + s["cells"][0] if s["b"] and s["cells"] else -9),
    ("P.x * 2 - P.cells[1] <= {k}", lambda s: s["x"] * 2 - s["cells"][1] if s["cells"] else -9),
]


@functools.cache
def programs() -> Path:
    return support.compile_texts({f"Prop{s}.java": program(s) for s in SEEDS})


class Highest(jpfpy.Listener):
    """The highest value of each shape over all states: by views, with no expression."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found = [-9] * len(SHAPES)

    def state_advanced(self, search: Any) -> None:
        cls = search.vm.find_class(self.name)
        if cls is not None and cls.is_initialized:
            self.found = [max(f, of(cls.statics)) for f, (_, of) in zip(self.found, SHAPES, strict=True)]


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_are_those_of_all_states_without_reductions(seed: int) -> None:
    name = f"Prop{seed}"
    highest = Highest(name)
    everything = {"vm.por": "false", "vm.storage.class": "none"}
    assert jpfpy.verify(name, classpath=programs(), config=everything, listeners=[highest]).complete
    for (shape, _), top in zip(SHAPES, highest.found, strict=True):
        for k in (top - 1, top):
            for search in (DFS, BFS):
                given = jpfpy.always(shape.format(k=k).replace("P.", f"{name}."))
                report = jpfpy.verify(name, classpath=programs(), search=search, properties=[given])
                assert report.ok is (k >= top), (shape, k, search)
