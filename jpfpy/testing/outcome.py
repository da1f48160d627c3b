"""What is said of a test whose search failed or was not whole: the section below the traceback, the page, and the
outcome."""

from __future__ import annotations

import ast
import hashlib
import linecache
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import IncompleteError, VerificationError
from ..report.explain import command, explanation, short, unfinished
from ..report.report import ErrorInfo, Report
from .check import Check

if TYPE_CHECKING:
    import pytest

    from ..pytest_plugin import Searches

LONG = 200  # characters of a replay string; a longer one goes into a file


def finish(item: pytest.Item, call: pytest.CallInfo[None], report: pytest.TestReport, searches: Searches) -> None:
    """Add to the report of a call what its searches say of it."""
    if call.excinfo is None or not report.failed:
        return
    error = call.excinfo.value
    shown = involved(call.excinfo, searches)
    incomplete = None
    if isinstance(error, IncompleteError):
        incomplete = str(error).splitlines()[0]
    elif not isinstance(error, VerificationError) and shown and asks_ok(call.excinfo):
        first = shown[0][0]
        incomplete = unfinished(first) if not first.errors and not first.complete else None
    for one, which in shown:
        if one.errors or not one.ok:
            add_section(report, f"jpf {short(one.target)}", "\n".join(lines_of(item, one, which, searches, error)))
    if incomplete is None or hasattr(report, "wasxfail"):
        return
    report.jpf_incomplete = incomplete  # type: ignore[attr-defined]
    if item.config.getoption("jpf_allow_incomplete") or searches.allowed:
        path, line, _ = item.reportinfo()
        report.outcome = "skipped"
        report.longrepr = (str(path), (line or 0) + 1, incomplete)


def lines_of(
    item: pytest.Item, report: Report, which: ErrorInfo | None, searches: Searches, raised: BaseException
) -> list[str]:
    """The section of one search."""
    error = which or (report.errors[0] if report.errors else None)
    out: list[str] = []
    if error is None:
        out.append(unfinished(report))
        if report.result != "replayed":
            out.append("more of it: --jpf-budget=TIME, or a smaller program; --jpf-allow-incomplete lets it be")
    else:
        replay, how = error.replay, error.replay
        told = isinstance(raised, VerificationError) and replay in str(raised)  # raise_on_error has said it all
        out += [] if told else explanation(report, error)
        if len(replay) > LONG and (file := replay_file(item, report, replay)):
            how = short(file)
        if not told or how != replay:
            out.append(f"replay: {how}")
        checks = [check for check, made in searches.checked if made is report]
        repeat = [] if any(id(report) in check.by_hand for check in checks) else [command(report, how)]
        if checks:
            repeat.append(shlex.join(["pytest", item.nodeid, f"--jpf-replay={how}"]))
        out += [f"{'repeat:' if i == 0 else '    or:'} {line}" for i, line in enumerate(repeat)]
    if page := page_of(item, report, searches):
        out.append(f"page:   {short(page)}")
    return out


def add_section(report: pytest.TestReport, title: str, text: str) -> None:
    """Below the traceback; so it stands in JUnit XML too."""
    longrepr: Any = report.longrepr
    if hasattr(longrepr, "addsection"):
        longrepr.addsection(title, text, "-")
    else:
        report.longrepr = f"{longrepr}\n{text}"


# --- which reports a failure is about


def statement(excinfo: pytest.ExceptionInfo[BaseException]) -> tuple[ast.stmt | None, Any]:
    """The statement of the test that failed, and its frame."""
    entry = excinfo.traceback[-1]
    for e in excinfo.traceback:
        if not str(e.path).startswith(os.path.dirname(os.path.dirname(__file__)) + os.sep):
            entry = e
    frame = entry.frame
    text = "".join(linecache.getlines(str(entry.path)))
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None, frame
    line = entry.lineno + 1
    best = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            best = node if best is None or node.lineno >= best.lineno else best
    return best, frame


def involved(excinfo: pytest.ExceptionInfo[BaseException], searches: Searches) -> list[tuple[Report, ErrorInfo | None]]:
    """Reports that the failure is about: that of the exception, or those that the failing assertion names or makes."""
    error = excinfo.value
    if isinstance(error, VerificationError):
        return [(error.report, None)]
    if not isinstance(error, AssertionError):
        return []
    node, frame = statement(excinfo)
    if node is None:
        return []
    found: list[tuple[Report, ErrorInfo | None]] = []
    for name in ast.walk(node):
        value: Any = None
        if isinstance(name, ast.Name):
            value = frame.f_locals.get(name.id, frame.f_globals.get(name.id))
        elif isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name):
            owner = frame.f_locals.get(name.value.id)
            value = getattr(owner, "__dict__", {}).get(name.attr)
        for one in value if isinstance(value, tuple | list) else [value]:
            if isinstance(one, Report):
                found.append((one, None))
            elif isinstance(one, Check) and one.last is not None:
                found.append((one.last, None))
            elif isinstance(one, ErrorInfo):
                found += [(r, one) for r, _ in searches.made if any(e is one for e in r.errors)]
    if not found:
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        file = str(excinfo.traceback[-1].path)
        found = [(r, None) for r, at in searches.made if at is not None and at[0] == file and at[1] in lines]
    out: list[tuple[Report, ErrorInfo | None]] = []
    for pair in found:
        if not any(pair[0] is r for r, _ in out):
            out.append(pair)
    return out


def asks_ok(excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
    """The assertion is `assert REPORT.ok`."""
    node, _ = statement(excinfo)
    return isinstance(node, ast.Assert) and isinstance(node.test, ast.Attribute) and node.test.attr == "ok"


# --- files


def file_name(item: pytest.Item, report: Report, suffix: str) -> str:
    """Of the test, and of the replay where there is one: searches of one test have files of their own."""
    replay = report.errors[0].replay if report.errors else ""
    mark = hashlib.sha256(f"{item.nodeid}\0{report.target}\0{replay}".encode()).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', item.nodeid)[:150].strip('_')}-{mark}{suffix}"


def write(path: Path, text: str) -> None:
    """In one step: another process may write the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def page_of(item: pytest.Item, report: Report, searches: Searches) -> str | None:
    """The HTML page of a report, written once, below --jpf-html."""
    folder = item.config.getoption("jpf_html")
    if not folder:
        return None
    path = Path(item.config.invocation_params.dir, folder, file_name(item, report, ".html"))
    if path not in searches.pages:
        searches.pages.append(path)
        write(path, report.to_html())
    return str(path)


def replay_file(item: pytest.Item, report: Report, replay: str) -> str | None:
    """A file that --replay takes, in pytest's cache folder; None where there is no cache."""
    cache = getattr(item.config, "cache", None)
    if cache is None:
        return None
    path = Path(cache.mkdir("jpf"), file_name(item, report, ".replay"))
    try:
        write(path, f"# test: {item.nodeid}\n# replay: {replay}\n")
    except OSError:
        return None
    return str(path)
