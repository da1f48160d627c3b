"""What the engine hands to Python has names: csrc/py/rows.def, the stubs made from it, and who reads it."""

from __future__ import annotations

import ast
import re
from typing import Any

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


def test_no_tuple_without_names_is_made_in_c() -> None:
    """Py_BuildValue only of dicts; tuples only of values that are alike."""
    for path in sorted(PY.glob("*.c")):
        for made in re.findall(r'Py_BuildValue\(\s*("[^"]*"|\w+)', path.read_text()):
            assert made.startswith('"{'), f"{path.name}: {made}"
        assert "PyTuple_Pack" not in path.read_text(), path.name


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


class Asks(jpfpy.Listener):
    """Each getter of what a notification hands over, called once."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}

    def everything(self, view: Any) -> None:
        declared = getattr(getters, next(c.__name__ for c in type(view).__mro__ if c.__module__ == getters.__name__))
        for name in declared.__annotations__:
            if name.startswith("get_") and not re.search("_(field|element)$", name):
                value = getattr(view, name)
                if name not in ("get_slot", "get_instruction"):
                    self.asked[f"{declared.__name__}.{name}"] = value()

    @jpfpy.on(opcodes="PUTSTATIC", method="Hand.main")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        for view in (vm, thread, insn, thread.top_frame, insn.method, insn.method.class_info, vm.search, thread.object):
            self.everything(view)
        self.everything(insn.field_info)
        self.everything(vm.transition)


def test_getters_answer(tmp_path: Any) -> None:
    (tmp_path / "Hand.java").write_text(
        "public class Hand { static int total; public static void main(String[] a) { int n = 41; total = n + 1; } }"
    )
    asks = Asks()
    report = jpfpy.verify(str(tmp_path / "Hand.java"), listeners=[asks])
    assert report.ok, report
    got = asks.asked
    assert got["ThreadInfoGetters.get_name"] == "main" and got["ThreadInfoGetters.get_stack_depth"] >= 1
    assert got["InstructionGetters.get_owner"] == "Hand" and got["InstructionGetters.get_name"] == "total"
    assert got["InstructionGetters.get_descriptor"] == "I" and got["InstructionGetters.get_slot"] == -1
    assert got["FieldInfoGetters.get_class_info"].get_name() == "Hand"
    assert got["StackFrameGetters.get_n_operands"] == 1
    assert {k.partition(".")[0] for k in got} == {f"{n}Getters" for n in (
        "VM", "ThreadInfo", "Instruction", "StackFrame", "MethodInfo", "ClassInfo", "Search", "ElementInfo",
        "FieldInfo", "Transition",
    )}  # fmt: skip
