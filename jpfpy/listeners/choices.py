"""Listeners about choices: what was chosen, choosing one, taking generators away."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .. import choice as kinds
from ..errors import ConfigError
from ..listener import Listener, on
from ._base import OWN, Printing
from ._specs import LocationSpec, MethodSpec

if TYPE_CHECKING:
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..views import VM, Instruction, Search, ThreadInfo


def kind_of(name: str, key: str) -> type:
    """The class of generators that JPF's name means: gov.nasa.jpf.vm.ThreadChoiceGenerator,
    .vm.choice.IntIntervalGenerator."""
    found = getattr(kinds, name.rpartition(".")[2], None)
    if not (isinstance(found, type) and issubclass(found, kinds.ChoiceGenerator)):
        raise ConfigError(f"{key}={name}: no such kind of ChoiceGenerator")
    return found


class ChoiceTracker(Printing, Listener):
    """The choices that led to each error, to be read or to make a script of. JPF: ChoiceTracker.

    choice.class (kinds of generators; default: all), choice.exclude (beginnings of values that are left out),
    choice.format CG (the generator) or CHOICE (the value), choice.show_location (true); choice.trace: a file."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.file = self.setting("choice.trace")
        self.format = self.setting("choice.format", "CG").upper()
        if self.format not in ("CG", "CHOICE"):
            raise ConfigError(f"choice.format={self.format}: CG or CHOICE expected")
        self.kinds = tuple(kind_of(n, "choice.class") for n in self.names("choice.class"))
        self.exclude = tuple(self.names("choice.exclude"))
        self.lines: list[str] = []

    def property_violated(self, search: Search) -> None:
        self.lines, n = [], 0
        for cg in search.vm.system_state.get_choice_generators():
            if cg.index < 0 or (self.kinds and not isinstance(cg, self.kinds)):
                continue
            if self.exclude and str(cg.value).startswith(self.exclude):
                continue
            text = cg.value if self.format == "CHOICE" else str(cg)[1:-1]
            self.lines.append(f"{n:>4}: {text}")
            if self.flag("choice.show_location", True) and cg.get_source_location():
                self.lines.append(f" \tat {cg.get_source_location()}")
            n += 1
        if not self.file:
            self.topic(f"choice trace #{search.n_errors}")
            for line in self.lines:
                self.say(line)
            return
        over = " ".join(k.__name__ for k in self.kinds)
        head = [f"// application: {self.setting('target')}"]
        head.append(f"// trace over CG types: {over}" if over else "// trace over all CG classes")
        rule = "//------------------------- "
        try:
            with open(self.file, "w", encoding="utf-8") as f:
                f.writelines(x + "\n" for x in (*head, rule + "choice trace", *self.lines, rule + "end choice trace"))
        except OSError as e:
            raise ConfigError(f"choice.trace={self.file}: {e.strerror or e}") from None

    def publish(self) -> list[str]:
        return self.lines


