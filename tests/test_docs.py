"""Every block of every page: Java is compiled, Python is executed, .jpf files are read without a complaint, commands
are of options and keys that there are and are run where their target is at hand, and what they print is on the page."""

from __future__ import annotations

import ast
import re
import shlex
import textwrap
from collections.abc import Collection
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import jpfpy
from jpfpy.config import load
from jpfpy.options import parse
from tests import support

ROOT = support.ROOT
ELSEWHERE = {  # pages whose blocks have tests of their own, or are a part of the engine
    "docs/pytest.md",  # test_pytest_page.py
    "docs/graphs.md",  # test_graphs.py
    "docs/notebooks.md",
    "docs/extending.md",  # recipes: C, tables and Python to be put into the sources
    "docs/por-tables.md",  # diagrams
}
PAGES = ["README.md", *sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").glob("*.md"))]
FILE = re.compile(r"(?://|#) ([\w.]+\.(?:java|py|jpf))$")
COMMAND = re.compile(r"(?:\.venv/bin/)?(?:jpf|make|python|mvn|gradle|pytest|pip|ray) ")
# Blocks go by their page and how they begin: their lines move with every change above them.
PARSED = {  # a part of a method; what needs numpy, or a program of the user's
    ("docs/checkpoints.md", 'report = jpfpy.verify("Bank.java"'),
    ("docs/choices.md", "ss = vm.system_state"),
    ("docs/strategies.md", "import numpy as np\n\nclass GreedyColumns"),
}
PREPARED = {  # what a page's Python takes for granted
    "docs/bp.md": """from jpfpy import bp
@bp.bthread(priority=1.0)
def hot():
    yield bp.sync(request=bp.Event("HOT"))
@bp.bthread(priority=2.0)
def cold():
    yield bp.sync(request=bp.Event("COLD"))
@bp.bthread(priority=4.0)
def observer():
    yield bp.sync(wait_for=bp.ALL)
""",
    "docs/reports.md": 'report = jpfpy.verify("Account.java")',
    "docs/choices.md": "import jpfpy",
    "docs/listeners.md": "import jpfpy",
    "docs/por.md": "import jpfpy",
}
PRINTED = {  # blocks of output: the command that prints it
    ("README.md", "------------------------------------------------------ transition #7"): "jpf Philosophers.java",
    ("docs/por.md", "warning: unprotected field access of: Events$Event"): "jpf Events.java",
    ("docs/por.md", "no errors detected: every interleaving"): "jpf Spin.java",
}
SPIN = """public class Spin {
    public static void main(String[] args) {
        new Thread(() -> loop()).start();
        for (int i = 0;; i = 1 - i) { Thread.yield(); } }
    static void loop() { for (int i = 0;; i = 1 - i) { Thread.yield(); } }
}
"""


Begun = tuple[str, str]


class Block(NamedTuple):
    page: str
    line: int
    text: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    def among(self, table: Collection[Begun]) -> Begun | None:
        """The entry of a table that this block is."""
        return next((b for b in table if b[0] == self.page and self.text.startswith(b[1])), None)


def blocks_of(page: str) -> list[Block]:
    """Indented code, in lists too; a fence would be none."""
    out = []
    lines = (ROOT / page).read_text().split("\n")
    assert not any(x.startswith("```") for x in lines), page
    i, depth = 0, 4
    while i < len(lines):
        if re.match(r"[-*] |\d+\. ", lines[i]):
            depth = 6
        elif lines[i] and not lines[i].startswith(" "):
            depth = 4
        if lines[i].startswith(" " * depth) and not lines[i - 1].strip():
            end = i
            while end < len(lines) and (lines[end].startswith(" " * depth) or not lines[end].strip()):
                end += 1
            out.append(Block(page, i + 1, textwrap.dedent("\n".join(lines[i:end])).strip("\n")))
            i = end
        else:
            i += 1
    return out


def kind(b: Block) -> str:
    first = b.text.split("\n")[0]
    if m := FILE.match(first):
        return m[1].rpartition(".")[2]
    if COMMAND.match(first):
        return "command"
    if re.match(r"(?:\+|---|warning:|note:|no errors|deadlock:|java\.lang\.|shrunk |executions:|\{)", first):
        return "said"
    lines = [x for x in b.text.split("\n") if x and not x.startswith("#")]
    if all(re.match(r"@?[\w.]+\s*\+?=(?!=)\s*[^(]+$", x) for x in lines):
        return "jpf"
    try:
        ast.parse(b.text)
    except SyntaxError:
        return "java"
    return "py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples, side by side, and where commands of pages name them."""
    for file in (ROOT / "examples").glob("*/*.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "Spin.java").write_text(SPIN)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    account = support.compile_texts({"Account.java": (tmp_path / "Account.java").read_text()})
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "classes").symlink_to(account)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("JAVA_HOME", str(support.default_jdk()))
    return tmp_path


def words_of(line: str) -> list[str]:
    return shlex.split(line.split(" #")[0])


def run_command(line: str, folder: Path) -> str | None:
    """What it prints; None: its target is not here. A command of JPF's is one that can be given."""
    words = words_of(line.removeprefix(".venv/bin/"))
    if not words:
        return None
    if words[0] == "python" and Path(words[1]).exists():
        done = support.process(support.sys.executable, *words[1:], cwd=folder, PYTHONPATH=str(support.PACKAGE))
        assert done.returncode == 0, (line, done.stderr)
        return done.stdout
    if words[0] != "jpf" or "[options]" in words:
        return None
    pairs, rest, _ = parse([w for w in words[1:] if not w.startswith("@")])
    notes = load(pairs).check()
    assert not notes, (line, notes)
    if not rest or not Path(rest[0]).exists() or Path(rest[0]).is_dir() or "--junit" in words or "$REPLAY" in words:
        return None
    done = support.jpf(*words[1:], cwd=folder, PYTHONPATH=f"{support.PACKAGE}:{folder}")
    assert done.returncode in (0, 1, 3) and "warning: " not in done.stderr, (line, done.stderr)
    return done.stdout + done.stderr


def flat(text: str) -> str:
    return re.sub(r"#\d+|@[0-9a-f]+", "@", " ".join(re.sub(r"-{9,}", "---", text).split()))


def compiled(block: Block, folder: Path) -> None:
    named = FILE.match(block.text.split("\n")[0])
    name = named[1].removesuffix(".java") if named else "Part"
    body = "public class Part { static void part() throws Exception {\n" + block.text + "\n} }"
    text = block.text if named else "import gov.nasa.jpf.vm.Verify;\n" + body
    (folder / f"{name}.java").write_text(text + "\n")
    support.javac(folder, folder / f"{name}.java")


@pytest.mark.parametrize("page", [p for p in PAGES if p not in ELSEWHERE])
def test_every_block_does_what_the_page_says(page: str, folder: Path) -> None:
    names: dict[str, Any] = {"__name__": "page"}
    printed = ""
    for block in blocks_of(page):
        what = kind(block)
        if m := FILE.match(block.text.split("\n")[0]):
            (folder / m[1]).write_text(block.text + "\n")
        if what == "java":
            compiled(block, folder)
        elif what == "jpf":
            (folder / "page.jpf").write_text(block.text + "\n")
            config = load([], str(folder / "page.jpf"))
            assert [n for n in config.check() if n.startswith("warning")] == [], block.place
            assert not any("#" in v for v in config.values.values()), block.place
        elif what == "py":
            exec("import jpfpy\n" + PREPARED.get(page, ""), names)
            if block.among(PARSED) is None:
                failing = pytest.raises(jpfpy.VerificationError) if "raise_on_error" in block.text else nullcontext()
                with failing if page != "docs/bp.md" else nullcontext():
                    exec(compile(block.text, block.place, "exec"), names)
        elif what == "command":
            for line in block.text.replace("\\\n", "").split("\n"):
                printed += run_command(line, folder) or ""
        elif not block.text.startswith("{"):
            begun = block.among(PRINTED)
            out = printed + (run_command(PRINTED[begun], folder) or "") if begun else printed
            for part in flat(block.text).split("..."):
                assert part.strip() in flat(out), (block.place, part)


def test_blocks_that_are_treated_otherwise_are_there() -> None:
    for table in (PARSED, PRINTED):
        for page, begins in table:
            assert [b for b in blocks_of(page) if b.text.startswith(begins)], (page, begins)


def test_a_program_with_choices_of_data_runs_under_plain_java() -> None:
    classes = support.compile_texts({"Leap.java": (ROOT / "examples" / "values" / "Leap.java").read_text()})
    assert support.hotspot("Leap", classes).returncode == 0


def test_no_page_is_missing_on_the_site() -> None:
    text = (ROOT / "mkdocs.yml").read_text()
    nav = re.findall(r"^ +- [^:]+: ([\w-]+\.md)$", text[text.index("\nnav:") :], re.MULTILINE)
    from tools.site_pages import PAGES as outside
    from tools.site_pages import fenced, relinked

    page = "Words:\n\n    jpf A.java\n\n    jpf B.java\n\n- an item:\n\n      jpf C.java\n\nMore:\n\n    # a.py\n    x = 1\n"
    assert fenced(page) == (
        "Words:\n\n```sh\njpf A.java\n\njpf B.java\n```\n\n\n- an item:\n\n        jpf C.java\n\nMore:\n"
        "\n```python\n# a.py\nx = 1\n```\n\n"
    )
    assert sorted(nav) == sorted({p.name for p in (ROOT / "docs").glob("*.md")} | set(outside.values()))
    assert len(nav) == len(set(nav))
    assert relinked("[a](../csrc/README.md#x) [b](por.md) [c](https://x.y) [d](../tests/gen.py)", "docs/juc.md") == (
        "[a](engine.md#x) [b](por.md) [c](https://x.y) d (`tests/gen.py`)"
    )
