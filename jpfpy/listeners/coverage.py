"""CoverageAnalyzer and InsnCounter: counted natively, shown here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..listener import Listener
from ._base import Patterns, Printing, native_filter

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, ClassInfo, MethodInfo, Search

KEYS = ("instructions", "branches", "lines", "methods")
Row = dict[str, Any]


class CoverageAnalyzer(Printing, Listener):
    """Instructions, branches, lines and methods of the program that were executed on any path (JPF: CoverageAnalyzer).

    The branches are the outcomes of conditional jumps, two each, and the different targets of switches. Classes that
    were never loaded are not in the count.

    Properties: coverage.include and coverage.exclude (classes; default: not the JDK's), coverage.show_methods,
    coverage.show_bodies (lines that were not reached), coverage.show_branches (default true),
    coverage.exclude_handlers (what only an exception leads to does not count), coverage.loaded_only (default true; it
    cannot be false: the listener says so)."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        default = "java.*,javax.*,jdk.*,sun.*,gov.nasa.jpf.*"
        include, exclude = native_filter(self, "coverage", default, "c")
        self.no_handlers = self.flag("coverage.exclude_handlers")
        if not self.flag("coverage.loaded_only", True):
            self.say("coverage.loaded_only=false: classes that are never loaded are not in the count")
        self.native_probe = ("coverage", include, exclude)
        self.wanted = Patterns(include.split(","), exclude.split(",")) if include else Patterns([], exclude.split(","))
        self.classes: dict[int, ClassInfo] = {}
        self.result: dict[str, Any] = {}

    def class_loaded(self, vm: VM, cls: ClassInfo) -> None:
        if not cls.is_system and not cls.is_array and "$$" not in cls.name and self.wanted(cls.name):
            self.classes[cls.id] = cls

    def search_finished(self, search: Search) -> None:
        self.result = self._count(search.vm)
        shown = [k for k in KEYS if k != "branches" or self.flag("coverage.show_branches", True)]
        self.say("---- coverage (executed/total)")
        self.say("".join(f"{k:>16}" for k in shown) + "  class")
        for name, row in self.result["classes"].items():
            self._row(name, row, shown)
            if self.flag("coverage.show_methods"):
                for m, r in row["by_method"].items():
                    self._row("  " + m, r, shown)
            if self.flag("coverage.show_bodies") and row["missed"]:
                self.say(f"    lines not reached: {', '.join(map(str, row['missed']))}")
        self._row("total", self.result["total"], shown)

    def _row(self, name: str, r: Row, shown: list[str]) -> None:
        self.say("".join(f"{r[k][0]}/{r[k][1]}".rjust(16) for k in shown) + "  " + name)

    def _count(self, vm: VM) -> dict[str, Any]:
        found = vm.raw._probe_result(vm.probes[self.native_probe])
        assert not isinstance(found, list)
        hit = {h.method: int.from_bytes(h.instructions, "little") for h in found.hits} if found else {}
        went: dict[tuple[int, int], set[int]] = {}
        for branch in found.branches if found else ():
            went.setdefault((branch.method, branch.insn), set()).add(branch.to)
        for mid in hit:  # of classes that were there before the search began
            cls = vm.method_by_id(mid).class_info
            if cls is not None and "$$" not in cls.name:
                self.classes.setdefault(cls.id, cls)
        out: dict[str, Any] = {}
        total = {k: [0, 0] for k in KEYS}
        for cls in sorted(self.classes.values(), key=lambda c: c.name):
            row: Row = {k: [0, 0] for k in KEYS}
            row["by_method"] = {}
            lines: set[int] = set()
            reached: set[int] = set()
            for m in cls.methods:
                if not m.code:
                    continue
                r, mine, got = self._method(m, hit.get(m.id, 0), went)
                row["by_method"][m.unique_name] = r
                lines |= mine
                reached |= got
                for k in ("instructions", "branches", "methods"):
                    row[k] = [row[k][0] + r[k][0], row[k][1] + r[k][1]]
            row["lines"] = [len(reached), len(lines)]
            row["missed"] = sorted(lines - reached)
            row["reached"] = sorted(reached)
            for k, pair in total.items():
                pair[0] += row[k][0]
                pair[1] += row[k][1]
            out[cls.name] = row
        return {"classes": out, "total": total}

    def _method(
        self, m: MethodInfo, bits: int, went: dict[tuple[int, int], set[int]]
    ) -> tuple[Row, set[int], set[int]]:
        lines = [row.line for row in m.code or ()]
        if self.no_handlers:
            counts = straight(m)
            bits &= sum(1 << i for i in counts)
            lines = [line if i in counts else -1 for i, line in enumerate(lines)]
        mine = {line for line in lines if line > 0}
        got = {line for i, line in enumerate(lines) if bits >> i & 1 and line > 0}
        outcomes = 0
        taken = 0
        for i, insn in enumerate(m.instructions):
            if insn.targets and (not self.no_handlers or i in counts):
                outcomes += len(insn.targets)
                taken += len(went.get((m.id, i), ()))
        row = {
            "instructions": [bits.bit_count(), len(counts) if self.no_handlers else len(lines)],
            "branches": [taken, outcomes],
            "lines": [len(got), len(mine)],
            "methods": [int(bits != 0), 1],
        }
        return row, mine, got

    def publish(self) -> dict[str, Any]:
        return self.result


def straight(m: MethodInfo) -> set[int]:
    """Indices of the instructions that are reached from a method's beginning without an exception."""
    at = {insn.bytecode_index: i for i, insn in enumerate(m.instructions)}
    reached: set[int] = set()
    todo = [0]
    while todo:
        i = todo.pop()
        if i in reached or i >= len(at):
            continue
        reached.add(i)
        insn = m.instructions[i]
        if insn.targets:
            todo += [at[t] for t in insn.targets]
        elif insn.kind == "branch":  # goto, and jsr, which comes back
            todo.append(at[insn.target])
            todo += [i + 1] if insn.mnemonic.startswith("jsr") else []
        elif not insn.mnemonic.endswith("return") and insn.mnemonic not in ("athrow", "ret"):
            todo.append(i + 1)
    return reached


class InsnCounter(Printing, Listener):
    """How often instruction_executed would have come for each instruction in the whole search (JPF: InsnCounter); first
    halves count, paths that are only executed again, for a trace or to restore a state, do not."""

    native_probe = ("numbers", "", "")

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.counts: dict[str, int] = {}

    def search_finished(self, search: Search) -> None:
        vm = search.vm
        found = vm.raw._probe_result(vm.probes[self.native_probe])
        numbers = found if isinstance(found, list) else []
        rows = [(n, vm.opcodes[op]) for op, n in enumerate(numbers) if n]
        self.counts = {name: n for n, name in sorted(rows, key=lambda r: (-r[0], r[1]))}
        self.say(f"---- executed instructions: {sum(self.counts.values())}")
        for name, n in self.counts.items():
            self.say(f"{n:>10}  {name}")

    def publish(self) -> dict[str, int]:
        return self.counts
