"""Writes the table of property keys in docs/configuration.md from jpfpy/config/keys.py; --check only compares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOC = ROOT / "docs" / "configuration.md"
HEAD = "| key | type | default | meaning |\n|---|---|---|---|\n"
SHOWN_TYPE = {
    "search": "class",
    "storage": "class",
    "properties": "classes",
    "attributor": "class",
    "fieldlockinfo": "class",
}


def table() -> str:
    sys.path.insert(0, str(ROOT))
    from jpfpy.config.keys import SUPPORTED

    rows = [HEAD]
    for name, key in SUPPORTED.items():
        if not name.startswith("jpf.stress."):
            kind = SHOWN_TYPE.get(key.type, key.type.partition(":")[0].replace("|", ", ").replace("items", "list"))
            default = f"`{key.default}`" if key.default else ""
            rows.append(f"| `{name}` | {kind} | {default} | {key.doc} |\n")
    return "".join(rows)


def rewritten(text: str) -> str:
    return re.sub(re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: table(), text)


if __name__ == "__main__":
    text = DOC.read_text(encoding="utf-8")
    new = rewritten(text)
    if "--check" in sys.argv:
        sys.exit(0 if new == text else "docs/configuration.md: run tools/config_table.py")
    DOC.write_text(new, encoding="utf-8")
