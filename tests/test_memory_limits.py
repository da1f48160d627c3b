"""What a search may hold by default, and what the report says of the process's memory: the readers behind them."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from jpfpy import _jpf, memory

from . import support

SANITIZED = _jpf.build_info()["sanitize"]
MEMINFO = "MemTotal:       1000000 kB\nMemFree:          1234 kB\n"


def tree(root: Path, **files: str) -> str:
    """A root folder with these files; __ stands for a slash."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(root)


def test_the_machine(tmp_path: Path) -> None:
    assert memory.machine(tree(tmp_path, proc__meminfo=MEMINFO)) == 1000000 << 10
    assert memory.machine(str(tmp_path / "none")) == memory.NO_LIMIT
    assert memory.machine(tree(tmp_path / "odd", proc__meminfo="MemTotal: much\n")) == memory.NO_LIMIT


@pytest.mark.parametrize(
    "limits,expected",
    [
        ({}, memory.NO_LIMIT),
        ({"a/b/memory.max": "1000\n"}, 1000),
        ({"a/b/memory.max": "max\n"}, memory.NO_LIMIT),
        ({"a/b/memory.max": "max", "a/memory.max": "700", "memory.max": "900"}, 700),
        ({"memory.max": "500"}, 500),  # a container that sees its own cgroup as the root
        ({"memory.max": ""}, memory.NO_LIMIT),
        ({"a/b/memory.max": "9" * 30}, memory.NO_LIMIT),
    ],
)
def test_the_cgroup_version_2(tmp_path: Path, limits: dict[str, str], expected: int) -> None:
    files = {f"sys/fs/cgroup/{name}".replace("/", "__"): text for name, text in limits.items()}
    assert memory.cgroup(tree(tmp_path, proc__self__cgroup="0::/a/b\n", **files)) == expected


def test_the_cgroup_version_1(tmp_path: Path) -> None:
    base = "sys__fs__cgroup__memory__"
    root = tree(
        tmp_path,
        proc__self__cgroup="5:cpu,cpuacct:/x\n4:memory:/docker/1\n1:name=systemd:/\nnonsense\n",
        **{f"{base}memory.limit_in_bytes": "9223372036854771712", f"{base}docker__1__memory.limit_in_bytes": "4096\n"},
    )
    assert memory.cgroup(root) == 4096
    assert memory.default_limit(root) == 3072


def test_a_path_of_a_cgroup_does_not_lead_out(tmp_path: Path) -> None:
    root = tree(tmp_path / "root", proc__self__cgroup="0::/../../a\n", **{"sys__fs__cgroup__a__memory.max": "1"})
    (tmp_path / "memory.max").write_text("7")
    assert memory.cgroup(root) == 1


def test_the_least_counts(tmp_path: Path) -> None:
    root = tree(tmp_path, proc__meminfo=MEMINFO, proc__self__cgroup="")
    assert memory.default_limit(root) == min(1000000 << 10, memory.address_space()) * 3 // 4
    if memory.address_space() == memory.NO_LIMIT:
        assert memory.default_limit(str(tmp_path / "none")) == 0


@pytest.mark.skipif(SANITIZED, reason="the sanitizers take address space of their own")
def test_the_address_space() -> None:
    code = "from jpfpy import memory; print(memory.address_space(), memory.default_limit())"
    limit = 600 << 20
    done = subprocess.run(
        [sys.executable, "-c", code],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY)),
        capture_output=True,
        text=True,
        cwd=support.ROOT,
        check=True,
    )
    assert [int(x) for x in done.stdout.split()] == [limit, limit * 3 // 4]


def test_the_peak_of_a_process_is_not_its_parents() -> None:
    """exec keeps ru_maxrss: a child of a large process seemed to be as large."""
    code = (
        "import os, subprocess, sys\n"
        "big = bytearray(400 << 20)\n"
        "big[::4096] = bytes(len(big[::4096]))\n"
        "os.execv(sys.executable, [sys.executable, '-c', sys.argv[1]])\n"
    )
    inner = (
        "from jpfpy import memory, _jpf; from tests import support\n"
        "r = _jpf.VM(support.config(support.compiled('limits'))).explore('FailSmall', [])\n"
        "print(memory.peak_rss() >> 20, r['statistics']['peak_rss_bytes'] >> 20)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, inner],
        capture_output=True,
        text=True,
        cwd=support.ROOT,
        check=True,
        env={**os.environ, "PYTHONPATH": f"{support.PACKAGE}:{support.ROOT}"},
    )
    ours, reported = map(int, done.stdout.split())
    assert abs(reported - ours) < 16  # the kernel counts pages of a thread in batches
    assert SANITIZED or max(ours, reported) < 300


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert memory.peak_rss(str(tmp_path)) > 1 << 20
    assert memory.peak_rss(tree(tmp_path, proc__self__status="Name:\tx\nVmHWM:\t    1234 kB\n")) == 1234 << 10
