"""Writes the tables of notifications in docs/listeners.md from jpfpy.Listener; --check only compares."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOC = ROOT / "docs" / "listeners.md"
HEADS = {
    "search": "| search notification | told when |\n|---|---|\n",
    "vm": "| VM notification | told when |\n|---|---|\n",
}


def table(kind: str) -> str:
    sys.path.insert(0, str(ROOT))
    from jpfpy.listener import SEARCH_EVENTS, VM_EVENTS, Listener

    rows = [HEADS[kind]]
    for name in SEARCH_EVENTS if kind == "search" else VM_EVENTS:
        method = getattr(Listener, name)
        parameters = ", ".join(list(inspect.signature(method).parameters)[1:])
        when = (inspect.getdoc(method) or "").partition("\n")[0].rstrip(".")
        rows.append(f"| `{name}({parameters})` | {when} |\n")
    return "".join(rows)


def rewritten(text: str) -> str:
    for kind, head in HEADS.items():
        text = re.sub(re.escape(head) + r"(?:\|.*\n)*", lambda _, kind=kind: table(kind), text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    text = DOC.read_text(encoding="utf-8")
    new = rewritten(text)
    if "--check" in sys.argv:
        sys.exit(0 if new == text else "docs/listeners.md: run tools/notification_table.py")
    DOC.write_text(new, encoding="utf-8")
