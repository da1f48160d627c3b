"""jpfpy.Explorer: states gone through by hand, the page of it, and what the widget does."""

from __future__ import annotations

import functools
import gc
import pickle
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import jpfpy
from jpfpy import Explorer
from jpfpy.explorer.desk import Desk
from tests import support

ACCOUNT = support.ROOT / "examples" / "account" / "Account.java"
PHILOSOPHERS = support.ROOT / "examples" / "philosophers" / "Philosophers.java"
BALANCE = "main.account.balance"


def conc(name: str, **given: object) -> Explorer:
    return Explorer(name, classpath=support.compiled("conc"), **given)  # type: ignore[arg-type]


def test_steps_threads_and_data() -> None:
    with Explorer(ACCOUNT, watch=[BALANCE]) as ex:
        assert (ex.state_id, ex.depth, [c.text for c in ex.choices]) == (0, 1, ["main", "teller"])
        main, teller = ex.threads
        assert (main.name, main.status, main.place, main.next) == (
            "main",
            "RUNNING",
            "Account.java:10",
            "reads Account.balance",
        )
        assert main.line is not None and main.line.source == "int before = balance;" and teller.next == "begins"
        ex.step("teller")
        ex.step("teller")
        assert str(ex.path[-1].access) == "balance is 0" and ex.path[-1].thread == "teller"
        ex.step(0)
        p = ex.step("main")
        assert p is ex.position and str(ex.path[-1].access) == "balance: 0 -> 5" and ex.values == {BALANCE: 5}
        assert ex.path[-1].lines == ("Account.java:11", "Account.java:12", "Account.java:19")
        assert p.thread("main").status == "JOINING" and p.thread("main").next == "joins teller"
        assert [m.position.values[BALANCE] for m in ex.path] == [0, 0, 0, 0, 5]
        assert [c.thread for c in p.choices] == ["teller"]
        for wrong in (1, -1, "nobody"):
            with pytest.raises(IndexError, match="step"):
                ex.step(wrong)
        with pytest.raises(jpfpy.ConfigError, match="a whole number"):
            ex.step(1.5)  # type: ignore[arg-type]
        with pytest.raises(KeyError):
            p.thread("nobody")


def test_back_goto_and_at() -> None:
    with Explorer(ACCOUNT) as ex:
        states = [ex.state_id, *(ex.step(len(ex.choices) - 1).id for _ in range(3))]
        assert ex.back().id == states[-2] and ex.back().id == states[-3]
        again = ex.step(len(ex.choices) - 1)
        assert again.id == states[-2] and len(ex.path) == 3
        assert ex.goto(0).id == 0 and ex.back().id == 0 and len(ex.path) == 1
        assert ex.goto(states[-1]).id == states[-1] and len(ex.path) == 4
        assert ex.at(1).id == states[1] and len(ex.path) == 2
        with pytest.raises(IndexError, match=r"goto\(999\): no such state was seen"):
            ex.goto(999)
        with pytest.raises(ValueError, match="it comes about in none of the"):
            ex.run(until="1 == 2")
        with pytest.raises(IndexError, match="the path has 2"):
            ex.at(2)


def test_two_ways_to_one_state() -> None:
    """The path is the one that was taken, whichever led there first; back() goes along it."""
    with Explorer(ACCOUNT, watch=[BALANCE]) as ex:
        ex.step("main")
        first = ex.step("teller").id
        ex.goto(0)
        other = ex.step("teller").id
        assert ex.step("main").id == first
        assert ex.back().id == other and ex.step("main").id == first
        assert [m.thread for m in ex.path] == ["main", "teller", "main"]
        ex.watch(f"{BALANCE} < 100")
        assert [m.thread for m in ex.path] == ["main", "teller", "main"] and ex.values[f"{BALANCE} < 100"] is True


