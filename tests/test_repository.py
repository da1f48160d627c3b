"""What must hold of the tree itself."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import jpfpy
from jpfpy import _jpf
from jpfpy.config.keys import SUPPORTED
from tests import support
from tests.support import API_JAR, ROOT

sys.path.insert(0, str(ROOT / "tools"))
import check_layers
import config_table
import lint
import notification_table


def test_include_order() -> None:
    assert check_layers.problems() == []
    assert check_layers.python_problems() == []


def test_the_layer_check_sees_imports_that_go_upward(tmp_path: Path) -> None:
    """At the top of a module or in a function; relative, absolute, or by a name that is computed."""
    (tmp_path / "report").mkdir()
    (tmp_path / "odd.py").touch()
    (tmp_path / "report" / "console.py").write_text(
        "from ..config import Config\n"
        "from . import html\n"
        "from .. import __version__, cli\n"
        "if TYPE_CHECKING:\n"
        "    from ..engine import Job\n"
        "else:\n"
        "    from ..engine import Job\n"
        "def f():\n"
        "    import jpfpy.api, os\n"
        "    from jpfpy import JPF\n"
        "    import_module('os')\n"
        "    import_module(f'.{x}', __name__)\n"
    )
    (tmp_path / "usercode.py").write_text("from . import listeners\nfrom .listener import on\n")
    assert check_layers.python_problems(tmp_path)[: -len(check_layers.BY_NAME) - 1] == [
        "jpfpy/odd.py: in no layer (PYTHON_LAYERS in tools/check_layers.py)",
        "jpfpy/report/console.py:12: imports a module by a name that is computed",
        "jpfpy/report/console.py:3: report imports jpfpy.cli, a later layer",
        "jpfpy/report/console.py:7: report imports jpfpy.engine.Job, a later layer",
        "jpfpy/report/console.py:9: report imports jpfpy.api, a later layer",
        "jpfpy/report/console.py:10: imports jpfpy.JPF, which is in no layer",
        "jpfpy/usercode.py:2: usercode imports jpfpy.listener.on, a later layer",
    ]


def test_two_flags_of_one_word_have_two_bits(tmp_path: Path) -> None:
    for layer, text in (
        ("kernel", "enum Flag {\n    XF_ONE = 1, /* XF_NO = 1, */\n    XF_TWO = 1 << 1,\n    XF_BOTH = 3,\n};\n"),
        ("state", "#define XF_NEW (1u << 1)\n#define XF_FREE (1u << 2)\nenum Row { YF_A = 1, YF_B, YF_C = 1 };\n"),
    ):
        (tmp_path / layer).mkdir()
        (tmp_path / layer / "x.h").write_text(text)
    assert check_layers.shared_bits(tmp_path) == [
        "csrc/state/x.h:1: XF_NEW has the bit 0x2 of XF_TWO (csrc/kernel/x.h:3)"
    ]
    used = {m for names in check_layers.SHARED_BITS for m in names}
    there = {m for p in (ROOT / "csrc").rglob("*.h") for _, m, _ in check_layers.flags(p.read_text())}
    assert used <= there


def test_the_layer_check_sees_what_it_is_for(tmp_path: Path) -> None:
    (tmp_path / "heap").mkdir()
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "x.c").touch()
    (tmp_path / "heap" / "a.c").write_text('#include "search/search.h"\n#include <Python.h>\n#include "base/base.h"\n')
    (tmp_path / "heap" / "b.c").write_text(
        "memcpy(&v, p, 8);\nmemcpy(v.v, (p, q), v.n * sizeof *v.v);\nqsort(a, n, 8, by);"
    )
    (tmp_path / "heap" / "long.c").write_text("\n" * 801)
    (tmp_path / "heap" / "wide.h").write_text(f"/* {'x' * 115}\n * {'x' * 118} */\n")
    (tmp_path / "heap" / "wide.def").write_text(f"ROW({'x' * 118})\n")
    found = check_layers.problems(tmp_path)
    assert [f.split(": ", 1)[1] for f in found] == [
        "heap/ includes search/search.h, a later layer",
        "Python.h belongs to py/ alone",
        "memcpy with a size that may be 0: base.h has mem_copy and the like",
        "qsort with a size that may be 0: base.h has mem_copy and the like",
        "801 lines (at most 800)",
        "124 columns (at most 120)",
        "in no layer",
    ]


def test_classes_are_named_in_their_tables_only(tmp_path: Path) -> None:
    """What is known of a class by its name is in classes/jdk/*.def; the files that may name classes are there."""
    rows = {
        'if (strcmp(c, "java/util/Timer") == 0)': True,
        'static const char *const made[] = {"[Ljdk/internal/X;"};': True,
        'r = throw_new(ti, "java/lang/Error", "%s", ok("bp/Event"));': True,
        'r = throw_new(ti, "java/lang/Error", "why");': False,
        'mi = ci_find_method(ci, "run", "(Ljava/lang/Thread;)V");': False,
        '#include "bp/bp.h"': False,
    }
    for folder in ("search", "native"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.c").write_text("\n".join(rows))
    (tmp_path / "search" / "indy.c").write_text("\n".join(rows))
    found = [f.split(": ")[0] for f in check_layers.problems(tmp_path) if "names a class" in f]
    assert found == [f"csrc/search/a.c:{n}" for n, wrong in enumerate(rows.values(), 1) if wrong]
    assert set(check_layers.NAMES) <= {p.name for p in (ROOT / "csrc").rglob("*.c")}


def test_comments_name_files_that_are_there() -> None:
    """A file's first line has its own name, and a comment that cites a file cites one of the tree (or of a library)."""
    of_others = {"xxhash.h", "zip.h"}
    folders = [ROOT / f for f in ("csrc", "jpfpy", "docs", "tests", "tools")]
    there = {f"/{p.relative_to(ROOT).as_posix()}" for folder in folders for p in folder.rglob("*.*")}
    cited = re.compile(r"(?<![\w/.<-])((?:[a-z_]+/)*[a-z_0-9]+\.(?:c|h|def|py))\b")
    for path in sorted((ROOT / "csrc").rglob("*.[ch]")):
        text = path.read_text()
        head = re.match(r"/\* (\S+) -- ", text)
        assert head is None or head[1] in (path.name, path.relative_to(ROOT / "csrc").as_posix()), path
        for comment in re.findall(r"/\*.*?\*/", text, re.DOTALL):
            for name in set(cited.findall(comment)) - of_others:
                assert any(p.endswith(f"/{name}") for p in there), f"{path}: {name}"