class ChoiceSelector(Printing, Listener):
    """One choice of each state at random (choice.seed) instead of all, until the search begins: when a thread of
    choice.threads has started, a method of choice.calls is called and choice.depth is reached (those that are given);
    with none of them a simulation. choice.use_trace (a file of TraceStorer): its choices first, then all
    (choice.search_after_trace, true) or again one at random. What is left out makes the report incomplete. JPF:
    ChoiceSelector."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.random = random.Random(self.number("choice.seed", 42))
        self.depth = self.number("choice.depth", -1)
        self.threads = self.patterns("choice.threads", kind="thread")
        self.calls = self.patterns("choice.calls", kind="member")
        self.open = {k for k, given in (("threads", self.threads), ("calls", self.calls)) if given.include}
        self.open |= {"depth"} if self.depth >= 0 else set()
        self.simulates = not self.open
        self.after = self.flag("choice.search_after_trace", True)
        self.trace = self._read(self.setting("choice.use_trace"))
        self.chosen: dict[int, int] = {}  # by depth; what is not here is searched
        if not self.calls.include:
            self.__dict__["execute_instruction"] = None
        if not self.threads.include:
            self.__dict__["thread_started"] = None

    def _read(self, file: str) -> list[int] | None:
        if not file:
            return None
        try:
            with open(file, encoding="utf-8") as f:
                return [int(line.split()[0]) for line in f if line.strip() and not line.startswith("#")]
        except (OSError, ValueError) as e:
            why = e.strerror if isinstance(e, OSError) else "not a trace of TraceStorer"
            raise ConfigError(f"choice.use_trace={file}: {why}") from None

    def thread_started(self, vm: VM, thread: ThreadInfo) -> None:
        if self.threads(thread.name):
            self.open.discard("threads")

    @on(opcodes="INVOKE*", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        called = insn.invoked_method  # where the receiver's class has it; JPF: getInvokedMethod(ti)
        if self.calls(f"{insn.owner}.{insn.name}", insn.name, *([called.full_name] if called else [])):
            self.open.discard("calls")

    def choice_generator_set(self, vm: VM, cg: ChoiceGenerator[Any]) -> None:
        at = vm.search.depth
        if at >= self.depth >= 0:
            self.open.discard("depth")
        self.chosen.pop(at, None)
        if self.trace is not None and at < len(self.trace):
            self.chosen[at] = self.trace[at]
        elif self.trace is not None and self.after:
            return
        elif self.simulates or self.open:
            self.chosen[at] = self.random.randrange(max(cg.processed_total, 1))

    def state_advanced(self, search: Search) -> None:
        at = search.depth - 1
        want = self.chosen.get(at)
        cg = search.vm.choice_generator
        if want is not None and cg is not None and cg.index != want:
            search.ignore_state()


class Removal:
    """One rule of CGRemover: cgrm.ID.cg_class, .locations, .method_bodies, .method_calls."""

    def __init__(self, of: Printing, name: str) -> None:
        key = f"cgrm.{name}"
        cls = of.setting(f"{key}.cg_class")
        if not cls:
            raise ConfigError(f"{key}.cg_class is not set: which kind of ChoiceGenerator is to be removed")
        self.kind = kind_of(cls, f"{key}.cg_class")
        self.places = of.specs(f"{key}.locations", LocationSpec)
        self.bodies = of.specs(f"{key}.method_bodies", MethodSpec)
        self.calls = of.specs(f"{key}.method_calls", MethodSpec)
        if not (self.places or self.bodies or self.calls):
            raise ConfigError(f"{key}: locations, method_bodies or method_calls expected")

    def matches(self, cg: ChoiceGenerator[Any], insn: Instruction) -> bool:
        if not isinstance(cg, self.kind):
            return False
        method = insn.method
        if any(p.matches(method.class_info, insn.line) for p in self.places):
            return True
        if any(m.matches(method) for m in self.bodies):
            return True
        return bool(self.calls and insn.is_invoke) and any(m.matches(insn.invoked_method) for m in self.calls)


class CGRemover(Printing, Listener):
    """Takes away the choice generators of a kind (cgrm.ID.cg_class: gov.nasa.jpf.vm.ThreadChoiceGenerator ...) that
    are made at source locations (cgrm.ID.locations: Foo.java:42), in methods (cgrm.ID.method_bodies: x.Foo.bar()) or
    at calls of methods (cgrm.ID.method_calls): the instruction goes on as if there were nothing to choose. Only for
    who knows that nothing is lost by it: the report is incomplete. JPF: CGRemover."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        keys = [k for k in (config.values if config is not None else ()) if k.startswith("cgrm.")]
        self.rules = [Removal(self, name) for name in dict.fromkeys(k.split(".")[1] for k in keys)]
        self.removed: dict[str, int] = {}

    def choice_generator_registered(
        self, vm: VM, cg: ChoiceGenerator[Any], thread: ThreadInfo | None, insn: Instruction | None
    ) -> None:
        insn = cg.insn or insn
        if cg.kind == "thread" and (thread is None or thread.id not in [t.id for t in cg.get_all_choices()]):
            return  # the running thread cannot go on: somebody has to be chosen
        if insn is not None and any(r.matches(cg, insn) for r in self.rules):
            vm.system_state.remove_next_choice_generator()
            text = f"{cg.type} {cg.id} at {insn.location}"
            self.removed[text] = self.removed.get(text, 0) + 1

    def search_finished(self, search: Search) -> None:
        for text, n in self.removed.items():
            self.say(f"[CGRemover] removed {n} times: {text}")

    def publish(self) -> dict[str, int]:
        return self.removed
