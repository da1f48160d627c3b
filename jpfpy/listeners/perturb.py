"""Listeners that perturb values: every alternative is a choice of the search."""

from __future__ import annotations

import itertools
import random
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Any

from .. import choice
from ..errors import ConfigError
from ..listener import Listener, on
from ..views.annotations import of_field, of_parameters
from ._base import OWN, Printing
from ._specs import FieldSpec, LocationSpec, MethodSpec
from ._stack import producer, words

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, Instruction, MethodInfo, ThreadInfo

RETURNS = {0xAC: "I", 0xAD: "J", 0xAE: "F", 0xAF: "D"}
DESCRIPTORS = {"boolean": "Z", "byte": "B", "short": "S", "char": "C", "int": "I", "long": "J", "float": "F"}
DESCRIPTORS |= {"double": "D"}


class OperandPerturbator:
    """What stands in for a value. `values` gives the alternatives, the value itself among them or not. A class of
    your own: perturb.NAME.class=module:Class, made with (config, "perturb.NAME"). JPF:
    gov.nasa.jpf.perturb.OperandPerturbator."""

    def __init__(self, config: Config, key: str) -> None:
        self.config, self.key = config, key

    def values(self, value: Any, descriptor: str) -> list[Any]:
        raise NotImplementedError


class IntOverUnder(OperandPerturbator):
    """value + delta, value, value - delta (perturb.NAME.delta). JPF: IntOverUnder."""

    def __init__(self, config: Config, key: str) -> None:
        super().__init__(config, key)
        self.delta = config.get_double(f"{key}.delta", 0.0) if config is not None else 0.0

    def values(self, value: Any, descriptor: str) -> list[Any]:
        d = self.delta if descriptor in "FD" else int(self.delta)
        return [value + d, value, value - d]


class GenericDataAbstractor(OperandPerturbator):
    """A negative value, 0 and a positive one, at random with perturb.NAME.seed (5); both booleans. JPF:
    GenericDataAbstractor."""

    def __init__(self, config: Config, key: str) -> None:
        super().__init__(config, key)
        self.random = random.Random(config.get_int(f"{key}.seed", 5) if config is not None else 5)
        self.drawn: dict[str, list[Any]] = {}  # the same wherever the program asks, so that states match

    def values(self, value: Any, descriptor: str) -> list[Any]:
        if descriptor not in self.drawn:
            self.drawn[descriptor] = self._draw(descriptor)
        return self.drawn[descriptor]

    def _draw(self, descriptor: str) -> list[Any]:
        r = self.random
        match descriptor:
            case "Z":
                return [0, 1]
            case "C":
                return [r.randrange(1, 255), 0, r.randrange(1, 255)]
            case "F" | "D":
                return [r.random(), 0.0, -r.random()]
        top = 128 if descriptor == "B" else 100
        return [r.randrange(1, top), 0, -r.randrange(1, top)]


def generator(id: str, descriptor: str, values: list[Any]) -> choice.ChoiceGenerator[Any]:
    if descriptor == "J":
        return choice.LongChoiceFromList(id, *values)
    if descriptor in "FD":
        return choice.DoubleChoiceFromList(id, *values)
    return choice.IntChoiceFromSet(id, *(int(v) for v in values))


class Rule:
    """perturb.NAME: a field or method, the class of values, the place (of the access, or of the call)."""

    def __init__(self, of: Printing, name: str, what: str, spec: Any) -> None:
        self.key = key = f"perturb.{name}"
        text = of.setting(f"{key}.{what}")
        if not text:
            raise ConfigError(f"{key}.{what} is not set, and perturb.{what}s or the like names {name}")
        self.spec = of.spec(f"{key}.{what}", text, spec)
        cls = of.setting(f"{key}.class", "IntOverUnder")
        if ":" in cls:
            from ..usercode import load_class

            kind = load_class(cls, f"{key}.class")
        else:
            short = cls.rpartition(".")[2].lower()
            shipped = {"intoverunder": IntOverUnder, "genericdataabstractor": GenericDataAbstractor}
            shipped["dataabstractor"] = GenericDataAbstractor
            if short not in shipped:
                raise ConfigError(f"{key}.class={cls}: IntOverUnder, GenericDataAbstractor or module:Class expected")
            kind = shipped[short]
        self.perturbator = kind(of.config, key)
        place = of.setting(f"{key}.location")
        self.place = of.spec(f"{key}.location", place, LocationSpec) if place else None

    def at(self, insn: Instruction) -> bool:
        return self.place is None or self.place.matches(insn.method.class_info, insn.line)


