"""The listeners that are shipped under jpf-core's names: what each shows, finds or does on a program."""

from __future__ import annotations

import ast
import functools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import listeners as shipped
from jpfpy.config import Config as Configuration
from jpfpy.config.jpf_keys import LISTENER_KEYS, NO_EFFECT
from jpfpy.config.keys import SUPPORTED
from jpfpy.listeners._specs import FieldSpec, LocationSpec, MethodSpec, TypeSpec
from jpfpy.usercode import load_class
from tests import support
from tests.support import BFS, DFS, Run

command = functools.partial(support.jpf, "-cp", support.compiled("listeners"))

# jpf-core's package gov.nasa.jpf.listener, but for what is no listener (LogConsole) or needs its multi-process VM
# (DistributedSimpleDot), and the two checkers that it names without having them.
JPF_CORE = """AssertionProperty BitFlipListener BudgetChecker CGMonitor CGRemover CallMonitor ChoiceSelector ChoiceTracker
CoverageAnalyzer DeadlockAnalyzer EndlessLoopDetector ErrorTraceGenerator ExceptionInjector ExecTracker HeapTracker
IdleFilter InsnCounter LockedStackDepth MethodAnalyzer MethodTracker NoStateCycles NonSharedChecker NullTracker
NumericValueChecker OOMEInjector ObjectTracker OverlappingMethodAnalyzer PathOutputMonitor Perturbator
PreciseRaceDetector ReferenceLocator SearchStats SimpleDot SimpleIdleFilter StackDepthChecker StackTracker
StateCountEstimator StateSpaceAnalyzer StateSpaceDot StateTracker StopWatchFuzzer TraceStorer VarRecorder VarTracker
NonNullChecker ConstChecker""".split()

Config = dict[str, str]
READING = ("setting", "flag", "number", "names", "patterns", "pieces", "get", "get_int", "get_boolean", "get_double")


def test_all_names_of_jpf_core_exist() -> None:
    for name in JPF_CORE:
        found = shipped.find(name)
        assert found is not None and found.__doc__, name
        assert load_class(f"gov.nasa.jpf.listener.{name}") is found
        assert load_class(f".listener.{name}") is found
    assert set(JPF_CORE) <= set(shipped.__all__)


