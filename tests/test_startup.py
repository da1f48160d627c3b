"""What starting costs and how it ends: what a plain search imports, reports read without the json module, leaving
without the interpreter's own end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import support

HEAVY = {"argparse", "ast", "collections", "dataclasses", "enum", "inspect", "json", "pathlib", "re", "rich", "shutil"}
HEAVY |= {"subprocess", "tempfile", "typing", "zipfile"}


def test_a_plain_search_imports_nothing_heavy(hello: Path) -> None:
    code = (
        "import sys; before = set(sys.modules); from jpfpy.cli import main; status = main(sys.argv[1:]); "
        "sys.stdout.flush(); print(status, *sorted(set(sys.modules) - before))"
    )
    done = support.process(sys.executable, "-P", "-c", code, f"+vm.cache={support.cache_dir()}", "-cp", hello, "Hello")
    status, *imported = done.stdout.splitlines()[-1].split()
    assert status == "0" and "jpfpy._jpf" in imported
    assert not {m.partition(".")[0] for m in imported} & HEAVY


@pytest.mark.slow
def test_any_text_comes_through_a_report(tmp_path: Path) -> None:
    said = r"\"q\\ \b\f\n\r\t/ \1\0 é € \uD83D\uDE00 \uD800x"
    thrower = f'static void \\uD835\\uDCB3() {{ throw new RuntimeException("{said}"); }}'
    text = f"public class Said {{ {thrower} public static void main(String[] a) {{ \\uD835\\uDCB3(); }} }}"
    classes = support.compile_class(tmp_path, "Said", text)
    error = support.verify("Said", classes=classes).errors[0]
    assert error.message == 'java.lang.RuntimeException: "q\\ \b\f\n\r\t/ \1\0 é € \U0001f600 ?x'
    assert error.location is not None and error.location.method == "\U0001d4b3"


def test_texts_of_variables_are_shown_with_all_their_characters(tmp_path: Path) -> None:
    """Up to 200 bytes of them, never a part of a character."""
    code = (
        "public class Waits { public static void main(String[] a) throws Exception {"
        ' String odd = "a\\0b", many = "x" + "\u00e9".repeat(150); Object o = new Object();'
        " synchronized (o) { o.wait(); } System.out.println(odd + many); } }"
    )
    error = support.verify("Waits", classes=support.compile_class(tmp_path, "Waits", code)).errors[0]
    (shown,) = (f.locals for t in error.snapshot for f in t.frames if f.location.class_name == "Waits")
    assert (shown["odd"], shown["many"]) == ('"a\0b"', '"x' + 99 * "\u00e9" + '"')


@pytest.mark.parametrize("status", [0, 1])
def test_what_listeners_leave_for_the_end_is_done(tmp_path: Path, hello: Path, status: int) -> None:
    (tmp_path / "late.py").write_text(
        "import atexit, jpfpy\n"
        "class Late(jpfpy.PropertyListener):\n"
        "    def search_finished(self, search): atexit.register(print, 'at the end')\n"
        f"    def check(self, search, vm): return {not status}\n"
        "    def error_message(self): return 'as asked'\n"
    )
    path = f"{tmp_path}:{support.PACKAGE}"
    done = support.jpf("+listener=late:Late", "-cp", hello, "Hello", PYTHONPATH=path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (status, "at the end"), done.stderr


def test_files_that_listeners_leave_open_are_written(tmp_path: Path, hello: Path) -> None:
    (tmp_path / "writer.py").write_text(
        "import jpfpy\n"
        f"log = open({str(tmp_path / 'log')!r}, 'w')\n"
        "class Writer(jpfpy.Listener):\n"
        "    def search_finished(self, search): log.write('whole')\n"
    )
    path = f"{tmp_path}:{support.PACKAGE}"
    assert support.jpf("+listener=writer:Writer", "-cp", hello, "Hello", PYTHONPATH=path).returncode == 0
    assert (tmp_path / "log").read_text() == "whole"
