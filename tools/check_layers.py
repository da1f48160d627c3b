"""The include order of csrc/: a folder includes itself and those before it, never one after it.

Also: <Python.h> only in py/, <xxhash.h> only in base/, <zip.h> only in classfile/; no file over 800 lines
(the interpreter loop aside)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

CSRC = Path(__file__).resolve().parent.parent / "csrc"
LAYERS = "base bp classfile classes heap kernel interp native sched choice state search vm py".split()
ONLY_IN = {"Python.h": "py", "xxhash.h": "base", "zip.h": "classfile"}
LONGEST = 800
LONG_BY_NATURE = {"interp/interp.c"}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def problems(csrc: Path = CSRC) -> list[str]:
    out = []
    for path in sorted(p for p in csrc.rglob("*") if p.suffix in (".c", ".h", ".def", ".inc")):
        name = path.relative_to(csrc).as_posix()
        layer = name.split("/")[0]
        if layer not in LAYERS:
            out.append(f"csrc/{name}: in no layer")
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > LONGEST and name not in LONG_BY_NATURE:
            out.append(f"csrc/{name}: {len(lines)} lines (at most {LONGEST})")
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            kind, file = match.groups()
            where = f"csrc/{name}:{number}"
            if file in ONLY_IN and layer != ONLY_IN[file]:
                out.append(f"{where}: {file} belongs to {ONLY_IN[file]}/ alone")
            if kind == "<":
                continue
            target = file.split("/")[0] if "/" in file else layer
            if target not in LAYERS:
                out.append(f"{where}: includes {file}, which is in no layer")
            elif LAYERS.index(target) > LAYERS.index(layer):
                out.append(f"{where}: {layer}/ includes {file}, a later layer")
    return out


if __name__ == "__main__":
    found = problems()
    print("\n".join(found) if found else "layers: in order")
    sys.exit(1 if found else 0)
