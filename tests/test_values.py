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
        "'b' == 'b' != 'c'": True,
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
        ("thread(1.5).id == 1", "column 8: thread(1.5): a whole number or a name expected"),
        ("", "column 1: a value expected"),
    ],
)
def test_a_text_that_is_no_expression(text: str, why: str) -> None:
    with pytest.raises(jpfpy.ConfigError) as error:
        jpfpy.always(text)
    assert why in str(error.value) and str(error.value).startswith("expression ") and "\n" not in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Race.Account.balanc >= 0", "column 14: Race$Account has no field balanc; it has balance"),
        ("Race.Account.own >= 0", "Race$Account.own is no static field: name the object, Race$Account@1.own"),
        ("Race.first.nam == 'x'", "column 12: Race$Account has no field nam; it has name"),
        ("Race.Account == null", "Race$Account is a class: name a field of it, or an object, Race$Account@1"),
        ("Race.Account.balance", "always(...) needs true or false, not 2: compare it"),
        ("Race.Account.balance and true", "true or false expected, not 2: compare it with something"),
        ("Race.Account.balance == null", "2 == null: values of unlike kinds"),
        ("Race.Account.balance == true", "2 == true: values of unlike kinds"),
        ("Race.first.name != 3", "'bob' != 3: values of unlike kinds"),
        ("Race.first.mood == 'ANGRY'", "an object of class Race$Mood == 'ANGRY': values of unlike kinds"),
        ("Race.first.open < 3", "true < 3: numbers expected"),
        ("main == 'main'", "the thread main == 'main': values of unlike kinds"),
        ("1 == 'x'", "1 == 'x': values of unlike kinds"),
        ("Race.first.name < 3", "'bob' < 3: numbers expected"),
        ("Race.first.log < 3", "an object of class"),
        ("Race.first.log.size == 3", "an array has length and [index], not size"),
        ("Race.Account.balance.x == 3", "Race.Account.balance is of type int and has no fields"),
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
    nothing = jpfpy.verify("Race", classpath=race(), properties=[jpfpy.always("main.absent > 0")])
    assert nothing.result == "incomplete" and not nothing.ok and not nothing.errors
    (why,) = nothing.statistics.constraints
    assert why.startswith("always('main.absent > 0') had a value in no state: no local"), why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Race.Account.balanc >= 0", "column 14: Race$Account has no field balanc; it has balance"),
        ("Race.Acount.balance >= 0", "column 6: Race has no field Acount; it has first"),
        ("Rase.x > 0", "column 1: no class Rase is on the class path (nearest: Race); a thread is named thread("),
        ("p.Rase.x > 0", "column 1: no class p.Rase is on the class path; a thread is named thread("),
        ("Race.first.own.x > 0", "column 16: Race.first.own is of type int and has no fields"),
        ("main.x == 1 and Race.frst == null", "column 22: Race has no field frst; it has first"),
        ("Race.Acount@1.own > 0", "column 1: no class Race.Acount"),
        (
            "Race.Account@2.own > 0",
            "where 2 objects of class Race.Account live, the path decides which is Race.Account@2: name",
        ),
    ],
)
def test_mistakes_in_names_are_told_before_the_search(text: str, why: str, capfd: pytest.CaptureFixture[str]) -> None:
    from jpfpy.cli import main

    assert main([f"+classpath={race()}", f"+search.always={text}", "Race"]) == 2
    out, err = capfd.readouterr()
    assert not out and err.count("\n") == 1 and why in err, (out, err)


def test_what_shows_in_the_search_alone_ends_it_without_a_report(capfd: pytest.CaptureFixture[str]) -> None:
    from jpfpy.cli import main

    assert main([f"+classpath={race()}", "+search.always=Race.Account.balance == null", "Race"]) == 2
    out, err = capfd.readouterr()
    assert "results" not in out and "listener" not in out + err
    assert err.splitlines()[-1].endswith("column 22: 2 == null: values of unlike kinds")


TWINS = """
public class Twins {
    static class Fork { int owner; }
    static Fork a, b;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { a = new Fork(); a.owner = 1; });
        t.start();
        b = new Fork();
        t.join();
        System.out.println(a.owner + b.owner);
    }
}
"""