def test_run_until() -> None:
    with Explorer(ACCOUNT) as ex:
        p = ex.run(until="error")
        assert p.kind == "error" and p.error is not None and "balance is 10" in p.error.message and not p.choices
        assert (
            ex.error is p.error
            and "Account.java:20" in ex.path[-1].lines
            and str(ex.path[-2].access) == "balance: 5 -> 10"
        )
        found = len(ex.path)
        ex.goto(0)
        assert BALANCE not in ex.values
        ex.run(until=f"{BALANCE} == 15")
        assert not ex.values and ex.watch(BALANCE).values == {BALANCE: 15}
        ex.unwatch()
        ex.goto(0)
        ex.run(until="src/Account.java:20")
        assert "Account.java:20" in ex.path[-1].lines and len(ex.path) <= found
        ex.goto(0)
        assert ex.run(until=lambda p: len(p.threads) == 1).kind in ("new", "end", "error")
        ex.goto(0)
        assert ex.run().kind == "end" and not ex.choices
        ex.goto(0)
        with pytest.raises(jpfpy.ConfigError, match="it comes about in none of the"):
            ex.run(until="Account.java:99")
        assert ex.state_id == 0
        with pytest.raises(jpfpy.ConfigError, match="Account has no field nope"):
            ex.run(until="Account.nope == 1")
        assert ex.state_id == 0


def test_watching() -> None:
    with Explorer(ACCOUNT) as ex:
        ex.run(until="error")
        ex.watch(BALANCE)
        assert [m.position.values[BALANCE] for m in ex.path][:2] == [0, 0] and ex.position.kind == "error"
        for wrong in ("main.account.nope", "1 +"):
            with pytest.raises(jpfpy.ConfigError):
                ex.watch(wrong)
        assert list(ex.values) == [BALANCE]
        ex.unwatch(BALANCE)
        assert not ex.values
        with pytest.raises(jpfpy.ConfigError, match="a list expected"):
            Explorer(ACCOUNT, watch=BALANCE)


def test_the_graph_grows() -> None:
    with Explorer(ACCOUNT) as ex:
        assert len(ex.graph) == 1 and ex.graph[0].kind == "open"
        ex.step(0)
        ex.back()
        ex.step(1)
        graph = ex.graph
        assert len(graph) == 3 and {(e.source, e.target) for e in graph.transitions} == {(-1, 0), (0, 1), (0, 2)}
        assert graph[0].kind == "new" and graph[1].kind == graph[2].kind == "open" and not graph.report.complete
        ex.goto(0)
        with pytest.raises(jpfpy.ConfigError):
            ex.run(until=lambda p: False)
        assert ex.graph.report.complete and not any(s.kind == "open" for s in ex.graph.states)
        assert ex.graph.errors and ex.graph.end_states


def test_at_the_error_of_a_report() -> None:
    error = jpfpy.verify(PHILOSOPHERS).errors[0]
    with Explorer.from_error(error) as ex:
        assert ex.position.kind == "error" and ex.error is not None and ex.error.message == error.message
        assert {t.name: t.next for t in ex.threads}["Philosopher-1"].startswith("waits to lock Philosophers$Fork@")
        assert all(t.holds and t.status == "BLOCKED" for t in ex.threads)
        ex.back()
        assert ex.choices and ex.step(ex.choices[-1].number).kind == "error"
    with pytest.raises(jpfpy.ConfigError, match="belongs to no report"):
        Explorer.from_error(
            jpfpy.ErrorInfo(**{f: getattr(error, f) for f in error.__dataclass_fields__ if f != "report"})
        )


@pytest.mark.parametrize("name", ["JoinHeldMonitor", "PrintUnderLock"])
def test_errors_of_coarser_searches(name: str) -> None:
    """Steps of the report's search and of the explorer are not the same ones: the path leads there all the same."""
    if support.expectation(support.CONC / f"{name}.java")[0] != "violation":
        pytest.skip(f"no error on JDK {support.default_release()}, where println takes no monitor")
    report = support.verify(name, classes="conc")
    with Explorer.from_error(report.errors[0]) as ex:
        assert ex.position.kind == "error" and ex.error is not None and ex.error.kind == report.errors[0].kind


