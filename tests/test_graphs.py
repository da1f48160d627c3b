"""The state graph as an object (jpfpy.explore), its forms and its drawing; the code of docs/graphs.md runs as it stands."""

from __future__ import annotations

import re
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import jpfpy
from jpfpy import StateGraph, bp
from tests import support
from tests.support import BFS, DFS

ACCOUNT = support.ROOT / "examples" / "account" / "Account.java"
OFF = {"vm.por": "false"}


# States and transitions of SafeAccount, as it is compiled and run by JDK 17, 21 and 25.
SIZES = ((112, 152), (113, 153), (115, 155), (105, 145))


def safe(**given: object) -> StateGraph:
    return jpfpy.explore("SafeAccount", classpath=support.compiled("conc"), config=OFF, **given)  # type: ignore[arg-type]


def account() -> StateGraph:
    labels = {"paid": "main.account.balance == 15"}
    return jpfpy.explore(ACCOUNT, values=["main.account.balance", "main.account", "main.args"], labels=labels)


def test_states_and_transitions_are_those_of_the_statistics() -> None:
    for search in (DFS, BFS):
        graph = safe(search=search)
        counts = graph.report.statistics
        assert (len(graph), len(graph.transitions)) == (counts.states_new, counts.transitions)
        assert (len(graph), len(graph.transitions)) in SIZES and [s.id for s in graph.states] == [*range(len(graph))]
        assert max(s.depth for s in graph.states) == counts.max_depth
        assert [s.kind for s in graph.states].count("end") == counts.end_states == len(graph.end_states) == 1
        assert graph.report.graph is graph and graph.report.ok
        for e in graph.transitions:
            assert e.target in graph.by_id and (e.source in graph.by_id or e.source == -1) and e.times == 1
    assert len(safe(search=BFS).path(graph.end_states[0].id)) == graph.end_states[0].depth


def test_searches_that_come_again_count_and_do_not_repeat() -> None:
    once = {(e.source, e.target, e.label) for e in safe().transitions}
    again = safe(search="iddfs")
    assert len(again.transitions) == len(once) and (len(again), len(once)) in SIZES
    assert sum(e.times for e in again.transitions) == again.report.statistics.transitions > len(once)


def test_a_limit_leaves_open_states() -> None:
    graph = safe(limit=10)
    assert len(graph) == 10 and not graph.report.complete
    assert {s.kind for s in graph.states} == {"open"} and "10 open" in repr(graph)
    for wrong in (-1, True, "9"):
        with pytest.raises(jpfpy.ConfigError, match="limit="):
            safe(limit=wrong)


def test_threads_values_labels_and_paths() -> None:
    graph = account()
    assert "main" in {t.name for s in graph.states for t in s.threads}
    assert any(t.line.startswith("Account.java:") for t in graph[0].threads)
    balance = graph.values("main.account.balance")
    assert set(balance.values()) == {0, 5, 10, 15, None} and sorted(balance) == list(range(len(graph)))
    assert set(graph.values("main.account").values()) == {"Account@1", None}
    assert {v for v in graph.values("main.args").values() if v is not None} == {()}
    assert [s.id for s in graph.labelled("paid")] == [n for n, v in balance.items() if v == 15] != []
    with pytest.raises(jpfpy.ConfigError, match=r'"main.x" was not recorded \(recorded: .*values=\["main.x"\]'):
        graph.values("main.x")
    with pytest.raises(jpfpy.ConfigError, match=r'no label "zz" was given \(there are paid\): explore'):
        graph.labelled("zz")
    assert graph.errors and graph.report.errors
    assert {n for s in graph.errors for n in s.errors} == {e.id for e in graph.report.errors}
    for path, state in zip(graph.error_paths(), graph.errors, strict=True):
        assert path[0].source == -1 and path[-1].target == state.id
        assert all(a.target == b.source for a, b in zip(path, path[1:], strict=False))
        assert "Account.java:20" in path[-1].lines
    assert graph.path(lambda s: "paid" in s.labels)[-1].target in {s.id for s in graph.labelled("paid")}
    with pytest.raises(jpfpy.ConfigError, match="no state 999: the graph has .* states, 0 to"):
        graph.path(999)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"labels": ["main.account"]}, "labels=.*a dict from names expected"),
        ({"labels": {"due": "main.account.balance"}}, "the label due needs true or false, not 0: compare it"),
        ({"labels": {"due": "Account.balanc == 1"}}, "Account has no field balanc"),
        ({"values": ["Acount.balance"], "labels": {"a": "Acount@1.x == 1"}}, "no class Acount is on the class path"),
        ({"values": 3}, "values=3: a list expected"),
        ({"config": ["vm.por"]}, "a dict from keys expected"),
    ],
)
def test_mistakes(given: dict[str, object], why: str) -> None:
    with pytest.raises(jpfpy.ConfigError, match=why):
        jpfpy.explore(ACCOUNT, **given)  # type: ignore[arg-type]