def test_an_object_by_number_is_the_only_one_of_its_class() -> None:
    """Both orders of allocation lead to one state: numbers would tell them apart there."""
    classes = support.compile_texts({"Twins.java": TWINS})
    with pytest.raises(jpfpy.ConfigError, match="where 2 objects of class Twins.Fork live, the path decides"):
        jpfpy.verify("Twins", classpath=classes, properties=[jpfpy.always("Twins.Fork@1.owner >= 0")])
    with pytest.raises(jpfpy.ConfigError, match="2 objects of class Twins.Fork live"):
        jpfpy.explore("Twins", classpath=classes, labels={"taken": "Twins.Fork@1.owner == 1"})
    config = {"vm.por": "false"}
    seen = jpfpy.explore("Twins", classpath=classes, values=["Twins.Fork@1.owner"], config=config)
    assert {None, 0} <= set(seen.values("Twins.Fork@1.owner").values())


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


NAMES = """
public class Names {
    static class Inner { int v; Inner next; String name; static int top; java.util.List<String> list; int[] cells; }
    static class Sub extends Inner { int own; }
    static class a { int f; }
    static a X = new a();
    static Inner first = new Sub();
    static Object any;
    static int n;
    public static void main(String[] s) { }
}
"""


def test_fields_from_static_ones_on_keep_reductions() -> None:
    classes = support.compile_texts({"Names.java": NAMES})

    def forced(text: str, **config: Any) -> dict[str, str]:
        report = jpfpy.verify("Names", classpath=classes, properties=[jpfpy.always(text)], config=config)
        assert not report.errors and all("in no state" in c for c in report.statistics.constraints)
        return {k: v for k, v in report.config.items() if k in ("vm.por", "vm.por.include_fields")}

    for text, names in {
        "Names.n == 0": "*.n",
        "Names.Inner.top < 3 and -Names.n + 1 > 0": "*.top,*.n",
        "Names.first.v == 0": "*.first,*.v",
        "Names.first.next == null or Names.first.next.name.length > 3": "*.first,*.next,*.name",
        "Names.X.f == 0": "*.X,*.f",
        "Names.first.cells == null or Names.first.cells.length == 2": "*.first,*.cells",
        "java.lang.Integer.MAX_VALUE > 0": "*.MAX_VALUE",
    }.items():
        assert forced(text) == {"vm.por.include_fields": names}, text
    others = ["main.s.length == 0", "Names.first.own == 0", "Names.first.list == null or Names.first.list.size == 0"]
    others += [
        "Names.first.cells == null or Names.first.cells[0] == 1",
        "Names.a@1.f == 0",
        "thread(0).id == 0",
        "1 == 1",
    ]
    for text in [*others, "Names.n == 0 and main.s.length == 0", "(Names.first).v == 0", "Thread-0.x == 1"]:
        assert forced(text) == {"vm.por": "false"}, text
    two = [jpfpy.always("Race.Account.balance < 9"), jpfpy.always("Race.Base.total > 0")]
    report = jpfpy.verify("Race", classpath=race(), properties=two, config={"vm.por.include_fields": "*.own"})
    assert report.ok and report.config["vm.por.include_fields"] == "*.own,*.balance,*.total"
    assert not any("matches nothing" in n for n in report.notes)


FIELDS = """
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
public class Fields {
    static class Box { volatile int v; int w; }
    static Box box;
    static final AtomicIntegerFieldUpdater<Box> V = AtomicIntegerFieldUpdater.newUpdater(Box.class, "v");
    public static void main(String[] args) throws Exception {
        Box own = new Box();
        own.w = 8;
        own.w = 0;
        box = own;
        own.w = 3;
        own.w = 0;
        V.set(own, 5);
        V.compareAndSet(own, 5, 7);
        V.set(own, 0);
        Box.class.getDeclaredField("w").setInt(own, 4);
        own.w = 0;
        own = new Box();
        own.w = 6;
        box = own;
        own.w = 0;
    }
}
"""


@pytest.mark.parametrize("bad", ["w != 3", "v != 5", "v != 7", "w != 4", "w != 6"])
def test_each_write_to_what_a_static_field_leads_to_is_judged(bad: str) -> None:
    classes = support.compile_texts({"Fields.java": FIELDS})
    report = jpfpy.verify("Fields", classpath=classes, properties=[jpfpy.always(f"Fields.box.{bad}")])
    (error,) = report.errors
    assert error.message.startswith(f"Fields.box.{bad} is false at Fields.java:")
    assert report.config["vm.por.include_fields"] == f"*.box,*.{bad[0]}"
    for never in ("w != 8", "w != 9"):  # 8 was there before anybody could see it
        assert jpfpy.verify("Fields", classpath=classes, properties=[jpfpy.always(f"Fields.box.{never}")]).ok


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
    ("P.b.v * 2 - P.y <= {k}", lambda s: s["b"]["v"] * 2 - s["y"] if s["b"] else -9),
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