def test_every_key_of_a_listener_is_read_by_it() -> None:
    """And every key that one reads is known. Some are read when it is made, the others stand in calls as they are."""
    read: set[str] = set()

    class Recording(Configuration):
        def get(self, key: str, default: str | None = None) -> str:
            read.add(key)
            return super().get(key, default)

        def typed(self, key: str, *how: Any) -> Any:
            read.add(key)
            return super().typed(key, *how)

    for name in shipped.__all__:
        shipped.find(name)(Recording())
    for path in Path(shipped.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READING:
                read |= {a.value for a in node.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    ours = {re.sub(r"\d+$", "", key) for key in read if "." in key} - set(SUPPORTED)
    assert ours == LISTENER_KEYS
    assert not LISTENER_KEYS & NO_EFFECT


def test_a_key_of_a_listener_has_an_effect() -> None:
    report = support.verify("Faults", "caught", classes="listeners", listener="AssertionProperty", ap__go_on="true")
    assert report.ok and report.notes == []


# listener -> program, arguments, properties, what its output shows (regular expressions)
SHOWN: list[tuple[str, str, list[str], Config, list[str]]] = [
    (
        "ExecTracker",
        "Bank",
        [],
        {"et.print_src": "true", "et.print_mth": "true"},
        [
            r"search started\n +\[skipping static init",
            r"\[1\] forward: 0 new",
            r"^0 : \[[0-9a-f]{4}\]   new 'Bank\$Account",
            r"\[Bank.java:8\] : balance = old \+ n;",
            r"^      Bank\$Account\.deposit\(I\)V",
            r"# thread started: Thread-0 index: 1",
            r"# thread terminated: Thread-0 index: 1",
            r"# choice: ThreadChoiceFromSet",
            r"# shared Bank\$Account@",
            r"\[\d+\] backtrack: \d+",
            r"\[\d+\] done: \d+",
            r"search finished",
        ],
    ),
    ("ExecTracker", "Monitors", [], {"et.print_insn": "false"}, [r"# exception: java.lang.IllegalArgumentException@"]),
    ("CGMonitor", "Bank", [], {}, [r'^\.+ThreadChoiceFromSet \{id:"SHARED_OBJECT"']),
    ("CGMonitor", "Faults", ["choice"], {"cgm.show_choice": "true", "cgm.show_depth": "false"}, [r"^IntInt.*, 1$"]),
    ("CGMonitor", "Bank", [], {"cgm.show_insn": "true"}, [r'"getfield Bank\$Account.balance" at Bank.java:7']),
    ("CallMonitor", "Bank", [], {}, [r"^0: +Bank\$Account\.deposit\(7\)$", r"^1: +Bank\$Account\.deposit\(5\)$"]),
    ("MethodTracker", "Bank", [], {}, [r"^0: +> Bank\$Account\.deposit$", r"^0: +< Bank\$Account\.deposit$"]),
    (
        "MethodAnalyzer",
        "Races",
        ["bad"],
        {"method.skip_init": "false"},
        [r"method ops #1", r"^\d: >-  Races\.body\(String,boolean\)$"],
    ),
    (
        "OverlappingMethodAnalyzer",
        "Faults",
        ["overlap"],
        {},
        [r"overlapping method ops #1", r"^1: >-  Faults\$Shared@\w+\.use\(\)\n-+\n2: >-[ <] Faults\$Shared@\w+\.use"],
    ),
    ("StackTracker", "Bank", [], {"jpf.stack_tracker.log_period": "0"}, [r"Thread: 1:\n\tat Bank\$Account\.deposit"]),
    (
        "StateTracker",
        "Bank",
        [],
        {},
        [r"search started", r"\[1\]forward: 0 new", r"\[\d+\]backtrack: \d+", r"search fin"],
    ),
    (
        "ObjectTracker",
        "Bank",
        [],
        {"ot.include": "Bank$Account"},
        [r"^0: new  Bank\$Account@", r"^1: put  Bank\$Account@\w+\.balance at Bank.java:8", r"^0: call .*\.deposit"],
    ),
    (
        "VarRecorder",
        "Values",
        ["arrays"],
        {},
        [
            r"^0: Values.java:\d+ +cells\[1\] <- 5$",
            r"cells\[1\] -> 5$",
            r"wide\[0\] <- 7$",
            r" local <- 10$",
            r"Values\$Sensor\.count <- 10$",
            r" cells -> \[I@",
        ],
    ),
    (
        "VarRecorder",
        "Values",
        ["arrays"],
        {"var_recorder.include": "local"},
        [r"\A0: \S+ +local <- 10\n0: \S+ +local -> 10\n\Z"],
    ),
    (
        "VarTracker",
        "Bank",
        [],
        {},
        [
            r"      change    variable",
            r"^ +\d+    Bank\$Account\.balance  \(Bank\$Account\.deposit \d+\)",
            r"deposit\.old",
        ],
    ),
    ("VarTracker", "Values", ["arrays"], {"vt.methods": "Values.arrays"}, [r"Values.arrays.cells\[\]", r"wide\[\]"]),
    (
        "NullTracker",
        "Faults",
        ["null"],
        {},
        [
            r"null used at Faults.main\(Faults.java:\d+\)",
            r"Faults.field was set to null\n      at: Faults.main",
            r"null constant",
        ],
    ),
    (
        "NullTracker",
        "Values",
        ["chain"],
        {},
        [
            r"Values\$Sensor\.kept was set to null\n(.*\n)*.*null returned by Values\.look\n(.*\n)*"
            r".*null returned by Values\.find\n(.*\n)*.*local variable found was set to null"
        ],
    ),
    (
        "ChoiceTracker",
        "Faults",
        ["choice"],
        {},
        [r"choice trace #1", r"^ +0: ThreadChoice", r"IntIntervalGenerator.*2}\n \tat Faults.java:"],
    ),
    (
        "ChoiceTracker",
        "Faults",
        ["choice"],
        {"choice.class": "gov.nasa.jpf.vm.IntChoiceGenerator", "choice.format": "CHOICE", "choice.show_location": "no"},
        [r"choice trace #1\n   0: 2\n"],
    ),
    (
        "ErrorTraceGenerator",
        "Faults",
        ["choice"],
        {"etg.show_insn": "true"},
        [
            r"error trace choices\n# 0 \[tid= 0\] ThreadChoiceFromSet",
            r"# 1 \[tid= 0\] IntIntervalGenerator.*\n\tat Faults.java:\d+ in Faults.main\n"
            r"\tinstruction: \[pc=\d+\] invokestatic .*getInt.*\n\tsource: case \"choice\"",
        ],
    ),
    (
        "DeadlockAnalyzer",
        "Faults",
        ["deadlock"],
        {},
        [
            r"thread ops #1",
            r"main holds java.lang.Object@\d, waits to lock java.lang.Object@\d, held by Thread-0",
            r"cycle: (main -> Thread-0|Thread-0 -> main)",
            r"B:\w+.*Faults.java:\d+ : synchronized \(y\)",
            r"L:\w+",
        ],
    ),
    (
        "DeadlockAnalyzer",
        "Faults",
        ["deadlock"],
        {"deadlock.format": "raw"},
        [r"^\d+ : main : lock : java.lang.Object@"],
    ),
    (
        "DeadlockAnalyzer",
        "Faults",
        ["deadlock"],
        {"deadlock.format": "column", "deadlock.max_history": "2"},
        [r"main +Thread-0 +trans  loc : stmt\n-+\n.*\n.*\n\.\.\.\n"],
    ),
    (
        "SearchStats",
        "Bank",
        [],
        {},
        [r"new states: +\d+", r"search depth: +\d+ \(max: \d+\)", r"max heap objects: +\d+"],
    ),
    ("SearchStats", "Bank", [], {"search.class": BFS}, [r"restored states: +[1-9]", r"queue size: +\d+"]),
    (
        "StateSpaceAnalyzer",
        "Bank",
        [],
        {},
        [
            r"Grouped By: type\nAll  \(choices: \d+, generators: \d+\)\n   SHARED_OBJECT  \(choices:",
            r"Grouped By: package, class, method, instruction, type",
            r"Location:  Bank.java:\d+\n +Code:  \S.*\n +Instruction:  \w+.*\n +Generator Class:  ThreadChoiceFromSet",
        ],
    ),
    (
        "StateSpaceAnalyzer",
        "Bank",
        [],
        {"ssa.sort_order": "thread,line", "ssa.max_output_lines": "1", "ssa.max_states": "5"},
        [r"Grouped By: thread, line\n", r"^\.\.\.$"],
    ),
    ("StateCountEstimator", "Bank", [], {}, [r"^State:  (\d+) / \1 \(100%\)    Time:  \d+:\d\d - \d+:\d\d = 0:00$"]),
    ("PathOutputMonitor", "Bank", [], {}, [r"path outputs\n(balance \d+\n~~~\n){3}"]),
    ("LockedStackDepth", "Monitors", [], {}, [r"^ +\d+  java.lang.Object by main$"]),
    ("BudgetChecker", "Bank", [], {"budget.max_depth": "3"}, [r"max search depth exceeded: 4 > 3"]),
    ("BudgetChecker", "Bank", [], {"budget.max_new_states": "6"}, [r"max new state count exceeded: 7 > 6"]),
    ("BudgetChecker", "Bank", [], {"budget.max_insn": "200"}, [r"max instruction count exceeded: \d+ > 200"]),
    (
        "HeapTracker",
        "Bank",
        [],
        {},
        [r"max path alive: +[1-9]", r"max path heap \(B\): +\d+", r"\d+ +\d+ : Bank\$Account"],
    ),
    (
        "ReferenceLocator",
        "Bank",
        [],
        {"refloc.create": "@REF"},
        [r"object Bank\$Account@\w+ created at:\n\tat Bank.main\(Bank.java:26\)"],
    ),
    (
        "ReferenceLocator",
        "Bank",
        [],
        {"refloc.use": "@REF"},
        [
            r"call on object Bank\$Account@\w+ at:\n\tat Bank.main",
            r"field access of Bank\$Account@\w+ at:\n\tat Bank\$Account.dep",
        ],
    ),
    (
        "IdleFilter",
        "Trouble",
        ["endless"],
        {"idle.max_backjumps": "50"},
        [r"breaks transition on suspicious loop in thread: main\n\tat Trouble.main"],
    ),
    ("IdleFilter", "Trouble", ["long"], {"idle.action": "warn"}, [r"detected suspicious loop in thread: main"]),
    (
        "SimpleIdleFilter",
        "Trouble",
        ["long"],
        {},
        [r"breaks transition at loop in thread: main\n\tat Trouble.longLoop"],
    ),
    (
        "NonSharedChecker",
        "Values",
        ["shared"],
        {},
        [r"WARNING: NonShared object: Values\$Mine@\w+ accessed in live thread cycle"],
    ),
    (
        "CGRemover",
        "Bank",
        [],
        {"cgrm.t.cg_class": ".vm.ThreadChoiceGenerator", "cgrm.t.locations": "Bank.java:8-9"},
        [r"\[CGRemover\] removed \d+ times: ThreadChoiceFromSet SHARED_OBJECT at Bank.java:8"],
    ),
]


@pytest.mark.parametrize(("name", "target", "args", "config", "expected"), SHOWN)
@pytest.mark.slow
def test_what_a_listener_shows(
    run: Run, name: str, target: str, args: list[str], config: Config, expected: list[str]
) -> None:
    if "@REF" in config.values():
        found = re.search(r"new  Bank\$Account@(\w+)", run("ObjectTracker", "Bank", ot__include="Bank$Account")[1])
        assert found
        config = {k: str(int(found[1], 16)) for k in config}
    text = run(name, target, *args, **config)[1]
    for pattern in expected:
        assert re.search(pattern, text, re.M), f"{pattern}\n{text[:4000]}"


# listener -> program, arguments, properties, (kind, part of the message) of the error it finds
FOUND: list[tuple[str, str, list[str], Config, str, str]] = [
    (
        "EndlessLoopDetector",
        "Trouble",
        ["endless"],
        {"idle.max_backjumps": "50"},
        "livelock",
        "endless loop: main at Trouble.main",
    ),
    ("NoStateCycles", "Faults", ["cycle"], {}, "livelock", "the path returns to its own state: "),
    (
        "NumericValueChecker",
        "Values",
        ["range"],
        {"range.fields": "a", "range.a.field": "Values$Sensor.alt", "range.a.max": "105"},
        "property",
        "field Values$Sensor.alt out of range: 106 > 105\n\t at Values.main(Values.java:",
    ),
    (
        "NumericValueChecker",
        "Values",
        ["local"],
        {"range.vars": "v", "range.v.var": "Values.main(java.lang.String[]):level", "range.v.max": "40"},
        "property",
        "local variable level out of range: 41 > 40",
    ),
    (
        "NumericValueChecker",
        "Values",
        ["range"],
        {"range.fields": "a", "range.a.field": "*.alt", "range.a.min": "200"},
        "property",
        "100 < 200",
    ),
    (
        "AssertionProperty",
        "Faults",
        ["caught"],
        {},
        "property",
        'failed assertion: "quiet" at Faults.caught(Faults.java:',
    ),
    ("StackDepthChecker", "Faults", ["deep"], {"sdc.max_stack_depth": "20"}, "uncaught_exception", "StackDepthChecker"),
    ("NonNullChecker", "Values", ["nullfield"], {}, "property", "@NonNull field Values$Sensor.kept is set to null at"),
    ("NonNullChecker", "Values", ["nullresult"], {}, "property", "@NonNull method Values$Sensor.give returns null"),
    ("NonNullChecker", "Values", ["nullarg"], {}, "property", "@NonNull parameter 1 of Values$Sensor.take is null"),
    (
        "NonNullChecker",
        "Values",
        ["bare"],
        {},
        "property",
        "@NonNull field Values$Bare.never is not set by the constructor",
    ),
    (
        "ConstChecker",
        "Values",
        ["const"],
        {},
        "property",
        "@Const method Values$Sensor.look changes field Values$Sensor.reads",
    ),
    (
        "NonSharedChecker",
        "Values",
        ["shared"],
        {"nonshared.throw_on_cycle": "true"},
        "uncaught_exception",
        "live thread cycle",
    ),
    ("HeapTracker", "Bank", [], {"heap.live_limit": "0"}, "property", "live objects > 0"),
    (
        "HeapTracker",
        "Bank",
        [],
        {"heap.size_limit": "30", "heap.include": "Bank*"},
        "property",
        "heap limit exceeded: ",
    ),
    (
        "HeapTracker",
        "Bank",
        [],
        {"heap.live_limit": "0", "heap.throw_exception": "true"},
        "uncaught_exception",
        "OutOfMemoryError",
    ),
    (
        "PathOutputMonitor",
        "Bank",
        [],
        {"pom.any": '"balance 12"'},
        "property",
        "unmatched output\noffending output:\nbalance",
    ),
    ("PathOutputMonitor", "Bank", [], {"pom.none": '"balance [57]"'}, "property", "illegal output"),
    (
        "PathOutputMonitor",
        "Bank",
        [],
        {"pom.all": '"balance 12\n~~~\nbalance 13"'},
        "property",
        "unmatched specs (1)\nviolated specs:\nbalance 13",
    ),
    (
        "ExceptionInjector",
        "Bank",
        [],
        {"ei.exception": 'IllegalStateException("hurt")@Bank$Account:8'},
        "uncaught_exception",
        "IllegalStateException: hurt",
    ),
    (
        "OOMEInjector",
        "Bank",
        [],
        {"oome.types": "Bank$Account"},
        "uncaught_exception",
        "OutOfMemoryError: OOMEInjector",
    ),
]


@pytest.mark.parametrize(("name", "target", "args", "config", "kind", "expected"), FOUND)
@pytest.mark.parametrize("search", ["dfs", "bfs"])
def test_what_a_listener_finds(
    run: Run, search: str, name: str, target: str, args: list[str], config: Config, kind: str, expected: str
) -> None:
    if search == "bfs":
        if name == "NoStateCycles":
            return
        config = {**config, "search.class": BFS}
    report, _ = run(name, target, *args, **config)
    assert report.errors, report
    assert report.errors[0].kind == kind and expected in report.errors[0].message


# Nothing is wrong with these.
@pytest.mark.parametrize(
    ("name", "target", "args", "config"),
    [
        ("EndlessLoopDetector", "Trouble", ["long"], {}),  # a long loop that ends
        ("EndlessLoopDetector", "Trouble", ["long"], {"search.class": BFS}),
        ("NonNullChecker,ConstChecker", "Values", ["nonnull"], {}),
        ("NoStateCycles", "Bank", [], {}),
        (
            "NumericValueChecker",
            "Values",
            ["range"],
            {"range.fields": "a", "range.a.field": "*.alt", "range.a.max": "110"},
        ),
        (
            "PathOutputMonitor",
            "Bank",
            [],
            {"pom.any": '"balance 12\n~~~\nbalance [57]"', "pom.all": '"balance 1.\n~~~\n..."'},
        ),
        ("HeapTracker", "Bank", [], {"heap.live_limit": "1000"}),
        ("SimpleIdleFilter", "Trouble", ["waits"], {}),
        ("IdleFilter", "Trouble", ["waits"], {"idle.max_backjumps": "5"}),
    ],
)
def test_no_false_alarm(run: Run, name: str, target: str, args: list[str], config: Config) -> None:
    report, _ = run(name, target, *args, **config)
    assert report.ok, report


def test_autoload_of_the_annotation_checkers(run: Run) -> None:
    loads = {"listener.autoload": "gov.nasa.jpf.NonNull,gov.nasa.jpf.Const"}
    loads["listener.gov.nasa.jpf.NonNull"] = "gov.nasa.jpf.tools.NonNullChecker"
    loads["listener.gov.nasa.jpf.Const"] = "gov.nasa.jpf.tools.ConstChecker"
    assert run("", "Values", "nullresult", **loads)[0].errors[0].property == "NonNullChecker"
    assert run("", "Values", "const", **loads)[0].errors[0].property == "ConstChecker"
    assert run("", "Bank", **loads)[0].ok


def test_idle_loops_left(run: Run) -> None:
    report, text = run("IdleFilter", "Trouble", "endless", idle__action="jump", idle__max_backjumps="9")
    assert [line.split()[-1] for line in text.splitlines() if line.startswith("\tat ")] == [
        "Trouble.main(Trouble.java:61)",
        "Trouble.main(Trouble.java:62)",
    ]
    assert text.count("jumped past suspicious loop") == 2
    report, _ = run("IdleFilter", "Trouble", "endless", idle__action="prune", idle__max_backjumps="9")
    assert report.result == "incomplete"


@pytest.mark.parametrize("name", ["SimpleDot", "StateSpaceDot"])
@pytest.mark.parametrize("search", [DFS, BFS])
def test_dot(run: Run, tmp_path: Path, name: str, search: str) -> None:
    file = tmp_path / "graph.dot"
    report, text = run(name, "Bank", dot__file=str(file), **{"search.class": search})
    graph = file.read_text()
    states = report.statistics.states_new
    nodes = set(re.findall(r"-> (?:st)?(\d+)\b", graph))
    assert graph.startswith("digraph") and f"({len(nodes)} states)" in text and len(nodes) == states
    if shutil.which("dot"):
        svg = subprocess.run(["dot", "-Tsvg", str(file)], check=True, capture_output=True, timeout=60).stdout
        assert b"</svg>" in svg
    assert f"dot -Tsvg -O {file} draws it" in text
    _, text = run(name, "Bank", dot__file=str(file), dot__max_states="5", **{"search.class": search})
    assert "more states" in file.read_text()
    assert re.search(r"\d+ states are left out \(dot.max_states=5\): set dot.max_states for more", text)


@pytest.mark.slow
def test_dot_of_a_large_search_says_how_to_limit_it(run: Run, tmp_path: Path) -> None:
    """10^5 states: the first 2000 are drawn, by default, and it is said what to set."""
    file = tmp_path / "graph.dot"
    config = {"vm.por": "false", "search.state_limit": "100000"}
    report, text = run("StateSpaceDot", "Wide", dot__file=str(file), **config)
    assert report.statistics.states_new == 100_000
    assert re.search(r"\(2000 states\); sfdp -Tsvg -O .*\n98\d+ states are left out \(dot.max_states=2000\): set", text)
    assert len(set(re.findall(r"^  (st\d+) \[", file.read_text(), re.M))) == 2000


def test_dot_attributes_and_errors(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "graph.dot"
    colours = {"dot.error_node_attr": "fillcolor=pink", "dot.new_edge_attr": "penwidth=3", "dot.print_file": "true"}
    _, text = run("SimpleDot", "Faults", "choice", dot__file=str(file), dot__show_target="true", **colours)
    graph = file.read_text()
    assert "e1 [fillcolor=pink]  // error state" in graph and "penwidth=3" in graph and graph in text
    assert 'headlabel="Verify.getInt()"' in graph and "java.lang.Error" not in graph and 'headlabel="Error"' in graph
    run("StateSpaceDot", "Faults", "deadlock", dot__file=str(file))
    assert re.search(r'label="\d+:NotDeadlockedProperty",shape=diamond,color=red', file.read_text())


@pytest.mark.parametrize(
    ("name", "config", "complaint"),
    [
        ("IdleFilter", {"idle.action": "sleep"}, "idle.action=sleep: one of warn, break"),
        ("IdleFilter", {"idle.max_backjumps": "many"}, "idle.max_backjumps=many: a whole number expected"),
        ("NumericValueChecker", {"range.fields": "a"}, "range.a.field is not set"),
        ("BudgetChecker", {"budget.max_heap": "big"}, "budget.max_heap=big: a size expected"),
        ("ExceptionInjector", {"ei.exception": "Error"}, "ei.exception: Error: EXCEPTION"),
        ("CGRemover", {"cgrm.x.cg_class": "a.b.Foo"}, "no such kind of ChoiceGenerator"),
        ("CGRemover", {"cgrm.x.locations": "A.java:1"}, "cgrm.x.cg_class is not set"),
        ("Perturbator", {"perturb.fields": "x"}, "perturb.x.field is not set"),
        (
            "Perturbator",
            {"perturb.fields": "x", "perturb.x.field": "a.b", "perturb.x.class": "a.Java"},
            "module:Class expected",
        ),
        ("BitFlip", {"bitflip.bits": "8"}, "invalid number of bits to flip: 8"),
        ("PathOutputMonitor", {"pom.any": "/nowhere"}, "pom.any=/nowhere: No such file"),
        ("SimpleDot", {"dot.file": "/nowhere/x"}, "dot.file=/nowhere/x: No such file"),
        ("ChoiceSelector", {"choice.use_trace": "/nowhere"}, "choice.use_trace=/nowhere: No such file"),
        ("DistributedSimpleDot", {}, "multi-process"),
        ("ReferenceLocator", {"refloc.use": "that one"}, "references expected"),
        ("NoStateCycles", {"search.class": BFS}, "needs search.class=gov.nasa.jpf.search.DFSearch"),
    ],
)
def test_wrong_properties_are_one_line(run: Run, name: str, config: dict[str, Any], complaint: str) -> None:
    with pytest.raises(jpfpy.ConfigError) as e:
        run(name, "Bank", **config)
    assert complaint in str(e.value) and "\n" not in str(e.value)


class _Cls:
    def __init__(self, name: str, parent: _Cls | None = None, file: str = "Foo.java") -> None:
        self.name, self.super_class, self.source_file, self.interfaces = name, parent, file, ()
        self.package = name.rpartition(".")[0]


class _Method:
    def __init__(self, cls: _Cls, name: str, *types: str) -> None:
        self.class_info, self.name, self.argument_types = cls, name, list(types)


def test_specifications() -> None:
    """JPF's own examples of its specifications."""
    foo = _Cls("x.y.Foo")
    sub: Any = _Cls("x.z.Sub", foo)
    add: Any = _Method(_Cls("java.util.HashMap"), "put", "java.lang.Object", "java.lang.Object")
    bar: Any = _Method(foo, "bar", "int")
    assert MethodSpec("x.y.Foo.*").matches(bar) and not MethodSpec("x.y.Foo.*").matches(add)
    assert MethodSpec("java.util.HashMap.put(java.lang.Object,^java.lang.Object)").matches(add)
    assert MethodSpec("!java.*.*").matches(bar) and not MethodSpec("!java.*.*").matches(add)
    assert MethodSpec("*.*(int)").matches(bar) and not MethodSpec("*.*(long)").matches(bar)
    assert MethodSpec("Foo.bar(I)").matches(bar) and not MethodSpec("Foo.bar()").matches(bar)
    field: Any = type("F", (), {"class_info": sub, "name": "data"})
    assert FieldSpec("*.data").matches(field) and FieldSpec("x.y.Foo+.data").matches(field)
    assert not FieldSpec("x.y.Foo.data").matches(field) and not FieldSpec("!x.z.*").matches(field)
    assert TypeSpec("+x.y.Foo").matches(sub) and TypeSpec("x.*").matches(sub) and not TypeSpec("!x.*").matches(sub)
    for text, first, last in (("Foo.java:42", 42, 42), ("Foo.java:42-48", 42, 48), ("Foo.java:42+3", 42, 45)):
        spec = LocationSpec(text)
        assert (spec.first, spec.last) == (first, last) and spec.matches(sub, first) and not spec.matches(sub, last + 1)
    assert LocationSpec("Foo.java:42-").matches(sub, 9999) and LocationSpec("Foo.java").matches(sub, 1)
    assert LocationSpec("x/z/Foo.java:1").matches(sub, 1) and not LocationSpec("q/Foo.java:1").matches(sub, 1)


def test_standard_output_is_shared_in_order() -> None:
    """What listeners and the program print stands where it was printed, below the header."""
    done = command("+listener=ExecTracker", "Bank")
    text = done.stdout
    places = [
        text.index(x) for x in ("system under test", "- search started", "balance 12", "- search finished", "results")
    ]
    assert places == sorted(places)
    before = text[: text.index("balance 12")].rstrip().splitlines()[-1]
    assert "invokevirtual java.io.PrintStream.println" in before, before


def test_standard_output_that_is_anothers() -> None:
    """With --quiet it is the program's, with --json - the report's: shipped listeners print to standard error."""
    done = command("--quiet", "+listener=SearchStats", "Bank")
    assert set(done.stdout.splitlines()) == {"balance 12", "balance 5", "balance 7"} and "new states:" in done.stderr
    done = command("--json", "-", "+listener=SearchStats,SimpleDot", "+dot.file=/dev/null", "Bank")
    assert json.loads(done.stdout)["listeners"]["SearchStats"]["new states"] > 9 and "dot file" in done.stderr
    done = command("+listener=SearchStats", "Nope")
    assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1
