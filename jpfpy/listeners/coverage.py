"""CoverageAnalyzer and InsnCounter."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..listener import Listener
from ._base import Patterns, Printing


class CoverageAnalyzer(Printing, Listener):
    """Instructions, lines, branches and methods of the program that were executed on any path.

    coverage.include and coverage.exclude (classes; default: not the JDK's), coverage.show_methods,
    coverage.show_bodies (lines that were not reached)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        default = "java.*,javax.*,jdk.*,sun.*,gov.nasa.jpf.*"
        self.wanted = Patterns(self.names("coverage.include"), self.names("coverage.exclude", default))
        self.hit: dict[int, set[int]] = {}
        self.branches: dict[tuple[int, int], set[bool]] = {}
        self.known: dict[int, bool] = {}
        self.classes: dict[int, Any] = {}
        self.result: dict[str, Any] = {}
        self.vm: Any = None
        # nothing of what is not wanted is heard of; '!' patterns are the engine's own
        only = ",".join(p if "*" in p else p + ".*" for p in self.wanted.include)
        none = ",".join("!" + (p if p.endswith("*") else p + ".*") for p in self.wanted.exclude)
        self.__dict__["execute_instruction"] = _filtered(self._execute, ",".join(x for x in (only, none) if x))

    def vm_initialized(self, vm: Any) -> None:
        self.vm = vm

    def class_loaded(self, vm: Any, cls: Any) -> None:
        if not cls.is_system and not cls.is_array and self.wanted(cls.name) and "$$" not in cls.name:
            self.classes[cls.id] = cls

    def _execute(self, vm: Any, thread: Any, insn: Any) -> None:
        hit = self.hit.get(insn.method_id)
        if hit is None:
            hit = self.hit[insn.method_id] = set()
            cls = insn.method.class_info
            if cls is not None and "$$" not in cls.name:
                self.classes.setdefault(cls.id, cls)
        hit.add(insn.index)

    def search_finished(self, search: Any) -> None:
        self.result = self._count(search.vm)
        self.say("---- coverage (executed/total)")
        self.say(f"{'instructions':>16} {'lines':>12} {'methods':>10}  class")
        for name, row in self.result["classes"].items():
            self._row(name, row)
            if self.flag("coverage.show_methods"):
                for m, r in row["by_method"].items():
                    self._row("  " + m, r)
            if self.flag("coverage.show_bodies") and row["missed"]:
                self.say(f"    lines not reached: {', '.join(map(str, row['missed']))}")
        self._row("total", self.result["total"])

    def _row(self, name: str, r: dict[str, Any]) -> None:
        cells = (f"{r[k][0]}/{r[k][1]}" for k in ("instructions", "lines", "methods"))
        self.say("{:>16} {:>12} {:>10}  {}".format(*cells, name))

    def _count(self, vm: Any) -> dict[str, Any]:
        out: dict[str, Any] = {}
        total = {k: [0, 0] for k in ("instructions", "lines", "methods")}
        for cls in sorted(self.classes.values(), key=lambda c: c.name):
            row: dict[str, Any] = {k: [0, 0] for k in total}
            row["by_method"], missed = {}, set()
            lines, reached = set(), set()
            for m in cls.methods:
                code = m.code
                if not code:
                    continue
                hit = self.hit.get(m.id, set())
                mine = {line for _, _, line in code if line > 0}
                got = {code[i][2] for i in hit if code[i][2] > 0}
                lines |= mine
                reached |= got
                r = {
                    "instructions": [len(hit), len(code)],
                    "lines": [len(got), len(mine)],
                    "methods": [bool(hit) + 0, 1],
                }
                row["by_method"][m.unique_name] = r
                for k in ("instructions", "methods"):
                    row[k][0] += r[k][0]
                    row[k][1] += r[k][1]
            missed = lines - reached
            row["lines"] = [len(reached), len(lines)]
            row["missed"] = sorted(missed)
            row["reached"] = sorted(reached)
            for k, pair in total.items():
                pair[0] += row[k][0]
                pair[1] += row[k][1]
            out[cls.name] = row
        return {"classes": out, "total": total}

    def publish(self) -> dict[str, Any]:
        return self.result


def _filtered(call: Any, methods: str) -> Any:
    def execute_instruction(vm: Any, thread: Any, insn: Any) -> None:
        call(vm, thread, insn)

    execute_instruction.__jpf_filter__ = (None, methods or None, None, None, None)  # type: ignore[attr-defined]
    return execute_instruction


class InsnCounter(Printing, Listener):
    """How often each instruction was executed."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.counts: Counter[int] = Counter()
        self.names_of: list[str] = []

    def vm_initialized(self, vm: Any) -> None:
        self.names_of = vm.opcodes

    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        self.counts[insn.op] += 1

    def search_finished(self, search: Any) -> None:
        self.say(f"---- executed instructions: {self.counts.total()}")
        for op, n in self.counts.most_common():
            self.say(f"{n:>10}  {self.names_of[op]}")

    def publish(self) -> dict[str, int]:
        return {self.names_of[op]: n for op, n in self.counts.most_common()}
