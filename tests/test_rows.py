"""What the engine hands to Python has names: csrc/py/rows.def, the stubs made from it, and who reads it."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf, views
from jpfpy.views import getters
from tests import support
from tools import build_stubs

PY = support.ROOT / "csrc" / "py"
PACKAGE = sorted((support.ROOT / "jpfpy").rglob("*.py"))
FIELDS = {name: [field for field, _ in fields] for name, fields in build_stubs.rows()}


def test_the_stubs_are_those_of_the_rows_and_views(capsys: Any) -> None:
    assert build_stubs.main(check=True) == 0, capsys.readouterr().out


def test_the_engine_has_these_rows() -> None:
    assert len(FIELDS) > 20
    for name, fields in FIELDS.items():
        assert getattr(_jpf, name).__match_args__ == tuple(fields), name


def test_no_tuple_without_names_is_made_in_c_or_taken_apart() -> None:
    """Py_BuildValue only of dicts; tuples only of values that are alike. What Python hands over is read by name, too:
    PyArg_ParseTuple only of a function's own arguments."""
    for path in sorted(PY.glob("*.c")):
        assert set(re.findall(r"PyArg_ParseTuple\((\w+[^,]*),", path.read_text())) <= {"args"}, path.name
        for made in re.findall(r'Py_BuildValue\(\s*("[^"]*"|\w+)', path.read_text()):
            assert made.startswith('"{'), f"{path.name}: {made}"
        assert "PyTuple_Pack" not in path.read_text(), path.name


def test_what_is_handed_over_has_every_key_and_its_type() -> None:
    vm = _jpf.VM({})
    row: Any = {"events": 1, "opcodes": None, "method": "A.*", "field": None, "cls": None, "thread": None}
    assert [field for field, _ in dict(build_stubs.rows(build_stubs.GIVEN))["FilterRow"]] == list(row)
    vm._subscribe([row])
    for bad, said in (
        ({**row, "tread": None}, "FilterRow: a dict with its 6 keys expected"),
        ({k if k != "cls" else "class": v for k, v in row.items()}, "FilterRow: cls is missing"),
        (tuple(row.values()), "FilterRow: a dict with its 6 keys expected"),
        ({**row, "method": 7}, "FilterRow: method: bad argument type"),
        ({**row, "events": None}, "FilterRow: events: .*int"),
        ({**row, "events": -1}, "FilterRow: events: .*negative"),
    ):
        with pytest.raises((TypeError, OverflowError), match=said):
            vm._subscribe([bad])


def row_methods() -> set[str]:
    """Methods of the engine's types that answer with a row or with rows."""
    tree = ast.parse((support.ROOT / "jpfpy" / "_jpf.pyi").read_text())
    return {
        f.name
        for f in ast.walk(tree)
        if isinstance(f, ast.FunctionDef) and f.returns and re.search(r"\w+Row\b", ast.unparse(f.returns))
    }


def test_rows_are_read_by_name() -> None:
    """Nobody takes one apart by position where it is asked for."""
    asked = row_methods()
    assert {"_thread", "_search", "_cg_levels", "_locals"} <= asked

    def is_row(node: ast.AST) -> bool:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            return False
        return node.func.attr in asked and ast.unparse(node.func.value) != "self"

    seen = 0
    for path in PACKAGE:
        tree = ast.parse(path.read_text())
        seen += sum(map(is_row, ast.walk(tree)))
        for node in ast.walk(tree):
            bad = isinstance(node, ast.Subscript) and is_row(node.value)
            if isinstance(node, ast.Assign) and is_row(node.value):
                bad = bad or any(isinstance(t, ast.Tuple) for t in node.targets)
            if isinstance(node, ast.For | ast.comprehension) and is_row(node.iter):
                bad = bad or isinstance(node.target, ast.Tuple)
            assert not bad, f"{path}: {ast.unparse(node)}"
    assert seen > 20


def test_every_getter_that_type_checkers_see_is_there() -> None:
    kinds = {k.removesuffix("Getters"): v for k, v in vars(getters).items() if k.endswith("Getters")}
    assert len(kinds) == 11
    for name, declared in kinds.items():
        cls = getattr(views, name)
        assert issubclass(cls, declared)
        for getter in (
            n for n in declared.__annotations__ if n.startswith("get_") and not re.search("_(field|element)$", n)
        ):
            attribute = getter.removeprefix("get_")
            slots = {s for c in cls.__mro__ for s in getattr(c, "__slots__", ())}
            known = {n for c in cls.__mro__ for n in vars(c).get("__annotations__", {})}
            assert hasattr(cls, attribute) or attribute in slots | known, f"{name}.{getter}"


def test_an_instruction_has_what_its_kind_says(tmp_path: Any) -> None:
    (tmp_path / "Hand.java").write_text(
        """public class Hand {
            static int total;
            public static void main(String[] a) {
                int n = 41;
                n += 300;
                switch (n) { case 7: case 9: total = 1; default: total = n; }
                Object o = new Hand();
                if (n > 5) total = "x".length();
            }
        }"""
    )
    seen: dict[str, Any] = {}

    class Asks(jpfpy.Listener):
        @jpfpy.on(method="Hand.main")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            assert insn.array_index == -1 and insn.array is None
            seen.setdefault(insn.opcode, insn)
            assert vm.instruction_at(insn.method_id, insn.index) is insn

    report = jpfpy.verify(str(tmp_path / "Hand.java"), listeners=[Asks()])
    assert report.ok, report
    put, call, add, switch, new = (seen[k] for k in ("PUTSTATIC", "INVOKEVIRTUAL", "IINC", "LOOKUPSWITCH", "NEW"))
    assert (put.kind, put.owner, put.name, put.descriptor) == ("field", "Hand", "total", "I")
    assert (call.kind, call.owner, call.name, call.descriptor) == ("method", "java.lang.String", "length", "()I")
    assert (add.kind, add.slot, add.value, add.text) == ("local", 1, 300, "iinc 1")
    assert (switch.kind, [c.value for c in switch.cases], len(switch.targets)) == ("switch", [7, 9], 2)
    assert (new.kind, new.owner, new.name, new.slot, new.target, new.value, new.cases) == (
        "class", "Hand", "", -1, -1, None, []
    )  # fmt: skip
    assert seen["BIPUSH"].value == 41 and seen["LDC"].value == "x" and seen["IF_ICMPLE"].target > 0
