"""make lint: everything that reads the sources without running them. --fix: apply the formatters instead.

tools/lint.py [--fix] [name ...]      names: layers format java prose ruff mypy stubtest tidy"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = ["jpfpy", "tools", "tests", "examples", "setup.py"]


def run(*command: object) -> bool:
    return subprocess.run([str(c) for c in command], cwd=ROOT, check=False).returncode == 0


def c_files(*suffixes: str) -> list[Path]:
    ignored = (ROOT / ".clang-format-ignore").read_text().split()
    files = (p for folder in ("csrc", "tests/c", "tests/fuzz") for p in sorted((ROOT / folder).rglob("*")))
    return [p for p in files if p.suffix in suffixes and not any(p.relative_to(ROOT).match(i) for i in ignored)]


def layers() -> bool:
    return run(sys.executable, "tools/check_layers.py")


def clang_format() -> bool:
    return run(BIN / "clang-format", "--dry-run", "--Werror", *c_files(".c", ".h"))


def java_lines() -> bool:
    """No line of a Java source is too long to read (google-java-format --aosp wraps at 100)."""
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns, at most 145"
        for folder in ("tests/java", "tests/bench", "examples", "jpfpy/java")
        for path in sorted((ROOT / folder).rglob("*.java"))
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if len(line) > 145 and not line.startswith("// outcomes")
    ]
    print("\n".join(long), end="\n" if long else "")
    return not long


# Pages whose tables are generated: their rows may be as long as they come.
GENERATED_TABLES = {"docs/configuration.md", "docs/juc-tables.md", "docs/performance.md", "docs/por.md"}
MARKDOWN_COLUMNS = 100


def long_lines(page: str, text: str) -> list[str]:
    """Lines of a Markdown page that are too long to read beside others, as messages."""
    return [
        f"{page}:{number}: {len(line)} columns, at most {MARKDOWN_COLUMNS}"
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > MARKDOWN_COLUMNS and not (page in GENERATED_TABLES and line.startswith("| "))
    ]


def pages() -> list[Path]:
    """The Markdown pages of the tree."""
    return sorted(p for folder in (".", "docs", "csrc", "examples") for p in (ROOT / folder).glob("*.md"))


def prose() -> bool:
    found = [m for p in pages() for m in long_lines(p.relative_to(ROOT).as_posix(), p.read_text(encoding="utf-8"))]
    print("\n".join(found), end="\n" if found else "")
    return not found


def ruff() -> bool:
    ok = run(BIN / "ruff", "check", "-q", *PYTHON)
    return run(BIN / "ruff", "format", "-q", "--check", *PYTHON) and ok


def mypy() -> bool:
    return run(BIN / "mypy", "--no-error-summary")


def stubtest() -> bool:
    return run(sys.executable, "-m", "mypy.stubtest", "jpfpy._jpf", "--concise")


def tidy() -> bool:
    libs = subprocess.run(
        ["pkg-config", "--cflags", "libxxhash", "libzip"], capture_output=True, text=True, check=True
    ).stdout.split()
    flags = ["-std=gnu11", "-Icsrc", f"-I{sysconfig.get_paths()['include']}", *libs]

    def one(path: Path) -> str:
        command = [str(BIN / "clang-tidy"), "--quiet", str(path), "--", *flags]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode else ""

    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        found = [text for text in pool.map(one, sorted((ROOT / "csrc").rglob("*.c"))) if text]
    print("".join(found), end="")
    return not found


CHECKS: dict[str, Callable[[], bool]] = {
    "layers": layers,
    "format": clang_format,
    "java": java_lines,
    "prose": prose,
    "ruff": ruff,
    "mypy": mypy,
    "stubtest": stubtest,
    "tidy": tidy,
}


def fix() -> bool:
    ok = run(BIN / "clang-format", "-i", *c_files(".c", ".h"))
    ok = run(BIN / "ruff", "check", "-q", "--fix", *PYTHON) and ok
    return run(BIN / "ruff", "format", "-q", *PYTHON) and ok


def main(argv: list[str]) -> int:
    if "--fix" in argv:
        return 0 if fix() else 1
    failed = []
    for name in argv or list(CHECKS):
        start = time.monotonic()
        ok = CHECKS[name]()
        print(f"lint: {name:<9} {'ok' if ok else 'FAILED'} ({time.monotonic() - start:.1f} s)", flush=True)
        if not ok:
            failed.append(name)
    if failed:
        print(f"lint: failed: {', '.join(failed)} (make format applies the formatters)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
