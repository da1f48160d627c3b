#!/usr/bin/env python3
"""Writes docs/juc-tables.md: classes, states and CPU time of tests/java/juc, each program in its own process."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import support, test_juc  # noqa: E402

HEAD = """# java.util.concurrent: programs and figures

`tools/juc_table.py` writes this page. [juc.md](juc.md) is the guide for users, and
[juc-internals.md](juc-internals.md) tells how the verdicts are checked.

Every program of `tests/java/juc` is explored completely, or its planted mistake is found, on the
JDK's own classes.

- *fine*: the verdict with `vm.por.library=fine`. "same" says that this search is explored
  completely and gives the same verdict; `tests/test_juc.py` checks it at every run, or nightly
  where it takes more than a few seconds. "too large" says that such a search has not been seen to
  end within the limits tried (a minute or less); its report says `incomplete`.
- *states*: new states.
- *CPU s*: the CPU time of the whole process, start included.
- *MB*: the peak memory of the process.

"""


def classes_of(path: Path) -> str:
    """What the program imports of java.util.concurrent and its like."""
    text = path.read_text()
    package = r"(?:util\.concurrent\.(?:atomic\.|locks\.)?|lang\.invoke\.|util\.(?:stream\.)?)"
    found = re.findall(rf"^import java\.{package}(\w+);", text, re.M)
    skip = {"TimeUnit", "List", "Map", "ArrayList", "MethodHandles", "TimerTask", "Callable", "Delayed", "ArrayDeque"}
    names = [n for n in found if n not in skip and not n.endswith("Exception")]
    for plain in ("ThreadLocal", "ScopedValue", "startVirtualThread"):
        if re.search(rf"\b{plain}\b", text) and plain not in names:
            names.append("Thread (virtual)" if plain == "startVirtualThread" else plain)
    return ", ".join(names)


def fine_column(name: str) -> str:
    """same, or on which JDKs the search with fine steps has not been seen to end."""
    have = [j for n, j in test_juc.CASES if n == name]
    slow = [str(j) for j in have if test_juc.fine(name, j) == "slow"]
    if slow:
        return "too large" if len(slow) == len(have) else "same; too large on " + ", ".join(slow)
    return "same (nightly)" if any(test_juc.fine(name, j) == "nightly" for j in have) else "same"


def measure(case: tuple[str, int]) -> tuple[str, int, dict[str, Any]]:
    name, jdk = case
    folder = str(test_juc.compiled(test_juc.needs(name)))
    code = (
        "import json; from tests import test_juc; "
        f"test_juc.compiled = lambda release: {folder!r}; print(json.dumps(test_juc.explore({name!r}, {jdk})))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    return name, jdk, json.loads(out)


def row_of(name: str, results: dict[tuple[str, int], dict[str, Any]]) -> str:
    """The program's line; its verdicts are checked."""
    source = test_juc.FOLDER / f"{name}.java"
    result, kind, exception, _ = support.expectation(source)
    verdict = "no errors" if result == "no_errors" else (exception or kind or "").rsplit(".", 1)[-1]
    row = [name, classes_of(source), verdict, fine_column(name)]
    for j in sorted(support.jdks()):
        report = results.get((name, j))
        if report is None:
            row += ["", "", ""]
            continue
        support.as_expected(source, report)
        st = report["statistics"]
        row += [f"{st['states_new']:,}", f"{st['cpu_s']:.2f}", f"{st['peak_rss_bytes'] >> 20}"]
    return "| " + " | ".join(row) + " |"


def whole(results: dict[tuple[str, int], dict[str, Any]]) -> str:
    jdks = sorted(support.jdks())
    lines = ["| program | uses | verdict | fine | " + " | ".join(f"states {j} | CPU s | MB" for j in jdks) + " |"]
    lines.append("|---|---|---|---|" + "---:|---:|---:|" * len(jdks))
    lines += [row_of(name, results) for name in test_juc.PROGRAMS]
    total = {j: sum(r["statistics"]["cpu_s"] for (_, k), r in results.items() if k == j) for j in jdks}
    times = ", ".join(f"{v:.1f} s on JDK {k}" for k, v in total.items())
    return HEAD + "\n".join(lines) + f"\n\n{len(test_juc.PROGRAMS)} programs; CPU time in all: {times}.\n"


def patched(page: str, names: list[str], results: dict[tuple[str, int], dict[str, Any]]) -> str:
    """The page with today's text before the table, and these programs' lines new."""
    for name in names:
        page, n = re.subn(rf"(?m)^\| {name} \|.*$", lambda _, name=name: row_of(name, results), page)
        if not n:
            raise SystemExit(f"{name} is not in the table yet: write it whole")
    return HEAD + page[page.index("| program |") :]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "juc-tables.md")
    parser.add_argument("-j", type=int, default=2, help="programs at a time")
    parser.add_argument("only", nargs="*", help="measure these programs and leave the other lines as they are")
    args = parser.parse_args()
    cases = [c for c in test_juc.CASES if not args.only or c[0] in args.only]
    for release in {test_juc.needs(n) for n, _ in cases}:
        test_juc.compiled(release)
    with ThreadPoolExecutor(args.j) as pool:
        results = {(n, j): r for n, j, r in pool.map(measure, cases)}
    args.output.write_text(patched(args.output.read_text(), args.only, results) if args.only else whole(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
