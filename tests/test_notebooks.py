"""The notebooks of examples/ run top to bottom, the magics, and what public objects look like in a notebook."""

from __future__ import annotations

import importlib.util
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import bp
from tests import support

pytest.importorskip("IPython")
pytest.importorskip("nbclient")
NOTEBOOKS = support.ROOT / "examples" / "notebooks"
NAMES = sorted(p.stem for p in NOTEBOOKS.glob("*.ipynb"))
ACCOUNT = support.ROOT / "examples" / "account" / "Account.java"
SOURCE = "public class Cell {\n    public static void main(String[] a) { System.out.println(a.length); }\n}\n"


def runner() -> Any:
    spec = importlib.util.spec_from_file_location("run_notebooks", NOTEBOOKS / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXPECTED = {
    "b-program": ("hot twice in a row", "no errors detected", "requests"),
    "first-steps": ("balance is", "no errors detected", "what comes next", "<svg"),
    "heuristic": ("deadlock after", "<table", "<svg", "Greedy"),
    "reduction": ("with reduction", "<svg", "everything off"),
}


@pytest.mark.parametrize("name", NAMES)
def test_notebook(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(support.PACKAGE))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = runner().executed(name)
    shown = ""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type != "error" and not (
                output.output_type == "stream" and output.name == "stderr" and "Warning" in output.text
            ), output
            shown += output.get("text", "") + "".join(str(v) for v in output.get("data", {}).values())
    for text in EXPECTED[name]:
        assert text in shown, text
    assert len(shown) < 1_000_000 and "prefers-color-scheme" not in shown


def test_notebooks_are_kept_without_outputs() -> None:
    assert set(NAMES) == set(EXPECTED)
    for name in NAMES:
        text = (NOTEBOOKS / f"{name}.ipynb").read_text()
        assert '"outputs": []' in text and '"output_type"' not in text


@pytest.fixture
def shell() -> Any:
    from IPython.core.interactiveshell import InteractiveShell

    InteractiveShell.clear_instance()
    one = InteractiveShell.instance()
    one.run_line_magic("load_ext", "jpfpy")
    yield one
    one.run_line_magic("unload_ext", "jpfpy")
    InteractiveShell.clear_instance()


def test_a_cell_is_a_target(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_cell_magic("java", "", SOURCE)
    cell = shell.user_ns["Cell"]
    assert repr(cell) == "<JavaClass Cell>" and Path(cell).read_text() == SOURCE
    assert jpfpy.verify(cell, "x").ok and jpfpy.explore(cell).report.ok
    report = shell.run_line_magic("jpf", "+search.class=bfs Cell a b")
    assert report.ok and report.args == ("a", "b") and report.config["search.class"] == "bfs" and report.output == "2\n"
    for shown in (repr(jpfpy.verify(cell)), repr(jpfpy.Explorer(cell)), jpfpy.Explorer(cell).graph.name):
        assert "Cell" in shown and "jpfpy-notebook" not in shown
    shell.run_line_magic("jpf", "--run Cell a b c")
    assert capsys.readouterr().out.endswith("3\n")
    shell.run_line_magic("jpf", "--version")
    assert capsys.readouterr().out == f"jpfpy {jpfpy.__version__}\n"
    user = "class Helper { static int two() { return 2; } }\nclass Uses { public static void main(String[] a) { Helper.two(); } }"
    shell.run_cell_magic("java", "", user)
    assert set(shell.user_ns) >= {"Cell", "Uses"} and jpfpy.verify(shell.user_ns["Uses"]).ok
    packaged = "package a.b;\npublic class In { public static void main(String[] a) { System.exit(3); } }"
    shell.run_cell_magic("java", "", packaged)
    assert shell.user_ns["In"].name == "a.b.In"
    assert shell.run_line_magic("jpf", "In").errors[0].property == "ExitStatusProperty"


def test_files_that_the_line_asks_for(shell: Any, tmp_path: Path) -> None:
    shell.run_cell_magic("java", "", SOURCE)
    shell.run_line_magic("jpf", f"--html {tmp_path}/r.html --json {tmp_path}/r.json Cell")
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>") and (tmp_path / "r.json").stat().st_size


@pytest.mark.parametrize(
    ("cell", "lines"),
    [
        ("public class Cell {\n    int x = y;\n}\n", ["line 2: cannot find symbol", "    int x = y;"]),
        ("class A {\n  void f() {\n", ["line 2: reached end of file while parsing"]),
        ("int x = 1;\n", ["%%java: there is no class in this cell"]),
    ],
)
def test_what_javac_says(shell: Any, cell: str, lines: list[str]) -> None:
    from jpfpy.ipython import CellError

    with pytest.raises(CellError) as info:
        shell.run_cell_magic("java", "", cell)
    told = "\n".join(info.value._render_traceback_())
    for line in lines:
        assert line in told, told
    assert "jpfpy-notebook" not in told and "javac cannot" not in told and " error" not in told.splitlines()[-1]
    assert "Cell" not in shell.user_ns


@pytest.mark.parametrize(
    ("line", "message"),
    [("--bogus X", "unknown option --bogus"), ("Nope", "Nope"), ("+search.class=bogus Cell", "bogus")],
)
def test_mistakes_on_the_line(shell: Any, line: str, message: str) -> None:
    from jpfpy.ipython import CellError

    shell.run_cell_magic("java", "", SOURCE)
    with pytest.raises(CellError, match=message):
        shell.run_line_magic("jpf", line)


def shown_of(shell: Any, cell: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    assert not shell.run_cell(cell).success
    said = capsys.readouterr()
    return [line for line in (said.out + said.err).splitlines() if line.strip()]


def test_errors_of_ours_are_shown_without_our_frames(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_cell_magic("java", "", SOURCE)
    assert shell.run_cell("import jpfpy").success
    assert shown_of(shell, "jpfpy.verify(42)", capsys) == [
        "jpfpy.ConfigError: target=42: a class name, a .java, .jar or .jpf file expected"
    ]
    several = shown_of(shell, "x = 1\njpfpy.always('A.b >=')", capsys)
    several = [line for line in several if line.strip(" ~^")]  # Python 3.13 underlines each call
    assert len(several) == 4 and "line 2" in several[1] and several[3].endswith("a value expected, not 'the end'")
    with pytest.raises(jpfpy.ConfigError, match=r"\(of this notebook: Cell\)"):
        shell.run_line_magic("jpf", "Celll")


def hot_water() -> object:
    @bp.bthread  # type: ignore[untyped-decorator]
    def add_hot() -> Any:
        yield bp.sync(request=bp.Event("HOT"))

    return bp.BProgram([add_hot]).run()


def public_objects() -> list[object]:
    graph = jpfpy.explore(ACCOUNT, values=["main.account.balance"])
    report = graph.report
    error = report.errors[0]
    comparison = jpfpy.compare(ACCOUNT, searches=["dfs"])
    seen: list[object] = []

    class Look(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            vm = search.vm
            if not seen and vm.choice_generator is not None:
                element = vm.live_threads[0].object
                for one in (vm.choice_generator, vm.live_threads[0], element, search.transition):
                    seen.append((type(one).__name__, one._repr_html_()))

    jpfpy.verify(ACCOUNT, listeners=[Look])
    assert len(seen) == 4
    with jpfpy.Explorer(ACCOUNT) as explorer:
        pages = [("Explorer", explorer._repr_html_()), ("Position", explorer.position._repr_html_())]
        pages += [("Option", explorer.choices[0]._repr_html_()), ("Move", explorer.path[0]._repr_html_())]
    objects = [
        report,
        error,
        report.statistics,
        error.trace[0],
        error.trace[0].choice,
        error.snapshot[0],
        error.location,
    ]
    objects += [graph, graph[0], graph.transitions[0], comparison, comparison.runs[0], hot_water()]
    pages += [(type(o).__name__, o._repr_html_()) for o in objects]  # type: ignore[attr-defined]
    return [*seen, *pages]


def test_every_public_object_is_shown_well() -> None:
    for name, page in public_objects():  # type: ignore[misc]
        assert page.startswith("<") and "prefers-color-scheme" not in page and "<script" not in page, name
        assert len(page) < 40_000, (name, len(page))
        assert "--jp-layout-color0" in page and "--vscode-editor-background" in page, name
        for style in re.findall(r"<style>(.*?)</style>", page, re.DOTALL):
            rules = re.findall(r"([^{}]+)\{", re.sub(r"@media[^{]*\{", "", re.sub(r"\{[^{}]*\}", "{}", style)))
            for selector in (s for r in rules for s in re.split(r",(?![^(]*\))", r)):
                assert selector.strip().lstrip("}").strip().startswith(".jpf"), (name, selector)


def test_reports_with_many_errors_stay_small() -> None:
    source = """
    public class Many { public static void main(String[] a) throws Exception {
        for (int i = 0; i < 40; i++) { int k = i; new Thread(() -> { if (k % 2 == 0) throw new RuntimeException("no " + k); }).start(); } } }
    """
    classes = support.compile_texts({"Many.java": source})
    config = {"search.multiple_errors": "true", "search.state_limit": 300}
    report = jpfpy.verify("Many", classpath=classes, config=config)
    assert len(report.errors) > 5 and len(report._repr_html_()) < 120_000 < len(report.to_html())


def test_progress_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    from jpfpy.report.notebook import NotebookProgress, notebook_progress

    assert notebook_progress() is None
    told: list[str] = []

    class Handle:
        def update(self, shown: str) -> None:
            told.append(shown)

    def display(shown: str, display_id: bool) -> Handle:
        told.append(shown)
        return Handle()

    progress = NotebookProgress(display, lambda text: text)
    counts: Any = {
        "states_new": 10_000,
        "states_visited": 5,
        "depth": 3,
        "max_depth": 7,
        "bytes": 2048,
        "errors": 1,
        "transitions": 9,
    }
    progress.update(counts)
    assert not told  # a search that is over at once shows nothing
    progress.watch.started -= 10
    progress.last = progress.watch.last = time.monotonic() - 2
    progress.update(counts)
    assert len(told) == 1 and all(t in told[0] for t in ("10,000 states", "/s)", "depth 3/7", "2.0 KiB", "1 errors"))
    progress.stop()
    assert told[-1] == ""


def test_documents_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    """The code of docs/notebooks.md, in order, in one session."""
    monkeypatch.chdir(ACCOUNT.parent)
    page = (support.ROOT / "docs" / "notebooks.md").read_text()
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", page, re.M)
    ran = 0
    for block in blocks:
        code = "\n".join(line[4:] for line in block.strip("\n").splitlines())
        if code.startswith("pip "):
            continue
        result = shell.run_cell(code)
        assert result.success, code
        ran += 1
    assert ran >= 6 and "IPython" in sys.modules


def test_interrupting_the_kernel_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel of its own, told by a signal while it searches: the cell ends as cells do, with its report."""
    from jupyter_client.manager import KernelManager

    source = """public class Endless { static volatile long x; static int n;
        public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> n++); t.start(); n++; t.join();
            if (n == 1) throw new IllegalStateException("lost");
            while (true) x++; } }"""
    classes = support.compile_texts({"Endless.java": source})
    monkeypatch.setenv("PYTHONPATH", str(support.PACKAGE))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    code = (
        "import jpfpy\n"
        f"report = jpfpy.verify('Endless', classpath={str(classes)!r}, jdk={str(support.default_jdk())!r},\n"
        "    config={'search.multiple_errors': True, 'search.class': 'bfs'})\n"
        "report"
    )
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        asked = client.execute(code)
        shown: list[dict[str, Any]] = []
        interrupted = False
        while not interrupted or shown[-1].get("execution_state") != "idle":
            message = client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != asked:
                continue
            shown.append(message["content"])
            if not interrupted and "states" in str(message["content"].get("data", "")):  # the line of progress
                interrupted = True
                manager.interrupt_kernel()
        reply = client.get_shell_msg(timeout=60)["content"]
        while reply.get("status") is None or "execution_count" not in reply:
            reply = client.get_shell_msg(timeout=60)["content"]
        assert reply["status"] == "ok", reply
        page = next(m["data"]["text/html"] for m in reversed(shown) if "execution_count" in m and "data" in m)
        assert "IllegalStateException: lost" in page and "interrupted" in page
        said = "assert report.interrupted and not report.ok and all('lost' in e.message for e in report.errors)"
        for code in (said, "report.errors[0].message"):
            again = client.execute(code, reply=True, timeout=60)["content"]
            assert again["status"] == "ok", again
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