class Adds(jpfpy.Listener):
    """Three values to choose from, and with the last one the program's exception is thrown."""

    @jpfpy.on(opcodes="INVOKESTATIC", method="Drawn.main*")
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        if insn.invoked_method_name.startswith("getInt"):
            ss = vm.system_state
            if not thread.is_first_step_insn:
                ss.set_next_choice_generator(jpfpy.IntIntervalGenerator("mine", 1, 3))
            else:
                chosen = ss.get_current_choice_generator("mine", jpfpy.IntIntervalGenerator)
                thread.top_frame.set_operand(0, thread.top_frame.peek() * chosen.get_next_choice())


class Never(jpfpy.Property):
    error_message = "it has ended"

    def check(self, search: Any, vm: Any) -> bool:
        return not search.is_end_state


def squared() -> jpfpy.Report:
    jpf = jpfpy.JPF({"target": "Drawn", "classpath": drawn(), "target.args": "peer"})
    jpf.register_peer("Drawn.square(I)I", lambda env, n: n * n)
    return jpf.run()


@functools.cache
def drawn() -> str:
    source = """import gov.nasa.jpf.vm.Verify;
    public class Drawn {
        static native int square(int n);
        public static void main(String[] args) {
            if (args.length > 0) { if (square(3) == 9) throw new IllegalStateException("nine"); return; }
            int n = Verify.getInt(1, 3);
            if (n == 9) throw new IllegalStateException("nine");
        } }"""
    return str(support.compile_texts({"Drawn.java": source}, flags=("-g", "-cp", str(support.API_JAR))))


@pytest.mark.parametrize("given", ["class", "object", "key", "property", "always", "peer", "race"])
def test_errors_that_code_in_python_had_a_hand_in(given: str) -> None:
    """The report's search ran with a listener that makes choices, a property or a peer: so does the explorer."""
    make: dict[str, Callable[[], jpfpy.Report]] = {
        "class": lambda: jpfpy.verify("Drawn", classpath=drawn(), listeners=[Adds]),
        "object": lambda: jpfpy.verify("Drawn", classpath=drawn(), listeners=[Adds()]),
        "key": lambda: jpfpy.verify("Drawn", classpath=drawn(), config={"listener": f"{__name__}:Adds"}),
        "property": lambda: jpfpy.verify("Drawn", classpath=drawn(), properties=[Never]),
        "always": lambda: jpfpy.verify(ACCOUNT, properties=[jpfpy.always("main.account.balance < 15")]),
        "peer": squared,
        "race": lambda: jpfpy.verify(ACCOUNT, config={"listener": "gov.nasa.jpf.listener.PreciseRaceDetector"}),
    }
    error = make[given]().errors[0]
    with Explorer.from_error(error) as ex:
        assert ex.error is not None and (ex.error.property, ex.error.message) == (error.property, error.message)


def test_a_report_from_elsewhere_has_no_code() -> None:
    class Mine(Never):
        """One that cannot be pickled."""

    report = pickle.loads(pickle.dumps(jpfpy.verify("Drawn", classpath=drawn(), properties=[Mine()])))
    assert not report.given
    with pytest.raises(jpfpy.ConfigError, match="the error does not come again: .*what found the string's error .Mine"):
        Explorer.from_error(report.errors[0])
    with Explorer.from_error(report.errors[0], properties=[Mine]) as ex:
        assert ex.error is not None and ex.error.property == "Mine"


def test_no_state_is_a_livelock() -> None:
    source = "public class Spin { static volatile boolean b; public static void main(String[] a) { while (!b) { } } }"
    config = {"search.properties": "LivelockProperty"}
    report = jpfpy.verify("Spin", classpath=support.compile_texts({"Spin.java": source}), config=config)
    with pytest.raises(jpfpy.ConfigError, match="a livelock is a path that never ends"):
        Explorer.from_error(report.errors[0])