class Perturbator(Printing, Listener):
    """Other values for what the program reads from fields (perturb.fields), for the results of methods
    (perturb.returns) and for the arguments of calls (perturb.params): each is a list of names NAME, with
    perturb.NAME.field (x.y.Foo.bar) or perturb.NAME.method (x.y.Foo.bar(int)), perturb.NAME.class (IntOverUnder with
    .delta, GenericDataAbstractor, or module:Class), perturb.NAME.location (Foo.java:42, of the read or the call). The
    search tries every value. JPF: Perturbator."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.fields = [Rule(self, n, "field", FieldSpec) for n in self.names("perturb.fields")]
        self.returns = [Rule(self, n, "method", MethodSpec) for n in self.names("perturb.returns")]
        self.params = [Rule(self, n, "method", MethodSpec) for n in self.names("perturb.params")]
        self.changed = 0

    def _set(self, frame: Any, depth: int, value: Any, d: str) -> None:
        self.changed += 1
        frame.set_operand(depth, value, d if d in "JFD" else "I")

    @on(opcodes="GETFIELD,GETSTATIC", method=OWN)
    def instruction_executed(
        self, vm: VM, thread: ThreadInfo, next_insn: Instruction | None, insn: Instruction
    ) -> None:
        d = insn.descriptor[0]
        frame = thread.modifiable_top_frame
        if not self.fields or d in "L[" or frame is None or frame.method.id != insn.method_id:
            return
        field = insn.field_info
        rule = next((r for r in self.fields if r.spec.matches(field) and r.at(insn)), None)
        if rule is None or thread.will_re_execute_instruction:
            return  # at a scheduling point: nothing has been read yet
        ss = vm.system_state
        cg = ss.get_current_choice_generator("perturbGetField") if thread.is_first_step_insn else None
        if cg is not None:
            self._set(frame, 0, cg.get_next_choice(), d)
            return
        value = frame.pop(d if d in "JFD" else "I")
        if insn.op == 0xB4:
            frame.push(insn.last_this)
        ss.set_next_choice_generator(generator("perturbGetField", d, rule.perturbator.values(value, d)))
        thread.re_execute_instruction()

    @on(opcodes="IRETURN,LRETURN,FRETURN,DRETURN,INVOKE*", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if insn.is_invoke:
            self._call(vm, thread, insn)
            return
        rule = next((r for r in self.returns if r.spec.matches(insn.method)), None)
        if rule is None or not self._called_from(rule, thread):
            return
        d = RETURNS[insn.op]
        frame, ss = thread.modifiable_top_frame, vm.system_state
        cg = ss.get_current_choice_generator("perturbReturn") if thread.is_first_step_insn else None
        if cg is not None:
            self._set(frame, 0, cg.get_next_choice(), d)
            return
        assert frame is not None  # an instruction of it runs
        ss.set_next_choice_generator(generator("perturbReturn", d, rule.perturbator.values(frame.peek(0, d), d)))
        thread.skip_instruction(insn)

    def _called_from(self, rule: Rule, thread: ThreadInfo) -> bool:
        frames = thread.frames
        return rule.place is None or (len(frames) > 1 and frames[1].pc is not None and rule.at(frames[1].pc))

    def _call(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        called = insn.invoked_method if self.params else None
        rule = next((r for r in self.params if r.spec.matches(called) and r.at(insn)), None)
        if rule is None or called is None:
            return
        ss = vm.system_state
        types = called.argument_types
        spots = argument_spots(types)
        given = insn.arguments
        ds = [DESCRIPTORS.get(t, "L") for t in types]
        alternatives = [[None] if d == "L" else rule.perturbator.values(v, d) for v, d in zip(given, ds, strict=True)]
        table = list(islice(itertools.product(*alternatives), 100_000))
        if not thread.is_first_step_insn or ss.get_current_choice_generator("perturbParams") is None:
            ss.set_next_choice_generator(choice.IntIntervalGenerator("perturbParams", 0, len(table) - 1))
            thread.skip_instruction(insn)
            return
        cg = ss.get_current_choice_generator("perturbParams")
        assert cg is not None  # it was set when the first half was told of
        chosen = table[cg.get_next_choice()]
        frame = thread.modifiable_top_frame
        for depth, value, d in zip(spots, chosen, ds, strict=True):
            if d != "L":
                self._set(frame, depth, value, d)

    def publish(self) -> dict[str, int]:
        return {"values changed": self.changed}


def argument_spots(types: list[str]) -> list[int]:
    """Words above each argument on the operand stack before the call."""
    out, above = [], 0
    for t in reversed(types):
        out.append(above)
        above += words(t)
    return out[::-1]


class StopWatchFuzzer(Printing, Listener):
    """Comparisons of times go every way: where the program compares longs that come from System.currentTimeMillis() or
    nanoTime() (by differences, variables, fields, methods of the program), less, equal and greater are choices. JPF:
    StopWatchFuzzer."""

    CLOCKS = ("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime")
    ARITHMETIC = (0x61, 0x65, 0x69, 0x6D)  # ladd lsub lmul ldiv

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.fields: set[str] = set()
        self.methods: set[str] = set()
        self.known: dict[tuple[int, int, int], bool] = {}
        self.fuzzed: dict[str, int] = {}

    def is_time(self, method: MethodInfo, index: int, depth: int) -> bool:
        """Is the long `depth` words below the top, before this instruction, a time?"""
        key = (method.id, index, depth)
        if not self.known.get(key):  # fields and methods turn out to be times later
            self.known[key] = False  # a variable that is set from itself
            self.known[key] = self._is_time(method, producer(method, index, depth))
        return self.known[key]

    def _is_time(self, method: MethodInfo, made: Any) -> bool:
        if made is None:
            return False
        if made.is_invoke:
            name = f"{made.owner}.{made.name}"
            return name in self.CLOCKS or name in self.methods
        if made.is_field:
            return made.variable in self.fields
        if made.op in self.ARITHMETIC:
            return self.is_time(method, made.index, 1) or self.is_time(method, made.index, 3)
        if made.kind == "local":
            stores = (i for i in method.instructions if i.kind == "local" and i.slot == made.slot and is_lstore(i.op))
            return any(self.is_time(method, s.index, 1) for s in stores)
        return False

    @on(opcodes="PUTFIELD,PUTSTATIC,LRETURN,LCMP", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        method = insn.method
        if insn.is_field:
            if insn.descriptor == "J" and self.is_time(method, insn.index, 1):
                self.fields.add(insn.variable)
        elif insn.op == 0xAD:
            if self.is_time(method, insn.index, 1):
                self.methods.add(method.full_name)
        elif self.is_time(method, insn.index, 1) or self.is_time(method, insn.index, 3):
            self._fuzz(vm, thread, insn)

    def _fuzz(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        ss = vm.system_state
        cg = ss.get_current_choice_generator("LCMP_fuzzer") if thread.is_first_step_insn else None
        if cg is None:
            ss.set_next_choice_generator(choice.IntChoiceFromSet("LCMP_fuzzer", -1, 0, 1))
            thread.skip_instruction(insn)
            return
        frame = thread.modifiable_top_frame
        assert frame is not None  # an instruction of it runs
        frame.pop("J")
        frame.pop("J")
        frame.push(cg.get_next_choice(), "I")
        thread.skip_instruction()
        self.fuzzed[insn.location] = self.fuzzed.get(insn.location, 0) + 1

    def publish(self) -> dict[str, int]:
        return self.fuzzed


def is_lstore(op: int) -> bool:
    return op == 0x37 or 0x3F <= op <= 0x42


BITS = {"Z": 1, "B": 8, "S": 16, "C": 16, "I": 32, "J": 64, "F": 32, "D": 64}


class BitFlipListener(Printing, Listener):
    """Every combination of flipped bits: of arguments whose parameter is annotated
    @gov.nasa.jpf.annotation.BitFlip(n) (n bits, 1 to 7; the last such parameter of a method), and of what is written
    to fields with that annotation, or named in bitflip.fields (x.y.Foo.bar; bitflip.bits, default 1). bitflip.params:
    x.y.Foo.method(int):N for the N-th parameter (from 0) without an annotation. JPF: BitFlipListener."""

    ANNOTATION = "gov.nasa.jpf.annotation.BitFlip"

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.bits = self.number("bitflip.bits", 1)
        self._check(self.bits, "bitflip.bits")
        self.fields = self.specs("bitflip.fields", FieldSpec)
        self.params: list[tuple[MethodSpec, int]] = []
        for text in self.specs("bitflip.params", str):
            method, _, n = text.rpartition(":")
            if not n.isdigit():
                raise ConfigError(f"bitflip.params: {text}: x.y.Foo.method(int):N expected")
            self.params.append((MethodSpec(method), int(n)))
        self.of_methods: dict[int, tuple[int, int] | None] = {}
        self.flips = 0

    @staticmethod
    def _check(n: int, where: str) -> None:
        if not 1 <= n <= 7:
            raise ConfigError(f"{where}: invalid number of bits to flip: {n} (1 to 7)")

    def _parameter(self, method: MethodInfo) -> tuple[int, int] | None:
        """Index of the parameter, bits."""
        if method.id not in self.of_methods:
            found = None
            for i, annotations in enumerate(of_parameters(method)):
                if self.ANNOTATION in annotations:
                    n = annotations[self.ANNOTATION].get("value", 1)
                    self._check(n, f"@BitFlip of {method.full_name}")
                    found = (i, n)
            for spec, i in self.params:
                if spec.matches(method):
                    found = (i, self.bits)
            self.of_methods[method.id] = found
        return self.of_methods[method.id]

    @on(opcodes="INVOKE*,PUTFIELD,PUTSTATIC", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        if insn.is_field:
            d = insn.descriptor[0]
            field = insn.field_info if d in BITS else None
            if field is None:
                return
            annotation = of_field(field).get(self.ANNOTATION)
            if annotation is None and not any(s.matches(field) for s in self.fields):
                return
            bits = annotation.get("value", 1) if annotation is not None else self.bits
            self._flip(vm, thread, insn, 0, d, bits, f"{field.full_name}:FieldBitFlip")
            return
        called = insn.invoked_method if insn.op != 0xBA else None
        found = self._parameter(called) if called is not None else None
        if found is None or called is None:
            return
        types = called.argument_types
        index, bits = found
        code = DESCRIPTORS.get(types[index]) if index < len(types) else None
        if code is not None:
            spot = argument_spots(types)[index]
            self._flip(vm, thread, insn, spot, code, bits, f"{called.full_name}:ParameterBitFlip")

    def _flip(self, vm: VM, thread: ThreadInfo, insn: Instruction, depth: int, d: str, bits: int, id: str) -> None:
        width = BITS[d]
        bits = min(bits, width)
        ss = vm.system_state
        name = id[-39:]  # the engine keeps 39 characters of it
        cg = ss.get_current_choice_generator(name) if thread.is_first_step_insn else None
        if cg is None:
            ss.set_next_choice_generator(choice.IntIntervalGenerator(name, 0, comb(width, bits) - 1))
            thread.skip_instruction(insn)
            return
        mask = sum(1 << b for b in next(islice(combinations(range(width), bits), cg.get_next_choice(), None)))
        frame = thread.modifiable_top_frame
        assert frame is not None  # an instruction of it runs
        raw = "J" if width == 64 else "I"
        value = frame.peek(depth, raw) ^ mask
        if d in "BS":
            value = (value & (1 << width) - 1 ^ 1 << width - 1) - (1 << width - 1)
        elif d == "C":
            value &= 0xFFFF
        elif value >= 1 << width - 1 and d in "IJFD":
            value -= 1 << width
        elif d in "IJFD" and value < -(1 << width - 1):
            value += 1 << width
        self.flips += 1
        frame.set_operand(depth, value, raw)

    def publish(self) -> int:
        return self.flips


class BitFlip(BitFlipListener):
    """BitFlipListener, by its older name."""
