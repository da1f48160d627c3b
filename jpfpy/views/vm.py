"""The VM as listeners ask it: one for the whole run; what it answers is of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .code import ClassInfo, MethodInfo
from .element import ElementInfo, StaticElementInfo
from .insn import Instruction
from .search import ChoiceGenerator, Search, Transition
from .thread import ThreadInfo

if TYPE_CHECKING:
    from .. import _jpf
    from ..choice import SystemState
    from ..config import Config
    from ..raw import InsnRow
    from ..source import Sources


class VM:
    """One for the whole run; what it answers is of the moment."""

    def __init__(self, raw: _jpf.VM, config: Config, sources: Sources | None = None) -> None:
        from .. import _jpf

        self.raw, self.config, self.sources = raw, config, sources
        self.serial = 0
        self.opcodes = _jpf.opcodes()
        self.classes: dict[int, ClassInfo] = {}
        self.methods: dict[int, MethodInfo] = {}
        self.by_name: dict[str, int] = {}
        self.instructions: dict[tuple[int, int], InsnRow] = {}
        self.listener: object = None
        self.system_state: SystemState | None = None
        self.meddlers: list[object] = []
        self.is_replaying = False
        self.probes: dict[tuple[str, str, str], int] = {}  # native listeners, by what they were asked for
        # of the running notification
        self.thread_id = -1
        self._insn: tuple[int, int] | None = None
        self._next: Instruction | None = None
        self._object = 0
        self._class = -1
        self.executed_method_name = ""

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
        return Instruction(self, mid, index)

    def thread(self, tid: int) -> ThreadInfo:
        return ThreadInfo(self, tid)

    def element(self, ref: int) -> ElementInfo | None:
        return ElementInfo(self, ref) if ref else None

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
        """What the program has printed on this path."""
        return self.raw._output()

    @property
    def running_thread_id(self) -> int:
        """The thread that runs, whichever the notification is about."""
        return self.raw._search()[8]

    @property
    def threads(self) -> list[ThreadInfo]:
        return [ThreadInfo(self, i) for i in range(self.raw._threads())]

    @property
    def live_threads(self) -> list[ThreadInfo]:
        return [t for t in self.threads if t.is_alive]

    @property
    def current_thread(self) -> ThreadInfo:
        return ThreadInfo(self, max(self.thread_id, 0))

    last_thread = current_thread

    @property
    def last_instruction(self) -> Instruction | None:
        """The instruction the notification is about, else where the thread stands."""
        if self._insn:
            return self.instruction_at(*self._insn)
        return self.current_thread.pc if self.thread_id >= 0 else None

    instruction = last_instruction

    @property
    def next_instruction(self) -> Instruction | None:
        return self._next or self.current_thread.pc

    @property
    def last_element_info(self) -> ElementInfo | None:
        return self.element(self._object)

    @property
    def last_class_info(self) -> ClassInfo | None:
        return self.class_by_id(self._class) if self._class >= 0 else None

    @property
    def search(self) -> Search:
        return Search(self)

    @property
    def state_id(self) -> int:
        return self.search.state_id

    @property
    def depth(self) -> int:
        return self.search.depth

    path_length = depth

    @property
    def is_end_state(self) -> bool:
        return self.search.is_end_state

    @property
    def path(self) -> list[Transition]:
        """Transitions taken, first one first."""
        return [Transition(self, ChoiceGenerator(self, r)) for r in self.raw._path() if r[3] >= 0]

    @property
    def choice_generators(self) -> list[ChoiceGenerator]:
        return [ChoiceGenerator(self, r) for r in self.raw._path()]

    @property
    def choice_generator(self) -> ChoiceGenerator | None:
        """The generator the running (or last) transition took its choice from."""
        taken = [r for r in self.raw._path() if r[3] >= 0]
        return ChoiceGenerator(self, taken[-1]) if taken else None

    @property
    def next_choice_generator(self) -> ChoiceGenerator | None:
        rows = self.raw._path()
        return ChoiceGenerator(self, rows[-1]) if rows and rows[-1][3] < 0 else None

    @property
    def heap(self) -> list[ElementInfo]:
        """Objects that are alive in this state, those of the boot image aside."""
        return [ElementInfo(self, r) for r in self.raw._heap()]

    @property
    def statistics(self) -> dict[str, Any]:
        return self.raw._stats()

    def ignore_state(self) -> None:
        """The path is not followed further; the report says that listeners ignored states."""
        self.meddlers.append(self.listener)
        self.raw._control("ignore")

    def terminate(self) -> None:
        self.raw._control("end")

    def __repr__(self) -> str:
        return f"<VM notification {self.serial}>"
