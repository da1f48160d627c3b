"""The VM as listeners ask it: one for the whole run; what it answers is of the moment."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from ..config.keys import SEARCHES
from ..config.values import search_name
from .base import answer
from .code import ClassInfo, MethodInfo
from .element import ElementInfo, StaticElementInfo
from .expression import NoValue, compiled
from .getters import VMGetters
from .insn import Instruction
from .search import DFSearch, HeuristicSearch, PathSearch, Search, Transition
from .thread import ThreadInfo

if TYPE_CHECKING:
    from .. import _jpf
    from ..choice import ChoiceGenerator
    from ..config import Config
    from ..dispatch.registry import Registry
    from ..report.report import ErrorInfo, Statistics
    from ..system_state import SystemState
    from ..target.source import Sources


C = TypeVar("C", bound="ChoiceGenerator[Any]")


class VM(VMGetters):
    """One for the whole run; what it answers is of the moment."""

    system_state: SystemState
    registry: Registry

    def __init__(self, raw: _jpf.VM, config: Config, sources: Sources | None = None) -> None:
        from .. import _jpf
        from ..bytecode import CLASSES

        self.insn_classes = CLASSES
        self.raw, self.configured, self.sources = raw, config, sources
        self.serial = 0
        self.opcodes = _jpf.opcodes()
        self.classes: dict[int, ClassInfo] = {}
        self.methods: dict[int, MethodInfo] = {}
        self.by_name: dict[str, int] = {}
        self.instructions: dict[tuple[int, int], Instruction] = {}
        self.listener: object = None
        self.meddlers: list[object] = []
        self.is_replaying = False
        self.moved_operands = False  # the listener that is called has, or what the frame goes on with
        name = search_name(str(config.get("search.class")))
        self.search_view = {"stack": DFSearch, "queue": HeuristicSearch, "walk": PathSearch}[
            SEARCHES[name][1] if name is not None else config.states_wait or "stack"
        ]
        self.probes: dict[tuple[str, str, str], int] = {}  # native listeners, by what they were asked for
        # of the running notification
        self.thread_id = -1
        self.told = (0, -1, -1, -1, -1)  # object, class, method, instruction, kind
        self.told_next: tuple[object, Instruction | None] = (None, None)  # of which `told`, and what comes next
        self.executes = _jpf.events().index("instruction_executed")
        self.executed_method_name = ""

    @property
    def config(self) -> Config:
        """With what the program has set on this path (Verify.setProperties)."""
        return self.configured.overlaid([(setting.key, setting.value) for setting in self.raw.settings()])

    # --- by number and name ---

    def class_by_id(self, cid: int) -> ClassInfo:
        c = self.classes.get(cid)
        if c is None:
            c = self.classes[cid] = ClassInfo(self, cid)
        return c

    def method_by_id(self, mid: int) -> MethodInfo:
        m = self.methods.get(mid)
        if m is None:
            m = self.methods[mid] = MethodInfo(self, mid)
        return m

    def find_class(self, name: str) -> ClassInfo | None:
        cid = self.by_name.get(name, -1)
        if cid < 0:
            cid = self.raw._find_class(name)
            if cid < 0:
                return None
            self.by_name[name] = cid
        return self.class_by_id(cid)

    def instruction_at(self, mid: int, index: int) -> Instruction:
        """As an instance of the class of its opcode: GETFIELD, ILOAD ... (jpfpy.bytecode)."""
        insn = self.instructions.get((mid, index))
        if insn is None:
            row = self.raw._insn(mid, index)
            insn = self.instructions[mid, index] = self.insn_classes[row.op](self, mid, index, row)
        return insn

    def following(self, insn: Instruction | None) -> Instruction | None:
        """The instruction behind this one in the code; None behind the last."""
        if insn is None or insn.index + 1 >= len(insn.method.code or ()):
            return None
        return self.instruction_at(insn.method_id, insn.index + 1)

    def thread(self, tid: int) -> ThreadInfo:
        return ThreadInfo(self, tid)

    def element(self, ref: int) -> ElementInfo | None:
        try:
            return ElementInfo(self, ref) if ref else None
        except IndexError:  # a local that is dead keeps nothing alive
            return None

    def statics(self, cls: ClassInfo) -> StaticElementInfo:
        return StaticElementInfo(self, cls.mirror, cls)

    def value(self, descriptor: str, raw: Any) -> Any:
        if descriptor in "L[":
            return self.element(raw)
        return chr(raw) if descriptor == "C" else raw

    def source(self, class_name: str, file: str | None, line: int) -> str | None:
        return self.sources.text(class_name, file, line) if self.sources and line > 0 else None

    # --- the moment ---

    @property
    def path_output(self) -> str:
        """What the program has printed on this path. Reading it makes output visible (`vm.por.output`), and the search
        begins again if it was not, unless the listener's `reads_output` is False."""
        if getattr(self.listener, "reads_output", None) is not False:
            self.raw._probe("output", "", "")
        return self.raw._output()

    @property
    def running_thread_id(self) -> int:
        """The thread that runs, whichever the notification is about."""
        return self.raw._search().thread

    @property
    def threads(self) -> list[ThreadInfo]:
        return [ThreadInfo(self, i) for i in range(self.raw._threads())]

    @property
    def live_threads(self) -> list[ThreadInfo]:
        return [t for t in self.threads if t.is_alive]

    @property
    def current_thread(self) -> ThreadInfo:
        return ThreadInfo(self, max(self.thread_id, 0))

    @property
    def last_thread(self) -> ThreadInfo:
        return self.current_thread

    @property
    def last_thread_info(self) -> ThreadInfo:
        return self.current_thread

    @property
    def current_thread_info(self) -> ThreadInfo:
        return self.current_thread

    @property
    def _insn(self) -> tuple[int, int] | None:
        _, _, method, insn, _ = self.told
        return (method, insn) if insn >= 0 else None

    @property
    def executed(self) -> tuple[int, int] | None:
        """instruction_executed: which."""
        return self._insn if self.told[4] == self.executes else None

    @property
    def thread_list(self) -> list[ThreadInfo]:
        return self.threads

    @property
    def last_instruction(self) -> Instruction | None:
        """The instruction the notification is about, else where the thread stands."""
        insn = self._insn
        if insn:
            return self.instruction_at(*insn)
        return self.current_thread.pc if self.thread_id >= 0 else None

    @property
    def instruction(self) -> Instruction | None:
        return self.last_instruction

    @property
    def next_instruction(self) -> Instruction | None:
        told, after = self.told_next
        return (told is self.told and after) or self.current_thread.pc

    @property
    def last_element_info(self) -> ElementInfo | None:
        return self.element(self.told[0])

    @property
    def last_class_info(self) -> ClassInfo | None:
        return self.class_by_id(self.told[1]) if self.told[1] >= 0 else None

    @property
    def search(self) -> Search:
        return self.search_view(self)

    @property
    def state_id(self) -> int:
        return self.search.state_id

    @property
    def depth(self) -> int:
        return self.search.depth

    @property
    def path_length(self) -> int:
        return self.depth

    @answer
    def is_end_state(self) -> bool:
        return bool(self.search.is_end_state)

    @property
    def path(self) -> list[Transition]:
        """Transitions taken, first one first."""
        path = self.raw._cg_levels()
        n = path.levels - 1 if path.at_rest else path.levels
        return [Transition(self, here[-1]) for level in range(n) if (here := self.registry.cascade(level))]

    @property
    def last_transition(self) -> Transition | None:
        return self.transition

    @property
    def transition(self) -> Transition | None:
        """The running (or last) one."""
        cg = self.choice_generator
        return Transition(self, cg) if cg is not None else None

    # --- generators: JPF's names, of which system_state has more

    def get_system_state(self) -> SystemState:
        return self.system_state

    @property
    def choice_generators(self) -> list[ChoiceGenerator[Any]]:
        """Of the whole path, the last registered of each state."""
        levels = self.raw._cg_levels().levels
        return [here[-1] for level in range(levels) if (here := self.registry.cascade(level))]

    def get_choice_generators(self) -> list[ChoiceGenerator[Any]]:
        return self.system_state.get_choice_generators()

    @property
    def choice_generator(self) -> ChoiceGenerator[Any] | None:
        """The generator the running (or last) transition took its choice from."""
        return self.system_state.get_choice_generator()

    def get_choice_generator(self) -> ChoiceGenerator[Any] | None:
        return self.system_state.get_choice_generator()

    @property
    def next_choice_generator(self) -> ChoiceGenerator[Any] | None:
        return self.system_state.get_next_choice_generator()

    def get_next_choice_generator(self) -> ChoiceGenerator[Any] | None:
        return self.system_state.get_next_choice_generator()

    def get_current_choice_generator(self, id: str, kind: type[Any] | None = None) -> ChoiceGenerator[Any] | None:
        here = reversed(self.system_state.get_current_choice_generators())
        return next((cg for cg in here if cg.id == id and (kind is None or isinstance(cg, kind))), None)

    def get_last_choice_generator_of_type(self, kind: type[C]) -> C | None:
        return self.system_state.get_last_choice_generator_of_type(kind)

    def get_choice_generators_of_type(self, kind: type[C]) -> list[C]:
        return self.system_state.get_choice_generators_of_type(kind)

    def set_next_choice_generator(self, cg: ChoiceGenerator[Any]) -> bool:
        return self.system_state.set_next_choice_generator(cg)

    def values(self, expression: str) -> Any:
        """The value of an expression over the program's values in this state: "Account.balance", "main.args[0]",
        "Fork@1.owner" (docs/graphs.md). Numbers, booleans, characters and Strings are Python's, threads ThreadInfo,
        objects and arrays ElementInfo. None: it is null, or the expression has no value here, since a class is not
        initialized, a thread not started, a variable not in scope, a reference null or an index out of bounds.

        Raises ConfigError where the text is no expression, or it names what a class does not have."""
        try:
            return compiled(expression).value(self)
        except NoValue:
            return None

    @property
    def heap(self) -> list[ElementInfo]:
        """Objects that are alive in this state, those of the boot image aside."""
        return [ElementInfo(self, r) for r in self.raw._heap()]

    @property
    def statistics(self) -> Statistics:
        """Counts up to now."""
        from ..report.report import statistics_of

        counts = self.raw._stats()
        more = {name: counts[name] for name in ("objects", "allocations", "bytes")}
        return statistics_of({**json.loads(self.raw._statistics()), **more})  # type: ignore[typeddict-item]

    def error_info(self, text: str) -> ErrorInfo:
        """An error as the engine tells of it, with its source lines."""
        from ..report.report import error_info

        raw = json.loads(text)
        if self.sources is not None:
            self.sources.fill_error(raw)
        return error_info(raw)

    @property
    def last_method_info(self) -> MethodInfo | None:
        """That of method_entered and method_exited, else the one the instruction stands in."""
        if self.told[2] >= 0:
            return self.method_by_id(self.told[2])
        insn = self.last_instruction
        return insn.method if insn else None

    def get_thread_info(self, tid: int) -> ThreadInfo:
        return self.thread(tid)

    def get_element_info(self, ref: int) -> ElementInfo | None:
        return self.element(ref)

    def get_class_info(self, name: str) -> ClassInfo | None:
        return self.find_class(name)

    def record_steps(self, on: bool = True) -> None:
        """Transition.steps from now on (VM.recordSteps)."""
        if on:
            self.raw._probe("steps", "", "")

    def break_transition(self, reason: str = "") -> bool:
        """A scheduling point at this instruction (ThreadInfo.reschedule)."""
        return self.current_thread.reschedule(reason)

    def ignore_state(self) -> None:
        """The path is not followed further; the report says that listeners ignored states."""
        self.meddlers.append(self.listener)
        self.raw._control("ignore")

    def __repr__(self) -> str:
        return f"<VM notification {self.serial}>"
