"""The commands of examples/README.md do what the table says, and every example is in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import support

EXAMPLES = support.ROOT / "examples"
ROW = re.compile(r"^\| (\w+) \| `([^`]+)` \| (\d) \|$", re.M)
ROWS = ROW.findall((EXAMPLES / "README.md").read_text())


def test_every_example_is_listed() -> None:
    folders = {p.name for p in EXAMPLES.iterdir() if p.is_dir() and not p.name.startswith(("_", "."))}
    assert {name for name, _, _ in ROWS} == folders


@pytest.mark.parametrize(("name", "command", "status"), ROWS, ids=[row[0] for row in ROWS])
def test_command(name: str, command: str, status: str, tmp_path: Path) -> None:
    if "mvn " in command:
        pytest.skip("Maven asks the network; test_junit.py runs the example without it")
    for tool, module in (("jpf", " -P -m jpfpy"), ("python", "")):
        (tmp_path / tool).write_text(f'#!/bin/sh\nexec {sys.executable}{module} "$@"\n')
        (tmp_path / tool).chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(support.PACKAGE)}
    done = subprocess.run(
        ["bash", "-c", command], cwd=support.ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == int(status), done.stdout + done.stderr
    assert any(said in done.stdout for said in ("violat", "error #1", "1 failed")) == (status == "1")