def test_each_error_of_a_state_is_its_own() -> None:
    class Told(jpfpy.Listener):
        ids: list[int] = []

        def property_violated(self, search: jpfpy.views.Search) -> None:
            self.ids.append(search.last_error.id if search.last_error else 0)

    rules = [jpfpy.always("main.account.balance < 5"), jpfpy.always("main.account.balance < 4")]
    graph = jpfpy.explore(ACCOUNT, properties=rules, listeners=[Told])
    ids = [e.id for e in graph.report.errors]
    assert len(ids) > 1 and Told.ids == ids
    assert sorted(n for s in graph.errors for n in s.errors) == ids
    assert max(len(s.errors) for s in graph.errors) > 1
    assert f"{len(graph.errors)} error states ({len(ids)} errors)" in repr(graph)


SPIN = """
public class Turn {
    static volatile boolean on;
    public static void main(String[] args) {
        new Thread(() -> { for (;;) on = !on; }).start();
        for (;;) if (on) break;
    }
}
"""


def test_strongly_connected_components_are_those_of_a_plain_search() -> None:
    for graph in (jpfpy.explore("Turn", classpath=support.compile_texts({"Turn.java": SPIN})), account()):

        def reach(start: int, graph: StateGraph = graph) -> set[int]:
            seen, todo = {start}, [start]
            while todo:
                for e in graph.leaving[todo.pop()]:
                    if e.target not in seen:
                        seen.add(e.target)
                        todo.append(e.target)
            return seen

        far = {s.id: reach(s.id) for s in graph.states}
        want = {frozenset(w for w in far[v] if v in far[w]) for v in far}
        found = graph.components()
        assert {frozenset(c) for c in found} == want and sum(map(len, found)) == len(graph)
        place = {v: i for i, c in enumerate(found) for v in c}
        assert all(place[e.source] >= place[e.target] for e in graph.transitions if e.source >= 0)
        assert bool(graph.cycles()) is (graph.report.target == "Turn")


class Shallow(jpfpy.Heuristic):
    def evaluate(self, state: jpfpy.Candidate) -> float:
        return state.depth


def test_b_programs() -> None:
    hot, cold = bp.Event("HOT"), bp.Event("COLD")

    @bp.bthread(priority=1.0)
    def add_hot():  # type: ignore[no-untyped-def]
        for _ in range(3):
            yield bp.sync(request=hot)

    @bp.bthread(priority=1.5)
    def add_cold():  # type: ignore[no-untyped-def]
        for _ in range(3):
            yield bp.sync(request=cold)

    program = bp.BProgram([add_hot, add_cold], epsilon=1.0, name="Taps")
    graph = jpfpy.explore(program)
    plain = program.verify().statistics
    assert len(graph) == plain.states_new == 16
    events = [e for e in graph.transitions if e.source >= 0]
    assert len(events) == plain.transitions == 24 and {e.label for e in events} == {"HOT", "COLD"}
    assert graph.name == "Taps" and len(graph.end_states) == 1
    with pytest.raises(jpfpy.ConfigError, match="a BProgram has its arguments"):
        jpfpy.explore(program, "x")
    assert len(jpfpy.explore(program, search=Shallow)) == 16
    with pytest.raises(jpfpy.ConfigError, match="42 is no target"):
        jpfpy.explore(42)  # type: ignore[arg-type]


# --- other forms ---


