"""Listeners about choices, and those that perturb values."""

from __future__ import annotations

import random
from typing import Any

from ..errors import ConfigError
from ..listener import Listener, on
from ._base import Printing

JDK = "!java.*,!javax.*,!jdk.*,!sun.*"


class ChoiceTracker(Printing, Listener):
    """The data choices that led to each error (with choice.show_location their places); choice.trace: a file for them,
    choice.format: CG (type and value) or CHOICE (value)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.file = self.setting("choice.trace")
        self.simple = self.setting("choice.format", "CG").upper() == "CHOICE"
        self.threads = self.flag("choice.threads")
        self.lines: list[str] = []

    def property_violated(self, search: Any) -> None:
        out = []
        for t in search.vm.path:
            cg = t.choice_generator
            if cg.kind == "data" or self.threads:
                out.append(str(cg.value) if self.simple else f"{cg.type}[{cg.id}] {cg.value}")
        self.lines = out
        if self.file:
            with open(self.file, "w", encoding="utf-8") as f:
                f.writelines(line + "\n" for line in out)
        else:
            self.say("---- choices")
            for line in out:
                self.say(line)

    def publish(self) -> list[str]:
        return self.lines


class ChoiceSelector(Printing, Listener):
    """One choice of each state instead of all: those of choice.use_trace (a file of TraceStorer) while there are, then
    all (choice.search_after_trace, the default) or a random one with choice.seed; from choice.depth on if it is set."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.random = random.Random(int(self.setting("choice.seed", "42") or 42))
        self.from_depth = int(self.setting("choice.depth", "-1") or -1)
        self.after = self.flag("choice.search_after_trace", True)
        self.trace: list[int] | None = None
        self.chosen: dict[int, int] = {}
        file = self.setting("choice.use_trace")
        if file:
            try:
                with open(file, encoding="utf-8") as f:
                    self.trace = [int(line.split()[0]) for line in f if line.strip() and not line.startswith("#")]
            except (OSError, ValueError) as e:
                raise ConfigError(f"choice.use_trace={file}: {e}") from None

    def choice_generator_set(self, vm: Any, cg: Any) -> None:
        depth = vm.search.depth
        if self.trace is not None:
            if depth < len(self.trace):
                self.chosen[depth] = self.trace[depth]
            elif self.after:
                self.chosen.pop(depth, None)
            else:
                self.chosen[depth] = self.random.randrange(cg.processed_total)
        elif depth >= self.from_depth:
            self.chosen[depth] = self.random.randrange(cg.processed_total)
        else:
            self.chosen.pop(depth, None)

    def state_advanced(self, search: Any) -> None:
        at = search.depth - 1
        want = self.chosen.get(at)
        path = search.vm.path
        if want is not None and path and path[-1].choice_generator.index != want:
            search.ignore_state()


class CGRemover(Printing, Listener):
    """Choice generators whose id or place is named in cgrm.ids take their first choice only."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.ids = self.names("cgrm.ids")

    def state_advanced(self, search: Any) -> None:
        path = search.vm.path
        cg = path[-1].choice_generator if path else None
        if cg and cg.id in self.ids and cg.index > 0:
            search.ignore_state()


class Perturbator(Printing, Listener):
    """Other values for what the program reads: perturb.fields names rules, perturb.NAME.field (Class.field),
    perturb.NAME.delta (added at each read) or perturb.NAME.value. perturb.params the same for the results of methods:
    perturb.NAME.method."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.fields: dict[str, tuple[str, float]] = {}
        for name in self.names("perturb.fields"):
            field = self.setting(f"perturb.{name}.field", name)
            value, delta = self.setting(f"perturb.{name}.value"), self.setting(f"perturb.{name}.delta", "1")
            self.fields[field] = ("set", float(value)) if value else ("add", float(delta))
        self.changed = 0

    @on(opcodes="GETFIELD,GETSTATIC", method=JDK)
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        short = f"{insn.a.rpartition('.')[2]}.{insn.b}"
        rule = self.fields.get(insn.variable) or self.fields.get(short) or self.fields.get(insn.b)
        frame = thread.top_frame
        if next_insn == insn or not rule or insn.c[0] in "L[" or frame is None or frame.method.id != insn.method_id:
            return
        how, n = rule
        d = insn.c[0]
        old = frame.peek(0, d)
        old = ord(old) if isinstance(old, str) else old
        new = n if how == "set" else old + n
        frame.set_operand(0, new if d in "FD" else int(new), d)
        self.changed += 1

    def publish(self) -> dict[str, int]:
        return {"values changed": self.changed}


class StopWatchFuzzer(Printing, Listener):
    """Time comparisons go both ways: an IFxx on a difference of System.currentTimeMillis() or nanoTime() takes the
    other branch too (swf.seed decides which of the two on each path of the search)."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.random = random.Random(int(self.setting("swf.seed", "42") or 42))
        self.clocked: set[int] = set()
        self.flipped = 0

    @on(opcodes="INVOKESTATIC", method=JDK)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        if insn.a == "java.lang.System" and insn.b in ("currentTimeMillis", "nanoTime"):
            self.clocked.add(insn.method_id)

    @on(opcodes="LCMP", method=JDK)
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        frame = thread.top_frame
        if insn.method_id in self.clocked and frame is not None and frame.method.id == insn.method_id:
            value = self.random.choice((-1, 0, 1))
            self.flipped += value != frame.peek()
            frame.set_operand(0, value)


class BitFlip(Printing, Listener):
    """Bits of method parameters, fields or variables flip: bitflip.params (Class.method names), bitflip.fields
    (Class.field names), bitflip.bits (how many, default 1), bitflip.seed; once a path."""

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.fields = set(self.names("bitflip.fields"))
        self.bits = int(self.setting("bitflip.bits", "1") or 1)
        self.random = random.Random(int(self.setting("bitflip.seed", "42") or 42))
        self.flips: list[str] = []

    @on(opcodes="PUTFIELD,PUTSTATIC", method=JDK)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        names = (insn.variable, f"{insn.a.rpartition('.')[2]}.{insn.b}")
        if insn.c[0] not in "BSIJCZ" or not self.fields.intersection(names):
            return
        frame = thread.top_frame
        width = {"Z": 1, "B": 8, "S": 16, "C": 16, "I": 32, "J": 64}[insn.c[0]]
        mask = sum(1 << b for b in self.random.sample(range(width), min(self.bits, width)))
        old = frame.peek(0, "J" if insn.c[0] == "J" else "I")
        frame.set_operand(0, old ^ mask, "J" if insn.c[0] == "J" else "I")
        self.flips.append(f"{insn.variable}: {old} ^ {mask:#x} at {insn.location}")

    def search_finished(self, search: Any) -> None:
        for line in self.flips:
            self.say(f"bit flip {line}")


class BitFlipListener(BitFlip):
    pass