def test_versions_agree() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    assert f'version = "{jpfpy.__version__}"' in project
    assert _jpf.version() == jpfpy.__version__
    assert f"## {jpfpy.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_api_jar_holds_the_classes_of_its_sources() -> None:
    src = ROOT / "jpfpy" / "java" / "src"
    sources = {p.relative_to(src).with_suffix("").as_posix() for p in src.rglob("*.java") if "-" not in p.stem}
    with zipfile.ZipFile(API_JAR) as jar:
        assert jar.testzip() is None
        classes = {n[: -len(".class")] for n in jar.namelist() if n.endswith(".class")}
        assert {i.date_time for i in jar.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert {c.split("$")[0] for c in classes} == sources


@pytest.mark.skipif(17 not in support.jdks(), reason="the jar is of javac 17")
def test_api_jar_is_of_these_sources() -> None:
    """Byte for byte, line numbers and all: the sources have not moved on without it."""
    src = ROOT / "jpfpy" / "java" / "src"
    sources = {str(p.relative_to(src)): p.read_bytes() for p in src.rglob("*.java")}
    stubs = ROOT / "jpfpy" / "java" / "stubs"
    declared = support.compile_texts({str(p.relative_to(stubs)): p.read_bytes() for p in stubs.rglob("*.java")}, 17)
    out = support.compile_texts(
        sources, 17, ("-g", "--release", "17", "-Xlint:-options", "-cp", str(declared), "-implicit:none")
    )
    made = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*.class")}
    with zipfile.ZipFile(API_JAR) as jar:
        kept = {n: jar.read(n) for n in jar.namelist()}
    assert kept == made, "run make jar"


def test_readme_commands_exist() -> None:
    readme = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^    make (\w+)$", readme, re.MULTILINE)
    assert targets == ["demo", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    for link in re.findall(r"\]\(([^)#:]+)\)", readme):
        assert (ROOT / link).exists(), link


def test_lines_of_pages_can_be_read() -> None:
    """In Markdown 100 columns; rows of tables that a tool writes may be longer, others are made to fit."""
    pages = {p.relative_to(ROOT).as_posix(): p.read_text() for p in lint.pages()}
    assert {"README.md", "CHANGELOG.md", "csrc/README.md", "docs/por.md", "examples/README.md"} <= set(pages)
    assert lint.GENERATED_TABLES <= set(pages)
    assert [m for name, text in pages.items() for m in lint.long_lines(name, text)] == []
    row, words = "| " + "x" * 99, "x" * 101
    assert lint.long_lines("docs/bp.md", f"{row}\n\n{words}\n{words[:100]}") == [
        "docs/bp.md:1: 101 columns, at most 100",
        "docs/bp.md:3: 101 columns, at most 100",
    ]
    assert lint.long_lines("docs/juc-tables.md", row) == [] != lint.long_lines("docs/juc-tables.md", words)


def test_pages_link_to_what_is_there() -> None:
    """Every link between pages has its file, and every anchor its heading."""
    headings = {}
    for page in lint.pages():
        titles = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
        headings[page] = {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titles}
    links = [(p, link) for p in lint.pages() for link in re.findall(r"\]\(([^)\s]+)\)", p.read_text())]
    assert len(links) > 50
    wrong = []
    for page, link in links:
        name, _, anchor = link.partition("#")
        if not link.startswith("https:"):
            target = (page.parent / name).resolve() if name else page
            if not target.exists() or (anchor and anchor not in headings[target]):
                wrong.append(f"{page.name}: {link}")
    assert wrong == []


def test_every_page_of_the_documentation_can_be_reached() -> None:
    seen: set[Path] = set()
    rest = [ROOT / "README.md"]
    while rest:
        page = rest.pop()
        if page not in seen:
            seen.add(page)
            links = re.findall(r"\]\(([^)#\s]+\.md)", page.read_text())
            rest += [(page.parent / link).resolve() for link in links if not link.startswith("https:")]
    assert {p.name for p in lint.pages() if p not in seen} <= {"CHANGELOG.md"}


def test_files_that_comments_of_the_engine_name_are_there() -> None:
    """A comment names a file by its folder in csrc (search/por/spin.c), or from its own folder on."""
    wrong, seen = [], 0
    folders = {p.name for p in (ROOT / "csrc").iterdir() if p.is_dir()}
    for path in sorted(p for p in (ROOT / "csrc").rglob("*.*") if p.suffix in (".c", ".h", ".def")):
        for name in re.findall(r"[^\w/]((?:\w+/)+\w+\.(?:c|h|def))\b", path.read_text()):
            if name.split("/")[0] in folders:
                seen += 1
                if not any((folder / name).exists() for folder in (ROOT / "csrc", path.parent)):
                    wrong.append(f"{path.relative_to(ROOT)}: {name}")
    assert seen > 500
    assert wrong == []


@pytest.mark.parametrize("enum", ["KnownClass", "KnownMethod", "KnownField"])
def test_what_is_known_of_the_library_has_bits_of_its_own(enum: str) -> None:
    """An enumerator whose bit is another one's says of a field what nobody meant."""
    text = (ROOT / "csrc" / "classes" / "jdk.h").read_text()
    body = text[text.index(f"enum {enum} {{") :].split("};")[0]
    bits = re.findall(r"^ *K[CMF]_\w+ = 1(?:ull|u)? << (\d+),", body, re.M)
    assert len(bits) > 20
    assert len(bits) == len(set(bits))


def test_every_key_is_documented() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text()
    assert config_table.rewritten(text) == text, "run tools/config_table.py"
    assert text.count("| `search.class` |") == 1


def test_every_notification_is_documented() -> None:
    text = (ROOT / "docs" / "listeners.md").read_text()
    assert notification_table.rewritten(text) == text, "run tools/notification_table.py"
    assert text.count("| `state_advanced(search)` |") == 1 == text.count("| `method_exited(vm, thread, method)` |")


def test_shell_scripts_parse() -> None:
    for script, shell in (("tools/setup", "sh"), (".ci/run", "bash")):
        assert subprocess.run([shell, "-n", str(ROOT / script)], check=False).returncode == 0


def test_importing_the_package_imports_next_to_nothing() -> None:
    code = "import sys; a = set(sys.modules); import jpfpy, jpfpy.cli; print(*sorted(set(sys.modules) - a))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    heavy = {"rich", "dataclasses", "argparse", "subprocess", "json", "tempfile", "zipfile", "jpfpy._jpf", "pytest"}
    assert not heavy & set(done.stdout.split())


def test_all_public_names_resolve() -> None:
    for name in jpfpy.__all__:
        assert getattr(jpfpy, name) is not None
    assert set(jpfpy.__all__) <= set(dir(jpfpy))


def test_every_key_that_the_engine_reads_is_known() -> None:
    read = set()
    for path in (ROOT / "csrc").rglob("*.c"):
        read |= set(re.findall(r'jpf_get(?:_\w+)?\(j, "([^"]+)"', path.read_text()))
    assert "search.class" in read
    assert sorted(read - set(SUPPORTED)) == []


@pytest.mark.parametrize("folder", ["/", str(ROOT)])
def test_other_processes_run_the_build_that_is_tested(folder: str) -> None:
    """make sanitize and make stress: the current folder's package has the release build."""
    code = "from jpfpy import _jpf; print(_jpf.__file__, _jpf.build_info())"
    for command in ([sys.executable, "-c", code], [sys.executable, "-P", "-c", code]):
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
        assert done.stdout == f"{_jpf.__file__} {_jpf.build_info()}\n"


@pytest.mark.parametrize("page", [p.relative_to(ROOT).as_posix() for p in lint.pages()])
def test_files_that_a_page_names_are_there(page: str) -> None:
    """And every function of the engine that csrc/README.md names is defined somewhere."""
    text = (ROOT / page).read_text()
    named = set(re.findall(r"`((?:csrc|jpfpy|tests|tools|docs)/[\w./]+)`", text))
    base = ROOT / "csrc" if page.startswith("csrc") else ROOT
    named |= {str(base.relative_to(ROOT) / n) for n in re.findall(r"`([\w/]+\.(?:c|h|def))`", text) if "/" in n}
    assert [n for n in sorted(named) if not (ROOT / n).exists() and not (base / n).exists()] == []
    if page == "csrc/README.md":
        code = "".join(p.read_text() for p in base.rglob("*.[ch]"))
        calls = re.findall(r"`([a-z]+_[a-z_]+)`", text)
        assert len(calls) > 20
        assert [c for c in calls if not re.search(rf"\b{c}\b", code)] == []


def test_tests_leave_no_folders_behind() -> None:
    """What a test makes lies in a folder of pytest's, of the session (support.scratch), or is kept on purpose."""
    made = re.compile(r"tempfile\.(mkdtemp|mkstemp)\((?!dir=)")
    found = {p.name for p in (ROOT / "tests").rglob("*.py") if made.search(p.read_text(encoding="utf-8"))}
    assert found == {"support.py", "run.py"}  # the session's, and what a fuzzer works with, which it removes


def test_the_folder_of_a_session_ends_with_it() -> None:
    code = "from tests import support; p = support.scratch('x'); (p / 'file').write_text(''); print(p)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    path = Path(done.stdout.strip())
    assert path.parent.name.startswith("jpfpy-tests-") and not path.parent.exists()


@pytest.mark.parametrize(
    ("body", "says"), [("return a + 1;", "ILL"), ("char *volatile c = malloc(8); return c[8];", "overflow")]
)
def test_what_the_sanitizers_find_is_written_to_the_reports(body: str, says: str, tmp_path: Path) -> None:
    """Of undefined behaviour and of memory, with the flags of setup.py and the environment of the Makefile: what a process
    writes to standard error is nothing that anybody has to look at."""
    cc = shutil.which("cc")
    flags: list[str] = []
    for literal in re.findall(r"^ +san \+?= (\[.*\])$", (ROOT / "setup.py").read_text(), re.MULTILINE):
        flags += ast.literal_eval(literal)
    if not cc or "-fsanitize=address,undefined" not in flags:
        pytest.skip("no C compiler")
    (tmp_path / "u.c").write_text(f"#include <stdlib.h>\nint fault(int a) {{ {body} }}\n")
    built = subprocess.run(
        [cc, "-shared", "-fPIC", "-g", *flags, "u.c", "-o", "u.so"], cwd=tmp_path, capture_output=True
    )
    if built.returncode != 0:
        pytest.skip("a compiler without sanitizers")
    told = subprocess.run(["make", "-n", "sanitize"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    given = dict(re.findall(r"(LD_PRELOAD|PYTHONMALLOC|\w+_OPTIONS)=(\S+)", told))
    assert given["ASAN_OPTIONS"].endswith("log_path=" + str(ROOT / "build" / "reports" / "report"))
    env = {k: v.replace(str(ROOT / "build" / "reports"), str(tmp_path)) for k, v in given.items()}
    call = "import ctypes; ctypes.CDLL('./u.so').fault(2**31 - 1)"
    done = subprocess.run(
        [sys.executable, "-c", call], cwd=tmp_path, env={**support.tools_env(), **env}, capture_output=True
    )
    reports = [p.read_text() for p in tmp_path.glob("report.*")]
    assert done.returncode == 86 and len(reports) == 1
    assert re.search(says, reports[0]) and "in fault" in reports[0]