def test_data_choices() -> None:
    with Explorer(support.ROOT / "examples" / "listeners" / "Dice.java") as ex:
        assert [str(c) for c in ex.choices] == ["0: 1", "1: 2", "2: 3"] and ex.threads[0].place == "Dice.java:5"
        ex.step(2)
        ex.step("2")
        assert [m.choice for m in ex.path] == ["", "3", "2"] and ex.position.kind == "end" and ex.output == "sum 5\n"
        assert ex.path[-1].output == "sum 5\n" and not ex.threads
        ex.back()
        ex.step(0)
        assert ex.output == "sum 4\n"


def test_it_lives_as_long_as_somebody_has_it() -> None:
    before = {t for t in threading.enumerate() if t.name == "jpfpy-explorer"}
    ex = Explorer(ACCOUNT)
    ex.step(0)
    mine = {t for t in threading.enumerate() if t.name == "jpfpy-explorer"} - before
    assert len(mine) == 1
    ex.run(until="error")
    del ex
    gc.collect()
    for t in mine:
        t.join(20)
        assert not t.is_alive()
    ex = Explorer(ACCOUNT)
    ex.close()
    assert ex.state_id == 0 and "state 0" in str(ex)
    with pytest.raises(jpfpy.ConfigError, match="the explorer is closed"):
        ex.step(0)


@pytest.fixture(scope="module")
def account() -> Iterator[Explorer]:
    with Explorer(ACCOUNT) as ex:
        yield ex


def test_mistakes_are_told_at_once() -> None:
    with pytest.raises(jpfpy.ConfigError, match="Nope"):
        Explorer("Nope")
    with pytest.raises(jpfpy.ConfigError, match="bogus"):
        Explorer(ACCOUNT, config={"search.bogus": "1"})


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("goto(12345)", r"goto\(12345\): no such state was seen \(there are 0 to \d+\)"),
        ("goto('x')", "goto: state_id='x': a whole number expected"),
        ("step(99)", r"step\(99\): there are \d choices here"),
        ("step(None)", "step: choice=None: a whole number expected"),
        ("at(99)", r"at\(99\): the path has 1 transitions"),
        ("at(1.5)", "at: n=1.5: a whole number expected"),
        ("run(42)", r"run\(until=42\): a text or a function of a Position expected"),
        ("run(limit=0)", "run: limit=0: a whole number of at least 1 expected"),
        ("run(until='eror')", r"an expression that is true or false expected \(nearest: 'error'\)"),
        ("run(until='Account.java:700')", r"there is no code at line 700 \(nearest: Account.java:\d+\)"),
        ("run(until='Acount.java:7')", r"no class that is loaded is from Acount.java \(there are Account.java\)"),
        ("run(until='nobody.x == 1')", "it has a value in none of them: "),
        ("watch('Account.zz')", "Account has no"),
        ("watch(5)", "watch: 5: a text expected"),
        ("unwatch('x')", r"unwatch\('x'\): not watched \(watched: nothing\)"),
    ],
)
def test_every_move_says_what_it_takes(account: Explorer, call: str, told: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=told) as info:
        eval(f"ex.{call}", {"ex": account})
    assert "\n" not in str(info.value) and account.depth == 1


def test_a_line_that_the_path_has_come_to(account: Explorer) -> None:
    place = str(account.path[0].lines[0])
    with pytest.raises(jpfpy.ConfigError, match=r"transition 0 of the path has come to that line before: at\(0\)"):
        account.run(until=place)


def test_what_is_no_error_of_a_report() -> None:
    report = jpfpy.verify("SafeAccount", classpath=support.compiled("conc"), config=support.CONFIG)
    with pytest.raises(jpfpy.ConfigError, match=r"an error of a report expected \(report.errors\[0\]\)"):
        Explorer.from_error(report)  # type: ignore[arg-type]


def test_interrupt_leaves_it_usable() -> None:
    """Ctrl-C while it looks for something: it ends where it began."""
    with Explorer(PHILOSOPHERS, "5") as ex:

        def soon() -> None:
            time.sleep(0.3)
            ex._session.stop.set()

        threading.Thread(target=soon).start()
        ex.run(until=lambda p: False, limit=10_000_000)
        assert ex.state_id == 0 and ex.step(0).depth == 2


