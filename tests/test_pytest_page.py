"""docs/pytest.md does what it says: every file on it is written, and every session that it names is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import jpfpy.testing.outcome  # noqa: F401 (before the sessions within)
from tests import support

pytest_plugins = ["pytester"]

PAGE = (support.ROOT / "docs" / "pytest.md").read_text()
BLOCKS = [re.sub("(?m)^    ", "", b).strip("\n") for b in re.findall(r"(?m)(?:^    .*\n|^\n)+", PAGE) if b.strip()]
# Blocks with a file's name in the first line; two files may stand in one block.
PARTS = [p for b in BLOCKS for p in re.split(r"(?m)\n(?=(?://|#) [\w.]+\.(?:java|py|jpf)$)", b)]
FILES = {m[1]: p for p in PARTS if (m := re.match(r"(?://|#) ([\w.]+\.(?:java|py|jpf))\n", p))}
SHOWN = [p for p in PARTS if p.split("\n")[0].strip("/# ") not in FILES]


@pytest.fixture
def page(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    (Path(support.cache_dir()) / "plugin").mkdir(exist_ok=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(support.cache_dir()) / "plugin"))
    monkeypatch.setenv("JAVA_HOME", str(support.default_jdk()))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    for name, text in FILES.items():
        (pytester.path / name).write_text(text + "\n")
    return pytester


def in_order(shown: str, said: str) -> None:
    """Each line of the block stands in the output, in this order; "..." is whatever stands there."""
    at = 0
    for line in shown.splitlines():
        if line.strip() in ("", "..."):
            continue
        pattern = re.sub(r"\\\.\\\.\\\.", ".*", re.escape(line.rstrip()))
        pattern = re.sub(r"\d+\\\.\d+s", r"[\\d.]+s", re.sub("(?:=|\\\\-){9,}", "[=-]+", pattern))
        match = re.compile(rf"^{pattern}\s*$", re.M).search(said, at)
        assert match, f"not there, or not in this order: {line}\n{said}"
        at = match.end()


def test_every_block_is_known() -> None:
    assert set(FILES) == {
        *("Account.java", "Safe.java", "Transfer.java", "Ticket.java", "transfer.jpf"),
        *("test_account.py", "test_failing.py", "test_report.py", "test_settings.py", "test_incomplete.py"),
    }
    assert len(SHOWN) == 2


def test_the_page(page: pytest.Pytester) -> None:
    good = page.runpytest("-p", "no:xdist", "test_account.py", "test_settings.py", "Ticket.java", "transfer.jpf")
    good.assert_outcomes(passed=6 + 2 + 2 + 1)
    failing = page.runpytest("-p", "no:xdist", "test_failing.py", "test_report.py")
    failing.assert_outcomes(failed=2)
    in_order(SHOWN[0], failing.stdout.str())
    assert failing.stdout.str().count("repeat: jpf --replay j1:") == 2
    incomplete = page.runpytest("-p", "no:xdist", "test_incomplete.py")
    assert incomplete.ret == 1
    in_order(SHOWN[1], incomplete.stdout.str())
    page.runpytest("-p", "no:xdist", "Account.java").assert_outcomes(failed=1)
    everything = page.runpytest("-p", "no:xdist", "--collect-only", "-q").stdout.str()
    assert "Account.java" not in everything and "Ticket.java::race" in everything