def test_networkx_and_pandas() -> None:
    networkx, graph = pytest.importorskip("networkx"), account()
    other = graph.to_networkx()
    assert len(other) == len(graph) and other.number_of_edges() == len(graph.transitions) - 1
    assert other.nodes[0]["values"]["main.account.balance"] == 0 and other.nodes[graph.errors[0].id]["kind"] == "error"
    assert {frozenset(c) for c in networkx.strongly_connected_components(other)} == {
        frozenset(c) for c in graph.components()
    }
    pytest.importorskip("pandas")
    states, transitions = graph.to_pandas()
    assert len(states) == len(graph) and len(transitions) == len(graph.transitions)
    assert (states.kind == "error").sum() == len(graph.errors) and "main.account.balance" in states
    assert set(transitions.columns) >= {"source", "target", "thread", "choice", "lines"}


@pytest.mark.parametrize("name", ["networkx", "pandas"])
def test_what_is_not_installed_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(jpfpy.ConfigError, match=f"this needs {name}, which is not installed: pip install {name}"):
        getattr(safe(limit=5), f"to_{name}")()


def test_dot_has_the_numbers_of_the_graph() -> None:
    graph = account()
    text = graph.to_dot()
    assert text.startswith("digraph ") and text.rstrip().endswith("}")
    assert len(re.findall(r"^\S+ -> \d+ ", text, re.MULTILINE)) == len(graph.transitions)
    assert len(re.findall(r"^\d+ \[label=", text, re.MULTILINE)) == len(graph)
    assert text.count("lightcoral") == len(graph.errors) and "\\npaid" in text


def drawn(text: str) -> tuple[list[ET.Element], list[ET.Element]]:
    root = ET.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    groups = list(root.iter(f"{space}g"))
    nodes = [g for g in groups if (g.get("class") or "").startswith("node")]
    return nodes, [g for g in groups if g not in nodes]


def test_the_drawing_has_each_state_and_of_many_a_summary() -> None:
    graph = account()
    nodes, arrows = drawn(graph._repr_svg_())
    pairs = {(e.source, e.target) for e in graph.transitions if e.source >= 0}
    assert len(nodes) == len(graph) and len(arrows) == len(pairs)
    assert sum("error" in (n.get("class") or "") for n in nodes) == len(graph.errors)
    large = jpfpy.explore("DiningOrdered", classpath=support.compiled("conc"), config=OFF, limit=2000)
    assert len(large) > 300
    nodes, _ = drawn(large._repr_svg_())
    texts = [int((n[-1].text or "").replace(",", "")) for n in nodes]
    assert len(nodes) < 200 and sum(texts) == len(large)
    assert "more than 300 states" in large._repr_html_()


def test_colours_are_the_pages_and_styles_touch_nothing_outside() -> None:
    page = account()._repr_html_()
    for style in re.findall(r"<style>(.*?)</style>", page, re.DOTALL):
        assert "@media" not in style and "--jp-layout-color0" in style and "--vscode-editor-background" in style
        for selectors in re.findall(r"([^{}]+)\{[^{}]*\}", style):
            assert all(s.strip().startswith(".jpf-graph") for s in re.split(r",(?![^(]*\))", selectors)), selectors
        for name, value in re.findall(r"\b(fill|stroke|color|background):([^;}]+)", style):
            assert value.startswith("var(") or value == "none", (name, value)
    assert not re.search(r"(?:fill|stroke|color)=", page) and "http" not in page.replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_names_of_the_program_are_escaped(tmp_path: Path) -> None:
    source = """
    public class Odd { public static void main(String[] a) { Thread t = new Thread(() -> {}, "<b>\\"&"); t.start(); } }
    """
    graph = jpfpy.explore("Odd", classpath=support.compile_texts({"Odd.java": source}), config=OFF)
    assert any(t.name == '<b>"&' for s in graph.states for t in s.threads)
    assert '<b>"' not in graph.to_svg() and drawn(graph.to_svg())[0]
    assert '\\"&' in graph.to_dot()


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("networkx")
    shutil.copy(ACCOUNT, tmp_path)
    monkeypatch.chdir(tmp_path)
    page = (support.ROOT / "docs" / "graphs.md").read_text()
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", page, re.MULTILINE)
    python = [b for b in blocks if not b.lstrip().startswith("jpf ")]
    names: dict[str, object] = {}
    for block in python:
        exec(compile(re.sub(r"^ {4}", "", block, flags=re.MULTILINE), "docs/graphs.md", "exec"), names)
    assert len(python) >= 4
