"""Tables of the documents that a command writes: each stands between two comments that name it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path


def line(cells: Iterable[str]) -> str:
    """A row of a table; an empty cell is one space wide."""
    return re.sub(r"\|  (?=\|)", "| ", f"| {' | '.join(cells)} |")


def head(cells: Sequence[str]) -> list[str]:
    """The two lines that a table begins with."""
    return [line(cells), "|" + "---|" * len(cells)]


def put(page: Path, name: str, lines: list[str]) -> None:
    """Replaces what stands between <!-- NAME: begin --> and <!-- NAME: end -->. Raises ValueError without them."""
    text = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"{page}: no place for the table {name}")
    table = "\n".join(lines)
    page.write_text(f"{before}{begin}\n{table}\n\n{end}{after}", encoding="utf-8")


def rows_of(page: Path, name: str) -> list[list[str]]:
    """The cells of the table between <!-- NAME: begin --> and <!-- NAME: end -->, its head first. Raises ValueError
    without them."""
    text = page.read_text(encoding="utf-8")
    _, found, rest = text.partition(f"<!-- {name}: begin -->\n")
    table, ended, _ = rest.partition(f"<!-- {name}: end -->")
    if not found or not ended:
        raise ValueError(f"{page}: no place for the table {name}")
    rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in table.split("\n") if line.strip()]
    return [row for row in rows if set("".join(row)) - set("-:")]
