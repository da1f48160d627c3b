"""What type checkers read and nobody writes by hand: the rows in jpfpy/_jpf.pyi, from csrc/py/rows.def and given.def,
and JPF's getters in jpfpy/views/getters.py, from the properties of the views.

tools/build_stubs.py [--check]      --check: nothing is written; exit status 1 if something is out of date"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "csrc" / "py" / "rows.def"
GIVEN = ROOT / "csrc" / "py" / "given.def"
STUB = ROOT / "jpfpy" / "_jpf.pyi"
BEGIN, END = "# --- rows: made from csrc/py/rows.def by tools/build_stubs.py ---\n", "# --- end of the rows ---\n"
LINE = 120
ROW = re.compile(r'ROW\((\w+),\s*((?:"[^"]*"\s*)+)\)(.*?)END\(\1\)', re.DOTALL)
FIELD = re.compile(r'FIELD\((\w+), (\w+), (\w+), "([^"]*)"\)')


def rows(file: Path = ROWS) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """(name, [(field, Python type)]) of each row."""
    text = file.read_text(encoding="utf-8").partition("*/")[2]
    for name, _, body in ROW.findall(text):
        fields = FIELD.findall(body)
        assert all(row == name for row, *_ in fields), name
        yield name, [(field, python) for _, _, field, python in fields]


def rows_stub() -> str:
    out = [BEGIN]
    for name, fields in rows():
        bases = ["structseq[Any]", f"tuple[{', '.join(python for _, python in fields)}]"]
        head = f"class {name}({', '.join(bases)}):\n"
        if len(head) > LINE:
            head = f"class {name}(\n" + "".join(f"    {b},\n" for b in bases) + "):\n"
        out.append(f"\n@final\n{head}")
        names = [f'"{field}"' for field, _ in fields]
        match = f"    __match_args__: Final = ({', '.join(names)}{',' if len(names) == 1 else ''})\n"
        if len(match) > LINE:
            match = "    __match_args__: Final = (\n" + "".join(f"        {n},\n" for n in names) + "    )\n"
        out.append(match)
        out += [f"    @property\n    def {field}(self) -> {python}: ...\n" for field, python in fields]
    for name, fields in rows(GIVEN):
        out.append(f"\n@type_check_only\nclass {name}(TypedDict):\n")
        out += [f"    {field}: {python}\n" for field, python in fields]
    return "".join(out) + "\n" + END


def with_rows(stub: str) -> str:
    before, _, rest = stub.partition(BEGIN)
    return before + rows_stub() + rest.partition(END)[2]


# --- JPF's getters ---

VIEWS = ROOT / "jpfpy" / "views"
GETTERS = VIEWS / "getters.py"
MODULES = ("code", "element", "frame", "insn", "search", "thread", "vm")
HEAD = '''"""JPF's getters of the views for type checkers and completion: x.get_depth() is x.depth (base.Named).

Made from the views' properties by tools/build_stubs.py; a method of a view is no property and has no getter here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .base import Get, Named

if TYPE_CHECKING:
'''
# Properties that views have for each other
BETWEEN_VIEWS = {"row", "executed"}
# JPF's accessors of fields and elements by type, and what Python has for each
ACCESSORS = {
    "boolean": "int",
    "byte": "int",
    "char": "str",
    "short": "int",
    "int": "int",
    "long": "int",
    "float": "float",
    "double": "float",
    "reference": "ElementInfo | None",
}


def decorator(f: ast.FunctionDef) -> str:
    return f.decorator_list[0].id if f.decorator_list and isinstance(f.decorator_list[0], ast.Name) else ""


def own_getters(cls: ast.ClassDef) -> dict[str, str]:
    """Attribute -> type, of the attributes and properties that a class declares."""
    found = {}
    for node in cls.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = ast.unparse(node.annotation)
        elif isinstance(node, ast.FunctionDef) and decorator(node) in ("property", "cached_property"):
            assert node.returns is not None, f"{cls.name}.{node.name}"
            found[node.name] = ast.unparse(node.returns)
    methods = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    return {
        name: python
        for name, python in found.items()
        if not name.startswith(("_", "is_", "has_"))
        and name not in BETWEEN_VIEWS
        and f"get_{name}" not in methods
        and "Answer" not in python
    }


def view_classes() -> Iterator[tuple[ast.Module, ast.ClassDef]]:
    for module in MODULES:
        tree = ast.parse((VIEWS / f"{module}.py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and any(
                isinstance(b, ast.Name) and b.id == f"{node.name}Getters" for b in node.bases
            ):
                yield tree, node


def imports(used: set[str]) -> str:
    """The names that the getters' types mention, from where the views have them."""
    lines: dict[str, set[str]] = {}
    for module in MODULES:
        tree = ast.parse((VIEWS / f"{module}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in used:
                lines.setdefault(f".{module}", set()).add(node.name)
            elif isinstance(node, ast.ImportFrom) and node.level == 2:
                lines.setdefault(f"..{node.module or ''}", set()).update(a.name for a in node.names if a.name in used)
    ordered = sorted((m for m in lines if lines[m]), key=lambda m: (not m.startswith(".."), m))
    return "".join(f"    from {m} import {', '.join(sorted(lines[m], key=str.lower))}\n" for m in ordered)


def getters() -> str:
    classes, used = [], set()
    for _, cls in view_classes():
        lines = [f"get_{name}: Get[{python}]" for name, python in own_getters(cls).items()]
        if cls.name == "ElementInfo":
            for place, key in (("field", "str | FieldInfo"), ("element", "int")):
                for kind, python in ACCESSORS.items():
                    lines.append(f"get_{kind}_{place}: Callable[[{key}], {python}]")
                    lines.append(f"set_{kind}_{place}: Callable[[{key}, {python}], None]")
        used |= {n for line in lines for n in re.findall(r"[A-Z]\w+", line)}
        body = "".join(f"    {line}\n" for line in lines)
        classes.append(f"\n\nclass {cls.name}Getters(Named):\n    __slots__ = ()\n\n{body}")
    return HEAD + imports(used) + "".join(classes)


def main(check: bool) -> int:
    late = []
    for path, text in ((STUB, with_rows(STUB.read_text(encoding="utf-8"))), (GETTERS, getters())):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            late.append(str(path.relative_to(ROOT)))
            if not check:
                path.write_text(text, encoding="utf-8")
    for name in late:
        print(f"{name}: {'out of date (tools/build_stubs.py)' if check else 'written'}")
    return 1 if check and late else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
