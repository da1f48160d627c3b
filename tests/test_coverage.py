"""Native coverage and counters against counts made by a listener that sees every instruction."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import jpfpy
from tests import support
from tests.support import BFS


class Independent(jpfpy.Listener):
    """Instructions by method, where branches went, and how often each opcode came."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.seen: dict[str, set[int]] = {}
        self.lines: dict[str, set[int]] = {}
        self.outcomes: dict[tuple[str, int], set[int]] = {}
        self.counts: Counter[str] = Counter()

    def search_restarted(self, search: Any) -> None:
        self.counts.clear()

    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        self.counts[insn.mnemonic] += 1
        method = insn.method
        if not insn.is_completed(thread) or not method.class_name.startswith(self.prefix) or "$$" in method.class_name:
            return
        name = f"{method.class_name}.{method.unique_name}"
        self.seen.setdefault(name, set()).add(insn.bytecode_index)
        self.lines.setdefault(method.class_name, set()).add(insn.line)
        if insn.targets:
            self.outcomes.setdefault((name, insn.bytecode_index), set()).add(next_insn.bytecode_index)


@pytest.mark.parametrize(
    ("target", "args"), [("Races", ["monitor"]), ("RaceEdges", ["lock"]), ("Bank", []), ("Faults", ["choice"])]
)
@pytest.mark.parametrize("search", ["", BFS])
def test_coverage_and_counts_equal_an_independent_count(target: str, args: list[str], search: str) -> None:
    mine = Independent(target)
    report = jpfpy.verify(
        target,
        *args,
        classpath=support.compiled("listeners"),
        listeners=[mine],
        config={
            "vm.cache": str(support.cache_dir()),
            "listener": "CoverageAnalyzer,InsnCounter",
            "search.multiple_errors": "true",
            **({"search.class": search} if search else {}),
        },
        jdk=str(support.default_jdk()),
    )
    published: Any = report.raw["listeners"]
    classes = published["CoverageAnalyzer"]["classes"]
    rows = {f"{c}.{m}": r for c, row in classes.items() for m, r in row["by_method"].items()}
    assert {name: r["instructions"][0] for name, r in rows.items() if r["methods"][0]} == {
        name: len(found) for name, found in mine.seen.items()
    }
    taken: Counter[str] = Counter()
    for (name, _), went in mine.outcomes.items():
        taken[name] += len(went)
    assert {name: r["branches"][0] for name, r in rows.items() if r["branches"][0]} == dict(taken)
    assert {c: set(row["reached"]) for c, row in classes.items() if row["reached"]} == mine.lines
    total = published["CoverageAnalyzer"]["total"]
    assert total["branches"][0] <= total["branches"][1] and total["instructions"][0] < total["instructions"][1]
    assert published["InsnCounter"] == dict(mine.counts)


OPCODES = (
    "ILOAD,ISTORE,IINC,IADD,ISUB,IMUL,IAND,IOR,IXOR,ISHL,GETFIELD,PUTFIELD,IF_ICMPGE,IF_ICMPLE,IFGE,LLOAD,LSTORE,LADD,LMUL,LXOR,"
    "LCMP,L2I,I2L,IALOAD,BALOAD,CALOAD,AALOAD,BASTORE,ALOAD,BIPUSH,ICONST_1,GOTO,IFNONNULL,ARRAYLENGTH"
).split(",")


def test_a_filtered_listener_hears_of_every_hit() -> None:
    """Forms of several instructions are taken apart where one of them is listened to, and only there."""
    everything: Counter[str] = Counter()

    class All(jpfpy.Listener):
        @jpfpy.on(method="Arith.*")
        def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
            everything[insn.opcode] += 1

    def run(listener: jpfpy.Listener) -> None:
        config = {"vm.cache": str(support.cache_dir())}
        jdk = str(support.default_jdk())
        jpfpy.verify("Arith", classpath=support.compiled("listeners"), listeners=[listener], config=config, jdk=jdk)

    run(All())
    for opcode in OPCODES:
        hits: Counter[str] = Counter()

        class One(jpfpy.Listener):
            @jpfpy.on(opcodes=opcode, method="Arith.*")
            def execute_instruction(self, vm: Any, thread: Any, insn: Any, hits: Counter[str] = hits) -> None:
                hits[insn.opcode] += 1

        run(One())
        name = next(iter(hits), opcode)
        if opcode == "ICONST_1":  # one of the ICONSTs
            assert 0 < hits["ICONST"] < everything["ICONST"]
        else:
            assert hits[name] == everything[name] > 0, opcode


def test_handlers_can_be_left_out() -> None:
    """Sequence.main's handler stands on a line of its own, which then is not to be reached."""

    def covered(**extra: str) -> dict[str, Any]:
        config = {"vm.cache": str(support.cache_dir()), "listener": "CoverageAnalyzer", **extra}
        classes, jdk = support.compiled("listeners"), str(support.default_jdk())
        report = jpfpy.verify("Sequence", classpath=classes, config=config, jdk=jdk)
        found: Any = report.raw["listeners"]
        row: dict[str, Any] = found["CoverageAnalyzer"]["classes"]["Sequence"]
        return row

    whole = covered()
    row = covered(**{"coverage.exclude_handlers": "true"})
    source = (support.TESTS / "java" / "listeners" / "Sequence.java").read_text().splitlines()
    handlers = {i for i, text in enumerate(source, 1) if "catch" in text or "s.f = 0" in text or "println(e)" in text}
    assert set(whole["reached"]) - set(row["reached"]) == handlers & set(whole["reached"]) != set()
    assert not handlers & {*row["reached"], *row["missed"]} and row["lines"][1] == whole["lines"][1] - len(handlers)
    assert row["instructions"][1] < whole["instructions"][1]
