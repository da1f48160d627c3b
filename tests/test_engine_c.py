"""The C drivers of tests/c and short runs of the fuzz targets, built against csrc/."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import support
from tests.support import NIGHTLY

CSRC = support.ROOT / "csrc"
BUILD = support.ROOT / "build" / f"release-{sys.version_info.major}.{sys.version_info.minor}"
FLAGS = ["-std=gnu11", "-O1", "-g", "-fno-strict-aliasing", "-ffp-contract=off", f"-I{CSRC}"]
FOLDERS = ["base", "classfile", "classes", "heap", "kernel", "state"]
# what each driver is linked with; those that bring their own classes/ do without it
KERNEL = ["base", "classfile", "classes", "heap", "kernel"]
DRIVERS: dict[str, tuple[list[str], list[str]]] = {
    "test_base": (["base"], []),
    "test_cold": (["base"], []),
    "test_classfile": (["base", "classfile"], []),
    "test_classes": (KERNEL, ["{modules}", "{release}"]),
    "test_heap": (KERNEL, []),
    "test_kernel": (KERNEL, []),
    "test_liveness": (KERNEL, ["{modules}"]),
    "test_predecode": (KERNEL, ["20000", "{modules}"]),
    "test_state": ([*KERNEL, "state"], ["100000" if NIGHTLY else "8000", "1", "quick"]),
    "test_sharedset": ([*KERNEL, "state"], ["200000"]),
}


@functools.cache
def cache() -> Path:
    path = Path(tempfile.gettempdir()) / f"jpfpy-test-objects-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


@functools.cache
def objects() -> dict[str, list[str]]:
    """Object files by folder: setup.py's where they are up to date, else built here and kept."""
    newest_header = max(p.stat().st_mtime for pattern in ("*.h", "*.def") for p in CSRC.rglob(pattern))

    def one(src: Path) -> str:
        wanted = max(newest_header, src.stat().st_mtime)
        relative = src.relative_to(support.ROOT).with_suffix(".o")
        for place in (BUILD, cache()):
            if (place / relative).exists() and (place / relative).stat().st_mtime >= wanted:
                return str(place / relative)
        out = cache() / relative
        out.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler(), *FLAGS, "-c", str(src), "-o", str(out)], check=True)
        return str(out)

    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        return {folder: list(pool.map(one, sorted((CSRC / folder).glob("*.c")))) for folder in FOLDERS}


def compiler() -> str:
    found = shutil.which(os.environ.get("CC", "cc").split()[0])
    assert found, "a C compiler is needed"
    return found


@functools.cache
def program(source: str, folders: tuple[str, ...]) -> str:
    out = support.scratch("c") / Path(source).stem
    linked = [o for folder in folders for o in objects()[folder]]
    subprocess.run(
        [compiler(), *FLAGS, "-I" + str(support.TESTS / "c"), str(support.TESTS / source), *linked]
        + ["-lzip", "-lz", "-lm", "-ldl", "-o", str(out)],
        check=True,
    )
    return str(out)


def run(*command: str) -> None:
    done = subprocess.run(list(command), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def modules(release: int) -> str:
    return str(support.jdks()[release] / "lib" / "modules")


def test_every_driver_is_run() -> None:
    assert {p.stem for p in (support.TESTS / "c").glob("test_*.c")} == set(DRIVERS)


@pytest.mark.parametrize("name", DRIVERS)
@pytest.mark.slow
def test_driver(name: str) -> None:
    folders, args = DRIVERS[name]
    for release in sorted(support.jdks()) if "{modules}" in args else [min(support.jdks())]:
        filled = [a.format(modules=modules(release), release=release) for a in args]
        run(program(f"c/{name}.c", tuple(folders)), *filled)


SETS = {
    "whole": ["60000"],
    "cut": ["5000", "2"],
    "disk": ["40000", "0", "{}", "5000"],
    "disk as memory allows": ["150000", "0", "{}", "0"],
    "cut, disk": ["4000", "2", "{}", "300"],
}


@pytest.mark.parametrize("args", SETS.values(), ids=SETS)
def test_no_race_in_the_shared_set(tmp_path: Path, args: list[str]) -> None:
    """By ThreadSanitizer, with all bits of the hashes and with two, in memory and on the disk."""
    out = tmp_path / "shared"
    sources = [support.TESTS / "c" / "test_sharedset.c", CSRC / "state" / "sharedset.c", CSRC / "state" / "spill.c"]
    sources += sorted((CSRC / "base").glob("*.c"))
    tsan = [compiler(), *FLAGS, "-fsanitize=thread", "-pthread", *map(str, sources), "-o", str(out), "-lm"]
    if subprocess.run(tsan, capture_output=True, check=False).returncode:
        pytest.skip("the compiler has no ThreadSanitizer here")
    args = [a.format(tmp_path) for a in args]
    done = subprocess.run([str(out), *args], capture_output=True, text=True, timeout=300, check=False)
    if "unexpected memory mapping" in done.stderr:
        pytest.skip("ThreadSanitizer does not start on this kernel")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


@pytest.mark.slow
def test_selection_as_on_hotspot(tmp_path: Path) -> None:
    """Which method each call on each class of java.base selects: this JVM's table against ours."""
    jdk = support.default_jdk()
    source = support.TESTS / "java" / "tools" / "Methods.java"
    javac = [str(jdk / "bin" / "javac"), "-nowarn", "-d", str(tmp_path), str(source)]
    subprocess.run(javac, check=True, capture_output=True)
    names = "ArrayList HashMap concurrent.ConcurrentHashMap TreeMap$KeySet stream.ReferencePipeline".split()
    names = [f"java.util.{n}" for n in names] + ["java.lang.String", "java.io.PrintStream"]
    table = tmp_path / "table"
    with table.open("w") as out:
        subprocess.run([str(jdk / "bin" / "java"), "-cp", str(tmp_path), "Methods", *names], check=True, stdout=out)
    assert table.stat().st_size > 1000
    run(program("c/test_classes.c", tuple(KERNEL)), modules(min(support.jdks())), str(min(support.jdks())), str(table))


@pytest.mark.skipif(not support.compiles_the_engine(), reason="no headers of libzip and xxhash here")
@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz_class_files(seed: int) -> None:
    image = modules(min(support.jdks()))
    tool = program("fuzz/fuzz_classfile.c", ("base", "classfile"))
    run(tool, "-n", "400000" if NIGHTLY else "20000", "-c", "200", "-s", str(seed), image)


@pytest.mark.skipif(not support.compiles_the_engine(), reason="no headers of libzip and xxhash here")
def test_fuzz_archives(tmp_path: Path) -> None:
    rounds = "3000" if NIGHTLY else "60"
    tool = program("fuzz/fuzz_source.c", ("base", "classfile"))
    run(tool, "-n", rounds, "-s", "3", str(support.API_JAR))
    run(tool, "-n", rounds, "-s", "4", modules(min(support.jdks())))
