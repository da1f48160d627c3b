"""Tables of the documents that a command writes: each stands between two comments that name it."""

from __future__ import annotations

from pathlib import Path


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
