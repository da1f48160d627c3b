"""docs/graphs.md: its code runs as it stands."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests import support


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(support.ROOT / "examples" / "account" / "Account.java", tmp_path)
    monkeypatch.chdir(tmp_path)
    page = (support.ROOT / "docs" / "graphs.md").read_text()
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", page, re.MULTILINE)
    python = [b for b in blocks if not b.lstrip().startswith("jpf ")]
    names: dict[str, Any] = {}
    for block in python:
        exec(compile(re.sub(r"^ {4}", "", block, flags=re.MULTILINE), "docs/graphs.md", "exec"), names)
    assert len(python) >= 2