def test_the_page() -> None:
    with Explorer(ACCOUNT, watch=[BALANCE]) as ex:
        ex.run(until="error")
        ex.back()
        page = ex._repr_html_()
        assert (
            "prefers-color-scheme" not in page and "--jp-layout-color0" in page and "--vscode-editor-background" in page
        )
        for text in (
            "what comes next",
            "Account.java:20",
            "balance: 5 -&gt; 10",
            "class=now",
            "<svg",
            'class="node',
            " here",
        ):
            assert text in page, text
        assert (
            len(page) < 40_000
            and "<script" not in page
            and "http:" not in page.replace("http://www.w3.org/2000/svg", "")
        )
        rules = re.findall(
            r"([^{}]+)\{", re.sub(r"\{[^{}]*\}", "{}", "".join(re.findall(r"<style>(.*?)</style>", page, re.S)))
        )
        assert rules and all(
            part.strip().startswith((".jpf-ex", ".jpf-graph")) for r in rules for part in re.split(r",(?![^(]*\))", r)
        )
        assert "state" in ex.position._repr_html_() and "choices" in repr(ex)


def test_what_the_widget_does() -> None:
    with Explorer(ACCOUNT) as ex:
        desk = Desk(ex)
        for what, value in (("watch", BALANCE), ("run", "error"), ("at", 2)):
            desk.order({"do": what, "with": value})
            assert not desk.message
        view = desk.view()
        assert view["at"] == 2 and view["moves"] == 7 and view["watched"] == [BALANCE] and len(view["choices"]) == 2
        desk.order({"do": "step", "with": 9})
        assert desk.message == "step(9): there are 2 choices here" and desk.view()["message"] == desk.message
        desk.order({"do": "at", "with": 6})
        assert ex.position.kind == "error" and desk.view()["error"]
        desk.order({"do": "back"})
        desk.order({"do": "goto", "with": 0})
        desk.order({"do": "step", "with": 1})
        assert desk.view()["moves"] == 2 and not desk.message
        for wrong in (
            {"do": "fly"},
            None,
            {"do": "step", "with": "x"},
            {"do": "run", "with": "Account.java:99"},
            {"do": "at", "with": 77},
        ):
            desk.order(wrong)
            assert desk.message
        assert desk.view()["moves"] == 2


def test_the_widget() -> None:
    pytest.importorskip("anywidget")
    with Explorer(ACCOUNT) as ex:
        widget = ex.widget
        assert widget is ex.widget and widget.view["moves"] == 1
        ex.step(0)
        assert widget.view["moves"] == 2
        widget._told(None, {"do": "step", "with": 0}, [])
        assert ex.depth == 3 and widget.view["moves"] == 3 and widget.busy is False
        bundle = ex._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in bundle and "<svg" in bundle["text/html"]
        widget.close()


def test_a_kernel_is_given_the_page_besides(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an output of its own, which the widget finds by its mark and hides: nbconvert shows it without internet."""
    pytest.importorskip("anywidget")
    published: list[dict[str, str]] = []
    pub = SimpleNamespace(publish=lambda data: published.append(data))
    shell = SimpleNamespace(kernel=object(), display_pub=pub)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    with Explorer(ACCOUNT) as ex:
        bundle = ex._repr_mimebundle_()
        (page,) = published
        assert page["text/html"] == f"<div data-jpf='{ex.widget.mark}'>{bundle['text/html']}</div>"
        shell.kernel = None  # IPython in a terminal
        ex._repr_mimebundle_()
        assert len(published) == 1 and 'data-jpf="${mark}"' in ex.widget._esm
        ex.widget.close()


def test_the_script_stands_alone() -> None:
    script = (support.PACKAGE / "jpfpy" / "explorer" / "widget.js").read_text()
    assert len(script) < 6000 and "import" not in script and "http" not in script and "attachShadow" in script
